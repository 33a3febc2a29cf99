"""The stand-alone verifier: it needs nothing but Python, agrees with the audit, and no bit of evidence escapes it."""

import ast
import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.anchors import Anchor, anchors_of
from croupier.audit.audit import audit
from croupier.audit.packet import ExportError, packet, whole_record
from croupier.house.desk import AdmitGuest, AppointStaff, FundWallet
from croupier.house.ports import Head
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.chain import GENESIS, canonical
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from croupier.table import commands as c
from testkit.audit.houses import ANN, DEALER, OWN, SEAL, added, evening, in_memory, opened
from testkit.audit.insider import hash_anew
from testkit.audit.verifying import PROGRAM, VERIFIER, verified
from testkit.shares import count

ROUNDS = [
    ("t1", "1"),
    ("t1", "2"),
    ("t1", "3"),
    ("t1", "4"),
    ("t1", "5"),
    ("t2", "1"),
    ("r1", "1"),
    ("r1", "2"),
    ("r1", "3"),
    ("r1", "4"),
]

Json = dict[str, Any]


@pytest.fixture(scope="session")
def exported(stored: Path) -> Json:
    """Return the packet of a round of the random wheel."""
    return packet(open_raw_sqlite(stored), "r1", "1")


def written(given: Json) -> bytes:
    return canonical(given).encode() + b"\n"


def sealed_anew(given: Json) -> bytes:
    """Write a packet whose digest is right again, as whoever edits one would."""
    rest = {name: value for name, value in given.items() if name != "digest"}
    return written(rest | {"digest": VERIFIER.sha256(canonical(rest))})


class TestItStandsAlone:
    def test_it_imports_the_standard_library_and_nothing_else(self) -> None:
        tree = ast.parse(PROGRAM.read_text("utf-8"))
        named = set[str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                named |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                named.add(str(node.module).partition(".")[0])

        assert named
        assert named <= sys.stdlib_module_names

    def test_it_runs_without_any_installed_package(self, exported: Json, tmp_path: Path) -> None:
        (tmp_path / "round.json").write_bytes(written(exported))
        command = [sys.executable, "-I", "-S", str(PROGRAM), "round.json"]

        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

        assert (done.returncode, done.stderr) == (0, "")
        assert "the secret is the one committed to" in done.stdout
        assert "unknown who was allowed to do what" in done.stdout

    @pytest.mark.parametrize("given", [b"", b"\xff", b"{}\n", b'{"format":"other"}\n', b"[1]\n"])
    def test_what_is_no_packet_is_no_evidence(self, given: bytes, tmp_path: Path) -> None:
        assert verified(given, tmp_path) == 2


class TestSoundRounds:
    @pytest.mark.parametrize(("table", "name"), ROUNDS)
    def test_every_round_holds(self, stored: Path, tmp_path: Path, table: str, name: str) -> None:
        assert verified(written(packet(open_raw_sqlite(stored), table, name)), tmp_path) == 0

    def test_a_packet_has_the_round_in_words_refusals_among_them(self, stored: Path) -> None:
        words = [one["says"] for one in packet(open_raw_sqlite(stored), "t1", "1")["words"]]

        assert "Round 1: betting is open." in words
        assert "ann asks to place-wager: refused, not-on-layout." in words

    def test_the_secret_of_a_round_under_way_is_never_exported(self, stored: Path) -> None:
        raw = open_raw_sqlite(stored)
        ((name, sealed),) = raw.rows("sealed", "r1")
        secret = SEAL.open(str(sealed), "r1", str(name)).hex()

        everything = "".join([*whole_record(raw), canonical(packet(raw, "r1", "4"))])

        assert secret not in everything
        assert str(sealed) not in everything

    def test_a_round_that_is_not_there_is_said(self, stored: Path) -> None:
        with pytest.raises(ExportError, match="has no round '9'; its last rounds are 3, 4, 5"):
            packet(open_raw_sqlite(stored), "t1", "9")
        with pytest.raises(ExportError, match=r"no table 't9'.*there are house, r1, t1, t2"):
            packet(open_raw_sqlite(stored), "t9", "1")


async def _brought(path: Path) -> None:
    """Let a player stake value chips that were permitted: those at the table, some of each, and brought ones alone."""
    house = await opened(path)
    await house.ask("in", AdmitGuest(OWN, "ann"))
    await house.ask("money", FundWallet(OWN, "ann", 10_000, "welcome"))
    await house.ask("staff", AppointStaff(OWN, "dan", Role.DEALER))
    play = await added(house, "t1", ref="us-double-zero/1")
    await play.do(
        c.OpenTable(DEALER),
        c.BuyIn(DEALER, "ann", 1_500, ChipSort.CASH, color="green"),
        c.PermitValueChips(DEALER, "ann", "black"),
        c.OpenBetting(DEALER),
    )
    for number in range(3):
        await play.do(c.PlaceWager(ANN, f"w{number}", "ann", f"{17 + number}", 1_000, chips=(c.Chips(1, cash=1_000),)))
    await play.spun("18")
    await house.close()


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Json:
    path = tmp_path_factory.mktemp("brought") / "house.sqlite"
    asyncio.run(_brought(path))
    return packet(open_raw_sqlite(path), "t1", "1")


class TestValueChipsBroughtToTheTable:
    def test_what_the_wallet_gives_to_a_wager_holds(self, brought: Json, tmp_path: Path) -> None:
        wallet = [one["amount"] for one in brought["postings"] if one["account"] == "wallet:ann"]

        assert wallet == [-500, -1_000]
        assert verified(written(brought), tmp_path) == 0

    @pytest.mark.parametrize(("more", "less"), [("wallet:ann", "cash:t1:ann"), ("cash:t1:ann", "wallet:ann")])
    def test_more_than_was_brought_is_found(self, brought: Json, tmp_path: Path, more: str, less: str) -> None:
        """A stake of 1,000, and the wallet gives 1,600 or gets 100."""
        given = json.loads(canonical(brought))
        (seq,) = {one["seq"] for one in given["postings"] if one["account"] == "wallet:ann" and one["amount"] == -500}
        for one in given["postings"]:
            if one["seq"] == seq and one["account"] in (more, less):
                one["amount"] += -1_100 if one["account"] == more else 1_100

        assert verified(sealed_anew(given), tmp_path) == 1


EVERY = count(45, 13)
"""Of the bytes of a packet; the soak's flips turn every bit of a record."""


class TestTurnedBits:
    def test_a_turned_bit_in_any_byte_of_the_file_is_found(self, exported: Json, tmp_path: Path) -> None:
        """Which bit goes round with the place; what a turned bit leaves canonical, the digest tells."""
        whole = written(exported)
        for place in range(0, len(whole), EVERY):
            turned = whole[:place] + bytes([whole[place] ^ (1 << (place // EVERY % 8))]) + whole[place + 1 :]
            assert self.noticed(turned), place
        for place in random.Random(7).sample(range(len(whole)), 12):  # noqa: S311 - a sample
            turned = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
            assert verified(turned, tmp_path) in (1, 2), place

    def noticed(self, given: bytes) -> bool:
        """The first two checks of the verifier, without the rest."""
        try:
            line = given.decode().removesuffix("\n")
        except UnicodeDecodeError:
            return True
        found = VERIFIER.read_object(line)
        rest = {name: value for name, value in found.items() if name != "digest"}
        whole = f"{line}\n".encode() == given and VERIFIER.is_canonical(line)
        return not whole or VERIFIER.sha256(VERIFIER.canonical(rest)) != found.get("digest")

    def test_a_turned_bit_of_evidence_is_found_even_when_the_digest_is_made_anew(
        self, exported: Json, tmp_path: Path
    ) -> None:
        chance = random.Random("evidence")  # noqa: S311 - a sample
        places = list(evidence(exported))
        for where, value in chance.sample(places, count(25, 60)):
            given = json.loads(canonical(exported))
            holder = given
            for step in where[:-1]:
                holder = holder[step]
            holder[where[-1]] = turned_over(value, chance)

            assert verified(sealed_anew(given), tmp_path) in (1, 2), (where, value, holder[where[-1]])


def evidence(given: Json) -> Iterator[tuple[list[Any], Any]]:
    """Every value of a packet that is evidence; the rest is commentary, and held to it."""
    for part in ("setup", "entries", "receipts", "postings", "bets", "draw", "limits", "table", "round"):
        yield from leaves(given[part], [part])
    yield from (([*where], value) for where, value in leaves(given["before"], ["before"]))


def leaves(value: Any, where: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in ("clauses", "placed"):
                yield from leaves(one, [*where, name])
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from leaves(one, [*where, place])
    elif value not in (None, "") and not isinstance(value, bool):
        yield where, value


def turned_over(value: Any, chance: random.Random) -> Any:
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(16))
    place = chance.randrange(len(value))
    # Of printable ASCII the lowest bits lead to printable ASCII again, which is the hardest to notice.
    return value[:place] + chr(ord(value[place]) ^ chance.choice((1, 2, 4))) + value[place + 1 :]


class TestWholeRecords:
    @pytest.fixture
    def lines(self, stored: Path) -> list[bytes]:
        return [line.encode() + b"\n" for line in whole_record(open_raw_sqlite(stored))]

    def test_a_whole_record_holds_with_its_anchors(self, lines: list[bytes], stored: Path, tmp_path: Path) -> None:
        anchors = tmp_path / "anchors.jsonl"
        anchors.write_text("".join(f"{one.line()}\n" for one in anchors_of(open_raw_sqlite(stored))))

        assert verified(b"".join(lines), tmp_path, "--anchors", str(anchors)) == 0

    def test_every_line_left_out_is_found(self, lines: list[bytes], tmp_path: Path) -> None:
        for place in range(1, len(lines), count(9, 5)):
            assert verified(b"".join(lines[:place] + lines[place + 1 :]), tmp_path) == 1, lines[place][:60]

    def test_a_shorter_record_is_found_by_the_anchor(self, lines: list[bytes], stored: Path, tmp_path: Path) -> None:
        anchors = tmp_path / "anchors.jsonl"
        longer = [
            one._replace(head=one.head._replace(seq=one.head.seq + 1)) for one in anchors_of(open_raw_sqlite(stored))
        ]
        anchors.write_text("".join(f"{one.line()}\n" for one in longer))

        assert verified(b"".join(lines), tmp_path, "--anchors", str(anchors)) == 1


def lines_for(anchors: list[Anchor], file: Path) -> str:
    """Write anchors down; gives the file's name."""
    file.write_text("".join(f"{one.line()}\n" for one in anchors))
    return str(file)


@pytest.fixture
def genuine(stored: Path) -> list[Anchor]:
    return anchors_of(open_raw_sqlite(stored))


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a record as sound as the genuine one, in which something else happened."""
    return evening(tmp_path_factory.mktemp("forged") / "house.sqlite", stake=501)


class TestAnchors:
    """Every anchor must hold, and only those from elsewhere prove anything."""

    def test_a_forged_history_is_not_saved_by_an_anchor_that_it_brings_itself(
        self, genuine: list[Anchor], forged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        raw = open_raw_sqlite(forged)
        given = written(packet(raw, "t1", "5", anchors_of(raw)))

        assert verified(given, tmp_path) == 0
        assert verified(given, tmp_path, "--anchors", lines_for(genuine, tmp_path / "anchors")) == 1
        said = capsys.readouterr().out
        assert "t1, event 67: two anchors conflict" in said
        assert "not so: t1, event 67: its hash is the one anchored" in said

    @pytest.mark.parametrize("first", ["genuine", "forged"])
    def test_in_one_file_a_genuine_line_is_not_replaced_by_a_forged_one(
        self, genuine: list[Anchor], forged: Path, tmp_path: Path, first: str
    ) -> None:
        raw = open_raw_sqlite(forged)
        both = [*genuine, *anchors_of(raw)] if first == "genuine" else [*anchors_of(raw), *genuine]
        whole = b"".join(line.encode() + b"\n" for line in whole_record(raw))

        assert verified(whole, tmp_path, "--anchors", lines_for(anchors_of(raw), tmp_path / "anchors")) == 0
        assert verified(whole, tmp_path, "--anchors", lines_for(both, tmp_path / "anchors")) == 1

    @pytest.mark.parametrize(("own", "outside"), [(False, False), (True, False), (False, True), (True, True)])
    def test_only_an_anchor_from_elsewhere_ends_the_doubt(
        self,
        genuine: list[Anchor],
        stored: Path,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        *,
        own: bool,
        outside: bool,
    ) -> None:
        (tmp_path / "given").write_bytes(written(packet(open_raw_sqlite(stored), "t1", "5", genuine if own else [])))
        kept = ["--anchors", lines_for(genuine, tmp_path / "anchors")] if outside else []

        assert VERIFIER.main([str(tmp_path / "given"), *kept]) == 0
        said = capsys.readouterr().out
        assert ("no anchor from elsewhere lies in this round" in said) is not outside
        assert ("1 anchors came with the packet" in said) is own

    def test_an_anchor_of_the_set_up_or_of_the_end_says_nothing_about_the_round(
        self, genuine: list[Anchor], stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        raw = open_raw_sqlite(stored)
        given = packet(raw, "t1", "1")
        first = Head(0, given["setup"]["hash"], 0, GENESIS, json.loads(given["setup"]["line"])["at"])
        (tmp_path / "given").write_bytes(written(given))
        kept = lines_for([*genuine, Anchor("t1", first)], tmp_path / "anchors")

        assert VERIFIER.main([str(tmp_path / "given"), "--anchors", kept]) == 0
        assert "no anchor from elsewhere lies in this round" in capsys.readouterr().out

    def test_an_anchor_in_the_middle_fixes_only_what_came_before(
        self, stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        given = packet(open_raw_sqlite(stored), "t1", "1")
        receipt = given["receipts"][3]
        seq = receipt["after"] + receipt["events"]
        (entry,) = (one for one in given["entries"] if one["seq"] == seq)
        head = Head(seq, entry["hash"], receipt["place"], receipt["hash"], receipt["at"])
        (tmp_path / "given").write_bytes(written(given))
        kept = lines_for([Anchor("t1", head)], tmp_path / "anchors")

        assert VERIFIER.main([str(tmp_path / "given"), "--anchors", kept]) == 0
        assert f"whether what follows on event {seq} was hashed anew" in capsys.readouterr().out

    @pytest.mark.parametrize("end", ["before", "head"])
    def test_the_ends_that_a_packet_names_are_held_too(self, stored: Path, tmp_path: Path, end: str) -> None:
        given = packet(open_raw_sqlite(stored), "t1", "2")
        named = {name: given[end][name] for name in ("seq", "hash", "receipts", "receipts_hash")}
        anchor = Anchor("t1", Head(**named | {"at": given["head"]["at"]}))
        other = anchor._replace(head=anchor.head._replace(hash="a" * 64))

        assert verified(written(given), tmp_path, "--anchors", lines_for([anchor], tmp_path / "a")) == 0
        assert verified(written(given), tmp_path, "--anchors", lines_for([other], tmp_path / "a")) == 1

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            (b"\xff\xfe", "can't decode"),
            (b"{}", "line 1: an anchor has the fields"),
            (b'{"at":[],"hash":{},"receipts":[],"receipts_hash":"z","seq":{},"table":[]}', "at of an anchor is a time"),
            (
                b'{"at":"2026-01-31T20:00:00.000000Z","hash":"y","receipts":1,"receipts_hash":"z","seq":1,"table":"t"}',
                "y",
            ),
        ],
    )
    def test_what_is_no_anchor_is_said_of_the_file_of_anchors(
        self, exported: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, words: str
    ) -> None:
        (tmp_path / "anchors").write_bytes(line + b"\n")

        assert verified(written(exported), tmp_path, "--anchors", str(tmp_path / "anchors")) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"Error: {tmp_path / 'anchors'}")
        assert words in said

    @pytest.mark.parametrize("own", ["{}", 7, '{"at":"x"}'])
    def test_what_is_no_anchor_in_a_packet_is_wrong_with_the_packet(
        self, exported: Json, tmp_path: Path, own: object
    ) -> None:
        assert verified(sealed_anew(exported | {"anchors": [own]}), tmp_path) == 1


Edit = Callable[[sqlite3.Connection], object]


def _event(seq: int, old: str, new: str) -> Edit:
    def edit(connection: sqlite3.Connection) -> None:
        done = connection.execute(
            "UPDATE events SET line = replace(line, ?, ?) WHERE table_id = 'r1' AND seq = ? AND instr(line, ?)",
            (old, new, seq, old),
        )
        shown = connection.execute("SELECT line FROM events WHERE table_id = 'r1' AND seq = ?", (seq,)).fetchone()
        assert done.rowcount == 1, shown
        hash_anew(connection, "r1")

    return edit


def _sql(words: str) -> Edit:
    return lambda connection: connection.execute(words)


class TestTheyAgree:
    """What the verifier finds in the packet, the audit finds in the record."""

    @pytest.mark.parametrize(
        "edit",
        [
            _event(9, '"pocket":"16"', '"pocket":"28"'),
            _event(12, '"winnings":500', '"winnings":600'),
            _event(4, '"stake":500', '"stake":400'),
            _event(13, '"secret":"ad', '"secret":"ae'),
            _event(3, '"commitment":"2', '"commitment":"3'),
            _sql("UPDATE ledger SET amount = amount + 1 WHERE table_id = 'r1' AND seq = 12 AND account = 'tray:r1'"),
            _sql("DELETE FROM ledger WHERE table_id = 'r1' AND seq = 12"),
            _sql("UPDATE receipts SET refused = NULL WHERE table_id = 'r1' AND refused IS NOT NULL"),
            _sql("UPDATE receipts SET who = 'eve' WHERE table_id = 'r1' AND place = 4"),
        ],
    )
    def test_both_find_it(self, stored: Path, tmp_path: Path, edit: Edit) -> None:
        connection = in_memory(stored)
        edit(connection)
        raw = SqliteRaw(connection, "the copy")

        assert audit(raw, seal=SEAL).findings
        assert verified(written(packet(raw, "r1", "1")), tmp_path) == 1
        connection.close()
