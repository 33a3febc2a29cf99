"""Pictures of money: bankrolls over time, where they end, ruin by bankroll, systems side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import NDArray

from croupier.lab.pictures.canvas import (
    AMBER,
    BLUE,
    DASHES,
    GRAY,
    GREEN,
    INK,
    ORANGE,
    SERIES,
    footnote,
    inked,
    mark,
    money,
    paper,
    percent,
)

BANDS = ((0.05, 0.95), (0.25, 0.75))
SHADES = ("#CFE3F1", "#8DBDDC")
BINS_MAX = 120


def fan_chart(
    paths: NDArray[np.int64],
    *,
    title: str,
    target: int | None = None,
    stop_loss: int | None = None,
    note: str = "",
) -> Figure:
    """Draw many bankrolls as bands: rows are sessions, columns the bankroll before the first spin and after each."""
    with inked():
        figure = paper()
        axes = figure.subplots()
        spins = np.arange(paths.shape[1])
        for (low, high), shade in zip(BANDS, SHADES, strict=True):
            bounds = np.quantile(paths, [low, high], axis=0)
            axes.fill_between(
                spins, *bounds, color=shade, linewidth=0, label=f"{high - low:.0%} of sessions".replace("%", " %")
            )
        for path in paths[:3]:
            axes.plot(spins, path, color=GRAY, linewidth=0.8, alpha=0.8)
        axes.plot([], [], color=GRAY, linewidth=0.8, label="three of them, spin by spin")
        axes.plot(spins, np.median(paths, axis=0), color=BLUE, label="median")
        axes.plot(spins, paths.mean(axis=0), color=ORANGE, linestyle="--", label="mean")
        axes.axhline(paths[0, 0], color=INK, linewidth=0.8)
        for at, words in ((target, "target"), (stop_loss, "stop-loss")):
            if at is not None:
                mark(axes, at, words, across=True)
        axes.set(title=title, xlabel="Spins", ylabel="Bankroll (smallest units)", xlim=(0, spins[-1]))
        axes.set_ylim(bottom=min(0, float(paths.min())))
        money(axes.yaxis)
        money(axes.xaxis)
        axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0, -0.13), borderaxespad=0)
        footnote(figure, note)
    return figure


def distribution(
    values: NDArray[np.int64],
    chances: NDArray[np.float64],
    *,
    title: str,
    start: int,
    label: str = "Bankroll at the end (smallest units)",
    note: str = "",
) -> Figure:
    """Draw where the money ends: chances of values, in bins where there are too many to see."""
    with inked():
        figure = paper()
        axes = figure.subplots()
        edges, heights = _bins(values, chances)
        widths = np.diff(edges)
        colors = [
            GREEN if left >= start else AMBER if left + width <= start else GRAY
            for left, width in zip(edges, widths, strict=False)
        ]
        axes.bar(edges[:-1], heights, widths, align="edge", color=colors, edgecolor="white", linewidth=0.3)
        mean = float(values @ chances)
        ahead = float(chances[values > start].sum())
        mark(axes, start, "start", color=INK)
        mark(axes, mean, "mean", color=ORANGE)
        axes.set(title=title, xlabel=label, ylabel="Probability")
        percent(axes.yaxis, 1 if heights.max() < 0.05 else 0)  # noqa: PLR2004 - small bars need a digit more
        money(axes.xaxis)
        handles = [
            Patch(color=GREEN, label=f"above the start ({100 * ahead:.1f} %)"),
            Patch(color=GRAY, label="at the start"),
            Patch(color=AMBER, label="below the start"),
        ]
        axes.legend(handles=handles, loc="upper left", ncols=3, bbox_to_anchor=(0, -0.13), borderaxespad=0)
        footnote(figure, note)
    return figure


def ruin_curves(
    bankrolls: NDArray[np.int64],
    curves: Mapping[str, NDArray[np.float64]],
    *,
    title: str,
    note: str = "",
    of: str = "Chance of ruin",
) -> Figure:
    """Draw the chance of ruin, or of something else, by the bankroll one starts with, a line for each named case."""
    with inked():
        figure = paper()
        axes = figure.subplots()
        for place, (name, chances) in enumerate(curves.items()):
            color, dashes = SERIES[place % len(SERIES)], DASHES[place % len(DASHES)]
            axes.plot(bankrolls, chances, label=name, color=color, linestyle=dashes)
        axes.set(title=title, xlabel="Bankroll at the start (smallest units)", ylabel=of)
        axes.set(xlim=(bankrolls.min(), bankrolls.max()), ylim=(0, 1.02))
        percent(axes.yaxis)
        money(axes.xaxis)
        if len(curves) > 1:
            axes.legend(loc="upper left", ncols=3, bbox_to_anchor=(0, -0.13), borderaxespad=0)
        footnote(figure, note)
    return figure


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system's figures: quantiles of the final bankroll, its mean, and the chances of ruin and of being ahead."""

    name: str
    quantiles: tuple[float, float, float, float, float]
    """At 5, 25, 50, 75 and 95 %."""
    mean: float
    ruin: float
    ahead: float


def side_by_side(rows: Sequence[SystemRow], *, title: str, start: int, note: str = "") -> Figure:
    """Draw systems below each other: where their money ends, how often they are ahead, how often ruined."""
    with inked():
        figure = paper(10, 1.9 + 0.48 * len(rows))
        money_axes, ahead_axes, ruin_axes = figure.subplots(1, 3, sharey=True, width_ratios=(3, 1, 1))
        heights = np.arange(len(rows))[::-1]
        for height, row in zip(heights, rows, strict=True):
            low, lower, middle, upper, high = row.quantiles
            money_axes.plot([low, high], [height, height], color=SHADES[0], linewidth=9, solid_capstyle="butt")
            money_axes.plot([lower, upper], [height, height], color=SHADES[1], linewidth=9, solid_capstyle="butt")
            money_axes.plot(middle, height, "|", color=BLUE, markersize=15, markeredgewidth=2.5)
            money_axes.plot(row.mean, height, "D", color=ORANGE, markersize=6)
        money_axes.set_yticks(heights, [row.name for row in rows])
        money_axes.set(xlabel="Bankroll at the end (smallest units)")
        money_axes.axvline(start, color=INK, linewidth=0.8)
        money(money_axes.xaxis)
        for axes, words, shares, color in (
            (ahead_axes, "Ahead at the end", [row.ahead for row in rows], GREEN),
            (ruin_axes, "Ruined", [row.ruin for row in rows], ORANGE),
        ):
            axes.barh(heights, shares, height=0.5, color=color)
            for height, share in zip(heights, shares, strict=True):
                axes.text(share, height, f" {share:.1%}".replace("%", " %"), va="center", fontsize=9.5)
            axes.grid(visible=False)
            axes.set(xlabel=words, xlim=(0, max(1e-9, *shares, 0.05) * 1.55))
            axes.tick_params(axis="y", length=0)
            axes.set_xticks([])
        figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        words = "pale 90 %, dark 50 % of sessions; bar median, diamond mean, line the start"
        footnote(figure, f"{words}. {note}" if note else words)
    return figure


def _bins(values: NDArray[np.int64], chances: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return edges and heights: a bar for each value if they are few, equal bins if not."""
    low, high = int(values.min()), int(values.max())
    gaps = np.diff(np.unique(values))
    step = int(np.gcd.reduce(gaps)) if len(gaps) else 1
    count = (high - low) // step + 1
    per_bin = -(-count // BINS_MAX)
    width = step * per_bin
    edges = np.arange(low - step / 2, high + width, width)
    heights, edges = np.histogram(values, bins=edges, weights=chances)
    return edges, heights
