"""What a house's wheels did, from its own record: the outcome of each round, who spun, which way, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from croupier.audit.findings import Findings
from croupier.audit.rulesets import StoredRulesets, read_rulesets
from croupier.house.desk import DESK
from croupier.house.faults import BrokenRecordError
from croupier.house.setup import TableSetUp
from croupier.rules.errors import CroupierError
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RawRecord
from croupier.table.events import BallSpun, OutcomeDeclared

_TAGS = ("betting-opened/", "ball-spun/", "outcome-declared/", "round-voided/")


@dataclass(frozen=True, slots=True)
class SpinOnRecord:
    """One round that had an outcome and was not voided."""

    table: str
    round: str
    pocket: str
    dealer: str
    """Who spun the ball; empty if nobody did, as with an outcome that was entered alone."""
    direction: str
    at: str
    """When the outcome was declared, in UTC."""


@dataclass(frozen=True, slots=True)
class TableSpins:
    """The spins of one table, in their order, under its rulebook."""

    table: str
    ruleset: Ruleset
    spins: tuple[SpinOnRecord, ...]
    voided: int
    """Rounds with an outcome that were voided afterwards: they are left out."""


def spins_on_record(raw: RawRecord, tables: Iterable[str] = ()) -> list[TableSpins]:
    """Read the outcomes of these tables, or of all. Raises what is wrong with the record at the first thing found."""
    there = [name for name in raw.tables() if name != DESK]
    wanted = list(tables) or there
    for name in wanted:
        if name not in there:
            raise CroupierError(f"no table {name!r:.60}; there are {', '.join(there) or 'none'}")
    rulesets = read_rulesets(raw, Findings())
    return [_of_table(raw, name, rulesets) for name in wanted]


def _of_table(raw: RawRecord, table: str, rulesets: StoredRulesets) -> TableSpins:
    rows = ((str(row[1]), str(row[2])) for row in raw.rows("events", table))
    tag, line = next(rows, ("", ""))
    setup = read_stored(tag, line) if tag else None
    if not isinstance(setup, TableSetUp):
        raise BrokenRecordError(f"table {table}", "does not begin with its set-up; see: croupier audit")
    ruleset = rulesets.of(setup, Findings())
    if ruleset is None:
        raise BrokenRecordError(f"table {table}", "its rulebook cannot be read; see: croupier audit")
    found, voided = [], 0
    for one in _rounds(table, rows):
        if one is None:
            voided += 1
        else:
            found.append(one)
    return TableSpins(table, ruleset, tuple(found), voided)


def _rounds(table: str, rows: Iterable[tuple[str, str]]) -> Iterator[SpinOnRecord | None]:
    """Yield the outcome of each round, None if it was voided; the last one declared in a round holds."""
    blank = SpinOnRecord(table, "", "", "", "", "")
    now, void = blank, False
    for tag, line in rows:
        if not tag.startswith(_TAGS):
            continue
        if tag.startswith("betting-opened/"):
            yield from _ended(now, void=void)
            now, void = blank, False
        elif tag.startswith("round-voided/"):
            void = True
        else:
            now = _after(now, tag, line)
    yield from _ended(now, void=void)


def _ended(spin: SpinOnRecord, *, void: bool) -> Iterator[SpinOnRecord | None]:
    if spin.pocket:
        yield None if void else spin


def _after(spin: SpinOnRecord, tag: str, line: str) -> SpinOnRecord:
    event = read_stored(tag, line)
    if isinstance(event, BallSpun):
        return replace(spin, dealer=event.by.name, direction=str(event.ball))
    if isinstance(event, OutcomeDeclared):
        at = decoded(line).get("at")
        return replace(spin, round=event.round or "", pocket=str(event.pocket), at=at if isinstance(at, str) else "")
    return spin
