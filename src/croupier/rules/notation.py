"""From what people write to a position: ``17``, ``17/20``, ``8-9-11-12``, ``1st 12``, ``col 2``, ``0/00``.

The rule is one sentence: words name a position if they spell its name, its
label on the felt, or a set of pockets that exactly one position covers. A pair
such as ``1-18`` that is no split is read as a range. The words of the documents
for a kind do as well (``Three Numbers 1-2-3``), with or without ``bet``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from croupier.rules.errors import AmbiguousPositionError, UnknownPositionError
from croupier.rules.pocket import is_label, is_number, ordered
from croupier.rules.position import INSIDE, SERIES, Kind
from croupier.rules.stake import short

LENGTH_MAX = 200
PAIR = 2

_SPLIT = re.compile(r"[ /,+-]+")
_ORDINALS = {"1st": "1", "2nd": "2", "3rd": "3", "first": "1", "second": "2", "third": "3"}
_KIND_WORDS = {
    "straight": "straight",
    "straight up": "straight",
    "single": "straight",
    "split": "split",
    "street": "street",
    "trio": "street",
    "three numbers": "street",
    "corner": "corner",
    "square": "corner",
    "four numbers": "corner",
    "four corners": "corner",
    "six line": "six-line",
    "six-line": "six-line",
    "sixline": "six-line",
    "double street": "six-line",
    "line": "six-line",
    "six numbers": "six-line",
    "first five": "first-five",
    "first-five": "first-five",
    "first five numbers": "first-five",
    "hot corner": "first-five",
    "top line": "top-line",
    "top-line": "top-line",
    "series": "series",
    "three number series": "series-3",
    "four number series": "series-4",
    "six number series": "series-6",
    "column": "column",
    "col": "column",
    "c": "column",
    "dozen": "dozen",
    "dozens": "dozen",
    "doz": "dozen",
    "d": "dozen",
    "12": "dozen",
}
_KINDS = frozenset({*_KIND_WORDS.values(), *SERIES})
_LONGEST_FIRST = sorted(_KIND_WORDS, key=len, reverse=True)
_PLAIN = {
    "low": "low",
    "high": "high",
    "odd": "odd",
    "even": "even",
    "red": "red",
    "black": "black",
    "green": "green",
    "1 to 18": "low",
    "19 to 36": "high",
}
_FOLDS = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
    **dict.fromkeys(map(ord, "\t\u00a0"), " "),
}
_STRANGE = "?"
"""What text in other scripts is folded to; it spells no name and lists no pockets."""
_NAMED = {"first-five", "top-line"}
"""Kinds of which a felt has one position, so that the kind alone names it."""


class Names:
    """Every way to write the positions of one felt."""

    __slots__ = ("_by_name", "_by_pockets", "_labels", "_placements")

    def __init__(
        self,
        ref_positions: Iterable[tuple[str, Kind, tuple[str, ...]]],
        labels: Mapping[str, str],
        placements: Mapping[str, str],
    ) -> None:
        """Take (name, kind, pockets) of each position, box labels, and the second spots of courtesy lines."""
        self._by_name: dict[str, Kind] = {}
        self._by_pockets: dict[tuple[str, ...], list[str]] = {}
        for name, kind, pockets in ref_positions:
            self._by_name[name] = kind
            self._by_pockets.setdefault(pockets, []).append(name)
        self._labels = {_folded(label): name for label, name in labels.items()}
        self._placements = dict(placements)

    def find(self, words: str) -> str:
        """Return the name of the one position the words mean, or raise saying what would be right."""
        if not isinstance(words, str):
            raise UnknownPositionError(f"a position is written as text, such as '17/20', not {short(words)}")
        if len(words) > LENGTH_MAX:
            raise UnknownPositionError(f"a position is written in at most {LENGTH_MAX} characters, such as 17/20")
        if words in self._by_name:
            return words
        text = _folded(words).removesuffix(" bet")
        if "@" in text:
            return self._second_spot(words, text)
        found = self._found(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousPositionError(f"{words!r} can be {' or '.join(found)}; write which one")
        raise UnknownPositionError(self._advice(words, text))

    def _second_spot(self, words: str, text: str) -> str:
        head, _, suffix = text.partition("@")
        found = self._found(head)
        if len(found) == 1 and f"{found[0]}@{suffix}" in self._placements:
            return found[0]
        spots = " or ".join(self._placements) or "none on this felt"
        raise UnknownPositionError(f"{words!r:.60} names no second spot of a bet; there is {spots}")

    def _found(self, text: str) -> list[str]:
        if text in self._labels:
            return [self._labels[text]]
        plain = _PLAIN.get(text)
        if plain is not None and plain in self._by_name:
            return [plain]
        kind, rest = _kind_and_rest(text)
        if kind in ("column", "dozen"):
            number = _ORDINALS.get(rest, rest)
            return [f"{kind}:{number}"] if f"{kind}:{number}" in self._by_name else []
        if kind in _NAMED and not rest:
            return [name for name, k in self._by_name.items() if k == kind]
        return self._covering(kind, _labels(rest))

    def _covering(self, kind: str, labels: list[str] | None) -> list[str]:
        """Find the positions with exactly these pockets; a pair that is no split may be a range."""
        if not labels or len(set(labels)) != len(labels):
            return []
        found = self._of_kind(kind, self._by_pockets.get(ordered(labels), []))
        if found or len(labels) != PAIR or not all(map(is_number, labels)):
            return found
        first, last = int(labels[0]), int(labels[1])
        span = tuple(str(n) for n in range(first, last + 1))
        return self._of_kind(kind, self._by_pockets.get(span, []))

    def _of_kind(self, kind: str, names: list[str]) -> list[str]:
        if not kind:
            return names
        if kind == "series":
            return [name for name in names if self._by_name[name] in SERIES]
        return [name for name in names if self._by_name[name] == kind]

    def _advice(self, words: str, text: str) -> str:
        """Say why the words name nothing, and what would be right."""
        wrong = f"{repr(words)[:60]} names no position"
        kind, rest = _kind_and_rest(text)
        labels = _labels(rest)
        if kind in _KINDS:
            return f"{wrong}: {self._advice_on(kind, labels)}"
        if labels and not kind:
            inside = [name for name, known in self._by_name.items() if known in INSIDE and known is not Kind.STRAIGHT]
            return f"{wrong}: {self._strange(labels) or _unjoined(labels, inside)}"
        return f"{wrong}; write it like 17, 17/20, 8-9-11-12, 1st 12, col 2, red or split:17-20"

    def _advice_on(self, kind: str, labels: list[str] | None) -> str:
        """Say what would be right where a kind was named."""
        there = self._of_kind(kind, list(self._by_name))
        if not there:
            return f"this felt has no {kind}"
        if kind in ("column", "dozen") or len(there) == 1:
            return f"of this kind there is {', '.join(there)}"
        if not labels:
            return f"a {kind} is written with all its numbers, such as {there[0]}"
        if len(labels) in {len(_pockets(name)) for name in there}:
            return self._strange(labels) or _unjoined(labels, there)
        return self._strange(labels) or f"a {kind} is written with all its numbers; near are {_near(labels, there)}"

    def _strange(self, labels: list[str]) -> str:
        unknown = [label for label in labels if f"straight:{label}" not in self._by_name]
        return f"this wheel has no pocket {unknown[0][:20]}" if unknown else ""


def _unjoined(labels: list[str], names: list[str]) -> str:
    return f"no line or point of this felt joins these numbers; near are {_near(labels, names)}"


def _near(labels: list[str], names: list[str]) -> str:
    """Name the closest positions by how many pockets they share with what was asked."""
    return ", ".join(sorted(names, key=lambda name: len(set(labels).symmetric_difference(_pockets(name))))[:3])


def _pockets(name: str) -> list[str]:
    return name.partition(":")[2].split("-")


def _folded(words: str) -> str:
    """Fold case, dashes and blanks, and nothing else: letters and digits of other scripts fit nothing."""
    text = words.translate(_FOLDS)
    if not text.isascii() or not text.isprintable():
        return _STRANGE
    return re.sub(r" *([-/]) *", r"\1", " ".join(text.lower().split()))


def _kind_and_rest(text: str) -> tuple[str, str]:
    """Split off a word that names a kind, before or after: ``col 2``, ``2nd 12``, ``split:17-20``."""
    head, colon, rest = text.partition(":")
    if colon:
        kind = head.strip()
        return ("?" if kind in ("", "12") else _KIND_WORDS.get(kind, kind), rest.strip())
    if text in _KIND_WORDS and text != "12":
        return (_KIND_WORDS[text], "")
    for word in _LONGEST_FIRST:
        if text.startswith(word + " ") and word != "12":
            return (_KIND_WORDS[word], text[len(word) + 1 :].removeprefix("bet "))
        first = text.removesuffix(" " + word)
        if first != text and first in _ORDINALS:
            return (_KIND_WORDS[word], first)
    glued = re.fullmatch(r"(col|doz|c|d)([123])", text)
    return (_KIND_WORDS[glued[1]], glued[2]) if glued else ("", text)


def _labels(text: str) -> list[str] | None:
    labels = [part.upper() for part in _SPLIT.split(text)]
    return labels if all(map(is_label, labels)) else None
