"""The browser's types, written from the shapes that the OpenAPI and the AsyncAPI document are made of.

``make docs`` writes ``frontend/src/wire/generated.ts``; ``tests/docs`` sees to it that it is fresh.
"""

import typing
from collections.abc import Iterator
from enum import Enum
from types import ModuleType

import msgspec
from msgspec import inspect

from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.web.api import decision_shapes, examine_shapes, lab_shapes, rulebook_shapes, shapes, staff_shapes
from croupier.web.live import shapes as live_shapes

NOTE = "// Written by `make docs` from the shapes in croupier.web; edit those instead."
HIDDEN = "undisclosed"
"""The type of an event that keeps its place but is not for whoever is told."""

CALLED = {"Code": "RefusalCode"}
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def wire_types() -> str:
    """Return the generated file."""
    modules = (shapes, decision_shapes, staff_shapes, rulebook_shapes, examine_shapes, lab_shapes, live_shapes)
    told = [one for module in modules for one in _shapes_of(module)]
    enums = sorted({one for shape in told for one in _enums(inspect.type_info(shape))}, key=lambda one: one.__name__)
    lines = [NOTE, ""]
    lines += _union("EventType", (*(one.type for one in typing.get_args(Event)), HIDDEN))
    lines += _union("CommandName", (one.do for one in typing.get_args(Command)))
    for enum in enums:
        lines += _union(CALLED.get(enum.__name__, enum.__name__), (str(one.value) for one in enum))
    for shape in sorted(told, key=lambda one: one.__name__):
        lines += _interface(shape)
    return "\n".join(lines)


def _shapes_of(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    for one in vars(module).values():
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__ == module.__name__:
            yield one


def _enums(kind: inspect.Type) -> Iterator[type[Enum]]:
    if isinstance(kind, inspect.EnumType):
        yield kind.cls
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            # A shape inside a shape is looked at by itself.
            if not isinstance(field.type, inspect.StructType):
                yield from _enums(field.type)
    elif isinstance(kind, inspect.ListType):
        yield from _enums(kind.item_type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _enums(one)


def _union(name: str, words: typing.Iterable[str]) -> Iterator[str]:
    yield f"export type {name} ="
    yield from (f'  | "{word}"' for word in sorted(words))
    yield "  ;"
    yield ""


def _interface(shape: type[msgspec.Struct]) -> Iterator[str]:
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    unset = {field.encode_name for field in msgspec.structs.fields(shape) if field.default is msgspec.UNSET}
    yield f"// {(shape.__doc__ or '').splitlines()[0]}"
    yield f"export interface {shape.__name__} {{"
    for field in info.fields:
        # What is given has every field but those that may be missing; what is asked may leave out what has a default.
        may_lack = field.encode_name in unset or (info.forbid_unknown_fields and not field.required)
        yield f"  {field.encode_name}{'?' if may_lack else ''}: {_written(field.type)};"
    yield "}"
    yield ""


def _written(kind: inspect.Type) -> str:
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
            return CALLED.get(cls.__name__, cls.__name__)
        case inspect.Metadata(type=described):
            return _written(described)
        case inspect.ListType(item_type=item):
            inner = _written(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_written, items))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_written(value)}>"
        case inspect.UnionType(types=types):
            return " | ".join(_written(one) for one in types)
        case _:
            raise TypeError(f"no TypeScript for {kind!r}")
