"""The published rulebooks as they read before 2026-11-18: houses keep such texts and judge their rounds by them."""

from functools import cache
from pathlib import Path

from croupier import Ruleset
from croupier.rules.rulebook import parse

DIGESTS = {
    "mbs-roulette/2": "e483d87f0800f3b70da26e54bc71e7c084fc8038b738e426c885e9579c1c599a",
    "mbs-roulette/3": "4e7ef0054033bce43fae9fa939dd89ab3f7add22b4801737e84ac76d617c4cb6",
    "rws-roulette-360/1": "48689e5050b2308d58204e229425b21bba3c109fcc3767d655ea404783d14bbc",
    "mbs-sands-roulette/1": "2bd5634ac13f4e5ee6ec7e6a29036aba5104584d1069710f33d8ed27f8c7ddca",
    "us-double-zero/1": "c770fd6db3efa5e82871f97261e95b8e492614aebd9a421fdbb2e092c5e54e2e",
}
"""The digests under which rounds of these texts were recorded."""


SECOND_DIGESTS = {
    "mbs-roulette/2": "82f6e693fe5309899e2b17e710ee04887c2d257a8ff93ccbc46b0da00dad009b",
    "mbs-roulette/3": "8a1e7dbe79f6f13cb9a755d6fdf46116d0e1848208c885d5c0fadbf2ac0ae9f6",
    "rws-roulette-360/1": "2e44b37d6315cb5af218d6074ad7d9273a8efcfb01e948746806cca08fb77460",
    "mbs-sands-roulette/1": "d8c94bd5297d7e16e353977b0f83abe7149e60d0401c89b3f0ae84291bc833c3",
    "us-double-zero/1": "807f7b84e79bcc589da2a9d1b56184352d2434490c2f498651bcf317bcb30204",
}
"""The digests of the texts that came after those."""


@cache
def earlier(ref: str) -> Ruleset:
    """Return a published ruleset as its text was at first."""
    return _read(Path(__file__).parent, ref)


@cache
def second(ref: str) -> Ruleset:
    """Return a published ruleset as its text was when it had been read against its document again, for a day."""
    return _read(Path(__file__).parent / "second", ref)


def _read(folder: Path, ref: str) -> Ruleset:
    return parse((folder / f"{ref.replace('/', '-')}.toml").read_text("utf-8"), ref)
