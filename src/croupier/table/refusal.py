"""A no is a value: a stable code, the clause, the facts, and whether the same may pass later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
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
    TOO_MANY_WAGERS = "too-many-wagers"
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
        """Whether the same command can succeed later, unchanged."""
        return self in ACCEPTABLE_AFTER


ACCEPTABLE_AFTER = MappingProxyType(
    {
        Code.TABLE_CLOSED: "the table is open",
        Code.ROUND_OPEN: "the round is over",
        Code.BETTING_CLOSED: "betting is open",
        Code.BETTING_OPEN: "no more bets is called",
        Code.NOT_SPUN: "the ball is spun",
        Code.NOT_AUTHORIZED: "it is authorized",
        Code.NOT_AT_REST: "the ball is at rest",
        Code.NOT_COUNTED: "the revolutions are counted",
        Code.RULING_NEEDED: "it is ruled on",
        Code.NOTHING_TO_RULE: "there is something to rule on",
        Code.NO_OUTCOME: "the outcome is declared",
        Code.NO_DOLLY: "the dolly is down",
        Code.DOLLY_DOWN: "the dolly is lifted",
        Code.PERMISSION_NEEDED: "it is permitted",
        Code.COLOR_TAKEN: "the other player has redeemed the color",
        Code.ONE_COLOR: "the player has redeemed the other color",
        Code.CHIP_VALUE_FIXED: "the chips of the other value are redeemed",
        Code.NOT_ENOUGH_CHIPS: "the player has bought or won them",
        Code.APPROVAL_NEEDED: "it is approved",
        Code.BELOW_MINIMUM: "more of the player's stake lies there",
        Code.ABOVE_MAXIMUM: "less lies there",
    }
)
"""The codes that pass, and after what. With any other code the command itself has to change, or it is already done, or
its moment has passed: the same words in a later round would be about another round."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command the rules do not allow. Nothing happened."""

    code: Code
    clause: Clause
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    @property
    def passing(self) -> bool:
        """Whether the same command can succeed later, unchanged."""
        return self.code.passing

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({facts}) [{self.clause}]" if facts else f"{self.code} [{self.clause}]"


class RefusedError(CroupierError):
    """A refusal for those who prefer exceptions."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
