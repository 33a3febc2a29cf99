"""Answers to commands, with the receipt as a line of JSON: the same receipt is always the same bytes."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from croupier.house.ports import Written
from croupier.table.refusal import Code, Refusal
from croupier.table.wire import refusal_json
from croupier.table.wire_rules import wire


class Answer(NamedTuple):
    """How a command was answered: the line that its asker gets, composed once, and the refusal if it was refused."""

    line: str
    refusal: Refusal | None = None


def answered(ident: str, stored: Written, refusal: Refusal | None) -> Answer:
    """Answer a command with what was stored for it."""
    return Answer(receipt_line(ident, stored), refusal)


def id_reused(ident: str) -> Answer:
    """Answer an id that was used for another command; nothing is stored for this one."""
    refusal = Refusal(Code.ID_REUSED, wire("1.1"), {"id": ident})
    refused = msgspec.json.encode(refusal_json(refusal), order="sorted").decode()
    return Answer(f'{{"id":{msgspec.json.encode(ident).decode()},"refused":{refused}}}', refusal)


def receipt_line(ident: str, stored: Written) -> str:
    """Write the answer to a command.

    The hash of the receipt is for whoever wants to keep it: it fixes every command
    that the table answered up to this one.
    """
    named = msgspec.json.encode(ident).decode()
    kept = f'"receipt":"{stored.receipt.hash}"'
    if stored.receipt.refused is not None:
        return f'{{"id":{named},"refused":{stored.receipt.refused},{kept}}}'
    return f'{{"id":{named},"events":[{",".join([entry.line for entry in stored.entries])}],{kept}}}'


class _Timed(msgspec.Struct):
    at: str


def written_at(line: str) -> str:
    """Return when an event was stored: its line has it, the event itself does not."""
    return msgspec.json.decode(line, type=_Timed).at
