"""The compiled lanes give what plain Python gives, to the unit, for every system and ruleset."""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from benchmarks.lab_peers import careful
from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Ending, Plan, limits_for_all, play
from croupier.lab.simulate import compiled as compiling
from croupier.lab.simulate import lanes
from croupier.lab.simulate.compiled import NARROW, WIDE, CompiledPlayer, Width
from croupier.lab.simulate.sessions import ENDINGS, Engine, Plain, Sessions, play_session, player
from croupier.lab.simulate.streams import outcomes
from croupier.lab.systems import Fibonacci, Flat, LabError, Labouchere, Martingale, OscarsGrind, Paroli, State, System
from testkit.shares import paired
from tests.lab.simulate.plans import EVERY_SYSTEM, REFS, TERMS, plan, same

ENGINES: tuple[Engine, ...] = ("python", "numba")

systems = pytest.mark.parametrize("system", EVERY_SYSTEM.values(), ids=EVERY_SYSTEM)


def compiled(terms: Plan) -> CompiledPlayer:
    found = player(terms, "numba")
    assert isinstance(found, CompiledPlayer)
    return found


def endings(sessions: Sessions) -> set[Ending]:
    return {ENDINGS[ending] for ending in sessions.ending.tolist()}


@pytest.mark.parametrize(("name", "ref"), paired(EVERY_SYSTEM, REFS))
def test_every_system_on_every_ruleset_comes_out_as_played_plainly(name: str, ref: str) -> None:
    terms = plan(EVERY_SYSTEM[name], ref)

    assert same(compiled(terms)(17, 1_000, 70), Plain(terms)(17, 1_000, 70))


@systems
def test_a_session_is_the_one_that_settling_spin_by_spin_gives(system: System) -> None:
    terms = plan(system, target=6_000, stop_loss=400)
    pockets = terms.ruleset.pockets

    for session in range(12):
        drawn = (pockets[index] for index in islice(outcomes(3, session, len(pockets)), terms.spins))
        told = play(terms, drawn)
        assert play_session(terms, 3, session)[:2] == (told.bankroll, told.spins)
        assert play_session(terms, 3, session).ending is told.ending


def test_every_way_to_end_comes_up() -> None:
    usual = compiled(plan(Martingale(), target=3_600, stop_loss=1_400, spins=12))(1, 0, 1_000)
    stopped = compiled(plan(Martingale(), over_maximum="stop"))(1, 0, 1_000)

    assert endings(usual) == {Ending.TARGET, Ending.STOP_LOSS, Ending.SHORT, Ending.SPINS}
    assert Ending.OVER_MAXIMUM in endings(stopped)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_the_terms_of_a_session_are_kept_by_both(terms: dict[str, Any]) -> None:
    """One system is enough: the terms are looked at before the system is asked."""
    session = plan(Martingale(), **terms)

    assert same(compiled(session)(5, 0, 130), Plain(session)(5, 0, 130))


@pytest.mark.parametrize(
    "system",
    [Flat(7), Paroli(1), Paroli(6), Labouchere((1,), 1), Labouchere((3, 1, 4, 1, 5), 64), Labouchere((2, 2), 5)],
)
def test_settings_are_kept_by_both(system: System) -> None:
    terms = plan(system, bankroll=9_999)

    assert same(compiled(terms)(5, 0, 70), Plain(terms)(5, 0, 70))


def test_money_that_needs_them_gets_wider_lanes() -> None:
    assert compiled(plan(Martingale()))._width is NARROW
    assert compiled(plan(Martingale(), bankroll=10**13))._width is WIDE


class TestSessionsThatOutgrowTheirLane:
    """A lane stands still before its numbers overflow, and the session is played plainly."""

    @pytest.mark.parametrize(
        ("system", "width"),
        [(Martingale(), replace(NARROW, still=33)), (OscarsGrind(), replace(NARROW, beyond=20))],
        ids=["a bankroll", "a tally"],
    )
    def test_what_grows_too_large_is_played_plainly(
        self, system: System, width: Width, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With 33 units of money or 20 of tally for bounds, not 2²⁶ and 2³⁰, some are odd, and come out right."""
        terms = plan(system)
        narrowed = CompiledPlayer(terms, compiled(terms)._form, width)
        plainly = []

        def counted(*asked: Any) -> Any:
            plainly.append(asked)
            return play_session(*asked)

        monkeypatch.setattr(compiling, "play_session", counted)

        found = narrowed(5, 0, 128)

        assert same(found, Plain(terms)(5, 0, 128))
        assert 0 < len(plainly) < 128

    def test_none_is_left_odd(self) -> None:
        assert (
            lanes.OVERFLOWED not in compiled(plan(Fibonacci(), bankroll=8_000_000 * 100, limits=None))(5, 0, 640).ending
        )


class TestStreams:
    def test_words_that_are_passed_over_are_drawn_again(self) -> None:
        """A hundred sessions of 2,000 spins pass over some twenty words; every outcome is the plain stream's."""
        terms = plan(Flat(), bankroll=10**6, spins=2_000, limits=limits_for_all(100, 100))

        assert same(compiled(terms)(9, 2**40, 100), Plain(terms)(9, 2**40, 100))

    def test_sessions_do_not_depend_on_their_neighbors(self) -> None:
        whole = compiled(plan(Martingale()))(5, 0, 200)
        alone = [compiled(plan(Martingale()))(5, session, 1) for session in (0, 63, 64, 131)]

        assert [int(one.bankroll[0]) for one in alone] == whole.bankroll[[0, 63, 64, 131]].tolist()

    def test_two_systems_can_be_tried_on_the_same_spins(self) -> None:
        """Red and black win on different pockets of the same stream: between them and zero, every spin."""
        reds = compiled(plan(Flat(), stakes={"red": 100}, bankroll=10**6))(5, 0, 64)
        blacks = compiled(plan(Flat(), stakes={"black": 100}, bankroll=10**6))(5, 0, 64)
        zeros = [sum(not index for index in islice(outcomes(5, s, 37), 203)) for s in range(64)]

        lost = (2 * 10**6 - reds.bankroll - blacks.bankroll) // 200
        assert lost.tolist() == zeros


def test_other_seeds_give_other_sessions() -> None:
    sessions = compiled(plan(Martingale()))

    assert not np.array_equal(sessions(1, 0, 64).bankroll, sessions(2, 0, 64).bankroll)


@dataclass(frozen=True)
class Stubborn:
    """A system that somebody else wrote, in plain Python."""

    name = "stubborn"
    start = (1,)
    least = 1

    def stake(self, state: State) -> int:
        return state[0]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        return state if won else (laid + 2,)


class TestSystemsOfOnesOwn:
    def test_a_function_is_compiled(self) -> None:
        assert player(plan(CustomSystem(careful))).engine == "numba"

    def test_what_cannot_be_compiled_is_played_plainly_with_the_same_results(self) -> None:
        def dreamer(state: Any = (1, 0), laid: int = 1, won: bool = True) -> Any:
            """As ``careful``, by way of what Numba does not know."""
            return tuple(int(f"{number}") for number in careful(state, laid, won))

        terms, plainly = plan(CustomSystem(careful)), plan(CustomSystem(dreamer))

        assert player(plainly).engine == "python"
        assert same(player(terms)(5, 0, 30), player(plainly)(5, 0, 30))

    def test_a_class_of_ones_own_is_played_plainly(self) -> None:
        terms = plan(Stubborn())

        assert player(terms).engine == "python"
        assert same(player(terms)(5, 0, 3), Plain(terms)(5, 0, 3))
        with pytest.raises(LabError, match="stubborn cannot be compiled here; without engine='numba' it is played"):
            player(terms, "numba")

    def test_a_class_derived_from_ours_is_not_taken_for_ours(self) -> None:
        class Cautious(Martingale):
            def after(self, state: State, laid: int, *, won: bool) -> State:
                return super().after(state, min(laid, 2), won=won)

        assert player(plan(Cautious())).engine == "python"

    def test_a_compiled_form_that_differs_is_not_trusted(self) -> None:
        """In 64 bits this product is 0; in Python it is not."""

        def wrapping(state: State = (1,), laid: int = 1, won: bool = True) -> State:
            return (1 if won or (state[0] + 2**62) * 4 > 10 * laid else laid + 1,)

        terms = plan(CustomSystem(wrapping))

        assert player(terms).engine == "python"
        assert same(player(terms)(5, 0, 5), Plain(terms)(5, 0, 5))

    def test_wanting_too_little_is_refused_with_the_question(self) -> None:
        """Seen by the compiled form as well, which leaves the telling to the plain one."""

        def fading(state: State = (4,), laid: int = 1, won: bool = True) -> State:
            return (state[0] - 1,) if won else (laid,)

        for engine in ENGINES:
            with pytest.raises(LabError, match=r"fading\(\(1,\), 1, True\) gives \(0,\); it may not want fewer than 1"):
                player(plan(CustomSystem(fading), bankroll=10**6), engine)(5, 0, 10)

    def test_a_function_that_fails_is_told_with_the_question(self) -> None:
        def tired(state: State = (1,), laid: int = 1, won: bool = True) -> State:
            return (state[0] + won + 0 // (laid - 5),)

        with pytest.raises(LabError, match=r"tired\(\(5,\), 5, (True|False)\) failed with ZeroDivisionError"):
            player(plan(CustomSystem(tired), bankroll=10**6))(5, 0, 10)

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            ((1.5,), "a state is a tuple of whole numbers"),
            ((True,), "a state is a tuple of whole numbers"),
            (1, "a state is a tuple of whole numbers"),
            ((1, 2), "a state keeps its length"),
            ((2**53 + 1,), "no number of a state is beyond 9007199254740992"),
        ],
    )
    def test_an_answer_that_is_no_state_is_refused(self, answer: Any, words: str) -> None:
        with pytest.raises(LabError, match=words):
            CustomSystem(lambda *_asked: answer, (1,), name="mine").after((1,), 1, won=True)

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ((7,), "a system of your own is a function, not 7"),
            ((lambda *asked: asked[0],), "where does a session begin"),
            ((lambda *asked: asked[0], (0,)), r"it begins with \(0,\); it may not want fewer than 1 units"),
            ((lambda *asked: asked[0], (1,) * 9), "1 to 8 numbers"),
            ((lambda *asked: asked[0], (1,), 0), "least is a whole number of units from 1, not 0"),
        ],
    )
    def test_what_cannot_be_a_system_is_refused(self, given: Any, words: str) -> None:
        with pytest.raises(LabError, match=words):
            CustomSystem(*given)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(LabError, match="no engine 'fortran'; there are numba, numpy, python"):
        player(plan(Martingale()), "fortran")  # type: ignore[arg-type]
