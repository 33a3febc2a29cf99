"""What concerns every wager is worked out in steps, and a fold can be interrupted without disturbing who looks on."""

from croupier.rules.procedure import Role
from croupier.table.case import STEP
from croupier.table.commands import (
    MoveWager,
    RetractWager,
    Settle,
)
from croupier.table.decide import decide, deciding
from croupier.table.evolve import evolve
from croupier.table.persistent import Map
from croupier.table.refusal import Refusal
from croupier.table.views import view
from testkit.table.play import ANN, DEALER, Play

V3 = "mbs-roulette/3"


def crowded(wagers: int) -> Play:
    """A round that is ready to be settled, with so many wagers."""
    play = Play(V3).opened()
    for number in range(wagers):
        play.laid("17", f"w{number}", 500)
    return play.spun().called().rested("17").dolly()


def test_a_settlement_of_many_wagers_pauses_and_comes_to_the_same() -> None:
    play = crowded(2 * STEP + 1)
    follows = deciding(play.table, Settle(DEALER), play.rules)
    assert not isinstance(follows, Refusal)
    steps = list(follows)

    assert steps[:2] == [None, None]
    assert tuple(step for step in steps if step is not None) == decide(play.table, Settle(DEALER), play.rules)


def test_a_settlement_of_few_wagers_does_not_pause() -> None:
    play = crowded(2)
    follows = deciding(play.table, Settle(DEALER), play.rules)
    assert not isinstance(follows, Refusal)

    assert None not in list(follows)


def test_a_table_apart_is_equal_and_leaves_the_other_its_own_maps() -> None:
    table = Play(V3).opened().laid("17", stake=500).table
    apart = table.apart()
    assert apart == table

    after = evolve(apart, Play(V3).opened().laid("17", stake=500).laid("18", "w2", 500).record[-1])

    assert (len(table.layout.wagers), len(after.layout.wagers)) == (1, 2)
    assert table.layout.wagers._data is not None  # nothing has to be taken back to look at it


def test_a_copy_of_a_map_goes_its_own_way() -> None:
    first = Map({"a": 1})
    copy = first.copy()

    assert (copy.set("a", 2).get("a"), copy.get("a"), first.get("a")) == (2, 1, 1)


def test_wagers_placed_moved_and_taken_back_are_counted_by_player() -> None:
    play = Play(V3).opened().laid("17", stake=500)
    play.do(MoveWager(ANN, "w1", "18", accident=False))
    play.do(RetractWager(ANN, "w1"))
    play.laid("19", "w2", 500)
    play.do(MoveWager(DEALER, "w2", "20", accident=True))

    layout = play.table.layout
    assert (layout.placed_by.get("ann"), layout.placed) == (3, 3)


def test_staff_can_be_shown_a_list_of_wagers_that_is_made_already() -> None:
    play = Play(V3).opened().laid("17", stake=500)
    for role in (Role.DEALER, Role.PIT_MANAGER, Role.AUDITOR):
        assert view(play.table, play.rules, role, "x", "made already")["wagers"] == "made already"
