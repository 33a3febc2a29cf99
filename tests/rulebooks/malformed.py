"""Rulebooks that cannot be used: what is wrong with each, where the error must point, and what it must say.

Most are a published rulebook with one thing changed, so that nothing else can
be what is refused; the others are whole small files. ``at`` is the key that
the error names first, or the line; it is empty where a file as a whole is at
fault. ``words`` stand in the message, and say what would be right.
"""

from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from string import ascii_uppercase

from croupier.rulebooks import text_of
from testkit.rulebooks import house
from testkit.rulebooks.house import MBS_3, RWS, SANDS, US

BYTES_MAX = 65_536
THIS_LINE = "line"
"""Stands for the line of the edit itself."""


@dataclass(frozen=True)
class Malformed:
    """One rulebook that is refused."""

    name: str
    content: bytes | None
    """What the file holds; None for a file that is not there."""
    at: str = ""
    words: tuple[str, ...] = ()
    base: str | None = None
    """The published rulebook it was made from."""
    folder: bool = False

    def put(self, folder: Path) -> Path:
        """Write the file, as a house would have it."""
        path = folder / "house.toml"
        if self.folder:
            path.mkdir()
        elif self.content is not None:
            path.write_bytes(self.content)
        return path


def edit(ref: str, name: str, old: str, new: str, at: str, *words: str) -> Malformed:
    """A published rulebook with one exact replacement."""
    text = house.replaced(text_of(ref), old, new)
    if at == THIS_LINE:
        at = f"line {text[: text.index(new)].count(chr(10)) + 1}"
    return Malformed(name, text.encode(), at, words, base=ref)


def m3(name: str, old: str, new: str, at: str, *words: str) -> Malformed:
    return edit(MBS_3, name, old, new, at, *words)


def us(name: str, old: str, new: str, at: str, *words: str) -> Malformed:
    return edit(US, name, old, new, at, *words)


def rws(name: str, old: str, new: str, at: str, *words: str) -> Malformed:
    return edit(RWS, name, old, new, at, *words)


def without(name: str, first: str, until: str, at: str, *words: str, ref: str = MBS_3) -> Malformed:
    """A published rulebook from which a stretch was cut."""
    return Malformed(name, house.cut(text_of(ref), first, until).encode(), at, words, base=ref)


def drawn(name: str, felt: str, *words: str) -> Malformed:
    """The single-zero rulebook with another drawing of its felt."""
    text = text_of(MBS_3)
    start = text.index('felt = """') + len('felt = """\n')
    old = text[start : text.index('"""', start)]
    return m3(name, old, felt, "felt", *words)


def whole(name: str, content: str | bytes, at: str, *words: str) -> Malformed:
    """A whole small file."""
    return Malformed(name, content.encode() if isinstance(content, str) else content, at, words)


def padded(size: int) -> bytes:
    """The single-zero rulebook with a comment that brings it to so many bytes."""
    text = text_of(MBS_3).encode()
    return text + b"#" * (size - len(text))


# Pieces of the published rulebooks that several cases change.
ACTING = 'acting = { value = true, clause = "6.3" }'
DOZEN_1 = '{ position = "dozen:1", label = "1st 12", covers = "1..12" }'
DOZEN_2 = '{ position = "dozen:2", label = "2nd 12", covers = "13..24" }'
STRAIGHT = 'word = "Straight Up"\nto_one = 35\n'
STRAIGHT_ALL = f'[pays.straight]\n{STRAIGHT}placed = ["3.4.1"]\nclauses = ["4.1"]\n'
GREEN = 'green = { value = "0",'
ROWS = [f"{n} {n + 1} {n + 2}" for n in range(1, 37, 3)]
LIMIT = "[limits.amounts.straight]\nmin = 100\nmax = 1000\n"
CLAUSES = "[clauses]" + text_of(MBS_3).partition("[clauses]")[2]
PRICES = "[pays.straight]" + text_of(MBS_3).partition("[pays.straight]")[2].partition("[[citations]]")[0]
BETWEEN = 'between = ["dozen:2", "dozen:3"]'
DID_YOU_MEAN = "did you mean"

UNKNOWN_KEYS = (
    m3("a misspelled key", "effective = 2019", "efective = 2019", "efective", DID_YOU_MEAN, "effective?"),
    m3("a key nobody knows", 'house = "MBS"', 'house = "MBS"\nmoon = 1', "moon", "unknown", "known here are", "title"),
    m3("a key of Python's", 'house = "MBS"', 'house = "MBS"\n__class__ = "x"', "__class__", "unknown"),
    m3("a key of JavaScript's", "[pays.straight]", "[pays.__proto__]", "pays.__proto__", "unknown"),
    m3("a key in the wheel", "verified = true", "verified = true\nivory = 2", "wheel.ivory", "unknown", "order"),
    m3("a fourth color", "[colors]", '[colors]\nblue = { value = "1" }', "colors.blue", "unknown", "green"),
    m3("a key beside a value", ACTING, f"{ACTING[:-2]}, klause = 1 }}", "roles.acting.klause", DID_YOU_MEAN, "clause?"),
    m3("a key in a rail", 'beside = "end"', 'beside = "end"\nside = 1', "rails[3].side", "unknown", "beside"),
    m3("a key in a box", DOZEN_1, f"{DOZEN_1[:-2]}, chips = 1 }}", "rails[1].boxes[1].chips", "unknown", "covers"),
    m3(
        "pockets for a kind that is no box",
        DOZEN_1,
        DOZEN_1.replace("dozen:1", "series-3:1-2-3"),
        "rails[1].boxes[1].covers",
        "unknown",
        "position",
    ),
    m3("a kind nobody plays", "[pays.straight]", "[pays.straigt]", "pays.straigt", DID_YOU_MEAN, "straight?"),
    m3("a key in a price", STRAIGHT, f"{STRAIGHT}prize = 3\n", "pays.straight.prize", "unknown", "to_one"),
    m3(
        "a key in a citation",
        'positions = ["corner:0-1-2-3"]',
        'positions = ["corner:0-1-2-3"]\npage = 3',
        "citations[3].page",
        "unknown",
        "positions",
    ),
    us("a key in a courtesy line", BETWEEN, f"{BETWEEN}\nlength = 1", "courtesy[1].length", "unknown", "between"),
    m3("a key in a section", "[spin]", "[spin]\nspeed = { value = 4 }", "spin.speed", "unknown", "direction"),
    m3(
        "an irregularity nobody knows",
        "[irregularities]",
        '[irregularities]\nball-lost = { value = "void" }',
        "irregularities.ball-lost",
        DID_YOU_MEAN,
        "ball-",
    ),
    m3(
        "a key in an irregularity",
        'until = "rest", clause = "5.4"',
        'till = "rest", clause = "5.4"',
        "irregularities.foreign-object.till",
        DID_YOU_MEAN,
        "until?",
    ),
    m3("no word on suspicion", 'suspicion = { value = true, clause = "5.12" }', "", "no_spin.suspicion", "missing"),
    m3("a key in no spin", "[no_spin]", "[no_spin]\nloudly = true", "no_spin.loudly", "unknown", "suspicion"),
    m3(
        "a role nobody has",
        "[no_spin.callers]\ndealer",
        "[no_spin.callers]\npit-boss",
        "no_spin.callers.pit-boss",
        "unknown",
        "known here are",
        "dealer",
    ),
    us(
        "limits of an unknown kind",
        "[limits.amounts.straight]",
        "[limits.amounts.strait]",
        "limits.amounts.strait",
        DID_YOU_MEAN,
        "straight?",
    ),
    us("a key in a limit", LIMIT, f"{LIMIT}often = 1\n", "limits.amounts.straight.often", "unknown", "min"),
    m3(
        "a key in a clause",
        '"1.1" = { nature',
        '"1.1" = { page = 1, nature',
        'clauses."1.1".page',
        "unknown",
        "summary",
    ),
)

MISSING = (
    m3("no format", "format = 1\n", "", "format", "missing", "the number 1"),
    m3("no ref", 'ref = "mbs-roulette/3"\n', "", "ref", "missing", "mbs-roulette/3"),
    m3("no title", 'title = "Roulette (MBS), version 3"\n', "", "title", "missing", "give text"),
    without("no felt", "felt =", "zero_line", "felt", "missing", "drawn as text"),
    without("no zero line", "zero_line", "[layout]", "zero_line", "missing", 'value = "corner" or'),
    without("no wheel", "[wheel]", "[colors]", "wheel", "missing", "[wheel]"),
    without("no order of the wheel", "order = ", "verified", "wheel.order", "missing", '"0 00 1"'),
    m3("a wheel neither verified nor not", "verified = true\n", "", "wheel.verified", "missing", "true or false"),
    without("no colors", "[colors]", "[[rails]]", "colors", "missing", "[colors]"),
    without("no green", "green = ", "\n[[rails]]", "colors.green", "missing"),
    without("no boxes beside the numbers", "[[rails]]", "[pays.straight]", "rails", "missing", "[[rails]]"),
    m3("a rail on no side", 'beside = "end"\n', "", "rails[3].beside", "missing", '"outside-line" or "end"'),
    without(
        "a rail without boxes",
        'boxes = [\n  { position = "column',
        "\n[pays.straight]",
        "rails[3].boxes",
        "missing",
        "[[rails[3].boxes]]",
    ),
    m3("a box without a position", 'position = "dozen:1", ', "", "rails[1].boxes[1].position", "missing", "dozen:1"),
    m3("a box that covers nothing", ', covers = "1..12"', "", "rails[1].boxes[1].covers", "missing", '"1..12"'),
    without("no prices", "[pays.straight]", "[[citations]]", "pays", "missing", "[pays]"),
    m3("a section of prices without a price", PRICES, "[pays]\n", "pays", "prices nothing", "[pays.straight]"),
    without("a kind without a price", "[pays.split]", "[pays.street]", "pays.split", "split bets", "add [pays.split]"),
    m3("a price without an amount", STRAIGHT, 'word = "Straight Up"\n', "pays.straight.to_one", "missing", "from 1 to"),
    m3("a price without the document's word", STRAIGHT, "to_one = 35\n", "pays.straight.word", "missing", "own word"),
    m3(
        "a price without a clause",
        STRAIGHT_ALL,
        STRAIGHT_ALL.replace('clauses = ["4.1"]\n', ""),
        "pays.straight",
        "names no clause",
        'clauses = ["3.5"]',
    ),
    m3(
        "a kind placed by no clause",
        STRAIGHT_ALL,
        STRAIGHT_ALL.replace('placed = ["3.4.1"]\n', ""),
        "pays.straight",
        "names no clause",
        "where the document says it",
    ),
    without("no spin", "[spin]", "[closing]", "spin", "missing", "[spin]"),
    without("no irregularities", "[irregularities]", "[no_spin]", "irregularities", "missing", "[irregularities]"),
    without("no word on no spin", "[no_spin]", "[power]", "no_spin", "missing", "[no_spin]"),
    without("no limits", "[limits]", "[clauses]", "limits", "missing", "[limits]"),
    m3(
        "a section without a value of it",
        'direction = { value = "opposite", clause = "3.6" }\n',
        "",
        "spin.direction",
        "missing",
        'direction = { value = "opposite", clause',
    ),
    m3(
        "a citation of nothing", ACTING, 'acting = { clause = "6.3" }', "roles.acting.value", "missing", "true or false"
    ),
    m3("a value that cites nothing", ACTING, "acting = { value = true }", "roles.acting", "names no clause"),
    m3(
        "an irregularity left out",
        'foreign-object = { value = "void", until = "rest", clause = "5.4" }\n',
        "",
        "irregularities.foreign-object",
        "missing",
    ),
    m3("no clauses", CLAUSES, "", "clauses", "missing", "[clauses]"),
    m3("a list of clauses without a clause", CLAUSES, "[clauses]\n", "clauses", "lists no clause", "every clause"),
    m3(
        "a clause of no nature",
        '"1.1" = { nature = "definition", ',
        '"1.1" = { ',
        'clauses."1.1".nature',
        "missing",
        '"rule" or "definition" or "physical"',
    ),
    m3(
        "a clause that says nothing",
        '"5.7" = { nature = "rule", summary = "The round is void if the ball breaks." }',
        '"5.7" = { nature = "rule" }',
        'clauses."5.7".summary',
        "missing",
        "in your own words",
    ),
    us(
        "a limit without a maximum",
        LIMIT,
        LIMIT.replace("max = 1000\n", ""),
        "limits.amounts.straight.max",
        "missing",
        "whole number",
    ),
    us("a limit without a clause", f'{LIMIT}clause = "L"', LIMIT, "limits.amounts.straight", "names no clause"),
    us("a courtesy line that names no bet", 'position = "split:00-0"\n', "", "courtesy[1].position", "split:00-0"),
    m3("a citation of no position", 'positions = ["corner:0-1-2-3"]\n', "", "citations[3].positions", '["split:0-1"]'),
)

CITED = (
    m3(
        "a value that cites a clause nobody wrote",
        ACTING,
        ACTING.replace("6.3", "6.9"),
        "roles.acting.clauses",
        "cites '6.9'",
        "[clauses] does not list",
    ),
    m3(
        "a price that cites a clause nobody wrote",
        STRAIGHT_ALL,
        STRAIGHT_ALL.replace("4.1", "4.7"),
        "pays.straight.clauses",
        "cites '4.7'",
        "add",
    ),
    m3(
        "a kind placed by a clause nobody wrote",
        STRAIGHT_ALL,
        STRAIGHT_ALL.replace("3.4.1", "3.4.99"),
        "pays.straight.placed",
        "cites '3.4.99'",
        "add",
    ),
    m3(
        "a position that cites a clause nobody wrote",
        'clauses = ["3.4.4", "4.2"]',
        'clauses = ["3.4.4", "9"]',
        "citations[2].clauses",
        "cites '9'",
    ),
    us(
        "a courtesy line that cites a clause nobody wrote",
        f'{BETWEEN}\nclause = "W2"',
        f'{BETWEEN}\nclause = "W99"',
        "courtesy[1].clauses",
        "cites 'W99'",
    ),
    us(
        "a limit that cites a clause nobody wrote",
        f'{LIMIT}clause = "L"',
        f'{LIMIT}clause = "M"',
        "limits.amounts.straight.clauses",
        "cites 'M'",
    ),
    m3(
        "a clause and clauses",
        ACTING,
        f'{ACTING[:-2]}, clauses = ["6.3"] }}',
        "roles.acting.clause",
        "either clause or clauses",
    ),
    m3(
        "a clause that is a number",
        ACTING,
        ACTING.replace('"6.3"', "6.3"),
        "roles.acting.clause",
        "clause numbers as text",
        "the number 6.3",
    ),
    m3(
        "clauses that are one text",
        'clauses = ["3.6", "5.3"]',
        'clauses = "3.6"',
        "spin.revolutions_min.clauses",
        "clause numbers as text",
    ),
    m3(
        "clauses that are none",
        'clauses = ["3.6", "5.3"]',
        "clauses = []",
        "spin.revolutions_min.clauses",
        "clause numbers as text",
        "a list",
    ),
    m3("a clause that is a list", ACTING, ACTING.replace('"6.3"', '["6.3"]'), "roles.acting.clause", "as text"),
    m3(
        "clauses that are a number, and a basis",
        ACTING,
        'acting = { value = true, clauses = 5, basis = "layout" }',
        "roles.acting.clauses",
        "as text",
        "the integer 5",
    ),
    m3(
        "a basis nobody knows",
        ACTING,
        'acting = { value = true, basis = "guess" }',
        "roles.acting.basis",
        '"convention"',
        '"our-reading"',
        "'guess'",
    ),
    m3(
        "a basis that is a list",
        ACTING,
        'acting = { value = true, clause = "6.3", basis = ["layout"] }',
        "roles.acting.basis",
        '"layout"',
        "a list",
    ),
    m3(
        "a reading of ours without a note",
        ACTING,
        'acting = { value = true, basis = "our-reading" }',
        "roles.acting.note",
        "missing",
        "why we read it so",
    ),
    m3(
        "a price that is our reading without a note",
        STRAIGHT,
        f'{STRAIGHT}basis = "our-reading"\n',
        "pays.straight.note",
        "missing",
        "why",
    ),
    m3(
        "a position by the layout without a note",
        'positions = ["corner:0-1-2-3"]',
        'positions = ["corner:0-1-2-3"]\nbasis = "layout"',
        "citations[3].note",
        "missing",
        "why",
    ),
)

POSITIONS = (
    m3("a box twice on one rail", DOZEN_2, DOZEN_1, "rails", "dozen:1 is there 2 times", "one box"),
    m3(
        "a box on two rails",
        '{ position = "low", label = "1-18", covers = "1..18" }',
        DOZEN_1,
        "rails",
        "dozen:1 is there 2 times",
        "one box",
    ),
    rws("a series twice, turned around", "series-3:25-17-34", "series-3:21-2-4", "rails", "series-3:2-4-21 is there 2"),
    m3(
        "a position cited twice",
        'positions = ["corner:0-1-2-3"]',
        'positions = ["corner:0-1-2-3", "split:0-1"]',
        "citations[3].positions",
        "split:0-1 is cited more than once",
    ),
    m3(
        "a citation of positions that are none",
        'positions = ["corner:0-1-2-3"]',
        "positions = []",
        "citations[3].positions",
        "is empty",
        '["split:0-1"]',
    ),
    m3(
        "a cited position that no chip can take",
        'positions = ["corner:0-1-2-3"]',
        'positions = ["corner:0-1-3-4"]',
        "citations[3].positions",
        "corner:0-1-3-4 does not fit the felt",
    ),
    m3(
        "a cited position that is a number",
        'positions = ["corner:0-1-2-3"]',
        "positions = [17]",
        "citations[3].positions",
        '["split:0-1"]',
        "a list",
    ),
    m3(
        "a price for a bet of another wheel",
        STRAIGHT_ALL,
        STRAIGHT_ALL + STRAIGHT_ALL.replace("straight", "first-five"),
        "pays.first-five",
        "no position",
        "remove it or draw the position",
    ),
    m3(
        "a price for a box nobody printed",
        STRAIGHT_ALL,
        STRAIGHT_ALL + STRAIGHT_ALL.replace("straight", "green"),
        "pays.green",
        "no position",
        "remove it or draw the position",
    ),
    m3(
        "a box for a kind that lies on the numbers",
        '"dozen:1"',
        '"straight:17"',
        "rails[1].boxes[1].position",
        "dozen:1",
        "'straight:17'",
    ),
    m3("a fourth dozen", '"dozen:1"', '"dozen:4"', "rails[1].boxes[1].position", "dozen:1", "'dozen:4'"),
    m3("a box with no words for a position", '"dozen:1"', '""', "rails[1].boxes[1].position", "dozen:1", "text ''"),
    rws(
        "a series that is too short",
        "series-3:4-21-2",
        "series-3:4-21",
        "rails[2].boxes[2].position",
        "series-3 covers 3 different pockets, not 2",
    ),
    rws(
        "a series that is too long",
        "series-3:4-21-2",
        "series-3:4-21-2-25",
        "rails[2].boxes[2].position",
        "series-3 covers 3 different pockets, not 4",
    ),
    rws(
        "a series that repeats a pocket",
        "series-3:4-21-2",
        "series-3:4-21-4",
        "rails[2].boxes[2].position",
        "series-3 covers 3 different pockets, not 2",
    ),
    rws("a series of words", "series-3:4-21-2", "series-3:four-21-2", "rails[2].boxes[2].position", "series-3:4-21-2"),
    us(
        "a courtesy line of a bet that the felt has not",
        'position = "split:00-0"',
        'position = "split:00-1"',
        "courtesy.position",
        "split:00-1 does not fit the felt",
        "a bet it has",
    ),
    us(
        "a courtesy line between boxes that do not touch",
        BETWEEN,
        'between = ["dozen:1", "dozen:3"]',
        "courtesy.between",
        "dozen:1 and dozen:3 are not neighbors",
    ),
    us(
        "a courtesy line between boxes in the wrong order",
        BETWEEN,
        'between = ["dozen:3", "dozen:2"]',
        "courtesy.between",
        "not neighbors on a rail, in that order",
    ),
    us("a courtesy line beside one box", BETWEEN, 'between = ["dozen:2"]', "courtesy[1].between", "the two boxes"),
    us(
        "a courtesy line between three boxes",
        BETWEEN,
        'between = ["dozen:1", "dozen:2", "dozen:3"]',
        "courtesy[1].between",
        "the two boxes",
    ),
    us("a courtesy line between nothing", BETWEEN, "between = []", "courtesy[1].between", "is empty", "two boxes"),
    us(
        "two courtesy lines for one bet",
        f'{BETWEEN}\nclause = "W2"',
        f'{BETWEEN}\nclause = "W2"\n\n[[courtesy]]\nposition = "split:00-0"\n'
        'between = ["dozen:1", "dozen:2"]\nclause = "W2"',
        "courtesy.position",
        "has a courtesy line already",
    ),
)

LABELS = (
    m3("a pocket twice on the wheel", 'order = "0 32', 'order = "0 0 32', "wheel.order", "lists 0 more than once"),
    m3(
        "a wheel of integers",
        'order = "0 32 15',
        'order = [0, 32] # "',
        "wheel.order",
        '"0 00 1"',
        "labels are text: 0 and 00 differ",
        "a list",
    ),
    m3("a wheel of quoted labels in a list", 'order = "0 32 15', 'order = ["0", "32"] # "', "wheel.order", '"0 00 1"'),
    m3("a bare double zero", 'order = "0 32 15', 'order = 00 # "', THIS_LINE, "not TOML", '"00"'),
    m3(
        "a color that is an integer",
        GREEN,
        "green = { value = 0,",
        "colors.green.value",
        "labels are text",
        "integer 0",
    ),
    m3("a color without pockets", GREEN, 'green = { value = " ",', "colors.green.value", '"0 00 1"'),
    m3("a box that covers an integer", 'covers = "1..12"', "covers = 17", "rails[1].boxes[1].covers", '"1..12"', "17"),
    m3(
        "a box that covers a list", 'covers = "1..12"', "covers = [1, 2]", "rails[1].boxes[1].covers", '"1..12"', "list"
    ),
    m3("a label with a leading zero", 'order = "0 32', 'order = "0 07 32', "wheel.order", "'07' is no pocket label"),
    m3("a pocket in words", GREEN, 'green = { value = "zero",', "colors.green.value", "'zero' is no pocket label"),
    m3("digits of another script", GREEN, 'green = { value = "\u0660",', "colors.green.value", "is no pocket label"),
    m3(
        "a felt with a pocket the wheel has not",
        '"""\n 0  0  0\n',
        '"""\n00 00 00\n',
        "felt",
        "names pocket 00",
        "[wheel] does not have",
    ),
    m3("a wheel with a pocket nobody drew", 'order = "0 32', 'order = "0 00 32', "felt", "does not draw 00"),
    m3("a color of a pocket the wheel has not", GREEN, 'green = { value = "00 0",', "colors.green", "names pocket 00"),
    m3(
        "a box over a pocket the wheel has not",
        'covers = "25..36"',
        'covers = "25..37"',
        "rails[1].boxes[3].covers",
        "names pocket 37",
        "[wheel] does not have",
    ),
    rws(
        "a series with a pocket the wheel has not",
        "series-3:4-21-2",
        "series-3:4-21-42",
        "rails[2].boxes[2].position",
        "names pocket 42",
    ),
    m3(
        "a box that covers a pocket twice",
        'covers = "1..12"',
        'covers = "1..12 7"',
        "rails[1].boxes[1].covers",
        "more than once",
    ),
    m3("a range that runs backwards", 'covers = "1..12"', 'covers = "12..1"', "rails[1].boxes[1].covers", '"1..12"'),
    m3("a range with an open end", 'covers = "1..12"', 'covers = "1.."', "rails[1].boxes[1].covers", '"1..12"'),
    m3("a range in no steps", 'covers = "1..12"', 'covers = "1..12/0"', "rails[1].boxes[1].covers", "every second"),
    m3("a color nobody has", 'covers = "red"', 'covers = "pink"', "rails[2].boxes[3].covers", "neither label, range"),
)

PRICE_AT = "pays.straight.to_one"
AMOUNT = "a whole number from 1 to 1000"
REVOLUTIONS = "revolutions_min = { value = 4"


def priced(name: str, amount: str, *words: str) -> Malformed:
    """The single-zero rulebook with another price for a number."""
    return m3(name, STRAIGHT, STRAIGHT.replace("35", amount), PRICE_AT, *words)


NUMBERS = (
    priced("a price that is true", "true", AMOUNT, "not true"),
    priced("a price with a point", "35.0", AMOUNT, "the number 35.0"),
    priced("a price in quotes", '"35"', AMOUNT, "text '35'"),
    priced("a price in a list", "[35]", AMOUNT, "a list"),
    priced("a price below nothing", "-35", AMOUNT, "the integer -35"),
    priced("a price of nothing", "0", AMOUNT, "the integer 0"),
    priced("a price no house would pay", "1001", AMOUNT, "the integer 1001"),
    priced("a price of 4,000 digits", "9" * 4_000, AMOUNT, "the integer of 13288 bits"),
    m3("a price of 5,000 digits", STRAIGHT, STRAIGHT.replace("35", "9" * 5_000), "", "thousands of digits", "has 16"),
    priced("a price of 20,000 hexadecimal digits", "0x" + "f" * 20_000, AMOUNT, "the integer of 80000 bits"),
    priced("a price that is no number", "nan", AMOUNT, "the number nan"),
    priced("a price without end", "inf", AMOUNT, "the number inf"),
    priced("a price that is a day", "2019-08-14", AMOUNT, "date"),
    m3("a format of the future", "format = 1", "format = 2", "format", "the number 1", "the integer 2"),
    m3("a format in quotes", "format = 1", 'format = "1"', "format", "the number 1", "text '1'"),
    m3(
        "revolutions in words", REVOLUTIONS, 'revolutions_min = { value = "four"', "spin.revolutions_min.value", "whole"
    ),
    m3("no revolutions at all", REVOLUTIONS, "revolutions_min = { value = 0", "spin.revolutions_min.value", "from 1"),
    m3("revolutions without their value", REVOLUTIONS, "revolutions_min = { value = []", "spin.revolutions_min.value"),
    m3("verified in words", "verified = true", 'verified = "yes"', "wheel.verified", "true or false", "text 'yes'"),
    m3("verified as a number", "verified = true", "verified = 1", "wheel.verified", "true or false", "the integer 1"),
    edit(
        SANDS,
        "a box without a share",
        'covers = "green", share = 12',
        'covers = "green", share = 0',
        "rails[2].boxes[4].share",
        "a whole number from 1 to 1000",
        "the integer 0",
    ),
    us(
        "a minimum below nothing",
        LIMIT,
        LIMIT.replace("100\n", "-100\n", 1),
        "limits.amounts.straight.min",
        "from 1 to",
    ),
    us(
        "a maximum beyond every stake",
        LIMIT,
        LIMIT.replace("1000", "1" + "0" * 18),
        "limits.amounts.straight.max",
        "1000000000000000",
    ),
    us(
        "a minimum above the maximum",
        LIMIT,
        LIMIT.replace("100\n", "1001\n", 1),
        "limits.amounts.straight.min",
        "min 1001 is above max 1000",
        "the smaller amount",
    ),
    us("an edge in percent", 'edge = "3/38"', 'edge = "7.9 %"', "pays.first-five.edge", '"3/38"', "'7.9 %'"),
    us("an edge as a number", 'edge = "3/38"', "edge = 0.0789", "pays.first-five.edge", '"3/38"', "the number 0.0789"),
    us("an edge over nothing", 'edge = "3/38"', 'edge = "3/0"', "pays.first-five.edge", '"3/38"', "'3/0'"),
)

WORDS = (
    m3("an empty title", 'title = "Roulette (MBS), version 3"', 'title = ""', "title", "expected text", "text ''"),
    m3("a title of blanks", 'title = "Roulette (MBS), version 3"', 'title = "  "', "title", "expected text"),
    m3("a title that is a number", 'title = "Roulette (MBS), version 3"', "title = 3", "title", "the integer 3"),
    m3("an empty house", 'house = "MBS"', 'house = ""', "house", "expected text"),
    m3("an empty clause", ACTING, ACTING.replace("6.3", ""), "roles.acting.clause", "clause numbers as text"),
    m3(
        "an empty word for a kind", 'word = "Straight Up"', 'word = ""', "pays.straight.word", "the document's own word"
    ),
    m3("an empty summary", '"The round is void if the ball breaks."', '""', 'clauses."5.7".summary', "your own words"),
    m3(
        "a call nobody makes",
        '"place-your-bets"',
        '"faites-vos-jeux"',
        "round.opening.value",
        '"place-your-bets" or "board-open"',
        "'faites-vos-jeux'",
    ),
    m3("a call with blanks", '"place-your-bets"', '"place your bets"', "round.opening.value", '"place-your-bets"'),
    m3("a call in capitals", '"place-your-bets"', '"Place-your-bets"', "round.opening.value", '"place-your-bets"'),
    m3(
        "a treatment nobody knows",
        'ball-broke = { value = "void"',
        'ball-broke = { value = "voided"',
        "irregularities.ball-broke.value",
        '"void" or "no-spin"',
        "'voided'",
    ),
    m3(
        "a moment nobody knows",
        'until = "rest", clause = "5.4"',
        'until = "sunset", clause = "5.4"',
        "irregularities.foreign-object.until",
        '"any-time" or "spinning" or "rest"',
    ),
    m3(
        "a nature of no clause",
        '"1.1" = { nature = "definition"',
        '"1.1" = { nature = "law"',
        'clauses."1.1".nature',
        '"rule" or "definition" or "physical"',
        "'law'",
    ),
    m3("a rail on the ceiling", 'beside = "end"', 'beside = "above"', "rails[3].beside", '"outside-line" or "end"'),
    m3(
        "a ladder with a stranger on it",
        'ladder = { value = ["dealer",',
        'ladder = { value = ["croupier",',
        "roles.ladder.value",
        '"dealer"',
        "'croupier'",
    ),
    m3(
        "a ladder that is one word",
        'value = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"]',
        'value = "dealer"',
        "roles.ladder.value",
        "a list of words",
    ),
    m3(
        "a ladder of numbers",
        'value = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"]',
        "value = [1, 2]",
        "roles.ladder.value",
        "a list of words",
    ),
    m3(
        "a zero line of no such kind",
        'zero_line = { value = "corner"',
        'zero_line = { value = "cornr"',
        "zero_line.value",
        '"corner"',
        "'cornr'",
    ),
    m3(
        "a zero line that is no line",
        'zero_line = { value = "corner"',
        'zero_line = { value = "dozen"',
        "zero_line.value",
        '"corner" or "first-five" or "top-line"',
        "not text 'dozen'",
    ),
    m3("a value that is no table", ACTING, "acting = true", "roles.acting", "a table", "not true"),
    m3(
        "a value that is a table in a table",
        ACTING,
        'acting = { value = { value = true }, clause = "6.3" }',
        "roles.acting.value",
        "true or false",
        "a table",
    ),
)

REFS_AND_DAYS = (
    m3(
        "a ref in capitals",
        'ref = "mbs-roulette/3"',
        'ref = "MBS-roulette/3"',
        "ref",
        "in lower case",
        "'MBS-roulette/3'",
    ),
    m3("a ref without an edition", 'ref = "mbs-roulette/3"', 'ref = "mbs-roulette"', "ref", "a slash, and an edition"),
    m3("a ref of edition nought", 'ref = "mbs-roulette/3"', 'ref = "mbs-roulette/0"', "ref", "from 1 to 999"),
    m3("a ref of the thousandth edition", 'ref = "mbs-roulette/3"', 'ref = "mbs-roulette/1000"', "ref", "1 to 999"),
    m3("a ref with blanks", 'ref = "mbs-roulette/3"', 'ref = "mbs roulette/3"', "ref", "such as mbs-roulette/3"),
    m3("a ref that climbs out of its folder", 'ref = "mbs-roulette/3"', 'ref = "../../etc/3"', "ref", "such as"),
    m3("a ref with a line after it", 'ref = "mbs-roulette/3"', 'ref = "mbs-roulette/3\\n"', "ref", "such as"),
    m3("an empty ref", 'ref = "mbs-roulette/3"', 'ref = ""', "ref", "such as mbs-roulette/3", "text ''"),
    m3("a ref that is a number", 'ref = "mbs-roulette/3"', "ref = 3", "ref", "such as mbs-roulette/3", "the integer 3"),
    m3(
        "an earlier edition by title",
        'supersedes = "mbs-roulette/2"',
        'supersedes = "Roulette 2"',
        "supersedes",
        "such as",
    ),
    m3("a day in quotes", "effective = 2019-08-14", 'effective = "2019-08-14"', "effective", "without quotes"),
    m3("a day of the thirteenth month", "effective = 2019-08-14", "effective = 2019-13-14", THIS_LINE, "not TOML"),
    m3("a day with a time", "effective = 2019-08-14", "effective = 2019-08-14T12:00:00Z", "effective", "2019-08-14"),
    m3("a time of day", "effective = 2019-08-14", "effective = 12:00:00", "effective", "a date such as 2019-08-14"),
    m3(
        "a year", "effective = 2019-08-14", "effective = 2019", "effective", "a date such as 2019-08-14", "integer 2019"
    ),
    m3("a time where nothing is asked", 'house = "MBS"', 'house = "MBS"\nbreak = 12:00:00', "break", "unknown"),
)

ZERO = "0 0 0"
FELT = (
    drawn("a felt of blanks", "   \n\n", "the felt drawn as text"),
    drawn("a felt with a ragged row", "\n".join([ZERO, "1 2", *ROWS[1:]]) + "\n", "line 2", "2 labels", "line 1 has 3"),
    drawn("a felt with a strange label", "\n".join([ZERO, "1 two 3", *ROWS[1:]]) + "\n", "line 2", "'two'", "1 to 99"),
    drawn("a felt of 101 lines", "0 0 0\n" * 89 + "\n".join(ROWS) + "\n", "100 lines of 100 labels"),
    drawn("a felt of 101 labels in a line", "0 " * 101 + "\n", "100 lines of 100 labels"),
    drawn(
        "a felt with a number drawn twice",
        "\n".join([ZERO, "1 2 1", *ROWS[1:]]) + "\n",
        "1 is drawn in 2 cells",
        "one rectangle",
    ),
    drawn("a felt with a bent zero", "\n".join(["0 0 .", "0 . .", *ROWS]) + "\n", "0 is drawn in 3 cells", "rectangle"),
    drawn("a felt without 4", "\n".join([ZERO, ROWS[0], ". 5 6", *ROWS[2:]]) + "\n", "4 is not in the drawing"),
    drawn("a felt in one line", " ".join(["0", *" ".join(ROWS).split()]) + "\n", "at a right angle", "form a row"),
    drawn(
        "a felt with a wide number",
        "\n".join([ZERO + " 0", "1 2 3 3", "4 5 6 6"]) + "\n",
        "3 is drawn larger",
        "one size",
    ),
    drawn("a felt with a gap in a row", "\n".join([ZERO, *ROWS[:5], "16 . 18", *ROWS[6:]]) + "\n", "row 6", "3 boxes"),
    drawn("a felt with zero at the far end", "\n".join([*ROWS, ZERO]) + "\n", "0 does not lie ahead", "zeros head"),
    drawn("a felt without numbers", "0 0 0\n0 0 0\n", "1 is not in the drawing", "which way the table runs"),
)


def instead(name: str, block: str, top: str, at: str, *words: str) -> Malformed:
    """The single-zero rulebook with a section of it replaced by a plain key at the top."""
    text = house.replaced(house.replaced(text_of(MBS_3), block, ""), "format = 1\n", f"format = 1\n{top}\n")
    return Malformed(name, text.encode(), at, words, base=MBS_3)


def block(first: str, until: str) -> str:
    """A stretch of the single-zero rulebook."""
    return first + text_of(MBS_3).partition(first)[2].partition(until)[0]


SHAPES = (
    instead("a felt that is a list", block('felt = """', "zero_line"), "felt = [0]", "felt", "drawn as text", "a list"),
    instead("prices that are a number", PRICES, "pays = 3", "pays", "a table", "the integer 3"),
    instead("a price that is a number", PRICES, "pays.straight = 35", "pays.straight", "a table", "the integer 35"),
    instead("a wheel that is its order", block("[wheel]", "[colors]"), 'wheel = "0 1"', "wheel", "a table", "text"),
    instead(
        "colors that are a list", block("[colors]", "[[rails]]"), 'colors = ["red"]', "colors", "a table", "a list"
    ),
    instead("rails that are one table", block("[[rails]]", "[pays.straight]"), "rails = {}", "rails", "[[rails]]"),
    instead(
        "rails that are numbers", block("[[rails]]", "[pays.straight]"), "rails = [1]", "rails", "[[rails]]", "a list"
    ),
    instead(
        "boxes that are one table",
        block("[[rails]]", "[pays.straight]"),
        'rails = [{ beside = "end", boxes = {} }]',
        "rails[1].boxes",
        "[[rails[1].boxes]]",
        "a table",
    ),
    instead(
        "citations that are one table",
        block("[[citations]]", "[roles]"),
        "citations = {}",
        "citations",
        "[[citations]]",
        "a table",
    ),
    instead(
        "a courtesy that is true",
        block("[[citations]]", "[roles]"),
        "courtesy = true",
        "courtesy",
        "[[courtesy]]",
        "not true",
    ),
    instead("clauses that are a list", CLAUSES, 'clauses = ["1.1"]', "clauses", "a table", "a list"),
    instead("a clause that is its summary", CLAUSES, 'clauses."1.1" = "Terms."', 'clauses."1.1"', "a table", "text"),
    m3(
        "callers that are a list",
        block("[no_spin.callers]", "[power]"),
        'callers = ["dealer"]\n',
        "no_spin.callers",
        "a table",
        "a list",
    ),
    m3("limits whose amounts are a number", "[limits]", "[limits]\namounts = 100", "limits.amounts", "a table"),
    m3(
        "an irregularity that is one word",
        'foreign-object = { value = "void", until = "rest", clause = "5.4" }',
        'foreign-object = "void"',
        "irregularities.foreign-object",
        "a table",
        "text 'void'",
    ),
)

NOT_TOML = "not TOML"
TOO_DEEP = "nested deeper than 8"
NO_MORE = "no more than 4"

FILES = (
    Malformed("a file that is not there", None, "", ("cannot be read", "No such file")),
    Malformed("a folder", None, "", ("cannot be read", "directory"), folder=True),
    whole("an empty file", "", "format", "missing", "the number 1"),
    whole("a file of blank lines", "\n \n\t\n", "format", "missing"),
    whole("a file of comments", "# a rulebook, one day\n", "format", "missing"),
    whole("a file that starts with a byte order mark", "\ufeff" + text_of(MBS_3), "line 1", "without one"),
    whole("a file in UTF-16", text_of(MBS_3).encode("utf-16"), "", "not UTF-8 text: byte 0", "save the file as UTF-8"),
    whole(
        "a file in Latin-1", text_of(RWS).encode("latin-1", "replace"), "", "not UTF-8 text", "save the file as UTF-8"
    ),
    whole("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "", "not UTF-8 text: byte 0", "as UTF-8"),
    whole("a file of NUL bytes", b"\0" * 1_000, "line 1", NOT_TOML),
    m3(
        "a tab in a cited clause",
        'suspicion = { value = true, clause = "5.12" }',
        'suspicion = { value = true, clause = "\\t5.12" }',
        "no_spin.suspicion.clauses",
        "which [clauses] does not list",
    ),
    m3("a NUL byte in a title", 'title = "Roulette', 'title = "\0Roulette', THIS_LINE, NOT_TOML),
    m3("an escape in the open", 'title = "Roulette', 'title = "\x1b[31mRoulette', THIS_LINE, NOT_TOML),
    whole("a file one byte too large", padded(BYTES_MAX + 1), "", "more than 65536 bytes"),
    whole("a file far too large", padded(20 * BYTES_MAX), "", "more than 65536 bytes"),
    whole("a file of JSON", '{"format": 1}\n', "line 1", NOT_TOML),
    whole("a file of YAML", "format: 1\nref: house/1\n", "line 1", NOT_TOML),
    whole("a page of the web", "<!doctype html>\n<title>Roulette</title>\n", "line 1", NOT_TOML),
    whole("a rulebook in prose", "The dealer calls 'Place your bets, please'.\n", "line 1", NOT_TOML),
    whole("the first half of a rulebook", text_of(MBS_3)[:300], "", NOT_TOML),
    m3("a key twice", "effective = 2019-08-14", "format = 2", THIS_LINE, NOT_TOML, "overwrite"),
    m3("a section twice", "[closing]\n", "[spin]\n[closing]\n", THIS_LINE, NOT_TOML, "twice"),
    m3("a section in the place of a value", "[spin]\n", "[format.spin]\n", THIS_LINE, NOT_TOML),
    m3("a text without its end", 'house = "MBS"', 'house = "MBS', THIS_LINE, NOT_TOML),
    m3("a text without quotes", 'house = "MBS"', "house = MBS", THIS_LINE, NOT_TOML, "in quotes"),
    m3("a value without its key", 'house = "MBS"', '= "MBS"', THIS_LINE, NOT_TOML),
    m3("a key without its value", 'house = "MBS"', "house =", THIS_LINE, NOT_TOML),
)

EIGHT = "a.b.c.d.e.f.g.h"
NESTED = (
    whole("nine lists in each other", "a = " + "[" * 9 + "]" * 9, "line 1", TOO_DEEP, NO_MORE),
    whole("eight lists around a number", "a = " + "[" * 8 + "1" + "]" * 8, "a" + "[1]" * 8, TOO_DEEP, NO_MORE),
    whole("nine tables in each other", "a = " + "{ b = " * 9 + "1" + " }" * 9, "line 1", TOO_DEEP, NO_MORE),
    whole("a key of nine parts", f"\n{EIGHT}.i = 1\n", "line 2", TOO_DEEP, NO_MORE),
    whole("a quoted key of nine parts", "'a'.\"b\" . c.d.e.f.g.h.'i.j' = 1\n", "line 1", TOO_DEEP, NO_MORE),
    whole("a heading of nine parts", f"[{EIGHT}.i]\n", "line 1", TOO_DEEP, NO_MORE),
    whole("a key under a heading of eight parts", f"[{EIGHT}]\ni = 1\n", f"{EIGHT}.i", TOO_DEEP, NO_MORE),
    whole(
        "keys under headings, together too deep",
        "[a.b.c.d]\ne.f = { g = [{ h.i = 1 }] }\n",
        "a.b.c.d.e.f.g[1].h",
        TOO_DEEP,
    ),
    whole("a key of nine parts within a table", f"x = {{ {EIGHT}.i = 1 }}\n", "line 1", TOO_DEEP, NO_MORE),
    m3("a rulebook with one value too deep", ACTING, "acting = " + "[" * 9 + "]" * 9, THIS_LINE, TOO_DEEP, NO_MORE),
    whole("30,000 opening brackets", "a = " + "[" * 30_000, "line 1", TOO_DEEP, NO_MORE),
    whole("20,000 opening braces", "a = " + "{a=" * 20_000, "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 brackets behind a quoted hash", 'a = ["#", ' + "[" * 30_000, "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 brackets behind quotes", "a = ['\"', " + "[" * 30_000 + "'\"']", "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 brackets behind five quotes", 'a = ["""x""""", ' + "[" * 30_000 + '"]', "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 dots in a key", "a." * 30_000 + "a = 1", "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 dots in a heading", "[" + "a." * 30_000 + "a]", "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 dots behind a quoted hash", '"#".' + "a." * 30_000 + "a = 1", "line 1", TOO_DEEP, NO_MORE),
    whole("30,000 dots within a table", "x = { " + "a." * 30_000 + "a = 1 }", "line 1", TOO_DEEP, NO_MORE),
    whole("2,500 keys of eight parts", "".join(f"a{n}.b.c.d.e.f.g.h=1\n" for n in range(2_500)), "format", "missing"),
)

DOES_NOT_PRINT = "does not print"
RED_INK = "\\u001b[31m"
CONTROL = (
    m3("red ink in a title", 'title = "Roulette', f'title = "{RED_INK}Roulette', "title", "U+001B", DOES_NOT_PRINT),
    m3("red ink in a clause that is cited", ACTING, ACTING.replace("6.3", RED_INK), "roles.acting.clause", "U+001B"),
    m3(
        "red ink in a clause that is listed",
        '"1.1" = {',
        f'"1.{RED_INK}1" = {{',
        'clauses."1.?[31m1"',
        "U+001B",
        DOES_NOT_PRINT,
    ),
    m3(
        "red ink in a note",
        'note = "The document does not mention a bell."',
        f'note = "No bell.{RED_INK}"',
        "closing.bell.note",
        "U+001B",
        DOES_NOT_PRINT,
    ),
    m3(
        "red ink in a position",
        'positions = ["corner:0-1-2-3"]',
        f'positions = ["{RED_INK}"]',
        "citations[3].positions[1]",
        "U+001B",
    ),
    m3("red ink in a key", 'house = "MBS"', f'"{RED_INK}" = "MBS"', "", "U+001B", DOES_NOT_PRINT),
    m3("red ink in a wrong word", '"place-your-bets"', f'"{RED_INK}"', "round.opening.value", "U+001B"),
    m3("a bell in a label", 'label = "1st 12"', 'label = "1st\\u0007 12"', "rails[1].boxes[1].label", "U+0007"),
    m3("a NUL in a word", 'word = "Straight Up"', 'word = "Straight\\u0000"', "pays.straight.word", "U+0000"),
    m3(
        "an eight-bit escape in a summary",
        '"The round is void if the ball breaks."',
        '"Void.\u009b31m"',
        'clauses."5.7".summary',
        "U+009B",
    ),
    m3("a line that turns around in a key", 'house = "MBS"', 'house = "MBS"\n"\u202eesuoh" = 1', "", "U+202E"),
    m3("a line that turns around in a title", 'title = "Roulette', 'title = "\u2067Roulette', "title", "U+2067"),
    m3("a carriage return in a title", 'title = "Roulette', 'title = "Safe\\rRoulette', "title", "U+000D"),
)

MARKS = ["".join(letters) for letters in islice(product(ascii_uppercase, repeat=3), 6_400)]
BOMBS = (
    m3("a wheel of 17,000 pockets", 'order = "0 32', f'order = "{"0 " * 17_000}0 32', "wheel.order", "17037", "200"),
    m3("a color of 17,000 pockets", GREEN, f'green = {{ value = "{"0 " * 17_000}",', "colors.green.value", "200"),
    m3(
        "a box that covers red 10,000 times",
        'covers = "red"',
        f'covers = "{"red " * 10_000}"',
        "rails[2].boxes[3].covers",
        "more than once",
    ),
    m3(
        "a box that covers 6,000 ranges",
        'covers = "1..12"',
        f'covers = "{"1..36 " * 6_000}"',
        "rails[1].boxes[1].covers",
        "more than once",
    ),
    drawn(
        "a felt of 6,400 boxes",
        "".join(" ".join(MARKS[place : place + 80]) + "\n" for place in range(0, len(MARKS), 80)),
        "boxes",
        "at most 200",
    ),
    whole("4,500 unknown keys", "".join(f"claus{n} = 1\n" for n in range(4_500)), "format", "missing"),
    whole("a key of 60,000 letters", "k" * 60_000 + " = 1", "format", "missing"),
    m3("a value of 40,000 letters", '"place-your-bets"', f'"{"x" * 40_000}"', "round.opening.value", "place-your-bets"),
    whole("10,000 headings", "[[a]]\n" * 10_000, "format", "missing"),
    whole("texts that never end", '"""' + '\n\\"""' * 13_000, "line 1", NOT_TOML),
    whole("quotes without end", "a = " + '"' * 60_000, "line 1", NOT_TOML),
)

CORPUS: tuple[Malformed, ...] = (
    *UNKNOWN_KEYS,
    *MISSING,
    *CITED,
    *POSITIONS,
    *LABELS,
    *NUMBERS,
    *WORDS,
    *REFS_AND_DAYS,
    *FELT,
    *SHAPES,
    *FILES,
    *NESTED,
    *CONTROL,
    *BOMBS,
)
