"""The texts of rulebooks that a record keeps, each under its digest."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Record
from croupier.rules.errors import RulebookError
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset


@lru_cache(maxsize=16)
def parse_stored(text: str) -> Ruleset:
    """Read the text of a rulebook that a record keeps, once for all tables that are dealt by it."""
    return parse(text, "a rulebook of the record")


async def stored_ruleset(record: Record, digest: str, read: Callable[[str], Ruleset]) -> Ruleset:
    """Read a stored rulebook. Raises BrokenRecordError, so that one unreadable text does not stop other tables."""
    text = await record.rulebook(digest)
    try:
        return read(text)
    except RulebookError as error:
        raise BrokenRecordError(f"rulebook {digest}", f"cannot be read: {error.problems[0]}") from None
