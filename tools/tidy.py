"""Refuse what review should not have to say twice: long modules and functions, empty names, leftovers, machine paths.

Names and phrases that docs/glossary.md has replaced are refused too, see `tools/words.py`.

    python -m tools.tidy [FOLDER]

Prints one line per finding, `path:line: what is wrong`, and exits with 1 if there is any.
In the front end it also finds long lines, declarations of a style that share a line, and sentences that stand in
pages instead of the catalogue of the language, see `tools/sentences.py`.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.sentences import sentences
from tools.words import GLOSSARY, Glossary, read_glossary, word_findings

MODULE_LINES_MAX = 500
FUNCTION_LINES_MAX = 60
COLUMNS_MAX = 120
FRONT_END_FILES = frozenset({".ts", ".css", ".mjs", ".html"})
CODE = FRONT_END_FILES | {".py", ".c"}

# Words that say nothing about what is inside.
EMPTY_NAMES = frozenset({"utils", "helpers", "common", "manager", "processor", "base", "data", "info"})

PURE_ROOMS = ("rules", "rulebooks", "table")

# What each folder beside the sources does not look up to: tests and tools share testkit, and nothing else.
NOT_IMPORTED = {
    "testkit": ("tests", "tools"),
    "tools": ("tests",),
    "benchmarks": ("tests",),
    "src": ("tests", "testkit"),
}

# Written in two halves, so that this file does not find itself.
LEFTOVER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME)\b")
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(work|root)/\w|(?<![\w.:/])/home/" + r"\w")
# A semicolon with something behind it, or a brace with a whole declaration in it.
TWO_DECLARATIONS = re.compile(r";\s*[^\s}]|\{[^{}]*:[^{}]*;?\s*\}")
CSS_COMMENT = re.compile(r"/\*.*?\*/")
CSS_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
HOST = re.compile(r"://|^\s*--(index-url|extra-index-url|find-links|trusted-host)|\bfile:", re.IGNORECASE)


class Finding(NamedTuple):
    """Something to mend, and where. Line 0 means the file itself."""

    path: Path
    line: int
    words: str

    def __str__(self) -> str:
        place = f"{self.path.as_posix()}:{self.line}" if self.line else self.path.as_posix()
        return f"{place}: {self.words}"


def findings(root: Path, paths: list[Path]) -> list[Finding]:
    """List what is untidy in `paths`, given relative to `root`."""
    glossary = read_glossary(text_of(root / GLOSSARY) or "") if (root / GLOSSARY).is_file() else Glossary()
    return [finding for path in paths for finding in file_findings(root, path, glossary)]


def file_findings(root: Path, path: Path, glossary: Glossary) -> Iterator[Finding]:
    yield from name_findings(path)
    text = text_of(root / path)
    if text is None:
        return
    yield from line_findings(path, text)
    if path.suffix in CODE:
        yield from long_lines(path, text)
    if path.suffix == ".py":
        yield from python_findings(path, text)
    yield from (Finding(path, line, words) for line, words in word_findings(path, text, glossary))
    if path.parts[0] == "frontend" and path.suffix in FRONT_END_FILES:
        yield from front_end_findings(path, text)
        yield from (Finding(path, line, words) for line, words in sentences(path, text))


def text_of(path: Path) -> str | None:
    """Return the text of `path`; None for pictures and other bytes."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def name_findings(path: Path) -> Iterator[Finding]:
    if path.suffix == ".py" and path.stem in EMPTY_NAMES:
        yield Finding(path, 0, f"{path.stem!r} says nothing about what is inside")
    for folder in path.parts[:-1]:
        if path.suffix == ".py" and folder in EMPTY_NAMES:
            yield Finding(path, 0, f"the folder {folder!r} says nothing about what is inside")
    if path.name.upper().endswith("_SUMMARY.MD"):
        yield Finding(path, 0, "a summary of work done belongs in the commit")
    if is_test(path) and "comprehensive" in path.stem.lower():
        yield Finding(path, 0, "a test is named for what it is about, not for the effort")


def line_findings(path: Path, text: str) -> Iterator[Finding]:
    in_locks = path.parts[0] == "locks"
    for number, line in enumerate(text.splitlines(), start=1):
        if LEFTOVER.search(line):
            yield Finding(path, number, "do it, or open an issue")
        if MACHINE_PATH.search(line):
            yield Finding(path, number, "a path of one machine")
        if in_locks and HOST.search(line):
            yield Finding(path, number, "a lock names no host")


def long_lines(path: Path, text: str) -> Iterator[Finding]:
    """Find lines that are too long with what a linter does not count, such as the reason behind a ``noqa``."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > COLUMNS_MAX:
            yield Finding(path, number, f"{len(line)} columns; a line has at most {COLUMNS_MAX}")


def front_end_findings(path: Path, text: str) -> Iterator[Finding]:
    for number, line in enumerate(text.splitlines(), start=1):
        if path.suffix == ".css" and TWO_DECLARATIONS.search(CSS_QUOTED.sub("", CSS_COMMENT.sub("", line))):
            yield Finding(path, number, "one declaration to a line")


def python_findings(path: Path, text: str) -> Iterator[Finding]:
    in_source = path.parts[0] == "src"
    length = len(text.splitlines())
    if in_source and length > MODULE_LINES_MAX:
        yield Finding(path, 0, f"{length} lines; a module has at most {MODULE_LINES_MAX}")
    tree = ast.parse(text, filename=str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from function_findings(path, node)
    if in_source and any(room in path.parts for room in PURE_ROOMS):
        yield from import_findings(path, tree)
    yield from sharing_findings(path, tree)


def function_findings(path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if length > FUNCTION_LINES_MAX:
        words = f"{function.name} has {length} lines; a function has at most {FUNCTION_LINES_MAX}"
        yield Finding(path, function.lineno, words)
    if is_test(path) and "comprehensive" in function.name.lower():
        yield Finding(path, function.lineno, "a test is named for what it shows, not for the effort")


def import_findings(path: Path, tree: ast.Module) -> Iterator[Finding]:
    """Find third-party imports, of any package: import-linter can only refuse the ones it is told by name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in imported(node):
            if name.partition(".")[0] not in {*sys.stdlib_module_names, "croupier"}:
                yield Finding(path, node.lineno, f"{name}: a pure room uses the standard library alone")


def sharing_findings(path: Path, tree: ast.Module) -> Iterator[Finding]:
    """Find tools that import tests, and whoever imports a test module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in imported(node):
            top = name.partition(".")[0]
            if top in NOT_IMPORTED.get(path.parts[0], ()):
                yield Finding(path, node.lineno, f"{name}: {path.parts[0]} imports nothing of {top}; testkit is shared")
            taken = [one.name for one in node.names] if isinstance(node, ast.ImportFrom) else []
            if top == "tests" and any(part.startswith("test_") for part in (*name.split("."), *taken)):
                yield Finding(path, node.lineno, f"{name}: nobody imports a test module; testkit is shared")


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Name the modules, ours left out when written with dots."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.module and node.level == 0 else []


def is_test(path: Path) -> bool:
    return path.parts[0] == "tests"


def tracked(root: Path) -> list[Path]:
    """List what git holds or would add, relative to `root`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return sorted({Path(name) for name in listed.split("\0") if name and (root / name).is_file()})


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = findings(root, tracked(root))
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
