"""The procedure of every rulebook agrees with its document, key by key.

The second opinion is ``procedure_table``. The comparison is one function, so that
it can be shown to see: each planted fault is a published rulebook with one thing
changed, and must be found where it was planted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import pytest

import croupier
from croupier import Clause, Ruleset
from croupier.rulebooks import REFS, text_of
from croupier.rules.irregularities import IrregularityRule
from croupier.rules.procedure import Grounded, flat
from croupier.rules.rulebook import parse
from testkit.rulebooks.house import MBS_2, MBS_3, RWS, SANDS, US, replaced
from tests.rulebooks.procedure_table import AMOUNT_CLAUSES, AMOUNTS, BOOKS, WHEELS, Cell

every_ref = pytest.mark.parametrize("ref", REFS)

CELLS = [(ref, key) for ref, book in BOOKS.items() for key in book]


def differences(ruleset: Ruleset) -> list[str]:
    """List every difference from the table, the key first: ``wagers.late: is refused, not past-posting``."""
    grounds, book = flat(ruleset.procedure), BOOKS[ruleset.ref]
    found = [f"{key}: missing" for key in book if key not in grounds]
    for key, ground in grounds.items():
        found += different(key, ground, book[key]) if key in book else [f"{key}: not in the table"]
    return [*found, *amounts_different(ruleset), *wheel_different(ruleset)]


def different(key: str, ground: Grounded, cell: Cell) -> Iterator[str]:
    """Compare one value: what it is, how long it counts, which clauses it cites, and whether the text states it."""
    if (type(plain(ground.value)), plain(ground.value)) != (type(cell.value), cell.value):
        yield f"{key}: is {plain(ground.value)}, not {cell.value}"
    until = str(ground.until) if isinstance(ground, IrregularityRule) else None
    if until != cell.until:
        yield f"{key}: counts until {until}, not {cell.until}"
    since = str(ground.since) if isinstance(ground, IrregularityRule) else "opening"
    if since != cell.since:
        yield f"{key}: counts from the {since} on, not the {cell.since}"
    yield from cited_differently(key, ground.clauses, cell.clauses)
    stated = ground.basis is None
    if stated != cell.stated:
        yield f"{key}: calls stated what is read" if stated else f"{key}: calls read what is stated"


def cited_differently(key: str, clauses: tuple[Clause, ...], numbers: tuple[str, ...]) -> Iterator[str]:
    """Compare citations, whatever their order."""
    ours = sorted(clause.number for clause in clauses)
    if ours != sorted(numbers):
        yield f"{key}: cites {' '.join(ours) or 'nothing'}, not {' '.join(sorted(numbers)) or 'nothing'}"


def plain(value: object) -> object:
    """A value as it stands in the file: words as text."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return str(value) if isinstance(value, StrEnum) else value


def amounts_different(ruleset: Ruleset) -> Iterator[str]:
    """Compare the amounts that the document itself prints."""
    ours, theirs = ruleset.limits.by_kind, AMOUNTS.get(ruleset.ref, {})
    kinds = {str(kind): limit for kind, limit in ours.items()}
    for kind in sorted(kinds.keys() | theirs.keys()):
        key = f"limits.amounts.{kind}"
        if kind not in kinds or kind not in theirs:
            yield f"{key}: {'missing' if kind in theirs else 'not in the table'}"
            continue
        span = (kinds[kind].stake_min, kinds[kind].stake_max)
        if span != theirs[kind]:
            yield f"{key}: is {span}, not {theirs[kind]}"
        yield from cited_differently(key, kinds[kind].clauses, AMOUNT_CLAUSES)


def wheel_different(ruleset: Ruleset) -> Iterator[str]:
    """Compare where the order of the wheel is said to come from."""
    wheel, expected = ruleset.wheel, WHEELS[ruleset.ref]
    if wheel.basis != expected.basis:
        yield f"wheel: rests on {wheel.basis}, not {expected.basis}"
    if wheel.verified != expected.verified:
        yield f"wheel: verified is {wheel.verified}, not {expected.verified}"
    yield from cited_differently("wheel", wheel.clauses, expected.clauses)


class TestEveryKey:
    """Five documents, every key: the value, its clauses, and whether the text states it."""

    @pytest.mark.parametrize(("ref", "key"), CELLS, ids=[" ".join(cell) for cell in CELLS])
    def test_a_value_is_what_its_document_gives(self, ref: str, key: str) -> None:
        ground = flat(croupier.rulebook(ref).procedure).get(key)

        assert ground is not None, f"{ref} says nothing of {key}"
        assert list(different(key, ground, BOOKS[ref][key])) == []

    @every_ref
    def test_the_table_has_every_key_and_no_other(self, ref: str) -> None:
        assert set(BOOKS[ref]) == set(flat(croupier.rulebook(ref).procedure))

    def test_the_table_has_every_document_and_no_other(self) -> None:
        assert set(BOOKS) == set(WHEELS) == set(REFS)

    @every_ref
    def test_the_amounts_are_those_the_document_prints(self, ref: str) -> None:
        assert list(amounts_different(croupier.rulebook(ref))) == []

    @every_ref
    def test_the_wheel_rests_on_what_the_table_says(self, ref: str) -> None:
        assert list(wheel_different(croupier.rulebook(ref))) == []


class TestTheTable:
    """The table by itself: what it cites exists, and what it calls stated has a clause."""

    @every_ref
    def test_every_clause_cited_is_one_of_the_document(self, ref: str) -> None:
        cited = {number for cell in BOOKS[ref].values() for number in cell.clauses}
        assert cited <= set(croupier.rulebook(ref).clauses)

    @every_ref
    def test_what_is_stated_is_stated_somewhere(self, ref: str) -> None:
        assert [key for key, cell in BOOKS[ref].items() if cell.stated and not cell.clauses] == []

    @every_ref
    def test_irregularities_and_nothing_else_count_until_some_moment(self, ref: str) -> None:
        assert {key for key, cell in BOOKS[ref].items() if cell.until} == {
            key for key in BOOKS[ref] if key.startswith("irregularities.")
        }


@dataclass(frozen=True)
class Plant:
    """A fault to plant: what to replace in which rulebook, and what must be found."""

    fault: str
    ref: str
    changes: tuple[tuple[str, str], ...]
    found: tuple[str, ...]

    def ruleset(self) -> Ruleset:
        text = text_of(self.ref)
        for old, new in self.changes:
            text = replaced(text, old, new)
        return parse(text, self.fault)


READ_INCREASE = re.findall(r"\nlate_increase = .*\n", text_of(RWS))[0]

PLANTS = (
    Plant(
        "two irregularities cite each other's clause",
        MBS_2,
        (
            (
                '\nsame-direction = { value = "void", since = "spin", clause = "5.1" }',
                '\nsame-direction = { value = "void", since = "spin", clause = "5.2" }',
            ),
            ('\nnot-spun = { value = "void", clause = "5.2" }', '\nnot-spun = { value = "void", clause = "5.1" }'),
        ),
        ("irregularities.same-direction: cites 5.2, not 5.1", "irregularities.not-spun: cites 5.1, not 5.2"),
    ),
    Plant(
        "a withdrawal is refused",
        MBS_2,
        (('\nwithdrawal = { value = "stands"', '\nwithdrawal = { value = "refused"'),),
        ("wagers.withdrawal: is refused, not stands",),
    ),
    Plant(
        "a late wager is past posting",
        MBS_2,
        (('\nlate = { value = "refused"', '\nlate = { value = "past-posting"'),),
        ("wagers.late: is past-posting, not refused",),
    ),
    Plant(
        "a wheel may stop until the ball rests",
        MBS_2,
        (
            (
                '\nwheel-stopped = { value = "void", until = "spinning"',
                '\nwheel-stopped = { value = "void", until = "rest"',
            ),
        ),
        ("irregularities.wheel-stopped: counts until rest, not spinning",),
    ),
    Plant(
        "the board is opened",
        MBS_2,
        (('\nopening = { value = "place-your-bets"', '\nopening = { value = "board-open"'),),
        ("round.opening: is board-open, not place-your-bets",),
    ),
    Plant(
        "the dolly decides",
        MBS_2,
        (('\ndetermined = { value = "rest"', '\ndetermined = { value = "rest-and-dolly"'),),
        ("outcome.determined: is rest-and-dolly, not rest",),
    ),
    Plant(
        "three revolutions do",
        SANDS,
        (("\nrevolutions_min = { value = 4", "\nrevolutions_min = { value = 3"),),
        ("spin.revolutions_min: is 3, not 4",),
    ),
    Plant(
        "no bell",
        RWS,
        (("\nbell = { value = true", "\nbell = { value = false"),),
        ("closing.bell: is False, not True",),
    ),
    Plant(
        "positions are fixed at rest",
        MBS_3,
        (('\nposition_fixed = { value = "no-more-bets"', '\nposition_fixed = { value = "rest"'),),
        ("settlement.position_fixed: is rest, not no-more-bets",),
    ),
    Plant(
        "positions are fixed at the call",
        US,
        (('\nposition_fixed = { value = "rest"', '\nposition_fixed = { value = "no-more-bets"'),),
        ("settlement.position_fixed: is no-more-bets, not rest",),
    ),
    Plant(
        "the pit manager may not call no spin",
        MBS_3,
        (('\npit-manager = { value = [], clause = "5.12" }', ""),),
        ("no_spin.callers.pit-manager: missing",),
    ),
    Plant(
        "the pit manager may call no spin for one thing only",
        MBS_3,
        (("\npit-manager = { value = [],", '\npit-manager = { value = ["ball-broke"],'),),
        ("no_spin.callers.pit-manager: is ('ball-broke',), not ()",),
    ),
    Plant(
        "somebody may let betting close early",
        MBS_2,
        (
            ('\nbefore_spin = { value = "never"', '\nbefore_spin = { value = "authorized"'),
            ("\nbefore_spin = ", '\nbefore_spin_by = { value = "dealer", clause = "3.6" }\nbefore_spin = '),
        ),
        ("closing.before_spin: is authorized, not never", "closing.before_spin_by: not in the table"),
    ),
    Plant(
        "the pit manager places no wagers",
        MBS_3,
        (
            (
                'value = ["dealer", "pit-supervisor", "pit-manager"], clause',
                'value = ["dealer", "pit-supervisor"], clause',
            ),
        ),
        ("wagers.placed_by_staff: is ('dealer', 'pit-supervisor'), not ('dealer', 'pit-supervisor', 'pit-manager')",),
    ),
    Plant(
        "a reading passes for the text",
        RWS,
        ((READ_INCREASE, '\nlate_increase = { value = "increase-refused", clause = "5.2" }\n'),),
        ("wagers.late_increase: calls stated what is read",),
    ),
    Plant(
        "the text passes for a reading",
        US,
        (
            (
                '\nforeign-object = { value = "no-spin", until = "rest", clause = "I3" }',
                '\nforeign-object = { value = "no-spin", until = "rest", clause = "I3", basis = "convention" }',
            ),
        ),
        ("irregularities.foreign-object: calls read what is stated",),
    ),
    Plant(
        "one of two clauses is left out",
        US,
        (
            (
                '\nlate = { value = "past-posting", clauses = ["G5", "I4"] }',
                '\nlate = { value = "past-posting", clause = "I4" }',
            ),
        ),
        ("wagers.late: cites I4, not G5 I4",),
    ),
    Plant(
        "a column takes a dollar",
        US,
        (("[limits.amounts.column]\nmin = 500", "[limits.amounts.column]\nmin = 100"),),
        ("limits.amounts.column: is (100, 1000), not (500, 1000)",),
    ),
    Plant(
        "the first five have no amounts",
        US,
        (('[limits.amounts.first-five]\nmin = 100\nmax = 1000\nclause = "L"\n', ""),),
        ("limits.amounts.first-five: missing",),
    ),
    Plant(
        "a wheel nobody has seen passes for known",
        SANDS,
        (("\nverified = false", "\nverified = true"),),
        ("wheel: verified is True, not False",),
    ),
)


class TestPlantedFaults:
    """A comparison that finds nothing proves nothing until it has found something."""

    @pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.ref}: {plant.fault}")
    def test_a_planted_fault_is_found_where_it_was_planted(self, plant: Plant) -> None:
        assert sorted(differences(plant.ruleset())) == sorted(plant.found)

    @every_ref
    def test_the_unchanged_text_gives_no_difference_but_the_disputed(self, ref: str) -> None:
        assert differences(parse(text_of(ref), ref)) == []

    def test_every_rulebook_has_a_fault_planted(self) -> None:
        assert {plant.ref for plant in PLANTS} == set(REFS)


class TestAtLeastFour:
    """Exactly four revolutions are enough; the double-zero document asks for three."""

    @pytest.mark.parametrize(
        ("ref", "revolutions", "clauses"),
        [
            (MBS_2, 4, ["3.5", "5.3"]),
            (MBS_3, 4, ["3.6", "5.3"]),
            (RWS, 4, ["3.4", "5.1.2"]),
            (SANDS, 4, ["3.5", "5.3"]),
            (US, 3, ["R1", "I2"]),
        ],
    )
    def test_the_least_number_of_revolutions_is_a_whole_number_with_its_clauses(
        self, ref: str, revolutions: int, clauses: list[str]
    ) -> None:
        rule = croupier.rulebook(ref).procedure.spin.revolutions_min
        assert type(rule.value) is int
        assert rule.value == revolutions
        assert [clause.number for clause in rule.clauses] == clauses
        assert rule.basis is None
