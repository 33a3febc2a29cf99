"""Kill a house at random moments, start it again on its store, ask again what was not answered, see what is left."""

import os
import random
import select
import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from testkit.crash.checks import check_record
from testkit.crash.clients import Clients, History, Key
from testkit.crash.stores import rows_of
from testkit.crash.zygote import Zygote

WINDOW = 48
"""Commands that wait for an answer at a time."""
AGAIN = 5
"""Commands that the last life is asked for again: their receipts outlived every kill."""
SECONDS_MAX = 60
"""A worker that says nothing for so long is stuck."""


@dataclass
class Figures:
    """How a run went."""

    kills: int = 0
    acked: int = 0
    events: int = 0
    rounds: int = 0
    again: int = 0
    seconds: float = 0.0
    phases: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Add another run to this one."""
        for name in ("kills", "acked", "events", "rounds", "again", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.phases, other.phases), (self.faults, other.faults)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        self.findings += other.findings

    def __str__(self) -> str:
        phases = ", ".join(f"{phase} {count}" for phase, count in sorted(self.phases.items()))
        return (
            f"{self.kills:,} kills, {self.acked:,} acknowledged ({self.again:,} more than once),"
            f" {self.events:,} events, {self.rounds:,} rounds, {len(self.findings)} findings, {self.seconds:.1f} s;"
            f" restored in {phases}"
        )


class StuckError(Exception):
    """A house that does not go on."""


class Spawner(Protocol):
    """Starts workers."""

    errors: Path

    def spawn(self, order: dict[str, object]) -> tuple[int, socket.socket]:
        """Return the process id of a new worker, and the socket to talk to it."""
        ...


class Life:
    """One worker and the clients' side of its socket."""

    def __init__(self, zygote: Spawner, order: dict[str, object], history: History) -> None:
        """Start a worker."""
        self.history = history
        self.pid, self._door = zygote.spawn(order)
        self._door.settimeout(0)
        self._in, self._out = b"", b""
        self.up = self.over = self.gone = False
        self.answers = 0

    def send(self, text: str) -> None:
        """Queue a line."""
        self._out += text.encode() + b"\n"

    def ask(self, key: Key) -> None:
        """Ask for something, or ask again."""
        self.send(f"{key.table}\t{key.id}\t{self.history.asked[key]}")

    def turn(self, seconds: float) -> None:
        """Send what waits and take what comes, for at most so long or until something came."""
        readable, writable, _ = select.select([self._door], [self._door] if self._out else [], [], max(0.0, seconds))
        if writable:
            try:
                self._out = self._out[self._door.send(self._out) :]
            except OSError:  # it died; what it told before is still to be read
                self._out = b""
        if readable:
            self._read()

    def _read(self) -> None:
        try:
            got = self._door.recv(1 << 20)
        except ConnectionResetError:
            got = b""
        if not got:
            self.gone = True
            self._door.close()
            return
        *lines, self._in = (self._in + got).split(b"\n")
        for line in lines:
            text = line.decode()
            self.up = self.up or text.startswith("hello\t")
            self.over = self.over or text == "bye"
            self.answers += 1
            self.history.told(text)

    def kill(self) -> None:
        """End it as a power cut ends a process, and take in what it had told before."""
        os.kill(self.pid, signal.SIGKILL)
        self._out = b""
        while not self.gone:
            self.turn(SECONDS_MAX)


class Harness:
    """A house that does not stay alive for long."""

    def __init__(self, zygote: Spawner, store: str, *, seed: int, plant: str = "", players: int = 12) -> None:
        """Prepare; nothing is started yet."""
        self.store, self._zygote, self._plant = store, zygote, plant
        self.history = History()
        self._random = random.Random(seed)  # noqa: S311 - a test that can be repeated
        self._tables = ("t1", "t2")
        self.clients = Clients(self.history, self._tables, players, seed)
        self.lives = 0

    def start(self, *, deals: bool = True, plant: str | None = None) -> Life:
        """Begin a life, and ask again what the last one left unanswered."""
        order = {
            "store": self.store,
            "life": self.lives,
            "plant": self._plant if plant is None else plant,
            "tables": self._tables,
            "deals": deals,
        }
        self.lives += 1
        life = Life(self._zygote, order, self.history)
        for key in self.history.pending:
            life.ask(key)
        return life

    def forget_answers(self) -> None:
        """Ask for everything again, as if nothing had been answered."""
        history = self.history
        history.pending = dict.fromkeys(history.asked)
        history.acked.clear()
        history.seqs.clear()
        history.commitments.clear()

    def feed(self, life: Life) -> None:
        """Keep as many commands waiting as the window takes."""
        while len(self.history.pending) < WINDOW:
            key = self.clients.next()
            if key not in self.history.acked:
                self.history.pending[key] = None
            life.ask(key)

    def live_and_die(self) -> None:
        """Let a worker live for a random while and kill it, now and then before it is up, now and then on an answer."""
        way = self._random.random()
        life = self.start()
        if way < 0.15:
            self._run(life, until=time.monotonic() + self._random.uniform(0, 0.02), answers=None)
        elif way < 0.6:
            self._run(life, until=None, answers=self._random.randint(1, 250))
        else:
            self._run(life, until=None, answers=1)
            self._run(life, until=time.monotonic() + self._random.uniform(0, 0.08), answers=None)
        life.kill()

    def run_for(self, life: Life, seconds: float) -> None:
        """Keep a worker busy for a while after it has come up."""
        self._run(life, until=None, answers=1)
        self._run(life, until=time.monotonic() + seconds, answers=None)

    def ask_again(self, life: Life) -> None:
        """Ask again for what was not stored, or so it was said."""
        failed, self.history.failed = self.history.failed, []
        for key in failed:
            life.ask(key)

    def run_until_answer(self, life: Life) -> None:
        """Ask nothing new, and stop at the first answer to what was asked before."""
        stuck = time.monotonic() + SECONDS_MAX
        waiting = len(self.history.pending)
        while not life.up or 0 < waiting <= len(self.history.pending):
            if life.gone or time.monotonic() > stuck:
                raise StuckError(f"{len(self.history.pending)} unanswered: {self._zygote.errors.read_text()[-2000:]}")
            life.turn(1.0)

    def _run(self, life: Life, *, until: float | None, answers: int | None) -> None:
        stuck = time.monotonic() + SECONDS_MAX
        while not life.gone and (answers is None or life.answers < answers):
            left = (stuck if until is None else until) - time.monotonic()
            if left <= 0:
                if until is None:
                    raise StuckError(f"no answer for {SECONDS_MAX} s")
                return
            if life.up:
                self.feed(life)
            life.turn(left)
        if life.gone:
            raise StuckError(f"a worker ended by itself: {self._zygote.errors.read_text()[-2000:]}")

    def finish(self) -> None:
        """Live once more, until everything is answered and every round is over."""
        life, asked = self.start(), False
        stuck = time.monotonic() + SECONDS_MAX
        while not life.gone:
            if time.monotonic() > stuck:
                raise StuckError(f"stuck with {len(self.history.pending)} unanswered: {dict(self.history.faults)}")
            if life.up and not self.history.pending and not asked:
                asked = True
                for _ in range(AGAIN if self.history.acked else 0):
                    life.ask(self.clients.once_more())
                life.send("finish")
            life.turn(1.0)
            if self.history.failed:
                time.sleep(0.05)
                self.ask_again(life)
        if not life.over:
            said = self.history.refused or self._zygote.errors.read_text()[-2000:]
            raise StuckError(f"the last life ended badly: {said}")


def killed(zygote: Zygote, store: str, *, kills: int, seed: int, plant: str = "") -> Figures:
    """Kill a house so many times on one store, and examine what is left."""
    started = time.monotonic()
    harness = Harness(zygote, store, seed=seed, plant=plant)
    try:
        for _ in range(kills):
            harness.live_and_die()
        harness.finish()
    except StuckError as stuck:
        harness.history.findings.append(str(stuck))
    return counted(harness, kills, time.monotonic() - started)


def shown(
    zygote: Zygote, store: Callable[[int], str], *words: str, kills: int, times: int, plant: str
) -> tuple[str, ...]:
    """Kill a house with a planted fault until every one of these words was said; give those that were.

    So many kills at a time, each time on a store of its own: the first few mostly show it.
    """
    findings: list[str] = []
    for seed in range(times):
        findings += killed(zygote, store(seed), kills=kills, seed=seed, plant=plant).findings
        if all(any(one in finding for finding in findings) for one in words):
            return words
    return tuple(one for one in words if any(one in finding for finding in findings))


def counted(harness: Harness, kills: int, seconds: float) -> Figures:
    """Examine a store after its last life, and count."""
    return counted_from(harness.store, harness.history, kills, seconds)


def counted_from(store: str, history: History, kills: int, seconds: float) -> Figures:
    """Hold a store to what its clients were told, and count."""
    try:
        rows = rows_of(store)
    except sqlite3.DatabaseError as error:
        return Figures(kills=kills, seconds=seconds, findings=[*history.findings, f"{store} cannot be read: {error}"])
    findings = [*history.findings, *check_record(rows, history)]
    return Figures(
        kills=kills,
        acked=len(history.acked),
        events=len(rows.events),
        rounds=sum(1 for row in rows.events if row.tag.startswith(("round-closed/", "round-voided/"))),
        again=history.again,
        seconds=seconds,
        phases=dict(history.phases),
        faults=dict(history.faults),
        findings=findings,
    )
