"""Every point at which a house can die: one scene with every sort of command, ended at each system call in turn.

``strace`` counts the calls and sends the signal, or makes the call fail. What
was not answered is asked again of the next house, under the same ids.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from croupier.house.dealing import BY
from croupier.house.desk import DESK, FundWallet
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, Laid, Turning
from croupier.table.wire import AnyCommand, command_json
from testkit.crash.clients import History, Key
from testkit.crash.harness import SECONDS_MAX, Figures, Life, Spawner, StuckError, counted_from
from testkit.crash.zygote import ROOT

TABLE = "t1"
BEYOND = 3
"""So many calls in a row that are not reached, and there are no more."""
ANN, BOB = By("ann", Role.PLAYER), By("bob", Role.PLAYER)


def why_not() -> str | None:
    """Say what is missing to enumerate; None if nothing is."""
    if shutil.which("strace") is None:
        return "enumerated crash points need strace, which is not here"
    tried = subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    return f"strace cannot trace here: {tried.stderr.strip()}" if tried.returncode else None


def scene() -> list[tuple[str, AnyCommand]]:
    """Two rounds in which every sort of thing happens that moves money."""
    first: list[Command] = [
        commands.OpenTable(BY),
        commands.TakeSeat(ANN, "ann"),
        commands.BuyIn(ANN, "ann", 1_000_000, ChipSort.CASH),
        commands.BuyIn(BOB, "bob", 1_000_000, ChipSort.CASH),
    ]
    asked: list[tuple[str, AnyCommand]] = [
        (DESK, FundWallet(BY, "ann", 10**9, "play money")),
        (DESK, FundWallet(BY, "bob", 10**9, "play money")),
        *((TABLE, command) for command in [*first, *_round(1), *_round(2)]),
        (TABLE, commands.CashOut(ANN, "ann", 500, ChipSort.CASH)),
        (TABLE, commands.LeaveSeat(ANN, "ann")),
    ]
    return asked


def _round(number: int) -> list[Command]:
    name = f"r{number}"
    return [
        commands.OpenBetting(BY),
        commands.PlaceWager(ANN, f"{name}a", "ann", "red", 500),
        commands.PlaceWager(BOB, f"{name}b", "bob", "black", 500),
        commands.PlaceWagers(ANN, (Laid(f"{name}c", "straight:17", 500), Laid(f"{name}d", "even", 500)), "ann"),
        commands.RetractWager(BOB, f"{name}b"),
        commands.PlaceWager(BOB, f"{name}e", "bob", "odd", 500),
        commands.SpinBall(BY, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        commands.CountRevolutions(BY, 4),
        commands.CallNoMoreBets(BY),
        commands.DeclareOutcome(BY, Pocket("0")),
        commands.PlaceDolly(BY, Pocket("0")),
        commands.Settle(BY),
        commands.LiftDolly(BY),
    ]


class Straced:
    """Starts workers under strace."""

    def __init__(self, inject: str, errors: Path) -> None:
        """Inject something, as strace writes it."""
        self._inject, self.errors = inject, errors

    def spawn(self, order: dict[str, object]) -> tuple[int, socket.socket]:
        """Start a worker of its own."""
        ours, theirs = socket.socketpair()
        calls = self._inject.partition(":")[0]
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        with theirs, self.errors.open("ab") as told:
            process = subprocess.Popen(
                [
                    *("strace", "-f", "-qq", "-o", os.devnull),
                    *("-e", f"trace={calls}", "-e", f"inject={self._inject}"),
                    *(sys.executable, "-m", "testkit.crash.worker", str(theirs.fileno()), json.dumps(order)),
                ],
                pass_fds=[theirs.fileno()],
                stderr=told,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            )
        self.process = process
        return process.pid, ours


class Scene:
    """The scene on one store, however many lives it takes."""

    def __init__(self, store: str, again: str = "") -> None:
        """Begin with nothing done; ``again`` is what a house must say to something that it failed to store."""
        self.store, self.history, self._again = store, History(), again
        self._todo = [
            (Key(table, _who(command), f"s{number}"), command) for number, (table, command) in enumerate(scene())
        ]
        for key, command in self._todo:
            self.history.asked[key] = _text(command)
        self.lives = 0

    def play(self, spawner: Spawner, plant: str = "") -> bool:
        """Go on from the first thing that is not answered; whether the end was reached."""
        order: dict[str, object] = {"store": self.store, "life": self.lives, "tables": [TABLE], "deals": False}
        self.lives += 1
        life = Life(spawner, {**order, "plant": plant}, self.history)
        try:
            return self._wait(life, None) and all(self._ask(life, key) for key, _ in self._left()) and self._end(life)
        finally:
            if not life.gone:
                self._ask_again(life)
                _end_all(spawner, life)

    def _ask_again(self, life: Life) -> None:
        """Ask a house that lives on once more for what it failed to store."""
        failed, self.history.failed = self.history.failed, []
        for key in failed:
            life.ask(key)
            said = "stored" if self._wait(life, key) else "failed"
            if self._again and said != self._again:
                self.history.findings.append(f"{key} asked again is {said}: {dict(self.history.faults)}")

    def _left(self) -> list[tuple[Key, AnyCommand]]:
        return [(key, command) for key, command in self._todo if key not in self.history.acked]

    def _ask(self, life: Life, key: Key) -> bool:
        self.history.pending[key] = None
        if key.table == TABLE and '"place-dolly"' in self.history.asked[key]:
            self._point_dolly(key)
        life.ask(key)
        return self._wait(life, key)

    def _point_dolly(self, key: Key) -> None:
        """Put the dolly where the ball is, as told by the receipt before."""
        before = Key(key.table, key.who, f"s{int(key.id[1:]) - 1}")
        pocket = self.history.acked[before].rpartition('"pocket":"')[2].partition('"')[0]
        self.history.asked[key] = _text(commands.PlaceDolly(BY, Pocket(pocket)))

    def _wait(self, life: Life, key: Key | None) -> bool:
        """Wait for an answer to a key, or for the hello; whether there was one."""
        stuck = time.monotonic() + SECONDS_MAX
        while not life.gone and not self.history.failed:
            if life.up if key is None else key in self.history.acked:
                return True
            if time.monotonic() > stuck:
                raise StuckError(f"no answer to {key}")
            life.turn(1.0)
        return False

    def _end(self, life: Life) -> bool:
        life.send("finish")
        while not life.gone:
            life.turn(1.0)
        return life.over


def _end_all(spawner: Spawner, life: Life) -> None:
    """End a worker that has failed; under strace it is strace's child."""
    if isinstance(spawner, Straced):
        children = Path(f"/proc/{life.pid}/task/{life.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        while not life.gone:
            life.turn(1.0)
    else:
        life.kill()


def _who(command: AnyCommand) -> str:
    return command.by.name


def _text(command: AnyCommand) -> str:
    return json.dumps(command_json(command))


class Way(NamedTuple):
    """What is done to one system call, and what a house that lives on must then say to the same thing asked again."""

    call: str
    action: str
    again: str = ""
    """``stored``, ``failed``, or nothing where the house is dead."""
    opening: bool = False
    """Whether the house has to be set up first; otherwise it is set up beforehand, and only its writer is met."""

    def at(self, number: int) -> str:
        """Write it for strace."""
        return f"{self.call}:{self.action}:when={number}"


WAYS = (
    *(Way(call, "signal=KILL") for call in ("pwrite64", "fdatasync", "sendto", "ftruncate", "unlink")),
    *(Way(call, "signal=KILL", opening=True) for call in ("pwrite64", "fdatasync", "fsync", "ftruncate")),
    Way("fdatasync", "error=EIO", again="failed"),
    Way("pwrite64", "error=EIO", again="failed"),
    Way("pwrite64", "error=ENOSPC", again="stored"),
)


def point(spawner: Spawner, way: Way, number: int, folder: Path, *, plant: str = "") -> tuple[Figures, bool]:
    """Play the scene with one call ended; then go on without. Also gives whether the call was ever reached."""
    path, where = folder / "record.db", way.at(number)
    for left in folder.glob("record.db*"):
        left.unlink()
    if not way.opening:
        shutil.copy(set_up_beforehand(spawner, folder), path)
    started = time.monotonic()
    played, straced = Scene(f"sqlite:{path}", way.again), Straced(where, folder / "errors.txt")
    reached = not played.play(straced, plant)
    straced.process.wait(timeout=SECONDS_MAX)
    played.history.failed.clear()
    if reached and not played.play(spawner):
        played.history.findings.append(f"the next house did not go on: {dict(played.history.faults)}")
    figures = counted_from(played.store, played.history, int(reached), time.monotonic() - started)
    figures.findings = [f"{where}: {finding}" for finding in figures.findings]
    return figures, reached


def set_up_beforehand(spawner: Spawner, folder: Path) -> Path:
    """Return a record with a table at which nothing has happened."""
    path = folder / "set-up.db"
    if not path.exists():
        order: dict[str, object] = {"store": f"sqlite:{path}", "tables": [TABLE], "deals": False}
        life = Life(spawner, order, History())
        life.send("finish")
        while not life.gone:
            life.turn(1.0)
        assert life.over, spawner.errors.read_text()
    return path


def points(spawner: Spawner, folder: Path, way: Way, *, step: int = 1, plant: str = "") -> Figures:
    """End every n-th call of a sort in turn, until none is reached any more.

    One that seems not to be reached may be one whose failure SQLite passes over,
    such as syncing the folder of a new log.
    """
    whole, number, beyond = Figures(), 1, 0
    while beyond < BEYOND:
        figures, reached = point(spawner, way, number, folder, plant=plant)
        whole.add(figures)
        number, beyond = number + step, 0 if reached else beyond + 1
    return whole
