"""A compiled function of the player's own is loaded the next time, and never mistaken for another."""

from pathlib import Path

import pytest

from benchmarks.lab_peers import careful
from croupier.lab.custom import CustomSystem
from croupier.lab.simulate import compiled, kept
from croupier.lab.simulate.compiled import CompiledPlayer
from croupier.lab.simulate.sessions import player
from tests.lab.simulate.plans import plan, same


def test_what_was_compiled_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a later process would: with a function compiled anew, in which the loop around it is not."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    terms = plan(CustomSystem(careful))
    first = player(terms, "numba")
    compiled._compiled_function.cache_clear()
    again = player(terms, "numba")

    assert isinstance(first, CompiledPlayer)
    assert isinstance(again, CompiledPlayer)
    assert not sum(first._form.kernel.stats.cache_hits.values())  # type: ignore[attr-defined]
    assert sum(again._form.kernel.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]
    assert same(first(5, 0, 100), again(5, 0, 100))


def test_another_function_is_another() -> None:
    def one(state: tuple[int, ...] = (1,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
        return (1,) if won else (laid + 1,)

    def two(state: tuple[int, ...] = (1,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
        return (1,) if won else (laid + 2,)

    names = {
        kept._digest(one.__code__, 1, ()),
        kept._digest(two.__code__, 1, ()),
        kept._digest(one.__code__, 1, (("A", 1),)),
    }
    assert len(names) == 3


def test_few_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT_MAX", 2)
    for name in ("system_a", "system_b", "system_c"):
        kept._written(tmp_path, name)

    assert len(list(tmp_path.glob("system_*.py"))) == 2
    assert (tmp_path / "system_c.py").exists()


def test_nothing_is_kept_where_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = kept._folder()
    assert folder is not None
    folder.chmod(0o777)
    assert kept._folder() is None
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME", raising=False)
    assert kept._folder() is None
