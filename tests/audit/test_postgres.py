"""The same audit on PostgreSQL: the same evening is sound, and what is edited by hand is found."""

import asyncio
from collections.abc import Iterator

import pytest

from croupier.audit.audit import Report, audit
from croupier.audit.packet import packet
from croupier.audit.sources import open_raw
from croupier.house.faults import BrokenRecordError
from croupier.storage.postgres import open_postgres
from croupier.storage.raw import RELATIONS
from testkit.audit.houses import SEAL, Clock, opened_on, play_evening
from testkit.shares import every
from testkit.storage.servers import Server, start_postgres

COLUMNS = [(name, column, kind) for name, relation in RELATIONS.items() for column, kind in relation.columns.items()]
EDITED = every(3, COLUMNS)
"""On SQLite each column is edited; here a share shows that PostgreSQL's are read by the same audit."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a server with the record of an evening."""

    async def play(url: str) -> None:
        await play_evening(await opened_on(await open_postgres(url, clock=Clock())))

    with start_postgres() as running:
        asyncio.run(play(running.url))
        yield running


def audited(server: Server) -> Report:
    raw = open_raw(None, server.url)
    try:
        return audit(raw, seal=SEAL)
    finally:
        raw.close()


def test_a_sound_record_is_sound(server: Server) -> None:
    report = audited(server)

    assert report.findings == []
    assert [one.table for one in report.tables] == ["house", "r1", "t1", "t2"]
    assert "password" not in report.where


def test_a_round_is_exported(server: Server) -> None:
    raw = open_raw(None, server.url)

    assert packet(raw, "r1", "1")["draw"]["secret"]
    raw.close()


@pytest.mark.parametrize(("relation", "column", "kind"), EDITED, ids=[f"{one[0]}.{one[1]}" for one in EDITED])
def test_every_column_edited_by_hand_is_found(server: Server, relation: str, column: str, kind: type) -> None:
    """One row, changed and changed back."""
    new = f"{column} + 1000" if kind is int else f"coalesce({column}, '') || 'x'"
    keys = RELATIONS[relation].order
    first = f"ctid = (SELECT ctid FROM {relation} WHERE {column} IS NOT NULL ORDER BY {', '.join(keys)} DESC LIMIT 1)"
    server.psql(f"SET search_path = croupier; CREATE TABLE kept AS SELECT * FROM {relation}")
    try:
        server.psql(f"SET search_path = croupier; UPDATE {relation} SET {column} = {new} WHERE {first}")

        assert audited(server).findings
    finally:
        server.psql(
            f"SET search_path = croupier; DELETE FROM {relation};"
            f" INSERT INTO {relation} SELECT * FROM kept; DROP TABLE kept"
        )


def test_a_trigger_that_is_none_of_ours_is_found(server: Server) -> None:
    server.psql(
        "SET search_path = croupier;"
        " CREATE FUNCTION gift() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
        " CREATE TRIGGER gift BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION gift()"
    )

    assert [one.check for one in audited(server).findings] == ["store"]

    server.psql("SET search_path = croupier; DROP FUNCTION gift CASCADE")


def test_a_database_without_a_record_is_said(server: Server) -> None:
    raw = open_raw(None, server.database("empty"))
    try:
        assert "relation events is not there" in list(raw.faults())
        with pytest.raises(BrokenRecordError, match="cannot be read"):
            raw.tables()
    finally:
        raw.close()
