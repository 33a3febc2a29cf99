"""Pictures come out the same each time, say what they show, and ask nobody for anything."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy import stats

import croupier
from croupier.lab import pictures
from croupier.lab.bias.evenness import usual_counts
from croupier.lab.systems import LabError
from croupier.rulebooks import REFS

MBS = croupier.rulebook("mbs-roulette/3")


def fan() -> Figure:
    steps = np.where(np.random.default_rng(1).random((50, 40)) < 18 / 37, 100, -100)
    paths = np.concatenate([np.full((50, 1), 5000), 5000 + steps.cumsum(axis=1)], axis=1)
    return pictures.fan_chart(paths, title="Bankrolls of 50 sessions", target=8000, stop_loss=1000, note="seed 1")


def spread() -> Figure:
    values = np.arange(0, 21) * 100
    chances = np.full(21, 1 / 21)
    return pictures.distribution(values, chances, title="Where the money ends", start=1000)


def ruin() -> Figure:
    bankrolls = np.arange(100, 2001, 100)
    return pictures.ruin_curves(
        bankrolls,
        {"flat": np.exp(-bankrolls / 900), "martingale": np.exp(-bankrolls / 500)},
        title="Ruin by bankroll",
    )


def wheel(ref: str = "mbs-roulette/3") -> Figure:
    ruleset = croupier.rulebook(ref)
    return pictures.wheel_map(ruleset, np.arange(len(ruleset.pockets)) + 5, title="Around the wheel")


def cloth(ref: str = "mbs-roulette/3") -> Figure:
    ruleset = croupier.rulebook(ref)
    counts = {str(pocket): float(place) for place, pocket in enumerate(ruleset.pockets)}
    return pictures.cloth_map(ruleset, counts, title="On the cloth", label="Spins", center=18)


def systems() -> Figure:
    rows = [
        pictures.SystemRow("flat", (800, 900, 1000, 1050, 1200), 980, 0.0, 0.45),
        pictures.SystemRow("martingale", (0, 900, 1100, 1150, 1200), 975, 0.07, 0.9),
    ]
    return pictures.side_by_side(rows, title="Systems side by side", start=1000)


ALL: dict[str, Callable[[], Figure]] = {
    "fan": fan,
    "spread": spread,
    "ruin": ruin,
    "wheel": wheel,
    "cloth": cloth,
    "systems": systems,
}
TITLES = {
    "fan": "Bankrolls of 50 sessions",
    "spread": "Where the money ends",
    "ruin": "Ruin by bankroll",
    "wheel": "Around the wheel",
    "cloth": "On the cloth",
    "systems": "Systems side by side",
}


@pytest.mark.parametrize(("name", "ending"), [*((name, "svg") for name in ALL), ("wheel", "png")])
def test_the_same_picture_gives_the_same_bytes(name: str, ending: str, tmp_path: Path) -> None:
    first, again = tmp_path / f"first.{ending}", tmp_path / f"again.{ending}"

    pictures.written(ALL[name](), first)
    pictures.written(ALL[name](), again)

    assert first.read_bytes() == again.read_bytes()
    assert len(first.read_bytes()) > 3000


@pytest.mark.parametrize("name", ALL)
def test_a_picture_inside_of_a_page_can_be_read_asks_nobody_and_shares_no_id(name: str) -> None:
    one, other = (pictures.as_svg(ALL[name](), place, 'a "picture" & its words') for place in ("one", "two"))

    root = ET.fromstring(one)  # noqa: S314 - our own
    words = " ".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text"))
    assert TITLES[name] in words
    assert root.get("aria-label") == 'a "picture" & its words'
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in (one, other)]
    assert not set(ids[0]) & set(ids[1])
    used = re.findall(r'(?:url\(#|href="#)([^)"]+)', one)
    assert set(used) <= set(ids[0])
    assert not re.findall(r'(?:href|src)="(?!#|data:)', one)
    assert not re.search(r"url\((?!#)", one)


@pytest.mark.parametrize("ref", REFS)
def test_every_wheel_and_cloth_can_be_drawn(ref: str) -> None:
    drawn, laid = pictures.as_svg(wheel(ref), "wheel", "w"), pictures.as_svg(cloth(ref), "cloth", "c")
    ruleset = croupier.rulebook(ref)

    assert ("NOT VERIFIED" in drawn) is not ruleset.wheel.verified
    assert all(f">{pocket}<" in drawn for pocket in ruleset.pockets)
    assert all(f">{pocket}<" in laid for pocket in ("0", "17", "36"))


def test_a_pocket_far_above_its_share_is_orange_and_one_far_below_blue() -> None:
    counts = np.full(37, 100)
    counts[[5, 6]] = 200, 10

    svg = pictures.as_svg(pictures.wheel_map(MBS, counts, title="t"), "w", "w")

    assert svg.casefold().count("fill: #d55e00") == 1
    assert svg.casefold().count("fill: #0072b2") == 1


def test_pictures_do_not_depend_on_the_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib as mpl  # noqa: PLC0415 - to change it

    before = pictures.as_svg(spread(), "s", "w")
    monkeypatch.setitem(mpl.rcParams, "font.size", 30)
    monkeypatch.setitem(mpl.rcParams, "axes.grid", not mpl.rcParams["axes.grid"])

    assert pictures.as_svg(spread(), "s", "w") == before


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"\.svg or \.png"):
        pictures.written(spread(), tmp_path / "picture.gif")


def test_a_fair_wheel_seldom_shows_a_colored_pocket() -> None:
    """At 1 % for each pocket by itself, three in ten samples had one."""
    counts = np.random.default_rng(5).multinomial(3_700, np.full(37, 1 / 37), size=4_000)
    low, high = usual_counts(3_700, 37, 0.01)

    shown = int(np.sum(np.any((counts < low) | (counts > high), axis=1)))

    assert 0 < shown <= stats.binom.isf(1e-4, 4_000, 0.01)


def test_the_caption_says_of_what_the_level_is() -> None:
    counts = np.full(37, 20)
    counts[5] = 41

    usual, strict = (pictures.wheel_map(MBS, counts, title="t", alpha=alpha) for alpha in (0.01, 0.001))

    for drawn, share in ((usual, "0.99"), (strict, "0.999")):
        assert f"all pockets of a fair wheel lie together in {share} of samples" in " ".join(
            text.get_text().replace("\n", " ") for text in drawn.texts
        )
    assert bar_colors(usual) - bar_colors(strict), "41 where 20 are expected is found at one level and not at the other"


def bar_colors(drawn: Figure) -> set[object]:
    """Return the colors of the bars around a wheel."""
    return {patch.get_facecolor() for axes in drawn.axes for patch in axes.patches}


def test_a_cloth_of_usual_counts_is_gray() -> None:
    """Its colors once stretched to the extremes of any sample, so that a fair one burned orange somewhere."""
    counts = {str(pocket): 18 + place % 5 for place, pocket in enumerate(MBS.pockets)}

    def faces(usual: tuple[float, float] | None) -> set[str]:
        drawn = pictures.cloth_map(MBS, counts, title="On the cloth", label="Spins", center=20, usual=usual)
        return {to_hex(patch.get_facecolor()) for patch in drawn.axes[0].patches}

    assert faces((10, 30)) == {"#e4e4e4", "#ffffff"}
    assert len(faces(None)) > 3
    assert len(faces((19, 21))) > 2
