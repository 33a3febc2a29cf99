"""A custom system from a file: a function that can be sent to other processes and machines.

The text and the function's name are sent, so everybody plays what was read once,
whatever happens to the file.
"""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

from croupier.lab.custom import After, CustomSystem
from croupier.lab.systems import LabError

SOURCE_MAX = 1024 * 1024
MODULE = "own_system"


def custom_from_file(file: str, name: str | None) -> CustomSystem:
    """Read a betting system: the one function of a Python file, or the one of this name."""
    return custom_from_text(_read(file), file, name)


def custom_from_text(text: bytes, file: str, name: str | None) -> CustomSystem:
    """Make a betting system from the text of a file."""
    functions = _functions(text, file)
    if name is None and len(functions) == 1:
        name = next(iter(functions))
    if name is None or name not in functions:
        known = ", ".join(functions) or "none; write def my_system(state=(1, 0), laid=1, won=True)"
        wanted = "which function? give --system" if name is None else f"no function {name!r}"
        raise LabError(f"{file}: {wanted}; there are {known}")
    made_by = (custom_from_text, (text, file, name))
    return CustomSystem(functions[name], made_by=made_by, text=text.decode("utf-8", "replace"))


def _functions(text: bytes, file: str) -> dict[str, After]:
    try:
        code = compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise LabError(f"{file}, line {error.lineno}: not Python: {error.msg}") from None
    except ValueError as error:
        raise LabError(f"{file!r}: cannot be read: {error}") from None
    # So that the text can be looked up again, also on machines without the file.
    lines = text.decode("utf-8", "replace").splitlines(keepends=True)
    linecache.cache[file] = (len(text), None, lines, file)
    namespace: dict[str, Any] = {"__name__": MODULE, "__file__": file}
    try:
        exec(code, namespace)  # noqa: S102 - the user's own file, on the user's own machine, is what this is for
    except Exception as error:  # noqa: BLE001 - whatever the file raises is its own fault, and said as such
        raise LabError(f"{file}: it failed with {type(error).__name__}: {error}") from None
    return {
        word: made
        for word, made in namespace.items()
        if callable(made) and getattr(made, "__module__", None) == MODULE and not word.startswith("_")
    }


def _read(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            text = stream.read(SOURCE_MAX + 1)
    except OSError as error:
        raise LabError(f"{file}: cannot be read: {error.strerror or type(error).__name__}") from None
    except ValueError as error:
        raise LabError(f"{file!r}: cannot be read: {error}") from None
    if len(text) > SOURCE_MAX:
        raise LabError(f"{file}: more than {SOURCE_MAX} bytes; is this a betting system?")
    return text
