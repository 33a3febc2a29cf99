"""The rulebooks of a record: each text is the one its digest names, and every table's is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from croupier.audit.findings import Findings, shown
from croupier.audit.rows import typed_rows
from croupier.house.setup import TableSetUp
from croupier.rulebooks import REFS, published
from croupier.rules.errors import CroupierError
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.storage.raw import RawRecord


@dataclass(slots=True)
class Books:
    """The rulebooks that were kept, by digest, and those that a table asked for."""

    kept: dict[str, Ruleset | None] = field(default_factory=dict)
    """None where a text is not what its digest names."""
    used: set[str] = field(default_factory=set)

    def of(self, setup: TableSetUp, findings: Findings) -> Ruleset | None:
        """Give the rulebook of a table; where its text is lost, the published one if that is the same."""
        self.used.add(setup.digest)
        found = findings.of("rulebooks", setup.table)
        book = self.kept.get(setup.digest)
        if setup.digest not in self.kept:
            found.add(f"rulebook {shown(setup.digest)}", "is not kept", f"the text of {shown(setup.rulebook)}")
        if book is None and setup.rulebook in REFS and published(setup.rulebook).digest == setup.digest:
            book = published(setup.rulebook)
        if book is not None and book.ref != setup.rulebook:
            found.add("event 0", f"names {shown(setup.rulebook)}", f"{book.ref}, by the rulebook's own words")
            return None
        return book

    def check_used(self, findings: Findings) -> None:
        """Find texts that no table asked for."""
        for digest in sorted(self.kept.keys() - self.used):
            findings.of("rulebooks", None).add(f"rulebook {shown(digest)}", "is kept for no table", "none")


@lru_cache(maxsize=16)
def _parsed(text: str, where: str) -> Ruleset:
    """Read a text once, however often a record is looked at."""
    return parse(text, where)


def read_books(raw: RawRecord, findings: Findings) -> Books:
    """Read every rulebook that was kept, and hold it to its digest."""
    books, found = Books(), findings.of("rulebooks", None)
    for digest, text in typed_rows(raw, "rulebooks", None, findings):
        where = f"rulebook {shown(digest)}"
        books.kept[digest] = None
        try:
            book = _parsed(text, where)
        except CroupierError as error:
            found.add(where, f"its text cannot be read: {shown(str(error))}")
            continue
        except Exception as error:  # noqa: BLE001 - whatever a broken text leads to is a finding
            found.add(where, f"its text cannot be read: {error!r:.120}")
            continue
        if book.digest != digest:
            found.add(where, f"its text has the digest {book.digest}", digest)
        else:
            books.kept[digest] = book
    return books
