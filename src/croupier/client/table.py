"""A table over its socket: commands with client ids, events in order, and automatic reconnecting.

When the connection is lost, the client reconnects after the last event it has
seen, and sends unanswered commands again under the same id: the service
executes each of them once, whatever happened in between.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

import aiohttp

from croupier.rules.errors import CroupierError
from croupier.table.wire import LINE_MAX

RETRY = 0.5
SIGN_IN_WITHIN = 10.0
EVENTS_KEPT = 10_000
IN_FLIGHT_MAX = 64
"""Commands that may be in flight on one connection; further ones wait in the client."""
PASSING = frozenset({"busy", "not-stored", "internal-error", "house-full"})
"""Error codes of the service after which a retry may help."""


REFUSED = frozenset({400, 401, 403, 404})
"""Handshake statuses after which a retry does not help: there is no such table, or not for this person."""


class RefusedError(CroupierError):
    """A command that the rules do not allow: code, clause and facts."""

    def __init__(self, refused: dict[str, Any]) -> None:
        super().__init__(f"{refused['code']} [{refused['clause']}]")
        self.refused = refused


class TableClient:
    """One seat at one table."""

    def __init__(self, http: aiohttp.ClientSession, url: str, token: str | None) -> None:
        """Prepare; ``async with`` connects."""
        self._http, self._url, self._token = http, url, token
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._events: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(EVENTS_KEPT)
        self._over: CroupierError | None = None
        self._reader: asyncio.Task[None] | None = None
        self._room = asyncio.Semaphore(IN_FLIGHT_MAX)
        self._prefix = secrets.token_hex(4)
        self._count = 0
        self.snapshot: dict[str, Any] = {}
        self.seq = 0

    async def __aenter__(self) -> Self:
        await self._connect()
        self._reader = asyncio.get_running_loop().create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect; the client stops waiting, but the table still carries out what it was sent."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._ws is not None:
            await self._ws.close()
        for _, answer in self._waiting.values():
            answer.cancel()

    async def ask(self, do: str, ident: str | None = None, **fields: object) -> list[dict[str, Any]]:
        """Send a command and return the events that followed. Raises RefusedError.

        Cancelling the wait takes nothing back: with the same ident the answer can
        be requested again.
        """
        self._count += 1
        # They begin with the time: ids that grow are cheap to look up, and to keep apart, in the record.
        ident = ident or f"{time.time_ns() // 1_000_000:x}-{self._prefix}-{self._count}"
        line = json.dumps({"id": ident, "do": do, **fields}, ensure_ascii=False)
        if len(line.encode()) > LINE_MAX:
            raise CroupierError(
                f"too-long: {do} takes {len(line.encode())} bytes, and a command has {LINE_MAX} at most"
            )
        async with self._room:
            receipt = await self._answered(ident, line)
        if "refused" in receipt:
            raise RefusedError(receipt["refused"])
        if "error" in receipt:
            raise CroupierError(f"{receipt['error']['code']}: {receipt['error']['message']}")
        return list(receipt["events"])

    async def _answered(self, ident: str, line: str) -> dict[str, Any]:
        if self._over is not None:
            raise self._over
        if ident in self._waiting:
            raise CroupierError(f"{ident!r:.80} was asked for and is not answered yet")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[ident] = (line, answer)
        try:
            await self._send(line)
            return await answer
        finally:
            if self._waiting.get(ident) == (line, answer):
                del self._waiting[ident]

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """Iterate over the table's events, in order, each once, until the service no longer lets this person in.

        Where the seq of an event jumps, ``snapshot`` is the state of the table before
        it: the service had more events than could be replayed.
        """
        while True:
            event = await self._events.get()
            if event is None:
                return
            yield event

    async def _connect(self) -> None:
        after = f"?after={self.seq}" if self.seq else ""
        try:
            ws = await self._http.ws_connect(self._url + after, max_msg_size=0, heartbeat=15.0)
        except aiohttp.WSServerHandshakeError as error:
            if error.status not in REFUSED:
                raise
            raise CroupierError(f"the service does not open {self._url} ({error.status})") from None
        try:
            welcome = await self._welcome(ws)
        except BaseException:
            await ws.close()
            raise
        self._ws = ws
        if welcome["snapshot"] is not None:
            self.snapshot, self.seq = welcome["snapshot"], welcome["seq"]

    async def _welcome(self, ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
        """Sign in. Raises ConnectionError if trying again may help, CroupierError if it will not."""
        await ws.send_str(json.dumps({"id": "0", "do": "sign-in", "token": self._token}))
        message = await ws.receive(timeout=SIGN_IN_WITHIN)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError("the connection ended before the welcome")
        welcome: dict[str, Any] = json.loads(message.data)
        error = welcome.get("error")
        if error is not None and error["code"] in PASSING:
            raise ConnectionError(error["message"])
        if error is not None:
            raise CroupierError(f"{error['code']}: {error['message']}")
        return welcome

    async def _send(self, line: str) -> None:
        """Send a line; if the connection is being lost, the reader sends it again."""
        if self._ws is not None and not self._ws.closed:
            try:
                await self._ws.send_str(line)
            except (ConnectionError, aiohttp.ClientError):
                return

    async def _read(self) -> None:
        while True:
            assert self._ws is not None
            async for message in self._ws:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._take(json.loads(message.data))
            try:
                await self._again()
            except CroupierError as error:
                self._end(error)
                return

    def _end(self, error: CroupierError) -> None:
        """Give up for good: the service no longer lets this person in."""
        self._over = error
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(None)

    async def _again(self) -> None:
        while True:
            await asyncio.sleep(RETRY)
            try:
                await self._connect()
            except (OSError, TimeoutError, aiohttp.ClientError):
                continue
            for line, _ in list(self._waiting.values()):
                await self._send(line)
            return

    def _take(self, data: dict[str, Any]) -> None:
        ident = data.get("id")
        if ident is None and data.get("snapshot") is not None:
            self.snapshot, self.seq = data["snapshot"], data["seq"]
        elif ident is None:
            for event in data.get("events", ()):
                self._happened(event)
        else:
            waiting = self._waiting.pop(ident, None)
            if waiting is not None and not waiting[1].done():
                waiting[1].set_result(data)

    def _happened(self, event: dict[str, Any]) -> None:
        if event["seq"] <= self.seq:
            return
        self.seq = event["seq"]
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(event)
