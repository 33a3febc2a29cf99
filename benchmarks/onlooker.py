"""A socket that looks on: staff, a hall display, a spectator."""

import asyncio
import json
import time

from benchmarks.raw_socket import RawSocket


class Onlooker(RawSocket):
    """One socket that looks on. One that reads closely holds the events to their numbers."""

    def __init__(self, path: str, host: str, token: str | None = None, *, closely: bool) -> None:
        super().__init__(path, host)
        self._token, self._closely, self._seq = token, closely, 0
        self.frames = self.bytes = self.events = self.gaps = 0
        self.moments: list[float] = []
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        self.send(json.dumps({"id": "0", "do": "sign-in", "token": self._token}).encode())

    def passes_over(self, head: bytes, size: int) -> bool:  # noqa: ARG002 - it counts, whatever it says
        if self._closely or not self.ready.done():
            return False
        self.frames += 1
        self.bytes += size
        return True

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            self._seq = json.loads(text)["seq"]
            self.ready.set_result(None)
            return
        self.frames += 1
        self.bytes += len(text)
        self.moments.append(time.perf_counter())
        told = json.loads(text)
        self.gaps += "snapshot" in told
        for event in told.get("events", ()):
            self.gaps += event["seq"] != self._seq + 1
            self._seq = event["seq"]
            self.events += 1
