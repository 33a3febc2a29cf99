"""Wins with a dealer beyond chance: exact for every bet, silent in honest play, told after a dozen numbers in a row."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.house.luck import ALARM, ONE, PAIRS_KEPT, SHARES, Luck, Lucky
from croupier.rulebooks import REFS
from testkit.web.dealing import CALL, COUNT, DOLLY, REST, SPIN
from testkit.web.night import night
from testkit.web.running import play

PLAYED, ROUNDS = 40, 3_000


def wins(luck: Luck, times: int, pays: int) -> list[int]:
    """Win so many rounds in a row, and return those after which somebody was told."""
    told = []
    for number in range(1, times + 1):
        luck.bet("ann", 100, 100 * (pays + 1))
        if luck.close("dora"):
            told.append(number)
    return told


@pytest.mark.parametrize("ref", REFS)
def test_nobody_gains_on_average_by_any_bet_at_any_share(ref: str) -> None:
    rules = croupier.rulebook(ref)
    for position in rules.positions.values():
        lines = [croupier.settle(rules, {position.name: 1_000}, outcome=pocket)[0] for pocket in rules.pockets]
        back = sum(line.winnings + line.returned for line in lines)
        for share, of in SHARES:
            factor = 1 + Fraction(share, of) * (Fraction(back, 1_000 * len(lines)) - 1)
            assert factor <= 1, (position.name, factor)


def test_a_fortune_is_what_the_fractions_say_rounded_down() -> None:
    luck = Luck()
    exact = [Fraction(1)] * len(SHARES)
    for staked, back in [(100, 3_600), (300, 0), (7, 14), (1_000, 500)] * 5:
        luck.bet("ann", staked, back)
        luck.close("dora")
        exact = [
            fortune * (1 + Fraction(share, of) * (Fraction(back, staked) - 1))
            for fortune, (share, of) in zip(exact, SHARES, strict=True)
        ]
    (played,) = luck._pairs.values()
    for fortune, true in zip(played.fortunes, exact, strict=True):
        assert 0 <= true - Fraction(fortune, ONE) < true / 10**9


def test_a_dozen_numbers_in_a_row_are_told_and_again_only_after_as_many_more() -> None:
    first, *more = wins(Luck(), 40, 35)
    assert first <= 12
    assert more[0] == 2 * first


def test_even_chances_take_longer() -> None:
    (told,) = wins(Luck(), 45, 1)
    assert 35 < told <= 45


def test_other_dealers_and_other_players_are_others() -> None:
    luck = Luck()
    for number in range(30):
        luck.bet("ann" if number % 2 else "bob", 100, 3_600)
        assert luck.close(f"dealer{number % 6}") == ()


def test_a_void_round_counts_for_nobody_and_what_is_told_names_both() -> None:
    luck = Luck()
    for _ in range(50):
        luck.bet("ann", 100, 3_600)
        luck.void()
    assert luck.close("dora") == ()
    found: tuple[Lucky, ...] = ()
    while not found:
        luck.bet("ann", 100, 3_600)
        found = luck.close("dora")
    (lucky,) = found
    assert (lucky.dealer, lucky.player) == ("dora", "ann")
    assert lucky.rounds <= 12


def test_pairs_are_forgotten_in_the_end() -> None:
    luck = Luck()
    for number in range(PAIRS_KEPT + 5):
        luck.bet(f"guest{number}", 1, 0)
        luck.close("dora")
    assert len(luck._pairs) == PAIRS_KEPT


def test_honest_play_is_never_told() -> None:
    chance = random.Random(20260131)  # noqa: S311 - repeatable on purpose
    luck, highest = Luck(), 0
    bets = [(1, 35), (2, 17), (3, 11), (6, 5), (12, 2), (18, 1)]
    for _ in range(ROUNDS):
        pocket = chance.randrange(37)
        for number in range(PLAYED):
            covers, pays = bets[number % len(bets)]
            stake = chance.choice((100, 500, 2_000))
            luck.bet(f"guest{number}", stake, stake * (pays + 1) if pocket < covers else 0)
        assert luck.close("dora") == ()
        highest = max(highest, *(sum(played.fortunes) for played in luck._pairs.values()))
    assert highest < ALARM * ONE


def test_the_pit_is_called_at_a_dealt_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            for number in range(12):
                await table.did("dora", "open-betting")
                bet = {"wager": f"w{number}", "player": "ann", "position": "17", "stake": 500}
                await table.did("ann", "place-wager", **bet)
                await table.did("dora", **SPIN)
                await table.post("rita", **COUNT)
                await table.did("dora", **CALL)
                await table.did("dora", **REST)
                await table.did("dora", **DOLLY)
                await table.did("dora", "settle")
                await table.did("dora", "lift-dolly")
            alert = await table.alert("past-posting")
            assert alert["note"].startswith("ann won more than chance allows in ")
            assert "that dora declared" in alert["note"]

    play(scene())
