"""``croupier wheel``: check what a wheel did."""

from __future__ import annotations

import click

from croupier.cli.wheel_verify import verify


@click.group()
def wheel() -> None:
    """Check a wheel: that the draw of a random table was fixed before any wager.

    \b
    Example:
      croupier wheel verify round.json
    """


for command in (verify,):
    wheel.add_command(command)
