"""Rulebooks over HTTP: what a page needs to draw a cloth without knowing a rule."""

from __future__ import annotations

from pathlib import Path

from testkit.web.running import play, running


def test_every_kind_on_a_cloth_has_the_word_of_its_document(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as anyone:
            felt = await anyone.call("GET", "/rulebooks/rws-roulette-360/1/felt")
            assert {spot["kind"] for spot in felt["spots"]} == felt["words"].keys()
            assert felt["words"]["corner"] == "Square"

    play(scene())


def test_a_finger_gets_more_of_the_short_side_of_a_number_than_a_mouse(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as anyone:
            zones = {}
            for touch in ("false", "true"):
                felt = await anyone.call("GET", f"/rulebooks/mbs-roulette/3/felt?touch={touch}")
                x0, y0, x1, y1 = next(spot["zone"] for spot in felt["spots"] if spot["name"] == "straight:17")
                zones[touch] = (round(x1 - x0, 6), round(y1 - y0, 6))
            assert zones == {"false": (0.6, 0.6), "true": (0.64, 0.56)}

    play(scene())
