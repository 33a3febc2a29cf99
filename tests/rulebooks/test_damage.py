"""However a rulebook file is damaged, it is read or refused; neither parser nor linter ever fails over it."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import RulebookError, Ruleset
from croupier.rulebooks import REFS, text_of
from croupier.rules.errors import Problem
from croupier.rules.lint import lint
from croupier.rules.rulebook import parse
from testkit.shares import count

VALUE = re.compile(r'"[^"]*"|\[[^][]*\]|\b(?:\d+|true|false)\b')
OTHERS = (
    *("0", "-1", "36", "true", "1.5", "nan", "2019-08-14", "12:00:00", "0x" + "f" * 5_000, "[]", "[1]", '["x"]', "{}"),
    *('""', '" "', '"x"', '"0"', '"00"', '"S"', '"1..99"', '"9..1"', '"red"', '"low"', '"dozen:1"', '"series-3:1-2-3"'),
    *('"dealer"', '"void"', '"never"', '"layout"', '"our-reading"', '"4.1"', '["4.1"]', '"² to 1"', '"-5/1"', '"end"'),
)
CHARACTERS = "\"'\\[]{}=.,# \t\n0A\u202e\u00b2"


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A published rulebook after one to three accidents."""
    lines = text_of(draw(st.sampled_from(REFS))).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        match draw(st.sampled_from(["lost", "cut", "repeated", "valued", "mistyped", "shuffled"])):
            case "lost":
                del lines[place]
            case "cut":
                del lines[place : place + draw(st.integers(1, 20))]
            case "repeated":
                lines.insert(draw(st.integers(0, len(lines))), line)
            case "valued":
                lines[place] = VALUE.sub(lambda _: draw(st.sampled_from(OTHERS)), line, count=draw(st.integers(1, 2)))
            case "mistyped":
                at = draw(st.integers(0, len(line)))
                lines[place] = line[:at] + draw(st.sampled_from(CHARACTERS)) + line[at + draw(st.integers(0, 1)) :]
            case _:
                lines[place] = " ".join(draw(st.permutations(line.split())))
        lines = lines or [""]
    return "\n".join(lines)


def read(text: str) -> tuple[Ruleset | None, tuple[Problem, ...]]:
    """The ruleset, or why there is none."""
    try:
        return parse(text, "house.toml"), ()
    except RulebookError as error:
        return None, error.problems


@settings(max_examples=count(30, 1_000))
@given(text=damaged())
def test_a_damaged_rulebook_is_read_or_refused(text: str) -> None:
    ruleset, problems = read(text)

    found = lint(text, "house.toml")

    assert (ruleset is None) is bool(problems)
    assert set(problems) <= set(found)
    assert ruleset is None or not any(problem.malformed for problem in found)
    for problem in found:
        assert str(problem).isprintable()
        assert problem.message
