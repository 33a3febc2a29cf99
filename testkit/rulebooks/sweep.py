"""The sweep: every documented value put into a copy of a rulebook and played, to see that it changes what a table does.

A value is compared with the one that the rulebook has. Both cite the same clause, one that nothing else cites, so
that what differs is the value's doing. If a key has only one value, it has to be cited: there the two differ in the
clause alone. Answers are compared as the wire gives them: events, codes, facts, citations and amounts; and what
everybody sees of the table.
"""

import json
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from croupier.rulebooks import text_of
from croupier.rules import procedure as schema
from croupier.rules.enforcement import TOLD_ONLY
from croupier.rules.errors import RulebookError
from croupier.rules.irregularities import Irregularity, Treatment, Until
from croupier.rules.later import Since
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import POSITIONS, Role, flat
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.rules.zones import placements
from croupier.table.rounds import acts, read_rounds
from croupier.table.session import Session
from croupier.table.state import new_table
from croupier.table.views import public_view
from croupier.table.wire import command_json
from testkit.rulebooks.house import replaced
from testkit.rulebooks.scenes import scenes
from testkit.rulebooks.stated import Value, stated, unstated

BASES = ("mbs-roulette/3", "us-double-zero/1")
MARK = "X"
"""The clause that nothing else cites."""
ROUNDS = Path(__file__).resolve().parents[2] / "tests" / "rounds"
ALONE = frozenset({"zero_line.value", "format"})
"""Values beside which no other fits the rest of the file, so that reading tells them apart."""
NOTHING, ANY = "left out", "stated"

SOONER = {
    "chips": ("color-chips", "chip-minimum", "away", "cash-chips", "unbought"),
    "limits": ("limits", "lenient", "own-limits", "sittings"),
    "no_spin": ("no-spin", "power"),
    "power": ("power",),
    "closing": ("closing", "unclosed"),
    "outcome": ("outcome", "unclosed"),
    "settlement": ("zeros", "moved", "outcome", "unconfirmed"),
    "wagers": ("moved", "closing", "opening", "acting", "cash-chips"),
    "rulings": ("outcome", "irregular-unlisted"),
    "spin": ("revolutions",),
    "round": ("opening", "closing", "irregular-ball-broke"),
    "roles": ("acting", "opening"),
    "pays": ("kinds",),
}
"""Where a section's values are likely to show."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A value to be tried, and how to write it into a rulebook beside the one that it is compared with."""

    key: str
    own: str
    value: str
    write: Callable[[str], tuple[str, str]]
    """Return two texts that are to be told apart."""

    @property
    def names(self) -> tuple[str, str]:
        """The two values that are told apart, if they are."""
        return f"{self.key} = {self.own}", f"{self.key} = {self.value}"


# --- which values there are -----------------------------------------------------------------------------------------


def values(base: str) -> list[Tried]:
    """Return every documented value to be tried under a base: of the procedure, and of the rest of the file."""
    return [*procedure_values(base), *other_values(base)]


def procedure_values(base: str) -> Iterator[Tried]:
    """Return every documented value of the procedure that differs from the one which the base has."""
    rules = _procedure(base)
    for section, shape in (*schema.SECTIONS.items(), ("no_spin", schema.NoSpin)):
        for name, hint in typing.get_type_hints(shape).items():
            if name != "callers":
                given = [one for one in typing.get_args(hint) if one is not type(None)]
                cited = given[0] if type(None) in typing.get_args(hint) else hint
                yield from _of_key(rules, f"{section}.{name}", typing.get_args(cited)[0])
    yield from _callers(rules)
    for kind in Irregularity:
        yield from _irregularity(rules, kind)


@cache
def _procedure(base: str) -> schema.Procedure:
    return parse(text_of(base), base).procedure


def _of_key(rules: schema.Procedure, key: str, inner: Any) -> Iterator[Tried]:
    ground = flat(rules).get(key)
    choices = list(_choices(inner, rules.roles.ladder.value, None if ground is None else ground.value))
    own = None if ground is None else _plain(ground.value)
    others = [value for value in choices if value != own]
    if own is None:
        yield from (Tried(key, NOTHING, _shown(value), _added(key, value)) for value in others)
    elif others:
        yield from (Tried(key, _shown(own), _shown(value), _changed(key, own, value)) for value in others)
        if type(None) in typing.get_args(typing.get_type_hints(_section(key)).get(key.rpartition(".")[2])):
            yield Tried(key, ANY, NOTHING, _left_out(key))
    else:
        yield Tried(key, ANY, _shown(own), _cited(key, own))


def _section(key: str) -> type:
    return {**schema.SECTIONS, "no_spin": schema.NoSpin}[key.partition(".")[0]]


def _choices(inner: Any, ladder: tuple[Role, ...], own: Any) -> Iterator[Value]:
    """Return what a key may be; a position may be one that the ladder does not have."""
    if inner is bool:
        yield from (True, False)
    elif inner is int:
        yield from ((own or 100) + 1, (own or 100) * 2)
    elif inner is Role:
        yield from map(str, POSITIONS)
    elif typing.get_origin(inner) is tuple:
        item = typing.get_args(inner)[0]
        if item is Pocket:
            yield from ("0", "0 17")
        elif own == ladder:
            yield from ([str(role) for role in ladder if role is not gone] for gone in ladder)
            yield from ([*map(str, ladder), str(role)] for role in POSITIONS if role not in ladder)
        else:
            yield from ([], *([str(one)] for one in (POSITIONS if item is Role else item)))
    else:
        yield from map(str, inner)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        pockets = bool(value) and not isinstance(value[0], StrEnum)
        return " ".join(value) if pockets else [str(one) for one in value]
    return value if isinstance(value, bool | int) else str(value)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _callers(rules: schema.Procedure) -> Iterator[Tried]:
    ladder = rules.roles.ladder.value
    for role in POSITIONS:
        key, cited = f"no_spin.callers.{role}", rules.no_spin.callers.get(role)
        # Whoever is not on the ladder calls nothing, so that of the reasons one is as good as another.
        for reasons in ([], *([str(kind)] for kind in Irregularity if role in ladder)):
            if cited is None:
                yield Tried(key, NOTHING, _shown(reasons), _added(key, reasons))
            elif reasons != _plain(cited.value):
                own = _plain(cited.value)
                yield Tried(key, _shown(own), _shown(reasons), _changed(key, own, reasons))
        if cited is not None:
            yield Tried(key, ANY, NOTHING, _left_out(key))


def _irregularity(rules: schema.Procedure, kind: Irregularity) -> Iterator[Tried]:
    rule, key = rules.irregularities[kind], f"irregularities.{kind}"
    own = {"until": str(rule.until), "since": str(rule.since)}
    for value in Treatment:
        if value is not rule.value:
            written = _beside(key, (str(rule.value), own), (str(value), own))
            yield Tried(key, str(rule.value), str(value), written)
    spans: tuple[tuple[str, type[StrEnum]], ...] = (("until", Until), ("since", Since))
    for word, choices in spans:
        for choice in choices:
            if str(choice) != own[word]:
                # What is only recorded is the same at any time, so a void is what may come too early or too late.
                void = (("void", own), ("void", {**own, word: str(choice)}))
                yield Tried(key, f"{word} {own[word]}", f"{word} {choice}", _beside(key, *void))


def other_values(base: str) -> Iterator[Tried]:
    """Return values of what is no procedure: a price, a limit, a box, a clause; and what is only told."""
    text = text_of(base)
    for kind in re.findall(r"^\[pays\.(.+)]$", text, re.MULTILINE):
        pays = f"pays.{kind}"
        yield _edited(f"{pays}.to_one", pays, r"to_one = (\d+)", "to_one = 999")
        yield _edited(f"{pays}.placed", pays, r"placed = \[.*]", f'placed = ["{MARK}"]')
        yield _edited(f"{pays}.clauses", pays, r"clauses = \[.*]", f'clauses = ["{MARK}"]')
    for kind in re.findall(r"^\[limits\.amounts\.(.+)]$", text, re.MULTILINE):
        amounts = f"limits.amounts.{kind}"
        yield _edited(f"{amounts}.min", amounts, r"min = \d+", "min = 600")
        yield _edited(f"{amounts}.max", amounts, r"max = \d+", "max = 650")
        yield _edited(f"{amounts}.clause", amounts, r'clause = ".*"', f'clause = "{MARK}"')
    yield _edited("zero_line.value", "", r'zero_line = { value = "[a-z-]+"', 'zero_line = { value = "top-line"')
    yield _edited(
        "colors",
        "colors",
        r'red = { value = "1 3',
        'red = { value = "3',
        r'black = { value = "',
        'black = { value = "1 ',
    )
    yield _edited("felt", "", "^ *(34(?: 34)?) (35(?: 35)?) (36(?: 36)?)$", r"\1 \3 \2")
    yield _edited("rails.covers", "", r'covers = "1\.\.12"', 'covers = "2..13"')
    yield _edited("rails.label", "", r'label = "1st 12"', 'label = "Lucky twelve"')
    yield _edited("rails.share", "", r'covers = "red" }', 'covers = "red", share = 3 }')
    yield _edited("rails.beside", "", r'beside = "end"', 'beside = "outside-line"')
    if "[[courtesy]]" in text:
        yield _edited("courtesy.position", "", '^position = "split:00-0"', 'position = "split:0-1"')
        yield _edited("courtesy.between", "", r'between = \["dozen:2", "dozen:3"]', 'between = ["dozen:1", "dozen:2"]')
        yield _edited("courtesy.clause", "", r'(between = .*\n)clause = "W2"', rf'\1clause = "{MARK}"')
    yield _edited(
        "citations.clauses", "", r"(?<=\[\[citations]]\n)(positions = .*\n)clauses = \[.*]", rf'\1clauses = ["{MARK}"]'
    )
    yield _edited("citations.positions", "", r"(?<=\[\[citations]]\n)positions = \[.*]", 'positions = ["straight:17"]')
    yield _edited(
        "rails.position",
        *("", 'position = "odd"', 'position = "?"', 'position = "even"', 'position = "odd"'),
        *(r'position = "\?"', 'position = "even"'),
    )
    yield from _gaps()
    yield _edited("ref", "", '^ref = ".*"$', 'ref = "another-house/1"')
    yield _edited("format", "", "^format = 1$", "format = 2")
    yield _edited("pays.KIND.word", "pays.split", r'word = ".*"', 'word = "Otherwise"')
    yield _edited("title", "", r'^title = ".*"$', 'title = "Otherwise"')
    yield _edited("wheel.order", "wheel", r'order = "(\S+) (\S+) (\S+)', r'order = "\1 \3 \2')
    yield _edited("clauses", "", r'summary = "', 'summary = "In other words: ')


GAP = {"clauses": [MARK], "what": "Something.", "affects": ["red", "spin.direction"], "on": "0"}
OTHER_GAPS: Mapping[str, Value] = {"clauses": ["Y"], "what": "Else.", "affects": ["black"], "on": "1"}
"""What is declared not to be carried out, and for each key of that another value."""


def _gaps() -> Iterator[Tried]:
    """Declare something that is not carried out in two ways."""
    for key, other in OTHER_GAPS.items():

        def write(text: str, gap: Mapping[str, Value] = {**GAP, key: other}) -> tuple[str, str]:
            text = marked(text).replace("\n[clauses]\n", '\n[clauses]\n"Y" = { nature = "rule", summary = "Other." }\n')
            return _with_gap(text, GAP), _with_gap(text, gap)

        yield Tried(f"unexpressed.{key}", ANY, "otherwise", write)


def _with_gap(text: str, gap: Mapping[str, Value]) -> str:
    said = "\n".join(f"{key} = {json.dumps(value)}" for key, value in gap.items())
    return replaced(text, "\n[clauses]\n", f"\n[[unexpressed]]\n{said}\n\n[clauses]\n")


def _edited(key: str, section: str, *edits: str) -> Tried:
    """Try a text in which the first match of each pattern, within a section if one is named, is replaced."""

    def write(text: str) -> tuple[str, str]:
        text = marked(text)
        start = text.index(f"\n[{section}]") if section else 0
        after = text[start:]
        for pattern, new in zip(edits[::2], edits[1::2], strict=True):
            after, many = re.subn(pattern, new, after, count=1, flags=re.MULTILINE)
            assert many == 1, (key, pattern)
        return text, text[:start] + after

    return Tried(key, ANY, "otherwise", write)


# --- two texts to be told apart -------------------------------------------------------------------------------------


def marked(text: str) -> str:
    """Add the clause that nothing else cites."""
    entry = f'"{MARK}" = {{ nature = "definition", summary = "Cited by the value that is tried." }}'
    return replaced(text, "\n[clauses]\n", f"\n[clauses]\n{entry}\n")


_TOGETHER: Mapping[str, tuple[str, Value]] = {
    "closing.before_spin": ("closing.before_spin_by", ""),
    "wagers.unclear": ("wagers.unclear_by", ""),
    "wagers.withdrawal": ("wagers.withdrawal_to", ""),
    "chips.off_table": ("chips.off_table_by", ""),
    "chips.color_value": ("chips.color_value_default", 100),
    "closing.before_spin_by": ("closing.before_spin", "authorized"),
    "wagers.unclear_by": ("wagers.unclear", "ruling"),
    "wagers.withdrawal_to": ("wagers.withdrawal", "referred"),
    "chips.off_table_by": ("chips.off_table", "approval"),
    "chips.color_value_default": ("chips.color_value", "default"),
    "chips.value_min": ("chips.marker", "above-minimum"),
    "irregularities": ("rulings.contradicted", "taken"),
    "limits.under_minimum": ("limits.table_amounts", "any"),
    "limits.over_maximum": ("limits.table_amounts", "any"),
    "limits.remembered": ("limits.under_minimum", "once-then-returned"),
    "roles.acting_upwards": ("roles.acting", True),
    "settlement.final": ("rulings.correction_of", "current-round"),
}
"""What has to stand beside a key for its values to mean anything; "" is the highest role."""


def _together(text: str, key: str) -> str:
    """State what a key's values need beside them, where the file says otherwise or nothing."""
    if key not in _TOGETHER and key.partition(".")[0] not in _TOGETHER:
        return text
    other, value = _TOGETHER.get(key) or _TOGETHER[key.partition(".")[0]]
    if value == "" and f"\n{other.partition('.')[2]} = " in text:
        return text
    return stated(text, other, value or ("floor-manager" if '"floor-manager"' in text else "shift-manager"))


def _changed(key: str, own: Value, value: Value) -> Callable[[str], tuple[str, str]]:
    def write(text: str) -> tuple[str, str]:
        text = marked(_together(text, key))
        return stated(text, key, own, MARK), stated(text, key, value, MARK)

    return write


def _added(key: str, value: Value) -> Callable[[str], tuple[str, str]]:
    def write(text: str) -> tuple[str, str]:
        text = marked(_together(text, key))
        return text, stated(text, key, value, MARK)

    return write


def _cited(key: str, own: Value) -> Callable[[str], tuple[str, str]]:
    return lambda text: (marked(text), marked(stated(text, key, own, MARK)))


def _left_out(key: str) -> Callable[[str], tuple[str, str]]:
    return lambda text: (marked(text), marked(unstated(text, key)))


def _beside(
    key: str, before: tuple[str, dict[str, str]], after: tuple[str, dict[str, str]]
) -> Callable[[str], tuple[str, str]]:
    def write(text: str) -> tuple[str, str]:
        text = marked(_together(text, key))
        return stated(text, key, before[0], MARK, **before[1]), stated(text, key, after[0], MARK, **after[1])

    return write


# --- playing --------------------------------------------------------------------------------------------------------


@cache
def _lines(base: str) -> dict[str, tuple[object, tuple[bytes, ...]]]:
    """Return the golden rounds of a rulebook and the scenes: the limits of the table, and what is asked of it."""
    found: dict[str, tuple[object, tuple[bytes, ...]]] = {}
    for name, asked in scenes().items():
        found[name] = None, tuple(json.dumps(one).encode() for one in asked)
    for file in sorted((ROUNDS / base.replace("/", "-")).glob("*.round")):
        told = read_rounds(file.read_text("utf-8"), file.name)
        commands = [{"id": f"c{n}", **command_json(one)} for n, one in enumerate(acts(told))]
        found[f"round {file.stem}"] = told.limits, tuple(json.dumps(one).encode() for one in commands)
    return found


def lines_of(base: str, name: str) -> tuple[bytes, ...]:
    """Return what is asked in a scene."""
    return _lines(base)[name][1]


def answers(ruleset: Ruleset, base: str, name: str) -> Iterator[str]:
    """Play a scene and return the answers, and what anybody sees last; any two texts differ in the digest."""
    limits, lines = _lines(base)[name]
    session = Session(new_table(ruleset, limits=typing.cast("Any", limits), name="this"), ruleset)
    digest = ruleset.digest
    for line in lines:
        yield session.answer(line).replace(digest, "")
    yield str(public_view(session.table, ruleset))


def _in_order(base: str, key: str) -> list[str]:
    section, _, last = key.partition(".")
    first = (f"irregular-{last}",) if section == "irregularities" else SOONER.get(section, ())
    names = list(_lines(base))
    return [*(name for name in first if name in names), *(name for name in names if name not in first)]


def shows_in(tried: Tried, base: str) -> str | None:
    """Return the first scene in which a value makes a difference; "reading" if the rest of the felt forbids it."""
    before, after = tried.write(text_of(base))
    control = parse(before, base)
    try:
        variant = parse(after, base)
    except RulebookError:
        if tried.key in ALONE:
            return "reading"
        raise
    for name in _in_order(base, tried.key):
        pairs = zip(answers(control, base, name), answers(variant, base, name), strict=True)
        if any(one != other for one, other in pairs):
            return name
    return None if placements(control) == placements(variant) else "cloth"


def does_act(tried: Tried, base: str) -> bool:
    """Whether a value makes a difference under its base, or else under any."""
    if shows_in(tried, base) is not None:
        return True
    _, name = tried.names
    others = [(one, other) for one in BASES for other in values(one) if name in other.names]
    return any(shows_in(other, one) is not None for one, other in others if other.names != tried.names or one != base)


def idle(found: Iterable[tuple[Tried, str | None]]) -> list[str]:
    """Return the values that nothing told from any other, under no base."""
    shown: dict[str, bool] = {}
    for tried, scene in found:
        for name in tried.names:
            shown[name] = shown.get(name, False) or scene is not None
    return [name for name, shows in shown.items() if not shows]


def unmarked(names: Iterable[str]) -> list[str]:
    """Return those of some values that the format does not mark as shown only."""
    return [name for name in names if name.partition(" = ")[0] not in TOLD_ONLY]
