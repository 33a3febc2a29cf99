"""Generators that several tests share."""

from hypothesis import strategies as st

import croupier
from croupier import Kind, Limit, Limits, Ruleset

STAKE_LARGE = 10**12
"""Large for any table, small enough that a felt full of such stakes stays below the largest sum allowed."""

rulesets = st.sampled_from(croupier.rulebooks())
amounts = st.integers(1, 2_000) | st.integers(1, STAKE_LARGE)


def outcomes(ruleset: Ruleset) -> st.SearchStrategy[str]:
    return st.sampled_from(ruleset.pockets)


def stakes(ruleset: Ruleset) -> st.SearchStrategy[list[tuple[str, int]]]:
    """Chips on any positions; the same position may come up several times."""
    return st.lists(st.tuples(st.sampled_from(sorted(ruleset.positions)), amounts), min_size=1, max_size=12)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Ruleset, list[tuple[str, int]], str]:
    """A ruleset, one player's stakes on its felt, and an outcome of its wheel."""
    ruleset = draw(rulesets)
    return ruleset, draw(stakes(ruleset)), draw(outcomes(ruleset))


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    """Limits for some kinds, with the minimum below or at the maximum."""
    kinds = draw(st.sets(st.sampled_from(Kind), min_size=1))
    by_kind = {}
    for kind in sorted(kinds):
        least = draw(st.integers(1, 1_000))
        by_kind[kind] = Limit(least, least + draw(st.integers(0, 1_000)))
    return Limits(by_kind=by_kind)
