"""Names: one form in which they are compared and shown, and none that could be taken for another's.

A badge on the screen is drawn from what the house knows about a person, never
from the name; all the same nobody shall look like the dealer.
"""

from __future__ import annotations

import itertools
import unicodedata

from croupier.rules.procedure import Role
from croupier.web.problems import ProblemError

NAME_MAX = 24
SEPARATORS = " -_.'"
NOBODYS = frozenset({"house", "owner", "croupier", "staff", "admin", "system"})
OF_STAFF = frozenset(set(Role) - {Role.PLAYER, Role.HOUSE})
"""What only staff may be called, by whoever appoints them."""

_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})
"""Alphabets that are written together."""

# Letters of other alphabets, and digits, that are drawn like Latin letters (the likeliest of Unicode's confusables).
_DRAWN_ALIKE = str.maketrans(
    dict(zip("аеорсухіјѕһԁԛԝвкмнтг", "aeopcyxijshdqwbkmhtr", strict=True))
    | dict(zip("αονικρτυχεη", "aovikptuxen", strict=True))
    | {"0": "o", "1": "l", "i": "l", "ı": "l", "|": "l"}  # noqa: RUF001 - the same
    | dict.fromkeys(SEPARATORS, "-")
)


def clean_name(wanted: str, *, of_staff: bool = False) -> str:
    """Bring a name to the one form in which it is compared and shown; only staff may be called what they are.

    Raises ProblemError.
    """
    name = unicodedata.normalize("NFKC", wanted).strip()
    if not 0 < len(name) <= NAME_MAX or not _is_plain(name):
        raise ProblemError(
            400, "bad-name", f"expected a name of 1 to {NAME_MAX} letters and digits, with {SEPARATORS!r} between them"
        )
    if len(_scripts(name)) > 1:
        raise ProblemError(400, "bad-name", "the name mixes alphabets, so that it could be taken for another")
    if _is_any(name, NOBODYS if of_staff else NOBODYS | OF_STAFF):
        raise ProblemError(409, "name-taken", f"the name {name!r} is the house's own")
    return name


def likeness(name: str) -> str:
    """Give what a name looks like; two people's never look alike."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c)).translate(_DRAWN_ALIKE)


def _is_plain(name: str) -> bool:
    """Whether a name has letters, digits and single separators alone; signs of a script's own go with its letters."""
    if not name[0].isalnum() or not any(c.isalnum() for c in name):
        return False
    for before, c in itertools.pairwise(name):
        if c in SEPARATORS and before not in SEPARATORS:
            continue
        if c.isalnum() or (unicodedata.category(c) in ("Mn", "Mc") and c != before and _script(c) == _script(before)):
            continue
        return False
    return True


def _script(character: str) -> str:
    """Give the alphabet of a character by the first word of its Unicode name."""
    script = unicodedata.name(character, "?").split()[0]
    return "CJK" if script in _TOGETHER else script


def _scripts(name: str) -> set[str]:
    return {_script(c) for c in name if c.isalpha()}


def _is_any(name: str, words: frozenset[str]) -> bool:
    """Whether a name looks like one of the words, or like one with a number behind it."""
    letters = "".join(c for c in name if c not in SEPARATORS)
    looks = {likeness(letters), likeness("".join(c for c in letters if not c.isdigit()))}
    return not looks.isdisjoint(likeness(word.replace("-", "")) for word in words)
