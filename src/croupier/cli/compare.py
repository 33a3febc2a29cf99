"""``croupier compare``: betting systems side by side on the same terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import click

from croupier.cli.exits import INTERRUPTED
from croupier.cli.laboratory import needs_lab, progress, say_gaps
from croupier.cli.output import add_row, print_json, say, share_words, show, table
from croupier.cli.params import RULESET, json_option
from croupier.cli.plans import Terms, plan_of, plan_options, system_names
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.comparison import Side
    from croupier.lab.plan import Plan


@click.command()
@click.argument("rulesets", metavar="REF...", type=RULESET, nargs=-1, required=True)
@click.option(
    "--systems", metavar="NAME,…", default=lambda: ",".join(system_names()), help="Which systems.  [default: all]"
)
@click.option("--system-file", metavar="FILE.py", help="A system of your own beside them.")
@plan_options
@click.option(
    "--sessions", type=click.IntRange(min=1), default=100_000, show_default=True, help="Where one must be simulated."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the simulated ones.")
@click.option("--picture", metavar="PATH", help="Draw them side by side as .svg or .png.")
@json_option
@click.pass_context
@needs_lab
def compare(
    ctx: click.Context,
    *,
    rulesets: tuple[Ruleset, ...],
    systems: str,
    system_file: str | None,
    sessions: int,
    seed: int,
    picture: str | None,
    as_json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Compare betting systems on the same terms: exactly where that is possible.

    A system whose states are finite under the limits is worked out without
    sampling, also one of your own; one with too many states, or one that sees the
    pockets, is simulated. With several REFs each system is played under each.

    \b
    Examples:
      croupier compare mbs-roulette/3 --systems flat,martingale,fibonacci --minimum 100 --maximum 50000
      croupier compare us-double-zero/1 --systems flat,martingale --bet black --unit 1000 --json
      croupier compare mbs-roulette/3 --systems flat,paroli --spins 100 --picture systems.svg
      croupier compare mbs-roulette/3 us-double-zero/1 --systems flat,dalembert --unit 500
    """
    plans = [plan for ruleset in rulesets for plan in plans_of(ruleset, systems, system_file, terms)]
    for plan in {one.ruleset.ref: one for one in plans}.values():
        say_gaps(plan.ruleset, [position.name for position, _ in plan.unit])
    sides, interrupted = worked_out(plans, sessions=sessions, seed=seed)
    if picture is not None and sides:
        from croupier.lab import pictures
        from croupier.lab.reports.report import system_rows

        pictures.written(
            pictures.side_by_side(system_rows(sides), title=_title(sides), start=terms["bankroll"]), picture
        )
    if as_json:
        print_json([plain(side) for side in sides])
    else:
        _show(sides)
    if interrupted:
        click.echo(f"Interrupted after {len(sides)} of {len(plans)} systems.", err=True)
        ctx.exit(INTERRUPTED)


def plans_of(ruleset: Ruleset, systems: str, system_file: str | None, terms: Terms) -> list[Plan]:
    """Make a plan for each system; each must be able to start."""
    from croupier.lab.custom_file import custom_from_file
    from croupier.lab.systems import System, system_named

    chosen: list[System] = [system_named(name.strip()) for name in systems.split(",") if name.strip()]
    if system_file is not None:
        chosen.append(custom_from_file(system_file, None))
    if not chosen:
        raise click.UsageError("--systems names no system")
    return [plan_of(ruleset, system, terms) for system in chosen]


def worked_out(plans: Sequence[Plan], *, sessions: int, seed: int) -> tuple[list[Side], bool]:
    """Compute the plans one after another; an interrupt keeps those that are done."""
    from croupier.lab.comparison import side

    sides: list[Side] = []
    try:
        with progress() as show:
            for place, plan in enumerate(plans):
                show("systems", place, len(plans))
                sides.append(side(plan, sessions=sessions, seed=seed, in_processes=None))
                if sides[-1].partial:
                    return sides, True
    except KeyboardInterrupt:
        if not sides:
            raise
        return sides, True
    return sides, False


def plain(side: Side) -> dict[str, object]:
    from croupier.lab.comparison import PERCENTS
    from croupier.lab.simulate.results import plan_as_plain

    return {
        "plan": plan_as_plain(side.plan),
        "method": "exact" if side.exact else "simulated",
        "sessions": side.sessions,
        "mean_gain": side.mean_gain,
        "error": side.error,
        "ruin": side.ruin,
        "ahead": side.ahead,
        "reached_target": side.reached_target,
        "quantiles": {f"{percent}%": amount for percent, amount in zip(PERCENTS, side.quantiles, strict=True)},
        "mean_spins": side.mean_spins,
        "mean_staked": side.mean_staked,
        "lost_per_staked": side.lost_per_staked,
    }


def _title(sides: Sequence[Side]) -> str:
    plan = sides[0].plan
    laid = ", ".join(f"{stake} on {position}" for position, stake in plan.unit)
    refs = ", ".join(dict.fromkeys(side.plan.ruleset.ref for side in sides))
    return f"{refs}: bankroll {plan.bankroll:,}, a unit of {laid}, at most {plan.spins:,} spins"


def _show(sides: Sequence[Side]) -> None:
    columns = ("mean gain", "ahead", "ruined", "5 %", "median", "95 %", "spins", "staked", "kept by the house")
    several = len({one.plan.ruleset.ref for one in sides}) > 1
    made = table(_title(sides), ("system", *["rulebook"] * several, *columns, "by"), right=columns)
    for one in sides:
        low, _, middle, _, high = one.quantiles
        add_row(
            made,
            one.plan.system.name,
            *[one.plan.ruleset.ref] * several,
            f"{one.mean_gain:,.2f}" if one.exact else f"{one.mean_gain:,.1f} ± {one.error:,.1f}",
            share_words(one.ahead, 2),
            share_words(one.ruin, 2),
            *(f"{amount:,}" for amount in (low, middle, high)),
            f"{one.mean_spins:,.1f}",
            f"{one.mean_staked:,.0f}",
            f"{100 * one.lost_per_staked:.3f} %",
            "exact" if one.exact else f"{one.sessions:,} sessions",
        )
    show(made)
    say("A system chooses when to lose how much, not whether: of every unit staked the house keeps its edge.")
