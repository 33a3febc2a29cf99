"""A rulebook with one value stated otherwise: by its key, as ``flat`` names it."""

import re
from collections.abc import Sequence

from testkit.rulebooks.house import replaced

_VALUE = re.compile(r'value = ("[^"]*"|\[[^]]*]|true|false|\d+)')
_CITES = re.compile(r'(clause = "[^"]*"|clauses = \[[^]]*])')

Value = str | bool | int | Sequence[str]


def written(value: Value) -> str:
    """Write a value as TOML does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(written(one) for one in value)}]"


def stated(text: str, key: str, value: Value, clause: str | None = None, **beside: str) -> str:
    """State a value, with its clause if one is given, and other words beside it, such as ``until``.

    A key that the file does not have yet is added to its section, and the section to the file.
    """
    section, _, name = key.rpartition(".")
    line = _line(text, section, name)
    if line is None:
        grounds = f'clause = "{clause}"' if clause else 'basis = "convention"'
        head = f"[{section}]\n"
        text = text if f"\n{head}" in text else replaced(text, "\n[clauses]\n", f"\n{head}\n[clauses]\n")
        new = f"{name} = {{ value = {written(value)}, {_and(beside)}{grounds} }}"
        return replaced(text, f"\n{head}", f"\n{head}{new}\n")
    new = _VALUE.sub(lambda _: f"value = {written(value)}", line, count=1)
    for word, choice in beside.items():
        new = re.sub(rf'{word} = "[^"]*", ', "", new)
        new = new.replace("value = ", f'{word} = "{choice}", value = ', 1)
    if clause is not None:
        cited = _CITES.sub(lambda _: f'clause = "{clause}"', new, count=1)
        new = cited if cited != new else new.replace(" }", f', clause = "{clause}" }}')
    return text if new == line else _in_section(text, section, line, new)


def unstated(text: str, key: str) -> str:
    """Leave out a key, which the file has."""
    section, _, name = key.rpartition(".")
    line = _line(text, section, name)
    assert line is not None, key
    return _in_section(text, section, f"{line}\n", "")


def _and(beside: dict[str, str]) -> str:
    return "".join(f'{word} = "{choice}", ' for word, choice in beside.items())


def _body(text: str, section: str) -> tuple[int, int]:
    start = text.find(f"\n[{section}]\n")
    if start < 0:
        return 0, 0
    end = text.find("\n[", start + 1)
    return start, end if end > 0 else len(text)


def _line(text: str, section: str, name: str) -> str | None:
    start, end = _body(text, section)
    lines = text[start:end].splitlines()
    return next((line for line in lines if line.startswith(f"{name} = ")), None)


def _in_section(text: str, section: str, old: str, new: str) -> str:
    start, end = _body(text, section)
    return text[:start] + replaced(text[start:end], old, new) + text[end:]
