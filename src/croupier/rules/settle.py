"""What each stake returns, to the last unit, and by which clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.rules.clause import Basis, Clause
from croupier.rules.errors import StakeError
from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.procedure import OverMaximum, UnderMinimum
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX, check_stake, short

Stakes = Mapping[str, int] | Iterable[tuple[str, int]]


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
    """Set where the stake is outside the limits and the document does not say what follows."""


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
    rulebook's own unless others are given; a stake outside them is treated as
    the rulebook says, whatever the intake of the table was.
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
    assert 0 < stake <= STAKE_MAX
    counted, further, note, basis = stake, tuple[Clause, ...](), "", position.basis
    rules = ruleset.procedure.limits
    if limit is not None and stake < limit.stake_min:
        if rules.under_minimum.value is UnderMinimum.UNADDRESSED:
            note = f"below the minimum of {limit.stake_min}{_cited(limit)}; {ruleset.ref} does not say what follows"
        elif seen_before:
            return Settlement(position, stake, 0, stake, 0, rules.under_minimum.clauses, rules.under_minimum.basis)
        else:
            further, basis = rules.under_minimum.clauses, rules.under_minimum.basis or basis
    elif limit is not None and stake > limit.stake_max:
        if rules.over_maximum.value is OverMaximum.UNADDRESSED:
            note = f"above the maximum of {limit.stake_max}{_cited(limit)}; {ruleset.ref} does not say what follows"
        else:
            counted, further = limit.stake_max, rules.over_maximum.clauses
            basis = rules.over_maximum.basis or basis
    won = position.covers(outcome)
    clauses = (*_deciding(ruleset, position, outcome, won=won), *further)
    if won:
        return Settlement(position, stake, counted * position.pays, stake, 0, clauses, basis, note)
    return Settlement(position, stake, 0, stake - counted, counted, clauses, basis, note)


def _deciding(ruleset: Ruleset, position: Position, outcome: Pocket, *, won: bool) -> tuple[Clause, ...]:
    """Cite the price; where the document has a clause of its own for zero, that clause too, and alone for a loss."""
    zero = ruleset.procedure.settlement.only_zero_bets_win
    if zero is None or outcome not in zero.value:
        return position.priced
    return (*position.priced, *zero.clauses) if won else zero.clauses


def _cited(limit: Limit) -> str:
    return f" ({', '.join(f'§{clause.number}' for clause in limit.clauses)})" if limit.clauses else ""
