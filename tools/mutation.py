"""What can be wrong with a line of Python: every small change to a module that a test should notice.

A mutation replaces one node of a module's syntax tree. Left alone is what no
test of behavior can or should see: docstrings, type annotations, sentences,
assertions, decorators, and the exact text of ``__repr__``.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

N = TypeVar("N", bound=ast.AST)

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED_CALLS = frozenset({"TypeVar", "NewType", "cast"})
UNORDERED_CALLS = frozenset({"min", "max", "first"})
"""Calls that find the least of their arguments, in whatever order they come."""
UNTOUCHED_NAMES = frozenset({"__slots__", "__all__"})
UNTOUCHED_FIELDS = frozenset({"annotation", "returns", "decorator_list", "type_comment", "bases"})
TEXT_MARK = "~"
SHOWN_MAX = 100


@dataclass(frozen=True)
class Mutation:
    """One node replaced by another. ``statement`` gives its lines; ``at_import`` says that it is in no function."""

    parent: ast.AST
    field: str
    place: int | None
    new: ast.AST
    change: str
    statement: tuple[int, int]
    at_import: bool

    def apply(self) -> None:
        """Put the new node into the tree that this mutation was found in."""
        if self.place is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.place] = self.new


@dataclass(frozen=True)
class Mutant:
    """A mutation by name: which file, the text of the line, what is changed, and how many like it come before."""

    path: str
    index: int
    line: int
    text: str
    change: str
    statement: tuple[int, int]
    at_import: bool
    nth: int

    @property
    def key(self) -> str:
        """A name that stays while other lines change."""
        return f"{self.path}|{self.text}|{self.change}|{self.nth}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


def mutants(path: str, source: str) -> list[Mutant]:
    """List every mutant of a module, in the order of its text."""
    lines = source.splitlines()
    found: list[Mutant] = []
    seen: dict[tuple[str, str], int] = {}
    for index, one in enumerate(mutations(ast.parse(source))):
        line = getattr(one.new, "lineno", one.statement[0])
        text = lines[line - 1].strip()
        nth = seen.get((text, one.change), 0)
        seen[text, one.change] = nth + 1
        found.append(Mutant(path, index, line, text, one.change, one.statement, one.at_import, nth))
    return found


def mutated(source: str, index: int) -> ast.Module:
    """Return the syntax tree of a module with one mutation in it."""
    tree = ast.parse(source)
    for place, one in enumerate(mutations(tree)):
        if place == index:
            one.apply()
            return ast.fix_missing_locations(tree)
    raise IndexError(f"there is no mutation {index}")


def mutations(tree: ast.Module) -> Iterator[Mutation]:
    """Find every mutation of a syntax tree, always in the same order. The tree is as before when it is over."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.JoinedStr):
            _mark_words(statement)
    yield from _inside(tree, (1, 1), at_import=True)


def _mark_words(sentence: ast.JoinedStr) -> None:
    """Remember that text inside of a sentence is part of it: ``f"it lacks {names or 'nothing'}"``."""
    for node in ast.walk(sentence):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.kind = "words"


def _inside(parent: ast.AST, statement: tuple[int, int], *, at_import: bool) -> Iterator[Mutation]:
    for field, value in ast.iter_fields(parent):
        if field in UNTOUCHED_FIELDS:
            continue
        children = value if isinstance(value, list) else [value]
        for place, node in enumerate(children):
            if not isinstance(node, ast.AST) or _untouched(parent, field, place, node):
                continue
            spot = place if isinstance(value, list) else None
            lines = (node.lineno, _header_end(node)) if isinstance(node, ast.stmt) else statement
            if isinstance(parent, ast.FunctionDef) and isinstance(node, ast.arguments):
                # What is given by default is seen by whoever runs the function, not by whoever defines it.
                lines = (parent.lineno, parent.end_lineno or parent.lineno)
            for new in _replacements(parent, field, node):
                yield Mutation(parent, field, spot, new, _told(node, new), lines, at_import)
            inner = at_import and not isinstance(node, ast.FunctionDef | ast.Lambda)
            yield from _inside(node, lines, at_import=inner)


def _header_end(node: ast.stmt) -> int:
    """The last line of a statement, without the statements inside of it."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return node.end_lineno or node.lineno
    first: int = getattr(body[0], "lineno", None) or body[0].pattern.lineno
    return max(node.lineno, first - 1)


def _untouched(parent: ast.AST, field: str, place: int, node: ast.AST) -> bool:
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
        return True
    if isinstance(node, ast.Assign) and {ast.unparse(target) for target in node.targets} & UNTOUCHED_NAMES:
        return True
    if isinstance(node, ast.FunctionDef) and any(ast.unparse(name) == "overload" for name in node.decorator_list):
        return True
    if isinstance(parent, ast.JoinedStr) and isinstance(node, ast.Constant):
        return True  # a sentence around its values
    if isinstance(parent, ast.Call) and ast.unparse(parent.func) in UNTOUCHED_CALLS:
        return field == "args" and place == 0
    return isinstance(parent, ast.Subscript) and field == "slice" and _is_type(parent.value)


def _is_type(node: ast.AST) -> bool:
    """Whether a subscript gives parameters to a type: ``dict[str, Fact]``."""
    return isinstance(node, ast.Name) and node.id in {
        "dict",
        "list",
        "set",
        "tuple",
        "frozenset",
        "type",
        "Callable",
        "Map",
    }


def _told(old: ast.AST, new: ast.AST) -> str:
    return f"{_short(old)} → {_short(new)}"


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {_short(node.test)}"
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…"


def _like(node: N, **changes: Any) -> N:  # noqa: ANN401 - the node's own fields
    new = copy.copy(node)
    for name, value in changes.items():
        setattr(new, name, value)
    return new


def _at(new: ast.expr, old: ast.expr) -> ast.expr:
    return ast.copy_location(new, old)


def _replacements(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield _like(node, op=other)
            yield from _without_operands(node)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            yield _like(node, op=ARITHMETIC[type(node.op)]())
        case ast.AugAssign() if type(node.op) in ARITHMETIC:
            yield _like(node, op=ARITHMETIC[type(node.op)]())
            yield ast.copy_location(ast.Pass(), node)
        case ast.Constant():
            yield from _constants(parent, node)
        case ast.Call():
            yield from _called(node)
        case _:
            yield from _statements(node)
    if field == "test" or (isinstance(parent, ast.comprehension) and field == "ifs"):
        yield from _conditions(node)


def _compared(node: ast.Compare) -> Iterator[ast.Compare]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield _like(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])


def _without_operands(node: ast.BoolOp) -> Iterator[ast.expr]:
    for place in range(len(node.values)):
        left = [*node.values[:place], *node.values[place + 1 :]]
        yield left[0] if len(left) == 1 else _like(node, values=left)


def _constants(parent: ast.AST, node: ast.Constant) -> Iterator[ast.Constant]:
    value = node.value
    if isinstance(value, bool):
        yield _like(node, value=not value)
    elif isinstance(value, int):
        yield _like(node, value=value + 1)
    elif isinstance(value, str) and " " not in value and node.kind != "words" and not isinstance(parent, ast.Expr):
        yield _like(node, value=value + TEXT_MARK)


def _called(node: ast.Call) -> Iterator[ast.expr]:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITES:
        yield _like(node, func=_at(ast.Name(OPPOSITES[node.func.id], ast.Load()), node.func))
    plain = not any(isinstance(one, ast.Starred) for one in node.args[:2])
    plain = plain and ast.unparse(node.func) not in UNTOUCHED_CALLS | UNORDERED_CALLS
    if len(node.args) > 1 and plain and ast.unparse(node.args[0]) != ast.unparse(node.args[1]):
        yield _like(node, args=[node.args[1], node.args[0], *node.args[2:]])


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield _like(node, value=_at(ast.Constant(None), value))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Delete():
            yield ast.copy_location(ast.Pass(), node)
        case ast.Break():
            yield ast.copy_location(ast.Continue(), node)
        case ast.Continue():
            yield ast.copy_location(ast.Break(), node)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.copy_location(ast.Pass(), node)
        case ast.If(orelse=[]):
            yield _like(node, test=_at(ast.Constant(value=False), node.test))
        case _:
            pass


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """Turn a condition round, unless turning its one operator does the same."""
    if isinstance(node, ast.expr) and not isinstance(node, ast.Compare | ast.UnaryOp | ast.Constant):
        yield _at(ast.UnaryOp(ast.Not(), node), node)
