"""50 kills of a house on PostgreSQL, with the same clients and the same checks as on SQLite."""

import pytest

from testkit.crash.harness import killed
from testkit.crash.zygote import Zygote
from testkit.storage.servers import Server

CHAPTERS, KILLS = 5, 10


@pytest.mark.parametrize("seed", range(CHAPTERS))
def test_kills_lose_and_double_nothing(seed: int, workers: Zygote, server: Server) -> None:
    figures = killed(workers, f"postgres:{server.database(f'kills{seed}')}", kills=KILLS, seed=seed)

    assert figures.findings == []
    assert figures.kills == KILLS
    assert figures.acked > 10 * KILLS, "hardly anything was at stake"
    assert figures.again, "nothing was asked twice"
    assert figures.rounds, "no round was played"


class TestAPlantedFaultIsFound:
    @staticmethod
    def found(plant: str, words: str, workers: Zygote, server: Server) -> list[str]:
        figures = killed(workers, f"postgres:{server.database(plant)}", kills=KILLS, seed=1, plant=plant)
        return [finding for finding in figures.findings if words in finding]

    def test_an_answer_before_the_commit(self, workers: Zygote, server: Server) -> None:
        assert self.found("ack-early", "was acknowledged", workers, server)

    def test_receipts_that_are_not_consulted(self, workers: Zygote, server: Server) -> None:
        assert self.found("no-receipts", "is doubled", workers, server)
