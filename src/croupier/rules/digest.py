"""The digest of a rulebook: SHA-256 over a canonical form of what its file states.

The form is the file's own data as JSON with sorted keys, without blanks, and
without the prose that decides nothing (``title``, ``summary``, ``note``): a
clearer sentence is no new edition, and a key that the format gains later
leaves old digests alone because old files do not state it. Drawings are
reduced to their labels, so that aligning them better changes nothing, and the
wheel to its pockets, because the order of a wheel decides nothing here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from croupier.rules.pocket import ordered

PROSE = frozenset({"title", "summary", "note"})


def canonical(data: dict[str, Any]) -> str:
    """Write the data of a rulebook file in its canonical form."""
    stated = {key: _DECIDES.get(key, _stated)(value) for key, value in data.items() if key not in PROSE}
    return json.dumps(stated, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(data: dict[str, Any]) -> str:
    """Return the digest as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _stated(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    if isinstance(value, dict):
        return {key: _stated(item) for key, item in value.items() if key not in PROSE}
    if isinstance(value, list):
        return [_stated(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _drawing(felt: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    return [line.split() for line in felt.splitlines() if line.split()]


def _wheel(wheel: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    return _stated({**wheel, "order": ordered(wheel["order"].split()), "verified": None})


_DECIDES: Mapping[str, Callable[[Any], Any]] = {"felt": _drawing, "wheel": _wheel}
