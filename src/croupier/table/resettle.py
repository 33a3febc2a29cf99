"""Recorded rounds settled again under another ruleset: what would have been different, in money and by which clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from croupier.rules.errors import CroupierError
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Irregularity, UnderMinimum
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import settle
from croupier.table import events
from croupier.table.commands import WagerTreatment
from croupier.table.events import Event
from croupier.table.evolve import limits_stated


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
class _Round:
    name: str
    limits: Limits
    pocket: Pocket | None = None
    bets: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Stake and gain of each player's bet."""
    clauses: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    counted_on: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The player and the position of each wager, as laid and then as settled."""
    irregular: list[Irregularity] = field(default_factory=list)
    over: bool = False


def resettle(happened: Iterable[Event], other: Ruleset) -> Iterator[Resettled]:
    """Settle every round of a record again. Stakes under the minimum are remembered from round to round."""
    before: set[str] = set()
    for one in _rounds(happened):
        yield _again(one, other, before)


def _rounds(happened: Iterable[Event]) -> Iterator[_Round]:
    current: _Round | None = None
    for event in happened:
        if isinstance(event, events.BettingOpened):
            if current is not None and current.over:
                yield current
            limits = NO_LIMITS if event.limits is None else limits_stated(event.limits)
            current = _Round(event.round or "", limits)
        elif current is not None:
            _note(current, event)
    if current is not None and current.over:
        yield current


def _note(current: _Round, event: Event) -> None:
    """Keep of an event what a second settlement needs."""
    match event:
        case events.WagerPlaced():
            current.counted_on[event.wager] = (event.player, event.position)
        case events.WagerMoved():
            current.counted_on[event.wager] = (current.counted_on[event.wager][0], event.counts)
        case events.WagerPaid() | events.WagerCollected():
            current.counted_on[event.wager] = (event.player, event.position)
            gain = event.winnings if isinstance(event, events.WagerPaid) else -event.collected
            _bet(current, event.wager, event.stake, gain, event.clauses)
        case events.WagerRuled():
            _rule(current, event)
        case events.WagerReturned() if event.wager in current.counted_on:
            _bet(current, event.wager, event.amount, 0, event.clauses)
        case events.OutcomeDeclared():
            current.pocket = event.pocket
        case events.OutcomeCorrected():
            _correct(current, event)
        case events.IrregularityReported():
            current.irregular.append(event.kind)
        case events.RoundClosed() | events.RoundVoided():
            _end(current, event)
        case _:
            pass


def _rule(current: _Round, event: events.WagerRuled) -> None:
    player, _ = current.counted_on[event.wager]
    if event.treatment is WagerTreatment.RETURN:
        # Given back by a person, not by a rule: no bet under any rules.
        del current.counted_on[event.wager]
    else:
        current.counted_on[event.wager] = (player, event.position)


def _end(current: _Round, event: events.RoundClosed | events.RoundVoided) -> None:
    current.over = True
    if isinstance(event, events.RoundVoided):
        # It has no result, and the stakes that go back now are no bets.
        current.pocket = None
        current.counted_on.clear()


def _correct(current: _Round, event: events.OutcomeCorrected) -> None:
    current.pocket = event.pocket
    for change in event.adjustments:
        current.bets[current.counted_on[change.wager]][1] += change.winnings - change.collected


def _bet(current: _Round, wager: str, stake: int, gain: int, clauses: tuple[str, ...]) -> None:
    key = current.counted_on[wager]
    whole = current.bets.setdefault(key, [0, 0])
    whole[0] += stake
    whole[1] += gain
    current.clauses[key] = clauses


def _again(one: _Round, other: Ruleset, before: set[str]) -> Resettled:
    if one.pocket is None:
        return Resettled(one.name, None, (), tuple(_treatments(one, other)))
    if one.pocket not in other.wheel.order:
        return Resettled(one.name, one.pocket, (), (f"{other.ref} has no pocket {one.pocket}",))
    lines, small = [], set[str]()
    for (player, position), (stake, gain) in one.bets.items():
        line, under = _line(one, other, (player, position, stake, gain), seen=player in before)
        lines.append(line)
        if under:
            small.add(player)
    before |= small
    return Resettled(one.name, one.pocket, tuple(lines))


def _line(one: _Round, other: Ruleset, bet: tuple[str, str, int, int], *, seen: bool) -> tuple[Line, bool]:
    player, position, stake, gain = bet
    clauses = one.clauses[player, position]
    assert one.pocket is not None
    try:
        settled = settle(other, {position: stake}, one.pocket, limits=one.limits, under_minimum_before=seen)[0]
    except CroupierError:
        return Line(player, position, stake, gain, 0, clauses, (), f"{other.ref} has no such bet"), False
    rule = other.procedure.limits.under_minimum
    under = rule.value is UnderMinimum.ONCE_THEN_RETURNED and any(c in rule.clauses for c in settled.clauses)
    numbers = tuple(clause.number for clause in settled.clauses)
    other_gain = settled.winnings - settled.collected
    return Line(player, position, stake, gain, other_gain, clauses, numbers, settled.note), under


def _treatments(one: _Round, other: Ruleset) -> Iterator[str]:
    for kind in dict.fromkeys(one.irregular):
        rule = other.procedure.irregularities[kind]
        cited = ", ".join(f"§{clause.number}" for clause in rule.clauses) or "our reading"
        yield f"{kind}: {rule.value} under {other.ref} ({cited})"
