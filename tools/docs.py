"""The generated pages: made from the rulebooks and the tests, checked for freshness by ``tests/docs``.

python -m tools.docs      write them all
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import MISSING, fields
from enum import StrEnum
from pathlib import Path
from typing import get_args

import croupier
from croupier import Reading, Ruleset
from croupier.rules import plain
from croupier.rules.enforcement import TOLD_ONLY, where
from croupier.rules.irregularities import Irregularity, Treatment, Until
from croupier.rules.later import Since
from croupier.rules.odds import position_odds
from croupier.rules.procedure import SECTIONS, NoSpinUntil, flat
from croupier.rules.sections import described
from croupier.rules.telling import Audience, audience, tell
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusal import ACCEPTABLE_AFTER, Code
from croupier.table.wire import OF_EVERY_EVENT
from croupier.table.wire_rules import WIRE_RULES
from tools.clause_tests import named_tests, slug
from tools.picture import picture
from tools.wire_types import wire_types

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by `make docs` from the rulebooks; edit those instead. -->"
HEADINGS = {Audience.PLAYER: "For players", Audience.DEALER: "For the dealer", Audience.PIT: "For the pit"}


HOW_WE_READ = (
    (
        "`no-more-bets-called`",
        "without the wave it closes betting, is recorded as such, and does not cite §P4",
        "our-reading",
        "`us-double-zero/1` §P4, §G5, §R2",
        (
            "The announcement closes betting. The wave shows it and is the dealer's duty; a player who has heard the "
            "call loses nothing if it is missing. The bell of `rws-roulette-360/1` §3.5 is read as part of the call "
            "instead, since there it comes first."
        ),
    ),
    (
        "`chips-removed`",
        "recorded, and marked as against the rules",
        "our-reading",
        "`us-double-zero/1` §G2",
        (
            "The chips have to stay at the table, but the same clause says what to do with those that were removed. A "
            "record that refused the fact would not know which chips those are."
        ),
    ),
    (
        "`betting-closed`",
        "passing, also for a wager that comes after the call",
        "our-reading",
        "`mbs-roulette/3` §5.13 and its like in the others",
        (
            "It could be read as too late, for this round is over for it. But a wager without `round` is for whichever "
            "round takes it: sent again once betting is open, it does what was meant. With `round` it is refused then."
        ),
    ),
)
"""Answers that a document does not settle although the value they rest on is stated."""


def pages() -> dict[Path, str]:
    """Return every generated file with its content."""
    books = croupier.rulebooks()
    made = {Path("src/croupier/rulebooks/clause-tests.json"): _clause_tests(books)}
    made[Path("docs/pictures/terminal.svg")] = picture()
    made[Path("frontend/src/wire/generated.ts")] = wire_types()
    made[Path("docs/readings.md")] = _joined(_readings_page(books))
    made[Path("docs/refusals.md")] = _joined(_refusals_page())
    made[Path("docs/wire.md")] = _joined(_wire_page())
    made[Path("docs/procedure.md")] = _joined(_procedure_page())
    for book in books:
        made[Path(f"docs/rulebooks/{book.ref.replace('/', '-')}.md")] = _joined(_rulebook_page(book))
    return made


def _joined(lines: Iterator[str]) -> str:
    return "\n".join(lines) + "\n"


def _clause_tests(books: tuple[Ruleset, ...]) -> str:
    return json.dumps({book.ref: named_tests(book, ROOT)[0] for book in books}, indent=1) + "\n"


def _readings_page(books: tuple[Ruleset, ...]) -> Iterator[str]:
    yield NOTE
    yield "# What the documents do not state"
    yield ""
    yield "The rulebooks contain these values although their documents do not state them, or not completely. The basis"
    yield "says why: *layout* follows from which boxes touch; *convention* is common to all wheels or tables of that"
    yield "make; *reconstructed* means that the copy is damaged and the rest of it leaves only this value;"
    yield "*our-reading* is our interpretation."
    for book in books:
        yield ""
        yield f"## {book.title} (`{book.ref}`)"
        yield ""
        yield "| value | reads | basis | clauses | why |"
        yield "|---|---|---|---|---|"
        yield from (_reading_row(reading) for reading in book.readings)
    yield ""
    yield "## How the program reads what is stated"
    yield ""
    yield "Here the value itself is stated, and what the program makes of it is our reading."
    yield ""
    yield "| answer | reads | basis | clauses | why |"
    yield "|---|---|---|---|---|"
    yield from (f"| {' | '.join(row)} |" for row in HOW_WE_READ)


def _reading_row(reading: Reading) -> str:
    clauses = ", ".join(f"§{number}" for number in plain.numbers(reading.clauses))
    return f"| `{reading.key}` | {reading.value} | {reading.basis} | {clauses} | {reading.note} |"


def _refusals_page() -> Iterator[str]:
    yield NOTE
    yield "# Refusals"
    yield ""
    yield "A refusal has a code, the clause that decided it, the facts, and `passing`: whether the same command can"
    yield "succeed later, unchanged. If several codes apply, the first in this list is used. Codes are never renamed."
    yield ""
    yield "`passing` is true if the command will do what was meant once something else has happened; the list says"
    yield "what. It is false if the command has to change (another person, position, pocket, amount or reason), if it"
    yield "is already done, and if it is too late. The same command might be accepted in a later round, but it would"
    yield "then be about that round ([why](decisions/passing.md))."
    yield ""
    yield "| code | passing |"
    yield "|---|---|"
    yield from (f"| `{code}` | {f'yes, once {ACCEPTABLE_AFTER[code]}' if code.passing else 'no'} |" for code in Code)
    yield ""
    yield "## Our own rules"
    yield ""
    yield "These apply where no document has a rule. They are cited as `wire §…`."
    yield ""
    yield from (f"- **{number}** {words}" for number, words in WIRE_RULES.items())


def _wire_page() -> Iterator[str]:
    yield NOTE
    yield "# Commands and events"
    yield ""
    yield "One JSON object per line, the same over stdin, over a socket and in the record. A command has `id`, `by`"
    yield "(`name`, `role`, and `acting` for the position whose act it is, if that is another: a lower one, or a"
    yield "higher one where the rulebook lets people act in it), `do`, and its own fields; those in *italics* are"
    yield "optional. Stakes are whole numbers of the smallest unit, and pockets are text."
    yield ""
    yield "The order of keys has no meaning. On a socket a `place-wager` is read fastest without `by` and `chips`, with"
    yield "its keys in the order `id`, `do`, `wager`, `player`, `position`, `stake`, `round`, in ASCII without escapes."
    yield ""
    yield "At a table on its own a player's stakes need no chips before the first `buy-in`. In a house they do: a"
    yield "wager that needs more than its player has at the table is preceded by a `buy-in` under an id of the house's"
    yield "own, for play money out of the player's wallet and in the sort of chips that the rulebook has. It is refused"
    yield "with `not-enough-chips` if the wallet has too little. See [running a house](operating.md)."
    yield ""
    yield "`set-limits` replaces what it names and leaves the rest as it is. With `intake` alone the amounts stay; with"
    yield "`limits`, kinds that it does not name have no limit, or the one that the document states. The event"
    yield "states all limits that are now in force."
    yield ""
    yield "| `do` | fields |"
    yield "|---|---|"
    yield from (_message_row(command.do, command, ("by",)) for command in get_args(Command))
    yield ""
    yield "Every event carries `seq`, `round`, `by`, `type` and `clauses`, and its own fields. If the rulebook declares"
    yield "that a clause about this step is not carried out, `not_carried_out` names it, and `clauses` never does."
    yield ""
    yield "| `type` | fields |"
    yield "|---|---|"
    yield from (_message_row(event.type, event, OF_EVERY_EVENT) for event in get_args(Event))


def _message_row(name: str, shape: type, shared: Collection[str]) -> str:
    own = [field for field in fields(shape) if field.name not in shared]
    shown = [f"*`{field.name}`*" if field.default is not MISSING else f"`{field.name}`" for field in own]
    return f"| `{name}` | {', '.join(shown)} |"


def _procedure_page() -> Iterator[str]:
    yield NOTE
    yield "# The keys of the procedure"
    yield ""
    yield 'A key is written `key = { value = …, clause = "…" }`, with a `basis` if the document does not state it. Keys'
    yield "in *italics* are optional. Lists contain the words shown; an empty list of reasons means any irregularity."
    yield "Every value changes what a table does, or is cited where it decides: `make soak ARGS=sweep` tries each."
    yield "Beyond the procedure these keys are *shown only*: they have no effect at the table:"
    yield ""
    yield from (f"- `{key}`: {why}" for key, why in TOLD_ONLY.items())
    for name, shape in SECTIONS.items():
        yield ""
        yield f"## `[{name}]`"
        yield ""
        for key, (words, required) in described(shape).items():
            yield f"- {f'`{key}`' if required else f'*`{key}`*'}: {words}"
    yield ""
    yield "## `[irregularities]`"
    yield ""
    yield f"One key for each of {_words(Irregularity)}: {_words(Treatment)}."
    yield f"Optionally also `until` = {_words(Until)} and `since` = {_words(Since)}."
    yield ""
    yield "## `[no_spin]`"
    yield ""
    yield f"- `suspicion`: true or false\n- `until`: {_words(NoSpinUntil)}\n- `since`, optional: {_words(Since)}"
    yield f"- `[no_spin.callers]`: for each role that may call, a list of reasons out of {_words(Irregularity)}"


def _words(choices: type[StrEnum]) -> str:
    return ", ".join(f"`{choice}`" for choice in choices)


def _rulebook_page(book: Ruleset) -> Iterator[str]:
    yield NOTE
    yield f"# {book.title}"
    yield ""
    yield f"`{book.ref}`, house: {book.house or 'not named'}, effective: {book.effective or 'not named'}, "
    yield f"supersedes: {book.supersedes or 'nothing'}. Digest `{book.digest}`."
    yield ""
    verified = "" if book.wheel.verified else " **This order is unverified and for drawing only.**"
    yield f"Wheel, clockwise: {' '.join(book.wheel.order)}.{verified}"
    yield ""
    yield from _kinds(book)
    yield from _procedure(book)
    yield from _clauses(book)


def _kinds(book: Ruleset) -> Iterator[str]:
    yield "| kind | in the document | positions | pays | house edge | limits | clauses |"
    yield "|---|---|---|---|---|---|---|"
    for kind, price in book.prices.items():
        own = [p for p in book.positions.values() if p.kind is kind]
        limit = book.limits.of(kind)
        span = f"{limit.stake_min} to {limit.stake_max}" if limit else ""
        cited = ", ".join(f"§{n}" for n in plain.numbers(dict.fromkeys((*price.placed, *price.priced))))
        edge = position_odds(book, own[0]).edge
        yield f"| {kind} | {price.word} | {len(own)} | {price.to_one} to 1 | {edge} | {span} | {cited} |"


def _procedure(book: Ruleset) -> Iterator[str]:
    for reader, heading in HEADINGS.items():
        yield ""
        yield f"## {heading}"
        yield ""
        for key, ground in flat(book.procedure).items():
            if audience(key) is reader:
                cited = ", ".join(f"§{number}" for number in plain.numbers(ground.clauses))
                basis = f"*{ground.basis}*" if ground.basis else ""
                yield f"- {tell(key, ground)} {' '.join(filter(None, (cited, basis)))}".rstrip()


def _clauses(book: Ruleset) -> Iterator[str]:
    yield ""
    yield "## Clauses, in our words"
    yield ""
    yield "| clause | nature | says | where |"
    yield "|---|---|---|---|"
    for number, entry in book.clauses.items():
        places = "<br>".join(f"`{place}`" for place in where(book, number))
        yield f'| <a id="{slug(number)}"></a>§{number} | {entry.nature} | {entry.summary} | {places} |'


def main() -> None:
    """Write every page."""
    for path, text in pages().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")
        print(path)


if __name__ == "__main__":
    main()
