"""Shells complete commands, refs, pockets and kinds."""

import shutil
import subprocess

import pytest
from click.shell_completion import ShellComplete

from croupier.cli.app import app
from croupier.rulebooks import REFS
from testkit.cli import command

POCKETS_1 = ["1", *(str(number) for number in range(10, 20))]


def offered(words: str, shell: str = "bash") -> list[str]:
    """What the shell is told when the last of these words is to be completed."""
    typed = words.split(" ")
    place = typed[-1] if shell == "fish" else str(len(typed) - 1)
    env = {"_CROUPIER_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": place}
    done = command.process(env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in lines if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed(shell: str) -> None:
    done = command.run("completion", shell)

    assert (done.status, done.err) == (0, "")
    assert f"_CROUPIER_COMPLETE={shell}_complete" in done.out
    assert "croupier" in done.out


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_the_script_is_one_that_bash_reads() -> None:
    script = command.run("completion", "bash").out

    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_refs_are_completed(shell: str) -> None:
    assert offered("croupier rules show mbs", shell) == [ref for ref in REFS if ref.startswith("mbs")]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("croupier ru", ["ruin", "rules"]),
        ("croupier simulate mbs-roulette/3 --system f", ["flat", "fibonacci"]),
        ("croupier wheel ", ["test", "verify"]),
        ("croupier rules l", ["lint", "list"]),
        ("croupier rules show ", list(REFS)),
        ("croupier rules diff mbs-roulette/2 mbs-roulette/", ["mbs-roulette/2", "mbs-roulette/3"]),
        ("croupier rules lint us", ["us-double-zero/1"]),
        ("croupier rules lint hou", ["hou"]),
        ("croupier odds mbs-roulette/3 us", ["us-double-zero/1"]),
        ("croupier settle us-double-zero/1 --outcome 0", ["00", "0"]),
        ("croupier settle us-double-zero/1 --stakes 17=5 --outcome 1", POCKETS_1),
        ("croupier rules positions mbs-sands-roulette/1 --covering S", ["S"]),
        ("croupier rules positions mbs-roulette/3 --kind st", ["straight", "street"]),
        ("croupier settle --outcome 0", []),
        ("croupier settle nobody/1 --outcome 0", []),
        ("croupier settle absent.toml --outcome 0", []),
        ("croupier completion z", ["zsh"]),
    ],
)
def test_what_comes_next_is_offered(words: str, expected: list[str]) -> None:
    *typed, last = words.split(" ")[1:]
    shell = ShellComplete(app, {}, "croupier", "_CROUPIER_COMPLETE")

    assert [item.value for item in shell.get_completions(typed, last)] == expected
