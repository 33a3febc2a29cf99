"""A function is compiled where its arithmetic is shown to fit into 64 bits, and nowhere else."""

import itertools
import linecache
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.lab_peers import careful
from croupier.lab.custom import STATE_MAX, CustomSystem
from croupier.lab.simulate import compiled
from croupier.lab.simulate.bounds import FITS, shown_to_fit, why_plain
from croupier.lab.simulate.sessions import Plain, player
from croupier.lab.systems import LabError
from tests.lab.simulate.plans import plan, same

STEPS = (1, 3, 2, 6)
FACTOR = 3
HALF = 0.5

_numbered = itertools.count()


def written(body: str, **known: object) -> Callable[..., Any]:
    """Make a function of these lines, with a source that can be looked up."""
    lines = ["def mine(state=(1, 0), laid=1, won=True):\n", *(f"    {line}\n" for line in body.splitlines())]
    file = f"<written {next(_numbered)}>"
    linecache.cache[file] = (0, None, lines, file)
    names: dict[str, Any] = {"STEPS": STEPS, "FACTOR": FACTOR, "HALF": HALF, **known}
    exec(compile("".join(lines), file, "exec", dont_inherit=True), names)  # noqa: S102 - lines of these tests
    made: Callable[..., Any] = names["mine"]
    return made


def after_of(function: Callable[..., Any]) -> Any:
    """Return the compiled form without the loops around it, which take seconds to compile."""
    form = compiled._custom_form(CustomSystem(function))
    assert form is not None
    return form.after


FIT = {
    "doubling": "return (1, 0) if won else (2 * laid, state[1] + 1)",
    "names": "wanted, losses = state\nlosses += 1\nif won:\n    losses = 0\nreturn wanted, losses",
    "steps of a tuple": "wins = (state[1] + 1) % 4 if won else 0\nreturn STEPS[wins], wins",
    "constants": "return (1, 0) if won else (FACTOR * laid // 2, -state[-1])",
    "the lesser": "return max(1, min(laid, abs(state[1]))), int(won)",
    "a divisor that is never 0": "return laid // max(2, state[1]), laid % -5",
    "elif": 'if won and laid > 3:\n    """So."""\n    return state\nelif not won or laid == 2:\n    pass\nreturn 1, 1',
    "one number always": "return 1, state[1] + 1",
    "division by what is never 0": "return 1 + 100 // laid, state[1] % state[0]",
    "a product of small ones": "return min(laid, 1000) * min(9, state[0]), 0",
    "truth counts": "return laid + won, state[1] - (laid < 5)",
}

DO_NOT = {
    "a power": (
        "losses = 0 if won else state[1] + 1\nreturn 1 + 10**losses % 7, losses",
        r"line 3: 10 \*\* losses is more",
    ),
    "a product": ("return 1, state[1] * laid", r"state\[1\] \* laid may be beyond 64 bits"),
    "a product that is cut later": ("return 1, state[1] * laid % 7", "may be beyond 64 bits"),
    "steps that add up": ("a = laid * 1000\nb = a * 1000\nreturn 1, b", r"line 3: a \* 1000 may be beyond 64 bits"),
    "a sum": (f"return 1, (state[1] + {2**62}) * 2", "may be beyond 64 bits"),
    "a constant": (f"return 1, state[1] % {2**63}", f"{2**63} may be beyond 64 bits"),
    "a loop": ("while laid > 1:\n    laid -= 1\nreturn 1, 0", "line 2: while laid > 1: is more than arithmetic and if"),
    "a shift": ("return 1 << state[1], 0", "is more than arithmetic"),
    "a fraction": ("return int(laid * HALF), 0", "HALF is not one whole number"),
    "true division": ("return int(laid / 2), 0", "is more than arithmetic"),
    "a call": ("return careful(state, laid, won)", "is more than arithmetic"),
    "an import": ("import re\nreturn 1, 0", "is more than arithmetic"),
    "division by what may be 0": ("return 1, laid // state[1]", "may divide by 0"),
    "a rest by what may be 0": ("return 1, laid % (state[1] + 1)", "may divide by 0"),
    "no value in one branch": ("if won:\n    more = 1\nreturn 1, more", "more may have no value yet"),
    "two kinds": ("more = won if laid > 3 else 1\nreturn 1, more", "is not one whole number in every case"),
    "a truth in the state": ("return 1, won", "is not a tuple of 2 whole numbers"),
    "a longer state": ("return 1, 2, 3", "is not a tuple of 2 whole numbers"),
    "no return": ("if won:\n    return 1, 0", "line 1: mine may end without a return"),
    "a place there is not": ("return 1, state[2]", "may be outside of what there is"),
    "a place that may not be": ("return STEPS[state[1]], 0", "may be outside of what there is"),
    "a name of one's own for min": ("return min(laid, 2), 0", "is more than arithmetic"),
    "a slice": ("return state[:2]", "is more than arithmetic"),
}


@pytest.mark.parametrize("name", FIT)
def test_what_fits_is_shown_to(name: str) -> None:
    assert why_plain(written(FIT[name]), 2) is None


def test_a_function_that_wants_the_same_each_time_is_compiled() -> None:
    assert after_of(written(FIT["one number always"]))((1, 4), 1, won=False) == (1, 5)


@pytest.mark.parametrize("name", DO_NOT)
def test_what_is_not_shown_to_fit_is_said(name: str) -> None:
    body, why = DO_NOT[name]
    known = {"min": lambda one, _other: one * 10**6} if "for min" in name else {"careful": careful}

    with pytest.raises(LabError, match=rf"mine cannot be compiled here \(.*{why}.*\); without engine='numba'"):
        player(plan(CustomSystem(written(body, **known))), "numba")


def test_a_power_that_wraps_is_played_plainly() -> None:
    """The trial of some sessions does not come to nineteen losses in a row; a long run does."""

    def critics(state: tuple[int, int] = (1, 0), laid: int = 1, won: bool = True) -> tuple[int, int]:
        losses = 0 if won else state[1] + 1
        return (1 + 10**losses % 7, losses)

    terms = plan(CustomSystem(critics), bankroll=1_000_000, spins=200, limits=None)

    assert player(terms).engine == "python"
    assert same(player(terms)(0, 3939, 1), Plain(terms)(0, 3939, 1))


def test_a_function_whose_file_has_changed_is_played_plainly(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(state=(1,), laid=1, won=True):\n    return (1 + laid ** 40 % 7,)\n", "utf-8")
    names: dict[str, Any] = {}
    exec(compile(file.read_text("utf-8"), str(file), "exec", dont_inherit=True), names)  # noqa: S102 - the same
    file.write_text("def mine(state=(1,), laid=1, won=True):\n    return (1 + laid,)\n", "utf-8")

    assert why_plain(names["mine"], 1) == "its source is not at hand, as a function of a file's"


def test_a_constant_that_changes_is_compiled_anew() -> None:
    function = written("return (1, 0) if won else (FACTOR * laid, 0)")
    assert after_of(function)((1, 0), 5, won=False) == (15, 0)

    function.__globals__["FACTOR"] = 2

    assert after_of(function)((1, 0), 5, won=False) == (10, 0)


def test_a_variable_of_the_surrounding_function_is_a_constant() -> None:
    def made(factor: int) -> Callable[..., Any]:
        def mine(state: Any = (1,), laid: int = 1, won: bool = True) -> Any:
            return (1,) if won else (factor * laid,)

        return mine

    assert shown_to_fit(made(3), 1) == (("factor", 3),)
    assert why_plain(made(2**40), 1) is not None


class Seen(int):
    """A whole number that remembers the largest that was made of it."""

    largest = 0

    def _made(self, number: int) -> "Seen":
        Seen.largest = max(Seen.largest, abs(number))
        return Seen(number)

    def __add__(self, other: int) -> "Seen":
        return self._made(int(self) + int(other))

    def __sub__(self, other: int) -> "Seen":
        return self._made(int(self) - int(other))

    def __mul__(self, other: int) -> "Seen":
        return self._made(int(self) * int(other))

    def __floordiv__(self, other: int) -> "Seen":
        return self._made(int(self) // int(other))

    def __mod__(self, other: int) -> "Seen":
        return self._made(int(self) % int(other))

    def __neg__(self) -> "Seen":
        return self._made(-int(self))

    def __rsub__(self, other: int) -> "Seen":
        return self._made(int(other) - int(self))

    __radd__, __rmul__ = __add__, __mul__


def expression(chance: random.Random, depth: int) -> str:
    """Write some arithmetic, most of it such as a system might have."""
    leaves = ("laid", "state[0]", "state[1]", "won", "1", "2", "7", "-3", "1000", str(2**20), str(2**40), "FACTOR")
    if depth == 0:
        return chance.choice(leaves)

    def part() -> str:
        return expression(chance, depth - 1)

    shape = chance.randrange(11)
    if shape < 5:
        return f"({part()} {chance.choice(['+', '-', '*'])} {part()})"
    if shape < 7:
        divisor = chance.choice(["3", "-4", "(1 + abs(laid + 0))", "max(2, laid + 0)", "min(-1, state[1] + 0)"])
        return f"({part()} {chance.choice(['//', '%'])} {divisor})"
    if shape == 7:
        return f"(-{part()})"
    if shape == 8:
        return f"{chance.choice(['min', 'max'])}(0 + {part()}, 0 + {part()})"
    if shape == 9:
        return f"(0 + {part()} if {part()} {chance.choice(['<', '==', '>='])} {part()} else 0 + {part()})"
    return f"(0 + {part()} {chance.choice(['and', 'or'])} 0 + {part()})"


def asked(chance: random.Random) -> tuple[tuple[int, int], int, bool]:
    edges = (0, 1, -1, 2, 5, 1000, STATE_MAX, -STATE_MAX, STATE_MAX - 1, chance.randrange(-STATE_MAX, STATE_MAX))
    wanted, other, laid = (chance.choice(edges) for _ in range(3))
    return (max(1, wanted), other), max(1, laid), chance.random() < 0.5


def test_nothing_that_is_shown_to_fit_ever_leaves_64_bits() -> None:
    chance, fits, plain = random.Random(3), 0, 0  # noqa: S311 - no secrets here
    for _ in range(400):
        function = written(f"return 1, 0 + {expression(chance, 3)}")
        if why_plain(function, 2) is not None:
            plain += 1
            continue
        fits += 1
        for _ in range(20):
            state, laid, won = asked(chance)
            Seen.largest = 0
            function((Seen(state[0]), Seen(state[1])), Seen(laid), won)
            assert Seen.largest <= FITS

    assert fits > 50
    assert plain > 50


@pytest.mark.parametrize("seed", range(3))
def test_what_is_compiled_gives_what_it_gives_plainly(seed: int) -> None:
    """Eight pieces of arithmetic at a time, since it is the compiling that takes time."""
    chance = random.Random(seed)  # noqa: S311 - the same
    pieces: list[str] = []
    while len(pieces) < 8:
        piece = f"0 + {expression(chance, 2)}"
        if why_plain(written(f"return 1, {piece}"), 2) is None:
            pieces.append(piece)
    function = written(f"return {', '.join(pieces)}")
    after = compiled._compiled_function(function, 8, shown_to_fit(function, 8))

    for _ in range(300):
        state, laid, won = asked(chance)
        whole = (*state, 0, 0, 0, 0, 0, 0)
        assert after(whole, laid, won) == function(whole, laid, won)
