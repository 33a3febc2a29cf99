"""The lab over HTTP: what stakes, systems and targets come to, and whether spins are biased."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rulebooks import REFS
from croupier.web.api import lab_shapes as shapes
from croupier.web.api.operations import Asking, Handler, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.api.rules import EXAMPLE, REF, RuleOperations
from croupier.web.laboratory import LabBusyError, Laboratory, LabRefusedError

WEIGHT = 5
BODY_MAX = 262_144
"""A text of spins may need escapes in JSON."""


class LabOperations:
    """Questions to the lab, about any rulebook of the house."""

    def __init__(self, rules: RuleOperations, laboratory: Laboratory) -> None:
        self._rules, self._laboratory = rules, laboratory

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "GET", "/lab", "showLab", "Whether the lab is there, and its systems.", self.shown, shapes.LabOut
            ),
            self._of("after", "afterSpins", "Stakes laid again and again.", shapes.AfterOut, shapes.AfterIn),
            self._of("ruin", "showRuin", "The chance of ruin.", shapes.RuinOut, shapes.RuinIn),
            self._of("system", "showSystem", "How sessions of a system end.", shapes.SystemResultOut, shapes.SessionIn),
            self._of("fan", "showFan", "Sessions of a system as they go on.", shapes.FanOut, shapes.FanIn),
            self._of("reach", "showReach", "Timid, bold and best play.", shapes.ReachOut, shapes.ReachIn),
            Operation(
                *("POST", "/lab/wheel", "testWheel", "Test spins for bias.", self.wheel, shapes.WheelOut),
                body=shapes.SpinsIn,
                body_max=BODY_MAX,
                problems=(404, 409, 503),
                weight=WEIGHT,
            ),
        ]

    def _of(self, ask: str, name: str, summary: str, gives: object, query: type) -> Operation:
        return Operation(
            *("GET", f"/rulebooks/{REF}/lab/{ask}", name, summary, self._handler(ask), gives),
            query=query,
            problems=(404, 409, 503),
            examples=EXAMPLE,
            weight=WEIGHT,
        )

    def _handler(self, ask: str) -> Handler:
        async def handle(asking: Asking) -> object:
            asked = {name: value for name, value in msgspec.to_builtins(asking.query).items() if value is not None}
            return await self._answered(asking, ask, asking.path["ref"], asked)

        return handle

    async def shown(self, asking: Asking) -> object:
        """Say what is there; asking wakes the lab, so that the first question need not wait for it."""
        missing = self._laboratory.missing
        if missing is not None:
            return shapes.LabOut(missing, [])
        found = msgspec.json.decode(await self._answered(asking, "systems", REFS[0], {}))
        return shapes.LabOut(None, [shapes.SystemOut(**one) for one in found["systems"]])

    async def wheel(self, asking: Asking) -> object:
        body = asking.body
        return await self._answered(asking, "wheel", body.ref, {"text": body.text, "column": body.column})

    async def _answered(self, asking: Asking, ask: str, ref: str, asked: dict[str, Any]) -> msgspec.Raw:
        missing = self._laboratory.missing
        if missing is not None:
            raise ProblemError(503, "no-lab", f"the lab needs {missing}: pip install 'croupier[lab]'")
        ruleset = self._rules.find(ref)
        question = {"ask": ask, "ref": ref, "with": asked, "text": None if ref in REFS else ruleset.text}
        try:
            # Behind one address may be a whole class: whoever is signed in stands for themselves.
            who = asking.address if asking.who is None else f"@{asking.who.name}"
            return await self._laboratory.ask(who, question, asking.left)
        except LabBusyError as busy:
            why = "answer your earlier questions first" if busy.own else "the lab is busy"
            raise ProblemError(429 if busy.own else 503, "busy", f"{why}; ask again in a moment") from None
        except LabRefusedError as refused:
            raise ProblemError(409, "no-answer", str(refused)) from None
