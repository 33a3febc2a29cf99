"""``croupier simulate``: a betting system, played very often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Unpack

import click

from croupier.cli.exits import INTERRUPTED
from croupier.cli.laboratory import check_out, needs_lab, progress, say_gaps
from croupier.cli.output import add_row, print_json, say, show, table
from croupier.cli.params import RULESET, json_option
from croupier.cli.plans import Terms, line_option, longest_option, plan_of, plan_options, system_of, system_option
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.simulate.along import Along
    from croupier.lab.simulate.results import Results


@click.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@system_option
@click.option("--system-file", metavar="FILE.py", help="A system of your own: a function in a Python file.")
@line_option
@longest_option
@plan_options
@click.option("--sessions", type=click.IntRange(min=1), default=100_000, show_default=True, help="How many are played.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed, the same spins.")
@click.option("--on", metavar="tcp://…", help="A Dask cluster to play on, by its scheduler's address.")
@click.option("--out", metavar="FILE", help="Write figures (.json), or every session as a row (.parquet, .csv).")
@json_option
@click.pass_context
@needs_lab
def simulate(
    ctx: click.Context,
    *,
    ruleset: Ruleset,
    system: str | None,
    system_file: str | None,
    line: str | None,
    longest: int | None,
    sessions: int,
    seed: int,
    on: str | None,
    out: str | None,
    as_json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Simulate a betting system under a rulebook and a table's limits.

    Amounts are whole numbers of the smallest unit ($1 is 100). A session ends at
    the target, at the stop-loss, when the next stake is not covered, or after
    --spins. Ctrl-C ends the run and keeps the sessions played so far. The same
    seed gives the same sessions, on one core or on a cluster.

    \b
    Examples:
      croupier simulate mbs-roulette/3 --system martingale --sessions 10000
      croupier simulate us-double-zero/1 --system dalembert --bet "1st 12" --unit 500 --sessions 5000 --json
      croupier simulate mbs-roulette/3 --bet "17=100,red=500" --system flat --target 20000 --sessions 5000
      croupier simulate mbs-roulette/3 --system-file my_system.py --sessions 1000 --out sessions.parquet

    \b
    my_system.py, whose state begins with the units it wants:
      def my_system(state=(1, 0), laid=1, won=True):
          return (1, 0) if won else (laid + state[1], 1)
    """
    from croupier.lab.simulate.along import along
    from croupier.lab.simulate.run import simulate as play

    plan = plan_of(ruleset, system_of(system, system_file, line, longest), terms)
    say_gaps(ruleset, [position.name for position, _ in plan.unit])
    rows_to = _checked(out)
    with progress() as show:
        results = play(
            plan,
            sessions,
            seed,
            in_processes=None,
            on=on,
            progress=lambda done, whole, _left: show("sessions", done, whole),
            rows_to=rows_to,
        )
    if out is not None and rows_to is None:
        results.write(out)
    way = along(plan, seed, results.sessions)
    if as_json:
        print_json(results.as_plain() | {"along": asdict(way)})
    else:
        _show(results, way)
    if results.partial:
        click.echo(f"Interrupted after {results.sessions:,} of {results.asked:,} sessions.", err=True)
        ctx.exit(INTERRUPTED)


def _checked(out: str | None) -> str | None:
    """Refuse a file that could not be written before anything is played; return it if it is one for rows."""
    from croupier.lab.simulate.results import SUFFIXES

    if out is None:
        return None
    check_out(out, SUFFIXES)
    return None if out.endswith(".json") else out


def _show(results: Results, way: Along) -> None:
    plan = results.plan
    laid = ", ".join(f"{stake} on {position}" for position, stake in plan.unit)
    say(f"{plan.system.name} with a unit of {laid}; {plan.ruleset.title}", style="bold")
    say(f"bankroll {plan.bankroll:,}, at most {plan.spins:,} spins, {_limits(results)}; seed {results.seed}")
    made = table("", ("of a session", "found", "± error"), right=("found", "± error"))
    for row in _rows(results):
        add_row(made, *row)
    show(made)
    shown = ("median", "95 % have at most")
    made = table(f"On the way, in the first {way.sessions:,} sessions", ("", *shown), right=shown)
    figures = (
        ("highest bankroll", way.peak),
        ("deepest fall from it", way.drawdown),
        ("largest stake", way.largest_stake),
        ("spins lost in a row", way.losing_run),
    )
    for words, figure in figures:
        add_row(made, words, f"{figure.median:,}", f"{figure.high:,}")
    show(made)
    share = float(results.lost_per_staked) * 100
    say(f"Of what was staked the house kept {share:.3f} %.")
    say(f"{results.sessions:,} sessions; errors are standard errors.", style="dim")
    if results.not_compiled is not None:
        say(f"Played plainly, not compiled: {results.not_compiled}.", style="dim")


def _limits(results: Results) -> str:
    plan = results.plan
    bounds = [
        (plan.ruleset.limits if plan.limits is None else plan.limits).of(position.kind) for position, _ in plan.unit
    ]
    if not any(bounds):
        return "no limits"
    return f"{plan.units_min:,} to {plan.units_max:,} units under the table's limits"


def _rows(results: Results) -> Iterator[tuple[str, str, str]]:
    from croupier.lab.plan import Ending

    yield "mean gain", f"{float(results.mean_gain):,.2f}", f"{float(results.error_of_mean):,.2f}"
    by_stakes = f"{float(results.mean_gain_by_stakes):,.2f}", f"{float(results.error_by_stakes):,.2f}"
    yield "mean gain, as the edge of what was staked", *by_stakes
    yield "standard deviation", f"{float(results.sd_gain):,.2f}", ""
    words = {
        Ending.TARGET: "reaches the target",
        Ending.STOP_LOSS: "leaves at the stop-loss",
        Ending.OVER_MAXIMUM: "ends over the maximum",
        Ending.SHORT: "is ruined: the next stake is not covered",
        Ending.SPINS: "plays all spins",
    }
    shares = [("ends ahead", results.ahead), *((words[ending], results.ended(ending)) for ending in Ending)]
    for said, share in shares:
        if share or said.startswith(("ends ahead", "is ruined")):
            yield said, f"{100 * float(share):.3f} %", f"{100 * float(results.error_of(share)):.3f} %"
    yield "mean spins", f"{float(results.mean_spins):,.1f}", ""
    yield "mean staked in all", f"{float(results.mean_staked):,.1f}", ""
    for percent in (1, 5, 25, 50, 75, 95, 99):
        yield f"bankroll that {percent} % do not exceed", f"{results.quantile(percent):,}", ""
