"""Whoever takes a wager back is told at once what their purse holds now."""

from __future__ import annotations

from pathlib import Path

from tests.web.running import STILL, Socket, play, running, socket


def test_a_purse_is_told_after_a_wager_is_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with socket(house, "mbs-3", ann.token) as (line, _):
                while not any(one["type"] == "betting-opened" for one in line.events):
                    await line.receive()
                place = {"id": "1", "do": "place-wager", "wager": "w", "player": "ann", "position": "17", "stake": 500}
                await line.send(place)
                # What sitting down gave may be told before it, if it was not in the snapshot.
                assert [one for one in await purses(line, until=19_500) if one != 20_000] == [19_500]
                await line.send({"id": "2", "do": "retract-wager", "wager": "w"})
                assert await purses(line, until=20_000) == [20_000]

    play(scene())


async def purses(line: Socket, until: int) -> list[int]:
    """Give what is told of the purse's cash up to an amount."""
    cash: list[int] = []
    while cash[-1:] != [until]:
        told = await line.receive()
        if told.get("own"):
            cash.append(told["own"]["purse"]["cash"])
    return cash
