"""The spins that ``croupier wheel test`` looks at: a file of them, or what a house's own record has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from croupier.cli.source import opened
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.audit.spins import SpinOnRecord, TableSpins
    from croupier.lab.bias import Spins


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which spins: of a file or a record, and which of them."""

    file: str | None
    ruleset: Ruleset | None
    column: str | None
    data: str | None
    database: str | None
    tables: tuple[str, ...]
    since: str | None
    until: str | None

    @property
    def name(self) -> str:
        """What the spins come from, in words."""
        if self.file is not None:
            return "standard input" if self.file == "-" else self.file
        where = self.data if self.data is not None else "the record"
        return f"{where}, {', '.join(self.tables)}" if self.tables else str(where)


def chosen_spins(wanted: Wanted) -> tuple[Spins, list[str]]:
    """Read the spins, and say what was left out of them."""
    if wanted.data is None and wanted.database is None:
        return _of_file(wanted)
    if wanted.file is not None or wanted.column is not None:
        raise click.UsageError("give a FILE or --data, not both; --column is for a FILE")
    return _of_record(wanted)


def _of_file(wanted: Wanted) -> tuple[Spins, list[str]]:
    from croupier.lab.bias import read_spins

    if wanted.file is None:
        raise click.UsageError("give a FILE of spins, - for standard input, or --data with a house")
    if wanted.ruleset is None:
        raise click.UsageError("--rules is needed with a FILE: the rulebook of the wheel")
    if wanted.tables or wanted.since is not None or wanted.until is not None:
        raise click.UsageError("--table, --from and --until are for --data")
    spins = read_spins(wanted.file, wanted.ruleset, column=wanted.column)
    ignored = ", ".join(spins.ignored)
    return spins, [f"Columns left out: {ignored}."] if ignored else []


def _of_record(wanted: Wanted) -> tuple[Spins, list[str]]:
    from croupier.audit.spins import spins_on_record
    from croupier.lab.bias import SpinsError, spins

    since, until = _moment(wanted.since, "--from"), _moment(wanted.until, "--until")
    with opened(wanted.data, wanted.database) as raw:
        tables = [one for one in spins_on_record(raw, wanted.tables) if one.spins or wanted.tables]
    ruleset = _one_wheel(tables, wanted.ruleset)
    rows = [spin for one in tables for spin in one.spins if _within(spin, since, until)]
    if not rows:
        raise SpinsError(f"{wanted.name}: no outcomes in it")
    made = spins(
        ruleset,
        [spin.pocket for spin in rows],
        dealer=[spin.dealer for spin in rows],
        direction=[spin.direction for spin in rows],
        wheel=[spin.table for spin in rows],
    )
    voided = sum(one.voided for one in tables)
    said = [f"Left out: {voided} rounds that were voided after an outcome was declared."] if voided else []
    return made, said


def _one_wheel(tables: list[TableSpins], asked: Ruleset | None) -> Ruleset:
    """Return the rulebook of all these tables; wheels with different pockets cannot be tested together."""
    from croupier.lab.bias import SpinsError

    rulesets = [one.ruleset for one in tables] if asked is None else [asked, *(one.ruleset for one in tables)]
    if not rulesets:
        raise SpinsError("no table of this record has an outcome yet")
    wheels = {(ruleset.pockets, ruleset.wheel.order) for ruleset in rulesets}
    if len(wheels) > 1:
        each = ", ".join(f"{one.table} ({one.ruleset.ref})" for one in tables)
        raise SpinsError(f"these wheels are not alike: {each}; name one with --table")
    return rulesets[0]


def _within(spin: SpinOnRecord, since: datetime | None, until: datetime | None) -> bool:
    if since is None and until is None:
        return True
    at = datetime.fromisoformat(spin.at)
    return (since is None or at >= since) and (until is None or at < until)


def _moment(text: str | None, option: str) -> datetime | None:
    """Read a moment; without an offset it is in UTC, as the record is."""
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"{option}: no time: {text[:40]!r}; write 2026-08-01 or 2026-08-01T21:30") from None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
