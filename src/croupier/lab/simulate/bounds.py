"""Whether a custom function stays within 64 bits, proven from its source.

Compiled arithmetic wraps around silently where Python's does not. So the function is
interpreted with intervals instead of numbers: each number of the state and
``laid`` is anything up to ``STATE_MAX``, and every result must fit at every
step. What is not proven to fit (loops, powers, calls, a divisor that may be 0) is not
wrong; it is played in plain Python, with the same results.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import NoReturn

from croupier.lab.custom import STATE_MAX, After
from croupier.lab.simulate.intervals import ARITHMETIC, TRUTH, Number, Value, absolute, constant, either, extreme
from croupier.lab.source_code import definition

FITS = 2**63 - 1
"""Without the last negative number, so that no change of sign overflows."""

ANYTHING = Number(-STATE_MAX, STATE_MAX)
UNITS = Number(1, STATE_MAX)
"""What was laid, and what is wanted: the function is always called with these."""
PARAMETERS = 3
WORDS_MAX = 60

Names = dict[str, Value]
Constants = tuple[tuple[str, object], ...]
"""The outside numbers that a function reads, as they are now: once compiled, it keeps them."""

_COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CALLED = ("min", "max", "abs", "int")


class UnprovenError(Exception):
    """Why a function is not proven to stay within 64 bits."""


def shown_to_fit(function: After, numbers: int) -> Constants:
    """Return the constants of a function whose arithmetic all fits; raise the reason if that is not proven."""
    written = definition(function)
    if written is None or not isinstance(function, FunctionType):
        raise UnprovenError("its source is not at hand, as a function of a file's")
    try:
        return _Interpreter(function, numbers).read(written)
    except RecursionError:
        raise UnprovenError("it is nested too deeply") from None


def why_plain(function: After, numbers: int) -> str | None:
    """Return why a function is not proven to fit; None if it is."""
    try:
        shown_to_fit(function, numbers)
    except UnprovenError as error:
        return str(error)
    return None


def _refuse(node: ast.AST, why: str, named: str | None = None) -> NoReturn:
    words = named or ast.unparse(node).partition("\n")[0]
    words = words if len(words) <= WORDS_MAX else f"{words[:WORDS_MAX]}…"
    raise UnprovenError(f"line {getattr(node, 'lineno', 0)}: {words} {why}")


class _Interpreter:
    """Interprets one function, statement by statement."""

    def __init__(self, function: FunctionType, numbers: int) -> None:
        self._function, self._numbers = function, numbers
        self._constants: dict[str, object] = {}

    def read(self, written: ast.FunctionDef) -> Constants:
        given = written.args
        if len(given.args) != PARAMETERS or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
            _refuse(written, "has other parameters than state, laid and won", written.name)
        start: Sequence[Value] = ((UNITS, *(ANYTHING,) * (self._numbers - 1)), UNITS, TRUTH)
        names = dict(zip((each.arg for each in given.args), start, strict=True))
        if self._block(written.body, names) is not None:
            _refuse(written, "may end without a return", written.name)
        return tuple(sorted(self._constants.items()))

    # --- statements: what each name may be after them; None where they always return

    def _block(self, body: Sequence[ast.stmt], names: Names) -> Names | None:
        for statement in body:
            after = self._after(statement, names)
            if after is None:
                return None
            names = after
        return names

    def _after(self, statement: ast.stmt, names: Names) -> Names | None:
        match statement:
            case ast.Return(value=ast.expr() as given):
                self._check_returned(given, names)
                return None
            case ast.If(test=test, body=body, orelse=other):
                self._truth(test, names)
                return _joined(self._block(body, names), self._block(other, names))
            case ast.Assign(targets=[target], value=given) | ast.AnnAssign(target=target, value=ast.expr() as given):
                return names | _bound(target, self._value(given, names))
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=given):
                made = ast.BinOp(ast.copy_location(ast.Name(name, ast.Load()), target), op, given)
                return names | {name: self._value(ast.copy_location(made, statement), names)}
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                return names
            case _:
                _refuse(statement, "is more than arithmetic and if")

    def _check_returned(self, node: ast.expr, names: Names) -> None:
        value = self._value(node, names)
        if not isinstance(value, tuple) or len(value) != self._numbers or any(each.truth for each in value):
            _refuse(node, f"is not a tuple of {self._numbers} whole numbers")

    # --- expressions: what they may be

    def _truth(self, node: ast.expr, names: Names) -> None:
        if isinstance(node, ast.BoolOp):
            for each in node.values:
                self._truth(each, names)
        else:
            self._number(node, names)

    def _number(self, node: ast.expr, names: Names) -> Number:
        value = self._value(node, names)
        if isinstance(value, tuple):
            _refuse(node, "is not a number")
        return value

    def _value(self, node: ast.expr, names: Names) -> Value:  # noqa: C901, PLR0912 - a case for each kind of expression
        match node:
            case ast.Constant(value=given):
                return _fitting(node, constant(given))
            case ast.Name(id=name):
                return names[name] if name in names else self._outside(node, name)
            case ast.Tuple(elts=parts):
                return tuple(self._number(part, names) for part in parts)
            case ast.Subscript(value=whole, slice=index):
                return _part(node, self._value(whole, names), self._number(index, names))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._truth(operand, names)
                return TRUTH
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self._number(operand, names)
                return Number(-number.high, -number.low)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                return _worked_out(node, op, self._number(left, names), self._number(right, names))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(isinstance(op, _COMPARED) for op in ops):
                for each in (left, *others):
                    self._number(each, names)
                return TRUTH
            case ast.BoolOp(values=parts):
                return _fitting(node, either([self._number(part, names) for part in parts]))
            case ast.IfExp(test=test, body=body, orelse=other):
                self._truth(test, names)
                return _fitting(node, either([self._value(body, names), self._value(other, names)]))
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if self._is_builtin(name):
                return _called(node, name, [self._number(each, names) for each in given])
            case _:
                _refuse(node, "is more than arithmetic and if")

    def _outside(self, node: ast.expr, name: str) -> Value:
        """Look up a name from outside the function."""
        code, known = self._function.__code__, self._function.__globals__
        if name in (*code.co_varnames, *code.co_cellvars):
            _refuse(node, "may have no value yet, or one of two kinds")
        try:
            cells = dict(zip(code.co_freevars, self._function.__closure__ or (), strict=True))
            given = cells[name].cell_contents if name in cells else known.get(name)
        except ValueError:
            given = None
        value = _fitting(node, constant(given))
        self._constants[name] = given
        return value

    def _is_builtin(self, name: str) -> bool:
        code, known = self._function.__code__, self._function.__globals__
        own = name in (*code.co_varnames, *code.co_freevars, *code.co_cellvars) or name in known
        return name in _CALLED and not own


def _joined(one: Names | None, other: Names | None) -> Names | None:
    """Return what each name may be after either branch; a name of two kinds is forgotten."""
    if one is None or other is None:
        return other if one is None else one
    both = {name: either([one[name], other[name]]) for name in one if name in other}
    return {name: value for name, value in both.items() if value is not None}


def _bound(target: ast.expr, value: Value) -> Names:
    match target:
        case ast.Name(id=name):
            return {name: value}
        case ast.Tuple(elts=parts) if isinstance(value, tuple) and len(parts) == len(value):
            named = [part.id for part in parts if isinstance(part, ast.Name)]
            if len(named) == len(parts):
                return dict(zip(named, value, strict=True))
    _refuse(target, "is not a name, nor as many names as there are numbers")


def _fitting(node: ast.expr, value: Value | None) -> Value:
    if value is None:
        _refuse(node, "is not one whole number in every case")
    if not all(number.within(FITS) for number in (value if isinstance(value, tuple) else (value,))):
        _refuse(node, "may be beyond 64 bits")
    return value


def _worked_out(node: ast.expr, op: ast.operator, one: Number, other: Number) -> Value:
    if isinstance(op, ast.FloorDiv | ast.Mod) and other.low <= 0 <= other.high:
        _refuse(node, "may divide by 0")
    return _fitting(node, ARITHMETIC[type(op)](one, other))


def _part(node: ast.expr, whole: Value, index: Number) -> Value:
    """Take a number out of a tuple; only a known index may count from the end."""
    size = len(whole) if isinstance(whole, tuple) else 0
    low, high = (index.low + size, index.high + size) if index.low == index.high < 0 else (index.low, index.high)
    if not isinstance(whole, tuple) or index.truth or not 0 <= low <= high < size:
        _refuse(node, "may be outside of what there is")
    return _fitting(node, either(whole[low : high + 1]))


def _called(node: ast.expr, name: str, given: list[Number]) -> Value:
    if name == "int" and len(given) == 1:
        return Number(given[0].low, given[0].high)
    if any(each.truth for each in given) or (len(given) == 1) != (name == "abs") or name == "int" or not given:
        _refuse(node, "is more than arithmetic and if")
    return absolute(given[0]) if name == "abs" else extreme(min if name == "min" else max, given)
