"""``croupier wheel test``: whether a wheel is biased, and whether these spins could have shown it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.exits import INTERRUPTED
from croupier.cli.laboratory import needs_lab, progress
from croupier.cli.output import add_row, print_json, say, show, table
from croupier.cli.params import RULESET, json_option
from croupier.cli.source import source_options
from croupier.cli.wheel_spins import Wanted, chosen_spins
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.bias import Findings, WheelTest


@click.command("test")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--rules", "ruleset", metavar="REF", type=RULESET, help="The rulebook of the wheel; needed with a FILE.")
@click.option("--column", metavar="NAME", help="The column of a CSV file that holds the pockets.")
@source_options
@click.option("--table", "tables", metavar="NAME", multiple=True, help="With --data: only this table; repeatable.")
@click.option("--from", "since", metavar="TIME", help="With --data: from this time on, such as 2026-08-01T21:30 (UTC).")
@click.option("--until", metavar="TIME", help="With --data: before this time.")
@click.option("--wheel", "wheel_name", metavar="NAME", help="Only the spins of this wheel, of several.")
@click.option("--dealer", metavar="NAME", help="Only the spins of this dealer.")
@click.option("--direction", type=click.Choice(["clockwise", "counterclockwise"]), help="Only balls sent this way.")
@click.option("--alpha", default=0.01, show_default=True, help="How often a fair wheel may raise a false alarm.")
@click.option("--draws", default=9_999, show_default=True, help="Samples drawn for a simulated p-value.")
@click.option("--seed", default=0, show_default=True, help="The same seed draws the same samples.")
@click.option("--power", "with_power", is_flag=True, help="Show what each test could have found, in tables.")
@click.option("--picture", metavar="PATH", help="Write the counts around the wheel as .svg or .png.")
@click.option("--cloth", metavar="PATH", help="Write the counts on the cloth as .svg or .png.")
@json_option
@click.pass_context
@needs_lab
def wheel_test(
    ctx: click.Context,
    *,
    file: str | None,
    ruleset: Ruleset | None,
    column: str | None,
    data: str | None,
    database: str | None,
    tables: tuple[str, ...],
    since: str | None,
    until: str | None,
    wheel_name: str | None,
    dealer: str | None,
    direction: str | None,
    alpha: float,
    draws: int,
    seed: int,
    with_power: bool,
    picture: str | None,
    cloth: str | None,
    as_json: bool,
) -> None:
    """Test real spins for bias, dependence and change.

    FILE is text with pockets one after another, or CSV whose header names
    pocket and, if known, dealer, direction (clockwise or counterclockwise), wheel
    and time; - is standard input. With --data the spins are those of a house's own
    record: who spun, which way and when are known, and its tables are the wheels.
    All tests together raise a false alarm on a fair wheel no more
    often than --alpha says; the verdict names what the spins were too few for.

    \b
    Examples:
      croupier wheel test spins.csv --rules mbs-roulette/3
      croupier wheel test spins.txt --rules us-double-zero/1 --draws 1999 --power
      croupier wheel test spins.csv --rules mbs-roulette/3 --picture wheel.svg --cloth cloth.png
      croupier wheel test --data DIR --table t1 --direction clockwise
    """
    from croupier.lab.bias import assess

    wanted = Wanted(file, ruleset, column, data, database, tables, since, until)
    spins, left_out = chosen_spins(wanted)
    for group, chosen in (("wheel", wheel_name), ("dealer", dealer), ("direction", direction)):
        if chosen is not None:
            spins = spins.only(group, chosen)
    with progress() as show:
        findings = assess(spins, alpha=alpha, draws=draws, seed=seed, progress=show)
    _draw(findings, Path(wanted.name).name, picture, cloth)
    if as_json:
        print_json(plain(findings, wanted.name) | {"left_out": left_out})
    else:
        _show(findings, wanted.name, with_power=with_power)
        for line in left_out:
            say(line, style="dim")
    if findings.partial:
        click.echo("Interrupted: only the tests above were made.", err=True)
        ctx.exit(INTERRUPTED)


def plain(findings: Findings, file: str) -> dict[str, object]:
    from croupier.lab.bias import verdict

    pockets = findings.spins.ruleset.pockets
    return {
        "file": file,
        "ruleset": findings.spins.ruleset.ref,
        "spins": len(findings.spins),
        "counts": dict(zip(pockets, findings.spins.counts.tolist(), strict=True)),
        "alpha": findings.alpha,
        "draws": findings.draws,
        "seed": findings.seed,
        "partial": findings.partial,
        "tests": [_plain_test(test) for test in findings.tests],
        "alarms": [test.name for test in findings.alarms],
        "draws_needed": findings.draws_needed,
        "short_of_draws": [test.name for test in findings.short_of_draws],
        "least_bias_shown": findings.missed,
        "verdict": list(verdict(findings)),
    }


def _plain_test(test: WheelTest) -> dict[str, object]:
    from croupier.lab.bias.verdict import ASKS

    made: dict[str, Any] = {"test": test.name, "asks": ASKS[test.name]}
    if test.p is None:
        return made | {"skipped": test.skipped}
    return made | {
        "found": test.found,
        "statistic": test.statistic,
        "p": test.p.value,
        "method": test.p.method,
        "draws": test.p.draws,
        "precision": test.p.precision,
        "adjusted": test.adjusted,
        "notes": list(test.notes),
        "power": [
            {
                "fault": one.fault,
                "chance": one.chance,
                "lower_bound": one.bound,
                "spins_needed": one.spins_needed,
            }
            for one in test.power
        ],
    }


def _draw(findings: Findings, name: str, picture: str | None, cloth: str | None) -> None:
    if picture is None and cloth is None:
        return
    from croupier.lab import pictures

    ruleset, counts = findings.spins.ruleset, findings.spins.counts
    title = f"{name}: {len(findings.spins):,} spins, {ruleset.ref}"
    if picture is not None:
        pictures.written(pictures.wheel_map(ruleset, counts, title=title, alpha=findings.alpha), picture)
    if cloth is not None:
        by_pocket = {str(pocket): int(count) for pocket, count in zip(ruleset.pockets, counts, strict=True)}
        fair = len(findings.spins) / len(ruleset.pockets)
        usual = pictures.usual_counts(len(findings.spins), len(ruleset.pockets), findings.alpha)
        label = "How often each pocket came; gray: as on a fair wheel"
        drawn = pictures.cloth_map(ruleset, by_pocket, title=title, label=label, center=fair, usual=usual)
        pictures.written(drawn, cloth)


def _show(findings: Findings, file: str, *, with_power: bool) -> None:
    from croupier.lab.bias import verdict
    from croupier.lab.bias.verdict import p_words

    for place, line in enumerate(verdict(findings)):
        first = "bold yellow" if findings.alarms else "bold"
        say(line, style="" if place else first)
    say()
    made = table(
        f"{file}: {len(findings.spins):,} spins of {findings.spins.ruleset.ref}",
        ("test", "found", "p", "by", "corrected p"),
    )
    for test in findings.tests:
        if test.p is None:
            add_row(made, test.name, f"not made: {test.skipped}", style="dim")
            continue
        assert test.adjusted is not None
        alarmed = test.adjusted <= findings.alpha
        words = "; ".join((test.found, *test.notes))
        style = "yellow" if alarmed else None
        add_row(made, test.name, words, p_words(test.p), test.p.method, f"{test.adjusted:.4g}", style=style)
    show(made)
    if with_power:
        _show_power(findings)
    else:
        say("What each test could have found: --power", style="dim")


def _show_power(findings: Findings) -> None:
    from croupier.lab.bias import Name

    say("What each test could have found here, and the spins it takes to find it nine times in ten", style="bold")
    for test in findings.tests:
        if test.p is not None and not test.power and test.name != Name.TOO_EVEN:
            say(f"{test.name}: cannot be said, {test.p.draws:,} draws are too few for a level of {findings.alpha:.3g}")
        if test.power:
            made = table(
                str(test.name),
                ("fault", "chance to find it", "spins needed"),
                right=("chance to find it", "spins needed"),
            )
            for one in test.power:
                needed = "beyond a billion" if one.spins_needed is None else f"{one.spins_needed:,}"
                add_row(made, one.fault, f"{'≥' if one.bound else '≈'} {100 * one.chance:.1f} %", needed)
            show(made)
