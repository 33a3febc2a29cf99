"""The house itself voids a round of its random wheel: nobody else can know that the secret is known."""

from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import Role
from croupier.table.commands import By, ReportIrregularity, RoundRuling, RuleOnIrregularity
from croupier.table.refusal import Code
from testkit.table.play import Play

V3 = "mbs-roulette/3"


def test_the_house_itself_voids_a_round_of_its_wheel_and_no_other() -> None:
    house = By("house", Role.HOUSE)
    void = RuleOnIrregularity(house, RoundRuling.VOID, "the secret may be known")
    for random in (True, False):
        play = Play(V3, random=random).opened().laid("17", stake=500)
        play.do(ReportIrregularity(house, Irregularity.UNLISTED, note="a copy"))
        if random:
            play.refused(RuleOnIrregularity(house, RoundRuling.STAND, "no matter"), Code.ROLE_NOT_ALLOWED)
            assert [event.type for event in play.do(void)] == ["irregularity-ruled", "round-voided", "wager-returned"]
        else:
            play.refused(void, Code.ROLE_NOT_ALLOWED)
