"""``croupier table``: a table over stdin and stdout, as chess engines speak UCI."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from croupier.cli.old_receipts import OldReceipts
from croupier.cli.params import LIMITS, RULESET, fitting
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset
from croupier.table.session import Session
from croupier.table.state import new_table
from croupier.table.wire import LINE_MAX


@click.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.option("--limits", type=LIMITS, help="The table's limits (TOML); otherwise the rulebook's own.")
@click.option("--name", default="", help="The table's name, by which its color chips are told from others.")
@click.option("--banked", is_flag=True, help="Account for chips from the first wager on.")
def table(ruleset: Ruleset, limits: Limits | None, name: str, banked: bool) -> None:
    """Run one table: a JSON command per line in, one JSON answer per line out.

    A bad line is answered with an error and never ends the process.

    \b
    Examples:
      croupier table mbs-roulette/3 < commands.jsonl > night.jsonl
      croupier table us-double-zero/1 --name T7 --limits table.toml < commands.jsonl > night.jsonl

    \b
    A line of commands.jsonl:
      {"id":"1","by":{"name":"dan","role":"dealer"},"do":"open-table"}
    """
    start = new_table(ruleset, limits=fitting(limits, ruleset), name=name, banked=banked)
    session = Session(start, ruleset, OldReceipts())
    out = sys.stdout.buffer
    for line in lines(sys.stdin.buffer):
        # The lines are UTF-8 both ways, whatever the terminal's own encoding is.
        out.write(session.answer(line).encode() + b"\n")
        out.flush()


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Return each line that is not blank, and only the beginning of one that is too long."""
    while line := stream.readline(LINE_MAX + 2):
        if not line.endswith(b"\n") and len(line) > LINE_MAX:
            while (rest := stream.readline(LINE_MAX)) and not rest.endswith(b"\n"):
                pass
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        if line.strip(b" \t\r"):
            yield line
