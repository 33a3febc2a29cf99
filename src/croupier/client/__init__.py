"""A small async client of the service: come in, sit at a table, ask, follow what happens."""

from croupier.client.house import AnsweredError, HouseClient
from croupier.client.table import RefusedError, TableClient

__all__ = ["AnsweredError", "HouseClient", "RefusedError", "TableClient"]
