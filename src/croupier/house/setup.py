"""How a table was set up: the first entry of its record, and the table before anything happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset
from croupier.table.events import LimitsStated
from croupier.table.opening import stated
from croupier.table.state import Table, new_table
from croupier.table.stated import limits_stated


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """A table was set up under a rulebook. Its seq is 0."""

    type: ClassVar[str] = "table-set-up"
    seq: int
    table: str
    rulebook: str
    digest: str
    random: bool
    """Whether the house's own random wheel decides."""
    banked: bool
    """Whether every stake comes out of an account."""
    limits: LimitsStated | None = None
    """The rulebook's own if none are given."""


def set_up(
    table: str, ruleset: Ruleset, *, random: bool = False, banked: bool = True, limits: Limits | None = None
) -> TableSetUp:
    """Describe a new table."""
    given = None if limits is None else stated(limits)
    return TableSetUp(0, table, ruleset.ref, ruleset.digest, random=random, banked=banked, limits=given)


def desk_set_up(name: str) -> TableSetUp:
    """Describe the front desk's record."""
    return TableSetUp(0, name, "", "", random=False, banked=True)


def fresh_table(setup: TableSetUp, ruleset: Ruleset) -> Table:
    """Return the table before anything happened at it."""
    limits = None if setup.limits is None else limits_stated(setup.limits)
    return new_table(ruleset, limits=limits, name=setup.table, random=setup.random, banked=setup.banked)
