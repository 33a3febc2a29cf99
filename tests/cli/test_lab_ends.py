"""The commands of the lab at the ends of their ranges: long fractions, long play, odd prices, narrow terminals."""

import re
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import croupier
from croupier.cli import output
from croupier.lab import comparison, ruin_ever, spread
from testkit.cli import command
from testkit.cli.command import check_error

MBS = "mbs-roulette/3"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with two rulebooks of one's own: one pays a straight up too well, the other exactly."""
    monkeypatch.chdir(tmp_path)
    text = (files("croupier.rulebooks") / "mbs-roulette-3.toml").read_text(encoding="utf-8")
    for name, to_one in (("good", 39), ("fair", 36)):
        own = text.replace('ref = "mbs-roulette/3"', f'ref = "{name}-roulette/1"').replace(
            "to_one = 35", f"to_one = {to_one}", 1
        )
        Path(f"{name}.toml").write_text(own, encoding="utf-8")


class TestLongFractions:
    SPINS = 2_742
    """The first at which the denominator, 37 to this power, has more digits than Python writes."""

    def test_a_fraction_too_long_to_write_is_a_decimal_with_its_bound(self) -> None:
        asked = ("odds", MBS, "--stakes", "red=1000", "--spins", str(self.SPINS))
        after = command.answer(*asked, "--exact")["after"]
        quick = command.answer(*asked)["after"]

        assert after["error"] == 1e-40
        for words in ("ahead", "level", "behind"):
            assert re.fullmatch(r"0\.\d{40}", after[words])
            assert abs(float(after[words]) - quick[words]) <= quick["error"] + 1e-15
        assert 0 <= 1 - sum(Fraction(after[words]) for words in ("ahead", "level", "behind")) < Fraction(3, 10**40)

    def test_a_person_is_told_as_much(self) -> None:
        done = command.run("odds", MBS, "--stakes", "red=1000", "--spins", str(self.SPINS), "--exact")

        assert (done.status, done.err) == (0, "")
        assert "no chance is off by more than 1.0e-40" in done.out


class TestRuin:
    def test_play_for_ever_at_a_favorable_price_is_worked_out(self) -> None:
        made = command.answer("ruin", "good.toml", "--stakes", "17=500", "--bankroll", "100000")

        (row,) = made["rows"]
        true = ruin_ever(spread(croupier.rulebook("good.toml"), {"17": 500}), 100_000)
        assert row["ruin"] == pytest.approx(true)
        assert 0.01 < true < 0.99
        done = command.run("ruin", "good.toml", "--stakes", "17=500", "--bankroll", "100000")
        assert "ruin ever, however long one plays" in done.out

    def test_without_a_bankroll_it_is_asked_for(self) -> None:
        check_error(command.run("ruin", "good.toml", "--stakes", "17=500"), "these stakes gain on average")

    def test_at_any_other_price_ruin_is_certain(self) -> None:
        check_error(command.run("ruin", "fair.toml", "--stakes", "17=500"), "who plays for ever is ruined")

    def test_one_bankroll_is_followed_over_a_million_spins(self) -> None:
        """All bankrolls that a million spins could ruin are too many; the one that was asked for is not."""
        made = command.answer("ruin", MBS, "--stakes", "red=100", "--spins", "1000000", "--bankroll", "5000")

        (row,) = made["rows"]
        assert row["ruin"] == pytest.approx(1, abs=1e-12)
        assert row["mean_spins"] == pytest.approx(50 * 37, rel=1e-6)

    def test_all_bankrolls_over_a_million_spins_are_refused_as_before(self) -> None:
        check_error(command.run("ruin", MBS, "--stakes", "red=100", "--spins", "1000000"), "take too long")


class TestReport:
    TERMS = ("--system", "flat", "--bet", "17", "--unit", "500", "--spins", "10", "--beside", "")

    def test_a_price_in_favor_of_the_player_gains(self) -> None:
        assert command.run("report", "good.toml", *self.TERMS, "--out", "r.html").status == 0

        page = Path("r.html").read_text(encoding="utf-8")
        assert re.search(r"A session gains 4\d\d on average: 8\.11 % of the [\d,]+ staked in it\.", page)
        assert "-8.11 % of" not in page

    def test_a_fair_price_neither_gains_nor_loses(self) -> None:
        assert command.run("report", "fair.toml", *self.TERMS, "--out", "r.html").status == 0

        page = Path("r.html").read_text(encoding="utf-8")
        assert re.search(r"A session neither loses nor gains on average, with [\d,]+ staked in it\.", page)
        assert "-0.0" not in page

    def test_an_interrupt_while_pictures_are_made_keeps_the_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(_plan: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(comparison, "ruin_by_bankroll", interrupted)
        done = command.run("report", MBS, "--system", "paroli", "--spins", "10", "--out", "r.html")

        assert done.status == 130
        assert done.err == "Interrupted: 2 of 2 systems are in r.html, and maybe not all pictures.\n"
        page = Path("r.html").read_text(encoding="utf-8")
        assert "Bankrolls over time" in page
        assert "Ruin by bankroll" not in page

    def test_so_does_one_while_the_second_system_is_worked_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = comparison.side

        def interrupted(plan: Any, **rest: Any) -> Any:
            if plan.system.name == "paroli":
                raise KeyboardInterrupt
            return whole(plan, **rest)

        monkeypatch.setattr(comparison, "side", interrupted)
        done = command.run("report", MBS, "--system", "flat", "--beside", "paroli", "--spins", "10", "--out", "r.html")

        assert done.status == 130
        assert "1 of 2 systems" in done.err
        assert "How sessions end" in Path("r.html").read_text(encoding="utf-8")


class TestNarrowTerminal:
    @pytest.mark.parametrize("width", [40, 60, 80, 100])
    def test_no_number_is_broken_across_lines(self, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
        narrow = Console(width=width, highlight=False, soft_wrap=False)
        monkeypatch.setattr(output, "console", lambda: narrow)
        made = output.table("t", ("system", *"abcdefgh", "by"), right="abcdefgh")
        rows = [[f"{number:,}.{number % 100:02d}" for number in np.arange(8) * 7_919 + row] for row in (12_345, 987)]
        for name, row in zip(("flat", "grand-martingale"), rows, strict=True):
            output.add_row(made, name, *row, "exact")

        with narrow.capture() as captured:
            output.show(made)

        out = captured.get()
        assert max(map(len, out.splitlines())) <= width
        assert all(number in out for row in rows for number in row)
        assert out.count("grand-martingale") == out.count("system")

    def test_a_chance_too_small_for_the_table_is_not_nothing(self) -> None:
        assert output.share_words(7.7e-12, 4) == "7.7e-12"
        assert output.share_words(0.0, 4) == "0.0000 %"
        assert output.share_words(0.125, 2) == "12.50 %"
