"""Interval arithmetic: whole numbers known only to lie between two others."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``, or a truth value, which counts as 0 or 1."""

    low: int
    high: int
    truth: bool = False

    def within(self, most: int) -> bool:
        """Whether it is certainly no further from 0 than this."""
        return -most <= self.low and self.high <= most


Value = Number | tuple[Number, ...]

TRUTH = Number(0, 1, truth=True)


def constant(given: object) -> Value | None:
    """Return a whole number, a truth value or a tuple of whole numbers as a value; None for anything else."""
    if type(given) in (bool, int):
        number = int(given)  # type: ignore[call-overload]
        return Number(number, number, truth=given is True or given is False)
    if type(given) is tuple and given and all(type(each) is int for each in given):
        return tuple(Number(each, each) for each in given)
    return None


def either(values: Sequence[Value]) -> Value | None:
    """Return what covers all of these; None if compiled code does not keep their kinds apart."""
    first = values[0]
    if isinstance(first, tuple):
        if any(not isinstance(each, tuple) or len(each) != len(first) for each in values):
            return None
        columns: Any = zip(*values, strict=True)
        parts = tuple(either(column) for column in columns)
        return None if None in parts else parts  # type: ignore[return-value]
    numbers = [each for each in values if isinstance(each, Number) and each.truth == first.truth]
    if len(numbers) < len(values):
        return None
    return Number(min(each.low for each in numbers), max(each.high for each in numbers), first.truth)


def _corners(rule: Callable[[int, int], int], one: Number, other: Number) -> Number:
    """If a rule is monotonic in each number, its extremes are at the ends."""
    ends = [rule(mine, theirs) for mine in (one.low, one.high) for theirs in (other.low, other.high)]
    return Number(min(ends), max(ends))


def _remainder(_one: Number, other: Number) -> Number:
    """A remainder has the sign of its divisor."""
    return Number(0, other.high - 1) if other.low > 0 else Number(other.low + 1, 0)


ARITHMETIC: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: lambda one, other: Number(one.low + other.low, one.high + other.high),
    ast.Sub: lambda one, other: Number(one.low - other.high, one.high - other.low),
    ast.Mult: lambda one, other: _corners(lambda a, b: a * b, one, other),
    ast.FloorDiv: lambda one, other: _corners(lambda a, b: a // b, one, other),
    ast.Mod: _remainder,
}
"""Divisors are known not to be 0."""


def absolute(number: Number) -> Number:
    ends = abs(number.low), abs(number.high)
    return Number(0 if number.low <= 0 <= number.high else min(ends), max(ends))


def extreme(choose: Callable[[list[int]], int], numbers: Sequence[Number]) -> Number:
    return Number(choose([each.low for each in numbers]), choose([each.high for each in numbers]))
