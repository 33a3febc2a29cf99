"""The commands that look at a record: audit, anchor, export, backup, restore, and replay of a stored round."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from croupier.storage.places import ANCHORS, RECORD
from testkit.audit.houses import KEY, evening, two_rounds
from testkit.cli import command


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a record that is never written to."""
    return evening(tmp_path_factory.mktemp("record") / RECORD)


@pytest.fixture
def house(made: Path, tmp_path: Path) -> Path:
    """Return the folder of a house, to be spoiled."""
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / RECORD).write_bytes(made.read_bytes())
    return folder


def spoil(folder: Path, words: str) -> None:
    connection = sqlite3.connect(folder / RECORD)
    connection.execute(words)
    connection.commit()
    connection.close()


class TestAudit:
    def test_a_sound_record_ends_with_0(self, house: Path) -> None:
        done = command.run("audit", "--data", str(house))

        assert (done.status, done.err) == (0, "")
        assert "Nothing found." in done.out
        assert "no seal key was given" in done.out

    def test_the_key_beside_the_record_is_used(self, house: Path) -> None:
        (house / "seal.key").write_text(KEY.hex() + "\n")

        assert command.answer("audit", "--data", str(house))["notes"] == []

    def test_what_is_found_ends_with_1_and_says_where(self, house: Path) -> None:
        spoil(house, "UPDATE accounts SET balance = balance + 5 WHERE account = 'tray:t1'")

        done = command.run("audit", "--data", str(house))

        assert done.status == 1
        assert "account tray:t1" in done.out

    def test_as_json(self, house: Path) -> None:
        spoil(house, "DELETE FROM events WHERE table_id = 't1' AND seq = 9")

        report = command.answer_with(1, "audit", str(house / RECORD))

        assert not report["sound"]
        first = next(one for one in report["findings"] if one["check"] == "chain")
        assert (first["table"], first["where"]) == ("t1", "event 9")

    def test_one_table_alone(self, house: Path) -> None:
        spoil(house, "DELETE FROM events WHERE table_id = 't1' AND seq = 9")

        assert command.run("audit", "--data", str(house), "--table", "t2").status == 0
        assert command.run("audit", "--data", str(house), "--table", "t1").status == 1

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((), "name one record"),
            (("--data", "nowhere"), "no such file"),
            (("--data", "HOUSE", "--table", "t9"), "no table 't9'"),
            (("x", "--data", "HOUSE"), "name one record"),
            (("--data", "HOUSE", "--anchors", "nowhere"), "nowhere: cannot be read"),
            (("--data", "HOUSE", "--seal-key", "nowhere"), "nowhere: the seal's key cannot be read"),
            (("--database", "postgres://127.0.0.1:1/none"), "cannot be opened"),
        ],
    )
    def test_bad_input_ends_with_2(self, house: Path, arguments: tuple[str, ...], words: str) -> None:
        done = command.run("audit", *(str(house) if word == "HOUSE" else word for word in arguments))

        assert (done.status, done.out) == (2, "")
        assert words in done.err


class TestAnchors:
    def test_those_beside_the_record_are_held_against_it(self, house: Path) -> None:
        assert command.run("anchor", "--data", str(house), "--to", str(house / ANCHORS)).status == 0
        done = command.run("audit", "--data", str(house))
        assert done.status == 0
        assert "whoever can write it can write them too" in " ".join(done.out.split())
        line = (house / ANCHORS).read_text().splitlines()[0]
        changed = canonical_with(line, hash="f" * 64)
        (house / ANCHORS).write_text(changed + "\n")

        done = command.run("audit", "--data", str(house), "--json")

        assert done.status == 1
        assert [one["check"] for one in json.loads(done.out)["findings"]] == ["anchors"]

    def test_without_a_file_they_are_printed(self, house: Path) -> None:
        done = command.run("anchor", "--data", str(house))

        assert [json.loads(line)["table"] for line in done.out.splitlines()] == ["house", "r1", "t1", "t2"]


def canonical_with(line: str, **changes: object) -> str:
    return json.dumps(json.loads(line) | changes, sort_keys=True, separators=(",", ":"))


class TestExportAndReplay:
    def test_a_packet_goes_to_the_file_once(self, house: Path, tmp_path: Path) -> None:
        arguments = ("export", "1", "--data", str(house), "--table", "r1", "--out", str(tmp_path / "round.json"))

        assert command.run(*arguments).status == 0
        assert json.loads((tmp_path / "round.json").read_text("utf-8"))["round"] == "1"
        assert "there already" in command.run(*arguments).err

    def test_the_whole_record_goes_to_standard_output(self, house: Path) -> None:
        lines = command.run("export", "--all", "--data", str(house)).out.splitlines()

        assert json.loads(lines[0]) == {"format": "croupier/record/1"}
        assert json.loads(lines[-1])["end"]["lines"] == len(lines) - 1

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((), "give the ROUND"),
            (("1", "--all"), "give the ROUND"),
            (("1",), "name a table"),
            (("99", "--table", "t1"), "no round"),
        ],
    )
    def test_bad_input_is_said(self, house: Path, arguments: tuple[str, ...], words: str) -> None:
        done = command.run("export", *arguments, "--data", str(house))

        assert done.status == 2
        assert words in done.err

    def test_what_was_exported_is_replayed(self, house: Path, tmp_path: Path) -> None:
        packet, record = tmp_path / "round.json", tmp_path / "record.jsonl"
        command.run("export", "3", "--data", str(house), "--table", "t1", "--out", str(packet))
        command.run("export", "--all", "--data", str(house), "--out", str(record))
        stored = command.run("replay", "3", "--data", str(house), "--table", "t1").out

        assert command.run("replay", str(packet)).out == stored
        assert command.run("replay", str(record), "--table", "t1", "--round", "3").out == stored
        assert (
            "Players together" in command.run("replay", str(record), "--table", "t1", "--under", "mbs-roulette/2").out
        )

    def test_an_export_that_cannot_be_replayed_says_why(self, house: Path, tmp_path: Path) -> None:
        record, packet = tmp_path / "record.jsonl", tmp_path / "round.json"
        command.run("export", "--all", "--data", str(house), "--out", str(record))
        assert "name a table with --table; there are r1, t1, t2" in command.run("replay", str(record)).err
        assert "has no table 'x'" in command.run("replay", str(record), "--table", "x").err
        for entries, words in (
            ("{}", "expected a list"),
            ('[{"seq":4}]', "entry 4: has no tag"),
            ('[{"seq":4,"tag":"x/1","line":"{}"}]', "entry 4: "),
        ):
            packet.write_text(f'{{"format":"croupier/packet/1","entries":{entries}}}\n', encoding="utf-8")
            done = command.run("replay", str(packet))
            assert (done.status, words in done.err, "Traceback" in done.err) == (2, True, False), done.err

    def test_a_stored_round_is_retold_with_its_clauses(self, house: Path) -> None:
        done = command.run("replay", "3", "--data", str(house), "--table", "t1")

        assert done.status == 0
        assert "Round 3: betting is open." in done.out
        assert "The outcome 18 is corrected to 20" in done.out
        assert "Round 1" not in done.out

    def test_a_stored_round_is_settled_again_under_another_rulebook(self, house: Path) -> None:
        done = command.run("replay", "1", "--data", str(house), "--table", "t1", "--under", "mbs-roulette/2")

        assert "Players together:" in done.out

    def test_a_stored_round_under_its_own_rulebook_comes_to_the_same(self, tmp_path: Path) -> None:
        asyncio.run(two_rounds(tmp_path / RECORD, (), ()))
        stored = ("replay", "2", "--data", str(tmp_path), "--table", "t1", "--under", "mbs-roulette/3", "--json")

        (one,) = json.loads(command.run(*stored).out)

        assert (one["round"], one["difference"]) == ("2", 0)
        assert [line["gain"] for line in one["lines"]] == [0, -500], "the second small stake goes back"


class TestBackupAndRestore:
    def test_there_and_back(self, house: Path, tmp_path: Path) -> None:
        copy, new = str(tmp_path / "copy.sqlite"), tmp_path / "new"

        assert command.run("backup", "--data", str(house), "--to", copy).status == 0
        assert command.run("audit", copy).status == 0
        done = command.run("restore", copy, "--data", str(new))
        assert done.status == 0
        assert "nobody can say what came after this copy" in done.out
        assert command.run("audit", "--data", str(new)).status == 0

    def test_a_gap_is_told_and_ends_with_1(self, house: Path, tmp_path: Path) -> None:
        copy, anchors = str(tmp_path / "copy.sqlite"), tmp_path / "anchors.jsonl"
        command.run("backup", "--data", str(house), "--to", copy)
        lines = command.run("anchor", "--data", str(house)).out.splitlines()
        anchors.write_text(canonical_with(lines[2], seq=74, receipts=65) + "\n")

        done = command.run("restore", copy, "--data", str(tmp_path / "new"), "--anchors", str(anchors))

        assert done.status == 1
        assert "events 68 to 74 and 2 receipts" in done.out
        assert (tmp_path / "new" / RECORD).exists()

    def test_a_backup_of_another_history_is_refused_with_1(self, house: Path, tmp_path: Path) -> None:
        other, anchors = evening(tmp_path / "other.sqlite", stake=501), tmp_path / "anchors.jsonl"
        command.run("anchor", "--data", str(house), "--to", str(anchors))

        done = command.run("restore", str(other), "--data", str(tmp_path / "new"), "--anchors", str(anchors))

        assert done.status == 1
        assert "table t1, event 67: has the hash" in done.out
        assert "nothing was restored" in " ".join(done.out.split())
        assert not (tmp_path / "new" / RECORD).exists()

    def test_a_record_is_never_backed_up_over_itself(self, house: Path) -> None:
        before = (house / RECORD).read_bytes()

        done = command.run("backup", "--data", str(house), "--to", str(house / RECORD), "--force")

        assert (done.status, done.out) == (2, "")
        assert "is house.sqlite of the house itself; name another file" in done.err
        assert (house / RECORD).read_bytes() == before

    def test_postgres_says_what_to_use(self, tmp_path: Path) -> None:
        done = command.run("backup", "--database", "postgres://h/d", "--to", str(tmp_path / "x"))

        assert done.status == 2
        assert "pg_dump" in done.err
