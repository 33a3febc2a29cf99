"""A table as it stands: the fold of its events.

What a wager makes anew is a named tuple, the rest are frozen dataclasses: both
are values, and building the former takes a fraction of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Irregularity
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
        """Know what is asked of a phase with every wager."""
        self.betting = value in ("betting-open", "ball-in-play")
        """Whether wagers are taken."""
        self.between_rounds = value in ("closed", "paid", "void")
        """Whether no round is under way."""


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
    held: bool = False
    winnings: int = 0
    returned: int = 0
    collected: int = 0
    done: bool = False
    """Whether it has left the layout: retracted, returned, collected or paid."""


class Layout(NamedTuple):
    """The chips on the layout. Totals are by the position that counts, live stakes alone."""

    wagers: Map[str, Wager] = Map()
    of_player: Map[tuple[str, str], int] = Map()
    of_area: Map[str, int] = Map()
    live: int = 0
    held: int = 0


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
    """What a correction would have taken back had the player still had it: a claim of the house, and no chip."""


@dataclass(frozen=True, slots=True)
class Spin:
    """What ball and wheel did in this round, as reported."""

    ball: Ball | None = None
    wheel: Turning | None = None
    revolutions: int | None = None
    irregular: tuple[Irregularity, ...] = ()
    referred: bool = False
    """Whether an irregularity waits for a ruling."""
    power_failed: bool = False
    """Whether the power failed in this round while the ball was up. That it came back does not undo it: the rulebook
    asks whether no spin was announced, not for how long it was dark."""
    dropped: bool = False
    """Whether the ball was seen to have dropped when the power failed."""


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
    """Who said what the outcome is, or that it is another: none of them confirms it."""
    dolly: Pocket | None = None
    ended: bool = True
    proposed: tuple[str, Pocket, str] | None = None
    """A correction that waits for its second person: who proposed it, the pocket, why."""
    dark: bool = False
    """Whether the power is off; it may stay off over the end of a round."""
    leaving: tuple[str, ...] = ()
    """Who has left the seat with a wager on the layout: their sittings end with the round."""
    unpermitted: tuple[tuple[str, str], ...] = ()
    """Players and designs of value chips that lie on the layout, though no longer permitted."""


class House(NamedTuple):
    """What outlives a round: limits to come, seats, purses, permissions, and whose small stakes were settled when."""

    open: bool = False
    limits: Limits = NO_LIMITS
    seats: Map[str, bool] = Map()
    purses: Map[str, Purse] = Map()
    permitted: Map[str, str] = Map()
    under_minimum: Map[str, int] = Map()


class Table(NamedTuple):
    """One table. ``tray`` is what the house has collected less what it has paid.

    Chips sold and redeemed are apart, and so is what players owe after a
    correction: it is counted when it is there.
    """

    ref: str
    name: str
    random: bool
    seq: int
    tray: int
    house: House
    round: Round
    layout: Layout
    banked: bool = False
    """Whether every stake comes out of an account at this table."""


def new_table(
    ruleset: Ruleset, *, limits: Limits | None = None, name: str = "", random: bool = False, banked: bool = False
) -> Table:
    """Set up a table, not yet open."""
    in_force = ruleset.limits if limits is None else limits
    return Table(ruleset.ref, name, random, 0, 0, House(limits=in_force), Round(), Layout(), banked)
