"""What is PostgreSQL's own: weak servers, wrong addresses, lost connections, stopped workers, half-done migrations."""

from __future__ import annotations

import asyncio
import builtins
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import asyncpg
import pytest
from asyncpg.pool import PoolConnectionHolder

from croupier.house.faults import (
    BrokenRecordError,
    HouseFault,
    NewerRecordError,
    NotStoredError,
    UnreachableRecordError,
    WeakRecordError,
)
from croupier.storage import migrations
from croupier.storage.postgres import connections, notifications, open_postgres
from croupier.storage.postgres.record import PostgresRecord
from croupier.storage.postgres.words import shown
from testkit.storage.servers import PASSWORD, Server, start_postgres
from testkit.storage.stores import SET_UP, PostgresStore, append, begun, gave, lines, live, opened

NEWEST = migrations.migrations("postgres")[-1][0]
SECRET = "pa55:w@rd/#"  # noqa: S105 - to see that it is never shown


@pytest.fixture
def store(postgres: Server) -> PostgresStore:
    return PostgresStore(postgres)


@pytest.fixture(scope="module")
def own() -> Iterator[Server]:
    """A server that may be stopped and spoiled."""
    with start_postgres() as server:
        yield server


# --- opening -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("record.db", "not the address"),
        ("", "not the address"),
        (f"mysql://ann:{SECRET}@localhost/x", "expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE"),
        ("postgresql://ann:pa55@localhost:port/x", "not the address"),
        ("postgresql://[broken/x", "not the address"),
        ("postgresql://ann:pa55@127.0.0.1:1/x?sslmode=maybe", "the address cannot be used"),
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(url: str, words: str) -> None:
    with pytest.raises(UnreachableRecordError, match=words) as fault:
        asyncio.run(open_postgres(url))
    assert "pa55" not in str(fault.value)


def test_a_database_is_named_without_its_password() -> None:
    assert shown("postgresql://ann:pa55@db.example:7/games") == "PostgreSQL games at db.example:7"
    assert shown("postgres://ann@/games?host=/run/pg&password=pa55") == "PostgreSQL games at /run/pg:5432"


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(UnreachableRecordError, match=r"PostgreSQL x at 127.0.0.1:1: no server answers") as fault:
        asyncio.run(open_postgres("postgresql://ann:pa55@127.0.0.1:1/x"))
    assert "pa55" not in str(fault.value)


def test_a_wrong_password_is_said_to_be_wrong(postgres: Server) -> None:
    assert asyncio.run(_opens(postgres.tcp_url))
    wrong = postgres.tcp_url.replace(PASSWORD.split()[0], "pa55")
    with pytest.raises(UnreachableRecordError, match="does not take this user with this password") as fault:
        asyncio.run(open_postgres(wrong))
    assert "pa55" not in str(fault.value)
    assert fault.value.__cause__ is None


def test_a_missing_database_is_said_to_be_missing(postgres: Server) -> None:
    with pytest.raises(UnreachableRecordError, match="no such database"):
        asyncio.run(open_postgres(postgres.url.replace("/record?", "/nowhere?")))


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "asyncpg":
            raise ModuleNotFoundError("No module named 'asyncpg'", name="asyncpg")
        return plain(name, *args, **kwargs)

    for name in [name for name in sys.modules if name.startswith(("asyncpg", "croupier.storage.postgres."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnreachableRecordError, match=r"pip install croupier\[postgres\]"):
        asyncio.run(open_postgres("postgresql://localhost/x"))


async def _opens(url: str) -> bool:
    record = await open_postgres(url)
    await record.close()
    return True


# --- durability --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {"fsync": "off"},
        {"full_page_writes": "off"},
        {"data_sync_retry": "on"},
        {"fsync": "off", "full_page_writes": "off"},
    ],
    ids="+".join,
)
def test_a_server_that_could_lose_what_it_acknowledged_is_refused(own: Server, settings: Mapping[str, str]) -> None:
    right = {"fsync": "on", "full_page_writes": "on", "data_sync_retry": "off"}
    own.configure(settings)
    own.restart()
    try:
        with pytest.raises(WeakRecordError, match="a power cut could lose") as fault:
            asyncio.run(open_postgres(own.url))
        assert all(f"{name} is {value}" in str(fault.value) for name, value in settings.items())
        assert own.psql("SELECT to_regnamespace('croupier') IS NULL") == "t"
    finally:
        own.configure(right)
        own.restart()


def test_a_role_or_database_with_a_weaker_habit_is_overruled(store: PostgresStore) -> None:
    weaker = "SET synchronous_commit = off"
    store.server.psql(f"ALTER ROLE croupier {weaker}; ALTER DATABASE record {weaker}")
    try:

        async def habit() -> object:
            async with opened(store) as record:
                assert isinstance(record, PostgresRecord)
                async with record._connections.transaction() as connection:
                    return await connection.fetchval("SHOW synchronous_commit")

        assert asyncio.run(habit()) == "on"
    finally:
        reset = "RESET synchronous_commit"
        store.server.psql(f"ALTER ROLE croupier {reset}; ALTER DATABASE record {reset}")


def test_a_weaker_mode_of_the_connection_is_refused(monkeypatch: pytest.MonkeyPatch, store: PostgresStore) -> None:
    monkeypatch.setitem(connections.SETTINGS, "synchronous_commit", "off")
    with pytest.raises(WeakRecordError, match="synchronous_commit is off; a record needs synchronous_commit = on"):
        asyncio.run(open_postgres(store.where))


def test_a_relation_that_a_crash_would_empty_is_refused(store: PostgresStore) -> None:
    assert asyncio.run(_opens(store.where))
    store.sql("ALTER TABLE receipts SET UNLOGGED")
    with pytest.raises(WeakRecordError, match="receipts is unlogged"):
        asyncio.run(open_postgres(store.where))


def test_a_database_in_another_encoding_is_refused(postgres: Server) -> None:
    postgres.psql("DROP DATABASE IF EXISTS latin", "postgres")
    postgres.psql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", "postgres")
    with pytest.raises(HouseFault, match="encoded in LATIN1"):
        asyncio.run(open_postgres(postgres.database("latin")))


# --- versions ----------------------------------------------------------------------------------------------------


def test_a_newer_record_is_refused_with_both_versions(store: PostgresStore) -> None:
    assert asyncio.run(_opens(store.where))
    store.sql("UPDATE version SET version = 99")
    with pytest.raises(NewerRecordError, match=f"has version 99, and this program knows versions up to {NEWEST}"):
        asyncio.run(open_postgres(store.where))


@pytest.mark.parametrize("there", ["theirs (n int)", "version (n int)", "version (version text)"])
def test_somebody_elses_schema_is_refused_and_left_alone(store: PostgresStore, there: str) -> None:
    store.server.psql(f"CREATE SCHEMA croupier; CREATE TABLE croupier.{there}")
    with pytest.raises(BrokenRecordError, match="no record of croupier"):
        asyncio.run(open_postgres(store.where))
    assert store.server.psql("SELECT count(*) FROM pg_tables WHERE schemaname = 'croupier'") == "1"


def test_relations_of_others_in_the_same_database_are_nobodys_business(store: PostgresStore) -> None:
    store.server.psql("CREATE TABLE public.events (n int)")
    try:
        assert asyncio.run(_opens(store.where))
        assert store.server.psql("SELECT count(*) FROM public.events") == "0"
    finally:
        store.server.psql("DROP TABLE public.events")


def test_a_migration_that_breaks_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch, store: PostgresStore) -> None:
    monkeypatch.setattr(migrations, "migrations", lambda _: [(1, ["CREATE TABLE a (n int)", "no SQL at all"])])
    with pytest.raises(HouseFault, match="syntax"):
        asyncio.run(open_postgres(store.where))
    assert store.server.psql("SELECT to_regnamespace('croupier') IS NULL") == "t"
    monkeypatch.undo()
    assert asyncio.run(_opens(store.where))
    whole = migrations.migrations("postgres")
    monkeypatch.setattr(
        migrations, "migrations", lambda _: [*whole, (NEWEST + 1, ["CREATE TABLE half (n int)", "DROP TABLE no"])]
    )
    with pytest.raises(HouseFault, match="no"):
        asyncio.run(open_postgres(store.where))
    assert store.server.psql("SELECT version FROM croupier.version") == str(NEWEST)
    assert store.server.psql("SELECT to_regclass('croupier.half') IS NULL") == "t"


@live
async def test_many_workers_may_begin_at_once(store: PostgresStore) -> None:
    records = await asyncio.gather(*(open_postgres(store.where) for _ in range(4)))
    for record in records:
        await record.close()


def test_a_user_who_may_make_no_schema_is_told_so(store: PostgresStore) -> None:
    store.server.psql("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")
    with pytest.raises(UnreachableRecordError, match="permission denied"):
        asyncio.run(open_postgres(store.where.replace("croupier@", "guest@")))


# --- trouble while it runs ---------------------------------------------------------------------------------------


@live
async def test_a_server_that_went_and_came_back_is_found_again(own: Server) -> None:
    async with begun(PostgresStore(own)) as record:
        await append(record, gave(1))
        waiting = asyncio.ensure_future(record.wait("t1", 1))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(own.stop, "immediate")
        with pytest.raises(NotStoredError):
            await append(record, gave(2))
        with pytest.raises(UnreachableRecordError):
            await record.head("t1")
        assert not waiting.done()
        await asyncio.to_thread(own.start)
        await append(record, gave(2))
        assert await asyncio.wait_for(waiting, 10) == 2
        assert len(await lines(record)) == 2


@live
async def test_idle_connections_that_were_cut_are_replaced_unseen(store: PostgresStore) -> None:
    async with begun(store) as record:
        for seq in range(1, 4):
            await append(record, gave(seq))
            await record.head("t1")
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'croupier'"
            await asyncio.to_thread(store.server.psql, cut)
        assert len(await lines(record)) == 3


@pytest.mark.parametrize(
    "fault", [asyncpg.InternalClientError("called on a free connection holder"), BrokenPipeError(32, "Broken pipe")]
)
@live
async def test_a_connection_that_is_lost_after_the_commit_changes_nothing(
    own: Server, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    release = PoolConnectionHolder.release

    async def lost(holder: PoolConnectionHolder, timeout: float | None) -> None:  # noqa: ASYNC109 - the driver's
        await release(holder, timeout)
        raise fault

    async with begun(PostgresStore(own)) as record:
        seq = (await record.head("t1")).seq + 1
        with monkeypatch.context() as patched:
            patched.setattr(PoolConnectionHolder, "release", lost)
            await append(record, gave(seq, ident="x1"))

        assert (await record.head("t1")).seq == seq


@live
async def test_a_commit_that_nobody_can_tell_of_is_not_stored_or_found_by_its_id(own: Server) -> None:
    async with begun(PostgresStore(own)) as record:
        known = unknown = 0
        for number in range(3):
            seq = (await record.head("t1")).seq + 1
            writing = asyncio.ensure_future(append(record, gave(seq, ident=f"x{number}")))
            if number:
                await asyncio.sleep(0.004 * number)
            await asyncio.to_thread(own.restart, "immediate")
            try:
                await writing
                known += 1
                assert await record.receipt("t1", "house", f"x{number}") is not None
            except NotStoredError:
                unknown += 1
                if await record.receipt("t1", "house", f"x{number}") is None:
                    await append(record, gave(seq, ident=f"x{number}"))
            assert (await record.head("t1")).seq == seq
        assert (known + unknown, len(await lines(record))) == (3, 3)


@live
async def test_a_commit_that_was_no_commit_is_not_taken_for_one(store: PostgresStore) -> None:
    async with begun(store) as record:
        assert isinstance(record, PostgresRecord)

        async def swallowed() -> None:
            async with record._connections.transaction() as connection:
                await connection.execute("UPDATE tables SET seq = 77")
                with pytest.raises(Exception, match="division"):
                    await connection.execute("SELECT 1 / 0")

        with pytest.raises(NotStoredError, match="answered COMMIT with ROLLBACK"):
            await swallowed()
        assert (await record.head("t1")).seq == 0


@live
async def test_a_row_held_by_a_worker_that_stopped_is_freed(
    monkeypatch: pytest.MonkeyPatch, store: PostgresStore
) -> None:
    monkeypatch.setitem(connections.SETTINGS, "idle_in_transaction_session_timeout", "300ms")
    async with begun(store) as sleeper, opened(store) as other:
        held, woken = asyncio.Event(), asyncio.Event()

        async def sleep() -> None:
            async with sleeper.turn("t1") as turn:
                held.set()
                await woken.wait()
                await turn.append([gave(turn.head.seq + 1, "bob")], {})

        sleeping = asyncio.ensure_future(sleep())
        await held.wait()
        await asyncio.wait_for(append(other, gave(1)), 5)
        woken.set()
        with pytest.raises(NotStoredError):
            await sleeping
        assert await other.balances("wallet:") == {"wallet:ann": 100}
        await append(sleeper, gave(2))


@live
async def test_a_row_that_is_held_for_too_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, store: PostgresStore
) -> None:
    monkeypatch.setitem(connections.SETTINGS, "lock_timeout", "200ms")
    async with begun(store) as record, opened(store) as other, record.turn("t1"):
        with pytest.raises(NotStoredError, match="another worker held the table"):
            await append(other, gave(1))


@live
async def test_a_turn_keeps_others_from_writing(store: PostgresStore) -> None:
    async with begun(store) as record, opened(store) as other:
        async with record.turn("t1") as turn:
            writing = asyncio.ensure_future(append(other, gave(2)))
            await asyncio.sleep(0.2)
            assert not writing.done()
            await turn.append([gave(1)], {})
        await writing
        assert len(await lines(record)) == 2


@live
async def test_more_turns_than_connections_wait_for_each_other(store: PostgresStore) -> None:
    async with opened(store) as record:
        names = [f"t{number}" for number in range(connections.WRITERS * 3)]

        async def play(name: str) -> None:
            await record.begin(SET_UP.__class__(0, name, "g/1", "d", random=False, banked=True), "x")
            async with record.turn(name) as turn:
                await record.head(name)  # a turn reads, too, and needs another connection for it
                await turn.append([gave(1)], {})

        await asyncio.gather(*(play(name) for name in names))
        assert (await record.balances("issued"))["issued"] == -100 * len(names)


@live
async def test_a_lost_notice_is_made_good_by_looking(monkeypatch: pytest.MonkeyPatch, store: PostgresStore) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.1)
    async with begun(store) as record, opened(store) as writer:
        assert isinstance(writer, PostgresRecord)
        monkeypatch.setattr(writer._notifications, "grown", lambda *_: None)
        waiting = asyncio.ensure_future(record.wait("t1", 0))
        await asyncio.sleep(0.2)
        await append(writer, gave(1))
        assert await asyncio.wait_for(waiting, 5) == 1


@live
async def test_a_server_that_is_cut_off_keeps_nobody_waiting_for_ever(
    monkeypatch: pytest.MonkeyPatch, store: PostgresStore
) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.5)
    async with begun(store) as record:
        # A statement that does not come back, as if the line were dead.
        await asyncio.to_thread(
            store.sql,
            "CREATE FUNCTION sleepy() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN PERFORM pg_sleep(30); RETURN NEW; END$$",
        )
        await asyncio.to_thread(store.sql, "CREATE TRIGGER sleepy BEFORE INSERT ON events EXECUTE FUNCTION sleepy()")
        with pytest.raises(NotStoredError, match="did not answer in time"):
            await asyncio.wait_for(append(record, gave(1)), 5)
        await asyncio.to_thread(
            store.sql,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'croupier' AND wait_event = 'PgSleep'",
        )
        await asyncio.to_thread(store.sql, "DROP TRIGGER sleepy ON events")
        await append(record, gave(1))


@live
async def test_a_stale_number_is_refused_by_the_database_itself(store: PostgresStore) -> None:
    async with begun(store) as record:
        await append(record, gave(1))
        assert isinstance(record, PostgresRecord)
        with pytest.raises(NotStoredError, match="duplicate key"):
            async with record._connections.transaction() as connection:
                await connection.execute("INSERT INTO events SELECT * FROM events WHERE seq = 1")
        with pytest.raises(NotStoredError, match="never_below_zero"):
            async with record._connections.transaction() as connection:
                await connection.execute("UPDATE accounts SET balance = -1 WHERE account = 'wallet:ann'")
