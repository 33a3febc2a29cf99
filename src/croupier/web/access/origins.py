"""Which pages may talk to the house: its own, and those the owner names. Programs send no origin at all."""

from __future__ import annotations

import ipaddress
import socket as network
from urllib.parse import urlsplit

from aiohttp import web

from croupier.web.api.problems import ProblemError


class Origins:
    """Checks where a request comes from."""

    def __init__(self, named: tuple[str, ...]) -> None:
        """Allow pages of these origins, beside our own."""
        self._named = frozenset(named)
        self._hosts = frozenset({"localhost", network.gethostname().lower()})

    def check(self, request: web.Request, *, changes: bool) -> None:
        """Refuse a page of another site, whether it wants to change something or to listen. Raises ProblemError."""
        given = request.headers.getall("Origin", [])
        if not given:
            if changes and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
                raise ProblemError(403, "wrong-origin", "a page of another site may not do this")
            return
        if len(given) == 1 and (given[0] in self._named or self._is_own(given[0], request)):
            return
        raise ProblemError(403, "wrong-origin", "a page of another site may not do this")

    def _is_own(self, origin: str, request: web.Request) -> bool:
        """Whether an origin is exactly the address that was asked, and that address one of ours.

        A name that somebody else points at this machine is not ours, so their page
        gets nowhere although origin and host agree. Behind a proxy the origin is a
        different one, and the owner names it.
        """
        try:
            parts = urlsplit(origin)
            name = parts.hostname or ""
        except ValueError:
            return False
        if origin != f"{request.scheme}://{request.host}" or "@" in origin:
            return False
        return name in self._hosts or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
