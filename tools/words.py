"""The glossary as a check: names and phrases that docs/glossary.md has replaced, wherever they are used.

A name is taken apart into its words, so that ``TableHouse`` and ``desk_of`` are found
by *house* and *desk*. Only what a file defines is looked at: modules, classes, types,
functions, parameters, variables and attributes. What it calls is found where it is defined.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

GLOSSARY = Path("docs/glossary.md")
CODE = ("src", "testkit", "tests", "tools", "benchmarks", "verifier", "examples", "frontend")
SKIPPED = ("frontend/src/wire/generated.ts", "docs/glossary.md", "tests/test_tidy.py")
"""What is generated, and what has the words on purpose."""
SCRIPTS = frozenset({".ts", ".mjs"})
QUOTED = re.compile(r"`([^`]+)`")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# A declaration, or a member with a modifier in front of it: enough for classes, types, functions and variables.
DECLARED = re.compile(r"\b(class|interface|type|enum|function|const|let)\s+([A-Za-z_$][\w$]*)")
MEMBER = re.compile(r"^\s+(?:(?:private|protected|public|readonly|static|declare)\s+)+(?:async\s+)?([A-Za-z_$][\w$]*)")
SCRIPT_COMMENT = re.compile(r"(?<![:\"'`\w])//\s?(.*)$|^\s*/?\*+\s?(.*?)(?:\*/)?$")
CLASS, FUNCTION, VARIABLE = "class", "function", "variable"
KINDS = {"class": CLASS, "interface": CLASS, "type": CLASS, "enum": CLASS, "function": FUNCTION}


class Name(NamedTuple):
    """A name that a file defines; line 0 is the file's own."""

    line: int
    name: str
    kind: str


class Replaced(NamedTuple):
    """A word that the glossary has replaced in names of some kinds, what by, and where it is still right."""

    word: str
    kinds: frozenset[str]
    now: str
    places: tuple[str, ...]
    names: frozenset[str]

    def hits(self, path: Path, name: Name) -> bool:
        if name.kind not in self.kinds or name.name in self.names or path.as_posix().startswith(self.places):
            return False
        word, some = self.word.removesuffix("(s)"), "s?" if self.word.endswith("(s)") else ""
        return re.search(rf"\b{words_of(word)}{some}\b", words_of(name.name)) is not None


class Glossary(NamedTuple):
    """What docs/glossary.md says, as far as it can be checked."""

    words: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    """Words whose explanation has a second meaning in it."""
    replaced: tuple[Replaced, ...] = ()
    phrases: tuple[tuple[str, str], ...] = ()


def read_glossary(text: str) -> Glossary:
    """Read the three tables: words, names that were replaced, phrases."""
    words, names, phrases = (rows_under(text, head) for head in ("Words", "Names that were replaced", "Phrases"))
    replaced = [replacement(word, row) for row in names for word in QUOTED.findall(row[0])]
    doubled = [row[0] for row in words if "; and " in row[1]]
    named, said = [row[0] for row in words], [(row[0], row[1]) for row in phrases]
    return Glossary(tuple(named), tuple(doubled), tuple(replaced), tuple(said))


def replacement(written: str, row: list[str]) -> Replaced:
    """Read one word: ``House`` is about classes, ``found()`` about functions and modules, ``told`` about every name."""
    kinds = {CLASS} if written[0].isupper() else {FUNCTION} if written.endswith("()") else {CLASS, FUNCTION, VARIABLE}
    right = QUOTED.findall(row[2])
    places = tuple(one for one in right if "/" in one)
    return Replaced(written.removesuffix("()"), frozenset(kinds), row[1], places, frozenset(right) - {*places})


def rows_under(text: str, head: str) -> list[list[str]]:
    """Read the rows of the table under a heading, without its own head."""
    section = text.partition(f"\n## {head}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def words_of(name: str) -> str:
    """Take a name apart: ``TableHouse`` and ``TABLE_HOUSE`` are ``table house``."""
    return " ".join(WORD.findall(name)).lower()


def word_findings(path: Path, text: str, glossary: Glossary) -> Iterator[tuple[int, str]]:
    """List what the glossary objects to in a file, each with its line."""
    if path == GLOSSARY:
        repeated = (word for word, times in Counter(glossary.words).items() if times > 1)
        yield from ((0, f"{word!r} is explained twice; a word has one meaning") for word in repeated)
        yield from ((0, f"{word!r} has two meanings; list the one that has to stay below") for word in glossary.doubled)
    if path.as_posix() in SKIPPED:
        return
    for name in defined(path, text):
        found = next((one for one in glossary.replaced if one.hits(path, name)), None)
        if found is not None:
            yield name.line, f"{name.name}: the glossary has {found.now}"
    for line, said in prose(path, text):
        for phrase, better in glossary.phrases:
            if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", said, re.IGNORECASE):
                yield line, f"{phrase!r}: the glossary has {better}"
    if path.suffix == ".py" and glossary.phrases:
        yield from give_findings(ast.parse(text))


def give_findings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node) or ""
            if said.startswith("Give ") and not said.startswith("Give up"):
                yield node.lineno, f"{node.name}: a function returns, sends or seats; it does not give"


def defined(path: Path, text: str) -> Iterator[Name]:
    """List the names that a file defines, its own first."""
    if path.parts[0] not in CODE or path.suffix not in {".py", *SCRIPTS}:
        return
    yield Name(0, path.stem, FUNCTION)
    yield from of_python(path, ast.parse(text)) if path.suffix == ".py" else of_script(text)


def of_python(path: Path, tree: ast.Module) -> Iterator[Name]:
    for node in ast.walk(tree):
        # The names of tests are sentences.
        if isinstance(node, ast.ClassDef) and not (path.parts[0] == "tests" and node.name.startswith("Test")):
            yield Name(node.lineno, node.name, CLASS)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("test_"):
            yield Name(node.lineno, node.name, FUNCTION)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Name(node.lineno, node.id, VARIABLE)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield Name(node.lineno, node.attr, VARIABLE)
        elif isinstance(node, ast.arg):
            yield Name(node.lineno, node.arg, VARIABLE)


def of_script(text: str) -> Iterator[Name]:
    for number, line in enumerate(text.splitlines(), start=1):
        code = SCRIPT_COMMENT.sub("", line)
        yield from (Name(number, one[2], KINDS.get(one[1], VARIABLE)) for one in DECLARED.finditer(code))
        member = MEMBER.match(code)
        if member is not None:
            yield Name(number, member[1], VARIABLE)


def prose(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """List docstrings, comments and paragraphs, each in one line, with the number of its first."""
    if path.suffix == ".md":
        yield from blocks(enumerate(text.splitlines(), start=1))
    elif path.suffix == ".toml" and path.parts[0] == "src":
        yield from enumerate(text.splitlines(), start=1)
    elif path.suffix in SCRIPTS and path.parts[0] == "frontend":
        comments = ((number, SCRIPT_COMMENT.search(line)) for number, line in enumerate(text.splitlines(), start=1))
        yield from blocks((number, (one[1] or one[2] or "") if one else "") for number, one in comments)
    elif path.suffix == ".py" and path.parts[0] in CODE:
        yield from of_tokens(text)


def of_tokens(text: str) -> Iterator[tuple[int, str]]:
    comments: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and token.string.startswith('"""'):
            yield token.start[0], " ".join(token.string.split())
        elif token.type == tokenize.COMMENT:
            if comments and comments[-1][0] != token.start[0] - 1:
                comments.append((token.start[0] - 1, ""))
            comments.append((token.start[0], token.string.lstrip("# ")))
    yield from blocks(comments)


def blocks(lines: Iterator[tuple[int, str]] | list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Join lines up to an empty one."""
    for full, group in groupby(lines, key=lambda one: bool(one[1].strip())):
        if full:
            block = list(group)
            yield block[0][0], " ".join(line.strip() for _, line in block)
