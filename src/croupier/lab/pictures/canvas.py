"""Paper and ink for all pictures: sizes, colors that everybody can tell apart, and files that come out the same."""

from __future__ import annotations

import io
import re
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from croupier.lab.systems import LabError

# Okabe and Ito's colors, told apart with every common kind of color blindness; black stays for words.
BLUE, ORANGE, GREEN, PINK = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, AMBER, GRAY = "#56B4E9", "#E69F00", "#666666"
SERIES = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY, GRAY)
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))
"""Lines also differ by their dashes, for black-and-white printing."""

INK, PALE = "#222222", "#D9D9D9"

_SETTINGS: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.labelsize": 11,
    "axes.labelcolor": INK,
    "axes.edgecolor": GRAY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "lines.linewidth": 2,
    "svg.fonttype": "none",
    "svg.hashsalt": "croupier",
    "figure.dpi": 100,
    "savefig.dpi": 150,
}

FORMATS = (".svg", ".png")


def inked() -> Any:  # noqa: ANN401 - matplotlib does not name the type of this context
    """Draw with our settings, whatever the machine's own are."""
    settings: dict[Any, Any] = {**mpl.rcParamsDefault, "backend": "agg", **_SETTINGS}
    return mpl.rc_context(settings)


def paper(width: float = 9, height: float = 5.2) -> Figure:
    """Return an empty figure of a size in inches."""
    return Figure(figsize=(width, height), layout="constrained")


def written(figure: Figure, path: str | PathLike[str]) -> None:
    """Write a picture as .svg or .png; the same picture gives the same bytes."""
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise LabError(f"{path}: a picture is written as {' or '.join(FORMATS)}")
    try:
        with inked():
            figure.savefig(path, format=ending[1:], metadata=_metadata(ending))
    except (OSError, ValueError) as error:
        raise LabError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def as_svg(figure: Figure, name: str, words: str) -> str:
    """Return a picture as SVG to embed in a page: its ids begin with ``name``, and ``words`` describe it."""
    stream = io.StringIO()
    with inked():
        figure.savefig(stream, format="svg", metadata=_metadata(".svg"))
    svg = stream.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(?<=\bid=")(?=[^"]+")', f"{name}-", svg)
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    svg = re.sub(r"(?<=url\(#)", f"{name}-", svg)
    svg = re.sub(r'(?<=href="#)', f"{name}-", svg)
    head = f'<svg role="img" aria-label="{_quoted(words)}"'
    return svg.replace("<svg", head, 1).strip()


def money(axis: Any) -> None:  # noqa: ANN401 - an axis of either direction
    """Write amounts with separators; no currency, the smallest unit counts."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def percent(axis: Any, digits: int = 0) -> None:  # noqa: ANN401 - as above
    """Write shares as percentages."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.{digits}f} %"))


def mark(axes: Axes, at: float, words: str, *, across: bool = False, color: str = GRAY) -> None:
    """Draw a line with its meaning beside it: upright, or ``across`` at a height."""
    if across:
        axes.axhline(at, color=color, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1.5)
        place, where = (1.0, at), axes.get_yaxis_transform()
        axes.text(*place, words, transform=where, ha="right", va="bottom", fontsize=9.5, color=color)
    else:
        axes.axvline(at, color=color, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1.5)
        axes.text(
            *(at, 0.995),
            words,
            transform=axes.get_xaxis_transform(),
            rotation=90,
            ha="right",
            va="top",
            fontsize=9.5,
            color=color,
        )


def footnote(figure: Figure, words: str) -> None:
    """Say below the picture how it was made."""
    if words:
        figure.supxlabel(words, fontsize=9, color=GRAY, x=0.01, ha="left")


def _metadata(ending: str) -> dict[str, Any]:
    return {"Date": None, "Creator": "croupier"} if ending == ".svg" else {"Software": "croupier"}


def _quoted(words: str) -> str:
    return words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
