"""The wheel serves the front end as it was built, in an environment that has neither Node nor our sources."""

import gzip
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
SERVE = "import sys; from croupier.cli import main; sys.argv = ['croupier', *sys.argv[1:]]; main()"
PATIENCE = 60
DIRECT = build_opener(ProxyHandler({}))
"""Loopback is asked without a proxy, whatever the surroundings say."""


def bare(folder: Path) -> dict[str, str]:
    """Return surroundings in which nothing of ours can be found: an empty PATH, and no variable of Python or Node."""
    return {"PATH": str(folder), "HOME": str(folder), "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def front_end() -> dict[str, bytes]:
    folder = chromium.built()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def wheel(front_end: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert front_end
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment with the wheel in it. Its dependencies are ours: there is no network.

    A line of a ``.pth`` file adds a folder and reads no ``.pth`` in it, so that an
    editable install of these sources does not come along.
    """
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = (sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (packages,) = folder.rglob("site-packages")
    (packages / "borrowed.pth").write_text(get_path("purelib") + "\n", "utf-8")
    return python


@pytest.fixture(scope="module")
def address(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a house from the fresh environment, and give its address."""
    folder = tmp_path_factory.mktemp("elsewhere")
    command = (installed, "-c", SERVE, "serve", "--port", "0", "--data", folder / "house")
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


def test_the_fresh_environment_has_the_wheel_and_no_node(installed: Path, tmp_path: Path) -> None:
    question = "import croupier, shutil; print(croupier.__file__, shutil.which('node'))"
    command = (installed, "-c", question)
    told = subprocess.run(command, cwd=tmp_path, env=bare(tmp_path), capture_output=True, text=True, check=True).stdout
    place, node = told.split()
    assert Path(place).is_relative_to(installed.parents[1])
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
        assert len(front_end[f"{name}.br"]) < len(front_end[f"{name}.gz"]) < len(content)
