"""The front end's own checks: its unit tests and its size budgets. Its types are checked with the linters."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from testkit.browser import chromium


def test_units_of_the_front_end_hold() -> None:
    """In one process: they keep nothing outside their own files, and a process for each costs more than they do."""
    done = subprocess.run(
        [chromium.node(), "--test", "--test-isolation=none", "test/**/*.test.ts"],
        cwd=chromium.FRONTEND,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    counted = re.search(r"^\S+ tests (\d+)$", done.stdout, re.MULTILINE)
    assert counted is not None
    assert int(counted[1]) > 100, "all of them were found"


def test_a_broken_size_budget_fails_the_build(tmp_path: Path) -> None:
    tool = chromium.node()
    folder = tmp_path / "frontend"
    folder.mkdir()
    shutil.copytree(chromium.FRONTEND / "build", folder / "build")
    budgets = folder / "build" / "budgets.mjs"
    planted = re.sub(r"PLAYER = \d+_\d+", "PLAYER = 1_000", budgets.read_text())
    assert planted != budgets.read_text()
    budgets.write_text(planted)
    (tmp_path / "src" / "croupier" / "web").mkdir(parents=True)
    # The build looks for what no page loads, and sees through links.
    shutil.copytree(chromium.FRONTEND / "src", folder / "src")
    for name in ("node_modules", "tsconfig.json", "package.json"):
        (folder / name).symlink_to(chromium.FRONTEND / name)
    # What no budget is about takes half of the time: the pictures, and what a browser without Brotli never gets.
    (folder / "build" / "pictures.mjs").write_text("export const pictures = async () => ({});\n")
    build = (chromium.FRONTEND / "build.mjs").read_text()
    assert "BROTLI_MAX_QUALITY" in build
    (folder / "build.mjs").write_text(build.replace("BROTLI_MAX_QUALITY", "BROTLI_MIN_QUALITY"))
    done = subprocess.run([tool, "build.mjs"], cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 1
    assert "OVER player's view" in done.stdout
