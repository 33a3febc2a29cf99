"""Every test on one sample of spins, corrected for there being several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bias import evenness, ordering, power
from croupier.lab.bias.chance import Method, PValue, critical, draws_needed, holm, simulated
from croupier.lab.bias.grouping import PAIR, Homogeneity, homogeneity
from croupier.lab.bias.power import Bias, Power
from croupier.lab.bias.shuffles import LAGS, measured, shuffled
from croupier.lab.bias.spins_file import GROUP_COLUMNS, Spins, SpinsError
from croupier.lab.notebook import rows_html

ALPHA = 0.01
DRAWS = 9_999
DRAWS_MIN = 199
DRAWS_MAX = 999_999
SEED = 0
SEED_MAX = 2**32 - 1
EFFORT = 400_000_000
"""Spins that shuffles may touch before they are fewer than asked for."""
DRAWS_OF_LONG = 1_999
SHARES = (0.01, 0.05, 0.1, 0.25)
"""Stated dependence: the share of spins that follows the one before."""

UNION = "an upper bound: each pocket's binomial chance times the number of pockets"

_RUN_PAIRS = (("red", "black"), ("low", "high"))
_SEED_GROUPS = 10

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and how much there is to do."""


class Name(StrEnum):
    """The tests, in the order in which they are reported."""

    CHI_SQUARE = "chi-square"
    TOO_EVEN = "too-even"
    HOTTEST = "hottest-pocket"
    COLDEST = "coldest-pocket"
    SECTORS = "sectors"
    REPEATS = "repeats"
    STEPS = "steps"
    RUNS_COLOR = "runs-red-black"
    RUNS_HALF = "runs-low-high"
    CHANGE = "change-point"
    DEALER = "by-dealer"
    DIRECTION = "by-direction"
    WHEEL = "by-wheel"


_BY_COLUMN = {"dealer": Name.DEALER, "direction": Name.DIRECTION, "wheel": Name.WHEEL}
_RUNS = (Name.RUNS_COLOR, Name.RUNS_HALF)


@dataclass(frozen=True, slots=True)
class WheelTest:
    """One test: its statistic, how surprising that is, and what it could have found."""

    name: Name
    found: str
    statistic: float | None = None
    p: PValue | None = None
    adjusted: float | None = None
    """The p-value after Holm's correction for all the tests that were made."""
    power: tuple[Power, ...] = ()
    skipped: str | None = None
    """Why the test was not made; then there is no p-value."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What the tests say about one sample."""

    spins: Spins = field(repr=False)
    alpha: float
    draws: int
    seed: int
    tests: tuple[WheelTest, ...]
    missed: dict[str, float | None]
    """The smallest bias by place that this sample shows in nine of ten cases, after the correction; None if that is
    more than a doubling. A place is left out if there were too few draws to say."""
    partial: bool = False
    """Whether the run was interrupted before all tests were made."""

    def __repr__(self) -> str:
        """Return what was found in a line."""
        found = ", ".join(str(test.name) for test in self.alarms) or "nothing"
        return f"<Findings {self.spins.ruleset.ref}, {len(self.spins):,} spins: {found} found at {self.alpha:g}>"

    def _repr_html_(self) -> str:
        rows = [
            (
                str(test.name),
                f"not made: {test.skipped}" if test.adjusted is None else f"corrected p {test.adjusted:.3g}",
            )
            for test in self.tests
        ]
        return rows_html(repr(self)[1:-1], rows)

    @property
    def alarms(self) -> tuple[WheelTest, ...]:
        """The tests whose result would be rare on a fair wheel."""
        return tuple(test for test in self.tests if test.adjusted is not None and test.adjusted <= self.alpha)

    @property
    def undecided(self) -> int:
        """How many tests were made and raised no alarm: Holm's correction for the next that might."""
        return sum(test.p is not None for test in self.tests) - len(self.alarms)

    @property
    def draws_needed(self) -> int:
        """How many draws it takes for each of these to be able to raise one."""
        return draws_needed(max(self.undecided, 1), self.alpha)

    @property
    def short_of_draws(self) -> tuple[WheelTest, ...]:
        """The tests that could raise no alarm whatever the spins: one draw among so few weighs too much."""
        silent = (test for test in self.tests if test not in self.alarms)
        return tuple(
            test
            for test in silent
            if test.p is not None and test.p.method is Method.SIMULATED and test.p.draws < self.draws_needed
        )


def assess(
    spins: Spins,
    *,
    alpha: float = ALPHA,
    draws: int = DRAWS,
    seed: int = SEED,
    powers: bool = True,
    progress: Progress | None = None,
) -> Findings:
    """Run every test. The same spins, draws and seed give the same findings.

    Without ``powers`` it is not computed what the tests could have found.
    """
    _check(alpha=alpha, draws=draws, seed=seed)
    case = _Case(spins, alpha, draws, seed, progress or (lambda *_: None))
    case.powers = powers
    tests: list[WheelTest] = []
    partial = False
    try:
        tests.extend(chain(case.even(), case.in_order(), case.in_groups()))
    except KeyboardInterrupt:
        if not tests:
            raise
        partial = True
    made = [test.p.value for test in tests if test.p is not None]
    adjusted = iter(holm(made))
    tests = [test if test.p is None else replace(test, adjusted=next(adjusted)) for test in tests]
    return Findings(spins, alpha, draws, seed, tuple(tests), case.missed(len(made)) if powers else {}, partial)


def draws_in_order(asked: int, length: int) -> int:
    """Return how many shuffles are made of a sample: as many as requested, fewer of a long one."""
    return min(asked, max(DRAWS_OF_LONG, EFFORT // length))


def _check(*, alpha: float, draws: int, seed: int) -> None:
    if not 0 < alpha <= 0.5:  # noqa: PLR2004 - beyond a half every wheel is guilty
        raise SpinsError(f"the level of alarm is above 0 and at most 0.5, not {alpha}")
    if not DRAWS_MIN <= draws <= DRAWS_MAX:
        raise SpinsError(f"draws: from {DRAWS_MIN} to {DRAWS_MAX}, not {draws}")
    if not 0 <= seed <= SEED_MAX:
        raise SpinsError(f"a seed is from 0 to {SEED_MAX}, not {seed}")


class _Case:
    """One sample under test."""

    def __init__(self, spins: Spins, alpha: float, draws: int, seed: int, progress: Progress) -> None:
        self.spins, self.alpha, self.draws, self.seed, self.progress = spins, alpha, draws, seed, progress
        self.ruleset = spins.ruleset
        self.pockets = len(self.ruleset.pockets)
        self.counts = spins.counts
        self.length = len(spins)
        ring = [self.ruleset.pockets.index(pocket) for pocket in self.ruleset.wheel.order]
        self.ring = np.array(ring, dtype=np.int64)
        self.powers = True
        self.sector_null: NDArray[np.float64] | None = None

    # --- do the pockets come evenly?

    def even(self) -> Iterator[WheelTest]:
        self.progress("fair samples", 0, 1)
        fair = evenness.fair_counts(self.length, self.pockets, self.draws, self.seed)
        self.progress("fair samples", 1, 1)
        yield self._chi_square(fair)
        yield self._too_even(fair)
        yield self._hottest()
        yield self._coldest()
        yield self._sectors(fair)

    def _chi_square(self, fair: evenness.FairCounts) -> WheelTest:
        enough = self.length >= evenness.EXPECTED_MIN * self.pockets
        by_draws = simulated(evenness.sum_of_squares(self.counts), fair.squares)
        p = evenness.chi_square_tail(self.counts) if enough else by_draws
        statistic = evenness.chi_square(self.counts)
        found = f"chi-square {statistic:.1f} where a fair wheel has {self.pockets - 1} on average"
        powers = self._powers(p, lambda bias, spins: power.chi_square_power(spins, self.pockets, bias, self.alpha))
        return WheelTest(Name.CHI_SQUARE, found, statistic, p, power=powers)

    def _too_even(self, fair: evenness.FairCounts) -> WheelTest:
        """Look at the other tail of chi-square: spins that somebody made up come too evenly."""
        enough = self.length >= evenness.EXPECTED_MIN * self.pockets
        by_draws = simulated(-evenness.sum_of_squares(self.counts), -fair.squares)
        p = evenness.chi_square_lower_tail(self.counts) if enough else by_draws
        statistic = evenness.chi_square(self.counts)
        usual = evenness.usual_least(self.pockets)
        found = f"chi-square {statistic:.1f} where 99 of 100 fair samples have more than {usual:.1f}"
        return WheelTest(Name.TOO_EVEN, found, statistic, p)

    def _coldest(self) -> WheelTest:
        place = int(self.counts.argmin())
        least, expected = int(self.counts[place]), self.length / self.pockets
        p = evenness.coldest_tail(self.length, self.pockets, least)
        which = [self.ruleset.pockets[int(each)] for each in np.flatnonzero(self.counts == least)]
        found = f"{_and(which)} came {_times(least)} where {expected:.1f} are expected of each"
        powers = self._powers(p, self._coldest_power, biases=power.stated_cold(), bound=True)
        notes = (UNION,) if p.method is Method.BOUND else ()
        return WheelTest(Name.COLDEST, found, least, p, power=powers, notes=notes)

    def _coldest_power(self, bias: Bias, spins: int) -> float:
        limit = evenness.coldest_critical if spins == self.length else evenness.coldest_bound
        return power.coldest_power(spins, self.pockets, bias, limit(spins, self.pockets, self.alpha))

    def _hottest(self) -> WheelTest:
        place = int(self.counts.argmax())
        most, expected = int(self.counts[place]), self.length / self.pockets
        p = evenness.hottest_tail(self.length, self.pockets, most)
        which = [self.ruleset.pockets[int(each)] for each in np.flatnonzero(self.counts == most)]
        found = f"{_and(which)} came {_times(most)} where {expected:.1f} are expected of each"
        powers = self._powers(p, self._hottest_power, bound=True)
        notes = (UNION,) if p.method is Method.BOUND else ()
        return WheelTest(Name.HOTTEST, found, most, p, power=powers, notes=notes)

    def _hottest_power(self, bias: Bias, spins: int) -> float:
        # The exact critical count for this sample; the quick one while looking for how many spins it would take.
        limit = evenness.hottest_critical if spins == self.length else evenness.hottest_bound
        return power.hottest_power(spins, self.pockets, bias, limit(spins, self.pockets, self.alpha))

    def _sectors(self, fair: evenness.FairCounts) -> WheelTest:
        if not self.ruleset.wheel.verified:
            return WheelTest(Name.SECTORS, "", skipped=self._unverified())
        self.sector_null = fair.sectors
        best = evenness.best_sector(self.counts[self.ring])
        order = self.ruleset.wheel.order
        named = " ".join(order[(best.start + step) % self.pockets] for step in range(best.width))
        expected = self.length * best.width / self.pockets
        found = (
            f"{'hot' if best.hot else 'cold'}: the {best.width} neighbors {named} came {_times(best.count)} "
            f"where {expected:.1f} are expected"
        )
        p, limit = simulated(best.score, fair.sectors), critical(fair.sectors, self.alpha)
        powers = self._powers(p, lambda bias, spins: power.sector_power(spins, self.pockets, bias, limit), bound=True)
        return WheelTest(Name.SECTORS, found, best.score, p, power=powers)

    def _unverified(self) -> str:
        return (
            f"the order of the pockets on this wheel is not verified in {self.ruleset.ref}, so nobody can say which "
            "are neighbors; see croupier rules show"
        )

    # --- does one spin depend on another?

    def in_order(self) -> Iterator[WheelTest]:
        if self.length < ordering.LENGTH_MIN:
            why = f"it takes {ordering.LENGTH_MIN} spins"
            yield from (WheelTest(name, "", skipped=why) for name in (Name.REPEATS, Name.STEPS))
            yield from self._runs()
            yield WheelTest(Name.CHANGE, "", skipped=why)
            return
        place_on_wheel = np.empty(self.pockets, dtype=np.uint8)
        place_on_wheel[self.ring] = np.arange(self.pockets, dtype=np.uint8)
        around = place_on_wheel[self.spins.pockets]
        steps, change, at = measured(around, self.pockets)
        draws = draws_in_order(self.draws, self.length)
        fair_steps, fair_change = shuffled(
            around, self.pockets, draws, self.seed, lambda done: self.progress("shuffles", done, draws)
        )
        yield self._repeats(steps, fair_steps)
        yield self._steps(steps, fair_steps)
        yield from self._runs()
        yield self._change(change, at, fair_change)

    def _repeats(self, steps: NDArray[np.int64], fair: NDArray[np.int64]) -> WheelTest:
        scores = ordering.repeat_scores(steps, self.counts)
        lag = int(np.abs(scores).argmax())
        null = np.abs(ordering.repeat_scores(fair, self.counts)).max(axis=1)
        expected = int(steps[lag].sum()) * float(np.sum(self.counts * (self.counts - 1)))
        expected /= self.length * (self.length - 1)
        found = (
            f"the pocket of {_spins_before(lag + 1)} came again {_times(int(steps[lag, 0]))} where {expected:.1f} are "
            f"expected (of lags 1 to {LAGS}, the one that stands out)"
        )
        statistic = float(np.abs(scores).max())
        p, limit = simulated(statistic, null), critical(null, self.alpha)
        powers = self._shares(
            p,
            "of spins repeat the pocket before",
            lambda share, spins: power.repeat_power(spins, self.pockets, share, limit),
        )
        return WheelTest(Name.REPEATS, found, statistic, p, power=powers)

    def _steps(self, steps: NDArray[np.int64], fair: NDArray[np.int64]) -> WheelTest:
        if not self.ruleset.wheel.verified:
            return WheelTest(Name.STEPS, "", skipped=self._unverified())
        scores = ordering.step_scores(steps)
        lag, statistic = int(scores.argmax()), float(scores.max())
        found = (
            f"steps around the wheel from {_spins_before(lag + 1)}: Rayleigh {statistic:.1f} "
            f"(of lags 1 to {LAGS}, the one that stands out; about 1 is usual for each)"
        )
        null = ordering.step_scores(fair).max(axis=1)
        p, limit = simulated(statistic, null), critical(null, self.alpha)
        powers = self._shares(
            p,
            f"of spins land in the same {power.SECTOR} neighbors relative to the pocket before",
            lambda share, spins: power.step_power(spins, self.pockets, share, limit),
        )
        return WheelTest(Name.STEPS, found, statistic, p, power=powers)

    def _runs(self) -> Iterator[WheelTest]:
        for name, (one, other) in zip(_RUNS, _RUN_PAIRS, strict=True):
            sorts = self._sorts(one), self._sorts(other)
            if sorts[0] is None or sorts[1] is None:
                yield WheelTest(name, "", skipped=f"this felt has no {one} and {other}")
                continue
            within = sorts[0] | sorts[1]
            made = ordering.runs(sorts[0][within])
            if made is None:
                yield WheelTest(name, "", skipped=f"it takes both {one} and {other} among the spins")
                continue
            dropped = self.length - int(within.sum())
            found = (
                f"{made.count} runs of {one} and {other} where {made.expected:.1f} are usual ({dropped} zeros dropped)"
            )
            used = (self.length - dropped) / self.length
            powers = self._shares(made.p, f"of spins repeat {one} or {other} as before", self._run_power(used))
            yield WheelTest(name, found, made.count, made.p, power=powers)

    def _run_power(self, used: float) -> Callable[[float, int], float]:
        return lambda share, spins: power.run_power(spins * used, share, self.alpha)

    def _sorts(self, position: str) -> NDArray[np.bool_] | None:
        if position not in self.ruleset.positions:
            return None
        covered = self.ruleset.positions[position].pockets
        places = np.array([pocket in covered for pocket in self.ruleset.pockets], dtype=np.bool_)
        return places[self.spins.pockets]

    def _change(self, change: float, at: int, fair: NDArray[np.float64]) -> WheelTest:
        found = f"if the wheel changed, then most likely after spin {at} of {self.length}"
        p, limit = simulated(change, fair), critical(fair, self.alpha)
        powers = self._powers(
            p, lambda bias, spins: power.change_power(spins, self.pockets, bias, limit), " from half-way on"
        )
        return WheelTest(Name.CHANGE, found, change, p, power=powers)

    # --- do dealers, directions or wheels differ?

    def in_groups(self) -> Iterator[WheelTest]:
        for place, column in enumerate(GROUP_COLUMNS):
            groups = self.spins.groups.get(column)
            if groups is None:
                continue
            self.progress(f"by {column}", 0, 1)
            made = homogeneity(
                self.spins.pockets,
                self.pockets,
                groups,
                draws=self.draws,
                seed=self.seed,
                test=_SEED_GROUPS + place,
            )
            self.progress(f"by {column}", 1, 1)
            name = _BY_COLUMN[column]
            if made is None:
                yield WheelTest(name, "", skipped=f"fewer than two entries under {column} have 20 spins")
            else:
                yield self._group(name, column, made)

    def _group(self, name: Name, column: str, made: Homogeneity) -> WheelTest:
        found = f"chi-square {made.statistic:.1f} where {made.freedom} is usual; {_who(made)}"
        whole = sum(made.sizes)
        powers = self._powers(
            made.p,
            lambda bias, spins: power.group_power(
                tuple(max(1, size * spins // whole) for size in made.sizes), self.pockets, bias, self.alpha
            ),
            f" under one {column} alone",
        )
        notes = (f"{made.left_out} spins left out: no entry, or fewer than 20 of one",) if made.left_out else ()
        return WheelTest(name, found, made.statistic, made.p, power=powers, notes=notes)

    # --- what it could have found

    def _speaks(self, p: PValue) -> bool:
        """Whether power was requested and can be stated: with too few draws, finding nothing means nothing."""
        return self.powers and (p.method is not Method.SIMULATED or p.draws >= draws_needed(1, self.alpha))

    def _powers(
        self,
        p: PValue,
        chance: Callable[[Bias, int], float],
        tail: str = "",
        *,
        biases: tuple[Bias, ...] | None = None,
        bound: bool = False,
    ) -> tuple[Power, ...]:
        chosen = power.stated(self.pockets) if biases is None else biases
        return tuple(
            Power(
                bias.words + tail,
                chance(bias, self.length),
                power.spins_for(lambda spins, bias=bias: chance(bias, spins)),  # type: ignore[misc]
                bound,
            )
            for bias in chosen * self._speaks(p)
        )

    def _shares(self, p: PValue, words: str, chance: Callable[[float, int], float]) -> tuple[Power, ...]:
        return tuple(
            Power(
                f"{share:.0%} {words}".replace("%", " %"),
                chance(share, self.length),
                power.spins_for(lambda spins, share=share: chance(share, spins)),  # type: ignore[misc]
            )
            for share in SHARES * self._speaks(p)
        )

    def missed(self, tests: int) -> dict[str, float | None]:
        """Return the least bias that would be found nine times in ten, if nothing else were wrong."""
        alpha = self.alpha / max(tests, 1)
        pockets, length = self.pockets, self.length
        count = evenness.hottest_critical(length, pockets, alpha)
        found = {
            "one pocket": power.least_bias(lambda more: power.hottest_power(length, pockets, Bias(1, more), count))
        }
        if self.sector_null is not None and len(self.sector_null) >= draws_needed(max(tests, 1), self.alpha):
            limit = critical(self.sector_null, alpha)
            found[f"a sector of {power.SECTOR}"] = power.least_bias(
                lambda more: power.sector_power(length, pockets, Bias(power.SECTOR, more), limit)
            )
        return found


def _who(made: Homogeneity) -> str:
    """Say which group stands out; of two, neither does."""
    if len(made.scores_by_group) == PAIR:
        return " against ".join(one.name for one in made.scores_by_group)
    least = min(made.scores_by_group, key=lambda one: (one.adjusted, -one.statistic))
    return f"{least.name} differs most from the others (p {least.p.value:.2g}, corrected {least.adjusted:.2g})"


def _and(words: Sequence[str]) -> str:
    shown = words[:6]
    more = len(words) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _spins_before(lag: int) -> str:
    return "the spin before" if lag == 1 else f"{lag} spins before"
