"""``croupier wheel``: check what a wheel did."""

from __future__ import annotations

import click

from croupier.cli.wheel_test import wheel_test
from croupier.cli.wheel_verify import verify


@click.group()
def wheel() -> None:
    """Check a wheel: that a random draw was fixed before any wager, or that real spins look fair.

    \b
    Examples:
      croupier wheel verify round.json
      croupier wheel test spins.csv --rules mbs-roulette/3
    """


for command in (verify, wheel_test):
    wheel.add_command(command)
