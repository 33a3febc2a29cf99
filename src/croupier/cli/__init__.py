"""The command line: one thin command per verb."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from croupier.cli.exits import BAD_INPUT, INTERRUPTED, READER_GONE


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. Bad usage and bad input end with status 2 and one clear message, never with a traceback."""
    import click

    from croupier.cli.app import app
    from croupier.cli.output import printable
    from croupier.rules.errors import CroupierError

    _prepare_streams()
    given = list(arguments if arguments is not None else sys.argv[1:])
    try:
        # The arguments are also the context's object: a report names the command that made it.
        status = app.main(args=list(given), prog_name="croupier", standalone_mode=False, obj=given)
        sys.stdout.flush()
    except click.ClickException as error:
        words = io.StringIO()
        error.show(words)
        click.echo(printable(words.getvalue(), but="\n\t"), err=True, nl=False)
        status = error.exit_code
    except CroupierError as error:
        click.echo(f"Error: {printable(str(error))}", err=True)
        status = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`croupier … | head`): stop quietly, with the status that click and rich give.
        _drop_output()
        status = READER_GONE
    except OSError as error:
        _drop_output()
        click.echo(f"Error: cannot write: {error.strerror}", err=True)
        status = BAD_INPUT
    sys.exit(status if isinstance(status, int) else 0)


def _prepare_streams() -> None:
    """Let every character be written somehow, and discard output if a stream was closed (`>&-`)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the process ends
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Discard what could not be written, so that Python does not complain about it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
