"""ARCHITECTURE has every room and folder on its map, and stays short."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def folders(place: str) -> list[str]:
    inside = (one for one in (ROOT / place).iterdir() if one.is_dir() and not one.name.startswith(("__", ".")))
    return sorted(one.name for one in inside)


def test_every_room_and_every_folder_of_a_room_is_on_the_map() -> None:
    rooms = folders("src/croupier")
    inside = [folder for room in rooms for folder in folders(f"src/croupier/{room}")]

    assert [name for name in (*rooms, *inside, *folders("frontend/src")) if f"`{name}`" not in TEXT] == []


def test_the_page_can_be_read_in_one_sitting() -> None:
    assert len(TEXT.split()) < 1100
