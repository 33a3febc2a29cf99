"""Clauses, and values that name the clauses they were taken from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, order=True)
class Clause:
    """A pinpoint in one published text: ``mbs-roulette/3 §5.13``."""

    ref: str
    number: str

    def __str__(self) -> str:
        return f"{self.ref} §{self.number}"

    def written(self, ref: str) -> str:
        """The number alone if the text is the one named by ``ref``, otherwise with its own ref."""
        return self.number if self.ref == ref else str(self)


class Basis(StrEnum):
    """Why a value is in a rulebook although the document does not state it."""

    LAYOUT = "layout"
    """It follows from where the boxes of the felt touch."""
    CONVENTION = "convention"
    """It is so on every wheel or table of this make."""
    RECONSTRUCTED = "reconstructed"
    """The text is damaged there; the rest of it forces the value."""
    OUR_READING = "our-reading"
    """The document is silent or open; this is what we chose, and the note says why."""


class Nature(StrEnum):
    """What a clause asks of software."""

    RULE = "rule"
    DEFINITION = "definition"
    PHYSICAL = "physical"


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """One clause of the document: its number, what it says in our words, and its nature."""

    clause: Clause
    nature: Nature
    summary: str


@dataclass(frozen=True, slots=True)
class Cited(Generic[T_co]):
    """A value with the clauses it was taken from, and the basis if the text alone does not give it."""

    value: T_co
    clauses: tuple[Clause, ...]
    basis: Basis | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One place where the rulebook says more than its document: what, on which basis, and why."""

    key: str
    value: str
    basis: Basis
    clauses: tuple[Clause, ...]
    note: str
