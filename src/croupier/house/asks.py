"""What waits at a table: commands, and where their answers go."""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias

from croupier.house.faults import HouseFault
from croupier.house.ports import TableAct
from croupier.house.receipts import Answer
from croupier.table.commands import Command


class Receiver(Protocol):
    """Where an answer goes, or why there is none: a future, or anything with these three methods."""

    def done(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def set_result(self, result: Answer, /) -> None: ...

    def set_exception(self, exception: HouseFault, /) -> None: ...


Key: TypeAlias = tuple[str, str]
"""The asker and the id: a command counts once under both."""


class Ask(NamedTuple):
    """A command that waits, and where its answer goes."""

    key: Key
    command: Command
    receiver: Receiver


class _Nobody:
    """Nobody waits for the receipt of a purchase that was made for a wager; the wager's own says how that went."""

    def done(self) -> bool:
        return True

    def set_result(self, result: Answer, /) -> None: ...

    def set_exception(self, exception: HouseFault, /) -> None: ...


NOBODY = _Nobody()

Done: TypeAlias = tuple[Ask, TableAct]
"""A command and what came of it."""
