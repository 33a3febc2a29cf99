"""What a batch moves on each account."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.house.ledger import Posting


def by_account(postings: Iterable[Posting]) -> list[tuple[str, int]]:
    """Add up what is moved on each account, sorted by name: so two writers never wait for each other in a circle."""
    moved: dict[str, int] = {}
    for _, account, amount in postings:
        moved[account] = moved.get(account, 0) + amount
    return sorted(moved.items())
