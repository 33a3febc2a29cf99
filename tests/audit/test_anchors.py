"""What an insider can do who writes the whole database, and what finds it: the rules, or an anchor kept elsewhere."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.audit.anchors import Anchor, AnchorError, anchors_of, read_anchors
from croupier.audit.audit import audit
from croupier.audit.findings import Finding
from croupier.house.ports import Head
from croupier.storage.chain import GENESIS, canonical
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from testkit.audit.houses import SEAL, evening, in_memory
from testkit.audit.insider import hash_anew


@pytest.fixture
def edited(stored: Path) -> Iterator[sqlite3.Connection]:
    """Return a copy of the record that anybody can write to."""
    connection = in_memory(stored)
    yield connection
    connection.close()


def found(connection: sqlite3.Connection, anchors: list[Anchor] | None = None) -> list[Finding]:
    return audit(SqliteRaw(connection, "the copy"), seal=SEAL, anchors=anchors or []).findings


def cut_off(connection: sqlite3.Connection, table: str, keep: int) -> None:
    """Forget the last receipts of a table with everything that followed from them, as if they had never been."""
    after, events, receipts_hash, at = connection.execute(
        "SELECT after, events, hash, at FROM receipts WHERE table_id = ? AND place = ?", (table, keep)
    ).fetchone()
    last = after + events
    connection.execute("DELETE FROM receipts WHERE table_id = ? AND place > ?", (table, keep))
    connection.execute("DELETE FROM events WHERE table_id = ? AND seq > ?", (table, last))
    moved = connection.execute(
        "SELECT account, sum(amount) FROM ledger WHERE table_id = ? AND seq > ? GROUP BY account", (table, last)
    ).fetchall()
    for account, amount in moved:
        connection.execute("UPDATE accounts SET balance = balance - ? WHERE account = ?", (amount, account))
    connection.execute("DELETE FROM ledger WHERE table_id = ? AND seq > ?", (table, last))
    (last_hash,) = connection.execute(
        "SELECT hash FROM events WHERE table_id = ? AND seq = ?", (table, last)
    ).fetchone()
    connection.execute(
        "UPDATE tables SET seq = ?, hash = ?, receipts = ?, receipts_hash = ?, at = ? WHERE table_id = ?",
        (last, last_hash, keep, receipts_hash, at, table),
    )


class TestHashedAnew:
    """All hashes are right again: only the rules, or an anchor, can tell."""

    def change(self, connection: sqlite3.Connection, seq: int, **changes: object) -> None:
        (line,) = connection.execute("SELECT line FROM events WHERE table_id = 't1' AND seq = ?", (seq,)).fetchone()
        connection.execute(
            "UPDATE events SET line = ? WHERE table_id = 't1' AND seq = ?",
            (canonical(json.loads(line) | changes), seq),
        )
        hash_anew(connection, "t1")

    @pytest.mark.parametrize(
        ("seq", "changes", "check"),
        [
            (7, {"stake": 50_000}, "decisions"),
            (17, {"pocket": "18"}, "decisions"),
            (22, {"winnings": 1}, "decisions"),
            (3, {"player": "eve"}, "decisions"),
            (9, {"at": "2026-01-31T20:00:22.500000Z"}, "chain"),
        ],
    )
    def test_an_event_that_does_not_follow_from_its_command_is_found(
        self, edited: sqlite3.Connection, seq: int, changes: dict[str, object], check: str
    ) -> None:
        self.change(edited, seq, **changes)

        assert check in {one.check for one in found(edited)}

    def test_the_anchor_finds_it_too_and_says_that_it_was_rewritten(
        self, edited: sqlite3.Connection, stored: Path
    ) -> None:
        anchors = anchors_of(open_raw_sqlite(stored))
        self.change(edited, 22, winnings=1)

        assert any(one.check == "anchors" and "rewritten" in one.what for one in found(edited, anchors))


class TestCutOff:
    """A record that ends earlier is a record. Without an anchor nobody can tell; with one, it is found."""

    @pytest.mark.parametrize("keep", [1, 20, 46])
    def test_behind_the_anchor_it_is_found(self, edited: sqlite3.Connection, stored: Path, keep: int) -> None:
        anchors = anchors_of(open_raw_sqlite(stored))
        cut_off(edited, "t1", keep)

        assert any(one.check == "anchors" and "cut off" in one.what for one in found(edited, anchors))

    def test_without_an_anchor_only_the_counters_tell(self, edited: sqlite3.Connection) -> None:
        """They too can be wound back: see the next test."""
        cut_off(edited, "t1", 40)

        assert {one.check for one in found(edited)} == {"meters"}

    def test_done_with_care_it_cannot_be_told_without_an_anchor(self, edited: sqlite3.Connection, stored: Path) -> None:
        cut_off(edited, "t1", 47)
        cut_off(edited, "t1", 45)
        expected = {one.where.removeprefix("meter "): one.expected for one in found(edited) if one.check == "meters"}
        for meter, value in expected.items():
            edited.execute("UPDATE meters SET value = ? WHERE table_id = 't1' AND meter = ?", (int(value), meter))

        assert found(edited) == []
        assert found(edited, anchors_of(open_raw_sqlite(stored))) != []

    def test_a_table_that_is_gone_is_found(self, edited: sqlite3.Connection, stored: Path) -> None:
        anchors = anchors_of(open_raw_sqlite(stored))
        for relation in ("tables", "events", "receipts", "ledger", "meters"):
            edited.execute(f"DELETE FROM {relation} WHERE table_id = 't2'")
        for account in ("felt:t2", "tray:t2", "outside:t2"):
            edited.execute("DELETE FROM accounts WHERE account = ?", (account,))

        assert any(one.check == "anchors" and one.table == "t2" for one in found(edited, anchors))


class TestAnotherHistory:
    """Commands, events, receipts and money all made anew: a record as sound as the first, and not the first."""

    def test_only_an_anchor_can_tell(self, stored: Path, tmp_path: Path) -> None:
        other = evening(tmp_path / "other.sqlite", stake=501)
        anchors = anchors_of(open_raw_sqlite(stored))

        assert audit(open_raw_sqlite(other), seal=SEAL).findings == []
        behind = audit(open_raw_sqlite(other), seal=SEAL, anchors=anchors).findings
        assert {one.check for one in behind} == {"anchors"}
        assert "t1" in {one.table for one in behind}

    def test_a_forged_anchor_beside_the_genuine_one_does_not_replace_it(self, stored: Path, tmp_path: Path) -> None:
        other = evening(tmp_path / "other.sqlite", stake=501)
        genuine, forged = (anchors_of(open_raw_sqlite(path)) for path in (stored, other))

        for both in ([*genuine, *forged], [*forged, *genuine]):
            behind = audit(open_raw_sqlite(other), seal=SEAL, anchors=both).findings
            assert ("t1", "event 67") in {(one.table, one.where) for one in behind}


class TestSwapped:
    @pytest.mark.parametrize("relation", ["events", "receipts"])
    def test_two_neighbors_that_change_places_are_found(self, edited: sqlite3.Connection, relation: str) -> None:
        place = "seq" if relation == "events" else "place"
        for one in range(1, 46):
            edited.execute("BEGIN")
            for old, new in ((one, -1), (one + 1, one), (-1, one + 1)):
                edited.execute(f"UPDATE {relation} SET {place} = ? WHERE table_id = 't1' AND {place} = ?", (new, old))

            assert {"chain", "receipts"} & {finding.check for finding in found(edited)}, one

            edited.execute("ROLLBACK")


class TestTheFile:
    def test_an_anchor_is_one_short_line(self, stored: Path) -> None:
        lines = [anchor.line() for anchor in anchors_of(open_raw_sqlite(stored))]

        assert all(len(line) < 300 for line in lines)
        assert json.loads(lines[0]).keys() == {"at", "hash", "receipts", "receipts_hash", "seq", "table"}

    def test_it_is_read_back(self, stored: Path, tmp_path: Path) -> None:
        anchors = anchors_of(open_raw_sqlite(stored))
        (tmp_path / "anchors.jsonl").write_text("".join(f"{anchor.line()}\n" for anchor in anchors) + "\n")

        assert read_anchors(tmp_path / "anchors.jsonl") == anchors

    @pytest.mark.parametrize(
        ("line", "words"),
        [("{", "not JSON"), ("[]", "has the fields"), ('{"table":"t1"}', "has the fields")],
    )
    def test_what_is_no_anchor_is_said_with_its_line(self, tmp_path: Path, line: str, words: str) -> None:
        (tmp_path / "anchors.jsonl").write_text(f"\n{line}\n")

        with pytest.raises(AnchorError, match=f"line 2.*{words}"):
            read_anchors(tmp_path / "anchors.jsonl")

    def test_a_number_that_is_text_is_said(self, tmp_path: Path) -> None:
        head = Head(1, GENESIS, 1, GENESIS, "2026")
        (tmp_path / "a").write_text(Anchor("t1", head).line().replace('"seq":1', '"seq":"1"'))

        with pytest.raises(AnchorError, match="seq is to be a whole number"):
            read_anchors(tmp_path / "a")

    @pytest.mark.parametrize("name", ["seq", "receipts"])
    def test_a_place_below_the_first_is_said(self, tmp_path: Path, name: str) -> None:
        line = Anchor("t1", Head(1, GENESIS, 1, GENESIS, "2026")).line()
        (tmp_path / "a").write_text(line.replace(f'"{name}":1', f'"{name}":-1'))

        with pytest.raises(AnchorError, match="line 1: seq and receipts are never below 0"):
            read_anchors(tmp_path / "a")
