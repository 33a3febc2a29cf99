"""A wager as a line, and lines that are no command, each with the code of its error."""

import json
from typing import Any

Json = dict[str, Any]

DEALER: Json = {"name": "dan", "role": "dealer"}
ANN: Json = {"name": "ann", "role": "player"}
WAGER: Json = {"do": "place-wager", "wager": "w1", "player": "ann", "position": "split:17-20", "stake": 500}


def line(said: Json) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode()


def wager(**changes: Any) -> bytes:
    return line({"id": "c7", "by": ANN, **WAGER, **changes})


def raw(field: str, written: str) -> bytes:
    """A wager with one value written just so."""
    return wager(**{field: "@here@"}).replace(b'"@here@"', written.encode())


DEEP = '{"id":"c7","by":' + '{"a":' * 8 + "1" + "}" * 8 + "}"

NO_COMMANDS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not-json"),
    "a word": (b"hello", "not-json"),
    "half a line": (wager()[:-5], "not-json"),
    "two commands": (wager() + wager(), "not-json"),
    "single quotes": (wager().replace(b'"', b"'"), "not-json"),
    "no UTF-8": (b'{"id":"\xff"}', "not-json"),
    "half a pair as bytes": (b'{"id":"\xed\xa0\x80"}', "not-json"),
    "a byte order mark": (b"\xef\xbb\xbf" + wager(), "not-json"),
    "a raw control character": (wager(player="a@b").replace(b"a@b", b"a\x01b"), "not-json"),
    "a comma too many": (wager()[:-1] + b",}", "not-json"),
    "a list": (b"[1]", "wrong-type"),
    "a number": (b"17", "wrong-type"),
    "null": (b"null", "wrong-type"),
    "no id": (line({"by": ANN, **WAGER}), "wrong-type"),
    "an id that is a number": (wager(id=7), "wrong-type"),
    "an empty id": (wager(id=""), "wrong-type"),
    "an id of blanks": (wager(id="   "), "wrong-type"),
    "an id of 65 letters": (wager(id="x" * 65), "wrong-type"),
    "no command": (line({"id": "c7", "by": ANN}), "unknown-command"),
    "an unknown command": (wager(do="win"), "unknown-command"),
    "a command that is a list": (wager(do=["place-wager"]), "unknown-command"),
    "nobody": (line({"id": "c7", **WAGER}), "missing-field"),
    "a name alone": (wager(by="ann"), "wrong-type"),
    "no role": (wager(by={"name": "ann"}), "missing-field"),
    "an unknown role": (wager(by={"name": "ann", "role": "boss"}), "wrong-type"),
    "an unknown acting role": (wager(by={**ANN, "acting": "boss"}), "wrong-type"),
    "a field of nobody's": (wager(by={**ANN, "seat": 3}), "unknown-field"),
    "an unknown field": (wager(bonus=1), "unknown-field"),
    "an unknown field with a strange name": (wager(**{"\x1b[31m": 1}), "unknown-field"),
    "a field of another command": (wager(pocket="17"), "unknown-field"),
    "no stake": (line({"id": "c7", "by": ANN, **{k: v for k, v in WAGER.items() if k != "stake"}}), "missing-field"),
    "a stake of null": (wager(stake=None), "wrong-type"),
    "a key twice": (wager()[:-1] + b',"stake":5}', "duplicate-key"),
    "a key twice within": (
        wager().replace(b'{"name": "ann"', b'{"name": "ann", "name": "bob"'),
        "duplicate-key",
    ),
    "a key twice in a list": (
        line({"id": "c7", "by": ANN, "do": "place-wagers", "wagers": ["@"]}).replace(
            b'"@"', b'{"wager":"w1","stake":1,"stake":2,"position":"17"}'
        ),
        "duplicate-key",
    ),
    "not a number": (raw("stake", "NaN"), "wrong-number"),
    "infinity": (raw("stake", "Infinity"), "wrong-number"),
    "minus infinity": (raw("stake", "-Infinity"), "wrong-number"),
    "a point": (raw("stake", "1.0"), "wrong-number"),
    "an exponent": (raw("stake", "1e3"), "wrong-number"),
    "a huge exponent": (raw("stake", "1e999"), "wrong-number"),
    "4,000 digits": (raw("stake", "9" * 4_000), "wrong-number"),
    "19 digits": (raw("stake", "9" * 19), "wrong-number"),
    "a leading zero": (raw("stake", "007"), "not-json"),
    "a plus": (raw("stake", "+5"), "not-json"),
    "an underscore": (raw("stake", "1_000"), "not-json"),
    "hexadecimal": (raw("stake", "0x10"), "not-json"),
    "Arabic digits": (raw("stake", "\u0663\u0665"), "not-json"),
    "full-width digits": (raw("stake", "\uff11\uff17"), "not-json"),
    "true for a number": (raw("stake", "true"), "wrong-type"),
    "text for a number": (wager(stake="500"), "wrong-type"),
    "Arabic digits as text": (wager(stake="\u0663\u0665"), "wrong-type"),
    "a list for a number": (wager(stake=[500]), "wrong-type"),
    "nothing staked": (wager(stake=0), "wrong-type"),
    "minus one": (wager(stake=-1), "wrong-type"),
    "a number for a position": (wager(position=17), "wrong-type"),
    "half a pair": (raw("player", '"\\ud800"'), "wrong-type"),
    "a control character": (wager(player="a\x00b"), "wrong-type"),
    "a new line": (wager(player="a\nb"), "wrong-type"),
    "a character that turns the line round": (wager(player="\u202eann"), "wrong-type"),
    "a name of blanks": (wager(player="  "), "wrong-type"),
    "a name of wide blanks": (wager(player="\u3000"), "wrong-type"),
    "a blank before a name": (wager(player=" ann"), "wrong-type"),
    "no name at all": (wager(player=""), "wrong-type"),
    "a name of 65 letters": (wager(player="a" * 65), "wrong-type"),
    "a position of 129 letters": (wager(position="1" * 129), "wrong-type"),
    "no chips": (wager(chips=[]), "wrong-type"),
    "201 chips": (wager(chips=[{"cash": 1, "count": 1}] * 201), "wrong-type"),
    "chips that are neither color nor cash": (wager(chips=[{"count": 1}]), "wrong-type"),
    "chips that are both": (wager(chips=[{"count": 1, "cash": 5, "color": "blue"}]), "wrong-type"),
    "no wagers": (line({"id": "c7", "by": ANN, "do": "place-wagers", "wagers": []}), "wrong-type"),
    "a text for a list": (line({"id": "c7", "by": ANN, "do": "retract-wagers", "wagers": "w1"}), "wrong-type"),
    "a pocket as a number": (line({"id": "c7", "by": DEALER, "do": "declare-outcome", "pocket": 0}), "wrong-type"),
    "a pocket with a leading zero": (
        line({"id": "c7", "by": DEALER, "do": "declare-outcome", "pocket": "07"}),
        "wrong-type",
    ),
    "a yes for true": (
        line({"id": "c7", "by": DEALER, "do": "fail-power", "ball_dropped": "yes"}),
        "wrong-type",
    ),
    "a one for true": (line({"id": "c7", "by": DEALER, "do": "fail-power", "ball_dropped": 1}), "wrong-type"),
    "a limit with a strange name": (
        line({"id": "c7", "by": DEALER, "do": "set-limits", "limits": {"a\x00": {"min": 1, "max": 2}}}),
        "wrong-type",
    ),
    "a limit named by half a pair": (
        b'{"id":"c7","by":{"name":"dan","role":"dealer"},"do":"set-limits","limits":{"\\ud800":{"min":1,"max":2}}}',
        "wrong-type",
    ),
    "limits that are a list": (line({"id": "c7", "by": DEALER, "do": "set-limits", "limits": [1]}), "wrong-type"),
    "a reason of 501 letters": (
        line({"id": "c7", "by": DEALER, "do": "rule-on-irregularity", "ruling": "void", "reason": "x" * 501}),
        "wrong-type",
    ),
    "nine deep": (DEEP.encode(), "too-deep"),
    "5,000 brackets": (b"[" * 5_000, "too-deep"),
    "8,193 bytes": (wager() + b" " * (8_193 - len(wager())), "too-long"),
    "a megabyte": (b"x" * 2**20, "too-long"),
}
