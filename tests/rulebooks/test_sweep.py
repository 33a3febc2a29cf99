"""Every documented value acts, or is marked as shown only: a share of the sweep, and a value made idle on purpose."""

import re
import typing

import pytest

import croupier
from croupier.rulebooks import REFS, text_of
from croupier.rules.enforcement import TOLD_ONLY
from croupier.rules.procedure import SECTIONS
from croupier.rules.rulebook import parse
from croupier.rules.toml import Section
from croupier.table import placing
from testkit.cli import command
from testkit.rulebooks.sweep import (
    BASES,
    Tried,
    does_act,
    idle,
    other_values,
    procedure_values,
    shows_in,
    unmarked,
    values,
)
from testkit.rulebooks.unexpressed import half_back
from testkit.shares import every

MBS_3, US = BASES
PARTS = {
    "pays",
    "no_spin.callers",
    "limits.amounts",
    "rails.boxes",
    "layout",
    "colors.red",
    "colors.black",
    "colors.green",
}
"""Keys that only hold others; the clauses of the drawing, whose value is ``felt``; and each of what is tried as one."""
ALL = [(base, tried) for base in BASES for tried in values(base) if tried.key not in TOLD_ONLY]


def tried_as(name: str) -> Tried:
    return next(one for one in procedure_values(MBS_3) if name in one.names)


@pytest.mark.parametrize(
    ("base", "tried"), [pytest.param(*one, id=f"{one[0]} {one[1].names[1]}") for one in every(17, ALL)]
)
def test_a_value_changes_what_a_table_does(base: str, tried: Tried) -> None:
    assert does_act(tried, base)


@pytest.mark.parametrize("base", BASES)
def test_every_value_can_be_put_into_its_rulebook(base: str) -> None:
    for one in values(base):
        before, after = one.write(text_of(base))
        assert before != after, one.names


def test_every_key_is_tried() -> None:
    keys = {tried.key for _, tried in ALL}

    for name, shape in SECTIONS.items():
        assert {f"{name}.{key}" for key in typing.get_type_hints(shape)} <= keys


def of_kind(path: str) -> str:
    """Write a key without saying which of several it is of."""
    path = re.sub(r"\[\d+]", "", path).replace("rails.boxes.", "rails.")
    path = re.sub(r"^(pays|limits\.amounts)\.[a-z0-9-]+", r"\1.KIND", path)
    return re.sub(r"^clauses\..+", "clauses", path)


def test_every_key_that_is_read_is_tried_or_shown_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value's clause belongs to the value, and is cited where that decides."""
    read, finish = set[str](), Section.finish

    def finished(section: Section) -> None:
        read.update(of_kind(f"{section.path}.{key}".removeprefix(".")) for key in section.taken)
        finish(section)

    monkeypatch.setattr(Section, "finish", finished)
    for text in (*map(text_of, REFS), half_back()):
        parse(text, "house.toml")

    tried = {of_kind(one.key) for base in BASES for one in values(base)}
    shown = {of_kind(key) for key in TOLD_ONLY}
    done = tried | shown | {key.rpartition(".")[0] for key in tried | shown} | PARTS
    stated = {re.sub(r"\.(value|clauses?|until|since)$", "", key) for key in read}
    assert {key for key in stated if key not in done and key.rpartition(".")[2] not in shown} == set()
    assert {"unexpressed.on", "rails.share", "pays.KIND.edge", "spin.revolutions_min.value"} <= read


@pytest.mark.parametrize(
    "name", ["round.betting_after_spin = false", "outcome.dolly = false", "settlement.final = false"]
)
def test_what_no_published_rulebook_states_acts(name: str) -> None:
    assert does_act(tried_as(name), MBS_3)


@pytest.mark.parametrize("key", ["courtesy.position", "courtesy.between", "courtesy.clause"])
def test_a_second_spot_acts(key: str) -> None:
    (tried,) = [one for one in other_values(US) if one.key == key]

    assert shows_in(tried, US) in ("kinds", "cloth")


def test_a_value_that_is_made_idle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = tried_as("wagers.responsibility = unaddressed")
    assert shows_in(tried, MBS_3) is not None

    monkeypatch.setattr(placing, "_answers", lambda _: ())

    assert idle([(tried, shows_in(tried, MBS_3))]) == list(tried.names)
    assert unmarked(tried.names) == list(tried.names)


def test_rules_show_says_what_is_shown_only() -> None:
    assert command.answer("rules", "show", MBS_3)["told_only"] == dict(TOLD_ONLY)
    assert "wheel.order" in command.run("rules", "show", MBS_3).out.partition("Shown only")[2]


@pytest.mark.parametrize("ref", REFS)
def test_what_is_shown_only_cites_no_rule(ref: str) -> None:
    rules = croupier.rulebook(ref)
    sections = {key.partition(".")[0] for key in TOLD_ONLY} - {"pays", "clauses"}

    assert [
        (number, key)
        for number, keys in rules.citations.items()
        for key in keys
        if key.partition(".")[0] in sections and rules.clauses[number].nature is croupier.Nature.RULE
    ] == []


def test_what_is_shown_only_is_not_asked_to_act() -> None:
    (order,) = [one for one in values(MBS_3) if one.key == "wheel.order"]

    assert unmarked(order.names) == []
