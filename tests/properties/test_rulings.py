"""A ruling comes before the settlement or after it: the money is the same."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from croupier import Kind, Limit, Limits
from croupier.rules.procedure import ChipSort, Intake
from croupier.table.commands import BuyIn, MarkUnclear, PlaceWager, RuleOnWager, Settle, WagerTreatment
from croupier.table.decide import decide
from croupier.table.refusal import Refusal
from testkit.table.play import ANN, BOB, DEALER, SUPERVISOR, Play, concluded

V3 = "mbs-roulette/3"
LIMITS = Limits({Kind.STRAIGHT: Limit(5, 20), Kind.RED: Limit(8, 15)}, Intake.ACCEPT)
POSITIONS = ("17", "18", "red")
POCKETS = ("17", "18", "20", "0")


class Laid(NamedTuple):
    """One wager, and what becomes of it if it is unclear."""

    by_bob: bool
    position: str
    stake: int
    ruling: tuple[WagerTreatment, str] | None


treatments = st.tuples(st.sampled_from(WagerTreatment), st.sampled_from(POSITIONS))
wagers = st.builds(
    Laid, st.booleans(), st.sampled_from(POSITIONS), st.integers(1, 14), st.one_of(st.none(), treatments, treatments)
)


def played(seen: Sequence[bool], laid: Sequence[Laid], pocket: str, settle: Sequence[bool], *, chips: bool) -> Play:
    """Play the round up to its end: before each ruling, in the order laid, it is settled or not."""
    play = Play(V3, LIMITS).opened()
    for by, small in zip((ANN, BOB), seen, strict=True):
        if chips:
            play.do(BuyIn(by, by.name, 500, ChipSort.CASH))
            play.do(BuyIn(by, by.name, 50, ChipSort.COLOR, color=by.name, chip_value=1))
        if small:
            play.laid("0", f"small {by.name}", 1, by)
    concluded(play, "5")
    play.opened()
    for number, one in enumerate(laid):
        by = BOB if one.by_bob else ANN
        play.do(PlaceWager(by, f"w{number}", by.name, one.position, one.stake))
        if one.ruling is not None:
            play.do(MarkUnclear(DEALER, f"w{number}"))
    play.spun().called().rested(pocket).dolly()
    held = [(number, one.ruling) for number, one in enumerate(laid) if one.ruling is not None]
    for (number, (treatment, position)), first in zip(held, settle, strict=False):
        if first and not isinstance(decide(play.table, Settle(DEALER), play.rules), Refusal):
            play.settled()
        play.do(RuleOnWager(SUPERVISOR, f"w{number}", treatment, position))
    play.settled()
    return play


@given(
    seen=st.tuples(st.booleans(), st.booleans()),
    laid=st.lists(wagers, min_size=2, max_size=6),
    pocket=st.sampled_from(POCKETS),
    settle=st.lists(st.booleans(), min_size=6, max_size=6),
    chips=st.booleans(),
)
def test_the_order_of_ruling_and_settling_moves_no_money(
    *, seen: tuple[bool, bool], laid: list[Laid], pocket: str, settle: list[bool], chips: bool
) -> None:
    rulings_first = played(seen, laid, pocket, [False] * 6, chips=chips)
    mixed = played(seen, laid, pocket, settle, chips=chips)

    assert mixed.table.tray == rulings_first.table.tray
    for number in range(len(laid)):
        assert mixed.wager(f"w{number}") == rulings_first.wager(f"w{number}")
    for player in ("ann", "bob"):
        for kept in ("purses", "under_minimum"):
            there, expected = (getattr(play.table.standing, kept).get(player) for play in (mixed, rulings_first))
            assert there == expected
