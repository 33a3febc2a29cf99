"""Nobody waits for a pause after rounds that nobody played: an automatic table that has rested opens at once."""

import time
from pathlib import Path

from tests.web.running import QUICK, come_in, play, running, socket

LONG = QUICK | {"pause": 3.0, "betting": 0.05}


def test_who_comes_to_a_rested_table_can_bet_at_once_and_rounds_keep_their_pause(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **LONG) as house:
            token = await come_in(house, "ann")
            began = time.monotonic()
            async with socket(house, "mbs-3", token) as (line, _):
                opened: list[float] = []
                while len(opened) < 2:
                    told = await line.receive()
                    opened += [time.monotonic() for one in told.get("events", ()) if one["type"] == "betting-opened"]
            assert opened[0] - began < 2.0
            assert opened[1] - opened[0] >= 3.0

    play(scene())
