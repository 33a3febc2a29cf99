"""A house's own rulebooks: brought in from files or from the page, told what is wrong with them, and played by."""

from pathlib import Path
from typing import Any

import pytest

from croupier.client import HouseClient
from croupier.house.faults import HouseFault
from croupier.rules.errors import RulebookError
from testkit.cli import command
from testkit.rulebooks.house import MBS_3, own, replaced
from testkit.rulebooks.unexpressed import MINI, half_back
from testkit.web.running import play, running

Json = dict[str, Any]


async def brought(client: HouseClient, text: str, **more: bool) -> Json:
    answer: Json = await client.call("POST", "/rulebooks", {"text": text, **more})
    return answer


class TestThePage:
    def test_a_text_is_answered_with_what_lint_says_and_kept_if_that_is_asked(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path) as house, house.client() as client:
                await house.owner(client)
                checked = await brought(client, MINI)
                assert (checked["kept"], checked["problems"], checked["ref"]) == (False, [], "mini-roulette/1")
                assert (checked["pockets"], checked["affects_money"]) == (13, True)
                assert checked["unexpressed"][0]["clauses"] == ["11"]
                assert house.service.office.tables.own == {}
                assert not (await brought(client, MINI, keep=True))["kept"]
                assert (await brought(client, MINI, keep=True, accept_unexpressed=True))["kept"]
                table = await client.call(
                    "POST", "/tables", {"table": "mini", "rulebook": "mini-roulette/1", "automatic": True}
                )
                assert table["unexpressed"][0]["clauses"] == ["11"]
                assert table["limits"]["limits"]["straight"]["max"] == 20_000
                assert (await client.call("GET", "/rulebooks/mini-roulette/1/text"))["text"] == MINI

        play(scene())

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("felt = [", "not-toml"),
            (replaced(MINI, 'title = "Mini roulette"', 'title = "?"'), "blank"),
            (replaced(own(MBS_3), 'ref = "house-roulette/1"', 'ref = "us-double-zero/1"'), "ref-taken"),
            (MINI + "#" * 70_000, "too-large"),
        ],
    )
    def test_what_cannot_be_used_is_not_kept_and_said(self, text: str, code: str, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path) as house, house.client() as client:
                await house.owner(client)
                told = await brought(client, text, keep=True, accept_unexpressed=True)
                assert not told["kept"]
                assert code in [one["code"] for one in told["problems"]]
                assert house.service.office.tables.own == {}

        play(scene())

    def test_only_the_owner_brings_one_and_only_json_is_taken(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path) as house, house.client() as client:
                await client.come_in("ann")
                with pytest.raises(Exception, match="the owner brings rulebooks"):
                    await brought(client, MINI)

        play(scene())

    def test_a_corrected_text_is_taken_at_the_next_opening_of_each_table(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path) as house, house.client() as client:
                await house.owner(client)
                await brought(client, half_back(), keep=True, accept_unexpressed=True)
                await client.call("POST", "/tables", {"table": "ours", "rulebook": "house-roulette/1"})
                corrected = replaced(half_back(), "to_one = 17", "to_one = 16")
                told = await brought(client, corrected, keep=True, accept_unexpressed=True)
                assert (told["kept"], told["tables"]) == (True, ["ours"])
                host = house.service.office.tables.host("ours")
                assert host.newer is not None
                assert host.newer.digest == told["digest"] != host.ruleset.digest

        play(scene())


class TestTheStart:
    def test_files_are_kept_and_outlive_themselves(self, tmp_path: Path) -> None:
        file = tmp_path / "mini.toml"
        file.write_text(MINI, encoding="utf-8")
        data = tmp_path / "data"

        async def scene() -> None:
            async with running(data, rulebooks=(str(file),)) as house:  # type: ignore[arg-type]
                assert set(house.service.office.tables.own) == {"mini-roulette/1"}
                assert house.service.office.notices == [f"{file}: §11 is not carried out, as the file declares"]
            async with running(data, rulebooks=(str(file),)) as house:  # type: ignore[arg-type]
                kept = house.service.office.tables.desk.rulebooks.get("mini-roulette/1")
                assert kept is not None
                assert len(kept.digests) == 1
            file.write_text(replaced(MINI, "to_one = 11", "to_one = 10"), encoding="utf-8")
            async with running(data, rulebooks=(str(file),)) as house:  # type: ignore[arg-type]
                assert any("has a corrected text" in one for one in house.service.office.notices)
            file.write_text(MINI, encoding="utf-8")
            async with running(data, rulebooks=(str(file),)) as house:  # type: ignore[arg-type]
                assert any("corrected since" in one for one in house.service.office.notices)
            file.unlink()
            async with running(data, rulebooks=(str(file),)) as house:  # type: ignore[arg-type]
                (notice,) = house.service.office.notices
                assert "the record still has mini-roulette/1" in notice

        play(scene())

    def test_a_file_that_cannot_be_used_stops_the_start(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.toml"
        file.write_text(replaced(MINI, "to_one = 11", 'to_one = "?"'), encoding="utf-8")

        done = command.run("serve", "--data", str(tmp_path / "d"), "--port", "0", "--rulebook", str(file))

        assert done.status == 2
        assert "pays.straight.to_one: is still blank" in done.err

    def test_two_files_of_one_ref_stop_it_too(self, tmp_path: Path) -> None:
        files = [tmp_path / "a.toml", tmp_path / "b.toml"]
        for file in files:
            file.write_text(MINI, encoding="utf-8")

        async def scene() -> None:
            with pytest.raises(HouseFault, match=r"are both mini-roulette/1"):
                async with running(tmp_path / "d", rulebooks=tuple(map(str, files))):  # type: ignore[arg-type]
                    pass

        play(scene())

    def test_a_first_start_without_the_file_is_none(self, tmp_path: Path) -> None:
        async def scene() -> None:
            with pytest.raises(RulebookError, match="cannot be read"):
                async with running(tmp_path / "d", rulebooks=(str(tmp_path / "no.toml"),)):  # type: ignore[arg-type]
                    pass

        play(scene())

    def test_the_setting_takes_paths_of_rulebooks(self, tmp_path: Path) -> None:
        config = tmp_path / "house-settings.toml"
        config.write_text('rulebooks = ["house"]\n', encoding="utf-8")

        done = command.run("serve", "--config", str(config))

        assert done.status == 2
        assert 'expected a list such as ["house.toml"]' in done.err
        assert "--rulebook: expected" in command.run("serve", "--rulebook", "x").err
