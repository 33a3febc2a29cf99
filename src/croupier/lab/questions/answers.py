"""The questions that the lab's page asks, each a function from plain values to plain values.

Everything is exact or says that it is not. What could take long is bounded by the shapes of the requests and by whoever
runs this: see ``worker``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from io import BytesIO
from typing import Any

import numpy as np

from croupier.lab.comparison import PERCENTS, of_results, side
from croupier.lab.exact.distribution import after_spins
from croupier.lab.exact.reach import WAYS, reach
from croupier.lab.exact.ruin import RuinCurve, bankroll_for, ruin_curve, ruin_within
from croupier.lab.exact.spread import spread
from croupier.lab.plan import Plan, limits_for_all
from croupier.lab.simulate.by_numpy import numpy_player
from croupier.lab.simulate.run import simulate
from croupier.lab.systems import SYSTEMS, LabError, system_named
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import read_stakes

Question = Mapping[str, Any]
Answer = dict[str, Any]

SPINS_LOOKED_AT = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300, 400, 500, 700, 1_000)
SPINS_FAR_OUT = (1_500, 2_000, 3_000, 5_000, 7_000, 10_000)
SECONDS_FOR_POINTS = 2.0
"""After so long no further point is begun: mixed stakes have very many totals."""

POINTS = 60
RISKS = (0.5, 0.2, 0.1, 0.05, 0.01)
SESSIONS_INSTEAD = 20_000
"""How many sessions are played of a system with too many states."""
AT_A_TIME = 2_000
SHOWN = 4
"""Single sessions drawn over the fan."""
DRAWS = 1_999
REACH_POINTS_MAX = 400


def systems(_: Ruleset, __: Question) -> Answer:
    """List the betting systems, with what they do."""
    return {"systems": [{"name": name, "does": system.does} for name, system in SYSTEMS.items()]}


def after(ruleset: Ruleset, asked: Question) -> Answer:
    """Say how the same stakes stand after 1, 2, 3, … spins."""
    one = spread(ruleset, read_stakes(asked["stakes"]))
    points: list[Answer] = []
    begun = time.perf_counter()
    for spins in (*SPINS_LOOKED_AT, *SPINS_FAR_OUT):
        if time.perf_counter() - begun > SECONDS_FOR_POINTS:
            break
        try:
            made = after_spins(one, spins)
        except LabError:
            if not points:
                raise
            break
        points.append(
            {
                "spins": spins,
                "mean": float(spins * one.mean),
                "sd": float(spins * one.variance) ** 0.5,
                "ahead": made.ahead,
                "behind": made.behind,
                "quantiles": [made.quantile(percent / 100) for percent in PERCENTS],
                "error": made.error_of_sums,
            }
        )
    edge = -one.mean / one.staked if one.staked else Fraction(0)
    return {"staked": one.staked, "edge": str(edge), "mean": str(one.mean), "sd": one.sd, "points": points}


def ruin(ruleset: Ruleset, asked: Question) -> Answer:
    """Say how likely each bankroll is ruined within some spins or before a target, and how much is enough."""
    one = spread(ruleset, read_stakes(asked["stakes"]))
    spins, target, bankroll = asked.get("spins"), asked.get("target"), asked["bankroll"]
    through = max(bankroll, one.staked)
    if target is not None and spins is None:
        curve = ruin_curve(one, target, through=through)
    elif spins is not None:
        curve = ruin_within(one, spins, target=target, through=through)
    else:
        raise LabError("ruin is asked for some spins, for a target, or for both: who plays for ever is ruined")
    enough = [] if spins is None or target is not None else [_enough(one, risk, spins) for risk in RISKS]
    return {
        "bankroll": bankroll,
        "ruin": curve.at(bankroll),
        "mean_spins": None if curve.spins is None else curve.spins_at(bankroll),
        "error": curve.error,
        "curve": _thinned(curve),
        "enough": enough,
    }


def _enough(one: Any, risk: float, spins: int) -> Answer:  # noqa: ANN401 - a Spread
    return {"risk": risk, "bankroll": bankroll_for(one, risk, spins=spins)}


def _thinned(curve: RuinCurve) -> list[tuple[int, float]]:
    places = np.unique(np.linspace(0, len(curve.bankrolls) - 1, min(POINTS, len(curve.bankrolls))).round().astype(int))
    return [(int(curve.bankrolls[place]), float(curve.ruin[place])) for place in places]


def system(ruleset: Ruleset, asked: Question) -> Answer:
    """Say how the sessions of one system end: exactly, or by simulation if it has too many states."""
    plan = _plan(ruleset, asked)
    if system_named(asked["system"]).many_states:  # Not even tried.
        made = of_results(simulate(plan, SESSIONS_INSTEAD, asked["seed"], engine="numpy", cores=1))
    else:
        made = side(plan, sessions=SESSIONS_INSTEAD, seed=asked["seed"], compiled=False)
    return {
        "system": made.plan.system.name,
        "exact": made.exact,
        "sessions": made.sessions,
        "mean_gain": made.mean_gain,
        "error": made.error,
        "ruin": made.ruin,
        "ahead": made.ahead,
        "reached_target": made.reached_target,
        "quantiles": list(made.quantiles),
        "mean_spins": made.mean_spins,
        "mean_staked": made.mean_staked,
        "lost_per_staked": made.lost_per_staked,
    }


def fan(ruleset: Ruleset, asked: Question) -> Answer:
    """Play the first sessions of a seed, and say between which bankrolls they lie as they go on."""
    plan = _plan(ruleset, asked)
    by = numpy_player(plan)
    if by is None:
        raise LabError(f"{plan.system.name}: the numbers are too large to be drawn; take a lower maximum")
    looks = np.unique(np.linspace(0, plan.spins, min(POINTS, plan.spins) + 1).round().astype(np.int64))
    sessions = asked["sessions"]
    parts = [
        by.paths(asked["seed"], first, min(AT_A_TIME, sessions - first))[looks]
        for first in range(0, sessions, AT_A_TIME)
    ]
    paths = np.concatenate(parts, axis=1)
    bands = np.percentile(paths, PERCENTS, axis=1, method="inverted_cdf")
    return {
        "system": plan.system.name,
        "sessions": sessions,
        "spins": looks.tolist(),
        "percents": list(PERCENTS),
        "bands": bands.tolist(),
        "mean": paths.mean(axis=1).tolist(),
        "some": paths[:, :SHOWN].T.tolist(),
        "ahead": float((paths[-1] > plan.bankroll).mean()),
    }


def reaching(ruleset: Ruleset, asked: Question) -> Answer:
    """Compare timid, bold and best play for a target."""
    bet = asked["bet"]
    bankroll, target, unit = asked["bankroll"], asked["target"], asked.get("unit")
    made = reach(ruleset, bankroll, target, bet=bet, limits=_limits(asked), unit=unit)
    places = np.unique(np.linspace(0, len(made.bankrolls) - 1, REACH_POINTS_MAX).round().astype(int))
    plays = []
    for play in made.plays:
        first, place = made.first(play.name), made.place(bankroll)
        plays.append(
            {
                "play": play.name,
                "lays": WAYS[play.name].format(bet=ruleset.position(bet).name),
                "chance": float(play.chances[place]),
                "mean_spins": float(play.spins[place]),
                "position": None if first is None else first[0].name,
                "stake": 0 if first is None else first[1],
                "curve": [float(play.chances[place]) for place in places],
            }
        )
    return {"unit": made.unit, "bankrolls": made.bankrolls[places].tolist(), "plays": plays}


def wheel(ruleset: Ruleset, asked: Question) -> Answer:
    """Test spins that somebody brings along."""
    from croupier.lab.bias import assess, parse_spins, verdict  # noqa: PLC0415 - SciPy's distributions take a second
    from croupier.lab.bias.evenness import usual_counts  # noqa: PLC0415 - the same

    spins = parse_spins(BytesIO(asked["text"].encode()), ruleset, "your spins", column=asked.get("column"))
    found = assess(spins, draws=DRAWS, powers=False)
    low, high = usual_counts(len(spins), len(ruleset.pockets), found.alpha)
    return {
        "spins": len(spins),
        "counts": dict(zip(ruleset.pockets, spins.counts.tolist(), strict=True)),
        "usual": [low, high],
        "alpha": found.alpha,
        "verdict": list(verdict(found)),
        "alarms": [str(test.name) for test in found.alarms],
        "tests": [
            {
                "test": str(test.name),
                "found": test.found if test.p is not None else f"not made: {test.skipped}",
                "p": None if test.p is None else test.p.value,
                "adjusted": test.adjusted,
            }
            for test in found.tests
        ],
        "ignored": list(spins.ignored),
    }


def _plan(ruleset: Ruleset, asked: Question) -> Plan:
    return Plan(
        ruleset,
        system_named(asked["system"]),
        read_stakes(asked["stakes"]),
        asked["bankroll"],
        asked["spins"],
        limits=_limits(asked),
        target=asked.get("target"),
        stop_loss=asked.get("stop_loss"),
    )


def _limits(asked: Question) -> Limits | None:
    least, most = asked.get("minimum"), asked.get("maximum")
    if least is None and most is None:
        return None
    if least is None or most is None or least > most:
        raise LabError("a minimum and a maximum go together, the minimum not above the maximum")
    return limits_for_all(least, most)


ANSWERS: dict[str, Callable[[Ruleset, Question], Answer]] = {
    "systems": systems,
    "after": after,
    "ruin": ruin,
    "system": system,
    "fan": fan,
    "reach": reaching,
    "wheel": wheel,
}
"""What can be asked."""
