"""Kills of a house on SQLite: nothing acknowledged is lost, nothing happens twice, every draw is kept."""

from pathlib import Path

import pytest

from testkit.crash.harness import killed, shown
from testkit.crash.zygote import Zygote
from testkit.shares import count

CHAPTERS, KILLS = count(1, 2), count(12, 20)


@pytest.mark.parametrize("seed", range(CHAPTERS))
def test_kills_lose_and_double_nothing(seed: int, workers: Zygote, tmp_path: Path) -> None:
    figures = killed(workers, f"sqlite:{tmp_path / 'record.db'}", kills=KILLS, seed=seed)

    assert figures.findings == []
    assert figures.kills == KILLS
    assert figures.acked > 10 * KILLS, "hardly anything was at stake"
    assert figures.again, "nothing was asked twice"
    assert figures.rounds, "no round was played"


class TestAPlantedFaultIsFound:
    """Each harness is first seen to find what it is for."""

    @pytest.mark.parametrize(
        ("plant", "words"),
        [
            pytest.param("ack-early", ("was acknowledged",), id="an answer before the commit"),
            pytest.param("no-receipts", ("is doubled",), id="receipts that are not consulted"),
            # When it is restored, and when it reveals its secret.
            pytest.param("redraw", ("was committed to", "reveals another secret"), id="a draw that is made again"),
            pytest.param("torn", ("its postings say",), id="balances that move in a second transaction"),
        ],
    )
    def test_it_is_found(self, plant: str, words: tuple[str, ...], workers: Zygote, tmp_path: Path) -> None:
        def store(number: int) -> str:
            return f"sqlite:{tmp_path / f'{number}.db'}"

        assert shown(workers, store, *words, kills=5, times=6, plant=plant) == words
