"""Which tests a change touches: ``python -m tools.touched [--seconds N] [FILE …]``.

Without files, what differs from the last commit, or the last commit itself where
nothing does. A test file is touched if it is changed, if it is named after what
is changed, or if it imports that, directly or through other modules. The nearest
come first, the cheap before the costly, until the seconds are used up that they
took when they last ran; how many are left out is said on standard error.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 40.0
UNKNOWN = {"browser": 25.0, "crash": 25.0, "mutants": 25.0, "package": 25.0, "web": 10.0, "client": 10.0, "audit": 10.0}
"""The seconds that a file of a folder is taken to need if it never ran here; elsewhere ``SHORT``."""
SHORT = 2.0
TOOK = ROOT / ".pytest_cache/v/croupier/took"
SOURCES = {"src": ROOT / "src", "": ROOT}
BESIDE = {
    "src/croupier/rulebooks": (
        "tests/rulebooks",
        "tests/rules/test_lint",
        "tests/exact",
        "tests/rounds",
        "tests/clauses",
    ),
    "docs": ("tests/docs",),
    "README.md": ("tests/docs",),
    "conformance": ("tests/rounds",),
    "verifier": ("tests/audit",),
    "dev.py": ("tests/package",),
    "pyproject.toml": ("tests/package", "tests/rooms"),
}
"""Tests of what nothing imports."""
FRONT_END = "tests/browser/test_sources.py"
"""Types, units and sizes of the front end: whatever is changed there, this is nearest."""
PAGES = {
    "cloth": ("player_cloth", "player_touch", "player_hands", "staff_touch"),
    "wheel": ("player_wheel",),
    "player": ("player_",),
    "dealer": ("staff_dealer", "staff_wagers", "staff_taps", "staff_clicks"),
    "pit": ("staff_pit",),
    "display": ("staff_display",),
    "lab": ("lab",),
    "examine": ("examine", "house_rulebooks"),
    "wire": ("player_connection", "player_rounds"),
    "words": ("words", "player_states"),
    "lobby": ("lobby",),
    "staff": ("staff_",),
    "sound": ("player_sound",),
    "worker": ("offline",),
    "pictures": ("player_looks", "staff_looks"),
}
"""What the browser's tests of a folder of the front end are called: parts of their names behind ``test_``."""


def changed() -> list[str]:
    """What differs from the last commit, new files included; the last commit's files where nothing does."""
    listed = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return listed or git("diff", "--name-only", "HEAD~1", "HEAD")


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if line]


def module_of(path: str) -> str | None:
    """The dotted name of a Python file."""
    if not path.endswith(".py"):
        return None
    inside = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    return inside.replace("/", ".")


@cache
def imports() -> dict[str, set[str]]:
    """Every Python file of the project, and the modules it imports anywhere in it."""
    found: dict[str, set[str]] = {}
    for folder in ("src", "testkit", "tests", "tools", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[path.relative_to(ROOT).as_posix()] = set(imported(ast.parse(path.read_bytes())))
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def distances(path: str) -> dict[str, int]:
    """How many imports lie between a changed file and each test file that leads to it."""
    importers: dict[str, set[str]] = {}
    for file, modules in imports().items():
        for module in modules:
            importers.setdefault(module, set()).add(file)
    far = {path: 0}
    waiting = deque([path])
    while waiting:
        file = waiting.popleft()
        for user in importers.get(module_of(file) or "", ()):
            if user not in far:
                far[user] = far[file] + 1
                waiting.append(user)
    return {file: steps for file, steps in far.items() if is_test(file)}


def is_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_") and path.endswith(".py")


def named_after(path: str) -> Iterator[str]:
    """Test files that mirror a source file: the same folders, the same name."""
    if not path.startswith("src/croupier/"):
        return
    inside = Path(path.removeprefix("src/croupier/"))
    stem = inside.parent.name if inside.stem == "__init__" else inside.stem
    yield from (
        file for file in imports() if is_test(file) and file.endswith(f"{inside.parent.as_posix()}/test_{stem}.py")
    )


def of_pages(path: str) -> Iterator[str]:
    folder = path.removeprefix("frontend/src/").partition("/")[0]
    starts = tuple(f"tests/browser/test_{name}" for name in PAGES.get(folder, ("kit",)))
    yield from (file for file in imports() if file.startswith(starts))


def ranked(paths: Iterable[str]) -> dict[str, int]:
    """The test files that a change touches, and how far each is from it."""
    rank: dict[str, int] = {}

    def note(files: Iterable[str], steps: int) -> None:
        for file in files:
            rank[file] = min(steps, rank.get(file, steps))

    for path in paths:
        note([path] if is_test(path) and (ROOT / path).exists() else [], 0)
        note(named_after(path), 0)
        if path.startswith("frontend/"):
            note([FRONT_END], 0)
            note(of_pages(path), 1)
        for start, folders in BESIDE.items():
            if path == start or path.startswith(f"{start}/"):
                note((file for file in imports() if is_test(file) and file.startswith(folders)), 1)
        room = f"tests/{path.removeprefix('src/croupier/').partition('/')[0]}/"
        for file, steps in distances(path).items():
            note([file], 1 if file.startswith(room) else steps + 1)
    return rank


def chosen(rank: dict[str, int], took: dict[str, float], seconds: float) -> list[str]:
    """The nearest test files that fit into the time; at least one, if there is any."""
    cost = {file: took.get(file, UNKNOWN.get(file.split("/")[1], SHORT)) for file in rank}
    found: list[str] = []
    for file in sorted(rank, key=lambda one: (rank[one], cost[one], one)):
        if cost[file] <= seconds or not found:
            found.append(file)
            seconds -= cost[file]
    return found


def main(arguments: list[str]) -> int:
    """Print the test files, one a line."""
    parser = argparse.ArgumentParser(prog="python -m tools.touched", description="Which tests a change touches.")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"that they may take; {SECONDS:.0f} if not given"
    )
    parser.add_argument("files", nargs="*", help="what is changed; asked of git if not given")
    given = parser.parse_args(arguments)
    took = json.loads(TOOK.read_text()) if TOOK.is_file() else {}
    rank = ranked(given.files or changed())
    picked = chosen(rank, took, given.seconds)
    if len(picked) < len(rank):
        print(
            f"touched: {len(picked)} of {len(rank)} test files, the nearest first; `make test` runs all",
            file=sys.stderr,
        )
    print("\n".join(picked))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
