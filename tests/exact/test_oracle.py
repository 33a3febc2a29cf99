"""The oracle held to the counts and edges known beforehand, without the engine."""

from collections import Counter
from fractions import Fraction

import pytest

from testkit.rulebooks import oracle

SINGLE_ZERO = {
    "straight": 37,
    "split": 60,
    "street": 14,
    "corner": 23,
    "six-line": 11,
    "column": 3,
    "dozen": 3,
    "low": 1,
    "high": 1,
    "odd": 1,
    "even": 1,
    "red": 1,
    "black": 1,
}

COUNTS = {
    "mbs-roulette/2": SINGLE_ZERO,
    "mbs-roulette/3": SINGLE_ZERO,
    "rws-roulette-360/1": SINGLE_ZERO | {"series-4": 1, "series-3": 11, "series-6": 6},
    "mbs-sands-roulette/1": SINGLE_ZERO
    | {"straight": 39, "split": 64, "street": 16, "corner": 22, "top-line": 1, "green": 1},
    "us-double-zero/1": SINGLE_ZERO | {"straight": 38, "split": 62, "street": 15, "corner": 22, "first-five": 1},
}

TOTALS = {
    "mbs-roulette/2": 157,
    "mbs-roulette/3": 157,
    "rws-roulette-360/1": 175,
    "mbs-sands-roulette/1": 166,
    "us-double-zero/1": 161,
}

POCKETS = {
    "mbs-roulette/2": 37,
    "mbs-roulette/3": 37,
    "rws-roulette-360/1": 37,
    "mbs-sands-roulette/1": 39,
    "us-double-zero/1": 38,
}

EDGES = {
    "mbs-roulette/2": Fraction(1, 37),
    "mbs-roulette/3": Fraction(1, 37),
    "rws-roulette-360/1": Fraction(1, 37),
    "mbs-sands-roulette/1": Fraction(1, 13),
    "us-double-zero/1": Fraction(1, 19),
}

SIZES = {
    "straight": 1,
    "split": 2,
    "street": 3,
    "corner": 4,
    "first-five": 5,
    "six-line": 6,
    "top-line": 6,
    "column": 12,
    "dozen": 12,
    "low": 18,
    "high": 18,
    "odd": 18,
    "even": 18,
    "red": 18,
    "black": 18,
    "green": 3,
    "series-3": 3,
    "series-4": 4,
    "series-6": 6,
}

SINGLE_ZERO_SETS = {
    "straight:0",
    "split:0-1",
    "split:0-2",
    "split:0-3",
    "street:0-1-2",
    "street:0-2-3",
    "corner:0-1-2-3",
}

ZERO_SETS = {
    "mbs-roulette/2": SINGLE_ZERO_SETS,
    "mbs-roulette/3": SINGLE_ZERO_SETS,
    "rws-roulette-360/1": SINGLE_ZERO_SETS | {"series-4:0-15-19-32"},
    "mbs-sands-roulette/1": {
        "straight:S",
        "straight:00",
        "straight:0",
        "split:S-00",
        "split:S-0",
        "split:00-0",
        "split:0-1",
        "split:0-2",
        "split:00-2",
        "split:00-3",
        "street:S-00-0",
        "street:00-0-2",
        "street:0-1-2",
        "street:00-2-3",
        "top-line:S-00-0-1-2-3",
        "green",
    },
    "us-double-zero/1": {
        "straight:00",
        "straight:0",
        "split:00-0",
        "split:0-1",
        "split:0-2",
        "split:00-2",
        "split:00-3",
        "street:0-1-2",
        "street:00-0-2",
        "street:00-2-3",
        "first-five:00-0-1-2-3",
    },
}

# The single-zero wheel, clockwise.
# fmt: off
WHEEL = tuple(map(str, (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)))
# fmt: on

NUMBERS = {str(n) for n in range(1, 37)}

every_ref = pytest.mark.parametrize("ref", oracle.REFS)


def of_kind(ref: str, kind: str) -> list[frozenset[str]]:
    return [bet.pockets for bet in oracle.bets(ref).values() if bet.kind == kind]


def partitions(parts: list[frozenset[str]], whole: set[str]) -> bool:
    return sorted(pocket for part in parts for pocket in part) == sorted(whole)


def test_all_five_rulebooks_are_here() -> None:
    assert set(oracle.REFS) == set(COUNTS)


@every_ref
def test_the_wheel_has_its_pockets(ref: str) -> None:
    assert len(oracle.pockets(ref)) == POCKETS[ref]
    assert oracle.pockets(ref) >= NUMBERS


@every_ref
def test_every_kind_has_its_count(ref: str) -> None:
    assert Counter(bet.kind for bet in oracle.bets(ref).values()) == COUNTS[ref]
    assert len(oracle.bets(ref)) == TOTALS[ref]


@every_ref
def test_every_kind_pays_on_something_and_nothing_else_is_priced(ref: str) -> None:
    assert {bet.kind for bet in oracle.bets(ref).values()} == set(oracle.BOOKS[ref].pays)


@every_ref
def test_every_bet_covers_as_many_pockets_of_the_wheel_as_its_kind_says(ref: str) -> None:
    for bet in oracle.bets(ref).values():
        assert len(bet.pockets) == SIZES[bet.kind], bet
        assert bet.pockets <= oracle.pockets(ref), bet


@every_ref
def test_names_say_what_is_covered_in_the_order_of_the_felt(ref: str) -> None:
    for name, bet in oracle.bets(ref).items():
        assert name == bet.name
        kind, _, rest = name.partition(":")
        assert kind == bet.kind
        if rest and kind not in {"column", "dozen"}:
            labels = rest.split("-")
            assert frozenset(labels) == bet.pockets
            assert labels == sorted(labels, key=oracle.ORDER.index)


@every_ref
def test_no_two_bets_of_a_kind_cover_the_same(ref: str) -> None:
    seen = Counter((bet.kind, bet.pockets) for bet in oracle.bets(ref).values())
    assert set(seen.values()) == {1}


@every_ref
def test_the_bets_with_a_zero_are_exactly_these(ref: str) -> None:
    with_zero = {name for name, bet in oracle.bets(ref).items() if bet.pockets - NUMBERS}
    assert with_zero == ZERO_SETS[ref]


@every_ref
def test_the_bets_around_17_are_exactly_these(ref: str) -> None:
    names = {
        name for name, bet in oracle.bets(ref).items() if "17" in bet.pockets and not bet.kind.startswith("series")
    }
    assert names == {
        "straight:17",
        "split:14-17",
        "split:16-17",
        "split:17-18",
        "split:17-20",
        "street:16-17-18",
        "corner:13-14-16-17",
        "corner:14-15-17-18",
        "corner:16-17-19-20",
        "corner:17-18-20-21",
        "six-line:13-14-15-16-17-18",
        "six-line:16-17-18-19-20-21",
        "column:2",
        "dozen:2",
        "low",
        "odd",
        "black",
    }


@every_ref
def test_rows_columns_and_dozens_partition_the_numbers(ref: str) -> None:
    rows = [row for row in of_kind(ref, "street") if row <= NUMBERS]
    assert partitions(rows, NUMBERS)
    assert partitions(of_kind(ref, "column"), NUMBERS)
    assert partitions(of_kind(ref, "dozen"), NUMBERS)


@every_ref
@pytest.mark.parametrize(("one", "other"), [("red", "black"), ("odd", "even"), ("low", "high")])
def test_even_chances_partition_the_numbers_and_leave_the_zeros(ref: str, one: str, other: str) -> None:
    table = oracle.bets(ref)
    assert partitions([table[one].pockets, table[other].pockets], NUMBERS)


def test_red_follows_the_bands_of_the_wheel() -> None:
    odd_is_red = {*range(1, 11), *range(19, 29)}
    assert set(oracle.RED) == {n for n in range(1, 37) if (n % 2 == 1) == (n in odd_is_red)}


@every_ref
def test_every_edge_is_exact(ref: str) -> None:
    for bet in oracle.bets(ref).values():
        expected = Fraction(3, 38) if bet.kind == "first-five" else EDGES[ref]
        assert oracle.edge(bet, ref) == expected, bet


def test_the_small_series_partition_the_wheel_with_zero() -> None:
    ref = "rws-roulette-360/1"
    small = of_kind(ref, "series-4") + of_kind(ref, "series-3")
    assert partitions(small, {"0"} | NUMBERS)
    runs = [WHEEL[:4], *(WHEEL[i : i + 3] for i in range(4, 37, 3))]
    assert set(small) == {frozenset(run) for run in runs}


def test_the_six_number_series_partition_the_wheel_without_zero() -> None:
    ref = "rws-roulette-360/1"
    large = of_kind(ref, "series-6")
    assert partitions(large, NUMBERS)
    assert set(large) == {frozenset(WHEEL[i : i + 6]) for i in range(1, 37, 6)}


def test_no_series_covers_the_same_as_another_bet() -> None:
    seen = Counter(bet.pockets for bet in oracle.bets("rws-roulette-360/1").values())
    assert set(seen.values()) == {1}


def test_the_street_of_zeros_and_green_are_two_bets_on_the_same_pockets() -> None:
    table = oracle.bets("mbs-sands-roulette/1")
    street, green = table["street:S-00-0"], table["green"]
    assert street.pockets == green.pockets == {"S", "00", "0"}
    assert street.to_one == green.to_one == 11


def test_a_winning_stake_goes_back_beside_its_winnings() -> None:
    straight = oracle.bets("mbs-roulette/2")["straight:17"]
    assert oracle.winnings(straight, 10, "17") == (350, 10, 0)
    assert oracle.winnings(straight, 10, "20") == (0, 0, 10)


@every_ref
def test_an_even_chance_loses_whole_on_every_zero(ref: str) -> None:
    table = oracle.bets(ref)
    for zero in oracle.pockets(ref) - NUMBERS:
        for name in ("low", "high", "odd", "even", "red", "black"):
            assert oracle.winnings(table[name], 7, zero) == (0, 0, 7)


def test_double_zero_is_not_zero() -> None:
    table = oracle.bets("us-double-zero/1")
    assert oracle.winnings(table["straight:0"], 1, "00") == (0, 0, 1)
    assert oracle.winnings(table["straight:00"], 1, "00") == (35, 1, 0)
