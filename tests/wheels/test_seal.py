"""A sealed secret is opened by its key, for its round, whole, or not at all."""

import stat
from pathlib import Path

import pytest

from croupier.wheels.seal import KeyedSeal, SealError, key_file

SECRET = bytes(range(32))
SEAL = KeyedSeal(b"k" * 32)


def test_what_is_sealed_is_opened_again() -> None:
    assert SEAL.open(SEAL.close(SECRET, "t1", "7"), "t1", "7") == SECRET


def test_the_same_secret_is_never_sealed_the_same_way_twice() -> None:
    assert SEAL.close(SECRET, "t1", "7") != SEAL.close(SECRET, "t1", "7")


def test_a_seal_shows_nothing_of_the_secret() -> None:
    assert SECRET.hex() not in SEAL.close(SECRET, "t1", "7")
    assert b"k".hex() not in repr(SEAL)


@pytest.mark.parametrize(("table", "name"), [("t2", "7"), ("t1", "8"), ("t17", "")])
def test_it_opens_for_its_own_round_alone(table: str, name: str) -> None:
    with pytest.raises(SealError, match="broken"):
        SEAL.open(SEAL.close(SECRET, "t1", "7"), table, name)


def test_another_key_does_not_open_it() -> None:
    with pytest.raises(SealError, match="another house's"):
        KeyedSeal(b"l" * 32).open(SEAL.close(SECRET, "t1", "7"), "t1", "7")


def test_every_turned_bit_breaks_it() -> None:
    sealed = SEAL.close(SECRET, "t1", "7").encode()
    for place in range(len(sealed)):
        for bit in range(8):
            turned = sealed[:place] + bytes([sealed[place] ^ (1 << bit)]) + sealed[place + 1 :]
            with pytest.raises(SealError):
                SEAL.open(turned.decode("latin-1"), "t1", "7")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_and_a_secret_have_32_bytes(length: int) -> None:
    with pytest.raises(SealError, match="32 bytes"):
        KeyedSeal(bytes(length))
    with pytest.raises(SealError, match="32 bytes"):
        SEAL.close(bytes(length), "t1", "7")


class TestTheFile:
    def test_a_key_is_made_once_and_only_its_owner_reads_it(self, tmp_path: Path) -> None:
        path = tmp_path / "seal.key"
        sealed = key_file(path, new=True).close(SECRET, "t1", "7")

        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert key_file(path, new=True).open(sealed, "t1", "7") == SECRET
        assert key_file(path, new=False).open(sealed, "t1", "7") == SECRET

    @pytest.mark.parametrize("content", ["", "no key", "ab" * 31])
    def test_what_is_no_key_is_said_without_showing_it(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "seal.key").write_text(content)

        with pytest.raises(SealError, match=r"seal.key|32 bytes"):
            key_file(tmp_path / "seal.key", new=False)

    def test_a_house_that_has_rounds_gets_no_other_key(self, tmp_path: Path) -> None:
        with pytest.raises(SealError, match="cannot be read"):
            key_file(tmp_path / "seal.key", new=False)
        assert list(tmp_path.iterdir()) == []
