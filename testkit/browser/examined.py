"""Rounds to be examined, dealt without a browser."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from croupier.client import RefusedError
from testkit.browser.serving import Served


@dataclass
class Dealt:
    """A table with a round that had everything in it, and how its cloth stood when betting was closed."""

    table: str
    at_the_call: dict[tuple[str, str], int]
    auditor: str
    """The code that lets an auditor in."""


def deal(house: Served, ref: str = "mbs-roulette/3", prefix: str = "") -> Dealt:
    """Deal a round: two players, an unclear wager that is ruled on, a late one that is refused, 11 comes."""
    table = house.add_table(ref)
    dealer = house.staff(f"{prefix}dora", "dealer", table)
    supervisor = house.staff(f"{prefix}pia", "pit-supervisor", table)
    house.begin(table, lambda: dealer.ask("open-table"))
    ann, ben = house.player(f"{prefix}ann", table), house.player(f"{prefix}ben", table)
    dealer.ask("open-betting")
    wagers = [
        (ann, "a1", "11", 500),
        (ann, "a2", "17", 500),
        (ann, "a3", "column:2", 1000),
        (ben, "b1", "8/11", 1000),
    ]
    for who, wager, position, stake in wagers:
        who.ask("place-wager", wager=wager, player=who.name, position=position, stake=stake)
    ben.ask("place-wager", wager="b2", player=ben.name, position="19/20", stake=500)
    ben.ask("retract-wager", wager="b2")
    ben.ask("place-wager", wager="b3", player=ben.name, position="red", stake=2000)
    dealer.ask("mark-unclear", wager="b1", point="2.9,1.1")
    dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
    dealer.ask("count-revolutions", completed=4)
    dealer.ask("call-no-more-bets")
    standing = house.call("GET", f"/tables/{table}")["wagers_all"]
    with suppress(RefusedError):
        ann.ask("place-wager", wager="late", player=ann.name, position="11", stake=5000)
    dealer.ask("declare-outcome", pocket="11")
    dealer.ask("place-dolly", pocket="11")
    reason = "nearest the crossing"
    position = "corner:8-9-11-12"
    supervisor.ask("rule-on-wager", wager="b1", treatment="relocate", position=position, reason=reason)
    dealer.ask("settle")
    dealer.ask("lift-dolly")
    laid = {(one["player"], one["position"]): one["stake"] for one in standing}
    return Dealt(table, laid, house.invite(f"{prefix}alf", "auditor", table))
