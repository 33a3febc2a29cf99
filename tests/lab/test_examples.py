"""Every script in examples/ runs, and says what it promises."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "martingale_handout.py": ("exact: mean gain", "100,000 sessions: mean gain", "standard errors", "martingale.html"),
    "is_this_wheel_fair.py": ("--- 300 spins", "Nothing was found", "--- 30,000 spins", "Something was found"),
}
WRITES = {"martingale_handout.py": "martingale.html", "is_this_wheel_fair.py": "faulty-wheel.svg"}


def test_every_example_is_listed_here() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, str(tmp_path)])

    runpy.run_path(str(EXAMPLES / name), run_name="__main__")

    out = capsys.readouterr().out
    assert all(words in out for words in SAYS[name]), out
    assert (tmp_path / WRITES[name]).stat().st_size > 10_000
    # The handout agrees with its simulation.
    apart = [abs(float(line.split()[2])) for line in out.splitlines() if "apart by" in line]
    assert len(apart) == (name == "martingale_handout.py")
    assert max(apart, default=0) < 4
