"""PostgreSQL's errors in words. Nothing here ever holds a password."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from croupier.house.faults import UnreachableRecordError
from croupier.storage.postgres import ADDRESS

EXPECTED = f"expected {ADDRESS}"

LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the server closed the connection while it was idle
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""The connection is gone, or cannot be made. The result of a commit under way is unknown."""

FAILURES = (*LOST, asyncpg.PostgresError)
"""Everything that the driver raises."""


def shown(url: str) -> str:
    """Name a database without its password. Raises UnreachableRecordError for a malformed address."""
    # What does not parse is not repeated: a password could be anywhere in it.
    try:
        parts = urlsplit(url)
        given = parse_qs(parts.query)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise UnreachableRecordError(f"not the address of a PostgreSQL; {EXPECTED}") from None
    if parts.scheme not in ("postgresql", "postgres"):
        raise UnreachableRecordError(f"not the address of a PostgreSQL; {EXPECTED}")
    host = host or given.get("host", ["localhost"])[0]
    at = f"{host}:{port or given.get('port', ['5432'])[0]}"
    return f"PostgreSQL {unquote(parts.path.removeprefix('/')) or 'default database'} at {at}"


def in_words(error: BaseException) -> str:
    """Say what an error of the driver means."""
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return "the server does not take this user with this password"
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return "there is no such database on the server"
    if isinstance(error, asyncpg.CannotConnectNowError):
        return "the server is starting up or shutting down"
    if isinstance(error, asyncpg.LockNotAvailableError):
        return "another worker held the table for too long"
    if isinstance(error, asyncpg.IdleInTransactionSessionTimeoutError):
        return "this worker held the table for too long, and the server took it away"
    if isinstance(error, TimeoutError):
        return "the server did not answer in time"
    if isinstance(error, asyncpg.PostgresError):
        return f"the server says: {error}"
    if isinstance(error, asyncpg.ClientConfigurationError):
        return f"the address cannot be used; {EXPECTED}"
    if isinstance(error, OSError):
        return f"no server answers ({error.strerror or type(error).__name__})"
    return f"the connection is lost ({type(error).__name__})"
