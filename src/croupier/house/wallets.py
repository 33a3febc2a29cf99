"""What acts move between accounts, and what is left in wallets after them: judged before anything is stored."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.house.ports import Record, TableAct


def moved_by(act: TableAct) -> dict[str, int]:
    """Return what an act moves, by account."""
    found: dict[str, int] = {}
    for posting in act.postings:
        found[posting.account] = found.get(posting.account, 0) + posting.amount
    return found


class Wallets:
    """What is in the wallets of those who play, in the course of one batch: each is looked up once."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._held: dict[str, int] = {}
        self._moved: dict[str, int] = {}
        self._seen = 0

    async def after(self, acts: Sequence[TableAct], player: str) -> int:
        """Return what is in a wallet after these acts, of which there are more each time."""
        for act in acts[self._seen :]:
            for account, amount in moved_by(act).items():
                self._moved[account] = self._moved.get(account, 0) + amount
        self._seen = len(acts)
        account = f"wallet:{player}"
        if account not in self._held:
            self._held[account] = (await self._record.held([account])).get(account, 0)
        return self._held[account] + self._moved.get(account, 0)
