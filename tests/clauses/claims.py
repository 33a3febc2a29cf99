"""What the clause tests claim about a game, each claim said once."""

from collections.abc import Iterable, Mapping

import pytest

import croupier
from croupier import Clause, Kind, Ruleset, Settlement, UnknownPositionError
from testkit.rulebooks import oracle
from testkit.table import play

STAKE = play.STAKE

RED = frozenset(map(str, oracle.RED))
BLACK = frozenset(map(str, oracle.BLACK))

EVEN_CHANCES = {"low": 1, "high": 1, "odd": 1, "even": 1, "red": 1, "black": 1}
COMMON_PRICES = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six-line": 5,
    "column": 2,
    "dozen": 2,
    **EVEN_CHANCES,
}
"""What all five documents agree on."""


def span(first: int, last: int, step: int = 1) -> frozenset[str]:
    """The labels of a run of numbers, both ends included."""
    return frozenset(str(number) for number in range(first, last + 1, step))


def numbers(clauses: Iterable[Clause]) -> tuple[str, ...]:
    """The numbers of the clauses, in the order in which they are cited."""
    return tuple(clause.number for clause in clauses)


def settled(ruleset: Ruleset, words: str, outcome: str, stake: int = STAKE) -> Settlement:
    """One stake on one bet, settled."""
    (line,) = croupier.settle(ruleset, {words: stake}, outcome)
    return line


def is_bet(ruleset: Ruleset, words: str, name: str, *, by: str) -> None:
    """The words name this position, it lies where this clause says, and it wins on nothing but its own pockets."""
    position = ruleset.position(words)
    assert position.name == name
    assert by in numbers(position.placed)
    labels = frozenset(name.partition(":")[2].split("-"))
    assert winning(ruleset, words) == labels


def is_no_bet(ruleset: Ruleset, *refused: str) -> None:
    """No chip can be laid for any of these words, and none is settled."""
    for words in refused:
        with pytest.raises(UnknownPositionError):
            ruleset.position(words)
        with pytest.raises(UnknownPositionError):
            croupier.settle(ruleset, {words: STAKE}, "17")


def are_bets(ruleset: Ruleset, kind: Kind, many: int, *, by: str) -> None:
    """The felt has so many positions of the kind, and each of them rests on this clause."""
    found = [position for position in ruleset.positions.values() if position.kind is kind]
    assert len(found) == many
    assert all(by in numbers(position.placed) for position in found)


def wins_on(ruleset: Ruleset, words: str, labels: Iterable[str], *, placed: str, priced: str) -> None:
    """The bet wins on exactly these pockets, by its price; on every other pocket the whole stake is collected."""
    position = ruleset.position(words)
    assert placed in numbers(position.placed)
    assert winning(ruleset, words) == frozenset(labels)
    for pocket in ruleset.pockets:
        line = settled(ruleset, words, pocket)
        if pocket in labels:
            assert (line.winnings, line.returned, line.collected) == (STAKE * position.pays, STAKE, 0)
            assert priced in numbers(line.clauses)
        else:
            assert (line.winnings, line.returned, line.collected) == (0, 0, STAKE)
            assert line.clauses


def winning(ruleset: Ruleset, words: str) -> frozenset[str]:
    """Every pocket on which a stake on the bet wins something."""
    return frozenset(pocket for pocket in ruleset.pockets if settled(ruleset, words, pocket).winnings)


def prices_are(ruleset: Ruleset, table: Mapping[str, int], *, by: str) -> None:
    """The document prices exactly these kinds, and every position of a kind pays its price by this clause."""
    assert {str(kind): price.to_one for kind, price in ruleset.prices.items()} == table
    for position in ruleset.positions.values():
        assert position.pays == table[position.kind]
        assert numbers(position.priced) == (by,)
        line = settled(ruleset, position.name, position.pockets[-1])
        assert line.winnings == STAKE * table[position.kind]
        assert by in numbers(line.clauses)


def pays_beside_the_stake(ruleset: Ruleset, words: str, outcome: str, to_one: int) -> None:
    """Odds are "to 1": the winnings come beside the stake, and the stake is not counted among them."""
    line = settled(ruleset, words, outcome, 10)
    assert (line.winnings, line.returned) == (10 * to_one, 10)
    assert line.winnings + line.returned == 10 * (to_one + 1)
