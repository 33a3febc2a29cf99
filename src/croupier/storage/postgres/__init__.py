"""A record in PostgreSQL, for many workers on many machines. Needs the extra ``postgres``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.house.faults import UnreachableRecordError
from croupier.storage.entries import utc_now

if TYPE_CHECKING:
    from croupier.storage.postgres.record import PostgresRecord


async def open_postgres(url: str, *, clock: Callable[[], str] = utc_now) -> PostgresRecord:
    """Open a record, or begin one in a database that has none.

    ``url`` reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Raises a
    HouseFault that says what is wrong; no message has the password in it.
    """
    try:
        from croupier.storage.postgres.opening import opened  # noqa: PLC0415 - the driver is an extra
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise UnreachableRecordError(
            "a record in PostgreSQL needs asyncpg, which is not installed: pip install croupier[postgres]"
        ) from None
    return await opened(url, clock)
