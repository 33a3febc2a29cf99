"""Disks that fill or fail, and servers that restart, under a house with many clients."""

import shutil
import subprocess
import threading
import time
from pathlib import Path

from testkit.crash.harness import Figures, Harness, Life, StuckError, counted
from testkit.crash.zygote import Zygote
from testkit.storage.servers import Mode, Server

FILLING_SECONDS = 30

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* As long as the file that FAIL_SYNC names is there, nothing can be brought to the disk. */
static int failing(void) {
    const char *path = getenv("FAIL_SYNC");
    return path != NULL && access(path, F_OK) == 0;
}

#define SHIM(name)                                       \
    int name(int fd) {                                   \
        static int (*real)(int);                         \
        if (real == NULL) {                              \
            real = (int (*)(int))dlsym(RTLD_NEXT, #name);\
        }                                                \
        if (failing()) {                                 \
            errno = EIO;                                 \
            return -1;                                   \
        }                                                \
        return real(fd);                                 \
    }

SHIM(fsync)
SHIM(fdatasync)
"""


def sync_shim(folder: Path) -> Path | None:
    """Compile what makes syncing fail on demand; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, shim = folder / "shim.c", folder / "shim.so"
    source.write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"], check=True)
    return shim


class Troubled(Harness):
    """A house that stays up while what it stands on does not."""

    def run_with_faults(self, life: Life, seconds: float) -> None:
        """Keep a worker busy for a while, whatever it says, and ask again what was not stored."""
        until = time.monotonic() + seconds
        while not life.gone and time.monotonic() < until:
            if life.up:
                self.feed(life)
                self.ask_again(life)
            life.turn(0.02)

    def stored_again(self, life: Life, seconds: float) -> float:
        """Wait for the next receipt of something new, and give how long it took. Raises StuckError."""
        started, before = time.monotonic(), len(self.history.acked)
        while len(self.history.acked) == before:
            if life.gone or time.monotonic() > started + seconds:
                raise StuckError(f"nothing was stored for {seconds} s: {dict(self.history.faults)}")
            self.run_with_faults(life, 0.05)
        return time.monotonic() - started


def restarted(zygote: Zygote, server: Server, store: str, *, restarts: int, seed: int) -> tuple[Figures, float]:
    """Restart PostgreSQL under load, fast and as after a crash in turn; give the longest that nothing was stored."""
    started, longest = time.monotonic(), 0.0
    harness = Troubled(zygote, store, seed=seed)
    life = harness.start()
    harness.run_for(life, 0.2)
    for number in range(restarts):
        mode: Mode = "immediate" if number % 2 else "fast"
        restart = threading.Thread(target=server.restart, args=(mode,))
        restart.start()
        while restart.is_alive():
            harness.run_with_faults(life, 0.05)
        restart.join()
        longest = max(longest, harness.stored_again(life, 30))
        harness.run_with_faults(life, 0.1)
    life.kill()
    harness.finish()
    return counted(harness, restarts, time.monotonic() - started), longest


def full_disk(zygote: Zygote, folder: Path, *, size: int, seed: int) -> Figures:
    """Fill a small file system under load, make room, and go on. Needs root."""
    started, point = time.monotonic(), folder / "small"
    point.mkdir(exist_ok=True)
    mount(point, f"size={size}")
    try:
        harness = Troubled(zygote, f"sqlite:{point / 'record.db'}", seed=seed)
        life = harness.start()
        until = time.monotonic() + FILLING_SECONDS
        while not harness.history.faults and not life.gone and time.monotonic() < until:
            harness.run_with_faults(life, 0.02)
        mount(point, "remount,size=1g")
        if life.gone:  # too small to be set up in
            harness.history.findings += [words for words in harness.history.refused if "full" not in words]
        else:
            harness.stored_again(life, FILLING_SECONDS)
            life.kill()
        harness.finish()
        return counted(harness, 1, time.monotonic() - started)
    finally:
        subprocess.run(["umount", str(point)], check=True)


def mount(point: Path, options: str) -> None:
    """Mount a file system in memory, or change its size."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(point)], check=True)
