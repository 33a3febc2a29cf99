"""What the API takes and gives, as shapes: the OpenAPI document and the browser's types are made from these."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.state import Phase
from croupier.web.names import NAME_MAX, SEPARATORS

_STAKE = "[^=,]+=[1-9][0-9]{0,14}"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
PersonName = Annotated[
    str,
    msgspec.Meta(
        description=(
            f"1 to {NAME_MAX} letters and digits, with one of {SEPARATORS!r} between them. Letters of other alphabets "
            "than this pattern has are taken as well, of one alphabet in a name."
        ),
        # Said here and judged by ``clean_name``, which first brings a name to the form in which it is compared.
        extra_json_schema={"minLength": 1, "maxLength": NAME_MAX, "pattern": "^[A-Za-z0-9]([ _.'-]?[A-Za-z0-9])*$"},
    ),
]
Stakes = Annotated[
    str,
    msgspec.Meta(
        max_length=2000,
        description="POSITION=STAKE, as many as one likes, with commas between; blanks around them do no harm.",
        # Judged by ``read_stakes``, which says better what is wrong.
        extra_json_schema={"pattern": f"^{_STAKE}(,{_STAKE})*$"},
    ),
]
Seq = Annotated[int, msgspec.Meta(ge=0, le=10**15)]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A shape that takes nothing it does not know."""


class GuestAsked(Strict):
    """Somebody who wants to come in; the house finds a name where none is given."""

    name: PersonName | None = None


class Welcome(msgspec.Struct):
    """Somebody who is signed in, with the token that says so from now on."""

    name: str
    role: Role | None
    owner: bool
    table: str | None
    token: str


class Me(msgspec.Struct):
    """Who is asking."""

    name: str
    role: Role | None
    owner: bool
    table: str | None
    wallet: int


class InvitationAsked(Strict):
    """Somebody to work here."""

    name: PersonName
    role: Role
    table: Name | None = None


class InvitationTold(msgspec.Struct):
    """A code that lets one person in once."""

    name: str
    role: Role
    table: str | None
    code: str
    link: str


class CodeShown(Strict):
    """An invitation's code."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class LimitTold(msgspec.Struct):
    """What may be staked on a kind of bet."""

    min: int
    max: int
    clauses: list[str]


class LimitsTold(msgspec.Struct):
    """The limits of a table, by kind of bet."""

    intake: str
    limit_scope: str
    chip_value_min: int | None
    limits: dict[str, LimitTold]


class TableTold(msgspec.Struct):
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
    limits: LimitsTold | None
    last: list[str | None]
    pace: int | None
    """Rounds an hour, by the last of them."""
    fault: str | None = None
    """Why the table is out of service, if it is."""


class TableAsked(Strict):
    """A new table."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern="^[a-z0-9][a-z0-9-]*$")]
    rulebook: Name
    automatic: bool = False


class Since(Strict):
    """Where to read on."""

    after: Seq = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 200


class Last(Strict):
    """How many of the last."""

    last: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20


class CountTold(msgspec.Struct):
    """How often a pocket came; ``expected`` is what chance gives on average, as a fraction."""

    pocket: str
    color: str
    seen: int
    expected: str


class ResultTold(msgspec.Struct):
    """A past round; a void one has no pocket."""

    round: str
    pocket: str | None
    clauses: list[str]


class ResultsTold(msgspec.Struct):
    """Past rounds, oldest first, and counts over all that are kept."""

    results: list[ResultTold]
    counted: int
    counts: list[CountTold]
    says: str
    """What the rulebook says about numbers on a display."""
    clauses: list[str]


class BetTold(msgspec.Struct):
    """One wager of one's own, and what became of it: stake = returned + collected."""

    wager: str
    position: str
    stake: int
    winnings: int
    returned: int
    collected: int


class PlayedTold(msgspec.Struct):
    """One's own round; a void one has no pocket."""

    round: str
    pocket: str | None
    bets: list[BetTold]


class EventsTold(msgspec.Struct):
    """Events in order, as far as one may see them, and where the record ends."""

    events: list[dict[str, Any]]
    seq: int


class RefusalTold(msgspec.Struct):
    """A command that was refused."""

    at: str
    who: str
    id: str
    command: dict[str, Any]
    refused: dict[str, Any]


class AlertTold(msgspec.Struct):
    """An alert; it stays until it is acknowledged."""

    alert: str
    table: str
    kind: str
    note: str
    acknowledged_by: str | None


class Acknowledged(Strict):
    """What somebody says on acknowledging an alert."""

    note: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None


class DecisionTold(msgspec.Struct):
    """Something that waits for a decision, and the position that makes it."""

    table: str
    kind: str
    wager: str | None
    position: str | None
    round: str | None
    needed: str
    clauses: list[str]
    player: str | None = None
    """Whose wager it is, who proposed the correction, or who reported what has no clause."""
    stake: int | None = None
    counts: str | None = None
    """Where the wager counts as long as nobody rules otherwise."""
    point: list[float] | None = None
    """Where the chip lies on the cloth, in boxes of a number."""
    readings: list[ReadingTold] = []
    reason: str | None = None
    waits: int | None = None
    """For how many seconds it has waited."""
    not_by: list[str] = []
    """Who works here and cannot be the second person that a correction waits for."""


class PrecedentTold(msgspec.Struct):
    """A ruling on what no clause covers. It binds nobody: it is there to be read."""

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


class ReadingTold(msgspec.Struct):
    """A position that an unclear wager may be meant for; amounts only once the outcome is known."""

    position: str
    distance: float
    winnings: int | None = None
    returned: int | None = None
    collected: int | None = None


class CheckTold(msgspec.Struct):
    """A player's stake on one bet that is outside the limits, and what becomes of it."""

    player: str
    position: str
    stake: int
    min: int
    max: int
    treatment: str
    clauses: list[str]


class StaffTold(msgspec.Struct):
    """Somebody who works here; without a table, at every one."""

    name: str
    role: Role
    table: str | None


class RetoldLine(msgspec.Struct):
    """One event in words."""

    seq: int
    at: str
    says: str
    clauses: list[str]
    type: str
    by: str


class RoundTold(msgspec.Struct):
    """A whole round: retold, with what proves it."""

    table: str
    round: str
    rulebook: str
    digest: str
    commitment: str | None = None
    secret: str | None = None
    pocket: str | None = None
    void: bool = False
    lines: list[RetoldLine] = []


class StakesAsked(Strict):
    """Stakes as people write them: ``17=5,red=10``."""

    stakes: Stakes | None = None


class Spot(msgspec.Struct):
    """One spot of the cloth. Coordinates are in boxes of a number."""

    name: str
    position: str
    kind: str
    pockets: list[str]
    pays: int
    clauses: list[str]
    basis: str | None
    anchor: tuple[float, float]
    zone: tuple[float, float, float, float]


class Box(msgspec.Struct):
    """A printed box."""

    name: str
    label: str
    color: str | None
    rect: tuple[float, float, float, float]


class FeltTold(msgspec.Struct):
    """The cloth, drawn: boxes, spots, and the wheel's order if it is to be drawn."""

    rulebook: str
    boxes: list[Box]
    spots: list[Spot]
    wheel: list[str]
    verified: bool
    colors: dict[str, str]
    words: dict[str, str]
    """What the document calls each kind."""


class FeltAsked(Strict):
    """How the cloth is to be hit: a finger wants broader lines than a mouse."""

    touch: bool = False


class ColorTold(msgspec.Struct):
    """A color of chips, and who has it at this table."""

    color: str
    player: str | None


class ChipsTold(msgspec.Struct):
    """What chips can be bought at a table, and why; a value is what one color chip is worth."""

    sorts: list[str]
    clauses: list[str]
    colors: list[ColorTold]
    exclusive: list[str]
    """The clauses by which a color is one player's."""
    value_clauses: list[str]
    value_min: int | None
    value_default: int


class Done(msgspec.Struct):
    """It was done."""

    done: bool = True


class Health(msgspec.Struct):
    """Whether the house runs, and each table."""

    status: str
    version: str
    tables: dict[str, str]
