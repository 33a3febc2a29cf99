"""What plays a plan soonest: NumPy at once, and the compiled lanes where there is enough to play for them to pay."""

from __future__ import annotations

import threading

from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Plan
from croupier.lab.simulate.by_numpy import NumpyPlayer, numpy_player
from croupier.lab.simulate.sessions import Engine, Player, Sessions, player
from croupier.lab.systems import LabError

WORTH_COMPILING = 2**26
"""Spins that NumPy plays in some seconds: the compiled lanes are ready by then, or soon."""

WORTH_COMPILING_CUSTOM = 2**19
"""Spins that plain Python plays in some seconds, for a function of the player's own."""


def quickest_player(plan: Plan, sessions: int) -> Player:
    """Return what plays so many sessions soonest. They are the same sessions, whoever plays them."""
    spins = sessions * plan.spins
    if isinstance(plan.system, CustomSystem):
        return player(plan, "python" if spins < WORTH_COMPILING_CUSTOM else None)
    by_numpy = numpy_player(plan)
    if by_numpy is None:
        return player(plan)
    return by_numpy if spins < WORTH_COMPILING else Changing(plan, by_numpy)


class Changing:
    """Plays in NumPy until the compiled lanes are ready, which are made ready meanwhile."""

    engine: Engine = "numba"

    def __init__(self, plan: Plan, by_numpy: NumpyPlayer) -> None:
        self._by: Player = by_numpy
        self._thread = threading.Thread(target=self._make_ready, args=(plan,), name="compiling", daemon=True)
        self._thread.start()

    def __call__(self, seed: int, first: int, count: int) -> Sessions:
        """Play ``count`` sessions from number ``first`` on."""
        return self._by(seed, first, count)

    def wait(self) -> None:
        """Wait until the lanes are ready, and kept on disk for the next time."""
        self._thread.join()

    def _make_ready(self, plan: Plan) -> None:
        try:
            found = player(plan)
            found(0, 0, 1)  # The first call compiles.
        except LabError:
            return
        if found.engine == "numba":
            self._by = found
