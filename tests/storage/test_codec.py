"""Events and commands as they are stored: what is written is read back, to the byte, and nothing else is read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Asked, Entry, Happened
from croupier.house.setup import TableSetUp
from croupier.rules.procedure import Role
from croupier.storage import codec
from croupier.storage.chain import GENESIS, canonical, event_hash, is_canonical
from croupier.storage.codec import (
    LIFTS,
    VERSIONS,
    line_today,
    read_stored,
    read_stored_command,
    read_stored_refusal,
    tag_of,
    written_command,
    written_event,
    written_refusal,
    written_setup,
)
from croupier.storage.entries import checked
from croupier.table.commands import By, PlaceWager
from croupier.table.events import SeatTaken, WagerPlaced
from croupier.table.refusal import Code, Refusal
from croupier.table.wire import command_json, event_json
from croupier.table.wire_rules import wire
from testkit.shares import count
from testkit.storage.stores import HOUSE_BY
from tests.storage.shapes import COMMANDS, EVENTS, example, set_ups, shapes

AT = "2026-01-02T03:04:05.000006Z"
GOLDEN = Path(__file__).parent / "golden" / "events.jsonl"
FEW = settings(max_examples=count(6, 100))

SEATED = SeatTaken(4, "1", HOUSE_BY, ("3.1",), "ann")


def changed(**changes: Any) -> str:
    """A stored event with something changed; None takes a field away."""
    data = {**json.loads(written_event(SEATED, AT)), **changes}
    return canonical({name: value for name, value in data.items() if value is not None})


@pytest.mark.parametrize("name", ["ann", 'q"\\', "Zoë", "\u2028"])
@pytest.mark.parametrize("acting", [None, Role.DEALER])
@pytest.mark.parametrize("round_name", ["1", None])
def test_a_wager_is_written_as_everything_else_is(name: str, acting: Role | None, round_name: str | None) -> None:
    """Wagers have a short way of their own, which has to lead to the same bytes."""
    by = By(name, Role.PLAYER, acting)
    placed = WagerPlaced(7, round_name, by, ("3.4.1", "5.2"), f"w-{name}", name, "straight:17", 500)
    assert written_event(placed, AT) == canonical({**event_json(placed), "at": AT})
    asked = PlaceWager(by, f"w-{name}", name, "17", 500, None, round_name)
    assert written_command(asked) == canonical(command_json(asked))
    assert is_canonical(written_command(asked))


# --- what is written is read back --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.type)
@FEW
@given(data=st.data())
def test_every_event_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    event = cast("Happened", data.draw(shapes(kind)))
    line = written_event(event, AT)
    assert read_stored(tag_of(event.type), line) == event
    assert is_canonical(line)
    assert json.loads(line)["at"] == AT


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.do)
@FEW
@given(data=st.data())
def test_every_command_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    command = cast("Asked", data.draw(shapes(kind)))
    line = written_command(command)
    assert read_stored_command(line) == command
    assert is_canonical(line)


@given(setup=set_ups())
def test_how_a_table_was_set_up_comes_back_as_it_was(setup: TableSetUp) -> None:
    line = written_setup(setup, AT)
    assert read_stored(tag_of(setup.type), line) == setup
    assert is_canonical(line)


def test_a_refusal_is_written_canonically_and_comes_back_as_it_was() -> None:
    refusal = Refusal(Code.ID_REUSED, wire("1.1"), {"z": 1, "a": "é"})
    line = written_refusal(refusal)
    assert is_canonical(line)
    assert json.loads(line)["facts"] == {"a": "é", "z": 1}
    assert read_stored_refusal(line) == refusal


# --- to the byte -------------------------------------------------------------------------------------------------

plain = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(st.characters(exclude_categories=["Cs"]))
anything = st.recursive(
    plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
)


bent = plain | st.lists(plain, max_size=2) | st.dictionaries(st.sampled_from(["name", "role", "min"]), plain)


@given(data=anything)
def test_canonical_is_what_the_standard_library_writes(data: object) -> None:
    line = canonical(data)
    assert line == json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert is_canonical(line)


@pytest.mark.parametrize(
    "line", ['{"b":1,"a":2}', '{"a": 1}', '{"a":1.50}', '"\\u00e9"', "{", "[" * 100_000, '{"a":1,"a":1}']
)
def test_what_is_not_canonical_is_said_not_to_be(line: str) -> None:
    assert not is_canonical(line)


def test_the_stored_form_of_every_event_stays_as_it_is() -> None:
    """Lines of the golden file are never changed: records out there have them. New events are added at the end."""
    told = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
    for one in told:
        event = read_stored(one["tag"], one["line"])
        written = written_setup(event, AT) if isinstance(event, TableSetUp) else written_event(event, AT)
        if one["tag"] == tag_of(event.type):
            assert written == one["line"]
    there = {one["tag"] for one in told}
    wanting = [kind for kind in (*EVENTS, TableSetUp) if tag_of(vars(kind)["type"]) not in there]
    assert not wanting, "add to the golden file:\n" + "\n".join(golden(kind) for kind in wanting)


def golden(kind: type) -> str:
    """One line of the golden file."""
    one = example(kind)
    if kind is TableSetUp:
        one = TableSetUp(
            0, *(getattr(one, name) for name in ("table", "rulebook", "digest", "random", "banked", "limits"))
        )
        line = written_setup(one, AT)
    else:
        line = written_event(one, AT)
    return json.dumps({"tag": tag_of(one.type), "line": line}, ensure_ascii=False)


# --- nothing else is read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "line", "words"),
    [
        ("seat-taken/1", changed(extra=1), "unknown field extra"),
        ("seat-taken/1", changed(player=7), "player: expected text"),
        ("seat-taken/1", changed(player=None), "player: missing"),
        ("seat-taken/1", changed(seq="4"), "seq: expected a whole number"),
        ("seat-taken/1", changed(seq=4.0), "seq: expected a whole number"),
        ("seat-taken/1", changed(seq=True), "seq: expected a whole number"),
        ("seat-taken/1", changed(by="ann"), "by: expected an object"),
        ("seat-taken/1", changed(by={"name": "ann", "role": "king"}), "by.role: expected one of"),
        ("seat-taken/1", changed(clauses=[]), "clauses: expected a list"),
        ("seat-taken/1", changed(player="a\u202eb"), "player: expected text"),
        ("seat-taken/1", changed(type="seat-left"), "holds an event of type 'seat-left'"),
        ("seat-taken/1", changed(type=None), "holds an event of type None"),
        ("seat-left/1", changed(), "holds an event of type 'seat-taken'"),
        ("seat-taken/2", changed(), "version 2 is not known; this program writes 1"),
        ("seat-taken/0", changed(), "version 0 is not known"),
        ("seat-taken", changed(), "no such tag"),
        ("seat-taken/", changed(), "no such tag"),
        ("seat-taken/x", changed(), "no such tag"),
        ("seat-taken/\u0661", changed(), "no such tag"),
        ("seat-sold/1", changed(type="seat-sold"), "no such tag"),
        ("croupier.table.events.SeatTaken/1", changed(), "no such tag"),
        ("seat-taken/1", "[]", "not an object"),
        ("seat-taken/1", "null", "not an object"),
        ("seat-taken/1", "{", "not JSON"),
        ("seat-taken/1", "\ud800", "not JSON"),
        ("seat-taken/1", "[" * 100_000, "not JSON"),
        ("table-set-up/1", canonical({"type": "table-set-up", "seq": 1, "table": "t1"}), "set up at 0"),
        ("table-set-up/1", canonical({"type": "table-set-up", "seq": 0, "table": "t1"}), "rulebook, digest"),
        ("wallet-funded/1", changed(type="wallet-funded"), "amount: missing"),
    ],
)
def test_what_is_not_exactly_an_event_is_not_read(tag: str, line: str, words: str) -> None:
    with pytest.raises(BrokenRecordError, match=words):
        read_stored(tag, line)


@pytest.mark.parametrize("line", ["{}", "[]", '{"do":"win"}', '{"do":"fund-wallet"}', '{"do":["take-seat"]}', "x"])
def test_what_is_not_exactly_a_command_is_not_read(line: str) -> None:
    with pytest.raises(BrokenRecordError):
        read_stored_command(line)


@pytest.mark.parametrize("name", ["code", "clause", "facts"])
def test_what_is_not_exactly_a_refusal_is_not_read(name: str) -> None:
    refusal = json.loads(written_refusal(Refusal(Code.ID_REUSED, wire("1.1"))))
    for wrong in (None, 1, "no", [], ["id-reused"]):
        with pytest.raises(BrokenRecordError, match="expected a refusal"):
            read_stored_refusal(canonical({**refusal, name: wrong}))


@given(kind=st.sampled_from(EVENTS), data=st.data())
@settings(max_examples=count(30, 1_000))
def test_a_field_that_is_bent_is_never_read_as_another_value(kind: type, data: st.DataObject) -> None:
    event = cast("Happened", data.draw(shapes(kind)))
    fields = json.loads(written_event(event, AT))
    name = data.draw(st.sampled_from(sorted(fields.keys() - {"at"})))
    fields[name] = data.draw(bent)
    try:
        read = read_stored(tag_of(event.type), canonical(fields))
    except BrokenRecordError:
        return
    assert said(json.loads(written_event(cast("Happened", read), AT))) == said(fields)


def said(data: object) -> object:
    """Leave out what says nothing."""
    if isinstance(data, dict):
        return {name: said(value) for name, value in data.items() if value is not None and value != []}
    return [said(one) for one in data] if isinstance(data, list) else data


# --- older versions ----------------------------------------------------------------------------------------------


@pytest.fixture
def _third_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in which seats have been taken in three versions: by whom, by which guest, by which player."""
    lifts = {
        ("seat-taken", 1): lambda data: {**{k: v for k, v in data.items() if k != "who"}, "guest": data["who"]},
        ("seat-taken", 2): lambda data: {**{k: v for k, v in data.items() if k != "guest"}, "player": data["guest"]},
    }
    monkeypatch.setattr(codec, "LIFTS", lifts)
    monkeypatch.setattr(codec, "VERSIONS", {**VERSIONS, "seat-taken": 3})
    monkeypatch.setitem(codec._TAGS, "seat-taken", "seat-taken/3")


@pytest.mark.usefixtures("_third_version")
def test_an_older_version_is_lifted_step_by_step() -> None:
    oldest, older = changed(player=None, who="ann"), changed(player=None, guest="ann")
    for tag, line in (("seat-taken/1", oldest), ("seat-taken/2", older), ("seat-taken/3", changed())):
        assert read_stored(tag, line) == SEATED
        assert line_today(tag, line) == ("seat-taken/3", changed())
    with pytest.raises(BrokenRecordError, match="unknown field who"):
        read_stored("seat-taken/3", changed(who="ann"))
    with pytest.raises(BrokenRecordError, match="version 4 is not known; this program writes 3"):
        read_stored("seat-taken/4", changed())


@pytest.mark.usefixtures("_third_version")
def test_whoever_reads_the_record_gets_today_s_line_under_the_hash_of_the_stored_one() -> None:
    stored = changed(player=None, who="ann", seq=1)
    row = Entry(1, "seat-taken/1", stored, GENESIS, event_hash("t1", "seat-taken/1", stored, GENESIS))
    ((entry, event),) = checked("t1", [row], after=0, prev=GENESIS)
    assert event == replace(SEATED, seq=1)
    assert entry == row._replace(tag="seat-taken/3", line=changed(seq=1))
    edited = row._replace(line=changed(seq=1))
    with pytest.raises(BrokenRecordError, match="is not what its hash was made of"):
        list(checked("t1", [edited], after=0, prev=GENESIS))


def test_there_is_a_lift_from_every_version_before_the_last() -> None:
    assert {(kind, step) for kind, last in VERSIONS.items() for step in range(1, last)} == set(LIFTS)
