"""Values made by the short way, from all their fields in order: for what every wager makes anew.

A frozen dataclass sets its fields one by one past its own refusal to be
changed, and that is most of what making one costs. Here a class with the same
slots takes the fields as any class does, and what it made then becomes the
frozen one. A named tuple takes its fields as arguments of a function that does
nothing but make a tuple of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar, cast

T = TypeVar("T")
N = TypeVar("N", bound=tuple[Any, ...])


def of_tuple(kind: type[N]) -> Callable[[tuple[Any, ...]], N]:
    """Give a function that makes a named tuple from the tuple of its fields."""
    return partial(tuple.__new__, kind)


def of_fields(kind: type[T]) -> Callable[..., T]:
    """Give a function that makes a value of a frozen dataclass from its fields; none has a default."""
    names = [field.name for field in fields(cast("Any", kind))]
    own = [name for name in names if name in vars(kind)["__slots__"]]
    # Both, or the refusals of a base that is frozen would be looked up for each field.
    plain = {"__slots__": own, "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    open_kind = type("Open", kind.__bases__, plain)
    lines = [
        f"def made({', '.join(names)}):",
        "    value = new(open_kind)",
        *[f"    value.{name} = {name}" for name in names],
        "    value.__class__ = kind",
        "    return value",
    ]
    space: dict[str, Any] = {"new": object.__new__, "open_kind": open_kind, "kind": kind}
    exec("\n".join(lines), space)  # noqa: S102 - as dataclasses do: names of our own fields
    return cast("Callable[..., T]", space["made"])
