"""The group of all commands."""

from __future__ import annotations

import click

from croupier import __version__
from croupier.cli.audit import anchor, audit
from croupier.cli.backup import backup, restore
from croupier.cli.compare import compare
from croupier.cli.completion import completion
from croupier.cli.doctor import doctor
from croupier.cli.export import export
from croupier.cli.odds import odds
from croupier.cli.reach import reach
from croupier.cli.replay import replay
from croupier.cli.report import report
from croupier.cli.ruin import ruin
from croupier.cli.rules import rules
from croupier.cli.serve import serve
from croupier.cli.settle import settle
from croupier.cli.simulate import simulate
from croupier.cli.table import table
from croupier.cli.wheel import wheel


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="croupier")
def app() -> None:
    """Roulette by the book: every payout names the clause that decided it.

    REF is one of the published rulebooks (see: croupier rules list) or the
    path of a house's own .toml file.

    \b
    Examples:
      croupier rules list
      croupier settle mbs-roulette/3 --outcome 17 --stakes "17=500,red=1000"
      croupier odds us-double-zero/1
    """


COMMANDS = (
    *(rules, odds, settle, table, replay, serve, doctor),
    *(audit, anchor, export, backup, restore),
    *(ruin, reach, simulate, compare, wheel, report, completion),
)
for command in COMMANDS:
    app.add_command(command)
