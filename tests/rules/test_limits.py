"""Limits: whose they are, of which kind, and what they have to do with settlement."""

import pytest

import croupier
from croupier import (
    Basis,
    Kind,
    Limit,
    Limits,
    LimitsError,
    Ruleset,
)
from croupier.rules.limits_file import check_limits, read_limits
from croupier.rules.narrowing import check_narrower
from croupier.rules.procedure import Intake, LimitScope
from tests.rules.settling import (
    EVEN_CHANCES,
    LIMITS,
    R360,
    SANDS,
    US,
    V2,
    V3,
    every_ruleset,
    money,
    settled,
)


class TestIntakeAndSettlement:
    """A table may refuse what is outside its limits; settlement still knows what to do with it."""

    @pytest.mark.parametrize("stake", [2, 50, 150])
    @pytest.mark.parametrize("ruleset", [V2, V3, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_settlement_does_not_ask_what_the_intake_was(self, ruleset: Ruleset, stake: int) -> None:
        strict = Limits(by_kind=LIMITS.by_kind, intake=Intake.REFUSE)
        open_handed = Limits(by_kind=LIMITS.by_kind, intake=Intake.ACCEPT)
        for outcome in ("17", "18"):
            assert settled(ruleset, "17", stake, outcome, limits=strict) == settled(
                ruleset, "17", stake, outcome, limits=open_handed
            )

    def test_where_a_document_states_the_amounts_no_table_switches_them_off(self) -> None:
        open_handed = Limits(by_kind=US.limits.by_kind, intake=Intake.ACCEPT)
        with pytest.raises(LimitsError, match="never widen them or switch them off"):
            check_narrower(US, open_handed)

    def test_under_a_refusing_intake_the_clauses_for_the_limits_still_decide(self) -> None:
        assert LIMITS.intake is Intake.REFUSE
        assert [c.number for c in settled(V3, "17", 2, "17", limits=LIMITS).clauses] == ["4.1", "5.15"]
        assert [c.number for c in settled(V3, "17", 150, "17", limits=LIMITS).clauses] == ["4.1", "5.16"]

    @every_ruleset
    def test_intake_is_a_value_with_its_grounds(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.intake
        assert rule.value is Intake.REFUSE
        assert rule.clauses or rule.basis is Basis.OUR_READING
        cited = {V3.ref: ["3.3.1"], US.ref: ["L"]}.get(ruleset.ref, [])
        assert [clause.number for clause in rule.clauses] == cited
        assert ruleset.limits.intake is rule.value

    def test_a_table_may_choose_to_accept(self) -> None:
        assert read_limits('intake = "accept"', "table").intake is Intake.ACCEPT
        assert read_limits("", "table").intake is Intake.REFUSE
        with pytest.raises(LimitsError, match='expected "refuse" or "accept"'):
            read_limits('intake = "sometimes"', "table")


class TestWhoseLimit:
    """The limit of an area can be read as each player's or as everybody's; the first is the default."""

    @every_ruleset
    def test_each_player_has_a_limit_and_the_rulebook_says_that_this_is_a_reading(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.scope
        assert rule.value is LimitScope.PLAYER
        assert rule.basis is Basis.OUR_READING
        assert ruleset.limits.scope is LimitScope.PLAYER
        assert any(reading.key == "limits.scope" for reading in ruleset.readings)

    def test_a_table_may_choose_the_other(self) -> None:
        assert read_limits('limit_scope = "area"', "table").scope is LimitScope.AREA
        assert read_limits("", "table").scope is LimitScope.PLAYER

    def test_two_players_on_one_area_may_stake_the_maximum_each(self) -> None:
        ann, bob = (settled(V3, "17", 100, "17", limits=LIMITS) for _ in ("ann", "bob"))
        assert money(ann) == money(bob) == (3_500, 100, 0)


class TestLimitsPerKind:
    """Limits belong to a kind and to one bet of it, not to a spin or to a side of the felt."""

    def test_the_double_zero_document_gives_each_kind_its_own(self) -> None:
        amounts = {str(kind): (limit.stake_min, limit.stake_max) for kind, limit in US.limits.by_kind.items()}
        inside = ("straight", "split", "street", "corner", "first-five", "six-line")
        outside = ("column", "dozen", *EVEN_CHANCES)
        assert amounts == dict.fromkeys(inside, (100, 1_000)) | dict.fromkeys(outside, (500, 1_000))

    def test_five_dollars_on_five_numbers_are_not_five_dollars_on_their_column(self) -> None:
        numbers = croupier.settle(US, dict.fromkeys(("1", "4", "7", "10", "13"), 100), "4")
        assert [line.note for line in numbers] == [""] * 5
        (column,) = croupier.settle(US, {"col 1": 100}, "4")
        assert column.note.startswith("below the minimum of 500 (§L)")

    def test_ten_dollars_on_each_of_many_bets_are_above_nothing(self) -> None:
        full = croupier.settle(US, dict.fromkeys(US.positions, 1_000), "00")
        assert {line.note for line in full} == {""}

    def test_limits_are_given_only_for_kinds_that_the_rulebook_has(self) -> None:
        limits = Limits({Kind.STRAIGHT: Limit(5, 100), Kind.FIRST_FIVE: Limit(5, 100)})
        assert check_limits(limits, US, "table") is limits
        with pytest.raises(LimitsError, match=r"table: limits.first-five: mbs-roulette/3 has no such kind"):
            check_limits(limits, V3, "table")

    def test_a_table_gives_its_limits_by_kind(self) -> None:
        limits = read_limits("[limits.straight]\nmin = 5\nmax = 100\n[limits.red]\nmin = 50\nmax = 1000\n", "table")
        assert limits.of(Kind.STRAIGHT) == Limit(5, 100)
        assert limits.of(Kind.RED) == Limit(50, 1_000)
        assert limits.of(Kind.BLACK) is None
        assert money(settled(V3, "17", 150, "17", limits=limits)) == (3_500, 150, 0)
        assert money(settled(V3, "red", 150, "1", limits=limits)) == (150, 150, 0)

    @pytest.mark.parametrize("ruleset", [V2, V3, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_where_the_document_states_no_amounts_none_are_invented(self, ruleset: Ruleset) -> None:
        assert not ruleset.limits.by_kind
        assert settled(ruleset, "17", 1, "17").note == ""
        assert settled(ruleset, "17", 10**15, "17").note == ""
