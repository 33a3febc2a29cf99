"""No words whatever make a command fail with anything but its own statuses and messages."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier import Kind
from croupier.rulebooks import REFS
from testkit.cli import command
from testkit.shares import count

STAKES = (["--stakes", "17=5,red=10"], ["--stakes", "0/1=1"], ["--stakes", "col 2=3, 1st 12=4"])
SECRET = ["--secret", "00" * 32, "--commitment", "11" * 32, "--round", "1"]
COMMANDS: dict[tuple[str, ...], tuple[int, tuple[list[str], ...]]] = {
    (): (0, (["--version"], ["--help"])),
    ("rules",): (0, (["--help"],)),
    ("rules", "list"): (0, (["--json"],)),
    ("rules", "show"): (1, (["--json"], ["--toml"])),
    ("rules", "positions"): (1, (["--json"], ["--covering", "0"], ["--covering", "17"], ["--kind", "split"])),
    ("rules", "clauses"): (1, (["--json"], ["3.1"], ["W3a"])),
    ("rules", "diff"): (2, (["--json"],)),
    ("rules", "lint"): (2, (["--json"], ["x.toml"])),
    ("odds",): (1, (["--json"], ["--all"], ["us-double-zero/1"], *STAKES)),
    ("settle",): (1, (["--json"], ["--outcome", "17"], ["--outcome", "0"], ["--under-minimum-before"], *STAKES)),
    ("wheel", "verify"): (0, (["--json"], ["x.json"], ["--rules", "mbs-roulette/3"], ["--table", "1"], SECRET)),
    ("completion",): (0, (["bash"], ["zsh"])),
}
"""Every command with how many refs it takes, and what may follow them."""

OPTIONS = (
    "--json",
    "--toml",
    "--all",
    "--stakes",
    "--limits",
    "--outcome",
    "--covering",
    "--kind",
    "--under-minimum-before",
    "--help",
    "-h",
    "--version",
    "--",
    "-",
)
WORDS = (
    "0",
    "00",
    "17",
    "S",
    "17=5",
    "red=10",
    "17/20=1",
    "1st 12=3",
    "0-1-3=1",
    "5.13",
    "App. C",
    "bash",
    "x.toml",
    ".",
)

stakes = st.lists(
    st.tuples(
        st.sampled_from(["17", "red", "0/1", "col 2", "2nd 12", "S", "S-00-0"]) | st.text(max_size=5),
        st.integers(-1, 10**16).map(str) | st.text(max_size=5),
    ).map("=".join),
    max_size=4,
).map(",".join)
strange = (
    st.sampled_from(["", " ", "\x00", "\x1b[31m", "\r\n", "\u202e", "\udcff", "\U0001f3b2", "%s{}", "[/]", "$(x)"])
    | st.text(max_size=20)
    | st.text(alphabet=st.characters(), max_size=10)
    | st.text(max_size=8).map(lambda text: f"{text}.toml")
    | st.text(min_size=1, max_size=3).map(lambda text: text * 20_000)
)
words = (
    st.sampled_from(REFS)
    | st.sampled_from(OPTIONS)
    | st.sampled_from(WORDS)
    | st.sampled_from([str(kind) for kind in Kind])
    | stakes
    | strange
)


@st.composite
def sentences(draw: st.DrawFn) -> list[str]:
    """Words that come near a command, and some that do not belong there."""
    start = draw(st.sampled_from(list(COMMANDS)))
    count, options = COMMANDS[start]
    said = [*start, *(draw(st.sampled_from(REFS)) for _ in range(count))]
    for option in draw(st.lists(st.sampled_from(options), max_size=3)):
        said += option
    for word in draw(st.just([]) | st.lists(words, max_size=3)):
        said.insert(draw(st.integers(0, len(said))), word)
    return said


@settings(max_examples=count(25, 2_000), deadline=None)
@given(said=sentences())
@example(said=["rules", "show", "\x00.toml"])
@example(said=["rules", "lint", "", "."])
@example(said=["settle", "mbs-roulette/3", "--outcome", "17", "--stakes", "=" * 20_000])
def test_any_words_end_a_command_with_its_own_status(said: list[str]) -> None:
    done = command.run(*said)

    assert done.status in {0, 1, 2}
    assert "Traceback" not in done.out + done.err
    if done.status == 2 and "lint" not in said:
        assert done.out == ""
        assert done.err


@settings(max_examples=count(20, 2_000), deadline=None)
@given(
    ref=st.sampled_from(REFS),
    outcome=st.sampled_from(["0", "00", "S", "17"]) | strange,
    laid=stakes,
    as_json=st.booleans(),
)
def test_any_stakes_are_settled_or_refused(ref: str, outcome: str, laid: str, *, as_json: bool) -> None:
    done = command.run("settle", ref, f"--outcome={outcome}", f"--stakes={laid}", *["--json"] * as_json)

    assert done.status in {0, 2}
    assert (done.out == "") is (done.status == 2)
    assert (done.err == "") is (done.status == 0)
