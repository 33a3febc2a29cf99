"""A table brought to every point of a round, for tests that ask the same thing everywhere."""

from functools import cache

import croupier
from croupier import Pocket, Ruleset
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import Role
from croupier.table.commands import (
    Ball,
    By,
    CallNoMoreBets,
    CloseTable,
    Command,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.evolve import replay
from croupier.table.refusal import Refusal
from croupier.table.state import Table, new_table

V2, V3, R360, SANDS, AM = (
    "mbs-roulette/2",
    "mbs-roulette/3",
    "rws-roulette-360/1",
    "mbs-sands-roulette/1",
    "us-double-zero/1",
)
REFS = (V2, V3, R360, SANDS, AM)

DEALER = By("dan", Role.DEALER)
ANN, BOB = By("ann", Role.PLAYER), By("bob", Role.PLAYER)
UNLISTED_BY = {
    V2: DEALER,
    V3: By("sue", Role.SHIFT_MANAGER),
    R360: DEALER,
    SANDS: DEALER,
    AM: By("flo", Role.FLOOR_MANAGER),
}
"""Who rules on what the document leaves open."""


def refused(table: Table, command: Command, ruleset: Ruleset) -> Refusal:
    """Ask for something that is refused."""
    decision = decide(table, command, ruleset)
    assert isinstance(decision, Refusal), decision
    return decision


def happens(table: Table, command: Command, ruleset: Ruleset) -> tuple[Event, ...]:
    """Ask for something that is done."""
    decision = decide(table, command, ruleset)
    assert not isinstance(decision, Refusal), str(decision)
    return decision


def after(table: Table, ruleset: Ruleset, *commands: Command) -> Table:
    """Return the table after commands that are all accepted."""
    for command in commands:
        table = replay(table, happens(table, command, ruleset))
    return table


def opened(ruleset: Ruleset) -> Table:
    return after(new_table(ruleset, name="one"), ruleset, OpenTable(DEALER))


def steps(pocket: str = "17") -> dict[str, tuple[Command, ...]]:
    """The steps of a plain round, by the phase they lead to."""
    return {
        "betting-open": (
            OpenBetting(DEALER),
            PlaceWager(ANN, "w1", "ann", "17", 500),
            PlaceWager(BOB, "w2", "bob", "1st 12", 500),
        ),
        "ball-in-play": (SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),),
        "no-more-bets": (CountRevolutions(DEALER, 4), CallNoMoreBets(DEALER, bell=True)),
        "at-rest": (DeclareOutcome(DEALER, Pocket(pocket)),),
        "dolly-down": (PlaceDolly(DEALER, Pocket(pocket)),),
        "paid": (Settle(DEALER),),
    }


@cache
def scenes(ref: str) -> dict[str, Table]:
    """The table at every point: never opened, opened, every phase, and closed again after a round."""
    return scenes_of(croupier.rulebook(ref), UNLISTED_BY[ref])


def scenes_of(ruleset: Ruleset, highest: By) -> dict[str, Table]:
    """The same for rules of which the highest role is given."""
    found = {"not yet open": new_table(ruleset, name="one"), "open": opened(ruleset)}
    table = found["open"]
    for phase, commands in steps().items():
        table = after(table, ruleset, *commands)
        found[phase] = table
    found["closed again"] = after(table, ruleset, CloseTable(DEALER))
    found["void"] = voided(found["no-more-bets"], ruleset, highest)
    found["held"] = after(found["no-more-bets"], ruleset, ReportIrregularity(DEALER, Irregularity.UNLISTED))
    return found


def voided(table: Table, ruleset: Ruleset, highest: By) -> Table:
    """Void the round by whatever the rulebook leaves to be ruled on."""
    waiting = after(table, ruleset, ReportIrregularity(DEALER, Irregularity.UNLISTED))
    ruling = RuleOnIrregularity(highest, RoundRuling.VOID, "nobody saw the ball")
    return after(waiting, ruleset, ruling)
