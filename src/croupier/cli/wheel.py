"""``croupier wheel``: everything about the wheel itself."""

from __future__ import annotations

import click


@click.group()
def wheel() -> None:
    """Look into wheels: tests of real spins.

    \b
    Example:
      croupier wheel test spins.csv --rules mbs-roulette/3
    """
