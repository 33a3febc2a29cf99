"""The texts of rulebooks in a house: its own ones, corrected ones, and those that nobody can read any more."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import audit
from croupier.audit.one_round import check_round
from croupier.audit.packet import packet, whole_record
from croupier.house.desk import AppointStaff, FundWallet, KeepRulebook
from croupier.house.faults import FaultedTableError
from croupier.house.setup import set_up
from croupier.house.tables import LiveTables
from croupier.house.texts import parse_stored
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import Role
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.storage.chain import canonical
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from croupier.table import commands as c
from croupier.table import decide
from croupier.table.opening import limits_to_come
from croupier.table.refusal import Code
from testkit.audit.houses import ANN, DEALER, OWN, SEAL, SHIFT, Play, added, opened, play_evening
from testkit.audit.verifying import VERIFIER as VERIFYING
from testkit.rulebooks.growing import grow
from testkit.rulebooks.house import US, own, replaced
from testkit.rulebooks.unexpressed import GAP, MINI, half_back
from testkit.storage.stores import live

AFFECTED = 'affects = ["spin.direction", "wagers.late"]'
Json = dict[str, Any]
VERIFIER = Path(__file__).parents[2] / "verifier" / "croupier_verify.py"


async def kept(house: LiveTables, text: str, ident: str = "book") -> Ruleset:
    """Bring a rulebook into the house."""
    ruleset = parse(text, "house.toml")
    answer = await house.keep_rulebook(ident, KeepRulebook(OWN, ruleset.ref, ruleset.digest, "page"), ruleset)
    assert answer.refusal is None
    return ruleset


async def round_on(play: Play, position: str, pocket: str) -> None:
    """Play one round of one bet."""
    await play.do(c.OpenBetting(DEALER))
    await play.wagers((ANN, position, 500))
    await play.spun(pocket)
    await play.do(c.LiftDolly(DEALER))


async def table_of(house: LiveTables, ruleset: Ruleset, name: str = "own") -> Play:
    await house.ask("money", FundWallet(OWN, "ann", 100_000, "welcome"))
    play = Play(await house.add(set_up(name, ruleset, banked=False), ruleset.text))
    await house.ask("dealer", AppointStaff(OWN, DEALER.name, DEALER.role))
    await play.do(c.OpenTable(OWN))
    return play


def verified(path: Path) -> str:
    done = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


class TestOwn:
    @live
    async def test_a_rulebook_is_kept_at_once_and_outlives_the_start(self, tmp_path: Path) -> None:
        house = await opened(tmp_path / "h.sqlite")
        ruleset = await kept(house, MINI)
        await house.close()

        again = await opened(tmp_path / "h.sqlite")

        assert again.own == {"mini-roulette/1": ruleset}
        await again.close()
        assert audit(open_raw_sqlite(tmp_path / "h.sqlite"), seal=SEAL).findings == []

    @live
    async def test_the_same_text_again_is_refused_and_so_is_anybody_but_the_house(self, tmp_path: Path) -> None:
        house = await opened(tmp_path / "h.sqlite")
        ruleset = await kept(house, MINI)
        words = ("mini-roulette/1", ruleset.digest, "page")

        again = await house.keep_rulebook("b2", KeepRulebook(OWN, *words), ruleset)
        stranger = await house.keep_rulebook("b3", KeepRulebook(ANN, *words), ruleset)

        assert again.refusal is not None
        assert stranger.refusal is not None
        assert (again.refusal.code, stranger.refusal.code) == (Code.ALREADY_DONE, Code.ROLE_NOT_ALLOWED)
        assert str(stranger.refusal.clause) == "wire §7.5"
        await house.close()

    @live
    async def test_what_is_not_carried_out_is_noted_audited_exported_and_verified(self, tmp_path: Path) -> None:
        house = await opened(tmp_path / "h.sqlite")
        play = await table_of(house, await kept(house, MINI))
        await round_on(play, "red", "0")
        await round_on(play, "red", "1")
        await house.close()
        raw = open_raw_sqlite(tmp_path / "h.sqlite")

        report = audit(raw, seal=SEAL)

        assert report.findings == []
        assert "own: 1 of 2 bets were settled as far as the rulebook is carried out" in " ".join(report.notes)
        assert check_round(raw, "own", "1").sound
        evidence = tmp_path / "packet.json"
        evidence.write_text(canonical(packet(raw, "own", "1")) + "\n", encoding="utf-8")
        assert "ann on red: §11 is not carried out" in verified(evidence)
        lines = [entry["line"] for entry in packet(raw, "own", "1")["entries"]]
        assert sum('"note":"§11 is not carried out"' in line for line in lines) == 1

    @live
    async def test_the_random_wheel_of_thirteen_pockets_can_be_checked(self, tmp_path: Path) -> None:
        house = await opened(tmp_path / "h.sqlite")
        ruleset = await kept(house, MINI)
        play = Play(await house.add(set_up("own", ruleset, random=True, banked=False), ruleset.text))
        await play.do(c.OpenTable(OWN), c.OpenBetting(OWN))
        await play.wagers((ANN, "red", 500))
        await play.spun(by=OWN)
        await house.close()
        raw = open_raw_sqlite(tmp_path / "h.sqlite")

        report = audit(raw, seal=SEAL)

        assert report.findings == []
        assert [one.draws for one in report.tables if one.table == "own"] == [1]
        evidence = tmp_path / "packet.json"
        evidence.write_text(canonical(packet(raw, "own", "1")) + "\n", encoding="utf-8")
        verified(evidence)


class TestAStepThatDoesWithoutAClause:
    """A gap in the procedure: noted on the events of the steps that it touches, and judged with them."""

    @live
    async def test_what_its_events_say_is_audited_exported_and_verified(self, tmp_path: Path) -> None:
        raw = await with_gap(tmp_path / "h.sqlite")

        report = audit(raw, seal=SEAL)

        assert report.findings == []
        said = [json.loads(entry["line"]) for entry in packet(raw, "own", "1")["entries"]]
        assert [one["type"] for one in said if one.get("not_carried_out") == ["4.9"]] == ["ball-spun"]
        evidence, record = tmp_path / "packet.json", tmp_path / "record.jsonl"
        evidence.write_text(canonical(packet(raw, "own", "1")) + "\n", encoding="utf-8")
        record.write_text("".join(f"{line}\n" for line in whole_record(raw)), encoding="utf-8")
        for path in (evidence, record):
            assert "own, round 1: §4.9 is not carried out, say 1 of its events" in verified(path)

    @live
    async def test_a_record_of_an_earlier_program_says_nothing_and_is_sound(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as before:
            before.setattr(decide, "noted", lambda _ruleset, _command, follows: follows)
            before.setattr(decide, "refused", lambda _ruleset, refusal: refusal)
            raw = await with_gap(tmp_path / "h.sqlite")

        report = audit(raw, seal=SEAL)

        assert report.findings == []
        assert "own: acts of an earlier program do not note what is not carried out" in report.notes

    @pytest.mark.parametrize(
        ("noted", "clauses", "says"),
        [
            (["11"], ["2.7"], ""),
            (["12"], ["2.7"], "does without §12, which the rulebook carries out"),
            (["11"], ["11"], "cites §11, which it says is not carried out"),
        ],
    )
    def test_the_verifier_holds_the_note_to_the_rulebook(
        self, noted: list[str], clauses: list[str], says: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        checks, book = VERIFYING.Checks(), VERIFYING.Rulebook(MINI)
        setup = {"table": "own", "rulebook": book.ref}
        one = VERIFYING.Round(checks, setup, book, {"round": "1", "digest": book.digest, "rulebook": book.ref})

        one.feed({"type": "ball-spun", "seq": 3, "round": "1", "clauses": clauses, "not_carried_out": noted})

        assert checks.failed == (says != "")
        assert says in capsys.readouterr().out


async def with_gap(path: Path) -> SqliteRaw:
    """Play a round of a rulebook that declares a clause not to be carried out of the spin, and of late wagers."""
    house = await opened(path)
    gap = replaced(GAP, 'affects = ["red", "black", "odd", "even", "low", "high"]\non = "0"', AFFECTED)
    play = await table_of(house, await kept(house, half_back(gap)))
    await round_on(play, "red", "1")
    await play.wagers((ANN, "red", 500))
    await house.close()
    return open_raw_sqlite(path)


class TestCorrected:
    @live
    async def test_a_table_takes_a_corrected_text_at_its_next_opening(self, tmp_path: Path) -> None:
        path = tmp_path / "h.sqlite"
        house = await opened(path)
        first = await kept(house, half_back())
        play = await table_of(house, first)
        await play.do(c.OpenBetting(DEALER))
        second = await kept(house, replaced(half_back(), "to_one = 17", "to_one = 16"), "corrected")

        assert (play.host.ruleset, play.host.newer) == (first, second)
        await play.wagers((ANN, "17/20", 500))
        await play.spun("17")
        await play.do(c.OpenBetting(ANN))
        assert play.host.ruleset == first
        await play.do(c.LiftDolly(DEALER))
        await round_on(play, "17/20", "17")
        assert (play.host.ruleset, play.host.newer) == (second, None)
        await house.close()

        again = await opened(path)
        assert again.host("own").ruleset == second
        await again.close()
        raw = open_raw_sqlite(path)
        assert audit(raw, seal=SEAL).findings == []
        assert [packet(raw, "own", name)["rulebook"]["digest"] for name in ("1", "2")] == [first.digest, second.digest]
        assert [packet(raw, "own", name)["bets"][0]["pays"] for name in ("1", "2")] == [17, 16]
        for name in ("1", "2"):
            assert check_round(raw, "own", name).sound
            evidence = tmp_path / f"{name}.json"
            evidence.write_text(canonical(packet(raw, "own", name)) + "\n", encoding="utf-8")
            assert ("took this text of its rulebook" in verified(evidence)) == (name == "2")
        record = tmp_path / "record.jsonl"
        record.write_text("".join(f"{line}\n" for line in whole_record(raw)), encoding="utf-8")
        verified(record)

    @live
    async def test_a_round_of_the_earlier_text_is_still_corrected_by_that_text(self, tmp_path: Path) -> None:
        answer = await corrected_after_the_text(tmp_path / "h.sqlite")

        (corrected,) = answer["events"]
        assert (corrected["type"], corrected["round"]) == ("outcome-corrected", "1")
        assert [one["winnings"] for one in corrected["adjustments"]] == [17 * 500]
        raw = open_raw_sqlite(tmp_path / "h.sqlite")
        assert audit(raw, seal=SEAL).findings == []
        record = tmp_path / "record.jsonl"
        record.write_text("".join(f"{line}\n" for line in whole_record(raw)), encoding="utf-8")
        verified(record)
        for name in ("1", "2"):
            assert check_round(raw, "own", name).sound
            evidence = tmp_path / f"{name}.json"
            evidence.write_text(canonical(packet(raw, "own", name)) + "\n", encoding="utf-8")
            assert ("corrects the round to 17, after later rounds" in verified(evidence)) == (name == "1")

    @live
    async def test_a_record_in_which_that_was_out_of_reach_is_sound(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as before:
            before.setattr(Ruleset, "after", lambda self, *_, **__: self)
            answer = await corrected_after_the_text(tmp_path / "h.sqlite")

        report = audit(open_raw_sqlite(tmp_path / "h.sqlite"), seal=SEAL)

        assert answer["refused"]["code"] == "nothing-to-rule"
        assert report.findings == []
        assert any("approve-correction by owner was refused under an earlier rule" in note for note in report.notes)

    @live
    async def test_stated_limits_are_those_of_the_text_in_force(self, tmp_path: Path) -> None:
        house = await opened(tmp_path / "h.sqlite")
        text = own(US)
        play = await table_of(house, await kept(house, text))
        before = play.host.table.standing.limits.of(Kind.STRAIGHT)
        assert before is not None
        corrected = parse(text.replace(f"max = {before.stake_max}", f"max = {before.stake_max + 100}", 1), "house.toml")
        await kept(house, corrected.text, "corrected")

        await play.do(c.OpenBetting(DEALER))

        assert limits_to_come(play.host.table, play.host.ruleset) == corrected.limits
        assert {kind: (one.stake_min, one.stake_max) for kind, one in play.host.table.round.limits.by_kind.items()} == {
            kind: (one.stake_min, one.stake_max) for kind, one in corrected.limits.by_kind.items()
        }
        await house.close()
        assert audit(open_raw_sqlite(tmp_path / "h.sqlite"), seal=SEAL).findings == []


async def corrected_after_the_text(path: Path) -> Json:
    """Propose a correction, let the table take a corrected text, and approve after a restart; return the answer."""
    house, owner = await opened(path), c.By("owner", Role.SHIFT_MANAGER)
    play = await table_of(house, await kept(house, half_back()))
    await house.ask("shift", AppointStaff(OWN, SHIFT.name, SHIFT.role))
    await round_on(play, "17/20", "18")
    await play.do(c.CorrectOutcome(SHIFT, "1", Pocket("17"), "camera"))
    second = await kept(house, replaced(half_back(), "to_one = 17", "to_one = 16"), "corrected")
    await round_on(play, "17/20", "17")
    await house.close()
    house = await opened(path)
    play = Play(house.host("own"))
    assert play.host.ruleset == second
    (answer,) = await play.do(c.ApproveCorrection(owner, "1", Pocket("17")))
    await house.close()
    told: Json = json.loads(answer)
    return told


class TestUnreadable:
    """A later program opens a record: nothing of what an earlier one had read is in its memory."""

    @pytest.fixture(autouse=True)
    def read_anew(self) -> Iterator[None]:
        yield
        parse_stored.cache_clear()

    @live
    async def test_a_house_recorded_before_the_format_grew_opens_and_audits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "h.sqlite"
        await play_evening(await opened(path))
        grow(monkeypatch)
        parse_stored.cache_clear()

        house = await opened(path)

        assert set(house.hosts) == {"t1", "t2", "r1"}
        assert house.broken == {}
        for host in house.hosts.values():
            assert host.ruleset.digest == host.setup.digest
            assert "lights-out" in host.ruleset.procedure.irregularities
        await house.close()
        assert audit(open_raw_sqlite(path), seal=SEAL).findings == []

    @live
    async def test_a_table_whose_rulebook_cannot_be_read_is_set_aside_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "h.sqlite"
        house = await opened(path)
        await added(house, "t1")
        await table_of(house, await kept(house, replaced(half_back(), "to_one = 35", "to_one = 36")))
        await house.close()
        # A later program with a bound that this rulebook breaks.
        monkeypatch.setattr("croupier.rules.rulebook.PAYS_MAX", 35)
        parse_stored.cache_clear()

        again = await opened(path)

        assert (set(again.hosts), set(again.broken)) == ({"t1"}, {"own"})
        assert "cannot be read: pays.straight.to_one" in again.broken["own"].why
        assert "pays.straight.to_one" in again.unreadable["house-roulette/1"]
        with pytest.raises(FaultedTableError):
            again.host("own")
        await again.close()
