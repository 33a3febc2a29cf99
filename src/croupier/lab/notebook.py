"""Short words for long objects: what a notebook or a prompt shows of a plan, a forecast, a run or findings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.lab.plan import Plan


def plan_words(plan: Plan) -> str:
    """Return a plan in one line."""
    unit = ", ".join(f"{stake:,} on {position}" for position, stake in plan.unit)
    ends = "".join(
        f", {word} {amount:,}"
        for word, amount in (("target", plan.target), ("stop-loss", plan.stop_loss))
        if amount is not None
    )
    return f"{plan.ruleset.ref}: {plan.system.name}, {unit}, bankroll {plan.bankroll:,}, {plan.spins:,} spins{ends}"


def rows_html(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return a small table."""
    body = "".join(
        f'<tr><th style="text-align:left">{escape(word)}</th><td style="text-align:right">{escape(figure)}</td></tr>'
        for word, figure in rows
    )
    return f"<table><caption>{escape(title)}</caption><tbody>{body}</tbody></table>"
