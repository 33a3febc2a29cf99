"""Bad usage and bad input end with status 2 and one clear message on standard error."""

from pathlib import Path

import pytest

from testkit.cli import command
from testkit.cli.command import check_error

MBS_3 = "mbs-roulette/3"
SETTLE = ("settle", MBS_3, "--outcome", "17")

WRONG: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "a ref nobody published": (("rules", "show", "mbs-roulette/4"), ("'mbs-roulette/4'", "mbs-roulette/3", ".toml")),
    "a ref in capitals": (("rules", "positions", "MBS-Roulette/3"), ("no rulebook", "mbs-roulette/3")),
    "an empty ref": (("odds", ""), ("no rulebook ''", "mbs-roulette/3")),
    "a ref with a blank": (("rules", "clauses", f"{MBS_3} "), ("no rulebook", "mbs-roulette/3")),
    "a second ref nobody published": (("rules", "diff", MBS_3, "nobody/1"), ("'nobody/1'",)),
    "a rulebook that is not there": (("odds", "absent.toml"), ("absent.toml", "No such file")),
    "a pocket of another wheel": (("settle", MBS_3, "--outcome", "00", "--stakes", "17=5"), ("'00'", "from 1 to 36")),
    "a pocket with a leading zero": (("settle", MBS_3, "--outcome", "07", "--stakes", "17=5"), ("'07'", "1 to 36")),
    "a pocket beyond the wheel": (("rules", "positions", MBS_3, "--covering", "37"), ("'37'", "37 pockets")),
    "an empty pocket": (("rules", "positions", MBS_3, "--covering", ""), ("no pocket ''",)),
    "a kind nobody plays": (("rules", "positions", MBS_3, "--kind", "basket"), ("'basket'", "'straight'")),
    "a clause nobody wrote": (("rules", "clauses", MBS_3, "9.9"), ("no clause '9.9'", "croupier rules clauses")),
    "an empty clause": (("rules", "clauses", MBS_3, ""), ("no clause ''",)),
    "no stakes": (SETTLE, ("--stakes",)),
    "no outcome": (("settle", MBS_3, "--stakes", "17=5"), ("--outcome",)),
    "nothing to settle": (("settle",), ("REF",)),
    "no ref": (("rules", "show"), ("REF",)),
    "one ref to compare": (("rules", "diff", MBS_3), ("REF",)),
    "no file to check": (("rules", "lint"), ("FILE",)),
    "no odds of nothing": (("odds",), ("REF",)),
    "several refs with stakes": (("odds", MBS_3, "us-double-zero/1", "--stakes", "17=5"), ("--stakes takes one REF",)),
    "limits without stakes": (("odds", MBS_3, "--limits", "LIMITS"), ("--limits is for --stakes",)),
    "a file and a document at once": (("rules", "show", MBS_3, "--toml", "--json"), ("--toml or --json",)),
    "a command nobody knows": (("spin",), ("No such command 'spin'",)),
    "a rule command nobody knows": (("rules", "bend"), ("No such command 'bend'",)),
    "an option nobody knows": (("rules", "list", "--yaml"), ("No such option", "--yaml")),
    "one word too many": (("rules", "list", MBS_3), ("unexpected extra argument",)),
    "limits that are not there": ((*SETTLE, "--stakes", "17=5", "--limits", "absent"), ("absent: ", "No such file")),
    "limits that are a folder": ((*SETTLE, "--stakes", "17=5", "--limits", "."), (".: cannot be read",)),
}


@pytest.fixture
def limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table's limits, in a folder with nothing else."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "table.toml"
    path.write_text("[limits.straight]\nmin = 100\nmax = 1000\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["table", "json"])
def test_what_is_wrong_is_said_with_what_would_be_right(
    arguments: tuple[str, ...], words: tuple[str, ...], options: tuple[str, ...], limits: Path
) -> None:
    given = [str(limits) if word == "LIMITS" else word for word in arguments]

    check_error(command.run(*given, *options), *words)


def test_a_shell_nobody_uses_is_refused() -> None:
    check_error(command.run("completion", "cmd"), "'cmd'", "'bash'")


def test_an_option_without_its_value_is_refused() -> None:
    check_error(command.run(*SETTLE, "--stakes", "17=5", "--limits"), "requires an argument")


BAD_STAKES: dict[str, tuple[str, str]] = {
    "no stakes at all": ("", "write POSITION=STAKE"),
    "blanks": ("   ", "write POSITION=STAKE"),
    "a comma too many": ("17=5,", "write POSITION=STAKE"),
    "a position alone": ("17", "'17' is no stake; write POSITION=STAKE"),
    "a stake alone": ("=5", "write POSITION=STAKE"),
    "no amount": ("17=", "'' is no stake; give a whole number"),
    "an amount of nothing": ("17=0", "at least 1"),
    "an amount below nothing": ("17=-5", "'-5' is no stake"),
    "a sign": ("17=+5", "'+5' is no stake"),
    "a point": ("17=5.0", "'5.0' is no stake"),
    "a comma in an amount": ("17=1,000", "'000' is no stake; write POSITION=STAKE"),
    "an underscore in an amount": ("17=1_000", "'1_000' is no stake"),
    "a dollar": ("17=$5", "'$5' is no stake"),
    "words": ("17=five", "in digits alone"),
    "another script": ("17=\u0665", "in digits alone"),
    "an exponent": ("17=1e3", "'1e3' is no stake"),
    "hexadecimal digits": ("17=0x10", "'0x10' is no stake"),
    "two amounts": ("17=5=6", "'5=6' is no stake"),
    "more than any stake": ("17=1000000000000001", "at most 1000000000000000"),
    "thousands of digits": (f"17={'9' * 5_000}", "from 1 to 1000000000000000"),
    "more than any stake together": ("17=1000000000000000,straight:17=1", "at most 1000000000000000"),
    "a bet nobody plays": ("moon=5", "'moon' names no position; write it like 17"),
    "numbers that do not touch": ("17/36=5", "no line or point of this felt joins these numbers"),
    "a pocket of another wheel": ("00=5", "names no position"),
    "a trio that has no point": ("0-1-3=5", "near are"),
    "a second spot of another felt": ("split:0-1@courtesy=5", "none on this felt"),
    "a position of a thousand letters": (f"{'x' * 1_000}=5", "at most 200 characters"),
}


@pytest.mark.parametrize(("stakes", "words"), BAD_STAKES.values(), ids=BAD_STAKES)
@pytest.mark.parametrize("before", [SETTLE, ("odds", MBS_3)], ids=["settle", "odds"])
def test_a_bad_stake_is_refused(before: tuple[str, ...], stakes: str, words: str) -> None:
    check_error(command.run(*before, "--stakes", stakes), words)


def test_words_for_more_than_one_bet_are_refused_with_both() -> None:
    done = command.run("settle", "mbs-sands-roulette/1", "--outcome", "0", "--stakes", "S-0-00=5")

    check_error(done, "street:S-00-0 or green", "write which one")


BAD_LIMITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "not TOML": ("limits = straight", ("not TOML", "line 1")),
    "an unknown key": ("limit = 1", ("limit: unknown", "did you mean limits?")),
    "an unknown kind": ("[limits.strait]\nmin = 1\nmax = 2", ("limits.strait", "did you mean straight?")),
    "no maximum": ("[limits.red]\nmin = 1", ("limits.red.max: missing", "whole number")),
    "a minimum above the maximum": ("[limits.red]\nmin = 3\nmax = 2", ("limits.red.min", "min 3 is above max 2")),
    "an amount in quotes": ('[limits.red]\nmin = "1"\nmax = 2', ("limits.red.min", "text '1'")),
    "an amount with a point": ("[limits.red]\nmin = 1.0\nmax = 2", ("limits.red.min", "the number 1.0")),
    "an amount that is true": ("[limits.red]\nmin = true\nmax = 2", ("limits.red.min", "not true")),
    "an amount below nothing": ("[limits.red]\nmin = -1\nmax = 2", ("limits.red.min", "from 1 to")),
    "an intake nobody knows": ('intake = "maybe"', ("intake", '"refuse" or "accept"', "'maybe'")),
    "a scope nobody knows": ('limit_scope = "table"', ("limit_scope", '"player" or "area"')),
    "a chip worth nothing": ("chip_value_min = 0", ("chip_value_min", "from 1 to")),
    "limits that are a number": ("limits = 5", ("limits", "a table")),
    "too deep": ("a = " + "[" * 100, ("line 1", "nested deeper than 8")),
    "red ink": ('"\\u001b[31m" = 1', ("U+001B",)),
}


@pytest.mark.parametrize(("text", "words"), BAD_LIMITS.values(), ids=BAD_LIMITS)
def test_a_bad_limits_file_is_refused(text: str, words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")

    for before in (SETTLE, ("odds", MBS_3)):
        check_error(command.run(*before, "--stakes", "17=5", "--limits", str(path)), f"Error: {path}: ", *words)


def test_limits_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xff\xfe")

    check_error(command.run(*SETTLE, "--stakes", "17=5", "--limits", str(path)), "not UTF-8 text")


@pytest.mark.parametrize("word", ["\x1b[31mred", "a\nb", "a\tb", "\u202eder", "\x00", "\udcff"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "show", "WORD"),
        ("rules", "show", "WORD.toml"),
        ("rules", "list", "WORD"),
        ("rules", "clauses", MBS_3, "WORD"),
        ("rules", "positions", MBS_3, "--covering", "WORD"),
        ("rules", "positions", MBS_3, "--kind", "WORD"),
        (*SETTLE, "--stakes", "WORD=5"),
        (*SETTLE, "--stakes", "17=WORD"),
        (*SETTLE, "--stakes", "17=5", "--limits", "WORD"),
        ("WORD",),
        ("--WORD",),
    ],
    ids=" ".join,
)
def test_what_steers_a_terminal_is_escaped_in_an_error(arguments: tuple[str, ...], word: str) -> None:
    done = command.run(*(argument.replace("WORD", word) for argument in arguments))

    check_error(done)
    assert all(character.isprintable() or character in "\n\t" for character in done.err)


FOREIGN = (
    ("table", MBS_3),
    ("settle", MBS_3, "--outcome", "17", "--stakes", "17=5"),
    ("odds", MBS_3, "--stakes", "17=500"),
    ("ruin", MBS_3, "--stakes", "17=500", "--spins", "5"),
    ("simulate", MBS_3, "--spins", "5"),
)


@pytest.mark.parametrize("arguments", FOREIGN, ids=lambda arguments: arguments[0])
def test_limits_for_a_kind_that_the_rulebook_lacks_are_refused_as_at_a_table(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[limits.straight]\nmin = 100\nmax = 1000\n[limits.top-line]\nmin = 1\nmax = 2\n", encoding="utf-8")

    done = command.run(*arguments, "--limits", str(path))

    check_error(done, "limits.top-line", f"{MBS_3} has no such kind", "its kinds are straight, split")
