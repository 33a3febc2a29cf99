"""The house over HTTP."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import aiohttp

from croupier.client.table import TableClient
from croupier.rules.errors import CroupierError


class AnsweredError(CroupierError):
    """The service answered with a problem: its status, its code, and clause and facts where a rule decided."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable code."""
        return str(self.problem.get("code"))


class HouseClient:
    """One person at one house.

    >>> async with HouseClient("http://127.0.0.1:8360") as house:   # doctest: +SKIP
    ...     await house.come_in("ann")
    ...     async with house.table("mbs-3") as table:
    ...         await table.ask("place-wager", wager="w1", player="ann", position="17", stake=500)
    """

    def __init__(self, base: str, token: str | None = None) -> None:
        """Connect to a house; a token from an earlier visit signs in again."""
        self._base, self.token, self.name = base.rstrip("/"), token, ""
        self._http: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._http is not None:
            await self._http.close()

    async def come_in(self, name: str | None = None) -> dict[str, Any]:
        """Sign in as a guest, with play money."""
        return self._welcomed(await self.call("POST", "/guests", {} if name is None else {"name": name}))

    async def redeem(self, code: str) -> dict[str, Any]:
        """Sign in with an invitation."""
        return self._welcomed(await self.call("POST", "/invitations/redeem", {"code": code}))

    def _welcomed(self, welcome: dict[str, Any]) -> dict[str, Any]:
        self.token, self.name = welcome["token"], welcome["name"]
        return welcome

    async def call(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - as answered
        """Call an operation of the API. Raises AnsweredError."""
        assert self._http is not None, "use `async with HouseClient(...)`"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = f"{self._base}/api/v1{path}"
        async with self._http.request(method, url, json=body, headers=headers) as response:
            data = await response.json(content_type=None)
            if response.status >= 400:  # noqa: PLR2004 - as HTTP has it
                raise AnsweredError(data)
            return data

    def table(self, table: str) -> TableClient:
        """Sit down at a table."""
        assert self._http is not None, "use `async with HouseClient(...)`"
        return TableClient(self._http, f"{self._base}/api/v1/tables/{table}/socket", self.token)
