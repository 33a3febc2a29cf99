"""The list of stores is whole: tests run against each of them, and each has what the rest of the program asks for."""

import pytest

from croupier.storage.migrations import migrations
from croupier.storage.stores import STORES, addresses, is_database, store_of
from testkit.storage import stores as tested


def test_tests_run_against_every_kind_of_store() -> None:
    assert list(tested.STORES) == list(STORES)


@pytest.mark.parametrize("name", STORES)
def test_each_kind_of_store_has_its_migrations(name: str) -> None:
    assert [number for number, _ in migrations(name)] == list(range(1, len(migrations(name)) + 1))


def test_each_kind_is_found_by_its_address_which_is_shown_without_the_password() -> None:
    kinds = [kind for kind in STORES.values() if kind.schemes]
    assert [kind.address for kind in kinds] == list(addresses())
    for kind in kinds:
        place = kind.address.replace("PASSWORD", "pa55").replace("PORT", "7")
        assert is_database(place)
        assert store_of("folder", place) == (kind, place)
        assert "host" in kind.shown(place)
        assert "pa55" not in kind.shown(place)
        assert kind.copying


def test_no_scheme_is_claimed_twice_and_one_kind_of_store_is_a_folder() -> None:
    schemes = [scheme for kind in STORES.values() for scheme in kind.schemes]
    assert len(schemes) == len(set(schemes))
    (folder,) = (kind for kind in STORES.values() if not kind.schemes)
    assert store_of("folder") == (folder, "folder")
    assert folder.shown("folder") == "folder"
