"""The places where a reader of the five documents goes wrong, and what the rules do there."""

import json
from fractions import Fraction

import pytest

import croupier
from croupier import (
    AmbiguousPositionError,
    Basis,
    Kind,
    Limit,
    Limits,
    LimitsError,
    Ruleset,
    Settlement,
    UnknownPocketError,
    UnknownPositionError,
)
from croupier.rulebooks import text_of
from croupier.rules.limits_file import check_limits, read_limits
from croupier.rules.procedure import Intake, LimitScope, OverMaximum, SameBet, UnderMinimum
from croupier.rules.rulebook import parse
from croupier.rules.zones import placements
from tests.exact import oracle

V2 = croupier.rulebook("mbs-roulette/2")
V3 = croupier.rulebook("mbs-roulette/3")
R360 = croupier.rulebook("rws-roulette-360/1")
SANDS = croupier.rulebook("mbs-sands-roulette/1")
US = croupier.rulebook("us-double-zero/1")

SINGLE_ZERO = (V2, V3, R360)
EVEN_CHANCES = ("low", "high", "odd", "even", "red", "black")

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)
single_zero = pytest.mark.parametrize("ruleset", SINGLE_ZERO, ids=lambda ruleset: ruleset.ref)

LIMITS = Limits(by_kind={kind: Limit(5, 100) for kind in Kind})


def zeros(ruleset: Ruleset) -> list[str]:
    return [pocket for pocket in ruleset.pockets if pocket in {"0", "00", "S"}]


def settled(
    ruleset: Ruleset, words: str, stake: int, outcome: str, *, limits: Limits | None = None, before: bool = False
) -> Settlement:
    (line,) = croupier.settle(ruleset, {words: stake}, outcome, limits=limits, under_minimum_before=before)
    return line


def money(line: Settlement) -> tuple[int, int, int]:
    return (line.winnings, line.returned, line.collected)


class TestT1_zero_is_not_even:
    """T1: most texts give Even every even number and stay silent on zero."""

    @every_ruleset
    def test_t1_even_loses_on_every_zero(self, ruleset: Ruleset) -> None:
        for zero in zeros(ruleset):
            assert money(settled(ruleset, "even", 700, zero)) == (0, 0, 700)

    @every_ruleset
    def test_t1_no_zero_is_in_any_bet_outside_the_numbers_but_green_and_a_series(self, ruleset: Ruleset) -> None:
        outside = {"column", "dozen", *EVEN_CHANCES}
        for position in ruleset.positions.values():
            if position.kind in outside:
                assert not set(position.pockets) & set(zeros(ruleset))

    @pytest.mark.parametrize(
        ("ref", "covers", "returns"),
        [
            ("mbs-roulette/2", "0 2..36/2", Fraction(38, 37)),
            ("mbs-roulette/3", "0 2..36/2", Fraction(38, 37)),
            ("rws-roulette-360/1", "0 2..36/2", Fraction(38, 37)),
            ("us-double-zero/1", "0 00 2..36/2", Fraction(40, 38)),
            ("mbs-sands-roulette/1", "0 00 2..36/2", Fraction(40, 39)),
        ],
    )
    def test_t1_an_even_with_zeros_would_favor_the_player(self, ref: str, covers: str, returns: Fraction) -> None:
        text = text_of(ref)
        changed = text.replace('label = "Even", covers = "2..36/2"', f'label = "Even", covers = "{covers}"')
        assert changed != text
        assert 1 - croupier.odds(parse(changed, ref), {"even": 1}).edge == returns
        assert croupier.odds(croupier.rulebook(ref), {"even": 1}).edge > 0


class TestT2_zero_one_three:
    """T2: as a set, 0, 1 and 3 fit some words of the texts; as a place on the felt they do not exist."""

    @single_zero
    @pytest.mark.parametrize("words", ["street:0-1-3", "0/1/3", "0-1-3", "trio 0 1 3", "street:3-1-0"])
    def test_t2_zero_one_three_is_refused_however_it_is_written(self, ruleset: Ruleset, words: str) -> None:
        with pytest.raises(UnknownPositionError, match="no line or point of this felt joins these numbers"):
            ruleset.position(words)
        with pytest.raises(UnknownPositionError):
            croupier.settle(ruleset, {words: 10}, "0")
        assert words not in ruleset.positions

    @single_zero
    def test_t2_seven_sets_with_zero_give_six_bets(self, ruleset: Ruleset) -> None:
        with_zero = {
            frozenset(position.pockets) - {"0"}
            for position in ruleset.positions.values()
            if position.covers("0") and set(position.pockets) <= {"0", "1", "2", "3"} and len(position.pockets) > 1
        }
        assert with_zero == {
            frozenset("1"),
            frozenset("2"),
            frozenset("3"),
            frozenset("12"),
            frozenset("23"),
            frozenset("123"),
        }

    @every_ruleset
    def test_t2_no_ruleset_at_all_has_it(self, ruleset: Ruleset) -> None:
        assert not [p.name for p in ruleset.positions.values() if set(p.pockets) == {"0", "1", "3"}]


class TestT3_kinds_with_the_same_numbers:
    """T3: a bet is its kind and its numbers, not its numbers alone."""

    def test_t3_the_top_line_is_not_one_of_the_eleven_six_lines(self) -> None:
        six_lines = [p for p in SANDS.positions.values() if p.kind is Kind.SIX_LINE]
        assert len(six_lines) == 11
        top_line = SANDS.position("top line")
        assert top_line.kind is Kind.TOP_LINE
        assert top_line.pays == six_lines[0].pays
        assert top_line not in six_lines

    def test_t3_green_and_the_street_of_the_zeros_are_two_bets_with_one_set(self) -> None:
        green, street = SANDS.position("green"), SANDS.position("street:S-00-0")
        assert green.pockets == street.pockets
        assert green.pays == street.pays
        assert (green.kind, street.kind) == (Kind.GREEN, Kind.STREET)
        lines = croupier.settle(SANDS, {"green": 10, "street:S-00-0": 20}, "00")
        assert [money(line) for line in lines] == [(110, 10, 0), (220, 20, 0)]

    def test_t3_each_has_its_own_limit(self) -> None:
        limits = Limits(by_kind={Kind.GREEN: Limit(50, 100)})
        assert settled(SANDS, "green", 10, "00", limits=limits).note
        assert not settled(SANDS, "street:S-00-0", 10, "00", limits=limits).note

    def test_t3_the_numbers_alone_do_not_say_which(self) -> None:
        with pytest.raises(AmbiguousPositionError, match="street:S-00-0 or green"):
            SANDS.position("S/0/00")


class TestT4_double_zero_is_not_zero:
    """T4: read as integers, 00 and 0 are the same pocket; so nothing is read as an integer."""

    @pytest.mark.parametrize("ruleset", [SANDS, US], ids=lambda ruleset: ruleset.ref)
    def test_t4_zero_and_double_zero_are_two_pockets_and_two_bets(self, ruleset: Ruleset) -> None:
        assert {"0", "00"} <= set(ruleset.pockets)
        assert ruleset.pocket("0") != ruleset.pocket("00")
        assert ruleset.position("0").name == "straight:0"
        assert ruleset.position("00").name == "straight:00"
        assert ruleset.position("0/2") != ruleset.position("00/2")

    @pytest.mark.parametrize("ruleset", [SANDS, US], ids=lambda ruleset: ruleset.ref)
    def test_t4_a_stake_on_one_does_not_win_on_the_other(self, ruleset: Ruleset) -> None:
        assert money(settled(ruleset, "0", 700, "00")) == (0, 0, 700)
        assert money(settled(ruleset, "00", 700, "0")) == (0, 0, 700)
        assert money(settled(ruleset, "00", 700, "00")) == (24_500, 700, 0)

    @every_ruleset
    def test_t4_labels_survive_as_keys_of_json(self, ruleset: Ruleset) -> None:
        by_pocket = {pocket: place for place, pocket in enumerate(ruleset.pockets)}
        assert json.loads(json.dumps(by_pocket)) == by_pocket
        by_name = {name: list(position.pockets) for name, position in ruleset.positions.items()}
        assert json.loads(json.dumps(by_name)) == by_name
        assert all(type(pocket) is str for pocket in ruleset.pockets)

    @every_ruleset
    def test_t4_pockets_are_ordered_by_label_and_not_by_value(self, ruleset: Ruleset) -> None:
        assert ruleset.pockets == (*zeros(ruleset), *map(str, range(1, 37)))
        assert ruleset.pockets[: len(zeros(ruleset))] == tuple(p for p in ("S", "00", "0") if p in ruleset.pockets)

    @every_ruleset
    @pytest.mark.parametrize("outcome", [0, 17, 0.0, False, None, b"0", ("0",)], ids=repr)
    def test_t4_an_outcome_that_is_not_a_label_is_refused(self, ruleset: Ruleset, outcome: object) -> None:
        with pytest.raises(UnknownPocketError, match="written as text"):
            croupier.settle(ruleset, {"17": 700}, outcome)  # type: ignore[arg-type]

    @single_zero
    def test_t4_a_wheel_with_one_zero_has_no_double_zero(self, ruleset: Ruleset) -> None:
        with pytest.raises(UnknownPocketError):
            croupier.settle(ruleset, {"0": 10}, "00")
        with pytest.raises(UnknownPositionError):
            ruleset.position("00")


class TestT5_over_the_maximum:
    """T5: of 150 on a number where 100 is the most, 100 play and 50 were never at risk."""

    def test_t5_a_win_pays_the_maximum_and_gives_the_whole_stake_back(self) -> None:
        assert money(settled(V3, "17", 150, "17", limits=LIMITS)) == (3_500, 150, 0)

    def test_t5_a_loss_takes_the_maximum_and_gives_the_excess_back(self) -> None:
        assert money(settled(V3, "17", 150, "18", limits=LIMITS)) == (0, 50, 100)

    def test_t5_it_is_no_matter_of_the_first_time(self) -> None:
        for before in (False, True):
            assert money(settled(V3, "17", 150, "17", limits=LIMITS, before=before)) == (3_500, 150, 0)

    def test_t5_the_excess_is_our_reading_and_says_so(self) -> None:
        rule = V3.procedure.limits.over_maximum
        assert rule.value is OverMaximum.MAXIMUM_ONLY
        assert rule.basis is Basis.OUR_READING
        assert rule.note

    @pytest.mark.parametrize("ruleset", [V2, R360, SANDS, US], ids=lambda ruleset: ruleset.ref)
    def test_t5_no_other_document_is_given_this_rule(self, ruleset: Ruleset) -> None:
        assert ruleset.procedure.limits.over_maximum.value is OverMaximum.UNADDRESSED
        line = settled(ruleset, "17", 150, "17", limits=LIMITS)
        assert money(line) == (35 * 150, 150, 0)
        assert line.note == f"above the maximum of 100; {ruleset.ref} does not say what follows"


class TestT6_under_the_minimum_once:
    """T6: one round settles all of a player's small stakes; in later rounds every small stake goes back."""

    def test_t6_two_on_a_number_at_a_minimum_of_five_is_paid_once(self) -> None:
        assert money(settled(V3, "17", 2, "17", limits=LIMITS)) == (70, 2, 0)
        assert money(settled(V3, "17", 2, "17", limits=LIMITS, before=True)) == (0, 2, 0)

    def test_t6_a_losing_one_is_collected_once(self) -> None:
        assert money(settled(V3, "17", 2, "18", limits=LIMITS)) == (0, 0, 2)
        assert money(settled(V3, "17", 2, "18", limits=LIMITS, before=True)) == (0, 2, 0)

    def test_t6_a_round_is_the_time_so_all_its_small_stakes_are_settled(self) -> None:
        lines = croupier.settle(V3, {"17": 2, "18": 2, "red": 4}, "18", limits=LIMITS)
        assert [money(line) for line in lines] == [(0, 0, 2), (70, 2, 0), (4, 4, 0)]

    def test_t6_the_second_time_stakes_within_the_limits_are_not_touched(self) -> None:
        small, enough = croupier.settle(V3, {"17": 2, "18": 5}, "18", limits=LIMITS, under_minimum_before=True)
        assert money(small) == (0, 2, 0)
        assert money(enough) == (175, 5, 0)

    @pytest.mark.parametrize("ruleset", [V2, R360, SANDS, US], ids=lambda ruleset: ruleset.ref)
    @pytest.mark.parametrize("before", [False, True])
    def test_t6_no_other_document_is_given_this_rule(self, *, ruleset: Ruleset, before: bool) -> None:
        assert ruleset.procedure.limits.under_minimum.value is UnderMinimum.UNADDRESSED
        line = settled(ruleset, "17", 2, "17", limits=LIMITS, before=before)
        assert money(line) == (70, 2, 0)
        assert line.note == f"below the minimum of 5; {ruleset.ref} does not say what follows"


class TestT7_intake_and_settlement:
    """T7: a table may refuse what is outside its limits; settlement still knows what to do with it."""

    @pytest.mark.parametrize("stake", [2, 50, 150])
    @every_ruleset
    def test_t7_settlement_does_not_ask_what_the_intake_was(self, ruleset: Ruleset, stake: int) -> None:
        strict = Limits(by_kind=LIMITS.by_kind, intake=Intake.REFUSE)
        open_handed = Limits(by_kind=LIMITS.by_kind, intake=Intake.ACCEPT)
        for outcome in ("17", "18"):
            assert settled(ruleset, "17", stake, outcome, limits=strict) == settled(
                ruleset, "17", stake, outcome, limits=open_handed
            )

    def test_t7_under_a_refusing_intake_the_clauses_for_the_limits_still_decide(self) -> None:
        assert LIMITS.intake is Intake.REFUSE
        assert [c.number for c in settled(V3, "17", 2, "17", limits=LIMITS).clauses] == ["4.1", "5.15"]
        assert [c.number for c in settled(V3, "17", 150, "17", limits=LIMITS).clauses] == ["4.1", "5.16"]

    @every_ruleset
    def test_t7_intake_is_a_value_with_its_grounds(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.intake
        assert rule.value is Intake.REFUSE
        assert rule.clauses or rule.basis is Basis.OUR_READING
        cited = {V3.ref: ["3.3.1"], US.ref: ["L"]}.get(ruleset.ref, [])
        assert [clause.number for clause in rule.clauses] == cited
        assert ruleset.limits.intake is rule.value

    def test_t7_a_table_may_choose_to_accept(self) -> None:
        assert read_limits('intake = "accept"', "table").intake is Intake.ACCEPT
        assert read_limits("", "table").intake is Intake.REFUSE
        with pytest.raises(LimitsError, match='expected "refuse" or "accept"'):
            read_limits('intake = "sometimes"', "table")


class TestT8_whose_limit:
    """T8: the limit of an area can be read as each player's or as everybody's; the first is the default."""

    @every_ruleset
    def test_t8_each_player_has_a_limit_and_the_rulebook_says_that_this_is_a_reading(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.scope
        assert rule.value is LimitScope.PLAYER
        assert rule.basis is Basis.OUR_READING
        assert ruleset.limits.scope is LimitScope.PLAYER
        assert any(reading.key == "limits.scope" for reading in ruleset.readings)

    def test_t8_a_table_may_choose_the_other(self) -> None:
        assert read_limits('limit_scope = "area"', "table").scope is LimitScope.AREA
        assert read_limits("", "table").scope is LimitScope.PLAYER

    def test_t8_two_players_on_one_area_may_stake_the_maximum_each(self) -> None:
        ann, bob = (settled(V3, "17", 100, "17", limits=LIMITS) for _ in ("ann", "bob"))
        assert money(ann) == money(bob) == (3_500, 100, 0)


class TestT9_limits_per_kind:
    """T9: limits belong to a kind and to one bet of it, not to a spin or to a side of the felt."""

    def test_t9_the_double_zero_document_gives_each_kind_its_own(self) -> None:
        amounts = {str(kind): (limit.stake_min, limit.stake_max) for kind, limit in US.limits.by_kind.items()}
        inside = ("straight", "split", "street", "corner", "first-five", "six-line")
        outside = ("column", "dozen", *EVEN_CHANCES)
        assert amounts == dict.fromkeys(inside, (100, 1_000)) | dict.fromkeys(outside, (500, 1_000))

    def test_t9_five_dollars_on_five_numbers_are_not_five_dollars_on_their_column(self) -> None:
        numbers = croupier.settle(US, dict.fromkeys(("1", "4", "7", "10", "13"), 100), "4")
        assert [line.note for line in numbers] == [""] * 5
        (column,) = croupier.settle(US, {"col 1": 100}, "4")
        assert column.note.startswith("below the minimum of 500 (§L)")

    def test_t9_ten_dollars_on_each_of_many_bets_are_above_nothing(self) -> None:
        full = croupier.settle(US, dict.fromkeys(US.positions, 1_000), "00")
        assert {line.note for line in full} == {""}

    def test_t9_and_only_by_kinds_that_the_rulebook_has(self) -> None:
        limits = Limits({Kind.STRAIGHT: Limit(5, 100), Kind.FIRST_FIVE: Limit(5, 100)})
        assert check_limits(limits, US, "table") is limits
        with pytest.raises(LimitsError, match=r"table: limits.first-five: mbs-roulette/3 has no such kind"):
            check_limits(limits, V3, "table")

    def test_t9_a_table_gives_its_limits_by_kind(self) -> None:
        limits = read_limits("[limits.straight]\nmin = 5\nmax = 100\n[limits.red]\nmin = 50\nmax = 1000\n", "table")
        assert limits.of(Kind.STRAIGHT) == Limit(5, 100)
        assert limits.of(Kind.RED) == Limit(50, 1_000)
        assert limits.of(Kind.BLACK) is None
        assert money(settled(V3, "17", 150, "17", limits=limits)) == (3_500, 150, 0)
        assert money(settled(V3, "red", 150, "1", limits=limits)) == (150, 150, 0)

    @pytest.mark.parametrize("ruleset", [V2, V3, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_t9_where_the_document_states_no_amounts_none_are_invented(self, ruleset: Ruleset) -> None:
        assert not ruleset.limits.by_kind
        assert settled(ruleset, "17", 1, "17").note == ""
        assert settled(ruleset, "17", 10**15, "17").note == ""


class TestT14_at_least_four:
    """T14: exactly four revolutions are enough; the double-zero document asks for three."""

    @pytest.mark.parametrize(
        ("ruleset", "revolutions", "clauses"),
        [
            (V2, 4, ["3.5", "5.3"]),
            (V3, 4, ["3.6", "5.3"]),
            (R360, 4, ["3.4", "5.1.2"]),
            (SANDS, 4, ["3.5", "5.3"]),
            (US, 3, ["R1", "I2"]),
        ],
        ids=lambda value: value.ref if isinstance(value, Ruleset) else None,
    )
    def test_t14_the_least_number_of_revolutions_is_a_whole_number_with_its_clauses(
        self, ruleset: Ruleset, revolutions: int, clauses: list[str]
    ) -> None:
        rule = ruleset.procedure.spin.revolutions_min
        assert type(rule.value) is int
        assert rule.value == revolutions
        assert [clause.number for clause in rule.clauses] == clauses
        assert rule.basis is None


class TestT24_courtesy_line:
    """T24: the courtesy line is another place for the same bet."""

    def test_t24_both_spots_name_one_bet(self) -> None:
        assert US.position("split:00-0@courtesy") == US.position("split:00-0")
        assert US.position("0/00@courtesy").pays == 17
        assert len([p for p in US.positions.values() if set(p.pockets) == {"0", "00"}]) == 1

    def test_t24_both_spots_are_on_the_cloth_and_lead_to_the_one_bet(self) -> None:
        spots = [spot for spot in placements(US) if spot.position == "split:00-0"]
        assert [spot.name for spot in spots] == ["split:00-0", "split:00-0@courtesy"]
        assert spots[0].zone != spots[1].zone

    def test_t24_chips_on_both_spots_are_one_stake(self) -> None:
        (line,) = croupier.settle(US, {"split:00-0": 400, "split:00-0@courtesy": 500}, "00")
        assert (line.stake, line.winnings, line.note) == (900, 15_300, "")

    def test_t24_the_sum_counts_against_the_maximum(self) -> None:
        (line,) = croupier.settle(US, {"0/00": 600, "0/00@courtesy": 600}, "17")
        assert line.stake == line.collected == 1_200
        assert line.note.startswith("above the maximum of 1000 (§L)")

    @pytest.mark.parametrize("ruleset", [V2, V3, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_t24_no_other_felt_has_one(self, ruleset: Ruleset) -> None:
        assert ruleset.courtesies == ()
        with pytest.raises(UnknownPositionError):
            ruleset.position("0/2@courtesy")


class TestT24a_stacking:
    """T24a: all of a player's chips on one bet are one wager, for every limit."""

    def test_t24a_five_chips_of_a_dollar_on_a_column_meet_its_minimum(self) -> None:
        (line,) = croupier.settle(US, [("col 2", 100)] * 5, "17")
        assert (line.stake, line.winnings, line.note) == (500, 1_000, "")

    def test_t24a_a_stake_laid_in_two_does_not_dodge_the_maximum(self) -> None:
        (line,) = croupier.settle(V3, [("17", 75), ("straight:17", 75)], "17", limits=LIMITS)
        assert money(line) == (3_500, 150, 0)

    def test_t24a_a_stake_laid_in_two_is_not_below_the_minimum(self) -> None:
        stakes = [("17", 3), ("17", 2)]
        (line,) = croupier.settle(V3, stakes, "17", limits=LIMITS, under_minimum_before=True)
        assert money(line) == (175, 5, 0)

    @every_ruleset
    def test_t24a_that_is_a_reading_and_says_so(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.same_bet
        assert rule.value is SameBet.ONE_WAGER
        assert rule.basis is Basis.OUR_READING


class TestT25_no_half_loss:
    """T25: an even chance that meets a zero loses whole; none of the five gives half back."""

    @every_ruleset
    @pytest.mark.parametrize("words", [*EVEN_CHANCES, "1st 12", "2nd 12", "3rd 12", "col 1", "col 2", "col 3"])
    def test_t25_a_bet_outside_the_numbers_loses_whole_on_every_zero(self, ruleset: Ruleset, words: str) -> None:
        for zero in zeros(ruleset):
            assert money(settled(ruleset, words, 701, zero)) == (0, 0, 701)


class TestT29_to_one:
    """T29: odds are "to 1", so the stake comes back beside the winnings."""

    @every_ruleset
    def test_t29_ten_on_a_number_brings_three_hundred_and_sixty(self, ruleset: Ruleset) -> None:
        line = settled(ruleset, "17", 10, "17")
        assert line.winnings + line.returned == 360
        assert line.winnings == 350

    @every_ruleset
    def test_t29_every_position_brings_its_stake_times_its_odds_and_one_more(self, ruleset: Ruleset) -> None:
        for name, position in ruleset.positions.items():
            line = settled(ruleset, name, 700, position.pockets[0])
            assert line.winnings + line.returned == 700 * (position.pays + 1)


class TestT31_examples_and_lists:
    """T31: some drawings only give examples of how chips lie; the appendix of Roulette 360 is the whole list."""

    def test_t31_in_version_3_every_place_that_its_text_describes_is_a_bet_drawn_or_not(self) -> None:
        assert set(V3.positions) == set(oracle.bets(V3.ref))
        assert "examples" in V3.clause("2.1").summary
        assert not any("App" in clause.number for p in V3.positions.values() for clause in p.clauses)

    @pytest.mark.parametrize("ruleset", [V2, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_t31_the_same_holds_where_the_drawings_are_lost(self, ruleset: Ruleset) -> None:
        assert set(ruleset.positions) == set(oracle.bets(ruleset.ref))

    def test_t31_roulette_360_has_what_its_list_names_and_nothing_else(self) -> None:
        assert set(R360.positions) == set(oracle.bets(R360.ref))
        assert all("App. C" in [c.number for c in p.placed] for p in R360.positions.values())

    def test_t31_a_series_is_a_bet_only_where_it_has_a_box(self) -> None:
        for words in ("21 2 25", "0 32 15", "26 0 32 15", "15 19 4 21 2 25"):
            with pytest.raises(UnknownPositionError):
                R360.position(words)
        for ruleset in (V2, V3, SANDS, US):
            with pytest.raises(UnknownPositionError):
                ruleset.position("4 21 2")
