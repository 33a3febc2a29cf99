"""What a batch moves on each account."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.house.ledger import Posting


def by_account(postings: Iterable[Posting]) -> list[tuple[str, int]]:
    """Add up what is moved on each account, in the order of their names: so two writers never wait for each other."""
    moved: dict[str, int] = {}
    for posting in postings:
        moved[posting.account] = moved.get(posting.account, 0) + posting.amount
    return sorted(moved.items())
