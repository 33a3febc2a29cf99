"""The lab over HTTP: answers of the lab's own, bounded questions, people in turn, and a house without the lab."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client import AnsweredError
from croupier.lab.questions import worker
from croupier.lab.questions.answers import ANSWERS
from croupier.rulebooks import published
from croupier.web import laboratory
from croupier.web.laboratory import LabBusyError, Laboratory
from testkit.web.running import play, running

REF = "mbs-roulette/3"
SESSION = {"stakes": "red=500", "bankroll": 50_000, "spins": 100, "minimum": 500, "maximum": 100_000, "seed": 0}


def answer(ask: str, **given: object) -> dict[str, Any]:
    """Ask in this process, what the page asks over the service."""
    made = ANSWERS[ask](published(REF), given)
    assert msgspec.json.decode(msgspec.json.encode(made))
    return made


class TestAnswers:
    def test_stakes_after_many_spins(self) -> None:
        made = answer("after", stakes="red=500")
        (hundred,) = (point for point in made["points"] if point["spins"] == 100)

        assert (made["edge"], made["points"][0]["ahead"]) == ("1/37", pytest.approx(18 / 37))
        assert hundred["mean"] == pytest.approx(-100 * 500 / 37)
        assert hundred["ahead"] == pytest.approx(0.356, abs=5e-3)

    def test_ruin_and_the_bankroll_it_takes(self) -> None:
        within = answer("ruin", stakes="red=500", bankroll=5_000, spins=100)
        before = answer("ruin", stakes="red=500", bankroll=5_000, target=10_000)
        ratio = 19 / 18

        assert before["ruin"] == pytest.approx(1 - (ratio**10 - 1) / (ratio**20 - 1))
        enough = {one["risk"]: one["bankroll"] for one in within["enough"]}
        assert enough[0.01] > enough[0.5]
        assert answer("ruin", stakes="red=500", bankroll=enough[0.05], spins=100)["ruin"] <= 0.05

    def test_systems_are_exact_where_they_can_be(self) -> None:
        made = answer("system", system="martingale", **SESSION | {"target": 50_500})
        sampled = answer("system", system="labouchere", **SESSION)

        assert (made["exact"], sampled["exact"]) == (True, False)
        assert made["lost_per_staked"] == pytest.approx(1 / 37)
        assert sampled["lost_per_staked"] == pytest.approx(1 / 37, rel=0.2)

    def test_a_fan_lies_around_what_is_exact(self) -> None:
        exact = answer("system", system="dalembert", **SESSION)
        made = answer("fan", system="dalembert", **SESSION, sessions=2_000)

        assert (made["spins"][0], made["spins"][-1]) == (0, 100)
        assert made["ahead"] == pytest.approx(exact["ahead"], abs=0.04)
        assert all(low <= high for low, high in zip(made["bands"][0], made["bands"][4], strict=True))

    def test_play_for_a_target(self) -> None:
        made = answer("reach", bankroll=90_000, target=100_000, bet="red", unit=10_000)
        chances = {one["play"]: one["chance"] for one in made["plays"]}

        assert chances["bold"] == pytest.approx(0.8898, abs=1e-4)
        assert chances["timid"] < chances["bold"] <= chances["best-of-all"]


class TestWorker:
    def test_what_has_no_answer_is_refused_in_words(self) -> None:
        line = {"ask": "after", "ref": REF, "text": None, "with": {"stakes": "rouge=500"}}

        assert "names no position" in worker.answered(msgspec.json.encode(line).decode())["refused"]

    def test_a_rulebook_of_the_house_is_sent_along(self) -> None:
        text = published(REF).text.replace(f'ref = "{REF}"', 'ref = "own-roulette/1"')
        text = text.replace("to_one = 35", "to_one = 34", 1)
        line = {"ask": "after", "ref": "own-roulette/1", "text": text, "with": {"stakes": "17=500"}}

        assert worker.answered(msgspec.json.encode(line).decode())["answer"]["edge"] == "2/37"

    def test_a_question_that_uses_up_its_time_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def forever(*_: object) -> dict[str, Any]:
            while True:
                pass

        monkeypatch.setitem(ANSWERS, "after", forever)
        monkeypatch.setattr(worker, "SECONDS_USUALLY", 0.05)
        before = signal.signal(signal.SIGPROF, worker._over)
        try:
            line: dict[str, Any] = {"ask": "after", "ref": REF, "text": None, "with": {}}
            assert worker.answered(msgspec.json.encode(line).decode()) == {"refused": worker.TOO_LONG}
        finally:
            signal.signal(signal.SIGPROF, before)


class TestQueue:
    def test_people_are_served_in_turn_and_nobody_fills_the_queue(self, monkeypatch: pytest.MonkeyPatch) -> None:
        served: list[bytes] = []

        class Slow(Laboratory):
            async def _line_for(self, question: bytes) -> bytes:
                served.append(question.strip())
                await asyncio.sleep(0)
                return b'{"answer":1}'

        async def scene() -> None:
            lab = Slow()
            monkeypatch.setattr(laboratory, "WAITING_EACH", 3)
            asked = [
                asyncio.create_task(lab.ask(who, {"q": f"{who}{place}"}, lambda: False))
                for who, places in (("ann", 3), ("bob", 2))
                for place in range(places)
            ]
            asked.append(asyncio.create_task(lab.ask("cyd", {"q": "left"}, lambda: True)))
            await asyncio.sleep(0)
            with pytest.raises(LabBusyError):
                await lab.ask("ann", {"q": "too much"}, lambda: False)
            await asyncio.gather(*asked, return_exceptions=True)
            await lab.close()

        asyncio.run(scene())

        order = [msgspec.json.decode(line)["q"] for line in served]
        assert order == ["ann0", "bob0", "ann1", "bob1", "ann2"]

    def test_a_process_that_is_gone_is_begun_again(self) -> None:
        async def scene() -> None:
            lab = Laboratory()
            lab.nice = 0
            question = {"ask": "after", "ref": REF, "with": {"stakes": "red=500"}, "text": None}
            first = await lab.ask("ann", question, lambda: False)
            assert lab._process is not None
            lab._process.kill()
            await lab._process.wait()
            assert await lab.ask("ann", question, lambda: False) == first
            await lab.close()
            assert lab._process is None

        asyncio.run(scene())


def test_the_page_s_questions_go_through_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Laboratory, "nice", 0)

    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as anybody:
            found = await anybody.call("GET", "/lab")
            assert (found["missing"], len(found["systems"])) == (None, 9)
            made = await anybody.call("GET", f"/rulebooks/{REF}/lab/after?stakes=red=500")
            assert made["edge"] == "1/37"
            with pytest.raises(AnsweredError) as refused:
                await anybody.call("GET", f"/rulebooks/{REF}/lab/after?stakes=rouge=500")
            assert (refused.value.code, refused.value.problem["status"]) == ("no-answer", 409)
            monkeypatch.setattr(laboratory, "NEEDED", ("numpy", "no_such_package"))
            assert (await anybody.call("GET", "/lab"))["missing"] == "no_such_package"
            with pytest.raises(AnsweredError) as missing:
                await anybody.call("GET", f"/rulebooks/{REF}/lab/after?stakes=red=500")
            assert missing.value.code == "no-lab"

    play(scene(), 120)
