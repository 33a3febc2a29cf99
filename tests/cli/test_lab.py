"""The commands of the lab: what they print, what they refuse, and what an interrupt leaves."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.cli.compare import compare
from croupier.cli.report import report
from croupier.cli.simulate import simulate
from croupier.cli.wheel_test import wheel_test
from croupier.lab.bias.battery import SEED
from croupier.lab.simulate import cluster
from croupier.lab.systems import SYSTEMS
from testkit.cli import command
from testkit.cli.command import check_error
from testkit.shares import every

MBS, US = "mbs-roulette/3", "us-double-zero/1"
SMALL = ("--sessions", "200", "--spins", "20")
HEARS = """
def after_three_reds(state=(0, 0), laid=0, won=None, pocket="", bankroll=0):
    reds = state[1] + 1 if pocket in ("1", "3", "5", "7", "9", "12", "14", "16", "18") else 0
    return (1, 0) if reds >= 3 and bankroll > 500 else (0, reds)
"""
OWN = "def my_system(state=(1, 0), laid=1, won=True):\n    return (1, 0) if won else (laid + 1, 0)\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some spins, a table's limits and a system of one's own."""
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(1)
    Path("spins.txt").write_text(" ".join(map(str, chance.integers(0, 37, 200))), encoding="utf-8")
    Path("broken.txt").write_text("17\n32\n4\n37\n", encoding="utf-8")
    Path("table.toml").write_text("[limits.red]\nmin = 500\nmax = 5000\n", encoding="utf-8")
    Path("folder.html").mkdir()
    Path("own.py").write_text(OWN, encoding="utf-8")
    Path("two.py").write_text(OWN + OWN.replace("my_system", "another"), encoding="utf-8")
    Path("none.py").write_text("x = 1\n", encoding="utf-8")
    Path("bad.py").write_text("def broken(:\n", encoding="utf-8")
    Path("fails.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


WRONG: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "a system that cannot start under the minimum": (
        ("simulate", US, "--system", "martingale", "--unit", "100"),
        ("cannot start", "stakes 100 on red", "minimum there is 500"),
    ),
    "a stake above the maximum": (
        ("simulate", US, "--system", "flat", "--unit", "1000000"),
        ("cannot start", "the maximum there is"),
    ),
    "limits of a file": (
        ("simulate", MBS, "--limits", "table.toml", "--unit", "100"),
        ("cannot start", "minimum there is 500"),
    ),
    "a bankroll that covers nothing": (
        ("simulate", MBS, "--bankroll", "50"),
        ("bankroll: 50 does not cover the first stake of 100",),
    ),
    "a target below the bankroll": (("compare", MBS, "--target", "5"), ("target: 5 is no gain",)),
    "a stop-loss above the bankroll": (("simulate", MBS, "--stop-loss", "99999"), ("stop_loss",)),
    "a system nobody knows": (("simulate", MBS, "--system", "luck"), ("no betting system 'luck'", "fibonacci")),
    "systems nobody knows": (("compare", MBS, "--systems", "flat,luck"), ("no betting system 'luck'",)),
    "no system at all": (("compare", MBS, "--systems", ","), ("names no system",)),
    "a pocket of another wheel": (("simulate", MBS, "--bet", "00"), ("no pocket 00",)),
    "a bet that is none": (("simulate", MBS, "--bet", "17=x"), ("'x' is no stake",)),
    "a unit beside a mix": (
        ("simulate", MBS, "--bet", "17=5,red=10", "--unit", "5"),
        ("--unit is for a single --bet",),
    ),
    "two sorts of limits": (
        ("simulate", MBS, "--limits", "table.toml", "--minimum", "1", "--maximum", "5"),
        ("--limits or --minimum",),
    ),
    "half of the limits": (("simulate", MBS, "--minimum", "1"), ("go together",)),
    "limits upside down": (("simulate", MBS, "--minimum", "9", "--maximum", "1"), ("--minimum 9 is above",)),
    "no sessions": (("simulate", MBS, "--sessions", "0"), ("--sessions", "x>=1")),
    "a line for another system": (("simulate", MBS, "--system", "flat", "--line", "1,2"), ("--line is for",)),
    "a line that is none": (("simulate", MBS, "--system", "labouchere", "--line", "1,x"), ("--line: whole numbers",)),
    "a system file that is not there": (("simulate", MBS, "--system-file", "absent.py"), ("absent.py", "No such file")),
    "a system file with two functions": (
        ("simulate", MBS, "--system-file", "two.py"),
        ("which function? give --system", "my_system, another"),
    ),
    "a system file without the function": (
        ("simulate", MBS, "--system-file", "two.py", "--system", "third"),
        ("no function 'third'", "my_system, another"),
    ),
    "a system file with none": (("simulate", MBS, "--system-file", "none.py"), ("def my_system(state=",)),
    "a system file that is not Python": (("simulate", MBS, "--system-file", "bad.py"), ("bad.py, line 1: not Python",)),
    "a system file that fails": (("simulate", MBS, "--system-file", "fails.py"), ("ZeroDivisionError",)),
    "results as a picture": (("simulate", MBS, "--out", "x.png"), ("--out", ".json, .parquet, .csv")),
    "results in no folder": (("simulate", MBS, "--out", "absent/x.csv"), ("no folder 'absent'",)),
    "a report as text": (("report", MBS, "--out", "report.txt"), ("ends in .html",)),
    "a file with a name that is none": (("simulate", MBS, "--out", "x\x00.csv", *SMALL), ("--out",)),
    "a picture in no folder": (
        ("compare", MBS, "--systems", "flat", "--spins", "2", "--picture", "absent/x.svg"),
        ("absent/x.svg cannot be written: No such file",),
    ),
    "a report over a folder": (("report", MBS, "--spins", "2", "--out", "folder.html"), ("folder.html cannot be",)),
    "a report in no folder": (("report", MBS, "--out", "absent/r.html"), ("no folder 'absent'",)),
    "a report beside nobody": (("report", MBS, "--beside", "luck"), ("no betting system 'luck'",)),
    "no spins": (("wheel", "test", "absent.txt", "--rules", MBS), ("absent.txt: cannot be read: No such file",)),
    "a broken line": (("wheel", "test", "broken.txt", "--rules", MBS), ("broken.txt, line 4", "no pocket '37'")),
    "a wheel that is not in the file": (
        ("wheel", "test", "spins.txt", "--rules", MBS, "--wheel", "seven"),
        ("no wheel 'seven'",),
    ),
    "no rulebook for the spins": (("wheel", "test", "spins.txt"), ("--rules",)),
    "too few draws": (("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "3"), ("draws: from 199",)),
    "a level that is none": (("wheel", "test", "spins.txt", "--rules", MBS, "--alpha", "0"), ("at most 0.5",)),
    "a picture as text": (
        ("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "199", "--picture", "x.txt"),
        (".svg or .png",),
    ),
    "a longest line of another system": (
        ("simulate", MBS, "--longest", "5"),
        ("--longest is for --system labouchere",),
    ),
    "a longest line too short": (
        ("simulate", MBS, "--system", "labouchere", "--longest", "2"),
        ("longest is a whole number from 4 to 64, not 2",),
    ),
    "ruin by no system": (
        ("ruin", MBS, "--stakes", "red=5", "--spins", "5", "--system", "x"),
        ("no betting system 'x'",),
    ),
    "ruin of nothing": (("ruin", MBS, "--spins", "5"), ("--stakes",)),
    "ruin for ever": (("ruin", MBS, "--stakes", "red=5"), ("give --target, --spins or both",)),
    "ruin under the minimum": (("ruin", US, "--stakes", "red=5", "--spins", "5"), ("minimum there is 500",)),
    "ruin with nothing to stake": (
        ("ruin", MBS, "--stakes", "red=500", "--spins", "5", "--bankroll", "10"),
        ("does not cover the first stake of 500",),
    ),
    "a target that is no gain": (
        ("ruin", MBS, "--stakes", "red=5", "--target", "10", "--bankroll", "10"),
        ("target: 10 is no gain",),
    ),
    "a risk of nothing": (("ruin", MBS, "--stakes", "red=5", "--risk", "0.1"), ("--risk needs --spins or --gain",)),
    "a risk that is none": (("ruin", MBS, "--stakes", "red=5", "--risk", "1", "--spins", "5"), ("--risk",)),
    "a gain without risk": (("ruin", MBS, "--stakes", "red=5", "--gain", "5"), ("--gain is for --risk",)),
    "a risk nobody can buy": (
        ("ruin", US, "--stakes", "red=500", "--risk", "0.05", "--gain", "5000"),
        ("no bankroll is enough",),
    ),
    "a system without spins": (
        ("ruin", MBS, "--stakes", "red=5", "--system", "paroli", "--target", "50"),
        ("needs --spins",),
    ),
    "spins without stakes": (("odds", MBS, "--spins", "5"), ("--spins is for --stakes",)),
    "too much exactness": (
        ("odds", MBS, "--stakes", "red=5", "--spins", "20001", "--exact"),
        ("--exact takes at most 20000 spins",),
    ),
    "exactness without spins": (("odds", MBS, "--stakes", "red=5", "--exact"), ("--exact is for --spins",)),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_what_would_be_right(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    check_error(command.run(*arguments), *words)


def test_a_cluster_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    check_error(command.run("simulate", MBS, "--on", "tcp://127.0.0.1:1", *SMALL), "127.0.0.1:1")


def test_the_help_lists_the_systems_of_the_lab() -> None:
    said = " ".join(command.run("simulate", "--help").out.split())

    assert f"One of {', '.join(SYSTEMS)}." in said


class TestOdds:
    def test_many_spins_are_added_up_exactly(self) -> None:
        quick = command.answer("odds", US, "--stakes", "red=1000", "--spins", "3")["after"]
        whole = command.answer("odds", US, "--stakes", "red=1000", "--spins", "3", "--exact")["after"]

        win = Fraction(9, 19)
        assert Fraction(whole["ahead"]) == win**3 + 3 * win**2 * (1 - win)
        assert whole["level"] == "0"
        assert whole["error"] == "0"
        assert abs(quick["ahead"] - float(Fraction(whole["ahead"]))) <= quick["error"] < 1e-12
        assert quick["quantiles"] == whole["quantiles"]
        assert whole["mean"] == str(3 * Fraction(-1000, 19))
        assert whole["lost_per_hour"] == str(40 * Fraction(1000, 19))

    def test_a_table_says_how_sure_it_is(self) -> None:
        done = command.run("odds", MBS, "--stakes", "17=100", "--spins", "50", "--pace", "30")

        assert done.status == 0
        assert "The same stakes on each of 50 spins" in done.out
        assert "at 30 spins" in done.out
        assert "Computed without sampling; no chance is off by more than" in done.out


class TestSimulate:
    def test_the_same_seed_gives_the_same_figures(self) -> None:
        first, again = (command.answer("simulate", MBS, *SMALL, "--seed", "5") for _ in range(2))

        for made in (first, again):
            made.pop("seconds")
            made.pop("spins_per_second")
        assert first == again
        assert first["sessions"] == 200
        assert first["plan"]["system"]["name"] == "martingale"

    def test_a_table_is_for_people(self) -> None:
        done = command.run("simulate", US, "--system", "dalembert", "--unit", "500", "--bankroll", "50000", *SMALL)

        assert (done.status, done.err) == (0, "")
        for words in (
            "dalembert with a unit of 500 on red",
            "mean gain",
            "is ruined",
            "the house kept",
            "200 sessions",
        ):
            assert words in done.out

    def test_a_mix_and_a_line_and_limits_are_taken(self) -> None:
        made = command.answer(
            *(
                "simulate",
                MBS,
                "--system",
                "labouchere",
                "--line",
                "1,1,2",
                "--longest",
                "5",
                "--bet",
                "17=100,red=200",
            ),
            *("--minimum", "100", "--maximum", "5000", *SMALL),
        )

        assert made["plan"]["stakes"] == {"straight:17": 100, "red": 200}
        assert made["plan"]["units_max"] == 25
        assert made["plan"]["system"]["line"] == [1, 1, 2]
        assert made["plan"]["system"]["longest"] == 5

    def test_a_system_of_ones_own_is_played(self) -> None:
        named = command.answer("simulate", MBS, "--system-file", "two.py", "--system", "another", *SMALL)
        alone = command.answer("simulate", MBS, "--system-file", "own.py", *SMALL)

        assert named["plan"]["system"]["name"] == "another"
        assert (alone["engine"], alone["not_compiled"]) == ("python", None), "so few are not worth compiling for"
        assert alone["gain"] == named["gain"], "the same function by two names, on the same spins"

    def test_a_system_that_is_not_compiled_is_said_to_be_played_plainly(self) -> None:
        Path("power.py").write_text(OWN.replace("laid + 1", "2**laid % 5 + 1"), encoding="utf-8")

        told = command.run("simulate", MBS, "--system-file", "power.py", *SMALL)
        plain = command.answer("simulate", MBS, "--system-file", "power.py", *SMALL)

        assert "Played plainly, not compiled: line 2: 2 ** laid is more than arithmetic and if." in told.out
        assert (plain["engine"], plain["not_compiled"][:17]) == ("python", "line 2: 2 ** laid")

    @pytest.mark.parametrize("name", ["rows.csv", "rows.parquet"])
    def test_every_session_is_a_row(self, name: str) -> None:
        made = command.answer("simulate", MBS, *SMALL, "--out", name)

        rows = _rows(name)
        assert len(rows["bankroll"]) == 200
        assert sum(rows["bankroll"]) == 200 * 10_000 + int(made["gain"]["mean"]["decimal"] * 200)

    def test_figures_are_written_as_json(self) -> None:
        printed = command.answer("simulate", MBS, *SMALL, "--out", "figures.json")

        written = json.loads(Path("figures.json").read_text(encoding="utf-8"))
        assert written["gain"] == printed["gain"]


def _rows(name: str) -> dict[str, list[int]]:
    if name.endswith(".csv"):
        from pyarrow import csv  # noqa: PLC0415 - for these rows alone

        rows: dict[str, list[int]] = csv.read_csv(name).to_pydict()
    else:
        from pyarrow import parquet  # noqa: PLC0415 - the same

        rows = parquet.read_table(name).to_pydict()
    return rows


class TestRuin:
    @pytest.mark.parametrize(
        "until", [("--target", "10000"), ("--spins", "100"), ("--target", "9000", "--spins", "80")]
    )
    def test_any_bankroll_can_be_asked_for(self, until: tuple[str, ...]) -> None:
        """The last 50 of 5,050 are of no use: it takes as many losses to be short, and as many wins to be there."""
        asked = [word for bankroll in (5050, 350, 5000, 300, 50) for word in ("--bankroll", str(bankroll))]

        made = command.answer("ruin", MBS, "--stakes", "red=100", *until, *asked)

        between, low, even, less, none = (row["ruin"] for row in made["rows"])
        assert [row["bankroll"] for row in made["rows"]] == [5050, 350, 5000, 300, 50]
        assert between == pytest.approx(even, abs=made["error"])
        assert low == pytest.approx(less, abs=made["error"])
        assert 0 < even < less < none == 1

    def test_the_gamblers_ruin_in_closed_form(self) -> None:
        made = command.answer("ruin", MBS, "--stakes", "red=1", "--target", "100", "--bankroll", "50")

        (row,) = made["rows"]
        ratio = 19 / 18
        assert abs(row["ruin"] - (1 - (ratio**50 - 1) / (ratio**100 - 1))) < 1e-12 + made["error"]
        assert row["mean_spins"] == pytest.approx((50 - 100 * (1 - row["ruin"])) * 37)

    def test_all_bankrolls_at_once_are_told_by_some(self) -> None:
        rows = command.answer("ruin", US, "--stakes", "17=100", "--spins", "50")["rows"]

        assert len(rows) == 12
        chances = [row["ruin"] for row in rows]
        assert chances == sorted(chances, reverse=True)
        assert "mean_spins" not in rows[0]

    def test_a_bankroll_for_a_risk_is_the_smallest(self) -> None:
        words = ("ruin", MBS, "--stakes", "red=100", "--spins", "100")
        needed = command.answer(*words, "--risk", "0.05")["bankroll_needed"]

        less, enough = command.answer(*words, "--bankroll", str(needed - 100), "--bankroll", str(needed))["rows"]
        assert less["ruin"] > 0.05 >= enough["ruin"]

    def test_a_system_is_carried_through(self) -> None:
        """Six losses in a row take all of 6,300: within six spins that is their only ruin."""
        words = ("--system", "martingale", "--spins", "6", "--bankroll", "6300")
        made = command.answer("ruin", MBS, "--stakes", "red=100", *words)

        assert made["rows"][0]["ruin"] == pytest.approx((19 / 37) ** 6, abs=1e-12)

    def test_several_rulebooks(self) -> None:
        asked = ("--stakes", "red=500", "--spins", "20", "--bankroll", "2000")
        both = command.answer("ruin", MBS, US, *asked)

        assert [made["ruleset"] for made in both] == [MBS, US]
        assert both == [command.answer("ruin", ref, *asked) for ref in (MBS, US)]
        assert both[0]["rows"][0]["ruin"] < both[1]["rows"][0]["ruin"]
        done = command.run("ruin", MBS, US, *asked, "--picture", "both.svg")
        assert (done.status, done.err) == (0, "")
        assert US in Path("both.svg").read_text(encoding="utf-8")

    def test_a_table_and_a_picture(self) -> None:
        done = command.run("ruin", MBS, "--stakes", "red=100", "--spins", "20", "--risk", "0.2", "--picture", "r.svg")

        assert (done.status, done.err) == (0, "")
        assert "is the smallest bankroll with a risk of ruin of at most 0.2" in done.out
        assert "no chance is off by more than" in done.out
        assert "within 20 spins" in Path("r.svg").read_text(encoding="utf-8")


class TestCompare:
    def test_own_systems_are_worked_out_exactly_as_well(self) -> None:
        exact, own = command.answer(
            *("compare", MBS, "--systems", "flat", "--system-file", "own.py", "--spins", "10", "--sessions", "500")
        )

        assert (exact["method"], own["method"]) == ("exact", "exact")
        assert exact["mean_gain"] == pytest.approx(-10 * 100 / 37)
        assert exact["error"] < 1e-6
        assert own["sessions"] == 0

    def test_a_system_that_hears_of_every_spin_is_simulated(self) -> None:
        Path("hears.py").write_text(HEARS, encoding="utf-8")
        flat, own = command.answer(
            *("compare", MBS, "--systems", "flat", "--system-file", "hears.py", "--spins", "40", "--sessions", "500")
        )

        assert (flat["method"], own["method"], own["sessions"]) == ("exact", "simulated", 500)
        assert own["mean_staked"] < flat["mean_staked"]
        assert own["lost_per_staked"] == pytest.approx(1 / 37)
        assert own["error"] < 10

    def test_several_rulebooks_stand_side_by_side(self) -> None:
        terms = ("--systems", "flat,paroli", "--spins", "10", "--minimum", "100", "--maximum", "5000")
        made = command.answer("compare", MBS, US, *terms)

        assert [(side["plan"]["ruleset"], side["plan"]["system"]["name"]) for side in made] == [
            (MBS, "flat"),
            (MBS, "paroli"),
            (US, "flat"),
            (US, "paroli"),
        ]
        assert made[0]["lost_per_staked"] == pytest.approx(1 / 37)
        assert made[2]["lost_per_staked"] == pytest.approx(1 / 19)
        done = command.run("compare", MBS, US, *terms, "--picture", "both.svg")
        assert (done.status, done.err) == (0, "")
        assert "rulebook" in done.out

    def test_a_picture_is_drawn(self) -> None:
        done = command.run("compare", MBS, "--systems", "flat,paroli", "--spins", "10", "--picture", "sides.svg")

        assert (done.status, done.err) == (0, "")
        assert "kept by the house" in done.out
        assert "paroli" in Path("sides.svg").read_text(encoding="utf-8")

    def test_an_interrupt_keeps_the_systems_that_are_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from croupier.lab import comparison  # noqa: PLC0415 - to interrupt it

        whole = comparison.side

        def interrupted(plan: Any, **rest: Any) -> Any:
            if plan.system.name == "paroli":
                raise KeyboardInterrupt
            return whole(plan, **rest)

        monkeypatch.setattr(comparison, "side", interrupted)
        done = command.run("compare", MBS, "--systems", "flat,paroli,martingale", "--spins", "10")

        assert done.status == 130
        assert "flat" in done.out
        assert "paroli" not in done.out
        assert done.err == "Interrupted after 1 of 3 systems.\n"


class TestWheelTest:
    def test_findings_as_a_document(self) -> None:
        made = command.answer("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "999")

        assert made["spins"] == sum(made["counts"].values()) == 200
        assert made["ruleset"] == MBS
        assert [test["test"] for test in made["tests"]][:3] == ["chi-square", "too-even", "hottest-pocket"]
        assert all(0 < test["p"] <= test["adjusted"] <= 1 for test in made["tests"])
        assert made["alarms"] == []
        assert made["verdict"][0].startswith("Nothing was found in these 200 spins")

    def test_findings_for_people(self) -> None:
        done = command.run("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "999", "--power")

        assert (done.status, done.err) == (0, "")
        assert done.out.startswith("Nothing was found in these 200 spins at a level of 0.01")
        assert "one pocket +50.0 %" in done.out
        assert "spins needed" in done.out

    def test_sectors_of_an_unverified_wheel_are_refused_in_words(self) -> None:
        done = command.run("wheel", "test", "spins.txt", "--rules", "mbs-sands-roulette/1", "--draws", "199")

        assert done.status == 0
        words = " ".join(done.out.split())
        assert "Not tested: sectors, because the order of the pockets on this wheel is not verified" in words

    def test_pictures_are_drawn(self) -> None:
        done = command.run(
            *("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "199"),
            *("--picture", "wheel.svg", "--cloth", "cloth.png"),
        )

        assert done.status == 0
        assert "200 spins" in Path("wheel.svg").read_text(encoding="utf-8")
        assert Path("cloth.png").read_bytes().startswith(b"\x89PNG")

    def test_an_interrupt_keeps_the_tests_that_were_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("croupier.lab.bias.battery.shuffled", interrupted)
        done = command.run("wheel", "test", "spins.txt", "--rules", MBS, "--draws", "199")

        assert done.status == 130
        assert "hottest-pocket" in done.out
        assert "change-point" not in done.out
        assert done.err == "Interrupted: only the tests above were made.\n"


class TestReport:
    def test_one_file_names_the_command_that_made_it(self) -> None:
        words = ("report", MBS, "--system", "flat", "--beside", "paroli", "--spins", "10", "--out", "a b.html")

        done = command.run(*words)

        assert (done.status, done.err) == (0, "")
        page = Path("a b.html").read_text(encoding="utf-8")
        assert (
            "croupier report mbs-roulette/3 --system flat --beside paroli --spins 10 --out &#x27;a b.html&#x27;" in page
        )


def test_every_command_begins_with_the_same_seed() -> None:
    """A report tests spins as ``wheel test`` does, and gets the same p-values without being told."""
    commands = {"simulate": simulate, "compare": compare, "report": report, "wheel test": wheel_test}

    seeds = {name: param.default for name, one in commands.items() for param in one.params if param.name == "seed"}

    assert seeds == dict.fromkeys(commands, SEED)


def _wait_for_rows(path: Path) -> None:
    """Wait until some sessions are on disk; a run that never gets there fails."""
    until = time.monotonic() + 60
    while not (path.is_file() and path.stat().st_size > 100_000):
        assert time.monotonic() < until, "no sessions after a minute"
        time.sleep(0.02)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_long_simulation_with_what_was_done() -> None:
    """A process of its own: a thousand million sessions, interrupted after the first are done."""
    words = ("simulate", MBS, "--sessions", "1000000000", "--spins", "50", "--out", "rows.csv", "--json")
    running = subprocess.Popen([*command.PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        _wait_for_rows(Path("rows.csv"))
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()

    assert running.returncode == 130, err
    made = json.loads(out)
    assert made["partial"] is True
    assert 0 < made["sessions"] < 1_000_000_000
    assert b"Interrupted after" in err


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interrupt_reaches_the_processes_of_a_plain_system_as_well() -> None:
    """As a terminal does it: the whole group hears it, and only the one who counts acts on it."""
    Path("power.py").write_text(OWN.replace("laid + 1", "2**laid % 5 + 1"), encoding="utf-8")
    soon_over = ("--bankroll", "300", "--sessions", "10000000")
    words = ("simulate", MBS, "--system-file", "power.py", *soon_over, "--out", "rows.csv", "--json")
    running = subprocess.Popen(
        [*command.PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        _wait_for_rows(Path("rows.csv"))
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()

    assert (running.returncode, b"Traceback" in err) == (130, False), err
    assert json.loads(out)["partial"] is True


WITHOUT = "import sys; sys.modules.update(dict.fromkeys({packages!r})); from croupier.cli import main; main({words!r})"


@pytest.mark.parametrize(
    ("package", "words"),
    every(
        2,
        [
            ("numpy", ["simulate", MBS]),
            ("numpy", ["odds", MBS, "--stakes", "red=5", "--spins", "9"]),
            ("scipy", ["wheel", "test", "spins.txt", "--rules", MBS]),
            ("numba", ["compare", MBS, "--systems", "martingale"]),
            ("matplotlib", ["report", MBS]),
        ],
    ),
)
def test_a_missing_extra_is_named(package: str, words: list[str]) -> None:
    code = WITHOUT.format(packages=[package], words=words)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)

    assert (done.returncode, done.stdout) == (2, "")
    assert f"this needs {package}" in done.stderr
    assert "pip install 'croupier[lab]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_other_commands_do_not_wait_for_the_lab() -> None:
    heavy = ["numpy", "scipy", "numba", "matplotlib", "pyarrow", "distributed"]
    code = WITHOUT.format(packages=heavy, words=["rules", "list"])

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (0, "")
