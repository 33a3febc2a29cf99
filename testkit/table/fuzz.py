"""Lines for a table that are nearly right: whole rounds, with something bent in many of the lines.

The lines follow the round, so that they reach every phase; what is bent is
bytes, structure and values. Each answer is held against a second reading of
the line: what is no command must be an error, what is one must not.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import croupier
from croupier.cli.old_receipts import OldReceipts
from croupier.rulebooks import REFS
from croupier.table.session import Session
from croupier.table.state import new_table
from testkit.table.schema import COMMANDS, IRREGULARITIES, LINE_MAX, ROLES, is_command

Json = dict[str, Any]
Ask = Callable[[bytes], str]

PLAYERS = ("ann", "bob", "cid", "dot")
POSITIONS = (
    "17",
    "17/20",
    "0",
    "red",
    "1st 12",
    "col 2",
    "8-9-11-12",
    "0/1/2",
    "00",
    "S",
    "series-3:2-4-21",
    "the moon",
)
POCKETS = ("0", "00", "S", "1", "17", "20", "36", "37")
STRANGE_TEXT = (
    *(
        "",
        " ",
        "\x00",
        "a\nb",
        "\x7f",
        "\u202e17",
        "\ud800",
        "\u0663\u0665",
        "\uff11\uff17",
        "\u3000",
        "é",
        "a" * 64,
        "a" * 65,
    ),
    *("\ufeff", "%s{}", "\\", '"', "\U0001f3b2", "a" * 501, "null"),
)
STRANGE_RAW = (
    *(
        "NaN",
        "Infinity",
        "-Infinity",
        "1.0",
        "1e3",
        "1E400",
        "-1",
        "-0",
        "007",
        "0x10",
        "1_000",
        "\u0663",
        "true",
        "null",
    ),
    *("9" * 18, "9" * 19, "9" * 4_000, "[]", "{}", "[[[[[[[[1]]]]]]]]", '"17"', "'17'", '"\\ud800"', "[1]", "{"),
)
BYTES_BENT = (b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\t", b'"', b"{", b"}", b",", b":", b"\\", b" ", b"\r")


@dataclass
class Figures:
    """What came of it."""

    lines: int = 0
    seconds: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    """By their sort: events, refused, error."""
    codes: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    memory: list[int] = field(default_factory=list)
    """Bytes of memory after every tenth."""

    @property
    def grown(self) -> int:
        """How many bytes were added from half way to the end."""
        return self.memory[-1] - self.memory[len(self.memory) // 2]


class Direct:
    """Tables in this process."""

    def __init__(self) -> None:
        """Open one of each rulebook."""
        self.sessions = {
            ref: Session(new_table(croupier.rulebook(ref), name="one"), croupier.rulebook(ref), OldReceipts())
            for ref in REFS
        }

    def ask(self, ref: str, line: bytes) -> str:
        return self.sessions[ref].answer(line)

    def memory(self) -> int:
        """Return the bytes this process has in memory; 0 where the system does not tell."""
        return memory_of("self")


def memory_of(process: str) -> int:
    status = Path("/proc", process, "statm")
    return int(status.read_text().split()[1]) * 4_096 if status.exists() else 0


class Player:
    """Makes lines for one table; knows its phase from the answers alone."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.phase, self.open = chance, "closed", False
        self.named = self.round = 0
        self.wagers: list[str] = []
        self.said: list[bytes] = []

    def heard(self, answer: Json) -> None:
        """Follow the round."""
        for event in answer.get("events", ()):
            self.phase = PHASES.get(event["type"], self.phase)
            if event["type"] == "outcome-corrected" and self.phase != "paid":
                self.phase = "at-rest"
            if event["type"] == "betting-opened":
                self.round, self.wagers = int(event["round"]), []
            elif event["type"] == "wager-placed":
                self.wagers.append(event["wager"])

    def line(self) -> bytes:
        """Make one line."""
        chance = self.chance
        if self.said and chance.random() < 0.03:
            return chance.choice(self.said)
        said = self.step() if chance.random() < 0.5 else self.any_command()
        line = self.bent(said) if chance.random() < 0.4 else dumped(said)
        self.said = [*self.said[-50:], line]
        return line

    def command(self, do: str, role: str = "dealer", name: str = "", **fields: Any) -> Json:
        self.named += 1
        return {"id": f"c{self.named}", "by": {"name": name or role, "role": role}, "do": do, **fields}

    def step(self) -> Json:
        """Go on with the round, or bet while it is open."""
        if self.phase in ("betting-open", "ball-in-play") and self.chance.random() < 0.7:
            player = self.chance.choice(PLAYERS)
            wager = {"wager": f"w{self.named}", "position": self.chance.choice(POSITIONS[:8]), "stake": 500}
            return self.command("place-wager", "player", player, player=player, **wager)
        if self.phase == "dolly-down" and self.wagers and self.chance.random() < 0.3:
            held = {"wager": self.chance.choice(self.wagers), "treatment": self.chance.choice(("stand", "return"))}
            return self.command("rule-on-wager", self.chance.choice(("pit-supervisor", "floor-manager")), **held)
        do, fields = self.chance.choice(NEXT[self.phase])
        role = (
            self.chance.choice(("dealer", "shift-manager", "floor-manager")) if do.startswith("rule-on") else "dealer"
        )
        return self.command(do, role, **fields)

    def any_command(self) -> Json:
        """Any command by anyone, with values of the right shape."""
        chance = self.chance
        do = chance.choice(list(COMMANDS))
        role = chance.choice(("player", "player", "dealer", "dealer", *ROLES))
        said = self.command(do, role, chance.choice(PLAYERS) if role == "player" else "")
        if chance.random() < 0.1:
            said["by"]["acting"] = chance.choice(ROLES)
        for one in COMMANDS[do].split():
            name, shape = one.split(":")
            if not name.endswith("?") or chance.random() < 0.5:
                said[name.removesuffix("?")] = self.value(name, shape)
        return said

    def value(self, name: str, shape: str) -> Any:
        chance = self.chance
        if name.startswith("position"):
            return chance.choice(POSITIONS)
        if name.startswith("player"):
            return chance.choice(PLAYERS)
        if name.startswith("round"):
            return str(self.round)
        if name.startswith("wager") and shape == "word":
            return chance.choice([*self.wagers[-5:], f"w{self.named}"])
        return VALUES[shape](chance)

    def bent(self, said: Json) -> bytes:
        """Bend the structure, a value, or the bytes."""
        chance = self.chance
        bend = chance.choice(BENDS)
        return bend(chance, said)


def dumped(said: Json) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")


def places(said: Any) -> Iterator[tuple[Any, Any]]:
    """List every place of a value within a structure."""
    pairs = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    for key, inner in pairs:
        yield said, key
        yield from places(inner)


def bend_value(chance: random.Random, said: Json) -> bytes:
    holder, key = chance.choice(list(places(said)))
    holder[key] = chance.choice((*STRANGE_TEXT, 0, -1, True, None, 1.5, [], {}, [[]], 10**15, 10**15 + 1, 10**17))
    return json.dumps(said, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def bend_raw(chance: random.Random, said: Json) -> bytes:
    holder, key = chance.choice(list(places(said)))
    holder[key] = "@here@"
    return dumped(said).replace(b'"@here@"', chance.choice(STRANGE_RAW).encode("utf-8", "surrogatepass"))


def bend_fields(chance: random.Random, said: Json) -> bytes:
    holders = [said, *(holder[key] for holder, key in places(said) if isinstance(holder[key], dict))]
    holder = chance.choice(holders)
    if chance.random() < 0.5 and holder:
        del holder[chance.choice(list(holder))]
    else:
        holder[chance.choice((*STRANGE_TEXT, "stake", "pocket", "player", "seq", "acting"))] = 1
    return json.dumps(said).encode()


def bend_twice(chance: random.Random, said: Json) -> bytes:
    whole = dumped(said)
    name = chance.choice(list(said))
    again = dumped({name: said[name]})[1:-1]
    return whole[:-1] + b", " + again + b"}"


def bend_bytes(chance: random.Random, said: Json) -> bytes:
    line = bytearray(dumped(said))
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(line))
        if chance.random() < 0.5:
            del line[place : place + chance.randint(1, 8)]
        else:
            line[place:place] = chance.choice(BYTES_BENT)
        line = line or bytearray(b"{")
    return bytes(line)


def bend_size(chance: random.Random, said: Json) -> bytes:
    line = dumped(said)
    size = LINE_MAX + chance.randint(-1, 1)
    blanks = b" " * max(0, size - len(line))
    return chance.choice((line + blanks, blanks + line, line[:-1] + blanks + b"}", line + b"[" * 9, b"[" * 5_000))


BENDS = (bend_value, bend_value, bend_raw, bend_fields, bend_twice, bend_bytes, bend_size)

VALUES: dict[str, Callable[[random.Random], Any]] = {
    "word": lambda chance: chance.choice(("blue", "red", "x", "accept", "refuse", "player", "area")),
    "words": lambda chance: [f"w{chance.randrange(50)}" for _ in range(chance.randint(1, 3))],
    "long": lambda chance: "a" * chance.choice((1, 64, 128)),
    "text": lambda chance: "because " + "x" * chance.choice((1, 100, 490)),
    "amount": lambda chance: chance.choice((1, 100, 500, 1_000, 10**9, 10**15, 10**15 + 1)),
    "count": lambda chance: chance.randrange(9),
    "flag": lambda chance: chance.random() < 0.5,
    "sort": lambda chance: chance.choice(("cash", "color")),
    "ball": lambda chance: chance.choice(("clockwise", "counterclockwise")),
    "wheel": lambda chance: chance.choice(("clockwise", "counterclockwise", "still")),
    "irregularity": lambda chance: chance.choice(IRREGULARITIES),
    "treatment": lambda chance: chance.choice(("stand", "relocate", "return")),
    "ruling": lambda chance: chance.choice(("void", "stand")),
    "pocket": lambda chance: chance.choice(POCKETS),
    "chips": lambda chance: [{"count": chance.randint(1, 5), **chance.choice(({"color": "blue"}, {"cash": 100}))}],
    "laid": lambda chance: [
        {"wager": f"l{chance.randrange(10**6)}", "position": chance.choice(POSITIONS), "stake": 500}
        for _ in range(chance.randint(1, 4))
    ],
    "limits": lambda chance: {chance.choice(("straight", "split", "red", "nothing")): {"min": 100, "max": 1_000}},
}

OPEN: list[tuple[str, Json]] = [("open-table", {}), ("open-betting", {}), ("lift-dolly", {})]
NEXT: dict[str, list[tuple[str, Json]]] = {
    "closed": OPEN,
    "void": OPEN,
    "paid": OPEN,
    "betting-open": [("spin-ball", {"ball": "clockwise", "wheel": "counterclockwise"})],
    "ball-in-play": [
        ("count-revolutions", {"completed": 5}),
        ("call-no-more-bets", {"bell": True}),
        ("undo-spin", {}),
        ("declare-outcome", {"pocket": "17"}),
    ],
    "no-more-bets": [
        ("spin-ball", {"ball": "clockwise", "wheel": "counterclockwise"}),
        ("count-revolutions", {"completed": 5}),
        ("declare-outcome", {"pocket": "17"}),
        ("rule-on-irregularity", {"ruling": "stand", "reason": "seen"}),
    ],
    "at-rest": [
        *(("place-dolly", {"pocket": pocket}) for pocket in ("17", "17", "20", "0")),
        ("rule-on-irregularity", {"ruling": "void", "reason": "seen"}),
    ],
    "dolly-down": [("settle", {}), ("settle", {}), ("rule-on-irregularity", {"ruling": "stand", "reason": "seen"})],
}
PHASES = {
    "table-closed": "closed",
    "betting-opened": "betting-open",
    "ball-spun": "ball-in-play",
    "spin-undone": "betting-open",
    "no-more-bets-called": "no-more-bets",
    "outcome-declared": "at-rest",
    "dolly-placed": "dolly-down",
    "round-closed": "paid",
    "round-voided": "void",
}


def checked(line: bytes, answer: str) -> Json:
    """Hold an answer against a second reading of its line."""
    told: Json = json.loads(answer)
    assert "\n" not in answer, line
    answer.encode()
    sorts = told.keys() - {"id"}
    assert sorts in ({"events"}, {"refused"}, {"error"}), answer
    assert ("error" not in told) is is_command(line), f"{line!r}: {answer}"
    return told


def fuzz(lines: int, seed: int, *, tables: Any = None, progress: Callable[[Figures], None] | None = None) -> Figures:
    """Send so many lines, spread over a table of every rulebook, and check every answer."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tables = tables or Direct()
    players = {ref: Player(chance) for ref in REFS}
    figures, started = Figures(), time.perf_counter()
    for number in range(1, lines + 1):
        ref = REFS[number % len(REFS)]
        line = players[ref].line().replace(b"\n", b" ")
        if line.strip(b" \t\r"):
            told = checked(line, tables.ask(ref, line))
            players[ref].heard(told)
            count(figures, told)
        if number % max(1, lines // 10) == 0:
            figures.lines, figures.seconds = number, time.perf_counter() - started
            figures.memory.append(tables.memory())
            if progress is not None:
                progress(figures)
    return figures


def count(figures: Figures, told: Json) -> None:
    (sort,) = told.keys() - {"id"}
    figures.answers[sort] += 1
    if sort == "events":
        figures.events.update(event["type"] for event in told["events"])
    else:
        figures.codes[told[sort]["code"]] += 1
