"""Every round settled a second time, with nothing but the rules: whole bets, not wagers, and no code of the table's.

A player's wagers on one bet are one bet. What is paid, returned and collected on
it, taken together, is what ``rules.settle`` gives for the whole stake; a bet that is
settled in parts gives each part what the whole leaves to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from croupier.audit.findings import Found
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement, settle_bet
from croupier.table import events
from croupier.table.events import Event
from croupier.table.evolve import limits_stated
from croupier.table.sitting import Sittings

Line: TypeAlias = events.WagerPaid | events.WagerCollected | events.WagerReturned


@dataclass(slots=True)
class _Wager:
    player: str
    counts: str
    stake: int
    winnings: int = 0
    returned: int = 0
    collected: int = 0
    left: bool = False
    """Whether it is off the layout."""

    @property
    def standing(self) -> bool:
        """Whether it was won or lost, so that it counts with others on its bet."""
        return bool(self.winnings or self.collected)


class _Part(NamedTuple):
    winnings: int
    returned: int
    collected: int


@dataclass(slots=True)
class Rounds:
    """The rounds of a table, followed through its events."""

    found: Found
    ruleset: Ruleset
    name: str = ""
    number: int = 0
    limits: Limits = NO_LIMITS
    pocket: Pocket | None = None
    wagers: dict[str, _Wager] = field(default_factory=dict)
    small: dict[str, int] = field(default_factory=dict)
    """Whose stakes under the minimum were settled in this sitting, and in which round."""
    sittings: Sittings = field(default_factory=Sittings)
    ended: bool = True
    rounds: int = 0
    settled: int = 0

    def follow(self, happened: Sequence[Event]) -> None:
        """Take what followed from one command."""
        try:
            if self.pocket is not None:
                self._settle(_lines(happened))
            for event in happened:
                self._note(event)
                for player in self.sittings.ended_by(event):
                    self.small.pop(player, None)
            self._check_end(happened)
        except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
            where = f"event {happened[0].seq}" if happened else f"round {self.name}"
            self.found.add(where, f"cannot be settled again: {error!r:.120}")

    # --- what the events say --------------------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        match event:
            case events.BettingOpened():
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
            case events.WagerRuled():
                self.wagers[event.wager].counts = event.position
            case events.WagerReturned() if not self.wagers[event.wager].left:
                wager = self.wagers[event.wager]
                wager.left, wager.returned = True, event.amount
                self._whole(event.seq, event.wager, wager)
            case events.OutcomeDeclared():
                self.pocket = event.pocket
            case events.OutcomeCorrected():
                self._correct(event)
            case events.RoundClosed() | events.RoundVoided():
                self.ended = True
            case _:
                pass

    def _whole(self, seq: int, name: str, wager: _Wager) -> None:
        if wager.returned + wager.collected != wager.stake:
            words = f"wager {name}: {wager.returned} returned and {wager.collected} collected"
            self.found.add(f"event {seq}", words, f"{wager.stake} together, the stake")

    def _check_end(self, happened: Sequence[Event]) -> None:
        """Hold an ended round to it: nothing stays on the layout."""
        if not any(isinstance(event, events.RoundClosed | events.RoundVoided) for event in happened):
            return
        for name, wager in self.wagers.items():
            if not wager.left:
                self.found.add(f"round {self.name}", f"ended with wager {name} on the layout", "every stake settled")

    # --- what the rules say ---------------------------------------------------------------------------------------

    def _settle(self, lines: Sequence[Line]) -> None:
        """Hold what was settled together to the rules, bet by bet."""
        bets: dict[tuple[str, str], list[Line]] = {}
        for line in lines:
            wager = self.wagers[line.wager]
            bets.setdefault((wager.player, wager.counts), []).append(line)
        for (player, position), part in bets.items():
            self._settle_bet(player, position, part)
        for line in lines:
            if not isinstance(line, events.WagerReturned) and line.under_minimum:
                self.small[line.player] = self.number

    def _settle_bet(self, player: str, position: str, part: list[Line]) -> None:
        assert self.pocket is not None
        before = [w for w in self.wagers.values() if (w.player, w.counts) == (player, position) and w.standing]
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
            words = f"{player} on {position}: {_told(there)} of {staked} on pocket {self.pocket}"
            self.found.add(where, words, _told(should))
        self._cite(where, player, whole, part)

    def _cite(self, where: str, player: str, whole: Settlement, part: list[Line]) -> None:
        cited = tuple(c.number if c.ref == self.ruleset.ref else str(c) for c in whole.clauses)
        roles = self.ruleset.procedure.roles
        acting = tuple(c.number for c in roles.acting.clauses if c.number not in cited)
        for line in part:
            # Where a higher position stands in for the dealer, the first event says by which clause.
            stood_in = line.by.role in roles.ladder.value[1:] and line.clauses == (*cited, *acting)
            if line.clauses != cited and not stood_in:
                words = f"{player} on {whole.position.name}: cites {', '.join(line.clauses) or 'nothing'}"
                self.found.add(where, words, ", ".join(cited))

    def _seen(self, player: str) -> bool:
        return 0 < self.small.get(player, 0) < self.number

    def _by_the_rules(self, player: str, position: str, stake: int, pocket: Pocket) -> Settlement:
        bet = self.ruleset.positions[position]
        limit = self.limits.of(bet.kind)
        return settle_bet(self.ruleset, bet, stake, pocket, limit, seen_before=self._seen(player))

    def _take(self, line: Line) -> None:
        wager = self.wagers[line.wager]
        wager.left = True
        if isinstance(line, events.WagerPaid):
            stated, wager.winnings, wager.returned = line.stake, line.winnings, line.returned
        elif isinstance(line, events.WagerCollected):
            stated, wager.collected, wager.returned = line.stake, line.collected, line.returned
        else:
            stated, wager.returned = wager.stake, line.amount
        if stated != wager.stake:
            self.found.add(f"event {line.seq}", f"settles a stake of {stated}", wager.stake)
        self._whole(line.seq, line.wager, wager)

    def _correct(self, event: events.OutcomeCorrected) -> None:
        """Hold adjustments to it: afterwards everything settled is as if the new pocket had been declared."""
        self.pocket = event.pocket
        bets: dict[tuple[str, str], list[_Wager]] = {}
        for wager in self.wagers.values():
            if wager.standing or not wager.left:
                bets.setdefault((wager.player, wager.counts), []).append(wager)
        for change in event.adjustments:
            wager = self.wagers[change.wager]
            wager.winnings += change.winnings
            wager.returned += change.returned
            wager.collected += change.collected
        for (player, position), there in bets.items():
            done = [wager for wager in there if wager.left]
            whole = self._by_the_rules(player, position, sum(wager.stake for wager in there), event.pocket)
            should = _cut(whole, 0, sum(wager.stake for wager in done))
            sums = (sum(w.winnings for w in done), sum(w.returned for w in done), sum(w.collected for w in done))
            if done and sums != should:
                where = f"round {self.name}, event {event.seq}"
                self.found.add(where, f"{player} on {position}: corrected to {_told(_Part(*sums))}", _told(should))


def _lines(happened: Sequence[Event]) -> list[Line]:
    """Give what was settled. A stake that goes back by a ruling or with a void round is not."""
    if any(isinstance(event, events.RoundVoided) for event in happened):
        return []
    ruled = {event.wager for event in happened if isinstance(event, events.WagerRuled)}
    return [event for event in happened if isinstance(event, Line) and event.wager not in ruled]


def _cut(whole: Settlement, before: int, stake: int) -> _Part:
    """Give what the whole settlement leaves to stakes that were laid after others."""
    at_risk = whole.collected or whole.winnings // whole.position.pays
    counted = min(stake, max(0, at_risk - before))
    if whole.winnings:
        return _Part(counted * whole.position.pays, stake, 0)
    return _Part(0, stake - counted, counted)


def _told(part: Iterable[int]) -> str:
    winnings, returned, collected = part
    return f"{winnings} won, {returned} returned, {collected} collected"
