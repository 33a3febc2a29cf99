"""What follows from a table's events in the order of its record: the table, its past rounds, the ruleset in force."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from croupier.house.results import Results
from croupier.house.setup import TableSetUp, fresh_table
from croupier.rules.ruleset import Ruleset
from croupier.table.events import BettingOpened, Event
from croupier.table.evolve import evolve
from croupier.table.state import Table

Texts: TypeAlias = Callable[[str], Awaitable[Ruleset]]
"""Reads the rulebook's text that the record keeps under a digest."""


class TableFold:
    """A table as far as its record was read."""

    def __init__(self, table: Table, results: Results, ruleset: Ruleset) -> None:
        self.table, self.results, self.ruleset = table, results, ruleset

    async def take(self, event: Event, line: str, texts: Texts) -> None:
        """Fold one event; ``line`` is its stored form."""
        if isinstance(event, BettingOpened) and event.digest != self.ruleset.digest:
            self.ruleset = self.results.ruleset = await texts(event.digest)
        self.table = evolve(self.table, event)
        self.results.note(event, line)


def fresh_fold(setup: TableSetUp, ruleset: Ruleset) -> TableFold:
    """Return the table before its first event. At a dealt table the luck of players with each dealer is followed."""
    return TableFold(fresh_table(setup, ruleset), Results(ruleset, dealt=not setup.random), ruleset)
