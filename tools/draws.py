"""Statistics on the random wheel's own draw: ``make soak ARGS="draws [--outcomes N] [--wheel 37]"``.

Every outcome comes from ``croupier.wheels.draw`` with a fresh secret and a round
of its own. What decides was written down before the first run, and does not
change with what is seen. Per wheel, over streams of equal length:

1. Each stream takes the seven tests of ``tools/draw_tests.py``; each p-value is
   two-sided. A p-value below 1e-9 fails at once, whatever else is found.
2. Rejections at 1 %, over all tests and for each test, lie within the central
   99.9 % of what chance gives (of 1,000 streams: 44…99 and 2…22).
3. For each test, the p-values of all streams are spread evenly: their
   Kolmogorov–Smirnov p-value is at least 1e-4.
4. All outcomes together: chi-square inside its two-sided 99 % band, and every
   pocket within the band that all of them keep 99 times in 100.

A wheel outside 2, 3 or 4 is drawn once more, from the start, with fresh
secrets; outside again, it fails. A good wheel is outside about once in 50 runs,
so it fails about once in 2,500.
"""

import argparse
import hashlib
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import NamedTuple

import numpy as np
from scipy import stats

import croupier
from croupier.wheels.draw import draw, fresh_secret
from tools.draw_tests import TABLES, TESTS, Counts, Stream, counted, of_counts, p_values
from tools.wheel_vectors import REFS

OUTCOMES = 100_000_000
STREAM = 1_000_000
STREAMS_MIN = 10
PROCESSES = 2

LEVEL = 0.01
AT_ONCE = 1e-9
TAIL = 0.0005
SPREAD_MIN = 1e-4
PROGRESS_SECONDS = 10.0

Secrets = Callable[[int], bytes]
"""The secret of the n-th round."""


class StreamFigures(NamedTuple):
    """One stream's share of the figures."""

    counts: Counts
    p_values: dict[str, float | None]


@dataclass
class Figures:
    """What was found on one wheel so far."""

    size: int
    streams: list[dict[str, float | None]] = field(default_factory=list)
    counts: Counts = field(default_factory=lambda: np.zeros(0, np.int64))
    seconds: float = 0.0

    def add(self, tested: StreamFigures) -> None:
        """Add a stream."""
        self.streams.append(tested.p_values)
        self.counts = tested.counts if not len(self.counts) else self.counts + tested.counts

    @property
    def outcomes(self) -> int:
        """How many there were."""
        return int(self.counts.sum())

    def of(self, test: str) -> list[float]:
        """Return one test's p-values."""
        return [p for stream in self.streams if (p := stream[test]) is not None]

    @property
    def all(self) -> list[float]:
        """Every p-value of every test."""
        return [p for test in TESTS for p in self.of(test)]

    @property
    def z(self) -> tuple[float, float]:
        """How far the farthest pocket is from its mean, and how far it may be, in deviations."""
        share = 1 / self.size
        apart = np.abs(self.counts - self.outcomes * share).max() / (self.outcomes * share * (1 - share)) ** 0.5
        return float(apart), float(stats.norm.ppf(1 - LEVEL / self.size / 2))


def band(tries: int) -> tuple[int, int]:
    """How many rejections at 1 % chance gives, but for one time in a thousand."""
    return int(stats.binom.ppf(TAIL, tries, LEVEL)), int(stats.binom.ppf(1 - TAIL, tries, LEVEL))


def objections(figures: Figures) -> Iterator[str]:
    """Say what lies outside: rules 2, 3 and 4."""
    for name, found in [("all tests", figures.all), *((test, figures.of(test)) for test in TESTS)]:
        low, high = band(len(found))
        rejected = sum(p < LEVEL for p in found)
        if not low <= rejected <= high:
            yield f"{name}: {rejected} of {len(found)} rejected at 1 %, not {low} to {high}"
    for test in TESTS:
        spread = evenness(figures.of(test))
        if spread < SPREAD_MIN:
            yield f"{test}: p-values are not spread evenly (Kolmogorov–Smirnov {spread:.1e})"
    whole = of_counts(figures.counts)
    if whole < LEVEL:
        yield f"all outcomes together: chi-square {chi_square(figures.counts):.3f} has p = {whole:.2g}, two-sided"
    apart, allowed = figures.z
    if apart >= allowed:
        yield f"a pocket is {apart:.2f} deviations from its mean, not less than {allowed:.2f}"


def failed_at_once(figures: Figures) -> str:
    """Rule 1: say what no chance explains; "" if nothing is of that kind."""
    worst = min((p, test) for test in TESTS for p in [*figures.of(test), 1.0])
    return f"{worst[1]}: p = {worst[0]:.1e}" if worst[0] < AT_ONCE else ""


def evenness(found: list[float]) -> float:
    """Compare p-values with an even spread."""
    return float(stats.kstest(found, "uniform").pvalue) if found else 1.0


def chi_square(counts: Counts) -> float:
    """Return the chi-square of counts against equal shares."""
    mean = counts.sum() / len(counts)
    return float(((counts - mean) ** 2 / mean).sum())


def stream(size: int, number: int, length: int, secret_of: Secrets) -> Stream:
    """Draw one stream: its rounds are numbered through, eight tables take turns."""
    ruleset = croupier.rulebook(REFS[size])
    index = {pocket: place for place, pocket in enumerate(ruleset.pockets)}
    tables = [f"T{table}" for table in range(TABLES)]
    first = number * length
    return np.fromiter(
        (
            index[
                draw(
                    secret_of(first + place),
                    table=tables[place % TABLES],
                    round_id=str(first + place),
                    digest=ruleset.digest,
                    pockets=ruleset.pockets,
                )
            ]
            for place in range(length)
        ),
        np.uint8,
        length,
    )


def fresh(_: int) -> bytes:
    """Take a secret from the operating system, as a table does."""
    return fresh_secret()


def numbered(label: str, number: int) -> bytes:
    """Make the secret with this number: for a run that can be repeated."""
    return hashlib.sha256(f"{label} {number}".encode()).digest()


def stream_figures(number: int, *, size: int, length: int, secret_of: Secrets) -> StreamFigures:
    """Draw and test one stream."""
    drawn = stream(size, number, length, secret_of)
    return StreamFigures(counted(drawn, size), p_values(drawn, size))


def figures_of(size: int, results: Iterable[StreamFigures], streams: int) -> Figures:
    """Gather the streams of one wheel, saying how far it is."""
    figures, started, said = Figures(size), time.monotonic(), 0.0
    try:
        for result in results:
            figures.add(result)
            figures.seconds = time.monotonic() - started
            if figures.seconds - said >= PROGRESS_SECONDS:
                said = figures.seconds
                print(progress(figures, streams), flush=True)
    except KeyboardInterrupt:
        print(f"interrupted; so far, and deciding nothing:\n{told(figures) if figures.streams else 'nothing'}")
        raise
    return figures


def progress(figures: Figures, streams: int) -> str:
    """Say how far it is."""
    left = figures.seconds / len(figures.streams) * (streams - len(figures.streams))
    rate = figures.outcomes / figures.seconds
    return f"{figures.size} pockets {figures.outcomes:>13,} drawn {rate:9,.0f} a second, {left:6,.0f} s left"


def told(figures: Figures) -> str:
    """Say what was found, line by line."""
    lines = [in_short(figures)]
    for name, found in [("all tests", figures.all), *((test, figures.of(test)) for test in TESTS)]:
        low, high = band(len(found))
        rejected = sum(p < LEVEL for p in found)
        least = f"{min(found):.1e}" if found else "-"
        lines.append(
            f"  {name:10} rejected at 1 %: {rejected:3} of {len(found):5} ({low}…{high}); least p {least}; "
            f"evenness {evenness(found):.3f}"
        )
    return "\n".join(lines)


def in_short(figures: Figures) -> str:
    """Say what was found on all outcomes together."""
    low, high = stats.chi2.ppf([LEVEL / 2, 1 - LEVEL / 2], figures.size - 1)
    apart, allowed = figures.z
    return (
        f"{figures.size} pockets: {figures.outcomes:,} outcomes in {len(figures.streams)} streams, "
        f"{figures.seconds:,.0f} s; chi-square {chi_square(figures.counts):.3f} (inside is {low:.3f} … {high:.3f}), "
        f"p = {of_counts(figures.counts):.3f}; farthest pocket {apart:.2f} deviations (inside is below {allowed:.2f})"
    )


def judge(size: int, look: Callable[[], Figures]) -> tuple[bool, list[Figures]]:
    """Look at a wheel, and once more if it is outside; whether it passes, and all that was seen."""
    seen: list[Figures] = []
    for attempt in (1, 2):
        seen.append(look())
        print(told(seen[-1]), flush=True)
        if at_once := failed_at_once(seen[-1]):
            print(f"{size} pockets: FAILED at once: {at_once}", flush=True)
            return False, seen
        outside = list(objections(seen[-1]))
        if not outside:
            return True, seen
        for words in outside:
            print(f"{size} pockets: outside: {words}", flush=True)
        if attempt == 1:
            print(f"{size} pockets: drawn once more with fresh secrets, as the rule says; outside again, it fails")
    return False, seen


def look_at(pool: Pool, size: int, *, length: int, streams: int) -> Figures:
    """Draw and test all streams of one wheel with fresh secrets."""
    work = partial(stream_figures, size=size, length=length, secret_of=fresh)
    return figures_of(size, pool.imap_unordered(work, range(streams)), streams)


def main(arguments: list[str]) -> int:
    """Draw, test and decide; the figures come last."""
    parser = argparse.ArgumentParser(prog="make soak: draws", description="Seven tests on the random wheel's draw.")
    parser.add_argument("--outcomes", type=int, default=OUTCOMES, help=f"per wheel; {OUTCOMES:,} if not given")
    parser.add_argument("--wheel", type=int, choices=list(REFS), help="one wheel alone, by its pockets")
    parser.add_argument("--processes", type=int, default=PROCESSES, help=f"{PROCESSES} if not given")
    given = parser.parse_args(arguments)
    length = min(STREAM, given.outcomes // STREAMS_MIN)
    if length < 1 or given.processes < 1:
        parser.error(f"at least {STREAMS_MIN} outcomes and one process")
    count = given.outcomes // length
    sizes = [given.wheel] if given.wheel else list(REFS)
    results: dict[int, tuple[bool, list[Figures]]] = {}
    # A new interpreter per process: nothing that this one has in memory can be shared by mistake.
    # An interrupt is this process's to answer; it ends the others.
    with get_context("spawn").Pool(given.processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for size in sizes:
            results[size] = judge(size, partial(look_at, pool, size, length=length, streams=count))
    print(f"\n{count} streams of {length:,} outcomes per wheel, {given.processes} processes, fresh secrets")
    for passed, seen in results.values():
        rejected = sum(p < LEVEL for p in seen[-1].all)
        print(in_short(seen[-1]))
        print(f"  seven tests: {rejected} of {len(seen[-1].all)} rejected at 1 %; least p {min(seen[-1].all):.1e}")
        for earlier in seen[:-1]:
            print(f"  the look before was outside: {'; '.join(objections(earlier))}")
        print(f"  {'passed' if passed else 'FAILED'} after {len(seen)} of at most 2 looks")
    return 0 if all(passed for passed, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
