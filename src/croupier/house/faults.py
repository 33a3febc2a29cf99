"""Failures around a table that are not refusals: no rule objected, something failed.

HouseFault
├── BusyError           too much waits; ask again
├── NotStoredError      the record did not take it, or nobody knows; the same id again is safe
├── StaleRecordError    someone else wrote first
├── ReceiptKnownError   an id was answered before
├── OverdrawnError      an account would go below zero
├── UnbalancedError     postings that do not add up to zero: a fault of ours
├── BrokenRecordError   what was read is not what was written
├── WeakRecordError     a store that could lose what it acknowledged
├── NewerRecordError    a record of a later version of this program
├── UnreachableRecordError  a store that cannot be opened or asked: no server, no folder, no right
├── UnknownTableError   no such table in this record
└── FaultedTableError   a table that takes nothing more until somebody has looked at it
"""

from __future__ import annotations

from croupier.rules.errors import CroupierError


class HouseFault(CroupierError):  # noqa: N818 - the word for it; a refusal is no fault and a fault no refusal
    """Something failed; what was acknowledged before still holds."""


class BusyError(HouseFault):
    """Too much is waiting at this table."""


class NotStoredError(HouseFault):
    """The record did not take it, or nobody can tell. Asking again with the same id is safe."""


class StaleRecordError(HouseFault):
    """The record has grown since the writer last looked. Nothing was written."""

    def __init__(self, table: str, *, expected: int, found: int) -> None:
        super().__init__(f"table {table}: expected the record to end at {expected}, and it ends at {found}")
        self.table, self.expected, self.found = table, expected, found


class ReceiptKnownError(HouseFault):
    """One of the ids was answered before. Nothing was written."""


class OverdrawnError(HouseFault):
    """An account would go below zero. Nothing was written."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} would go below zero")
        self.account = account


class UnbalancedError(HouseFault):
    """Postings that do not add up to zero."""


class BrokenRecordError(HouseFault):
    """What was read is not what was written."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where, self.what = where, what


class WeakRecordError(HouseFault):
    """A store in a mode that could lose what it acknowledged."""


class NewerRecordError(HouseFault):
    """A record that a later version of this program wrote."""


class UnreachableRecordError(HouseFault):
    """A store that cannot be opened or asked. What it holds is as it was."""


class UnknownTableError(HouseFault):
    """No such table."""


class FaultedTableError(HouseFault):
    """A table that takes nothing more until somebody has looked at it."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"table {table} is out of service: {why}")
