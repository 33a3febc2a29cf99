"""Pictures of places: counts around the wheel, and figures on the cloth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from croupier.lab.bias.battery import ALPHA
from croupier.lab.bias.evenness import usual_counts
from croupier.lab.pictures.canvas import BLUE, GRAY, INK, ORANGE, footnote, inked, paper
from croupier.rules.ruleset import Ruleset
from croupier.rules.zones import boxes

POCKET_COLORS = {"red": "#B3261E", "black": "#1A1A1A", "green": "#1B7F4C"}

_AROUND_ZERO = LinearSegmentedColormap.from_list("croupier-around", [BLUE, "#9CC9E3", "#F7F7F7", "#F2B58A", ORANGE])
_UPWARD = LinearSegmentedColormap.from_list("croupier-upward", ["#F7F7F7", "#9CC9E3", BLUE, "#00304D"])
_DARK = 0.45
LABEL_SHORT = 8
"""Longer words, such as the series boxes of Roulette 360, are written smaller."""


def wheel_map(
    ruleset: Ruleset, counts: NDArray[np.int64], *, title: str, alpha: float = ALPHA, note: str = ""
) -> Figure:
    """Draw how often each pocket came, in the order of the wheel. Counts are in the order of ``ruleset.pockets``.

    Pockets are colored whose count would occur anywhere on a fair wheel in at most ``alpha`` of
    samples: with each pocket tested on its own, every third fair wheel of 37 would show one.
    """
    order = ruleset.wheel.order
    ring = np.array([counts[ruleset.pockets.index(pocket)] for pocket in order])
    spins, pockets = int(ring.sum()), len(order)
    fair = spins / pockets
    low, high = usual_counts(spins, pockets, alpha)
    with inked():
        figure = paper(7.6, 8)
        axes = figure.add_subplot(projection="polar")
        axes.set_theta_zero_location("N")  # type: ignore[attr-defined]
        axes.set_theta_direction(-1)  # type: ignore[attr-defined]
        angles = 2 * np.pi * np.arange(pockets) / pockets
        top = max(float(ring.max()), high) * 1.08 or 1.0
        hole = top * 0.35
        colors = [ORANGE if count > high else BLUE if count < low else "#B8B8B8" for count in ring]
        width = 2 * np.pi / pockets * 0.86
        axes.bar(angles, ring, width=width, bottom=hole, color=colors, linewidth=0)
        whole = np.linspace(0, 2 * np.pi, 361)
        axes.fill_between(whole, hole + low, hole + high, color="#ECECEC", linewidth=0, zorder=0.5)
        axes.plot(whole, np.full_like(whole, hole + fair), color=INK, linewidth=1.3)
        _pocket_labels(axes, ruleset, angles, hole + top)
        axes.set_ylim(0, (hole + top) * 1.05)
        axes.set_axis_off()
        axes.text(0, 0, f"{spins:,} spins\n{fair:,.1f} expected\nof each", ha="center", va="center", fontsize=10)
        axes.set_title(title, loc="left", pad=16)
        share = f"{1 - alpha:.6g}"
        said = (
            f"line: a fair share; gray ring: where all pockets of a fair wheel lie together in {share} of samples\n"
            "or more; orange above, blue below"
        )
        if not ruleset.wheel.verified:
            said = f"THE ORDER OF THIS WHEEL IS NOT VERIFIED; nothing follows from who is next to whom\n{said}"
        footnote(figure, f"{said}\n{note}" if note else said)
    return figure


def _pocket_labels(axes: Axes, ruleset: Ruleset, angles: NDArray[np.float64], radius: float) -> None:
    for angle, pocket in zip(angles, ruleset.wheel.order, strict=True):
        box = {"boxstyle": "round,pad=0.25", "facecolor": _color_of(ruleset, pocket), "edgecolor": "none"}
        said: dict[str, Any] = {"fontsize": 9, "color": "white", "fontweight": "bold", "bbox": box}
        axes.text(angle, radius, pocket, ha="center", va="center", **said)


def cloth_map(
    ruleset: Ruleset,
    figures: Mapping[str, float],
    *,
    title: str,
    label: str,
    center: float | None = None,
    usual: tuple[float, float] | None = None,
    note: str = "",
) -> Figure:
    """Draw figures on the boxes of the cloth, by pocket or by the position of an outside box; others stay empty.

    With a ``center``, blue is below it and orange above. What lies within ``usual`` is gray: colors that
    stretch to the extremes of a sample make every sample look remarkable.
    """
    rects = boxes(ruleset)
    left, top = (float(min(getattr(rect, side) for rect in rects.values())) for side in ("x0", "y0"))
    right, bottom = (float(max(getattr(rect, side) for rect in rects.values())) for side in ("x1", "y1"))
    values = [figures[name] for name in rects if name in figures]
    with inked():
        figure = paper(11, 11 * (bottom - top) / (right - left) + 1.5)
        axes = figure.subplots()
        shades = _shades(values, center)
        for name, rect in rects.items():
            x0, y0, x1, y1 = (float(each) for each in rect)
            value = figures.get(name)
            face: Any = "white" if value is None else shades.to_rgba(np.array(value))
            if value is not None and usual is not None and usual[0] <= value <= usual[1]:
                face = to_rgba("#E4E4E4")
            axes.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0, facecolor=face, edgecolor=GRAY, linewidth=1))
            _box_words(axes, ruleset, name, ((x0 + x1) / 2, (y0 + y1) / 2), value, face)
        axes.set(xlim=(left - 0.05, right + 0.05), ylim=(bottom + 0.05, top - 0.05), aspect="equal", title=title)
        axes.set_axis_off()
        bar = figure.colorbar(shades, ax=axes, orientation="horizontal", fraction=0.05, pad=0.02, aspect=50)
        bar.set_label(label)
        bar.outline.set_visible(False)
        footnote(figure, note)
    return figure


def _shades(values: list[float], center: float | None) -> ScalarMappable:
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if center is None:
        return ScalarMappable(Normalize(low, high if high > low else low + 1), _UPWARD)
    reach = max(high - center, center - low, 1e-9)
    return ScalarMappable(TwoSlopeNorm(center, center - reach, center + reach), _AROUND_ZERO)


def _box_words(
    axes: Axes, ruleset: Ruleset, name: str, middle: tuple[float, float], value: float | None, face: object
) -> None:
    red, green, blue = face[:3] if isinstance(face, tuple) else (1.0, 1.0, 1.0)
    ink = "white" if 0.299 * red + 0.587 * green + 0.114 * blue < _DARK else INK
    labels = {box.name: box.label for rail in ruleset.rails for box in rail.boxes}
    x, y = middle
    words = labels.get(name, name)
    shift = 0.0 if value is None else 0.16
    size = 10 if len(words) <= LABEL_SHORT else 7.5
    axes.text(x, y - shift, words, ha="center", va="center", fontsize=size, fontweight="bold", color=ink)
    if value is not None:
        axes.text(x, y + 0.2, _short(value), ha="center", va="center", fontsize=8.5, color=ink)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3g}"


def _color_of(ruleset: Ruleset, pocket: str) -> str:
    for color, cited in ruleset.colors.items():
        if pocket in cited.value:
            return POCKET_COLORS.get(color, GRAY)
    return GRAY
