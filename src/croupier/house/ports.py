"""What a live table needs from outside, in its own words. ``storage`` and ``wheels`` implement it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from croupier.house.desk import DeskCommand, DeskEvent
from croupier.house.ledger import Posting
from croupier.house.setup import TableSetUp
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusal import Refusal

Happened: TypeAlias = Event | DeskEvent
Asked: TypeAlias = Command | DeskCommand

C_co = TypeVar("C_co", bound=Asked, covariant=True)
E_co = TypeVar("E_co", bound=Happened, covariant=True)
C_contra = TypeVar("C_contra", bound=Asked, contravariant=True)
E_contra = TypeVar("E_contra", bound=Happened, contravariant=True)


class Head(NamedTuple):
    """Where a record ends: its last event and its last receipt, each with its hash, and the time of the latest."""

    seq: int
    hash: str
    receipts: int
    receipts_hash: str
    at: str


class Entry(NamedTuple):
    """One stored event: ``line`` is its JSON as everybody receives it, of an older version in today's fields."""

    seq: int
    tag: str
    line: str
    prev: str
    hash: str


class Receipt(NamedTuple):
    """How a command was answered, and where its events are. A refused command has none."""

    place: int
    who: str
    id: str
    at: str
    command: str
    """The command as JSON."""
    after: int
    """The seq of the last event before it."""
    events: int
    refused: str | None
    """The refusal as JSON."""
    prev: str
    hash: str


class Act(NamedTuple, Generic[C_co, E_co]):
    """One command and its result: events with what they move, or a refusal."""

    who: str
    id: str
    command: C_co
    events: tuple[E_co, ...] = ()
    postings: tuple[Posting, ...] = ()
    refusal: Refusal | None = None
    seals: tuple[str, str] | None = None
    """A round and its sealed secret, to be stored."""
    unseals: str | None = None
    """A round whose secret is revealed, to be deleted."""
    keeps: tuple[str, str] | None = None
    """The digest and the text of a rulebook, to be stored if it is not there yet."""


AnyAct: TypeAlias = Act[Asked, Happened]
TableAct: TypeAlias = Act[Command, Event]
DeskAct: TypeAlias = Act[DeskCommand, DeskEvent]


class Written(NamedTuple):
    """An act as it was stored."""

    entries: tuple[Entry, ...]
    receipt: Receipt


class Answered(NamedTuple, Generic[C_co]):
    """An act as it was stored, with the command that it answers and the refusal if that was the answer."""

    written: Written
    command: C_co
    refusal: Refusal | None


class Turn(Protocol[C_contra, E_contra]):
    """The right to write once. Nothing counts before the turn has ended without an error."""

    @property
    def head(self) -> Head: ...

    async def append(self, acts: Sequence[Act[C_contra, E_contra]], meters: Mapping[str, int]) -> Sequence[Written]:
        """Write all acts or none, if the record still ends at the head.

        Raises StaleRecordError, ReceiptKnownError or OverdrawnError, and then
        nothing is written; NotStoredError if that is unknown.
        """
        ...


COPIED = "copied:"
"""Stands before the sealed secret of a round under way in a copy of a record. The house that it was copied from may
have revealed that secret since, so the copy must not play the round."""


class Checkpoint(NamedTuple):
    """What follows from a record up to an event, kept beside it. It can be deleted at any time."""

    seq: int
    hash: str
    """Of the event."""
    code: str
    """The digest of the code that made it: other code might read it otherwise."""
    digest: str
    """Of all of it, so that it is noticed if the store has lost a bit."""
    body: bytes


class RecordFault(NamedTuple):
    """Why nothing was stored when it was last tried; a final one ends only when the record is opened anew."""

    why: str
    final: bool


class Record(Protocol):
    """An append-only record of every table, with its receipts, its money and its sealed secrets.

    Whatever is read is checked against its hash; BrokenRecordError says where
    it is broken.
    """

    @property
    def fault(self) -> RecordFault | None:
        """Why nothing can be stored now, as far as is known."""
        ...

    async def probe(self) -> None:
        """Try to store something that changes nothing. Raises HouseFault."""
        ...

    async def begin(self, setup: TableSetUp, rulebook: str) -> None:
        """Begin the record of a table, and store the text of its rulebook. Raises StaleRecordError if there is one."""
        ...

    async def tables(self) -> Sequence[TableSetUp]:
        """Return the set-up of each table, the front desk's included, in the order in which they were set up."""
        ...

    async def rulebook(self, digest: str) -> str:
        """Return the text of a rulebook that the house has, or that a table was set up under."""
        ...

    def turn(self, table: str) -> AbstractAsyncContextManager[Turn[Asked, Happened]]:
        """Take a turn at writing. It ends with the block, and what was appended is then durable."""
        ...

    async def head(self, table: str) -> Head:
        """Return where a record ends. Raises UnknownTableError."""
        ...

    def read(self, table: str, after: int = 0, chunk: int | None = None) -> AsyncIterator[tuple[Entry, Happened]]:
        """Read events in order, so many at a time: whoever reads for a stranger lets others in between."""
        ...

    async def receipt(self, table: str, who: str, ident: str) -> Answered[Asked] | None:
        """Look up how a command was answered."""
        ...

    async def known(self, table: str, keys: Sequence[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
        """Return those of the askers and ids that were answered before."""
        ...

    def refusals(self, table: str, last: int = 100) -> AsyncIterator[Receipt]:
        """Read the last refusals, oldest first."""
        ...

    async def sealed(self, table: str, round_name: str) -> str | None:
        """Return the sealed secret of a round that is not revealed."""
        ...

    async def balances(self, prefix: str = "") -> Mapping[str, int]:
        """Return the balances of accounts whose names begin with a prefix."""
        ...

    async def held(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Return the balances of these accounts; one that was never moved is left out."""
        ...

    async def meters(self, table: str) -> Mapping[str, int]:
        """Return a table's counters."""
        ...

    async def checkpoint(self, table: str) -> Checkpoint | None:
        """Return the checkpoint of a record, if its event is in the record with the same hash."""
        ...

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the last one."""
        ...

    async def drop_checkpoint(self, table: str) -> None:
        """Delete the checkpoint of a record, so that it is read from the beginning next time."""
        ...

    async def wait(self, table: str, after: int) -> int:
        """Wait until a record has grown past a seq, and return where it ends. May wake early."""
        ...

    async def close(self) -> None: ...


class SignedIn(NamedTuple):
    """The owner of a session."""

    name: str
    owner: bool


class Invitation(NamedTuple):
    """The invited person, and until when."""

    name: str
    until: str
    owner: bool


class Sessions(Protocol):
    """Sessions and invitations. Tokens and codes come as hashes."""

    async def sign_in(self, token_hash: str, name: str, *, owner: bool) -> None: ...

    async def session(self, token_hash: str) -> SignedIn | None: ...

    async def sign_out(self, token_hash: str) -> None: ...

    async def sign_out_everywhere(self, name: str) -> None: ...

    async def invite(self, code_hash: str, invitation: Invitation) -> None: ...

    async def withdraw(self, name: str) -> None:
        """Make every unused invitation of a person worthless."""
        ...

    async def redeem(self, code_hash: str) -> Invitation | None:
        """Use an invitation up."""
        ...

    async def names(self) -> AbstractSet[str]:
        """Return the names of everybody with a session."""
        ...

    async def has_owner(self) -> bool:
        """Whether an owner ever signed in."""
        ...


class Wheel(Protocol):
    """The house's own random wheel."""

    def commit(self, *, table: str, round_id: str) -> tuple[bytes, str]:
        """Return a fresh secret and the commitment to it."""
        ...

    def pocket(self, secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str]) -> str:
        """Return the pocket that follows from the secret."""
        ...


class Seal(Protocol):
    """Keeps a secret from anybody who has only the record."""

    def close(self, secret: bytes, table: str, round_name: str) -> str: ...

    def open(self, sealed: str, table: str, round_name: str) -> bytes: ...
