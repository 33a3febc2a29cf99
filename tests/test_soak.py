"""The long batteries can be named, run alone or together, and say last how they ended."""

import sys
import types

import pytest

from tools import soak


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Stand in for the batteries, and note what ran; the last of them fails."""
    noted: list[tuple[str, list[str]]] = []

    def battery(name: str, status: int) -> types.ModuleType:
        made = types.ModuleType(name)

        def main(arguments: list[str]) -> int:
            noted.append((name, arguments))
            return status

        made.__dict__["main"] = main
        return made

    for place, (name, module) in enumerate(soak.BATTERIES.items(), start=1):
        monkeypatch.setitem(sys.modules, module, battery(name, int(place == len(soak.BATTERIES))))
    return noted


def test_without_a_name_all_run_and_the_end_says_how(
    ran: list[tuple[str, list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak.main([]) == 1

    assert ran == [(name, []) for name in soak.BATTERIES]
    summary = capsys.readouterr().out.partition("== summary\n")[2].splitlines()
    assert [line.split()[:2] for line in summary] == [
        ["FAILED" if name == list(soak.BATTERIES)[-1] else "passed", name] for name in soak.BATTERIES
    ]


def test_a_battery_runs_alone_with_its_options(ran: list[tuple[str, list[str]]]) -> None:
    assert soak.main(["lines", "--lines", "10"]) == 0

    assert ran == [("lines", ["--lines", "10"])]


def test_a_battery_nobody_knows_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["moons"]) == 2

    assert capsys.readouterr().err == f"there is no battery 'moons'; there are {', '.join(soak.BATTERIES)}\n"


def test_an_interrupt_ends_the_rest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: list[str]) -> int:
        raise KeyboardInterrupt

    first, *others = soak.BATTERIES
    made = types.ModuleType(first)
    made.__dict__["main"] = interrupted
    monkeypatch.setitem(sys.modules, soak.BATTERIES[first], made)

    assert soak.main([]) == 130

    out = capsys.readouterr().out
    assert f"{first}: interrupted" in out
    assert all(f"not run {name}" in out for name in others)


@pytest.mark.parametrize("name", soak.BATTERIES)
def test_every_battery_is_there_and_says_what_it_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        soak.main([name, "--help"])

    assert ended.value.code == 0
    assert f"make soak: {name}" in capsys.readouterr().out
