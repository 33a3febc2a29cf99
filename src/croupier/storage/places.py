"""Where a house keeps its files in the folder that ``--data`` names."""

from __future__ import annotations

from pathlib import Path

RECORD = "house.sqlite"
SEAL_KEY = "seal.key"
ANCHORS = "anchors.jsonl"


def record_file(place: str | Path) -> Path:
    """Return the file of a record: the given file, or the one in the given folder."""
    place = Path(place)
    return place / RECORD if place.is_dir() else place


def beside(place: str | Path, name: str) -> Path | None:
    """Return a file in the same folder as a record, if it exists."""
    place = Path(place)
    found = (place if place.is_dir() else place.parent) / name
    return found if found.is_file() else None
