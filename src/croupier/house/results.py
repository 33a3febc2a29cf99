"""Past rounds: last results, counts beside chance, the pace, rulings, and each player's own history."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from croupier.house.luck import Luck, LuckKept, Lucky
from croupier.house.receipts import written_at
from croupier.rules.irregularities import Treatment
from croupier.rules.pocket import Pocket, ordered
from croupier.rules.ruleset import Ruleset
from croupier.table import events
from croupier.table.commands import By, RoundRuling
from croupier.table.events import Event

RESULTS_KEPT = 200
HISTORY_KEPT = 50
"""Rounds kept for each player."""
PLAYERS_KEPT = 2_000
PRECEDENTS_KEPT = 200
UNDONE_KEPT = 200
PACED = 60
"""Rounds that the pace is measured over, none older than ``PACE_OF`` when the last ended."""
PACE_OF = timedelta(hours=1)
PACED_LEAST = 3


class Result(NamedTuple):
    """One round: its number, and its pocket unless it was void."""

    round: str
    pocket: Pocket | None
    clauses: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """One player's round: the stake on each bet and what came back."""

    round: str
    pocket: Pocket | None = None
    bets: list[dict[str, str | int]] = field(default_factory=list)


class Count(NamedTuple):
    """How often a pocket came, beside how often it would on average."""

    pocket: Pocket
    seen: int
    expected: Fraction


class Precedent(NamedTuple):
    """A ruling on something that no clause covers: what was reported, and what was decided, by whom and why."""

    round: str
    at: str
    reported_by: str
    reported: str
    ruling: RoundRuling
    by: By
    reason: str
    clauses: tuple[str, ...]


class Undone(NamedTuple):
    """A round that was voided though its outcome was declared, by whom, and how often they have by then.

    Whoever reported what it was voided for and whoever ruled so are counted alike; they may be one.
    """

    reported_by: str
    ruled_by: str
    pocket: Pocket
    times: dict[str, int]


class ResultsKept(NamedTuple):
    """The state of ``Results`` in plain values, without the histories of players: those can be many."""

    declared_by: str
    declared: Pocket | None
    reporter: str | None
    reported: tuple[str, str]
    last: Sequence[Result]
    ended: Sequence[datetime]
    precedents: Sequence[Precedent]
    voids: Mapping[str, int]
    undone: Mapping[int, Undone]
    lucky: Mapping[int, tuple[Lucky, ...]]
    luck: LuckKept | None
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    corrected: Mapping[str, list[int]]
    lies: Mapping[str, str]
    began: Mapping[int, datetime]


class Results:
    """A fold of a table's events, bounded in memory: it forgets the oldest."""

    def __init__(self, ruleset: Ruleset, *, dealt: bool = False) -> None:
        """Begin before the first event. At a dealt table the luck of players with each dealer is followed."""
        self.ruleset = ruleset
        self._luck = Luck() if dealt else None
        self._declared_by = ""
        self.lucky: OrderedDict[int, tuple[Lucky, ...]] = OrderedDict()
        """Who won more with a dealer than chance allows, by the seqs of the rounds' ends."""
        self.last: deque[Result] = deque(maxlen=RESULTS_KEPT)
        self._history: OrderedDict[str, deque[Played]] = OrderedDict()
        self._ended: deque[datetime] = deque(maxlen=PACED)
        self.precedents: deque[Precedent] = deque(maxlen=PRECEDENTS_KEPT)
        self.voids: Counter[str] = Counter()
        """How often each person had a part in voiding a round whose outcome was declared."""
        self.undone: OrderedDict[int, Undone] = OrderedDict()
        """The last of these voids, by their seqs."""
        self._declared: Pocket | None = None
        self._starts: dict[str, int] = {}
        """Where each round begins in the record."""
        self._ends: dict[str, int] = {}
        """Where each was closed or voided; events of it may come after that."""
        self._corrected: dict[str, list[int]] = {}
        """Where each was corrected after another had begun."""
        self._reporter: str | None = None
        """Who last reported something that went wrong in this round."""
        self._reported = ("", "")
        """Who last reported something that no clause covers, and what they said."""
        self._lies: dict[str, str] = {}
        """Where the wagers of the round under way lie: the event that returns one does not say it."""
        self._began: dict[int, datetime] = {}
        """When what may wait for somebody in that round was stored, by its seq."""

    def kept(self) -> ResultsKept:
        """Return what there is to be kept beside the histories. It changes with the next event."""
        return ResultsKept(
            self._declared_by,
            self._declared,
            self._reporter,
            self._reported,
            tuple(self.last),
            tuple(self._ended),
            tuple(self.precedents),
            self.voids,
            self.undone,
            self.lucky,
            None if self._luck is None else self._luck.kept(),
            self._starts,
            self._ends,
            self._corrected,
            self._lies,
            self._began,
        )

    def histories(self) -> Iterator[tuple[str, Sequence[Played]]]:
        """Return every player's own last rounds, the player who played longest ago first."""
        return ((player, tuple(rounds)) for player, rounds in self._history.items())

    @classmethod
    def restored(
        cls, ruleset: Ruleset, kept: ResultsKept, histories: Iterable[tuple[str, Sequence[Played]]]
    ) -> Results:
        results = cls(ruleset)
        results._declared_by, results._declared = kept.declared_by, kept.declared
        results._reporter, results._reported = kept.reporter, kept.reported
        results.last.extend(kept.last)
        results._ended.extend(kept.ended)
        results.precedents.extend(kept.precedents)
        results.voids.update(kept.voids)
        results.undone.update(kept.undone)
        results.lucky.update(kept.lucky)
        results._luck = None if kept.luck is None else Luck.restored(kept.luck)
        results._starts, results._ends = dict(kept.starts), dict(kept.ends)
        results._corrected, results._lies, results._began = dict(kept.corrected), dict(kept.lies), dict(kept.began)
        for player, rounds in histories:
            results._history[player] = deque(rounds, HISTORY_KEPT)
        return results

    def note(self, event: Event, line: str) -> None:
        """Fold one event; ``line`` is its stored form, which has its time."""
        match event:
            case events.WagerPlaced():  # first, because nearly all events are of this type
                self._lies[event.wager] = event.position
            case events.WagerMoved():
                self._lies[event.wager] = event.position
                if event.held:
                    self._begin(event, line)
            case events.WagerReturned():
                self._returned(event)
            case events.WagerPaid():
                self._bet(event, event.winnings, event.returned, 0)
            case events.WagerCollected():
                self._bet(event, 0, event.returned, event.collected)
            case _:
                self._note_round(event, line)

    def _note_round(self, event: Event, line: str) -> None:
        match event:
            case events.RoundClosed():
                self._end(event.round or "", event.pocket, event.clauses, line)
                self._ends[event.round or ""] = event.seq
                self._follow_luck(event)
            case events.RoundVoided():
                self._end(event.round or "", None, event.clauses, line)
                self._ends[event.round or ""] = event.seq
                self._undo(event)
                self._adjust(event)
            case events.OutcomeDeclared():
                self._declared, self._declared_by = event.pocket, event.by.name
            case events.OutcomeCorrected():
                self._correct(event)
                if event.round is not None and str(int(event.round) + 1) in self._starts:
                    self._corrected.setdefault(event.round, []).append(event.seq)
            case events.BettingOpened():
                self._declared = self._reporter = None
                if event.round is not None:
                    self._starts[event.round] = event.seq
                self._lies.clear()
                self._began.clear()
            case events.IrregularityReported() | events.IrregularityRuled():
                self._question(event, line)
            case events.WagerMarkedUnclear() | events.CorrectionProposed() | events.NoSpinCalled():
                self._begin(event, line)
            case _:
                pass

    def span(self, named: str) -> tuple[int, int | None] | None:
        """Return the first and the last event of a round; None for the last if no other round has begun since."""
        first = self._starts.get(named)
        if first is None:
            return None
        after = self._starts.get(str(int(named) + 1))
        return first, None if after is None else after - 1

    def corrected_later(self, named: str) -> tuple[int, ...]:
        """Return the events that corrected a round after another had begun."""
        return tuple(self._corrected.get(named, ()))

    def _begin(self, event: Event, line: str) -> None:
        self._began[event.seq] = datetime.fromisoformat(written_at(line))

    def since(self, seq: int) -> datetime | None:
        """Return when an event of the round under way was stored, if somebody may have to decide about it."""
        return self._began.get(seq)

    def end(self, named: str) -> int | None:
        """Return the event that closed or voided a round."""
        return self._ends.get(named)

    def _end(self, named: str, pocket: Pocket | None, clauses: tuple[str, ...], line: str) -> None:
        self.last.append(Result(named, pocket, clauses))
        self._ended.append(datetime.fromisoformat(written_at(line)))

    def _undo(self, event: events.RoundVoided) -> None:
        """Forget what was won in a void round, and count it against those who voided it, if its outcome was known."""
        if self._luck is not None:
            self._luck.void()
        if self._declared is None:
            return
        self._come(event.round or "", None)
        reported = self._reporter or event.by.name
        people = dict.fromkeys((reported, event.by.name))
        self.voids.update(people.keys())
        times = {name: self.voids[name] for name in people}
        self.undone[event.seq] = Undone(reported, event.by.name, self._declared, times)
        if len(self.undone) > UNDONE_KEPT:
            self.undone.popitem(last=False)

    def _follow_luck(self, event: events.RoundClosed) -> None:
        found = () if self._luck is None else self._luck.close(self._declared_by)
        if found:
            self.lucky[event.seq] = found
            if len(self.lucky) > UNDONE_KEPT:
                self.lucky.popitem(last=False)

    def _question(self, event: events.IrregularityReported | events.IrregularityRuled, line: str) -> None:
        """Remember a question, and keep it with its ruling as a precedent."""
        if isinstance(event, events.IrregularityRuled):
            asked = (event.round or "", written_at(line), *self._reported)
            self.precedents.append(Precedent(*asked, event.ruling, event.by, event.reason, event.clauses))
            return
        self._begin(event, line)
        self._reporter = event.by.name
        if event.treatment == Treatment.REFERRED:
            self._reported = (event.by.name, event.note or str(event.kind))

    def _bet(
        self, event: events.WagerPaid | events.WagerCollected, winnings: int, returned: int, collected: int
    ) -> None:
        if self._luck is not None:
            self._luck.bet(event.player, event.stake, winnings + returned)
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
        self._come(event.round or "", event.pocket)
        self._adjust(event)

    def _come(self, named: str, pocket: Pocket | None) -> None:
        """Note another pocket of a round, or none, in the history of everybody who played it."""
        for rounds in self._history.values():
            for played in rounds:
                if played.round == named:
                    played.pocket = pocket

    def _adjust(self, event: events.OutcomeCorrected | events.RoundVoided) -> None:
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
        rounds.append(Played(named, self._declared))
        return rounds[-1]

    def history(self, player: str) -> list[Played]:
        """Return a player's own last rounds with the pocket of each, oldest first."""
        pockets = {result.round: result.pocket for result in self.last}
        rounds = self._history.get(player, ())
        return [replace(played, pocket=pockets.get(played.round, played.pocket)) for played in rounds]

    def pace(self) -> int | None:
        """Return the rounds per hour, measured over the last ones; None if there are too few."""
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
        pockets = ordered(self.ruleset.wheel.order)
        expected = Fraction(seen.total(), len(pockets))
        return [Count(pocket, seen[pocket], expected) for pocket in pockets]
