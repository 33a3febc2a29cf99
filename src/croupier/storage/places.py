"""Where a house keeps what it has, in the folder that ``--data`` names: said once, here."""

from __future__ import annotations

from pathlib import Path

RECORD = "house.sqlite"
SEAL_KEY = "seal.key"
ANCHORS = "anchors.jsonl"


def record_file(place: str | Path) -> Path:
    """Give the file of a record: the one that is named, or the one in the folder that is named."""
    place = Path(place)
    return place / RECORD if place.is_dir() else place


def beside(place: str | Path, name: str) -> Path | None:
    """Give a file that lies in the same folder as a record, if it is there."""
    place = Path(place)
    found = (place if place.is_dir() else place.parent) / name
    return found if found.is_file() else None
