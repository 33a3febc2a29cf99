"""How long ago somebody was appointed, by what the record says has passed."""

from __future__ import annotations

import pytest

from croupier.house.appointments import Appointments
from croupier.house.dealing import BY
from croupier.house.desk import Desk, StaffAppointed, decide_desk
from croupier.house.desk_notes import NoteTime, TimePassed
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.refusal import Refusal

DAY = 24 * 60 * 60


def noted(*happened: tuple[StaffAppointed | TimePassed, str]) -> Appointments:
    """Fold events, each with the time at which it was stored."""
    folded = Appointments()
    for event, at in happened:
        folded.note(event, f'{{"at":"{at}"}}')
    return folded


def appointed(name: str = "sam", by: str = "owner") -> StaffAppointed:
    return StaffAppointed(1, None, By(by, Role.HOUSE), (), name, Role.DEALER)


def passed(seconds: int) -> TimePassed:
    return TimePassed(1, None, BY, (), "boot", 1, seconds)


NOON, LATER = "2026-01-01T12:00:00.000000Z", "2026-01-03T12:00:00.000000Z"


def test_time_counts_from_when_it_was_first_noted_after_the_appointment() -> None:
    start: list[tuple[StaffAppointed | TimePassed, str]] = [(passed(0), NOON), (appointed(), NOON), (passed(DAY), NOON)]
    assert noted(*start).recent("sam") is not None
    assert noted(*start, (passed(DAY - 1), NOON)).recent("sam") is not None
    assert noted(*start, (passed(DAY), NOON)).recent("sam") is None


def test_a_clock_that_is_set_on_counts_for_nothing() -> None:
    assert noted((passed(0), NOON), (appointed(), NOON), (passed(0), LATER)).recent("sam") is not None


def test_whoever_was_there_before_time_was_noted_is_taken_by_the_clock_once() -> None:
    assert noted((appointed(), NOON), (passed(0), LATER)).recent("sam") is None
    assert noted((appointed(), NOON), (passed(0), NOON), (passed(5), LATER)).recent("sam") is not None


def test_being_appointed_again_begins_anew_and_whoever_appointed_is_no_second_either() -> None:
    both = noted((passed(0), NOON), (appointed(), NOON), (passed(0), NOON), (passed(DAY), NOON), (appointed(), LATER))
    assert both.recent("sam") is not None
    assert both.recent("owner", ("sam",)) is not None
    assert both.recent("owner", ("dora",)) is None


@pytest.mark.parametrize(("boot", "up", "expected"), [("one", 50, 40), ("one", 5, 0), ("two", 50, 0)])
def test_only_time_since_the_same_start_of_the_machine_is_known(boot: str, up: int, expected: int) -> None:
    decided = decide_desk(Desk(boot="one", up=10), NoteTime(BY, boot, up))
    assert not isinstance(decided, Refusal)
    (event,) = decided
    assert isinstance(event, TimePassed)
    assert event.passed == expected


def test_nobody_but_the_house_notes_time() -> None:
    refused = decide_desk(Desk(), NoteTime(By("owner", Role.SHIFT_MANAGER), "one", 5))
    assert isinstance(refused, Refusal)
    assert str(refused.clause) == "wire §7.6"
