"""``croupier settle``: what each stake returns."""

from __future__ import annotations

import click

from croupier.cli.output import add_row, clause_text, print_json, say, show, table
from croupier.cli.params import LIMITS, RULESET, complete_pockets, fitting, json_option, parse_stakes
from croupier.rules import plain
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement
from croupier.rules.settle import settle as settle_stakes


@click.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.option(
    "--outcome", required=True, metavar="POCKET", shell_complete=complete_pockets, help="Where the ball rests."
)
@click.option(
    "--stakes", required=True, multiple=True, metavar="P=STAKE,…", help="Stakes in the smallest unit ($1 is 100)."
)
@click.option("--limits", type=LIMITS, help="A table's limits (TOML); otherwise the rulebook's own.")
@click.option(
    "--under-minimum-before", is_flag=True, help="This player's stakes under the minimum were settled before."
)
@json_option
def settle(
    ruleset: Ruleset,
    outcome: str,
    stakes: tuple[str, ...],
    limits: Limits | None,
    under_minimum_before: bool,
    as_json: bool,
) -> None:
    """Settle one player's stakes on an outcome, with the clause that decides each.

    Stakes on the same bet count as one. Winnings are the profit; returned is
    the part of the stake that goes back, collected the part the house takes.

    \b
    Examples:
      croupier settle mbs-roulette/3 --outcome 17 --stakes "17=500,red=1000"
      croupier settle us-double-zero/1 --outcome 00 --stakes "0/00=100" --json
      croupier settle mbs-roulette/3 --outcome 0 --stakes "0/1/2=2000" --limits table.toml
    """
    in_force = fitting(limits, ruleset)
    lines = settle_stakes(
        ruleset, parse_stakes(stakes), outcome, limits=in_force, under_minimum_before=under_minimum_before
    )
    if as_json:
        print_json([plain.settlement(line) for line in lines])
        return
    _show(ruleset, outcome, lines)


def _show(ruleset: Ruleset, outcome: str, lines: tuple[Settlement, ...]) -> None:
    amounts = ("stake", "winnings", "returned", "collected")
    made = table(
        f"{ruleset.title}: the ball rests in {outcome}", ("position", *amounts, "clauses", "basis"), right=amounts
    )
    for line in lines:
        figures = (line.stake, line.winnings, line.returned, line.collected)
        won = "green" if line.winnings else None
        add_row(made, line.position, *figures, clause_text(plain.numbers(line.clauses)), line.basis, style=won)
    made.add_section()
    totals = [sum(getattr(line, name) for line in lines) for name in amounts]
    add_row(made, "total", *totals, "", "", style="bold")
    show(made)
    for line in lines:
        if line.note:
            say(f"{line.position}: {line.note}", style="yellow")
