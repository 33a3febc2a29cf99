"""What a benchmark gives, and how it is printed."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from benchmarks.profiling import Spent

MARGIN = 0.25
"""How far a measurement may be off from one run to the next."""

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True, slots=True)
class Figure:
    """The seconds one thing takes, and what the reference took in the same run."""

    what: str
    seconds: float
    reference: float | None = None
    count: int = 1
    """How many wagers, or whatever it is, were dealt with in that time."""
    note: str = ""
    """What else was measured in the same run."""

    @property
    def times(self) -> float | None:
        """How many times as fast as the reference."""
        return None if self.reference is None else self.reference / self.seconds


@dataclass(frozen=True, slots=True)
class Gate:
    """Something that has to be so."""

    what: str
    measured: float
    needed: float
    unit: str
    at_most: bool = False

    @property
    def passed(self) -> bool:
        """Whether it is so."""
        return self.measured <= self.needed if self.at_most else self.measured >= self.needed

    @property
    def close(self) -> bool:
        """Whether it is so by less than the margin, and might not be in the next run."""
        small, large = (self.measured, self.needed) if self.at_most else (self.needed, self.measured)
        return self.passed and small > 0 and large / small < 1 + MARGIN

    def __str__(self) -> str:
        bound = "at most" if self.at_most else "at least"
        verdict = "passed" if self.passed else "FAILED"
        note = f", within the margin of {MARGIN:.0%}: the next run may fail" if self.close else ""
        unit = f" {self.unit}" if self.unit else ""
        digits = {"": "", "×": ".2f"}.get(self.unit, ".1f")
        return f"{verdict}  {self.what}: {self.measured:,{digits}}{unit}, {bound} {self.needed:,g}{unit}{note}"


@dataclass(frozen=True, slots=True)
class Report:
    """One benchmark."""

    name: str
    reference: str
    figures: Sequence[Figure]
    gates: Sequence[Gate] = field(default_factory=tuple)
    spent_on: str = ""
    spent: Sequence[Spent] = field(default_factory=tuple)
    """Where the time of one of the figures goes, and of which."""


def as_text(reports: Sequence[Report]) -> str:
    """Lay the figures out as tables, the gates below them."""
    lines = [_machine()]
    for report in reports:
        width = max(len(figure.what) for figure in report.figures)
        lines += ["", f"{report.name}: × is against {report.reference}"]
        lines += [f"  {figure.what:{width}}{_columns(figure)}" for figure in report.figures]
        lines += [f"  where the time of {report.spent_on} goes, by function, itself alone:"] if report.spent else []
        lines += [f"  {one}" for one in report.spent]
    gates = [gate for report in reports for gate in report.gates]
    lines += ["", f"gates (figures vary by up to {MARGIN:.0%} from run to run)"] if gates else []
    return "\n".join([*lines, *(f"  {gate}" for gate in gates)])


def as_json(reports: Sequence[Report]) -> str:
    """Return the same as one JSON document, in seconds."""
    each = [
        {
            "name": report.name,
            "reference": report.reference,
            "figures": [{**asdict(figure), "times": figure.times} for figure in report.figures],
            "spent_on": report.spent_on,
            "spent": [asdict(one) for one in report.spent],
            "gates": [{**asdict(gate), "passed": gate.passed, "close": gate.close} for gate in report.gates],
        }
        for report in reports
    ]
    return json.dumps({"machine": _machine(), "margin": MARGIN, "benchmarks": each}, ensure_ascii=False, indent=2)


def passed(reports: Sequence[Report]) -> bool:
    """Whether every gate is passed."""
    return all(gate.passed for report in reports for gate in report.gates)


def duration(seconds: float) -> str:
    """Write a time with three digits in the unit that fits: ``1.45 ms``."""
    size, unit = next((each for each in UNITS if seconds >= each[0]), UNITS[-1])
    value = seconds / size
    digits = max(0, 2 - (len(str(int(value))) - 1))
    return f"{value:.{digits}f} {unit}"


def _columns(figure: Figure) -> str:
    each = f"{duration(figure.seconds / figure.count)} each" if figure.count > 1 else ""
    times = "" if figure.times is None else f"{figure.times:,.{2 if figure.times < 100 else 0}f} ×"
    return f"  {duration(figure.seconds):>8}  {each:>13}  {times:>10}  {figure.note}".rstrip()


def _machine() -> str:
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    )
