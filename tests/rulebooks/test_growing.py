"""The format can grow: a new irregularity and a new key leave every edition readable, and every record openable."""

from typing import Any

import pytest

import croupier
from croupier.rulebooks import REFS, digests, text_of
from croupier.rules.clause import Basis
from croupier.rules.rulebook import parse, try_parse
from testkit.rulebooks.earlier import DIGESTS, SECOND_DIGESTS, earlier, second
from testkit.rulebooks.growing import grow
from testkit.rulebooks.house import MBS_3, own


@pytest.mark.parametrize("ref", REFS)
def test_a_grown_format_reads_every_published_edition_under_its_old_digest(
    ref: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = parse(text_of(ref), ref)
    grow(monkeypatch)

    after = parse(text_of(ref), ref)

    assert after.digest == before.digest == digests()[ref]
    rules: Any = after.procedure.irregularities
    rule, unlisted = rules["lights-out"], rules["unlisted"]
    assert (rule.value, rule.until, rule.clauses) == (unlisted.value, unlisted.until, unlisted.clauses)
    assert rule.basis is Basis.OUR_READING
    assert "not list it" in rule.note
    assert after.procedure.spin.gloves.value is False  # type: ignore[attr-defined]


def test_a_file_may_state_what_the_format_has_gained(monkeypatch: pytest.MonkeyPatch) -> None:
    grow(monkeypatch)
    told = own(
        MBS_3,
        ("[spin]\n", '[spin]\ngloves = { value = true, clause = "3.6" }\n'),
        ("[irregularities]\n", '[irregularities]\nlights-out = { value = "void", clause = "5.1" }\n'),
    )

    ruleset = parse(told, "house.toml")

    assert ruleset.procedure.spin.gloves.value is True  # type: ignore[attr-defined]
    assert ruleset.procedure.irregularities["lights-out"].value == "void"  # type: ignore[index]
    assert ruleset.digest != parse(own(MBS_3), "house.toml").digest


def test_what_the_format_always_had_must_still_be_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    grow(monkeypatch)
    lines = own(MBS_3).splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("ball-broke = "))

    problems = try_parse(without, "house.toml").problems

    assert [(one.code, one.key) for one in problems] == [("missing-key", "irregularities.ball-broke")]


@pytest.mark.parametrize("ref", REFS)
def test_an_earlier_text_is_read_with_the_digest_it_had(ref: str) -> None:
    before, now = earlier(ref), croupier.rulebook(ref)
    assert (before.ref, before.digest) == (ref, DIGESTS[ref])
    assert now.digest != before.digest
    assert before.procedure.closing.ball_at_rest.value == "call-alone", "a key that it does not state is read as before"


@pytest.mark.parametrize("ref", REFS)
def test_the_text_that_came_after_it_is_read_with_its_own(ref: str) -> None:
    before, now = second(ref), croupier.rulebook(ref)
    assert (before.ref, before.digest) == (ref, SECOND_DIGESTS[ref])
    assert now.digest not in (before.digest, DIGESTS[ref])
    assert before.procedure.closing.ball_at_rest.value == "ends-betting"
