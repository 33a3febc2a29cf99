"""A dealer without a browser, for tests of what players see while somebody deals."""

from __future__ import annotations

from itertools import count

from testkit.browser.serving import Person, Served

NUMBERS = count(1)


class Dealt:
    """A table that is dealt by hand, and whoever deals there."""

    def __init__(self, house: Served, ref: str, table: str | None = None) -> None:
        """Bring a dealer to a table that is there, or set one up."""
        self.house, self.ref = house, ref
        self.table = table or house.add_table(ref)
        self.dealer: Person = house.staff(f"dealer-{next(NUMBERS)}", "dealer", self.table)
        self._rules = house.running.service.office.tables.host(self.table).ruleset.procedure
        self.pocket = ""

    @property
    def path(self) -> str:
        """Where players find it."""
        return f"/#/table/{self.table}"

    def open(self) -> None:
        """Open the table for betting."""
        self.house.begin(self.table, lambda: self.dealer.ask("open-table"))
        self.dealer.ask("open-betting")

    def spin(self, revolutions: int | None = None) -> None:
        """Spin the ball, and count as many revolutions as are needed, unless another number is given."""
        counted = self._rules.spin.revolutions_min.value if revolutions is None else revolutions
        self.dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
        self.dealer.ask("count-revolutions", completed=counted)

    def call(self) -> None:
        """Call no more bets, with the signals of the rulebook."""
        closing = self._rules.closing
        self.dealer.ask("call-no-more-bets", bell=closing.bell.value, wave=closing.wave.value)

    def rest(self, pocket: str) -> None:
        """Declare where the ball lies."""
        self.pocket = pocket
        self.dealer.ask("declare-outcome", pocket=pocket)

    def mark(self) -> None:
        """Put the dolly on it."""
        self.dealer.ask("place-dolly", pocket=self.pocket)

    def pay(self) -> None:
        """Collect and pay."""
        self.dealer.ask("settle")

    def lift(self) -> None:
        """Take the dolly away."""
        self.dealer.ask("lift-dolly")

    def finish(self, pocket: str, *, opens: bool = True) -> None:
        """Bring a round that takes bets to its end, and open the next."""
        self.spin()
        self.call()
        self.rest(pocket)
        self.mark()
        self.pay()
        self.lift()
        if opens:
            self.dealer.ask("open-betting")
