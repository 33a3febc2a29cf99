"""Files of spins: what people keep is read, what is broken is refused with its line."""

import contextlib
import io
import os
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.lab.bias import Spins, SpinsError, read_spins, spins_file

MBS = croupier.rulebook("mbs-roulette/3")
US = croupier.rulebook("us-double-zero/1")


def read(tmp_path: Path, content: bytes | str, ruleset: croupier.Ruleset = MBS) -> Spins:
    path = tmp_path / "spins.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_spins(path, ruleset)


def labels(spins: Spins) -> list[str]:
    return [spins.ruleset.pockets[place] for place in spins.pockets]


PLAIN = {
    "one per line": "17\n0\n32\n",
    "without an end": "17\n0\n32",
    "on one line": "17 0 32",
    "with commas": "17,0,32",
    "with all sorts between": " 17 ,0;\t32 ,\n",
    "CRLF": b"17\r\n0\r\n32\r\n",
    "with a mark of byte order": b"\xef\xbb\xbf17\n0\n32\n",
    "with blank lines": "\n17\n\n0\n32\n\n",
    "CSV of one column": "pocket\n17\n0\n32\n",
    "CSV with capitals and blanks": "Pocket , Dealer\n17 , ann\n0,bob\n32,\n",
    "CSV in quotes": '"pocket","dealer"\n"17","ann, the first"\n0,bob\n32,cy\n',
    "CSV with semicolons": "time;pocket\n2026-08-01;17\n2026-08-01;0\n2026-08-02;32\n",
    "CSV with tabs": "pocket\tdirection\n17\tcw\n0\tcounterclockwise\n32\tCW\n",
}


@pytest.mark.parametrize("content", PLAIN.values(), ids=PLAIN)
def test_what_people_keep_is_read(content: bytes | str, tmp_path: Path) -> None:
    assert labels(read(tmp_path, content)) == ["17", "0", "32"]


@pytest.mark.parametrize("header", ["dealer", "dealer;wheel", "Landed,Dealer", "time\tdirection"])
def test_a_header_without_pockets_is_not_taken_for_one(header: str, tmp_path: Path) -> None:
    with pytest.raises(SpinsError, match=r"line 2: the header has no column pocket, only '\w+'"):
        read(tmp_path, f"\n{header}\n17,ann\n")


def test_zero_and_double_zero_are_different(tmp_path: Path) -> None:
    spins = read(tmp_path, "0\n00\n0\n", US)

    assert labels(spins) == ["0", "00", "0"]
    assert spins.counts[US.pockets.index(US.pocket("00"))] == 1


def test_dealers_and_directions_are_kept(tmp_path: Path) -> None:
    spins = read(tmp_path, "dealer,pocket,direction\nann,1,cw\nbob,2,anticlockwise\n,3,clockwise\nann,4,\n")

    assert spins.groups["dealer"].names == ("ann", "bob")
    assert spins.groups["dealer"].codes.tolist() == [0, 1, -1, 0]
    assert spins.groups["direction"].names == ("clockwise", "counterclockwise")
    assert labels(spins.only("dealer", "ann")) == ["1", "4"]
    assert spins.only("dealer", "ann").groups["direction"].codes.tolist() == [0, -1]
    with pytest.raises(SpinsError, match="no dealer 'zoe' among the spins; there are ann, bob"):
        spins.only("dealer", "zoe")
    with pytest.raises(SpinsError, match="no such column"):
        spins.only("wheel", "one")


@pytest.mark.parametrize(
    ("content", "column", "ignored"),
    [
        ("spin,pocket\n1,17\n2,05\n", None, ("spin",)),
        ("Round,Winning Number,Color\n1,17,black\n2,5,red\n", None, ("round", "color")),
        ("number\n17\n05\n", None, ()),
        ("a;landed on;b\nx;17;y\nx;5;y\n", "Landed on", ("a", "b")),
        ("pocket,final\n1,17\n2,5\n", "final", ("pocket",)),
    ],
)
def test_files_as_people_have_them_are_read(
    content: str, column: str | None, ignored: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "spins.csv"
    path.write_text(content, encoding="utf-8")

    spins = read_spins(path, MBS, column=column)

    assert labels(spins) == ["17", "5"]
    assert spins.ignored == ignored


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    path = tmp_path / "spins.csv"
    path.write_text("a,b\n1,17\n", encoding="utf-8")

    with pytest.raises(SpinsError, match="line 1: the header has no column 'c', only 'a', 'b'"):
        read_spins(path, MBS, column="c")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"17 05\n00\n")))

    assert labels(read_spins("-", croupier.rulebook("us-double-zero/1"))) == ["17", "5", "00"]


def test_spins_can_be_given_with_their_dealers() -> None:
    made = spins_file.spins(MBS, ["17", "4", "0"], dealer=["ann", "", "bob"], wheel=["", "", ""])

    assert made.groups["dealer"].names == ("ann", "bob")
    assert made.groups["dealer"].codes.tolist() == [0, -1, 1]
    assert "wheel" not in made.groups
    with pytest.raises(SpinsError, match="a name for each of the 1 spins"):
        spins_file.spins(MBS, ["17"], dealer=["ann", "bob"])


WRONG: dict[str, tuple[bytes | str, str]] = {
    "an empty file": ("", "no spins in it"),
    "a header alone": ("pocket,dealer\n", "no spins in it"),
    "blanks alone": ("\n \n\t\n", "no spins in it"),
    "a pocket of another wheel": ("17\n32\n00\n", "line 3: mbs-roulette/3 has no pocket '00'"),
    "a pocket with two leading zeros": ("17\n007\n", "line 2: mbs-roulette/3 has no pocket '007'"),
    "a word": ("17\nred\n", "line 2: .* no pocket 'red'"),
    "a pocket beyond the wheel on a long line": ("1 2 3\n4 5 99 6\n", "line 2: .* no pocket '99'"),
    "a missing cell": (
        "pocket,dealer\n17,ann\n32\n",
        "line 3: 1 cells where the header names 2",
    ),
    "a cell too many": ("pocket\n17,ann\n", "line 2: 2 cells"),
    "an empty pocket": ("pocket,dealer\n,ann\n", "line 2: .* no pocket ''"),
    "no column of outcomes": (
        "dealer,time\nann,2026-08-01\n",
        "line 1: the header has no column pocket, only 'dealer'",
    ),
    "a column twice": ("pocket,pocket\n17,17\n", "line 1: the header names a column twice"),
    "an open quote": ('pocket,dealer\n17,"ann\nbob"\n', "line 2: not CSV"),
    "a direction nobody throws": ("pocket,direction\n17,up\n", "line 2: direction: clockwise or counterclockwise"),
    "no time": ("pocket,time\n17,noon\n", "line 2: no time: 'noon'; write ISO 8601"),
    "times out of order": ("pocket,time\n17,2026-08-02\n3,2026-08-01\n", "line 3: the time 2026-08-01 is before"),
    "times with and without an offset": (
        "pocket,time\n17,2026-08-01T10:00\n3,2026-08-01T11:00+08:00\n",
        "line 3: .* some times have an offset",
    ),
    "Latin-1 in mid-file": (b"pocket,dealer\n17,ann\n3,Ren\xe9\n", "line 3: byte 6 is not UTF-8"),
    "UTF-16": ("17\n".encode("utf-16"), "line 1: this is UTF-16 text"),
    "a mark in mid-text": (b"17\n\xef\xbb\xbf3\n", "line 2: a mark of byte order in mid-text"),
    "zero bytes": (b"17\n\x00\x00\n", r"line 2: a control character '\\x00'"),
    "a lone return": (b"17\r32\r", "line 1: a control character"),
    "a label that is too long": ("pocket,dealer\n17," + "x" * 81 + "\n", "line 2: dealer: at most 80"),
    "a label that steers the terminal": ("pocket,dealer\n17,\u202eann\n", "line 2: dealer: at most 80 printable"),
    "too many dealers": (
        "pocket,dealer\n" + "".join(f"17,d{each}\n" for each in range(201)),
        "line 202: more than 200 different entries under dealer",
    ),
}


@pytest.mark.parametrize(("content", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_its_line(content: bytes | str, words: str, tmp_path: Path) -> None:
    with pytest.raises(SpinsError, match=words) as caught:
        read(tmp_path, content)

    assert str(caught.value).startswith(f"{tmp_path / 'spins.csv'}")


def test_a_line_without_an_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Four sparse gigabytes of zero bytes: refused after the first megabyte."""
    path = tmp_path / "junk"
    with path.open("wb") as file:
        file.truncate(4 * 1024**3)

    with pytest.raises(SpinsError, match=r"line 1: more than 1048576 bytes without an end of line"):
        read_spins(path, MBS)


def test_there_is_a_bound_on_bytes_and_on_spins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spins_file, "BYTES_MAX", 10)
    with pytest.raises(SpinsError, match="line 4: the file has more than 10 bytes"):
        read(tmp_path, "17\n17\n17\n17\n")
    monkeypatch.undo()
    monkeypatch.setattr(spins_file, "SPINS_MAX", 3)
    with pytest.raises(SpinsError, match="line 4: more than 3 spins"):
        read(tmp_path, "17\n17\n17\n17\n")


@pytest.mark.parametrize("name", ["absent.csv", ".", "a\x00b"])
def test_what_cannot_be_opened_is_an_error_of_ours(name: str) -> None:
    with pytest.raises(SpinsError, match="cannot be read"):
        read_spins(name, MBS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SpinsError, match="a pipe may never end"):
        read_spins(tmp_path / "pipe", MBS)


def test_any_bytes_are_read_or_refused(tmp_path: Path) -> None:
    """A thousand files of junk near the real thing: never another error than ours."""
    chance = np.random.default_rng(5)
    pieces = [b"17", b"0", b"00", b",", b"\n", b"\r\n", b" ", b'"', b"pocket", b"dealer", b"time", b";", b"\xff", b"x"]
    for _ in range(1000):
        content = b"".join(pieces[each] for each in chance.integers(0, len(pieces), chance.integers(0, 30)))
        with contextlib.suppress(SpinsError):
            assert len(read(tmp_path, content)) > 0
