"""What a dispute packet says about its draw, in the shape of a round's file."""

from __future__ import annotations

from typing import Any

from croupier.rules.errors import CroupierError
from croupier.table.wire import WireError, read_json

PACKET = "croupier/packet/1"
_POCKETS = ("outcome-declared", "outcome-corrected")
_ENDINGS = ("round-closed", "round-voided")


class ClaimError(CroupierError):
    """A claim that cannot be checked because it is not one."""


def round_in(packet: dict[str, Any], file: str) -> dict[str, Any]:
    """Read a round's draw from its events, not from what the packet says about it. Raises ClaimError."""
    draw = packet.get("draw")
    if draw is None:
        raise ClaimError(f"{file}: no random wheel decides at this table, so there is no draw to verify")
    happened = _happened(packet, file)
    secret = next((one["secret"] for one in happened if one.get("type") in _ENDINGS and "secret" in one), None)
    if secret is None:
        raise ClaimError(f"{file}: the secret is not out yet: it is revealed when the round ends; export it again then")
    pockets = [one.get("pocket") for one in happened if one.get("type") in _POCKETS]
    rulebook = packet.get("rulebook")
    return {
        "table": packet.get("table"),
        "round": happened[0].get("round"),
        "digest": rulebook.get("digest") if isinstance(rulebook, dict) else None,
        "pockets": draw.get("pockets") if isinstance(draw, dict) else None,
        "commitment": happened[0].get("commitment"),
        "secret": secret,
        "pocket": pockets[-1] if pockets else None,
    }


def _happened(packet: dict[str, Any], file: str) -> list[dict[str, Any]]:
    entries = packet.get("entries")
    if not isinstance(entries, list) or not entries:
        raise ClaimError(f"{file}: entries of a packet is a list of events")
    happened = []
    for number, entry in enumerate(entries, start=1):
        line = entry.get("line") if isinstance(entry, dict) else None
        try:
            happened.append(read_json(str(line).encode("utf-8", "surrogatepass"), limit=None))
        except WireError as error:
            raise ClaimError(f"{file}: entry {number} has no line that can be read: {error.message}") from None
    return happened
