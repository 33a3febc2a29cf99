"""Cash that goes back: what somebody who walked up to a table with cash has left when they go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.table.commands import By
from croupier.table.events import EventBase
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


@dataclass(frozen=True, slots=True)
class ReturnCash:
    """Hand cash back to a player who walked up with cash; it is taken out of their wallet."""

    do: ClassVar[str] = "return-cash"
    by: By
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class CashReturned(EventBase):
    type: ClassVar[str] = "cash-returned"
    player: str
    amount: int
    reason: str


def decide_cash(head: tuple[int, None, By], command: ReturnCash) -> CashReturned:
    """Return what follows from a command that nothing objects to. That the wallet holds it is seen to by the store."""
    return CashReturned(*head, (str(wire("5.7")),), command.player, command.amount, command.reason)


def cash_objection(walk_up: str | None, command: ReturnCash) -> Refusal | None:
    """Object to cash for anybody but those who walked up to a table: play money never becomes cash."""
    return None if walk_up else Refusal(Code.UNKNOWN_PERSON, wire("5.7"), {"player": command.player})
