"""Round files: whole rounds as people would tell them, with refusals, clauses and money.

::

    ruleset  mbs-roulette/3
    limits   straight 100 to 1000, red 500 to 10000
    people   dan dealer, ann player

    dan: opens the table
        The table is open.                                              wire §2.4
    ann: bets 500 on 17 as w1
        refused betting-closed (phase=closed)                           §3.1

A line at the margin is an act; what is indented follows from it, and the last
line says what the tray gained. ``retold`` plays a file and writes it again, so a
file is right if nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from croupier.rules.errors import CroupierError
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope, Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import By, Command
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.evolve import replay
from croupier.table.phrases import read_phrase
from croupier.table.refusal import Refusal
from croupier.table.retell import cited, retell
from croupier.table.state import Table, new_table

CLAUSE_COLUMN = 96
_SPAN = re.compile(r"([a-z0-9-]+) ([0-9]+) to ([0-9]+)")
_ACT = re.compile(r"(?P<name>[\w-]+)(?: as (?P<acting>[\w-]+))?: (?P<sentence>.+)")


class RoundFileError(CroupierError):
    """A round file that cannot be read, with the line number."""


@dataclass(frozen=True, slots=True)
class RoundFile:
    """The head of a round file and its acts, as written."""

    ref: str
    limits: Limits | None
    people: MappingProxyType[str, Role]
    head: tuple[str, ...]
    acts: tuple[tuple[int, str], ...]


def read_rounds(text: str, name: str) -> RoundFile:
    """Read a round file; lines that follow from others are skipped."""
    ref, limits, people = "", None, dict[str, Role]()
    head, acts = list[str](), list[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), start=1):
        word, _, rest = line.partition(" ")
        if acts or _ACT.fullmatch(line):
            if not line.startswith((" ", "tray ")):
                acts.append((number, line))
            continue
        head.append(line)
        try:
            if word == "ruleset":
                ref = rest.strip()
            elif word == "limits":
                limits = _limits(rest.strip())
            elif word == "people":
                people = {who: Role(role) for who, role in (pair.split() for pair in rest.split(","))}
        except ValueError as error:
            raise RoundFileError(f"{name}, line {number}: {error}") from None
    if not ref or not people or not acts:
        raise RoundFileError(f"{name}: a round file names a ruleset and its people, and then what they do")
    return RoundFile(ref, limits, MappingProxyType(people), tuple(head), tuple(acts))


def _limits(words: str) -> Limits:
    by_kind: dict[Kind, Limit] = {}
    intake, scope, chip = Intake.REFUSE, LimitScope.PLAYER, None
    for part in (part.strip() for part in words.split(",")):
        span = _SPAN.fullmatch(part)
        first, _, second = part.partition(" ")
        if span is not None:
            by_kind[Kind(span[1])] = Limit(int(span[2]), int(span[3]))
        elif first == "intake":
            intake = Intake(second)
        elif first == "scope":
            scope = LimitScope(second)
        elif first == "chip":
            chip = int(second)
        else:
            raise ValueError(f"limits read like 'straight 100 to 1000, intake accept', not {part!r}")
    return Limits(MappingProxyType(by_kind), intake, scope, chip)


def retold(text: str, name: str, rulebook: Callable[[str], Ruleset]) -> str:
    """Play a round file and write it again: the same acts, and what follows from each."""
    file = read_rounds(text, name)
    ruleset = rulebook(file.ref)
    table = new_table(ruleset, limits=file.limits, name="this")
    lines = list(file.head)
    for number, act in file.acts:
        lines.append(act)
        if not act or act.startswith("#"):
            continue
        try:
            table, written = _play(table, act, file, ruleset)
        except ValueError as error:
            raise RoundFileError(f"{name}, line {number}: {error}") from None
        lines += written
    text = "\n".join(line.rstrip() for line in lines).rstrip("\n")
    return f"{text}\n\ntray {table.tray:+d}\n"


def acts(file: RoundFile) -> Iterator[Command]:
    """Return the commands of a round file in order."""
    for _, act in file.acts:
        if act and not act.startswith("#"):
            yield _command(act, file)


def _command(act: str, file: RoundFile) -> Command:
    match = _ACT.fullmatch(act)
    if match is None or match["name"] not in file.people:
        raise ValueError(f"an act reads 'name: what they do', with a name of the people line, not {act!r}")
    by = By(match["name"], file.people[match["name"]], Role(match["acting"]) if match["acting"] else None)
    return read_phrase(by, match["sentence"])


def _play(table: Table, act: str, file: RoundFile, ruleset: Ruleset) -> tuple[Table, list[str]]:
    decision = decide(table, _command(act, file), ruleset)
    if isinstance(decision, Refusal):
        return table, [_line(f"refused {decision.code}{_facts(decision)}", _short(decision, ruleset))]
    return replay(table, decision), list(_written(decision))


def _written(decision: tuple[Event, ...]) -> Iterator[str]:
    for event in decision:
        yield _line(retell(event), cited(event.clauses))


def _facts(refusal: Refusal) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in refusal.facts.items() if name != "why")
    return f" ({shown})" if shown else ""


def _short(refusal: Refusal, ruleset: Ruleset) -> str:
    return f"§{refusal.clause.number}" if refusal.clause.ref == ruleset.ref else str(refusal.clause)


def _line(words: str, clauses: str) -> str:
    return f"    {words:<{CLAUSE_COLUMN}}  {clauses}"
