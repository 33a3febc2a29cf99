"""A dynamic program of our own for betting systems: it shares no line with ``croupier.lab``.

The systems are written from their textbook descriptions, the wheel is a number of
pockets of which some win, and the sessions are carried forward one spin at a time in a
dictionary. Slow, and good for small plans.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

FIBONACCI = [1, 1]
while len(FIBONACCI) < 90:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])

Memory = tuple[Any, ...]


@dataclass(frozen=True)
class Game:
    """A bet of one unit that wins ``pays`` units on some of the pockets, at a table that takes up to ``most`` units."""

    pockets: int
    winning: int
    pays: int
    most: int


@dataclass(frozen=True)
class Session:
    """How long one plays, in units."""

    bankroll: int
    spins: int
    target: int | None = None
    stop_loss: int | None = None


START: dict[str, Memory] = {
    "flat": (),
    "martingale": (1,),
    "grand-martingale": (1,),
    "paroli": (1, 0),
    "dalembert": (1,),
    "fibonacci": (0,),
    "oscars-grind": (1, 0),
    "1-3-2-6": (0,),
    "labouchere": (1, 2),
}
LONGEST = 4
"""A line of Labouchère's that would be longer is begun again."""


def wanted(system: str, memory: Memory) -> int:
    """The units that a system asks for."""
    match system:
        case "flat":
            return 1
        case "fibonacci":
            return FIBONACCI[memory[0]]
        case "1-3-2-6":
            return (1, 3, 2, 6)[memory[0]]
        case "labouchere":
            return int(memory[0]) if len(memory) == 1 else int(memory[0] + memory[-1])
        case _:
            return int(memory[0])


def next_memory(system: str, memory: Memory, laid: int, *, won: bool) -> Memory:  # noqa: C901 - a case for each system
    """What a system remembers after a decided spin."""
    match system:
        case "martingale":
            return (1,) if won else (2 * laid,)
        case "grand-martingale":
            return (1,) if won else (2 * laid + 1,)
        case "dalembert":
            return (max(1, laid - 1),) if won else (laid + 1,)
        case "paroli":
            if won and memory[1] < 2:
                return (2 * laid, memory[1] + 1)
            return (1, 0)
        case "fibonacci":
            if won:
                return (max(0, memory[0] - 2),)
            return (memory[0] + 1,) if laid == FIBONACCI[memory[0]] else memory
        case "1-3-2-6":
            return ((memory[0] + 1) % 4,) if won else (0,)
        case "oscars-grind":
            if not won:
                return (memory[0], memory[1] + laid)
            behind = memory[1] - laid
            return (1, 0) if behind < 0 else (min(laid + 1, behind + 1), behind)
        case "labouchere":
            line = memory[1:-1] if won else (*memory, laid)
            return line if 0 < len(line) <= LONGEST else START["labouchere"]
        case _:
            return memory


def worked_out(system: str, game: Game, session: Session) -> dict[str, float]:
    """Return the chance of each way to end, the mean gain, the mean number of spins and of units laid."""
    ways = {"target": 0.0, "stop-loss": 0.0, "short": 0.0, "spins": 0.0, "gain": 0.0, "length": 0.0, "laid": 0.0}
    win = game.winning / game.pockets
    playing: dict[tuple[int, Memory], float] = {(session.bankroll, START[system]): 1.0}
    for spin in range(session.spins + 1):
        following: dict[tuple[int, Memory], float] = defaultdict(float)
        for (money, memory), chance in playing.items():
            stake = min(wanted(system, memory), game.most)
            way = (
                "target"
                if session.target is not None and money >= session.target
                else "stop-loss"
                if session.stop_loss is not None and money <= session.stop_loss
                else "short"
                if stake > money
                else "spins"
                if spin == session.spins
                else ""
            )
            if way:
                ways[way] += chance
                ways["gain"] += chance * (money - session.bankroll)
                continue
            ways["length"] += chance
            ways["laid"] += chance * stake
            for won, likely, change in ((True, win, stake * game.pays), (False, 1 - win, -stake)):
                following[money + change, next_memory(system, memory, stake, won=won)] += chance * likely
        playing = following
        if not playing:
            break
    return ways
