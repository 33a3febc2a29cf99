"""Many wagers at once give, to the unit, what ``croupier.settle`` gives for each."""

import doctest
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import croupier
import croupier.lab
from croupier import Kind, Limit, Limits, Ruleset, StakeError, UnknownPocketError, UnknownPositionError
from croupier.lab import EngineError, RulesetArrays, Settled, settle_many, tables
from croupier.lab.arrays import bulk, by_numba, by_numpy
from croupier.lab.arrays.bulk import Engine
from croupier.rules.stake import STAKE_MAX
from testkit import strategies

ROOT = Path(__file__).resolve().parents[3]
RULESETS = croupier.rulebooks()
REFS = [ruleset.ref for ruleset in RULESETS]
V3 = croupier.rulebook("mbs-roulette/3")
ENGINES = get_args(Engine)

NARROW = Limits({kind: Limit(100, 1_000) for kind in Kind})
MIXED = Limits({Kind.STRAIGHT: Limit(5, 50), Kind.RED: Limit(1_000, 1_000)})
AROUND_NARROW = (99, 100, 1_000, 1_001, STAKE_MAX)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    name: Engine = request.param
    return name


def ints(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def triples(settled: Settled) -> list[tuple[int, int, int]]:
    assert all(column.dtype == np.int64 for column in settled)
    return list(zip(*(column.tolist() for column in settled), strict=True))


def one_by_one(
    ruleset: Ruleset, stake: int, outcome: str, limits: Limits | None = None, *, before: bool = False
) -> list[tuple[int, int, int]]:
    """Settle this stake on every position, the plain way."""
    stakes = dict.fromkeys(ruleset.positions, stake)
    lines = croupier.settle(ruleset, stakes, outcome, limits=limits, under_minimum_before=before)
    return [(line.winnings, line.returned, line.collected) for line in lines]


@pytest.mark.parametrize("ruleset", RULESETS, ids=REFS)
class TestEveryPositionOnEveryPocket:
    """Both engines within each test, because the plain settlements take most of the time."""

    def test_under_the_rulebooks_own_limits(self, ruleset: Ruleset) -> None:
        compiled = tables(ruleset)
        positions = np.arange(len(ruleset.positions))

        for stake in (1, 700, STAKE_MAX):
            for index, pocket in enumerate(ruleset.pockets):
                plain = one_by_one(ruleset, stake, pocket)
                for engine in ENGINES:
                    settled = settle_many(compiled, positions, np.full_like(positions, stake), index, engine=engine)
                    assert triples(settled) == plain

    @pytest.mark.parametrize("before", [False, True])
    def test_below_at_and_above_other_limits(self, ruleset: Ruleset, *, before: bool) -> None:
        compiled = tables(ruleset, NARROW)
        everywhere = np.arange(len(ruleset.positions))
        positions = np.tile(everywhere, len(AROUND_NARROW))
        stakes = np.repeat(ints(*AROUND_NARROW), len(everywhere))

        for index, pocket in enumerate(ruleset.pockets):
            plain = [one_by_one(ruleset, stake, pocket, NARROW, before=before) for stake in AROUND_NARROW]
            for engine in ENGINES:
                settled = settle_many(compiled, positions, stakes, index, under_minimum_before=before, engine=engine)
                assert triples(settled) == [line for lines in plain for line in lines]

    def test_all_pockets_in_one_call(self, ruleset: Ruleset) -> None:
        compiled = tables(ruleset, NARROW)
        everywhere = np.arange(len(ruleset.positions))
        positions = np.tile(everywhere, len(ruleset.pockets))
        outcomes = np.repeat(np.arange(len(ruleset.pockets)), len(everywhere))

        plain = [one_by_one(ruleset, 5_000, pocket, NARROW) for pocket in ruleset.pockets]
        for engine in ENGINES:
            settled = settle_many(compiled, positions, np.full_like(positions, 5_000), outcomes, engine=engine)
            assert triples(settled) == [line for lines in plain for line in lines]


class TestClauses_5_15_and_5_16__outside_the_limits:
    """Under the minimum: once settled on the amount, later returned. Over the maximum: settled on the maximum."""

    compiled = tables(V3, NARROW)
    seventeen = compiled.pocket_index("17")
    straight = compiled.position_indices(["17", "17", "17", "18"])

    def test_under_the_minimum_for_the_first_time(self, engine: Engine) -> None:
        settled = settle_many(self.compiled, self.straight[2:], ints(2, 2), self.seventeen, engine=engine)

        assert triples(settled) == [(70, 2, 0), (0, 0, 2)]

    def test_under_the_minimum_again(self, engine: Engine) -> None:
        settled = settle_many(
            self.compiled,
            self.straight[2:],
            ints(2, 2),
            self.seventeen,
            under_minimum_before=True,
            engine=engine,
        )

        assert triples(settled) == [(0, 2, 0), (0, 2, 0)]

    def test_each_row_has_its_own_player(self, engine: Engine) -> None:
        before = np.array([False, True, True, False])

        settled = settle_many(
            self.compiled, self.straight, ints(2, 2, 100, 2), self.seventeen, under_minimum_before=before, engine=engine
        )

        assert triples(settled) == [(70, 2, 0), (0, 2, 0), (3_500, 100, 0), (0, 0, 2)]

    def test_over_the_maximum(self, engine: Engine) -> None:
        settled = settle_many(self.compiled, self.straight[2:], ints(1_200, 1_200), self.seventeen, engine=engine)

        assert triples(settled) == [(35_000, 1_200, 0), (0, 200, 1_000)]


wagers = st.tuples(st.integers(0), st.integers(0), st.integers(1, 2_000) | st.integers(1, STAKE_MAX), st.booleans())


class TestAnyWagers:
    @given(strategies.rulesets, st.none() | strategies.limits(), st.lists(wagers, max_size=30))
    def test_each_row_is_settled_as_if_alone(
        self, ruleset: Ruleset, limits: Limits | None, rows: list[tuple[int, int, int, bool]]
    ) -> None:
        compiled = tables(ruleset, limits)
        names, pockets = compiled.positions, compiled.pockets
        rows = [(p % len(names), o % len(pockets), stake, before) for p, o, stake, before in rows]
        positions, outcomes, stakes, flags = (np.array([row[i] for row in rows], dtype=int) for i in range(4))

        plain = []
        for position, pocket, stake, before in rows:
            asked = {names[position]: stake}
            (line,) = croupier.settle(ruleset, asked, pockets[pocket], limits=limits, under_minimum_before=before)
            plain.append((line.winnings, line.returned, line.collected))
        for engine in ENGINES:
            settled = settle_many(
                compiled, positions, stakes, outcomes, under_minimum_before=flags.astype(bool), engine=engine
            )
            assert triples(settled) == plain

    def test_rows_shared_out_among_threads(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "cpu_count", lambda: 3)
        monkeypatch.setattr(by_numba, "SHARE_MIN", 1_000)
        monkeypatch.setattr(by_numpy, "BLOCK", 1_000)
        compiled, chance = tables(V3, NARROW), np.random.default_rng(17)
        count = 3_001
        positions, outcomes = (chance.integers(0, top, count) for top in (157, 37))
        stakes, before = chance.integers(1, 2_000, count), chance.integers(0, 2, count).astype(bool)

        for outcome in (outcomes, 5):
            for flag in (before, True, None):
                one, other = (
                    settle_many(compiled, positions, stakes, outcome, under_minimum_before=flag, engine=engine)
                    for engine in ENGINES
                )
                assert triples(one) == triples(other)
        for row in (0, count // 2, count - 1):
            wrong = stakes.copy()
            wrong[row] = 0
            with pytest.raises(StakeError, match=f"row {row}: "):
                settle_many(compiled, positions, wrong, 5, engine="numba")


class TestTables:
    def test_rows_are_positions_and_columns_pockets(self) -> None:
        compiled = tables(V3)

        assert compiled.positions == tuple(V3.positions)
        assert compiled.pockets == V3.pockets
        assert compiled.covers.shape == (157, 37)
        row, column = compiled.position_index("17/20"), compiled.pocket_index("20")
        assert compiled.covers[row].sum() == 2
        assert compiled.covers[row, column]
        assert compiled.pays[row] == 17

    def test_zeros_are_apart(self) -> None:
        compiled = tables(croupier.rulebook("mbs-sands-roulette/1"))

        assert compiled.pocket_indices(["S", "00", "0", "1", "36"]).tolist() == [0, 1, 2, 3, 38]

    def test_no_limit_is_no_bound(self) -> None:
        compiled = tables(V3, MIXED)
        seventeen, red, split = compiled.position_indices(["17", "red", "17/20"])

        assert compiled.stake_min[[seventeen, red, split]].tolist() == [5, 1_000, 0]
        assert compiled.stake_max[[seventeen, red, split]].tolist() == [50, 1_000, STAKE_MAX]

    def test_treatments_are_the_rulebooks_and_cited(self) -> None:
        compiled = tables(V3, MIXED)

        assert [clause.number for clause in compiled.under_minimum.clauses] == ["5.15"]
        assert [clause.number for clause in compiled.over_maximum.clauses] == ["5.16"]

    def test_a_limit_beyond_every_stake_is_none(self, engine: Engine) -> None:
        compiled = tables(V3, Limits({kind: Limit(1, 10**30) for kind in Kind}))

        settled = settle_many(compiled, ints(0), ints(STAKE_MAX), 5, engine=engine)

        assert triples(settled) == one_by_one(V3, STAKE_MAX, V3.pockets[5])[:1]

    def test_a_minimum_beyond_every_stake_is_never_met(self, engine: Engine) -> None:
        compiled = tables(V3, Limits({kind: Limit(10**30, 10**30) for kind in Kind}))

        settled = settle_many(compiled, ints(0), ints(STAKE_MAX), 5, under_minimum_before=True, engine=engine)

        assert triples(settled) == [(0, STAKE_MAX, 0)]

    def test_the_arrays_cannot_be_written_to(self) -> None:
        compiled = tables(V3)

        for array in (compiled.covers, compiled.pays, compiled.stake_min, compiled.stake_max, compiled.gains):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    def test_tables_can_be_sent_to_another_process(self, engine: Engine) -> None:
        received: RulesetArrays = pickle.loads(pickle.dumps(tables(V3, NARROW)))  # noqa: S301 - our own bytes

        settled = settle_many(received, np.arange(157), np.full(157, 5_000), 5, engine=engine)

        assert triples(settled) == one_by_one(V3, 5_000, V3.pockets[5], NARROW)

    def test_what_nobody_can_find_is_refused(self) -> None:
        compiled = tables(V3)

        with pytest.raises(UnknownPositionError):
            compiled.position_indices(["17", "17/36"])
        with pytest.raises(UnknownPocketError):
            compiled.pocket_index("00")


COMPILED = tables(V3, NARROW)
FOUR = np.arange(4)
FEW = ints(10, 20, 30, 40)


class TestWhatTheArraysMayBe:
    def check(self, engine: Engine, positions: Any, stakes: Any, outcome: Any = 5) -> None:
        settled = settle_many(COMPILED, positions, stakes, outcome, engine=engine)

        expected = settle_many(COMPILED, FOUR, FEW, 5, engine=engine)
        assert triples(settled) == triples(expected)

    @pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "uint32", "uint64", ">i4", ">i8"])
    def test_any_integers(self, dtype: str, engine: Engine) -> None:
        self.check(engine, FOUR.astype(dtype), FEW.astype(dtype), np.full(4, 5, dtype=dtype))

    def test_columns_of_a_larger_array(self, engine: Engine) -> None:
        grid = np.stack([FOUR, FEW], axis=1)

        self.check(engine, grid[:, 0], grid[:, 1])

    def test_rows_in_reverse(self, engine: Engine) -> None:
        self.check(engine, FOUR[::-1].copy()[::-1], FEW[::-1].copy()[::-1])

    def test_arrays_that_cannot_be_written_to(self, engine: Engine) -> None:
        fixed = FEW.copy()
        fixed.flags.writeable = False

        self.check(engine, np.broadcast_to(FOUR, (4,)), fixed)

    def test_arrays_at_odd_addresses(self, engine: Engine) -> None:
        packed = np.zeros(4, dtype=[("mark", "i1"), ("stake", "i8")])
        packed["stake"] = FEW
        odd = np.frombuffer(b"\0" + FEW.tobytes(), dtype=np.int64, offset=1)
        assert not odd.flags.aligned

        self.check(engine, FOUR, packed["stake"])
        self.check(engine, FOUR, odd)

    @pytest.mark.parametrize("outcome", [5, np.int8(5), np.array(5)], ids=["int", "int8", "0-d"])
    def test_one_outcome_for_all(self, outcome: Any, engine: Engine) -> None:
        self.check(engine, FOUR, FEW, outcome)

    def test_nothing_at_all(self, engine: Engine) -> None:
        nothing = ints()

        for outcome in (5, nothing):
            settled = settle_many(COMPILED, nothing, nothing, outcome, engine=engine)
            assert triples(settled) == []
        settle_many(COMPILED, nothing, nothing, 5, under_minimum_before=np.array([], dtype=bool), engine=engine)

    def test_what_came_in_stays_as_it_was(self, engine: Engine) -> None:
        positions, stakes, outcomes, before = FOUR.copy(), FEW.copy(), FOUR.copy(), np.array([True, False] * 2)

        settled = settle_many(COMPILED, positions, stakes, outcomes, under_minimum_before=before, engine=engine)
        for column in settled:
            column[:] = 0

        assert positions.tolist() == outcomes.tolist() == [0, 1, 2, 3]
        assert stakes.tolist() == FEW.tolist()
        assert before.tolist() == [True, False] * 2


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("stake", "shown"), [(0, "not 0"), (-5, "not -5"), (STAKE_MAX + 1, f"not {STAKE_MAX + 1}")]
    )
    def test_a_stake_out_of_range(self, stake: int, shown: str, engine: Engine) -> None:
        for outcome in (5, FOUR):
            with pytest.raises(StakeError, match=f"row 2: .* at least 1 and at most {STAKE_MAX}, {shown}$"):
                settle_many(COMPILED, FOUR, ints(1, STAKE_MAX, stake, 0), outcome, engine=engine)

    def test_a_stake_that_63_bits_cannot_hold(self, engine: Engine) -> None:
        stakes = np.array([1, 2**63 + 5, 1, 1], dtype=np.uint64)

        with pytest.raises(StakeError, match=f"row 1: .*, not {2**63 + 5}$"):
            settle_many(COMPILED, FOUR, stakes, 5, engine=engine)

    @pytest.mark.parametrize("position", [-1, 157, 2**40, -(2**63)])
    def test_a_position_off_the_felt(self, position: int, engine: Engine) -> None:
        for outcome in (5, FOUR):
            with pytest.raises(UnknownPositionError, match=f"row 3: mbs-roulette/3 has .* 0 to 156, not {position}$"):
                settle_many(COMPILED, ints(0, 156, 2, position), FEW, outcome, engine=engine)

    @pytest.mark.parametrize("pocket", [-1, 37, 2**40])
    def test_a_pocket_off_the_wheel(self, pocket: int, engine: Engine) -> None:
        words = f"mbs-roulette/3 has the pockets 0 to 36, not {pocket}$"
        with pytest.raises(UnknownPocketError, match=words):
            settle_many(COMPILED, FOUR, FEW, pocket, engine=engine)
        with pytest.raises(UnknownPocketError, match=f"row 1: {words}"):
            settle_many(COMPILED, FOUR, FEW, ints(0, pocket, 36, 0), engine=engine)
        with pytest.raises(UnknownPocketError, match=f"row 0: {words}"):
            settle_many(COMPILED, FOUR[:1], FEW[:1], ints(pocket), engine=engine)

    @pytest.mark.parametrize(
        "wrong",
        [
            FEW.astype(float),
            FEW.astype(bool),
            FEW.astype(str),
            FEW.astype(object),
            FEW.astype("m8[s]"),
            FEW.reshape(2, 2),
            np.array(7),
            FEW.tolist(),
            np.ma.masked_array(FEW, mask=[True, False, False, False]),
            None,
        ],
        ids=["float", "bool", "text", "object", "duration", "2-d", "0-d", "list", "masked", "none"],
    )
    def test_what_is_no_column_of_whole_numbers(self, wrong: Any, engine: Engine) -> None:
        with pytest.raises(UnknownPositionError, match=r"^positions: "):
            settle_many(COMPILED, wrong, FEW, 5, engine=engine)
        with pytest.raises(StakeError, match=r"^stakes: "):
            settle_many(COMPILED, FOUR, wrong, 5, engine=engine)

    @pytest.mark.parametrize(
        "wrong",
        [5.0, True, np.True_, "5", None, [5], np.array(5.0), FEW.astype(float), FEW.reshape(2, 2)],
        ids=["float", "bool", "numpy bool", "text", "none", "list", "0-d float", "floats", "2-d"],
    )
    def test_what_is_no_outcome(self, wrong: Any, engine: Engine) -> None:
        with pytest.raises(UnknownPocketError, match=r"^outcome: "):
            settle_many(COMPILED, FOUR, FEW, wrong, engine=engine)

    @pytest.mark.parametrize(
        "wrong",
        [1, FEW, [True], np.ones((), dtype=bool), np.ones((4, 1), dtype=bool)],
        ids=["one", "ints", "list", "0-d", "2-d"],
    )
    def test_what_is_no_flag(self, wrong: Any, engine: Engine) -> None:
        with pytest.raises(StakeError, match=r"^under_minimum_before: "):
            settle_many(COMPILED, FOUR, FEW, 5, under_minimum_before=wrong, engine=engine)

    def test_columns_of_different_lengths(self, engine: Engine) -> None:
        with pytest.raises(StakeError, match="stakes: one for each of 4 rows, not 3"):
            settle_many(COMPILED, FOUR, FEW[:3], 5, engine=engine)
        with pytest.raises(UnknownPocketError, match="outcome: one for each of 4 rows, not 1"):
            settle_many(COMPILED, FOUR, FEW, ints(5), engine=engine)
        with pytest.raises(StakeError, match="under_minimum_before: one for each of 4 rows, not 1"):
            settle_many(COMPILED, FOUR, FEW, 5, under_minimum_before=np.array([True]), engine=engine)

    def test_an_engine_nobody_has(self) -> None:
        with pytest.raises(EngineError, match="no engine 'abacus'; there are numba and numpy"):
            settle_many(COMPILED, FOUR, FEW, 5, engine="abacus")  # type: ignore[arg-type]


class TestWithoutNumba:
    @pytest.fixture(autouse=True)
    def no_numba(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setitem(sys.modules, "numba", None)
        monkeypatch.delitem(sys.modules, "croupier.lab.arrays.by_numba")
        monkeypatch.delattr("croupier.lab.arrays.by_numba")
        bulk._by_numba.cache_clear()
        yield
        bulk._by_numba.cache_clear()

    def test_numpy_settles(self) -> None:
        assert bulk._engine(None) is by_numpy.settle_rows
        assert triples(settle_many(COMPILED, FOUR, FEW, 5)) == triples(
            settle_many(COMPILED, FOUR, FEW, 5, engine="numpy")
        )

    def test_asking_for_numba_says_how_to_get_it(self) -> None:
        with pytest.raises(EngineError, match=r"croupier\[lab\]"):
            settle_many(COMPILED, FOUR, FEW, 5, engine="numba")


def python(code: str, **env: str) -> str:
    """Run in a fresh process, and give what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_examples_are_true() -> None:
    assert doctest.testmod(croupier.lab) == doctest.TestResults(failed=0, attempted=11)


def test_numba_is_used_where_it_is_installed() -> None:
    assert bulk._engine(None) is by_numba.settle_rows


def test_the_compiled_loops_work_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A file stands where Numba would make its folders, in the package and at home: not even root can pass that."""
    shutil.copytree(ROOT / "src/croupier", tmp_path / "croupier", ignore=shutil.ignore_patterns("__pycache__", "cli"))
    blocked = tmp_path / "croupier/lab/__pycache__"
    blocked.touch()
    code = """
import numpy as np, croupier
from croupier.lab.arrays import by_numba
from croupier.lab import tables
from croupier.lab import settle_many
compiled = tables(croupier.rulebook("mbs-roulette/3"))
settled = settle_many(compiled, compiled.position_indices(["17"]), np.array([2]), compiled.pocket_index("17"))
print(by_numba.__file__, *(int(column[0]) for column in settled), sum(by_numba._one_outcome.stats.cache_hits.values()))
"""
    nowhere = str(blocked / "nowhere")

    printed = python(code, PYTHONPATH=str(tmp_path), HOME=nowhere, XDG_CACHE_HOME=nowhere, PYTHONDONTWRITEBYTECODE="1")

    assert printed.split() == [str(tmp_path / "croupier/lab/arrays/by_numba.py"), "70", "2", "0", "0"]


@pytest.mark.parametrize(("imported", "absent"), [("croupier", "numpy"), ("croupier.lab", "numba")])
def test_what_is_not_needed_is_not_imported(imported: str, absent: str) -> None:
    printed = python(f"import sys, {imported}; print(sorted(n for n in sys.modules if n.split('.')[0] == {absent!r}))")

    assert printed.strip() == "[]"
