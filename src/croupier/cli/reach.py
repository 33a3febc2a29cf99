"""``croupier reach``: from one bankroll to a target by timid, bold and best play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli.laboratory import needs_lab, say_gaps
from croupier.cli.output import add_row, print_json, say, share_words, show, table
from croupier.cli.params import LIMITS, RULESET, json_option
from croupier.cli.plans import given_limits
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.exact.reach import Reach

_AMOUNT = click.IntRange(min=1)


@click.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.option("--from", "bankroll", type=_AMOUNT, required=True, metavar="BANKROLL", help="What the player has.")
@click.option("--to", "target", type=_AMOUNT, required=True, metavar="TARGET", help="What the player wants.")
@click.option("--bet", default="red", show_default=True, metavar="P", help="The bet of timid, bold and best play.")
@click.option("--unit", type=_AMOUNT, help="What stakes are multiples of.  [default: what divides all amounts]")
@click.option("--limits", type=LIMITS, help="The table's limits (TOML); otherwise the rulebook's own.")
@click.option("--minimum", type=_AMOUNT, help="A minimum for every position, instead of --limits.")
@click.option("--maximum", type=_AMOUNT, help="A maximum for every position, instead of --limits.")
@click.option("--picture", metavar="PATH", help="Draw the chances by bankroll as .svg or .png.")
@json_option
@needs_lab
def reach(
    *,
    ruleset: Ruleset,
    bankroll: int,
    target: int,
    bet: str,
    unit: int | None,
    limits: Limits | None,
    minimum: int | None,
    maximum: int | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Work out how likely a target is reached before the money is gone.

    Timid play stakes the least the table takes, bold play as much as the target
    needs; best play is found by dynamic programming, on one bet and over all bets
    of the felt. One position at a time, without an end to the spins. Nothing is sampled.

    \b
    Examples:
      croupier reach mbs-roulette/3 --from 900 --to 1000 --unit 10
      croupier reach us-double-zero/1 --from 10000 --to 20000 --bet "1st 12"
      croupier reach mbs-roulette/3 --from 5000 --to 10000 --minimum 100 --maximum 1000 --picture reach.svg
    """
    from croupier.lab.exact.reach import reach as worked_out

    in_force = given_limits(limits, minimum, maximum, ruleset)
    say_gaps(ruleset, [bet])
    made = worked_out(ruleset, bankroll, target, bet=bet, limits=in_force, unit=unit)
    if picture is not None:
        from croupier.lab import pictures

        title = f"{ruleset.ref}: from a bankroll to {target:,}"
        curves = {play.name: play.chances for play in made.plays}
        drawn = pictures.ruin_curves(made.bankrolls, curves, title=title, of="Chance to reach the target")
        pictures.written(drawn, picture)
    if as_json:
        print_json(plain(made))
    else:
        _show(made, bet)


def plain(made: Reach) -> dict[str, Any]:
    """Return the figures as plain values."""
    place = made.place(made.bankroll)
    plays = {}
    for play in made.plays:
        first = made.first(play.name)
        plays[play.name] = {
            "chance": float(play.chances[place]),
            "mean_spins": float(play.spins[place]),
            "first": None if first is None else {"position": first[0].name, "stake": first[1]},
            "by_bankroll": [
                {
                    "bankroll": int(bankroll),
                    "chance": float(play.chances[each]),
                    "position": None if play.which[each] < 0 else play.bets[play.which[each]].name,
                    "stake": int(play.stakes[each]),
                }
                for each, bankroll in enumerate(made.bankrolls)
            ],
        }
    return {
        "ruleset": made.ruleset.ref,
        "from": made.bankroll,
        "to": made.target,
        "unit": made.unit,
        "plays": plays,
    }


def _show(made: Reach, bet: str) -> None:
    from croupier.lab.exact.reach import WAYS

    columns = ("chance", "spins on average")
    title = f"{made.ruleset.ref}: from {made.bankroll:,} to {made.target:,}, stakes in multiples of {made.unit:,}"
    shown = table(title, ("play", "lays", *columns, "first stake"), right=columns)
    place = made.place(made.bankroll)
    for play in made.plays:
        first = made.first(play.name)
        laid = "" if first is None else f"{first[1]:,} on {first[0]}"
        chance, spins = share_words(float(play.chances[place]), 3), f"{float(play.spins[place]):,.1f}"
        add_row(shown, play.name, WAYS[play.name].format(bet=bet), chance, spins, laid)
    show(shown)
    say("Computed without sampling. A smaller --unit can only improve the best play.", style="dim")
