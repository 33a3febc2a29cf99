"""The source of a player's function: the lines of its file, if they are unchanged."""

from __future__ import annotations

import ast
import linecache
from textwrap import dedent
from types import CodeType, FunctionType


def definition(function: object) -> ast.FunctionDef | None:
    """Find the definition of a function; None if it is not available, has changed since, or is a lambda."""
    if not isinstance(function, FunctionType):
        return None
    code = function.__code__
    linecache.checkcache(code.co_filename)
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name and _first_line(node) == code.co_firstlineno:
            return node if _compiles_to(node, code) else None
    return None


def lines_of(function: object) -> str | None:
    """Return the lines of a function's definition, dedented; None if they are not available."""
    node = definition(function)
    if node is None or not isinstance(function, FunctionType):
        return None
    lines = linecache.getlines(function.__code__.co_filename)
    return dedent("".join(lines[_first_line(node) - 1 : node.end_lineno]))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _compiles_to(node: ast.FunctionDef, code: CodeType) -> bool:
    """Compile a definition on its own, inside a function that has the names it closes over, and compare."""
    around = ast.parse(f"def around():\n {''.join(f'{name} = ' for name in code.co_freevars)}None\n def inner(): pass")
    holder = around.body[0]
    assert isinstance(holder, ast.FunctionDef)
    bare = holder.body[-1]
    assert isinstance(bare, ast.FunctionDef)
    bare.name, bare.args, bare.body = node.name, node.args, node.body
    try:
        whole = compile(around, code.co_filename, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    (outer,) = (each for each in whole.co_consts if isinstance(each, CodeType))
    return any(
        _same(each, code) for each in outer.co_consts if isinstance(each, CodeType) and each.co_name == node.name
    )


def _same(one: CodeType, other: CodeType) -> bool:
    names = ("co_name", "co_code", "co_names", "co_varnames", "co_freevars", "co_argcount", "co_kwonlyargcount")
    # Constants by their repr, since 1 and True are equal.
    looks = repr(one.co_consts) == repr(other.co_consts)
    return looks and all(getattr(one, name) == getattr(other, name) for name in names)
