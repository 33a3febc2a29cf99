"""Money in double entry, held against the table at every event of every round we have, and of rounds nobody planned."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

import croupier
from croupier.house.desk import WalletFunded
from croupier.house.faults import UnbalancedError
from croupier.house.judge import Judge
from croupier.house.ledger import balanced, desk_postings, may_owe, part, postings, staked, touched
from croupier.house.meters import METERS, metered
from croupier.rules.procedure import ChipSort
from croupier.table import events
from croupier.table.commands import CloseTable, OpenTable, SetLimits
from croupier.table.events import Event
from croupier.table.evolve import evolve
from croupier.table.state import Table, new_table
from croupier.table.wire import read_line
from testkit.shares import count
from testkit.storage.stores import HOUSE_BY
from testkit.table.against_model import PlayedTable
from testkit.table.conformance import FILES, limits
from testkit.table.scenes import REFS, scenes

FEW = settings(
    max_examples=count(8, 200),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


class Books:
    """The accounts of one table, kept from postings alone."""

    def __init__(self, name: str) -> None:
        self.name, self.balances = name, Counter[str]()

    def post(self, table: Table, event: Event) -> Table:
        """Fold an event and post what it moved; see that it is nothing together."""
        was, tray = touched(table, event), table.tray
        table = evolve(table, event)
        moved = postings(self.name, event, was, table)
        if isinstance(event, events.WagerPlaced):
            assert staked(self.name, event, was.purses[0][1], tray, table) == moved, "the short way leads elsewhere"
        assert sum(posting.amount for posting in moved) == 0
        assert all(posting.seq == event.seq and posting.amount for posting in moved)
        assert len({posting.account for posting in moved}) == len(moved)
        for posting in moved:
            self.balances[posting.account] += posting.amount
        return table

    def agree(self, table: Table) -> None:
        """See that the accounts say what the table says."""
        name, left = self.name, {account: amount for account, amount in self.balances.items() if amount}
        assert left.pop(f"felt:{name}", 0) == sum(w.stake for w in table.layout.wagers.values() if not w.done)
        assert left.pop(f"tray:{name}", 0) == table.tray
        left.pop(f"outside:{name}", 0)
        for player, purse in table.standing.purses.items():
            color = part(purse.color or "")
            assert left.pop(f"wallet:{player}", 0) == purse.redeemed - purse.bought
            assert left.pop(f"cash:{name}:{player}", 0) == purse.cash
            assert left.pop(f"color:{name}:{player}:{color}", 0) == purse.colored
            assert left.pop(f"away:{name}:{player}:{color}", 0) == purse.away
        assert left == {}, "accounts that nobody has"
        for account, amount in self.balances.items():
            assert amount >= 0 or may_owe(account) or account.startswith("wallet:"), f"{account} owes {-amount}"


def kept(table: Table, happened: Iterable[Event]) -> Books:
    """Keep the books of whatever happened, and check them at each event."""
    books = Books("t1")
    for event in happened:
        table = books.post(table, event)
        books.agree(table)
    return books


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_books_of_every_round_on_file_balance(file: Path) -> None:
    head, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    ruleset = croupier.rulebook(head["ruleset"])
    table = new_table(ruleset, limits=limits(head["limits"]), name=head["table"])
    judge, books, happened = Judge("t1", ruleset, table), Books("t1"), list[Event]()
    for line in lines:
        asked = read_line(json.dumps(line["in"]).encode())
        command = asked.command
        if isinstance(command, OpenTable | SetLimits | CloseTable):
            command = replace(command, by=HOUSE_BY)  # on file a dealer does it, and in a house the pit
        act = judge.judge(command.by.name, asked.id, command)
        amounts = Counter[str]()
        for event in act.events:
            table = books.post(table, event)
            happened.append(event)
        for posting in act.postings:
            amounts[posting.account] += posting.amount
        assert sum(amounts.values()) == 0
        books.agree(table)
        assert judge.table == table
    assert happened
    assert set(metered(happened)) <= set(METERS)


@pytest.mark.parametrize("ref", REFS)
def test_whatever_is_played_the_books_balance(ref: str) -> None:
    class Kept(PlayedTable):
        def teardown(self) -> None:
            super().teardown()
            if hasattr(self, "session"):
                kept(self.fresh, self.happened)

    Kept.ref = ref
    run_state_machine_as_test(Kept, settings=FEW)


def test_books_that_do_not_balance_are_refused() -> None:
    with pytest.raises(UnbalancedError, match="event 3 does not add up"):
        balanced(3, [("wallet:ann", 5), ("tray:t1", -4)])


@pytest.mark.parametrize("spoiled", ["stake", "winnings", "tray"])
def test_an_event_that_makes_or_loses_a_chip_is_found(spoiled: str) -> None:
    """A planted fault: what the event says and what the table did are held against each other."""
    table = scenes(REFS[0])["dolly-down"]
    wager = next(iter(table.layout.wagers.values()))
    names = (wager.wager, wager.player, wager.counts, wager.stake)
    paid = events.WagerPaid(table.seq + 1, table.round.name, HOUSE_BY, ("1",), *names, 35, wager.stake)
    was = touched(table, paid)
    after = evolve(table, paid)
    assert sum(posting.amount for posting in postings("t1", paid, was, after)) == 0
    if spoiled == "stake":
        was = was._replace(wagers=tuple(one._replace(stake=one.stake + 1) for one in was.wagers))
    elif spoiled == "winnings":
        paid = replace(paid, winnings=36)
    else:
        after = after._replace(tray=after.tray - 1)
    with pytest.raises(UnbalancedError):
        postings("t1", paid, was, after)


def test_a_wager_that_takes_another_sum_than_its_stake_is_found() -> None:
    """A planted fault: the short way of a wager's postings looks at the purse, and does not believe the event."""
    table = scenes(REFS[0])["betting-open"]
    table = evolve(
        table,
        events.ChipsBought(table.seq + 1, "1", HOUSE_BY, ("1",), "zoe", 900, ChipSort.CASH, None, None, marker=False),
    )
    placed = events.WagerPlaced(table.seq + 1, "1", HOUSE_BY, ("1",), "z1", "zoe", "red", 500)
    purse, after = table.standing.purses.get("zoe"), evolve(table, placed)
    assert [posting.amount for posting in staked("t1", placed, purse, after.tray, after)] == [-500, 500]
    with pytest.raises(UnbalancedError):
        staked("t1", replace(placed, stake=499), purse, after.tray, after)
    with pytest.raises(UnbalancedError):
        staked("t1", placed, purse, after.tray - 1, after)


def test_play_money_comes_from_the_house() -> None:
    funded = WalletFunded(1, None, HOUSE_BY, ("x",), "ann", 70, "welcome")
    assert {posting.account: posting.amount for posting in desk_postings(funded)} == {"wallet:ann": 70, "issued": -70}
    assert metered([funded]) == {"funded": 70}


def test_no_two_players_share_an_account() -> None:
    names = ["a", "a:b", "a%3Ab", "b", "a:b:c", ":"]
    accounts = {f"color:t1:{player}:{part(color)}" for player in names for color in names}
    assert len(accounts) == len(names) ** 2


def test_meters_count_what_happened_wager_by_wager() -> None:
    by, cited = HOUSE_BY, ("1",)
    happened: list[Event] = [
        events.WagerPlaced(1, "1", by, cited, "w1", "ann", "17", 10),
        events.WagerPlaced(2, "1", by, cited, "w2", "ann", "red", 20),
        events.WagerRetracted(3, "1", by, cited, "w2", 5),
        events.WagerPaid(4, "1", by, cited, "w1", "ann", "17", 10, 350, 10),
        events.WagerCollected(5, "1", by, cited, "w2", "ann", "red", 15, 15, 0),
        events.RoundClosed(6, "1", by, cited, croupier.Pocket("17")),
        events.RoundVoided(7, "2", by, cited),
    ]
    assert metered(happened) == {
        "rounds": 2,
        "voids": 1,
        "wagers": 2,
        "staked": 30,
        "retracted": 5,
        "winnings": 350,
        "returned": 10,
        "collected": 15,
    }
    assert metered([]) == {}
