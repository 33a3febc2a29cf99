"""When a sitting ends: what was settled once for a player is remembered as long as they sit.

A sitting ends when its player has left the seat and no wager of theirs lies on
the layout: nobody starts afresh in a round that they have money in. A player who
is back before that round is over has not ended it.
"""

from __future__ import annotations

from collections.abc import Container

from croupier.table import events
from croupier.table.events import Event


def sitting(event: Event, leaving: tuple[str, ...], live: Container[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return who leaves when the round is over, and whose sittings have ended with this event.

    ``leaving`` is the previous result, and ``live`` holds the players with a wager
    on the layout.
    """
    match event:
        case events.SeatTaken():
            return tuple(player for player in leaving if player != event.player), []
        case events.SeatLeft() if event.player in live:
            return (*leaving, event.player), []
        case events.SeatLeft():
            return leaving, [event.player]
        case events.RoundClosed() | events.RoundVoided():
            return (), list(leaving)
        case _:
            return leaving, []


class Sittings:
    """The sittings of a table, followed through events that are read one after another."""

    def __init__(self) -> None:
        self._stakes: dict[str, tuple[str, int]] = {}
        self._leaving: tuple[str, ...] = ()

    def ended_by(self, event: Event) -> list[str]:
        """Fold the next event, and return the players whose sittings it ends."""
        match event:
            case events.BettingOpened():
                self._stakes, self._leaving = {}, ()
            case events.WagerPlaced():
                self._stakes[event.wager] = event.player, event.stake
            case events.WagerRetracted() if event.wager in self._stakes:
                player, stake = self._stakes[event.wager]
                self._stakes[event.wager] = player, stake - event.stake
            case events.WagerPaid() | events.WagerCollected() | events.WagerReturned():
                self._stakes.pop(event.wager, None)
            case _:
                pass
        self._leaving, ended = sitting(event, self._leaving, self._live() if isinstance(event, events.SeatLeft) else ())
        return ended

    def _live(self) -> set[str]:
        return {player for player, stake in self._stakes.values() if stake > 0}
