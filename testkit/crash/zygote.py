"""A process that has imported everything and forks a worker when asked: ``python -m testkit.crash.zygote FD``."""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Zygote:
    """The harness's end: asks for workers."""

    def __init__(self, errors: Path, env: Mapping[str, str]) -> None:
        """Start it; whatever its workers have to complain about lands in a file."""
        self._door, theirs = socket.socketpair()
        self.errors = errors
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        with errors.open("ab") as told:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "testkit.crash.zygote", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stderr=told,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": path, **env},
            )
        theirs.close()

    def spawn(self, order: dict[str, object]) -> tuple[int, socket.socket]:
        """Return the process id of a new worker, and the socket to talk to it."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._door, [json.dumps(order).encode()], [theirs.fileno()])
        answer = self._door.recv(64)
        assert answer, f"the zygote ended: {self.errors.read_text()}"
        return int(answer), ours

    def end(self) -> None:
        """Let it go."""
        self._door.close()
        self._process.wait(timeout=30)


@contextmanager
def zygote(folder: Path, env: Mapping[str, str] | None = None) -> Iterator[Zygote]:
    """Run a zygote for a while, with more in its environment if that is asked for."""
    running = Zygote(folder / "worker-errors.txt", env or {})
    try:
        yield running
    finally:
        running.end()


def serve(door: socket.socket) -> None:
    """Fork a worker for each order, until nobody asks any more."""
    from croupier.rulebooks import text_of  # noqa: PLC0415 - only the zygote itself has the house in it
    from testkit.crash import worker  # noqa: PLC0415 - see above

    worker.ruleset_of(text_of(worker.REF))
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the dead
    while True:
        order, fds, _, _ = socket.recv_fds(door, 1 << 16, 1)
        if not order:
            return
        pid = os.fork()
        if pid == 0:
            live(json.loads(order), door, fds[0])
        os.close(fds[0])
        door.send(str(pid).encode())


def live(order: dict[str, object], door: socket.socket, end: int) -> None:
    """Be a worker; never come back."""
    from testkit.crash import worker  # noqa: PLC0415 - see above

    door.close()
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        worker.run(worker.order_of(order), socket.socket(fileno=end))
        status = 0
    except BaseException:  # noqa: BLE001 - told, then gone
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
