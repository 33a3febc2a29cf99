"""What a socket tells about a table, as shapes: for the AsyncAPI document and the browser's types.

Frames are written from plain data, which is quicker; tests hold them to these.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.refusal import Code
from croupier.table.state import Phase
from croupier.web.shapes import LimitsTold


class Due(msgspec.Struct):
    """The next call of an automatic table, and how soon it comes."""

    call: str
    in_ms: int


class Now(msgspec.Struct):
    """Where the round is, as everybody may see it."""

    open: bool
    phase: Phase
    round: str | None
    outcome: str | None
    dolly: str | None
    spun: bool
    """Whether the ball was spun in this round; bets may be closed before it is."""
    revolutions: int | None
    revolutions_min: int
    irregularities: list[str]
    awaits_ruling: bool
    early_close: Role | None
    """On whose authority bets may be closed before the spin in this round, if they may."""
    due: Due | None


class Offer(msgspec.Struct):
    """An act that the rulebook gives to whoever is told; without ``now``, ``code`` says what stands in its way."""

    do: str
    choice: str | None
    now: bool
    code: str | None
    clauses: list[str]


class Purse(msgspec.Struct):
    """A player's chips beside the layout; ``worth`` is what the color chips there are worth."""

    cash: int
    owed: int
    color: str | None
    chip_value: int | None
    chips: int
    worth: int
    away: int


class Own(msgspec.Struct):
    """What one person may see and do; only a player has a purse."""

    offers: list[Offer]
    purse: Purse | msgspec.UnsetType | None = msgspec.UNSET


class LaidWager(msgspec.Struct):
    """A wager that lies on the cloth; a held one waits for a ruling."""

    wager: str
    player: str
    position: str
    stake: int
    held: bool


class Snapshot(msgspec.Struct):
    """A table as somebody may see it; what follows ``results`` depends on who that is."""

    table: str
    ref: str
    title: str
    digest: str
    automatic: bool
    open: bool
    seq: int
    round: str | None
    phase: Phase
    outcome: str | None
    dolly: str | None
    limits: LimitsTold
    seats: list[str]
    layout: dict[str, int]
    now: Now
    wagers_all: list[LaidWager]
    results: list[str | None]
    offers: list[Offer] | msgspec.UnsetType = msgspec.UNSET
    purse: Purse | msgspec.UnsetType | None = msgspec.UNSET
    purses: dict[str, Purse | None] | msgspec.UnsetType = msgspec.UNSET
    you: str | msgspec.UnsetType = msgspec.UNSET
    wagers: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET


class Refused(msgspec.Struct):
    """Why a command was refused; ``passing``: the same may be accepted later."""

    code: Code
    clause: str
    facts: dict[str, Any]
    passing: bool
