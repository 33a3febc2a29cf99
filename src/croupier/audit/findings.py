"""What an audit finds: what is wrong, where, and what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

SHOWN_MAX = 160


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. ``check`` is a stable name of the check that found it."""

    check: str
    table: str | None
    where: str
    what: str
    expected: str = ""

    def __str__(self) -> str:
        place = f"table {self.table}, {self.where}" if self.table is not None else self.where
        return f"{place}: {self.what}" + (f"; expected {self.expected}" if self.expected else "")


@dataclass(slots=True)
class Findings:
    """Everything found so far, and what could not be judged."""

    all: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, words: str) -> None:
        """Note what could not be judged, once."""
        if words not in self.notes:
            self.notes.append(words)

    def of(self, check: str, table: str | None) -> Reporter:
        """Return a reporter for one check at one table."""
        return Reporter(self, check, table)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.all)


@dataclass(frozen=True, slots=True)
class Reporter:
    """Collects the findings of one check at one table."""

    findings: Findings
    check: str
    table: str | None

    def add(self, where: str, what: str, expected: object = "") -> None:
        """Record one finding."""
        table = None if self.table is None else _printable(self.table)
        finding = Finding(self.check, table, *(_printable(str(words)) for words in (where, what, expected)))
        self.findings.all.append(finding)


def _printable(words: str) -> str:
    """Escape control characters and whatever is not text: the content of a record ends up in findings."""
    return words if words.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words)


def shown(value: object) -> str:
    """Show a value that may be anything, in a few readable characters."""
    words = ascii(value) if not isinstance(value, str) or not value.isprintable() else value
    return words if len(words) <= SHOWN_MAX else words[: SHOWN_MAX - 1] + "…"
