"""Kills of a house on SQLite: nothing acknowledged is lost, nothing happens twice, every draw is kept."""

from pathlib import Path

import pytest

from testkit.crash.harness import killed
from testkit.crash.zygote import Zygote

CHAPTERS, KILLS = 2, 20


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

    @staticmethod
    def found(plant: str, words: str, workers: Zygote, tmp_path: Path) -> list[str]:
        figures = killed(workers, f"sqlite:{tmp_path / 'record.db'}", kills=KILLS, seed=1, plant=plant)
        return [finding for finding in figures.findings if words in finding]

    def test_an_answer_before_the_commit(self, workers: Zygote, tmp_path: Path) -> None:
        assert self.found("ack-early", "was acknowledged", workers, tmp_path)

    def test_receipts_that_are_not_consulted(self, workers: Zygote, tmp_path: Path) -> None:
        assert self.found("no-receipts", "is doubled", workers, tmp_path)

    def test_a_draw_that_is_made_again(self, workers: Zygote, tmp_path: Path) -> None:
        assert self.found("redraw", "reveals another secret", workers, tmp_path)

    def test_a_draw_that_is_made_again_is_seen_at_once(self, workers: Zygote, tmp_path: Path) -> None:
        assert self.found("redraw", "was committed to", workers, tmp_path)

    def test_balances_that_move_in_a_second_transaction(self, workers: Zygote, tmp_path: Path) -> None:
        assert self.found("torn", "its postings say", workers, tmp_path)
