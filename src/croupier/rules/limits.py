"""What a table takes: minimum and maximum by kind, and how they apply.

Amounts come from the rulebook where its document states them, or from a
table's own limits file, which has the same shape for every rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from croupier.rules.clause import Clause
from croupier.rules.errors import LimitsError
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most one player may stake on one bet of a kind, both included."""

    stake_min: int
    stake_max: int
    clauses: tuple[Clause, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a range that no stake fits."""
        if not 0 < self.stake_min <= self.stake_max:
            raise LimitsError(f"a limit needs 0 < min <= max, not {self.stake_min} and {self.stake_max}")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force at a table. A kind without an entry has none."""

    by_kind: Mapping[Kind, Limit] = field(default_factory=lambda: MappingProxyType({}))
    intake: Intake = Intake.REFUSE
    scope: LimitScope = LimitScope.PLAYER
    chip_value_min: int | None = None

    def of(self, kind: Kind) -> Limit | None:
        """Return the limit of a kind, or None if the table sets none."""
        return self.by_kind.get(kind)


NO_LIMITS = Limits()
