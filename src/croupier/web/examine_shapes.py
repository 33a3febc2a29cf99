"""What those who examine a round are given, as shapes."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.web.shapes import ReadingTold


class FindingTold(msgspec.Struct):
    """Something that is wrong: where, what, and what was expected."""

    where: str
    what: str
    expected: str


class CheckedTold(msgspec.Struct):
    """One check: how many things it looked at, and what it found wrong."""

    check: str
    looked: int
    findings: list[FindingTold]


class RoundChecked(msgspec.Struct):
    """A round checked by itself; hashes by the place of their event, for staff."""

    sound: bool
    first: int
    last: int
    checks: list[CheckedTold]
    hashes: dict[str, str]


class RefusedTold(msgspec.Struct):
    """A command that was refused; ``after`` is where the record ended then."""

    place: int
    at: str
    after: int
    command: dict[str, Any]
    refused: dict[str, Any]


class AgainLine(msgspec.Struct):
    """One player's bet under both rulebooks; gains in the smallest unit, a loss below zero."""

    player: str
    position: str
    stake: int
    gain: int
    other_gain: int
    clauses: list[str]
    other_clauses: list[str]
    note: str


class AgainTold(msgspec.Struct):
    """A round under another rulebook; the difference is what all players would have gained more."""

    rulebook: str
    other: str
    pocket: str | None
    difference: int
    lines: list[AgainLine]
    notes: list[str]


class RulingTold(msgspec.Struct):
    """What whoever ruled on a wager had before them: the readings, and the one chosen if the wager was not returned."""

    wager: str
    stake: int
    chosen: str | None
    outcome: str | None
    readings: list[ReadingTold]


class WireRuleTold(msgspec.Struct):
    """One of our own rules."""

    clause: str
    summary: str
