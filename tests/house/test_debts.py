"""What a player owes after a correction is taken from the wallet of the same house, then before the next purchase."""

from __future__ import annotations

from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.tables import LiveTables
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.table import commands
from croupier.table.commands import Ball, By, Turning
from testkit.storage.stores import HOUSE_BY, Store, live
from testkit.table.scenes import ANN, BOB, DEALER
from tests.house.tables import bet, done, house_on, open_for_bets

SHIFT = By("gia", Role.SHIFT_MANAGER)
SUPERVISOR = By("sue", Role.PIT_SUPERVISOR)


async def corrected(house: LiveTables, wallet_spent: int = 0) -> Host:
    """Pay ann and bob for a wrong number, let ann cash everything in, and correct it: both had 36 times 100."""
    host = await open_for_bets(house)
    await done(host, bet(1, 100), bet(2, 100, by=BOB))
    await done(
        host,
        commands.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        commands.CountRevolutions(DEALER, 4),
        commands.CallNoMoreBets(DEALER, bell=True, wave=True),
        commands.DeclareOutcome(DEALER, Pocket("17")),
        commands.PlaceDolly(DEALER, Pocket("17")),
        commands.Settle(DEALER),
        commands.CashOut(ANN, "ann", 8_500, ChipSort.CASH),
    )
    if wallet_spent:  # at another table
        await house.ask("spent", FundWallet(HOUSE_BY, "ann", -wallet_spent, "spent elsewhere"))
    await done(
        host,
        commands.CorrectOutcome(SHIFT, "1", Pocket("18"), "misread"),
        commands.ApproveCorrection(SUPERVISOR, "1", Pocket("18")),
    )
    return host


async def owed(host: Host, player: str = "ann") -> int:
    purse = host.table.standing.purses.get(player)
    assert purse is not None
    return purse.owed


@live
async def test_cashing_in_before_a_correction_gains_nothing(store: Store) -> None:
    async with house_on(store) as house:
        host = await corrected(house)
        assert await owed(host) == 0
        for player in ("ann", "bob"):
            purse = host.table.standing.purses.get(player)
            assert purse is not None
            assert purse.cash + await house.wallet(player) == 10_000 - 100


@live
async def test_what_the_wallet_does_not_cover_is_paid_before_the_next_purchase(store: Store) -> None:
    async with house_on(store, sitting=1_000) as house:
        host = await corrected(house, wallet_spent=13_000)
        assert (await house.wallet("ann"), await owed(host)) == (0, 3_100)
        await house.ask("more", FundWallet(HOUSE_BY, "ann", 5_000, "asked for"))
        await done(host, commands.OpenBetting(DEALER), bet(3, 100))
        purse = host.table.standing.purses.get("ann")
        assert purse is not None
        assert (await house.wallet("ann"), purse.cash, purse.owed) == (900, 900, 0)
        await done(host, commands.BuyIn(ANN, "ann", 900, ChipSort.CASH))
        assert await house.wallet("ann") == 0
