"""Seats with numbers, at a table where people sit around a wheel."""

from __future__ import annotations

from croupier.table.commands import LeaveSeat, OpenTable, TakeSeat
from croupier.table.refusal import Code
from croupier.table.retell import retell
from testkit.table.play import ANN, BOB, DEALER, Play
from testkit.table.scenes import V3


def test_a_seat_with_a_number_is_one_persons_until_they_leave() -> None:
    play = Play(V3)
    play.do(OpenTable(DEALER))
    (taken,) = play.do(TakeSeat(DEALER, "ann", seat=3))
    assert retell(taken) == "ann takes a seat, number 3."

    refusal = play.refused(TakeSeat(DEALER, "bob", seat=3), Code.SEAT_TAKEN, "wire §5.4")
    assert refusal.facts == {"player": "ann", "seat": 3}

    play.do(LeaveSeat(ANN, "ann"))
    play.do(TakeSeat(DEALER, "bob", seat=3))
    assert dict(play.table.standing.places.items()) == {"ann": 0, "bob": 3}


def test_any_number_of_people_sit_without_one() -> None:
    play = Play(V3)
    play.do(OpenTable(DEALER))
    for by in (ANN, BOB):
        (taken,) = play.do(TakeSeat(by, by.name))
        assert retell(taken) == f"{by.name} takes a seat."
    play.do(LeaveSeat(BOB, "bob"))
    assert not play.table.standing.places
