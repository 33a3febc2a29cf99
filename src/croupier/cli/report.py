"""``croupier report``: a study on one page, to hand out."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from croupier.cli.compare import worked_out
from croupier.cli.exits import INTERRUPTED
from croupier.cli.laboratory import check_out, interrupts_noted, needs_lab, progress, say_gaps
from croupier.cli.output import print_json, say
from croupier.cli.params import RULESET, json_option
from croupier.cli.plans import Terms, line_option, longest_option, plan_of, plan_options, system_of, system_option
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.bias import Findings
    from croupier.lab.reports.report import Study

PATHS = 300
STEPS_MAX = 600_000
"""Spins played in plain Python for the fan chart: a second or two."""


@click.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@system_option
@click.option("--system-file", metavar="FILE.py", help="A system of your own: a function in a Python file.")
@line_option
@longest_option
@click.option("--beside", metavar="NAME,…", default="flat", show_default=True, help="Other systems to compare with.")
@plan_options
@click.option("--spin-file", metavar="FILE", help="Real spins of the wheel, tested on the same page.")
@click.option("--sessions", type=click.IntRange(min=1), default=100_000, show_default=True, help="If not exact.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True, help="Of what is simulated.")
@click.option("--out", metavar="FILE.html", default="report.html", show_default=True, help="The file to write.")
@json_option
@click.pass_context
@needs_lab
def report(
    ctx: click.Context,
    *,
    ruleset: Ruleset,
    system: str | None,
    system_file: str | None,
    line: str | None,
    longest: int | None,
    beside: str,
    spin_file: str | None,
    sessions: int,
    seed: int,
    out: str,
    as_json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Write a study of a betting system as one HTML file that needs nothing else.

    Exact figures, the method in plain words, the limits in force, the clauses
    cited, and the command that made it; pictures are inside the file, which
    prints well. With --spin-file, real spins are tested on the same page.

    \b
    Examples:
      croupier report mbs-roulette/3 --system martingale --minimum 100 --maximum 50000 --out martingale.html
      croupier report us-double-zero/1 --system fibonacci --unit 500 --spins 100 --beside flat,paroli
      croupier report mbs-roulette/3 --system flat --spin-file spins.csv --spins 50
    """
    from croupier.lab.reports.report import Study, html
    from croupier.lab.systems import system_named

    check_out(out, (".html", ".htm"))
    chosen = system_of(system, system_file, line, longest)
    others = [system_named(name.strip()) for name in beside.split(",") if name.strip() not in {"", chosen.name}]
    plans = [plan_of(ruleset, each, terms) for each in (chosen, *others)]
    say_gaps(ruleset, [position.name for position, _ in plans[0].unit])
    findings = _tested(spin_file, ruleset, seed)
    stopped = findings is not None and findings.partial
    sides, interrupted = worked_out(plans[:1] if stopped else plans, sessions=sessions, seed=seed)
    study = Study(
        command=_command(ctx), seed=seed, sides=sides, findings=findings, spins_name=Path(spin_file or "").name
    )
    study, cut = (study, True) if stopped or interrupted else _with_pictures(study)
    with interrupts_noted() as noted:
        _write(out, html(study))
        interrupted = interrupted or stopped or cut or noted()
    if as_json:
        print_json({"file": out, "bytes": Path(out).stat().st_size, "command": study.command, "partial": interrupted})
    else:
        say(f"{out} written: {Path(out).stat().st_size:,} bytes, one file.")
    if interrupted:
        click.echo(
            f"Interrupted: {len(sides)} of {len(plans)} systems are in {out}, and maybe not all pictures.", err=True
        )
        ctx.exit(INTERRUPTED)


def _with_pictures(study: Study) -> tuple[Study, bool]:
    """Work out what only pictures show; an interrupt leaves out the rest of them."""
    from croupier.lab.comparison import paths, ruin_by_bankroll

    main = study.sides[0]
    count = max(3, min(PATHS, STEPS_MAX // main.plan.spins))
    try:
        with progress() as show:
            show("pictures", 0, 2)
            if main.plan.spins <= STEPS_MAX // 3:
                study = replace(study, paths=paths(main.plan, sessions=count, seed=study.seed))
            show("pictures", 1, 2)
            if main.exact:
                study = replace(study, ruin=ruin_by_bankroll(main.plan))
    except KeyboardInterrupt:
        return study, True
    return study, False


def _write(out: str, page: str) -> None:
    from croupier.lab.systems import LabError

    try:
        Path(out).write_text(page, encoding="utf-8")
    except OSError as error:
        raise LabError(f"{out} cannot be written: {error.strerror or error}") from None


def _command(ctx: click.Context) -> str:
    """Return the command as it was typed."""
    typed: list[str] = ctx.find_root().obj or []
    return shlex.join(["croupier", *typed])


def _tested(file: str | None, ruleset: Ruleset, seed: int) -> Findings | None:
    if file is None:
        return None
    from croupier.lab.bias import assess, read_spins

    spins = read_spins(file, ruleset)
    with progress() as show:
        return assess(spins, seed=seed, progress=show)
