"""Lines in and lines out: what is no command is an error with a code, and every event has its promised shape."""

import json
from typing import Any, get_args

import pytest

import croupier
from croupier.cli.old_receipts import OldReceipts
from croupier.rules.clause import Clause
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import session as sessions
from croupier.table.commands import By, Command, CorrectOutcome, SetLimits, StakeRange
from croupier.table.events import Event
from croupier.table.refusal import Code, Refusal
from croupier.table.session import Older, Session
from croupier.table.state import new_table
from croupier.table.wire import (
    WireError,
    command_json,
    plain_json,
    read_command,
    read_event,
    read_line,
    read_refusal,
    refusal_json,
)
from testkit.table.fuzz import Direct, fuzz
from testkit.table.no_commands import ANN, DEALER, NO_COMMANDS, WAGER, line, wager
from testkit.table.scenes import AM, REFS, V3
from testkit.table.schema import COMMANDS, is_command

Json = dict[str, Any]


class Table:
    """A table that is asked in JSON."""

    def __init__(self, ref: str = V3, older: Older | None = None) -> None:
        ruleset = croupier.rulebook(ref)
        self.session = Session(new_table(ruleset, name="one"), ruleset, older)
        self.asked = 0

    def ask(self, do: str, by: Json = DEALER, **fields: Any) -> list[Json]:
        """Ask for something that is done, and give its events."""
        self.asked += 1
        answer = self.answer(line({"id": f"t{self.asked}", "by": by, "do": do, **fields}))
        assert "events" in answer, answer
        events: list[Json] = answer["events"]
        return events

    def answer(self, asked: bytes) -> Json:
        told: Json = json.loads(self.session.answer(asked))
        return told


def betting(ref: str = V3, older: Older | None = None) -> Table:
    table = Table(ref, older)
    table.ask("open-table")
    table.ask("open-betting")
    return table


@pytest.mark.parametrize("name", NO_COMMANDS)
def test_what_is_no_command_is_an_error_with_a_code(name: str) -> None:
    said, code = NO_COMMANDS[name]
    table = betting()
    before = table.session.table

    told = table.answer(said)

    assert told.keys() == {"id", "error"}
    assert told["error"]["code"] == code, told
    assert told["error"].keys() == {"code", "message"}
    assert 0 < len(told["error"]["message"]) < 1_000
    assert told["error"]["message"].isprintable()
    assert told["id"] in (None, "c7")
    assert table.session.table is before
    assert not is_command(said)
    assert "events" in table.answer(wager(id="next"))


@pytest.mark.parametrize("name", NO_COMMANDS)
def test_an_error_is_raised_for_those_who_read_lines_themselves(name: str) -> None:
    said, code = NO_COMMANDS[name]

    with pytest.raises(WireError) as raised:
        read_line(said)
    assert str(raised.value).startswith(f"{code}: ")


def test_an_error_names_the_id_where_there_is_one() -> None:
    assert betting().answer(wager(stake=0))["id"] == "c7"
    assert betting().answer(wager(id=7))["id"] is None


def test_an_error_says_where_and_what_would_be_right() -> None:
    told = betting().answer(wager(chips=[{"count": 1, "cash": 5}, {"count": True, "cash": 5}]))

    assert told["error"]["message"] == "chips[1].count: expected a whole number of at least 1"


class TestJustInside:
    """What is at the bound is taken."""

    def test_a_line_of_8192_bytes(self) -> None:
        assert "events" in betting().answer(wager() + b" " * (8_192 - len(wager())))

    def test_eight_deep_is_read_before_it_is_refused_for_its_shape(self) -> None:
        said = '{"id":"c7","by":' + '{"a":' * 7 + "1" + "}" * 7 + "}"
        assert betting().answer(said.encode())["error"]["code"] == "unknown-command"

    def test_brackets_within_text_are_no_depth(self) -> None:
        note = {"id": "c7", "by": DEALER, "do": "report-irregularity", "kind": "unlisted", "note": '[{\\"' * 9}
        assert "events" in betting().answer(line(note))

    def test_18_digits_are_read_and_then_too_much(self) -> None:
        assert betting().answer(wager(stake=10**17))["refused"]["code"] == "stake-too-large"

    def test_names_of_other_scripts(self) -> None:
        name = "Ann-Éva 安 عنود"
        told = betting().answer(wager(by={"name": name, "role": "player"}, player=name))
        assert told["events"][0]["player"] == name

    def test_64_letters_and_200_wagers(self) -> None:
        laid = [{"wager": str(n), "stake": 1, "position": "0"} for n in range(100)]
        said = line({"id": "i" * 64, "by": ANN, "do": "place-wagers", "wagers": laid}).replace(b" ", b"")
        assert len(betting().answer(said)["events"]) == 100

    def test_optional_fields_may_be_null(self) -> None:
        assert "events" in betting().answer(wager(chips=None, round=None, by={**ANN, "acting": None}))

    def test_no_revolution_is_a_count(self) -> None:
        table = betting()
        table.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
        assert table.ask("count-revolutions", completed=0)[0]["completed"] == 0

    def test_the_fields_come_in_any_order(self) -> None:
        said = json.loads(wager())
        assert "events" in betting().answer(line(dict(reversed(said.items()))))


class TestReceipts:
    def test_the_same_line_again_is_one_effect_and_the_same_receipt(self) -> None:
        table = betting()
        first = table.session.answer(wager())
        state = table.session.table

        assert table.session.answer(wager()) == first
        assert table.session.table is state

    def test_a_refusal_is_kept_too(self) -> None:
        table = Table()
        table.ask("open-table")
        first = table.session.answer(wager())
        table.ask("open-betting")

        assert json.loads(first)["refused"]["code"] == "betting-closed"
        assert table.session.answer(wager()) == first

    def test_the_same_command_written_otherwise_is_the_same(self) -> None:
        table = betting()
        first = table.session.answer(wager())

        assert table.session.answer(b"  " + wager(chips=None).replace(b": ", b":")) == first

    @pytest.mark.parametrize(
        "other", [{"stake": 501}, {"wager": "w2"}, {"position": "17"}, {"by": {**ANN, "role": "house"}}]
    )
    def test_the_same_id_with_other_content_is_refused(self, other: Json) -> None:
        table = betting()
        table.answer(wager())
        state = table.session.table

        told = table.answer(wager(**other))

        assert told["refused"] == {
            "code": "id-reused",
            "clause": "wire §1.1",
            "facts": {"id": "c7"},
            "passing": False,
        }
        assert table.session.table is state

    def test_another_persons_id_is_another_id(self) -> None:
        table = betting()
        table.answer(wager())

        assert "events" in table.answer(wager(by={"name": "bob", "role": "player"}, player="bob", wager="w2"))

    def test_an_error_uses_no_id_up(self) -> None:
        table = betting()
        assert "error" in table.answer(wager(stake=0))
        assert "events" in table.answer(wager())

    @pytest.mark.parametrize("older", [None, OldReceipts()], ids=["in memory", "on disk"])
    def test_an_old_receipt_is_put_away_and_found_again(
        self, older: Older | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sessions, "RECEIPTS_KEPT", 2)
        table = betting(older=older)
        first = [table.answer(wager(id=f"k{number}", wager=f"k{number}")) for number in range(6)]
        state = table.session.table

        assert len(table.session._receipts) == 2
        assert [table.answer(wager(id=f"k{number}", wager=f"k{number}")) for number in range(6)] == first
        assert table.answer(wager(id="k0", wager="other"))["refused"]["code"] == "id-reused"
        assert table.session.table is state, "an old id is one effect, as a new one is"


COMMON = {"seq", "round", "by", "type", "clauses"}
FIELDS = {
    "table-opened": "",
    "table-closed": "",
    "limits-set": "limits intake limit_scope",
    "seat-taken": "player",
    "seat-left": "player",
    "chips-bought": "player amount chips",
    "chips-redeemed": "player amount chips",
    "value-chips-permitted": "player",
    "chips-removed": "player amount",
    "chips-brought-back": "player amount",
    "debt-collected": "player amount",
    "redemption-approved": "player amount",
    "betting-opened": "",
    "wager-placed": "wager player position stake",
    "wager-retracted": "wager stake",
    "withdrawal-ignored": "wager",
    "wager-moved": "wager position accident",
    "wager-marked-unclear": "wager",
    "early-close-authorized": "",
    "ball-spun": "ball wheel",
    "spin-undone": "",
    "revolutions-counted": "completed",
    "no-more-bets-called": "bell wave",
    "betting-ended": "pocket",
    "irregularity-reported": "kind",
    "no-spin-called": "suspected",
    "round-voided": "",
    "wager-returned": "wager amount",
    "outcome-declared": "pocket",
    "outcome-confirmed": "pocket",
    "outcome-disputed": "pocket outcome",
    "dolly-placed": "pocket",
    "dolly-lifted": "pocket",
    "wager-ruled": "wager treatment",
    "irregularity-ruled": "ruling reason",
    "wager-collected": "wager collected returned",
    "wager-paid": "wager stake winnings returned",
    "round-closed": "",
    "power-failed": "ball_dropped",
    "power-restored": "",
    "correction-proposed": "pocket reason",
    "outcome-corrected": "pocket reason",
}
"""What the design promises of each event, beside what all have."""

SPIN: Json = {"ball": "clockwise", "wheel": "counterclockwise"}
SUE: Json = {"name": "sue", "role": "shift-manager"}
THE_HOUSE: Json = {"name": "house", "role": "house"}
FLO: Json = {"name": "flo", "role": "floor-manager"}


def eventful_evening() -> list[Json]:
    """Two rounds of version 3 in which nearly everything happens."""
    table = Table(V3)
    return [
        *table.ask("open-table"),
        *table.ask("set-limits", limits={"straight": {"min": 100, "max": 1_000}}, intake="refuse", chip_value_min=100),
        *table.ask("take-seat", ANN, player="ann"),
        *table.ask("buy-in", ANN, player="ann", amount=5_000, chips="cash"),
        *table.ask("cash-out", ANN, player="ann", amount=1_000, chips="cash"),
        *table.ask("open-betting", commitment="c0ffee"),
        *table.ask(**WAGER, by=ANN),
        *table.ask("place-wager", ANN, wager="w2", player="ann", position="17", stake=300),
        *table.ask("retract-wager", ANN, wager="w2", stake=100),
        *table.ask("spin-ball", **SPIN),
        *table.ask("undo-spin"),
        *table.ask("move-wager", wager="w1", position="red", accident=True),
        *table.ask("authorize-early-close", SUE),
        *table.ask("call-no-more-bets"),
        *table.ask("retract-wager", ANN, wager="w1"),
        *table.ask("spin-ball", **SPIN),
        *table.ask("count-revolutions", completed=4),
        *table.ask("mark-unclear", wager="w2", point="half over the line"),
        *table.ask("fail-power", ball_dropped=False),
        *table.ask("restore-power"),
        *table.ask("report-irregularity", kind="unlisted", note="a light went out"),
        *table.ask("declare-outcome", pocket="17"),
        *table.ask("confirm-outcome", SUE, pocket="16", disputes=True),
        *table.ask("confirm-outcome", SUE, pocket="17"),
        *table.ask("rule-on-irregularity", SUE, ruling="stand", reason="it changed nothing"),
        *table.ask("rule-on-wager", SUE, wager="w1", treatment="relocate", position="low", reason="seen on tape"),
        *table.ask("rule-on-wager", SUE, wager="w2", treatment="stand"),
        *table.ask("place-dolly", pocket="17"),
        *table.ask("settle"),
        *table.ask("cash-out", ANN, player="ann", amount=11_000, chips="cash"),
        *table.ask("correct-outcome", SUE, round="1", pocket="18", reason="misread"),
        *table.ask("approve-correction", round="1", pocket="18"),
        *table.ask("collect-debt", THE_HOUSE, player="ann", amount=6_000),
        *table.ask("buy-in", ANN, player="ann", amount=1_000, chips="cash"),
        *table.ask("open-betting"),
        *table.ask(**WAGER, by=ANN),
        *table.ask("spin-ball", **SPIN),
        *table.ask("call-no-spin", reason="foreign-object", suspected=True),
        *table.ask("leave-seat", ANN, player="ann"),
        *table.ask("close-table"),
    ]


def american_evening() -> list[Json]:
    """Chips carried about, and a round paid."""
    table = Table(AM)
    return [
        *table.ask("open-table"),
        *table.ask("permit-value-chips", player="bob"),
        *table.ask("buy-in", ANN, player="ann", amount=5_000, chips="color", color="blue", chip_value=500, marker=True),
        *table.ask("remove-chips", ANN, player="ann", amount=1_000),
        *table.ask("bring-back-chips", ANN, player="ann", amount=1_000),
        *table.ask("approve-redemption", FLO, player="ann"),
        *table.ask("open-betting"),
        *table.ask("place-wager", ANN, wager="w1", player="ann", position="17", stake=500),
        *table.ask("place-wager", ANN, wager="w2", player="ann", position="low", stake=500),
        *table.ask("spin-ball", **SPIN),
        *table.ask("count-revolutions", completed=3),
        *table.ask("call-no-more-bets", wave=True),
        *table.ask("declare-outcome", pocket="20"),
        *table.ask("place-dolly", pocket="20"),
        *table.ask("settle"),
        *table.ask("lift-dolly"),
        *table.ask("open-betting"),
        *table.ask("spin-ball", **SPIN),
        *table.ask("declare-outcome", pocket="20"),
    ]


class TestEvents:
    evenings = (eventful_evening(), american_evening())

    def test_every_event_is_among_those_promised(self) -> None:
        assert set(FIELDS) == {event.type for event in get_args(Event)}
        assert set(COMMANDS) == {command.do for command in get_args(Command)}

    def test_every_event_happens(self) -> None:
        seen = {event["type"] for evening in self.evenings for event in evening}
        assert seen == set(FIELDS)

    def test_every_event_has_its_promised_fields(self) -> None:
        for event in (event for evening in self.evenings for event in evening):
            needed = COMMON | set(FIELDS[event["type"]].split())
            assert needed <= event.keys(), event
            assert isinstance(event["seq"], int)
            assert event["round"] is None or event["round"].isdecimal()
            assert {"name", "role"} <= event["by"].keys() <= {"name", "role", "acting"}
            assert event["clauses"]
            assert all(isinstance(clause, str) for clause in event["clauses"])
            assert all(value is not None for name, value in event.items() if name != "round")

    def test_the_places_have_no_gap(self) -> None:
        for evening in self.evenings:
            assert [event["seq"] for event in evening] == list(range(1, len(evening) + 1))

    def test_an_event_reads_as_in_the_design(self) -> None:
        (told,) = betting().answer(wager())["events"]
        assert told == {
            "seq": 3,
            "round": "1",
            "by": {"name": "ann", "role": "player"},
            "type": "wager-placed",
            "wager": "w1",
            "player": "ann",
            "position": "split:17-20",
            "stake": 500,
            "clauses": ["3.4.2"],
        }
        assert list(told)[:4] == ["seq", "round", "by", "type"]

    def test_a_refusal_reads_as_in_the_design(self) -> None:
        table = betting()
        table.ask("spin-ball", **SPIN)
        table.ask("call-no-more-bets")
        assert table.answer(wager()) == {
            "id": "c7",
            "refused": {
                "code": "betting-closed",
                "clause": "mbs-roulette/3 §5.13",
                "facts": {"phase": "no-more-bets"},
                "passing": True,
            },
        }

    def test_an_acting_position_is_in_the_record(self) -> None:
        told = betting().ask("spin-ball", {**SUE, "acting": "dealer"}, **SPIN)
        assert told[0]["by"] == {**SUE, "acting": "dealer"}

    def test_chips_are_written_as_they_were_named(self) -> None:
        chips = [{"count": 5, "cash": 100}]
        assert betting().answer(wager(chips=chips))["events"][0]["chips"] == chips


@pytest.mark.random
class TestFuzz:
    LINES, SEED = 12_000, 2_026

    def test_bent_lines_do_no_harm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The seed is fixed; memory is looked at once the receipts that are kept have reached their number."""
        monkeypatch.setattr(sessions, "RECEIPTS_KEPT", 500)
        figures = fuzz(self.LINES, self.SEED, tables=Direct())

        assert figures.lines == self.LINES
        assert figures.grown < 4 * 2**20, figures.memory
        assert min(figures.answers[sort] for sort in ("events", "refused", "error")) > self.LINES // 20
        assert {"round-closed", "round-voided", "wager-paid", "wager-collected"} <= figures.events.keys()
        errors = {"not-json", "wrong-type", "wrong-number", "duplicate-key", "unknown-field", "missing-field"}
        assert errors | {"unknown-command", "too-deep", "too-long"} <= figures.codes.keys()

    @pytest.mark.parametrize("ref", REFS)
    def test_every_rulebook_takes_its_lines(self, ref: str) -> None:
        assert "events" in betting(ref).answer(wager())


class TestACommandIsReadBackAsItWasWritten:
    """The record keeps commands; one that comes back otherwise could never be judged again."""

    def test_fields_that_say_nothing_are_left_out(self) -> None:
        assert plain_json(By("pia", Role.PIT_MANAGER)) == {"name": "pia", "role": "pit-manager"}

    def test_the_round_that_a_command_names_is_kept(self) -> None:
        asked = CorrectOutcome(By("pia", Role.PIT_MANAGER), "3", Pocket("20"), "a row off")

        assert command_json(asked)["round"] == "3"
        assert read_command(command_json(asked)) == asked

    def test_limits_are_plain_json(self) -> None:
        asked = SetLimits(By("pia", Role.PIT_MANAGER), {"straight": StakeRange(200, 2_000)})

        assert command_json(asked)["limits"] == {"straight": {"min": 200, "max": 2_000}}
        assert read_command(command_json(asked)) == asked


def test_an_event_is_read_back_whenever_it_was_written() -> None:
    opened = {"type": "table-opened", "seq": 1, "round": None, "by": ANN, "clauses": ["wire §3.1"]}

    assert read_event({**opened, "at": "2026-01-01T00:00:00Z"}) == read_event(opened)


def test_a_refusal_is_read_back_as_it_was_written() -> None:
    refusal = Refusal(Code.BELOW_MINIMUM, Clause(V3, "3.3.1"), {"stake": 5, "also": ["3.4"]})

    assert read_refusal(refusal_json(refusal)) == refusal


@pytest.mark.parametrize("wrong", [{"code": 1}, {"code": "no-luck"}, {"clause": "3.3.1"}, {"facts": None}])
def test_what_is_no_refusal_is_told_by_its_code(wrong: Json) -> None:
    with pytest.raises(WireError) as caught:
        read_refusal({**refusal_json(Refusal(Code.BELOW_MINIMUM, Clause(V3, "3.3.1"))), **wrong})

    assert caught.value.code == "wrong-type"


def test_an_event_of_no_known_type_is_told_by_its_code() -> None:
    with pytest.raises(WireError) as caught:
        read_event({"type": "table-flown"})

    assert caught.value.code == "unknown-event"
