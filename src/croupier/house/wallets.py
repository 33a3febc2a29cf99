"""Play money outside of tables: the house hands it out, and the record of the house itself says to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from croupier.rules.procedure import Role
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import By
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire

HOUSE = "house"
"""The name of the record that is no table's."""


@dataclass(frozen=True, slots=True)
class FundWallet:
    """Hand play money to a player."""

    do: ClassVar[str] = "fund-wallet"
    by: By
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class WalletFunded:
    """A player got play money from the house."""

    type: ClassVar[str] = "wallet-funded"
    seq: int
    round: str | None
    by: By
    clauses: tuple[str, ...]
    player: str
    amount: int
    reason: str


HouseCommand: TypeAlias = FundWallet
HouseEvent: TypeAlias = WalletFunded


def fund(seq: int, command: FundWallet) -> tuple[WalletFunded, ...] | Refusal:
    """Judge whether play money is handed out: by the house alone, and never more than a stake can be."""
    rule = wire("5.5")
    if command.by.role is not Role.HOUSE:
        return Refusal(Code.ROLE_NOT_ALLOWED, rule, {"role": str(command.by.role), "needed": str(Role.HOUSE)})
    if command.amount > STAKE_MAX:
        return Refusal(Code.STAKE_TOO_LARGE, wire("4.1"), {"stake_max": STAKE_MAX})
    event = WalletFunded(seq + 1, None, command.by, (str(rule),), command.player, command.amount, command.reason)
    return (event,)
