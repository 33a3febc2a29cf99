"""Reading the procedure of a rulebook: the classes of ``procedure`` are the schema."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from croupier.rules import procedure as schema
from croupier.rules.clause import Basis, Cited, Clause
from croupier.rules.irregularities import ALWAYS_LISTED, Irregularity, IrregularityRule, Treatment, Until
from croupier.rules.later import Since
from croupier.rules.pocket import Pocket
from croupier.rules.stake import STAKE_MAX
from croupier.rules.toml import Section, words

MOST: Mapping[str, int] = {"spin.revolutions_min": 100}
"""The largest value of a whole number that is no amount of money."""


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
    hints, later = typing.get_type_hints(section), later_keys(section)
    found = {}
    for name, hint in hints.items():
        union = typing.get_origin(hint) is typing.Union
        cited = next(arg for arg in typing.get_args(hint) if arg is not type(None)) if union else hint
        found[name] = (typing.get_args(cited)[0], not (union or name in later))
    return found


def later_keys(section: type) -> frozenset[str]:
    """Return the keys that the format gained after it was published: those whose field has a default.

    A file that does not state them is read as before, by the default, and keeps its digest.
    """
    return frozenset(field.name for field in fields(section) if field.default is not MISSING)


def described(section: type) -> dict[str, tuple[str, bool]]:
    """Say for each key of a section what its value may be, in words, and whether it must be given."""
    return {name: (_in_words(inner, name), required) for name, (inner, required) in _shape(section).items()}


def _in_words(inner: Any, name: str) -> str:  # noqa: ANN401 - a type
    if typing.get_origin(inner) is tuple:
        return f"a list of {_in_words(typing.get_args(inner)[0], name)}".replace("a position", "positions")
    if inner is Pocket:
        return "pocket labels in one text"
    if inner is int:
        most = next((most for key, most in MOST.items() if key.endswith(f".{name}")), STAKE_MAX)
        return f"a whole number from 1 to {most}"
    if inner is bool:
        return "true or false"
    if inner is schema.Role:
        return ", ".join(f"`{role}`" for role in schema.POSITIONS) if name == "ladder" else "a position of the ladder"
    return ", ".join(f"`{choice}`" for choice in inner)


def _read_section(section: Section, shape: type, *, extra: set[str] | frozenset[str]) -> object | None:
    values: dict[str, Any] = {}
    complete, later = True, later_keys(shape)
    for name, (inner, required) in _shape(shape).items():
        value = read_cited(section, name, inner, required=required)
        complete = complete and not (required and value is None)
        if value is not None or name not in later:
            values[name] = value
    section.taken |= extra
    section.finish()
    return shape(**values) if complete else None


def read_cited(
    section: Section,
    key: str,
    inner: Any,  # noqa: ANN401 - a type
    *,
    required: bool = True,
) -> Cited[Any] | None:
    """Read ``key = { value = …, clause = "…" }``; without a clause the value needs a basis."""
    stated = f'{key} = {{ value = {_wanted(inner)}, clause = "…" }}'
    entry = section.section(key, required=required, expected=stated)
    if entry is None:
        return None
    value = _value(entry, inner)
    clauses, basis, note = read_grounds(entry)
    entry.finish()
    return None if value is None else Cited(value, clauses, basis, note)


def read_grounds(entry: Section) -> tuple[tuple[Clause, ...], Basis | None, str]:
    """Read what a value rests on: clauses, a basis where the text alone does not give it, and a note."""
    basis = entry.choice("basis", Basis, required=False)
    clauses = entry.clauses(required=basis is None)
    note = entry.text("note", required=basis is Basis.OUR_READING, expected="a note that says why we read it so") or ""
    return clauses, basis, note


def _wanted(inner: Any) -> str:  # noqa: ANN401 - a type
    """Write what a value may be as it stands in a file."""
    if typing.get_origin(inner) is tuple:
        item = typing.get_args(inner)[0]
        return '"0 00 1"' if item is Pocket else f"[{words(item)}, …]"
    return {bool: "true or false", int: "a whole number"}.get(inner) or words(inner)


def _value(entry: Section, inner: Any) -> Any:  # noqa: ANN401 - a type, and what it describes
    if inner is bool:
        return entry.flag("value")
    if inner is int:
        return entry.amount("value", most=MOST.get(entry.path, STAKE_MAX))
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
) -> Mapping[Irregularity, IrregularityRule] | None:
    if section is None:
        return None
    found = {}
    for irregularity in Irregularity:
        entry = section.section(irregularity, required=irregularity in ALWAYS_LISTED)
        if entry is None:
            continue
        value = entry.choice("value", Treatment)
        until = entry.choice("until", Until, default=Until.ANY_TIME)
        since = entry.choice("since", Since, default=Since.OPENING)
        clauses, basis, note = read_grounds(entry)
        entry.finish()
        if value is not None and until is not None and since is not None:
            found[irregularity] = IrregularityRule(value, until, clauses, basis, note, since)
    section.finish()
    if not found.keys() >= ALWAYS_LISTED:
        return None
    return MappingProxyType({one: found.get(one) or _unlisted(found) for one in Irregularity})


def _unlisted(found: Mapping[Irregularity, IrregularityRule]) -> IrregularityRule:
    """Treat an irregularity that the file does not list, because the format had no word for it, as an unlisted one."""
    rule = found[Irregularity.UNLISTED]
    note = "The file does not list it, so it is treated as something that is not listed."
    return IrregularityRule(rule.value, rule.until, rule.clauses, Basis.OUR_READING, note, rule.since)


def _read_no_spin(section: Section | None) -> schema.NoSpin | None:
    if section is None:
        return None
    suspicion = read_cited(section, "suspicion", bool)
    until = read_cited(section, "until", schema.NoSpinUntil)
    since = read_cited(section, "since", Since, required=False)
    callers: dict[schema.Role, Cited[Any]] = {}
    named = section.section("callers", required=False)
    if named is not None:
        for key in list(named.data):
            role = named.key_choice(key, schema.Role)
            named.taken.add(key)
            reasons = read_cited(named, key, tuple[Irregularity, ...])
            if role is not None and reasons is not None:
                callers[role] = reasons
    section.finish()
    if suspicion is None or until is None:
        return None
    later = {} if since is None else {"since": since}
    return schema.NoSpin(MappingProxyType(callers), suspicion, until, **later)
