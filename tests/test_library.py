"""What ``import croupier`` promises: a small set of names, typed, on the standard library alone."""

import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.rulebooks import text_of

PROMISED = {
    *("rulebook", "rulebooks", "settle", "odds", "side_by_side", "limits_file"),
    *("Ruleset", "Position", "Clause", "ClauseEntry", "Cited", "Basis", "Nature", "Reading", "Kind", "Pocket"),
    *("Settlement", "PositionOdds", "StakesOdds", "KindOdds", "Limit", "Limits", "Problem"),
    *("CroupierError", "RulebookError", "LimitsError", "StakeError", "UnknownClauseError", "UnknownPocketError"),
    *("UnknownPositionError", "UnknownRulebookError", "AmbiguousPositionError"),
}


def test_the_public_names_are_the_promised_ones() -> None:
    assert set(croupier.__all__) == PROMISED
    assert all(hasattr(croupier, name) for name in PROMISED)


def test_the_package_is_typed() -> None:
    assert (Path(croupier.__file__).parent / "py.typed").exists()


def test_importing_brings_in_the_standard_library_alone() -> None:
    script = (
        "import sys, croupier; print([m for m in sys.modules if m.partition('.')[0] not in sys.stdlib_module_names])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True, env=_source()
    )

    strange = [name for name in eval(done.stdout) if not name.startswith(("croupier", "__main__"))]  # noqa: S307
    assert strange == []


def _source() -> dict[str, str]:
    return {"PYTHONPATH": str(Path(croupier.__file__).parent.parent)}


@pytest.mark.parametrize("words", ["mbs-roulette", "mbs-roulette/1", "", "../mbs-roulette/3", "MBS-ROULETTE/3"])
def test_an_unknown_ref_says_which_there_are(words: str) -> None:
    with pytest.raises(croupier.UnknownRulebookError, match="mbs-roulette/3"):
        croupier.rulebook(words)


def test_a_ruleset_is_read_once() -> None:
    assert croupier.rulebook("mbs-roulette/3") is croupier.rulebook("mbs-roulette/3")


def test_a_ruleset_is_its_text_wherever_it_was_read(tmp_path: Path) -> None:
    ref = "mbs-roulette/3"
    copy = tmp_path / "copy.toml"
    copy.write_text(text_of(ref), encoding="utf-8")

    assert {croupier.rulebook(copy)} == {croupier.rulebook(ref)}
    assert croupier.rulebook(copy) != croupier.rulebook("mbs-roulette/2")


def test_every_error_is_a_croupier_error() -> None:
    errors = [getattr(croupier, name) for name in PROMISED if name.endswith("Error")]

    assert all(issubclass(error, croupier.CroupierError) for error in errors)
