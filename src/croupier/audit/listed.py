"""The tables that the front desk lists, compared with those that have a record."""

from __future__ import annotations

from croupier.audit.findings import Findings, shown
from croupier.audit.rows import is_text, typed_rows
from croupier.house.desk import DESK
from croupier.house.desk_notes import TableAdded
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Entry
from croupier.storage.codec import read_stored
from croupier.storage.raw import RawRecord


def check_listed(raw: RawRecord, findings: Findings) -> None:
    """Report tables that are listed and gone, and tables that were played at and never listed.

    A record whose front desk lists no table is one of an earlier version, and is
    not judged. A table without a receipt may be unlisted: a house that stopped
    between setting it up and listing it lists it at its next start.
    """
    listed = _listed(raw)
    if not listed:
        return
    report = findings.of("tables", None)
    there = {name for name in raw.tables() if is_text(name)}
    for name in sorted(listed - there):
        report.add(f"table {shown(name)}", "is gone", "a record of its own, since the front desk lists it")
    for name in sorted(there - listed - {DESK}):
        if next(typed_rows(raw, "receipts", name, Findings()), None) is not None:
            report.add(f"table {shown(name)}", "is not listed by the front desk", "one that was added by the house")


def _listed(raw: RawRecord) -> set[str]:
    listed: set[str] = set()
    for row in typed_rows(raw, "events", DESK, Findings()):
        entry = Entry(*row)
        if entry.tag.startswith(f"{TableAdded.type}/"):
            try:
                event = read_stored(entry.tag, entry.line)
            except BrokenRecordError:
                continue  # reported when the front desk's own chain is followed
            if isinstance(event, TableAdded):
                listed.add(event.table)
    return listed
