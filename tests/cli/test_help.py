"""Every command explains itself, with an example that runs."""

import json
import shlex
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import click
import pytest

import croupier
from croupier.cli.app import app
from croupier.rulebooks import text_of
from croupier.wheels.draw import commitment, draw
from testkit.audit.houses import evening
from testkit.cli import command
from testkit.cli.example_files import OWN_SYSTEM, SPINS


def paths(group: click.Command = app, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and group by the words that reach it."""
    yield path
    if isinstance(group, click.Group):
        for name, inner in group.commands.items():
            yield from paths(inner, (*path, name))


def examples(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line.startswith(("croupier ", "eval "))]


def a_record(folder: Path, *, backed_up: bool) -> None:
    """Put the record of an evening there, with anchors and a backup."""
    folder.mkdir()
    evening(folder / "house.sqlite")
    if backed_up:
        assert command.run("backup", "--data", "DIR", "--to", "backup.sqlite").status == 0
    assert command.run("anchor", "--data", "DIR", "--to", "anchors.jsonl").status == 0


RECORD = '{"seq":1,"round":null,"by":{"name":"dan","role":"dealer"},"type":"table-opened","clauses":["wire §2.4"]}'


def a_draw(pocket: str) -> dict[str, object]:
    """Return a round in which that pocket was drawn: the first of the secrets 0, 1, 2 … that draws it."""
    rules = croupier.rulebook("mbs-roulette/3")
    secrets = (number.to_bytes(32) for number in count())
    secret = next(
        one
        for one in secrets
        if draw(one, table="T1", round_id="7", digest=rules.digest, pockets=rules.pockets) == pocket
    )
    return {
        "table": "T1",
        "round": "7",
        "digest": rules.digest,
        "pockets": rules.pockets,
        "commitment": commitment(secret, table="T1", round_id="7"),
        "secret": secret.hex(),
        "pocket": pocket,
    }


ROUND = a_draw("17")
COMMANDS = list(paths())
EXAMPLES = sorted({line for path in COMMANDS for line in examples(command.run(*path, "--help").out)})


def test_there_are_the_commands_that_were_promised() -> None:
    assert set(COMMANDS) >= {
        ("rules", "list"),
        ("rules", "show"),
        ("rules", "positions"),
        ("rules", "clauses"),
        ("rules", "diff"),
        ("rules", "lint"),
        ("odds",),
        ("settle",),
        ("table",),
        ("replay",),
        ("serve",),
        ("audit",),
        ("anchor",),
        ("export",),
        ("backup",),
        ("restore",),
        ("doctor",),
        ("wheel", "verify"),
        ("simulate",),
        ("compare",),
        ("ruin",),
        ("report",),
        ("wheel", "test"),
    }


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: " ".join(path) or "croupier")
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_has_an_example(path: tuple[str, ...], option: str) -> None:
    done = command.run(*path, option)

    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"Usage: {' '.join(('croupier', *path))} ")
    assert "Example" in done.out
    assert examples(done.out)


def ends_by_itself(example: str) -> bool:
    """Whether an example can be run here: it needs no shell, ends by itself, and finds nothing wrong with a machine."""
    return ">" not in example and not example.startswith(("eval", "croupier serve", "croupier doctor"))


@pytest.mark.parametrize("example", [line for line in EXAMPLES if ends_by_itself(line)])
def test_an_example_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "DIR" in example or "sqlite" in example:
        a_record(Path("DIR"), backed_up=not example.startswith("croupier backup"))
    Path("house.toml").write_text(text_of("mbs-roulette/3"), encoding="utf-8")
    Path("night.jsonl").write_text(RECORD, encoding="utf-8")
    Path("round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    Path("table.toml").write_text("[limits.street]\nmin = 100\nmax = 1000\n", encoding="utf-8")
    Path("spins.csv").write_text(SPINS, encoding="utf-8")
    Path("spins.txt").write_text(SPINS.removeprefix("pocket\n"), encoding="utf-8")
    Path("my_system.py").write_text(OWN_SYSTEM, encoding="utf-8")

    done = command.run(*shlex.split(example)[1:])

    assert (done.status, done.err) == (0, "")
    assert done.out


@pytest.mark.parametrize("path", [(), ("rules",), ("wheel",)], ids=["croupier", "rules", "wheel"])
def test_a_group_alone_shows_its_help_as_an_error(path: tuple[str, ...]) -> None:
    done = command.run(*path)

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Usage: croupier")


def test_the_version_is_the_packages() -> None:
    assert command.run("--version").out == f"croupier, version {croupier.__version__}\n"
