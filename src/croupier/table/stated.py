"""The limits of a table as events state them."""

from __future__ import annotations

from types import MappingProxyType

from croupier.rules.limits import Limit, Limits
from croupier.table import events


def limits_stated(stated: events.LimitsSet | events.LimitsStated) -> Limits:
    """Read limits as the record writes them."""
    by_kind = {kind: Limit(span.min, span.max) for kind, span in stated.limits.items()}
    return Limits(MappingProxyType(by_kind), stated.intake, stated.limit_scope, stated.chip_value_min)
