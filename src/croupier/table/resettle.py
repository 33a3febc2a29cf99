"""Recorded rounds settled again under another ruleset: what would have been different, in money and by which clause.

What people did is taken as it was; what follows from it is the other ruleset's
to say: whether the spin counts, where a chip that was nudged counts, whether
anybody may rule on it, and what it pays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from croupier.rules.clause import Clause
from croupier.rules.errors import CroupierError, LimitsError, StakeError
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.later import AreaLimit, Remembered
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.narrowing import narrowed
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import LimitScope, NoSpinUntil, PositionFixed, Unclear, UnderMinimum, Withdrawal
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement, settle, share
from croupier.table import events
from croupier.table.commands import RoundRuling, WagerTreatment
from croupier.table.events import UNCONFIRMED, Event
from croupier.table.sitting import Sittings
from croupier.table.state import PAST_KEPT
from croupier.table.stated import limits_stated


class CutRecordError(CroupierError):
    """A record that does not say how something came about: a line of it was cut out or edited."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's bet in a round: what it came to, and what it would come to. Gains in the smallest unit."""

    player: str
    position: str
    stake: int
    gain: int
    other_gain: int
    clauses: tuple[str, ...]
    other_clauses: tuple[str, ...]
    note: str
    other_position: str
    """Where it would count; elsewhere only if the two rulesets differ about a chip that was moved."""


@dataclass(frozen=True, slots=True)
class Resettled:
    """One round under both rulesets. A void round has no pocket and no lines, only what was reported."""

    round: str
    pocket: Pocket | None
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    @property
    def difference(self) -> int:
        """What the players would have gained more, or less."""
        return sum(line.other_gain - line.gain for line in self.lines)


@dataclass(slots=True)
class _Wager:
    player: str
    counts: str
    elsewhere: str
    """Where it would count under the other ruleset."""
    stake: int
    gain: int = 0
    clauses: tuple[str, ...] = ()
    note: str = ""
    settled: bool = False
    held: bool = False

    @property
    def bets(self) -> tuple[str, str, str]:
        """What it belongs to under both rulesets."""
        return self.player, self.counts, self.elsewhere


@dataclass(slots=True)
class _Round:
    name: str
    limits: Limits
    pocket: Pocket | None = None
    wagers: dict[str, _Wager] = field(default_factory=dict)
    irregular: list[Irregularity] = field(default_factory=list)
    unconfirmed: dict[int | None, Irregularity] = field(default_factory=dict)
    """What was reported and waits for a second person, by the event that reports it."""
    revolutions: int | None = None
    called: bool = False
    rested: bool = False
    no_spin: bool = False
    over: bool = False
    void: bool = False
    proposed: bool = False
    """A correction of it waits to be approved."""
    begun_anew: set[str] = field(default_factory=set)
    """Whose sittings ended before anything of theirs was settled; ``gone`` whose ended afterwards."""
    gone: set[str] = field(default_factory=set)


def resettle(happened: Iterable[Event], other: Ruleset) -> Iterator[Resettled]:
    """Settle every round of a record again. Stakes under the minimum are remembered as the ruleset says."""
    before: set[str] = set()
    for one in _rounds(happened, other):
        forgets = other.procedure.limits.remembered.value is Remembered.SITTING
        before -= one.begun_anew if forgets else set()
        yield _again(one, other, before)
        before -= one.gone if forgets else set()


# --- what the record says ---------------------------------------------------------------------------------------------


def _rounds(happened: Iterable[Event], other: Ruleset) -> Iterator[_Round]:
    """Return the rounds that ended. Those that can still be corrected are held back until they no longer can."""
    current: _Round | None = None
    past = deque[_Round]()
    sittings = Sittings()
    for event in happened:
        ended = sittings.ended_by(event)
        if isinstance(event, events.BettingOpened):
            if current is not None and current.over:
                past.append(current)
            yield from _for_good(past)
            current = _Round(event.round or "", _limits(event))
        elif current is not None:
            if isinstance(event, events.CorrectionProposed | events.OutcomeCorrected):
                _note_correction((current, *past), event)
            _note(current, event)
            _note_wager(current, event, other)
            _note_sittings(current, ended)
    yield from past
    if current is not None and current.over:
        yield current


def _for_good(past: deque[_Round]) -> Iterator[_Round]:
    """Let go of the first rounds as long as nobody can correct them: a table keeps some, and those that wait."""
    paid = sum(not one.void for one in past)
    while past and (past[0].void or (paid > PAST_KEPT and not past[0].proposed)):
        paid -= not past[0].void
        yield past.popleft()


def _limits(event: events.BettingOpened) -> Limits:
    try:
        return NO_LIMITS if event.limits is None else limits_stated(event.limits)
    except LimitsError as error:
        raise CutRecordError(f"event {event.seq} ({event.type}): {error}") from None


def _note(current: _Round, event: Event) -> None:
    """Keep what happened to the round."""
    match event:
        case events.BallSpun():
            current.called = current.called or bool(event.closes)
        case events.NoMoreBetsCalled():
            current.called = True
        case events.RevolutionsCounted():
            current.revolutions = event.completed
        case events.IrregularityReported() | events.IrregularityRuled():
            _note_irregularity(current, event)
        case events.NoSpinCalled():
            current.no_spin = True
        case events.OutcomeDeclared():
            current.pocket, current.called, current.rested = event.pocket, True, True
        case events.BettingEnded():
            current.called, current.rested = True, True
        case events.RoundClosed():
            current.over = True
        case events.RoundVoided():
            current.over = current.void = True
            current.pocket = event.pocket or current.pocket
        case _:
            pass


def _note_irregularity(current: _Round, event: events.IrregularityReported | events.IrregularityRuled) -> None:
    """Keep what was irregular; what takes a second person is so once that person has said it."""
    if isinstance(event, events.IrregularityRuled):
        if event.report in current.unconfirmed and event.ruling is RoundRuling.VOID:
            current.irregular.append(current.unconfirmed[event.report])
    elif event.treatment == UNCONFIRMED:
        current.unconfirmed[event.seq] = event.kind
    else:
        current.irregular.append(event.kind)


def _note_correction(rounds: Iterable[_Round], event: events.CorrectionProposed | events.OutcomeCorrected) -> None:
    """Keep what happened to the number of a round; one that began before what is read is none of these."""
    for one in rounds:
        if one.name == event.round:
            one.proposed = isinstance(event, events.CorrectionProposed)
            if isinstance(event, events.OutcomeCorrected):
                _correct(one, event)


def _correct(current: _Round, event: events.OutcomeCorrected) -> None:
    if current.pocket != event.before:
        raise _cut(event, f"corrects an outcome of {event.before}", f"an outcome-declared of {event.before}")
    current.pocket = event.pocket
    for change in event.adjustments:
        _laid(current, event, change.wager).gain += change.winnings - change.collected


def _note_wager(current: _Round, event: Event, other: Ruleset) -> None:
    """Keep what happened to a wager, and where it would count under the other ruleset."""
    match event:
        case events.WagerPlaced():
            current.wagers[event.wager] = _Wager(event.player, event.position, event.position, event.stake)
        case events.WagerRetracted():
            wager = _laid(current, event, event.wager)
            if event.stake > wager.stake:
                raise _cut(event, f"takes back {event.stake} of {wager.stake}", f"at most {wager.stake}")
            wager.stake -= event.stake
        case events.WagerMarkedUnclear():
            _laid(current, event, event.wager).held = True
        case events.WagerMoved():
            wager = _laid(current, event, event.wager)
            wager.counts, wager.held = event.counts, (wager.held or event.held) and event.accident
            if not (event.accident and _fixed(current, other)):
                wager.elsewhere = event.position
        case events.WagerRuled():
            _rule(_laid(current, event, event.wager), event, other)
        case events.WagerPaid() | events.WagerCollected():
            wager = _laid(current, event, event.wager)
            gain = event.winnings if isinstance(event, events.WagerPaid) else -event.collected
            wager.gain, wager.clauses, wager.settled = wager.gain + gain, event.clauses, True
        case events.WagerReturned():
            wager = _laid(current, event, event.wager)
            wager.clauses, wager.settled = event.clauses, True
        case _:
            pass


def _laid(current: _Round, event: Event, name: str) -> _Wager:
    """Find a wager of the round; a record with an event about a wager that nobody laid was cut or edited."""
    if name not in current.wagers:
        raise _cut(event, f"speaks of wager {name}, which nobody laid in round {current.name}", "its wager-placed")
    return current.wagers[name]


def _cut(event: Event, words: str, right: str) -> CutRecordError:
    return CutRecordError(f"event {event.seq} ({event.type}) {words}; there should be {right}: the record is not whole")


def _note_sittings(current: _Round, ended: list[str]) -> None:
    for player in ended:
        settled = any(wager.settled for wager in current.wagers.values() if wager.player == player)
        (current.gone if settled else current.begun_anew).add(player)


def _fixed(current: _Round, other: Ruleset) -> bool:
    """Whether the other ruleset no longer looks at where a chip lies."""
    at_the_call = other.procedure.settlement.position_fixed.value is PositionFixed.NO_MORE_BETS
    return current.called if at_the_call else current.rested


def _rule(wager: _Wager, event: events.WagerRuled, other: Ruleset) -> None:
    """Follow a ruling where the other ruleset has somebody who may give it: on a held wager, or on a withdrawal."""
    rules = other.procedure.wagers
    theirs = rules.unclear.value is Unclear.RULING if wager.held else rules.withdrawal.value is Withdrawal.REFERRED
    wager.counts, wager.held = event.position, False
    if not theirs:
        wager.note = f"was ruled on; {other.ref} has no such ruling"
    elif event.treatment is WagerTreatment.RETURN:
        wager.stake = 0  # given back by a person who may do so under both
    else:
        wager.elsewhere = event.position


# --- what the other ruleset says --------------------------------------------------------------------------------------


def _again(one: _Round, other: Ruleset, before: set[str]) -> Resettled:
    if one.void and not _counts_there(one, other):
        return Resettled(one.name, None, (), tuple(_treatments(one, other)) or _called(one, other))
    if one.pocket is None:
        raise CutRecordError(f"round {one.name} is closed without an outcome-declared in it: the record is not whole")
    if one.pocket not in other.wheel.order:
        return Resettled(one.name, one.pocket, (), (f"{other.ref} has no pocket {one.pocket}",))
    wagers = [wager for wager in one.wagers.values() if wager.settled and wager.stake]
    notes = tuple(_treatments(one, other))
    void = _void(one, other)
    if void:
        return Resettled(one.name, one.pocket, tuple(_given_back(wagers, void)), notes)
    lines, small = _lines(one, wagers, other, before)
    before |= small
    return Resettled(one.name, one.pocket, lines, notes)


def _counts_there(one: _Round, other: Ruleset) -> bool:
    """Whether a void round has a result under the other ruleset: it was void for revolutions that are enough there."""
    short = set(one.irregular) == {Irregularity.TOO_FEW_REVOLUTIONS} and _enough(one, other)
    return short and one.pocket is not None and not one.no_spin


def _enough(one: _Round, other: Ruleset) -> bool:
    """Whether the revolutions that were counted make a valid spin under the other ruleset."""
    return one.revolutions is not None and one.revolutions >= other.procedure.spin.revolutions_min.value


def _void(one: _Round, other: Ruleset) -> dict[Irregularity, tuple[Clause, ...]]:
    """Find what makes the round void under the other ruleset, and by which clauses."""
    rules = other.procedure
    found = list(dict.fromkeys(one.irregular))
    if Irregularity.TOO_FEW_REVOLUTIONS in found and _enough(one, other):
        found.remove(Irregularity.TOO_FEW_REVOLUTIONS)
    if one.revolutions is not None and one.revolutions < rules.spin.revolutions_min.value:
        found.append(Irregularity.TOO_FEW_REVOLUTIONS)
    ends = (Treatment.VOID, Treatment.NO_SPIN)
    return {kind: rules.irregularities[kind].clauses for kind in found if rules.irregularities[kind].value in ends}


def _given_back(wagers: list[_Wager], void: dict[Irregularity, tuple[Clause, ...]]) -> Iterator[Line]:
    numbers = tuple(dict.fromkeys(clause.number for clauses in void.values() for clause in clauses))
    for (player, counts, elsewhere), mine in _by_bets(wagers).items():
        stake, gain = sum(one.stake for one in mine), sum(one.gain for one in mine)
        note = f"void: {', '.join(void)}"
        yield Line(player, counts, stake, gain, 0, mine[-1].clauses, numbers, note, elsewhere)


def _by_bets(wagers: list[_Wager]) -> dict[tuple[str, str, str], list[_Wager]]:
    grouped: dict[tuple[str, str, str], list[_Wager]] = {}
    for wager in wagers:
        grouped.setdefault(wager.bets, []).append(wager)
    return grouped


def _lines(one: _Round, wagers: list[_Wager], other: Ruleset, before: set[str]) -> tuple[tuple[Line, ...], set[str]]:
    """Settle each bet whole, and give each part of it what the whole leaves to it, in the order laid."""
    shared = one.limits.scope is LimitScope.AREA and other.procedure.limits.area.value is AreaLimit.SETTLEMENT
    totals: dict[tuple[str, str], int] = {}
    for wager in wagers:
        together = ("" if shared else wager.player, wager.elsewhere)
        totals[together] = totals.get(together, 0) + wager.stake
    bets = dict.fromkeys((wager.player, wager.elsewhere) for wager in wagers)
    wholes = {
        bet: _whole(one, other, bet, totals["" if shared else bet[0], bet[1]], seen=bet[0] in before) for bet in bets
    }
    left: dict[tuple[str, str], int] = {}
    lines = []
    for (player, counts, elsewhere), mine in _by_bets(wagers).items():
        bet, stake = (player, elsewhere), sum(wager.stake for wager in mine)
        whole, gain = wholes[bet], sum(wager.gain for wager in mine)
        remarks = [*dict.fromkeys(wager.note for wager in mine if wager.note)]
        other_gain, numbers = 0, tuple[str, ...]()
        if isinstance(whole, str):
            remarks.append(whole)
        else:
            together = ("" if shared else player, elsewhere)
            part = share(whole, stake, left.setdefault(together, whole.at_risk) if whole.at_risk else 0)
            left[together] = left.get(together, 0) - part.at_risk
            remarks += [part.note] if part.note else []
            other_gain, numbers = part.gain, tuple(clause.number for clause in part.clauses)
        note = "; ".join(remarks)
        lines.append(Line(player, counts, stake, gain, other_gain, mine[-1].clauses, numbers, note, elsewhere))
    return tuple(lines), {bet[0] for bet, whole in wholes.items() if _was_small(whole, other)}


def _whole(one: _Round, other: Ruleset, bet: tuple[str, str], stake: int, *, seen: bool) -> Settlement | str:
    """Settle a whole bet, or say why not: the other felt has no such position, or the stake is over the largest."""
    assert one.pocket is not None
    try:
        return settle(
            other, {bet[1]: stake}, one.pocket, limits=narrowed(other, one.limits), under_minimum_before=seen
        )[0]
    except StakeError as error:
        return f"cannot be settled: {error}"
    except CroupierError:
        return f"{other.ref} has no such bet"


def _was_small(whole: Settlement | str, other: Ruleset) -> bool:
    """Whether a stake under the minimum was settled, so that the next goes back."""
    rule = other.procedure.limits.under_minimum
    if isinstance(whole, str) or rule.value is not UnderMinimum.ONCE_THEN_RETURNED:
        return False
    return any(clause in rule.clauses for clause in whole.clauses)


def _treatments(one: _Round, other: Ruleset) -> Iterator[str]:
    for kind in dict.fromkeys(one.irregular):
        if kind is Irregularity.TOO_FEW_REVOLUTIONS and _enough(one, other):
            least = other.procedure.spin.revolutions_min
            cited = ", ".join(f"§{clause.number}" for clause in least.clauses) or "our reading"
            yield f"{kind}: {one.revolutions} revolutions are enough under {other.ref} ({cited})"
            continue
        rule = other.procedure.irregularities[kind]
        cited = ", ".join(f"§{clause.number}" for clause in rule.clauses) or "our reading"
        yield f"{kind}: {rule.value} under {other.ref} ({cited})"


def _called(one: _Round, other: Ruleset) -> tuple[str, ...]:
    """Say of a round that was void by a call alone whether the other ruleset knows that call."""
    if not one.no_spin or other.procedure.no_spin.until.value is not NoSpinUntil.NEVER:
        return ("void in the record; there is no outcome to settle on",)
    return (f"void by a call of no spin, which {other.ref} does not know; there is no outcome to settle on",)
