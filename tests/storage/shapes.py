"""Any event and any command, drawn from the types of their fields; and one plain example of each."""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from croupier.house.desk import DeskCommand, DeskEvent
from croupier.house.setup import TableSetUp
from croupier.table.commands import Chips, Command
from croupier.table.events import Event

EVENTS: tuple[type, ...] = (*typing.get_args(Event), *typing.get_args(DeskEvent))
COMMANDS: tuple[type, ...] = (*typing.get_args(Command), *typing.get_args(DeskCommand))

LONG = ("note", "reason")
SIGNED = ("winnings", "returned", "collected")
ZERO = ("completed",)
NUMBER_MAX = 10**15
PLAIN = st.characters(exclude_categories=("C", "Z")) | st.just(" ")


def text(longest: int) -> st.SearchStrategy[str]:
    """Text as the wire takes it: printable, no blanks around it."""
    return st.text(PLAIN, min_size=1, max_size=longest).filter(lambda one: one == one.strip() and one != "")


def values(hint: Any, name: str, *, least: int = 0) -> st.SearchStrategy[Any]:
    """Draw a value for a field of this type and name."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        inner = next(arg for arg in typing.get_args(hint) if arg is not types.NoneType)
        return st.none() | values(inner, name, least=1)
    if origin is tuple:
        return st.lists(values(typing.get_args(hint)[0], name), min_size=least, max_size=3).map(tuple)
    if origin is dict:
        key, value = typing.get_args(hint)
        return st.dictionaries(values(key, "key"), values(value, "value"), max_size=3)
    if is_dataclass(hint):
        return shapes(typing.cast("type", hint))
    return _plain(hint, name)


def _plain(hint: Any, name: str) -> st.SearchStrategy[Any]:
    if hint is bool:
        return st.booleans()
    if hint is int:
        return amounts(-NUMBER_MAX if name in SIGNED else 0 if name in ZERO else 1)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    if name in ("pocket", "before"):
        return st.sampled_from(["0", "00", "S", "7", "36"])
    return text(500 if name in LONG else 128 if name in ("position", "commitment") else 64)


def amounts(least: int) -> st.SearchStrategy[int]:
    return st.integers(least, NUMBER_MAX)


def shapes(shape: type) -> st.SearchStrategy[Any]:
    """Draw any value of a dataclass that the wire takes."""
    hints = typing.get_type_hints(shape)
    drawn = {}
    for field in fields(shape):
        required = field.default is MISSING
        drawn[field.name] = values(hints[field.name], field.name, least=1 if required else 0)
    if shape is Chips:
        color, cash = drawn.pop("color"), drawn.pop("cash")
        either = st.tuples(color.filter(bool), st.none()) | st.tuples(st.none(), cash.filter(bool))
        return st.builds(lambda pair, **rest: Chips(color=pair[0], cash=pair[1], **rest), either, **drawn)
    return st.builds(shape, **drawn)


def set_ups() -> st.SearchStrategy[TableSetUp]:
    """Draw how a table is set up, the house's own record among them."""
    limits = values(typing.get_type_hints(TableSetUp)["limits"], "limits")
    named = st.just("") | text(64)
    return st.builds(TableSetUp, st.just(0), text(64), named, named, st.booleans(), st.booleans(), limits)


def example(shape: type) -> Any:
    """Return the one plain example of a dataclass, the same for ever."""
    hints = typing.get_type_hints(shape)
    found = {field.name: _example(hints[field.name], field.name) for field in fields(shape)}
    if shape is Chips:
        found["cash"] = None
    return shape(**found)


def _example(hint: Any, name: str) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _example(next(arg for arg in typing.get_args(hint) if arg is not types.NoneType), name)
    if origin is tuple:
        return (_example(typing.get_args(hint)[0], name),)
    if origin is dict:
        key, value = typing.get_args(hint)
        return {_example(key, name): _example(value, name)}
    if is_dataclass(hint):
        return example(typing.cast("type", hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return next(iter(hint))
    return {bool: True, int: 7}.get(hint, "17" if name in ("pocket", "before") else f"the {name} é")
