"""How a house is set up: flags before the environment before the file, everything checked; and the doctor."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from croupier.cli.serve import serve
from croupier.web.doctor import diagnose
from croupier.web.settings import Settings, SettingsError, read_settings
from testkit.cli import command
from testkit.web.running import come_in, opened, play, running, socket
from tools.docs import ROOT

ROW = re.compile(r"^\| `(\w+)`(?: \(`(--[a-z-]+)`\))? \| `([^`]+)` \|", re.MULTILINE)


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('port = 1\nhost = "localhost"\nsitting = 7\norigins = ["https://night.example"]\n')
    environ = {"CROUPIER_PORT": "2", "CROUPIER_SITTING": "8", "CROUPIER_TICK": "0.5", "PATH": "x"}

    read = read_settings({"port": 3, "data": None}, file=str(file), environ=environ)

    assert (read.port, read.sitting, read.host, read.tick) == (3, 8, "localhost", 0.5)
    assert read.origins == ("https://night.example",)
    assert read.data == Settings().data


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"CROUPIER_PORT": "x"}, "CROUPIER_PORT: expected a whole number, not 'x'"),
        ({"CROUPIER_PORT": "65536"}, "CROUPIER_PORT: expected 0 to 65535"),
        ({"CROUPIER_PORT": "-1"}, "CROUPIER_PORT: expected 0 to 65535"),
        ({"CROUPIER_PORT": "8_0"}, "expected a whole number"),
        ({"CROUPIER_PORT": "٨"}, "expected a whole number"),
        ({"CROUPIER_PORT": ""}, "expected a whole number"),
        ({"CROUPIER_TICK": "nan"}, "expected a number of seconds"),
        ({"CROUPIER_TICK": "inf"}, "expected a number of seconds"),
        ({"CROUPIER_TICK": "2"}, "CROUPIER_TICK: expected 0 to 1"),
        ({"CROUPIER_DATABASE": "sqlite://here"}, "expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE"),
        ({"CROUPIER_LOG": "loud"}, "expected one of debug, info, warning, error"),
        ({"CROUPIER_DATA": ""}, "expected text that can be printed"),
        ({"CROUPIER_HOST": "a\nb"}, "expected text that can be printed"),
        ({"CROUPIER_ORIGINS": "https://a.example,b"}, "expected a list such as"),
        ({"CROUPIER_ORIGINS": "https://a.example/"}, "expected a list such as"),
        ({"CROUPIER_COMMANDS_PER_SECOND": "0"}, "expected 1 to"),
        ({"CROUPIER_PROT": "80"}, "CROUPIER_PROT: no such setting; there are data, database, host, port"),
    ],
)
def test_a_wrong_variable_is_named_with_what_would_be_right(environ: dict[str, str], words: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings({}, environ=environ)

    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = '80'", "port: expected a whole number, not '80'"),
        ("port = true", "port: expected a whole number, not True"),
        ("port = 80.0", "port: expected a whole number"),
        ("tick = '1'", "tick: expected a number of seconds"),
        ("origins = 'https://a.example'", "origins: expected a list"),
        ("origins = [1]", "origins: expected a list"),
        ("play_money = -1", "play_money: expected 0 to 1000000000000000, not -1"),
        ("guests_per_second = 0.01", "guests_per_second: expected 0.1 to 1000000000000, not 0.01"),
        ("prot = 80", "prot: no such setting"),
        ("[web]\nport = 80", "web: no such setting"),
        ("port = ", "house.toml: "),
        ("\x00", "house.toml: "),
    ],
)
def test_a_wrong_file_is_named_with_what_would_be_right(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)

    with pytest.raises(SettingsError) as error:
        read_settings({}, file=str(file), environ={})

    assert words in str(error.value)


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml"):
        read_settings({}, file="nowhere.toml", environ={})


@pytest.mark.parametrize(
    "flags", [("--port", "x"), ("--port", "70000"), ("--log", "loud"), ("--betting", "-1"), ("--what",)]
)
def test_a_wrong_flag_ends_with_status_2(flags: tuple[str, ...], tmp_path: Path) -> None:
    done = command.run("serve", "--data", str(tmp_path / "a"), *flags)

    assert (done.status, done.out) == (2, "")
    assert flags[0] in done.err or flags[0].strip("-") in done.err
    assert not (tmp_path / "a").exists()


def test_the_doctor_finds_a_new_folder_well(tmp_path: Path) -> None:
    found = {one.what: one for one in diagnose(Settings(data=str(tmp_path), port=0))}

    assert all(found[what].well for what in ("python", "sqlite", "folder", "room", "port"))
    assert "record" not in found
    assert not list(tmp_path.iterdir())


def test_the_doctor_looks_at_a_house_that_runs_and_changes_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path):
            found = {one.what: one for one in diagnose(Settings(data=str(tmp_path), port=0))}
            assert found["record"].well
            assert found["key"].well

    play(scene())


@pytest.mark.parametrize("place", [100, 5_000, 20_000])
def test_the_doctor_finds_a_damaged_record_and_a_lost_key(tmp_path: Path, place: int) -> None:
    async def scene() -> None:
        async with running(tmp_path):
            pass

    play(scene())
    record = tmp_path / "house.sqlite"
    whole = record.read_bytes()
    record.write_bytes(whole[:place] + b"\xff" * 4_096 + whole[place + 4_096 :])
    (tmp_path / "seal.key").unlink()

    found = {one.what: one for one in diagnose(Settings(data=str(tmp_path), port=0))}

    assert not found["record"].well
    assert not found["key"].well
    assert "seal.key" in found["key"].right


ALTERED = {
    "an event": (
        """UPDATE events SET line = replace(line, '"at":"2', '"at":"3') WHERE table_id = 'mbs-3' AND seq = 1""",
        "table mbs-3, event 1",
    ),
    "a receipt": ("UPDATE receipts SET who = who || 'x' WHERE table_id = 'mbs-3' AND place = 1", "mbs-3, receipt 1"),
    "a posting": (
        "UPDATE ledger SET amount = amount + 1 WHERE account = 'wallet:ann' AND amount > 0",
        "table house, event ",
    ),
    "a balance": ("UPDATE accounts SET balance = balance + 1 WHERE account = 'wallet:ann'", "account wallet:ann"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_the_doctor_finds_what_was_altered_in_a_record_and_says_at_which_table(tmp_path: Path, what: str) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, socket(house, "mbs-3", await come_in(house, "ann")):
            await opened(house)

    play(scene())
    asked = ("doctor", "--data", str(tmp_path), "--port", "0")
    before = command.run(*asked)
    assert "well  tables   7 with " in before.out
    sql, where = ALTERED[what]
    with sqlite3.connect(tmp_path / "house.sqlite") as file:
        assert file.execute(sql).rowcount == 1

    done = command.run(*asked)

    assert done.status == 1
    assert "well  record" in done.out
    assert any(line.startswith("LOOK  tables") and where in line for line in done.out.splitlines()), done.out
    assert "well  tables" not in done.out
    assert "croupier audit --data" in done.out


def test_the_doctor_says_that_a_folder_is_not_there_yet(tmp_path: Path) -> None:
    folder = tmp_path / "night" / "house"

    found = {one.what: one for one in diagnose(Settings(data=str(folder), port=0))}
    done = command.run("doctor", "--data", str(folder), "--port", "0")

    assert (found["folder"].well, found["folder"].there) == (True, False)
    said = f"new folder {folder}: nothing is there yet; `croupier serve` will create it"
    assert (done.status, said in " ".join(done.out.split())) == (0, True)
    assert "well  folder" not in done.out
    assert not (tmp_path / "night").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no modes of files")
def test_the_doctor_minds_who_can_read_the_key(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").touch()
    (tmp_path / "seal.key").write_text("00" * 32)
    (tmp_path / "seal.key").chmod(0o644)

    found = {one.what: one for one in diagnose(Settings(data=str(tmp_path), port=0))}

    assert (found["key"].well, found["key"].right) == (False, "chmod 600 seal.key")


def test_the_doctor_ends_with_1_where_something_needs_attention(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")

    done = command.run("doctor", "--data", str(file), "--port", "0", "--json")

    assert done.status == 1
    found = {one["what"]: one for one in json.loads(done.out)}
    assert not found["folder"]["well"]
    assert "LOOK  folder" in command.run("doctor", "--data", str(file), "--port", "0").out


def test_the_page_for_operators_lists_every_setting_with_its_default_and_its_flag() -> None:
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    listed = [(name, tomllib.loads(f"value = {value}")["value"]) for name, _, value in ROW.findall(page)]
    flags = {flag for _, flag, _ in ROW.findall(page) if flag}

    assert [name for name, _ in listed] == [field.name for field in fields(Settings)]
    assert Settings(**{**dict(listed), "origins": (), "rulebooks": ()}) == Settings()
    assert flags == {option for one in serve.params for option in one.opts} - {"--config", "--owner-link"}


def test_the_file_on_the_page_for_operators_is_taken(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    file = tmp_path / "night.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0])

    assert read_settings({}, file=str(file), environ={}).betting == 30
