"""Rulebooks over HTTP: what they say, what their cloth looks like, what its bets are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.rulebooks import REFS, clause_tests, published
from croupier.rules import plain, zones
from croupier.rules.diff import diff
from croupier.rules.errors import CroupierError, UnknownPositionError
from croupier.rules.odds import odds
from croupier.rules.position import Kind
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import read_stakes
from croupier.web.operations import SLASH, Asking, Handler, Operation
from croupier.web.problems import ProblemError
from croupier.web.shapes import Box, FeltAsked, FeltTold, Spot, StakesAsked

_REF = f"[a-z0-9-]+{SLASH}[0-9]+"
REF = f"{{ref:{_REF}}}"
EXAMPLE = {"ref": "mbs-roulette/3"}


class RulePages:
    """The rulebooks of the house: those published and those of its own tables."""

    def __init__(self, rulesets: dict[str, Ruleset]) -> None:
        """Show these beside the published ones."""
        self._own = rulesets

    def operations(self) -> list[Operation]:
        """List what can be asked."""
        listed, one = list[dict[str, Any]], dict[str, Any]
        return [
            Operation("GET", "/rulebooks", "listRulebooks", "Every rulebook.", self.listed, listed),
            self._of("", "showRulebook", "A rulebook with its kinds and its procedure.", self.shown, one),
            self._of("/felt", "showFelt", "The cloth: boxes, spots and their zones.", self.felt, FeltTold, FeltAsked),
            self._of("/positions", "listPositions", "Every betting position.", self.positions, listed),
            self._of("/clauses", "listClauses", "Every clause in our words.", self.clauses, listed),
            self._of("/readings", "listReadings", "What is our reading.", self.readings, listed),
            self._of(
                "/odds", "showOdds", "Exact odds, of every position or of stakes together.", self.odds, Any, StakesAsked
            ),
            Operation(
                "GET",
                f"/rulebooks/{REF}/diff/{{other:{_REF}}}",
                "diffRulebooks",
                "What changed between two rulebooks.",
                self.diff,
                one,
                problems=(404,),
                examples=EXAMPLE | {"other": "mbs-roulette/2"},
            ),
        ]

    def _of(
        self, tail: str, name: str, summary: str, handler: Handler, gives: object, query: type | None = None
    ) -> Operation:
        path = f"/rulebooks/{REF}{tail}"
        return Operation("GET", path, name, summary, handler, gives, query=query, problems=(404,), examples=EXAMPLE)

    def find(self, ref: str) -> Ruleset:
        """Give a rulebook by its ref. Raises ProblemError."""
        own = self._own.get(ref)
        if own is not None:
            return own
        if ref in REFS:
            return published(ref)
        raise ProblemError(404, "unknown-rulebook", f"no rulebook {ref!r:.80}; there are {', '.join(REFS)}")

    async def listed(self, _: Asking) -> object:
        """List the rulebooks."""
        own = {ref: one for ref, one in self._own.items() if ref not in REFS}
        return [plain.listed(one) for one in (*map(published, REFS), *own.values())]

    async def shown(self, asking: Asking) -> object:
        """Show one."""
        return plain.shown(self.find(asking.path["ref"]))

    async def felt(self, asking: Asking) -> FeltTold:
        """Draw its cloth."""
        return felt_of(self.find(asking.path["ref"]), zones.BAND_MAX if asking.query.touch else zones.BAND)

    async def positions(self, asking: Asking) -> object:
        """List its positions."""
        return [plain.position(one) for one in self.find(asking.path["ref"]).positions.values()]

    async def clauses(self, asking: Asking) -> object:
        """List its clauses."""
        ruleset = self.find(asking.path["ref"])
        return plain.clauses(ruleset, clause_tests().get(ruleset.ref, {}))

    async def readings(self, asking: Asking) -> object:
        """List what is our reading."""
        return [plain.reading(one) for one in self.find(asking.path["ref"]).readings]

    async def odds(self, asking: Asking) -> object:
        """Give exact odds."""
        ruleset = self.find(asking.path["ref"])
        if asking.query.stakes is None:
            return [plain.odds(one) for one in odds(ruleset)]
        try:
            return plain.stakes_odds(odds(ruleset, read_stakes(asking.query.stakes)))
        except UnknownPositionError as error:
            # As with a rulebook or a table that there is not: the form is right, and what it names is not there.
            raise ProblemError(404, "unknown-position", str(error)) from None
        except CroupierError as error:
            raise ProblemError(400, "wrong-stakes", str(error)) from None

    async def diff(self, asking: Asking) -> object:
        """Compare two."""
        return plain.difference(diff(self.find(asking.path["ref"]), self.find(asking.path["other"])))


def felt_of(ruleset: Ruleset, band: Fraction = zones.BAND) -> FeltTold:
    """Draw a cloth. Coordinates leave here as floats: they are for the eye, and nothing is settled by them."""
    color_of: dict[str, str] = {pocket: color for color, cited in ruleset.colors.items() for pocket in cited.value}
    labels = {box.name: box.label for rail in ruleset.rails for box in rail.boxes}
    boxes = [
        Box(name, labels.get(name, name), color_of.get(name) or _even_chance(name), _sides(rect))
        for name, rect in zones.boxes(ruleset).items()
    ]
    spots = []
    for spot in zones.placements(ruleset, band):
        told = plain.position(ruleset.positions[spot.position])
        spots.append(
            Spot(
                spot.name,
                spot.position,
                told["kind"],
                told["pockets"],
                told["pays"],
                told["clauses"],
                told["basis"],
                (float(spot.anchor.x), float(spot.anchor.y)),
                _sides(spot.zone),
            )
        )
    words = {str(kind): price.word for kind, price in ruleset.prices.items()}
    wheel = ruleset.wheel
    return FeltTold(ruleset.ref, boxes, spots, list(wheel.order), wheel.verified, dict(color_of), words)


def _sides(rect: zones.Rect) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(side) for side in rect)
    return left, top, right, bottom


def _even_chance(name: str) -> str | None:
    return name if name in (Kind.RED, Kind.BLACK, Kind.GREEN) else None
