"""Rows with checked types. A value of the wrong type is a finding, and the row is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.audit.findings import Findings, shown
from croupier.house.faults import BrokenRecordError
from croupier.storage.raw import RELATIONS, RawRecord


def typed_rows(
    raw: RawRecord,
    relation: str,
    table: str | None,
    findings: Findings,
    *,
    first: int | None = None,
    last: int | None = None,
) -> Iterator[tuple[Any, ...]]:
    """Read the rows whose values have the types of their columns, so that nobody needs to check again."""
    shape = RELATIONS[relation]
    columns = list(shape.columns.items())
    if table is not None:
        columns = columns[1:]
    report = findings.of("rows", table)
    try:
        for row in raw.rows(relation, table, first=first, last=last):
            wrong = [
                (name, value, kind)
                for (name, kind), value in zip(columns, row, strict=True)
                if not _is(value, kind) and not (value is None and name in shape.optional)
            ]
            for name, value, kind in wrong:
                where = f"{relation} {shown(row[0])}, column {name}"
                words = "text in UTF-8" if kind is str else "a whole number"
                report.add(where, f"holds {shown(value)}", words)
            if not wrong:
                yield row
    except BrokenRecordError as fault:
        report.add(relation, str(fault))


def _is(value: object, kind: type) -> bool:
    if type(value) is not kind:
        return False
    # Bytes that are not UTF-8 come as lone surrogates.
    return kind is not str or not isinstance(value, str) or is_text(value)


def is_text(text: str) -> bool:
    """Whether a text is valid UTF-8, so that it can be hashed and shown."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
