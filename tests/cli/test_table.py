"""``croupier table``: plain rounds, bad lines, receipts, limits; as a program of its own where pipes decide."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebooks import REFS
from testkit.cli import command
from testkit.shares import every
from testkit.table.no_commands import NO_COMMANDS

Json = dict[str, Any]

DEALER: Json = {"name": "dan", "role": "dealer"}
ANN: Json = {"name": "ann", "role": "player"}

PLAIN_ROUND: tuple[tuple[str, Json, Json], ...] = (
    ("open-table", DEALER, {}),
    ("open-betting", DEALER, {}),
    ("place-wager", ANN, {"wager": "w1", "player": "ann", "position": "17/20", "stake": 500}),
    ("place-wager", ANN, {"wager": "w2", "player": "ann", "position": "low", "stake": 1_000}),
    ("place-wager", ANN, {"wager": "w3", "player": "ann", "position": "19-36", "stake": 700}),
    ("spin-ball", DEALER, {"ball": "clockwise", "wheel": "counterclockwise"}),
    ("count-revolutions", DEALER, {"completed": 5}),
    ("call-no-more-bets", DEALER, {"bell": True}),
    ("declare-outcome", DEALER, {"pocket": "17"}),
    ("place-dolly", DEALER, {"pocket": "17"}),
    ("settle", DEALER, {}),
    ("lift-dolly", DEALER, {}),
    ("open-betting", DEALER, {}),
)
"""The plain round of the design, and the next one opened."""


def lines(*asked: tuple[str, Json, Json]) -> list[bytes]:
    return [
        json.dumps({"id": f"c{number}", "by": by, "do": do, **fields}).encode()
        for number, (do, by, fields) in enumerate(asked, start=1)
    ]


def played(*sent: bytes, options: tuple[str, ...] = (), ref: str = "mbs-roulette/3") -> list[Json]:
    """Send lines to a table, and read its answers."""
    done = command.run("table", ref, *options, stdin=b"\n".join(sent) + b"\n")
    assert (done.status, done.err) == (0, "")
    return [json.loads(answer) for answer in done.out.splitlines()]


class Talk:
    """A process that is talked to line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*command.PROGRAM, "table", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, line: bytes) -> Json:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        told: Json = json.loads(self.process.stdout.readline())
        return told

    def end(self) -> int:
        self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture
def talk() -> Iterator[Talk]:
    talking = Talk("mbs-roulette/3")
    yield talking
    talking.process.kill()
    talking.process.communicate()


@pytest.mark.parametrize("ref", REFS)
def test_a_plain_round_is_played_in_every_rulebook(ref: str) -> None:
    answers = played(*lines(*PLAIN_ROUND), ref=ref)

    events = [event for answer in answers for event in answer["events"]]
    assert [answer["id"] for answer in answers] == [f"c{n}" for n in range(1, len(PLAIN_ROUND) + 1)]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events] == [
        "table-opened",
        "betting-opened",
        "wager-placed",
        "wager-placed",
        "wager-placed",
        "ball-spun",
        "revolutions-counted",
        "no-more-bets-called",
        "outcome-declared",
        "dolly-placed",
        "wager-collected",
        "wager-paid",
        "wager-paid",
        "round-closed",
        "dolly-lifted",
        "betting-opened",
    ]
    money = [(e["wager"], e.get("winnings", 0), e["returned"], e.get("collected", 0)) for e in events[10:13]]
    assert money == [("w3", 0, 0, 700), ("w1", 8_500, 500, 0), ("w2", 1_000, 1_000, 0)]
    assert {event["round"] for event in events[1:15]} == {"1"}
    assert (events[0]["round"], events[-1]["round"]) == (None, "2")
    assert all(event["clauses"] for event in events)


def test_bad_lines_are_answered_one_by_one_and_the_process_goes_on() -> None:
    bad = {name: said for name, (said, _) in NO_COMMANDS.items() if said.strip() and b"\n" not in said}
    plain = lines(*PLAIN_ROUND)
    sent: list[bytes] = []
    for number, said in enumerate(bad.values()):
        sent += [said, *plain[number : number + 1]]

    answers = played(*sent)

    errors = [answer["error"]["code"] for answer in answers if "error" in answer]
    assert errors == [NO_COMMANDS[name][1] for name in bad]
    assert sum("events" in answer for answer in answers) == len(plain)
    assert len(answers) == len(sent)


def test_each_answer_comes_before_the_next_line_is_sent(talk: Talk) -> None:
    for line in lines(*PLAIN_ROUND):
        assert "events" in talk.ask(line)
    assert talk.ask(b"not json")["error"]["code"] == "not-json"
    assert talk.end() == 0


def test_the_same_id_again_is_one_effect(talk: Talk) -> None:
    opening, betting, wager, *_ = lines(*PLAIN_ROUND)
    talk.ask(opening)
    talk.ask(betting)

    first = talk.ask(wager)
    assert talk.ask(wager) == first
    assert talk.ask(wager.replace(b"500", b"501"))["refused"]["code"] == "id-reused"
    assert talk.ask(lines(("open-betting", DEALER, {}))[0].replace(b"c1", b"c99"))["refused"]["code"] == "round-open"


class TestTheSizeOfALine:
    SIZE = 8_192

    def sized(self, size: int) -> bytes:
        (line,) = lines(("open-table", DEALER, {}))
        return line + b" " * (size - len(line))

    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
    def test_8192_bytes_are_taken(self, end: bytes) -> None:
        done = command.run("table", "mbs-roulette/3", stdin=self.sized(self.SIZE) + end)
        assert '"events"' in done.out

    @pytest.mark.parametrize("end", [b"\n", b"\r\n"])
    def test_more_are_refused_whole(self, end: bytes) -> None:
        """Nothing of a line that is too long is taken for a command, neither its beginning nor its end."""
        (hidden,) = lines(("open-table", DEALER, {}))
        sizes = [self.SIZE + more for more in (1, 2, 3, 4, 8_190, 8_191, 8_192, 8_193, 8_194, 8_195, 100_000)]
        sent = [self.sized(size) for size in sizes] + [self.sized(size - len(hidden)) + hidden for size in sizes]

        done = command.run("table", "mbs-roulette/3", stdin=end.join((*sent, b"17", b"")))

        codes = [json.loads(answer)["error"]["code"] for answer in done.out.splitlines()]
        assert codes == [*["too-long"] * len(sent), "wrong-type"]

    def test_the_last_line_may_be_too_long_as_well(self) -> None:
        done = command.run("table", "mbs-roulette/3", stdin=self.sized(self.SIZE + 1))
        assert json.loads(done.out)["error"]["code"] == "too-long"

    def test_a_line_without_end_takes_no_memory(self) -> None:
        talking = Talk("mbs-roulette/3")
        stream, process = talking.process.stdin, talking.process
        assert stream is not None
        talking.ask(b"17")
        before = _memory(process.pid)
        for _ in range(512):
            stream.write(b"[" * 2**16)
        stream.flush()
        after = _memory(process.pid)
        assert talking.ask(b"\n17")["error"]["code"] == "too-long"
        process.kill()
        process.communicate()

        assert after - before <= 2**20


def _memory(pid: int) -> int:
    status = Path("/proc", str(pid), "statm")
    return int(status.read_text().split()[1]) * 4_096 if status.exists() else 0


class TestStreams:
    def test_blank_lines_are_passed_over(self) -> None:
        answers = played(b"", b"   ", *lines(("open-table", DEALER, {})), b"\r", b"\t")
        assert [list(answer) for answer in answers] == [["id", "events"]]

    def test_no_lines_are_no_answers(self) -> None:
        done = command.process("table", "mbs-roulette/3")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    @pytest.mark.parametrize("encoding", every(2, ["ascii", "latin-1", "utf-16", "utf-8"]))
    def test_answers_are_utf_8_whatever_the_terminal_has(self, encoding: str) -> None:
        ana: Json = {"name": "Ána 安 \U0001f3b2", "role": "player"}
        sent = lines(("open-table", DEALER, {}), ("take-seat", ana, {"player": ana["name"]}))
        done = command.process(
            "table", "mbs-roulette/3", stdin=b"\n".join(sent), env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        )

        seat = json.loads(done.stdout.decode().splitlines()[-1])
        assert seat["events"][0]["player"] == ana["name"]

    def test_a_reader_that_goes_away_ends_the_table_quietly(self) -> None:
        process = subprocess.Popen(
            [*command.PROGRAM, "table", "mbs-roulette/3"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"17\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"17\n")
        process.stdin.close()
        assert process.stderr is not None
        with process.stderr:
            assert process.stderr.read() == b""
        assert process.wait(timeout=60) in {0, 1}

    def test_an_interrupt_ends_it_without_a_traceback(self) -> None:
        if sys.platform == "win32":
            pytest.skip("signals are otherwise here")
        # A shell that runs its jobs in the background lets them ignore interrupts, and their children would too.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        process = subprocess.Popen(
            [*command.PROGRAM, "table", "mbs-roulette/3"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        signal.signal(signal.SIGINT, before)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"17\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert b"Traceback" not in said
        assert process.returncode != 0


class TestOptions:
    def test_limits_come_from_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "limits.toml"
        file.write_text("[limits.split]\nmin = 100\nmax = 400\n")

        answers = played(*lines(*PLAIN_ROUND[:3]), options=("--limits", str(file)))

        assert answers[2]["refused"] == {
            "code": "above-maximum",
            "clause": "mbs-roulette/3 §3.3.1",
            "facts": {"stake": 500, "stake_min": 100, "stake_max": 400},
            "passing": True,
        }

    def test_a_table_knows_its_own_color_chips_by_its_name(self) -> None:
        chips = [{"color": "blue", "count": 5, "table": "two"}]
        asked = ("place-wager", ANN, {"wager": "w1", "player": "ann", "position": "17", "stake": 500, "chips": chips})

        answers = played(*lines(*PLAIN_ROUND[:2], asked), options=("--name", "one"), ref="rws-roulette-360/1")
        at_home = played(*lines(*PLAIN_ROUND[:2], asked), options=("--name", "two"), ref="rws-roulette-360/1")

        assert answers[2]["refused"]["code"] == "chips-of-another-table"
        assert answers[2]["refused"]["clause"] == "rws-roulette-360/1 §1 Colour chips"
        assert at_home[2].get("refused", {}).get("code") != "chips-of-another-table"

    def test_an_unknown_rulebook_is_bad_usage(self) -> None:
        done = command.run("table", "nobody/1")
        assert done.status == 2
        assert done.out == ""

    def test_a_house_of_ones_own_runs_a_table(self, tmp_path: Path) -> None:
        shown = command.run("rules", "show", "mbs-roulette/3", "--toml")
        file = tmp_path / "house.toml"
        file.write_bytes(shown.out.replace('"mbs-roulette/3"', '"our-house/1"').encode())

        answers = played(*lines(*PLAIN_ROUND), ref=str(file))

        assert all("events" in answer for answer in answers)
        assert answers[1]["events"][0]["rulebook"] == "our-house/1"


def test_a_thousand_questions_are_answered_at_once(talk: Talk) -> None:
    """A program that plays a round waits for no buffer: each answer is flushed."""
    opening, *_ = lines(*PLAIN_ROUND)
    talk.ask(opening)
    started = time.perf_counter()
    for _ in range(1_000):
        talk.ask(opening)
    assert time.perf_counter() - started < 30
