"""Frames of the socket: commands read strictly, with who asks taken from the session and never from the frame."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.commands import By, Command, PlaceWager
from croupier.table.made import of_fields
from croupier.table.reading import WORD_MAX, is_word
from croupier.table.wire import Json, WireError, read_command, read_json

SIGN_IN = "sign-in"
PING = "ping"


def read_frame(raw: bytes) -> Json:
    """Read a frame into an object, within the bounds of the wire. Raises WireError.

    The fast reader takes the last of two equal keys; a plain object without
    duplicates has two quotes for each key and each text, so whatever has not is
    left to the strict reader.
    """
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return read_json(raw)
    if isinstance(data, dict) and b"\\" not in raw and len(raw) <= PLAIN_MAX and _is_plain(data):
        texts = sum(isinstance(value, str) for value in data.values())
        if raw.count(b'"') == 2 * (len(data) + texts):
            return data
    return read_json(raw)


PLAIN_MAX = 2_000
POSITION_MAX = 2 * WORD_MAX
_INTEGER_MAX = 10**17
"""So that a number fits the digits of the wire with its sign."""


def _is_plain(data: dict[str, Any]) -> bool:
    """Whether the values are texts, small integers, booleans or nothing, so that no other rule can be broken."""
    for value in data.values():
        kind = type(value)
        if kind is str or kind is bool or value is None:
            continue
        if kind is not int or not -_INTEGER_MAX < value < _INTEGER_MAX:
            return False
    return True


_WORD = rb'"([!#-\[\]-~]{1,%d})"' % WORD_MAX
_PLACE = rb'"([!#-\[\]-~]{1,%d})"' % POSITION_MAX
_STAKE = rb"([1-9][0-9]{0,%d})" % (len(str(_INTEGER_MAX)) - 2)
_PLAIN_WAGER = re.compile(
    rb'\{"id": ?%b, ?"do": ?"place-wager", ?"wager": ?%b, ?"player": ?%b, ?"position": ?%b, ?"stake": ?%b'
    rb'(?:, ?"round": ?%b)?\}' % (_WORD, _WORD, _WORD, _PLACE, _STAKE, _WORD)
)
"""Fields in their usual order, words of ASCII without blanks, quotes or escapes: nothing is left to be checked."""

_place_wager = of_fields(PlaceWager)


def read_wager(raw: bytes, by: By) -> tuple[str, PlaceWager] | None:
    """Read the frame that nearly all are, a plain wager, in one go; None leaves it and its faults to the others.

    What is taken here is exactly what they would take: a test compares them.
    """
    found = _PLAIN_WAGER.fullmatch(raw)
    if found is None:
        return None
    ident, wager, player, position, stake, named = found.groups()
    round_named = None if named is None else named.decode()
    laid = _place_wager(by, wager.decode(), player.decode(), position.decode(), int(stake), None, round_named)
    return ident.decode(), laid


def frame_id(data: Json) -> str:
    """Take the id out of a frame. Raises WireError."""
    ident = data.pop("id", None)
    if not isinstance(ident, str) or not is_word(ident):
        raise WireError("wrong-type", f"id: expected text of 1 to {WORD_MAX} characters")
    return ident


def read_asked(data: Json, by: By) -> Command:
    """Read a command by whoever is signed in. Raises WireError.

    A frame may carry ``by`` as lines of ``croupier table`` do; only the acting
    position is taken from it, and whether that is allowed the rulebook says.
    """
    claimed = data.pop("by", None)
    acting = None if claimed is None else _acting(claimed)
    if data.get("commitment") is not None:
        raise WireError("unknown-field", "commitment: it is the house's to make")
    shown: Json = {"name": by.name, "role": by.role}
    data["by"] = shown if acting is None else {**shown, "acting": acting}
    return read_command(data)


def _acting(claimed: object) -> str | None:
    if not isinstance(claimed, dict):
        raise WireError("wrong-type", "by: expected an object, or nothing: who asks is known")
    strange = next((name for name in claimed if name not in ("name", "role", "acting")), None)
    if strange is not None or not all(isinstance(value, str | None) for value in claimed.values()):
        raise WireError("wrong-type", "by: expected name, role and acting as texts")
    acting: str | None = claimed.get("acting")
    if acting is not None and acting not in Role._value2member_map_:
        raise WireError("wrong-type", f"by.acting: expected one of {', '.join(Role)}")
    return acting
