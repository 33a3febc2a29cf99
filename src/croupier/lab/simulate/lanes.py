"""Sessions played side by side by loops that Numba compiles: the streams, the stakes and every betting system.

Everything compiled is in this one file, because Numba discards a cached result
when its own file changes and not when another does.

Sixty-four sessions are played at a time, a lane for each, and a loop over the
lanes is branch-free, so that the compiler turns it into instructions on 4 or 8
lanes at once. Three things matter for that, and they look strange:

* Numba widens every sum to 64 bits, and only half as many of those go into an
  instruction: ``T(…)`` takes a result back to the width of the lanes;
* a product of two 32-bit numbers is one instruction on 64-bit lanes and several
  on 32-bit lanes: two sessions share a 64-bit number while outcomes are drawn;
* a loop that writes to several rows of one array is not turned: rows are
  written one at a time.

``None`` for an argument drops its branch at compile time; Numba sees that of arguments alone, not within tuples.
"""

# ruff: noqa: ANN401, PLR0913, PLR0917 - types are what Numba infers; a compiled loop takes its world as arguments
# ruff: noqa: ARG001, N803, N806 - all systems take the same arguments; T is a type

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.cpython.unsafe.tuple import tuple_setitem

Function = TypeVar("Function", bound=Callable[..., Any])

LANES = 64
PAIRS = LANES // 2
WORDS = 4
BLOCK = 16
"""The spins of a block."""

TARGET, STOP_LOSS, OVER_MAXIMUM, SHORT, SPINS, OVERFLOWED = range(6)
"""How a session ended, in the order of ``plan.Ending``; one that overflowed is replayed in plain Python."""

LINE = 128
"""Room for a line of Labouchère's, written in a ring: twice the longest, a power of two."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_SIGN = np.uint64(63)
_FACTOR_A, _FACTOR_C = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_A, _WEYL_C = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


def inlined(function: Function) -> Function:
    """Compile inline into the caller."""
    return cast("Function", njit(forceinline=True)(function))


def compiled(function: Function) -> Function:
    """Compile separately, without the GIL."""
    return cast("Function", njit(nogil=True)(function))


def kernel(function: Function) -> Function:
    """Compile an entry point, and cache it for later processes if a folder can be written to.

    Numba looks for one in this order: NUMBA_CACHE_DIR, beside this file, the user's own.
    """
    try:
        return cast("Function", njit(nogil=True, cache=True)(function))
    except (RuntimeError, OSError):
        return compiled(function)


# The streams. A 64-bit number may have anything in its upper half if only the lower one counts.


@inlined
def _round(a: Any, b: Any, c: Any, d: Any, left: Any, right: Any) -> Any:
    by_a, by_c = _FACTOR_A * (a & _LOW), _FACTOR_C * (c & _LOW)
    return (by_c >> _HALF) ^ b ^ left, by_c, (by_a >> _HALF) ^ d ^ right, by_a


@compiled
def _draw(pairs: Any, block: Any, first: Any, key: Any) -> None:
    """Draw the four words of a block for every lane; a pair has the even session in its lower half."""
    for pair in range(PAIRS):
        lower = first + np.uint64(2 * pair)
        upper = lower + _ONE
        a, b, c, d = block, lower, lower >> _HALF, np.uint64(0)
        e, f, g, h = block, upper, upper >> _HALF, np.uint64(0)
        for turn in range(10):
            left, right = key[0] + np.uint64(turn) * _WEYL_A, key[1] + np.uint64(turn) * _WEYL_C
            a, b, c, d = _round(a, b, c, d, left, right)
            e, f, g, h = _round(e, f, g, h, left, right)
        pairs[pair] = (a & _LOW) | (e << _HALF)
        pairs[PAIRS + pair] = (b & _LOW) | (f << _HALF)
        pairs[2 * PAIRS + pair] = (c & _LOW) | (g << _HALF)
        pairs[3 * PAIRS + pair] = (d & _LOW) | (h << _HALF)


@compiled
def _bits(pairs: Any, codes: Any, pockets: Any, winning: Any) -> None:
    """Turn words into ones and zeros: whether the pocket is among the winning ones. Words become what is left."""
    for turn in range(4):
        for i in range(WORDS * PAIRS):
            pair = pairs[i]
            lower, upper = (pair & _LOW) * pockets, (pair >> _HALF) * pockets
            codes[turn, i] = ((winning >> (lower >> _HALF)) & _ONE) | (((winning >> (upper >> _HALF)) & _ONE) << _HALF)
            pairs[i] = (lower & _LOW) | (upper << _HALF)


@compiled
def _looked_up(words: Any, codes: Any, pockets: Any, table: Any) -> None:
    """Turn words into what the table has for each pocket. Words become what is left."""
    for turn in range(4):
        for i in range(WORDS * LANES):
            product = np.uint64(words[i]) * pockets
            codes[turn, i] = table[product >> _HALF]
            words[i] = np.uint32(product)


@compiled
def _any_below(pairs: Any, bound: Any) -> Any:
    below = np.uint64(0)
    for i in range(WORDS * PAIRS):
        below |= ((pairs[i] & _LOW) - bound) | ((pairs[i] >> _HALF) - bound)
    return (below >> _SIGN) != np.uint64(0)


@compiled
def _mend(words: Any, codes: Any, block: Any, first: Any, key: Any, wheel: Any, table: Any) -> None:
    """Draw rejected words again."""
    pockets, bound, winning = wheel
    for i in range(WORDS * LANES):
        attempt = np.uint64(0)
        word = np.uint64(words[i])
        while word < bound:
            attempt += _ONE
            session = first + np.uint64(i % LANES)
            four = (block, session, session >> _HALF, attempt)
            for turn in range(10):
                left, right = key[0] + np.uint64(turn) * _WEYL_A, key[1] + np.uint64(turn) * _WEYL_C
                four = _round(four[0], four[1], four[2], four[3], left, right)
            word = four[i // LANES] & _LOW
            for turn in range(4):
                product = word * pockets
                if table is None:
                    codes[turn, i] = (winning >> (product >> _HALF)) & _ONE
                else:
                    codes[turn, i] = table[product >> _HALF]
                word = product & _LOW


@inlined
def _spin_block(chance: Any, block: Any, first: Any, key: Any, wheel: Any, table: Any) -> None:
    """Write the codes of the next 16 spins of every lane."""
    pockets, bound, winning = wheel
    pairs, words, pairs_of_codes, codes = chance
    _draw(pairs, block, first, key)
    if table is None:
        _bits(pairs, pairs_of_codes, pockets, winning)
    else:
        _looked_up(words, codes, pockets, table)
    if _any_below(pairs, bound):
        _mend(words, codes, block, first, key, wheel, table)


# One spin: what is laid, and what comes of it.


@inlined
def _lay(money: Any, wanted: Any, terms: Any, fewest: Any, T: Any) -> Any:
    """Return the units laid, and whether any are. Branch-free."""
    most, over, low, high, cost, _, _ = terms
    units = min(wanted, most)
    on = (wanted <= over) & (money > low) & (money < high)
    if fewest is None:
        on &= T(units * cost) <= money
    else:
        # Lanes divide floats alone, and rounded down that is exact for numbers below 2⁵³.
        affordable = T(np.floor(np.float64(money) / np.float64(cost)))
        on &= (units <= affordable) | (affordable >= fewest)
        units = min(units, affordable)
    return (units if on else T(0)), on


@inlined
def _gain(code: Any, terms: Any, T: Any) -> Any:
    return T(terms[5] + T(code * terms[6]))


@compiled
def _lane_steps(lanes: Any, codes: Any, count: Any, terms: Any, fewest: Any, after: Any, setting: Any, _: Any) -> None:
    """Play spins of a system whose state is two numbers: the units wanted, and one more."""
    money, wanted, other, played, staked, _overflowed = lanes
    T = money.dtype.type
    for spin in range(count):
        for lane in range(LANES):
            now, want, more = money[lane], wanted[lane], other[lane]
            spins, sum_staked = played[lane], staked[lane]
            laid, on = _lay(now, want, terms, fewest, T)
            gain = _gain(T(codes[spin, lane]), terms, T)
            next_want, next_more = after(want, more, laid, gain > T(0), setting, T)
            changed = on & (gain != T(0))
            money[lane] = T(now + T(laid * gain))
            wanted[lane] = next_want if changed else want
            other[lane] = next_more if changed else more
            played[lane] = T(spins + T(on))
            staked[lane] = T(sum_staked + laid)


@compiled
def _labouchere_steps(
    lanes: Any, codes: Any, count: Any, terms: Any, fewest: Any, _: Any, setting: Any, memory: Any
) -> None:
    """Play spins by a line, lane by lane: ``memory`` has where it begins and ends, then its numbers in a ring."""
    money, wanted, _other, played, staked, _overflowed = lanes
    T = money.dtype.type
    line, longest = setting
    for lane in range(LANES):
        # In names of their own, because the compiler cannot know that writing a line leaves the lanes alone.
        now, want, spins, sum_staked = money[lane], wanted[lane], played[lane], staked[lane]
        first, last = memory[lane, 0], memory[lane, 1]
        for spin in range(count):
            laid, on = _lay(now, want, terms, fewest, T)
            if not on:
                break
            gain = _gain(T(codes[spin, lane]), terms, T)
            now += laid * gain
            spins += 1
            sum_staked += laid
            if gain == 0:
                continue
            # No branch on the outcome, which is unpredictable: what is written past the end of a line does not count.
            memory[lane, 2 + (last & (LINE - 1))] = laid
            win = np.int64(gain > 0)
            first += win
            last += 1 - 2 * win
            if last <= first or last - first > longest:
                first, last = 0, line.shape[0]
                for place in range(line.shape[0]):
                    memory[lane, 2 + place] = line[place]
            one, other = memory[lane, 2 + (first & (LINE - 1))], memory[lane, 2 + ((last - 1) & (LINE - 1))]
            want = one + (other if last - first > 1 else 0)
        memory[lane, 0], memory[lane, 1] = first, last
        money[lane], wanted[lane], played[lane], staked[lane] = now, want, spins, sum_staked


@compiled
def _custom_steps(
    lanes: Any, codes: Any, count: Any, terms: Any, fewest: Any, after: Any, setting: Any, memory: Any
) -> None:
    """Play spins by the custom function, lane by lane; an answer that it may not give makes the session overflow."""
    money, wanted, _other, played, staked, overflowed = lanes
    T = money.dtype.type
    state, least, beyond = setting
    for lane in range(LANES):
        if overflowed[lane]:
            continue
        for place in range(len(state)):
            state = tuple_setitem(state, place, memory[lane, place])  # type: ignore[call-arg]
        now, spins, sum_staked = money[lane], played[lane], staked[lane]
        for spin in range(count):
            laid, on = _lay(now, state[0], terms, fewest, T)
            if not on:
                break
            gain = _gain(T(codes[spin, lane]), terms, T)
            now += laid * gain
            spins += 1
            sum_staked += laid
            if gain != 0:
                state = after(state, laid, gain > 0)
                wrong = state[0] < least
                for number in state:
                    wrong |= (number > beyond) | (number < -beyond)
                if wrong:
                    overflowed[lane] = 1
                    break
        for place in range(len(state)):
            memory[lane, place] = state[place]
        money[lane], wanted[lane], played[lane], staked[lane] = now, state[0], spins, sum_staked


@inlined
def _ending(money: Any, wanted: Any, overflowed: Any, target: Any, terms: Any, fewest: Any, T: Any) -> Any:
    if overflowed:
        return OVERFLOWED
    if money >= target:
        return TARGET
    if money <= terms[2]:
        return STOP_LOSS
    if money >= terms[3]:
        return OVERFLOWED
    if wanted > terms[1]:
        return OVER_MAXIMUM
    return SPINS if _lay(money, wanted, terms, fewest, T)[1] else SHORT


# A run: sessions from the first to the last, 64 at a time.


def room(number: type[np.signedinteger[Any]]) -> Any:
    """Allocate the buffers of one thread: words and codes seen in several ways, and the lanes of each number."""
    pairs = np.empty(WORDS * PAIRS, np.uint64)
    codes = np.empty((BLOCK, LANES), np.int32)
    by_turn = codes.reshape((4, WORDS * LANES))
    chance = (pairs, pairs.view(np.uint32), by_turn.view(np.uint64), by_turn)
    # Money, units wanted, a second number of the system, spins played, units staked in this block, whether overflowed.
    return chance, codes, tuple(np.empty(LANES, number) for _ in range(6)), np.empty(LANES, np.int64)


@compiled
def _begin(lanes: Any, total: Any, start: Any, memory: Any, beginning: Any) -> None:
    money, wanted, other, played, staked, overflowed = lanes
    for lane in range(LANES):
        money[lane], wanted[lane], other[lane] = start
        played[lane] = 0
        staked[lane] = 0
        overflowed[lane] = 0
        total[lane] = 0
        for place in range(beginning.shape[0]):
            memory[lane, place] = beginning[place]


@compiled
def _still_playing(lanes: Any, total: Any, spins: Any, beyond: Any) -> Any:
    """Move what was staked to 64 bits, mark lanes about to overflow, and return whether any session goes on."""
    other, played, staked, overflowed = lanes[2], lanes[3], lanes[4], lanes[5]
    going = 0
    for lane in range(LANES):
        total[lane] += staked[lane]
        staked[lane] = 0
        going |= played[lane] == spins
    for lane in range(LANES):
        overflowed[lane] |= other[lane] > beyond
    return going


@inlined
def _run(job: Any, room: Any, out: Any, steps: Any, after: Any) -> None:
    (first, spins), stream, start, terms, bounds, fewest, setting, beginning, memory = job
    key, wheel, table = stream
    target, beyond = bounds
    chance, codes, lanes, total = room
    left, played_by, staked_by, endings = out
    T = left.dtype.type
    for group in range(0, left.shape[0], LANES):
        _begin(lanes, total, start, memory, beginning)
        for done in range(0, spins, BLOCK):
            count = min(BLOCK, spins - done)
            _spin_block(chance, np.uint64(done // BLOCK), first + np.uint64(group), key, wheel, table)
            steps(lanes, codes, count, terms, fewest, after, setting, memory)
            if not _still_playing(lanes, total, done + count, beyond):
                break
        for lane in range(min(LANES, left.shape[0] - group)):
            money, wanted = lanes[0][lane], lanes[1][lane]
            left[group + lane] = money
            played_by[group + lane] = lanes[3][lane]
            staked_by[group + lane] = total[lane]
            endings[group + lane] = _ending(money, wanted, lanes[5][lane], target, terms, fewest, T)


# The systems, as functions of the units wanted and one more number. ``systems`` defines them; this is how lanes do it.


@inlined
def _flat(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    return wanted, other


@inlined
def _martingale(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    """``setting`` is what is added to the double: 0, or 1 for the grand martingale."""
    return (T(1) if won else T(T(laid + laid) + setting)), other


@inlined
def _paroli(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    wins = T(other + T(1))
    on = won & (wins < setting)
    return (T(laid + laid) if on else T(1)), (wins if on else T(0))


@inlined
def _dalembert(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    return (max(T(laid - T(1)), T(1)) if won else T(laid + T(1))), other


@inlined
def _fibonacci(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    """``other`` is the number after the one wanted, so a step up is a sum and two steps down are differences."""
    bottom = other <= T(2)
    up = laid == wanted
    down_wanted = T(1) if bottom else T(T(wanted + wanted) - other)
    down_other = T(1) if bottom else T(other - wanted)
    up_wanted = other if up else wanted
    up_other = T(wanted + other) if up else other
    return (down_wanted if won else up_wanted), (down_other if won else up_other)


@inlined
def _oscars_grind(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    """``other`` is what the series has cost."""
    cost = T(other - laid)
    gained = cost < T(0)
    next_wanted = T(1) if gained else min(T(laid + T(1)), T(cost + T(1)))
    next_cost = T(0) if gained else cost
    return (next_wanted if won else wanted), (next_cost if won else T(other + laid))


@inlined
def _one_three_two_six(wanted: Any, other: Any, laid: Any, won: Any, setting: Any, T: Any) -> Any:
    """``other`` counts the wins; the units are the hexadecimal digits of one number."""
    wins = T(T(other + T(1)) & T(3)) if won else T(0)
    return T(T(T(0x6231) >> T(T(4) * wins)) & T(15)), wins


# The entry points: one for each system, so that each is cached on disk separately.


@kernel
def flat(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _flat)


@kernel
def martingale(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _martingale)


@kernel
def paroli(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _paroli)


@kernel
def dalembert(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _dalembert)


@kernel
def fibonacci(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _fibonacci)


@kernel
def oscars_grind(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _oscars_grind)


@kernel
def one_three_two_six(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _lane_steps, _one_three_two_six)


@kernel
def labouchere(job: Any, room: Any, out: Any) -> None:
    _run(job, room, out, _labouchere_steps, None)


@inlined
def custom_run(job: Any, room: Any, out: Any, after: Any) -> None:
    """Play by a custom function; ``kept`` has an entry point for each."""
    _run(job, room, out, _custom_steps, after)


@compiled
def custom(job: Any, room: Any, out: Any, after: Any) -> None:
    """Play by a function that is compiled for this process only."""
    custom_run(job, room, out, after)
