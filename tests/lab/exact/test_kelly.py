"""Growth-optimal stakes: against the closed form, against other shares, and within the gap they state."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import UnknownPocketError, UnknownPositionError
from croupier.lab import LabError, limits_for_all
from croupier.lab.exact import kelly as module
from croupier.lab.exact.kelly import KellyMix, kelly_bet, kelly_mix
from testkit.lab.plans import SINGLE_ZERO


def wheel(**heavier: int) -> dict[str, int]:
    """A single-zero wheel on which ``n17=3`` makes 17 three times as likely as the others, each of weight 1."""
    return {pocket: heavier.get(f"n{pocket}", 1) for pocket in SINGLE_ZERO.pockets}


def growth(shares: dict[str, float], weights: dict[str, int]) -> float:
    """The mean logarithm, straight from its definition."""
    total = 0.0
    for pocket, weight in weights.items():
        wealth = 1 - sum(shares.values())
        for name, share in shares.items():
            position = SINGLE_ZERO.position(name)
            wealth += share * (position.pays + 1) if position.covers(pocket) else 0
        total += weight * math.log(wealth)
    return total / sum(weights.values())


def shares_of(mix: KellyMix) -> dict[str, float]:
    return {position.name: share for position, share in mix.shares}


def test_one_bet_has_its_closed_form() -> None:
    bet = kelly_bet(SINGLE_ZERO, "17", wheel(n17=2))

    assert bet.probability == Fraction(2, 38)
    assert bet.share == (Fraction(2, 38) * 36 - 1) / 35
    assert bet.growth == pytest.approx(growth({"17": float(bet.share)}, wheel(n17=2)), rel=1e-12)
    for other in (0.9, 1.1):
        assert growth({"17": float(bet.share) * other}, wheel(n17=2)) < bet.growth


def test_a_true_wheel_is_not_worth_a_stake() -> None:
    assert kelly_bet(SINGLE_ZERO, "red", wheel()).share == 0
    assert kelly_bet(SINGLE_ZERO, "red", wheel()).growth == 0
    assert kelly_mix(SINGLE_ZERO, wheel(), positions=["red", "black", "17"]).shares == ()


def test_a_sure_thing_takes_everything() -> None:
    assert kelly_bet(SINGLE_ZERO, "17", {"17": 1}).share == 1
    assert kelly_bet(SINGLE_ZERO, "17", {"17": 1}).growth == pytest.approx(math.log(36))


def test_a_mix_of_one_is_the_closed_form() -> None:
    mix = kelly_mix(SINGLE_ZERO, wheel(n17=2), positions=["17"])
    bet = kelly_bet(SINGLE_ZERO, "17", wheel(n17=2))

    assert shares_of(mix)["straight:17"] == pytest.approx(float(bet.share), rel=1e-6)
    assert 0 <= bet.growth - mix.growth <= mix.gap <= 1e-10


@given(
    heavier=st.dictionaries(st.sampled_from(["n0", "n2", "n17", "n25"]), st.integers(2, 5), min_size=1),
    shares=st.lists(st.floats(0, 0.2), min_size=4, max_size=4),
)
@settings(max_examples=25, deadline=None)
def test_no_other_shares_grow_faster_than_the_gap_allows(heavier: dict[str, int], shares: list[float]) -> None:
    weights, names = wheel(**heavier), ["0", "2", "17/20", "25"]
    mix = kelly_mix(SINGLE_ZERO, weights, positions=names)

    assert growth(dict(zip(names, shares, strict=True)), weights) <= mix.growth + mix.gap
    assert growth(shares_of(mix), weights) == pytest.approx(mix.growth, abs=1e-9)


def test_the_gap_tells_of_a_climb_that_stopped_early(monkeypatch: pytest.MonkeyPatch) -> None:
    best = kelly_mix(SINGLE_ZERO, wheel(n17=3), positions=["17", "red"])
    monkeypatch.setattr(module, "BARRIERS", module.BARRIERS[:8])

    early = kelly_mix(SINGLE_ZERO, wheel(n17=3), positions=["17", "red"])

    assert best.gap < 1e-10 < best.growth - early.growth <= early.gap


def test_a_climb_that_gets_nowhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BARRIERS", (1e-2,))

    with pytest.raises(LabError, match="the best shares were not found"):
        kelly_mix(SINGLE_ZERO, wheel(n17=3), positions=["17"])


def test_the_maximum_caps_a_share_and_its_neighbors_take_over() -> None:
    names = ["17", "17/20", "17/18", "red"]
    free = kelly_mix(SINGLE_ZERO, wheel(n17=3), positions=names, bankroll=100_000, limits=limits_for_all(1, 10**6))
    capped = kelly_mix(SINGLE_ZERO, wheel(n17=3), positions=names, bankroll=100_000, limits=limits_for_all(100, 500))

    assert list(shares_of(free)) == ["straight:17"]
    stakes = {position.name: stake for position, stake in capped.stakes}
    assert stakes == {"straight:17": 500, "split:17-20": 500, "split:17-18": 500}
    assert capped.growth < free.growth
    assert capped.growth_of_stakes == pytest.approx(capped.growth, abs=1e-7)


def test_a_stake_below_the_minimum_is_left_out() -> None:
    mix = kelly_mix(SINGLE_ZERO, wheel(n17=2), positions=["17"], bankroll=1_000, limits=limits_for_all(100, 500))

    assert mix.stakes == ()
    assert mix.growth_of_stakes == 0
    assert mix.growth > 0


def test_what_the_felt_or_the_wheel_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownPocketError):
        kelly_bet(SINGLE_ZERO, "17", {"00": 1})
    with pytest.raises(UnknownPositionError):
        kelly_mix(SINGLE_ZERO, wheel(), positions=["the moon"])
    with pytest.raises(LabError, match="name at least one"):
        kelly_mix(SINGLE_ZERO, wheel(), positions=[])
