"""Many wagers at once: arrays in, arrays out, to the unit what ``croupier.settle`` gives bet by bet.

>>> import croupier, numpy
>>> from croupier.lab import settle_many, tables
>>> compiled = tables(croupier.rulebook("mbs-roulette/3"))
>>> positions = compiled.position_indices(["17", "17/20", "red"])
>>> settled = settle_many(compiled, positions, numpy.array([500, 100, 1000]), compiled.pocket_index("17"))
>>> settled.winnings.tolist(), settled.returned.tolist(), settled.collected.tolist()
([17500, 1700, 0], [500, 100, 0], [0, 0, 1000])

How the sessions of a betting system end, all of them, without sampling:

>>> from croupier.lab import Martingale, Plan, forecast, limits_for_all
>>> terms = {"bankroll": 1_000, "spins": 1_000, "limits": limits_for_all(1, 1_000)}
>>> plan = Plan(croupier.rulebook("mbs-roulette/3"), Martingale(), {"red": 1}, **terms)
>>> sessions = forecast(plan)
>>> f"ruined {sessions.ruin:.6f}, mean {sessions.mean:.4f}, spins {sessions.mean_spins:.2f}"
'ruined 0.476571, mean 892.6801, spins 727.92'

Settlement needs only NumPy, and is faster if Numba is installed too (``make bench`` says by how much):
``pip install 'croupier[lab]'``.
"""

from croupier.lab.arrays.bulk import EngineError, settle_many
from croupier.lab.arrays.columns import Settled
from croupier.lab.arrays.ruleset_arrays import RulesetArrays, tables
from croupier.lab.arrays.stacks import Stacks, merge
from croupier.lab.custom import CustomSystem
from croupier.lab.custom_file import custom_from_file
from croupier.lab.exact.distribution import (
    Distribution,
    ExactDistribution,
    after_spins,
    after_spins_exactly,
    loss_per_hour,
)
from croupier.lab.exact.kelly import KellyBet, KellyMix, kelly_bet, kelly_mix
from croupier.lab.exact.policy import Comparison, OutsideLimits, VoidPolicies, compare, outside_limits, void_policies
from croupier.lab.exact.reach import Reach, reach
from croupier.lab.exact.ruin import RuinCurve, bankroll_for, ruin_curve, ruin_ever, ruin_exactly, ruin_within
from croupier.lab.exact.spread import Spread, spread
from croupier.lab.markov.exact import ExactForecast, forecast_exactly
from croupier.lab.markov.forecast import Forecast, forecast
from croupier.lab.plan import Ending, Plan, Played, limits_for_all, play
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate
from croupier.lab.systems import (
    SYSTEMS,
    DAlembert,
    Fibonacci,
    Flat,
    GrandMartingale,
    LabError,
    Labouchere,
    Martingale,
    OneThreeTwoSix,
    OscarsGrind,
    Paroli,
    State,
    System,
    system_named,
)

__all__ = [
    "SYSTEMS",
    "Comparison",
    "CustomSystem",
    "DAlembert",
    "Distribution",
    "Ending",
    "EngineError",
    "ExactDistribution",
    "ExactForecast",
    "Fibonacci",
    "Flat",
    "Forecast",
    "GrandMartingale",
    "KellyBet",
    "KellyMix",
    "LabError",
    "Labouchere",
    "Martingale",
    "OneThreeTwoSix",
    "OscarsGrind",
    "OutsideLimits",
    "Paroli",
    "Plan",
    "Played",
    "Reach",
    "Results",
    "RuinCurve",
    "RulesetArrays",
    "Settled",
    "Spread",
    "Stacks",
    "State",
    "System",
    "VoidPolicies",
    "after_spins",
    "after_spins_exactly",
    "bankroll_for",
    "compare",
    "custom_from_file",
    "forecast",
    "forecast_exactly",
    "kelly_bet",
    "kelly_mix",
    "limits_for_all",
    "loss_per_hour",
    "merge",
    "outside_limits",
    "play",
    "reach",
    "ruin_curve",
    "ruin_ever",
    "ruin_exactly",
    "ruin_within",
    "settle_many",
    "simulate",
    "spread",
    "system_named",
    "tables",
    "void_policies",
]
