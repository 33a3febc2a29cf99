"""A table can ask that every stake comes out of an account; and a stored command is read back as strictly as a line."""

from __future__ import annotations

import pytest

import croupier
from croupier.rules.procedure import ChipSort
from croupier.table.commands import BuyIn, OpenBetting, OpenTable, PlaceWager
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table, new_table
from croupier.table.wire import WireError, command_json, read_command
from testkit.table.play import ANN, DEALER

RULES = croupier.rulebook("mbs-roulette/3")
WAGER = PlaceWager(ANN, "w1", "ann", "straight:17", 500)


def opened(*, banked: bool) -> Table:
    table = new_table(RULES, banked=banked)
    for command in (OpenTable(DEALER), OpenBetting(DEALER)):
        decision = decide(table, command, RULES)
        assert not isinstance(decision, Refusal)
        table = replay(table, decision)
    return table


def test_whoever_has_not_bought_in_has_no_chips_where_an_account_is_asked_for() -> None:
    refused = decide(opened(banked=True), WAGER, RULES)

    assert isinstance(refused, Refusal)
    assert (refused.code, str(refused.clause)) == (Code.NOT_ENOUGH_CHIPS, "wire §5.1")
    assert refused.facts == {"wanted": 500, "available": 0}
    assert not isinstance(decide(opened(banked=False), WAGER, RULES), Refusal)


def test_whoever_has_bought_in_stakes_out_of_the_account() -> None:
    table = opened(banked=True)
    bought = decide(table, BuyIn(ANN, "ann", 1_000, ChipSort.CASH), RULES)
    assert not isinstance(bought, Refusal)

    assert not isinstance(decide(replay(table, bought), WAGER, RULES), Refusal)


def test_a_stored_command_is_read_back_and_another_is_refused_with_its_place() -> None:
    stored = command_json(WAGER)

    assert read_command(stored) == WAGER
    with pytest.raises(WireError, match="stake: expected a whole number"):
        read_command(stored | {"stake": "500"})
    with pytest.raises(WireError, match="do: expected one of"):
        read_command(stored | {"do": "dance"})
