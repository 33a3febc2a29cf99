"""What a class needs beside the figures: what a system does, what is assumed, and questions to answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.lab.comparison import Side
from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Plan
from croupier.lab.reports.page import heading, ordered, paragraph
from croupier.lab.systems import SYSTEMS

RUN = 6
"""How many losses in a row are asked about."""


def what_it_does(plan: Plan) -> Iterator[str]:
    """Describe the system; one of the player's own is shown as its source instead."""
    known = SYSTEMS.get(plan.system.name)
    if known is not None and not isinstance(plan.system, CustomSystem):
        yield heading("What the system does")
        yield paragraph(known.does)


def assumptions(plan: Plan) -> Iterator[str]:
    """State what every figure rests on."""
    yield heading("What is assumed")
    yield paragraph(
        f"Each of the {len(plan.ruleset.pockets)} pockets is equally likely on every spin, and no spin depends on "
        "those before it. The player keeps to the system, makes no mistakes and stops only as the terms below say. "
        "No tips, and no price for time. Every figure follows from these assumptions and from the rulebook."
    )
    gaps = {gap.key: gap for position, _ in plan.unit for gap in plan.ruleset.not_carried_out(position.name)}
    if gaps:
        yield paragraph(f"As far as its document is carried out: {' '.join(gap.what for gap in gaps.values())}")


def questions(main: Side) -> Iterator[str]:
    """Ask three questions whose answers are on the page, or follow from it."""
    plan, pockets = main.plan, len(main.plan.gains)
    lost, ahead = sum(gain < 0 for gain in plan.gains), round(100 * main.ahead)
    in_a_row = (
        f"One unit loses on {lost} of the {pockets} pockets. How likely are {RUN} losses in a row? And is such a run "
        f"somewhere in {plan.spins:,} spins more or less likely than you thought?"
    )
    product = (
        "Multiply the mean gain of one unit, above, by the number of units staked in a session on average. Compare "
        "it with the mean gain of a session. Why does the order of the stakes not matter?"
    )
    both = (
        f"About {ahead} of 100 sessions end ahead, and the mean gain is {main.mean_gain:,.0f}. How can both be true? "
        "What does the picture of the final bankrolls say about it?"
    )
    yield heading("Questions for the class")
    yield ordered([in_a_row, product, both])
    chance = float(Fraction(lost, pockets) ** RUN)
    yield paragraph(
        f"Answers: ({lost}/{pockets}) to the power of {RUN} is {chance:.4f}. The products agree, since each unit has "
        "the same mean whenever it is laid. A mean weighs amounts, and a count of sessions does not: a few large "
        "losses outweigh many small gains."
    )
