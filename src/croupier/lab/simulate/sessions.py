"""Sessions of a plan, played: plainly, or compiled with the same results to the unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Ending, Plan, Step
from croupier.lab.simulate.bounds import why_plain
from croupier.lab.simulate.streams import POCKETS_MAX, outcomes
from croupier.lab.systems import LabError, System
from croupier.rules.stake import short

Engine = Literal["numba", "numpy", "python"]

TRIAL_SESSIONS = 4
TRIAL_SPINS = 250
"""How much of a custom system is played twice over before it is trusted."""

ENDINGS = tuple(Ending)
"""An ending is kept as its place in this order."""


class Sessions(NamedTuple):
    """What became of some sessions, one row for each; money in the smallest unit."""

    bankroll: NDArray[np.int64]
    spins: NDArray[np.int64]
    staked: NDArray[np.int64]
    ending: NDArray[np.uint8]


class PlayedOne(NamedTuple):
    """What became of one session."""

    bankroll: int
    spins: int
    staked: int
    ending: Ending


class Player(Protocol):
    """Plays sessions of one plan."""

    engine: Engine

    def __call__(self, seed: int, first: int, count: int) -> Sessions:
        """Play ``count`` sessions from number ``first`` on. May be called by several threads at once."""
        ...


def drawn_steps(plan: Plan, seed: int, session: int) -> Iterator[Step]:
    """Play one session on its own stream; what a unit gains is known beforehand, so no settlement is written down."""
    gains, pockets = plan.gains, plan.ruleset.pockets
    spun = outcomes(seed, session, len(gains))
    return plan.steps(spun, lambda place, laid: laid * gains[place], lambda place: pockets[place])


def play_session(plan: Plan, seed: int, session: int) -> PlayedOne:
    """Play one session plainly."""
    left, ending, spins, units = plan.bankroll, Ending.SPINS, 0, 0
    for bankroll, laid in drawn_steps(plan, seed, session):
        if isinstance(laid, Ending):
            left, ending = bankroll, laid
        else:
            spins, units = spins + 1, units + laid
    return PlayedOne(left, spins, units * plan.cost, ending)


class Plain:
    """Plays session by session in plain Python: whatever the system, and whatever the size of the numbers."""

    engine: Engine = "python"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, seed: int, first: int, count: int) -> Sessions:
        """Play ``count`` sessions from number ``first`` on."""
        return rows([play_session(self.plan, seed, first + session) for session in range(count)])


def rows(played: list[PlayedOne]) -> Sessions:
    """Lay sessions out as columns."""
    try:
        return Sessions(
            np.array([each.bankroll for each in played], dtype=np.int64),
            np.array([each.spins for each in played], dtype=np.int64),
            np.array([each.staked for each in played], dtype=np.int64),
            np.array([ENDINGS.index(each.ending) for each in played], dtype=np.uint8),
        )
    except OverflowError:
        raise LabError("a session came to more money than 64 bits hold; a maximum or a target would end it") from None


def player(plan: Plan, engine: Engine | None = None) -> Player:
    """Return what plays this plan: compiled where that is possible, unless an engine is named."""
    if engine is not None and engine not in get_args(Engine):
        raise LabError(f"no engine {short(engine)}; there are {', '.join(get_args(Engine))}")
    if len(plan.gains) > POCKETS_MAX:
        raise LabError(f"{plan.ruleset.ref} has {len(plan.gains)} pockets; the streams draw up to {POCKETS_MAX}")
    if engine == "python":
        return _plain(plan)
    if engine == "numpy":
        return _in_columns(plan)
    found = _compiled(plan)
    if found is None and engine == "numba":
        why = why_not_compiled(plan.system)
        because = "" if why is None else f" ({why})"
        raise LabError(
            f"{plan.system.name} cannot be compiled here{because}; without engine='numba' it is played plainly"
        )
    return found or _plain(plan)


def _in_columns(plan: Plan) -> Player:
    from croupier.lab.simulate.by_numpy import numpy_player  # noqa: PLC0415 - it needs this module

    found = numpy_player(plan)
    if found is None:
        raise LabError(
            f"{plan.system.name} is not played in columns: only systems of the lab are, with numbers far from 64 bits"
        )
    return found


def _plain(plan: Plan) -> Plain:
    """Return the plain player of a plan whose sessions can be played again."""
    check_repeats(plan)
    return Plain(plan)


def check_repeats(plan: Plan) -> None:
    """Refuse a function of the player's own that answers differently when it is asked the same again."""
    if isinstance(plan.system, CustomSystem):
        trial = replace(plan, spins=min(plan.spins, TRIAL_SPINS))
        for session in range(TRIAL_SESSIONS):
            if play_session(trial, 0, session) != play_session(trial, 0, session):
                raise LabError(
                    f"{plan.system.name} answers differently when it is asked the same again, so no seed would give "
                    "the same sessions twice; let the function use what it is given: no chance, clock or outside memory"
                )


def why_not_compiled(system: System) -> str | None:
    """Say what in a player's own function is not shown to come out the same compiled; None where nothing is known."""
    return why_plain(system.function, len(system.start)) if isinstance(system, CustomSystem) else None


@cache
def _numba_there() -> bool:
    try:
        import numba  # noqa: F401, PLC0415 - it takes half a second, and is needed when something is played
    except ImportError:
        return False
    return True


def _compiled(plan: Plan) -> Player | None:
    if not _numba_there():
        return None
    from croupier.lab.simulate.compiled import compiled_player  # noqa: PLC0415 - see above

    return compiled_player(plan)
