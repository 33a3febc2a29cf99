"""A study of a betting system, or of a wheel, as one page that a teacher can hand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier import __version__
from croupier.lab import pictures
from croupier.lab.bias import Findings, verdict
from croupier.lab.bias.verdict import ASKS, p_words
from croupier.lab.comparison import Side
from croupier.lab.custom import CustomSystem
from croupier.lab.exact.spread import spread
from croupier.lab.plan import Plan
from croupier.lab.reports.page import grid, heading, listing, page, paragraph, picture, said
from croupier.lab.reports.teaching import assumptions, questions, what_it_does
from croupier.rules import plain
from croupier.rules.limits import Limits
from croupier.rules.odds import position_odds
from croupier.rules.ruleset import Ruleset

HUNDRED = 100


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """The content of a report. The first side is the system under study."""

    command: str
    """The command that made it."""
    seed: int
    sides: Sequence[Side]
    paths: NDArray[np.int64] | None = field(default=None, repr=False)
    """Some sessions, bankroll by bankroll, for the fan chart."""
    ruin: tuple[NDArray[np.int64], NDArray[np.float64]] | None = field(default=None, repr=False)
    """Starting bankrolls, and the chance of ruin of each."""
    findings: Findings | None = field(default=None, repr=False)
    spins_name: str = ""


def html(study: Study) -> str:
    main = study.sides[0]
    plan = main.plan
    title = f"{plan.system.name}: {plan.spins:,} spins with {plan.bankroll:,} under {plan.ruleset.title}"
    pieces = [
        heading(title, 1),
        paragraph(f"{plan.ruleset.ref}. Amounts are in the smallest unit of money, without a currency.", "lead"),
        said(tuple(_summary(main))),
        *what_it_does(plan),
        *assumptions(plan),
        *_terms(plan),
        *_one_spin(plan),
        *_endings(main, study),
        *_ruin(main, study),
        *_systems(study.sides),
        *_wheel(study),
        *questions(main),
        *_method(study),
        *_clauses(plan),
    ]
    return page(title, pieces)


def _summary(main: Side) -> Iterator[str]:
    plan = main.plan
    ahead, ruined = (round(HUNDRED * share) for share in (main.ahead, main.ruin))
    yield (
        f"Of 100 sessions about {ahead} end with more than {plan.bankroll:,}, and about {ruined} end ruined: what is "
        f"left does not cover the next stake, though it may still be a good deal. {_broke(main)}"
    )
    yield _lost(main) + " " + _in_the_long_run(main)


def _broke(main: Side) -> str:
    """Say how often there is not even a unit left, which is what most people call ruined."""
    broke = round(HUNDRED * float(main.chances[main.bankrolls < main.plan.cost].sum()))
    return f"About {broke} of 100 have less than one unit left."


def _lost(main: Side) -> str:
    """Say what a session loses or gains, as a share of what is staked in it."""
    loss, staked = -main.mean_gain, f"of the {main.mean_staked:,.0f} staked in it"
    share = f"{HUNDRED * abs(main.lost_per_staked):.2f} % {staked}"
    if not loss:
        return f"A session neither loses nor gains on average, with {main.mean_staked:,.0f} staked in it."
    if main.exact:
        return f"A session {'loses' if loss > 0 else 'gains'} {abs(loss):,.0f} on average: {share}."
    verb = "lost" if loss > 0 else "gained"
    return f"In the {main.sessions:,} sessions played, a session {verb} {abs(loss):,.0f} on average: {share}."


def _in_the_long_run(main: Side) -> str:
    changes = "it only changes how often one loses little and how seldom one loses much."
    if main.exact:
        return f"No order of stakes changes that share; {changes}"
    plan = main.plan
    edge = -Fraction(sum(plan.gains), len(plan.gains) * plan.cost)
    whose = "" if edge >= 0 else " in favor of the player"
    return (
        f"That share is a matter of luck. In the long run it is {HUNDRED * abs(float(edge)):.2f} %{whose}, and no "
        f"order of stakes changes that; {changes}"
    )


def _terms(plan: Plan) -> Iterator[str]:
    yield heading("The terms")
    ruleset = plan.ruleset
    rows = [
        ("rulebook", f"{ruleset.ref}, {ruleset.title}"),
        ("house", ruleset.house or "not named"),
        ("effective", ruleset.effective.isoformat() if ruleset.effective else "not named"),
        ("digest of the rulebook", ruleset.digest),
        ("system", plan.system.name),
        ("one unit", ", ".join(f"{stake:,} on {position}" for position, stake in plan.unit)),
        ("bankroll", f"{plan.bankroll:,}"),
        ("spins", f"at most {plan.spins:,}"),
        ("target", "none" if plan.target is None else f"leave with {plan.target:,} or more"),
        ("stop-loss", "none" if plan.stop_loss is None else f"leave with {plan.stop_loss:,} or less"),
        ("more wanted than the maximum", "cut to the maximum" if plan.over_maximum == "cap" else "the session ends"),
        ("next stake not covered", "ruined" if plan.short == "stop" else "as much as there is, above the minimum"),
    ]
    yield grid("", ("", "in this study"), rows)
    yield _limits(plan)
    if isinstance(plan.system, CustomSystem):
        yield from _custom(plan.system)


def _custom(system: CustomSystem) -> Iterator[str]:
    """Show what a custom system does; its name alone says nothing to the reader."""
    yield heading(f"The system: {system.name}")
    yield paragraph(
        f"A function of the player's own. It begins with {system.start}, the first of these the units wanted, and says "
        "after each spin that gained or lost something how it goes on."
    )
    yield paragraph("Its source is not at hand.") if system.source is None else listing(system.source)


def _limits(plan: Plan) -> str:
    in_force: Limits = plan.ruleset.limits if plan.limits is None else plan.limits
    source = "the rulebook's own" if plan.limits is None else "given for this study"
    rows = []
    for position, _ in plan.unit:
        limit = in_force.of(position.kind)
        cited = ", ".join(f"§{number}" for number in plain.numbers(limit.clauses)) if limit else ""
        bounds = (f"{limit.stake_min:,}", f"{limit.stake_max:,}") if limit else ("none", "none")
        rows.append((position.name, *bounds, cited))
    return grid(
        f"Limits in force: {source}", ("position", "minimum", "maximum", "clauses"), rows, ("minimum", "maximum")
    )


def _one_spin(plan: Plan) -> Iterator[str]:
    yield heading("One spin, exactly")
    rows = []
    for position, stake in plan.unit:
        odds = position_odds(plan.ruleset, position)
        cited = ", ".join(f"§{number}" for number in plain.numbers(position.clauses))
        rows.append((position.name, f"{stake:,}", odds.probability, f"{odds.pays} to 1", _both(odds.edge), cited))
    columns = ("position", "stake", "chance to win", "pays", "house edge", "clauses")
    yield grid("", columns, rows, ("stake", "chance to win", "pays", "house edge"))
    one = spread(plan.ruleset, plan.stakes, limits=plan.limits)
    gains = [(f"{gain:+,}", chance, f"{HUNDRED * float(chance):.3f} %") for gain, chance in one.gains]
    yield grid("What one unit gains", ("gain", "chance", "about"), gains, ("gain", "chance", "about"))
    yield paragraph(f"One unit gains {one.mean} on average; its standard deviation is {one.sd:,.2f}.")


def _endings(main: Side, study: Study) -> Iterator[str]:
    plan = main.plan
    yield heading("How sessions end")
    low, lower, middle, upper, high = main.quantiles
    error = f"± {main.error:.1e} (bound)" if main.exact else f"± {main.error:,.2f} (standard error)"
    rows = [
        ("gain on average", f"{main.mean_gain:,.4f} {error}"),
        ("ends ahead", _percent(main.ahead)),
        ("ruined", _percent(main.ruin)),
        *([("reaches the target", _percent(main.reached_target))] if plan.target is not None else []),
        ("spins on average", f"{main.mean_spins:,.2f}"),
        ("staked in all, on average", f"{main.mean_staked:,.1f}"),
        (
            "bankroll at the end: 5 %, 25 %, 50 %, 75 %, 95 % do not exceed",
            f"{low:,}  {lower:,}  {middle:,}  {upper:,}  {high:,}",
        ),
    ]
    yield grid("", ("of a session", _by(main)), rows, (_by(main),))
    drawn = pictures.distribution(main.bankrolls, main.chances, title="Where the money ends", start=plan.bankroll)
    yield picture(pictures.as_svg(drawn, "ends", "Bars: how likely each bankroll is at the end"), f"By {_by(main)}.")
    if study.paths is not None:
        count = len(study.paths)
        drawn = pictures.fan_chart(
            study.paths, title="Bankrolls over time", target=plan.target, stop_loss=plan.stop_loss
        )
        words = f"{count:,} simulated sessions, seed {study.seed}; a session that is over stays where it ended."
        yield picture(pictures.as_svg(drawn, "fan", "Bands: where most bankrolls are after each spin"), words)


def _ruin(main: Side, study: Study) -> Iterator[str]:
    if study.ruin is None:
        return
    bankrolls, chances = study.ruin
    yield heading("Ruin by bankroll")
    title = f"Chance of ruin within {main.plan.spins:,} spins"
    drawn = pictures.ruin_curves(bankrolls, {main.plan.system.name: chances}, title=title)
    yield picture(
        pictures.as_svg(drawn, "ruin", "Line: chance of ruin by the bankroll at the start"),
        "Exact, bankroll by bankroll.",
    )


def _systems(sides: Sequence[Side]) -> Iterator[str]:
    if len(sides) < 2:  # noqa: PLR2004 - nothing to stand beside
        return
    yield heading("Systems side by side")
    yield paragraph(
        "All on the same terms. What differs is how the losses are spread, not their share of what is staked."
    )
    columns = ("system", "gain", "ahead", "ruined", "5 %", "median", "95 %", "staked", "kept by the house", "by")
    rows = [
        (
            one.plan.system.name,
            f"{one.mean_gain:,.1f}",
            _percent(one.ahead),
            _percent(one.ruin),
            *(f"{one.quantiles[place]:,}" for place in (0, 2, 4)),
            f"{one.mean_staked:,.0f}",
            _percent(one.lost_per_staked),
            _by(one),
        )
        for one in sides
    ]
    yield grid("", columns, rows, columns[1:-1])
    drawn = pictures.side_by_side(system_rows(sides), title="Systems side by side", start=sides[0].plan.bankroll)
    yield picture(pictures.as_svg(drawn, "systems", "Bars: where the money of each system ends"), "As in the table.")


def system_rows(sides: Sequence[Side]) -> list[pictures.SystemRow]:
    several = len({one.plan.ruleset.ref for one in sides}) > 1
    return [
        pictures.SystemRow(
            name=f"{one.plan.system.name}, {one.plan.ruleset.ref}" if several else one.plan.system.name,
            quantiles=one.quantiles,
            mean=one.plan.bankroll + one.mean_gain,
            ruin=one.ruin,
            ahead=one.ahead,
        )
        for one in sides
    ]


def _wheel(study: Study) -> Iterator[str]:
    findings = study.findings
    if findings is None:
        return
    ruleset, counts = findings.spins.ruleset, findings.spins.counts
    yield heading(f"The wheel: {len(findings.spins):,} spins from {study.spins_name}")
    yield said(verdict(findings))
    rows = [
        (
            test.name,
            ASKS[test.name],
            test.found or f"not made: {test.skipped}",
            "" if test.p is None else p_words(test.p),
            "" if test.adjusted is None else f"{test.adjusted:.3g}",
        )
        for test in findings.tests
    ]
    yield grid("", ("test", "asks", "found", "p", "corrected p"), rows, ("p", "corrected p"))
    around = pictures.wheel_map(ruleset, counts, title="Around the wheel", alpha=findings.alpha)
    yield picture(pictures.as_svg(around, "wheel", "How often each pocket came, around the wheel"), "Counts by pocket.")
    by_pocket = {str(pocket): int(count) for pocket, count in zip(ruleset.pockets, counts, strict=True)}
    fair = len(findings.spins) / len(ruleset.pockets)
    usual = pictures.usual_counts(len(findings.spins), len(ruleset.pockets), findings.alpha)
    cloth = pictures.cloth_map(
        ruleset, by_pocket, title="On the cloth", label="How often each pocket came", center=fair, usual=usual
    )
    words = "The same counts; gray is what a fair wheel shows too."
    yield picture(pictures.as_svg(cloth, "cloth", "How often each pocket came, on the cloth"), words)


def _method(study: Study) -> Iterator[str]:
    yield heading("How this was worked out")
    if any(side.exact for side in study.sides):
        yield paragraph(
            "Exact: a betting system under a table's limits can only be in so many situations, each a bankroll and a "
            "place in the system. From every situation the rulebook says what each pocket leads to. All of these "
            "chances are carried forward together, spin by spin, so nothing is left to luck; what rounding can do is "
            "bounded, and the bound is stated with the figure."
        )
    simulated = [side for side in study.sides if not side.exact]
    if simulated:
        names = ", ".join(side.plan.system.name for side in simulated)
        yield paragraph(
            f"Simulated: {names}, with {simulated[0].sessions:,} sessions from seed {study.seed}. The same seed gives "
            "the same sessions on any machine. The standard error says how far another seed would typically be off."
        )
    if study.findings is not None:
        yield paragraph(
            "The wheel: each p-value is the chance that a fair wheel (or, for tests of order, another order of the "
            "same spins) stands out at least as much. Exact where that can be counted, otherwise from "
            f"{study.findings.draws:,} simulated samples, seed {study.findings.seed}. Corrected p-values allow for "
            "several tests (Holm)."
        )
    yield paragraph(f"Made with croupier {__version__} by this command:")
    yield listing(study.command)


def _clauses(plan: Plan) -> Iterator[str]:
    """List what the figures rest on: the clauses of the positions and limits, in our words."""
    ruleset: Ruleset = plan.ruleset
    cited = [clause for position, _ in plan.unit for clause in position.clauses]
    limits = ruleset.procedure.limits
    cited += [*limits.under_minimum.clauses, *limits.over_maximum.clauses]
    if plan.limits is None:
        bounds = (ruleset.limits.of(position.kind) for position, _ in plan.unit)
        cited += [clause for bound in bounds if bound for clause in bound.clauses]
    numbers = plain.numbers(dict.fromkeys(cited))
    rows = [(f"§{number}", ruleset.clauses[number].summary) for number in numbers if number in ruleset.clauses]
    yield heading("Clauses cited")
    yield grid(f"{ruleset.ref}, in our words", ("clause", "says"), rows)


def _both(share: object) -> str:
    return f"{share} ({HUNDRED * float(share):.3f} %)"  # type: ignore[arg-type]


def _percent(share: float) -> str:
    return f"{HUNDRED * share:.3f} %"


def _by(side: Side) -> str:
    return "exact calculation" if side.exact else f"{side.sessions:,} simulated sessions"
