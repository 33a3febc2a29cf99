"""What changed between two rulesets: clause by clause, and as behavior for players, dealers and the pit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from croupier.rules.clause import Basis, Clause
from croupier.rules.irregularities import IrregularityRule
from croupier.rules.limits import Limit
from croupier.rules.pocket import is_number
from croupier.rules.position import Kind, Position
from croupier.rules.procedure import Grounded, flat
from croupier.rules.ruleset import Ruleset
from croupier.rules.telling import Audience, audience, tell
from croupier.rules.unexpressed import Unexpressed


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a change: what holds there, in words, with its clauses."""

    says: str
    clauses: tuple[Clause, ...]
    basis: Basis | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One difference in behavior. A side is None if that ruleset has nothing about it."""

    audience: Audience
    key: str
    before: Side | None
    after: Side | None


class Fate(StrEnum):
    """What became of a clause."""

    SAME = "same"
    MOVED = "moved"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One clause in both documents, or in one of them."""

    fate: Fate
    before: str | None
    after: str | None
    summary: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between two rulesets."""

    before: Ruleset
    after: Ruleset
    changes: tuple[Change, ...]
    newly_stated: tuple[Change, ...]
    """Values that both have, but only the later document states: they were our reading of the earlier one."""
    clauses: tuple[ClauseChange, ...]


def diff(before: Ruleset, after: Ruleset) -> Difference:
    """Compare two rulesets. Changes come for the player first, then the dealer, then the pit."""
    changes = [*_game(before, after), *_prices(before, after), *_limits(before, after), *_procedure(before, after)]
    changes += _unexpressed(before, after)
    order = list(Audience)
    changes.sort(key=lambda change: order.index(change.audience))
    stated = tuple(_newly_stated(before, after))
    return Difference(before, after, tuple(changes), stated, tuple(_clauses(before, after)))


def _game(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    """Compare wheel, layout and what each bet covers."""
    if set(before.wheel.order) != set(after.wheel.order):
        yield Change(Audience.PLAYER, "wheel.order", *(_wheel_side(r) for r in (before, after)))
    for kind in Kind:
        if kind not in before.prices or kind not in after.prices:
            continue
        gone, new = (_only(kind, one, other) for one, other in ((before, after), (after, before)))
        if gone is not None or new is not None:
            yield Change(Audience.PLAYER, f"positions.{kind}", gone, new)
    for name, old in before.positions.items():
        now = after.positions.get(name)
        if now is not None and now.pockets != old.pockets:
            yield Change(Audience.PLAYER, f"positions.{name}", *(_covering(position) for position in (old, now)))


def _unexpressed(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    """Say what this program does not carry out of only one of them."""
    old, new = ({_said(one): one for one in ruleset.unexpressed} for ruleset in (before, after))
    for said in [said for said in (*old, *new) if (said in old) != (said in new)]:
        gone, come = (None if said not in own else _gap(own[said]) for own in (old, new))
        yield Change(Audience.PLAYER, "unexpressed", gone, come)


def _said(one: Unexpressed) -> tuple[object, ...]:
    return tuple(clause.number for clause in one.clauses), one.what, one.affects, one.on


def _gap(one: Unexpressed) -> Side:
    return Side(f"This program does not carry it out: {one.what}", one.clauses)


def _only(kind: Kind, one: Ruleset, other: Ruleset) -> Side | None:
    """Say which positions of a kind one ruleset has and the other lacks, by their own clauses."""
    own = [p for p in one.positions.values() if p.kind is kind and p.name not in other.positions]
    if not own:
        return None
    clauses = tuple(dict.fromkeys(clause for position in own for clause in position.placed))
    return Side(f"{one.prices[kind].word} can be laid on {', '.join(p.name for p in own)}.", clauses)


def _covering(position: Position) -> Side:
    return Side(f"{position.name} covers {' '.join(position.pockets)}.", position.placed, position.basis)


def _wheel_side(ruleset: Ruleset) -> Side:
    return Side(f"The wheel has {len(ruleset.pockets)} pockets: {_run(ruleset.pockets)}.", ruleset.wheel.clauses)


def _run(pockets: tuple[str, ...]) -> str:
    """Write the zeros one by one and the numbers as a span."""
    zeros = [p for p in pockets if not is_number(p)]
    numbers = [p for p in pockets if is_number(p)]
    return ", ".join([*zeros, f"{numbers[0]} to {numbers[-1]}"])


def _prices(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for kind in Kind:
        sides = [_price_side(r, kind) for r in (before, after)]
        own = [r.prices.get(kind) for r in (before, after)]
        if (own[0].to_one if own[0] else None) != (own[1].to_one if own[1] else None):
            yield Change(Audience.PLAYER, f"pays.{kind}", *sides)


def _price_side(ruleset: Ruleset, kind: Kind) -> Side | None:
    price = ruleset.prices.get(kind)
    if price is None:
        return None
    count = sum(p.kind is kind for p in ruleset.positions.values())
    return Side(f"{price.word} ({count} of them) pays {price.to_one} to 1.", (*price.placed, *price.priced))


def _limits(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for kind in Kind:
        own = [r.limits.of(kind) for r in (before, after)]
        if _span(own[0]) != _span(own[1]):
            yield Change(Audience.PLAYER, f"limits.amounts.{kind}", *(_limit_side(kind, limit) for limit in own))


def _span(limit: Limit | None) -> tuple[int, int] | None:
    return None if limit is None else (limit.stake_min, limit.stake_max)


def _limit_side(kind: Kind, limit: Limit | None) -> Side | None:
    if limit is None:
        return None
    return Side(f"{kind} takes {limit.stake_min} to {limit.stake_max}.", limit.clauses)


def _procedure(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    old, new = flat(before.procedure), flat(after.procedure)
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        if key not in RESTATEMENTS and _decides(one) != _decides(other):
            yield Change(audience(key), key, _side(key, one), _side(key, other))


def _newly_stated(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    old, new = flat(before.procedure), flat(after.procedure)
    for key, other in new.items():
        one = old.get(key)
        follows = one is None and key in RESTATEMENTS
        held = one is not None and one.basis is not None and _decides(one) == _decides(other)
        if other.basis is None and (follows or held):
            yield Change(audience(key), key, _side(key, one), _side(key, other))
    both = [(old, after.positions[name]) for name, old in before.positions.items() if name in after.positions]
    for old_one, now in both:
        if old_one.basis is not None and now.basis is None and old_one.pockets == now.pockets:
            yield Change(Audience.PLAYER, f"positions.{now.name}", _covering(old_one), _covering(now))


RESTATEMENTS = frozenset({"settlement.only_zero_bets_win"})
"""Keys that restate what follows from the prices and boxes: whether they are present changes no money."""


def _decides(ground: Grounded | None) -> object:
    """Reduce a value to what decides: clause numbers and notes may differ without any change at the table."""
    if isinstance(ground, IrregularityRule):
        return (ground.value, ground.until, ground.since)
    return None if ground is None else ground.value


def _side(key: str, ground: Grounded | None) -> Side | None:
    return None if ground is None else Side(tell(key, ground), ground.clauses, ground.basis)


def _clauses(before: Ruleset, after: Ruleset) -> Iterator[ClauseChange]:
    """Pair the clauses of both documents: by the same words, then by what they ground, then by their number."""
    pairs = _paired(before, after)
    for number, entry in after.clauses.items():
        old = pairs.get(number)
        if old is None:
            yield ClauseChange(Fate.ADDED, None, number, entry.summary)
        elif before.clauses[old].summary != entry.summary:
            yield ClauseChange(Fate.CHANGED, old, number, entry.summary)
        else:
            yield ClauseChange(Fate.SAME if old == number else Fate.MOVED, old, number, entry.summary)
    kept = set(pairs.values())
    for number, entry in before.clauses.items():
        if number not in kept:
            yield ClauseChange(Fate.REMOVED, number, None, entry.summary)


def _paired(before: Ruleset, after: Ruleset) -> dict[str, str]:
    pairs: dict[str, str] = {}
    left = dict.fromkeys(before.clauses)

    def pair(new: str, old: str | None) -> None:
        if old is not None:
            pairs[new] = old
            del left[old]

    for new, entry in after.clauses.items():
        same = [old for old in left if before.clauses[old].summary == entry.summary]
        pair(new, new if new in same else next(iter(same), None))
    for new in after.clauses:
        if new not in pairs:
            pair(new, _same_ground(new, before.citations, after.citations, left))
    for new in after.clauses:
        if new not in pairs and new in left:
            pair(new, new)
    return pairs


def _same_ground(
    new: str, before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]], left: Mapping[str, None]
) -> str | None:
    """Find the old clause that grounds most of the values this one grounds; a tie or nothing gives none."""
    grounds = set(after.get(new, ()))
    shared = sorted(((len(grounds & set(before.get(old, ()))), old) for old in left), reverse=True)
    if not shared or shared[0][0] == 0 or (len(shared) > 1 and shared[0][0] == shared[1][0]):
        return None
    return shared[0][1]
