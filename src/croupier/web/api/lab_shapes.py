"""What may be asked of the lab over HTTP, and what it answers. The bounds keep every question short."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.web.api.shapes import Name, Stakes, Strict

Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Spins = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
SessionSpins = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Sessions = Annotated[int, msgspec.Meta(ge=1, le=20_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]

TEXT_MAX = 200_000


class SystemOut(msgspec.Struct):
    """A betting system, and what it does."""

    name: str
    does: str


class LabOut(msgspec.Struct):
    """Whether the lab is installed, and which systems it has."""

    missing: str | None
    """What has to be installed; None if the lab is there."""
    systems: list[SystemOut]


class AfterIn(Strict):
    """The same stakes, laid again on every spin."""

    stakes: Stakes


class AfterSpinsOut(msgspec.Struct):
    """Where stakes stand after some spins."""

    spins: int
    mean: float
    sd: float
    ahead: float
    behind: float
    quantiles: list[int]
    """Gains that 5, 25, 50, 75 and 95 % do not exceed."""
    error: float
    """No chance is off by more."""


class AfterOut(msgspec.Struct):
    """Where stakes stand after 1, 2, 3, … spins."""

    staked: int
    edge: str
    mean: str
    sd: float
    points: list[AfterSpinsOut]


class RuinIn(Strict):
    """The same stakes until the money is gone, until the target, or for some spins."""

    stakes: Stakes
    bankroll: Amount
    spins: Spins | None = None
    target: Amount | None = None


class EnoughOut(msgspec.Struct):
    """The smallest bankroll with at most this risk."""

    risk: float
    bankroll: int


class RuinOut(msgspec.Struct):
    """The chance of ruin, from one bankroll and from others."""

    bankroll: int
    ruin: float
    mean_spins: float | None
    error: float
    curve: list[tuple[int, float]]
    enough: list[EnoughOut]


class SessionIn(Strict):
    """A session of a betting system; ``stakes`` are one unit."""

    system: Name
    stakes: Stakes
    bankroll: Amount
    spins: SessionSpins = 200
    target: Amount | None = None
    stop_loss: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None
    seed: Seed = 0


class SystemResultOut(msgspec.Struct):
    """How sessions of a system end."""

    system: str
    exact: bool
    sessions: int
    mean_gain: float
    error: float
    ruin: float
    ahead: float
    reached_target: float
    quantiles: list[int]
    """Bankrolls at the end that 5, 25, 50, 75 and 95 % do not exceed."""
    mean_spins: float
    mean_staked: float
    lost_per_staked: float


class FanIn(SessionIn):
    """The first sessions of a seed."""

    sessions: Sessions = 200


class FanOut(msgspec.Struct):
    """Between which bankrolls sessions lie as they go on."""

    system: str
    sessions: int
    spins: list[int]
    percents: list[int]
    bands: list[list[float]]
    """For each percent, the bankroll after each of ``spins``."""
    mean: list[float]
    some: list[list[int]]
    """A few sessions by themselves."""
    ahead: float


class ReachIn(Strict):
    """From a bankroll to a target on one bet."""

    bankroll: Amount
    target: Amount
    bet: Name = "red"
    unit: Amount | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


class PlayOut(msgspec.Struct):
    """A way to play for a target."""

    play: str
    lays: str
    chance: float
    mean_spins: float
    position: str | None
    stake: int
    curve: list[float]


class ReachOut(msgspec.Struct):
    """Timid, bold and best play."""

    unit: int
    bankrolls: list[int]
    plays: list[PlayOut]


class SpinsIn(Strict):
    """Spins that somebody brings: pockets, or CSV with a header."""

    ref: Name
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT_MAX)]
    column: Name | None = None


class WheelTestOut(msgspec.Struct):
    """One test of a wheel."""

    test: str
    found: str
    p: float | None
    adjusted: float | None


class WheelOut(msgspec.Struct):
    """What the tests say about some spins."""

    spins: int
    counts: dict[str, int]
    usual: tuple[float, float]
    """Between these all pockets of a fair wheel lie, except in at most ``alpha`` of samples."""
    alpha: float
    verdict: list[str]
    alarms: list[str]
    tests: list[WheelTestOut]
    ignored: list[str]
    """Columns that were left out."""
