"""Which commands lay wagers, and which wagers those are: what they cost and how many there may be goes by this."""

from croupier.rules.procedure import Role
from croupier.table.commands import By, Laid, OpenBetting, PlaceWager, PlaceWagers, laid_by

ANN = By("ann", Role.PLAYER)


def test_a_wager_is_itself() -> None:
    one = PlaceWager(ANN, "w1", "ann", "straight:17", 5)

    assert laid_by(one) == (one,)


def test_a_list_is_the_wagers_one_by_one_each_for_its_own_player_the_lists_or_who_asks() -> None:
    listed = (Laid("w1", "red", 10, player="bob"), Laid("w2", "straight:17", 5))

    for_cid = laid_by(PlaceWagers(ANN, listed, player="cid", round="r1"))
    for_herself = laid_by(PlaceWagers(ANN, listed))

    assert [(one.wager, one.player, one.position, one.stake, one.round) for one in for_cid] == [
        ("w1", "bob", "red", 10, "r1"),
        ("w2", "cid", "straight:17", 5, "r1"),
    ]
    assert [one.player for one in for_herself] == ["bob", "ann"]


def test_other_commands_lay_nothing() -> None:
    assert laid_by(OpenBetting(ANN, "r1")) == ()
