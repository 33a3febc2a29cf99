"""Compiled custom systems, kept on disk: the next run of the same function loads what an earlier one compiled.

Numba keeps a compiled function with the file it stands in. A custom function comes from anywhere, so each gets a small
module of its own in the user's cache folder, named after everything that decides what is compiled.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numba

from croupier.lab.simulate import lanes

KEPT_MAX = 32
"""Functions that are kept; the oldest makes room."""

MODULE = '''"""A betting system that croupier compiled. It may be deleted."""

from croupier.lab.simulate.lanes import custom_run as run, kernel


@kernel
def custom(job, room, out):
    run(job, room, out, after)
'''


def kept_kernel(function: object, numbers: int, constants: object, after: object) -> Callable[..., None] | None:
    """Return the loop around a compiled function, to be loaded if it was compiled before; None if nothing is kept."""
    folder = _folder()
    if folder is None or not isinstance(function, FunctionType):
        return None
    name = f"system_{_digest(function.__code__, numbers, constants)}"
    try:
        path = _written(folder, name)
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module: Any = module_from_spec(spec)
        module.after = after
        sys.modules[name] = module
        spec.loader.exec_module(module)
    except OSError:
        return None
    kernel: Callable[..., None] = module.custom
    return kernel


def _folder() -> Path | None:
    """Return the folder for what is kept, which nobody else may write to; None if there is none."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME")
    if not home:
        return None
    folder = Path(home) / ("croupier" if os.environ.get("XDG_CACHE_HOME") else ".cache/croupier") / "systems"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return None
    writable_by_others = os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & 0o022)
    return None if writable_by_others else folder


def _digest(code: CodeType, numbers: int, constants: object) -> str:
    """Name a function by its code, by what it reads from outside, and by what it is compiled with."""
    what = (code.co_code.hex(), code.co_consts, code.co_names, code.co_varnames, code.co_freevars, numbers, constants)
    lanes_text = Path(lanes.__file__).read_bytes()
    made = sha256(repr((what, numba.__version__, sys.version_info[:3])).encode() + lanes_text)
    return made.hexdigest()[:32]


def _written(folder: Path, name: str) -> Path:
    path = folder / f"{name}.py"
    if path.exists():
        return path
    kept = sorted(folder.glob("system_*.py"), key=lambda one: one.stat().st_mtime)
    for old in kept[: max(0, len(kept) + 1 - KEPT_MAX)]:
        for part in (old, *(folder / "__pycache__").glob(f"{old.stem}.*")):
            part.unlink(missing_ok=True)
    unfinished = folder / f"{name}.{os.getpid()}"
    unfinished.write_text(MODULE, encoding="utf-8")
    unfinished.replace(path)
    return path
