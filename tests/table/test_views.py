"""Each view field by field: a name that changes breaks whoever reads it."""

import croupier
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import ChipSort, Role
from croupier.table.commands import BuyIn as Buy
from croupier.table.commands import By, MarkUnclear, ReportIrregularity, RoundRuling, RuleOnIrregularity
from croupier.table.views import public_view, purse_view, view
from testkit.table.play import ANN, DEALER, SHIFT, Play, concluded

REF = "us-double-zero/1"
RULES = croupier.rulebook(REF)
V3 = "mbs-roulette/3"

PUBLIC = {
    *("ref", "title", "opening", "open", "seq", "round", "phase", "outcome", "dolly", "limits", "seats", "layout"),
}


def test_a_spectators_view() -> None:
    seen = public_view(Play(REF).opened().laid("17", stake=500).table, RULES)

    assert seen.keys() == PUBLIC
    assert (seen["ref"], seen["title"], seen["open"], seen["seq"]) == (REF, RULES.title, True, 3)
    assert (seen["round"], seen["phase"], seen["outcome"], seen["dolly"]) == ("1", "betting-open", None, None)
    assert (seen["seats"], seen["layout"]) == ([], {"straight:17": 500})


def test_a_players_view() -> None:
    play = Play(V3).opened()
    play.do(Buy(DEALER, "ann", 2_000, ChipSort.COLOR, "pink", 500, marker=True))
    play.laid("17", stake=500).laid("18", "w2", 500)

    seen = view(play.table, play.rules, Role.PLAYER, "ann")

    assert seen.keys() == PUBLIC | {"you", "purse", "wagers"}
    assert seen["you"] == "ann"
    assert seen["purse"] == {
        "cash": 0,
        "owed": 0,
        "color": "pink",
        "chip_value": 500,
        "chips": 2,
        "worth": 1_000,
        "away": 0,
    }
    assert seen["wagers"][0] == {
        "wager": "w1",
        "player": "ann",
        "lies": "straight:17",
        "counts": "straight:17",
        "stake": 500,
        "held": False,
        "done": False,
        "winnings": 0,
        "returned": 0,
        "collected": 0,
    }


def test_a_purse_is_seen_without_the_rest_of_the_table() -> None:
    play = Play(V3).opened()
    play.do(Buy(DEALER, "ann", 2_000, ChipSort.COLOR, "pink", 500, marker=True))
    play.laid("17", stake=500)

    assert purse_view(play.table, "ann") == view(play.table, play.rules, Role.PLAYER, "ann")["purse"]
    assert purse_view(play.table, "bob") is None


def test_without_color_chips_there_is_no_value_of_one() -> None:
    play = Play(V3).opened()
    play.do(Buy(DEALER, "ann", 2_000, ChipSort.CASH))

    purse = view(play.table, play.rules, Role.PLAYER, "ann")["purse"]

    assert (purse["cash"], purse["color"], purse["chip_value"], purse["chips"]) == (2_000, None, None, 0)


def test_a_round_that_was_voided_waits_for_no_ruling() -> None:
    play = Play(V3).opened().laid("17", stake=500)
    play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, note="a bird on the wheel"))
    assert play.table.round.spin.referred

    play.do(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "it stayed"))

    assert not view(play.table, play.rules, Role.SHIFT_MANAGER, "gia")["awaits_ruling"]


def test_what_was_settled_is_seen() -> None:
    play = Play(REF).opened().laid("17", stake=500).laid("18", "w2", 500)
    concluded(play)

    won, lost = view(play.table, RULES, Role.PLAYER, "ann")["wagers"]

    assert (won["done"], won["winnings"], won["returned"], won["collected"]) == (True, 17_500, 500, 0)
    assert (lost["winnings"], lost["returned"], lost["collected"]) == (0, 0, 500)


def test_the_dealers_and_the_pits_view() -> None:
    play = Play(V3).opened().laid("17", stake=500).spun(5)
    play.do(MarkUnclear(DEALER, "w1"))
    play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a bird"))

    dealer = view(play.table, play.rules, Role.DEALER, "dan")
    pit = view(play.table, play.rules, Role.PIT_MANAGER, "max")

    assert dealer.keys() == PUBLIC | {"wagers", "held", "colors", "spin"}
    assert (dealer["held"], dealer["colors"]) == (["w1"], {})
    assert dealer["spin"] == {
        "ball": "clockwise",
        "wheel": "counterclockwise",
        "revolutions": 5,
        "irregularities": ["unlisted"],
        "awaits_ruling": True,
        "power_failed": False,
    }
    assert pit.keys() == dealer.keys() | {"tray", "purses", "awaits_ruling", "correction_proposed"}
    assert (pit["tray"], pit["purses"], pit["awaits_ruling"], pit["correction_proposed"]) == (0, {}, True, False)


def test_an_auditors_view() -> None:
    small = croupier.Limits(
        {croupier.Kind.STRAIGHT: croupier.Limit(100, 1_000)}, intake=croupier.rules.procedure.Intake.ACCEPT
    )
    play = Play(V3, small).opened().laid("17", stake=50, by=ANN)
    concluded(play)

    seen = view(play.table, play.rules, Role.AUDITOR, "aud")

    assert seen["digest"] == play.rules.digest
    assert seen["under_minimum"] == {"ann": 1}
    assert view(play.table, play.rules, Role.SURVEILLANCE, By("eye", Role.SURVEILLANCE).name) == seen
