"""The same simulation on many machines: a Dask cluster whose workers have croupier installed.

A share is a pure function of the plan, the seed and its sessions, and carries all of them. If a worker
is lost, Dask has its shares played again, by others or by the one that takes its place, with the same results.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from croupier.lab.simulate.sessions import Player, player
from croupier.lab.simulate.shares import Part, Share, Task, play_share
from croupier.lab.systems import LabError
from croupier.rules.stake import short

CONNECT_SECONDS = 10
RETRIES = 5
PORT_MAX = 65_535
SHARES_PER_THREAD = 3

_learned: dict[str, Player] = {}


def play_on_worker(name: str, task: Task, share: Share) -> Part:
    """Play a share on whichever machine this is; a plan is compiled once in each process."""
    by = _learned.get(name)
    if by is None:
        _learned.clear()
        by = _learned[name] = player(task.plan, task.engine)
    return play_share(task, by, share)


class PendingElsewhere:
    """A share that a machine of the cluster plays."""

    def __init__(self, future: Any) -> None:  # noqa: ANN401 - distributed has no types
        self._future = future

    def result(self) -> Part:
        part: Part = self._future.result()
        self._future.release()
        return part

    def given_up(self) -> bool:
        """Cancel it unless it has been played, and return whether it was cancelled."""
        if self._future.done():
            return False
        self._future.cancel()
        return True


class Machines:
    """The workers of a cluster."""

    def __init__(self, client: Any, task: Task) -> None:  # noqa: ANN401 - the same
        self._client = client
        self._name = uuid.uuid4().hex
        # Sent with every share, some kilobytes: what is scattered is gone with the last worker that holds it.
        self._task = task
        self.ahead = max(4, SHARES_PER_THREAD * sum(client.nthreads().values()))

    def submit(self, share: Share) -> PendingElsewhere:
        key = f"croupier-{self._name}-{share.first}"
        return PendingElsewhere(
            self._client.submit(play_on_worker, self._name, self._task, share, key=key, retries=RETRIES, pure=False)
        )


def _check_address(address: str) -> None:
    """Refuse a malformed address before Dask is asked: its half-made client waits long and ends with a traceback."""
    comm: Any = import_module("distributed.comm")
    try:
        host, port = comm.get_address_host_port(address, strict=True)
    except (ValueError, TypeError, NotImplementedError) as error:
        raise LabError(f"--on: {short(address)} is no address, such as tcp://127.0.0.1:8786: {error}") from None
    if not host or not 0 < port <= PORT_MAX:
        raise LabError(f"--on: {short(address)} needs a host and a port from 1 to {PORT_MAX}, as tcp://127.0.0.1:8786")


@contextmanager
def machines(task: Task, address: str) -> Iterator[Machines]:
    """Connect to the scheduler of a cluster, such as ``tcp://127.0.0.1:8786``."""
    try:
        distributed: Any = import_module("distributed")  # The extra "cluster", and a second to import.
    except ImportError:
        raise LabError("--on needs Dask: pip install 'croupier[cluster]', here and on the workers") from None
    _check_address(address)
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise LabError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        if not client.nthreads():
            raise LabError(f"the Dask scheduler at {address} has no workers; start some with: dask worker {address}")
        yield Machines(client, task)
