"""The command line as the tests use it: in this process, or as a program of its own."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unittest import mock

from croupier.cli import main
from croupier.cli.output import console

PROGRAM = (sys.executable, "-c", "from croupier.cli import main; main()")

COLORING = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "TERM")
"""What whoever runs the tests may have set, and what changes the output."""


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str


def run(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
    """Run a command in this process. Whatever it raises besides its exit is the test's to see."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding)
    status: object = None
    with (
        mock.patch.dict(os.environ),
        mock.patch.object(sys, "stdin", given),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        for name in COLORING:
            os.environ.pop(name, None)
        console.cache_clear()
        try:
            main(arguments)
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int), "a command ends with a status"
    return Done(status, _written(out), _written(err))


def answer(*arguments: str) -> Any:
    """Run a command that succeeds with ``--json``, and read the one document it prints."""
    return answer_with(0, *arguments)


def answer_with(status: int, *arguments: str) -> Any:
    """The same for a command that ends with this status."""
    done = run(*arguments, "--json")
    assert (done.status, done.err) == (status, "")
    return json.loads(done.out)


def process(
    *arguments: str | bytes, env: Mapping[str, str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a program of its own, without what colors our own terminal."""
    clean = {name: value for name, value in os.environ.items() if name not in COLORING}
    return subprocess.run(
        [*PROGRAM, *arguments], env=clean | dict(env or {}), input=stdin, capture_output=True, check=False, timeout=60
    )


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def check_error(done: Done, *words: str) -> None:
    """Hold a command to one clear message on standard error, with these words, and status 2."""
    assert (done.status, done.out) == (2, "")
    errors = [line for line in done.err.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1
    assert "Traceback" not in done.err
    assert all(word in done.err for word in words), done.err
