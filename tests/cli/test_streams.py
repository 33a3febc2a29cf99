"""Pipes that close, narrow encodings, bytes that are no text, and no color where nobody sees it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebooks import text_of
from testkit.cli import command
from testkit.rulebooks import house
from testkit.shares import every

COLORED = re.compile(rb"\x1b\[[0-9;]*(?:3[0-7]|4[0-7]|9[0-7])m")

EVERY = [
    ("rules", "list"),
    ("rules", "show", "rws-roulette-360/1"),
    ("rules", "positions", "mbs-sands-roulette/1"),
    ("rules", "clauses", "rws-roulette-360/1"),
    ("rules", "diff", "mbs-roulette/2", "mbs-roulette/3"),
    ("rules", "lint", "us-double-zero/1"),
    ("odds", "rws-roulette-360/1"),
    ("settle", "mbs-roulette/3", "--outcome", "17", "--stakes", "17=500"),
]


NO_TEXT = [
    (b"\xff",),
    (b"rules", b"\xff\xfe"),
    (b"rules", b"show", b"\xff"),
    (b"rules", b"show", b"\xff\xfe.toml"),
    (b"rules", b"lint", b"\xc3(.toml"),
    (b"rules", b"lint", b"\xc3(.toml", b"--json"),
    (b"rules", b"positions", b"mbs-roulette/3", b"--covering", b"\xff"),
    (b"rules", b"clauses", b"mbs-roulette/3", b"\xff"),
    (b"settle", b"mbs-roulette/3", b"--outcome", b"\x80", b"--stakes", b"17=5"),
    (b"settle", b"mbs-roulette/3", b"--outcome", b"17", b"--stakes", b"\xff=5"),
    (b"settle", b"mbs-roulette/3", b"--outcome", b"17", b"--stakes", b"17=\xff"),
    (b"odds", b"mbs-roulette/3", b"--stakes", b"17=5", b"--limits", b"\xff"),
    (b"--\xff",),
]


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["table", "json"])
def test_a_reader_that_goes_away_ends_the_command_quietly(options: tuple[str, ...]) -> None:
    writer = subprocess.Popen(
        [*command.PROGRAM, "rules", "positions", "rws-roulette-360/1", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    with writer, writer.stdout, writer.stderr:
        assert writer.stdout.readline()
        writer.stdout.close()
        assert writer.stderr.read() == b""
        assert writer.wait(timeout=60) in {0, 1}


@pytest.mark.skipif(os.name == "nt", reason="there is no pipe of shells here")
def test_the_first_line_is_enough_for_head() -> None:
    program = "rules positions us-double-zero/1"
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {program} | head -1', sys.executable, command.PROGRAM[2]],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.stdout, done.stderr) == ("Roulette, double zero: 161 positions\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["table", "json"])
def test_a_disk_that_is_full_is_said_in_one_line(options: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command.PROGRAM, "rules", "positions", "us-double-zero/1", *options],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )

    assert done.returncode == 2
    assert done.stderr == b"Error: cannot write: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the stream")
@pytest.mark.parametrize("arguments", ["rules list", "rules list --json", "rules show nobody/1"])
def test_a_closed_output_is_no_fault(arguments: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {arguments} >&-', sys.executable, command.PROGRAM[2]],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == (2 if "nobody" in arguments else 0)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", every(len(EVERY), EVERY), ids=" ".join)
def test_a_pipe_gets_no_color(arguments: tuple[str, ...]) -> None:
    done = command.process(*arguments, env={"TERM": "xterm-256color"})

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_what_is_no_terminal_gets_no_color(arguments: tuple[str, ...]) -> None:
    done = command.run(*arguments)

    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out


@pytest.mark.skipif(os.name == "nt", reason="there is no terminal to pretend")
@pytest.mark.parametrize(("no_color", "colored"), [("", True), ("1", False)], ids=["color", "NO_COLOR"])
def test_a_terminal_gets_color_unless_it_asks_for_none(no_color: str, *, colored: bool) -> None:
    out = on_terminal("rules", "show", "mbs-roulette/3", env={"TERM": "xterm", "NO_COLOR": no_color})

    assert b"Straight Up" in out
    assert bool(COLORED.search(out)) is colored


def on_terminal(*arguments: str, env: dict[str, str]) -> bytes:
    """Run a command with a terminal for its output, and give what it wrote there."""
    ours, theirs = os.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in command.COLORING}
    writer = subprocess.Popen([*command.PROGRAM, *arguments], stdout=theirs, env=clean | env)
    os.close(theirs)
    written = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal, writer:
        while True:
            try:
                piece = terminal.read(65_536)
            except OSError:  # Linux says so when the writer is gone.
                break
            if not piece:
                break
            written += piece
    assert writer.returncode == 0
    return written


@pytest.mark.parametrize("encoding", every(3, ["ascii", "latin-1", "cp437"]))
def test_a_narrow_encoding_of_a_terminal_is_no_fault(encoding: str) -> None:
    done = command.process(*EVERY[1], env={"PYTHONIOENCODING": encoding})

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_a_narrow_encoding_is_no_fault(arguments: tuple[str, ...], encoding: str) -> None:
    done = command.run(*arguments, encoding=encoding)

    assert (done.status, done.err) == (0, "")
    assert done.out


def test_an_error_in_a_narrow_encoding_is_no_fault() -> None:
    done = command.process("rules", "show", "\u2014\u0660.toml", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"})

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: ")
    assert done.stderr.endswith(b".toml: cannot be read: No such file or directory\n")


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
@pytest.mark.parametrize("arguments", every(len(NO_TEXT), NO_TEXT))
def test_arguments_that_are_no_text_are_refused_by_a_process(arguments: tuple[bytes, ...]) -> None:
    done = command.process(*arguments, env={"LC_ALL": "C.UTF-8"})

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Error: " in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
@pytest.mark.parametrize("arguments", NO_TEXT)
def test_arguments_that_are_no_text_are_refused_like_others(arguments: tuple[bytes, ...]) -> None:
    """As Python hands them on to a program: what is no text stands for itself."""
    done = command.run(*(one.decode("utf-8", "surrogateescape") for one in arguments))

    assert done.status == 2
    if b"lint" not in arguments:
        assert done.out == ""
        assert "Error: " in done.err


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_a_plain_locale_is_no_fault() -> None:
    done = command.process(b"rules", b"show", b"\xff\xc3\xa9.toml", env={"LC_ALL": "C", "PYTHONUTF8": "0"})

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="file names are text there")
def test_a_rulebook_whose_name_is_no_text_is_read(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.toml"
    Path(os.fsdecode(path)).write_text(text_of("mbs-roulette/3"), encoding="utf-8")

    assert command.process("rules", "show", path).returncode == 0
    assert command.process("rules", "lint", path).returncode == 0


@pytest.mark.parametrize("title", ["[/b] House [red]rules", "[bold", ":smile: [link=x]y", "\\[x]", "[[[]]]"])
def test_words_of_a_house_are_not_read_as_markup(title: str, tmp_path: Path) -> None:
    path = tmp_path / "[" / "b].toml"
    path.parent.mkdir()
    text = house.replaced(text_of("mbs-roulette/3"), 'title = "Roulette (MBS), version 3"', f"title = '{title}'")
    path.write_text(text, encoding="utf-8")

    for arguments in (("rules", "show"), ("rules", "positions"), ("rules", "clauses"), ("odds",)):
        done = command.run(*arguments, str(path))
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(title)
    assert command.run("rules", "lint", str(path)).out.endswith("[/b].toml: nothing found\n")
    path.write_text(text.replace("to_one = 8", "to_one = 7"), encoding="utf-8")
    assert command.run("rules", "lint", str(path)).status == 1
