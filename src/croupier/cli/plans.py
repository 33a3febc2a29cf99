"""The options for the terms of a session, and the plan made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from croupier.cli.params import LIMITS, fitting, parse_stakes
from croupier.rules.errors import LimitsError
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.lab.plan import Plan
    from croupier.lab.systems import System

Command = TypeVar("Command", bound=Callable[..., Any])


def system_names() -> tuple[str, ...]:
    """Return the names of the lab's systems; none if the extra is not installed."""
    try:
        from croupier.lab.systems import SYSTEMS
    except ImportError:
        return ()
    return tuple(SYSTEMS)


def complete_systems(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    return [name for name in system_names() if name.startswith(incomplete)]


class SystemOption(click.Option):
    """An option whose help lists the systems. They are imported only when it is shown: the lab takes its time."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = (self.help or "").replace("SYSTEMS", ", ".join(system_names()) or "the lab's systems")
        return super().get_help_record(ctx)


class Terms(TypedDict):
    """The options of a session."""

    bet: str
    unit: int | None
    bankroll: int
    spins: int
    target: int | None
    stop_loss: int | None
    limits: Limits | None
    minimum: int | None
    maximum: int | None
    over_maximum: str
    short: str


_AMOUNT = click.IntRange(min=1)
UNITS_DIGITS = 9
"""What has more is over ``UNITS_MAX``, and may be too long to be read as a number."""
_OPTIONS = (
    click.option("--bet", default="red", show_default=True, metavar="P | P=STAKE,…", help="What one unit lies on."),
    click.option("--unit", type=_AMOUNT, metavar="STAKE", help="Stake of one unit on a single --bet.  [default: 100]"),
    click.option("--bankroll", type=_AMOUNT, default=10_000, show_default=True, help="What the player brings."),
    click.option("--spins", type=_AMOUNT, default=200, show_default=True, help="Spins of a session at most."),
    click.option("--target", type=_AMOUNT, help="Leave with this bankroll or more."),
    click.option("--stop-loss", type=click.IntRange(min=0), help="Leave with this bankroll or less."),
    click.option("--limits", type=LIMITS, help="The table's limits (TOML); otherwise the rulebook's own."),
    click.option("--minimum", type=_AMOUNT, help="A minimum for every position, instead of --limits."),
    click.option("--maximum", type=_AMOUNT, help="A maximum for every position, instead of --limits."),
    click.option(
        *("--over-maximum", "over_maximum"),
        type=click.Choice(["cap", "stop"]),
        default="cap",
        show_default=True,
        help="What a system does that wants more than the maximum.",
    ),
    click.option(
        *("--short", "short"),
        type=click.Choice(["stop", "all-in"]),
        default="stop",
        show_default=True,
        help="What a player does who cannot cover the next stake.",
    ),
)


system_option = click.option(
    "--system",
    cls=SystemOption,
    metavar="NAME",
    shell_complete=complete_systems,
    help="One of SYSTEMS.  [default: martingale]",
)


def plan_options(command: Command) -> Command:
    """Add the options of a session."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def plan_of(ruleset: Ruleset, system: System, terms: Terms) -> Plan:
    """Make the plan; one that cannot start is refused with what would be right."""
    from croupier.lab.plan import Plan

    return Plan(
        ruleset,
        system,
        _stakes(terms),
        terms["bankroll"],
        terms["spins"],
        limits=limits_of(terms, ruleset),
        target=terms["target"],
        stop_loss=terms["stop_loss"],
        over_maximum=terms["over_maximum"],  # type: ignore[arg-type]
        short=terms["short"],  # type: ignore[arg-type]
    )


def limits_of(terms: Terms, ruleset: Ruleset) -> Limits | None:
    """Return the limits that were given; None for the rulebook's own."""
    return given_limits(terms["limits"], terms["minimum"], terms["maximum"], ruleset)


def given_limits(limits: Limits | None, least: int | None, most: int | None, ruleset: Ruleset) -> Limits | None:
    """Return the limits of a file, or the same for every position; None for the rulebook's own."""
    if least is None and most is None:
        return fitting(limits, ruleset)
    if limits is not None:
        raise click.UsageError("--limits or --minimum and --maximum, not both")
    if least is None or most is None:
        raise click.UsageError("--minimum and --maximum go together")
    if least > most:
        raise LimitsError(f"--minimum {least} is above --maximum {most}")
    from croupier.lab.plan import limits_for_all

    return limits_for_all(least, most)


def _stakes(terms: Terms) -> list[tuple[str, int]]:
    if "=" not in terms["bet"]:
        return [(terms["bet"], terms["unit"] or 100)]
    if terms["unit"] is not None:
        raise click.UsageError("--unit is for a single --bet; in P=STAKE,… every position has its stake")
    return parse_stakes((terms["bet"],))


line_option = click.option("--line", metavar="1,2,3,4", help="The line that labouchere begins with.")
longest_option = click.option(
    "--longest",
    type=click.IntRange(1, 64),
    metavar="N",
    help="The longest line of labouchere before it is begun anew.  [default: 10, or twice --line]",
)


def system_of(name: str | None, file: str | None, line: str | None, longest: int | None = None) -> System:
    """Find the system: by name, or as a function in a file, with a line for labouchere."""
    from croupier.lab.custom_file import custom_from_file
    from croupier.lab.systems import system_named

    if (line is not None or longest is not None) and (name != "labouchere" or file is not None):
        raise click.UsageError(f"{'--longest' if line is None else '--line'} is for --system labouchere")
    if file is not None:
        return custom_from_file(file, name)
    if line is None and longest is None:
        return system_named(name or "martingale")
    return _labouchere(line, longest)


def _labouchere(line: str | None, longest: int | None) -> System:
    from croupier.lab.systems import LabError, Labouchere

    begun = Labouchere().line
    if line is not None:
        numbers = [word.strip() for word in line.split(",")]
        if not all(word.isascii() and word.isdigit() and len(word) <= UNITS_DIGITS for word in numbers):
            raise LabError(f"--line: whole numbers with commas between, such as 1,2,3,4, not {line[:40]!r}")
        begun = tuple(int(word) for word in numbers)
    return Labouchere(begun, longest=max(10, 2 * len(begun)) if longest is None else longest)
