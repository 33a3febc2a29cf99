"""Whether a player wins with one dealer more than chance allows: by bets laid late, or numbers entered to suit.

A player who begins with 1 and stakes a fixed share of it on whatever they bet on, round
after round, has on average no more than 1 at any time, whatever they bet on, if the
prices favor the house or nobody. So by Ville's inequality the chance that this ever
reaches a million is at most one in a million. The share that shows the most depends on the
bets; several are played side by side, and their mean obeys the same bound. Nothing is
estimated and no number of rounds has to be fixed beforehand.

Amounts are whole numbers, rounded down: that only makes an alert less likely.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

SHARES = ((1, 100), (1, 20), (1, 10), (1, 4), (1, 2))
"""What part of what they have such players stake: little for single numbers, much for even chances."""
ONE = 1 << 64
"""What each begins with, in parts small enough for a long losing run."""
ALARM = 10**6
PAIRS_KEPT = 20_000
"""Pairs of a dealer and a player that are remembered; the one that played longest ago is forgotten first."""


class Lucky(NamedTuple):
    """A player who won with a dealer as chance allows at most once in a million, and in how many rounds."""

    dealer: str
    player: str
    rounds: int


class _Played(NamedTuple):
    fortunes: tuple[int, ...] = (ONE,) * len(SHARES)
    rounds: int = 0

    def after(self, staked: int, back: int) -> _Played:
        """Play one round: for each unit staked, ``back / staked`` comes back."""
        fortunes = [
            fortune * (of * staked + share * (back - staked)) // (of * staked)
            for fortune, (share, of) in zip(self.fortunes, SHARES, strict=True)
        ]
        return _Played(tuple(fortunes), self.rounds + 1)

    @property
    def alarming(self) -> bool:
        return sum(self.fortunes) >= ALARM * ONE * len(SHARES)


class LuckKept(NamedTuple):
    """The state of ``Luck`` in plain values."""

    staked: Mapping[str, tuple[int, int]]
    pairs: Sequence[tuple[str, str, tuple[str, ...], int]]
    """A dealer, a player, what each of the imagined players has, and the rounds."""


class Luck:
    """What players won with each dealer, folded round by round."""

    def __init__(self) -> None:
        self._staked: dict[str, tuple[int, int]] = {}
        """What each player staked in the round under way, and what came back."""
        self._pairs: OrderedDict[tuple[str, str], _Played] = OrderedDict()

    def kept(self) -> LuckKept:
        """Return what there is to be kept; the numbers are too large for most formats, and so are text."""
        pairs = [(*pair, tuple(map(str, one.fortunes)), one.rounds) for pair, one in self._pairs.items()]
        return LuckKept(self._staked, pairs)

    @classmethod
    def restored(cls, kept: LuckKept) -> Luck:
        luck = cls()
        luck._staked = dict(kept.staked)
        for dealer, player, fortunes, rounds in kept.pairs:
            luck._pairs[dealer, player] = _Played(tuple(map(int, fortunes)), rounds)
        return luck

    def bet(self, player: str, stake: int, back: int) -> None:
        """Note a settled wager."""
        staked, returned = self._staked.get(player, (0, 0))
        self._staked[player] = staked + stake, returned + back

    def void(self) -> None:
        """Forget the round under way."""
        self._staked.clear()

    def close(self, dealer: str) -> tuple[Lucky, ...]:
        """End the round whose outcome somebody declared, and return those whose luck is beyond chance with it.

        Their counts start again, so they are reported again only after another run that is as unlikely.
        """
        found: list[Lucky] = []
        for player, (staked, back) in self._staked.items():
            played = self._pairs.pop((dealer, player), _Played()).after(staked, back)
            if played.alarming:
                found.append(Lucky(dealer, player, played.rounds))
                played = _Played()
            self._pairs[dealer, player] = played
        while len(self._pairs) > PAIRS_KEPT:
            self._pairs.popitem(last=False)
        self._staked.clear()
        return tuple(found)
