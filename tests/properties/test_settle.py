"""What must hold of money, whatever is staked and whatever comes up."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Limits, Ruleset, Settlement, StakeError
from croupier.rules.odds import position_odds
from croupier.rules.procedure import OverMaximum, UnderMinimum
from croupier.rules.stake import STAKE_MAX
from testkit import strategies

Stakes = list[tuple[str, int]]
Table = tuple[Ruleset, Stakes, str]

NO_LIMITS = Limits()


def by_position(lines: tuple[Settlement, ...]) -> dict[str, Settlement]:
    found = {line.position.name: line for line in lines}
    assert len(found) == len(lines)
    return found


def gain(lines: tuple[Settlement, ...]) -> int:
    return sum(line.winnings - line.collected for line in lines)


class TestConservation:
    """No chip is made and none is lost."""

    @given(strategies.tables())
    def test_every_stake_is_returned_or_collected(self, table: Table) -> None:
        ruleset, stakes, outcome = table
        lines = croupier.settle(ruleset, stakes, outcome)

        assert all(line.stake == line.returned + line.collected for line in lines)
        assert all(min(line.winnings, line.returned, line.collected) >= 0 for line in lines)
        assert sum(line.stake for line in lines) == sum(stake for _, stake in stakes)

    @given(table=strategies.tables(), limits=strategies.limits(), before=st.booleans())
    def test_limits_make_no_chip_and_lose_none(self, *, table: Table, limits: Limits, before: bool) -> None:
        ruleset, stakes, outcome = table
        lines = croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=before)

        assert all(line.stake == line.returned + line.collected for line in lines)
        assert sum(line.stake for line in lines) == sum(stake for _, stake in stakes)

    @given(strategies.tables())
    def test_a_stake_wins_where_its_position_covers_the_outcome_and_only_there(self, table: Table) -> None:
        ruleset, stakes, outcome = table
        for line in croupier.settle(ruleset, stakes, outcome, limits=NO_LIMITS):
            if line.position.covers(outcome):
                assert (line.winnings, line.returned) == (line.stake * line.position.pays, line.stake)
            else:
                assert (line.winnings, line.collected) == (0, line.stake)

    @given(strategies.tables())
    def test_every_line_is_whole_money_and_cites_its_document(self, table: Table) -> None:
        ruleset, stakes, outcome = table
        for line in croupier.settle(ruleset, stakes, outcome):
            assert {type(amount) for amount in (line.stake, line.winnings, line.returned, line.collected)} == {int}
            assert line.clauses
            assert {clause.ref for clause in line.clauses} == {ruleset.ref}


class TestMerging:
    """Chips on one bet are one stake, however they were laid."""

    @given(strategies.tables(), strategies.limits(), st.data())
    def test_a_stake_laid_in_parts_gives_the_same_money(
        self, table: Table, limits: Limits, data: st.DataObject
    ) -> None:
        ruleset, stakes, outcome = table
        parts: Stakes = []
        for name, stake in stakes:
            first = data.draw(st.integers(0, stake - 1))
            parts += [(name, first), (name, stake - first)] if first else [(name, stake)]

        assert croupier.settle(ruleset, parts, outcome, limits=limits) == croupier.settle(
            ruleset, stakes, outcome, limits=limits
        )

    @given(strategies.tables())
    def test_pairs_and_a_mapping_of_their_sums_give_the_same(self, table: Table) -> None:
        ruleset, stakes, outcome = table
        sums: dict[str, int] = {}
        for name, stake in stakes:
            sums[name] = sums.get(name, 0) + stake

        assert croupier.settle(ruleset, sums, outcome) == croupier.settle(ruleset, stakes, outcome)
        assert croupier.settle(ruleset, iter(stakes), outcome) == croupier.settle(ruleset, stakes, outcome)

    @given(strategies.tables(), st.data())
    def test_the_order_of_the_stakes_does_not_matter(self, table: Table, data: st.DataObject) -> None:
        ruleset, stakes, outcome = table
        shuffled = data.draw(st.permutations(stakes))

        assert by_position(croupier.settle(ruleset, shuffled, outcome)) == by_position(
            croupier.settle(ruleset, stakes, outcome)
        )

    @given(strategies.tables())
    def test_lines_come_in_the_order_in_which_bets_were_first_laid(self, table: Table) -> None:
        ruleset, stakes, outcome = table
        lines = croupier.settle(ruleset, stakes, outcome)

        assert [line.position.name for line in lines] == list(dict(stakes))

    @given(strategies.tables(), strategies.limits())
    def test_a_bet_is_settled_as_if_it_lay_alone(self, table: Table, limits: Limits) -> None:
        ruleset, stakes, outcome = table
        for line in croupier.settle(ruleset, stakes, outcome, limits=limits):
            assert croupier.settle(ruleset, {line.position.name: line.stake}, outcome, limits=limits) == (line,)

    @pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)
    def test_nothing_staked_is_nothing_settled(self, ruleset: Ruleset) -> None:
        assert croupier.settle(ruleset, {}, "17") == ()


class TestLimits:
    """What a maximum and a minimum do where the document says what they do, and what they leave alone elsewhere."""

    @given(table=strategies.tables(), limits=strategies.limits(), before=st.booleans())
    def test_no_more_than_the_maximum_is_at_risk(self, *, table: Table, limits: Limits, before: bool) -> None:
        ruleset, stakes, outcome = table
        for line in croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=before):
            limit = limits.of(line.position.kind)
            if limit is not None and ruleset.procedure.limits.over_maximum.value is OverMaximum.MAXIMUM_ONLY:
                assert line.collected <= limit.stake_max
                assert line.winnings <= limit.stake_max * line.position.pays

    @given(strategies.tables(), strategies.limits())
    def test_a_second_stake_under_the_minimum_changes_no_purse(self, table: Table, limits: Limits) -> None:
        ruleset, stakes, outcome = table
        for line in croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=True):
            limit = limits.of(line.position.kind)
            small = limit is not None and line.stake < limit.stake_min
            if small and ruleset.procedure.limits.under_minimum.value is UnderMinimum.ONCE_THEN_RETURNED:
                assert (line.winnings, line.returned, line.collected) == (0, line.stake, 0)

    @given(table=strategies.tables(), limits=strategies.limits(), before=st.booleans())
    def test_a_stake_within_the_limits_is_settled_as_without_any(
        self, *, table: Table, limits: Limits, before: bool
    ) -> None:
        ruleset, stakes, outcome = table
        free = by_position(croupier.settle(ruleset, stakes, outcome, limits=NO_LIMITS))
        for line in croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=before):
            limit = limits.of(line.position.kind)
            if limit is None or limit.stake_min <= line.stake <= limit.stake_max:
                assert line == free[line.position.name]

    @given(table=strategies.tables(), limits=strategies.limits(), before=st.booleans())
    def test_where_the_document_is_silent_money_is_settled_whole_and_the_silence_is_noted(
        self, *, table: Table, limits: Limits, before: bool
    ) -> None:
        ruleset, stakes, outcome = table
        if ruleset.procedure.limits.over_maximum.value is not OverMaximum.UNADDRESSED:
            return
        free = by_position(croupier.settle(ruleset, stakes, outcome, limits=NO_LIMITS))
        for line in croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=before):
            limit = limits.of(line.position.kind)
            outside = limit is not None and not limit.stake_min <= line.stake <= limit.stake_max
            same = free[line.position.name]
            assert (line.winnings, line.collected, line.clauses) == (same.winnings, same.collected, same.clauses)
            assert bool(line.note) == outside


class TestOdds:
    """The odds of several stakes are the odds of each, put together exactly."""

    @given(strategies.tables())
    def test_the_mean_is_the_sum_of_the_single_edges(self, table: Table) -> None:
        ruleset, stakes, _ = table
        together = croupier.odds(ruleset, stakes)

        lost = sum(
            (stake * position_odds(ruleset, ruleset.positions[name]).edge for name, stake in stakes), Fraction(0)
        )
        assert together.mean == -lost
        assert together.edge == lost / together.total
        assert together.total == sum(stake for _, stake in stakes)

    @given(strategies.tables(), strategies.limits())
    def test_the_distribution_sums_to_one_and_runs_upwards(self, table: Table, limits: Limits) -> None:
        ruleset, stakes, _ = table
        together = croupier.odds(ruleset, stakes, limits=limits)

        gains = [gained for gained, _ in together.distribution]
        assert gains == sorted(set(gains))
        assert sum((chance for _, chance in together.distribution), Fraction(0)) == 1
        assert all(chance > 0 for _, chance in together.distribution)
        assert 0 <= together.probability <= 1
        assert together.variance >= 0

    @given(strategies.tables(), strategies.limits())
    def test_the_distribution_counts_what_each_pocket_brings(self, table: Table, limits: Limits) -> None:
        ruleset, stakes, _ = table
        gains = [gain(croupier.settle(ruleset, stakes, pocket, limits=limits)) for pocket in ruleset.pockets]
        together = croupier.odds(ruleset, stakes, limits=limits)

        assert dict(together.distribution) == {g: Fraction(gains.count(g), len(gains)) for g in gains}
        assert together.mean == Fraction(sum(gains), len(gains))

    @given(strategies.tables())
    def test_the_spread_of_a_single_stake_is_that_of_its_position(self, table: Table) -> None:
        ruleset, stakes, _ = table
        name, stake = stakes[0]
        alone = position_odds(ruleset, ruleset.positions[name])
        together = croupier.odds(ruleset, {name: stake})
        assert together.variance == stake**2 * alone.variance
        assert together.probability == alone.probability

    def test_to_get_the_stakes_back_is_no_gain(self) -> None:
        together = croupier.odds(croupier.rulebook("mbs-roulette/3"), {"red": 10, "black": 10})
        assert together.distribution == ((-20, Fraction(1, 37)), (0, Fraction(36, 37)))
        assert together.probability == 0


class Weight(int):
    """An integer that is not plainly one."""


BAD_STAKES = [
    0,
    -1,
    -(10**16),
    True,
    False,
    1.0,
    float("nan"),
    float("inf"),
    "5",
    "",
    b"5",
    None,
    10**15 + 1,
    10**16,
    10**5_000,
    Decimal(5),
    Fraction(5),
    Weight(5),
    5j,
    [5],
]


def shown(stake: object) -> str:
    huge = isinstance(stake, int) and stake > 10**20
    return f"{type(stake).__name__} {'huge' if huge else stake}"


class TestStakes:
    """A stake is a whole number of the smallest unit, at least one and at most what a ledger can hold."""

    @pytest.mark.parametrize("stake", BAD_STAKES, ids=shown)
    def test_anything_else_is_refused(self, stake: object) -> None:
        ruleset = croupier.rulebook("mbs-roulette/3")
        with pytest.raises(StakeError) as refused:
            croupier.settle(ruleset, {"17": stake}, "17")  # type: ignore[arg-type]
        with pytest.raises(StakeError):
            croupier.settle(ruleset, [("red", 5), ("17", stake)], "17")  # type: ignore[list-item]
        with pytest.raises(StakeError):
            croupier.odds(ruleset, {"17": stake})  # type: ignore[arg-type]

        assert str(refused.value).startswith("17: a stake is ")
        assert len(str(refused.value)) < 200

    @pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)
    def test_the_least_and_the_largest_stake_are_stakes(self, ruleset: Ruleset) -> None:
        for stake in (1, STAKE_MAX):
            (line,) = croupier.settle(ruleset, {"17": stake}, "17", limits=NO_LIMITS)
            assert (line.winnings, line.returned) == (35 * stake, stake)

    def test_two_stakes_on_one_bet_may_not_add_up_to_more_than_the_largest(self) -> None:
        ruleset = croupier.rulebook("mbs-roulette/3")
        (line,) = croupier.settle(ruleset, [("17", STAKE_MAX - 1), ("straight:17", 1)], "17")
        assert line.stake == STAKE_MAX
        with pytest.raises(StakeError, match="at most 1000000000000000"):
            croupier.settle(ruleset, [("17", STAKE_MAX), ("straight:17", 1)], "17")

    @given(st.integers(max_value=0) | st.integers(min_value=STAKE_MAX + 1))
    def test_no_integer_outside_the_range_is_a_stake(self, stake: int) -> None:
        with pytest.raises(StakeError):
            croupier.settle(croupier.rulebook("mbs-roulette/3"), {"17": stake}, "17")
