"""The known answers are fresh, show what they should, and openssl gives the same with none of our code."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.wheels.draw import blocks, commitment, draw
from testkit.shares import count, every
from tools.wheel_vectors import FOLDER, REFS, ROOT, VECTORS, files

SCRIPT = ROOT / "docs" / "verify-draw.sh"
SIZES = pytest.mark.parametrize("size", REFS)
NEEDED = ("openssl", "sh", "od", "sed")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
WITH_OPENSSL = pytest.mark.skipif(bool(MISSING), reason=f"the openssl recipe was not run: no {', '.join(MISSING)} here")


@cache
def document(size: int) -> Any:
    return json.loads((ROOT / FOLDER / f"{size}.json").read_text("utf-8"))


def by_openssl(lines: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Run the script of the docs on many draws at once: commitment, block, place, byte, pocket of each."""
    given = "".join("\t".join(line) + "\n" for line in lines)
    done = subprocess.run(["sh", str(SCRIPT), "--lines"], input=given, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [tuple(line.split("\t")) for line in done.stdout.splitlines()]


def test_the_folder_is_fresh() -> None:
    assert {path: (ROOT / path).read_text("utf-8") for path in files()} == files(), "run python -m tools.wheel_vectors"
    assert {path.relative_to(ROOT) for path in (ROOT / FOLDER).iterdir()} == set(files())


@SIZES
def test_there_are_a_hundred_of_every_kind(size: int) -> None:
    found = document(size)["vectors"]

    assert len(found) == VECTORS == len({vector["secret"] for vector in found})
    assert {vector["pocket"] for vector in found} == set(document(size)["pockets"])
    assert sum(bool(vector["rejected"]) for vector in found) >= 10
    assert max(len(vector["rejected"]) for vector in found) >= 3
    assert {6 * size, 255} <= {byte for vector in found for byte in vector["rejected"]}
    assert {0, size - 1, size, 6 * size - 1} <= {vector["byte"] for vector in found}


@SIZES
def test_this_implementation_gives_the_known_answers(size: int) -> None:
    head = document(size)
    for vector in head["vectors"]:
        secret, names = bytes.fromhex(vector["secret"]), {"table": vector["table"], "round_id": vector["round"]}
        assert commitment(secret, **names) == vector["commitment"]
        assert draw(secret, **names, digest=head["digest"], pockets=head["pockets"]) == vector["pocket"]


@SIZES
@WITH_OPENSSL
def test_openssl_gives_the_known_answers(size: int) -> None:
    head = document(size)
    labels = " ".join(head["pockets"])

    chosen = every(5, head["vectors"])

    found = by_openssl([(v["table"], v["round"], head["digest"], v["secret"], labels) for v in chosen])

    assert found == [(v["commitment"], "0", str(len(v["rejected"])), str(v["byte"]), v["pocket"]) for v in chosen]


def four_blocks(vector: dict[str, Any]) -> bytes:
    names = {"table": vector["table"], "round_id": vector["round"], "digest": document(37)["digest"]}
    return b"".join(blocks(bytes.fromhex(vector["secret"]), **names))


@WITH_OPENSSL
def test_openssl_gives_the_same_later_blocks() -> None:
    """With a wheel of one pocket only a byte below 6 is taken, so that many draws need a second block or a third."""
    chosen = [v for v in document(37)["vectors"] if min(four_blocks(v)) < 6][: count(12, 30)]

    found = by_openssl([(v["table"], v["round"], document(37)["digest"], v["secret"], "X") for v in chosen])

    places = [next(place for place, byte in enumerate(four_blocks(v)) if byte < 6) for v in chosen]
    assert [(int(block) * 32 + int(place), int(byte)) for _, block, place, byte, _ in found] == [
        (place, four_blocks(v)[place]) for place, v in zip(places, chosen, strict=True)
    ]
    assert {place // 32 for place in places} >= {0, 1, 2}


@WITH_OPENSSL
def test_the_script_stops_after_four_blocks() -> None:
    vector = next(v for v in document(37)["vectors"] if min(four_blocks(v)) >= 6)
    command = ["sh", str(SCRIPT), vector["table"], vector["round"], document(37)["digest"], vector["secret"], "X"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (1, "", "no byte of four blocks leads to a pocket\n")


@WITH_OPENSSL
def test_the_script_says_what_it_found() -> None:
    head = document(38)
    vector = head["vectors"][0]
    command = ["sh", str(SCRIPT), vector["table"], vector["round"], head["digest"], vector["secret"]]

    done = subprocess.run([*command, " ".join(head["pockets"])], capture_output=True, text=True, check=False)
    bad = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"commitment {vector['commitment']}",
        f"byte       {vector['byte']}, at place {len(vector['rejected'])} of block 0",
        f"pocket     {vector['pocket']}",
    ]
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "usage" in bad.stderr


def test_the_script_uses_none_of_our_code() -> None:
    text = Path(SCRIPT).read_text("utf-8")

    assert "python" not in text
    assert "croupier " not in text


@WITH_OPENSSL
def test_the_page_shows_what_openssl_prints() -> None:
    """Every block of commands on the page is run, and prints the block of text after it."""
    page = (ROOT / "docs" / "random-wheel.md").read_text("utf-8")
    shown = re.findall(r"```sh\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)

    assert len(shown) == 3
    for commands, printed in shown:
        done = subprocess.run(["sh"], input=commands, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (printed, "")


def _arguments(**other: str) -> list[str]:
    head = document(37)
    vector = head["vectors"][0]
    right = {"digest": head["digest"], "secret": vector["secret"], "pockets": " ".join(head["pockets"])} | other
    return [vector["table"], vector["round"], *right.values()]


@WITH_OPENSSL
@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"secret": "ab" * 30}, "SECRET is 64 digits of 0-9 and a-f, not 60 characters"),
        ({"secret": "AB" * 32}, "SECRET is 64 digits"),
        ({"secret": ""}, "SECRET is 64 digits"),
        ({"digest": "ab" * 33}, "DIGEST is 64 digits"),
        ({"pockets": " "}, "POCKETS are the labels of the wheel"),
    ],
)
def test_the_recipe_prints_no_pocket_for_what_is_no_draw(other: dict[str, str], words: str) -> None:
    given = _arguments(**other)
    alone = subprocess.run(["sh", str(SCRIPT), *given], capture_output=True, text=True, check=False)
    line = "\t".join(given) + "\n"
    many = subprocess.run(["sh", str(SCRIPT), "--lines"], input=line, capture_output=True, text=True, check=False)

    for done in (alone, many):
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr


@WITH_OPENSSL
def test_the_recipe_takes_what_is_one() -> None:
    done = subprocess.run(["sh", str(SCRIPT), *_arguments()], capture_output=True, text=True, check=False)

    assert done.stdout.endswith(f"pocket     {document(37)['vectors'][0]['pocket']}\n")
