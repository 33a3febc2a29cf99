"""The chain: every event carries the hash of the one before it, and so does every receipt.

What is hashed is one line (here the second is broken) of canonical JSON (sorted keys, no blanks, UTF-8):

    {"event":EVENT,"prev":"HASH","table":"t1","tag":"wager-placed/1"}
    {"after":12,"at":"…","command":COMMAND,"events":1,"id":"c7","place":9,"prev":"HASH","refused":null,
     "table":"t1","who":"ann"}

EVENT, COMMAND and a refusal are canonical JSON themselves. The hash is SHA-256,
written as 64 lowercase hexadecimal digits; before the first stand 64 zeros.
docs/record-format.md says the same for those who write their own verifier.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec

GENESIS = "0" * 64

_ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(data: object) -> str:
    """Write plain data as canonical JSON."""
    return _ENCODER.encode(data).decode()


def is_canonical(line: str) -> bool:
    """Whether a line is canonical JSON, by a second implementation."""
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")) == line


def event_hash(table: str, tag: str, line: str, prev: str) -> str:
    """Hash an event together with the previous hash."""
    whole = f'{{"event":{line},"prev":"{prev}","table":{canonical(table)},"tag":"{tag}"}}'
    return sha256(whole.encode()).hexdigest()


def receipt_hash(  # noqa: PLR0913, PLR0917 - one for each column, in their order
    table: str,
    place: int,
    who: str,
    ident: str,
    at: str,
    command: str,
    after: int,
    events: int,
    refused: str | None,
    prev: str,
) -> str:
    """Hash a receipt together with the previous hash."""
    whole = (
        f'{{"after":{after},"at":"{at}","command":{command},"events":{events},"id":{canonical(ident)},'
        f'"place":{place},"prev":"{prev}","refused":{"null" if refused is None else refused},'
        f'"table":{canonical(table)},"who":{canonical(who)}}}'
    )
    return sha256(whole.encode()).hexdigest()
