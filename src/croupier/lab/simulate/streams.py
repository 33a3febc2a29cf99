"""Outcomes that anybody can draw again: spin k of session i is a function of the seed, i and k, and of nothing else.

So a simulation gives the same numbers however its sessions are shared among
threads, processes and machines, and two systems can be tried on the same spins.

The words come from Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel
random numbers: as easy as 1, 2, 3", 2011). The key is the seed; the counter
holds the number of the block, the session and the attempt:

    key = (seed low, seed high)        counter = (block, session low, session high, attempt)

A block is four words of 32 bits, and a word is four spins: multiplied by the
number of pockets it gives a pocket in its upper half, and in its lower half the
word for the next spin. Four times that is one multiplication by pockets⁴, so
the four are exactly uniform together once the words are rejected whose last
lower half is below 2³² mod pockets⁴, some 4 in 10,000; those are drawn
again with the next attempt. Of the 16 spins of a block, spin s takes word s mod 4
and is its (s div 4)th.

This module is the definition, in plain Python. ``lanes`` does the same compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from croupier.lab.systems import LabError
from croupier.rules.stake import short

Words = tuple[int, int, int, int]

SEED_MAX = 2**64 - 1
SESSIONS_MAX = 2**63
POCKETS_MAX = 256
"""Four of them still fit a word."""

WORDS = 4
SPINS_PER_WORD = 4
SPINS_PER_BLOCK = WORDS * SPINS_PER_WORD

LOW = 2**32 - 1
FACTORS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
"""What is added to the two halves of the key from round to round."""
ROUNDS = 10


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """Return a block of Philox4x32-10."""
    first, second, third, fourth = counter
    for turn in range(ROUNDS):
        left, right = (key[0] + turn * WEYL[0]) & LOW, (key[1] + turn * WEYL[1]) & LOW
        by_first, by_third = FACTORS[0] * first, FACTORS[1] * third
        first, second = (by_third >> 32) ^ second ^ left, by_third & LOW
        third, fourth = (by_first >> 32) ^ fourth ^ right, by_first & LOW
    return first, second, third, fourth


def spins_of_word(word: int, pockets: int) -> tuple[int, ...] | None:
    """Return the four spins of a word, as indices of pockets; None if the word is rejected."""
    spins = []
    for _ in range(SPINS_PER_WORD):
        product = word * pockets
        spins.append(product >> 32)
        word = product & LOW
    return tuple(spins) if word >= passed_over_below(pockets) else None


def passed_over_below(pockets: int) -> int:
    """Return the bound below which the rest of a word must be rejected for all outcomes to be equally likely."""
    fours: int = pockets**SPINS_PER_WORD
    return 2**32 % fours


def outcomes(seed: int, session: int, pockets: int) -> Iterator[int]:
    """Draw the spins of a session, one after the other, as indices of pockets."""
    key = (seed & LOW, seed >> 32)
    for block in count():
        drawn = [_word(key, session, block, place, pockets) for place in range(WORDS)]
        for turn in range(SPINS_PER_WORD):
            for spins in drawn:
                yield spins[turn]


def outcome(seed: int, session: int, spin: int, pockets: int) -> int:
    """Draw one spin, counted from 0, without those before it."""
    block, place = divmod(spin, SPINS_PER_BLOCK)
    turn, word = divmod(place, WORDS)
    return _word((seed & LOW, seed >> 32), session, block, word, pockets)[turn]


def _word(key: tuple[int, int], session: int, block: int, place: int, pockets: int) -> tuple[int, ...]:
    for attempt in count():
        words = philox((block, session & LOW, session >> 32, attempt), key)
        spins = spins_of_word(words[place], pockets)
        if spins is not None:
            return spins
    raise AssertionError  # count() does not end


def check_seed(seed: object) -> int:
    """Return the seed if it is a whole number that the key holds."""
    if type(seed) is not int or not 0 <= seed <= SEED_MAX:
        raise LabError(f"seed: a whole number from 0 to {SEED_MAX}, not {short(seed)}")
    return seed
