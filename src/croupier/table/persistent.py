"""An immutable map whose newest version costs one dict operation to extend.

``evolve`` must not copy a hundred thousand wagers to add one, and an older
table must stay as it was. The trick is Baker's: the newest version owns a
plain dict; setting a key moves the dict to the new version and leaves in the
old one only what it takes to get back. Reading an old version takes the dict
back to it, so every version answers as if it had been copied.

Keys are never removed, so iteration is in the order in which they were first
set. Not for use by several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar, cast, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

_MISSING = object()


class Map(Generic[K, V]):
    """An immutable mapping."""

    __slots__ = ("_data", "_key", "_newer", "_old")

    _data: dict[K, V] | None
    _key: K
    _old: object
    _newer: Map[K, V]

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._data = dict(items) if items is not None else {}

    def set(self, key: K, value: V) -> Map[K, V]:
        """Return a map with the key set."""
        data = self._data if self._data is not None else self._rooted()
        new: Map[K, V] = Map.__new__(Map)
        if not data:
            # The empty map is shared by many tables and outlives them: it keeps its dict.
            new._data = {key: value}
            return new
        old = data.get(key, _MISSING)
        data[key] = value
        new._data = data
        self._data, self._key, self._old, self._newer = None, key, old, new
        return new

    def copy(self) -> Map[K, V]:
        """Return an equal map with a dict of its own."""
        return Map(self._rooted())

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: D) -> V | D: ...
    def get(self, key: K, default: D | None = None) -> V | D | None:
        """Return the value of a key, or the default."""
        data = self._data if self._data is not None else self._rooted()
        return data.get(key, default)

    def __contains__(self, key: K) -> bool:
        return key in (self._data if self._data is not None else self._rooted())

    def __len__(self) -> int:
        return len(self._rooted())

    def __iter__(self) -> Iterator[K]:
        return iter(tuple(self._rooted()))

    def newest(self) -> Iterator[V]:
        """Iterate over the values, the last key first."""
        return reversed(self._rooted().values())

    def values(self) -> tuple[V, ...]:
        """Return the values in the order of their keys."""
        return tuple(self._rooted().values())

    def items(self) -> tuple[tuple[K, V], ...]:
        """Return keys and values."""
        return tuple(self._rooted().items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and dict(self._rooted()) == other._rooted()

    def __hash__(self) -> int:
        return hash(frozenset(self._rooted()))

    def __repr__(self) -> str:
        return f"Map({self._rooted()!r})"

    def __reduce__(self) -> tuple[type[Map[K, V]], tuple[dict[K, V]]]:
        return (Map, (dict(self._rooted()),))

    def _rooted(self) -> dict[K, V]:
        """Bring the dict to this version, step by step from the version that owns it."""
        if self._data is not None:
            return self._data
        path = [self]
        while path[-1]._data is None:
            path.append(path[-1]._newer)
        for older, newer in zip(reversed(path[:-1]), reversed(path), strict=False):
            data = newer._data
            assert data is not None
            key = older._key
            newer._key, newer._old, newer._newer, newer._data = key, data.get(key, _MISSING), older, None
            if older._old is _MISSING:
                del data[key]
            else:
                data[key] = cast("V", older._old)
            older._data = data
        return cast("dict[K, V]", self._data)
