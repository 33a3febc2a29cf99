"""Rulebooks with something that the program does not carry out: a mini wheel, and half an even chance back on zero."""

from pathlib import Path

from testkit.rulebooks.house import MBS_3, own

MINI = (Path(__file__).parents[2] / "examples" / "mini-roulette.toml").read_text(encoding="utf-8")
"""The rules of the mini roulette among the examples: thirteen pockets."""
GAP = """
[[unexpressed]]
clause = "4.9"
what = "On zero half of an even chance goes back; here all of it is collected."
affects = ["red", "black", "odd", "even", "low", "high"]
on = "0"
"""
CLAUSE = '"4.9" = { nature = "rule", summary = "On zero an even chance loses half." }\n'


def half_back(gap: str = GAP) -> str:
    """A house's copy of a published rulebook whose even chances should get half back on zero."""
    return own(MBS_3, ("[clauses]\n", f"{gap}\n[clauses]\n{CLAUSE}"))
