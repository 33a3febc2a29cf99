"""The state of a table: the fold of its events.

What is created on every wager is a named tuple, the rest are frozen dataclasses: both
are values, and creating the former takes a fraction of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.narrowing import narrowed
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import Ball, Chips, Turning
from croupier.table.persistent import Map


class Phase(StrEnum):
    """Where a round is. Betting is open in the first two of the round."""

    CLOSED = "closed"
    BETTING_OPEN = "betting-open"
    BALL_IN_PLAY = "ball-in-play"
    NO_MORE_BETS = "no-more-bets"
    AT_REST = "at-rest"
    DOLLY_DOWN = "dolly-down"
    PAID = "paid"
    VOID = "void"

    def __init__(self, value: str) -> None:
        """Compute once what is asked of a phase with every wager."""
        self.betting = value in ("betting-open", "ball-in-play")
        """Whether wagers are accepted."""
        self.between_rounds = value in ("closed", "paid", "void")
        """Whether no round is under way."""
        self.before_rest = value in ("betting-open", "ball-in-play", "no-more-bets")
        """Whether a round is under way and the ball is not at rest."""
        self.decided = value in ("at-rest", "dolly-down")
        """Whether the ball is at rest and the round is not over."""


class Hold(NamedTuple):
    """Why a wager waits for a ruling: by which event, who reported it, and where they said that the chip lies.

    ``was`` is where a chip lay before it was moved by accident.
    """

    seq: int
    by: str
    point: str | None = None
    was: str | None = None


class Wager(NamedTuple):
    """A stake by a player on a position. ``lies`` is where the chip is, ``counts`` where it is settled."""

    wager: str
    player: str
    lies: str
    counts: str
    stake: int
    chips: tuple[Chips, ...] | None = None
    colored: int = 0
    """How much of the stake is in color chips."""
    from_purse: bool = False
    """Whether the stake came out of an account at this table, so that what comes back goes there."""
    hold: Hold | None = None
    winnings: int = 0
    returned: int = 0
    collected: int = 0
    done: bool = False
    """Whether it has left the layout: retracted, returned, collected or paid."""
    because: tuple[str, ...] = ()
    """The clauses by which it stands, or counts elsewhere: it was taken back too late, or ruled on."""

    @property
    def held(self) -> bool:
        """Whether it does not lie clearly, and waits for a ruling."""
        return self.hold is not None

    @property
    def money_moved(self) -> bool:
        """Whether something of it was collected or paid."""
        return bool(self.collected or self.winnings)


Bet: TypeAlias = tuple[str, str]
"""A player, and the position on which all their stakes count as one."""


class Layout(NamedTuple):
    """The chips on the layout. Totals are by the position that counts, live stakes alone.

    What would take a walk over all wagers to find is counted here, so that an
    objection never has to.
    """

    wagers: Map[str, Wager] = Map()
    of_player: Map[Bet, int] = Map()
    of_area: Map[str, int] = Map()
    live: int = 0
    holds: tuple[str, ...] = ()
    """The wagers that wait for a ruling."""
    settled_of: Map[Bet, int] = Map()
    """The stakes on which money has moved in this round: something was collected or paid."""
    settled: int = 0
    """All of them together."""
    placed_by: Map[str, int] = Map()
    """How often each player laid a chip in this round: placed or moved a wager, whatever became of it since."""
    placed: int = 0
    """All of them together."""

    @property
    def held(self) -> int:
        """How many wagers wait for a ruling."""
        return len(self.holds)

    def apart(self) -> Layout:
        """Return the same layout with maps of its own, so that both can be read in turns at no cost."""
        return self._replace(
            wagers=self.wagers.copy(),
            of_player=self.of_player.copy(),
            of_area=self.of_area.copy(),
            settled_of=self.settled_of.copy(),
            placed_by=self.placed_by.copy(),
        )

    def held_wagers(self) -> list[Wager]:
        """Return the wagers that wait for a ruling."""
        found = [self.wagers.get(name) for name in self.holds]
        return [wager for wager in found if wager is not None]

    def stake_of(self, player: str) -> int:
        """Add up what a player has on the layout."""
        return sum([self.of_player.get((player, position), 0) for position in self.of_area])


class Purse(NamedTuple):
    """A player's chips at this table. Amounts in money; a color's chips are worth its value."""

    cash: int = 0
    """Beside the layout, as ``colored`` is."""
    designs: tuple[str, ...] = ()
    """What the player's cash chips look like, where that matters."""
    color: str | None = None
    chip_value: int = 0
    colored: int = 0
    laid: int = 0
    """Color chips on the layout; ``laid_cash`` the cash chips there."""
    laid_cash: int = 0
    away: int = 0
    """Color chips taken off the table."""
    tainted: int = 0
    """Color chips that were off the table and may need approval to be redeemed."""
    approved: int = 0
    bought: int = 0
    redeemed: int = 0
    owed: int = 0
    """What a correction would have taken back had the player still had it: a claim of the house, not chips."""

    @property
    def worth(self) -> int:
        """Everything the player has at the table: beside the layout, on it, and taken off the table."""
        return self.cash + self.colored + self.laid + self.laid_cash + self.away


class Report(NamedTuple):
    """An irregularity as it was reported: by which event, by whom, and in which words."""

    kind: Irregularity
    seq: int
    by: str
    note: str | None
    unconfirmed: bool = False
    """Whether a second person has to confirm it, where a house asks for one."""


class Proposal(NamedTuple):
    """A correction that waits for its second person."""

    by: str
    pocket: Pocket
    reason: str
    seq: int


class Dispute(NamedTuple):
    """Another pocket than the declared one, entered by a second person."""

    by: str
    pocket: Pocket
    seq: int


@dataclass(frozen=True, slots=True)
class Spin:
    """What ball and wheel did in this round, as reported."""

    ball: Ball | None = None
    wheel: Turning | None = None
    revolutions: int | None = None
    reports: tuple[Report, ...] = ()
    """The last of each kind, in the order in which the kinds came up."""
    questions: tuple[Report, ...] = ()
    """What waits for a ruling, or to be confirmed, in the order in which it was reported."""
    power_failed: bool = False
    """Whether the power failed in this round while the ball was up. Its return does not undo that: the rulebook
    asks whether no spin was announced, not how long it was dark."""
    dropped: bool = False
    """Whether the ball is known to have dropped, though no outcome was declared."""
    rests: Pocket | None = None
    """Where the ball was said to rest while betting was open and nobody had counted: there is no outcome yet."""

    @property
    def irregular(self) -> tuple[Irregularity, ...]:
        """What was reported."""
        return tuple(report.kind for report in self.reports)

    @property
    def referred(self) -> bool:
        """Whether an irregularity waits for a ruling."""
        return bool(self.questions)

    @property
    def question(self) -> Report | None:
        """What has waited longest for a ruling."""
        return self.questions[0] if self.questions else None


@dataclass(frozen=True, slots=True)
class Round:
    """The round under way, or the last one."""

    number: int = 0
    name: str | None = None
    """The number as the wire writes it; None before the first round."""
    phase: Phase = Phase.CLOSED
    limits: Limits = NO_LIMITS
    early_close: bool = False
    called: bool = False
    spin: Spin = Spin()
    outcome: Pocket | None = None
    declared_by: tuple[str, ...] = ()
    """Everybody who declared or corrected the outcome: none of them may confirm it."""
    ever_declared: tuple[str, ...] = ()
    """Everybody who ever declared or corrected an outcome of this round, corrected since or not."""
    entered_by: tuple[str, ...] = ()
    """Everybody who entered the present outcome, or another one, after it was declared."""
    dispute: Dispute | None = None
    """The last entry that differs, until the outcome is corrected or a third person confirms it."""
    uncalled: bool = False
    """Whether betting ended without the call: the ball was known to be at rest, or to have dropped."""
    digest: str = ""
    """Of the rulebook's text in which the round was opened."""
    void_clauses: tuple[str, ...] = ()
    """What the round was voided by."""
    past: tuple[Past, ...] = ()
    """The last rounds that were paid, oldest first: they can still be corrected."""
    dolly: Pocket | None = None
    ended: bool = True
    proposed: Proposal | None = None
    reason_owed: int | None = None
    """The event of a call of no spin for which nobody has said why."""
    dark: bool = False
    """Whether the power is off; it may stay off over the end of a round."""
    leaving: tuple[str, ...] = ()
    """Players who left the seat with a wager on the layout: their sittings end with the round."""
    unpermitted: tuple[tuple[str, str], ...] = ()
    """Players and designs of value chips that lie on the layout, though no longer permitted."""


PAST_KEPT = 20
"""How many paid rounds a table keeps so that they can be corrected. A round with a proposal is kept longer."""


class Past(NamedTuple):
    """A paid round before the present one, with what is needed to settle it again."""

    round: Round
    layout: Layout
    under_minimum: Map[str, int]


class Standing(NamedTuple):
    """What outlives a round: limits to come, seats, purses, permissions, and whose small stakes were settled when."""

    open: bool = False
    limits: Limits = NO_LIMITS
    seats: Map[str, bool] = Map()
    purses: Map[str, Purse] = Map()
    permitted: Map[str, str] = Map()
    under_minimum: Map[str, int] = Map()
    colors: Map[str, str | None] = Map()
    """Who has which color; a color that is free again stays with nobody."""
    places: Map[str, int] = Map()
    """The numbers of the seats of those who sit here, where they were named; whoever left has 0."""


class Table(NamedTuple):
    """One table. ``tray`` is what the house has collected less what it has paid.

    Chips sold and redeemed are counted separately, and so is what players owe
    after a correction, until it is paid.
    """

    ref: str
    name: str
    random: bool
    seq: int
    tray: int
    standing: Standing
    round: Round
    layout: Layout
    banked: bool = False
    """Whether every stake comes out of an account at this table."""

    def apart(self) -> Table:
        """Return the same table with maps of its own, for a fold that others interrupt to look at this one."""
        standing = self.standing
        standing = standing._replace(purses=standing.purses.copy(), under_minimum=standing.under_minimum.copy())
        return self._replace(layout=self.layout.apart(), standing=standing)

    @property
    def digests(self) -> set[str]:
        """The texts of the rulebook by which the rounds were opened that can still be corrected."""
        return {self.round.digest, *(one.round.digest for one in self.round.past)}

    def back_in(self, name: str) -> Table | None:
        """Return the table as it is, but in an earlier round that can still be corrected."""
        if name == self.round.name:
            return self
        past = next((one for one in self.round.past if one.round.name == name), None)
        if past is None:
            return None
        standing = self.standing._replace(under_minimum=past.under_minimum)
        return self._replace(round=past.round, layout=past.layout, standing=standing)


def new_table(
    ruleset: Ruleset, *, limits: Limits | None = None, name: str = "", random: bool = False, banked: bool = False
) -> Table:
    """Set up a table, not yet open."""
    in_force = ruleset.limits if limits is None else narrowed(ruleset, limits)
    return Table(ruleset.ref, name, random, 0, 0, Standing(limits=in_force), Round(), Layout(), banked)
