"""``croupier odds``: exact odds."""

from __future__ import annotations

from typing import Any

import click

from croupier.cli import tell
from croupier.cli.odds_after import EXACT_SPINS_MAX, after_spins, show_after
from croupier.cli.output import add_row, print_json, say, show, table
from croupier.cli.params import LIMITS, RULESET, fitting, json_option, parse_stakes
from croupier.rules import plain
from croupier.rules.limits import Limits
from croupier.rules.odds import PositionOdds, StakesOdds, side_by_side
from croupier.rules.odds import odds as exact_odds
from croupier.rules.ruleset import Ruleset


@click.command()
@click.argument("rulesets", metavar="REF...", type=RULESET, nargs=-1, required=True)
@click.option("--stakes", multiple=True, metavar="P=STAKE,…", help="The odds of these stakes together on one spin.")
@click.option("--limits", type=LIMITS, help="A table's limits (TOML), in force for --stakes.")
@click.option("--spins", type=click.IntRange(1, 10_000_000), help="What --stakes have gained after so many spins.")
@click.option("--pace", type=click.IntRange(1, 1000), default=40, show_default=True, help="Spins per hour.")
@click.option("--exact", is_flag=True, help="With --spins: in whole numbers, without rounding.")
@click.option("--all", "every", is_flag=True, help="List every position; without it, one line per kind.")
@json_option
def odds(
    *,
    rulesets: tuple[Ruleset, ...],
    stakes: tuple[str, ...],
    limits: Limits | None,
    spins: int | None,
    pace: int,
    exact: bool,
    every: bool,
    as_json: bool,
) -> None:
    """Show exact odds: probability, price, house edge and spread, as fractions.

    With several REFs their kinds stand side by side. With --spins the same stakes
    are laid again each spin: chances to be ahead, quantiles, loss per hour.

    \b
    Examples:
      croupier odds mbs-roulette/3
      croupier odds us-double-zero/1 --stakes "17=500,red=1000"
      croupier odds us-double-zero/1 --stakes "red=1000" --spins 200 --pace 35
      croupier odds mbs-roulette/3 us-double-zero/1 mbs-sands-roulette/1
    """
    if len(rulesets) > 1 and stakes:
        raise click.UsageError("--stakes takes one REF; compare kinds with several REFs or stakes with one")
    if spins is None and exact:
        raise click.UsageError("--exact is for --spins; one spin is exact anyhow")
    if exact and spins is not None and spins > EXACT_SPINS_MAX:
        raise click.UsageError(
            f"--exact takes at most {EXACT_SPINS_MAX} spins; without it the error is bounded all the same"
        )
    if spins is not None and not stakes:
        raise click.UsageError("--spins is for --stakes, such as --stakes red=1000")
    if len(rulesets) > 1:
        _compare(rulesets, as_json=as_json)
    elif stakes:
        limits = fitting(limits, rulesets[0])
        found = exact_odds(rulesets[0], parse_stakes(stakes), limits=limits)
        after = None
        if spins is not None:
            after = after_spins(rulesets[0], stakes, limits, spins=spins, pace=pace, exact=exact)
        _of_stakes(found, rulesets[0], after, as_json=as_json)
    elif limits is not None:
        raise click.UsageError("--limits is for --stakes; single positions have the same odds whatever is staked")
    else:
        _of_positions(rulesets[0], every=every, as_json=as_json)


def _of_positions(ruleset: Ruleset, *, every: bool, as_json: bool) -> None:
    rows = exact_odds(ruleset)
    if as_json:
        print_json([plain.odds(row) for row in rows])
        return
    columns = ("position" if every else "kind", "count", "probability", "pays", "house edge", "variance", "sd")
    made = table(f"{ruleset.title}: odds per unit staked", columns, right=columns[1:])
    counts = {row.position.kind: 0 for row in rows}
    for row in rows:
        counts[row.position.kind] += 1
    first = {row.position.kind: row for row in reversed(rows)}
    for row in rows:
        if every or first[row.position.kind] is row:
            name = row.position.name if every else row.position.kind
            add_row(made, name, "" if every else counts[row.position.kind], *_figures(row))
    show(made)
    tell.starred(row.note for row in rows)


def _figures(row: PositionOdds) -> tuple[object, ...]:
    return (row.probability, f"{row.pays} to 1", tell.marked(row), row.variance, f"{row.sd:.4f}")


def _of_stakes(found: StakesOdds, ruleset: Ruleset, after: dict[str, Any] | None, *, as_json: bool) -> None:
    if as_json:
        print_json(plain.stakes_odds(found) | ({"after": after} if after else {}))
        return
    made = table(f"{ruleset.title}: these stakes on one spin", ("", "exact", "about"), right=("exact", "about"))
    add_row(made, "staked", found.total, "")
    add_row(made, "chance to gain", found.probability, f"{float(found.probability):.4f}")
    add_row(made, "mean gain", found.mean, f"{float(found.mean):.4f}")
    add_row(made, "house edge", found.edge, f"{float(found.edge) * 100:.3f} %")
    add_row(made, "variance", found.variance, f"{float(found.variance):.2f}")
    add_row(made, "standard deviation", "", f"{found.sd:.2f}")
    show(made)
    spread = table("Distribution of the gain", ("gain", "probability", "about"), right=("gain", "probability", "about"))
    for gain, chance in found.distribution:
        add_row(spread, f"{gain:+d}", chance, f"{float(chance):.4f}", style="green" if gain > 0 else None)
    show(spread)
    for note in found.notes:
        say(note, style="yellow")
    if after is not None:
        show_after(after)


def _compare(rulesets: tuple[Ruleset, ...], *, as_json: bool) -> None:
    rows, refs = side_by_side(rulesets), [ruleset.ref for ruleset in rulesets]
    if as_json:
        print_json(plain.side_by_side(refs, rows))
        return
    made = table("Price and house edge, side by side", ("kind", *refs), right=refs)
    for row in rows:
        each = ["-" if one is None else f"{one.pays} to 1   {tell.marked(one)}" for one in row.each]
        add_row(made, row.kind, *each)
    show(made)
    for ruleset in rulesets:
        tell.starred(f"{ruleset.ref}: {one.note}" for one in exact_odds(ruleset) if one.note)
