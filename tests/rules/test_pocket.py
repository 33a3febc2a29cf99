"""Pockets are labels, so zero and double zero are two."""

import json

import pytest

import croupier
from croupier import (
    Ruleset,
    UnknownPocketError,
    UnknownPositionError,
)
from tests.rules.settling import (
    SANDS,
    US,
    every_ruleset,
    money,
    settled,
    single_zero,
    zeros,
)


class TestDoubleZeroIsNotZero:
    """Read as integers, 00 and 0 are the same pocket; so nothing is read as an integer."""

    @pytest.mark.parametrize("ruleset", [SANDS, US], ids=lambda ruleset: ruleset.ref)
    def test_zero_and_double_zero_are_two_pockets_and_two_bets(self, ruleset: Ruleset) -> None:
        assert {"0", "00"} <= set(ruleset.pockets)
        assert ruleset.pocket("0") != ruleset.pocket("00")
        assert ruleset.position("0").name == "straight:0"
        assert ruleset.position("00").name == "straight:00"
        assert ruleset.position("0/2") != ruleset.position("00/2")

    @pytest.mark.parametrize("ruleset", [SANDS, US], ids=lambda ruleset: ruleset.ref)
    def test_a_stake_on_one_does_not_win_on_the_other(self, ruleset: Ruleset) -> None:
        assert money(settled(ruleset, "0", 700, "00")) == (0, 0, 700)
        assert money(settled(ruleset, "00", 700, "0")) == (0, 0, 700)
        assert money(settled(ruleset, "00", 700, "00")) == (24_500, 700, 0)

    @every_ruleset
    def test_labels_survive_as_keys_of_json(self, ruleset: Ruleset) -> None:
        by_pocket = {pocket: place for place, pocket in enumerate(ruleset.pockets)}
        assert json.loads(json.dumps(by_pocket)) == by_pocket
        by_name = {name: list(position.pockets) for name, position in ruleset.positions.items()}
        assert json.loads(json.dumps(by_name)) == by_name
        assert all(type(pocket) is str for pocket in ruleset.pockets)

    @every_ruleset
    def test_pockets_are_ordered_by_label_and_not_by_value(self, ruleset: Ruleset) -> None:
        assert ruleset.pockets == (*zeros(ruleset), *map(str, range(1, 37)))
        assert ruleset.pockets[: len(zeros(ruleset))] == tuple(p for p in ("S", "00", "0") if p in ruleset.pockets)

    @every_ruleset
    @pytest.mark.parametrize("outcome", [0, 17, 0.0, False, None, b"0", ("0",)], ids=repr)
    def test_an_outcome_that_is_not_a_label_is_refused(self, ruleset: Ruleset, outcome: object) -> None:
        with pytest.raises(UnknownPocketError, match="written as text"):
            croupier.settle(ruleset, {"17": 700}, outcome)  # type: ignore[arg-type]

    @single_zero
    def test_a_wheel_with_one_zero_has_no_double_zero(self, ruleset: Ruleset) -> None:
        with pytest.raises(UnknownPocketError):
            croupier.settle(ruleset, {"0": 10}, "00")
        with pytest.raises(UnknownPositionError):
            ruleset.position("00")
