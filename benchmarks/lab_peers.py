"""The systems as one would write them without a library: a plain loop over spins, and arrays over sessions."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]
After = Callable[[int, int, int, bool], tuple[int, int]]

REDS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
IS_RED = np.array([pocket in REDS for pocket in range(37)])
LINE = (1, 2, 3, 4)
LONGEST = 10
STEPS = (1, 3, 2, 6)


def careful(state: tuple[int, int] = (1, 0), laid: int = 1, won: bool = True) -> tuple[int, int]:
    """One unit more after two losses in a row: the player's own function of these measurements."""
    if won:
        return 1, 0
    return (laid + 1, 0) if state[1] == 1 else (laid, 1)


def _fibonacci(want: int, more: int, laid: int, won: bool) -> tuple[int, int]:
    if won:
        return (1, 1) if more <= 2 else (2 * want - more, more - want)
    return (more, want + more) if laid == want else (want, more)


def _oscar(want: int, cost: int, laid: int, won: bool) -> tuple[int, int]:
    if not won:
        return want, cost + laid
    cost -= laid
    return (1, 0) if cost < 0 else (min(laid, cost) + 1, cost)


def _paroli(_want: int, wins: int, laid: int, won: bool) -> tuple[int, int]:
    return (2 * laid, wins + 1) if won and wins < 2 else (1, 0)


def _one_three_two_six(_want: int, wins: int, _laid: int, won: bool) -> tuple[int, int]:
    wins = (wins + 1) % 4 if won else 0
    return STEPS[wins], wins


LOOP_AFTER: dict[str, After] = {
    "flat": lambda want, more, laid, won: (want, more),
    "martingale": lambda want, more, laid, won: (1 if won else 2 * laid, more),
    "grand-martingale": lambda want, more, laid, won: (1 if won else 2 * laid + 1, more),
    "paroli": _paroli,
    "dalembert": lambda want, more, laid, won: (max(laid - 1, 1) if won else laid + 1, more),
    "fibonacci": _fibonacci,
    "oscars-grind": _oscar,
    "1-3-2-6": _one_three_two_six,
    "careful": lambda want, more, laid, won: careful((want, more), laid, won),
}
SYSTEMS = (*LOOP_AFTER, "labouchere")


def by_loop(name: str, sessions: int, spins: int, bankroll: int, maximum: int) -> int:
    """Play session after session, spin after spin; give the spins."""
    chance = random.Random(7)  # noqa: S311 - no secrets here
    if name == "labouchere":
        return sum(_line_session(chance, spins, bankroll, maximum) for _ in range(sessions))
    after, draw = LOOP_AFTER[name], chance.random
    played = 0
    for _ in range(sessions):
        money, want, more = bankroll, 1, 1 if name == "fibonacci" else 0
        for _ in range(spins):
            laid = min(want, maximum)
            if laid > money:
                break
            won = int(draw() * 37) in REDS
            money += laid if won else -laid
            want, more = after(want, more, laid, won)
            played += 1
    return played


def _line_session(chance: random.Random, spins: int, money: int, maximum: int) -> int:
    line = list(LINE)
    for spin in range(spins):
        laid = min(line[0] + line[-1] if len(line) > 1 else line[0], maximum)
        if laid > money:
            return spin
        if int(chance.random() * 37) in REDS:
            money += laid
            line = line[1:-1]
        else:
            money -= laid
            line.append(laid)
        if not 0 < len(line) <= LONGEST:
            line = list(LINE)
    return spins


def by_numpy(name: str, sessions: int, spins: int, bankroll: int, maximum: int) -> int:
    """Play all sessions at once, a spin at a time; give the spins."""
    chance = np.random.default_rng(7)
    money = np.full(sessions, bankroll)
    system = _Lines(sessions) if name == "labouchere" else _Columns(name, sessions)
    played = 0
    for _ in range(spins):
        laid = np.minimum(system.want, maximum)
        on = laid <= money
        won = IS_RED[chance.integers(0, 37, sessions)]
        money += np.where(on, np.where(won, laid, -laid), 0)
        system.step(laid, won, on)
        played += int(np.count_nonzero(on))
    return played


class _Columns:
    """A system of two numbers, a column of each."""

    def __init__(self, name: str, sessions: int) -> None:
        self._after = NUMPY_AFTER[name]
        self.want = np.ones(sessions, dtype=np.int64)
        self.more = np.full(sessions, 1 if name == "fibonacci" else 0)

    def step(self, laid: Column, won: NDArray[np.bool_], on: NDArray[np.bool_]) -> None:
        want, more = self._after(self.want, self.more, laid, won)
        self.want = np.where(on, want, self.want)
        self.more = np.where(on, more, self.more)


class _Lines:
    """Lines in a ring for each session."""

    def __init__(self, sessions: int) -> None:
        self._ring = np.zeros((sessions, 128), dtype=np.int64)
        self._ring[:, :4] = LINE
        self._first, self._last = np.zeros(sessions, dtype=np.int64), np.full(sessions, 4)
        self._all = np.arange(sessions)
        self.want = np.full(sessions, LINE[0] + LINE[-1])

    def step(self, laid: Column, won: NDArray[np.bool_], on: NDArray[np.bool_]) -> None:
        self._ring[self._all, self._last % 128] = laid
        self._first += on & won
        self._last += np.where(on, np.where(won, -1, 1), 0)
        length = self._last - self._first
        anew = (length <= 0) | (length > LONGEST)
        self._first[anew], self._last[anew] = 0, 4
        self._ring[anew, :4] = LINE
        one = self._ring[self._all, self._first % 128]
        other = self._ring[self._all, (self._last - 1) % 128]
        self.want = np.where(self._last - self._first == 1, one, one + other)


def _fibonacci_columns(want: Column, more: Column, laid: Column, won: Any) -> tuple[Column, Column]:
    bottom, whole = more <= 2, laid == want
    down = np.where(bottom, 1, 2 * want - more), np.where(bottom, 1, more - want)
    up = np.where(whole, more, want), np.where(whole, want + more, more)
    return np.where(won, down[0], up[0]), np.where(won, down[1], up[1])


def _oscar_columns(want: Column, cost: Column, laid: Column, won: Any) -> tuple[Column, Column]:
    left = cost - laid
    gained = left < 0
    next_want = np.where(gained, 1, np.minimum(laid, left) + 1)
    return np.where(won, next_want, want), np.where(won, np.where(gained, 0, left), cost + laid)


def _paroli_columns(_want: Column, wins: Column, laid: Column, won: Any) -> tuple[Column, Column]:
    on = won & (wins < 2)
    return np.where(on, 2 * laid, 1), np.where(on, wins + 1, 0)


def _steps_columns(_want: Column, wins: Column, _laid: Column, won: Any) -> tuple[Column, Column]:
    wins = np.where(won, (wins + 1) % 4, 0)
    return np.array(STEPS)[wins], wins


def _careful_columns(_want: Column, lost: Column, laid: Column, won: Any) -> tuple[Column, Column]:
    return np.where(won, 1, laid + (lost == 1)), np.where(won | (lost == 1), 0, 1)


NUMPY_AFTER: dict[str, Callable[[Column, Column, Column, Any], tuple[Column, Column]]] = {
    "flat": lambda want, more, laid, won: (want, more),
    "martingale": lambda want, more, laid, won: (np.where(won, 1, 2 * laid), more),
    "grand-martingale": lambda want, more, laid, won: (np.where(won, 1, 2 * laid + 1), more),
    "paroli": _paroli_columns,
    "dalembert": lambda want, more, laid, won: (np.where(won, np.maximum(laid - 1, 1), laid + 1), more),
    "fibonacci": _fibonacci_columns,
    "oscars-grind": _oscar_columns,
    "1-3-2-6": _steps_columns,
    "careful": _careful_columns,
}
