"""The benchmark of the service, small: it runs against the real command, and would notice a lost or a late bet."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks import service
from benchmarks.full_house import held_to_record, placed_and_late
from benchmarks.report import Gate
from benchmarks.speeches import Colyseus, Positions, packed, unpacked

UNHURRIED = ("events missed", "acknowledged bets", "after the call", "unanswered")
"""Gates that hold however busy the machine is: nothing is lost or late. What a wager costs is held to its gate in
`tests/lab/test_benchmarks.py`, where nothing else runs."""


def test_the_service_is_measured_and_no_bet_is_lost_or_late() -> None:
    report = service.measure(quick=True)
    held = [gate for gate in report.gates if any(words in gate.what for words in UNHURRIED)]

    assert len(held) == 6
    assert all(gate.passed for gate in held), [str(gate) for gate in report.gates]
    counted = [figure.count for figure in report.figures if "a wager onto" not in figure.what]
    assert len(counted) == 4
    assert min(counted) > 10
    assert all(gate.measured > 0 for gate in report.gates if "p99" in gate.what or "memory" in gate.what)


def line(kind: str, **fields: str) -> str:
    return json.dumps({"type": kind, **fields})


def test_a_bet_behind_the_call_is_found_and_one_in_the_next_round_is_not_late() -> None:
    events = [
        line("betting-opened"),
        line("wager-placed", wager="early"),
        line("no-more-bets-called"),
        line("wager-placed", wager="late"),
        line("betting-opened"),
        line("wager-placed", wager="next"),
    ]

    assert placed_and_late(events) == ({"early", "late", "next"}, 1)


def test_an_acknowledged_bet_that_the_record_lacks_is_found(tmp_path: Path) -> None:
    record = tmp_path / "record.sqlite"
    with closing(sqlite3.connect(record)) as file:
        file.execute("CREATE TABLE events (table_id, seq, line)")
        file.execute("INSERT INTO events VALUES ('t', 1, ?)", (line("wager-placed", wager="w1"),))
        file.commit()

    assert held_to_record(record, {"t": ["w1"]}) == (0, 0)
    assert held_to_record(record, {"t": ["w1", "w2"], "other": ["w1"]}) == (2, 0)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 255, 256, 65_535, 65_536, 10**9])
def test_numbers_are_read_back_as_they_are_packed(number: int) -> None:
    assert unpacked(b"\x0d" + packed(number), 1) == number


@pytest.mark.parametrize("length", [b"\x83", b"\xde\x00\x03"])
def test_an_answer_is_heard_however_its_map_is_written(length: bytes) -> None:
    speech = Colyseus({}, Positions(["red"], 0), 100)
    rest = b"\xa8position\xa3red\xa5stake\x64"

    assert speech.heard(b"\x0d\xa6placed" + length + b"\xa2id" + packed(300) + rest) == (300, True)
    assert speech.heard(b"\x0d\xa7refused" + length + b"\xa2id\x07" + rest) == (7, False)
    assert speech.heard(b"\x0e") is None


def test_nothing_at_all_is_not_close_to_a_bound() -> None:
    none = Gate("lost", 0, 0, "", at_most=True)

    assert (none.passed, none.close) == (True, False)
    assert str(none) == "passed  lost: 0, at most 0"
