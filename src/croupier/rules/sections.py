"""Reading the procedure of a rulebook: the classes of ``procedure`` are the schema."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from croupier.rules import procedure as schema
from croupier.rules.clause import Basis, Cited, Clause
from croupier.rules.pocket import Pocket
from croupier.rules.stake import STAKE_MAX
from croupier.rules.toml import Section


def read_procedure(top: Section) -> schema.Procedure | None:
    """Read every procedural section; None if any of them could not be read."""
    parts: dict[str, Any] = {}
    for name, shape in schema.SECTIONS.items():
        section = top.section(name)
        if section is not None:
            parts[name] = _read_section(section, shape, extra={"amounts"} if name == "limits" else frozenset())
    parts["irregularities"] = _read_irregularities(top.section("irregularities"))
    parts["no_spin"] = _read_no_spin(top.section("no_spin"))
    whole = len(parts) == len(fields(schema.Procedure)) and all(part is not None for part in parts.values())
    return schema.Procedure(**parts) if whole else None


@lru_cache
def _shape(section: type) -> Mapping[str, tuple[Any, bool]]:
    """For each field of a section: what its value may be, and whether it must be given."""
    hints = typing.get_type_hints(section)
    found = {}
    for name, hint in hints.items():
        optional = typing.get_origin(hint) is typing.Union
        cited = next(arg for arg in typing.get_args(hint) if arg is not type(None)) if optional else hint
        found[name] = (typing.get_args(cited)[0], not optional)
    return found


def described(section: type) -> dict[str, tuple[str, bool]]:
    """Say for each key of a section what its value may be, in words, and whether it must be given."""
    return {name: (_in_words(inner), required) for name, (inner, required) in _shape(section).items()}


def _in_words(inner: Any) -> str:  # noqa: ANN401 - a type
    if typing.get_origin(inner) is tuple:
        return f"a list of {_in_words(typing.get_args(inner)[0])}"
    if inner is Pocket:
        return "pocket labels in one text"
    if inner in (bool, int):
        return "true or false" if inner is bool else "a whole number of at least 1"
    return ", ".join(f"`{choice}`" for choice in inner)


def _read_section(section: Section, shape: type, *, extra: set[str] | frozenset[str]) -> object | None:
    values: dict[str, Any] = {}
    complete = True
    for name, (inner, required) in _shape(shape).items():
        values[name] = read_cited(section, name, inner, required=required)
        complete = complete and not (required and values[name] is None)
    section.taken |= extra
    section.finish()
    return shape(**values) if complete else None


def read_cited(section: Section, key: str, inner: Any, *, required: bool = True) -> Cited[Any] | None:  # noqa: ANN401 - a type
    """Read ``key = { value = …, clause = "…" }``; without a clause the value needs a basis."""
    entry = section.section(key, required=required)
    if entry is None:
        return None
    value = _value(entry, inner)
    clauses, basis, note = read_grounds(entry)
    entry.finish()
    return None if value is None else Cited(value, clauses, basis, note)


def read_grounds(entry: Section) -> tuple[tuple[Clause, ...], Basis | None, str]:
    """Read what a value rests on: clauses, a basis where the text alone does not give it, and a note."""
    basis = entry.choice("basis", Basis) if "basis" in entry.data else None
    clauses = entry.clauses(required=basis is None)
    note = entry.text("note", required=basis is Basis.OUR_READING, expected="a note that says why we read it so") or ""
    return clauses, basis, note


def _value(entry: Section, inner: Any) -> Any:  # noqa: ANN401 - a type, and what it describes
    if inner is bool:
        return entry.flag("value")
    if inner is int:
        return entry.amount("value", most=STAKE_MAX)
    if typing.get_origin(inner) is tuple:
        return _values(entry, typing.get_args(inner)[0])
    assert issubclass(inner, StrEnum)
    return entry.choice("value", inner)


def _values(entry: Section, item: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - a type
    if item is Pocket:
        return tuple(map(Pocket, entry.labels("value"))) or None
    given = entry.texts("value", expected="a list of words")
    if "value" not in entry.data or not isinstance(entry.data["value"], list):
        return None
    chosen = [entry.chosen("value", word, item) for word in given]
    return None if None in chosen or len(given) != len(entry.data["value"]) else tuple(chosen)


def _read_irregularities(
    section: Section | None,
) -> Mapping[schema.Irregularity, schema.IrregularityRule] | None:
    if section is None:
        return None
    found = {}
    for irregularity in schema.Irregularity:
        entry = section.section(irregularity)
        if entry is None:
            continue
        value = entry.choice("value", schema.Treatment)
        until = entry.choice("until", schema.Until, default=schema.Until.ANY_TIME)
        clauses, basis, note = read_grounds(entry)
        entry.finish()
        if value is not None and until is not None:
            found[irregularity] = schema.IrregularityRule(value, until, clauses, basis, note)
    section.finish()
    return MappingProxyType(found) if len(found) == len(schema.Irregularity) else None


def _read_no_spin(section: Section | None) -> schema.NoSpin | None:
    if section is None:
        return None
    suspicion = read_cited(section, "suspicion", bool)
    until = read_cited(section, "until", schema.NoSpinUntil)
    callers: dict[schema.Role, Cited[Any]] = {}
    named = section.section("callers", required=False)
    if named is not None:
        for key in list(named.data):
            role = named.key_choice(key, schema.Role)
            named.taken.add(key)
            reasons = read_cited(named, key, tuple[schema.Irregularity, ...])
            if role is not None and reasons is not None:
                callers[role] = reasons
    section.finish()
    if suspicion is None or until is None:
        return None
    return schema.NoSpin(MappingProxyType(callers), suspicion, until)
