"""What a prompt and a notebook show: a line, and a small table."""

import numpy as np

import croupier
from croupier.lab import Martingale, Plan, forecast, limits_for_all, simulate
from croupier.lab.bias import assess, spins
from croupier.lab.simulate.along import along
from croupier.lab.simulate.sessions import drawn_steps

MBS = croupier.rulebook("mbs-roulette/3")
PLAN = Plan(MBS, Martingale(), {"red": 1}, bankroll=100, spins=50, limits=limits_for_all(1, 100), target=120)


def test_what_is_shown_is_a_line() -> None:
    findings = assess(spins(MBS, np.random.default_rng(1).choice(MBS.pockets, 100)), draws=199, powers=False)

    assert repr(PLAN) == "<Plan mbs-roulette/3: martingale, 1 on red, bankroll 100, 50 spins, target 120>"
    assert repr(findings) == "<Findings mbs-roulette/3, 100 spins: nothing found at 0.01>"
    for shown in (forecast(PLAN), simulate(PLAN, 100), findings):
        assert len(repr(shown)) < 250
        table = shown._repr_html_()
        assert table.startswith("<table>")
        assert table.endswith("</table>")
        assert "mbs-roulette/3" in table
    assert "ruined" in repr(simulate(PLAN, 100))


def test_the_way_of_a_session_is_measured_as_it_was_played() -> None:
    """One session by hand: its bankrolls, one after the other."""
    looks = list(drawn_steps(PLAN, 7, 0))
    bankrolls = np.array([bankroll for bankroll, _ in looks])
    made = along(PLAN, 7, 1)

    assert made.sessions == 1
    assert made.peak.median == bankrolls.max()
    assert made.drawdown.median == (np.maximum.accumulate(bankrolls) - bankrolls).max()
    assert made.largest_stake.high == max(laid for _, laid in looks[:-1])
    signs = "".join("l" if change < 0 else "w" for change in np.diff(bankrolls))
    assert made.losing_run.median == max(map(len, signs.split("w")))


def test_it_looks_at_so_many_sessions_as_are_soon_played() -> None:
    assert along(PLAN, 7, 10_000).sessions == 300
    assert along(PLAN, 7, 20).sessions == 20
    many = along(PLAN, 7, 300)
    assert many.peak.median <= many.peak.high
    assert many.peak.high >= 120
