"""Systems that hear of every spin: the pocket, the bankroll, and spins that are sat out."""

import pytest

import croupier
from croupier.lab import (
    CustomSystem,
    Ending,
    LabError,
    Plan,
    State,
    forecast,
    limits_for_all,
    play,
    simulate,
)
from croupier.lab.simulate.sessions import play_session

MBS = croupier.rulebook("mbs-roulette/3")
REDS = MBS.positions["red"].pockets


def after_two_blacks(
    state: State = (0, 0),
    laid: int = 0,
    won: bool | None = None,
    pocket: str = "",
    bankroll: int = 0,
) -> State:
    """Sit out until two spins in a row were not red, then lay one unit on red."""
    others = 0 if pocket in REDS else state[1] + 1
    return (1 if others >= 2 else 0, others)


def bold(
    state: State = (1,),
    laid: int = 0,
    won: bool | None = None,
    pocket: str = "",
    bankroll: int = 10,
) -> State:
    """As much as the target of 20 needs."""
    return (max(1, min(bankroll, 20 - bankroll)),)


def plan(function: object, **terms: int) -> Plan:
    usual = {"bankroll": 10, "spins": 6} | terms
    system = CustomSystem(function)  # type: ignore[arg-type]
    return Plan(MBS, system, {"red": 1}, limits=limits_for_all(1, 100), **usual)  # type: ignore[arg-type]


def test_it_waits_and_lays_when_its_moment_comes() -> None:
    played = play(plan(after_two_blacks), ["2", "4", "1", "1", "0", "2"])

    assert played.path == (10, 10, 10, 11, 11, 11, 11)
    assert (played.ending, played.spins) == (Ending.SPINS, 6)


def test_a_loss_while_it_waits_for_nobody() -> None:
    assert play(plan(after_two_blacks), ["2", "4", "6", "8", "1", "1"]).path == (10, 10, 10, 9, 8, 9, 9)


def test_sitting_out_stakes_nothing_and_takes_a_spin() -> None:
    one = play_session(plan(after_two_blacks, spins=200), 5, 0)
    results = simulate(plan(after_two_blacks, spins=200), 50, 5)

    assert one.spins == 200 or one.ending is Ending.SHORT
    assert one.staked < one.spins
    assert results.engine == "python"
    assert results.mean_staked < results.mean_spins


def test_it_hears_of_the_bankroll() -> None:
    played = play(plan(bold, bankroll=15, target=20), ["1", "1"])

    assert played.path == (15, 16, 20)
    assert played.ending is Ending.TARGET


def test_a_state_may_grow() -> None:
    def hoarding(
        state: State = (1,),
        laid: int = 0,
        won: bool | None = None,
        pocket: str = "",
        bankroll: int = 0,
    ) -> State:
        return (*state, 1)

    assert play(plan(hoarding, spins=60, bankroll=100), ["1", "2"] * 30).spins == 60
    with pytest.raises(LabError, match="a state has 1 to 64 numbers"):
        play(plan(hoarding, spins=70, bankroll=100), ["1", "2"] * 35)


def test_what_is_wrong_is_said_with_the_call() -> None:
    def failing(
        state: State = (1,),
        laid: int = 0,
        won: bool | None = None,
        pocket: str = "",
        bankroll: int = 0,
    ) -> State:
        return (int(pocket) // 0,)

    with pytest.raises(LabError, match=r"failing\(\(1,\), 1, True, '1', 11\) failed with ZeroDivisionError"):
        play(plan(failing), ["1"])


def test_it_is_not_worked_out_as_a_chain() -> None:
    with pytest.raises(LabError, match="depends on the pocket and the bankroll"):
        forecast(plan(bold))


def test_whoever_hears_of_nothing_may_not_sit_out() -> None:
    def idle(state: State = (1,), laid: int = 1, won: bool = True) -> State:
        return (0,)

    with pytest.raises(LabError, match="may not want fewer than 1 units"):
        play(plan(idle), ["1"])


def test_wald_gives_the_mean_gain_with_a_smaller_error() -> None:
    results = simulate(Plan(MBS, croupier.lab.Martingale(), {"red": 1}, bankroll=200, spins=100), 20_000, 3)
    exact = forecast(
        Plan(MBS, croupier.lab.Martingale(), {"red": 1}, bankroll=200, spins=100, limits=limits_for_all(1, 10**6))
    )

    assert results.error_by_stakes < results.error_of_mean / 2
    assert float(results.mean_gain_by_stakes) == pytest.approx(exact.mean_gain, abs=5 * float(results.error_by_stakes))
    assert results.edge == croupier.odds(MBS, {"red": 1}).edge
