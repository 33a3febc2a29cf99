"""What goes on by itself while a house is open, and whose duty it is where several processes serve one house.

Today one process does (``web.opening`` holds the folder and the database for it), and has every duty. The duties of
a house are those that must not be done twice: they write to the record, call for the pit or make anchors. Whoever lets
several processes serve one house gives these to one of them, here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Duties:
    """Tasks that are begun together and go on until they are stopped."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def of_house(self, name: str, work: Work) -> asyncio.Task[None]:
        """Begin what one process does for the whole house."""
        return self._begin(name, work)

    def of_process(self, name: str, work: Work) -> asyncio.Task[None]:
        """Begin what each process does for those who are connected to it."""
        return self._begin(name, work)

    def _begin(self, name: str, work: Work) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work(), name=name)
        self._tasks.append(task)
        return task

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
