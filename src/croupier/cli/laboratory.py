"""What the commands of the lab share: the extra they need, and a progress bar."""

from __future__ import annotations

import functools
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from croupier.cli.exits import BAD_INPUT
from croupier.rules.ruleset import Ruleset
from croupier.rules.unexpressed import note_of

P = ParamSpec("P")
R = TypeVar("R")

ShowProgress = Callable[[str, int, int], None]

_EXTRAS = {
    "cluster": frozenset({"dask", "distributed"}),
    "lab": frozenset({"flint", "llvmlite", "matplotlib", "numba", "numpy", "pyarrow", "scipy"}),
}


class MissingExtraError(click.ClickException):
    """A command whose packages are not installed."""

    exit_code = BAD_INPUT


def needs_lab(command: Callable[P, R]) -> Callable[P, R]:
    """Say what to install if the packages of an extra are missing, instead of failing on an import."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            extra = next((name for name, packages in _EXTRAS.items() if package in packages), None)
            if extra is None:
                raise
            raise MissingExtraError(
                f"this needs {package}, which is not installed: pip install 'croupier[{extra}]'"
            ) from None

    return guarded


def say_gaps(ruleset: Ruleset, bets: Iterable[str]) -> None:
    """Say beside the answer if it is not that of the document, since something is not carried out of it."""
    gaps = [gap for bet in bets for gap in ruleset.not_carried_out(ruleset.position(bet).name)]
    if gaps:
        click.echo(f"{ruleset.ref}: as far as the document is carried out: {note_of(gaps)}", err=True)


def check_out(out: str, endings: tuple[str, ...]) -> None:
    """Refuse a file that could not be written, before the work is done."""
    path = Path(out)
    if path.suffix.lower() not in endings or not out.isprintable():
        raise click.UsageError(f"--out: a file that ends in {', '.join(endings)}, not {path.name[:60]!r}")
    if not path.parent.is_dir():
        raise click.UsageError(f"--out: there is no folder {str(path.parent)[:80]!r}")


@contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Finish what is begun: note an interrupt, so that nothing is left half written; a second one acts."""
    noted: list[bool] = []

    def note(_signal: int, _frame: object) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(True)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress() -> Iterator[ShowProgress]:
    """Show progress and the time left, on standard error and only on a terminal."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, whole: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=whole)
            bar.update(tasks[what], completed=done, total=whole)

        yield show
