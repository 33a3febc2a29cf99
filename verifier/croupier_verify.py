#!/usr/bin/env python3
"""Check a dispute packet or a whole exported record of croupier, with nothing but Python 3.11 or later.

    python croupier_verify.py PACKET.json [--anchors FILE]
    python croupier_verify.py RECORD.jsonl [--anchors FILE]

Written from docs/record-format.md alone; it shares no line with croupier. Every check is
printed in words. Exit status: 0 nothing is wrong, 1 something is, 2 it is no packet and no record,
or the anchors are none.

What it cannot judge it says: whether the rules allowed what somebody did, whether a bet fits the
felt, and how a stake outside the limits is treated. `croupier audit` judges those.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

Json = dict[str, Any]

GENESIS = "0" * 64
PACKET, RECORD = "croupier/packet/1", "croupier/record/1"
SECRET_BYTES = 32
HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
NAMED_BY_POCKETS = {
    *("straight", "split", "street", "corner", "six-line", "first-five", "top-line"),
    *("series-3", "series-4", "series-6"),
}
SETTLED = ("wager-paid", "wager-collected", "wager-returned")
ENDINGS = ("round-closed", "round-voided")
CORRECTING = ("correction-proposed", "outcome-corrected")
CHIPS = ("chips-bought", "chips-redeemed", "chips-removed", "chips-brought-back")
IN_ROUNDS = ("wager-placed", "wager-retracted", "outcome-declared", *SETTLED)
DESK, HOUSE, OWNER, PLAYER = "house", "house", "owner", "player"
REPEATED = {"pocket", "wager", "player", "amount", "stake", "commitment"}
"""What the first event that follows from a command repeats as it was asked."""
MAY_OWE = ("tray:", "outside:", "issued")
DAY = timedelta(days=1)
METERED: dict[str, tuple[tuple[str, str], ...]] = {
    "wager-placed": (("wagers", ""), ("staked", "stake")),
    "wager-retracted": (("retracted", "stake"),),
    "wager-returned": (("returned", "amount"),),
    "wager-collected": (("collected", "collected"), ("returned", "returned")),
    "wager-paid": (("winnings", "winnings"), ("returned", "returned")),
    "adjustment": (("winnings", "winnings"), ("returned", "returned"), ("collected", "collected")),
    "outcome-corrected": (("corrections", ""),),
    "chips-bought": (("bought", "amount"),),
    "chips-redeemed": (("redeemed", "amount"),),
    "round-closed": (("rounds", ""),),
    "round-voided": (("rounds", ""), ("voids", "")),
    "wallet-funded": (("funded", "amount"),),
    "cash-returned": (("refunded", "amount"),),
}
"""What each event adds to which meter: the value of a field, or 1 for the event itself."""


class NoEvidenceError(Exception):
    """What was given is no packet and no record."""


class Checks:
    """What was looked at, and how it came out."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Start with nothing; quiet, only what is wrong is printed."""
        self.failed, self.passed, self.quiet = 0, 0, quiet

    def ok(self, words: str) -> None:
        """Something holds."""
        self.passed += 1
        if not self.quiet:
            print(f"  ok      {words}")

    def wrong(self, words: str) -> None:
        """Something does not."""
        self.failed += 1
        print(f"  WRONG   {ascii(words)[1:-1] if not words.isprintable() else words}")

    def unknown(self, words: str) -> None:
        """Something cannot be judged from what is there."""
        if not self.quiet:
            print(f"  unknown {words}")

    def check(self, words: str, *, holds: bool) -> None:
        """Say whether something holds."""
        if holds:
            self.ok(words)
        else:
            self.wrong(f"not so: {words}")


# --- canonical JSON and hashes -----------------------------------------------------------------------------------


def canonical(data: object) -> str:
    """Write plain data in the one form that is hashed."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _pairs(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands there twice")
    return data


def _no_fraction(digits: str) -> float:
    raise ValueError(f"{digits[:20]} is no whole number")


def read_json(line: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Read JSON strictly: whole numbers, and no key twice."""
    return json.loads(line, object_pairs_hook=_pairs, parse_float=_no_fraction, parse_constant=_no_fraction)


def read_object(line: object) -> Json:
    """Read an object; nothing where there is none."""
    try:
        said = read_json(line) if isinstance(line, str) else None
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def is_canonical(line: object) -> bool:
    """Whether a line is in the one form that is hashed."""
    try:
        return isinstance(line, str) and canonical(read_json(line)) == line
    except (ValueError, RecursionError):
        return False


def sha256(text: str) -> str:
    """Hash text."""
    return hashlib.sha256(text.encode()).hexdigest()


def event_hash(table: str, entry: Json) -> str:
    """Hash an event with the one before it."""
    head = f'{{"event":{entry["line"]},"prev":"{entry["prev"]}"'
    return sha256(f'{head},"table":{canonical(table)},"tag":"{entry["tag"]}"}}')


def receipt_hash(table: str, receipt: Json) -> str:
    """Hash a receipt with the one before it."""
    refused = "null" if receipt["refused"] is None else receipt["refused"]
    who = canonical(receipt["who"])
    return sha256(
        f'{{"after":{receipt["after"]},"at":"{receipt["at"]}","command":{receipt["command"]},'
        f'"events":{receipt["events"]},"id":{canonical(receipt["id"])},"place":{receipt["place"]},'
        f'"prev":"{receipt["prev"]}","refused":{refused},"table":{canonical(table)},"who":{who}}}'
    )


def is_time(text: object) -> bool:
    """Whether this is a time as the record writes it."""
    if not isinstance(text, str) or TIME.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


# --- the chains --------------------------------------------------------------------------------------------------


class Links:
    """One chain of a table, followed link by link. Says what is wrong; what holds is said once, at the end."""

    def __init__(self, checks: Checks, table: str, word: str, place: int, prev: str) -> None:
        """Start behind a place whose hash is known."""
        self.checks, self.table, self.word = checks, table, word
        self.place, self.hash, self.at = place, prev, ""
        self._failed_before = checks.failed

    def _wrong(self, words: str) -> None:
        self.checks.wrong(f"{self.table}, {self.word} {self.place}: {words}")

    def _follow(self, place: int, link: Json, made_of: str, at: object) -> None:
        if place != self.place + 1:
            self.checks.wrong(f"{self.table}: after {self.word} {self.place} comes {self.word} {place}")
        self.place = place
        if link["prev"] != self.hash:
            self._wrong("does not carry the hash of the one before")
        if made_of != link["hash"]:
            self._wrong("is not what its hash was made of")
        self.hash = link["hash"]
        if not is_time(at):
            self._wrong(f"its time is {at!r}")
        elif str(at) < self.at:
            self._wrong(f"its time {at} is before that of the one before")
        else:
            self.at = str(at)

    def event(self, entry: Json) -> Json:
        """Follow to an event; gives what it says."""
        said = read_object(entry["line"])
        self._follow(entry["seq"], entry, event_hash(self.table, entry), said.get("at"))
        kind, _, version = str(entry["tag"]).partition("/")
        if not is_canonical(entry["line"]):
            self._wrong("is not in canonical form")
        if said.get("type") != kind or version != "1":
            self._wrong(f"is tagged {entry['tag']!r} and says that it is {said.get('type')!r}")
        if said.get("seq") != entry["seq"]:
            self._wrong(f"says that it is {said.get('seq')}")
        return said

    def receipt(self, receipt: Json) -> None:
        """Follow to a receipt."""
        self._follow(receipt["place"], receipt, receipt_hash(self.table, receipt), receipt["at"])
        refused = receipt["refused"]
        if not is_canonical(receipt["command"]) or (refused is not None and not is_canonical(refused)):
            self._wrong("is not in canonical form")
        asked_by = read_object(receipt["command"]).get("by", {}).get("name")
        if asked_by != receipt["who"]:
            self._wrong(f"belongs to {receipt['who']!r}, and {asked_by!r} asked")
        if refused is not None and receipt["events"]:
            self._wrong("was refused and has events")

    def end(self, words: str) -> None:
        """Say once that all of it holds."""
        if self.checks.failed == self._failed_before:
            self.checks.ok(words)


def read_anchor(line: object, where: str) -> Json:
    """Read one anchor. Raises NoEvidenceError, which says what is wrong with it and where."""
    anchor = read_object(line)
    if set(anchor) != {"at", "hash", "receipts", "receipts_hash", "seq", "table"}:
        raise NoEvidenceError(f"{where}: an anchor has the fields at, hash, receipts, receipts_hash, seq, table")
    kinds = {"at": "a time", "hash": "a hash", "receipts_hash": "a hash", "seq": "a number", "receipts": "a number"}
    for name, kind in kinds.items():
        value = anchor[name]
        is_hash = isinstance(value, str) and HASH.fullmatch(value) is not None
        is_number = type(value) is int and value >= 0
        if not {"a time": is_time(value), "a hash": is_hash, "a number": is_number}[kind]:
            raise NoEvidenceError(f"{where}: {name} of an anchor is {kind}, not {value!a:.40}")
    if not isinstance(anchor["table"], str):
        raise NoEvidenceError(f"{where}: table of an anchor is text, not {anchor['table']!a:.40}")
    if not anchor["receipts"] and anchor["receipts_hash"] != GENESIS:
        raise NoEvidenceError(f"{where}: receipts_hash of an anchor without receipts is {GENESIS}")
    return anchor


class Anchors:
    """Anchors held against links as they pass: those kept elsewhere, and those that a packet brings itself.

    Every one must hold. But only those from elsewhere prove anything: whoever
    makes up a packet makes up the anchors in it as well.
    """

    def __init__(self, checks: Checks, outside: list[Json], own: list[Json] | None = None) -> None:
        """Sort them by their places; two that cannot both be genuine are found at once."""
        self.checks, self.given, self.own = checks, len(outside), len(own or ())
        self.fixed = -1
        """The last event of a round that an anchor from elsewhere holds."""
        self.events: dict[tuple[str, int], list[tuple[Json, bool]]] = {}
        self.receipts: dict[tuple[str, int], list[tuple[Json, bool]]] = {}
        for anchor, elsewhere in [*((one, True) for one in outside), *((one, False) for one in own or ())]:
            self._add(self.events, "event", (anchor, elsewhere), "seq", ("hash",))
            if anchor["receipts"]:
                self._add(self.receipts, "receipt", (anchor, elsewhere), "receipts", ("receipts_hash", "at", "seq"))

    def _add(
        self,
        places: dict[tuple[str, int], list[tuple[Json, bool]]],
        word: str,
        given: tuple[Json, bool],
        by: str,
        fixing: tuple[str, ...],
    ) -> None:
        anchor = given[0]
        there = places.setdefault((anchor["table"], anchor[by]), [])
        for known, _ in there:
            if any(known[name] != anchor[name] for name in fixing):
                when = f"those of {known['at']} and {anchor['at']}"
                self.checks.wrong(
                    f"{anchor['table']}, {word} {anchor[by]}: two anchors conflict, {when}: one is forged"
                )
        if all(known != anchor for known, _ in there):
            there.append(given)

    def event(self, table: str, entry: Json, *, of_round: bool = True) -> None:
        """Hold an event to the anchors at its place."""
        for anchor, elsewhere in self.events.pop((table, entry["seq"]), ()):
            holds = anchor["hash"] == entry["hash"]
            if not anchor["receipts"]:
                holds = holds and read_object(entry["line"]).get("at") == anchor["at"]
            self._say(f"{table}, event {entry['seq']}: its hash is the one", anchor, elsewhere=elsewhere, holds=holds)
            if holds and elsewhere and of_round:
                self.fixed = max(self.fixed, entry["seq"])

    def receipt(self, table: str, receipt: Json) -> None:
        """Hold a receipt to the anchors at its place."""
        for anchor, elsewhere in self.receipts.pop((table, receipt["place"]), ()):
            there = (receipt["hash"], receipt["at"], receipt["after"] + receipt["events"])
            holds = there == (anchor["receipts_hash"], anchor["at"], anchor["seq"])
            self._say(f"{table}, receipt {receipt['place']}: it is the one", anchor, elsewhere=elsewhere, holds=holds)

    def end(self, table: str, end: Json, word: str) -> None:
        """Hold a place that is named with its hashes, and not shown, to the anchors there."""
        for places, by, name in ((self.events, "seq", "hash"), (self.receipts, "receipts", "receipts_hash")):
            for anchor, elsewhere in places.pop((table, end[by]), ()):
                words = f"{table}: the {name} {word} is the one"
                self._say(words, anchor, elsewhere=elsewhere, holds=end[name] == anchor[name])

    def _say(self, words: str, anchor: Json, *, elsewhere: bool, holds: bool) -> None:
        whose = "" if elsewhere else " by the packet's own anchor"
        self.checks.check(f"{words} anchored at {anchor['at']}{whose}", holds=holds)

    def left(self) -> list[str]:
        """Name what is anchored and was not there."""
        words = [f"{table}, event {seq}" for table, seq in self.events]
        return words + [f"{table}, receipt {place}" for table, place in self.receipts]


# --- the rulebook ------------------------------------------------------------------------------------------------


def in_order(pocket: str) -> tuple[int, int, str]:
    """Order pockets as they are counted: S and other marks, 00, 0, then 1 to 36."""
    if pocket[0] in "123456789":
        return (2, int(pocket), "")
    return (1, -len(pocket), "") if pocket[0] == "0" else (0, 0, pocket)


def _stated(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    if isinstance(value, dict):
        return {key: _stated(item) for key, item in value.items() if key not in ("title", "summary", "note")}
    if isinstance(value, list):
        return [_stated(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


class Rulebook:
    """A rulebook as far as settlements need it: the wheel, what each bet covers, what it pays."""

    def __init__(self, text: str) -> None:
        """Read the text, and compute its digest."""
        stated = tomllib.loads(text)
        form = _stated(stated)
        form["felt"] = [line.split() for line in stated["felt"].splitlines() if line.split()]
        self.pockets = sorted(stated["wheel"]["order"].split(), key=in_order)
        form["wheel"] = _stated({**stated["wheel"], "order": self.pockets, "verified": None})
        self.ref, self.digest = stated["ref"], sha256(canonical(form))
        self._pays = {kind: price["to_one"] for kind, price in stated["pays"].items()}
        self._colors = {name: entry["value"].split() for name, entry in stated.get("colors", {}).items()}
        boxes = [box for rail in stated.get("rails", []) for box in rail["boxes"]]
        self._covers = {box["position"]: box["covers"] for box in boxes if "covers" in box}
        self._unexpressed: list[Json] = stated.get("unexpressed", [])
        # Every clause that the rulebook declares not to be carried out.
        self.declared = {number for one in self._unexpressed for number in one.get("clauses", [one.get("clause")])}
        self.highest = str(stated["roles"]["ladder"]["value"][-1])
        # Whether limits that everybody on an area shares apply to their total as it is settled.
        self.settles_areas = stated.get("limits", {}).get("area", {}).get("value") == "settlement"

    def pays(self, position: str) -> int:
        """Return what a bet pays to one."""
        return int(self._pays[position.partition(":")[0]])

    def not_carried_out(self, position: str, pocket: str) -> list[str]:
        """Return the clauses that the rulebook declares not to be carried out on a bet and an outcome."""
        found: list[str] = []
        for one in self._unexpressed:
            names = one.get("affects", [])
            if (position in names or position.partition(":")[0] in names) and pocket in one.get("on", pocket).split():
                found += [one["clause"]] if "clause" in one else one["clauses"]
        return found

    def covered(self, position: str) -> list[str]:
        """Return the pockets of a bet: named by itself, or as the box on the felt says."""
        kind, _, named = position.partition(":")
        if kind in NAMED_BY_POCKETS:
            return sorted(named.split("-"), key=in_order)
        pockets: list[str] = []
        for word in self._covers[position].split():
            if ".." in word:
                span, _, step = word.partition("/")
                first, _, last = span.partition("..")
                pockets += map(str, range(int(first), int(last) + 1, int(step or 1)))
            else:
                pockets += self._colors.get(word, [word])
        return sorted(pockets, key=in_order)


# --- the wheel ---------------------------------------------------------------------------------------------------


def framed(text: str) -> bytes:
    """Write a text after its length in four bytes."""
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def commitment(secret: bytes, table: str, name: str) -> str:
    """Return what is published before the first wager."""
    return hashlib.sha256(b"croupier/commit/1" + framed(table) + framed(name) + secret).hexdigest()


def drawn(secret: bytes, table: str, name: str, book: Rulebook) -> str | None:
    """Return the pocket that follows from a secret."""
    size = len(book.pockets)
    message = b"croupier/draw/1" + framed(table) + framed(name) + framed(book.digest)
    for number in range(4):
        for byte in hmac.digest(secret, message + bytes([number]), "sha256"):
            if byte < 6 * size:
                return str(book.pockets[byte % size])
    return None


# --- one round ---------------------------------------------------------------------------------------------------


class Round:
    """A round, followed event by event: who staked what, what came of it, and what the wheel drew."""

    def __init__(self, checks: Checks, setup: Json, book: Rulebook, opening: Json) -> None:
        """Start with the opening call."""
        self.checks, self.setup, self.book = checks, setup, book
        self.name, self.table = str(opening.get("round")), str(setup.get("table"))
        self.limits = (opening.get("limits") or {}).get("limits", {})
        self.shared = (opening.get("limits") or {}).get("limit_scope") == "area"
        self.commitment: str | None = opening.get("commitment")
        self.secret: str | None = None
        self.pocket: str | None = None
        self.pockets: list[str] = []
        self.ended: str | None = None
        self.wagers: dict[str, Json] = {}
        # The clauses that steps say they do without, and how many events say so.
        self.without: dict[str, int] = {}
        self._where = f"{self.table}, round {self.name}"
        self._failed_before = checks.failed
        if (opening.get("digest"), opening.get("rulebook")) != (book.digest, setup.get("rulebook")):
            self._wrong("was opened under another rulebook than the table's")

    def _wrong(self, words: str) -> None:
        self.checks.wrong(f"{self._where}: {words}")

    def feed(self, said: Json) -> None:
        """Take the next event of the round, or one that corrects it later."""
        kind = said.get("type")
        self._hold_note(said)
        if said.get("round") not in (None, self.name):
            if kind not in CORRECTING:
                self._wrong(f"{kind}, event {said.get('seq')}, is of round {said.get('round')}")
        elif kind in ("wager-placed", "wager-moved", "wager-ruled", "wager-retracted"):
            self._lay(said)
        elif kind in SETTLED:
            self._settle(said)
        elif kind in ("outcome-declared", "outcome-corrected"):
            self._decide(said)
        elif kind in ("outcome-confirmed", "dolly-placed"):
            self._hold_pocket(said)
        elif kind in ENDINGS:
            self._end(said)

    def _hold_note(self, said: Json) -> None:
        """Hold what a step says it does without to the rulebook. What is not carried out decides nothing."""
        for number in said.get("not_carried_out", ()):
            self.without[number] = self.without.get(number, 0) + 1
            if number not in self.book.declared:
                self._wrong(f"event {said['seq']} does without §{number}, which the rulebook carries out")
            elif number in said["clauses"]:
                self._wrong(f"event {said['seq']} cites §{number}, which it says is not carried out")

    def _lay(self, said: Json) -> None:
        """Take a wager that is placed, that counts elsewhere, or that is taken back."""
        name, kind = said["wager"], said["type"]
        if kind == "wager-placed":
            self.wagers[name] = {"player": said["player"], "on": said["position"], "stake": said["stake"]}
        elif kind == "wager-retracted":
            self.wagers[name]["stake"] -= said["stake"]
            if self.wagers[name]["stake"] == 0:
                del self.wagers[name]
        else:
            self.wagers[name]["on"] = said["counts" if kind == "wager-moved" else "position"]

    def _decide(self, said: Json) -> None:
        """Take the pocket, and what a correction changes in wagers that were settled."""
        if said.get("before", self.pocket) != self.pocket:
            self._wrong(f"event {said['seq']} corrects pocket {said['before']}, and the outcome was {self.pocket}")
        self.pocket = str(said["pocket"])
        self.pockets.append(self.pocket)
        self._adjust(said)

    def _adjust(self, said: Json) -> None:
        for change in said.get("adjustments", ()):
            for part in ("winnings", "returned", "collected"):
                self.wagers[change["wager"]][part] += change[part]

    def _hold_pocket(self, said: Json) -> None:
        """Hold a pocket that an event repeats to the outcome."""
        if said.get("pocket") != self.pocket:
            words = f"{said['type']}, event {said.get('seq')}, names pocket {said.get('pocket')}"
            self._wrong(f"{words}, and the outcome is {self.pocket}")

    def _end(self, said: Json) -> None:
        """Take the end of the round. A void round may name the outcome of a spin that does not count."""
        self.ended, self.secret = str(said["type"]), said.get("secret", self.secret)
        if said["type"] == "round-closed" or (self.pocket is not None and "pocket" in said):
            self._hold_pocket(said)
        elif "pocket" in said:
            self.pockets.append(str(said["pocket"]))
        self._adjust(said)

    def _settle(self, said: Json) -> None:
        name, wager = said["wager"], self.wagers[said["wager"]]
        if "settled" in wager:
            self._wrong(f"{name} is settled twice")
        if (said["player"], said.get("position", wager["on"])) != (wager["player"], wager["on"]):
            self._wrong(f"{name} is settled as somebody else's, or elsewhere")
        if said.get("stake", wager["stake"]) != wager["stake"]:
            self._wrong(f"{name} is settled with a stake of {said.get('stake')}, not {wager['stake']}")
        wager["settled"] = said["type"]
        wager["winnings"], wager["collected"] = said.get("winnings", 0), said.get("collected", 0)
        wager["returned"] = said["amount"] if said["type"] == "wager-returned" else said["returned"]

    def finish(self) -> None:
        """Judge the round as a whole."""
        self._check_draw()
        for number, events in self.without.items():
            told = f"§{number} is not carried out, say {events} of its events"
            self.checks.unknown(f"{self._where}: {told}; what it would have changed is not judged")
        if self.ended is None:
            self.checks.unknown(f"{self._where}: is not over")
            return
        bets: dict[tuple[str, str], list[Json]] = {}
        for name, wager in self.wagers.items():
            if "settled" not in wager:
                self._wrong(f"ended with {name} unsettled")
                continue
            if wager["returned"] + wager["collected"] != wager["stake"]:
                parts = f"{wager['returned']} returned and {wager['collected']} collected"
                self._wrong(f"{name}: {parts} of {wager['stake']}")
            bets.setdefault((wager["player"], wager["on"]), []).append(wager)
        for (player, position), wagers in bets.items():
            self._check_bet(player, position, wagers)
        if self.checks.failed == self._failed_before:
            void = self.ended == "round-voided"
            how = "void, every stake went back" if void else f"pocket {self.pocket}, settled right"
            self.checks.ok(f"{self._where}: {len(self.wagers)} wagers, {how}")

    def _check_bet(self, player: str, position: str, wagers: list[Json]) -> None:
        """Hold one player's whole bet to what the rulebook pays."""
        stake, *parts = (sum(one[part] for one in wagers) for part in ("stake", "winnings", "returned", "collected"))
        words = f"{player} on {position}: {parts[0]} won, {parts[1]} back, {parts[2]} collected of {stake}"
        if self.ended == "round-voided":
            if parts != [0, stake, 0]:
                self._wrong(f"{words}, and the round is void")
            return
        if self.pocket is None:
            self._wrong("was closed without an outcome")
            return
        missing = self.book.not_carried_out(position, self.pocket)
        if missing:
            told = ", ".join(f"§{number}" for number in missing)
            self.checks.unknown(f"{self._where}: {player} on {position}: {told} is not carried out, says the rulebook")
        won, pays = self.pocket in self.book.covered(position), self.book.pays(position)
        limit = self.limits.get(position.partition(":")[0])
        together = stake
        if self.shared and self.book.settles_areas:  # the limits of an area are for everybody on it together
            together = sum(one["stake"] for one in self.wagers.values() if one.get("on") == position)
        inside = limit is None or limit["min"] <= together <= limit["max"]
        if inside and all(one["settled"] != "wager-returned" for one in wagers):
            should = [stake * pays, stake, 0] if won else [0, 0, stake]
            if parts != should:
                self._wrong(f"{words}; pocket {self.pocket} gives {should[0]}, {should[1]} and {should[2]}")
            return
        at_risk = parts[0] // pays if won else parts[2]
        should = [at_risk * pays, stake, 0] if won else [0, stake - at_risk, at_risk]
        if parts != should or not 0 <= at_risk <= stake:
            self._wrong(f"{words} cannot be")
        self.checks.unknown(f"{self._where}: {words}: outside the limits or ruled on, which is not judged here")

    def _check_draw(self) -> None:
        if not self.setup.get("random"):
            if self.commitment is not None or self.secret is not None:
                self._wrong("has a commitment or a secret, and no random wheel decides here")
            return
        if self.secret is None:
            if self.ended is not None:
                self._wrong("is over and its secret was not revealed")
            return
        try:
            secret = bytes.fromhex(self.secret)
        except ValueError:
            secret = b""
        if len(secret) != SECRET_BYTES:
            self._wrong(f"what was revealed is no secret of {SECRET_BYTES} bytes")
            return
        made = commitment(secret, self.table, self.name)
        self.checks.check(f"{self._where}: the secret is the one committed to", holds=made == self.commitment)
        follows = drawn(secret, self.table, self.name, self.book)
        for pocket in self.pockets:
            words = f"{self._where}: pocket {pocket} is the one that follows from the secret"
            self.checks.check(words, holds=pocket == follows)


# --- postings ----------------------------------------------------------------------------------------------------


class Postings:
    """What each event moves, held to its postings: on the felt, on the tray, and on its players' own accounts."""

    def __init__(self, checks: Checks, table: str, *, banked: bool = False) -> None:
        """Start with nothing; at a banked table every stake comes out of an account, and none from outside."""
        self.checks, self.table, self.banked, self.count = checks, table, banked, 0
        self._failed_before = checks.failed
        self._stakes: dict[str, tuple[str, int]] = {}

    def event(self, said: Json, posted: list[Json]) -> None:
        """Hold the postings of one event to it."""
        there: dict[str, int] = {}
        where = f"{self.table}, event {said['seq']} ({said['type']})"
        for one in posted:
            if one["account"] in there or not one["amount"]:
                self.checks.wrong(f"{where}: {one['account']} is posted twice, or nothing is")
            there[one["account"]] = one["amount"]
        self.count += len(there)
        if sum(there.values()):
            self.checks.wrong(f"{where}: its postings come to {sum(there.values())}, not to 0")
        if said["type"] in CHIPS:
            self._own_accounts(where, said, there)
        elif said["type"] in ("wallet-funded", "cash-returned") and self.table == DESK:
            amount = said["amount"] if said["type"] == "wallet-funded" else -said["amount"]
            if there != {f"wallet:{said['player']}": amount, "issued": -amount}:
                self.checks.wrong(f"{where}: {amount} should go from issued to the wallet of {said['player']}")
        elif said["type"] == "debt-collected":
            if there != {f"wallet:{said['player']}": -said["amount"], f"tray:{self.table}": said["amount"]}:
                self.checks.wrong(f"{where}: {said['amount']} should go from {said['player']}'s wallet to the tray")
        else:
            self._at_table(where, said, there)

    def _at_table(self, where: str, said: Json, there: dict[str, int]) -> None:
        """Hold what moves between felt, tray and players."""
        felt, tray, players = self._moves(said)
        for account, should in ((f"felt:{self.table}", felt), (f"tray:{self.table}", tray)):
            if there.pop(account, 0) != should:
                self.checks.wrong(f"{where}: {account} should move by {should}")
        outside = there.pop(f"outside:{self.table}", 0)
        if self.banked and outside:
            self.checks.wrong(f"{where}: {outside} moves outside, and every stake here comes out of an account")
        if said["type"] == "wager-placed":
            players[said["player"]] += _brought(said, there)
        for player, should in players.items():
            chips = (f"cash:{self.table}:{player}", f"color:{self.table}:{player}:")
            mine = [name for name in there if name == chips[0] or name.startswith(chips[1])]
            # Who plays without an account moves money from outside the table instead.
            outside -= should - sum(there.pop(name) for name in mine)
        if there or outside:
            self.checks.wrong(f"{where}: its players' accounts move otherwise than it says, or others do")

    def _moves(self, said: Json) -> tuple[int, int, dict[str, int]]:
        """Return what an event puts on the felt and on the tray, and what its players get."""
        kind, wager = said["type"], said.get("wager", "")
        if kind == "betting-opened":
            self._stakes.clear()
        if kind == "wager-placed":
            self._stakes[wager] = (said["player"], said["stake"])
            return said["stake"], 0, {said["player"]: -said["stake"]}
        if kind == "wager-retracted":
            player, stake = self._stakes[wager]
            self._stakes[wager] = (player, stake - said["stake"])
            return -said["stake"], 0, {player: said["stake"]}
        if kind == "wager-returned":
            return -self._stakes[wager][1], 0, {said["player"]: said["amount"]}
        if kind == "wager-collected":
            return -self._stakes[wager][1], said["collected"], {said["player"]: said["returned"]}
        if kind == "wager-paid":
            return -self._stakes[wager][1], -said["winnings"], {said["player"]: said["returned"] + said["winnings"]}
        tray, players = 0, dict[str, int]()
        for change in said.get("adjustments", ()):
            owed = change.get("owed", 0)
            tray += change["collected"] - change["winnings"] - owed
            gain = change["winnings"] + change["returned"] + owed
            players[change["player"]] = players.get(change["player"], 0) + gain
        return 0, tray, players

    def _own_accounts(self, where: str, said: Json, there: dict[str, int]) -> None:
        """Hold chips bought, redeemed, taken away and brought back to accounts of that player's."""
        player, kind = said["player"], said["type"]
        sums = {
            "wallet": there.pop(f"wallet:{player}", 0),
            "chips": there.pop(f"cash:{self.table}:{player}", 0),
            "away": 0,
        }
        others = 0
        for account, amount in there.items():
            if account.startswith(f"color:{self.table}:{player}:"):
                sums["chips"] += amount
            elif account.startswith(f"away:{self.table}:{player}:"):
                sums["away"] += amount
            else:
                others += 1
        amount = said["amount"] if kind in ("chips-bought", "chips-brought-back") else -said["amount"]
        other = "wallet" if kind in ("chips-bought", "chips-redeemed") else "away"
        # A color that is redeemed to the last chip takes what was away with it; together it comes to nothing.
        together = sums["chips"] + (sums["away"] if other == "wallet" else 0)
        if others or together != amount or sums[other] != -amount:
            self.checks.wrong(f"{where}: {said['amount']} should move between accounts of {player}'s alone")

    def end(self) -> None:
        """Say once that all of it holds."""
        if self.checks.failed == self._failed_before:
            words = f"{self.count} postings come to zero event by event, and follow from the events"
            self.checks.ok(f"{self.table}: {words}")


def _brought(said: Json, there: dict[str, int]) -> int:
    """Take off what the player's wallet gives to a wager: at most the value chips that the wager names."""
    wallet = f"wallet:{said['player']}"
    worth = sum(some["count"] * some["cash"] for some in said.get("chips", ()) if "cash" in some)
    return -there.pop(wallet) if 0 < -there.get(wallet, 0) <= worth else 0


# --- a packet ----------------------------------------------------------------------------------------------------


def verify_packet(packet: Json, line: str, outside: list[Json], checks: Checks) -> None:
    """Check one dispute packet."""
    table = packet["table"]
    print(f"Dispute packet: table {table}, round {packet['round']}")
    rest = {name: value for name, value in packet.items() if name != "digest"}
    checks.check("the file is one line of canonical JSON", holds=is_canonical(line))
    checks.check("the packet is whole: its digest is its content's", holds=sha256(canonical(rest)) == packet["digest"])
    setup, book = _packet_setup(packet, checks)
    anchors = _packet_anchors(packet, outside, checks)
    anchors.event(table, packet["setup"], of_round=False)
    happened = _packet_events(packet, checks, anchors)
    _packet_receipts(packet, checks, anchors, happened)
    _packet_ends(packet, checks, anchors)
    one = Round(checks, setup, book, happened[0])
    opens = happened[0].get("type") == "betting-opened" and one.name == packet["round"]
    checks.check(f"the first entry opens round {packet['round']}", holds=opens)
    postings = Postings(checks, table, banked=bool(setup.get("banked")))
    posted: dict[int, list[Json]] = {}
    for row in packet["postings"]:
        posted.setdefault(row["seq"], []).append(row)
    for said in happened:
        one.feed(said)
        postings.event(said, posted.pop(said["seq"], []))
    for seq in posted:
        checks.wrong(f"event {seq}: is posted and is not in the round")
    for said in _packet_corrections(packet, checks):
        one.feed(said)
    one.finish()
    postings.end()
    _packet_commentary(packet, checks, one, happened)
    checks.unknown("who was allowed to do what, and whether bets fit the felt: croupier audit judges that")


def _packet_anchors(packet: Json, outside: list[Json], checks: Checks) -> Anchors:
    own = []
    for number, line in enumerate(packet["anchors"], start=1):
        try:
            anchor = read_anchor(line, f"anchor {number} of the packet")
        except NoEvidenceError as error:
            checks.wrong(str(error))
            continue
        if anchor["table"] != packet["table"]:
            checks.wrong(f"anchor {number} of the packet is of another table, {anchor['table']}")
        else:
            own.append(anchor)
    return Anchors(checks, [anchor for anchor in outside if anchor["table"] == packet["table"]], own)


def _packet_setup(packet: Json, checks: Checks) -> tuple[Json, Rulebook]:
    start = Links(checks, packet["table"], "event", -1, GENESIS)
    setup = start.event(packet["setup"])
    start.end("the set-up is the first entry of a record")
    own = setup.get("type") == "table-set-up" and setup.get("table") == packet["table"]
    checks.check(f"it sets up table {packet['table']}", holds=own)
    book, given = Rulebook(packet["rulebook"]["text"]), packet["rulebook"]
    same = book.digest == given["digest"] == read_object(packet["entries"][0].get("line")).get("digest")
    checks.check(f"the rulebook's text is the one the round was opened under, {book.digest[:16]}…", holds=same)
    checks.check(f"the rulebook is {book.ref}", holds=book.ref == setup.get("rulebook") == given["ref"])
    if book.digest != setup.get("digest"):
        checks.unknown("when the table took this text of its rulebook, later than its set-up: export --all shows that")
    return setup, book


def _packet_events(packet: Json, checks: Checks, anchors: Anchors) -> list[Json]:
    before = packet["before"]
    links = Links(checks, packet["table"], "event", before["seq"], before["hash"])
    happened = []
    for entry in packet["entries"]:
        happened.append(links.event(entry))
        anchors.event(packet["table"], entry)
    links.end(f"events {before['seq'] + 1} to {links.place} are chained, in their order and time")
    return happened


def _packet_corrections(packet: Json, checks: Checks) -> Iterator[Json]:
    """Read the corrections of the round that came after another had begun: single entries, not a chain."""
    reached = packet["entries"][-1]["seq"]
    for entry in packet.get("corrected_later", ()):
        said = read_object(entry["line"])
        whole = entry["hash"] == event_hash(packet["table"], entry) and is_canonical(entry["line"])
        fits = (said.get("seq"), said.get("type"), said.get("round")) == (
            entry["seq"],
            "outcome-corrected",
            packet["round"],
        )
        after, reached = reached, entry["seq"]
        words = f"event {entry['seq']} corrects the round to {said.get('pocket')}, after later rounds had begun"
        checks.check(words, holds=whole and fits and entry["seq"] > after)
        checks.unknown(f"whether event {entry['seq']} is of the same record, and its postings: export --all shows that")
        yield said


def _packet_receipts(packet: Json, checks: Checks, anchors: Anchors, happened: list[Json]) -> None:
    before, times = packet["before"], {said.get("seq"): said.get("at") for said in happened}
    links = Links(checks, packet["table"], "receipt", before["receipts"], before["receipts_hash"])
    reached, asked = before["seq"], set()
    for receipt in packet["receipts"]:
        links.receipt(receipt)
        anchors.receipt(packet["table"], receipt)
        mine = range(receipt["after"] + 1, receipt["after"] + 1 + min(receipt["events"], len(times) + 1))
        if receipt["after"] != reached or any(times.get(seq) != receipt["at"] for seq in mine):
            checks.wrong(f"receipt {receipt['place']} does not account for what follows on event {reached}")
        if (receipt["who"], receipt["id"]) in asked:
            checks.wrong(f"receipt {receipt['place']}: {receipt['who']} was answered twice under {receipt['id']!r}")
        asked.add((receipt["who"], receipt["id"]))
        reached = receipt["after"] + receipt["events"]
    checks.check("the receipts account for every event", holds=reached == packet["entries"][-1]["seq"])
    refused = sum(receipt["refused"] is not None for receipt in packet["receipts"])
    links.end(f"{len(packet['receipts'])} receipts are chained, {refused} refusals among them")


def _packet_ends(packet: Json, checks: Checks, anchors: Anchors) -> None:
    head, entry, receipt = packet["head"], packet["entries"][-1], packet["receipts"][-1]
    ends, places = (entry["seq"], receipt["place"]), (head["seq"], head["receipts"])
    if places == ends:
        same = (head["hash"], head["receipts_hash"], head["at"]) == (entry["hash"], receipt["hash"], receipt["at"])
        checks.check("the record ended with this round when it was exported", holds=same)
    else:
        checks.check(f"the record went on to event {head['seq']}", holds=places > ends)
        checks.unknown("whether one record leads from the set-up to here and on: export --all shows that")
    anchors.end(packet["table"], packet["before"], "before the round")
    anchors.end(packet["table"], head, "at the record's end")
    if anchors.left():
        checks.unknown(f"{len(anchors.left())} anchored places lie outside this round: export --all shows them")
    if anchors.fixed < 0:
        checks.unknown("whether somebody hashed another history anew: no anchor from elsewhere lies in this round")
    elif anchors.fixed < entry["seq"]:
        checks.unknown(f"whether what follows on event {anchors.fixed} was hashed anew: no anchor lies behind it")
    if anchors.own:
        checks.unknown(
            f"{anchors.own} anchors came with the packet: whoever made it made them, they prove nothing alone"
        )


def _packet_commentary(packet: Json, checks: Checks, one: Round, happened: list[Json]) -> None:
    """Hold what the packet says in passing to what was found. Its words are not read."""
    named = {said[word] for said in happened for word in ("position", "counts") if word in said}
    right = {bet["position"] for bet in packet["bets"]} == named
    for bet in packet["bets"]:
        name, book = bet["position"], one.book
        stated = (bet["kind"], bet["pockets"], bet["pays"])
        right = right and stated == (name.partition(":")[0], book.covered(name), book.pays(name))
    checks.check(f"{len(packet['bets'])} bets cover and pay what the rulebook says", holds=right)
    limits = packet["limits"] == happened[0].get("limits")
    checks.check("the limits are those in force when betting opened", holds=limits)
    draw = None
    if one.setup.get("random"):
        draw = {"commitment": one.commitment, "secret": one.secret, "pockets": one.book.pockets}
    checks.check("commitment, secret and pockets are those of the record", holds=packet["draw"] == draw)


# --- a whole record ----------------------------------------------------------------------------------------------


POSTED, UNASKED = "is posted and is not there", "follows from no receipt"


class InStep:
    """The rows of one relation, read beside those of another that has the same order of tables."""

    def __init__(self, checks: Checks, rows: Iterator[Json], word: str) -> None:
        """Start before the first row; ``word`` says what is wrong with a row that nobody takes."""
        self.checks, self.rows, self.word = checks, rows, word
        self.next: Json | None = next(rows, None)
        self.known: set[str] = set()
        self.order: dict[str, int] = {}
        """The tables whose events have come so far, in their order."""

    def upto(self, table: str, first: int, last: int) -> list[Json]:
        """Take the rows of a table between two places. Rows that lie before them belong to nothing."""
        taken: list[Json] = []
        here = self.order.setdefault(table, len(self.order))
        while (row := self.next) is not None:
            place = (row["table_id"], row["seq"])
            if place[0] == table and first <= place[1] <= last:
                taken.append(row)
            elif place[0] in self.known and (self.order.get(place[0], here + 1), place[1]) > (here, last):
                break
            else:
                self._stray(row)
            self.next = next(self.rows, None)
        return taken

    def end(self) -> None:
        """Find the rows that are left."""
        while self.next is not None:
            self._stray(self.next)
            self.next = next(self.rows, None)

    def _stray(self, row: Json) -> None:
        if self.word and (row["seq"] or self.word == POSTED):
            self.checks.wrong(f"{row['table_id']}, event {row['seq']}: {self.word}")


class Staff:
    """Whom the front desk appointed, held to those who act in a role. Without a front desk nobody is judged."""

    def __init__(self, checks: Checks) -> None:
        """Start with nobody."""
        self.checks, self.desk = checks, False
        self.terms: dict[str, list[Json]] = {}
        self.seen: set[tuple[str, str, str]] = set()

    def event(self, said: Json) -> None:
        """Take an event of the front desk."""
        self.desk = True
        if said.get("type") in ("staff-appointed", "staff-dismissed"):
            mine = self.terms.setdefault(said["name"], [])
            if mine:
                mine[-1].setdefault("until", said["at"])
            if said["type"] == "staff-appointed":
                mine.append({"role": said["role"], "table": said.get("table"), "since": said["at"]})

    def receipt(self, table: str, receipt: Json, highest: set[str]) -> None:
        """Hold the asker to what they were appointed to, whatever the answer was."""
        by = read_object(receipt["command"]).get("by", {})
        name, role = by.get("name"), by.get("role")
        if not self.desk or role == PLAYER or self._is_house(name, role, highest) or (table, name, role) in self.seen:
            return
        mine = [one for one in self.terms.get(name, ()) if one["role"] == role]
        given = [one for one in mine if table == DESK or one["table"] in (None, table)]
        off = min((_off(one, receipt["at"]) for one in given), default=None)
        where = f"{table}, receipt {receipt['place']}: {name!r}"
        if off is None:
            self.checks.wrong(f"{where} acts as {role}, and the front desk never made them that")
        elif off > DAY:
            self.checks.wrong(f"{where} acts as {role}, a day or more outside the time of appointment")
        elif off > timedelta():
            self.checks.unknown(f"{where} was {role} then: it is up to a day before the appointment or after its end")
        else:
            return
        self.seen.add((table, name, role))

    def _is_house(self, name: str, role: str, highest: set[str]) -> bool:
        if role == "house":
            return name in (HOUSE, OWNER)
        return name == OWNER and role in highest


def _off(term: Json, at: str) -> timedelta:
    """How far a time lies outside a term, by clocks that may have been set."""
    when, since = datetime.fromisoformat(at), datetime.fromisoformat(term["since"])
    late = when - datetime.fromisoformat(term["until"]) if "until" in term else timedelta()
    return max(since - when, late, timedelta())


class Whole:
    """A whole exported record, taken row by row, with its postings and events read a second time beside it."""

    def __init__(self, checks: Checks, anchors: list[Json], path: Path) -> None:
        """Start with nothing but anchors, and the corrections of each round."""
        self.checks, self.anchors, self.later = checks, Anchors(checks, anchors), corrections_in(path)
        self.ledger = InStep(checks, rows_in(path, "ledger"), POSTED)
        self.asked = InStep(checks, rows_in(path, "events"), UNASKED)
        self.asked.order = self.ledger.order
        self.books: dict[str, Rulebook] = {}
        self.named: set[str] = set()
        self.heads: dict[str, Json] = {}
        self.listed: set[str] = set()
        self.setups: dict[str, Json] = {}
        self.events: dict[str, Links] = {}
        self.receipts: dict[str, Links] = {}
        self.rounds: dict[str, Round] = {}
        self.postings: dict[str, Postings] = {}
        self.reached: dict[str, int] = {}
        self.ids: dict[str, set[bytes]] = {}
        self.balances: dict[str, int] = {}
        self.meters: dict[tuple[str, str], int] = {}
        self.staff = Staff(checks)

    def take(self, relation: str, row: Json) -> None:
        """Take one row."""
        table = row.get("table_id", "")
        if relation not in ("rulebooks", "tables", "accounts") and table not in self.heads:
            self.checks.wrong(f"{relation}: a row of {table!r}, which is no table of this record")
        if relation == "rulebooks":
            book = self.books[row["digest"]] = Rulebook(row["text"])
            self.checks.check(f"the text of {book.ref} is the one its digest names", holds=book.digest == row["digest"])
        elif relation == "tables":
            self.heads[table] = row
            self.ledger.known.add(table)
            self.asked.known.add(table)
        elif relation == "events":
            self._event(table, row)
        elif relation == "receipts":
            self._receipt(table, row)
        elif relation == "ledger":
            self.balances[row["account"]] = self.balances.get(row["account"], 0) + row["amount"]
        elif relation == "accounts":
            self._account(row)
        elif relation == "meters":
            if self.meters.pop((table, row["meter"]), 0) != row["value"]:
                self.checks.wrong(f"{table}: its events do not bring the meter {row['meter']} to {row['value']}")
        else:
            self.checks.wrong(f"{relation!r} is no relation of a record")

    def _account(self, row: Json) -> None:
        if self.balances.pop(row["account"], None) != row["balance"]:
            self.checks.wrong(f"{row['account']} has {row['balance']}, and its postings come to something else")
        if row["balance"] < 0 and not str(row["account"]).startswith(MAY_OWE):
            self.checks.wrong(f"{row['account']} has {row['balance']}, and may not go below zero")

    # --- events ---------------------------------------------------------------------------------------------------

    def _event(self, table: str, row: Json) -> None:
        links = self.events.setdefault(table, Links(self.checks, table, "event", -1, GENESIS))
        said = links.event(row)
        self.anchors.event(table, row)
        if table not in self.setups:
            self._set_up(table, said)
        self._count(table, said)
        if table == DESK:
            self._at_desk(said)
        else:
            self._in_round(table, said)
        self.postings[table].event(said, self.ledger.upto(table, row["seq"], row["seq"]))

    def _set_up(self, table: str, said: Json) -> None:
        self.setups[table] = said
        self.postings[table] = Postings(self.checks, table, banked=bool(said.get("banked")))
        own = (said.get("seq"), said.get("type"), said.get("table")) == (0, "table-set-up", table)
        self.checks.check(f"{table}: its first entry sets it up", holds=own)
        if table != DESK:
            self._name_book(table, said)

    def _name_book(self, table: str, said: Json) -> Rulebook | None:
        digest = str(said.get("digest"))
        self.named.add(digest)
        if digest not in self.books:
            self.checks.wrong(f"{table}, event {said.get('seq')}: goes by a rulebook that is not kept")
        return self.books.get(digest)

    def _at_desk(self, said: Json) -> None:
        self.staff.event(said)
        if said.get("type") == "table-added":
            self.listed.add(said["table"])
        elif said.get("type") == "rulebook-kept":
            self._name_book(DESK, said)

    def _in_round(self, table: str, said: Json) -> None:
        if said.get("type") == "betting-opened":
            self._finish(table)
            book = self._name_book(table, said)
            if book is not None:
                self.rounds[table] = Round(self.checks, self.setups[table], book, said)
        elif table in self.rounds:
            self.rounds[table].feed(said)
        elif said.get("type") in IN_ROUNDS:
            self.checks.wrong(f"{table}, event {said.get('seq')}: {said['type']} in no round")

    def _count(self, table: str, said: Json) -> None:
        """Count what happened on the table's meters."""
        changes = said.get("adjustments", ())
        for kind, event in ((said.get("type"), said), *(("adjustment", one) for one in changes)):
            for meter, name in METERED.get(str(kind), ()):
                self.meters[table, meter] = self.meters.get((table, meter), 0) + (event[name] if name else 1)

    def _finish(self, table: str) -> None:
        one = self.rounds.pop(table, None)
        if one is not None:
            for said in self.later.get((table, one.name), ()):
                if said["seq"] > self.events[table].place:
                    one.feed(said)
            one.finish()

    # --- receipts -------------------------------------------------------------------------------------------------

    def _receipt(self, table: str, row: Json) -> None:
        links = self.receipts.setdefault(table, Links(self.checks, table, "receipt", 0, GENESIS))
        links.receipt(row)
        self.anchors.receipt(table, row)
        where = f"{table}, receipt {row['place']}"
        reached = self.reached.get(table, 0)
        if row["after"] != reached:
            self.checks.wrong(f"{where}: does not follow on event {reached}")
        self.reached[table] = row["after"] + row["events"]
        # Every command that is not refused makes at least one event.
        if row["refused"] is None and row["events"] < 1:
            self.checks.wrong(f"{where}: was accepted, and nothing followed")
        asked = hashlib.sha256(canonical([row["who"], row["id"]]).encode()).digest()[:16]
        if asked in self.ids.setdefault(table, set()):
            self.checks.wrong(f"{where}: {row['who']!r} was answered twice under {row['id']!r}")
        self.ids[table].add(asked)
        self._follows(table, row, where)
        books = {self.books[digest].highest for digest in self.named & self.books.keys()}
        self.staff.receipt(table, row, books)

    def _follows(self, table: str, row: Json, where: str) -> None:
        """Hold the events of a receipt to its time and its asker, and the first to what was asked."""
        asked = read_object(row["command"])
        for entry in self.asked.upto(table, row["after"] + 1, row["after"] + row["events"]):
            said = read_object(entry["line"])
            if (said.get("at"), said.get("by")) != (row["at"], asked.get("by")):
                self.checks.wrong(f"{where}: event {entry['seq']} has another time or another asker")
            if entry["seq"] == row["after"] + 1:
                for name in REPEATED & asked.keys() & said.keys():
                    if asked[name] != said[name]:
                        self.checks.wrong(f"{where}: asked for {name} {asked[name]}, and {said[name]} followed")

    # --- the end --------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Judge what can be judged only at the end."""
        for table in list(self.rounds):
            self._finish(table)
        self.ledger.end()
        self.asked.end()
        for one in self.postings.values():
            one.end()
        for table, head in self.heads.items():
            self._check_head(table, head)
        for table in (*self.events, *self.receipts):
            self.checks.wrong(f"{table} has no head")
        self._check_listed()
        for digest in self.books.keys() - self.named:
            self.checks.wrong(f"the rulebook {digest[:16]}… is kept, and nothing names it")
        for (table, meter), value in self.meters.items():
            self.checks.check(f"{table}: its meter {meter} is there", holds=not value)
        self.checks.check("every balance is the sum of its postings", holds=not any(self.balances.values()))
        for missing in self.anchors.left():
            self.checks.wrong(f"{missing} is anchored and is not there: the record was cut off")
        if not self.anchors.given:
            self.checks.unknown("whether somebody hashed another history anew, or cut it off: no anchors were given")

    def _check_head(self, table: str, head: Json) -> None:
        events = self.events.pop(table, Links(self.checks, table, "event", -1, GENESIS))
        receipts = self.receipts.pop(table, Links(self.checks, table, "receipt", 0, GENESIS))
        if table not in self.setups:
            self.checks.wrong(f"{table} has no first entry")
        there = (events.place, events.hash, receipts.place, receipts.hash, max(events.at, receipts.at))
        stated = tuple(head[name] for name in ("seq", "hash", "receipts", "receipts_hash", "at"))
        words = f"{table}: {events.place + 1} events and {receipts.place} receipts, as its head says"
        self.checks.check(words, holds=there == stated)
        accounted = events.place == self.reached.get(table, 0)
        self.checks.check(f"{table}: its receipts account for every event", holds=accounted)

    def _check_listed(self) -> None:
        """Hold the tables to those that the front desk lists; one of an earlier version lists none."""
        if not self.listed:
            self.checks.unknown("whether a whole table was taken out: the front desk of this record lists none")
            return
        for table in sorted(self.listed - self.heads.keys()):
            self.checks.wrong(f"{table} is listed by the front desk, and its record is gone")
        for table in sorted(self.heads.keys() - self.listed - {DESK}):
            # A house that stopped between setting a table up and listing it lists it at its next start.
            self.checks.check(f"{table} is listed by the front desk", holds=not self.reached.get(table))
        self.checks.ok(f"the front desk lists {len(self.listed)} tables")


def rows_in(path: Path, relation: str) -> Iterator[Json]:
    """Read the rows of one relation of a record."""
    for line in lines_of(path):
        if line.startswith(f'{{"{relation}":'):
            row = read_object(line).get(relation)
            if isinstance(row, dict):
                yield row


def corrections_in(path: Path) -> dict[tuple[str, str], list[Json]]:
    """Find the corrections of a record by table and round: one may come after later rounds have begun."""
    found: dict[tuple[str, str], list[Json]] = {}
    for line in lines_of(path):
        if '"outcome-corrected/' in line:
            row = read_object(line).get("events") or {}
            said = read_object(row.get("line"))
            found.setdefault((str(row.get("table_id")), str(said.get("round"))), []).append(said)
    return found


def verify_record(path: Path, anchors: list[Json], checks: Checks) -> None:
    """Check a whole exported record."""
    print(f"Whole record: {path.name}")
    whole, count, running, end = Whole(checks, anchors, path), 0, hashlib.sha256(), None
    for line in lines_of(path):
        row = read_object(line)
        if end is not None or len(row) != 1 or not is_canonical(line):
            checks.wrong(f"line {count + 1} is no line of a record in canonical form, or comes after the last")
            continue
        ((relation, content),) = row.items()
        if relation == "end":
            end = content
            continue
        count += 1
        running.update(line.encode() + b"\n")
        if relation != "format":
            whole.take(relation, content)
    whole.finish()
    stated = {"lines": count, "sha256": running.hexdigest()}
    checks.check(f"the file is whole: {count} lines, as its last one says", holds=end == stated)


# --- the program -------------------------------------------------------------------------------------------------


def lines_of(path: Path) -> Iterator[str]:
    """Return the lines of a file, which end with a line feed and with nothing else."""
    with path.open("rb") as file:
        for line in file:
            yield line.removesuffix(b"\n").decode()


def anchors_in(path: Path) -> list[Json]:
    """Read a file of anchors, one to a line. Raises NoEvidenceError."""
    try:
        lines = list(lines_of(path))
    except (OSError, ValueError) as error:
        raise NoEvidenceError(f"{path}: {error}") from None
    numbered = enumerate(lines, start=1)
    return [read_anchor(line, f"{path}, line {number}") for number, line in numbered if line.strip()]


def verify(path: Path, anchors: Path | None, checks: Checks) -> None:
    """Find out what a file is, and check it. Raises NoEvidenceError."""
    outside = anchors_in(anchors) if anchors else []
    try:
        first = next(lines_of(path), "")
    except (OSError, ValueError) as error:
        raise NoEvidenceError(f"{path}: {error}") from None
    what = read_object(first).get("format")
    if what not in (PACKET, RECORD):
        raise NoEvidenceError(f"{path}: its format is {what!r}, not {PACKET} or {RECORD}")
    try:
        if what == RECORD:
            verify_record(path, outside, checks)
        else:
            checks.check("the file has one line", holds=path.read_bytes() == f"{first}\n".encode())
            verify_packet(read_object(first), first, outside, checks)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        checks.wrong(f"what is there cannot be read any further: {type(error).__name__}: {str(error)[:100]}")


def main(arguments: list[str] | None = None) -> int:
    """Check the file that is named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="a packet (croupier export ROUND) or a record (croupier export --all)")
    parser.add_argument("--anchors", type=Path, help="lines of croupier anchor that were kept elsewhere")
    parser.add_argument("--quiet", action="store_true", help="print only what is wrong")
    given = parser.parse_args(arguments)
    checks = Checks(quiet=given.quiet)
    try:
        verify(given.file, given.anchors, checks)
    except NoEvidenceError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    verdict = f"{checks.failed} FAILED" if checks.failed else "nothing is wrong"
    print(f"{checks.passed} checks hold, {verdict}.")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
