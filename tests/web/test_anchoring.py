"""Anchors are made while a house runs: one for each round, in a second place, and its failure is seen."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from croupier.audit.anchors import read_anchors
from croupier.audit.audit import audit
from croupier.house.faults import HouseFault
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.web.anchoring import NOT_KEPT
from croupier.web.live.watch import open_alerts
from testkit.web.running import Running, come_in, play, running, socket


async def rounds(house: Running, table: str, count: int) -> list[dict[str, object]]:
    """Look on until so many rounds are over; gives the frames that ended them."""
    ann = await come_in(house, "ann")
    async with socket(house, table, ann) as (line, _):
        ended: list[dict[str, object]] = []
        while len(ended) < count:
            frame = await line.receive()
            if any(one["type"] == "round-closed" for one in frame.get("events", ())):
                ended.append(frame)
        return ended


def test_every_round_that_ends_is_anchored_and_the_record_holds_them(tmp_path: Path) -> None:
    kept = tmp_path / "anchors.jsonl"

    async def scene() -> None:
        # With time between two rounds: of two that end while one anchor is written, the later one is anchored.
        async with running(tmp_path / "house", anchor_to=str(kept), pause=1) as house:
            await rounds(house, "mbs-3", 3)

    play(scene())
    anchors = read_anchors(kept)
    raw = open_raw_sqlite(tmp_path / "house" / RECORD)
    places = [int(str(row[0])) for row in raw.rows("events", "mbs-3") if str(row[1]).startswith("round-closed/")]
    mine = [one.head.seq for one in anchors if one.table == "mbs-3"]
    assert len(mine) >= len(places) >= 3
    assert all(any(place <= seq < later for seq in mine) for place, later in pairwise([*places, 10**9]))
    assert [one for one in anchors if one.table == "house"]
    assert audit(raw, anchors=anchors).findings == []
    assert kept.stat().st_mode & 0o077 == 0


def test_a_player_is_told_where_the_record_ended_with_the_round(tmp_path: Path) -> None:
    told: list[dict[str, object]] = []

    async def scene() -> None:
        async with running(tmp_path) as house:
            told.extend(await rounds(house, "mbs-3", 1))

    play(scene())
    (head,) = [frame["head"] for frame in told]
    assert isinstance(head, dict)
    (row,) = open_raw_sqlite(tmp_path / RECORD).rows("events", "mbs-3", first=head["seq"], last=head["seq"])
    assert (row[1], row[4]) == ("round-closed/1", head["hash"])


def test_an_answer_has_the_hash_of_its_receipt_and_is_repeated_byte_for_byte(tmp_path: Path) -> None:
    answers: list[dict[str, object]] = []

    async def scene() -> None:
        async with running(tmp_path, betting=1e6) as house:
            ann = await come_in(house, "ann")
            async with socket(house, "mbs-3", ann) as (line, _):
                bet = {"id": "b1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17", "stake": 500}
                asked = (bet, bet, {**bet, "id": "b2", "position": "the moon"})
                answers.extend([await line.answer(one) for one in asked])

    play(scene())
    assert answers[0] == answers[1]
    stored = {row[2]: row[-1] for row in open_raw_sqlite(tmp_path / RECORD).rows("receipts", "mbs-3")}
    assert [one["receipt"] for one in answers[1:]] == [stored["b1"], stored["b2"]]
    assert "refused" in answers[2]


def test_an_anchor_that_cannot_be_kept_is_an_alert_and_a_fault_until_one_is(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    async def scene() -> None:
        async with running(tmp_path / "house", anchor_to=str(elsewhere / "anchors.jsonl")) as house:
            (elsewhere / "anchors.jsonl").unlink()
            elsewhere.rename(tmp_path / "gone")
            await rounds(house, "mbs-3", 1)
            while (report := house.service.health.report()).anchors == "ok":
                await asyncio.sleep(0.01)
            assert (report.status, report.record) == ("fault", "ok")
            assert "No such file" in report.anchors
            while NOT_KEPT not in {one.kind for one in open_alerts(house.service.office.tables)}:
                await asyncio.sleep(0.01)

            (tmp_path / "gone").rename(elsewhere)
            async with socket(house, "mbs-2", await come_in(house, "bob")):
                while house.service.health.report().anchors != "ok":
                    await asyncio.sleep(0.01)

    play(scene())


def test_a_place_that_cannot_be_written_to_stops_the_start(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path / "house", anchor_to=str(tmp_path / "none" / "anchors.jsonl")):
            pass

    with pytest.raises(HouseFault, match=r"--anchor-to .*anchors.jsonl: cannot be written to: No such file"):
        play(scene())
    assert not (tmp_path / "house").exists()


def test_without_such_a_place_health_says_that_there_is_none(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            report = house.service.health.report()
            assert (report.status, report.anchors) == ("ok", "none")

    play(scene())
