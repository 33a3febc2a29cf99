"""Backups are whole while the house runs, never overwrite, and come back; what is missing afterwards is said."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from croupier.audit.anchors import anchors_of
from croupier.audit.audit import audit
from croupier.audit.backup import AnotherHistoryError, BackupError, back_up, missing, restore
from croupier.house.desk import AppointStaff, FundWallet
from croupier.house.faults import BrokenRecordError
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table import commands as c
from testkit.audit.houses import ANN, DEALER, OWN, SEAL, Play, added, evening, opened


def sound(path: Path) -> bool:
    raw = open_raw_sqlite(path)
    try:
        return audit(raw, seal=SEAL).sound
    finally:
        raw.close()


class TestBackup:
    def test_a_copy_is_sound_and_one_file(self, stored: Path, tmp_path: Path) -> None:
        report = back_up(stored, tmp_path / "copy.sqlite")

        assert report.sound
        assert sound(tmp_path / "copy.sqlite")
        assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite"]

    def test_a_file_that_is_there_is_never_overwritten(self, stored: Path, tmp_path: Path) -> None:
        (tmp_path / "copy.sqlite").write_text("mine")

        with pytest.raises(BackupError, match="there already"):
            back_up(stored, tmp_path / "copy.sqlite")

        assert (tmp_path / "copy.sqlite").read_text() == "mine"

    def test_unless_it_is_forced(self, stored: Path, tmp_path: Path) -> None:
        (tmp_path / "copy.sqlite").write_text("mine")

        back_up(stored, tmp_path / "copy.sqlite", force=True)

        assert sound(tmp_path / "copy.sqlite")

    def test_a_broken_record_is_not_taken_for_a_backup(self, stored: Path, tmp_path: Path) -> None:
        broken = tmp_path / "broken.sqlite"
        broken.write_bytes(stored.read_bytes())
        with sqlite3.connect(broken) as connection:
            connection.execute("UPDATE events SET line = '{}' WHERE table_id = 't1' AND seq = 9")
        connection.close()

        with pytest.raises(BackupError, match="event 9"):
            back_up(broken, tmp_path / "copy.sqlite")

        assert not (tmp_path / "copy.sqlite").exists()
        assert not list(tmp_path.glob(".copy*"))

    @pytest.mark.parametrize("content", [b"", b"no database at all, but a long enough text for a header" * 4])
    def test_what_is_no_record_is_said(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "other").write_bytes(content)

        with pytest.raises((BackupError, BrokenRecordError)):
            back_up(tmp_path / "other", tmp_path / "copy.sqlite")

        assert not (tmp_path / "copy.sqlite").exists()


class TestWhatIsInUse:
    """With --force too, a copy goes over no record that anybody needs."""

    @pytest.mark.parametrize("way", ["itself", "another way", "a symbolic link", "a hard link"])
    def test_a_record_is_never_copied_over_itself(self, stored: Path, tmp_path: Path, way: str) -> None:
        house = tmp_path / RECORD
        house.write_bytes(stored.read_bytes())
        target = {"itself": house, "another way": tmp_path / "x" / ".." / RECORD}.get(way, tmp_path / "copy")
        (tmp_path / "x").mkdir()
        if way == "a symbolic link":
            target.symlink_to(house)
        if way == "a hard link":
            target.hardlink_to(house)

        with pytest.raises(BackupError, match="of the house itself"):
            back_up(house, target, force=True)

        assert house.read_bytes() == stored.read_bytes()

    @pytest.mark.parametrize("name", ["seal.key", "anchors.jsonl", f"{RECORD}-wal", f"{RECORD}-shm"])
    def test_nor_over_what_lies_beside_it(self, stored: Path, tmp_path: Path, name: str) -> None:
        (tmp_path / RECORD).write_bytes(stored.read_bytes())

        with pytest.raises(BackupError, match=f"is {name} of the house itself"):
            back_up(tmp_path / RECORD, tmp_path / name, force=True)

        assert not (tmp_path / name).exists()

    @pytest.mark.parametrize("tail", ["-wal", "-shm", "-journal"])
    def test_nor_over_another_house_that_is_open_or_crashed(self, stored: Path, tmp_path: Path, tail: str) -> None:
        (tmp_path / RECORD).write_text("theirs")
        (tmp_path / f"{RECORD}{tail}").write_text("their last pages")

        with pytest.raises(BackupError, match=f"{RECORD}{tail} lies beside it"):
            back_up(stored, tmp_path / RECORD, force=True)

        assert (tmp_path / RECORD).read_text() == "theirs"

    def test_nor_over_a_database_that_somebody_reads(self, stored: Path, tmp_path: Path) -> None:
        back_up(stored, tmp_path / "copy")
        opened = open_raw_sqlite(tmp_path / "copy")

        with pytest.raises(BackupError, match="in use"):
            back_up(stored, tmp_path / "copy", force=True)

        opened.close()
        assert back_up(stored, tmp_path / "copy", force=True).sound

    def test_a_house_that_runs_loses_nothing(self, tmp_path: Path) -> None:
        async def play() -> None:
            house = await opened(tmp_path / RECORD)
            for name in ("t1", "t2"):
                table = await added(house, name, banked=False)
                await table.do(c.OpenTable(OWN), c.OpenBetting(DEALER))
                for target in (tmp_path, tmp_path / ".." / tmp_path.name):
                    with pytest.raises(BackupError, match="of the house itself"):
                        back_up(tmp_path / RECORD, target / RECORD, force=True)
                    with pytest.raises(BackupError, match="there already"):
                        restore(tmp_path / RECORD, target)
                await table.wagers((ANN, "red", 200), (ANN, "17", 300))
            await house.close()

        asyncio.run(play())
        raw = open_raw_sqlite(tmp_path / RECORD)
        assert {name: head.receipts for name, head in anchors_of(raw)} == {"house": 2, "t1": 4, "t2": 4}
        raw.close()


async def under_load(folder: Path) -> tuple[list[Path], int]:
    """Play without a pause, and back up again and again meanwhile."""
    house = await opened(folder / RECORD)
    await house.ask("money", FundWallet(OWN, "ann", 10**9, "welcome"))
    await house.ask("staff", AppointStaff(OWN, "dan", Role.DEALER))
    play = await added(house, "t1")
    await play.do(c.OpenTable(OWN), c.BuyIn(DEALER, "ann", 10**8, ChipSort.CASH), c.OpenBetting(DEALER))
    done = asyncio.Event()
    betting = asyncio.create_task(_bet(play, done))
    copies = []
    for number in range(6):
        before = play.asked
        while play.asked < before + 40:
            await asyncio.sleep(0.001)
        copy = folder / f"copy-{number}.sqlite"
        await asyncio.to_thread(back_up, folder / RECORD, copy)
        copies.append(copy)
    done.set()
    await betting
    await house.close()
    return copies, play.asked


async def _bet(play: Play, done: asyncio.Event) -> None:
    while not done.is_set():
        await asyncio.gather(*[play.wagers((ANN, "red", 200)) for _ in range(20)])


def test_copies_made_under_load_are_each_of_one_moment(tmp_path: Path) -> None:
    copies, asked = asyncio.run(under_load(tmp_path))

    lengths = []
    for copy in copies:
        assert sound(copy)
        raw = open_raw_sqlite(copy)
        lengths += [head.receipts for name, head in anchors_of(raw) if name == "t1"]
        raw.close()
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] <= asked


class TestRestore:
    def test_a_house_opens_on_what_was_restored_and_goes_on(self, stored: Path, tmp_path: Path) -> None:
        back_up(stored, tmp_path / "copy.sqlite")
        restore(tmp_path / "copy.sqlite", tmp_path / "new")

        async def go_on() -> int:
            house = await opened(tmp_path / "new" / RECORD)
            play = Play(house.host("t1"))
            play.asked = 1_000
            await play.wagers((ANN, "black", 200))
            seq = house.host("t1").table.seq
            await house.close()
            return seq

        assert asyncio.run(go_on()) == 68
        assert sound(tmp_path / "new" / RECORD)

    @pytest.mark.parametrize("name", [RECORD, f"{RECORD}-wal"])
    def test_a_record_is_never_overwritten(self, stored: Path, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("mine")

        with pytest.raises(BackupError, match="there already"):
            restore(stored, tmp_path)

        assert (tmp_path / name).read_text() == "mine"

    def test_the_gap_to_the_last_anchor_is_told(self, stored: Path, tmp_path: Path) -> None:
        restore(stored, tmp_path / "new")
        anchors = anchors_of(open_raw_sqlite(stored))
        later = [one._replace(head=one.head._replace(seq=one.head.seq + 7)) for one in anchors if one.table == "t1"]

        assert missing(tmp_path / "new" / RECORD, anchors) == []
        ((anchor, head),) = missing(tmp_path / "new" / RECORD, [*anchors, *later])
        assert head is not None
        assert anchor.head.seq - head.seq == 7

    @pytest.mark.parametrize("which", [("t1",), ("t1", "r1", "house")])
    def test_a_backup_of_another_history_is_not_restored(
        self, stored: Path, tmp_path: Path, which: tuple[str, ...]
    ) -> None:
        other = evening(tmp_path / "other.sqlite", stake=501)
        anchors = [one for one in anchors_of(open_raw_sqlite(stored)) if one.table in which]

        with pytest.raises(AnotherHistoryError, match="another history") as told:
            restore(other, tmp_path / "new", anchors=anchors)

        assert {(one.table, one.where) for one in told.value.found} == {("t1", "event 67"), ("t1", "receipt 63")}
        assert list((tmp_path / "new").iterdir()) == []

    def test_anchors_that_it_holds_or_does_not_reach_do_not_stand_in_the_way(
        self, stored: Path, tmp_path: Path
    ) -> None:
        anchors = anchors_of(open_raw_sqlite(stored))
        later = [one._replace(head=one.head._replace(seq=99, receipts=99, hash="f" * 64)) for one in anchors]
        gone = [one._replace(table="t9") for one in anchors]

        assert restore(stored, tmp_path / "new", anchors=[*anchors, *later, *gone]).sound

    def test_receipts_that_came_before_the_end_and_are_not_there_are_another_history(
        self, stored: Path, tmp_path: Path
    ) -> None:
        (anchor,) = (one for one in anchors_of(open_raw_sqlite(stored)) if one.table == "t1")
        (row,) = open_raw_sqlite(stored).rows("events", "t1", first=60, last=60)
        earlier = anchor._replace(head=anchor.head._replace(seq=60, hash=str(row[-1]), receipts=99))

        with pytest.raises(AnotherHistoryError) as told:
            restore(stored, tmp_path / "new", anchors=[earlier])

        assert [one.where for one in told.value.found] == ["receipt 99"]
