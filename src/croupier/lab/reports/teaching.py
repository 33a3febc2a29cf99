"""What a class needs beside the figures: what a system does, what is assumed, and questions to answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.lab.comparison import Side
from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Plan
from croupier.lab.reports.page import heading, ordered, paragraph

RUN = 6
"""How many losses in a row are asked about."""

DOES = {
    "flat": "The same stake on every spin.",
    "martingale": (
        "One unit; double after every loss, back to one unit after a win. A win brings back all losses of its run "
        "and one unit more, as long as the table and the bankroll allow another doubling."
    ),
    "grand-martingale": "As the martingale, with one more unit added at every doubling.",
    "paroli": "Double after a win, until a run of wins is complete; back to one unit then, and after a loss.",
    "dalembert": "One unit more after a loss, one unit less after a win, never less than one.",
    "fibonacci": "Stakes go up the numbers 1, 1, 2, 3, 5, 8, … one step after a loss, and two steps down after a win.",
    "oscars-grind": (
        "In series that aim at one unit: the stake stays after a loss and rises by one unit after a win, but never "
        "above what the series still needs."
    ),
    "1-3-2-6": "1, 3, 2 and 6 units on wins in a row; from the start after a loss or after the fourth win.",
    "labouchere": (
        "A line of numbers: the stake is the first plus the last; a win strikes both out, a loss adds the stake at "
        "the end."
    ),
}
"""What each system does, for readers who meet it for the first time."""


def what_it_does(plan: Plan) -> Iterator[str]:
    """Describe the system; one of the player's own is shown as its source instead."""
    words = DOES.get(plan.system.name)
    if words is not None and not isinstance(plan.system, CustomSystem):
        yield heading("What the system does")
        yield paragraph(words)


def assumptions(plan: Plan) -> Iterator[str]:
    """State what every figure rests on."""
    yield heading("What is assumed")
    yield paragraph(
        f"Each of the {len(plan.ruleset.pockets)} pockets is equally likely on every spin, and no spin depends on "
        "those before it. The player keeps to the system, makes no mistakes and stops only as the terms below say. "
        "No tips, and no price for time. Every figure follows from these assumptions and from the rulebook."
    )


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
