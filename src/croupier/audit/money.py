"""The ledger posting by posting, balances and meters: recomputed from the events, compared in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier.audit.findings import Findings, Reporter, shown
from croupier.audit.rows import typed_rows
from croupier.house.ledger import Posting, may_owe
from croupier.house.meters import METERS
from croupier.storage.raw import RawRecord

OF_TABLES = ("felt", "tray", "outside", "cash", "color", "away")
"""Prefixes of accounts that belong to one table."""


@dataclass(slots=True)
class Ledger:
    """The stored postings of a table, read along with its events."""

    report: Reporter
    rows: Iterator[tuple[int, str, int]]
    ahead: tuple[int, str, int] | None = None
    over: bool = False

    def _next(self) -> tuple[int, str, int] | None:
        if self.ahead is None and not self.over:
            self.ahead = next(self.rows, None)
            self.over = self.ahead is None
        return self.ahead

    def compare(self, seq: int, expected: list[Posting]) -> None:
        """Compare the postings of one event with what it moves."""
        stored: dict[str, int] = {}
        while (row := self._next()) is not None and row[0] <= seq:
            self.ahead = None
            if row[0] < seq:
                self._extra(row)
            elif row[1] in stored:
                self.report.add(f"event {seq}, account {shown(row[1])}", "is posted twice", "one posting")
            else:
                stored[row[1]] = row[2]
        if sum(stored.values()):
            self.report.add(f"event {seq}", f"its postings come to {sum(stored.values())}", "0 together")
        follows = {posting.account: posting.amount for posting in expected}
        for account in sorted(follows.keys() | stored.keys()):
            there, should = stored.get(account), follows.get(account)
            if there != should:
                where = f"event {seq}, account {shown(account)}"
                self.report.add(where, _posted(there), "none" if should is None else f"{should:+d}")

    def end(self) -> None:
        """Report postings that belong to no event."""
        while (row := self._next()) is not None:
            self.ahead = None
            self._extra(row)

    def _extra(self, row: tuple[int, str, int]) -> None:
        self.report.add(f"event {row[0]}, account {shown(row[1])}", f"{_posted(row[2])} by no event", "none")


def _posted(amount: int | None) -> str:
    return "has no posting" if amount is None else f"is posted {amount:+d}"


def ledger_of(raw: RawRecord, table: str, findings: Findings) -> Ledger:
    """Start reading the postings of a table."""
    rows = typed_rows(raw, "ledger", table, findings)
    return Ledger(findings.of("ledger", table), rows)


def check_accounts(raw: RawRecord, balances: Mapping[str, int], findings: Findings, *, table: str | None) -> None:
    """Compare every balance with the postings; for a single table, only its own accounts."""
    report = findings.of("accounts", None)
    stored: dict[str, int] = {}
    for name, balance in typed_rows(raw, "accounts", None, findings):
        if name in stored:
            report.add(f"account {shown(name)}", "stands there twice", "one balance")
        stored[name] = balance
    for name in sorted(stored.keys() | balances.keys()):
        if table is not None and not _belongs(name, table):
            continue
        where, there, should = f"account {shown(name)}", stored.get(name), balances.get(name)
        if there != should:
            words = "has no balance" if there is None else f"has a balance of {there}"
            report.add(where, words, "no such account" if should is None else should)
        if there is not None and there < 0 and not may_owe(name):
            report.add(where, f"has a balance of {there}", "never below zero")
    together = sum(stored.values())
    if table is None and together:
        report.add("all accounts", f"come to {together}", "0 together")


def _belongs(account: str, table: str) -> bool:
    kind, _, rest = account.partition(":")
    return kind in OF_TABLES and (rest == table or rest.startswith(f"{table}:"))


def check_meters(raw: RawRecord, table: str, meters: Mapping[str, int], findings: Findings) -> None:
    """Compare a table's counters with its events. One that never moved has no row."""
    report = findings.of("meters", table)
    stored: dict[str, int] = dict(typed_rows(raw, "meters", table, findings))
    for name in sorted(stored.keys() | meters.keys()):
        there, should = stored.get(name, 0), meters.get(name, 0)
        if there != should or name not in METERS:
            expected = should if name in METERS else "no such meter"
            report.add(f"meter {shown(name)}", f"stands at {there}", expected)
