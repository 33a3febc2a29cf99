"""Requests and responses of what only staff and the owner do."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.house.desk_alerts import Concern
from croupier.web.api.shapes import LimitOut, Strict


class AlertOut(msgspec.Struct):
    """An alert; it stays until it is acknowledged."""

    alert: str
    table: str
    kind: str
    note: str
    acknowledged_by: str | None
    at: str
    """When it was raised."""
    by: str
    """Who raised it."""
    acknowledged_at: str | None = None
    answered_after: float | None = None
    """Seconds until somebody acknowledged it."""
    concern: Concern | None = None
    """What the pit was called for, if somebody called it."""


class AcknowledgmentIn(Strict):
    """What somebody says when acknowledging an alert."""

    note: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None


class CallIn(Strict):
    """What the pit is called for."""

    kind: Concern
    note: Annotated[str, msgspec.Meta(min_length=1, max_length=400)] | None = None


TableName = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=40, pattern=r"^[^\x00-\x20\x7f-\xa0]([^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0])?$"
    ),
]


class TableNameIn(Strict):
    """What people are to call a table."""

    name: TableName


class AsideIn(Strict):
    """Why a table is taken out of service."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class PresetOut(msgspec.Struct):
    """Limits that a table can be given by name."""

    name: str
    limits: dict[str, LimitOut]
