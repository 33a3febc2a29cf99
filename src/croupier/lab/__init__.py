"""Many wagers at once: arrays in, arrays out, to the unit what ``croupier.settle`` gives bet by bet.

>>> import croupier, numpy
>>> from croupier.lab import settle_many, tables
>>> compiled = tables(croupier.rulebook("mbs-roulette/3"))
>>> positions = compiled.position_indices(["17", "17/20", "red"])
>>> settled = settle_many(compiled, positions, numpy.array([500, 100, 1000]), compiled.pocket_index("17"))
>>> settled.winnings.tolist(), settled.returned.tolist(), settled.collected.tolist()
([17500, 1700, 0], [500, 100, 0], [0, 0, 1000])

Needs NumPy, and is faster where Numba is installed too (``make bench`` says by how much):
``pip install 'croupier[lab]'``.
"""

from croupier.lab.bulk import EngineError, settle_many
from croupier.lab.columns import Settled
from croupier.lab.plan import Ending, Plan, Played, limits_for_all, play
from croupier.lab.stacks import Stacks, merge
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
from croupier.lab.tables import Tables, tables

__all__ = [
    "SYSTEMS",
    "DAlembert",
    "Ending",
    "EngineError",
    "Fibonacci",
    "Flat",
    "GrandMartingale",
    "LabError",
    "Labouchere",
    "Martingale",
    "OneThreeTwoSix",
    "OscarsGrind",
    "Paroli",
    "Plan",
    "Played",
    "Settled",
    "Stacks",
    "State",
    "System",
    "Tables",
    "limits_for_all",
    "merge",
    "play",
    "settle_many",
    "system_named",
    "tables",
]
