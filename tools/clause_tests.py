"""Which tests are named after which clause, read from the test files without running them.

A class ``TestClause_5_12__late_wagers`` in ``tests/clauses/test_mbs_roulette_3.py``
belongs to clause 5.12 of ``mbs-roulette/3``: what follows ``__`` is for the eye.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from croupier import Ruleset

CLAUSES = Path("tests/clauses")
_CLASS = re.compile(r"TestClause_(?P<slug>[0-9A-Za-z_]+?)(?:__\w+)?")


def slug(words: str) -> str:
    """Write a ref or a clause number the way it can stand in a name."""
    return re.sub(r"[^0-9A-Za-z]+", "_", words).strip("_")


def named_tests(ruleset: Ruleset, root: Path) -> tuple[dict[str, list[str]], list[str]]:
    """Return the tests of each clause, and the classes that name a clause the document does not have."""
    file = root / CLAUSES / f"test_{slug(ruleset.ref)}.py"
    numbers = {slug(number): number for number in ruleset.clauses}
    found: dict[str, list[str]] = {}
    strange = []
    for name, tests in _classes(file):
        match = _CLASS.fullmatch(name)
        number = numbers.get(match["slug"]) if match else None
        if number is None:
            strange.append(f"{file.relative_to(root).as_posix()}::{name}")
        else:
            ids = [f"{file.relative_to(root).as_posix()}::{name}::{test}" for test in tests]
            found.setdefault(number, []).extend(ids)
    return {number: found[number] for number in ruleset.clauses if found.get(number)}, strange


def _classes(file: Path) -> Iterator[tuple[str, list[str]]]:
    if not file.exists():
        return
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            tests = [
                part.name for part in node.body if isinstance(part, ast.FunctionDef) and part.name.startswith("test")
            ]
            yield node.name, tests
