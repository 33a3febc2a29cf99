"""What can be wrong with a line, and what is not worth changing."""

import ast

import pytest

from tools.mutation import mutants, mutated


def changes(source: str) -> list[str]:
    return [one.change for one in mutants("a.py", source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["a < b → a <= b", "a < b → a >= b"]),
        ("x = a == b", ["a == b → a != b"]),
        ("x = a is b", ["a is b → a is not b"]),
        ("x = a not in b", ["a not in b → a in b"]),
        ("x = a and b", ["a and b → a or b", "a and b → b", "a and b → a"]),
        ("x = not a", ["not a → a"]),
        ("x = -a", ["-a → a"]),
        ("x = a + b", ["a + b → a - b"]),
        ("x = a // b", ["a // b → a * b"]),
        ("x += a", ["x += a → x -= a", "x += a → pass"]),
        ("x = 5", ["5 → 6"]),
        ("x = True", ["True → False"]),
        ("x = 'word'", ["'word' → 'word~'"]),
        ("x = min(a, b)", ["min(a, b) → max(a, b)", "min(a, b) → min(b, a)"]),
        ("x = any(a)", ["any(a) → all(a)"]),
        ("x = f(a, b, c)", ["f(a, b, c) → f(b, a, c)"]),
        ("f(a)", ["f(a) → pass"]),
        ("x.y = a", ["x.y = a → pass"]),
        ("raise a", ["raise a → pass"]),
        ("for x in y:\n    break", ["break → continue"]),
        ("for x in y:\n    continue", ["continue → break"]),
        ("def f():\n    return a", ["return a → return None"]),
        ("if a:\n    x = b", ["if a → if False", "a → not a"]),
        ("if a:\n    x = b\nelse:\n    x = c", ["a → not a"]),
        ("while a:\n    x = b", ["a → not a"]),
        ("x = a if b else c", ["b → not b"]),
        ("x = [a for a in b if c]", ["c → not c"]),
        ("class A:\n    x: int = 5", ["5 → 6"]),
        ("def f(a=5): ...", ["5 → 6"]),
        ("x = {'word': a}", ["'word' → 'word~'"]),
        ("x = f'{a + b} of them'", ["a + b → a - b"]),
    ],
)
def test_what_is_changed(source: str, expected: list[str]) -> None:
    assert changes(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "x: 'a + b' = y",
        "def f(a: int | None) -> int | None: ...",
        "x = 'a sentence of several words'",
        "assert a < 5",
        "import a, b",
        "@dataclass(frozen=True)\nclass A: ...",
        "def __repr__(self):\n    return a + b",
        "K = TypeVar('K')",
        "x = cast('V', y)",
        "__slots__ = ('a', 'b')",
        "J: TypeAlias = dict[str, Any]",
        "if TYPE_CHECKING:\n    x = 5",
        "x = field(default_factory=dict[str, int])",
        "def f():\n    return None",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_a_mutant_is_the_module_with_that_one_change() -> None:
    source = "def f(a, b):\n    if a < b:\n        return a\n    return b\n"
    found = mutants("a.py", source)
    texts = [ast.unparse(mutated(source, one.index)) for one in found]
    assert len(set(texts)) == len(found) == 5
    assert ast.unparse(ast.parse(source)) not in texts
    assert "if a <= b:" in texts[[one.change for one in found].index("a < b → a <= b")]
    with pytest.raises(IndexError):
        mutated(source, len(found))


def test_a_mutant_knows_its_lines_and_whether_it_is_in_a_function() -> None:
    source = "LEAST = 3\n\n\ndef f(a):\n    return g(\n        a < 5,\n    )\n"
    found = {one.change: one for one in mutants("a.py", source)}
    assert (found["3 → 4"].at_import, found["3 → 4"].line, found["3 → 4"].text) == (True, 1, "LEAST = 3")
    inside = found["a < 5 → a <= 5"]
    assert (inside.at_import, inside.line, inside.statement) == (False, 6, (5, 7))


def test_a_header_is_not_its_body() -> None:
    source = "def f(a, b):\n    if a < b:\n        g(a)\n        g(b)\n"
    found = {one.change: one for one in mutants("a.py", source)}
    assert found["a < b → a <= b"].statement == (2, 2)
    assert found["g(b) → pass"].statement == (4, 4)


def test_a_name_stays_when_other_lines_change() -> None:
    before = "def f(a):\n    return a < 5\n"
    after = "import b\n\n\ndef g(a):\n    return a + 1\n\n\n" + before
    assert {one.key for one in mutants("a.py", before)} < {one.key for one in mutants("a.py", after)}


def test_the_same_change_twice_has_two_names() -> None:
    keys = [one.key for one in mutants("a.py", "def f(a):\n    g(a)\n    g(a)\n")]
    assert len(set(keys)) == len(keys) == 2
