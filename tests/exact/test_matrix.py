"""Every position of every ruleset, settled on every pocket and held against the oracle.

The comparison is one function, so that it can be shown to see: each planted
fault is a published rulebook with one thing changed, and must be found.
"""

from dataclasses import dataclass
from fractions import Fraction

import pytest

import croupier
from croupier import Position, Ruleset
from croupier.rulebooks import REFS, text_of
from croupier.rules.rulebook import parse
from testkit.rulebooks import oracle

STAKE = 700
"""Within the limits of every kind, also where a document states them."""

POSITIONS = {
    "mbs-roulette/2": 157,
    "mbs-roulette/3": 157,
    "rws-roulette-360/1": 175,
    "mbs-sands-roulette/1": 166,
    "us-double-zero/1": 161,
}

CELLS = 30_685
"""Positions times pockets, over the five rulesets."""

EDGES = {
    "mbs-roulette/2": Fraction(1, 37),
    "mbs-roulette/3": Fraction(1, 37),
    "rws-roulette-360/1": Fraction(1, 37),
    "mbs-sands-roulette/1": Fraction(1, 13),
    "us-double-zero/1": Fraction(1, 19),
}

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)


def mismatches(ruleset: Ruleset) -> list[str]:
    """List every difference from the oracle, the position's name first: ``split:17-20: pays 18, not 17``."""
    found = []
    if frozenset(ruleset.pockets) != oracle.pockets(ruleset.ref):
        found.append(f"wheel: has {' '.join(ruleset.pockets)}")
    expected = oracle.bets(ruleset.ref)
    found += [f"{name}: missing" for name in expected if name not in ruleset.positions]
    for name, position in ruleset.positions.items():
        if name not in expected:
            found.append(f"{name}: not in the document")
            continue
        found += different(position, expected[name])
        for pocket in ruleset.pockets:
            found += settled_differently(ruleset, position, expected[name], pocket)
    return found


def different(position: Position, bet: oracle.Bet) -> list[str]:
    """Compare what a position is."""
    pairs = {
        "is called": (position.name, bet.name),
        "is a": (str(position.kind), bet.kind),
        "covers": (sorted(position.pockets), sorted(bet.pockets)),
        "pays": (position.pays, bet.to_one),
    }
    return [f"{bet.name}: {what} {ours}, not {theirs}" for what, (ours, theirs) in pairs.items() if ours != theirs]


def settled_differently(ruleset: Ruleset, position: Position, bet: oracle.Bet, pocket: str) -> list[str]:
    """Compare what a position does on one pocket: one cell of the matrix."""
    (line,) = croupier.settle(ruleset, {position.name: STAKE}, pocket)
    money = (line.winnings, line.returned, line.collected)
    found = []
    if money != oracle.winnings(bet, STAKE, pocket):
        found.append(f"{bet.name}: settles as {money} on {pocket}, not {oracle.winnings(bet, STAKE, pocket)}")
    if line.stake != STAKE or line.stake != line.returned + line.collected:
        found.append(f"{bet.name}: loses sight of {line.stake - line.returned - line.collected} on {pocket}")
    return found


class TestEveryCell:
    """Rulesets times positions times pockets, without exception and without tolerance."""

    @every_ruleset
    def test_every_position_settles_on_every_pocket_as_the_document_says(self, ruleset: Ruleset) -> None:
        assert mismatches(ruleset) == []

    @every_ruleset
    def test_a_felt_full_of_chips_settles_as_its_chips_one_by_one(self, ruleset: Ruleset) -> None:
        full = dict.fromkeys(ruleset.positions, STAKE)
        for pocket in ruleset.pockets:
            alone = [croupier.settle(ruleset, {name: STAKE}, pocket)[0] for name in full]
            assert list(croupier.settle(ruleset, full, pocket)) == alone

    @every_ruleset
    def test_every_settlement_cites_a_clause_its_document_has(self, ruleset: Ruleset) -> None:
        full = dict.fromkeys(ruleset.positions, STAKE)
        for pocket in ruleset.pockets:
            for line in croupier.settle(ruleset, full, pocket):
                assert line.clauses
                assert {clause.ref for clause in line.clauses} == {ruleset.ref}
                assert {clause.number for clause in line.clauses} <= set(ruleset.clauses)
                assert line.note == ""

    def test_the_matrix_has_all_its_cells(self) -> None:
        assert [ruleset.ref for ruleset in croupier.rulebooks()] == list(oracle.REFS)
        assert sum(len(book.positions) * len(book.pockets) for book in croupier.rulebooks()) == CELLS


class TestCounts:
    """How many bets a felt has, and on how many spots they can be laid."""

    @every_ruleset
    def test_the_felt_has_its_number_of_positions(self, ruleset: Ruleset) -> None:
        assert len(ruleset.positions) == POSITIONS[ruleset.ref]

    @every_ruleset
    def test_only_the_courtesy_line_is_a_second_spot(self, ruleset: Ruleset) -> None:
        spots = [spot for position in ruleset.positions.values() for spot in position.placements]
        second = {"split:00-0@courtesy"} if ruleset.ref == "us-double-zero/1" else set()
        assert len(spots) == len(set(spots)) == POSITIONS[ruleset.ref] + len(second)
        assert set(spots) - set(ruleset.positions) == second


class TestEdges:
    """What the house keeps, as fractions."""

    @every_ruleset
    def test_the_edge_of_every_position_is_exact(self, ruleset: Ruleset) -> None:
        for each in croupier.odds(ruleset):
            first_five = each.position.name == "first-five:00-0-1-2-3"
            assert each.edge == (Fraction(3, 38) if first_five else EDGES[ruleset.ref]), each.position.name

    @every_ruleset
    def test_the_edge_agrees_with_counting_over_the_oracle(self, ruleset: Ruleset) -> None:
        bets = oracle.bets(ruleset.ref)
        for each in croupier.odds(ruleset):
            bet = bets[each.position.name]
            assert each.edge == oracle.edge(bet, ruleset.ref)
            assert each.probability == Fraction(len(bet.pockets), len(oracle.pockets(ruleset.ref)))
            assert each.pays == bet.to_one

    @every_ruleset
    def test_the_edge_and_spread_agree_with_settling_one_unit_on_each_pocket(self, ruleset: Ruleset) -> None:
        for each in croupier.odds(ruleset):
            together = croupier.odds(ruleset, {each.position.name: 1})
            assert (together.edge, together.variance) == (each.edge, each.variance)
            assert together.probability == each.probability


@dataclass(frozen=True)
class Plant:
    """A fault to plant: what to replace in which rulebook, and whose mismatches must come of it."""

    fault: str
    ref: str
    changes: tuple[tuple[str, str], ...]
    found: frozenset[str]

    def ruleset(self) -> Ruleset:
        text = text_of(self.ref)
        for old, new in self.changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {self.ref}"
            text = text.replace(old, new)
        return parse(text, self.fault)


def wrong_price(ref: str) -> Plant:
    splits = frozenset(name for name in oracle.bets(ref) if name.startswith("split:"))
    change = ('[pays.split]\nword = "Split"\nto_one = 17\n', '[pays.split]\nword = "Split"\nto_one = 18\n')
    return Plant("a split pays 18", ref, (change,), splits)


def odd_and_even_swapped(ref: str) -> Plant:
    odd, even = 'label = "Odd", covers = "1..35/2"', 'label = "Even", covers = "2..36/2"'
    changes = ((odd, 'label = "Odd", covers = "2..36/2"'), (even, 'label = "Even", covers = "1..35/2"'))
    return Plant("odd and even swapped", ref, changes, frozenset({"odd", "even"}))


def zero_is_even(ref: str) -> Plant:
    change = ('label = "Even", covers = "2..36/2"', 'label = "Even", covers = "0 2..36/2"')
    return Plant("zero counts as even", ref, (change,), frozenset({"even"}))


def one_is_black(ref: str) -> Plant:
    changes = (
        ('red = { value = "1 3 5 ', 'red = { value = "3 5 '),
        ('black = { value = "2 4 ', 'black = { value = "1 2 4 '),
    )
    return Plant("1 is black", ref, changes, frozenset({"red", "black"}))


MISSING_SPLITS = (
    Plant(
        "zero does not reach 3",
        "mbs-roulette/2",
        (("\n 0  0  0\n", "\n 0  0  .\n"), (', "split:0-3"]', "]")),
        frozenset({"split:0-3"}),
    ),
    Plant(
        "zero does not reach 3",
        "mbs-roulette/3",
        (("\n 0  0  0\n", "\n 0  0  .\n"), (', "split:0-3"]', "]")),
        frozenset({"split:0-3"}),
    ),
    Plant(
        "zero does not reach 3",
        "rws-roulette-360/1",
        (("\n 0  0  0\n", "\n 0  0  .\n"),),
        frozenset({"split:0-3"}),
    ),
    Plant(
        "S lies above 00 alone",
        "mbs-sands-roulette/1",
        (("\n S  S  S  S  S  S\n", "\n .  .  .  S  S  S\n"), ('["split:S-0", "split:S-00"]', '["split:S-00"]')),
        frozenset({"split:S-0"}),
    ),
    Plant(
        "00 does not reach 3",
        "us-double-zero/1",
        (
            ("\n 0  0  0 00 00 00\n", "\n 0  0  0 00  .  .\n"),
            (', "split:00-3"]', "]"),
        ),
        frozenset({"split:00-3"}),
    ),
)

PLANTS = (
    *(plant(ref) for ref in REFS for plant in (wrong_price, odd_and_even_swapped, zero_is_even, one_is_black)),
    *MISSING_SPLITS,
)


class TestPlantedFaults:
    """A comparison that finds nothing proves nothing until it has found something."""

    @pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.ref}: {plant.fault}")
    def test_a_planted_fault_is_found_where_it_was_planted(self, plant: Plant) -> None:
        found = mismatches(plant.ruleset())

        assert {words.partition(": ")[0] for words in found} == plant.found

    @pytest.mark.parametrize("ref", REFS)
    def test_the_unchanged_text_gives_no_mismatch(self, ref: str) -> None:
        assert mismatches(Plant("nothing", ref, (), frozenset()).ruleset()) == []

    def test_a_wrong_price_shows_in_the_price_and_in_every_win(self) -> None:
        found = mismatches(wrong_price("mbs-roulette/3").ruleset())

        assert "split:17-20: pays 18, not 17" in found
        assert "split:17-20: settles as (12600, 700, 0) on 17, not (11900, 700, 0)" in found
        assert len(found) == 60 * (1 + 2)
