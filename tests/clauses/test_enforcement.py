"""What is named as acting on a value exists and reads that value while rounds are played."""

import ast
import importlib
import inspect
import textwrap
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest

from croupier.rulebooks import text_of
from croupier.rules.enforcement import ACTS_ON, acting_parts
from croupier.rules.procedure import SECTIONS, NoSpin
from croupier.rules.rulebook import parse
from testkit.rulebooks.house import MBS_3, US
from testkit.rulebooks.readers import watched
from testkit.rulebooks.scenes import scenes
from testkit.rulebooks.stated import stated
from testkit.rulebooks.sweep import answers

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


@cache
def readers() -> Mapping[str, frozenset[str]]:
    """Play every scene, and find who reads which value."""
    found: dict[str, set[str]] = {}
    few = [name for name in scenes() if not name.startswith("irregular-") or name.endswith(("hangs", "unlisted"))]
    texts = ((MBS_3, text_of(MBS_3)), (US, stated(text_of(US), "rulings.correction_of", "current-round")))
    for base, text in texts:
        noting = watched(parse(text, base), lambda key, name: found.setdefault(key, set()).add(name))
        for name in few:
            list(answers(noting, base, name))
    return {key: frozenset(names) for key, names in found.items()}


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
