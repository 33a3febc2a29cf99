"""What the clause tests claim about how a round is run, each claim said once."""

from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort
from croupier.table.commands import (
    Ball,
    BuyIn,
    CallNoMoreBets,
    CashOut,
    Chips,
    CountRevolutions,
    DeclareOutcome,
    LiftDolly,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RetractWager,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.events import (
    BallSpun,
    BettingOpened,
    DollyPlaced,
    NoMoreBetsCalled,
    OutcomeDeclared,
    RevolutionsCounted,
    RoundClosed,
    WagerCollected,
    WagerPaid,
    WagerPlaced,
    WagerRetracted,
    WithdrawalIgnored,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.table.play import ANN, BOB, DEALER, STAKE, Play, is_void, types

LATE = PlaceWager(ANN, "late", "ann", "17", STAKE)


def cited(ref: str, clause: str) -> str:
    """A clause as a refusal cites it."""
    return f"{ref} §{clause}"


def starts_with_the_opening_call(ref: str, clause: str) -> None:
    """No wager is taken before the dealer's call, by this clause; the call starts a round and lets wagers in."""
    play = Play(ref)
    play.do(OpenTable(DEALER))
    assert play.refused(LATE, Code.BETTING_CLOSED, cited(ref, clause)).facts == {"phase": "closed"}

    (opened,) = play.do(OpenBetting(DEALER))

    assert isinstance(opened, BettingOpened)
    assert (opened.clauses, opened.round) == ((clause,), "1")
    assert (opened.rulebook, opened.digest) == (ref, play.rules.digest)
    assert play.at(Phase.BETTING_OPEN)
    (placed,) = play.do(LATE)
    assert isinstance(placed, WagerPlaced)
    assert (placed.round, placed.position, placed.stake) == ("1", "straight:17", STAKE)


def only_the_dealer_opens(ref: str, clause: str) -> None:
    """A player's own word opens nothing."""
    play = Play(ref)
    play.do(OpenTable(DEALER))
    no = play.refused(OpenBetting(ANN), Code.ROLE_NOT_ALLOWED, cited(ref, clause))
    assert no.facts == {"role": "player", "needed": "dealer"}


def closes_with_the_call(ref: str, clauses: tuple[str, ...], *, late: str) -> None:
    """Betting stays open while the ball turns, until the dealer's call; from then on wagers are late."""
    play = Play(ref).opened().laid("17").spun()
    assert play.at(Phase.BALL_IN_PLAY)
    play.laid("red", "w2")
    no = play.refused(CallNoMoreBets(ANN, bell=True), Code.ROLE_NOT_ALLOWED, cited(ref, clauses[0]))
    assert no.facts == {"role": "player", "needed": "dealer"}

    (called,) = play.do(CallNoMoreBets(DEALER, bell=True))

    assert isinstance(called, NoMoreBetsCalled)
    assert called.clauses == clauses
    assert play.at(Phase.NO_MORE_BETS)
    assert play.refused(LATE, Code.BETTING_CLOSED, cited(ref, late)).facts == {"phase": "no-more-bets"}


def is_called_once(ref: str, clause: str) -> None:
    """Betting that is closed is not closed again."""
    play = Play(ref).opened().spun().called()
    again = play.refused(CallNoMoreBets(DEALER, bell=True), Code.ALREADY_DONE, cited(ref, clause))
    assert again.facts == {"phase": "no-more-bets"}


def is_not_called_before_the_spin(ref: str, clause: str) -> None:
    """The call before the ball turns is refused, and betting stays open."""
    play = Play(ref).opened().laid("17")
    no = play.refused(CallNoMoreBets(DEALER, bell=True), Code.NOT_SPUN, cited(ref, clause))
    assert no.facts == {"phase": "betting-open"}
    play.laid("red", "w2")


def is_not_called_after_the_rest(ref: str, clause: str) -> None:
    """A ball that rests before the call ends betting: no wager is taken any more, and no call made."""
    play = Play(ref).opened().laid("17").spun().rested("17")
    late = PlaceWager(ANN, "w2", "ann", "17", STAKE)
    assert play.refused(late, Code.BETTING_CLOSED, cited(ref, clause)).facts == {"phase": "at-rest"}
    call = CallNoMoreBets(DEALER, bell=True)
    due = str(play.rules.procedure.closing.moment.value)
    assert play.refused(call, Code.TOO_LATE, cited(ref, clause)).facts == {"phase": "at-rest", "due": due}
    after = Play(ref).opened().laid("17").spun().called().rested()
    assert after.refused(call, Code.ALREADY_DONE).facts == {"phase": "at-rest"}


def takes_cash_chips_color_chips_and_both(ref: str, clause: str) -> None:
    """A stake may be of one sort or of both, as long as the chips are the player's and add up."""
    play = Play(ref).opened()
    (cash,) = play.do(BuyIn(ANN, "ann", 1000, ChipSort.CASH))
    assert cash.clauses == (clause,)
    play.do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink", chip_value=100))
    for wager, stake, chips in (
        ("cash", 500, (Chips(1, cash=500),)),
        ("color", 300, (Chips(3, color="pink"),)),
        ("both", 700, (Chips(5, color="pink"), Chips(2, cash=100))),
    ):
        (placed,) = play.do(PlaceWager(ANN, wager, "ann", "17", stake, chips))
        assert isinstance(placed, WagerPlaced)
        assert (placed.stake, placed.chips) == (stake, chips)
    purse = play.table.standing.purses.get("ann")
    assert purse is not None
    assert (purse.cash, purse.colored) == (300, 200)


def takes_no_other_chips(ref: str) -> None:
    """Nobody stakes a color that was issued to somebody else, or to nobody, or more than is there."""
    play = Play(ref).opened()
    play.do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink", chip_value=100))
    of_ann = PlaceWager(BOB, "w1", "bob", "17", 500, (Chips(5, color="pink"),))
    assert play.refused(of_ann, Code.CHIPS_OF_ANOTHER_PLAYER).facts == {"color": "pink"}
    of_nobody = PlaceWager(BOB, "w1", "bob", "17", 500, (Chips(5, color="gold"),))
    play.refused(of_nobody, Code.NOT_ENOUGH_CHIPS, "wire §5.1")
    too_many = PlaceWager(ANN, "w1", "ann", "17", 1100, (Chips(11, color="pink"),))
    assert play.refused(too_many, Code.NOT_ENOUGH_CHIPS, "wire §5.1").facts == {"wanted": 1100, "available": 1000}


def takes_several_wagers(ref: str, positions: tuple[str, ...]) -> None:
    """A player may have as many wagers as the layout has room for."""
    play = Play(ref).opened()
    for position in positions:
        (placed,) = play.do(PlaceWager(ANN, position, "ann", position, STAKE))
        assert isinstance(placed, WagerPlaced)
        assert placed.clauses == tuple(clause.number for clause in play.rules.position(position).placed)
    assert play.table.layout.live == len(positions)


def takes_no_wager_off_the_list(ref: str, clause: str, words: tuple[str, ...]) -> None:
    """What the document does not list cannot be wagered on."""
    play = Play(ref).opened()
    for position in words:
        no = play.refused(PlaceWager(ANN, "w1", "ann", position, STAKE), Code.NOT_ON_LAYOUT, cited(ref, clause))
        assert no.facts["position"] == position
    assert play.table.layout.live == 0


def counts_a_spin(ref: str, direction: str, revolutions: tuple[str, ...]) -> None:
    """Against the wheel and four times round: either way counts, and exactly four is enough."""
    for ball, wheel in ((Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE), (Ball.COUNTERCLOCKWISE, Turning.CLOCKWISE)):
        play = Play(ref).opened().laid("17")
        (spun,) = play.do(SpinBall(DEALER, ball, wheel))
        assert isinstance(spun, BallSpun)
        assert (spun.ball, spun.wheel, spun.clauses) == (ball, wheel, (direction,))
        (counted,) = play.do(CountRevolutions(DEALER, 4))
        assert isinstance(counted, RevolutionsCounted)
        assert (counted.completed, counted.clauses) == (4, revolutions)
        assert play.called().rested().at(Phase.AT_REST)


def counts_no_spin_uncounted(ref: str, clause: str) -> None:
    """Without a count nobody knows that the spin was valid, so no outcome is taken."""
    play = Play(ref).opened().laid("17").spun(None).called()
    play.refused(DeclareOutcome(DEALER, Pocket("17")), Code.NOT_COUNTED, cited(ref, clause))
    play.do(CountRevolutions(DEALER, 4))
    back = play.refused(CountRevolutions(DEALER, 3), Code.COUNT_WENT_BACK, "wire §3.3")
    assert back.facts == {"completed": 3, "before": 4}
    play.rested()


def counts_no_outcome_without_a_spin(ref: str, clause: str) -> None:
    """No ball, no revolutions and no outcome; and only the dealer sends the ball, once."""
    play = Play(ref).opened()
    play.refused(CountRevolutions(DEALER, 4), Code.NOT_SPUN, cited(ref, clause))
    assert play.refused(DeclareOutcome(DEALER, Pocket("17")), Code.NOT_SPUN).facts == {"phase": "betting-open"}
    player = play.refused(SpinBall(ANN, Ball.CLOCKWISE, Turning.STILL), Code.ROLE_NOT_ALLOWED, cited(ref, clause))
    assert player.facts == {"role": "player", "needed": "dealer"}
    play.spun()
    play.refused(SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE), Code.ALREADY_SPUN, "wire §3.2")


def announces_then_marks(ref: str, clause: str) -> None:
    """At rest, the outcome first and the dolly second, both by the dealer; only then is anything paid."""
    play = Play(ref).opened().laid("17").spun().called()
    early = play.refused(PlaceDolly(DEALER, Pocket("17")), Code.NO_OUTCOME, cited(ref, clause))
    assert early.facts == {"phase": "no-more-bets"}
    play.refused(DeclareOutcome(ANN, Pocket("17")), Code.ROLE_NOT_ALLOWED, cited(ref, clause))

    (declared,) = play.do(DeclareOutcome(DEALER, Pocket("17")))
    assert isinstance(declared, OutcomeDeclared)
    assert (declared.pocket, declared.clauses) == ("17", (clause,))
    assert play.at(Phase.AT_REST)
    unmarked = play.refused(Settle(DEALER), Code.NO_DOLLY, cited(ref, clause))
    assert unmarked.facts == {"phase": "at-rest"}

    (marked,) = play.do(PlaceDolly(DEALER, Pocket("17")))
    assert isinstance(marked, DollyPlaced)
    assert (marked.pocket, marked.clauses) == ("17", (clause,))
    assert types(play.settled()) == ["wager-paid", "round-closed"]


def marks_the_winning_number_alone(ref: str, clause: str) -> None:
    """The dolly goes where the ball rests, and there is one dolly."""
    play = Play(ref).opened().laid("17").spun().called().rested("17")
    no = play.refused(PlaceDolly(DEALER, Pocket("20")), Code.WRONG_POCKET, cited(ref, clause))
    assert no.facts == {"pocket": "20", "outcome": "17"}
    play.dolly()
    assert play.refused(PlaceDolly(DEALER, Pocket("17")), Code.DOLLY_DOWN, cited(ref, clause)).facts == {"pocket": "17"}


def ends_when_all_is_paid(ref: str, clause: str) -> None:
    """Losers are collected, winners paid, and with the last of them the round is over; the next may be opened."""
    play = Play(ref).opened().laid("17").laid("18", "w2").laid("red", "w3", by=BOB).laid("odd", "w4")
    play.spun().called().rested("17").dolly()

    happened = play.settled()

    assert types(happened) == ["wager-collected", "wager-collected", "wager-paid", "wager-paid", "round-closed"]
    lost, lost_too, won, won_too, closed = happened
    assert isinstance(lost, WagerCollected)
    assert (lost.wager, lost.collected, lost.returned) == ("w2", STAKE, 0)
    assert isinstance(lost_too, WagerCollected)
    assert (lost_too.wager, lost_too.player) == ("w3", "bob")
    assert isinstance(won, WagerPaid)
    assert (won.wager, won.winnings, won.returned, won.clauses) == ("w1", 35 * STAKE, STAKE, ("4.1",))
    assert isinstance(won_too, WagerPaid)
    assert (won_too.wager, won_too.winnings) == ("w4", STAKE)
    assert isinstance(closed, RoundClosed)
    assert (closed.pocket, closed.clauses) == ("17", (clause,))
    assert play.table.tray == 2 * STAKE - 36 * STAKE
    assert play.at(Phase.PAID)
    assert play.opened().table.round.name == "2"


def is_one_at_a_time(ref: str, clause: str) -> None:
    """While a round runs no other begins, whatever its phase, and its dolly stays; without wagers it ends as well."""
    play = Play(ref).opened()
    steps = (play.spun, play.called, play.rested, play.dolly)
    for step in steps:
        no = play.refused(OpenBetting(DEALER), Code.ROUND_OPEN, clause)
        assert no.facts == {"phase": str(play.phase)}
        step()
    play.refused(LiftDolly(DEALER), Code.ROUND_OPEN, clause)
    assert types(play.settled()) == ["round-closed"]
    assert play.refused(Settle(DEALER), Code.BETTING_CLOSED).facts == {"phase": "paid"}
    play.opened()


def goes_on_without(ref: str, kind: Irregularity) -> None:
    """Where the fact is absent the round has its outcome."""
    play = Play(ref).opened().laid("17").spun().called().rested("17").dolly()
    assert kind not in play.table.round.spin.irregular
    assert types(play.settled()) == ["wager-paid", "round-closed"]


def voids_at_the_spin(ref: str, wheel: Turning, kind: Irregularity, clause: str) -> None:
    """Seen when the ball is sent: the spin itself voids the round, without anybody's report."""
    play = Play(ref).opened().laid("17").laid("red", "w2", by=BOB)
    happened = play.do(SpinBall(DEALER, Ball.CLOCKWISE, wheel))
    assert types(happened[:3]) == ["ball-spun", "irregularity-reported", "round-voided"]
    is_void(play, happened, kind, clause)


def voids_a_short_spin(ref: str, clause: str) -> None:
    """Three revolutions are found too few when the ball rests: no outcome, and the stakes go back."""
    for completed in (0, 3):
        play = Play(ref).opened().laid("17").spun(completed).called()
        happened = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert types(happened) == ["irregularity-reported", "round-voided", "wager-returned"]
        is_void(play, happened, Irregularity.TOO_FEW_REVOLUTIONS, clause)
        assert play.all(OutcomeDeclared) == []


def does_not_void_after_the_rest(ref: str, kind: Irregularity, clause: str, *, until: str) -> None:
    """Once the ball rests the fact changes nothing: the report is refused, and the round is paid."""
    play = Play(ref).opened().laid("17").spun().called().rested("17")
    for phase in ("at-rest", "dolly-down"):
        hangs = kind is Irregularity.BALL_HANGS
        code = Code.REASON_NOT_ALLOWED if hangs else Code.TOO_LATE
        no = play.refused(ReportIrregularity(DEALER, kind), code, cited(ref, clause))
        assert no.facts == ({"kind": str(kind), "outcome": "17"} if hangs else {"phase": phase, "until": until})
        if phase == "at-rest":
            play.dolly()
    assert types(play.settled()) == ["wager-paid", "round-closed"]


def refuses_late_wagers(ref: str, clause: str) -> None:
    """After the call nothing new is taken, in no phase, and what lay there before is settled alone."""
    play = Play(ref).opened().laid("18").spun().called()
    for phase, step in (("no-more-bets", play.rested), ("at-rest", play.dolly), ("dolly-down", None)):
        assert play.refused(LATE, Code.BETTING_CLOSED, cited(ref, clause)).facts == {"phase": phase}
        if step is not None:
            step()
    assert types(play.settled()) == ["wager-collected", "round-closed"]


def refuses_only_the_increase(ref: str, clause: str) -> None:
    """A stake added in time counts; one added after the call is refused, and the rest of it stands."""
    play = Play(ref).opened().laid("17", "w1", 200).laid("17", "w2", 300).spun().called()
    more = PlaceWager(ANN, "w3", "ann", "17", 400)
    assert play.refused(more, Code.BETTING_CLOSED, cited(ref, clause)).facts == {"phase": "no-more-bets"}
    play.rested("17").dolly().settled()
    assert [(paid.wager, paid.winnings) for paid in play.all(WagerPaid)] == [("w1", 200 * 35), ("w2", 300 * 35)]


def lets_wagers_be_taken_back_before_the_call(ref: str, clause: str) -> None:
    """While betting is open a player takes back all or part; the chips are free again."""
    play = Play(ref).opened().laid("17").laid("red", "w2").spun()
    (part,) = play.do(RetractWager(ANN, "w1", 200))
    assert isinstance(part, WagerRetracted)
    assert (part.wager, part.stake, part.clauses) == ("w1", 200, (clause,))
    play.do(RetractWager(ANN, "w2"))
    assert play.refused(RetractWager(BOB, "w1"), Code.NOT_YOURS, "wire §2.3").facts == {"player": "ann"}
    play.called().rested("17").dolly().settled()
    assert [(paid.wager, paid.stake) for paid in play.all(WagerPaid)] == [("w1", STAKE - 200)]


def ignores_late_withdrawals(ref: str, clause: str) -> None:
    """A wager taken back after the call is still won or lost; the attempt is on record."""
    for pocket, result in (("17", "wager-paid"), ("18", "wager-collected")):
        play = Play(ref).opened().laid("17").spun().called()
        for step in (lambda play=play, pocket=pocket: play.rested(pocket), play.dolly, None):
            (ignored,) = play.do(RetractWager(ANN, "w1"))
            assert isinstance(ignored, WithdrawalIgnored)
            assert (ignored.wager, ignored.clauses) == ("w1", (clause,))
            assert (play.wager("w1").stake, play.wager("w1").done) == (STAKE, False)
            if step is not None:
                step()
        assert types(play.settled()) == [result, "round-closed"]


def refuses_late_withdrawals(ref: str, clause: str) -> None:
    """After the call no wager may be taken back, and it is won or lost as it lies."""
    play = Play(ref).opened().laid("17").spun().called()
    for phase, step in (("no-more-bets", play.rested), ("at-rest", play.dolly), ("dolly-down", None)):
        no = play.refused(RetractWager(ANN, "w1"), Code.WITHDRAWAL_REFUSED, cited(ref, clause))
        assert no.facts == {"phase": phase}
        if step is not None:
            step()
    assert play.all(WithdrawalIgnored) == []
    assert types(play.settled()) == ["wager-paid", "round-closed"]


def is_one_players_color(ref: str, clause: str) -> None:
    """A color that was issued to a player is nobody else's at the table, until all of it is redeemed."""
    play = Play(ref).opened()
    play.do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink", chip_value=100))
    ask = BuyIn(BOB, "bob", 500, ChipSort.COLOR, color="pink", chip_value=100)
    assert play.refused(ask, Code.COLOR_TAKEN, cited(ref, clause)).facts == {"color": "pink"}
    play.do(CashOut(ANN, "ann", 1000, ChipSort.COLOR))
    play.do(ask)


def has_no_value_of_its_own(ref: str) -> None:
    """Color chips show no denomination: they are sold with a value, and cannot be without one."""
    play = Play(ref).opened()
    play.refused(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink"), Code.CHIP_VALUE_MISSING)
    play.do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink", chip_value=200))
