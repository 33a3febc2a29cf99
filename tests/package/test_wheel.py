"""The wheel alone, in an empty environment without a network: the library works on the standard library.

With its dependencies beside it, it serves the front end as it was built, where there is neither Node nor our sources.
"""

import gzip
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from testkit.browser import chromium

ROOT = Path(__file__).resolve().parents[2]

# Prints what the fresh environment answers, and every module that is neither croupier's nor the standard library's.
FIRST_USE = """
import json, sys
before = set(sys.modules)
import croupier
rules = croupier.rulebook("mbs-roulette/3")
(line,) = croupier.settle(rules, {"17": 500}, outcome="17")
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps({
    "place": croupier.__file__,
    "rulebooks": len(tuple(croupier.rulebooks())),
    "pays": rules.position("17").pays,
    "winnings": line.winnings,
    "strangers": sorted(tops - set(sys.stdlib_module_names) - {"croupier"}),
}))
"""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    # Without our own variables: nothing of the development environment may help.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def front_end() -> dict[str, bytes]:
    folder = chromium.built()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def wheel(front_end: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert front_end
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an empty environment with the wheel in it, and not even pip."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # Our own pip installs into it: fetching a second one into the environment takes seconds.
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--no-compile", wheel)
    return python


def test_the_wheel_carries_rulebooks_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    shipped = {Path(name).name for name in names if name.startswith("croupier/rulebooks/") and name.endswith(".toml")}
    assert shipped == {path.name for path in (ROOT / "src/croupier/rulebooks").glob("*.toml")}
    assert len(shipped) == 5
    assert "croupier/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"croupier"}


def test_the_library_needs_the_standard_library_alone(python: Path, tmp_path: Path) -> None:
    answer = json.loads(run(python, "-c", FIRST_USE, cwd=tmp_path))

    assert Path(answer["place"]).is_relative_to(python.parents[1])
    assert answer["rulebooks"] == 5
    assert answer["pays"] == 35
    assert answer["winnings"] == 35 * 500
    assert answer["strangers"] == []


# --- the front end in it ---------------------------------------------------------------------------------------------

SERVE = f"import sys; sys.path.append({get_path('purelib')!r}); from croupier.cli import main; main()"
"""The dependencies are ours, for there is no network; as a folder of the path its ``.pth`` files are not read, so that
an editable install of these sources does not come along."""
PATIENCE = 60
TINY = 200
"""What is smaller is no smaller compressed."""
DIRECT = build_opener(ProxyHandler({}))
"""Loopback is asked without a proxy, whatever the surroundings say."""


def bare(folder: Path) -> dict[str, str]:
    """Return surroundings in which nothing of ours can be found: an empty PATH, and no variable of Python or Node."""
    return {"PATH": str(folder), "HOME": str(folder), "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def address(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a house from the fresh environment, and give its address."""
    folder = tmp_path_factory.mktemp("elsewhere")
    command = (python, "-c", SERVE, "serve", "--port", "0", "--data", folder / "house")
    with subprocess.Popen(
        command, cwd=folder, env=bare(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line)
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    break
            else:
                pytest.fail("".join(said))
            yield found[0]
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_the_wheel_carries_every_page_and_nothing_to_build_it_with(wheel: Path, front_end: dict[str, bytes]) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {name.rpartition("/")[2] for name in names if name.startswith("croupier/web/static/")}
    assert shipped == set(front_end)
    assert not [name for name in names if name.endswith((".ts", "package.json", ".mjs"))]


def test_the_fresh_environment_has_the_wheel_and_no_node(python: Path, tmp_path: Path) -> None:
    question = "import croupier, shutil; print(croupier.__file__, shutil.which('node'))"
    command = (python, "-c", question)
    told = subprocess.run(command, cwd=tmp_path, env=bare(tmp_path), capture_output=True, text=True, check=True).stdout
    place, node = told.split()
    assert Path(place).is_relative_to(python.parents[1])
    assert node == "None"


def test_it_serves_the_pages_byte_by_byte(address: str, front_end: dict[str, bytes]) -> None:
    for name, content in front_end.items():
        if name.endswith((".br", ".gz")):
            continue  # a form of another file
        with DIRECT.open(f"{address}/{name}", timeout=PATIENCE) as answer:
            assert answer.read() == content, name
    with DIRECT.open(f"{address}/", timeout=PATIENCE) as answer:
        assert answer.read() == front_end["index.html"]
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_every_text_is_there_compressed_and_the_same_once_it_is_unpacked(
    address: str, front_end: dict[str, bytes]
) -> None:
    texts = {
        name: content for name, content in front_end.items() if re.search(r"\.(html|js|css|svg|webmanifest)$", name)
    }
    assert len(texts) > 10
    for name, content in texts.items():
        asked = Request(f"{address}/{name}", headers={"Accept-Encoding": "gzip"})  # noqa: S310 - our own address
        with DIRECT.open(asked, timeout=PATIENCE) as answer:
            assert gzip.decompress(answer.read()) == content, name
        assert len(front_end[f"{name}.br"]) < len(front_end[f"{name}.gz"])
        assert len(content) < TINY or len(front_end[f"{name}.gz"]) < len(content), name
