"""What a live table asks of the world around it, in its own words. ``storage`` and ``wheels`` fulfil it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol, TypeAlias

from croupier.house.desk import HouseCommand, HouseEvent
from croupier.house.ledger import Posting
from croupier.house.setup import TableSetUp
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusal import Refusal

Happened: TypeAlias = Event | HouseEvent
Asked: TypeAlias = Command | HouseCommand


class Head(NamedTuple):
    """Where a record ends: its last event and its last receipt, each with its hash, and the time of the last."""

    seq: int
    hash: str
    receipts: int
    receipts_hash: str
    at: str


class Entry(NamedTuple):
    """One event as it is stored: ``line`` is its JSON, and what everybody is told."""

    seq: int
    tag: str
    line: str
    prev: str
    hash: str


class Receipt(NamedTuple):
    """What a command was answered, and where its events are. A refused one has none."""

    place: int
    who: str
    id: str
    at: str
    command: str
    """The command as JSON."""
    after: int
    """Where the record ended before."""
    events: int
    """How many events followed."""
    refused: str | None
    """The refusal as JSON."""
    prev: str
    hash: str


class Act(NamedTuple):
    """One command and what comes of it: events with what they move, or a refusal."""

    who: str
    id: str
    command: Asked
    events: tuple[Happened, ...] = ()
    postings: tuple[Posting, ...] = ()
    refusal: Refusal | None = None
    seals: tuple[str, str] | None = None
    """A round and its sealed secret, to be kept."""
    unseals: str | None = None
    """A round whose secret is revealed, to be kept no longer."""


class Written(NamedTuple):
    """An act as it was stored."""

    entries: tuple[Entry, ...]
    receipt: Receipt


class Answered(NamedTuple):
    """An act as it was stored, with the command that it answers."""

    written: Written
    command: Asked


class Turn(Protocol):
    """The right to write once. Nothing of it counts before the turn has ended well."""

    @property
    def head(self) -> Head:
        """Where the record ends."""
        ...

    async def append(self, acts: Sequence[Act], meters: Mapping[str, int]) -> Sequence[Written]:
        """Write all acts or none, if the record still ends at the head.

        Raises StaleRecordError, ReceiptKnownError or OverdrawnError, and then
        nothing is written; NotStoredError where it cannot be told.
        """
        ...


class Record(Protocol):
    """An append-only record of what happened at each table, with its receipts, its money and its sealed secrets.

    Whatever is read was checked against its hash; BrokenRecordError says where
    it does not hold.
    """

    async def found(self, setup: TableSetUp, rulebook: str) -> None:
        """Begin the record of a table, and keep the text of its rulebook. Raises StaleRecordError if there is one."""
        ...

    async def tables(self) -> Sequence[TableSetUp]:
        """Give how each table was set up, the house's own record among them, in the order of their names."""
        ...

    async def rulebook(self, digest: str) -> str:
        """Give the text of a rulebook that a table was set up under."""
        ...

    def turn(self, table: str) -> AbstractAsyncContextManager[Turn]:
        """Take a turn at writing. It ends with the block, and what was appended is then durable."""
        ...

    async def head(self, table: str) -> Head:
        """Give where a record ends. Raises UnknownTableError."""
        ...

    def read(self, table: str, after: int = 0) -> AsyncIterator[tuple[Entry, Event | HouseEvent]]:
        """Read events in order."""
        ...

    async def receipt(self, table: str, who: str, ident: str) -> Answered | None:
        """Look up what a command was answered."""
        ...

    async def known(self, table: str, keys: Sequence[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
        """Find which of these were answered before: who asked, and the id."""
        ...

    def refusals(self, table: str, last: int = 100) -> AsyncIterator[Receipt]:
        """Read the last refusals, oldest first."""
        ...

    async def sealed(self, table: str, round_name: str) -> str | None:
        """Give the sealed secret of a round that is not revealed."""
        ...

    async def balances(self, prefix: str = "") -> Mapping[str, int]:
        """Give the balances of accounts whose names begin so."""
        ...

    async def meters(self, table: str) -> Mapping[str, int]:
        """Give a table's counters."""
        ...

    async def wait(self, table: str, after: int) -> int:
        """Wait until a record has grown past a place, and give where it ends. May wake early."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


class SignedIn(NamedTuple):
    """Who a session belongs to."""

    name: str
    owner: bool


class Invitation(NamedTuple):
    """Who was invited, and until when."""

    name: str
    until: str
    owner: bool


class Sessions(Protocol):
    """Who is signed in and who was invited. Tokens and codes come as hashes."""

    async def sign_in(self, token_hash: str, name: str, *, owner: bool) -> None:
        """Keep a session."""
        ...

    async def session(self, token_hash: str) -> SignedIn | None:
        """Look a session up."""
        ...

    async def sign_out(self, token_hash: str) -> None:
        """End a session."""
        ...

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person."""
        ...

    async def invite(self, code_hash: str, invitation: Invitation) -> None:
        """Keep an invitation."""
        ...

    async def redeem(self, code_hash: str) -> Invitation | None:
        """Use an invitation up."""
        ...

    async def names(self) -> AbstractSet[str]:
        """Give everybody who has a session."""
        ...

    async def has_owner(self) -> bool:
        """Whether an owner ever signed in."""
        ...


class Wheel(Protocol):
    """The house's own random wheel."""

    def commit(self, *, table: str, round_id: str) -> tuple[bytes, str]:
        """Give a fresh secret and the commitment to it."""
        ...

    def pocket(self, secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str]) -> str:
        """Give the pocket that follows from the secret."""
        ...


class Seal(Protocol):
    """Keeps a secret from whoever reads the record alone."""

    def close(self, secret: bytes, table: str, round_name: str) -> str:
        """Seal a secret."""
        ...

    def open(self, sealed: str, table: str, round_name: str) -> bytes:
        """Open a sealed secret."""
        ...
