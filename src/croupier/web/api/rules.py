"""Rulebooks over HTTP: what they say, what their cloth looks like, what its bets are worth."""

from __future__ import annotations

from typing import Any

from croupier.house.tables import LiveTables
from croupier.rulebooks import REFS, clause_tests, published
from croupier.rules import plain, zones
from croupier.rules.diff import diff
from croupier.rules.errors import CroupierError, UnknownPositionError
from croupier.rules.odds import odds
from croupier.rules.position import Kind
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import read_stakes
from croupier.web.api.operations import SLASH, Asking, Handler, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.api.rulebook_shapes import RulebookTextOut, UnexpressedOut
from croupier.web.api.shapes import BoxOut, FeltIn, FeltOut, SpotOut, StakesIn

_REF = f"[a-z0-9-]+{SLASH}[0-9]+"
REF = f"{{ref:{_REF}}}"
EXAMPLE = {"ref": "mbs-roulette/3"}


class RuleOperations:
    """The rulebooks of the house: those published and those of its own tables."""

    def __init__(self, tables: LiveTables) -> None:
        """Add the rulebooks of the house to the published ones."""
        self._tables = tables
        self._felts: dict[tuple[str, bool], FeltOut] = {}

    def operations(self) -> list[Operation]:
        listed, one = list[dict[str, Any]], dict[str, Any]
        return [
            Operation("GET", "/rulebooks", "listRulebooks", "Every rulebook.", self.listed, listed, revalidated=True),
            self._of("", "showRulebook", "A rulebook with its kinds and its procedure.", self.shown, one),
            self._of("/felt", "showFelt", "The cloth: boxes, spots and their zones.", self.felt, FeltOut, FeltIn),
            self._of("/positions", "listPositions", "Every betting position.", self.positions, listed),
            self._of("/clauses", "listClauses", "Every clause in our words.", self.clauses, listed),
            self._of("/readings", "listReadings", "What is our reading.", self.readings, listed),
            self._of("/text", "textOfRulebook", "The rulebook file itself.", self.text, RulebookTextOut),
            self._of(
                "/odds", "showOdds", "Exact odds, of every position or of stakes together.", self.odds, Any, StakesIn
            ),
            Operation(
                "GET",
                f"/rulebooks/{REF}/diff/{{other:{_REF}}}",
                "diffRulebooks",
                "What changed between two rulebooks.",
                self.diff,
                one,
                problems=(404,),
                revalidated=True,
                examples=EXAMPLE | {"other": "mbs-roulette/2"},
            ),
        ]

    def _of(
        self, tail: str, name: str, summary: str, handler: Handler, gives: object, query: type | None = None
    ) -> Operation:
        path = f"/rulebooks/{REF}{tail}"
        return Operation(
            *("GET", path, name, summary, handler, gives),
            query=query,
            problems=(404,),
            revalidated=True,
            examples=EXAMPLE,
        )

    def find(self, ref: str) -> Ruleset:
        """Return a ruleset by its ref. Raises ProblemError."""
        if ref in REFS:
            return published(ref)
        own = self._own()
        if ref in own:
            return own[ref]
        raise ProblemError(404, "unknown-rulebook", f"no rulebook {ref!r:.80}; there are {', '.join((*REFS, *own))}")

    def _own(self) -> dict[str, Ruleset]:
        """Return the rulebooks of the house's own, in their latest texts, and those that a table was set up under."""
        at_tables = {host.ruleset.ref: host.ruleset for host in self._tables.hosts.values()}
        return {ref: one for ref, one in (at_tables | self._tables.own).items() if ref not in REFS}

    async def listed(self, _: Asking) -> object:
        return [plain.listed(one) for one in (*map(published, REFS), *self._own().values())]

    async def shown(self, asking: Asking) -> object:
        return plain.shown(self.find(asking.path["ref"]))

    async def felt(self, asking: Asking) -> FeltOut:
        ruleset = self.find(asking.path["ref"])
        key = ruleset.digest, asking.query.touch
        if key not in self._felts:
            self._felts[key] = felt_of(ruleset, touch=asking.query.touch)
        return self._felts[key]

    async def positions(self, asking: Asking) -> object:
        ruleset = self.find(asking.path["ref"])
        return [plain.position(one, ruleset) for one in ruleset.positions.values()]

    async def clauses(self, asking: Asking) -> object:
        ruleset = self.find(asking.path["ref"])
        return plain.clauses(ruleset, clause_tests().get(ruleset.ref, {}))

    async def text(self, asking: Asking) -> object:
        return RulebookTextOut(self.find(asking.path["ref"]).text)

    async def readings(self, asking: Asking) -> object:
        """List the values that are our reading."""
        return [plain.reading(one) for one in self.find(asking.path["ref"]).readings]

    async def odds(self, asking: Asking) -> object:
        ruleset = self.find(asking.path["ref"])
        if asking.query.stakes is None:
            return [plain.odds(one) for one in odds(ruleset)]
        try:
            return plain.stakes_odds(odds(ruleset, read_stakes(asking.query.stakes)))
        except UnknownPositionError as error:
            # As with an unknown rulebook or table: the form is right, but what it names does not exist.
            raise ProblemError(404, "unknown-position", str(error)) from None
        except CroupierError as error:
            raise ProblemError(400, "wrong-stakes", str(error)) from None

    async def diff(self, asking: Asking) -> object:
        return plain.difference(diff(self.find(asking.path["ref"]), self.find(asking.path["other"])))


def felt_of(ruleset: Ruleset, *, touch: bool = False) -> FeltOut:
    """Draw a cloth, for a mouse or for fingers.

    Coordinates are sent as floats: they are for the eye, and nothing is settled by them.
    """
    color_of: dict[str, str] = {pocket: color for color, cited in ruleset.colors.items() for pocket in cited.value}
    labels = {box.name: box.label for rail in ruleset.rails for box in rail.boxes}
    boxes = [
        BoxOut(name, labels.get(name, name), color_of.get(name) or _even_chance(name), _sides(rect))
        for name, rect in zones.boxes(ruleset).items()
    ]
    spots = []
    bands = (zones.TOUCH_ALONG, zones.TOUCH_ACROSS) if touch else (zones.BAND, zones.BAND)
    for spot in zones.placements(ruleset, *bands):
        position = plain.position(ruleset.positions[spot.position], ruleset)
        spots.append(
            SpotOut(
                spot.name,
                spot.position,
                position["kind"],
                position["pockets"],
                position["pays"],
                position["clauses"],
                position["basis"],
                (float(spot.anchor.x), float(spot.anchor.y)),
                _sides(spot.zone),
            )
        )
    words = {str(kind): price.word for kind, price in ruleset.prices.items()}
    wheel = ruleset.wheel
    missing = [UnexpressedOut(**plain.unexpressed(one)) for one in ruleset.unexpressed]
    return FeltOut(ruleset.ref, boxes, spots, list(wheel.order), wheel.verified, dict(color_of), words, missing)


def _sides(rect: zones.Rect) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(side) for side in rect)
    return left, top, right, bottom


def _even_chance(name: str) -> str | None:
    return name if name in (Kind.RED, Kind.BLACK, Kind.GREEN) else None
