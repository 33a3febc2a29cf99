"""The results of a simulation: a table to read, and files to work with."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, is_dataclass
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.lab.custom import CustomSystem
from croupier.lab.notebook import plan_words, rows_html
from croupier.lab.plan import Ending, Plan
from croupier.lab.simulate.rows import arrow, check_suffix
from croupier.lab.simulate.sessions import ENDINGS, Engine, why_not_compiled
from croupier.lab.simulate.tally import Sums, Tally
from croupier.lab.systems import LabError, System

if TYPE_CHECKING:
    from rich.table import Table

QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""In per cent."""

SUFFIXES = (".json", ".parquet", ".csv")

DIGITS = 10**9
"""How finely a square root is taken."""


@dataclass(frozen=True, slots=True)
class Results:
    """The sessions of one plan. Money is in the smallest unit; shares and means are exact for what was played."""

    plan: Plan
    seed: int
    asked: int
    """How many sessions were asked for."""
    tally: Tally
    engine: Engine
    seconds: float

    def __repr__(self) -> str:
        """Return the main figures in a line."""
        figures = ", ".join(f"{word} {figure}" for word, figure in self._figures())
        return f"<Results {plan_words(self.plan)}; {figures}>"

    def _repr_html_(self) -> str:
        return rows_html(plan_words(self.plan), self._figures())

    def _figures(self) -> list[tuple[str, str]]:
        return [
            ("sessions", f"{self.sessions:,}{' (interrupted)' if self.partial else ''}"),
            ("mean gain", f"{float(self.mean_gain_by_stakes):,.2f} ± {float(self.error_by_stakes):,.2f}"),
            ("ahead", f"{100 * float(self.ahead):.2f} %"),
            ("ruined", f"{100 * float(self.ruined):.2f} %"),
            ("mean spins", f"{float(self.mean_spins):,.1f}"),
        ]

    @property
    def sessions(self) -> int:
        """How many sessions were played."""
        return self.tally.sessions

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted. These are then the first sessions, as if no more had been requested."""
        return self.sessions < self.asked

    @property
    def mean_gain(self) -> Fraction:
        """What a session gained on average, a loss negative."""
        return self._mean(self.tally.gain)

    @property
    def mean_spins(self) -> Fraction:
        """How many spins a session lasted on average."""
        return self._mean(self.tally.spins)

    @property
    def mean_staked(self) -> Fraction:
        """How much was staked in a session on average."""
        return self._mean(self.tally.staked)

    @property
    def lost_per_staked(self) -> Fraction:
        """How much of what was staked the house kept: close to the edge, whatever the system."""
        return Fraction(-self.tally.gain.total, self.tally.staked.total)

    @property
    def ruined(self) -> Fraction:
        """Which share of the sessions ended short of money."""
        return self.ended(Ending.SHORT)

    @property
    def ahead(self) -> Fraction:
        """Which share of the sessions ended with more money than they began with."""
        return Fraction(self.tally.ahead, self.sessions)

    @property
    def sd_gain(self) -> Fraction:
        """The standard deviation of what a session gains, to nine decimals."""
        return _root(self._variance(self.tally.gain))

    @property
    def error_of_mean(self) -> Fraction:
        """The standard error of the mean gain, to nine decimals."""
        return _root(self._variance(self.tally.gain) / self.sessions)

    @property
    def edge(self) -> Fraction:
        """The share of a stake that the house keeps on average, from the rulebook; negative if it pays."""
        return -Fraction(sum(self.plan.gains), len(self.plan.gains) * self.plan.cost)

    @property
    def mean_gain_by_stakes(self) -> Fraction:
        """The mean gain by Wald's identity: whatever the system, the edge times what was staked on average.

        It has the same mean as ``mean_gain`` and mostly a much smaller error, since the luck of
        the spins is gone and only that of their number and stakes is left.
        """
        return -self.edge * self.mean_staked

    @property
    def error_by_stakes(self) -> Fraction:
        """The standard error of ``mean_gain_by_stakes``, to nine decimals."""
        return abs(self.edge) * _root(self._variance(self.tally.staked) / self.sessions)

    def ended(self, ending: Ending) -> Fraction:
        """Which share of the sessions ended so."""
        return Fraction(self.tally.endings[ENDINGS.index(ending)], self.sessions)

    def error_of(self, share: Fraction) -> Fraction:
        """The standard error of a share of the sessions, to nine decimals."""
        return _root(share * (1 - share) / self.sessions)

    def quantile(self, percent: int) -> int:
        """The bankroll that this share of the sessions did not exceed; the lower end of its bin, see ``grain``."""
        return self.tally.bankrolls.quantile(percent, 100)

    @property
    def grain(self) -> int | None:
        """How wide the bins of the final bankrolls are; None if every amount has its own."""
        histogram = self.tally.bankrolls
        return histogram.width if histogram.coarse else None

    @property
    def not_compiled(self) -> str | None:
        """Why a custom function was played in plain Python, if known; the results are the same."""
        return why_not_compiled(self.plan.system) if self.engine == "python" else None

    def _mean(self, sums: Sums) -> Fraction:
        return Fraction(sums.total, self.sessions)

    def _variance(self, sums: Sums) -> Fraction:
        return Fraction(sums.squares, self.sessions) - self._mean(sums) ** 2

    def distribution(self) -> list[tuple[int, int]]:
        """List the final bankrolls, each with the number of sessions that ended with it."""
        return self.tally.bankrolls.amounts()

    def as_plain(self) -> dict[str, Any]:
        """Return everything as plain data: fractions as strings, and as decimals beside them."""
        spins = self.tally.spins.total
        return {
            "plan": plan_as_plain(self.plan),
            "seed": self.seed,
            "sessions": self.sessions,
            "asked": self.asked,
            "partial": self.partial,
            "gain": {
                "mean": _both(self.mean_gain),
                "error": float(self.error_of_mean),
                "sd": float(self.sd_gain),
                "least": self.tally.gain.least,
                "most": self.tally.gain.most,
            },
            "ruined": self._share(self.ruined),
            "ahead": self._share(self.ahead),
            "endings": {ending.value: self._share(self.ended(ending)) for ending in ENDINGS},
            "spins": {"mean": _both(self.mean_spins), "total": spins},
            "staked": {"mean": _both(self.mean_staked), "total": self.tally.staked.total},
            "lost_per_staked": _both(self.lost_per_staked),
            "bankroll": {
                "quantiles": {f"{percent}%": self.quantile(percent) for percent in QUANTILES},
                "grain": self.grain,
            },
            "engine": self.engine,
            "not_compiled": self.not_compiled,
            "seconds": self.seconds,
            "spins_per_second": spins / self.seconds,
        }

    def _share(self, share: Fraction) -> dict[str, Any]:
        return {**_both(share), "error": float(self.error_of(share))}

    def write(self, path: str | Path) -> None:
        """Write a file: all figures as JSON, or the distribution of the final bankrolls as Parquet or CSV."""
        found = check_suffix(path, SUFFIXES)
        try:
            if found.suffix == ".json":
                found.write_text(json.dumps(self.as_plain(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            else:
                self._write_distribution(found)
        except OSError as error:
            raise LabError(f"{path} cannot be written: {error.strerror or error}") from None

    def _write_distribution(self, path: Path) -> None:
        pa = arrow()
        amounts, counts = zip(*self.distribution(), strict=True)
        columns = {"bankroll": pa.array(amounts, pa.int64()), "sessions": pa.array(counts, pa.int64())}
        table = pa.table(columns, metadata={"croupier": json.dumps(self.as_plain())})
        if path.suffix == ".csv":
            from pyarrow.csv import write_csv  # noqa: PLC0415 - the extra "lab"; needed to write these files alone

            write_csv(table, path)
        else:
            from pyarrow.parquet import write_table  # noqa: PLC0415 - the same

            write_table(table, path)

    def table(self) -> Table:
        """Lay out the figures for a terminal."""
        from rich.table import Table  # noqa: PLC0415 - to look at, and for nothing else

        plan = self.plan
        some = f" of {self.asked:,}, interrupted" if self.partial else ""
        title = f"{plan.system.name} on {plan.ruleset.ref}\n{self.sessions:,} sessions{some}, seed {self.seed}"
        table = Table(title=title, title_justify="left")
        table.add_column("of a session")
        table.add_column("found", justify="right")
        table.add_column("± error", justify="right")
        for words, found, error in self._lines():
            table.add_row(words, found, error)
        return table

    def _lines(self) -> list[tuple[str, str, str]]:
        shares = [("ends ahead", self.ahead), *((f"ends: {end.value}", self.ended(end)) for end in ENDINGS)]
        return [
            ("mean gain", f"{float(self.mean_gain):,.2f}", f"{float(self.error_of_mean):,.2f}"),
            ("standard deviation", f"{float(self.sd_gain):,.2f}", ""),
            *((words, f"{float(share):.4%}", f"{float(self.error_of(share)):.4%}") for words, share in shares if share),
            ("mean spins", f"{float(self.mean_spins):,.1f}", ""),
            ("mean staked", f"{float(self.mean_staked):,.1f}", ""),
            ("lost per staked", f"{float(self.lost_per_staked):.4%}", ""),
            *((f"bankroll, {percent}% quantile", f"{self.quantile(percent):,}", "") for percent in QUANTILES),
        ]


def plan_as_plain(plan: Plan) -> dict[str, Any]:
    return {
        "ruleset": plan.ruleset.ref,
        "system": system_as_plain(plan.system),
        "stakes": {position.name: stake for position, stake in plan.unit},
        "bankroll": plan.bankroll,
        "spins": plan.spins,
        "units_min": plan.units_min,
        "units_max": plan.units_max,
        "target": plan.target,
        "stop_loss": plan.stop_loss,
        "over_maximum": plan.over_maximum,
        "short": plan.short,
    }


def system_as_plain(system: System) -> dict[str, Any]:
    if isinstance(system, CustomSystem):
        return {"name": system.name, "start": list(system.start), "least": system.least}
    known: Any = system
    return {"name": system.name, **(asdict(known) if is_dataclass(known) else {})}  # type: ignore[arg-type]


def _both(number: Fraction) -> dict[str, Any]:
    return {"exact": str(number), "decimal": float(number)}


def _root(number: Fraction) -> Fraction:
    """Return the square root to nine decimals, rounded down."""
    return Fraction(isqrt(number.numerator * DIGITS * DIGITS // number.denominator), DIGITS)
