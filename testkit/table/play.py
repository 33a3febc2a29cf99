"""Play a table by its commands, one after another, and look at what each gives."""

from typing import TypeVar

import croupier
from croupier import Ruleset
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table.commands import (
    Ball,
    By,
    CallNoMoreBets,
    Command,
    CountRevolutions,
    DeclareOutcome,
    LiftDolly,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.events import Event, IrregularityReported, RoundVoided, WagerCollected, WagerPaid, WagerReturned
from croupier.table.evolve import replay
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Wager, new_table
from testkit.rulebooks.earlier import earlier

E = TypeVar("E", bound=Event)

ANN = By("ann", Role.PLAYER)
BOB = By("bob", Role.PLAYER)
DEALER = By("dee", Role.DEALER)
SUPERVISOR = By("sue", Role.PIT_SUPERVISOR)
MANAGER = By("max", Role.PIT_MANAGER)
SHIFT = By("gia", Role.SHIFT_MANAGER)
FLOOR = By("flo", Role.FLOOR_MANAGER)
HOUSE = By("croupier", Role.HOUSE)

STAKE = 700
"""Within every limit a document states, so that only the clause at hand decides."""

AT_THE_TOP = {
    "mbs-roulette/2": DEALER,
    "mbs-roulette/3": SHIFT,
    "rws-roulette-360/1": DEALER,
    "mbs-sands-roulette/1": DEALER,
    "us-double-zero/1": FLOOR,
}
"""Who decides what a document leaves open."""


class Play:
    """One table, folded forward by what it accepts. The steps of a plain round return the play, to be chained."""

    def __init__(
        self,
        ref: str | Ruleset,
        limits: Limits | None = None,
        *,
        name: str = "one",
        random: bool = False,
        as_before: bool = False,
    ) -> None:
        """Set the table up, by the text of today, by an earlier one, or by a rulebook of its own."""
        today = croupier.rulebook(ref) if isinstance(ref, str) else ref
        self.rules: Ruleset = earlier(today.ref) if as_before else today
        self.table = new_table(self.rules, limits=limits, name=name, random=random)
        self.record: list[Event] = []
        self.start = self.table

    @property
    def phase(self) -> Phase:
        """Where the round is."""
        return self.table.round.phase

    def at(self, phase: Phase) -> bool:
        """Whether the round is there; mypy takes a compared ``phase`` for one that never changes."""
        return self.table.round.phase is phase

    def wager(self, wager: str) -> Wager:
        """A wager of this round."""
        found = self.table.layout.wagers.get(wager)
        assert found is not None
        return found

    def do(self, command: Command) -> tuple[Event, ...]:
        """Send a command that must be accepted; what happens is numbered on, and the record folds to the same table."""
        decision = decide(self.table, command, self.rules)
        assert not isinstance(decision, Refusal), str(decision)
        assert [event.seq for event in decision] == [self.table.seq + 1 + n for n in range(len(decision))]
        assert all(event.by == command.by for event in decision)
        assert all(event.clauses for event in decision), "every event cites something"
        self.table = replay(self.table, decision)
        self.record += decision
        return decision

    def refused(self, command: Command, code: Code | None = None, clause: str | None = None) -> Refusal:
        """Send a command that must be refused; it leaves the table as it was. The clause is written with its ref."""
        before = self.table
        decision = decide(before, command, self.rules)
        assert isinstance(decision, Refusal), decision
        assert self.table is before
        assert replay(self.start, self.record) == before
        assert code is None or decision.code is code, str(decision)
        assert clause is None or str(decision.clause) == clause, str(decision)
        return decision

    def all(self, sort: type[E]) -> list[E]:
        """Everything of one sort that has happened so far."""
        return [event for event in self.record if isinstance(event, sort)]

    def opened(self) -> "Play":
        """Table open and betting open."""
        if not self.table.standing.open:
            self.do(OpenTable(DEALER))
        self.do(OpenBetting(DEALER))
        return self

    def laid(self, position: str, wager: str = "w1", stake: int = STAKE, by: By = ANN) -> "Play":
        """A player's own wager."""
        self.do(PlaceWager(by, wager, by.name, position, stake))
        return self

    def spun(self, revolutions: int | None = 7) -> "Play":
        """The ball sent against the wheel, and counted unless told otherwise."""
        self.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        if revolutions is not None:
            self.do(CountRevolutions(DEALER, revolutions))
        return self

    def known(self, kind: Irregularity) -> tuple[Event, ...]:
        """Make a fact known to the record, and return what follows: what was entered about the spin is put right first.

        Directions that are put right say by themselves what was wrong with them.
        """
        turning = {Irregularity.SAME_DIRECTION: Turning.CLOCKWISE, Irregularity.WHEEL_STILL: Turning.STILL}
        if kind in turning:
            return self.do(SpinBall(DEALER, Ball.CLOCKWISE, turning[kind], corrects=True))[1:]
        if kind in (Irregularity.TOO_FEW_REVOLUTIONS, Irregularity.NOT_SPUN):
            self.do(CountRevolutions(DEALER, int(kind is not Irregularity.NOT_SPUN), corrects=True))
        return self.do(ReportIrregularity(DEALER, kind))

    def called(self) -> "Play":
        """The call, with every signal any rulebook asks for."""
        self.do(CallNoMoreBets(DEALER, bell=True, wave=True))
        return self

    def rested(self, pocket: str = "17") -> "Play":
        """The ball at rest, declared."""
        self.do(DeclareOutcome(HOUSE if self.table.random else DEALER, Pocket(pocket)))
        return self

    def dolly(self) -> "Play":
        """The dolly where the ball rests."""
        assert self.table.round.outcome is not None
        self.do(PlaceDolly(DEALER, self.table.round.outcome))
        return self

    def settled(self) -> tuple[Event, ...]:
        """Losers collected, winners paid: what that gave."""
        return self.do(Settle(DEALER))

    def lifted(self) -> "Play":
        """The dolly off the layout."""
        self.do(LiftDolly(DEALER))
        return self


def types(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """The names of events, in their order."""
    return [event.type for event in events]


def voids(ref: str, kind: Irregularity, clause: str) -> None:
    """A fact that the dealer reports voids the round by this clause, before the call and after it; players cannot."""
    for called in (False, True):
        play = Play(ref).opened().laid("17").laid("red", "w2", by=BOB).spun()
        if called:
            play.called()
        player = play.refused(ReportIrregularity(ANN, kind), Code.ROLE_NOT_ALLOWED, "wire §2.2")
        assert player.facts["role"] == "player"
        is_void(play, play.known(kind), kind, clause)


def is_void(play: Play, events: tuple[Event, ...], kind: Irregularity, clause: str) -> None:
    """These events end the round without outcome: reported, void, every stake back, and a new round must be opened."""
    *before, reported, voided = [event for event in events if not isinstance(event, WagerReturned)]
    returned = events[len(before) + 2 :]
    assert isinstance(reported, IrregularityReported)
    assert (reported.kind, reported.treatment, reported.clauses) == (kind, "void", (clause,))
    assert isinstance(voided, RoundVoided)
    assert voided.clauses == (clause, *(cited.number for cited in play.rules.procedure.round.void.clauses))
    stakes = [(wager.wager, wager.player, wager.stake) for wager in play.table.layout.wagers.values()]
    assert [(e.wager, e.player, e.amount) for e in returned if isinstance(e, WagerReturned)] == stakes
    assert len(returned) == len(stakes)
    assert all(event.clauses == voided.clauses for event in returned)
    assert (play.phase, play.table.round.outcome, play.table.tray, play.table.layout.live) == (Phase.VOID, None, 0, 0)
    opening = str(play.rules.procedure.round.opening.clauses[0])
    for late in (Settle(DEALER), PlaceWager(ANN, "w9", "ann", "17", STAKE), DeclareOutcome(DEALER, Pocket("17"))):
        assert play.refused(late, Code.BETTING_CLOSED, opening).facts["phase"] == "void"
    number = play.table.round.number
    play.opened()
    assert (play.table.round.number, list(play.table.layout.wagers.values())) == (number + 1, [])


def concluded(play: Play, pocket: str = "17") -> tuple[Event, ...]:
    """The rest of a plain round from open betting: what the settlement gave."""
    return play.spun().called().rested(pocket).dolly().settled()


def results(events: tuple[Event, ...] | list[Event]) -> list[tuple[str, str, int, int, int]]:
    """What became of wagers, in order: which word, which wager, then winnings, returned and collected."""
    found = []
    for event in events:
        match event:
            case WagerCollected():
                found.append(("collected", event.wager, 0, event.returned, event.collected))
            case WagerPaid():
                found.append(("paid", event.wager, event.winnings, event.returned, 0))
            case WagerReturned():
                found.append(("returned", event.wager, 0, event.amount, 0))
            case _:
                pass
    return found


def came_to(play: Play) -> dict[str, tuple[int, int, int]]:
    """What each wager came to: winnings, returned, collected."""
    wagers = play.table.layout.wagers.values()
    return {wager.wager: (wager.winnings, wager.returned, wager.collected) for wager in wagers}
