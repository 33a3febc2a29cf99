"""A share of the measurements in every run of the tests: they work, they agree, and their gates hold."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import __main__, full_felt, importing, record, rulebook, service, settle, staffed, table
from benchmarks.profiling import Spent, hottest
from benchmarks.report import Figure, Gate, Report, as_json, as_text, duration, passed
from testkit.machine import slower

TRIES = 4


def holds(measure: Callable[[], Gate]) -> None:
    """Measure again if a gate is not passed: another process may have had the machine."""
    gates = [measure()]
    while not fair(gates[-1]) and len(gates) < TRIES:
        gates.append(measure())

    assert fair(gates[-1]), [str(gate) for gate in gates]


def fair(gate: Gate) -> bool:
    """Whether a gate holds; one in milliseconds is wider on a slower machine, a ratio is the same everywhere."""
    return gate.passed or (gate.unit == "ms" and gate.at_most and gate.measured <= gate.needed * slower())


@pytest.mark.timed
def test_a_million_wagers_are_settled_ten_times_as_fast_as_by_a_loop() -> None:
    million = settle.wagers(1_000_000)

    holds(lambda: settle.gate(settle.figures_of(million, quick=True), 1_000_000))


@pytest.mark.timed
def test_importing_takes_less_than_150_ms() -> None:
    holds(importing.gate)


@pytest.mark.timed
def test_a_wager_on_a_full_felt_costs_at_most_twice_as_much() -> None:
    holds(lambda: table.laying_gates(table.laying_figures(quick=True))[1])


@pytest.mark.timed
def test_staff_who_look_on_cost_the_same_however_many_wagers_lie_there() -> None:
    """Held to both gates, the growth and one socket's share of a tick, by one measurement."""

    def worst() -> Gate:
        gates = staffed.gates(staffed.figures(quick=True))
        assert len(gates) == 2
        return next((gate for gate in gates if not gate.passed), gates[0])

    holds(worst)


@pytest.mark.timed
def test_a_live_wager_onto_ten_thousand_with_staff_told_costs_at_most_half_as_much_again() -> None:
    """Judged, stored and told at a live table; one socket's share of a tick there is held to a millisecond."""
    _, gates = full_felt.felt_figures(service.POSITIONS, quick=False, tries=TRIES)

    assert len(gates) == 2
    assert all(map(fair, gates)), [str(gate) for gate in gates]


def test_a_small_record_is_measured(tmp_path: Path) -> None:
    small, large = record.growing_figures(tmp_path, (200, 1_000))

    assert small.times == 1
    assert large.seconds > 0
    assert record.replayed_figure(tmp_path, 1_000).count == 1_000
    assert [*tmp_path.iterdir()] == []


def test_waiting_clients_are_measured(tmp_path: Path) -> None:
    store = next(record.stores(tmp_path))
    run = asyncio.run(record.waiting(store, 10, 50))

    assert len(run.each) == 50
    assert max(run.each) <= run.seconds


def test_few_wagers_are_measured_in_every_way() -> None:
    figures = settle.figures_of(settle.wagers(10), quick=True)

    assert [figure.what.split(maxsplit=1)[1] for figure in figures] == [
        "loop over sets",
        "croupier.settle, each alone",
        "NumPy",
        "Numba",
        "Numba, an outcome each",
        "Numba, from lists",
    ]
    assert figures[0].times == 1
    assert all(figure.seconds > 0 for figure in figures)


def test_merging_is_measured() -> None:
    loop, bulk = settle.merging(settle.wagers(1_000), quick=True)

    assert loop.times == 1
    assert bulk.times is not None


@pytest.mark.timed
def test_a_rulebook_is_measured_cold_and_warm() -> None:
    toml, fresh, cleared, warm = rulebook.figures_of("mbs-roulette/3", quick=True)

    assert warm.seconds < toml.seconds < cleared.seconds
    assert fresh.seconds > warm.seconds


def test_the_time_of_a_call_is_told_function_by_function() -> None:
    def busy() -> int:
        return sum(number * number for number in range(20_000))

    spent = hottest(lambda: [busy() for _ in range(3)])

    # Which of the two comes first is a matter of the machine's moment.
    assert any(one.where.endswith("<genexpr>") and one.share > 0.1 for one in spent[:2])
    assert [one.calls for one in spent if one.where.endswith("busy")] == [3]
    assert [one.share for one in spent] == sorted((one.share for one in spent), reverse=True)
    assert 0 < sum(one.share for one in spent) <= 1.000001
    assert not any("0x" in one.where for one in hottest(lambda: object.__new__(object)))


class TestTheReport:
    passing = Gate("bulk", 48.0, 10, "×")
    failing = Gate("bulk", 9.9, 10, "×")
    close = Gate("import", 130.0, 150, "ms", at_most=True)

    def test_a_gate_says_what_it_needs(self) -> None:
        assert str(self.passing) == "passed  bulk: 48.00 ×, at least 10 ×"
        assert str(self.failing) == "FAILED  bulk: 9.90 ×, at least 10 ×"
        assert str(self.close) == (
            "passed  import: 130.0 ms, at most 150 ms, within the margin of 25%: the next run may fail"
        )
        assert Gate("import", 151.0, 150, "ms", at_most=True).passed is False

    def test_figures_come_as_text_and_as_json(self) -> None:
        bulk = Figure("bulk", 0.002, 0.2, 1_000, "at once")
        report = Report("settle", "the loop", [Figure("loop", 0.2, 0.2, 1_000), bulk])

        assert "bulk   2.00 ms   2.00 µs each       100 ×  at once" in as_text([report])
        (told,) = json.loads(as_json([report]))["benchmarks"]
        numbers = {"seconds": 0.002, "reference": 0.2, "count": 1_000, "times": 100}
        assert told["figures"][1] == {"what": "bulk", "note": "at once", **numbers}

    def test_where_the_time_goes_is_told_below_the_figures(self) -> None:
        spent = [Spent("table/evolve.py:99 _placed", 0.148, 20_000)]
        report = Report("table", "", [Figure("a wager", 1.0)], spent_on="a wager", spent=spent)

        assert as_text([report]).splitlines()[-2:] == [
            "  where the time of a wager goes, by function, itself alone:",
            "   14.8%     20,000 calls  table/evolve.py:99 _placed",
        ]
        (told,) = json.loads(as_json([report]))["benchmarks"]
        assert told["spent"] == [{"where": "table/evolve.py:99 _placed", "share": 0.148, "calls": 20_000}]

    def test_one_gate_that_fails_is_enough(self) -> None:
        assert passed([Report("settle", "", [], [self.passing, self.close])])
        assert not passed([Report("settle", "", [], [self.passing, self.failing])])

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [(2.5, "2.50 s"), (0.0123, "12.3 ms"), (0.000999, "999 µs"), (182e-9, "182 ns"), (5e-10, "0.50 ns")],
    )
    def test_a_time_has_three_digits(self, seconds: float, text: str) -> None:
        assert duration(seconds) == text


class TestTheCommand:
    @pytest.mark.parametrize(("measured", "status"), [(48.0, 0), (9.9, 1)])
    def test_a_gate_decides_the_exit_status(
        self, measured: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        gate = Gate("bulk", measured, 10, "×")
        monkeypatch.setitem(
            __main__.MEASURES, "settle", lambda *, quick: Report("settle", str(quick), [Figure("a", 1)], [gate])
        )

        assert __main__.main(["settle", "--quick"]) == status
        assert capsys.readouterr().out.splitlines()[-1].strip() == str(gate)

    def test_an_unknown_name_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            __main__.main(["shuffling"])

        assert stopped.value.code == 2
        names = "importing, lab, record, rulebook, service, settle, table"
        assert f"no benchmark 'shuffling'; there are {names}" in capsys.readouterr().err
