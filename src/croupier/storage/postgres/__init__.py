"""A record in PostgreSQL, for many workers on many machines. Needs the extra ``postgres``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.house.faults import UnreachableRecordError
from croupier.storage.entries import utc_now

if TYPE_CHECKING:
    from croupier.storage.postgres.holding import HeldDatabase
    from croupier.storage.postgres.record import PostgresRecord

ADDRESS = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE"


async def open_postgres(url: str, *, clock: Callable[[], str] = utc_now) -> PostgresRecord:
    """Open a record, or begin one in a database that has none.

    ``url`` reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Raises a
    HouseFault that says what is wrong; no message has the password in it.
    """
    try:
        from croupier.storage.postgres.opening import opened  # noqa: PLC0415 - the driver is an extra
    except ModuleNotFoundError as error:
        raise _without_driver(error) from None
    return await opened(url, clock)


async def hold_postgres(url: str) -> HeldDatabase:
    """Take the right to serve a database, which one process has at a time. Raises HouseFault."""
    try:
        from croupier.storage.postgres.holding import hold  # noqa: PLC0415 - the driver is an extra
    except ModuleNotFoundError as error:
        raise _without_driver(error) from None
    return await hold(url)


def _without_driver(error: ModuleNotFoundError) -> Exception:
    if error.name != "asyncpg":
        return error
    return UnreachableRecordError(
        "a record in PostgreSQL needs asyncpg, which is not installed: pip install croupier[postgres]"
    )
