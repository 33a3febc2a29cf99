"""Kills of a house on PostgreSQL, with the same clients and the same checks as on SQLite."""

import pytest

from testkit.crash.harness import killed, shown
from testkit.crash.zygote import Zygote
from testkit.shares import count
from testkit.storage.servers import Server

CHAPTERS, KILLS = count(1, 5), 10


@pytest.mark.parametrize("seed", range(CHAPTERS))
def test_kills_lose_and_double_nothing(seed: int, workers: Zygote, server: Server) -> None:
    figures = killed(workers, f"postgres:{server.database(f'kills{seed}')}", kills=KILLS, seed=seed)

    assert figures.findings == []
    assert figures.kills == KILLS
    assert figures.acked > 10 * KILLS, "hardly anything was at stake"
    assert figures.again, "nothing was asked twice"
    assert figures.rounds, "no round was played"


class TestAPlantedFaultIsFound:
    @pytest.mark.parametrize(("plant", "words"), [("ack-early", "was acknowledged"), ("no-receipts", "is doubled")])
    def test_it_is_found(self, plant: str, words: str, workers: Zygote, server: Server) -> None:
        def store(number: int) -> str:
            return f"postgres:{server.database(f'{plant}-{number}')}"

        assert shown(workers, store, words, kills=5, times=4, plant=plant) == (words,)
