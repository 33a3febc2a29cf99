"""The requests and responses of the API: the OpenAPI document and the browser's types are made from these."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.state import Phase
from croupier.web.access.names import NAME_MAX, SEPARATORS
from croupier.web.api.rulebook_shapes import UnexpressedOut

_STAKE = "[^=,]+=[1-9][0-9]{0,14}"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
PersonName = Annotated[
    str,
    msgspec.Meta(
        description=(
            f"1 to {NAME_MAX} letters and digits, with one of {SEPARATORS!r} between them. Letters of other alphabets "
            "than this pattern has are taken as well, of one alphabet in a name."
        ),
        # Documented here and checked by ``clean_name``, which normalizes the name first.
        extra_json_schema={"minLength": 1, "maxLength": NAME_MAX, "pattern": "^[A-Za-z0-9]([ _.'-]?[A-Za-z0-9])*$"},
    ),
]
Stakes = Annotated[
    str,
    msgspec.Meta(
        max_length=2000,
        description="POSITION=STAKE, as many as one likes, with commas between; blanks around them do no harm.",
        # Checked by ``read_stakes``, whose messages are better.
        extra_json_schema={"pattern": f"^{_STAKE}(,{_STAKE})*$"},
    ),
]
Seq = Annotated[int, msgspec.Meta(ge=0, le=10**15)]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A shape that refuses unknown fields."""


class GuestIn(Strict):
    """A guest who wants to come in; the house chooses a name if none is given."""

    name: PersonName | None = None


class WelcomeOut(msgspec.Struct):
    """A signed-in person, and the token for further requests."""

    name: str
    role: Role | None
    owner: bool
    table: str | None
    token: str


class ChipsAtOut(msgspec.Struct):
    """What a player has at a table: chips beside the layout, and bets on it."""

    table: str
    chips: int
    bets: int


class MeOut(msgspec.Struct):
    """The signed-in person, and where a player's play money is."""

    name: str
    role: Role | None
    owner: bool
    table: str | None
    wallet: int
    at_tables: list[ChipsAtOut] = []
    refill: int = 0
    """What the player may ask for now; 0 as long as there is enough left."""
    refill_below: int = 0
    """Below this much in all there is not enough left."""


class RefillIn(Strict):
    """A request for more play money. The same id is one request."""

    id: Name


class LimitOut(msgspec.Struct):
    """What may be staked on a kind of bet."""

    min: int
    max: int
    clauses: list[str]


class LimitsOut(msgspec.Struct):
    """The limits of a table, by kind of bet."""

    intake: str
    limit_scope: str
    chip_value_min: int | None
    limits: dict[str, LimitOut]


class GameOut(msgspec.Struct):
    """What people want to know of a game before they play; all of it follows from the rulebook."""

    name: str | None
    """What the document calls its game, if it says more than roulette."""
    pockets: int
    zeros: int
    """Pockets other than 1 to 36."""
    house: str | None
    effective: str | None
    edge: str
    """What the house keeps on average of the stake, as a fraction: on the best bet."""
    edge_max: str
    """The same on the worst bet."""


class ClosingOut(msgspec.Struct):
    """How soon betting is to be closed, and how long bets are taken in all: for a countdown, nothing depends on it."""

    in_ms: int
    of_ms: int


class DueOut(msgspec.Struct):
    """The next call, and how soon it comes: at an automatic table, and at a dealt one where the dealer's timer runs."""

    call: str
    in_ms: int
    closing: ClosingOut | None
    """None if bets are not taken now."""


class TableOut(msgspec.Struct):
    """A table as the lobby shows it."""

    table: str
    rulebook: str
    title: str
    house: str | None
    automatic: bool
    open: bool
    phase: Phase
    round: str | None
    seats: int
    limits: LimitsOut | None
    last: list[str | None]
    pace: int | None
    """Rounds per hour, measured over the last ones."""
    fault: str | None = None
    """Why the table is out of service, if it is."""
    game: GameOut | None = None
    due: DueOut | None = None
    unexpressed: list[UnexpressedOut] = []
    """What this program does not carry out of the table's rulebook."""
    name: str | None = None
    """What people call it, if it has another name."""
    aside: str | None = None
    """Why the owner took it out of service, if so."""


class TableIn(Strict):
    """A new table; a preset names its limits, and without one they are the house's own."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern="^[a-z0-9][a-z0-9-]*$")]
    rulebook: Name
    automatic: bool = False
    preset: Name | None = None


class TimerIn(Strict):
    """How long bets are still to be taken."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=300)]


class EventsIn(Strict):
    """The seq after which to read."""

    after: Seq = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 200


class TablesIn(Strict):
    """The only table to list; without it, all."""

    table: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class LastIn(Strict):
    """How many of the latest to return."""

    last: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20


class CountOut(msgspec.Struct):
    """How often a pocket came; ``expected`` is what chance gives on average, as a fraction."""

    pocket: str
    color: str
    seen: int
    expected: str


class ResultOut(msgspec.Struct):
    """A past round; a void one has no pocket."""

    round: str
    pocket: str | None
    clauses: list[str]


class ResultsOut(msgspec.Struct):
    """Past rounds, oldest first, and counts over all that are kept."""

    results: list[ResultOut]
    counted: int
    counts: list[CountOut]
    says: str
    """What the rulebook says about numbers on a display."""
    clauses: list[str]


class BetOut(msgspec.Struct):
    """One of the player's own wagers, and how it ended: stake = returned + collected."""

    wager: str
    position: str
    stake: int
    winnings: int
    returned: int
    collected: int


class PlayedOut(msgspec.Struct):
    """One of the player's own rounds; a void one has no pocket."""

    round: str
    pocket: str | None
    bets: list[BetOut]


class EventsOut(msgspec.Struct):
    """Events in order, as far as the asker may see them, and the seq at which the record ends."""

    events: list[dict[str, Any]]
    seq: int


class RefusalOut(msgspec.Struct):
    """A refused command."""

    at: str
    who: str
    id: str
    command: dict[str, Any]
    refused: dict[str, Any]


class PrecedentOut(msgspec.Struct):
    """A ruling on something that no clause covers. It binds nobody and is there to be read."""

    table: str
    rulebook: str
    round: str
    at: str
    reported_by: str
    reported: str
    ruling: str
    by: str
    role: str
    reason: str
    clauses: list[str]


class StaffOut(msgspec.Struct):
    """A member of staff; without a table, at every one."""

    name: str
    role: Role
    table: str | None
    acting: Role | None = None
    """The position above their own in which they may act."""


class RetoldEventOut(msgspec.Struct):
    """One event in words."""

    seq: int
    at: str
    says: str
    clauses: list[str]
    type: str
    by: str


class RoundOut(msgspec.Struct):
    """A whole round: retold, with its proof."""

    table: str
    round: str
    rulebook: str
    digest: str
    commitment: str | None = None
    secret: str | None = None
    pocket: str | None = None
    void: bool = False
    lines: list[RetoldEventOut] = []
    after: int | None = None
    """Where the next page begins, if there is more."""


class StakesIn(Strict):
    """Stakes as people write them: ``17=5,red=10``."""

    stakes: Stakes | None = None


class SpotOut(msgspec.Struct):
    """One spot of the cloth. Coordinates are in units of one number box."""

    name: str
    position: str
    kind: str
    pockets: list[str]
    pays: int
    clauses: list[str]
    basis: str | None
    anchor: tuple[float, float]
    zone: tuple[float, float, float, float]


class BoxOut(msgspec.Struct):
    """A printed box."""

    name: str
    label: str
    color: str | None
    rect: tuple[float, float, float, float]


class FeltOut(msgspec.Struct):
    """The cloth to draw: boxes, spots, and the wheel's order if the wheel is to be drawn."""

    rulebook: str
    boxes: list[BoxOut]
    spots: list[SpotOut]
    wheel: list[str]
    verified: bool
    colors: dict[str, str]
    words: dict[str, str]
    """What the document calls each kind."""
    unexpressed: list[UnexpressedOut] = []
    """What this program does not carry out of the rulebook."""


class FeltIn(Strict):
    """How the cloth is to be hit: a finger gets more of the short side of a number than a mouse."""

    touch: bool = False


class ColorOut(msgspec.Struct):
    """A color of chips, and who has it at this table."""

    color: str
    player: str | None


class FirstChipsOut(msgspec.Struct):
    """The chips that a wager buys for a player who has none, or more of what they have."""

    chips: str
    color: str | None
    value: int | None


class ChipsOut(msgspec.Struct):
    """The chips that can be bought at a table, and why; a value is what one color chip is worth."""

    sorts: list[str]
    clauses: list[str]
    colors: list[ColorOut]
    exclusive: list[str]
    """The clauses that give a color to one player alone."""
    value_clauses: list[str]
    value_min: int | None
    value_default: int
    bought: FirstChipsOut
    seats: list[str]
    """Who sits here, in the order in which every screen letters them."""
    walk_ups: list[str] = []
    """For staff: those among them who were seated without a device."""
    places: dict[str, int] = {}
    """The numbers of their seats, where staff named them."""


class DoneOut(msgspec.Struct):
    """The operation succeeded."""

    done: bool = True


class HealthOut(msgspec.Struct):
    """Whether the house and each of its tables are running."""

    status: str
    version: str
    tables: dict[str, str]
    record: str = "ok"
    """Why nothing can be stored."""
    files: str = "ok"
    """Why no file can be opened, which a new connection needs as well."""
    anchors: str = "ok"
    """Why the anchor of the last round could not be kept in the second place; ``none`` where there is no such place."""
