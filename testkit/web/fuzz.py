"""Frames for a socket that are nearly right, and a second reading that says which of them are commands."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.wire import WireError, read_json
from croupier.web.live.frames import frame_id, read_asked, read_wager
from testkit.table.fuzz import Player
from testkit.table.schema import LINE_MAX, ROLES, _never, _once, _whole, is_command

ANN = By("ann", Role.PLAYER)


def frames(count: int, seed: int) -> Iterator[bytes]:
    """Make frames: the lines of ``croupier table``, with and without who asks, and plain ones for the fast reader."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    player = Player(chance)
    for _ in range(count):
        line = player.line()
        if chance.random() < 0.5:
            start = line.find(b'"by": {')
            end = line.find(b"}", start)
            if start > 0 and end > 0:
                line = line[:start] + line[end + 1 :].lstrip(b", ")
        yield line


def is_frame(raw: bytes) -> bool:
    """Whether a frame is a command by whoever is signed in, read a second time and in another way."""
    if len(raw) > LINE_MAX or not _is_object(raw):
        return False
    said: dict[str, Any] = json.loads(raw)
    by = said.pop("by", None)
    if by is not None and not (
        isinstance(by, dict)
        and by.keys() <= {"name", "role", "acting"}
        and all(value is None or isinstance(value, str) for value in by.values())
    ):
        return False
    acting = None if by is None else by.get("acting")
    if (acting is not None and acting not in ROLES) or said.get("commitment") is not None:
        return False
    said["by"] = {"name": "ann", "role": "player"} | ({} if acting is None else {"acting": acting})
    line = json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return is_command(line[:LINE_MAX]) if len(line) <= LINE_MAX else is_command(line.replace(b": ", b":"))


def _is_object(raw: bytes) -> bool:
    """Whether the bytes are an object without a key twice, a fraction, or a number that is too long."""
    try:
        read = json.loads(
            raw.decode(), object_pairs_hook=_once, parse_float=_never, parse_constant=_never, parse_int=_whole
        )
    except (ValueError, RecursionError):
        return False
    return isinstance(read, dict)


def fuzz_frames(count: int, seed: int) -> Counter[str]:
    """Read so many frames: nothing is taken that is no command, and the reader of plain wagers takes nothing else."""
    figures: Counter[str] = Counter()
    for raw in frames(count, seed):
        plain = read_wager(raw, ANN)
        try:
            data = read_json(raw)
            ident = frame_id(data)
            taken = read_asked(data, ANN)
        except WireError as error:
            figures[error.code] += 1
            assert not is_frame(raw), raw
            assert plain is None, raw
        else:
            figures["taken"] += 1
            figures["plain"] += plain is not None
            assert is_frame(raw), raw
            assert plain in (None, (ident, taken)), raw
            assert (taken.by.name, taken.by.role) == ("ann", Role.PLAYER)
    return figures
