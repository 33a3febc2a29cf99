"""NumPy's columns give what plain Python gives, to the unit, and stand in until the compiled lanes are ready."""

from typing import Any

import numpy as np
import pytest

from benchmarks.lab_peers import careful
from croupier.lab.custom import CustomSystem
from croupier.lab.plan import limits_for_all
from croupier.lab.simulate import quickest
from croupier.lab.simulate.by_numpy import NumpyPlayer, numpy_player, spins_of_block
from croupier.lab.simulate.quickest import Changing, quickest_player
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.sessions import Plain, drawn_steps, player
from croupier.lab.simulate.streams import outcome
from croupier.lab.systems import SYSTEMS, Flat, LabError, Labouchere, Martingale, Paroli, System
from tests.lab.simulate.plans import REFS, TERMS, plan, same


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_system_on_every_ruleset_comes_out_as_played_plainly(system: System) -> None:
    for ref in REFS:
        terms = plan(system, ref)
        assert same(player(terms, "numpy")(17, 1_000, 30), Plain(terms)(17, 1_000, 30)), ref


@pytest.mark.parametrize("name", [name for name in TERMS if name != "more than 32 bits"])
def test_the_terms_of_a_session_are_kept(name: str) -> None:
    for system in (Martingale(), Labouchere((2, 2), 5), Paroli(6), Flat(1)):
        terms = plan(system, **TERMS[name])
        assert same(player(terms, "numpy")(5, 0, 70), Plain(terms)(5, 0, 70))


def test_spins_are_those_of_the_streams_also_where_words_are_drawn_again() -> None:
    """Some 4 words in 10,000 are: among 8,000 of them a few."""
    sessions = np.arange(2**32 - 1_000, 2**32 + 1_000)
    drawn = spins_of_block(2**63 + 5, sessions, 7, 37)

    for spin in range(16):
        some = range(0, 2_000, 7)
        assert [drawn[spin][at] for at in some] == [
            outcome(2**63 + 5, int(sessions[at]), 112 + spin, 37) for at in some
        ]


def test_paths_are_the_bankrolls_of_the_same_sessions() -> None:
    terms = plan(Martingale(), target=6_000)
    by = numpy_player(terms)
    assert by is not None
    made = by.paths(3, 10, 40)

    for session in range(40):
        path = [bankroll for bankroll, _ in drawn_steps(terms, 3, 10 + session)]
        assert made[: len(path), session].tolist() == path
        assert set(made[len(path) :, session].tolist()) <= {path[-1]}


class TestWhoPlays:
    def test_a_few_sessions_are_played_at_once(self) -> None:
        assert isinstance(quickest_player(plan(Martingale()), 10_000), NumpyPlayer)
        assert simulate(plan(Martingale()), 50).engine == "numpy"

    def test_numbers_near_the_end_of_64_bits_are_not(self) -> None:
        assert (
            numpy_player(plan(Martingale(), bankroll=10**13, limits=limits_for_all(100, 10**15), spins=10**6)) is None
        )
        with pytest.raises(LabError, match="is not played in columns"):
            player(plan(CustomSystem(careful)), "numpy")

    def test_a_short_run_of_a_function_is_not_compiled(self) -> None:
        assert quickest_player(plan(CustomSystem(careful)), 100).engine == "python"
        assert quickest_player(plan(CustomSystem(careful)), 10_000).engine == "numba"

    def test_many_are_begun_in_numpy_and_go_on_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(quickest, "WORTH_COMPILING", 0)
        terms: Any = plan(Martingale())
        by = quickest_player(terms, 1_000)
        assert isinstance(by, Changing)
        before = by(1, 0, 200)
        by.wait()

        assert not isinstance(by._by, NumpyPlayer)
        assert same(before, by(1, 0, 200))
        assert simulate(terms, 1_000).engine == "numba"
