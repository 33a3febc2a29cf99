"""The messages of a socket: for the AsyncAPI document and the browser's types.

Frames are written from plain data, which is faster; tests hold them to these.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import OpeningCall, Role
from croupier.table.refusal import Code
from croupier.table.state import Phase
from croupier.web.api.shapes import DueOut, GameOut, LimitsOut


class Now(msgspec.Struct):
    """The public state of the round."""

    open: bool
    phase: Phase
    round: str | None
    outcome: str | None
    dolly: str | None
    spun: bool
    """Whether the ball was spun in this round; bets may be closed before that."""
    revolutions: int | None
    revolutions_min: int
    irregularities: list[Irregularity]
    awaits_ruling: bool
    early_close: Role | None
    """On whose authority bets may be closed before the spin in this round, if they may."""
    due: DueOut | None


class RecordEnd(msgspec.Struct):
    """Where a table's record ended: whoever keeps this can show later that the record up to there is the same."""

    seq: int
    hash: str


class Offer(msgspec.Struct):
    """An act that the rulebook gives to the receiver; without ``now``, ``code`` says why it is not possible yet."""

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
    """What one person may see and do: the part that has changed, or all of it after a reconnect.

    Only a player has a purse. ``wallet`` is there when it may have changed.
    """

    offers: list[Offer] | msgspec.UnsetType = msgspec.UNSET
    purse: Purse | msgspec.UnsetType | None = msgspec.UNSET
    wallet: int | msgspec.UnsetType = msgspec.UNSET


class LaidWager(msgspec.Struct):
    """A wager that lies on the cloth; a held one waits for a ruling, and one that won is paid and still lies there."""

    wager: str
    player: str
    position: str
    stake: int
    held: bool
    won: bool


class Snapshot(msgspec.Struct):
    """A table as somebody may see it; the fields after ``results`` depend on who that is."""

    table: str
    ref: str
    title: str
    game: GameOut
    digest: str
    opening: OpeningCall
    """The call by which a round is opened here, as the rulebook has it."""
    automatic: bool
    open: bool
    seq: int
    round: str | None
    phase: Phase
    outcome: str | None
    dolly: str | None
    limits: LimitsOut
    seats: list[str]
    layout: dict[str, int]
    now: Now
    wagers_all: list[LaidWager]
    results: list[str | None]
    offers: list[Offer] | msgspec.UnsetType = msgspec.UNSET
    purse: Purse | msgspec.UnsetType | None = msgspec.UNSET
    wallet: int | msgspec.UnsetType = msgspec.UNSET
    """A player's play money away from the tables."""
    purses: dict[str, Purse | None] | msgspec.UnsetType = msgspec.UNSET
    you: str | msgspec.UnsetType = msgspec.UNSET
    wagers: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET


class Refused(msgspec.Struct):
    """Why a command was refused; ``passing``: the same command may be accepted later."""

    code: Code
    clause: str
    facts: dict[str, Any]
    passing: bool
