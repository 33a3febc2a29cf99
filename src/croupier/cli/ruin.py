"""``croupier ruin``: how likely a bankroll is lost, and how large one must be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.laboratory import needs_lab, progress, say_gaps
from croupier.cli.output import add_row, print_json, say, share_words, show, table
from croupier.cli.params import LIMITS, RULESET, fitting, json_option, parse_stakes
from croupier.cli.plans import complete_systems
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.lab.exact.ruin import RuinCurve
    from croupier.lab.exact.spread import Spread
    from croupier.lab.plan import Plan

    Curve = tuple[NDArray[np.int64], NDArray[np.float64]]

ROWS = 12
_RISK = click.FloatRange(0, 1, min_open=True, max_open=True)


@dataclass(frozen=True, slots=True)
class Terms:
    """The question: until when, from which bankrolls, at which risk."""

    bankrolls: tuple[int, ...]
    target: int | None
    spins: int | None
    risk: float | None
    gain: int | None


@click.command()
@click.argument("rulesets", metavar="REF...", type=RULESET, nargs=-1, required=True)
@click.option("--stakes", multiple=True, required=True, metavar="P=STAKE,…", help="What is laid on every spin.")
@click.option(
    "--system",
    metavar="NAME",
    default="flat",
    show_default=True,
    shell_complete=complete_systems,
    help="Lay them by a betting system.",
)
@click.option("--bankroll", "bankrolls", type=click.IntRange(min=1), multiple=True, help="To begin with; repeatable.")
@click.option("--target", type=click.IntRange(min=1), help="Leave with this bankroll or more.")
@click.option("--spins", type=click.IntRange(1, 1_000_000), help="Play so many spins at most.")
@click.option("--risk", type=_RISK, help="Find the bankroll for this risk.")
@click.option("--gain", type=click.IntRange(min=1), help="With --risk: until this much is won.")
@click.option("--limits", type=LIMITS, help="A table's limits (TOML); otherwise the rulebook's own.")
@click.option("--picture", metavar="PATH", help="Draw ruin by bankroll as .svg or .png.")
@json_option
@needs_lab
def ruin(
    *,
    rulesets: tuple[Ruleset, ...],
    stakes: tuple[str, ...],
    system: str,
    bankrolls: tuple[int, ...],
    target: int | None,
    spins: int | None,
    risk: float | None,
    gain: int | None,
    limits: Limits | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Work out ruin: the chance that a bankroll no longer covers the next stake.

    Before a --target is reached, within some --spins, or both; for all
    bankrolls at once, or for those named. With --risk, how large a bankroll must
    be. Nothing is sampled, and the error is bounded.

    \b
    Examples:
      croupier ruin mbs-roulette/3 --stakes "red=100" --target 10000 --bankroll 5000
      croupier ruin mbs-roulette/3 us-double-zero/1 --stakes "red=500" --spins 200 --bankroll 10000
      croupier ruin us-double-zero/1 --stakes "17=100,20=100" --spins 200 --picture ruin.svg
      croupier ruin mbs-roulette/3 --stakes "red=100" --spins 100 --risk 0.05
      croupier ruin mbs-roulette/3 --stakes "red=100" --system martingale --spins 100 --bankroll 6300 --bankroll 12700
    """
    terms = Terms(bankrolls, target, spins, risk, gain)
    _check(terms, system)
    laid = parse_stakes(stakes)
    for ruleset in rulesets:
        say_gaps(ruleset, [bet for bet, _ in laid])
    answers = [_answer(ruleset, laid, fitting(limits, ruleset), terms, system) for ruleset in rulesets]
    if picture is not None:
        _draw([(document["ruleset"], curve) for document, curve in answers], terms, system, picture)
    documents = [document for document, _ in answers]
    if as_json:
        print_json(documents if len(documents) > 1 else documents[0])
        return
    for document in documents:
        _show(document, terms)


def _answer(
    ruleset: Ruleset, laid: list[tuple[str, int]], limits: Limits | None, terms: Terms, system: str
) -> tuple[dict[str, Any], Curve]:
    """Work out one rulebook: the document, and the curve that a picture shows."""
    from croupier.lab.exact.spread import spread

    first = _plan(ruleset, laid, limits, terms, system)
    if system != "flat":
        made = _by_system(first, terms)
    elif terms.risk is not None:
        made = _for_risk(spread(ruleset, laid, limits=limits), terms)
    elif terms.target is None and terms.spins is None:
        made = _for_ever(spread(ruleset, laid, limits=limits), terms)
    else:
        made = _by_bankroll(spread(ruleset, laid, limits=limits), first, terms)
    document: dict[str, Any] = {"ruleset": ruleset.ref, "system": system}
    document["stakes"] = {position.name: stake for position, stake in first.unit}
    document |= {"target": terms.target, "spins": terms.spins, "error": made["error"], "rows": made["rows"]}
    if "needed" in made:
        document |= {"risk": terms.risk, "gain": terms.gain, "bankroll_needed": made["needed"]}
    return document, made["curve"]


def _check(terms: Terms, system: str) -> None:
    from croupier.lab.systems import system_named

    system_named(system)  # Check the name first, so that a typo is reported before a missing option.
    if terms.risk is not None:
        if system != "flat" or terms.target is not None:
            raise click.UsageError("--risk is for flat stakes, with --spins or with --gain")
        if (terms.spins is None) == (terms.gain is None):
            raise click.UsageError("--risk needs --spins or --gain, one of the two")
    elif terms.gain is not None:
        raise click.UsageError("--gain is for --risk; otherwise name a --target")
    if system != "flat" and (terms.spins is None or not terms.bankrolls):
        raise click.UsageError(f"{system} needs --spins and --bankroll")


def _plan(ruleset: Ruleset, laid: list[tuple[str, int]], limits: Limits | None, terms: Terms, system: str) -> Plan:
    """Check the stakes against the limits and the bankroll, as a session would."""
    from croupier.lab.plan import Plan
    from croupier.lab.systems import system_named

    most = max(terms.bankrolls, default=sum(stake for _, stake in laid))
    target = terms.target if terms.bankrolls else None
    return Plan(ruleset, system_named(system), laid, most, terms.spins or 1, limits=limits, target=target)


def _for_ever(one: Spread, terms: Terms) -> dict[str, Any]:
    """Compute ruin without an end: certain, unless the price favors the player."""
    import numpy as np

    from croupier.lab.exact.ruin import ever_curve

    if one.mean <= 0:
        raise click.UsageError("who plays for ever is ruined; give --target, --spins or both")
    if not terms.bankrolls:
        raise click.UsageError(
            "these stakes gain on average, so play may never end; give --bankroll, --target or --spins"
        )
    rows, error = [], 0.0
    for bankroll in terms.bankrolls:
        curve = ever_curve(one, bankroll)
        ruined = curve.at(bankroll)
        rows.append({"bankroll": bankroll, "ruin": ruined, "safe": 1 - ruined})
        error = max(error, curve.error)
    line = np.array([row["bankroll"] for row in rows]), np.array([row["ruin"] for row in rows])
    return {"rows": rows, "error": error, "curve": line}


def _by_bankroll(one: Spread, plan: Plan, terms: Terms) -> dict[str, Any]:
    """Compute a curve through each bankroll that was asked for, or, of very long play, these bankrolls alone."""
    from croupier.lab.systems import LabError

    try:
        return _by_curve(one, terms)
    except LabError:
        if terms.spins is None or not terms.bankrolls:
            raise
        return _by_system(plan, terms)


def _by_curve(one: Spread, terms: Terms) -> dict[str, Any]:
    """Compute a curve through each bankroll that was asked for; those that lead to each other share one."""
    curves: dict[int, RuinCurve] = {}
    rows = []
    for bankroll in terms.bankrolls:
        # A bankroll that does not cover the stakes is ruined on every curve.
        place = max(bankroll - one.staked, 0) % one.step
        if place not in curves:
            curves[place] = _curve(one, terms, max(bankroll, one.staked))
        rows.append(_row(curves[place], bankroll))
    if not curves:
        curves[0] = _curve(one, terms, None)
        rows = [_row(curves[0], bankroll) for bankroll in _spaced(curves[0].bankrolls)]
    return {"rows": rows, "error": max(curve.error for curve in curves.values()), "curve": _line(curves.values())}


def _curve(one: Spread, terms: Terms, through: int | None) -> RuinCurve:
    from croupier.lab.exact.ruin import ruin_curve, ruin_within

    if terms.spins is not None:
        return ruin_within(one, terms.spins, target=terms.target, through=through)
    assert terms.target is not None
    return ruin_curve(one, terms.target, through=through)


def _line(curves: Iterable[RuinCurve]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    import numpy as np

    pairs = [(curve.bankrolls, curve.ruin) for curve in curves]
    bankrolls, ruined = (np.concatenate(columns) for columns in zip(*pairs, strict=True))
    order = np.argsort(bankrolls)
    return bankrolls[order], ruined[order]


def _row(curve: RuinCurve, bankroll: int) -> dict[str, Any]:
    made = {"bankroll": bankroll, "ruin": curve.at(bankroll), "safe": curve.reach(bankroll)}
    return made if curve.spins is None else made | {"mean_spins": curve.spins_at(bankroll)}


def _for_risk(one: Spread, terms: Terms) -> dict[str, Any]:
    from croupier.lab.exact.ruin import bankroll_for, ruin_curve, ruin_within

    assert terms.risk is not None
    needed = bankroll_for(one, terms.risk, spins=terms.spins, gain=terms.gain)
    if terms.spins is not None:
        curve = ruin_within(one, terms.spins)
    else:
        assert terms.gain is not None
        curve = ruin_curve(one, needed + terms.gain)
    return {"rows": [_row(curve, needed)], "error": curve.error, "needed": needed, "curve": _line([curve])}


def _by_system(plan: Plan, terms: Terms) -> dict[str, Any]:
    from dataclasses import replace

    import numpy as np

    from croupier.lab.markov.forecast import forecast

    rows, error = [], 0.0
    with progress() as show:
        for place, bankroll in enumerate(sorted(set(terms.bankrolls))):
            show("bankrolls", place, len(terms.bankrolls))
            made = forecast(replace(plan, bankroll=bankroll))
            rows.append({"bankroll": bankroll, "ruin": made.ruin, "safe": 1 - made.ruin, "mean_spins": made.mean_spins})
            error = max(error, made.error_relative * made.ruin + made.dropped)
    line = np.array([row["bankroll"] for row in rows]), np.array([row["ruin"] for row in rows])
    return {"rows": rows, "error": error, "curve": line}


def _spaced(bankrolls: NDArray[np.int64]) -> tuple[int, ...]:
    """Pick some of many bankrolls, including the first and the last."""
    last = len(bankrolls) - 1
    places = sorted({round(place * last / (ROWS - 1)) for place in range(ROWS)}) if last > 0 else range(last + 1)
    return tuple(int(bankrolls[place]) for place in places)


def _draw(curves: list[tuple[str, Curve]], terms: Terms, system: str, path: str) -> None:
    """Draw the curves of all rulebooks over the bankrolls that any of them has."""
    import numpy as np

    from croupier.lab import pictures

    title = f"{', '.join(ref for ref, _ in curves)}: chance of ruin {_until(terms)}"
    every = np.unique(np.concatenate([bankrolls for _, (bankrolls, _) in curves]))
    drawn = {
        (system if len(curves) == 1 else ref): np.interp(every, bankrolls, ruined)
        for ref, (bankrolls, ruined) in curves
    }
    pictures.written(pictures.ruin_curves(every, drawn, title=title), path)


def _until(terms: Terms) -> str:
    until = []
    if terms.target is not None:
        until.append(f"before {terms.target:,} is reached")
    if terms.gain is not None:
        until.append(f"before {terms.gain:,} are won")
    if terms.spins is not None:
        until.append(f"within {terms.spins:,} spins")
    return ", ".join(until) or "ever, however long one plays"


def _show(document: dict[str, Any], terms: Terms) -> None:
    laid = ", ".join(f"{stake:,} on {position}" for position, stake in document["stakes"].items())
    if "bankroll_needed" in document:
        say(f"{document['bankroll_needed']:,} is the smallest bankroll with a risk of ruin of at most {terms.risk:g}.")
    title = f"{document['ruleset']}, {document['system']}, {laid}: ruin {_until(terms)}"
    timed = all("mean_spins" in row for row in document["rows"])
    figures = ("bankroll", "ruined", "not ruined", *(["spins on average"] * timed))
    made = table(title, figures, right=figures)
    for row in document["rows"]:
        spins = [f"{row['mean_spins']:,.1f}"] if timed else []
        add_row(made, f"{row['bankroll']:,}", share_words(row["ruin"], 4), share_words(row["safe"], 4), *spins)
    show(made)
    say(f"Computed without sampling; no chance is off by more than {document['error']:.1e}.", style="dim")
