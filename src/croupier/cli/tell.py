"""Rulebooks for people: tables and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.padding import Padding
from rich.text import Text

from croupier.cli.output import add_row, clause_text, console, percent, say, show, table
from croupier.rules import plain
from croupier.rules.diff import Change, Difference, Fate, Side
from croupier.rules.enforcement import TOLD_ONLY
from croupier.rules.errors import Problem
from croupier.rules.odds import PositionOdds, position_odds
from croupier.rules.position import Position
from croupier.rules.procedure import flat
from croupier.rules.ruleset import Ruleset
from croupier.rules.telling import Audience
from croupier.rules.telling import audience as concerns
from croupier.rules.telling import tell as sentence
from croupier.rules.unexpressed import note_of

_HEADINGS = {Audience.PLAYER: "For players", Audience.DEALER: "For the dealer", Audience.PIT: "For the pit"}
POCKETS_SHOWN = 60


def rulesets(rows: Sequence[Mapping[str, Any]]) -> None:
    made = table("", ("ref", "title", "house", "effective", "pockets", "positions"), right=("pockets", "positions"))
    for row in rows:
        figures = (row["pockets"], row["positions"])
        add_row(made, row["ref"], row["title"], row["house"] or "not named", row["effective"] or "not named", *figures)
    show(made)


def ruleset(one: Ruleset) -> None:
    """Print a rulebook: head, kinds, procedure, readings."""
    say(one.title, style="bold")
    effective = one.effective.isoformat() if one.effective else "not named"
    house, before = one.house or "not named", one.supersedes or "nothing"
    say(f"{one.ref}   house: {house}   effective: {effective}   supersedes: {before}")
    say(f"digest {one.digest}", style="dim")
    order = "" if one.wheel.verified else "   UNVERIFIED ORDER, for drawing only"
    say(f"wheel  {' '.join(one.wheel.order)}{order}", style="" if one.wheel.verified else "yellow")
    say()
    unexpressed(one)
    kinds(one)
    procedure(one)
    readings(one)
    say(f"Shown only, without an effect at the table: {', '.join(TOLD_ONLY)}.", style="dim")


def unexpressed(one: Ruleset) -> None:
    """Print what the program does not do of the document, before anything that it does."""
    if not one.unexpressed:
        return
    made = table("What this program does not do of it", ("clauses", "what", "touches", "on"))
    for gap in one.unexpressed:
        touches = ", ".join(gap.affects) or "nothing that is listed here"
        cited = clause_text(plain.numbers(gap.clauses))
        add_row(made, cited, gap.what, touches, " ".join(gap.on) or "every outcome", style="yellow")
    show(made)


def kinds(one: Ruleset) -> None:
    """Print what each kind pays."""
    made = table(
        "Kinds", ("kind", "in the document", "count", "pays", "house edge", "limits", "clauses"), right=("count",)
    )
    for kind, price in one.prices.items():
        own = [p for p in one.positions.values() if p.kind is kind]
        limit = one.limits.of(kind)
        span = f"{limit.stake_min}…{limit.stake_max}" if limit else ""
        edge = marked(position_odds(one, own[0]))
        cited = clause_text(plain.numbers(dict.fromkeys((*price.placed, *price.priced))))
        add_row(made, kind, price.word, len(own), f"{price.to_one} to 1", edge, span, cited)
    show(made)
    starred(position_odds(one, position).note for position in one.positions.values())


def procedure(one: Ruleset) -> None:
    """Print how a round is run, in sentences, by whom it concerns."""
    values = flat(one.procedure)
    for reader, heading in _HEADINGS.items():
        say(heading, style="bold")
        for key, ground in values.items():
            if concerns(key) is reader:
                gaps = note_of(gap for gap in one.unexpressed if gap.touches_key(key))
                _bullet(sentence(key, ground), plain.numbers(ground.clauses), ground.basis, gaps)
        say()


def readings(one: Ruleset) -> None:
    """Print which values the document does not state."""
    made = table("What the document does not state", ("key", "value", "basis", "clauses", "why"))
    for reading in one.readings:
        value = reading.value if len(reading.value) <= POCKETS_SHOWN else f"{reading.value[:POCKETS_SHOWN]}…"
        add_row(made, reading.key, value, reading.basis, clause_text(plain.numbers(reading.clauses)), reading.note)
    show(made)


def marked(odds: PositionOdds) -> str:
    """Write an edge; a star marks one that is not the document's, because something is not carried out."""
    return f"{percent(odds.edge)}{' *' if odds.note else ''}"


def starred(notes: Iterable[str]) -> None:
    """Say what the star means, if there is one."""
    distinct = dict.fromkeys(note for note in notes if note)
    if distinct:
        say(f"* as far as the document is carried out: {'; '.join(distinct)}", style="yellow")


def positions(one: Ruleset, rows: Sequence[Position]) -> None:
    made = table(
        f"{one.title}: {_count(len(rows), 'position')}",
        ("position", "pockets", "pays", "clauses", "basis"),
        right=("pays",),
    )
    for row in rows:
        name = row.name if len(row.placements) == 1 else f"{row.name} (also {', '.join(row.placements[1:])})"
        gaps = note_of(one.not_carried_out(row.name))
        pays = f"{row.pays}{' *' if gaps else ''}"
        add_row(made, name, " ".join(row.pockets), pays, clause_text(plain.numbers(row.clauses)), row.basis)
    show(made)
    starred(note_of(one.not_carried_out(row.name)) for row in rows)


def clauses(one: Ruleset, rows: Sequence[Mapping[str, Any]]) -> None:
    made = table(
        f"{one.title}: {_count(len(rows), 'clause')}",
        ("clause", "nature", "in our words", "where", "tests"),
        right=("tests",),
    )
    for row in rows:
        add_row(made, f"§{row['clause']}", row["nature"], row["summary"], "\n".join(row["where"]), len(row["tests"]))
    show(made)


def difference(found: Difference) -> None:
    """Print what changed, first for each reader, then clause by clause."""
    say(f"From {found.before.title} to {found.after.title}", style="bold")
    say()
    for reader, heading in _HEADINGS.items():
        own = [change for change in found.changes if change.audience is reader]
        if own:
            say(heading, style="bold")
            for change in own:
                _changed(change)
            say()
    if not found.changes:
        say("Nothing changes for players, the dealer or the pit.")
        say()
    if found.newly_stated:
        say("Held before as our reading, now in the text", style="bold")
        for change in found.newly_stated:
            assert change.after is not None
            _bullet(change.after.says, plain.numbers(change.after.clauses), None)
        say()
    _clauses_changed(found)


def _changed(change: Change) -> None:
    new, old = change.after, change.before
    if new is not None:
        _bullet(new.says, plain.numbers(new.clauses), new.basis)
        if old is not None:
            _aside(f"before: {old.says}", old)
    elif old is not None:
        _bullet(f"No longer: {old.says}", plain.numbers(old.clauses), old.basis)


def _clauses_changed(found: Difference) -> None:
    made = table("Clause by clause", ("before", "after", "", "in our words, after"))
    styles = {Fate.ADDED: "green", Fate.REMOVED: "red", Fate.CHANGED: "yellow", Fate.MOVED: "dim"}
    for one in found.clauses:
        if one.fate is not Fate.SAME:
            old, new = (f"§{number}" if number else "-" for number in (one.before, one.after))
            add_row(made, old, new, one.fate, one.summary, style=styles[one.fate])
    same = sum(one.fate is Fate.SAME for one in found.clauses)
    show(made)
    say(f"{same} clauses say the same under the same number.", style="dim")


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _bullet(says: str, numbers: Sequence[str], basis: str | None, note: str = "") -> None:
    line = Text("• " + says + " ")
    line.append_text(clause_text(numbers))
    if basis is not None:
        line.append(f"{' ' if numbers else ''}({basis})", style="magenta")
    if note:
        line.append(f" [{note}]", style="yellow")
    console().print(Padding(line, (0, 0, 0, 1), expand=False))


def _aside(text: str, side: Side) -> None:
    line = Text(text + " ", style="dim")
    line.append_text(clause_text(plain.numbers(side.clauses)))
    if side.basis is not None:
        line.append(f"{' ' if side.clauses else ''}({side.basis})", style="magenta")
    console().print(Padding(line, (0, 0, 0, 5), expand=False))


def findings(found: Mapping[str, Sequence[Problem]]) -> None:
    """Print what the linter found, file by file."""
    for file, problems in found.items():
        if not problems:
            say(f"{file}: nothing found", style="green")
            continue
        made = table(f"{file}: {len(problems)} found", ("code", "key", "what"))
        for one in problems:
            add_row(made, one.code, one.key, one.message, style="red" if one.malformed else "yellow")
        show(made)


def problem(one: Problem) -> dict[str, object]:
    """Write a problem as plain data."""
    return {"code": one.code, "key": one.key, "message": one.message, "malformed": one.malformed}
