"""The lab behind its page: one process beside the house, a queue in front of it, and a share for everybody who asks.

Nothing of the lab is loaded here, where the tables are: a question goes to the process as a line of JSON, and its
answer comes back as one. People are served in turn, however much one of them asks for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import msgspec
import structlog

log = structlog.get_logger()

NEEDED = ("numpy", "scipy", "numba")
"""What of the extra ``lab`` the page needs."""
WAITING_MAX = 64
WAITING_EACH = 12
"""Questions that may wait, of everybody and of one address."""
SECONDS = 90.0
"""After so long a question is given up with the process; it gives itself up sooner, if it gets any time at all."""
IDLE = 300.0
"""Seconds without a question after which the process ends."""
ANSWER_MAX = 4 * 2**20
NICE = 15


class LabBusyError(Exception):
    """Too many questions wait; ``whose`` says whether they are the asker's own."""

    def __init__(self, *, own: bool) -> None:
        super().__init__()
        self.own = own


class LabRefusedError(Exception):
    """A question without an answer, and why."""


@dataclass(slots=True, eq=False)
class _Question:
    line: bytes
    left: Callable[[], bool]
    answer: asyncio.Future[msgspec.Raw]


NOTHING = msgspec.Raw(b"")


class _Reply(msgspec.Struct):
    answer: msgspec.Raw = NOTHING
    refused: str = ""


class Laboratory:
    """Takes questions, and has them answered one after the other."""

    nice = NICE

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[_Question]] = OrderedDict()
        """What each address waits for; the one at the front is served next."""
        self._process: asyncio.subprocess.Process | None = None
        self._serving: asyncio.Task[None] | None = None
        self._new = asyncio.Event()

    @property
    def missing(self) -> str | None:
        """What has to be installed; None if the lab is there."""
        return next((name for name in NEEDED if find_spec(name) is None), None)

    async def ask(self, address: str, question: dict[str, Any], left: Callable[[], bool]) -> msgspec.Raw:
        """Return the answer as JSON. Raises LabBusyError or LabRefusedError."""
        line = self._lines.get(address, ())
        if len(line) >= WAITING_EACH or sum(map(len, self._lines.values())) >= WAITING_MAX:
            raise LabBusyError(own=len(line) >= WAITING_EACH)
        asked = _Question(msgspec.json.encode(question) + b"\n", left, asyncio.get_running_loop().create_future())
        self._lines.setdefault(address, deque()).append(asked)
        self._new.set()
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="laboratory")
        return await asked.answer

    async def close(self) -> None:
        """End the process, and leave what waits unanswered."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.gather(self._serving, return_exceptions=True)
        await self._end()
        for line in self._lines.values():
            for asked in line:
                asked.answer.cancel()
        self._lines.clear()

    def _next(self) -> _Question | None:
        """Take the next question of whoever waited longest for a turn."""
        while self._lines:
            address, line = self._lines.popitem(last=False)
            asked = line.popleft()
            if line:
                self._lines[address] = line
            if not asked.answer.done() and not asked.left():
                return asked
            asked.answer.cancel()
        return None

    async def _serve(self) -> None:
        while True:
            asked = self._next()
            if asked is not None:
                await self._answer(asked)
                continue
            self._new.clear()
            try:
                async with asyncio.timeout(IDLE):
                    await self._new.wait()
            except TimeoutError:
                await self._end()
                return

    async def _answer(self, asked: _Question) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                reply = msgspec.json.decode(await self._line_for(asked.line), type=_Reply)
        except (TimeoutError, OSError, EOFError, ValueError, msgspec.DecodeError) as error:
            await self._end()
            log.warning("laboratory-gave-up", why=type(error).__name__)
            reply = _Reply(refused="this took too long beside the tables; ask for less, or again in a quiet moment")
        if asked.answer.done():
            return
        if reply.refused:
            asked.answer.set_exception(LabRefusedError(reply.refused))
        else:
            asked.answer.set_result(reply.answer)

    async def _line_for(self, question: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._begun()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(question)
        await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError
        return line

    async def _begun(self) -> asyncio.subprocess.Process:
        """Start the process, with one thread for its arithmetic."""
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        program = (sys.executable, "-P", "-m", "croupier.lab.questions.worker", str(self.nice))
        return await asyncio.create_subprocess_exec(
            *program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **one},
            limit=ANSWER_MAX,
        )

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
