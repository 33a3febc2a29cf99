"""Every round settled a second time, from the rules alone: whole bets, not wagers, and by none of the table's judges.

A player's wagers on one bet are one bet. What is paid, returned and collected on
it, taken together, is what ``rules.settle`` gives for the whole stake; a bet that is
settled in parts gives each part what the whole leaves to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from croupier.audit.findings import Reporter
from croupier.rules.later import AreaLimit, Citing, Remembered
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import LimitScope
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement, settle_bet
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.events import Event
from croupier.table.sitting import Sittings
from croupier.table.stated import limits_stated
from croupier.table.wire_rules import wire

PAST_MOST = 1000
"""How many paid rounds are kept to be corrected; a table keeps far fewer."""
SettlingEvent: TypeAlias = events.WagerPaid | events.WagerCollected | events.WagerReturned


@dataclass(slots=True)
class _Wager:
    player: str
    counts: str
    stake: int
    winnings: int = 0
    returned: int = 0
    collected: int = 0
    left: bool = False
    """Whether it has left the layout."""
    because: tuple[str, ...] = ()
    """The clauses by which it stands, or counts elsewhere."""

    @property
    def decided(self) -> bool:
        """Whether it was won or lost, so that it counts with others on its bet."""
        return bool(self.winnings or self.collected)


class _Past(NamedTuple):
    """A round that was paid, as it is settled again if it is corrected."""

    number: int
    limits: Limits
    pocket: Pocket | None
    wagers: dict[str, _Wager]
    small: dict[str, int]
    ruleset: Ruleset


class _Part(NamedTuple):
    winnings: int
    returned: int
    collected: int


@dataclass(slots=True)
class Rounds:
    """The rounds of a table, followed through its events."""

    report: Reporter
    ruleset: Ruleset
    name: str = ""
    number: int = 0
    limits: Limits = NO_LIMITS
    pocket: Pocket | None = None
    wagers: dict[str, _Wager] = field(default_factory=dict)
    small: dict[str, int] = field(default_factory=dict)
    """Players whose stakes under the minimum were settled in this sitting, and in which round."""
    sittings: Sittings = field(default_factory=Sittings)
    ended: bool = True
    past: dict[str, _Past] = field(default_factory=dict)
    """The last rounds that were paid, by name."""
    opened_by: Ruleset | None = None
    """The text by which the round was opened; ``ruleset`` may be a later one, by which the next round begins."""
    rounds: int = 0
    settled: int = 0
    without: int = 0
    """How many of them were settled without a clause that the rulebook declares not to be carried out."""

    def follow(self, happened: Sequence[Event]) -> None:
        """Follow the events of one command."""
        try:
            if self.pocket is not None:
                self._settle(_lines(happened))
            for event in happened:
                self._note(event)
                for player in self.sittings.ended_by(event):
                    if self.ruleset.procedure.limits.remembered.value is Remembered.SITTING:
                        self.small.pop(player, None)
            self._check_end(happened)
        except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
            where = f"event {happened[0].seq}" if happened else f"round {self.name}"
            self.report.add(where, f"cannot be settled again: {error!r:.120}")

    # --- what the events say --------------------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        match event:
            case events.BettingOpened():
                self._keep()
                self.opened_by = self.ruleset
                self.name, self.number, self.pocket, self.ended = event.round or "", self.number + 1, None, False
                self.limits = NO_LIMITS if event.limits is None else limits_stated(event.limits)
                self.wagers = {}
                self.rounds += 1
            case events.WagerPlaced():
                self.wagers[event.wager] = _Wager(event.player, event.position, event.stake)
            case events.WagerRetracted():
                wager = self.wagers[event.wager]
                wager.stake -= event.stake
                wager.left = wager.stake == 0
            case events.WagerMoved():
                self.wagers[event.wager].counts = event.counts
            case events.WagerRuled() | events.WithdrawalIgnored():
                self._stands_by(event)
            case events.WagerReturned() if not self.wagers[event.wager].left:
                wager = self.wagers[event.wager]
                wager.left, wager.returned = True, event.amount
                self._whole(event.seq, event.wager, wager)
            case events.OutcomeDeclared():
                self.pocket = event.pocket
            case events.OutcomeCorrected():
                self._correct_in(event)
            case events.RoundClosed() | events.RoundVoided():
                self.ended = True
                self._undo(event)
            case _:
                pass

    def _stands_by(self, event: events.WagerRuled | events.WithdrawalIgnored) -> None:
        wager = self.wagers[event.wager]
        wager.counts = event.position if isinstance(event, events.WagerRuled) else wager.counts
        wager.because = tuple(dict.fromkeys((*wager.because, *event.clauses)))

    def _keep(self) -> None:
        """Keep a round that was paid: it can be corrected later."""
        if self.pocket is not None and self.ended:
            ruleset, small = self.opened_by or self.ruleset, dict(self.small)
            self.past[self.name] = _Past(self.number, self.limits, self.pocket, self.wagers, small, ruleset)
            while len(self.past) > PAST_MOST:
                self.past.pop(next(iter(self.past)))

    def _correct_in(self, event: events.OutcomeCorrected) -> None:
        """Follow a correction back into its round."""
        past = self.past.get(event.round or "")
        if event.round == self.name:
            self._correct(event)
        if event.round == self.name or past is None:
            return  # a round that was not followed is checked where it was
        now = self.name, _Past(self.number, self.limits, self.pocket, self.wagers, self.small, self.ruleset)
        self._turn_to(event.round or "", past)
        self._correct(event)
        self.past[self.name] = past._replace(pocket=event.pocket)
        self._turn_to(*now)

    def _turn_to(self, name: str, one: _Past) -> None:
        self.name, (self.number, self.limits, self.pocket, self.wagers, self.small, self.ruleset) = name, one

    def _undo(self, event: events.RoundClosed | events.RoundVoided) -> None:
        """Check that a void round leaves nothing paid and nothing collected."""
        if isinstance(event, events.RoundClosed):
            return
        for change in event.adjustments:
            wager = self.wagers[change.wager]
            wager.winnings += change.winnings
            wager.returned += change.returned
            wager.collected += change.collected
        for name, wager in self.wagers.items():
            if wager.left and wager.decided:
                words = f"is void with {wager.winnings} paid and {wager.collected} collected on wager {name}"
                self.report.add(f"round {self.name}, event {event.seq}", words, "every stake back")

    def _whole(self, seq: int, name: str, wager: _Wager) -> None:
        if wager.returned + wager.collected != wager.stake:
            words = f"wager {name}: {wager.returned} returned and {wager.collected} collected"
            self.report.add(f"event {seq}", words, f"{wager.stake} together, the stake")

    def _check_end(self, happened: Sequence[Event]) -> None:
        """Check that nothing stays on the layout after a round."""
        if not any(isinstance(event, events.RoundClosed | events.RoundVoided) for event in happened):
            return
        for name, wager in self.wagers.items():
            if not wager.left:
                self.report.add(f"round {self.name}", f"ended with wager {name} on the layout", "every stake settled")

    # --- what the rules say ---------------------------------------------------------------------------------------

    def _settle(self, lines: Sequence[SettlingEvent]) -> None:
        """Check what was settled together, bet by bet."""
        bets: dict[tuple[str, str], list[SettlingEvent]] = {}
        for line in lines:
            wager = self.wagers[line.wager]
            bets.setdefault((wager.player, wager.counts), []).append(line)
        for (player, position), part in bets.items():
            if not self._shared:
                self._settle_bet(player, position, part)
        if self._shared:
            self._settle_areas(lines)
        for line in lines:
            if not isinstance(line, events.WagerReturned) and line.under_minimum:
                self.small[line.player] = self.number

    def _settle_bet(self, player: str, position: str, part: list[SettlingEvent]) -> None:
        assert self.pocket is not None
        before = [w for w in self.wagers.values() if (w.player, w.counts) == (player, position) and w.decided]
        mine = [self.wagers[line.wager] for line in part]
        total = sum(wager.stake for wager in (*before, *mine))
        whole = self._by_the_rules(player, position, total, self.pocket)
        should = _cut(whole, sum(wager.stake for wager in before), sum(wager.stake for wager in mine))
        for line in part:
            self._take(line)
        there = _Part(
            sum(wager.winnings for wager in mine),
            sum(wager.returned for wager in mine),
            sum(wager.collected for wager in mine),
        )
        self.settled += 1
        where = f"round {self.name}, event {part[0].seq}"
        if there != should:
            staked = sum(wager.stake for wager in mine)
            words = f"{player} on {position}: {_in_words(there)} of {staked} on pocket {self.pocket}"
            self.report.add(where, words, _in_words(should))
        self._cite(where, player, whole, part)

    @property
    def _shared(self) -> bool:
        """Whether all players on an area share its limits, also as it is settled."""
        settles = self.ruleset.procedure.limits.area.value is AreaLimit.SETTLEMENT
        return settles and self.limits.scope is LimitScope.AREA

    def _settle_areas(self, lines: Sequence[SettlingEvent]) -> None:
        """Check what was settled together on areas whose limits everybody shares, wager by wager."""
        before = [wager for wager in self.wagers.values() if wager.decided]
        mine = [self.wagers[line.wager] for line in lines]
        by_wager = {line.wager: line for line in lines}
        laid = [wager for name, wager in self.wagers.items() if name in by_wager]
        should = self._parts([*before, *laid], self.pocket)
        for line in lines:
            self._take(line)
        for line, wager in zip(lines, mine, strict=True):
            self.settled += 1
            whole, part = should[id(wager)]
            there = _Part(wager.winnings, wager.returned, wager.collected)
            where = f"round {self.name}, event {line.seq}"
            if there != part:
                words = f"{wager.player} on {wager.counts}: {_in_words(there)} of {wager.stake} on pocket {self.pocket}"
                self.report.add(where, words, _in_words(part))
            self._cite(where, wager.player, whole, [line])

    def _parts(self, wagers: Sequence[_Wager], pocket: Pocket | None) -> dict[int, tuple[Settlement, _Part]]:
        """Settle wagers in order, each as its share of the whole area."""
        assert pocket is not None
        totals: dict[str, int] = {}
        for wager in wagers:
            totals[wager.counts] = totals.get(wager.counts, 0) + wager.stake
        used: dict[str, int] = {}
        found = {}
        for wager in wagers:
            total = min(totals[wager.counts], STAKE_MAX)
            whole = self._by_the_rules(wager.player, wager.counts, total, pocket)
            part = _cut(whole, used.get(wager.counts, 0), wager.stake)
            counted = part.collected or part.winnings // whole.position.pays
            used[wager.counts] = used.get(wager.counts, 0) + counted
            found[id(wager)] = whole, part
        return found

    def _cite(self, where: str, player: str, whole: Settlement, part: list[SettlingEvent]) -> None:
        without = bool(self.ruleset.not_carried_out(whole.position.name, self.pocket))
        self.without += without
        clauses = whole.clauses or (wire("2.8" if without else "2.7"),)
        cited = tuple(clause.written(self.ruleset.ref) for clause in clauses)
        roles = self.ruleset.procedure.roles
        every = self.ruleset.procedure.settlement.citing.value is not Citing.PRICE
        for line in part:
            because = self.wagers[line.wager].because if every else ()
            should = tuple(dict.fromkeys((*cited, *because)))
            # Where a higher position stands in for the dealer, the first event says by which clause.
            acting = tuple(c.number for c in roles.acting.clauses if c.number not in should)
            stood_in = line.by.role in roles.ladder.value[1:] and line.clauses == (*should, *acting)
            if line.clauses != should and not stood_in:
                words = f"{player} on {whole.position.name}: cites {', '.join(line.clauses) or 'nothing'}"
                self.report.add(where, words, ", ".join(should))

    def _seen(self, player: str) -> bool:
        return 0 < self.small.get(player, 0) < self.number

    def _by_the_rules(self, player: str, position: str, stake: int, pocket: Pocket) -> Settlement:
        bet = self.ruleset.positions[position]
        limit = self.limits.of(bet.kind)
        return settle_bet(self.ruleset, bet, stake, pocket, limit, seen_before=self._seen(player))

    def _take(self, line: SettlingEvent) -> None:
        wager = self.wagers[line.wager]
        wager.left = True
        if isinstance(line, events.WagerPaid):
            stated, wager.winnings, wager.returned = line.stake, line.winnings, line.returned
        elif isinstance(line, events.WagerCollected):
            stated, wager.collected, wager.returned = line.stake, line.collected, line.returned
        else:
            stated, wager.returned = wager.stake, line.amount
        if stated != wager.stake:
            self.report.add(f"event {line.seq}", f"settles a stake of {stated}", wager.stake)
        self._whole(line.seq, line.wager, wager)

    def _correct(self, event: events.OutcomeCorrected) -> None:
        """Check adjustments: afterwards everything is settled as if the new pocket had been declared."""
        self.pocket = event.pocket
        bets: dict[tuple[str, str], list[_Wager]] = {}
        for wager in self.wagers.values():
            if wager.decided or not wager.left:
                bets.setdefault((wager.player, wager.counts), []).append(wager)
        for change in event.adjustments:
            wager = self.wagers[change.wager]
            wager.winnings += change.winnings
            wager.returned += change.returned
            wager.collected += change.collected
        if self._shared:
            self._corrected_areas(event)
            return
        for (player, position), there in bets.items():
            done = [wager for wager in there if wager.left]
            whole = self._by_the_rules(player, position, sum(wager.stake for wager in there), event.pocket)
            should = _cut(whole, 0, sum(wager.stake for wager in done))
            sums = (sum(w.winnings for w in done), sum(w.returned for w in done), sum(w.collected for w in done))
            if done and sums != should:
                where = f"round {self.name}, event {event.seq}"
                self.report.add(
                    where, f"{player} on {position}: corrected to {_in_words(_Part(*sums))}", _in_words(should)
                )

    def _corrected_areas(self, event: events.OutcomeCorrected) -> None:
        # What had been settled comes first, as it did when it was.
        there = [wager for wager in self.wagers.values() if wager.left and wager.decided]
        there += [wager for wager in self.wagers.values() if not wager.left]
        should = self._parts(there, event.pocket)
        for wager in there:
            is_now, part = _Part(wager.winnings, wager.returned, wager.collected), should[id(wager)][1]
            if wager.left and is_now != part:
                words = f"{wager.player} on {wager.counts}: corrected to {_in_words(is_now)}"
                self.report.add(f"round {self.name}, event {event.seq}", words, _in_words(part))


def _lines(happened: Sequence[Event]) -> list[SettlingEvent]:
    """Return what was settled. A stake that goes back by a ruling or with a void round is not."""
    if any(isinstance(event, events.RoundVoided) for event in happened):
        return []
    ruled = {event.wager for event in happened if isinstance(event, events.WagerRuled)}
    return [event for event in happened if isinstance(event, SettlingEvent) and event.wager not in ruled]


def _cut(whole: Settlement, before: int, stake: int) -> _Part:
    """Return what the settlement of the whole bet leaves to stakes that were laid later."""
    at_risk = whole.collected or whole.winnings // whole.position.pays
    counted = min(stake, max(0, at_risk - before))
    if whole.winnings:
        return _Part(counted * whole.position.pays, stake, 0)
    return _Part(0, stake - counted, counted)


def _in_words(part: Iterable[int]) -> str:
    winnings, returned, collected = part
    return f"{winnings} won, {returned} returned, {collected} collected"
