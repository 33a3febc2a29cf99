"""Commands and events in words, rounds settled again, and what each role may see."""

import json
import typing
from dataclasses import fields

import pytest

import croupier
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, LimitScope, Role
from croupier.table import commands, events, phrases, retell
from croupier.table.commands import By, Command
from croupier.table.events import Event
from croupier.table.phrases import read_phrase, write_phrase
from croupier.table.refusal import RefusedError
from croupier.table.resettle import resettle
from croupier.table.rounds import read_rounds
from croupier.table.state import new_table
from croupier.table.views import view
from croupier.table.wire import WireError, event_json, read_event
from testkit.rulebooks.earlier import earlier
from testkit.table.play import Play

V2, V3 = (croupier.rulebook(ref) for ref in ("mbs-roulette/2", "mbs-roulette/3"))
DAN, ANN = By("dan", Role.DEALER), By("ann", Role.PLAYER)
WITHOUT_A_SENTENCE = {commands.SetLimits, commands.PlaceWagers, commands.RetractWagers}

SENTENCES = [
    "opens the table",
    "bets 500 on 17/20 as w1",
    "bets 500 on 17/20 as w1 in round 3",
    "lays 500 on 1st 12 as w1 for ann",
    "takes back 100 of w1",
    "moves w1 to 18, accident yes",
    "spins the ball clockwise, the wheel still",
    "calls no more bets, bell yes, wave no",
    "reports foreign-object: a coin",
    "calls no spin for ball-hangs, suspected yes",
    "rules that w1 shall relocate to 17/20: it touched the line",
    "corrects round 2 to 00: misread",
    "sells ann 2000 in color blue at 200 with marker yes",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_reads_and_writes_the_same(sentence: str) -> None:
    assert write_phrase(read_phrase(DAN, sentence)) == sentence


def test_every_command_has_a_sentence_but_for_lists() -> None:
    assert set(phrases._TEMPLATES) == set(typing.get_args(Command)) - WITHOUT_A_SENTENCE


def test_every_event_has_a_sentence() -> None:
    assert set(retell._SENTENCES) == set(typing.get_args(Event))


def played(ref: str, pocket: str, *wagers: tuple[str, int], limits: croupier.Limits | None = None) -> Play:
    play = Play(ref, limits=limits)
    play.opened()
    for place, (position, stake) in enumerate(wagers):
        play.do(commands.PlaceWager(ANN, f"w{place}", "ann", position, stake))
    play.spun()
    play.called()
    play.rested(pocket)
    play.dolly()
    play.settled()
    return play


class TestSettledAgain:
    """The same round under another edition of the same house's game."""

    LIMITS = croupier.Limits(
        {croupier.Kind.STRAIGHT: croupier.Limit(100, 1000)}, intake=croupier.rules.procedure.Intake.ACCEPT
    )

    def test_version_2_pays_what_version_3_caps(self) -> None:
        record = played("mbs-roulette/3", "17", ("17", 1500), ("red", 200), limits=self.LIMITS).record

        (one,) = resettle(record, V2)

        lines = {line.position: line for line in one.lines}
        assert (lines["straight:17"].gain, lines["straight:17"].other_gain) == (35_000, 52_500)
        assert "5.16" in lines["straight:17"].clauses
        assert one.difference == 17_500

    def test_the_same_rules_give_the_same_money(self) -> None:
        record = played("mbs-roulette/3", "0", ("0/1/2", 500), ("17", 1500), limits=self.LIMITS).record

        assert [one.difference for one in resettle(record, V3)] == [0]

    def test_a_bet_the_other_felt_does_not_have_is_said_to_be_none(self) -> None:
        record = played("us-double-zero/1", "17", ("0/00", 500)).record

        (one,) = resettle(record, V3)

        assert "has no such bet" in one.lines[0].note

    def test_a_void_round_tells_what_the_other_rules_make_of_it(self) -> None:
        play = Play("mbs-roulette/3")
        play.opened()
        play.do(commands.ReportIrregularity(DAN, Irregularity.BALL_BROKE))

        (one,) = resettle(play.record, croupier.rulebook("us-double-zero/1"))

        assert (one.pocket, one.lines) == (None, ())
        assert "ball-broke: referred" in one.notes[0]

    def test_rounds_follow_one_another_and_small_stakes_are_remembered(self) -> None:
        play = played("mbs-roulette/2", "17", ("17", 50), limits=self.LIMITS)
        play.do(commands.LiftDolly(DAN))
        play.do(commands.OpenBetting(DAN))
        play.do(commands.PlaceWager(ANN, "again", "ann", "17", 50))
        play.spun()
        play.called()
        play.rested("17")
        play.dolly()
        play.settled()

        first, second = resettle(play.record, V3)

        assert [(one.lines[0].gain, one.lines[0].other_gain) for one in (first, second)] == [(1750, 1750), (1750, 0)]

    @pytest.mark.parametrize("when", ["never", "between", "in mid-round", "and back", "once settled", "before betting"])
    def test_a_sitting_is_as_long_as_it_was(self, when: str) -> None:
        play = Play("mbs-roulette/3", limits=self.LIMITS, as_before=True)
        leave, take = commands.LeaveSeat(ANN, "ann"), commands.TakeSeat(ANN, "ann")
        play.opened()
        play.do(take)
        for number in range(3):
            first = number == 0
            play.laid("17", "w1", 50).laid("red", "w2", by=By("bob", Role.PLAYER))
            if first and when == "once settled":
                play.do(commands.MarkUnclear(DAN, "w2"))
            play.spun().called().rested("17").dolly()
            if first and when in ("in mid-round", "and back"):
                play.do(leave)
            if first and when == "and back":
                play.do(take)
            play.settled()
            if first and when == "once settled":
                play.do(leave)
                play.do(commands.RuleOnWager(By("sue", Role.PIT_SUPERVISOR), "w2", commands.WagerTreatment.STAND))
                play.settled()
            if first and when == "between":
                play.do(leave)
            play.opened()
            if first and when == "before betting":
                play.do(leave)

        rounds = list(resettle(play.record, earlier("mbs-roulette/3")))

        assert [one.difference for one in rounds] == [0, 0, 0]
        later = [one.difference for one in resettle(play.record, V3)]
        assert later == ([0, 0, 0] if when in ("never", "and back") else [0, -1750, 0]), "once is for good"
        gains = [line.gain for one in rounds for line in one.lines if line.player == "ann"]
        assert gains == ([1750, 0, 0] if when in ("never", "and back") else [1750, 1750, 0])

    def test_a_round_that_is_not_over_is_not_settled_again(self) -> None:
        play = played("mbs-roulette/3", "17", ("17", 500))
        over = list(resettle(play.record, V2))
        play.opened().laid("17", "w1", 500)

        assert list(resettle(play.record, V2)) == over
        assert list(resettle([], V2)) == []

    def test_a_pocket_the_other_wheel_lacks_is_said(self) -> None:
        (one,) = resettle(played("us-double-zero/1", "00", ("0/00", 500)).record, V3)

        assert one.notes == ("mbs-roulette/3 has no pocket 00",)

    def test_a_moved_wager_and_a_correction_are_followed(self) -> None:
        play = Play("mbs-roulette/2")
        play.opened()
        play.do(commands.PlaceWager(ANN, "w1", "ann", "17", 500))
        play.do(commands.MoveWager(ANN, "w1", "20", accident=False))
        play.spun()
        play.called()
        play.rested("17")
        play.dolly()
        play.settled()
        play.do(commands.CorrectOutcome(DAN, "1", Pocket("20"), "misread"))
        play.do(commands.ApproveCorrection(By("dot", Role.DEALER), "1", Pocket("20")))

        (one,) = resettle(play.record, V3)

        assert (one.pocket, one.lines[0].gain, one.difference) == ("20", 17_500, 0)

    def test_what_version_3_gave_back_the_second_time_version_2_pays(self) -> None:
        play = played("mbs-roulette/3", "17", ("17", 50), limits=self.LIMITS)
        self.again(play, "17")

        first, second = resettle(play.record, V2)

        assert [(line.stake, line.gain, line.other_gain) for line in first.lines] == [(50, 1_750, 1_750)]
        assert [(line.stake, line.gain, line.other_gain) for line in second.lines] == [(50, 0, 1_750)]
        assert second.lines[0].clauses == ("5.15",)

    def again(self, play: Play, position: str) -> None:
        """A second round with 50 on a position; 17 wins."""
        play.opened().laid(position, "again", 50)
        play.spun().called().rested("17").dolly().settled()

    def held(self, treatment: commands.WagerTreatment) -> Play:
        """50 on 18 for the second time, unclear, ruled on; 17 wins."""
        play = played("mbs-roulette/3", "17", ("17", 50), limits=self.LIMITS)
        play.opened().laid("18", "again", 50).laid("red", "other", 50)
        play.do(commands.MarkUnclear(DAN, "again"))
        play.spun().called().rested("17").dolly()
        play.do(commands.RuleOnWager(By("sue", Role.PIT_SUPERVISOR), "again", treatment, "17"))
        play.settled()
        return play

    def test_a_ruling_holds_where_there_are_rulings(self) -> None:
        play = self.held(commands.WagerTreatment.RELOCATE)

        _, second = resettle(play.record, V3)

        assert {line.position: line.other_gain for line in second.lines} == {"red": -50, "straight:17": 0}
        assert second.difference == 0

    def test_where_there_are_none_a_wager_counts_where_it_was_at_the_call(self) -> None:
        play = self.held(commands.WagerTreatment.RELOCATE)

        _, second = resettle(play.record, V2)

        ruled = next(line for line in second.lines if line.position == "straight:17")
        assert (ruled.other_position, ruled.other_gain) == ("straight:18", -50)
        assert ruled.note.startswith("was ruled on; mbs-roulette/2 has no such ruling")

    def test_a_wager_that_a_ruling_gave_back_is_a_bet_only_where_nobody_rules(self) -> None:
        play = self.held(commands.WagerTreatment.RETURN)

        assert [line.position for line in list(resettle(play.record, V3))[1].lines] == ["red"]
        assert [line.position for line in list(resettle(play.record, V2))[1].lines] == ["straight:18", "red"]

    @pytest.mark.parametrize(("treatment", "gain"), [("return", 0), ("stand", 17_500)])
    def test_a_withdrawal_that_was_ruled_on_is_so_where_it_is_referred(self, treatment: str, gain: int) -> None:
        play = Play("us-double-zero/1").opened().laid("17", "w1", 500).laid("red", "w2", 500).spun().called()
        floor = By("flo", Role.FLOOR_MANAGER)
        play.do(commands.RuleOnWager(floor, "w1", commands.WagerTreatment(treatment), reason="asked in time"))
        play.rested("17").dolly().settled()

        (own,) = resettle(play.record, play.rules)
        (other,) = resettle(play.record, V3)

        assert own.difference == 0
        assert not any(line.note for line in own.lines)
        ruled = next(line for line in other.lines if line.position == "straight:17")
        assert (ruled.gain, ruled.other_gain) == (gain, 17_500), "5.14: it stands"
        assert ruled.note == "was ruled on; mbs-roulette/3 has no such ruling"

    def test_a_spin_with_too_few_revolutions_for_the_other_is_void_there(self) -> None:
        play = Play("us-double-zero/1").opened().laid("17", "w1", 500)
        play.spun(3).called().rested("17").dolly().settled()

        (one,) = resettle(play.record, V2)

        assert [(line.gain, line.other_gain, line.other_clauses) for line in one.lines] == [(17_500, 0, ("5.3",))]
        assert one.lines[0].note == "void: too-few-revolutions"

    def test_just_enough_revolutions_are_enough(self) -> None:
        play = Play("us-double-zero/1").opened().laid("17", "w1", 500)
        play.spun(4).called().rested("17").dolly().settled()

        (one,) = resettle(play.record, V2)

        assert [(line.gain, line.other_gain) for line in one.lines] == [(17_500, 17_500)]

    def test_an_irregularity_that_was_let_stand_voids_where_a_clause_says_so(self) -> None:
        play = Play("us-double-zero/1").opened().laid("17", "w1", 500).spun()
        play.do(commands.ReportIrregularity(DAN, Irregularity.BALL_BROKE))
        play.do(commands.RuleOnIrregularity(By("flo", Role.FLOOR_MANAGER), commands.RoundRuling.STAND, "it held"))
        play.called().rested("17").dolly().settled()

        (one,) = resettle(play.record, V2)

        assert (one.difference, one.lines[0].other_clauses) == (-17_500, ("5.7",))

    def test_a_nudge_before_the_call_counts_everywhere(self) -> None:
        play = Play("us-double-zero/1").opened().laid("17", "w1", 500)
        play.do(commands.MoveWager(DAN, "w1", "18", accident=True))
        play.spun().called().rested("18").dolly().settled()

        (one,) = resettle(play.record, V2)

        assert [(line.position, line.gain, line.other_gain) for line in one.lines] == [("straight:18", 17_500, 17_500)]

    def test_a_nudge_after_the_call_counts_as_the_other_ruleset_has_it(self) -> None:
        def nudged(ref: str) -> Play:
            play = Play(ref).opened().laid("17", "w1", 500).spun().called()
            play.do(commands.MoveWager(DAN, "w1", "18", accident=True))
            play.rested("18").dolly().settled()
            return play

        (later,) = resettle(nudged("mbs-roulette/2").record, croupier.rulebook("us-double-zero/1"))
        (sooner,) = resettle(nudged("us-double-zero/1").record, V2)

        assert [(one.lines[0].gain, one.lines[0].other_gain) for one in (later, sooner)] == [
            (-500, 17_500),
            (17_500, -500),
        ]

    def test_a_call_of_no_spin_is_said_to_be_unknown(self) -> None:
        play = Play("mbs-roulette/3").opened().laid("17", "w1", 500).spun()
        play.do(commands.CallNoSpin(DAN))

        assert "which mbs-roulette/2 does not know" in next(resettle(play.record, V2)).notes[0]
        assert next(resettle(play.record, V3)).notes == ("void in the record; there is no outcome to settle on",)


class TestViews:
    """Chips on the layout are everybody's to see; purses and the tray are not."""

    def table(self) -> Play:
        play = Play("mbs-roulette/3")
        play.do(commands.OpenTable(DAN))
        play.do(commands.BuyIn(DAN, "ann", 12_345, ChipSort.CASH))
        play.do(commands.OpenBetting(DAN))
        play.do(commands.PlaceWager(ANN, "w1", "ann", "17", 345))
        return play

    @pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.HOUSE])
    def test_nobody_at_the_table_sees_anothers_balance(self, role: Role) -> None:
        play = self.table()

        seen = json.dumps(view(play.table, V3, role, "bob"))

        assert "12000" not in seen
        assert "tray" not in seen

    def test_a_player_sees_the_own_purse(self) -> None:
        assert view(self.table().table, V3, Role.PLAYER, "ann")["purse"]["cash"] == 12_000

    def test_the_pit_sees_purses_and_the_tray(self) -> None:
        seen = view(self.table().table, V3, Role.PIT_MANAGER, "max")

        assert seen["purses"]["ann"]["cash"] == 12_000
        assert seen["tray"] == 0

    def test_every_role_has_a_view_that_can_be_sent(self) -> None:
        for role in Role:
            assert json.dumps(view(self.table().table, V3, role, "ann"))

    def test_a_fresh_table_can_be_seen(self) -> None:
        assert view(new_table(V3), V3, Role.SURVEILLANCE, "eye")["phase"] == "closed"


def test_what_was_recorded_reads_back_the_same() -> None:
    record = played("us-double-zero/1", "00", ("0/00", 500), ("red", 500)).record

    assert [read_event(json.loads(json.dumps(event_json(event)))) for event in record] == list(record)


@pytest.mark.parametrize(
    "event",
    [
        events.ChipsBought(1, None, DAN, ("3.3",), "ann", 500, ChipSort.CASH, None, None, marker=False),
        events.ChipsRedeemed(1, "1", DAN, ("3.3",), "ann", 500, ChipSort.CASH, None),
        events.NoSpinCalled(1, "1", DAN, ("5.5",), None, suspected=False),
    ],
    ids=lambda event: event.type,
)
def test_what_an_event_leaves_unsaid_reads_back_as_nothing(event: Event) -> None:
    assert read_event(json.loads(json.dumps(event_json(event)))) == event


def test_no_event_has_a_field_that_the_wire_leaves_without_a_name() -> None:
    names = {field.name for event in typing.get_args(Event) for field in fields(event)}

    assert "type" not in names
    assert events.WagerPlaced.type == "wager-placed"


@pytest.mark.parametrize("data", [{"type": "nothing-happened"}, {}, {"type": "table-opened", "seq": 1}])
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(WireError):
        read_event(data)


def test_a_number_that_is_none_reads_as_no_command() -> None:
    with pytest.raises(ValueError, match="no command reads"):
        read_phrase(DAN, "counts many revolutions")


def test_a_list_of_wagers_has_no_sentence() -> None:
    with pytest.raises(ValueError, match="no sentence"):
        write_phrase(commands.RetractWagers(ANN, ("w1",)))


def test_a_round_file_may_let_players_share_limits() -> None:
    head = "ruleset  mbs-roulette/3\nlimits   straight 100 to 1000, scope area\npeople   dan dealer\n\n"

    limits = read_rounds(head + "dan: opens the table\n", "shared").limits

    assert limits is not None
    assert limits.scope is LimitScope.AREA


def test_a_refusal_can_be_raised() -> None:
    play = Play("mbs-roulette/3")

    error = RefusedError(play.refused(commands.Settle(DAN)))

    assert str(error) == "table-closed [wire §3.1]"


def test_a_recorded_list_may_be_longer_than_any_that_is_asked_for() -> None:
    many = tuple(events.Adjustment(f"w{number}", "ann", 0, 0, 1, 0) for number in range(250))
    event = events.OutcomeCorrected(1, "1", DAN, ("6.4",), Pocket("17"), Pocket("20"), "misread", many)

    assert read_event(json.loads(json.dumps(event_json(event)))) == event


def test_what_changes_hands_is_told_in_money_and_a_ruling_names_its_report() -> None:
    by = By("sue", Role.SHIFT_MANAGER)
    change = events.Adjustment("w1", "ann", -3_500, -100, 100, owed=600)
    none = events.Adjustment("w2", "bob", -100, 0, 0, owed=100)
    voided = events.RoundVoided(9, "1", by, ("5.4",), adjustments=(change, none))
    told = retell.retell(voided, lambda amount: f"{amount / 100:.2f}")
    assert told == "Round 1 is void; ann gives back 30.00 on w1; ann owes +6.00 on w1; bob owes +1.00 on w2."
    ruled = events.IrregularityRuled(9, "1", by, ("6.2",), commands.RoundRuling.STAND, "a lamp", report=7)
    assert retell.retell(ruled) == "Ruling on the report in event 7: stand (a lamp)."
