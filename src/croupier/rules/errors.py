"""What the world may get wrong, as one tree.

::

    CroupierError
    ├── RulebookError            a rulebook that cannot be read, with every problem found
    ├── UnknownRulebookError     a ref that nobody published
    ├── UnknownPositionError     words that name no position of this felt
    ├── AmbiguousPositionError   words that name more than one
    ├── UnknownPocketError       a pocket this wheel does not have
    ├── UnknownClauseError       a clause the document does not have
    ├── StakeError               a stake that is not a whole number in range
    └── LimitsError              a limits file that cannot be used

Each message says what was wrong, where, and what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class CroupierError(Exception):
    """Anything this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: where it stands, what is wrong, and what would be right."""

    code: str
    key: str
    message: str
    malformed: bool = False
    """Whether the file is not even of the right form, as opposed to a well-formed file that says something doubtful."""

    def __str__(self) -> str:
        return f"{self.key}: {self.message}" if self.key else self.message


class RulebookError(CroupierError):
    """A rulebook that cannot be used. Carries every problem found, not only the first."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.name = name
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        tail = f" (and {more} more: see croupier rules lint)" if more else ""
        super().__init__(f"{name}: {self.problems[0]}{tail}")

    def __reduce__(self) -> tuple[type[RulebookError], tuple[str, tuple[Problem, ...]]]:
        return (type(self), (self.name, self.problems))


class UnknownRulebookError(CroupierError):
    """A ref that no published rulebook has."""


class UnknownPositionError(CroupierError):
    """Words that name no position of this felt."""


class AmbiguousPositionError(CroupierError):
    """Words that name more than one position; the message lists them."""


class UnknownPocketError(CroupierError):
    """A pocket that this wheel does not have."""


class UnknownClauseError(CroupierError):
    """A clause that the document does not have."""


class StakeError(CroupierError):
    """A stake that is not a positive whole number within range."""


class LimitsError(CroupierError):
    """A limits file that cannot be used."""
