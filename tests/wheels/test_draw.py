"""The draw, byte by byte: framing, commitment, blocks, the map from bytes to pockets, and what it refuses."""

import hashlib
import hmac
import inspect
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.wheels.draw import (
    BLOCKS_MAX,
    PREIMAGES,
    WHEEL_SIZES,
    DrawError,
    Drawn,
    blocks,
    commitment,
    draw,
    framed,
    fresh_secret,
    in_written_order,
    pocket_of,
    walk,
)
from croupier.wheels.random_wheel import RandomWheel

SECRET = bytes(range(32))
DIGEST = "ab" * 32
NUMBERS = tuple(str(number) for number in range(1, 37))
WHEELS = {37: ("0", *NUMBERS), 38: ("00", "0", *NUMBERS), 39: ("S", "00", "0", *NUMBERS)}
SIZES = pytest.mark.parametrize("size", WHEELS)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def pocket(**other: object) -> str:
    """Draw with plain arguments but for some."""
    given = {"table": "T1", "round_id": "7", "digest": DIGEST, "pockets": WHEELS[37], "secret": SECRET, **other}
    return draw(**given)  # type: ignore[arg-type]


# --- the bytes -------------------------------------------------------------------------------------------------


def test_a_text_is_framed_by_its_length_in_bytes() -> None:
    assert framed("") == b"\0\0\0\0"
    assert framed("T1") == b"\0\0\0\x02T1"
    assert framed("é") == b"\0\0\0\x02\xc3\xa9"
    assert framed("x" * 258) == b"\0\0\x01\x02" + b"x" * 258


@given(st.lists(texts, max_size=3), st.lists(texts, max_size=3))
def test_no_two_lists_of_texts_are_framed_alike(one: list[str], other: list[str]) -> None:
    assert (b"".join(map(framed, one)) == b"".join(map(framed, other))) == (one == other)


def test_the_commitment_is_what_the_page_says() -> None:
    stated = b"croupier/commit/1" + b"\0\0\0\x02T1" + b"\0\0\0\x017" + SECRET

    assert commitment(SECRET, table="T1", round_id="7") == hashlib.sha256(stated).hexdigest()


def test_a_block_is_what_the_page_says() -> None:
    stated = b"croupier/draw/1" + b"\0\0\0\x02T1" + b"\0\0\0\x017" + b"\0\0\0\x40" + DIGEST.encode()

    found = list(blocks(SECRET, table="T1", round_id="7", digest=DIGEST))

    assert found == [hmac.new(SECRET, stated + bytes([number]), hashlib.sha256).digest() for number in range(4)]


@given(secret=st.binary(min_size=32, max_size=32), table=texts, round_id=texts, size=st.sampled_from(list(WHEELS)))
def test_a_draw_is_the_first_byte_that_fits(secret: bytes, table: str, round_id: str, size: int) -> None:
    """A second reading of the rule, written without the module's own parts."""
    stated = b"croupier/draw/1"
    for text in (table, round_id, DIGEST):
        stated += len(text.encode()).to_bytes(4, "big") + text.encode()
    every = b"".join(hmac.new(secret, stated + bytes([k]), hashlib.sha256).digest() for k in range(4))
    byte = next(byte for byte in every if byte < 6 * size)

    drawn = draw(secret, table=table, round_id=round_id, digest=DIGEST, pockets=WHEELS[size])

    assert drawn == WHEELS[size][byte % size]


# --- the map ---------------------------------------------------------------------------------------------------


@SIZES
def test_exactly_six_bytes_lead_to_each_pocket(size: int) -> None:
    counted = in_written_order(WHEELS[size])

    led = Counter(pocket_of(byte, counted) for byte in range(256))

    assert led.pop(None) == 256 - 6 * size
    assert led == dict.fromkeys(WHEELS[size], 6)


@SIZES
def test_the_map_of_whole_draws_is_the_same(size: int) -> None:
    """Enumerated through `walk`, as a draw uses it: one block of one byte, then one that is always taken."""
    led = Counter(
        drawn.pocket for byte in range(256) if (drawn := walk([bytes([byte]), b"\0"], WHEELS[size])).block == 0
    )

    assert led == dict.fromkeys(WHEELS[size], 6)


def test_what_is_left_is_too_little_for_a_seventh() -> None:
    assert all(PREIMAGES * size <= 256 < (PREIMAGES + 1) * size for size in WHEELS)


@SIZES
@pytest.mark.parametrize("block", range(BLOCKS_MAX))
@pytest.mark.parametrize("place", [0, 1, 31])
def test_rejected_bytes_are_walked_over(size: int, block: int, place: int) -> None:
    """No secret that anyone will ever find needs a second block, so the blocks are made by hand."""
    given = [bytearray(range(255, 223, -1)) for _ in range(BLOCKS_MAX)]
    for each in given:
        each[:] = bytes(max(byte, 6 * size) for byte in each)
    given[block][place] = 6 * size - 1

    assert walk(map(bytes, given), WHEELS[size]) == Drawn(block, place, 6 * size - 1, croupier.Pocket("36"))


@SIZES
def test_four_blocks_without_a_pocket_are_a_fault(size: int) -> None:
    with pytest.raises(DrawError, match="every byte of 4 blocks was rejected"):
        walk([bytes([6 * size]) * 32] * 4, WHEELS[size])


# --- what enters, and what does not ----------------------------------------------------------------------------


def test_the_order_of_the_wheel_does_not_enter() -> None:
    for ref in ("mbs-roulette/3", "us-double-zero/1", "mbs-sands-roulette/1"):
        ruleset = croupier.rulebook(ref)
        assert ruleset.wheel.order != ruleset.pockets
        for number in range(50):
            name = str(number)
            assert pocket(round_id=name, pockets=ruleset.wheel.order) == pocket(round_id=name, pockets=ruleset.pockets)


@pytest.mark.parametrize(
    "other", [{"table": "T2"}, {"round_id": "8"}, {"digest": "cd" * 32}, {"secret": bytes(32)}], ids=str
)
def test_everything_that_is_named_enters(other: dict[str, object]) -> None:
    """For one round the pocket may be the same by chance, for thirty it is not."""
    rounds = [str(number) for number in range(100, 130)]
    if "round_id" in other:
        pairs = [(pocket(round_id=name), pocket(round_id=name + "8")) for name in rounds]
    else:
        pairs = [(pocket(round_id=name), pocket(**{"round_id": name, **other})) for name in rounds]

    assert any(one != two for one, two in pairs)


def test_the_same_again_is_the_same() -> None:
    """After a crash, with the same secret, a round has the pocket that it had."""
    assert len({pocket() for _ in range(100)}) == 1


def test_nothing_else_can_be_passed() -> None:
    assert str(inspect.signature(draw)) == (
        "(secret: 'bytes', *, table: 'str', round_id: 'str', digest: 'str', pockets: 'Sequence[str]') -> 'Pocket'"
    )


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"secret": b""}, "32 bytes, this one has 0"),
        ({"secret": bytes(31)}, "32 bytes, this one has 31"),
        ({"secret": bytes(33)}, "32 bytes, this one has 33"),
        ({"digest": ""}, "no digest"),
        ({"digest": "AB" * 32}, "no digest"),
        ({"digest": "ab" * 31}, "no digest"),
        ({"digest": "zz" * 32}, "no digest"),
        ({"pockets": WHEELS[37][:12]}, "13 to 42 different pockets, not 12"),
        ({"pockets": (*WHEELS[39], *"ABCD")}, "13 to 42 different pockets, not 43"),
        ({"pockets": (*WHEELS[37], "36")}, "not 38 of which 37"),
        ({"pockets": ()}, "not 0"),
        ({"table": "\ud800"}, "UTF-8"),
        ({"round_id": "7\udcff"}, "UTF-8"),
    ],
)
def test_what_cannot_be_drawn_is_refused(other: dict[str, object], words: str) -> None:
    with pytest.raises(DrawError, match=words):
        pocket(**other)


def test_no_error_shows_the_secret() -> None:
    secret = fresh_secret() + b"!"

    with pytest.raises(DrawError) as caught:
        commitment(secret, table="T1", round_id="7")

    assert secret.hex()[:8] not in str(caught.value)
    assert repr(secret)[2:10] not in str(caught.value)


# --- as a table's host uses it ---------------------------------------------------------------------------------


def test_a_wheel_commits_and_then_draws() -> None:
    wheel = RandomWheel()

    secret, published = wheel.commit(table="T1", round_id="7")

    assert published == commitment(secret, table="T1", round_id="7")
    assert wheel.pocket(secret, table="T1", round_id="7", digest=DIGEST, pockets=WHEELS[37]) == pocket(secret=secret)


def test_a_commitment_does_not_print_its_secret() -> None:
    made = RandomWheel().commit(table="T1", round_id="7")

    for printed in (repr(made), str(made), f"{made}"):
        assert made.commitment in printed
        assert made.secret.hex() not in printed
        assert repr(made.secret) not in printed


def test_secrets_are_fresh() -> None:
    made: Sequence[bytes] = [RandomWheel().commit(table="T1", round_id="7").secret for _ in range(1_000)]

    assert len(set(made)) == 1_000
    assert {len(secret) for secret in made} == {32}


@pytest.mark.parametrize("size", WHEEL_SIZES)
def test_every_pocket_of_a_houses_own_wheel_has_the_same_number_of_bytes(size: int) -> None:
    pockets = tuple(map(str, range(size)))
    counted = in_written_order(pockets)
    led = [pocket for byte in range(256) if (pocket := pocket_of(byte, counted)) is not None]

    assert Counter(led) == dict.fromkeys(pockets, 6)
