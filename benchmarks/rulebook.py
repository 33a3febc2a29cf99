"""Reading a rulebook: in a fresh process, again without the cache, and from the cache."""

import tomllib
from functools import partial

import croupier
from benchmarks.report import Figure, Report
from benchmarks.timing import fresh_process, medians
from croupier.rulebooks import REFS, published, text_of


def measure(*, quick: bool) -> Report:
    """Time every published rulebook."""
    figures: list[Figure] = []
    for ref in REFS:
        figures += figures_of(ref, quick=quick)
    return Report("rulebook", "tomllib.loads of the same file", figures)


def figures_of(ref: str, *, quick: bool) -> list[Figure]:
    """Time one rulebook cold and warm, beside what reading its TOML alone takes."""
    taken = medians(
        {
            "tomllib.loads": partial(tomllib.loads, text_of(ref)),
            "cache cleared": partial(read_anew, ref),
            "warm": partial(croupier.rulebook, ref),
        },
        round_seconds=0.01 if quick else 0.1,
    )
    with fresh_process() as process:
        cold = process.median(f"croupier.rulebook({ref!r})", before="import croupier", rounds=1 if quick else 5)
    each = {"tomllib.loads": taken["tomllib.loads"], "fresh process": cold, **taken}
    return [Figure(f"{ref:21} {way}", seconds, taken["tomllib.loads"]) for way, seconds in each.items()]


def read_anew(ref: str) -> object:
    published.cache_clear()
    return croupier.rulebook(ref)
