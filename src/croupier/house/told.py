"""Receipts as lines of JSON, put together from what is stored: the same receipt is always the same bytes."""

from __future__ import annotations

import json

import msgspec

from croupier.house.ports import Written
from croupier.table.refusal import Refusal
from croupier.table.wire import refusal_json


def receipt_line(ident: str, stored: Written) -> str:
    """Write the receipt of a stored act."""
    named = f'"{ident}"' if ident.replace("-", "").isalnum() else json.dumps(ident, ensure_ascii=False)
    if stored.receipt.refused is not None:
        return f'{{"id":{named},"refused":{stored.receipt.refused}}}'
    return f'{{"id":{named},"events":[{",".join([entry.line for entry in stored.entries])}]}}'


class _Timed(msgspec.Struct):
    at: str


def written_at(line: str) -> str:
    """Give when an event was stored: its line says it, the event itself does not."""
    return msgspec.json.decode(line, type=_Timed).at


def refusal_line(ident: str, refusal: Refusal) -> str:
    """Write a refusal that is not kept: that of an id used twice."""
    refused = json.dumps(refusal_json(refusal), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f'{{"id":{json.dumps(ident, ensure_ascii=False)},"refused":{refused}}}'
