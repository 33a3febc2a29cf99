"""The front end's own checks: its types, its unit tests, its size budgets."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium


@pytest.mark.parametrize("command", [("node_modules/typescript/bin/tsc", "--noEmit"), ("--test", "test/**/*.test.ts")])
def test_types_and_units_of_the_front_end_hold(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [chromium.node(), *command], cwd=chromium.FRONTEND, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_a_broken_size_budget_fails_the_build(tmp_path: Path) -> None:
    tool = chromium.node()
    text = (chromium.FRONTEND / "build.mjs").read_text()
    planted = text.replace("await sized(player), 45_000", "await sized(player), 1_000")
    assert planted != text
    folder = tmp_path / "frontend"
    folder.mkdir()
    (tmp_path / "src" / "croupier" / "web").mkdir(parents=True)
    for name in ("src", "node_modules", "tsconfig.json", "package.json"):
        (folder / name).symlink_to(chromium.FRONTEND / name)
    (folder / "build.mjs").write_text(planted)
    done = subprocess.run([tool, "build.mjs"], cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 1
    assert "OVER player's view" in done.stdout
