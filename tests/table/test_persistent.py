"""The immutable map: every version answers as if it had been copied, however many are alive and whoever is read."""

import gc
import pickle
import sys
import tracemalloc
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from croupier.table.persistent import Map

KEYS = st.sampled_from(["a", "b", "c", "d", "e"])
VALUES = st.integers(0, 3)
Pair: TypeAlias = tuple[Map[str, int], dict[str, int]]


def same(version: Map[str, int], copy: dict[str, int]) -> None:
    """Compare everything a map can be asked."""
    assert list(version) == list(copy)
    assert version.values() == tuple(copy.values())
    assert version.items() == tuple(copy.items())
    assert len(version) == len(copy)
    for key in "abcdef":
        assert (key in version) is (key in copy)
        assert version.get(key) == copy.get(key)
        assert version.get(key, -1) == copy.get(key, -1)
    assert version == Map(copy)
    assert repr(version) == f"Map({copy!r})"


class Versions(RuleBasedStateMachine):
    """Many versions alive at once, each beside a plain dict that was copied."""

    versions: Bundle[Pair] = Bundle("versions")

    @initialize(target=versions)
    def start(self) -> Pair:
        self.alive: list[Pair] = []
        return self.keep(Map(), {})

    @rule(target=versions, copy=st.dictionaries(KEYS, VALUES))
    def start_from_items(self, copy: dict[str, int]) -> Pair:
        return self.keep(Map(copy), dict(copy))

    def keep(self, version: Map[str, int], copy: dict[str, int]) -> Pair:
        pair = (version, copy)
        self.alive.append(pair)
        return pair

    @rule(target=versions, pair=versions, key=KEYS, value=VALUES)
    def set(self, pair: Pair, key: str, value: int) -> Pair:
        version, copy = pair
        return self.keep(version.set(key, value), {**copy, key: value})

    @rule(pair=versions)
    def read_one(self, pair: Pair) -> None:
        same(*pair)

    @rule(pair=consumes(versions))
    def drop_one(self, pair: Pair) -> None:
        self.alive = [one for one in self.alive if one[0] is not pair[0]]

    @rule(one=versions, other=versions)
    def compare(self, one: Pair, other: Pair) -> None:
        assert (one[0] == other[0]) is (one[1] == other[1])
        if one[1] == other[1]:
            assert hash(one[0]) == hash(other[0])

    @rule(target=versions, pair=versions)
    def pickle_and_read(self, pair: Pair) -> Pair:
        return self.keep(pickle.loads(pickle.dumps(pair[0])), pair[1])  # noqa: S301 - our own bytes

    @invariant()
    def all_versions_are_as_they_were(self) -> None:
        for version, copy in self.alive:
            assert version.items() == tuple(copy.items())


TestVersions = pytest.mark.random(Versions.TestCase)


def test_maps_that_hold_the_same_hash_the_same() -> None:
    one = Map({"a": 1}).set("b", 2)
    other = Map({"b": 2}).set("a", 1)
    assert (one == other, hash(one) == hash(other)) == (True, True)
    assert one != {"a": 1, "b": 2}, "a map is no dict"
    assert {one: "here"}[other] == "here"


@given(st.lists(st.tuples(st.integers(0, 30), KEYS, VALUES), max_size=30), st.randoms(use_true_random=False))
def test_versions_read_in_any_order_are_as_they_were(steps: list[tuple[int, str, int]], chance: Any) -> None:
    alive: list[Pair] = [(Map(), {})]
    for place, key, value in steps:
        version, copy = alive[place % len(alive)]
        alive.append((version.set(key, value), {**copy, key: value}))

    chance.shuffle(alive)
    for version, copy in alive:
        same(version, copy)


class TestOneMap:
    def test_iteration_is_in_the_order_in_which_keys_were_first_set(self) -> None:
        one = Map[str, int]().set("b", 1).set("a", 2).set("c", 3)
        changed = one.set("b", 9)

        assert list(changed) == ["b", "a", "c"]
        assert one.items() == (("b", 1), ("a", 2), ("c", 3))
        assert list(changed) == ["b", "a", "c"]

    def test_a_loop_over_an_old_version_may_read_a_newer_one(self) -> None:
        old = Map({"a": 1, "b": 2})
        new = old.set("c", 3)

        assert [(key, new.get("c")) for key in old] == [("a", 3), ("b", 3)]

    def test_the_empty_map_keeps_nothing_of_what_came_after(self) -> None:
        empty = Map[str, int]()
        filled = empty.set("a", 1)

        assert len(empty) == 0
        assert empty._data == {}
        assert empty._data is not filled._data
        assert not hasattr(empty, "_newer")

    def test_the_items_given_are_copied(self) -> None:
        items = {"a": 1}
        one = Map(items)
        items["b"] = 2

        assert list(one) == ["a"]

    def test_two_branches_do_not_see_each_other(self) -> None:
        root = Map({"a": 1})
        left, right = root.set("b", 2), root.set("c", 3)
        left_more = left.set("a", 5)

        same(right, {"a": 1, "c": 3})
        same(left_more, {"a": 5, "b": 2})
        same(left, {"a": 1, "b": 2})
        same(root, {"a": 1})

    def test_an_old_version_is_pickled_as_it_was(self) -> None:
        old = Map({"a": 1})
        new = old.set("a", 2).set("b", 3)

        same(pickle.loads(pickle.dumps(old)), {"a": 1})  # noqa: S301 - our own bytes
        same(new, {"a": 2, "b": 3})

    def test_a_map_equals_maps_alone(self) -> None:
        assert Map({"a": 1}) != {"a": 1}
        assert Map({"a": 1}) == Map({"a": 1})
        assert Map({"a": 1}) != Map({"a": 2})

    def test_a_missing_key_gives_the_default_or_nothing(self) -> None:
        assert Map({"a": 1}).get("b") is None
        assert Map({"a": 1}).get("b", 7) == 7

    def test_a_value_of_none_is_a_value(self) -> None:
        old = Map[str, int | None]({"a": None})
        new = old.set("a", 1)

        assert old.items() == (("a", None),)
        assert new.items() == (("a", 1),)


class TestMemory:
    def test_dropped_versions_leave_nothing_behind(self) -> None:
        version = Map({"a": 0})
        for number in range(1_000):
            version = version.set("a", number)
        gc.collect()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            for number in range(20_000):
                version = version.set("a", number)
            gc.collect()
            grown = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()

        assert version.get("a") == 19_999
        assert grown < 10_000

    def test_a_dropped_trial_leaves_nothing_behind(self) -> None:
        """A list of wagers that is refused evolves a table and lets it go: the table it came from must not grow."""
        version = Map({"a": 0})
        version.set("a", 1).set("b", 2)
        assert version.get("a") == 0

        assert version._data == {"a": 0}
        assert sys.getrefcount(version) <= 3

    def test_a_long_chain_goes_away_without_a_word(self) -> None:
        first = Map({"a": 0})
        last = first
        for number in range(200_000):
            last = last.set("a", number)

        assert first.get("a") == 0
        assert last.get("a") == 199_999
        del first
        gc.collect()
        assert last.get("a") == 199_999


@pytest.mark.parametrize("size", [1, 10, 1_000])
def test_a_copy_of_a_version_is_the_same_at_any_size(size: int) -> None:
    copy = {str(number): number for number in range(size)}
    version = Map[str, int]()
    for key, value in copy.items():
        version = version.set(key, value)

    assert version == Map(copy)
    assert version.items() == tuple(copy.items())
