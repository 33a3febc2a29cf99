"""The pace of a table: rounds an hour, by those that ended last; and since when something waits."""

from datetime import UTC, datetime, timedelta

from croupier.house.results import PACED, Results
from croupier.rulebooks import published
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By

DEALER = By("dora", Role.DEALER)
BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)


def ended(*minutes: float) -> Results:
    """Return what is known of a table whose rounds ended so many minutes after it was opened."""
    results = Results(published("mbs-roulette/3"))
    for number, after in enumerate(minutes, start=1):
        at = (BEGAN + timedelta(minutes=after)).isoformat().replace("+00:00", "Z")
        event = (
            events.RoundVoided(number, str(number), DEALER, ("5.3",))
            if number % 2
            else events.RoundClosed(number, str(number), DEALER, ("1.1.4",), Pocket("17"))
        )
        results.note(event, f'{{"at":"{at}","seq":{number}}}')
    return results


def test_rounds_that_take_two_minutes_are_thirty_an_hour_void_ones_among_them() -> None:
    assert ended(0, 2, 4, 6, 8).pace() == 30


def test_too_few_rounds_have_no_pace() -> None:
    assert ended().pace() is None
    assert ended(0, 2).pace() is None
    assert ended(3, 3, 3).pace() is None


def test_what_was_before_the_last_hour_does_not_slow_a_table_down() -> None:
    assert ended(0, 1, 2, 180, 181, 182, 183).pace() == 60


def test_only_the_last_rounds_count() -> None:
    assert ended(*(number * 0.5 for number in range(PACED * 2))).pace() == 120


def test_it_is_known_when_what_waits_in_a_round_was_stored_until_the_next_begins() -> None:
    results = Results(published("mbs-roulette/3"))
    head = ("1", DEALER, ("3.9",))
    waits: list[events.Event] = [
        events.WagerMarkedUnclear(2, *head, "w1"),
        events.WagerMoved(3, *head, "w2", "straight:20", accident=True, counts="straight:20", held=True),
        events.IrregularityReported(4, *head, Irregularity.UNLISTED, "referred", "blue"),
        events.NoSpinCalled(5, *head, None, suspected=False),
        events.CorrectionProposed(6, *head, Pocket("17"), "the camera"),
    ]
    others: list[events.Event] = [
        events.WagerPlaced(7, *head, "w3", "ann", "straight:17", 500, None),
        events.WagerMoved(8, *head, "w3", "straight:20", accident=False, counts="straight:20", held=False),
    ]
    for event in (*waits, *others):
        results.note(event, f'{{"at":"2026-01-01T20:00:0{event.seq}Z","seq":{event.seq}}}')

    assert [results.since(event.seq) for event in waits] == [BEGAN + timedelta(seconds=one.seq) for one in waits]
    assert [results.since(event.seq) for event in others] == [None, None]
    results.note(events.BettingOpened(9, "2", DEALER, ("1.1.1",), "mbs-roulette/3", "digest"), "{}")
    assert [results.since(event.seq) for event in waits] == [None] * len(waits)
