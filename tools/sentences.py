"""Find words for people in the pages: they belong in the catalogue of the language, `frontend/src/words/en`.

A page of a folder in `KEPT` has no words of its own: no text between tags, no attribute that is shown or read out, and
no string that looks like a sentence or a label. What machines read (keys, classes, paths) has no capital and no space.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path("frontend/src")
CATALOGUE = SOURCE / "words" / "en"
HOLE = "\0"
"""Stands for a value in a template."""
KEPT = frozenset({"app.ts", "build.ts", "pages.ts", "parts.ts", "view.ts"}) | frozenset(
    {"cloth", "display", "lobby", "player", "sound", "wheel", "wire"}
)
"""Files and folders of `frontend/src` whose sentences are all in the catalogue; the others still have their own."""
SAME_EVERYWHERE = frozenset({"croupier", "x20"})
NO_WORDS = frozenset({"Authorization", "Backspace", "Bearer", "Delete", "Enter", "Escape"})
"""Keys of the keyboard as browsers name them, and what a request says to the service."""

SHOWN = re.compile(r"""\b(?:title|aria-label|aria-valuetext|placeholder|alt)="([^"]*)\"""")
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"[A-Za-z]{2,}")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
ENTITY = re.compile(r"&\w+;")
SENTENCE = re.compile(r"[A-Z\u201c][a-z’']*[ ,;:…].*|[A-Z][a-z]{2,}[.!?…]?|.* .*[.!?…]", re.DOTALL)


class Text(NamedTuple):
    """A piece of a template or a string, and the line on which it begins."""

    line: int
    words: str


def sentences(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Find what a page says by itself, with its line."""
    if not is_kept(path):
        return
    found = _Reader(COMMENT.sub("", text))
    found.code(0, top=True)
    for piece in found.templates:
        for said in _of_template(piece.words):
            yield piece.line, f"{said!r} stands in a page; it belongs in {CATALOGUE}"
    for piece in found.strings:
        said = _plain(piece.words)
        if SENTENCE.fullmatch(said) and WORD.search(said) and said not in NO_WORDS:
            yield piece.line, f"{said!r} stands in a page; it belongs in {CATALOGUE}"


def is_kept(path: Path) -> bool:
    """Whether the sentences of a file are all in the catalogue."""
    if not path.is_relative_to(SOURCE) or path.suffix != ".ts":
        return False
    return path.relative_to(SOURCE).parts[0] in KEPT


def _of_template(markup: str) -> Iterator[str]:
    for shown in SHOWN.findall(markup):
        yield from _words(shown)
    for between in TAG.split(markup):
        yield from _words(between)


def _words(text: str) -> Iterator[str]:
    said = _plain(ENTITY.sub(" ", text))
    if WORD.search(said) and said not in SAME_EVERYWHERE:
        yield said


def _plain(text: str) -> str:
    return " ".join(text.replace(HOLE, " ").split())


class _Reader:
    """Takes a source apart: markup with its holes left out, and strings."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.templates: list[Text] = []
        self.strings: list[Text] = []

    def code(self, at: int, *, top: bool = False) -> int:
        """Read code up to the brace that closes it, and return what comes after."""
        depth = 0
        while at < len(self.text):
            sign = self.text[at]
            if sign in "\"'":
                at = self._string(at)
            elif sign == "`":
                at = self._template(at)
            elif sign == "}" and not depth and not top:
                return at + 1
            else:
                depth += (sign == "{") - (sign == "}")
                at += 1
        return at

    def _string(self, at: int) -> int:
        end = at + 1
        while end < len(self.text) and self.text[end] != self.text[at] and self.text[end] != "\n":
            end += 2 if self.text[end] == "\\" else 1
        self.strings.append(Text(self._line(at), self.text[at + 1 : end]))
        return end + 1

    def _template(self, at: int) -> int:
        begin, is_markup = at, self.text[:at].endswith(("html", "svg"))
        words: list[str] = []
        at += 1
        while at < len(self.text) and self.text[at] != "`":
            if self.text.startswith("${", at):
                at = self.code(at + 2)
                words.append(HOLE)
            else:
                words.append(self.text[at])
                at += 1
        (self.templates if is_markup else self.strings).append(Text(self._line(begin), "".join(words)))
        return at + 1

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1
