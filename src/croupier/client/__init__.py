"""A small async client of the service: sign in, sit at a table, send commands, follow events."""

from croupier.client.house import AnsweredError, HouseClient
from croupier.client.table import RefusedError, TableClient

__all__ = ["AnsweredError", "HouseClient", "RefusedError", "TableClient"]
