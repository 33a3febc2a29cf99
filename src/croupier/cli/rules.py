"""``croupier rules``: read, compare and check rulebooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from croupier.cli import tell
from croupier.cli.exits import BAD_INPUT, FOUND
from croupier.cli.output import print_json, printable, say
from croupier.cli.params import RULESET, complete_pockets, json_option
from croupier.rulebooks import clause_tests, digests
from croupier.rules import plain
from croupier.rules.diff import diff as difference
from croupier.rules.errors import Problem, RulebookError
from croupier.rules.limits_file import is_limits_file, try_limits
from croupier.rules.lint import lint as lint_text
from croupier.rules.position import Kind
from croupier.rules.rulebook import try_parse
from croupier.rules.ruleset import Ruleset
from croupier.rules.skeleton import skeleton, wrong_start
from croupier.shelf import ref_taken, rulebook_text, rulebooks


@click.group()
def rules() -> None:
    """Read, compare and check rulebooks.

    \b
    Examples:
      croupier rules list
      croupier rules show mbs-roulette/3
      croupier rules lint house.toml
    """


@rules.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the published rulebooks.

    \b
    Example:
      croupier rules list
    """
    rows = [plain.listed(ruleset) for ruleset in rulebooks()]
    if as_json:
        print_json(rows)
    else:
        tell.rulesets(rows)


@rules.command("show")
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.option("--toml", is_flag=True, help="Print the rulebook file itself, to start your own from.")
@json_option
def show_(ruleset: Ruleset, toml: bool, as_json: bool) -> None:
    """Show a rulebook: its kinds, its procedure in words, and which values are our reading.

    \b
    Examples:
      croupier rules show mbs-roulette/3
      croupier rules show us-double-zero/1 --toml > house.toml
    """
    if toml and as_json:
        raise click.UsageError("choose --toml or --json")
    if toml:
        click.echo(ruleset.text, nl=False)
    elif as_json:
        print_json(plain.shown(ruleset))
    else:
        tell.ruleset(ruleset)


@rules.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.option(
    "--covering", metavar="POCKET", shell_complete=complete_pockets, help="Only positions that cover this pocket."
)
@click.option("--kind", type=click.Choice([str(kind) for kind in Kind]), help="Only positions of this kind.")
@json_option
def positions(ruleset: Ruleset, covering: str | None, kind: str | None, as_json: bool) -> None:
    """List every betting position with what it covers, pays and cites.

    \b
    Examples:
      croupier rules positions mbs-sands-roulette/1 --covering S
      croupier rules positions rws-roulette-360/1 --kind series-6
    """
    pocket = None if covering is None else ruleset.pocket(covering)
    rows = [
        position
        for position in ruleset.positions.values()
        if (pocket is None or position.covers(pocket)) and kind in (None, position.kind)
    ]
    if as_json:
        print_json([plain.position(row, ruleset) for row in rows])
    else:
        tell.positions(ruleset, rows)


@rules.command()
@click.argument("ruleset", metavar="REF", type=RULESET)
@click.argument("number", metavar="[CLAUSE]", required=False)
@json_option
def clauses(ruleset: Ruleset, number: str | None, as_json: bool) -> None:
    """List every clause: what it says in our words, where it is enforced, which tests are named after it.

    \b
    Examples:
      croupier rules clauses mbs-roulette/3
      croupier rules clauses mbs-roulette/3 5.16
    """
    if number is not None:
        number = ruleset.clause(number).clause.number
    tests = clause_tests().get(ruleset.ref, {}) if digests().get(ruleset.ref) == ruleset.digest else {}
    rows = [row for row in plain.clauses(ruleset, tests) if number in (None, row["clause"])]
    if as_json:
        print_json(rows)
    else:
        tell.clauses(ruleset, rows)


@rules.command()
@click.argument("before", metavar="REF", type=RULESET)
@click.argument("after", metavar="REF", type=RULESET)
@json_option
def diff(before: Ruleset, after: Ruleset, as_json: bool) -> None:
    """Show what changed between two rulebooks, for players, dealers and the pit.

    \b
    Example:
      croupier rules diff mbs-roulette/2 mbs-roulette/3
    """
    found = difference(before, after)
    if as_json:
        print_json(plain.difference(found))
    else:
        tell.difference(found)


@rules.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--ref", metavar="REF", help="Its ref, such as my-house/1.")
@click.option("--title", metavar="TEXT", help="What the game is called.")
@click.option("--zeros", metavar="LABELS", help="The zeros of the wheel: 0, or 0 00.  [0]")
@click.option("--numbers", type=int, metavar="N", help="How many numbers it has beside them.  [36]")
def new(file: str | None, ref: str | None, title: str | None, zeros: str | None, numbers: int | None) -> None:
    """Start a rulebook: the felt is drawn, and every value that a document has to state is left blank.

    Asks for what is not given if somebody is there to answer. Blanks do not lint, so
    `croupier rules lint` lists what is left to fill in. An existing FILE is never
    overwritten; without FILE the rulebook goes to standard output.

    \b
    Examples:
      croupier rules new mine.toml
      croupier rules new mini.toml --ref mini-roulette/1 --title "Mini roulette" --zeros 0 --numbers 12
    """
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    named = ref or _asked("Ref (game/edition)", "my-house/1", asks=asks)
    called = title or _asked("Title", "Roulette at my house", asks=asks)
    heads = (zeros or _asked("Zeros", "0", asks=asks)).split()
    count = numbers if numbers is not None else int(_asked("Numbers", "36", asks=asks, of=click.INT))
    wrong = wrong_start(named, heads, count)
    if wrong is not None:
        raise click.UsageError(wrong)
    text = skeleton(named, called, heads, count)
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        with Path(file).open("x", encoding="utf-8") as made:
            made.write(text)
    except FileExistsError:
        raise click.UsageError(f"{printable(file)} is there already; choose another name") from None
    except OSError as error:
        raise click.UsageError(f"{printable(file)} cannot be written: {error.strerror}") from None
    say(f"{file}: fill in the blanks, then croupier rules lint {file}")


def _asked(what: str, usual: str, *, asks: bool, of: click.ParamType[Any] | None = None) -> str:
    """Ask for something, or take what is usual if nobody is there to answer."""
    return str(click.prompt(what, default=usual, type=of, err=True)) if asks else usual


@rules.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=RULESET.shell_complete)
@json_option
@click.pass_context
def lint(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check rulebook files for gaps, contradictions, misprints and edges that stand out.

    Ends with 0 if nothing was found, 1 if something was, 2 if a file is not
    of the form of a rulebook at all. Published refs can be checked as well,
    and so can the limits file of a table.

    \b
    Examples:
      croupier rules lint house.toml
      croupier rules lint mbs-roulette/3
    """
    linted = {file: _lint(file) for file in files}
    found = {file: problems for file, (_, problems) in linted.items()}
    if as_json:
        print_json(
            [{"file": file, "problems": [tell.problem(p) for p in problems]} for file, problems in found.items()]
        )
    else:
        tell.findings(found)
    for file, (form, problems) in linted.items():
        if any(problem.malformed for problem in problems):
            click.echo(f"Error: {printable(file)} is not of the form of {form}", err=True)
    every = [problem for problems in found.values() for problem in problems]
    ctx.exit(BAD_INPUT if any(p.malformed for p in every) else FOUND if every else 0)


def _lint(file: str) -> tuple[str, tuple[Problem, ...]]:
    """Return what a file is meant to be, and everything that is wrong or doubtful in it."""
    form = "a rulebook"
    try:
        text = rulebook_text(file)
    except RulebookError as error:
        return form, error.problems
    if is_limits_file(text, file):
        return "a limits file", try_limits(text, file)[1]
    return form, (*lint_text(text, file), *_ref_taken(text, file))


def _ref_taken(text: str, file: str) -> tuple[Problem, ...]:
    ruleset = try_parse(text, file).ruleset
    taken = None if ruleset is None else ref_taken(ruleset)
    return () if taken is None else (taken,)
