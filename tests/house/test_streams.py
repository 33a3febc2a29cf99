"""A stream holds one kind of commands and events: a table's, or the front desk's."""

from pathlib import Path

import pytest

from croupier.house.desk import AdmitGuest
from croupier.house.faults import BrokenRecordError
from croupier.house.streams import desk_stream, table_stream
from testkit.storage.stores import HOUSE_BY, SqliteStore, append, begun, gave, live, refused
from tests.house.tables import house_on, open_for_bets


@live
async def test_a_house_reads_back_what_it_wrote(tmp_path: Path) -> None:
    async with house_on(SqliteStore(tmp_path / "record.db")) as house:
        host = await open_for_bets(house)
        await house.ask("in", AdmitGuest(HOUSE_BY, "cleo"))

        assert [event.seq async for _, event in host.stream.read()] == list(range(1, host.table.seq + 1))
        desk = desk_stream(house.record)
        assert [event.type async for _, event in desk.read()] == [
            "table-added",
            *["wallet-funded"] * 2,
            "guest-admitted",
        ]
        known = await desk.receipt("house", "in")
        assert known is not None
        assert known.command == AdmitGuest(HOUSE_BY, "cleo")
        assert await desk.receipt("house", "out") is None


@live
async def test_an_event_of_the_desk_at_a_table_is_a_broken_record(tmp_path: Path) -> None:
    async with begun(SqliteStore(tmp_path / "record.db")) as record:
        await append(record, gave(1), refused("c2"))
        stream = table_stream(record, "t1")

        with pytest.raises(BrokenRecordError, match="t1 event 1: is a wallet-funded"):
            _ = [event async for _, event in stream.read()]
        with pytest.raises(BrokenRecordError, match="t1 receipt 1: is for fund-wallet"):
            await stream.receipt("house", "c1")
        assert (await stream.head()).seq == 1
        assert [one.id async for one in stream.refusals()] == ["c2"]
