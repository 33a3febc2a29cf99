"""Spins made for the tests, fair or with a planted fault, and a count of the alarms they raise."""

from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import croupier
from croupier.lab.bias import Spins, assess
from croupier.lab.bias.power import SECTOR, Bias
from croupier.lab.bias.spins_file import Groups
from croupier.rules.ruleset import Ruleset

MBS = croupier.rulebook("mbs-roulette/3")
SANDS = croupier.rulebook("mbs-sands-roulette/1")
RING = np.array([MBS.pockets.index(pocket) for pocket in MBS.wheel.order])
"""Place on the wheel to place in ``pockets``."""

TOGETHER = "together"
"""Under this alarms are counted that remain after the correction for there being several tests."""

Maker = Callable[[np.random.Generator, int], Spins]


def fair(chance: np.random.Generator, length: int, ruleset: Ruleset = MBS) -> Spins:
    return Spins(ruleset, chance.integers(0, len(ruleset.pockets), length))


def fair_with_dealers(chance: np.random.Generator, length: int) -> Spins:
    """Fair spins by three dealers, one of whom works little, in two directions."""
    dealers = Groups(("ann", "bob", "cy"), chance.choice(3, length, p=[0.5, 0.35, 0.15]))
    directions = Groups(("clockwise", "counterclockwise"), np.arange(length) % 2)
    return Spins(MBS, fair(chance, length).pockets, {"dealer": dealers, "direction": directions})


def around(places: NDArray[np.int64]) -> Spins:
    """Spins by their place on the wheel."""
    return Spins(MBS, RING[places % len(RING)])


def favoring(bias: Bias) -> Maker:
    """Plant a bias of neighboring pockets."""
    return lambda chance, length: around(chance.choice(37, length, p=bias.chances(37)))


def favoring_from_half_way(bias: Bias) -> Maker:
    def make(chance: np.random.Generator, length: int) -> Spins:
        first, second = chance.integers(0, 37, length // 2), chance.choice(37, length - length // 2, p=bias.chances(37))
        return around(np.concatenate([first, second]))

    return make


def favoring_under_one_dealer(bias: Bias) -> Maker:
    def make(chance: np.random.Generator, length: int) -> Spins:
        codes = np.arange(length) % 2
        biased = chance.choice(37, length, p=bias.chances(37))
        spins = around(np.where(codes == 1, biased, chance.integers(0, 37, length)))
        return Spins(MBS, spins.pockets, {"dealer": Groups(("ann", "bob"), codes)})

    return make


def repeating(share: float) -> Maker:
    """A share of the spins repeats the pocket before."""

    def make(chance: np.random.Generator, length: int) -> Spins:
        places = chance.integers(0, 37, length)
        for spin in np.flatnonzero(chance.random(length) < share):
            places[spin] = places[spin - 1] if spin else places[spin]
        return around(places)

    return make


def throwing_alike(share: float) -> Maker:
    """A share of the spins lands in nine neighbors, twelve pockets on from the one before."""

    def make(chance: np.random.Generator, length: int) -> Spins:
        places, habit = chance.integers(0, 37, length), chance.integers(0, SECTOR, length)
        for spin in np.flatnonzero(chance.random(length) < share):
            places[spin] = (places[spin - 1] + 12 + habit[spin]) % 37 if spin else places[spin]
        return around(places)

    return make


def sticking(share: float) -> Maker:
    """A share of the spins repeats the color before."""
    red = [MBS.pockets.index(pocket) for pocket in MBS.position("red").pockets]
    black = [MBS.pockets.index(pocket) for pocket in MBS.position("black").pockets]
    colors = np.array([red, black])

    def make(chance: np.random.Generator, length: int) -> Spins:
        color = chance.integers(0, 2, length)
        for spin in np.flatnonzero(chance.random(length) < share):
            color[spin] = color[spin - 1] if spin else color[spin]
        return Spins(MBS, colors[color, chance.integers(0, 18, length)])

    return make


def alarms(make: Maker, *, samples: int, length: int, seed: int, draws: int = 999, alpha: float = 0.01) -> Counter[str]:
    """Count how many samples each test takes offence at by itself, and how many all of them do TOGETHER."""
    counted: Counter[str] = Counter()
    for sample in range(samples):
        spins = make(np.random.default_rng([seed, sample]), length)
        found = assess(spins, alpha=alpha, draws=draws, seed=sample, powers=False)
        counted.update(test.name for test in found.tests if test.p is not None and test.p.value <= alpha + 1e-12)
        counted[TOGETHER] += bool(found.alarms)
    return counted
