"""What the service tells so that a page can draw a cloth and sell chips without knowing a rule."""

from __future__ import annotations

from pathlib import Path

from tests.web.running import STILL, play, running


def test_every_kind_on_a_cloth_has_the_word_of_its_document(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as anyone:
            felt = await anyone.call("GET", "/rulebooks/rws-roulette-360/1/felt")
            assert {spot["kind"] for spot in felt["spots"]} == felt["words"].keys()
            assert felt["words"]["corner"] == "Square"

    play(scene())


def test_a_finger_gets_broader_lines_than_a_mouse(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as anyone:
            zones = {}
            for touch in ("false", "true"):
                felt = await anyone.call("GET", f"/rulebooks/mbs-roulette/3/felt?touch={touch}")
                x0, _, x1, _ = next(spot["zone"] for spot in felt["spots"] if spot["name"] == "split:8-11")
                zones[touch] = round(x1 - x0, 6)
            assert zones == {"false": 0.4, "true": 0.5}

    play(scene())


def test_a_color_is_shown_as_its_owners_from_the_purchase_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("us-00"):
                chips = await ann.call("GET", "/tables/us-00/chips")
                assert chips["sorts"] == ["cash", "color"]
                assert chips["value_default"] == 100
                assert [one["color"] for one in chips["colors"] if one["player"] == "ann"] == ["red"]

    play(scene())
