"""The responses for auditors."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from croupier.table.commands import Ball
from croupier.web.api.decision_shapes import MeaningOut
from croupier.web.api.shapes import Seq, Strict


class RoundIn(Strict):
    """The seq after which to read, and how many events at most."""

    after: Seq = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 2000


Moment = Annotated[str, msgspec.Meta(min_length=4, max_length=40, pattern="^[0-9T:.+Z-]+$")]


class WheelTestIn(Strict):
    """Which spins of a table to test; without anything, all."""

    dealer: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    direction: Ball | None = None
    since: Moment | None = None
    until: Moment | None = None


class FindingOut(msgspec.Struct):
    """Something that is wrong: where, what, and what was expected."""

    where: str
    what: str
    expected: str


class CheckedOut(msgspec.Struct):
    """One check: how many things it looked at, and what it found wrong."""

    check: str
    looked: int
    findings: list[FindingOut]


class RoundChecksOut(msgspec.Struct):
    """One round, checked on its own; hashes by the seq of their event, for staff."""

    sound: bool
    first: int
    last: int
    checks: list[CheckedOut]
    hashes: dict[str, str]


class RefusedOut(msgspec.Struct):
    """A refused command; ``after`` is the seq at which the record ended then."""

    place: int
    at: str
    after: int
    command: dict[str, Any]
    refused: dict[str, Any]


class AgainBetOut(msgspec.Struct):
    """One player's bet under both rulebooks; gains in the smallest unit, a loss below zero."""

    player: str
    position: str
    stake: int
    gain: int
    other_gain: int
    clauses: list[str]
    other_clauses: list[str]
    note: str


class AgainOut(msgspec.Struct):
    """A round under another rulebook; ``difference`` is how much more all players would have gained."""

    rulebook: str
    other: str
    pocket: str | None
    difference: int
    lines: list[AgainBetOut]
    notes: list[str]


class RulingOut(msgspec.Struct):
    """What the person who ruled on a wager saw: the meanings, and the chosen one unless the wager was returned."""

    wager: str
    stake: int
    chosen: str | None
    outcome: str | None
    readings: list[MeaningOut]


class WireRuleOut(msgspec.Struct):
    """One of our own rules."""

    clause: str
    summary: str
