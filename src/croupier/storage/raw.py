"""The raw rows of a record, for those who do not trust it: read-only, one snapshot, nothing decoded.

``Record`` serves a table and stops at the first thing that is wrong. An audit
reports everything that is wrong, so it reads rows, whatever is in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

Row: TypeAlias = tuple[object, ...]


class Relation(NamedTuple):
    """A relation: its columns and their types, its order, and whether its first column names a table."""

    columns: Mapping[str, type]
    order: tuple[str, ...]
    optional: frozenset[str] = frozenset()
    """Columns that may be null."""

    @property
    def of_tables(self) -> bool:
        """Whether each row belongs to a table."""
        return next(iter(self.columns)) == "table_id"


RELATIONS: Mapping[str, Relation] = MappingProxyType(
    {
        "tables": Relation(
            {"table_id": str, "seq": int, "hash": str, "receipts": int, "receipts_hash": str, "at": str}, ("table_id",)
        ),
        "rulebooks": Relation({"digest": str, "text": str}, ("digest",)),
        "events": Relation(
            {"table_id": str, "seq": int, "tag": str, "line": str, "prev": str, "hash": str}, ("table_id", "seq")
        ),
        "ledger": Relation(
            {"table_id": str, "seq": int, "account": str, "amount": int}, ("table_id", "seq", "account")
        ),
        "accounts": Relation({"account": str, "balance": int}, ("account",)),
        "meters": Relation({"table_id": str, "meter": str, "value": int}, ("table_id", "meter")),
        "receipts": Relation(
            {
                "table_id": str,
                "place": int,
                "who": str,
                "id": str,
                "at": str,
                "command": str,
                "after": int,
                "events": int,
                "refused": str,
                "prev": str,
                "hash": str,
            },
            ("table_id", "place"),
            frozenset({"refused"}),
        ),
        "sealed": Relation({"table_id": str, "round": str, "secret": str}, ("table_id", "round")),
    }
)


class RawRecord(Protocol):
    """The rows of a record, all from one snapshot. What cannot be read raises BrokenRecordError."""

    @property
    def where(self) -> str:
        """What is read, in words."""
        ...

    def tables(self) -> list[str]:
        """Return the name of every table that a row of any relation belongs to."""
        ...

    def rows(
        self, relation: str, table: str | None = None, *, first: int | None = None, last: int | None = None
    ) -> Iterator[Row]:
        """Read rows in the order of the relation: of one table without its name, or of all; between two places."""
        ...

    def faults(self) -> Iterator[str]:
        """Report what is wrong with the store itself: pages, indexes, constraints, objects that are not ours."""
        ...

    def close(self) -> None: ...
