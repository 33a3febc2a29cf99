"""What the house refuses by its own rules is held to those rules and to the front desk's record."""

import asyncio
from pathlib import Path

import pytest

from croupier.audit.audit import Report, audit
from croupier.house import judge
from croupier.house.appointments import Appointed
from croupier.house.desk import AppointStaff
from croupier.house.objections import appointed_lately
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.rules.ruleset import Ruleset
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table import commands as c
from croupier.table.case import Decision
from croupier.table.decide import decide
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire
from testkit.audit.houses import DEALER, OWN, SEAL, SHIFT, added, opened

OWNER = c.By("owner", Role.SHIFT_MANAGER)
PITS = Refusal(Code.ROLE_NOT_ALLOWED, wire("7.4"), {"role": "dealer", "needed": ["pit-manager"]})


def audited(path: Path, *asked: c.Command) -> Report:
    """Let a house answer, and audit what it wrote."""

    async def scene() -> None:
        house = await opened(path)
        for by in (DEALER, SHIFT):
            await house.ask(f"staff {by.name}", AppointStaff(c.By("owner", Role.HOUSE), by.name, by.role))
        await (await added(house, "t1", banked=False)).do(*asked)
        await house.close()

    asyncio.run(scene())
    raw = open_raw_sqlite(path)
    report = audit(raw, seal=SEAL)
    raw.close()
    return report


def answers(monkeypatch: pytest.MonkeyPatch, to: type[c.Command], refusal: Refusal | None) -> None:
    """Let the house answer one kind of command so, and every other as the table alone does."""

    def decided(table: Table, command: c.Command, ruleset: Ruleset, _objector: object) -> Decision:
        return refusal if isinstance(command, to) and refusal is not None else decide(table, command, ruleset)

    monkeypatch.setattr(judge, "decide", decided)


def declared() -> list[c.Command]:
    return [
        c.OpenTable(OWN),
        c.OpenBetting(DEALER),
        c.SpinBall(DEALER, c.Ball.CLOCKWISE, c.Turning.COUNTERCLOCKWISE),
        c.CountRevolutions(DEALER, 4),
        c.CallNoMoreBets(DEALER, bell=True, wave=True),
        c.DeclareOutcome(OWNER, Pocket("17")),
    ]


class TestThePit:
    def test_what_the_house_refuses_a_dealer_is_sound(self, tmp_path: Path) -> None:
        report = audited(tmp_path / "h.sqlite", c.OpenTable(DEALER), c.SetLimits(DEALER), c.OpenTable(SHIFT))

        assert (report.findings, report.notes) == ([], [])

    @pytest.mark.parametrize("by", [DEALER, SHIFT], ids=["of the wrong people", "of one who may"])
    def test_a_refusal_that_does_not_follow_is_found(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: c.By
    ) -> None:
        answers(monkeypatch, c.OpenTable, PITS)

        (found,) = audited(tmp_path / "h.sqlite", c.OpenTable(by)).findings

        assert (found.check, found.where) == ("decisions", "receipt 1")

    def test_a_record_from_before_the_rule_is_sound_and_says_so_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers(monkeypatch, c.OpenTable, None)

        report = audited(tmp_path / "h.sqlite", c.OpenTable(DEALER), c.CloseTable(DEALER))

        assert report.findings == []
        (note,) = report.notes
        assert "t1 receipt 1: open-table by dan was accepted" in note


class TestTheSecondPerson:
    @pytest.mark.parametrize(
        ("made", "sound"),
        [
            (Appointed("sue", "owner", "2026-01-31T20:00:03.000000Z"), True),
            (Appointed("sue", "owner", "2026-01-31T20:00:04.000000Z"), False),
            (Appointed("sue", "dan", "2026-01-31T20:00:03.000000Z"), False),
            (Appointed("dan", "owner", "2026-01-31T20:00:02.000000Z"), False),
        ],
        ids=["as it was", "at another time", "by another", "of another pair"],
    )
    def test_an_appointment_that_stood_in_the_way_is_in_the_front_desks_record(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Appointed, *, sound: bool
    ) -> None:
        answers(monkeypatch, c.ConfirmOutcome, appointed_lately("sue", made))

        report = audited(tmp_path / "h.sqlite", *declared(), c.ConfirmOutcome(SHIFT, Pocket("17")))

        assert report.sound is sound, report.findings


class TestCaps:
    @pytest.mark.parametrize(("cap", "sound"), [(1, True), (2, False)], ids=["full", "not full"])
    def test_a_house_that_takes_so_many_wagers_refuses_only_more_than_that(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, cap: int, sound: bool
    ) -> None:
        facts: dict[str, Fact] = {"player": "ann", "placed": 1, "wagers": 1, "wagers_per_player": cap}
        ann = c.By("ann", Role.PLAYER)
        first, second = (c.PlaceWager(ann, name, "ann", "17", 500) for name in ("w1", "w2"))
        refusal = Refusal(Code.TOO_MANY_WAGERS, wire("4.4"), facts)

        def decided(table: Table, command: c.Command, ruleset: Ruleset, _objector: object) -> Decision:
            return refusal if command == second else decide(table, command, ruleset)

        monkeypatch.setattr(judge, "decide", decided)
        report = audited(tmp_path / "h.sqlite", c.OpenTable(OWN), c.OpenBetting(DEALER), first, second)

        assert [found.where for found in report.findings] == ([] if sound else ["receipt 4"])


def test_an_entry_that_differs_and_was_refused_before_it_held_the_round_is_not_a_finding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(judge, "disputing", lambda _table, command: command)
    other = c.ConfirmOutcome(SHIFT, Pocket("18"))
    assert audited(tmp_path / "r.sqlite", *declared(), other).findings == []


def test_somebody_who_confirmed_twice_before_that_was_refused_is_a_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers(monkeypatch, c.ConfirmOutcome, None)
    same = c.ConfirmOutcome(SHIFT, Pocket("17"))
    report = audited(tmp_path / "r.sqlite", *declared(), same, same)
    assert report.findings == []
    assert any("confirm-outcome" in note and "earlier rule" in note for note in report.notes)


def test_chips_that_a_closed_table_did_not_redeem_before_that_was_allowed_are_a_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers(monkeypatch, c.CashOut, Refusal(Code.TABLE_CLOSED, wire("3.1")))
    closed = (c.OpenTable(OWN), c.TakeSeat(DEALER, "ann"), c.BuyIn(DEALER, "ann", 500, ChipSort.CASH))
    ask = c.CashOut(DEALER, "ann", 500, ChipSort.CASH)
    report = audited(tmp_path / "closed.sqlite", *closed, c.CloseTable(OWN), ask)
    assert report.findings == []
    assert any("cash-out by dan was refused under an earlier rule" in note for note in report.notes)

    (found,) = audited(tmp_path / "open.sqlite", *closed, ask).findings
    assert (found.check, found.where) == ("decisions", "receipt 4")
