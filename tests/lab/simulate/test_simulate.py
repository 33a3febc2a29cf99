"""The same numbers however the sessions are shared out; an interrupt keeps the first of them; files say the same."""

import json
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest
from rich.console import Console

import croupier.lab
from croupier.lab.custom import CustomSystem
from croupier.lab.custom_file import custom_from_file
from croupier.lab.plan import Ending, Plan, limits_for_all
from croupier.lab.simulate import run
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.sessions import ENDINGS, Plain, Player, player
from croupier.lab.simulate.shares import Share, Task, Threads, play_share, processes_pay, share_size, shares, threads
from croupier.lab.systems import Flat, LabError, Martingale
from tests.lab.simulate.plans import plain, plan

MARTINGALE = plan(Martingale(), target=6_000)


def numbers(results: Results) -> object:
    return results.seed, results.sessions, plain(results.tally)


class TestTheSameNumbers:
    def test_the_same_seed_gives_the_same_numbers(self) -> None:
        assert numbers(simulate(MARTINGALE, 1_000, 5)) == numbers(simulate(MARTINGALE, 1_000, 5))
        assert numbers(simulate(MARTINGALE, 1_000, 5)) != numbers(simulate(MARTINGALE, 1_000, 6))

    @pytest.mark.parametrize("size", [1, 63, 64, 65, 999, 1_000, 4_096])
    def test_shares_of_any_size_give_the_same(self, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = simulate(MARTINGALE, 1_000, 5)
        monkeypatch.setattr(run, "share_size", lambda *_asked: size)

        assert numbers(simulate(MARTINGALE, 1_000, 5)) == numbers(usual)

    def test_one_two_and_three_threads_give_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "share_size", lambda *_asked: 77)
        by_threads = [numbers(simulate(MARTINGALE, 1_000, 5, cores=cores)) for cores in (1, 2, 3)]

        assert by_threads[0] == by_threads[1] == by_threads[2]

    def test_two_processes_give_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = simulate(MARTINGALE, 1_000, 5)
        monkeypatch.setattr(run, "share_size", lambda *_asked: 130)

        assert numbers(simulate(MARTINGALE, 1_000, 5, cores=2, in_processes=True)) == numbers(usual)

    def test_played_plainly_it_gives_the_same(self) -> None:
        plainly = simulate(MARTINGALE, 100, 5, engine="python")

        assert plainly.engine == "python"
        assert numbers(plainly) == numbers(simulate(MARTINGALE, 100, 5, engine="numba"))

    def test_shares_cover_every_session_once(self) -> None:
        assert list(shares(10, 4)) == [Share(0, 4), Share(4, 4), Share(8, 2)]
        assert share_size(MARTINGALE, "numba") % 64 == 0

    def test_threads_of_the_caller_do_not_disturb_each_other(self) -> None:
        """Not in the main thread either, where no interrupt arrives."""
        usual = numbers(simulate(MARTINGALE, 500, 5))
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda _: numbers(simulate(MARTINGALE, 500, 5)), range(4)))

        assert found == [usual] * 4


class TestInterrupted:
    def test_what_was_done_is_kept_and_is_the_run_of_so_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "share_size", lambda *_asked: 64)
        before = signal.getsignal(signal.SIGINT)

        def interrupt(done: int, _sessions: int, _left: float) -> None:
            if done == 320:
                os.kill(os.getpid(), signal.SIGINT)

        found = simulate(MARTINGALE, 64_000, 5, progress=interrupt)

        assert found.partial
        assert found.asked == 64_000
        assert 320 <= found.sessions < 64_000
        fewer = simulate(MARTINGALE, found.sessions, 5)
        assert not fewer.partial
        assert numbers(found) == numbers(fewer)
        assert signal.getsignal(signal.SIGINT) is before

    def test_an_interrupt_by_whoever_is_told_the_progress(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "share_size", lambda *_asked: 64)

        def stop(done: int, _sessions: int, _left: float) -> None:
            if done == 320:
                raise KeyboardInterrupt

        found = simulate(MARTINGALE, 64_000, 5, progress=stop)

        assert numbers(found) == numbers(simulate(MARTINGALE, found.sessions, 5))

    def test_progress_tells_how_much_is_done_and_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run, "share_size", lambda *_asked: 64)
        told: list[tuple[int, int, float]] = []

        simulate(MARTINGALE, 200, 5, progress=lambda *progress: told.append(progress))

        assert [(done, of) for done, of, _ in told] == [(64, 200), (128, 200), (192, 200), (200, 200)]
        assert all(left > 0 for *_, left in told[:-1])
        assert told[-1][2] == 0

    def test_an_error_in_a_share_ends_the_run(self) -> None:
        def fading(state: tuple[int, ...] = (9,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
            return (state[0] - 1,)

        with pytest.raises(LabError, match="it may not want fewer than 1 units"):
            simulate(plan(CustomSystem(fading)), 10, engine="python")


class TestRepeatable:
    def test_a_system_that_tosses_a_coin_of_its_own_is_refused(self) -> None:
        def by_chance(state: tuple[int, ...] = (1,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
            return (1 + random.randrange(2),)  # noqa: S311 - the fault

        with pytest.raises(LabError, match="by_chance answers differently when it is asked the same again"):
            simulate(plan(CustomSystem(by_chance)), 10)

    def test_so_is_one_that_remembers_what_it_was_not_given(self) -> None:
        seen: list[int] = []

        def hoarding(state: tuple[int, ...] = (1,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
            seen.append(laid)
            return (1 + len(seen) % 7,)

        with pytest.raises(LabError, match="no chance, clock or outside memory"):
            simulate(plan(CustomSystem(hoarding)), 10)


def test_the_lab_itself_has_the_function() -> None:
    assert croupier.lab.simulate is simulate
    assert croupier.lab.simulate(MARTINGALE, 10, 5).sessions == 10


class TestResults:
    found = simulate(MARTINGALE, 2_000, 5)
    sessions = player(MARTINGALE)(5, 0, 2_000)

    def test_figures_are_those_of_the_sessions(self) -> None:
        gains = self.sessions.bankroll - MARTINGALE.bankroll

        assert self.found.mean_gain == Fraction(int(gains.sum()), 2_000)
        assert float(self.found.sd_gain) == pytest.approx(gains.std(), rel=1e-9)
        assert float(self.found.error_of_mean) == pytest.approx(gains.std() / 2_000**0.5, rel=1e-9)
        assert self.found.ahead == Fraction(int((gains > 0).sum()), 2_000)
        assert self.found.mean_spins == Fraction(int(self.sessions.spins.sum()), 2_000)
        assert self.found.lost_per_staked == Fraction(-int(gains.sum()), int(self.sessions.staked.sum()))
        assert self.found.ruined == Fraction(int((self.sessions.ending == 3).sum()), 2_000)
        assert sum(self.found.ended(ending) for ending in Ending) == 1

    @pytest.mark.parametrize("percent", [1, 5, 50, 95, 99])
    def test_quantiles_are_exact(self, percent: int) -> None:
        exact = np.quantile(self.sessions.bankroll, percent / 100, method="inverted_cdf")

        assert self.found.quantile(percent) == exact
        assert self.found.grain is None

    def test_a_table_for_the_terminal(self) -> None:
        console = Console(width=100, file=StringIO())
        with console.capture() as captured:
            console.print(self.found.table())
        text = captured.get()

        assert text.startswith("martingale on mbs-roulette/3")
        assert "2,000 sessions, seed 5" in text
        assert f"{float(self.found.mean_gain):,.2f}" in text
        assert "ends: target" in text

    def test_json_has_fractions_and_decimals(self, tmp_path: Path) -> None:
        self.found.write(tmp_path / "found.json")
        told = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))

        assert Fraction(told["gain"]["mean"]["exact"]) == self.found.mean_gain
        assert told["ruined"]["decimal"] == float(self.found.ruined)
        assert told["plan"]["stakes"] == {"red": 100}
        assert told["plan"]["system"] == {"name": "martingale"}
        assert told["sessions"] == told["asked"] == 2_000
        assert told["partial"] is False

    @pytest.mark.parametrize("suffix", ["parquet", "csv"])
    def test_the_distribution_as_a_file(self, suffix: str, tmp_path: Path) -> None:
        path = tmp_path / f"found.{suffix}"
        self.found.write(path)
        table = pyarrow.parquet.read_table(path) if suffix == "parquet" else pyarrow.csv.read_csv(path)

        assert list(zip(*table.to_pydict().values(), strict=True)) == self.found.distribution()
        assert sum(table["sessions"].to_pylist()) == 2_000

    @pytest.mark.parametrize("suffix", ["parquet", "csv"])
    def test_the_sessions_one_by_one_as_a_file(
        self, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(run, "share_size", lambda *_asked: 600)
        path = tmp_path / f"sessions.{suffix}"
        simulate(MARTINGALE, 2_000, 5, rows_to=path)
        table = pyarrow.parquet.read_table(path) if suffix == "parquet" else pyarrow.csv.read_csv(path)

        assert table["session"].to_pylist() == list(range(2_000))
        assert table["bankroll"].to_pylist() == self.sessions.bankroll.tolist()
        assert table["spins"].to_pylist() == self.sessions.spins.tolist()
        assert table["staked"].to_pylist() == self.sessions.staked.tolist()
        assert table["ending"].to_pylist() == [ENDINGS[ending].value for ending in self.sessions.ending]

    def test_a_file_that_cannot_be_written_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(
            LabError, match=r"found.xlsx: a file that ends in .json or .parquet or .csv, not in '.xlsx'"
        ):
            self.found.write(tmp_path / "found.xlsx")
        with pytest.raises(LabError, match="cannot be written: No such file or directory"):
            self.found.write(tmp_path / "nowhere" / "found.json")
        with pytest.raises(LabError, match="cannot be written"):
            simulate(MARTINGALE, 10, rows_to=tmp_path / "nowhere" / "rows.parquet")

    def test_amounts_too_far_apart_for_a_bin_each_are_joined_and_said_so(self) -> None:
        wide = simulate(plan(Martingale(), bankroll=10**8, spins=3_000, limits=limits_for_all(100, 10**8)), 3_000, 5)

        assert wide.grain is not None
        assert sum(count for _, count in wide.distribution()) == 3_000


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"sessions": 0}, "sessions: a whole number from 1 to"),
        ({"sessions": True}, "sessions: a whole number from 1 to"),
        ({"sessions": 10, "seed": -1}, "seed: a whole number from 0 to"),
        ({"sessions": 10, "cores": 0}, "cores: a whole number from 1 to 1024, not 0"),
    ],
)
def test_counts_and_seeds_that_make_no_sense_are_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        simulate(MARTINGALE, **asked)


def test_a_function_without_a_module_cannot_be_sent_to_processes() -> None:
    with pytest.raises(LabError, match=r"cannot be sent to another process .* put its function into a module"):
        simulate(plan(CustomSystem(lambda *_asked: (1,), (1,))), 10, in_processes=True)


class TestAFunctionFromAFile:
    POWER = "def power(state=(1,), laid=1, won=True):\n    return (1,) if won else (2**laid % 7 + 1,)\n"

    @pytest.fixture
    def terms(self, tmp_path: Path) -> Plan:
        """What is read once is what is played, whatever becomes of the file."""
        file = tmp_path / "power.py"
        file.write_text(self.POWER, "utf-8")
        read = plan(custom_from_file(str(file), None))
        file.unlink()
        return read

    def test_it_is_played_by_processes_with_the_same_results(self, terms: Plan) -> None:
        usual = simulate(terms, 60, 5)

        assert usual.engine == "python"
        assert numbers(simulate(terms, 60, 5, cores=2, in_processes=True)) == numbers(usual)

    def test_processes_are_taken_where_they_pay(self, terms: Plan) -> None:
        task = Task(terms, 5, "python")

        assert processes_pay(task, 100_000, 2)
        assert not processes_pay(task, 100, 2), "they take longer to start"
        assert not processes_pay(task, 100_000, 1)

    def test_a_function_that_cannot_be_sent_is_played_here(self) -> None:
        unsent = plan(CustomSystem(lambda *_asked: (1,), (1,)))

        assert not processes_pay(Task(unsent, 5, "python"), 100_000, 2)
        assert simulate(unsent, 10, in_processes=None).sessions == 10


def test_workers_play_by_what_plays_here_and_compile_only_where_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that came without its source is played plainly there, which is no reason to fail."""
    told: list[Task] = []

    def noted(task: Task, by: Player, count: int | None) -> AbstractContextManager[Threads]:
        told.append(task)
        return threads(task, by, count)

    monkeypatch.setattr(run, "threads", noted)
    simulate(MARTINGALE, 10)
    simulate(MARTINGALE, 10, engine="numba")
    simulate(plan(CustomSystem(lambda *_asked: (1,), (1,))), 10)

    assert [task.engine for task in told] == ["numpy", "numba", "python"]


def test_memory_does_not_grow_with_the_sessions() -> None:
    """Of 40,000 sessions no more is kept than of 200: a count for each bankroll there can be."""
    terms = plan(Flat(), bankroll=100_000, limits=limits_for_all(100, 100))
    few = play_share(Task(terms, 5), Plain(terms), Share(0, 200)).tally
    many = simulate(terms, 40_000, 5).tally

    assert len(few.bankrolls.counts) <= len(many.bankrolls.counts) <= 2 * terms.spins + 1


READ_ONLY = """
import sys, pathlib
from croupier.lab.simulate import lanes
print(lanes.martingale._cache.cache_path)
"""


def test_kernels_are_kept_where_the_environment_says(tmp_path: Path) -> None:
    """NUMBA_CACHE_DIR comes first, for installations whose folders cannot be written to."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", READ_ONLY], env=env, capture_output=True, text=True, check=True)

    assert told.stdout.startswith(str(tmp_path))
