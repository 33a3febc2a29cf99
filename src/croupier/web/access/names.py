"""Names: one form in which they are compared and shown, and none that could be taken for another's.

A badge on the screen is drawn from what the house knows about a person, never
from the name; even so, nobody may look like the dealer.
"""

from __future__ import annotations

import itertools
import json
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from croupier.rules.procedure import Role
from croupier.web.api.problems import ProblemError

NAME_MAX = 24
SEPARATORS = " -_.'"
STEPS_MAX = 5
"""Steps after which every letter and digit has come to what it looks like; a test tries them all."""
RESERVED_NAMES = frozenset({"house", "owner", "croupier", "staff", "admin", "system"})
OF_STAFF = frozenset(set(Role) - {Role.PLAYER, Role.HOUSE})
"""Names that only staff may have, and only if appointed under them."""

_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL"})
"""Scripts that are commonly written together."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What nothing is drawn for: all of Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt)."""
_LIKE_CAPITALS = frozenset({"LISU", "CHEROKEE"})
"""Scripts whose letters are drawn like Latin capitals, nearly all of them."""
_VARIANT = re.compile(
    r"LATIN (?:LETTER SMALL CAPITAL|SMALL LETTER(?: SCRIPT| DOTLESS| LONG)?|CAPITAL LETTER) ([A-Z])(?: WITH .*)?"
)
"""Latin letters that are drawn like a plain one: small capitals, and letters with a stroke, a hook or a tail."""

_ALIKE: Mapping[str, str] = json.loads(files(__package__).joinpath("confusables.json").read_text("utf-8"))["alike"]
"""Unicode's own list of characters that look alike (UTS #39), each with the one that stands for all of them. The file
names its source and license; ``tools.confusables`` writes it."""

# Letters of other alphabets, and digits, that are drawn like Latin letters though Unicode's list does not say so.
_DRAWN_ALIKE = str.maketrans(
    dict(zip("аеорсухіјѕһԁԛԝвкмнтг", "aeopcyxijshdqwbkmhtr", strict=True))
    | dict(zip("αονικρτυχεη", "aovikptuxen", strict=True))
    | {"0": "o", "1": "l", "i": "l", "ı": "l", "|": "l", "m": "rn", "ĸ": "k"}  # noqa: RUF001 - the same
    | dict.fromkeys(SEPARATORS, "-")
)


def clean_name(wanted: str, *, of_staff: bool = False) -> str:
    """Normalize a name to the form in which it is compared and shown; names of roles are for staff.

    Raises ProblemError.
    """
    name = unicodedata.normalize("NFKC", wanted).strip()
    if not 0 < len(name) <= NAME_MAX or not _is_plain(name):
        raise ProblemError(
            400, "bad-name", f"expected a name of 1 to {NAME_MAX} letters and digits, with {SEPARATORS!r} between them"
        )
    if _scripts(name) & _LIKE_CAPITALS:
        raise ProblemError(400, "bad-name", "the name's letters look like those of another alphabet")
    if len(_scripts(name)) > 1:
        raise ProblemError(400, "bad-name", "the name mixes alphabets, so that it could be taken for another")
    if _is_any(name, RESERVED_NAMES if of_staff else RESERVED_NAMES | OF_STAFF):
        raise ProblemError(409, "name-taken", f"the name {name!r} is the house's own")
    return name


def likeness(name: str) -> str:
    """Return what a name looks like; no two people's names look alike."""
    look = name
    for _ in range(STEPS_MAX):
        look, before = _look(look), look
        if look == before:
            break
    return look


def _look(name: str) -> str:
    """Take one step: what stands for a character in another case may itself look like something."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(_drawn_like(c) for c in parts if not unicodedata.combining(c)).translate(_DRAWN_ALIKE)


@lru_cache(maxsize=4_096)
def _drawn_like(character: str) -> str:
    """Return what stands for a character of a name in small letters, by either of its cases if one is like Latin."""
    found = character
    for cased in (character, character.upper()):
        prototype = unicodedata.normalize("NFKD", _ALIKE.get(cased, cased)).casefold()
        drawn = "".join(_plain(c) for c in prototype if not unicodedata.combining(c))
        if drawn.isascii():
            return drawn
        found = drawn if cased == character else found
    return found


def _plain(character: str) -> str:
    """Return the plain Latin letter that a character is a variant of, or the character itself."""
    if character.isascii():
        return character
    if character == "ɑ":  # noqa: RUF001 - Latin alpha, whose name does not say so
        return "a"
    found = _VARIANT.fullmatch(unicodedata.name(character, ""))
    return found[1].lower() if found else character


def _is_plain(name: str) -> bool:
    """Whether a name is letters, digits and single separators; combining marks go with the letters of their script."""
    if _UNSEEN.search(name):
        return False
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
    """Return the script of a character, from the first word of its Unicode name."""
    script = unicodedata.name(character, "?").split()[0]
    return "CJK" if script in _TOGETHER else script


def _scripts(name: str) -> set[str]:
    return {_script(c) for c in name if c.isalpha()}


def _is_any(name: str, words: frozenset[str]) -> bool:
    """Whether a name looks like one of the words, or like one with a number behind it."""
    letters = "".join(c for c in name if c not in SEPARATORS)
    looks = {likeness(letters), likeness("".join(c for c in letters if not c.isdigit()))}
    return not looks.isdisjoint(likeness(word.replace("-", "")) for word in words)
