"""Requests and responses about the house's own rulebooks, and about what is not carried out of any."""

from __future__ import annotations

import msgspec


class RulebookIn(msgspec.Struct, forbid_unknown_fields=True):
    """A rulebook to be checked, and to be brought into the house if ``keep`` is set."""

    text: str
    keep: bool = False
    accept_unexpressed: bool = False
    """The owner's yes to a rulebook of which something that concerns money is not carried out."""


class RulebookTextOut(msgspec.Struct):
    """The file of a rulebook."""

    text: str


class ProblemOut(msgspec.Struct):
    """One thing that is wrong or doubtful in a rulebook."""

    code: str
    key: str
    message: str
    malformed: bool


class UnexpressedOut(msgspec.Struct):
    """What this program does not carry out of a rulebook."""

    clauses: list[str]
    what: str
    affects: list[str]
    on: list[str]


class LintedOut(msgspec.Struct):
    """What the linter says about a rulebook, and whether the house now has it."""

    kept: bool
    problems: list[ProblemOut]
    ref: str | None = None
    title: str | None = None
    digest: str | None = None
    pockets: int = 0
    positions: int = 0
    unexpressed: list[UnexpressedOut] = []
    affects_money: bool = False
    """Whether bets are settled otherwise than the document says: to keep it needs ``accept_unexpressed``."""
    tables: list[str] = []
    """Tables that play by an earlier text of it; they take this one at their next opening."""
