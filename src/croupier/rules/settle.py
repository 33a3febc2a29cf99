"""What each stake returns, to the last unit, and by which clause.

Money is worked out here and nowhere else: how much of a stake is at risk, what
a unit at risk comes to (its price), and how a bet that was laid in several stakes is shared among
them. Table, odds and lab multiply what they find here. The audit and the verifier
work it out again, on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.rules.clause import Basis, Clause
from croupier.rules.errors import StakeError
from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.procedure import OverMaximum, UnderMinimum
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX, check_stake, short
from croupier.rules.unexpressed import note_of

UNADDRESSED = "does not say what follows"
"""How a note ends on a stake outside the limits of which the document says nothing."""

Stakes = Mapping[str, int] | Iterable[tuple[str, int]]


class Price(NamedTuple):
    """What one unit at risk comes to on one outcome: what it wins, and how much of it is collected.

    A win is ``(pays, 0)`` and a loss ``(0, 1)``. Whoever has a price multiplies it and does not ask which
    of the two it is, so a result that is neither needs no formula of its own.
    """

    wins: int
    collected: int

    @property
    def gain(self) -> int:
        """What the player gains by a unit, a loss negative."""
        return self.wins - self.collected


LOSS = Price(0, 1)


@dataclass(frozen=True, slots=True)
class Settlement:
    """One bet settled. ``stake`` is always ``returned + collected``; the player receives ``winnings + returned``."""

    position: Position
    stake: int
    winnings: int
    returned: int
    collected: int
    clauses: tuple[Clause, ...]
    basis: Basis | None = None
    """Set where a reading of ours, and not the text alone, decided: of the bet itself or of the limits."""
    note: str = ""
    """Set where the stake is outside the limits and the document does not say what follows, and where a clause that
    the rulebook declares not to be carried out would have decided otherwise."""
    at_risk: int = field(kw_only=True, repr=False, compare=False)
    """How much of the stake the outcome decides about. The rest goes back whatever comes."""
    price: Price = field(kw_only=True, repr=False, compare=False)

    @property
    def gain(self) -> int:
        """What the player gains, a loss negative."""
        return self.winnings - self.collected


def settle(
    ruleset: Ruleset,
    stakes: Stakes,
    outcome: str,
    *,
    limits: Limits | None = None,
    under_minimum_before: bool = False,
) -> tuple[Settlement, ...]:
    """Settle one player's stakes on one outcome.

    A winning stake goes back beside its winnings: 100 on a number that pays 35
    to 1 wins 3500 and returns 100. Stakes on the same bet count as one, however
    they were written or wherever on the cloth they lie. Limits are the
    rulebook's own unless others are given, as they are: whether a table may
    have them is the table's question (``narrowing``), not arithmetic's. A stake
    outside them is treated as the rulebook says, whatever the intake of the
    table was.
    ``under_minimum_before`` says that this player has had stakes under the
    minimum settled in an earlier round.
    """
    pocket = ruleset.pocket(outcome)
    in_force = ruleset.limits if limits is None else limits
    return tuple(
        settle_bet(ruleset, position, stake, pocket, in_force.of(position.kind), seen_before=under_minimum_before)
        for position, stake in merged(ruleset, stakes)
    )


def merged(ruleset: Ruleset, stakes: Stakes) -> tuple[tuple[Position, int], ...]:
    """Check the stakes and add up those on the same bet, in the order in which bets first appear."""
    if not isinstance(stakes, Iterable):
        raise StakeError(f"stakes are pairs of position and stake, such as {{'17': 500}}, not {short(stakes)}")
    pairs: Iterable[object] = stakes.items() if isinstance(stakes, Mapping) else stakes
    totals: dict[str, int] = {}
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != len(("position", "stake")):
            raise StakeError(f"stakes are pairs of position and stake, such as {{'17': 500}}, not {short(pair)}")
        words, stake = pair
        name = ruleset.names.find(words)
        totals[name] = check_stake(totals.get(name, 0) + check_stake(stake, words), words)
    return tuple((ruleset.positions[name], total) for name, total in totals.items())


def settle_bet(
    ruleset: Ruleset, position: Position, stake: int, outcome: Pocket, limit: Limit | None, *, seen_before: bool
) -> Settlement:
    """Settle one player's whole stake on one bet, however many wagers it was laid in.

    The limits say how much of it is at risk, the price what comes of that, and
    both cite their clauses. A stake of which nothing is at risk goes back by the
    limits' clauses alone. ``seen_before`` is ``under_minimum_before`` of ``settle``.
    """
    assert 0 < stake <= STAKE_MAX
    unit, basis = price(position, outcome), position.basis
    if limit is None or limit.stake_min <= stake <= limit.stake_max:
        clauses, without = _deciding(ruleset, position, outcome)
        return _settled(position, stake, stake, unit, clauses, basis, without)
    outside = _outside(ruleset, stake, limit, seen_before=seen_before)
    if not outside.at_risk:
        return _settled(position, stake, 0, unit, outside.clauses, outside.basis, outside.note)
    deciding, without = _deciding(ruleset, position, outcome)
    note = "; ".join(words for words in (outside.note, without) if words)
    clauses = (*deciding, *outside.clauses)
    return _settled(position, stake, outside.at_risk, unit, clauses, outside.basis or basis, note)


def price(position: Position, outcome: Pocket) -> Price:
    """Say what a unit at risk on a position comes to on an outcome."""
    return Price(position.pays, 0) if position.covers(outcome) else LOSS


def gain_within_limits(laid: Iterable[tuple[Position, int]], outcome: Pocket) -> int:
    """Say what stakes within the limits gain together on an outcome, a loss negative: all of each is at risk."""
    return sum(stake * price(position, outcome).gain for position, stake in laid)


def share(whole: Settlement, stake: int, left: int) -> Settlement:
    """Return one of the stakes in which a bet was laid its part of the bet as it was settled.

    What is at risk of the whole is at risk of the first stakes, and ``left`` is what
    those before this one leave of it; what lies behind goes back.
    """
    if stake == whole.stake:
        return whole
    at_risk = min(stake, left)
    return _settled(whole.position, stake, at_risk, whole.price, whole.clauses, whole.basis, whole.note)


def _settled(
    position: Position,
    stake: int,
    at_risk: int,
    unit: Price,
    clauses: tuple[Clause, ...],
    basis: Basis | None,
    note: str,
) -> Settlement:
    wins, lost = unit
    collected = at_risk * lost
    return Settlement(
        position, stake, at_risk * wins, stake - collected, collected, clauses, basis, note, at_risk=at_risk, price=unit
    )


class _Outside(NamedTuple):
    """What the rulebook makes of a stake outside the limits: how much of it is at risk all the same, and why."""

    at_risk: int
    clauses: tuple[Clause, ...] = ()
    basis: Basis | None = None
    note: str = ""


def _outside(ruleset: Ruleset, stake: int, limit: Limit, *, seen_before: bool) -> _Outside:
    rules = ruleset.procedure.limits
    if stake < limit.stake_min:
        under = rules.under_minimum
        if under.value is UnderMinimum.UNADDRESSED:
            return _Outside(stake, note=_unaddressed(ruleset, f"below the minimum of {limit.stake_min}", limit))
        return _Outside(0 if seen_before else stake, under.clauses, under.basis)
    over = rules.over_maximum
    if over.value is OverMaximum.UNADDRESSED:
        return _Outside(stake, note=_unaddressed(ruleset, f"above the maximum of {limit.stake_max}", limit))
    return _Outside(limit.stake_max, over.clauses, over.basis)


def _unaddressed(ruleset: Ruleset, outside: str, limit: Limit) -> str:
    cited = f" ({', '.join(f'§{clause.number}' for clause in limit.clauses)})" if limit.clauses else ""
    return f"{outside}{cited}; {ruleset.ref} {UNADDRESSED}"


def _deciding(ruleset: Ruleset, position: Position, outcome: Pocket) -> tuple[tuple[Clause, ...], str]:
    """Cite what decides, and say what it is settled without: a clause that is not carried out decides nothing."""
    clauses = _citing(ruleset, position, outcome)
    missing = ruleset.not_carried_out(position.name, outcome)
    if not missing:
        return clauses, ""
    left_out = {clause for one in missing for clause in one.clauses}
    return tuple(clause for clause in clauses if clause not in left_out), note_of(missing)


def _citing(ruleset: Ruleset, position: Position, outcome: Pocket) -> tuple[Clause, ...]:
    """Cite the price; where the document has a clause of its own for zero, that clause too, and alone for a loss."""
    zero = ruleset.procedure.settlement.only_zero_bets_win
    if zero is None or outcome not in zero.value:
        return position.priced
    return (*position.priced, *zero.clauses) if position.covers(outcome) else zero.clauses
