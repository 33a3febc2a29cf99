"""What the lobby says of a game follows from its rulebook."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from croupier.rulebooks import published
from croupier.web.api.games import game_out

GAMES = {
    "mbs-roulette/2": (None, 37, 1, "Marina Bay Sands", "2012-12-19", "1/37", "1/37"),
    "mbs-roulette/3": (None, 37, 1, "Marina Bay Sands", "2019-08-14", "1/37", "1/37"),
    "rws-roulette-360/1": ("Roulette 360°", 37, 1, "Resorts World Sentosa", "2018-02-13", "1/37", "1/37"),
    "mbs-sands-roulette/1": ("Sands Roulette", 39, 3, "Marina Bay Sands", "2017-09-28", "1/13", "1/13"),
    "us-double-zero/1": (None, 38, 2, None, None, "1/19", "3/38"),
}


@pytest.mark.parametrize("ref", GAMES)
def test_a_game_is_known_by_its_zeros_its_house_and_what_the_house_keeps(ref: str) -> None:
    assert msgspec.structs.astuple(game_out(published(ref))) == GAMES[ref]


@pytest.mark.parametrize(
    ("title", "name"),
    [("Roulette", None), ("roulette (night), third draft", None), ("Roulette at the Bell", "Roulette at the Bell")],
)
def test_a_house_that_calls_its_game_roulette_has_said_nothing_yet(title: str, name: str | None) -> None:
    ruleset = replace(published("mbs-roulette/3"), ref=f"bell-{len(title)}/1", title=title, house="The Bell")

    assert (game_out(ruleset).name, game_out(ruleset).house) == (name, "The Bell")
