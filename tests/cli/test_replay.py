"""``croupier replay FILE --under REF`` of a file that somebody cut or edited: an error with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import (
    ApproveCorrection,
    CorrectOutcome,
    MarkUnclear,
    MoveWager,
    RetractWager,
    RuleOnWager,
    WagerTreatment,
)
from croupier.table.wire import event_json
from testkit.cli import command
from testkit.table.play import ANN, DEALER, MANAGER, SHIFT, SUPERVISOR, Play

Json = dict[str, Any]
LIMITS = Limits({Kind.STRAIGHT: Limit(100, 1_000)}, Intake.ACCEPT)


def record() -> list[Json]:
    """A round with every event that names a wager."""
    play = Play("mbs-roulette/3", LIMITS).opened()
    play.laid("17", "w1", 900).laid("18", "w2", 500).laid("20", "w3", 50).laid("red", "w4", 50).laid("odd", "w5", 10)
    play.do(RetractWager(ANN, "w1", 100))
    play.do(RetractWager(ANN, "w5"))
    play.do(MoveWager(ANN, "w2", "19", accident=False))
    play.do(MarkUnclear(DEALER, "w3"))
    play.spun().called().rested("17").dolly()
    play.do(RuleOnWager(SUPERVISOR, "w3", WagerTreatment.RETURN))
    play.settled()
    play.do(CorrectOutcome(SHIFT, "1", Pocket("19"), "misread"))
    play.do(ApproveCorrection(MANAGER, "1", Pocket("19")))
    return [event_json(event) for event in play.record]


def replayed(tmp_path: Path, lines: list[Json], *options: str) -> command.Done:
    file = tmp_path / "night.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return command.run("replay", str(file), "--under", "mbs-roulette/3", *options)


def refused(done: command.Done, *words: str) -> None:
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Error: ")
    assert "Traceback" not in done.err
    assert all(word in " ".join(done.err.split()) for word in words), done.err


def test_the_whole_record_comes_to_the_same(tmp_path: Path) -> None:
    (one,) = json.loads(replayed(tmp_path, record(), "--json").out)
    assert one["difference"] == 0


@pytest.mark.parametrize("place", range(len(record())))
def test_a_line_that_is_cut_out_is_missed_or_changes_nothing_that_counts(tmp_path: Path, place: int) -> None:
    lines = record()
    cut = lines.pop(place)
    done = replayed(tmp_path, lines)

    if cut["type"] == "wager-placed":
        refused(done, f"speaks of wager {cut['wager']}, which nobody laid in round 1", "its wager-placed", "not whole")
    elif cut["type"] == "outcome-declared":
        refused(done, "(outcome-corrected) corrects an outcome of 17", "an outcome-declared of 17")
    else:
        assert (done.status, done.err) == (0, "")


def test_a_round_without_an_outcome_cannot_have_been_closed(tmp_path: Path) -> None:
    lines = [line for line in record() if not line["type"].startswith("outcome-")]
    refused(replayed(tmp_path, lines), "round 1 is closed without an outcome-declared")


def stated(lines: list[Json]) -> Json:
    """The limits that the opening call states."""
    found: Json = next(line for line in lines if line["type"] == "betting-opened")["limits"]
    return found


EDITED: dict[str, tuple[Callable[[list[Json]], object], tuple[str, ...]]] = {
    "a kind nobody knows": (
        lambda lines: stated(lines)["limits"].update(basket={"min": 1, "max": 2}),
        ("line 2", "limits.limits.basket", "expected one of straight, split"),
    ),
    "an intake nobody knows": (
        lambda lines: stated(lines).update(intake="sometimes"),
        ("line 2", "limits.intake", "expected one of refuse, accept"),
    ),
    "a scope nobody knows": (
        lambda lines: stated(lines).update(limit_scope="room"),
        ("line 2", "limits.limit_scope", "expected one of player, area"),
    ),
    "no minimum": (
        lambda lines: stated(lines)["limits"]["straight"].pop("min"),
        ("line 2", "limits.limits.straight.min", "missing"),
    ),
    "a key too many": (
        lambda lines: stated(lines)["limits"]["straight"].update(mean=3),
        ("line 2", "limits.limits.straight", "unknown field mean", "known are max, min"),
    ),
    "a minimum over the maximum": (
        lambda lines: stated(lines)["limits"]["straight"].update(min=2_000),
        ("event 2 (betting-opened)", "0 < min <= max", "2000 and 1000"),
    ),
    "more taken back than there was": (
        lambda lines: next(line for line in lines if line["type"] == "wager-retracted").update(stake=901),
        ("event 8 (wager-retracted) takes back 901 of 900", "at most 900"),
    ),
    "an adjustment of nothing": (
        lambda lines: lines[-1]["adjustments"][0].update(wager="w9"),
        ("(outcome-corrected) speaks of wager w9",),
    ),
    "events that are no list": (lambda lines: lines.append({"events": 5}), ("events: expected a list of objects",)),
    "events that are no objects": (lambda lines: lines.append({"events": [5]}), ("expected a list of objects",)),
}


@pytest.mark.parametrize(("edit", "words"), EDITED.values(), ids=EDITED)
def test_what_was_edited_is_said_with_its_place(
    tmp_path: Path, edit: Callable[[list[Json]], object], words: tuple[str, ...]
) -> None:
    lines = record()
    edit(lines)
    refused(replayed(tmp_path, lines), "night.jsonl", *words)


def test_a_stake_over_the_largest_is_not_said_to_be_no_bet(tmp_path: Path) -> None:
    lines = record()
    for line in lines:
        if line.get("wager") == "w4" and "stake" in line:
            line["stake"] = STAKE_MAX + 1
    out = " ".join(replayed(tmp_path, lines).out.split())

    assert f"red: cannot be settled: red: a stake is at least 1 and at most {STAKE_MAX}" in out
    assert "no such bet" not in out
