"""What came of past rounds: last results, counts beside chance, the pace, rulings, and each player's own history."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from croupier.house.told import written_at
from croupier.rules.pocket import Pocket, ordered
from croupier.rules.procedure import Treatment
from croupier.rules.ruleset import Ruleset
from croupier.table import events
from croupier.table.commands import By, RoundRuling
from croupier.table.events import Event

RESULTS_KEPT = 200
HISTORY_KEPT = 50
"""Rounds of one player."""
PLAYERS_KEPT = 2_000
PRECEDENTS_KEPT = 200
PACED = 60
"""Rounds by which the pace is told, none of them older than ``PACE_OF`` when the last ended."""
PACE_OF = timedelta(hours=1)
PACED_LEAST = 3


class Result(NamedTuple):
    """One round: its number, and its pocket unless it was void."""

    round: str
    pocket: Pocket | None
    clauses: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """One player's round: what was staked on each bet and what came back."""

    round: str
    pocket: Pocket | None = None
    void: bool = False
    bets: list[dict[str, str | int]] = field(default_factory=list)


class Count(NamedTuple):
    """How often a pocket came, beside how often it would on average."""

    pocket: Pocket
    seen: int
    expected: Fraction


class Precedent(NamedTuple):
    """A ruling on what no clause covers: what was reported, and what was decided, by whom and why."""

    round: str
    at: str
    reported_by: str
    reported: str
    ruling: RoundRuling
    by: By
    reason: str
    clauses: tuple[str, ...]


class Results:
    """A fold of a table's events, bounded in memory: it forgets the oldest."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Start with nothing played."""
        self._ruleset = ruleset
        self.last: deque[Result] = deque(maxlen=RESULTS_KEPT)
        self._history: OrderedDict[str, deque[Played]] = OrderedDict()
        self._ended: deque[datetime] = deque(maxlen=PACED)
        self.precedents: deque[Precedent] = deque(maxlen=PRECEDENTS_KEPT)
        self._reported = ("", "")
        """Who reported last what no clause covers, and what they said."""
        self._lies: dict[str, str] = {}
        """Where the wagers of the round under way lie: what is returned does not say it."""

    def note(self, event: Event, line: str) -> None:
        """Take in one event; ``line`` is how it is stored, which is where its time is."""
        match event:
            case events.WagerPlaced() | events.WagerMoved():  # first: nearly all are of these
                self._lies[event.wager] = event.position
            case events.RoundClosed():
                self._end(event.round or "", event.pocket, event.clauses, line)
            case events.RoundVoided():
                self._end(event.round or "", None, event.clauses, line)
            case events.OutcomeCorrected():
                self._correct(event)
            case events.BettingOpened():
                self._lies.clear()
            case events.IrregularityReported() | events.IrregularityRuled():
                self._question(event, line)
            case events.WagerReturned():
                self._returned(event)
            case events.WagerPaid():
                self._bet(event, event.winnings, event.returned, 0)
            case events.WagerCollected():
                self._bet(event, 0, event.returned, event.collected)
            case _:
                pass

    def _end(self, named: str, pocket: Pocket | None, clauses: tuple[str, ...], line: str) -> None:
        self.last.append(Result(named, pocket, clauses))
        self._ended.append(datetime.fromisoformat(written_at(line)))

    def _question(self, event: events.IrregularityReported | events.IrregularityRuled, line: str) -> None:
        """Keep what was asked, and with its answer as a precedent."""
        if isinstance(event, events.IrregularityRuled):
            asked = (event.round or "", written_at(line), *self._reported)
            self.precedents.append(Precedent(*asked, event.ruling, event.by, event.reason, event.clauses))
        elif event.treatment == Treatment.REFERRED:
            self._reported = (event.by.name, event.note or str(event.kind))

    def _bet(
        self, event: events.WagerPaid | events.WagerCollected, winnings: int, returned: int, collected: int
    ) -> None:
        played = self._played(event.player, event.round or "")
        played.bets.append(
            {
                "wager": event.wager,
                "position": event.position,
                "stake": event.stake,
                "winnings": winnings,
                "returned": returned,
                "collected": collected,
            }
        )

    def _returned(self, event: events.WagerReturned) -> None:
        bet: dict[str, str | int] = {"wager": event.wager, "position": self._lies.get(event.wager, "")}
        bet |= {"stake": event.amount, "winnings": 0, "returned": event.amount, "collected": 0}
        self._played(event.player, event.round or "").bets.append(bet)

    def _correct(self, event: events.OutcomeCorrected) -> None:
        for place, result in enumerate(self.last):
            if result.round == event.round:
                self.last[place] = result._replace(pocket=event.pocket)
        for change in event.adjustments:
            for bet in self._played(change.player, event.round or "").bets:
                if bet["wager"] == change.wager:
                    for name in ("winnings", "returned", "collected"):
                        bet[name] = int(bet[name]) + int(getattr(change, name))

    def _played(self, player: str, named: str) -> Played:
        rounds = self._history.setdefault(player, deque(maxlen=HISTORY_KEPT))
        self._history.move_to_end(player)
        if len(self._history) > PLAYERS_KEPT:
            self._history.popitem(last=False)
        for played in reversed(rounds):
            if played.round == named:
                return played
        rounds.append(Played(named))
        return rounds[-1]

    def history(self, player: str) -> list[Played]:
        """Give a player's own last rounds with the pocket of each, oldest first."""
        pockets = {result.round: result.pocket for result in self.last}
        rounds = list(self._history.get(player, ()))
        for played in rounds:
            played.pocket = pockets.get(played.round, played.pocket)
        return rounds

    def pace(self) -> int | None:
        """Give how many rounds an hour are played, by the last of them; None where too few say nothing."""
        if not self._ended:
            return None
        last = self._ended[-1]
        ended = [one for one in self._ended if last - one <= PACE_OF]
        took = last - ended[0]
        if len(ended) < PACED_LEAST or not took:
            return None
        return round((len(ended) - 1) * PACE_OF / took)

    def counts(self) -> list[Count]:
        """Count how often each pocket came among the results kept."""
        seen = Counter(result.pocket for result in self.last if result.pocket is not None)
        pockets = ordered(self._ruleset.wheel.order)
        expected = Fraction(seen.total(), len(pockets))
        return [Count(pocket, seen[pocket], expected) for pocket in pockets]
