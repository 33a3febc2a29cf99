"""Sessions played side by side in NumPy: there at once, to the unit what plain Python and the compiled lanes give.

The lanes are some ten times as fast, but take seconds to be compiled the first time, and one to be loaded later.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.plan import Ending, Plan
from croupier.lab.simulate.sessions import ENDINGS, Engine, Sessions
from croupier.lab.simulate.streams import (
    FACTORS,
    LOW,
    ROUNDS,
    SPINS_PER_BLOCK,
    SPINS_PER_WORD,
    WEYL,
    WORDS,
    passed_over_below,
)
from croupier.lab.systems import (
    DAlembert,
    Fibonacci,
    Flat,
    GrandMartingale,
    Labouchere,
    Martingale,
    OneThreeTwoSix,
    OscarsGrind,
    Paroli,
    System,
    fibonacci,
)

Numbers = NDArray[np.int64]
Truth = NDArray[np.bool_]
Words = NDArray[np.uint64]

AT_A_TIME = 4_096
"""Sessions whose columns stay in the processor's cache."""

LARGEST = 2**61
"""No number of a session may be able to come near the end of 64 bits."""

NEVER = 2**62

_HALF = np.uint64(32)
_LOW = np.uint64(LOW)


def numpy_player(plan: Plan) -> NumpyPlayer | None:
    """Return the player of a plan; None if its system is not one of ours, or its numbers could outgrow 64 bits."""
    memory = _MEMORIES.get(type(plan.system))
    largest = max(plan.bankroll, plan.target or 0)
    per_spin = 2 * plan.units_max * max(plan.cost, *(abs(gain) for gain in plan.gains))
    return None if memory is None or largest + plan.spins * per_spin > LARGEST else NumpyPlayer(plan)


class NumpyPlayer:
    """Plays a plan in columns, one row for each session."""

    engine: Engine = "numpy"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._gains = np.array(plan.gains, dtype=np.int64)

    def __call__(self, seed: int, first: int, count: int) -> Sessions:
        """Play ``count`` sessions from number ``first`` on."""
        parts = [self._played(seed, first + done, min(AT_A_TIME, count - done)) for done in range(0, count, AT_A_TIME)]
        return Sessions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def paths(self, seed: int, first: int, count: int) -> Numbers:
        """Return the bankrolls before the first spin and after each: rows are spins, columns sessions."""
        made = np.empty((self.plan.spins + 1, count), dtype=np.int64)
        made[0] = self.plan.bankroll

        def note(spin: int, rows: Numbers, money: Numbers) -> None:
            made[spin] = made[spin - 1]
            made[spin, rows] = money

        done = self._played(seed, first, count, note)
        made[int(done.spins.max()) + 1 :] = done.bankroll
        return made

    def _played(
        self, seed: int, first: int, count: int, note: Callable[[int, Numbers, Numbers], None] | None = None
    ) -> Sessions:
        """Play some sessions; those that are over are put aside block by block."""
        plan = self.plan
        made = Sessions(_zeros(count), _zeros(count), _zeros(count), np.zeros(count, dtype=np.uint8))
        rows, drawn = np.arange(count), list[Numbers]()
        money, played, staked = np.full(count, plan.bankroll), _zeros(count), _zeros(count)
        memory = _MEMORIES[type(plan.system)](plan.system, count)
        for spin in range(plan.spins):
            if spin % SPINS_PER_BLOCK == 0:
                going = _units(plan, memory.wanted, money)[1]
                if not going.all():
                    self._put_aside(
                        made, rows[~going], money[~going], played[~going], staked[~going], memory.wanted[~going]
                    )
                    rows, money, played, staked = rows[going], money[going], played[going], staked[going]
                    memory.keep(going)
                if not len(rows):
                    return made
                drawn = spins_of_block(seed, first + rows, spin // SPINS_PER_BLOCK, len(plan.gains))
            laid, on = _units(plan, memory.wanted, money)
            gain = self._gains[drawn[spin % SPINS_PER_BLOCK]] * laid
            money += gain
            played += on
            staked += laid
            memory.after(laid, gain > 0, gain != 0)
            if note is not None:
                note(spin + 1, rows, money)
        self._put_aside(made, rows, money, played, staked, memory.wanted)
        return made

    def _put_aside(
        self, made: Sessions, rows: Numbers, money: Numbers, played: Numbers, staked: Numbers, wanted: Numbers
    ) -> None:
        made.bankroll[rows], made.spins[rows], made.staked[rows] = money, played, staked * self.plan.cost
        made.ending[rows] = _endings(self.plan, wanted, money)


def _zeros(count: int) -> Numbers:
    return np.zeros(count, dtype=np.int64)


def _units(plan: Plan, wanted: Numbers, money: Numbers) -> tuple[Numbers, Truth]:
    """Return the units that each session lays now, 0 if it is over, and which go on."""
    units = np.minimum(wanted, plan.units_max)
    going = money < (NEVER if plan.target is None else plan.target)
    if plan.stop_loss is not None:
        going &= money > plan.stop_loss
    if plan.over_maximum == "stop":
        going &= wanted <= plan.units_max
    if plan.short == "all-in":
        affordable = money // plan.cost
        going &= (units <= affordable) | (affordable >= plan.units_min)
        units = np.minimum(units, affordable)
    else:
        going &= units * plan.cost <= money
    return units * going, going


def _endings(plan: Plan, wanted: Numbers, money: Numbers) -> NDArray[np.uint8]:
    """Say why sessions are over, in the order in which it is looked at."""
    cases = [
        money >= (NEVER if plan.target is None else plan.target),
        money <= (-1 if plan.stop_loss is None else plan.stop_loss),
        (wanted > plan.units_max) & (plan.over_maximum == "stop"),
        ~_units(plan, wanted, money)[1],
    ]
    ways = (Ending.TARGET, Ending.STOP_LOSS, Ending.OVER_MAXIMUM, Ending.SHORT)
    found = np.select(cases, [ENDINGS.index(way) for way in ways], ENDINGS.index(Ending.SPINS))
    return found.astype(np.uint8)


# --- the streams, as ``streams`` defines them


def spins_of_block(seed: int, sessions: Numbers, block: int, pockets: int) -> list[Numbers]:
    """Return the 16 spins of a block for some sessions, as indices of pockets, spin by spin."""
    numbers = sessions.astype(np.uint64)
    words = _philox(seed, numbers, block, 0)
    spins = [_fours(word, pockets) for word in words]
    for place in range(WORDS):
        attempt = 0
        rest = spins[place][SPINS_PER_WORD]
        while len(again := np.flatnonzero(rest < np.uint64(passed_over_below(pockets)))):
            attempt += 1
            fours = _fours(_philox(seed, numbers[again], block, attempt)[place], pockets)
            for turn, four in enumerate(fours):
                spins[place][turn][again] = four
            rest = spins[place][SPINS_PER_WORD]
    return [spins[place][turn].astype(np.int64) for turn in range(SPINS_PER_WORD) for place in range(WORDS)]


def _fours(word: Words, pockets: int) -> list[Words]:
    """Return the four spins of each word, and what is left of it."""
    spins = []
    for _ in range(SPINS_PER_WORD):
        product = word * np.uint64(pockets)
        spins.append(product >> _HALF)
        word = product & _LOW
    return [*spins, word]


def _philox(seed: int, sessions: Words, block: int, attempt: int) -> tuple[Words, Words, Words, Words]:
    first, second = np.full(len(sessions), block, dtype=np.uint64), sessions & _LOW
    third, fourth = sessions >> _HALF, np.full(len(sessions), attempt, dtype=np.uint64)
    for turn in range(ROUNDS):
        left, right = ((half + turn * weyl) & LOW for half, weyl in zip((seed & LOW, seed >> 32), WEYL, strict=True))
        by_first, by_third = first * np.uint64(FACTORS[0]), third * np.uint64(FACTORS[1])
        first, second = (by_third >> _HALF) ^ second ^ np.uint64(left), by_third & _LOW
        third, fourth = (by_first >> _HALF) ^ fourth ^ np.uint64(right), by_first & _LOW
    return first, second, third, fourth


# --- the systems, as ``systems`` defines them


class _Units:
    """What sessions of a system remember: the units wanted. Flat stakes stay as they are."""

    def __init__(self, system: System, count: int) -> None:
        self.system = system
        self.wanted: Numbers = np.full(count, system.stake(system.start), dtype=np.int64)

    def keep(self, rows: Truth) -> None:
        """Forget all sessions but these."""
        self.wanted = self.wanted[rows]

    def after(self, laid: Numbers, won: Truth, decided: Truth) -> None:
        """Go on from what was laid where a spin was won or lost."""


class _FromLaid(_Units):
    """Progressions that look at nothing but what was laid."""

    lost: Callable[[Numbers], Numbers]
    won: Callable[[Numbers], Numbers]

    def after(self, laid: Numbers, won: Truth, decided: Truth) -> None:
        self.wanted = np.where(decided, np.where(won, self.won(laid), self.lost(laid)), self.wanted)


class _Martingale(_FromLaid):
    won = staticmethod(np.ones_like)
    lost = staticmethod(lambda laid: 2 * laid)


class _GrandMartingale(_FromLaid):
    won = staticmethod(np.ones_like)
    lost = staticmethod(lambda laid: 2 * laid + 1)


class _DAlembert(_FromLaid):
    won = staticmethod(lambda laid: np.maximum(laid - 1, 1))
    lost = staticmethod(lambda laid: laid + 1)


class _Counting(_Units, ABC):
    """Systems that remember one more number."""

    def __init__(self, system: System, count: int) -> None:
        super().__init__(system, count)
        self.other: Numbers = np.zeros(count, dtype=np.int64)

    def keep(self, rows: Truth) -> None:
        super().keep(rows)
        self.other = self.other[rows]

    def after(self, laid: Numbers, won: Truth, decided: Truth) -> None:
        wanted, other = self.next(laid, won)
        self.wanted, self.other = np.where(decided, wanted, self.wanted), np.where(decided, other, self.other)

    @abstractmethod
    def next(self, laid: Numbers, won: Truth) -> tuple[Numbers, Numbers]:
        """Return the units wanted and the other number after a win or a loss."""


class _Paroli(_Counting):
    """The other number counts the wins of a run."""

    def next(self, laid: Numbers, won: Truth) -> tuple[Numbers, Numbers]:
        assert isinstance(self.system, Paroli)
        on = won & (self.other + 1 < self.system.run)
        return np.where(on, 2 * laid, 1), np.where(on, self.other + 1, 0)


class _Fibonacci(_Counting):
    """The other number is the step."""

    steps = np.array([fibonacci(step) for step in range(90)], dtype=np.int64)

    def next(self, laid: Numbers, won: Truth) -> tuple[Numbers, Numbers]:
        step = np.where(won, np.maximum(self.other - 2, 0), self.other + (laid == self.wanted))
        return self.steps[step], step


class _OneThreeTwoSix(_Counting):
    """The other number counts the wins in a row."""

    units = np.array([1, 3, 2, 6], dtype=np.int64)

    def next(self, laid: Numbers, won: Truth) -> tuple[Numbers, Numbers]:  # noqa: ARG002 - it counts wins alone
        wins = np.where(won, (self.other + 1) % 4, 0)
        return self.units[wins], wins


class _OscarsGrind(_Counting):
    """The other number is what the series has cost."""

    def next(self, laid: Numbers, won: Truth) -> tuple[Numbers, Numbers]:
        cost = self.other - laid
        over = won & (cost < 0)
        wanted = np.where(over, 1, np.where(won, np.minimum(laid + 1, cost + 1), self.wanted))
        return wanted, np.where(over, 0, np.where(won, cost, self.other + laid))


class _Labouchere(_Units):
    """Each line lies in a row of its own, in a ring, from its first place to the one after its last."""

    RING = 128

    def __init__(self, system: System, count: int) -> None:
        super().__init__(system, count)
        assert isinstance(system, Labouchere)
        self.line, self.longest = np.array(system.line, dtype=np.int64), system.longest
        self.ring = np.zeros((count, self.RING), dtype=np.int64)
        self.ring[:, : len(self.line)] = self.line
        self.first, self.last = np.zeros(count, dtype=np.int64), np.full(count, len(self.line))

    def keep(self, rows: Truth) -> None:
        super().keep(rows)
        self.ring, self.first, self.last = self.ring[rows], self.first[rows], self.last[rows]

    def after(self, laid: Numbers, won: Truth, decided: Truth) -> None:
        every = np.arange(len(laid))
        lost = decided & ~won
        self.ring[every[lost], self.last[lost] % self.RING] = laid[lost]
        self.first += decided & won
        self.last += np.where(won, -1, 1) * decided
        begun = (self.last <= self.first) | (self.last - self.first > self.longest)
        self.ring[begun, : len(self.line)] = self.line
        self.first[begun], self.last[begun] = 0, len(self.line)
        one, other = (self.ring[every, place % self.RING] for place in (self.first, self.last - 1))
        self.wanted = one + other * (self.last - self.first > 1)


Memory: TypeAlias = _Units

_MEMORIES: dict[type, type[Memory]] = {
    Flat: _Units,
    Martingale: _Martingale,
    GrandMartingale: _GrandMartingale,
    DAlembert: _DAlembert,
    Paroli: _Paroli,
    Fibonacci: _Fibonacci,
    OneThreeTwoSix: _OneThreeTwoSix,
    OscarsGrind: _OscarsGrind,
    Labouchere: _Labouchere,
}
