"""A bet that was laid in several stakes: what the whole comes to is shared among them, to the last unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

import croupier
from croupier.rules.limits import Limit
from croupier.rules.pocket import Pocket
from croupier.rules.settle import LOSS, Price, Settlement, price, settle_bet, share

RULES = croupier.rulebook("mbs-roulette/3")
RED, SEVENTEEN = RULES.positions["red"], RULES.positions["straight:17"]
ONE, TWO = Pocket("1"), Pocket("2")
"""A red pocket and a black one."""


def whole(stake: int, outcome: Pocket, *, seen_before: bool = False) -> Settlement:
    return settle_bet(RULES, RED, stake, outcome, Limit(100, 500), seen_before=seen_before)


def shares(bet: Settlement, stakes: list[int]) -> list[Settlement]:
    """Share a bet among its stakes in this order."""
    left, parts = bet.at_risk, list[Settlement]()
    for stake in stakes:
        parts.append(share(bet, stake, left))
        left -= parts[-1].at_risk
    return parts


def money(line: Settlement) -> tuple[int, int, int, int]:
    return line.stake, line.winnings, line.returned, line.collected


def test_a_price_is_what_a_unit_wins_and_what_of_it_is_collected() -> None:
    assert (price(SEVENTEEN, Pocket("17")), price(SEVENTEEN, ONE)) == (Price(35, 0), LOSS)
    assert (Price(35, 0).gain, LOSS.gain) == (35, -1)


@pytest.mark.parametrize(
    ("outcome", "shared"),
    [
        (ONE, [(300, 300, 300, 0), (250, 200, 250, 0), (40, 0, 40, 0)]),
        (TWO, [(300, 0, 0, 300), (250, 0, 50, 200), (40, 0, 40, 0)]),
    ],
)
def test_what_is_over_the_maximum_is_not_at_risk_in_the_order_laid(
    outcome: Pocket, shared: list[tuple[int, int, int, int]]
) -> None:
    bet = whole(590, outcome)
    parts = shares(bet, [300, 250, 40])
    assert [money(part) for part in parts] == shared
    assert [part.at_risk for part in parts] == [300, 200, 0]
    assert sum(part.gain for part in parts) == bet.gain
    assert {part.clauses for part in parts} == {bet.clauses}


def test_a_bet_laid_in_one_stake_is_its_only_share() -> None:
    bet = whole(590, ONE)
    assert shares(bet, [590]) == [bet]
    assert money(bet) == (590, 500, 590, 0)


def test_nothing_is_at_risk_of_what_goes_back_under_the_minimum() -> None:
    bet = whole(90, TWO, seen_before=True)
    assert bet.at_risk == 0
    assert [money(part) for part in shares(bet, [60, 30])] == [(60, 0, 60, 0), (30, 0, 30, 0)]


def test_a_share_asks_for_the_price_and_not_for_who_won() -> None:
    both = replace(whole(400, ONE), winnings=800, returned=0, collected=400, price=Price(2, 1))
    assert [money(part) for part in shares(both, [100, 300])] == [(100, 200, 0, 100), (300, 600, 0, 300)]
    neither = replace(whole(400, ONE), winnings=0, returned=400, price=Price(0, 0))
    assert [money(part) for part in shares(neither, [100, 300])] == [(100, 0, 100, 0), (300, 0, 300, 0)]
