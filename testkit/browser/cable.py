"""A cable between browser and house that a test can cut, mend, slow down or leave hanging."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from testkit.browser.serving import Served

CHUNK = 65_536


class Cable:
    """A plain TCP relay in front of a house. It knows nothing of what goes through."""

    def __init__(self, house: Served) -> None:
        """Lie ready; ``laid`` puts it in place."""
        self._house = house
        self._port = int(house.base.rsplit(":", 1)[1])
        self._server: asyncio.Server | None = None
        self._wires: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._whole = True
        self.delay = 0.0
        """Seconds that everything takes in each direction."""
        self.received = 0
        """Bytes that came from the house: all of them, heads and frames included."""
        self.base = ""

    async def lay(self) -> None:
        """Begin to relay."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def take_up(self) -> None:
        """Relay no more."""
        assert self._server is not None
        self._server.close()
        await self._cut()

    def cut(self) -> None:
        """Cut it: every connection breaks, and no new one comes through."""
        self._house.run(self._cut())

    def mend(self) -> None:
        """Let connections through again."""
        self._whole = True

    async def _cut(self) -> None:
        self._whole = False
        for wire in tuple(self._wires):
            wire.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._wires |= {writer, back}
        try:
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer, counted=True))
        finally:
            self._wires -= {writer, back}

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, counted: bool = False) -> None:
        """Carry bytes on in their order, each after its delay."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def hand_over() -> None:
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not data:
                    sink.close()
                    return
                sink.write(data)

        task = loop.create_task(hand_over())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(ConnectionError):
            while data := await source.read(CHUNK):
                self.received += len(data) * counted
                waiting.put_nowait((loop.time() + self.delay, data))
        waiting.put_nowait((loop.time() + self.delay, b""))
        with suppress(ConnectionError):
            await task


@contextmanager
def laid(house: Served) -> Iterator[Cable]:
    """Lay a cable to a house."""
    cable = Cable(house)
    house.run(cable.lay())
    try:
        yield cable
    finally:
        house.run(cable.take_up())
