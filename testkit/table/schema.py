"""The commands of the wire, written down a second time from the design: what a line must be to be taken at all.

Nothing of the engine is used here, so that a decoder that lets too much or too
little through is found out.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

LINE_MAX = 8 * 1024

ROLES = (
    *("player", "dealer", "pit-supervisor", "pit-manager", "shift-manager", "floor-manager"),
    *("surveillance", "auditor", "house"),
)
IRREGULARITIES = (
    *("same-direction", "not-spun", "too-few-revolutions", "foreign-object", "no-compartment", "ball-left-wheel"),
    *("ball-broke", "wheel-stopped", "wheel-still", "interference", "ball-hangs", "unlisted"),
)

COMMANDS = {
    "open-table": "",
    "close-table": "",
    "set-limits": "limits?:limits intake?:word limit_scope?:word chip_value_min?:amount",
    "take-seat": "player:word seat?:amount",
    "leave-seat": "player:word",
    "buy-in": "player:word amount:amount chips:sort color?:word chip_value?:amount marker?:flag",
    "cash-out": "player:word amount:amount chips:sort color?:word",
    "permit-value-chips": "player:word color?:word",
    "remove-chips": "player:word amount:amount",
    "bring-back-chips": "player:word amount:amount",
    "collect-debt": "player:word amount:amount",
    "approve-redemption": "player:word amount?:amount",
    "open-betting": "commitment?:long",
    "place-wager": "wager:word player:word position:long stake:amount chips?:chips round?:word",
    "place-wagers": "wagers:laid player?:word round?:word",
    "retract-wager": "wager:word stake?:amount round?:word",
    "retract-wagers": "wagers:words round?:word",
    "move-wager": "wager:word position:long accident:flag round?:word",
    "mark-unclear": "wager:word point?:word",
    "spin-ball": "ball:ball wheel:wheel",
    "undo-spin": "",
    "count-revolutions": "completed:count",
    "call-no-more-bets": "bell?:flag wave?:flag",
    "authorize-early-close": "",
    "report-irregularity": "kind:irregularity note?:text",
    "call-no-spin": "reason?:irregularity suspected?:flag",
    "declare-outcome": "pocket:pocket",
    "confirm-outcome": "pocket:pocket",
    "place-dolly": "pocket:pocket",
    "lift-dolly": "pocket?:pocket",
    "rule-on-wager": "wager:word treatment:treatment position?:long reason?:text",
    "rule-on-irregularity": "ruling:ruling reason:text",
    "settle": "",
    "correct-outcome": "round:word pocket:pocket reason:text",
    "approve-correction": "round:word pocket:pocket reason?:text",
    "fail-power": "ball_dropped:flag",
    "restore-power": "",
}
"""Every command with its fields; ``?`` marks those that may be left out or be null."""


def is_command(line: bytes) -> bool:
    """Whether a line is a command, to the letter."""
    if len(line) > LINE_MAX:
        return False
    try:
        said = json.loads(
            line.decode(), object_pairs_hook=_once, parse_float=_never, parse_constant=_never, parse_int=_whole
        )
    except (ValueError, RecursionError):
        return False
    if not isinstance(said, dict) or not _text(said.pop("id", None), 64):
        return False
    do = said.pop("do", None)
    if not isinstance(do, str) or do not in COMMANDS:
        return False
    return _fits(said, f"by:by {COMMANDS[do]}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def _never(digits: str) -> None:
    raise ValueError(f"{digits} is no whole number")


def _whole(digits: str) -> int:
    if len(digits) > 18:
        raise ValueError("too many digits")
    return int(digits)


def _fits(said: object, fields: str) -> bool:
    if not isinstance(said, dict):
        return False
    known = dict(field.split(":") for field in fields.split())
    required = {name for name in known if not name.endswith("?")}
    shapes = {name.removesuffix("?"): shape for name, shape in known.items()}
    if not required <= said.keys() <= shapes.keys():
        return False
    return all((value is None and name not in required) or SHAPES[shapes[name]](value) for name, value in said.items())


def _text(value: object, longest: int) -> bool:
    if not isinstance(value, str) or not 0 < len(value) <= longest or value != value.strip():
        return False
    return all(letter == " " or unicodedata.category(letter)[0] not in "CZ" for letter in value)


def _number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _list_of(value: object, fits: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and 0 < len(value) <= 200 and all(fits(one) for one in value)


def _chips(value: object) -> bool:
    if not _fits(value, "count:amount color?:word cash?:amount table?:word"):
        return False
    assert isinstance(value, dict)
    return (value.get("color") is None) is not (value.get("cash") is None)


def _limits(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(_text(kind, 64) and _fits(span, "min:amount max:amount") for kind, span in value.items())


def one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in words


SHAPES: dict[str, Callable[[object], bool]] = {
    "word": lambda value: _text(value, 64),
    "words": lambda value: _list_of(value, lambda one: _text(one, 64)),
    "long": lambda value: _text(value, 128),
    "text": lambda value: _text(value, 500),
    "amount": lambda value: _number(value, 1),
    "count": lambda value: _number(value, 0),
    "flag": lambda value: isinstance(value, bool),
    "by": lambda value: _fits(value, "name:word role:role acting?:role"),
    "role": one_of(*ROLES),
    "sort": one_of("cash", "color"),
    "ball": one_of("clockwise", "counterclockwise"),
    "wheel": one_of("clockwise", "counterclockwise", "still"),
    "irregularity": one_of(*IRREGULARITIES),
    "treatment": one_of("stand", "relocate", "return"),
    "ruling": one_of("void", "stand"),
    "pocket": lambda value: (
        isinstance(value, str) and re.fullmatch("0{1,3}|[1-9][0-9]?|[A-Z]{1,3}", value, re.ASCII) is not None
    ),
    "chips": lambda value: _list_of(value, _chips),
    "laid": lambda value: _list_of(
        value, lambda one: _fits(one, "wager:word position:long stake:amount player?:word chips?:chips")
    ),
    "limits": _limits,
}
