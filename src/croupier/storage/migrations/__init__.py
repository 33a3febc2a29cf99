"""Numbered SQL files, one folder per kind of store. A file that was released never changes; add the next number."""

from __future__ import annotations

from importlib.resources import files

from croupier.house.faults import NewerRecordError


def migrations(kind: str) -> list[tuple[int, list[str]]]:
    """Return the numbered steps of a kind of store, each as its statements."""
    found = [path for path in files(__name__).joinpath(kind).iterdir() if path.name.endswith(".sql")]
    steps = [(int(path.name.partition("_")[0]), _statements(path.read_text("utf-8"))) for path in found]
    return sorted(steps)


def due(kind: str, version: int, where: str) -> list[tuple[int, list[str]]]:
    """Return the steps that a store of this version still needs. Raises NewerRecordError."""
    steps = migrations(kind)
    newest = steps[-1][0]
    if version > newest:
        raise NewerRecordError(
            f"{where} has version {version}, and this program knows versions up to {newest}: use a newer croupier"
        )
    return [step for step in steps if step[0] > version]


def _statements(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("--")]
    return [statement.strip() for statement in "\n".join(lines).split(";") if statement.strip()]
