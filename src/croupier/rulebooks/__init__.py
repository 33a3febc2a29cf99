"""The published rulebooks: one TOML file per game and edition, read through the package's own resources."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, cast

from croupier.rules.errors import UnknownRulebookError
from croupier.rules.ruleset import Ruleset

REFS = (
    "mbs-roulette/2",
    "mbs-roulette/3",
    "rws-roulette-360/1",
    "mbs-sands-roulette/1",
    "us-double-zero/1",
)
"""Every published edition. ``digests.json`` holds their digests; a corrected value is a new digest of the same ref."""
HOUSES = {"MBS": "Marina Bay Sands", "RWS": "Resorts World Sentosa"}
"""Houses whose documents go by their initials."""


@lru_cache(maxsize=len(REFS))
def published(ref: str) -> Ruleset:
    """Return a published ruleset by its ref."""
    from croupier.rules.rulebook import parse  # noqa: PLC0415 - only who reads a rulebook pays for the reader

    return parse(text_of(ref), ref)


def text_of(ref: str) -> str:
    """Return the text of a published rulebook."""
    if ref not in REFS:
        raise UnknownRulebookError(f"no published rulebook {ref!r:.60}; there are {', '.join(REFS)}")
    return _resource(f"{ref.replace('/', '-')}.toml")


@cache
def digests() -> dict[str, str]:
    """Return the locked digest of every published edition."""
    return _json("digests.json")


@cache
def clause_tests() -> dict[str, dict[str, list[str]]]:
    """Return which tests are named after which clause, by ref; written by ``make docs``."""
    return _json("clause-tests.json")


def _json(name: str) -> dict[str, Any]:
    import json  # noqa: PLC0415 - see above

    return cast("dict[str, Any]", json.loads(_resource(name)))


def _resource(name: str) -> str:
    from importlib import resources  # noqa: PLC0415 - see above

    return resources.files(__name__).joinpath(name).read_text("utf-8")
