"""The pace of a table: rounds an hour, by those that ended last."""

from datetime import UTC, datetime, timedelta

from croupier.house.results import PACED, Results
from croupier.rulebooks import published
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By

DEALER = By("dora", Role.DEALER)
BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)


def ended(*minutes: float) -> Results:
    """Give what is known of a table whose rounds ended so many minutes after it was opened."""
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
