"""``croupier odds --spins``: what stakes have gained after many spins, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.cli.laboratory import needs_lab
from croupier.cli.output import add_row, say, share_words, show, table
from croupier.cli.params import parse_stakes
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset

PERCENTS = (1, 5, 25, 50, 75, 95, 99)
DIGITS_SHOWN = 12
DIGITS_MAX = 4_000
"""A longer numerator or denominator is of no use to anybody, and Python refuses to write it."""
DECIMALS = 40
EXACT_SPINS_MAX = 20_000
"""Beyond this exact whole numbers take more than a few seconds."""


@needs_lab
def after_spins(
    ruleset: Ruleset, stakes: tuple[str, ...], limits: Limits | None, *, spins: int, pace: int, exact: bool
) -> dict[str, Any]:
    """Compute the total of the same stakes laid again each spin, as plain values."""
    from croupier.lab.exact.distribution import after_spins as by_fft
    from croupier.lab.exact.distribution import after_spins_exactly
    from croupier.lab.exact.spread import spread

    one = spread(ruleset, parse_stakes(stakes), limits=limits)
    made: dict[str, Any] = {
        "spins": spins,
        "mean": str(spins * one.mean),
        "sd": float(spins * one.variance) ** 0.5,
        "lost_per_hour": str(-pace * one.mean),
        "pace": pace,
    }
    if exact:
        whole = after_spins_exactly(one, spins)
        chances = {"ahead": whole.ahead, "level": whole.chance(0), "behind": whole.behind}
        fits = all(_fits(chance) for chance in chances.values())
        return made | {
            **{words: str(chance) if fits else _decimal(chance) for words, chance in chances.items()},
            "quantiles": {f"{percent}%": whole.quantile(Fraction(percent, 100)) for percent in PERCENTS},
            "error": "0" if fits else 10.0**-DECIMALS,
        }
    quick = by_fft(one, spins)
    return made | {
        "ahead": quick.ahead,
        "level": quick.chance(0),
        "behind": quick.behind,
        "quantiles": {f"{percent}%": quick.quantile(percent / 100) for percent in PERCENTS},
        "error": quick.error_of_sums,
    }


def _fits(chance: Fraction) -> bool:
    """Whether a fraction can be written down: its denominator has at least as many digits as its numerator."""
    return bool(chance.denominator < 10**DIGITS_MAX)


def _decimal(chance: Fraction) -> str:
    """Write the first DECIMALS decimals of a chance, cut and not rounded: less than one of the last is missing."""
    whole, rest = divmod(chance.numerator * 10**DECIMALS // chance.denominator, 10**DECIMALS)
    return f"{whole}.{rest:0{DECIMALS}d}"


def show_after(made: dict[str, Any]) -> None:
    pace = made["pace"]
    shown = table(f"The same stakes on each of {made['spins']:,} spins", ("", "total"), right=("total",))
    add_row(shown, "gain to expect", f"{float(Fraction(made['mean'])):,.2f}")
    add_row(shown, "standard deviation", f"{made['sd']:,.2f}")
    add_row(shown, f"loss to expect per hour, at {pace} spins", f"{float(Fraction(made['lost_per_hour'])):,.2f}")
    for words in ("ahead", "level", "behind"):
        share = made[words]
        about = share_words(float(Fraction(share)), 4)
        short = isinstance(share, str) and len(share) <= 2 * DIGITS_SHOWN
        add_row(shown, f"chance to be {words}", f"{share} ({about})" if short else about)
    for percent, gain in made["quantiles"].items():
        add_row(shown, f"gain that {percent.replace('%', ' %')} do not exceed", f"{gain:+,}")
    show(shown)
    off = made["error"]
    words = "exact, in whole numbers" if off == "0" else f"no chance is off by more than {off:.1e}"
    say(f"Computed without sampling; {words}.", style="dim")
