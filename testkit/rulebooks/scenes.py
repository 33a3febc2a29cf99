"""Rounds for the sweep over all values: what the golden rounds do not reach, told once for every rulebook.

A scene is a table of its own. Nothing in it depends on the rulebook, so much of it is refused under one or the other.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Asked = dict[str, Any]

PEOPLE = {
    "ann": "player",
    "bob": "player",
    "dan": "dealer",
    "dot": "dealer",
    "sue": "pit-supervisor",
    "max": "pit-manager",
    "shi": "shift-manager",
    "flo": "floor-manager",
}
STAFF = ("dan", "sue", "max", "shi", "flo")
KINDS = (
    *("same-direction", "not-spun", "too-few-revolutions", "foreign-object", "no-compartment", "ball-left-wheel"),
    *("ball-broke", "wheel-stopped", "wheel-still", "interference", "ball-hangs", "unlisted"),
)
LIMITS = {"straight": {"min": 100, "max": 1000}, "red": {"min": 500, "max": 10000}}

Told = tuple[str, str, Mapping[str, Any]]

OPEN: Told = ("dan", "open-table", {})
BETTING: Told = ("dan", "open-betting", {})
SPIN = ("dan", "spin-ball", {"ball": "clockwise", "wheel": "counterclockwise"})
COUNT = ("dan", "count-revolutions", {"completed": 9})
CALL = ("dan", "call-no-more-bets", {"bell": True, "wave": True})
DECLARE = ("dan", "declare-outcome", {"pocket": "17"})
DOLLY = ("dan", "place-dolly", {"pocket": "17"})
SETTLE: Told = ("dan", "settle", {})
LIFT: Told = ("dan", "lift-dolly", {})
PLAIN = (SPIN, COUNT, CALL, DECLARE, DOLLY, SETTLE, LIFT)
"""A round from the spin on."""


def bet(wager: str, position: str = "17", stake: int = 500, who: str = "ann", **more: object) -> Told:
    return who, "place-wager", {"wager": wager, "player": who, "position": position, "stake": stake, **more}


def _opening() -> Iterator[Told]:
    for who in STAFF:
        yield who, "open-table", {}
        yield who, "close-table", {}
    yield from (OPEN, bet("early"), BETTING)
    for who in STAFF[1:]:
        yield bet(f"by-{who}", "20", who=who, player="ann")
    yield from (bet("d1", "20", who="dan", player="ann"), ("dan", "retract-wager", {"wager": "d1"}))
    yield ("ann", "move-wager", {"wager": "d1", "position": "23", "accident": False})
    yield from (*PLAIN, BETTING, ("dan", "close-table", {}))


def _acting() -> Iterator[Told]:
    yield from (OPEN, BETTING, bet("w1"))
    for who, acting in (("sue", "dealer"), ("dan", "pit-supervisor"), ("flo", "dealer"), ("dan", "floor-manager")):
        yield who, "spin-ball", {"ball": "clockwise", "wheel": "counterclockwise", "acting": acting}
    yield from (COUNT, CALL, DECLARE, ("dan", "mark-unclear", {"wager": "w1"}))
    for who in STAFF:
        yield who, "rule-on-wager", {"wager": "w1", "treatment": "stand"}
    yield "dan", "rule-on-wager", {"wager": "w1", "treatment": "stand", "acting": "pit-supervisor"}
    yield from (DOLLY, SETTLE, LIFT)


def _closing() -> Iterator[Told]:
    for signals in ({}, {"bell": True}, {"wave": True}, {"wave": False, "bell": True}):
        yield from (OPEN, BETTING, bet("w1"), ("dan", "call-no-more-bets", signals))
        yield from ((who, "authorize-early-close", {}) for who in STAFF)
        yield from (SPIN, bet("w2"), ("dan", "call-no-more-bets", signals), bet("w3"), bet("w4", "20"))
        yield from (COUNT, CALL, DECLARE, bet("w5"), DOLLY, SETTLE, LIFT)
    for who in STAFF:
        yield from (BETTING, (who, "authorize-early-close", {}), CALL, bet("w1"), *PLAIN)


def _unclosed() -> Iterator[Told]:
    yield from (OPEN, BETTING, bet("w1"), SPIN, DECLARE, bet("w0"), CALL, DECLARE, COUNT, DECLARE, DOLLY, SETTLE)
    for who in STAFF:
        yield who, "rule-on-irregularity", {"ruling": "stand", "reason": "late call"}
    yield from (DOLLY, SETTLE, LIFT)
    yield from (BETTING, bet("w1"), SPIN, COUNT, DECLARE, bet("w2"), CALL, DECLARE, DOLLY, SETTLE)
    for who in STAFF:
        yield who, "rule-on-irregularity", {"ruling": "stand", "reason": "late call"}
    yield from (DOLLY, SETTLE, LIFT)


def _outcome() -> Iterator[Told]:
    yield from (OPEN, BETTING, bet("w1"), bet("w2", "red"), SPIN, COUNT, CALL, DOLLY, SETTLE, DECLARE, SETTLE)
    yield from (("dot", "confirm-outcome", {"pocket": "17"}), ("dan", "place-dolly", {"pocket": "20"}))
    for who in STAFF:
        yield who, "correct-outcome", {"round": "1", "pocket": "20", "reason": "misread"}
        yield who, "correct-outcome", {"round": "1", "pocket": "17", "reason": "misread"}
    yield from (("ann", "settle", {}), DOLLY, SETTLE, BETTING, LIFT)
    yield from (("dan", "report-irregularity", {"kind": "ball-broke"}),)
    for who in STAFF:
        yield who, "correct-outcome", {"round": "1", "pocket": "0", "reason": "camera"}
    yield from ((who, "approve-correction", {"round": "1", "pocket": "0"}) for who in ("dot", *STAFF))
    yield from (BETTING, bet("w1", "18"), *PLAIN)
    for who in STAFF:
        yield who, "correct-outcome", {"round": "1", "pocket": "20", "reason": "camera"}
    yield from ((who, "approve-correction", {"round": "1", "pocket": "20"}) for who in ("dot", *STAFF))


def _zeros() -> Iterator[Told]:
    yield OPEN
    for pocket in ("0", "00", "17"):
        yield BETTING
        for place, position in enumerate(("0", "17", "red", "even", "split:0-1", "dozen:1", "column:1")):
            yield bet(f"w{place}", position)
        for who, do, fields in PLAIN:
            yield who, do, {**fields, "pocket": pocket} if "pocket" in fields else fields


def _kinds() -> Iterator[Told]:
    """Bet on every kind that a felt may have, and let each win."""
    inside = ("17", "17/20", "street:16-17-18", "16/17/19/20", "six-line:16-17-18-19-20-21", "split:0-1", "first-five")
    boxes = ("column:2", "dozen:2", "low", "high", "odd", "even", "red", "black", "column:1", "dozen:1", "Lucky twelve")
    zeros = ("split:00-0@courtesy", "street:0-1-2", "corner:0-1-2-3", "first-five:0-00-1-2-3")
    yield OPEN
    for pocket in ("17", "18", "19", "1", "12", "13"):
        yield BETTING
        for place, position in enumerate((*inside, *boxes, *zeros)):
            yield bet(f"w{place}", position)
        for who, do, fields in PLAIN:
            yield who, do, {**fields, "pocket": pocket} if "pocket" in fields else fields


def _moved() -> Iterator[Told]:
    move = ("dan", "move-wager", {"wager": "w1", "position": "20", "accident": True})
    yield OPEN
    for moment in range(5):
        acts = [BETTING, bet("w1"), bet("w2", "20"), SPIN, COUNT, CALL, DECLARE]
        for place, act in enumerate(acts):
            yield act
            if place == moment + 2:
                yield from (move, ("dan", "mark-unclear", {"wager": "w2", "point": "line"}))
                yield ("ann", "retract-wager", {"wager": "w2"})
                for who in STAFF:
                    yield who, "rule-on-wager", {"wager": "w2", "treatment": "return", "reason": "asked"}
        yield from (DOLLY, SETTLE)
        for who in STAFF:
            for wager in ("w1", "w2"):
                yield who, "rule-on-wager", {"wager": wager, "treatment": "relocate", "position": "17"}
                yield who, "rule-on-wager", {"wager": wager, "treatment": "stand"}
        yield from (SETTLE, LIFT)


def _limits() -> Iterator[Told]:
    yield OPEN
    yield ("dan", "set-limits", {"limits": LIMITS, "chip_value_min": 100})
    for _ in range(3):
        yield from (BETTING, bet("w1", "17", 50), bet("w2", "17", 600), bet("w3", "17", 600), bet("w4", "red", 100))
        yield from (bet("b1", "17", 600, "bob"), bet("b2", "20", 5000, "bob"), bet("w5", "20", 2000))
        yield from (bet("b3", "black", 100, "bob"), bet("w6", "17", 1100))
        yield from (("ann", "retract-wager", {"wager": "w2", "stake": 550}), SPIN, COUNT, CALL, DECLARE)
        for who in STAFF:
            yield who, "rule-on-wager", {"wager": "w1", "treatment": "return"}
        yield from (DOLLY, SETTLE, LIFT)
        yield from (("ann", "take-seat", {"player": "ann"}), ("ann", "leave-seat", {"player": "ann"}))


def _lenient() -> Iterator[Told]:
    yield from (OPEN, ("dan", "set-limits", {"limits": LIMITS, "intake": "accept"}))
    for scope in ("player", "area"):
        yield "dan", "set-limits", {"limit_scope": scope}
        yield from (BETTING, bet("w1", "17", 50), bet("b1", "17", 990, "bob"), bet("w2", "red", 20000))
        yield from (bet("w3", "20", 50), bet("w4", "black", 20000), bet("b2", "17", 20, "bob"))
        yield from (SPIN, COUNT, CALL, DECLARE)
        for who in STAFF:
            yield who, "rule-on-wager", {"wager": "w3", "treatment": "return"}
        yield from (DOLLY, SETTLE, LIFT)


def _own_limits() -> Iterator[Told]:
    wide = {kind: {"min": 1, "max": 100000} for kind in ("straight", "red")}
    narrow = {kind: {"min": 600, "max": 700} for kind in ("straight", "red")}
    for limits in (None, wide, narrow):
        yield OPEN
        if limits is not None:
            yield "dan", "set-limits", {"limits": limits}
        yield from (BETTING, bet("w1", "17", 50), bet("w2", "17", 2000), bet("w3", "red", 650))
        yield from (bet("w4", "17", 650), bet("w5", "17", 650), *PLAIN)


def _color_chips() -> Iterator[Told]:
    buy = {"player": "ann", "amount": 2000, "chips": "color", "color": "blue"}
    yield OPEN
    for least in (None, 100):
        if least is not None:
            yield "dan", "set-limits", {"chip_value_min": least}
        for value in (None, 50, 100, 200, 500):
            for marker in (False, True):
                extra = {} if value is None else {"chip_value": value}
                yield "ann", "buy-in", {**buy, **extra, "marker": marker}
                yield "ann", "buy-in", {**buy, "chip_value": 1000, "marker": True}
                yield "bob", "buy-in", {**buy, "player": "bob", "chip_value": 100}
                yield "ann", "cash-out", {"player": "ann", "amount": 2000, "chips": "color"}
    yield ("dan", "set-limits", {"limits": LIMITS})
    yield ("ann", "buy-in", {**buy, "chip_value": 500})


def _chip_minimum() -> Iterator[Told]:
    buy = {"player": "ann", "amount": 2000, "chips": "color", "color": "blue"}
    yield from (OPEN, ("dan", "set-limits", {"limits": LIMITS}))
    yield from (("ann", "buy-in", {**buy, "chip_value": 200}), ("ann", "buy-in", {**buy, "chip_value": 100}))


def _unbought() -> Iterator[Told]:
    yield from (OPEN, ("ann", "buy-in", {"player": "ann", "amount": 2000, "chips": "cash"}), BETTING)
    yield from (bet("b1", "17", 500, "bob"), bet("w1"), *PLAIN)


def _sittings() -> Iterator[Told]:
    yield from (OPEN, ("dan", "set-limits", {"limits": LIMITS, "intake": "accept"}))
    for _ in range(3):
        yield from (("ann", "take-seat", {"player": "ann"}), BETTING, bet("w1", "17", 50), *PLAIN)
        yield from (("ann", "leave-seat", {"player": "ann"}),)


def _away() -> Iterator[Told]:
    buy = {"player": "ann", "amount": 2000, "chips": "color", "color": "blue", "chip_value": 500, "marker": True}
    yield from (OPEN, ("ann", "buy-in", buy), ("ann", "remove-chips", {"player": "ann", "amount": 1000}))
    yield from (("ann", "bring-back-chips", {"player": "ann", "amount": 1000}), BETTING, bet("w1", "17", 1000))
    yield from (bet("w2", "17", 1000), *PLAIN)
    yield ("ann", "cash-out", {"player": "ann", "amount": 2000, "chips": "color"})
    yield from ((who, "approve-redemption", {"player": "ann", "amount": 500}) for who in STAFF)
    yield ("ann", "cash-out", {"player": "ann", "amount": 2000, "chips": "color"})
    yield ("ann", "cash-out", {"player": "ann", "amount": 500, "chips": "color"})


def _cash_chips() -> Iterator[Told]:
    buy = {"player": "ann", "amount": 2000, "chips": "cash", "color": "gold"}
    yield from (OPEN, ("ann", "buy-in", buy), ("bob", "buy-in", {**buy, "player": "bob"}))
    yield ("bob", "buy-in", {"player": "bob", "amount": 2000, "chips": "color", "color": "red", "chip_value": 100})
    yield BETTING
    yield bet("w1", "17", 500, chips=[{"cash": 100, "count": 5}])
    yield bet("w2", "17", 500, chips=[{"color": "red", "count": 5}])
    yield bet("w3", "17", 500, chips=[{"color": "red", "count": 5, "table": "other"}])
    yield bet("b1", "17", 500, "bob", chips=[{"color": "red", "count": 5}])
    yield bet("b2", "17", 500, "bob", chips=[{"cash": 100, "count": 5}])
    yield from ((who, "permit-value-chips", {"player": "bob", "color": "gold"}) for who in STAFF)
    yield ("dan", "permit-value-chips", {"player": "bob", "color": "jade"})
    yield from (bet("b3", "17", 500, "bob", chips=[{"cash": 100, "count": 5}]), *PLAIN)


def _no_spin() -> Iterator[Told]:
    yield OPEN
    for reason in (None, *KINDS):
        for who in STAFF:
            yield from (BETTING, bet("w1"))
            asked: Asked = {} if reason is None else {"reason": reason}
            yield who, "call-no-spin", asked
            yield SPIN
            yield who, "call-no-spin", {**asked, "suspected": True}
            yield who, "call-no-spin", asked
            if reason is not None:
                yield "dan", "report-irregularity", {"kind": reason}
                yield who, "call-no-spin", asked
            yield from (COUNT, CALL, DECLARE, (who, "call-no-spin", asked), DOLLY, SETTLE, LIFT)
            yield "shi", "rule-on-irregularity", {"ruling": "void", "reason": "open"}
            yield "flo", "rule-on-irregularity", {"ruling": "void", "reason": "open"}
            yield "dan", "rule-on-irregularity", {"ruling": "void", "reason": "open"}


def _power() -> Iterator[Told]:
    fail = ("dan", "fail-power", {"ball_dropped": False})
    dropped = ("dan", "fail-power", {"ball_dropped": True})
    back: Told = ("dan", "restore-power", {})
    annul: Told = ("dan", "call-no-spin", {})
    yield from (OPEN, BETTING, bet("w1"), dropped, SPIN, fail, back, COUNT, CALL, DECLARE, DOLLY, SETTLE, LIFT)
    yield from (BETTING, bet("w1"), SPIN, fail, annul, back, *PLAIN)
    yield from (BETTING, bet("w1"), SPIN, fail, COUNT, CALL, DECLARE, DOLLY, SETTLE, LIFT)
    yield from (BETTING, bet("w1"), *PLAIN, BETTING, annul, SPIN, annul, back)
    yield from (BETTING, bet("w1"), fail, SPIN, COUNT, CALL, DECLARE, DOLLY, SETTLE, LIFT, back)
    yield from (BETTING, bet("w1"), SPIN, dropped, bet("w2"), COUNT, CALL, DECLARE, DOLLY, SETTLE, back, LIFT)


def _irregular(kind: str) -> Iterator[Told]:
    """Report one irregularity at every moment, and let everybody rule on it."""
    yield OPEN
    acts = [BETTING, bet("w1"), bet("w2", "red"), SPIN, COUNT, CALL, DECLARE, DOLLY, SETTLE, LIFT]
    if kind == "unlisted":
        acts.insert(7, ("dan", "mark-unclear", {"wager": "w1"}))
    for moment in range(1, len(acts)):
        for place, act in enumerate(acts):
            yield act
            if place == moment:
                yield "dan", "report-irregularity", {"kind": kind, "found_late": moment % 2 == 0}
                yield "dan", "report-irregularity", {"kind": "unlisted", "note": "a lamp"}
        for who in STAFF:
            yield who, "rule-on-irregularity", {"ruling": "void", "reason": "open"}
            yield who, "rule-on-wager", {"wager": "w1", "treatment": "stand"}
        yield from (DOLLY, SETTLE, LIFT)


def _unconfirmed() -> Iterator[Told]:
    """Report what a second person has to confirm, as a house asks for it."""
    report = {"kind": "foreign-object", "found_late": True, "unconfirmed": True}
    yield from (OPEN, BETTING, bet("w1"), SPIN, COUNT, CALL, DECLARE, DOLLY, ("dan", "report-irregularity", report))
    yield SETTLE
    for who in STAFF:
        yield who, "rule-on-irregularity", {"ruling": "void", "reason": "seen"}


def _revolutions() -> Iterator[Told]:
    yield OPEN
    for completed in range(1, 7):
        yield from (BETTING, bet("w1"), SPIN, ("dan", "count-revolutions", {"completed": completed}), CALL)
        yield ("dan", "call-no-spin", {"reason": "too-few-revolutions"})
        yield ("dan", "report-irregularity", {"kind": "too-few-revolutions"})
        yield from (DECLARE, DOLLY, SETTLE, LIFT)
    for wheel in ("clockwise", "still"):
        yield from (BETTING, bet("w1"), ("dan", "spin-ball", {"ball": "clockwise", "wheel": wheel}), *PLAIN)
        yield ("shi", "rule-on-irregularity", {"ruling": "void", "reason": "open"})
        yield ("flo", "rule-on-irregularity", {"ruling": "void", "reason": "open"})


def scenes() -> dict[str, list[Asked]]:
    """Return every scene under its name, as commands of the wire."""
    told = {
        "opening": _opening(),
        "acting": _acting(),
        "closing": _closing(),
        "unclosed": _unclosed(),
        "outcome": _outcome(),
        "zeros": _zeros(),
        "kinds": _kinds(),
        "moved": _moved(),
        "limits": _limits(),
        "lenient": _lenient(),
        "own-limits": _own_limits(),
        "color-chips": _color_chips(),
        "chip-minimum": _chip_minimum(),
        "unbought": _unbought(),
        "sittings": _sittings(),
        "away": _away(),
        "cash-chips": _cash_chips(),
        "power": _power(),
        "revolutions": _revolutions(),
        "unconfirmed": _unconfirmed(),
        **{f"irregular-{kind}": _irregular(kind) for kind in KINDS},
        "no-spin": _no_spin(),
    }
    return {name: [_asked(number, *act) for number, act in enumerate(acts)] for name, acts in told.items()}


def _asked(number: int, who: str, do: str, fields: Mapping[str, Any]) -> Asked:
    own = dict(fields)
    acting = own.pop("acting", None)
    by = {"name": who, "role": PEOPLE[who], **({"acting": acting} if acting else {})}
    return {"id": f"s{number}", "by": by, "do": do, **own}
