"""Placements of any granularity become one row for each player and bet."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import croupier
from croupier import Kind, Limit, Limits, StakeError, UnknownPositionError
from croupier.lab import merge, settle_many, tables
from croupier.rules.stake import STAKE_MAX

V3 = croupier.rulebook("mbs-roulette/3")
INT64 = np.iinfo(np.int64)

# Few players close together, and players far apart, so that they meet either way of counting.
players = st.integers(1, 4) | st.sampled_from([INT64.min, -1, 0, 10**15, INT64.max])
placements = st.lists(st.tuples(players, st.integers(0, 6) | st.just(10**12), st.integers(1, 1_000)), max_size=60)


def columns(rows: list[tuple[int, int, int]]) -> tuple[NDArray[np.int64], ...]:
    return tuple(np.array([row[i] for row in rows], dtype=np.int64) for i in range(3))


def by_hand(rows: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    totals: dict[tuple[int, int], int] = {}
    for player, position, stake in rows:
        totals[player, position] = totals.get((player, position), 0) + stake
    return [(player, position, total) for (player, position), total in totals.items()]


def triples(stacks: tuple[NDArray[Any], ...]) -> list[tuple[int, int, int]]:
    return list(zip(*(column.tolist() for column in stacks), strict=True))


@given(placements)
def test_stakes_on_the_same_bet_add_up(rows: list[tuple[int, int, int]]) -> None:
    assert triples(merge(*columns(rows))) == by_hand(rows)


def test_many_placements_by_many_players() -> None:
    chance = np.random.default_rng(17)
    rows = chance.integers(1, [50, 157, 1_000], (20_000, 3))

    stacks = merge(rows[:, 0], rows[:, 1], rows[:, 2])

    assert triples(stacks) == by_hand([tuple(row) for row in rows.tolist()])


def test_a_stake_split_in_two_dodges_no_limit() -> None:
    """T24a: 600 and 600 on one number are 1,200, of which a maximum of 1,000 counts."""
    compiled = tables(V3, Limits({Kind.STRAIGHT: Limit(100, 1_000)}))
    seventeen = compiled.position_index("17")

    stacks = merge(np.array([7, 8, 7]), np.full(3, seventeen), np.array([600, 600, 600]))
    settled = settle_many(compiled, stacks.positions, stacks.stakes, compiled.pocket_index("17"))

    assert stacks.players.tolist() == [7, 8]
    assert settled.winnings.tolist() == [35_000, 21_000]


def test_players_keep_their_numbers_and_nothing_is_changed() -> None:
    given = np.array([2**64 - 1, 3, 2**64 - 1], dtype=np.uint64)
    positions, stakes = np.array([1, 1, 1], dtype=np.uint8), np.array([5, 6, 7], dtype=np.int16)

    stacks = merge(given, positions, stakes)

    assert triples(stacks) == [(2**64 - 1, 1, 12), (3, 1, 6)]
    assert stakes.tolist() == [5, 6, 7]


class TestTheLargestStake:
    def test_it_may_be_reached(self) -> None:
        stacks = merge(np.array([1, 1]), np.array([3, 3]), np.array([STAKE_MAX - 1, 1]))

        assert stacks.stakes.tolist() == [STAKE_MAX]

    def test_it_may_not_be_passed(self) -> None:
        with pytest.raises(StakeError, match=f"row 1: .* more than {STAKE_MAX}"):
            merge(np.array([1, 2, 2]), np.array([3, 3, 3]), np.array([5, STAKE_MAX, 1]))

    @pytest.mark.parametrize("rows", [9_223, 9_224, 18_447, 20_000])
    def test_it_is_passed_even_where_64_bits_come_round(self, rows: int) -> None:
        one = np.ones(rows, dtype=np.int64)

        with pytest.raises(StakeError):
            merge(one, one, np.full(rows, STAKE_MAX))

    def test_many_of_it_on_different_bets(self) -> None:
        different = np.arange(20_000)

        assert merge(different, different % 157, np.full(20_000, STAKE_MAX)).stakes.tolist() == [STAKE_MAX] * 20_000


class TestWhatIsRefused:
    one = np.array([1])

    @pytest.mark.parametrize("stake", [0, -1, STAKE_MAX + 1])
    def test_a_stake_out_of_range(self, stake: int) -> None:
        with pytest.raises(StakeError, match=f"row 0: .*, not {stake}$"):
            merge(self.one, self.one, np.array([stake]))

    def test_a_position_below_zero(self) -> None:
        with pytest.raises(UnknownPositionError, match=r"row 0: .*, not -1$"):
            merge(self.one, -self.one, self.one)

    def test_what_is_no_whole_number(self) -> None:
        half = np.array([0.5])

        with pytest.raises(StakeError, match=r"^players: "):
            merge(half, self.one, self.one)
        with pytest.raises(UnknownPositionError, match=r"^positions: "):
            merge(self.one, half, self.one)
        with pytest.raises(StakeError, match=r"^stakes: "):
            merge(self.one, self.one, half)

    def test_columns_of_different_lengths(self) -> None:
        two = np.array([1, 2])

        with pytest.raises(UnknownPositionError, match="positions: one for each of 2 rows, not 1"):
            merge(two, self.one, two)
        with pytest.raises(StakeError, match="stakes: one for each of 2 rows, not 1"):
            merge(two, two, self.one)

    def test_nothing_at_all_is_fine(self) -> None:
        nothing = np.array([], dtype=np.int64)

        assert triples(merge(nothing, nothing, nothing)) == []
