"""A share of the lab's measurements in every run of the tests: the peers play the same game, and a gate holds."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import lab
from benchmarks.lab_peers import SYSTEMS, by_loop, by_numpy
from benchmarks.report import Gate
from croupier.lab.simulate.run import simulate

SESSIONS = 300
TRIES = 4


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    with lab.c_program() as compiled:
        assert compiled is not None
        yield compiled


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_c_program_plays_the_same_sessions(name: str, program: Path) -> None:
    plan = lab.plan_of(name)
    ours = lab.sums_of(simulate(plan, SESSIONS, lab.SEED))

    assert lab.run_c(program, plan, "scalar", SESSIONS)[1] == ours
    if name != "labouchere":
        assert lab.run_c(program, plan, "lanes", SESSIONS)[1] == ours


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_loop_and_numpy_play_about_as_many_spins(name: str) -> None:
    """They draw their own outcomes: how long sessions last, on average of few, is within five standard errors."""
    found = simulate(lab.plan_of(name), 4_000, lab.SEED)
    spins = found.tally.spins
    sd = (spins.squares / found.sessions - float(found.mean_spins) ** 2) ** 0.5

    for play, sessions in ((by_loop, 60), (by_numpy, 600)):
        mean = play(name, sessions, lab.SPINS, lab.BANKROLL, lab.MAXIMUM) / sessions
        assert abs(mean - float(found.mean_spins)) <= 5 * sd / sessions**0.5 + 1e-9


@pytest.mark.timed
def test_the_martingale_keeps_up_with_c_in_lanes(program: Path) -> None:
    """Measured again if it does not: another process may have had the machine."""
    tried: list[Gate] = []
    while len(tried) < TRIES and not (tried and tried[-1].passed):
        taken = lab.medians_of(lab.ways("martingale", program, quick=True))
        tried.append(lab.gates_of("martingale", taken)[1])

    assert tried[-1].passed, [str(gate) for gate in tried]


def test_growth_is_measured() -> None:
    few, more = lab.growing((1_000, 10_000))

    assert "10,000 sessions of 10 spins, at most" in more.what
    assert few.seconds > 0
    assert more.count == 10_000
