"""Rulebooks of a house's own: brought in from files when it opens, or from the owner's page while it runs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from croupier.house.dealing import BY
from croupier.house.desk import KeepRulebook
from croupier.house.faults import HouseFault
from croupier.house.tables import LiveTables
from croupier.rulebooks import REFS
from croupier.rules.errors import RulebookError
from croupier.rules.lint import lint
from croupier.rules.ruleset import Ruleset
from croupier.rules.unexpressed import note_of
from croupier.shelf import rulebook
from croupier.table.commands import By

SOURCE_MAX = 64


async def keep(tables: LiveTables, ruleset: Ruleset, by: By, source: str) -> bool:
    """Bring a rulebook into the house; whether that was anything new."""
    command = KeepRulebook(by, ruleset.ref, ruleset.digest, source)
    answer = await tables.keep_rulebook(f"rulebook-{secrets.token_hex(8)}", command, ruleset)
    return answer.refusal is None


async def bring(tables: LiveTables, files: Sequence[str]) -> list[str]:
    """Bring in the rulebooks of these files, and return what whoever opens the house should know.

    A file that cannot be used stops the house before it opens: raises RulebookError or HouseFault.
    """
    said: list[str] = []
    named: dict[str, str] = {}
    for file in files:
        try:
            ruleset = rulebook(file)
        except RulebookError as error:
            known = _brought_before(tables, file)
            if known is None or error.problems[0].code != "unreadable":
                raise
            said.append(f"{file}: {error.problems[0]}; the record still has {known}, and that counts")
            continue
        if named.setdefault(ruleset.ref, file) != file:
            raise HouseFault(f"{named[ruleset.ref]} and {file} are both {ruleset.ref}; give one of them another ref")
        said += [f"{file}: {problem}" for problem in lint(ruleset.text, file)]
        if ruleset.unexpressed:
            said.append(f"{file}: {note_of(ruleset.unexpressed)}, as the file declares")
        if ruleset.ref not in REFS:
            said += await _bring(tables, ruleset, file)
    return said


async def _bring(tables: LiveTables, ruleset: Ruleset, file: str) -> list[str]:
    kept = tables.desk.rulebooks.get(ruleset.ref)
    if kept is not None and ruleset.digest in kept.digests[:-1] and ruleset.digest != kept.digests[-1]:
        return [f"{file}: {ruleset.ref} has been corrected since; the later text, which the record has, counts"]
    if await keep(tables, ruleset, BY, _source(file)) and kept is not None:
        return [f"{file}: {ruleset.ref} has a corrected text; its tables take it at their next opening"]
    return []


def _brought_before(tables: LiveTables, file: str) -> str | None:
    """Return the rulebook that came from a file of this name."""
    found = (ref for ref, kept in tables.desk.rulebooks.items() if kept.sources[-1] == _source(file))
    return next(found, None)


def _source(file: str) -> str:
    return Path(file).name[-SOURCE_MAX:]
