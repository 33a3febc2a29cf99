"""Rulebooks of the house's own over HTTP: a text goes in, and what the linter says comes out."""

from __future__ import annotations

from croupier.rules import plain
from croupier.rules.errors import Problem
from croupier.rules.lint import lint
from croupier.rules.procedure import Role
from croupier.rules.rulebook import try_parse
from croupier.rules.ruleset import Ruleset
from croupier.rules.toml import BYTES_MAX
from croupier.shelf import ref_taken
from croupier.table.commands import By
from croupier.web.api import rulebook_shapes as shapes
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.people import only_owner
from croupier.web.house_rulebooks import keep
from croupier.web.office import Office

NAME = "the text"
BODY_MAX = 4 * BYTES_MAX
"""A text may need escapes in JSON, and is measured once more as it is read."""


class BringRulebookOperations:
    def __init__(self, office: Office) -> None:
        self._office = office

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                "/rulebooks",
                "bringRulebook",
                "Check a rulebook, and bring it into the house if that is asked for and it can be read.",
                self.bring,
                shapes.LintedOut,
                body=shapes.RulebookIn,
                signed=True,
                body_max=BODY_MAX,
            )
        ]

    async def bring(self, asking: Asking) -> object:
        """Check a text, and keep it; for the owner only."""
        who, body = only_owner(asking, "the owner brings rulebooks into the house"), asking.body
        ruleset, problems = _linted(body.text)
        linted = shapes.LintedOut(kept=False, problems=[_problem(one) for one in problems])
        if ruleset is None:
            return linted
        linted.ref, linted.title, linted.digest = ruleset.ref, ruleset.title, ruleset.digest
        linted.pockets, linted.positions = len(ruleset.pockets), len(ruleset.positions)
        linted.unexpressed = [shapes.UnexpressedOut(**plain.unexpressed(one)) for one in ruleset.unexpressed]
        linted.affects_money = bool(ruleset.touched)
        hosts = [host for host in self._office.tables.hosts.values() if host.ruleset.ref == ruleset.ref]
        linted.tables = [host.name for host in hosts if host.ruleset != ruleset]
        wrong = any(one.malformed or one.code in REFUSED for one in problems)
        if body.keep and not wrong and (body.accept_unexpressed or not linted.affects_money):
            await keep(self._office.tables, ruleset, By(who.name, Role.HOUSE), "page")
            linted.kept = True
        return linted


REFUSED = frozenset({"ref-taken"})


def _linted(text: str) -> tuple[Ruleset | None, tuple[Problem, ...]]:
    parsed = try_parse(text, NAME)
    taken = None if parsed.ruleset is None else ref_taken(parsed.ruleset)
    problems = (*lint(text, NAME), *(() if taken is None else (taken,)))
    # The record keeps only what can be read again: whatever the reader itself objects to is not brought in.
    return (None if parsed.problems else parsed.ruleset), problems


def _problem(one: Problem) -> shapes.ProblemOut:
    return shapes.ProblemOut(one.code, one.key, one.message, one.malformed)
