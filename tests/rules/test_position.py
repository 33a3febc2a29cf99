"""Which places on the felt are a bet, and which two are not the same one."""

import pytest

import croupier
from croupier import (
    AmbiguousPositionError,
    Kind,
    Limit,
    Limits,
    Ruleset,
    UnknownPositionError,
)
from croupier.rules.zones import placements
from testkit.rulebooks import oracle
from tests.rules.settling import R360, SANDS, US, V2, V3, every_ruleset, money, settled, single_zero


class TestZeroOneThree:
    """As a set, 0, 1 and 3 fit some words of the texts; as a place on the felt they do not exist."""

    @single_zero
    @pytest.mark.parametrize("words", ["street:0-1-3", "0/1/3", "0-1-3", "trio 0 1 3", "street:3-1-0"])
    def test_zero_one_three_is_refused_however_it_is_written(self, ruleset: Ruleset, words: str) -> None:
        with pytest.raises(UnknownPositionError, match="no line or point of this felt joins these numbers"):
            ruleset.position(words)
        with pytest.raises(UnknownPositionError):
            croupier.settle(ruleset, {words: 10}, "0")
        assert words not in ruleset.positions

    @single_zero
    def test_seven_sets_with_zero_give_six_bets(self, ruleset: Ruleset) -> None:
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
    def test_no_ruleset_at_all_has_it(self, ruleset: Ruleset) -> None:
        assert not [p.name for p in ruleset.positions.values() if set(p.pockets) == {"0", "1", "3"}]


class TestKindsWithTheSameNumbers:
    """A bet is its kind and its numbers, not its numbers alone."""

    def test_the_top_line_is_not_one_of_the_eleven_six_lines(self) -> None:
        six_lines = [p for p in SANDS.positions.values() if p.kind is Kind.SIX_LINE]
        assert len(six_lines) == 11
        top_line = SANDS.position("top line")
        assert top_line.kind is Kind.TOP_LINE
        assert top_line.pays == six_lines[0].pays
        assert top_line not in six_lines

    def test_green_and_the_street_of_the_zeros_are_two_bets_with_one_set(self) -> None:
        green, street = SANDS.position("green"), SANDS.position("street:S-00-0")
        assert green.pockets == street.pockets
        assert green.pays == street.pays
        assert (green.kind, street.kind) == (Kind.GREEN, Kind.STREET)
        lines = croupier.settle(SANDS, {"green": 10, "street:S-00-0": 20}, "00")
        assert [money(line) for line in lines] == [(110, 10, 0), (220, 20, 0)]

    def test_each_has_its_own_limit(self) -> None:
        limits = Limits(by_kind={Kind.GREEN: Limit(50, 100)})
        assert settled(SANDS, "green", 10, "00", limits=limits).note
        assert not settled(SANDS, "street:S-00-0", 10, "00", limits=limits).note

    def test_the_numbers_alone_do_not_say_which(self) -> None:
        with pytest.raises(AmbiguousPositionError, match="street:S-00-0 or green"):
            SANDS.position("S/0/00")


class TestCourtesyLine:
    """The courtesy line is another place for the same bet."""

    def test_both_spots_name_one_bet(self) -> None:
        assert US.position("split:00-0@courtesy") == US.position("split:00-0")
        assert US.position("0/00@courtesy").pays == 17
        assert len([p for p in US.positions.values() if set(p.pockets) == {"0", "00"}]) == 1

    def test_both_spots_are_on_the_cloth_and_lead_to_the_one_bet(self) -> None:
        spots = [spot for spot in placements(US) if spot.position == "split:00-0"]
        assert [spot.name for spot in spots] == ["split:00-0", "split:00-0@courtesy"]
        assert spots[0].zone != spots[1].zone

    def test_chips_on_both_spots_are_one_stake(self) -> None:
        (line,) = croupier.settle(US, {"split:00-0": 400, "split:00-0@courtesy": 500}, "00")
        assert (line.stake, line.winnings, line.note) == (900, 15_300, "")

    def test_the_sum_counts_against_the_maximum(self) -> None:
        (line,) = croupier.settle(US, {"0/00": 600, "0/00@courtesy": 600}, "17")
        assert line.stake == line.collected == 1_200
        assert line.note.startswith("above the maximum of 1000 (§L)")

    @pytest.mark.parametrize("ruleset", [V2, V3, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_no_other_felt_has_one(self, ruleset: Ruleset) -> None:
        assert ruleset.courtesies == ()
        with pytest.raises(UnknownPositionError):
            ruleset.position("0/2@courtesy")


class TestExamplesAndLists:
    """Some drawings only give examples of how chips lie; the appendix of Roulette 360 is the whole list."""

    def test_in_version_3_every_place_that_its_text_describes_is_a_bet_drawn_or_not(self) -> None:
        assert set(V3.positions) == set(oracle.bets(V3.ref))
        assert "examples" in V3.clause("2.1").summary
        assert not any("App" in clause.number for p in V3.positions.values() for clause in p.clauses)

    @pytest.mark.parametrize("ruleset", [V2, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_the_same_holds_where_the_drawings_are_lost(self, ruleset: Ruleset) -> None:
        assert set(ruleset.positions) == set(oracle.bets(ruleset.ref))

    def test_roulette_360_has_what_its_list_names_and_nothing_else(self) -> None:
        assert set(R360.positions) == set(oracle.bets(R360.ref))
        assert all("App. C" in [c.number for c in p.placed] for p in R360.positions.values())

    def test_a_series_is_a_bet_only_where_it_has_a_box(self) -> None:
        for words in ("21 2 25", "0 32 15", "26 0 32 15", "15 19 4 21 2 25"):
            with pytest.raises(UnknownPositionError):
                R360.position(words)
        for ruleset in (V2, V3, SANDS, US):
            with pytest.raises(UnknownPositionError):
                ruleset.position("4 21 2")
