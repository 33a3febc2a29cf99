"""`croupier wheel verify` says whether a draw holds, why, and what it cannot check."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.rulebooks import text_of
from croupier.wheels.draw import commitment, draw
from testkit.audit.houses import evening
from testkit.cli import command

MBS_3 = croupier.rulebook("mbs-roulette/3")
US = croupier.rulebook("us-double-zero/1")
SECRET = bytes(range(32))
OTHER = "00" * 32


def claim(**other: object) -> dict[str, Any]:
    """Return a true claim, but for what is said otherwise; None leaves a field out."""
    made: dict[str, Any] = {
        "table": "T1",
        "round": "7",
        "digest": MBS_3.digest,
        "pockets": list(MBS_3.pockets),
        "commitment": commitment(SECRET, table="T1", round_id="7"),
        "secret": SECRET.hex(),
        "pocket": draw(SECRET, table="T1", round_id="7", digest=MBS_3.digest, pockets=MBS_3.pockets),
    }
    return {key: value for key, value in (made | other).items() if value is not None}


TRUE = claim()
OPTIONS = ("--table", "T1", "--round", "7", "--secret", TRUE["secret"], "--commitment", TRUE["commitment"])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "round.json"


def verify(file: Path, stated: object, *options: str) -> command.Done:
    file.write_text(json.dumps(stated), "utf-8")
    return command.run("wheel", "verify", str(file), *options)


def checks(file: Path, stated: object, *options: str) -> dict[str, bool]:
    """Return each check of a claim that is not verified."""
    done = verify(file, stated, *options, "--json")
    assert (done.status, done.err) == (1, "")
    answer = json.loads(done.out)
    assert not answer["verified"]
    return {check["name"]: check["passed"] for check in answer["checks"]}


def test_a_true_claim_is_verified_step_by_step(file: Path) -> None:
    done = verify(file, TRUE, "--json")

    assert (done.status, done.err) == (0, "")
    answer = json.loads(done.out)
    assert answer["verified"]
    assert answer["rulebook"] == "mbs-roulette/3"
    assert answer["limit"] == 222
    assert answer["commitment"] == {"given": TRUE["commitment"], "computed": TRUE["commitment"], "matches": True}
    assert answer["pocket"] == {"given": TRUE["pocket"], "drawn": TRUE["pocket"], "matches": True}
    *rejected, taken = answer["steps"]
    assert all(step["byte"] >= 222 and step["pocket"] is None for step in rejected)
    assert taken["byte"] < 222
    assert MBS_3.pockets[taken["byte"] % 37] == taken["pocket"] == TRUE["pocket"]


def test_a_true_claim_is_told_in_words(file: Path) -> None:
    done = verify(file, TRUE)

    assert (done.status, done.err) == (0, "")
    assert "Table T1, round 7" in done.out
    assert f"{MBS_3.digest} (mbs-roulette/3)" in done.out
    assert "yes the secret is the one that was committed to" in done.out
    assert f"yes {TRUE['pocket']} was declared and {TRUE['pocket']} was drawn" in done.out
    assert done.out.endswith("Verified.\n")


def test_rejected_bytes_are_shown(file: Path) -> None:
    vectors = json.loads((Path(__file__).parents[2] / "conformance/wheel/38.json").read_text("utf-8"))
    vector = next(vector for vector in vectors["vectors"] if len(vector["rejected"]) == 3)
    stated = claim(digest=US.digest, pockets=list(US.pockets), **{key: vector[key] for key in _SHARED})

    done = verify(file, stated)

    assert done.status == 0
    assert done.out.count("228 or more: rejected, the next byte counts") == 3
    assert f"pocket {vector['pocket']}" in done.out


_SHARED = ("table", "round", "secret", "commitment", "pocket")


def test_the_same_can_be_given_as_options() -> None:
    by_ref = command.answer("wheel", "verify", *OPTIONS, "--rules", "mbs-roulette/3", "--pocket", TRUE["pocket"])
    by_digest = command.answer("wheel", "verify", *OPTIONS, "--digest", MBS_3.digest, "--pocket", TRUE["pocket"])

    assert by_ref == by_digest
    assert by_ref["verified"]


def test_a_claim_can_come_from_standard_input() -> None:
    done = command.process("wheel", "verify", "-", "--json", stdin=json.dumps(TRUE).encode())

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["verified"]


@pytest.mark.parametrize("pocket", [None, ...])
def test_a_void_round_needs_no_pocket(file: Path, pocket: object) -> None:
    stated = claim(pocket=None) if pocket is None else TRUE | {"pocket": None}

    done = verify(file, stated)

    assert (done.status, done.err) == (0, "")
    assert f"no pocket was declared; {TRUE['pocket']} follows from the secret" in done.out


# --- not verified ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [{"secret": OTHER}, {"commitment": OTHER}, {"table": "T2"}, {"round": "8"}], ids=str)
def test_a_secret_that_was_not_committed_to_is_not_verified(file: Path, other: dict[str, str]) -> None:
    assert checks(file, claim(pocket=None, **other)) == {"rulebook": True, "pockets": True, "commitment": False}


def test_another_pocket_is_not_verified(file: Path) -> None:
    other = "0" if TRUE["pocket"] != "0" else "1"

    assert checks(file, claim(pocket=other))["pocket"] is False
    done = verify(file, claim(pocket=other))
    assert f"NO  {other} was declared and {TRUE['pocket']} was drawn" in done.out
    assert done.out.endswith("NOT verified.\n")


def test_pockets_of_another_wheel_are_not_verified(file: Path) -> None:
    """Whoever may choose the pockets may choose the outcome: a published rulebook's own are known."""
    assert checks(file, claim(pockets=list(US.pockets), pocket=None))["pockets"] is False


def test_a_digest_of_another_rulebook_is_not_verified(file: Path) -> None:
    found = checks(file, TRUE, "--rules", "mbs-roulette/2")

    assert (found["rulebook"], found["pockets"], found["commitment"]) == (False, True, True)


def test_what_was_seen_must_agree(file: Path) -> None:
    other = "0" if TRUE["pocket"] != "0" else "1"

    assert checks(file, TRUE, "--commitment", OTHER)["commitment seen"] is False
    assert checks(file, TRUE, "--pocket", other)["pocket seen"] is False
    assert verify(file, TRUE, "--commitment", TRUE["commitment"], "--pocket", TRUE["pocket"]).status == 0


def test_a_house_s_own_rulebook_is_checked_when_it_is_given(file: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(text_of("mbs-roulette/3").replace("mbs-roulette/3", "house-roulette/1"), "utf-8")
    digest = croupier.rulebook(house).digest
    drawn = draw(SECRET, table="T1", round_id="7", digest=digest, pockets=MBS_3.pockets)

    unknown = verify(file, claim(digest=digest, pocket=drawn))
    known = verify(file, claim(digest=digest, pocket=drawn), "--rules", str(house))

    assert (unknown.status, known.status) == (0, 0)
    assert "The digest is of no published rulebook" in unknown.out
    assert "yes the pockets are those of house-roulette/1" in known.out


# --- packets ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a record with rounds of the random wheel at r1: two closed, one void, one under way."""
    return evening(tmp_path_factory.mktemp("wheel") / "house.sqlite")


def exported(house: Path, file: Path, round_name: str, table: str = "r1") -> dict[str, Any]:
    done = command.run("export", round_name, "--data", str(house), "--table", table, "--out", str(file))
    assert done.status == 0
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", ["1", "2", "3"])
def test_what_export_wrote_is_verified(house: Path, file: Path, name: str) -> None:
    packet = exported(house, file, name)

    answer = command.answer("wheel", "verify", str(file))

    assert answer["verified"]
    assert (answer["table"], answer["round"], answer["rulebook"]) == ("r1", name, "mbs-roulette/3")
    assert answer["commitment"]["given"] == packet["draw"]["commitment"]
    assert (answer["pocket"]["given"] is None) is (name == "3")


def test_a_packet_with_another_outcome_is_not_verified(house: Path, file: Path) -> None:
    packet = exported(house, file, "1")
    altered = 0
    for entry in packet["entries"]:
        entry["line"], changed = re.subn(r'"pocket":"\d+"', '"pocket":"28"', entry["line"])
        altered += changed
    assert altered

    assert checks(file, packet) == {"rulebook": True, "pockets": True, "commitment": True, "pocket": False}


def test_what_a_packet_says_in_passing_is_not_taken_for_its_events(house: Path, file: Path) -> None:
    """Secret and commitment that fit one another and not the events change nothing."""
    packet = exported(house, file, "1")
    packet["draw"] |= {"secret": OTHER, "commitment": commitment(bytes(32), table="r1", round_id="1")}

    assert verify(file, packet).status == 0


@pytest.mark.parametrize(
    ("table", "name", "words"),
    [("t1", "1", "no random wheel decides at this table"), ("r1", "4", "the secret is not out yet")],
)
def test_a_packet_without_a_draw_to_verify_says_so(house: Path, file: Path, table: str, name: str, words: str) -> None:
    exported(house, file, name, table)

    check_error(command.run("wheel", "verify", str(file)), words)


@pytest.mark.parametrize(
    "broken", [{"entries": 7}, {"entries": []}, {"entries": [7]}, {"rulebook": 7}, {"draw": []}, {"table": None}]
)
def test_a_broken_packet_is_refused(house: Path, file: Path, broken: dict[str, object]) -> None:
    check_error(verify(file, exported(house, file, "1") | broken), str(file))


# --- bad input -------------------------------------------------------------------------------------------------

BAD: dict[str, tuple[object, str]] = {
    "no object": ([], "expected an object; the shape is"),
    "nothing": ({}, "table is missing; the shape is"),
    "no secret": (claim(secret=None), "secret is missing"),
    "no pockets": (claim(pockets=None), "pockets is a list of labels"),
    "an unknown field": (claim(nonce="1"), "'nonce' is unknown"),
    "a table that is a number": (claim(table=7), "table is text in quotes, not 7"),
    "a pocket that is a number": (claim(pocket=17), "pocket is text in quotes, not 17"),
    "a short secret": (claim(secret=OTHER[:2]), "secret: '00' is not of 64 digits"),
    "a secret that is too long": (claim(secret="ab" * 40), f"secret: '{'ab' * 19}a…' is not of 64 digits"),
    "a secret in capitals": (claim(secret="AB" * 32), "is not of 64 digits"),
    "a digest with blanks": (claim(digest=f" {MBS_3.digest[1:]}"), "digest: "),
    "a commitment of words": (claim(commitment="x" * 64), "commitment: "),
    "pockets that are numbers": (claim(pockets=[0, 1]), "pockets is a list of labels"),
    "pockets that are words": (claim(pockets=["zero"]), "pockets is a list of labels"),
    "12 pockets": (claim(pockets=list(MBS_3.pockets[:12])), "13 to 42 different pockets, not 12"),
    "a pocket twice": (claim(pockets=[*MBS_3.pockets, "36"]), "not 38 of which 37"),
    "a name that is no text": (claim(table="\ud800"), "UTF-8"),
}


def check_error(done: command.Done, words: str) -> None:
    assert (done.status, done.out) == (2, "")
    assert done.err.count("Error: ") == 1
    assert "Traceback" not in done.err
    assert words in done.err


@pytest.mark.parametrize(("stated", "words"), BAD.values(), ids=BAD)
def test_a_claim_that_is_none_is_refused(file: Path, stated: object, words: str) -> None:
    check_error(verify(file, stated), words)
    check_error(verify(file, stated, "--json"), words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b'{"table":"1","table":"2"}', "table"),
        (b"[" * (16 * 1024 * 1024 + 1), "more than 16777216 bytes"),
        (b"[" * 1_000, "nested deeper"),
    ],
)
def test_a_file_that_is_no_claim_is_refused(file: Path, text: bytes, words: str) -> None:
    file.write_bytes(text)

    check_error(command.run("wheel", "verify", str(file)), words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "give a FILE, or --rules or --digest"),
        (OPTIONS, "--rules or --digest"),
        ((*OPTIONS, "--rules", "mbs-roulette/3", "--digest", OTHER), "one of the two is enough"),
        (("--rules", "mbs-roulette/3"), "--table, --round, --secret, --commitment must be given"),
        ((*OPTIONS[:6], "--rules", "mbs-roulette/3"), "--commitment must be given"),
        ((*OPTIONS, "--digest", OTHER), "of no published rulebook"),
        ((*OPTIONS, "--rules", "mbs-roulette/3", "--pocket", "00"), "no pocket '00'"),
        ((*OPTIONS[:4], "--secret", "x", *OPTIONS[6:], "--rules", "mbs-roulette/3"), "--secret: 'x' is not of 64"),
        (("absent.json",), "absent.json: cannot be read: No such file"),
        ((".",), "cannot be read"),
        (("absent.json", "--table", "T1"), "--table stands in the FILE"),
        (("absent.json", "--commitment", "x"), "--commitment: 'x' is not of 64"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: tuple[str, ...], words: str) -> None:
    check_error(command.run("wheel", "verify", *options), words)
