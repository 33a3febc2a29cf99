"""A no is a value: a stable code, the clause, the facts, and whether the same may pass later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from croupier.rules.clause import Clause
from croupier.rules.errors import CroupierError

Fact: TypeAlias = str | int | bool | list[str] | None


class Code(StrEnum):
    """Why a command was refused. Listed in order of precedence.

    When several apply, the first listed is given. Codes are on the wire and in
    old records: add, never rename, never reuse.
    """

    ID_REUSED = "id-reused"
    ACTING_NOT_ALLOWED = "acting-not-allowed"
    NOT_IN_RULEBOOK = "not-in-rulebook"
    ROLE_NOT_ALLOWED = "role-not-allowed"
    NOT_YOURS = "not-yours"
    SAME_PERSON = "same-person"
    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    ROUND_OVER = "round-over"
    ROUND_OPEN = "round-open"
    BETTING_CLOSED = "betting-closed"
    BETTING_OPEN = "betting-open"
    NOT_SPUN = "not-spun"
    ALREADY_SPUN = "already-spun"
    NOT_AUTHORIZED = "not-authorized"
    ALREADY_DONE = "already-done"
    BELL_MISSING = "bell-missing"
    REASON_MISSING = "reason-missing"
    REASON_NOT_ALLOWED = "reason-not-allowed"
    TOO_LATE = "too-late"
    NOT_AT_REST = "not-at-rest"
    NOT_COUNTED = "not-counted"
    COUNT_WENT_BACK = "count-went-back"
    RULING_NEEDED = "ruling-needed"
    NOTHING_TO_RULE = "nothing-to-rule"
    NO_OUTCOME = "no-outcome"
    NO_DOLLY = "no-dolly"
    DOLLY_DOWN = "dolly-down"
    NOT_A_POCKET = "not-a-pocket"
    WRONG_POCKET = "wrong-pocket"
    SEAT_TAKEN = "seat-taken"
    NO_SEAT = "no-seat"
    UNKNOWN_WAGER = "unknown-wager"
    WAGER_ID_REUSED = "wager-id-reused"
    WAGER_HELD = "wager-held"
    WITHDRAWAL_REFUSED = "withdrawal-refused"
    WITHDRAWAL_REFERRED = "withdrawal-referred"
    NOT_ON_LAYOUT = "not-on-layout"
    COUNTS_WHERE_IT_LIES = "counts-where-it-lies"
    CHIPS_NOT_ACCEPTED = "chips-not-accepted"
    CHIPS_OF_ANOTHER_TABLE = "chips-of-another-table"
    CHIPS_OF_ANOTHER_PLAYER = "chips-of-another-player"
    PERMISSION_NEEDED = "permission-needed"
    COLOR_TAKEN = "color-taken"
    ONE_COLOR = "one-color"
    CHIP_VALUE_FIXED = "chip-value-fixed"
    CHIP_VALUE_MISSING = "chip-value-missing"
    CHIP_VALUE_TOO_LOW = "chip-value-too-low"
    MARKER_MISSING = "marker-missing"
    CHIPS_DO_NOT_ADD_UP = "chips-do-not-add-up"
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    APPROVAL_NEEDED = "approval-needed"
    STAKE_TOO_LARGE = "stake-too-large"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    LIMITS_INVALID = "limits-invalid"
    NAME_TAKEN = "name-taken"
    UNKNOWN_PERSON = "unknown-person"
    UNKNOWN_ALERT = "unknown-alert"

    @property
    def passing(self) -> bool:
        """Whether the same command may be accepted later, unchanged."""
        return self in _PASSING


_PASSING = frozenset(
    {
        Code.TABLE_CLOSED,
        Code.TABLE_OPEN,
        Code.ROUND_OPEN,
        Code.BETTING_CLOSED,
        Code.BETTING_OPEN,
        Code.NOT_SPUN,
        Code.ALREADY_SPUN,
        Code.NOT_AUTHORIZED,
        Code.NOT_AT_REST,
        Code.NOT_COUNTED,
        Code.RULING_NEEDED,
        Code.NOTHING_TO_RULE,
        Code.NO_OUTCOME,
        Code.NO_DOLLY,
        Code.DOLLY_DOWN,
        Code.SEAT_TAKEN,
        Code.NO_SEAT,
        Code.WAGER_HELD,
        Code.PERMISSION_NEEDED,
        Code.COLOR_TAKEN,
        Code.CHIP_VALUE_FIXED,
        Code.ONE_COLOR,
        Code.NOT_ENOUGH_CHIPS,
        Code.APPROVAL_NEEDED,
        Code.ABOVE_MAXIMUM,
    }
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command the rules do not allow. Nothing happened."""

    code: Code
    clause: Clause
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    @property
    def passing(self) -> bool:
        """Whether the same command may be accepted later, unchanged."""
        return self.code.passing

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({facts}) [{self.clause}]" if facts else f"{self.code} [{self.clause}]"


class RefusedError(CroupierError):
    """A refusal for those who prefer exceptions."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
