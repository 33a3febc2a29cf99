"""What is named as acting on a value exists and reads that value while rounds are played."""

import ast
import importlib
import inspect
import json
import textwrap
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from croupier.rulebooks import text_of
from croupier.rules.enforcement import ACTS_ON, acting_parts
from croupier.rules.procedure import SECTIONS, NoSpin
from croupier.rules.rulebook import parse
from croupier.table.commands import Command, PlaceWager, PlaceWagers, RetractWager, RetractWagers
from croupier.table.refusal import Code
from croupier.table.unexpressed import REFUSED_BY, RESTS_ON
from croupier.table.wire import read_line
from testkit.rulebooks.house import MBS_3, RWS, US
from testkit.rulebooks.readers import watched
from testkit.rulebooks.scenes import scenes
from testkit.rulebooks.stated import stated
from testkit.rulebooks.sweep import answers, lines_of

BEFORE_PLAY = {
    "wheel": "wheel",
    "layout": "position",
    "colors": "colors",
    "zero_line": "zero_line",
    "courtesy": "courtesies",
    "citations": "special",
    "pays": "pays",
    "limits.scope": "scope",
    "limits.intake": "intake",
    "limits.amounts": "limit",
}
"""What is read with the file, and the word by which the function has it."""

Parts = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Watched:
    """Who read which value while rounds were played, and in which steps and for which refusals it was read."""

    readers: dict[str, set[str]]
    steps: dict[type[Command], set[str]]
    codes: dict[Code, set[str]]


@cache
def played() -> Watched:
    """Play every scene, and find who reads which value."""
    seen = Watched({}, {}, {})
    few = [name for name in scenes() if not name.startswith("irregular-") or name.endswith(("hangs", "unlisted"))]
    narrow = stated(stated(text_of(MBS_3), "roles.acting_upwards", value=False), "wagers.chips", ["cash"])
    for base, text, names in (
        (MBS_3, text_of(MBS_3), few),
        (US, stated(text_of(US), "rulings.correction_of", "current-round"), few),
        (MBS_3, narrow, ["acting", "cash-chips"]),
        (RWS, text_of(RWS), ["closing", "moved"]),
    ):
        read = set[str]()

        def note(key: str, name: str, read: set[str] = read) -> None:
            read.add(key)
            seen.readers.setdefault(key, set()).add(name)

        noting = watched(parse(text, base), note)
        for name in names:
            last = answers(noting, MBS_3, name)
            for line, answer in zip(lines_of(MBS_3, name), last, strict=False):
                kind, refused = type(read_line(line).command), json.loads(answer).get("refused")
                seen.steps.setdefault(kind, set()).update(read)
                if refused is not None:
                    seen.codes.setdefault(Code(refused["code"]), set()).update(read)
                read.clear()
            list(last)  # what everybody sees in the end
    return seen


def readers() -> Mapping[str, Collection[str]]:
    return played().readers


def lies(parts: Parts) -> list[str]:
    """Return what is said to act on a value and does not."""
    return [f"{key}: {name}" for key, names in parts.items() for name in names if not _acts(key, name)]


def _acts(key: str, name: str) -> bool:
    function = _function(f"croupier.{name}")
    if function is None:
        return False
    if key in BEFORE_PLAY:
        return BEFORE_PLAY[key] in _words(function)
    inner = [one for one in readers() if one == key or one.startswith(f"{key}.")]
    return any(f"croupier.{name}" in readers()[one] for one in inner)


def _function(path: str) -> Callable[..., object] | None:
    module, names = path, list[str]()
    while module:
        try:
            found: object = importlib.import_module(module)
        except ImportError:
            module, _, name = module.rpartition(".")
            names.insert(0, name)
            continue
        for name in names:
            found = getattr(found, name, None)
        return found if callable(found) else None
    return None


def _words(function: Callable[..., object]) -> Iterator[str]:
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def test_what_is_named_reads_the_value() -> None:
    assert lies(ACTS_ON) == []


def test_every_key_of_the_procedure_is_named() -> None:
    shapes = {**SECTIONS, "no_spin": NoSpin}
    keys = {f"{name}.{key}" for name, shape in shapes.items() for key in typing.get_type_hints(shape)}

    assert keys | {"irregularities"} | BEFORE_PLAY.keys() == ACTS_ON.keys()


def test_what_a_step_is_said_to_rest_on_is_read_while_it_is_decided() -> None:
    singles = {PlaceWagers: PlaceWager, RetractWagers: RetractWager}

    assert [
        (kind.__name__, key)
        for kind, keys in RESTS_ON.items()
        for key in keys
        if key not in BEFORE_PLAY and key not in played().steps[singles.get(kind, kind)]
    ] == []


def test_what_a_refusal_is_said_to_rest_on_is_read_for_it() -> None:
    assert [
        (str(code), key)
        for code, keys in REFUSED_BY.items()
        for key in keys
        if key not in BEFORE_PLAY and not any(read.startswith(key) for read in played().codes[code])
    ] == []


def test_every_key_of_the_procedure_touches_a_step_or_a_refusal() -> None:
    shapes = {**SECTIONS, "no_spin": NoSpin}
    keys = {f"{name}.{key}" for name, shape in shapes.items() for key in typing.get_type_hints(shape)}
    of_asker = {"roles.ladder", "wagers.placed_by_staff", "wagers.responsibility"}

    assert keys == of_asker.union(*RESTS_ON.values(), *REFUSED_BY.values())


def test_the_parts_of_a_key_are_found_from_the_inside_out() -> None:
    assert acting_parts("no_spin.callers.dealer") == ("croupier.table.ball._wrong_reason",)
    assert acting_parts("citations[2]") == ("croupier.rules.assembly.positions",)


@pytest.mark.parametrize(
    "lie",
    [
        {"closing.bell": ("table.ball._spun",)},
        {"closing.bell": ("table.ball._no_such_function",)},
        {"closing.bell": ("no.such.module",)},
        {"colors": ("rules.settle.price",)},
    ],
)
def test_a_lie_is_found(lie: Parts) -> None:
    assert len(lies({**ACTS_ON, **lie})) == 1
