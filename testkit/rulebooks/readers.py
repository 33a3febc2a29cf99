"""Who reads which value of a procedure while rounds are played: functions, found by watching."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from croupier.rules.procedure import Procedure
from croupier.rules.ruleset import Ruleset

Noted = Callable[[str, str], None]
"""Takes a key of the rulebook file and the function that read it."""


class _Watched:
    """A section whose values note who reads them."""

    def __init__(self, section: object, path: str, note: Noted) -> None:
        self._section, self._path, self._note = section, path, note

    def __getattr__(self, name: str) -> object:
        value = getattr(self._section, name)
        if name.startswith("__"):
            return value
        key = f"{self._path}.{name}" if self._path else name
        if not self._path and is_dataclass(value):
            return _Watched(value, key, self._note)
        if isinstance(value, Mapping):
            return _WatchedMap(value, key, self._note)
        self._note(key, _caller())
        return value


class _WatchedMap(Mapping[Any, Any]):
    def __init__(self, values: Mapping[Any, Any], path: str, note: Noted) -> None:
        self._values, self._path, self._note = values, path, note

    def __getitem__(self, key: object) -> object:
        self._note(f"{self._path}.{key}", _caller())
        return self._values[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _caller() -> str:
    """Return the function outside of this module, and of comprehensions, that is running."""
    frame = sys._getframe(1)
    while (
        frame.f_globals["__name__"] in (__name__, "collections.abc", "_collections_abc")
        or frame.f_code.co_name[0] == "<"
    ):
        assert frame.f_back is not None
        frame = frame.f_back
    return f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"


def watched(ruleset: Ruleset, note: Noted) -> Ruleset:
    """Return a ruleset that notes who reads its procedure."""
    assert all(
        is_dataclass(getattr(ruleset.procedure, one.name)) or one.name == "irregularities" for one in fields(Procedure)
    )
    procedure: Any = _Watched(ruleset.procedure, "", note)
    return replace(ruleset, procedure=procedure)
