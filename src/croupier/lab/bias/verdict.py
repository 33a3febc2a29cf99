"""The findings in sentences that claim no more than was shown."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence

import numpy as np

from croupier.lab.bias.battery import DRAWS_MAX, Findings, Name, WheelTest, draws_in_order
from croupier.lab.bias.chance import TIED, PValue
from croupier.lab.bias.spins_file import NOT_GIVEN

WHEELS_NAMED = 6

_MEANS = {
    Name.CHI_SQUARE: "the pockets did not come evenly",
    Name.TOO_EVEN: "the pockets came more evenly than by chance, as in spins that were made up or tidied",
    Name.HOTTEST: "one pocket came too often",
    Name.COLDEST: "one pocket came too seldom",
    Name.SECTORS: "a part of the wheel came too often or too seldom",
    Name.REPEATS: "pockets came again too often or too seldom",
    Name.STEPS: "the ball kept a distance from where it had been before",
    Name.RUNS_COLOR: "red and black alternated too much or too little",
    Name.RUNS_HALF: "low and high alternated too much or too little",
    Name.CHANGE: "the pockets came differently before and after some moment",
    Name.DEALER: "the pockets came differently under different dealers",
    Name.DIRECTION: "the pockets came differently in the two directions",
    Name.WHEEL: "the pockets came differently on different wheels",
}

ASKS = {
    Name.CHI_SQUARE: "Do all pockets come equally often?",
    Name.TOO_EVEN: "Do they come more evenly than chance has it?",
    Name.HOTTEST: "Does some pocket come too often?",
    Name.COLDEST: "Does some pocket come too seldom?",
    Name.SECTORS: "Does some part of the wheel, of any width, come too often or too seldom?",
    Name.REPEATS: "Does a pocket come again too soon, or not soon enough?",
    Name.STEPS: "Does the ball keep a distance around the wheel from where it fell before?",
    Name.RUNS_COLOR: "Do red and black alternate as chance has it?",
    Name.RUNS_HALF: "Do low and high alternate as chance has it?",
    Name.CHANGE: "Was there a moment from which the pockets came differently?",
    Name.DEALER: "Do the pockets come alike under every dealer?",
    Name.DIRECTION: "Do the pockets come alike in both directions?",
    Name.WHEEL: "Do the pockets come alike on every wheel?",
}


def verdict(findings: Findings) -> tuple[str, ...]:
    """Say what was found, what could have been missed, and what neither means."""
    spins, alarms = len(findings.spins), findings.alarms
    level = f"{findings.alpha:.3g}"
    lines = []
    if alarms:
        lines.append(f"Something was found in {_these(spins)}: " + "; ".join(_alarm(test) for test in alarms) + ".")
        lines.append(
            f"A fair wheel gives any such alarm in at most {level} of samples. That says nothing about the cause: a "
            "worn wheel, a habit of throwing, a slip in writing the spins down and a file chosen because it looked odd "
            "all look alike here. Collect fresh spins and test the one thing found on those alone."
        )
    else:
        lines.append(f"Nothing was found in {_these(spins)} at a level of {level} for all tests together.")
    lines += [*_several_wheels(findings), *_short_of_draws(findings)]
    lines += [_missed(place, least, spins) for place, least in findings.missed.items()]
    if not alarms:
        lines.append("To find nothing is not to show that the wheel is fair.")
    if findings.partial:
        lines.append("Not all tests were made: the work was interrupted.")
    lines += [f"Not tested: {test.name}, because {test.skipped}." for test in findings.tests if test.skipped]
    return tuple(lines)


def _several_wheels(findings: Findings) -> Iterator[str]:
    """Say that spins of several wheels were taken for those of one, as all tests except ``by-wheel`` do."""
    groups = findings.spins.groups.get("wheel")
    used = np.unique(groups.codes[groups.codes != NOT_GIVEN]) if groups is not None else np.array([])
    if groups is None or len(used) < 2:  # noqa: PLR2004 - one wheel is one
        return
    changes = int(np.count_nonzero(np.diff(groups.codes)))
    how = "by turns" if changes >= len(used) else "one after the other"
    names = [groups.names[code] for code in used[:WHEELS_NAMED]]
    more = len(used) - len(names)
    known = f"{', '.join(names)} and {more} more" if more else _and(names)
    yield (
        f"These are the spins of {len(used)} wheels ({known}), {how}, and all tests but by-wheel take them for those "
        "of one: what is wrong with a single wheel hides behind the others, and a difference between them may look "
        f"like dependence or change. --wheel {shlex.quote(names[0])} tests that one alone."
    )


def _short_of_draws(findings: Findings) -> list[str]:
    """Say which tests had no chance for lack of draws rather than spins, and what would give them one."""
    lines = []
    short = findings.short_of_draws
    for draws in sorted({test.p.draws for test in short if test.p is not None}):
        tests = [test for test in short if test.p is not None and test.p.draws == draws]
        names = _and([str(test.name) for test in tests])
        lines.append(
            f"{draws:,} draws are too few for {findings.undecided} tests at a level of {findings.alpha:.3g}: {names} "
            f"could raise no alarm, whatever the spins; {_remedy(findings, draws)} would do."
        )
        beyond = [str(test.name) for test in tests if test.p is not None and test.p.value * (1 + draws) <= 1]
        if beyond:
            lines.append(f"In {_and(beyond)} the spins stand out from every one of these draws: look again with more.")
    return lines


def _remedy(findings: Findings, draws: int) -> str:
    """Name the setting: more draws if more would be made, otherwise a level that these can reach."""
    needed = findings.draws_needed
    if draws == findings.draws and needed <= DRAWS_MAX and draws_in_order(needed, len(findings.spins)) == needed:
        return f"--draws {needed}"
    level = findings.undecided / (1 + draws)
    return f"--alpha {math.ceil(level * 10**4 - TIED) / 10**4:g}"


def p_words(p: PValue) -> str:
    """Write a p-value with its precision."""
    if p.draws and p.value * (1 + p.draws) <= 1 + TIED:
        return f"≤ {p.value:.2g}"  # No draw came near: only an upper bound can be stated.
    if p.draws:
        return f"{p.value:.4f} ± {p.precision:.4f}"
    return f"{'≤ ' if p.method == 'bound' else ''}{p.value:.4g}"


def _alarm(test: WheelTest) -> str:
    assert test.adjusted is not None
    return f"{_MEANS[test.name]} ({test.found}; corrected p {test.adjusted:.2g})"


def _missed(place: str, least: float | None, spins: int) -> str:
    if least is None:
        return (
            f"Even {place} that comes twice as often as it should is missed in more than one of ten samples of "
            f"{_spins(spins)}."
        )
    return f"A bias of {place} below {least:+.0%} of its fair share could well have been missed.".replace("%", " %")


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _these(count: int) -> str:
    return "this one spin" if count == 1 else f"these {_spins(count)}"


def _spins(count: int) -> str:
    return f"{count:,} spin{'' if count == 1 else 's'}"
