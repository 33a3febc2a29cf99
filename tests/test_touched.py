"""The tests that a change touches: the nearest, as many as fit into the time."""

from pathlib import Path

import pytest

from tools import touched

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = sorted(one.name for one in (ROOT / "frontend/src").iterdir() if one.is_dir())


@pytest.mark.parametrize(
    "path", ["frontend/src/cloth/cloth.ts", "frontend/src/app.ts", "frontend/build.mjs", "frontend/src/pit/pit.css"]
)
def test_the_checks_of_the_front_end_are_nearest_to_any_change_of_it(path: str) -> None:
    rank = touched.ranked([path])

    assert touched.chosen(rank, {}, 30)[0] == touched.FRONT_END


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_the_front_end_has_tests_in_a_browser(folder: str) -> None:
    assert folder in touched.PAGES
    assert list(touched.of_pages(f"frontend/src/{folder}/x.ts"))


def test_every_name_of_browser_tests_is_one_that_there_is() -> None:
    named = {name for names in touched.PAGES.values() for name in names}
    there = [file.name for file in (ROOT / "tests/browser").glob("test_*.py")]

    assert [name for name in named if not any(file.startswith(f"test_{name}") for file in there)] == []


def test_a_file_that_does_not_fit_leaves_its_time_to_others() -> None:
    rank = {"tests/rules/a.py": 0, "tests/rules/b.py": 0, "tests/rules/c.py": 1}
    took = {"tests/rules/a.py": 5.0, "tests/rules/b.py": 100.0, "tests/rules/c.py": 3.0}

    assert touched.chosen(rank, took, 10) == ["tests/rules/a.py", "tests/rules/c.py"]


def test_a_file_that_never_ran_is_taken_for_as_slow_as_its_folder() -> None:
    rank = {"tests/browser/a.py": 0, "tests/browser/b.py": 0, "tests/rules/c.py": 0}

    assert touched.chosen(rank, {}, 30) == ["tests/rules/c.py", "tests/browser/a.py"]


def test_at_least_one_is_run_however_long_it_takes() -> None:
    assert touched.chosen({"tests/rules/a.py": 0}, {"tests/rules/a.py": 100.0}, 10) == ["tests/rules/a.py"]
