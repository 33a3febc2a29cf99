"""Opening a house: a key without its record, files that others can read, and where invitations link to."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from croupier.house.faults import HouseFault, NotStoredError
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.web.app import public_origin
from croupier.web.doctor import diagnose
from croupier.web.opening import open_office
from croupier.web.settings import Settings, SettingsError, read_settings
from testkit.web.running import come_in, play, running, socket
from testkit.web.running import opened as betting


def opened(folder: Path) -> list[str]:
    """Open a house and close it; gives what whoever opened it was told."""

    async def scene() -> list[str]:
        office, _, _ = await open_office(Settings(data=str(folder)))
        await office.close()
        return office.notices

    return asyncio.run(scene())


class TestAKeyWithoutItsRecord:
    def test_a_record_that_is_gone_stops_the_start_with_a_way_out(self, tmp_path: Path) -> None:
        opened(tmp_path)
        for file in tmp_path.glob(f"{RECORD}*"):
            file.unlink()

        for _ in range(2):
            with pytest.raises(HouseFault, match=r"its record is gone\. Put the record back.* move seal\.key away"):
                opened(tmp_path)

        (found,) = [one for one in diagnose(Settings(data=str(tmp_path), port=0)) if one.what == "record"]
        assert (found.well, found.found) == (False, "missing, and the key of a house is there")

        (tmp_path / SEAL_KEY).rename(tmp_path / "old.key")
        assert opened(tmp_path) == []

    def test_so_does_a_young_record_whose_log_is_gone(self, tmp_path: Path) -> None:
        opened(tmp_path)
        for file in tmp_path.glob(f"{RECORD}*"):
            file.unlink()
        with sqlite3.connect(tmp_path / RECORD) as empty:
            empty.execute("PRAGMA user_version = 0")

        with pytest.raises(HouseFault, match="its record is gone"):
            opened(tmp_path)

    @pytest.mark.parametrize("kept", [(), (RECORD,)])
    def test_a_first_start_that_was_interrupted_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: tuple[str, ...]
    ) -> None:
        """Killed before anything was stored, or after the front desk and before the key."""

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr("croupier.web.opening.key_file" if kept else "croupier.storage.stores.open_sqlite", killed)
            with pytest.raises(KeyboardInterrupt):
                opened(tmp_path)
        assert {path.name for path in tmp_path.iterdir()} & {RECORD, SEAL_KEY} == set(kept)

        assert opened(tmp_path) == []

    def test_a_record_without_its_key_stops_the_start_as_before(self, tmp_path: Path) -> None:
        opened(tmp_path)
        (tmp_path / SEAL_KEY).unlink()

        with pytest.raises(HouseFault, match="the seal's key cannot be read"):
            opened(tmp_path)


@pytest.mark.parametrize("name", [SEAL_KEY, RECORD])
def test_a_file_that_other_users_can_read_is_said(tmp_path: Path, name: str) -> None:
    assert opened(tmp_path) == []
    (tmp_path / name).chmod(0o644)

    assert opened(tmp_path) == [
        f"{tmp_path / name} can be read by other users of this machine: chmod 600 {tmp_path / name}"
    ]


class TestWhereInvitationsLinkTo:
    @pytest.mark.parametrize(
        ("settings", "origin"),
        [
            (Settings(), "http://127.0.0.1:8360"),
            (Settings(host="0.0.0.0"), "http://127.0.0.1:8360"),  # noqa: S104 - not bound
            (Settings(origins=("https://night.example",)), "https://night.example"),
            (Settings(public_url="https://a.example", origins=("https://b.example",)), "https://a.example"),
        ],
    )
    def test_to_where_people_reach_the_house(self, settings: Settings, origin: str) -> None:
        assert public_origin(settings, 8360) == origin

    @pytest.mark.parametrize("given", ["night.example", "https://night.example/", "ftp://night.example", "https://"])
    def test_what_is_no_origin_is_said(self, given: str) -> None:
        with pytest.raises(
            SettingsError, match=r"CROUPIER_PUBLIC_URL: expected an origin such as https://night\.example"
        ):
            read_settings({}, environ={"CROUPIER_PUBLIC_URL": given})

    def test_pages_of_that_address_may_use_the_house(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path, public_url="https://night.example") as house, aiohttp.ClientSession() as http:
                for origin, status in (("https://night.example", 201), ("https://other.example", 403)):
                    asked = http.post(
                        f"{house.base}/api/v1/guests", json={"name": f"ann{status}"}, headers={"Origin": origin}
                    )
                    async with asked as answer:
                        assert answer.status == status

        play(scene())


def test_what_is_no_http_is_answered_without_naming_the_software(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(house.base.rpartition(":")[2]))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: no\r\n\r\n")
            said = await reader.read(4096)
            writer.close()
            assert said.partition(b" ")[2].startswith(b"400")
            assert re.findall(rb"(?i)server: ([^\r]*)", said) == [b"croupier"]
            assert b"aiohttp" not in said

    play(scene())


def test_a_file_that_another_process_has_locked_is_a_fault_within_a_second_and_heals(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, betting=1e6) as house:
            ann = await come_in(house, "ann")
            async with socket(house, "mbs-3", ann) as (line, _):
                await betting(house)
                bet = {"do": "place-wager", "wager": "w1", "player": "ann", "position": "17", "stake": 500}
                other = sqlite3.connect(tmp_path / RECORD, isolation_level=None)
                other.execute("BEGIN IMMEDIATE")
                try:
                    told = await asyncio.wait_for(line.answer({**bet, "id": "b1"}), 5)
                    assert told["error"]["code"] == "not-stored"
                    report = house.service.health.report()
                    assert report.status == "fault"
                    assert "another process holds the lock of" in report.record
                finally:
                    other.execute("ROLLBACK")
                    other.close()
                while house.service.health.report().record != "ok":
                    await asyncio.sleep(0.05)
                assert "events" in await line.answer({**bet, "id": "b1"})

    play(scene())


def test_a_commit_waits_less_than_a_second_for_a_locked_file(tmp_path: Path) -> None:
    async def scene() -> None:
        office, _, _ = await open_office(Settings(data=str(tmp_path)))
        other = sqlite3.connect(tmp_path / RECORD, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotStoredError, match="another process holds the lock"):
            async with asyncio.timeout(3):
                await office.tables.record.write(("DELETE FROM sessions WHERE false", ()))  # type: ignore[attr-defined]
        other.close()
        await office.close()

    asyncio.run(scene())
