"""Whatever goes on by itself in an open house says whose duty it is: the house's, or of each process that serves it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.house.duties import Duties, Work
from testkit.web.running import play, running

OF_THE_HOUSE = {"alerts", "anchors", "dealer", "empty seats", "idle or alone", "timekeeper"}
OF_EACH_PROCESS = {"broadcast", "check", "health", "slow readers", "usher"}
WRITER = "table"
"""The writer of a table works off what is asked, and nothing by itself."""
Begin = Callable[[Duties, str, Work], asyncio.Task[None]]


def test_what_goes_on_in_an_open_house_is_a_duty_of_the_house_or_of_each_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: dict[str, set[str]] = {"of_house": set(), "of_process": set()}

    def noting(whose: str, plain: Begin) -> Begin:
        def begin(duties: Duties, name: str, work: Work) -> asyncio.Task[None]:
            begun[whose].add(name)
            return plain(duties, name, work)

        return begin

    for whose in begun:
        monkeypatch.setattr(Duties, whose, noting(whose, getattr(Duties, whose)))

    async def scene() -> None:
        before = asyncio.all_tasks()
        async with running(tmp_path, anchor_to=str(tmp_path / "anchors")) as house:
            tables = list(house.service.office.tables.hosts)
            goes_on = {task.get_name() for task in asyncio.all_tasks() - before}
        assert goes_on <= begun["of_house"] | begun["of_process"] | {f"{WRITER} {table}" for table in tables}

        def kinds(names: set[str]) -> set[str]:
            suffixes = tuple(f" {table}" for table in tables)
            return {name.rpartition(" ")[0] if name.endswith(suffixes) else name for name in names}

        assert kinds(begun["of_house"]) == OF_THE_HOUSE
        assert kinds(begun["of_process"]) == OF_EACH_PROCESS

    play(scene())


def test_a_stopped_duty_does_not_go_on() -> None:
    async def scene() -> None:
        duties, ended = Duties(), asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        task = duties.of_house("waiting", work)
        await asyncio.sleep(0)
        await duties.stop()
        assert task.cancelled()
        assert ended.is_set()

    asyncio.run(scene())
