"""The command line: one thin command per verb."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. Bad usage and bad input end with status 2 and one clear message, never with a traceback."""
    import click

    from croupier.cli.app import app
    from croupier.rules.errors import CroupierError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app.main(
            args=list(arguments) if arguments is not None else None, prog_name="croupier", standalone_mode=False
        )
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except CroupierError as error:
        click.echo(f"Error: {error}", err=True)
        status = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`croupier … | head`): stop quietly, and keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status if isinstance(status, int) else 0)
