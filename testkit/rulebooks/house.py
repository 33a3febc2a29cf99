"""A house's own rulebook: a published one with something changed, as a house would start."""

from croupier.rulebooks import text_of

MBS_2 = "mbs-roulette/2"
MBS_3 = "mbs-roulette/3"
RWS = "rws-roulette-360/1"
SANDS = "mbs-sands-roulette/1"
US = "us-double-zero/1"


def replaced(text: str, old: str, new: str) -> str:
    """Replace what is there exactly once; an edit that finds nothing, or two places, is a fault of the test."""
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    assert old != new
    return text.replace(old, new)


def cut(text: str, first: str, until: str) -> str:
    """Take out everything from one mark up to another."""
    start = text.index(first)
    end = text.index(until, start + len(first))
    return replaced(text, text[start:end], "")


def own(ref: str, *edits: tuple[str, str]) -> str:
    """A house's copy of a published rulebook under a ref of its own, with these replacements."""
    text = replaced(text_of(ref), f'ref = "{ref}"', 'ref = "house-roulette/1"')
    for old, new in edits:
        text = replaced(text, old, new)
    return text
