"""Growth-optimal stakes on a biased wheel (Kelly): which share of the bankroll to lay where.

With one bet there is a closed form, and it is exact. With several at once, the
growth of the bankroll is a concave function of the shares, and is climbed by Newton steps
inside a barrier. However far the climb got, the answer carries a certificate: at shares x
with slopes g, no shares y can do better than by the largest g·(y - x), and that largest
is found by filling the steepest slopes first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.lab.exact.spread import Weights, pocket_chances
from croupier.lab.systems import LabError
from croupier.rules.limits import Limits
from croupier.rules.position import Position
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import LOSS, price
from croupier.rules.stake import check_stake

Vector = NDArray[np.float64]

GAP_WANTED = 1e-11
"""How close to the best growth the climb must come, in nats per spin."""

BARRIERS = tuple(10.0**-power for power in range(2, 15))
NEWTON_STEPS = 60
SHORTEST = 1e-12
"""A step cut shorter than this leads nowhere: the rounding is larger."""


@dataclass(frozen=True, slots=True)
class KellyBet:
    """The best share of the bankroll for one bet alone, exactly."""

    position: Position
    probability: Fraction
    share: Fraction
    """0 if the bet has no edge for the player."""

    @property
    def growth(self) -> float:
        """The mean of the logarithm of what the bankroll is multiplied by in one spin."""
        win, lose = (float(self.share * unit) for unit in _won_and_lost(self.position))
        if self.share == 1:
            return math.log1p(win)
        return float(self.probability) * math.log1p(win) + float(1 - self.probability) * math.log1p(-lose)


@dataclass(frozen=True, slots=True)
class KellyMix:
    """The best shares of the bankroll for several bets at once."""

    shares: tuple[tuple[Position, float], ...]
    """Positions with a share that matters, largest first."""
    growth: float
    gap: float
    """No shares within the same limits grow faster by more than this."""
    stakes: tuple[tuple[Position, int], ...] = ()
    """The shares as whole stakes within the limits; empty where no bankroll was given."""
    growth_of_stakes: float = 0.0
    """What the whole stakes grow by."""


def kelly_bet(ruleset: Ruleset, position: str, weights: Weights) -> KellyBet:
    """Return the best share for one bet that wins or loses: its edge over what it pays to one."""
    found = ruleset.position(position)
    chances = pocket_chances(ruleset, weights)
    probability = sum((chances[pocket] for pocket in found.pockets), Fraction(0))
    edge = sum((chance * price(found, pocket).gain for pocket, chance in chances.items()), Fraction(0))
    wins, _ = _won_and_lost(found)
    return KellyBet(found, probability, max(edge / wins, Fraction(0)))


def _won_and_lost(position: Position) -> tuple[int, int]:
    """Say what a unit wins and what it loses on a bet that does either."""
    return price(position, position.pockets[0]).wins, LOSS.collected


def kelly_mix(
    ruleset: Ruleset,
    weights: Weights,
    *,
    positions: Iterable[str] | None = None,
    bankroll: int | None = None,
    limits: Limits | None = None,
) -> KellyMix:
    """Return the best shares for several bets at once, of all positions unless some are named.

    With a bankroll the table's limits count: no share is above a maximum, and whole stakes are
    given besides. A stake that would be below its minimum is left out.
    """
    names = ruleset.positions if positions is None else dict.fromkeys(map(ruleset.names.find, positions))
    bets = [ruleset.positions[name] for name in names]
    if not bets:
        raise LabError("positions: name at least one, such as '17'")
    chances = {pocket: float(chance) for pocket, chance in pocket_chances(ruleset, weights).items() if chance}
    returns = np.array([[1.0 + price(bet, pocket).gain for pocket in chances] for bet in bets])
    in_force = ruleset.limits if limits is None else limits
    caps = np.array([_cap(bet, bankroll, in_force) for bet in bets])
    field = _Field(returns, np.array(list(chances.values())), caps)
    shares = _climb(field)
    gap = field.gap(shares)
    if gap > GAP_WANTED * 1e3:
        raise LabError(f"the best shares were not found: the gap is still {gap:.1e}; name fewer positions")
    listed = sorted(((bet, float(x)) for bet, x in zip(bets, shares[1:], strict=True)), key=lambda pair: -pair[1])
    matter = tuple((bet, share) for bet, share in listed if share > math.sqrt(GAP_WANTED) / len(bets))
    growth = field.growth(shares)
    if bankroll is None:
        return KellyMix(matter, growth, gap)
    stakes = _whole(matter, bankroll, in_force)
    laid = dict(stakes)
    placed = np.array([laid.get(bet, 0) / bankroll for bet in bets])
    return KellyMix(matter, growth, gap, stakes, field.growth(np.array([1 - placed.sum(), *placed])))


@dataclass(frozen=True, slots=True)
class _Field:
    """What is climbed. The first share is what stays in the pocket and returns itself."""

    returns: NDArray[np.float64]
    chances: Vector
    caps: Vector

    def wealth(self, shares: Vector) -> Vector:
        left: Vector = shares[0] + shares[1:] @ self.returns
        return left

    def growth(self, shares: Vector) -> float:
        wealth = self.wealth(shares)
        return float(self.chances @ np.log(wealth)) if np.all(wealth > 0) else -math.inf

    def slopes(self, shares: Vector) -> Vector:
        per_pocket = self.chances / self.wealth(shares)
        return np.array([per_pocket.sum(), *(self.returns @ per_pocket)])

    def gap(self, shares: Vector) -> float:
        """Fill the steepest slopes first, each to its cap: no other shares are worth more along these slopes."""
        slopes = self.slopes(shares)
        best, left = 0.0, 1.0
        for place in np.argsort(-slopes):
            taken = min(left, 1.0 if place == 0 else float(self.caps[place - 1]))
            best += taken * float(slopes[place])
            left -= taken
        return max(0.0, best - float(slopes @ shares)) + 1e-15


def _climb(field: _Field) -> Vector:
    """Newton steps inside a barrier that recedes until the gap is small enough."""
    count = len(field.caps)
    start = np.minimum(0.5 / (count + 1), field.caps / 2)
    shares = np.array([1 - start.sum(), *start])
    best = shares
    for barrier in BARRIERS:
        for _ in range(NEWTON_STEPS):
            step, decrement = _newton(field, shares, barrier)
            if decrement < barrier * 1e-3:
                break
            shares = _moved(field, shares, step, barrier)
        best = min(best, shares, key=field.gap)
        if field.gap(best) < GAP_WANTED:
            break
    return best


def _newton(field: _Field, shares: Vector, barrier: float) -> tuple[Vector, float]:
    """Return the step that keeps the sum of the shares, and what it promises."""
    wealth = field.wealth(shares)
    room = np.array([np.inf, *(field.caps - shares[1:])])
    slope = field.slopes(shares) + barrier / shares - barrier / room
    full = np.vstack((np.ones(len(wealth)), field.returns)) * (np.sqrt(field.chances) / wealth)
    curve = full @ full.T + np.diag(barrier / shares**2 + barrier / room**2)
    # Scaled by the shares themselves, which may differ by many orders of magnitude.
    scaled = curve * np.outer(shares, shares)
    both = np.linalg.solve(scaled, np.stack((slope * shares, shares), axis=1)) * shares[:, None]
    step: Vector = both[:, 0] - both[:, 1] * (both[:, 0].sum() / both[:, 1].sum())
    return step, float(slope @ step)


def _moved(field: _Field, shares: Vector, step: Vector, barrier: float) -> Vector:
    """Go as far along the step as stays inside and climbs."""

    def height(at: Vector) -> float:
        room = field.caps - at[1:]
        if np.any(at <= 0) or np.any(room <= 0):
            return -math.inf
        return field.growth(at) + barrier * float(np.log(at).sum() + np.log(room).sum())

    before, length = height(shares), 1.0
    while height(shares + length * step) < before and length > SHORTEST:
        length /= 2
    moved: Vector = shares + length * step if length > SHORTEST else shares
    return moved


def _cap(bet: Position, bankroll: int | None, limits: Limits) -> float:
    """Return the largest share a bet may have; slightly more than everything if nothing limits it."""
    limit = limits.of(bet.kind)
    if bankroll is None or limit is None:
        return 2.0
    return limit.stake_max / check_stake(bankroll, "bankroll")


def _whole(shares: Iterable[tuple[Position, float]], bankroll: int, limits: Limits) -> tuple[tuple[Position, int], ...]:
    """Round the shares to whole stakes and leave out what the table does not take."""
    stakes = []
    for bet, share in shares:
        limit = limits.of(bet.kind)
        stake = round(share * bankroll) if limit is None else min(round(share * bankroll), limit.stake_max)
        if stake > 0 and (limit is None or stake >= limit.stake_min):
            stakes.append((bet, stake))
    return tuple(stakes)
