"""The sessions themselves, one row each, written to a file as they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from croupier.lab.simulate.sessions import ENDINGS, Sessions
from croupier.lab.systems import LabError

SUFFIXES = (".parquet", ".csv")

WriteRows = Callable[[int, Sessions], None]
"""Writes sessions; the first has this number."""


def check_suffix(path: str | Path, known: tuple[str, ...]) -> Path:
    """Refuse a file whose name does not say what to write."""
    found = Path(path)
    if found.suffix not in known:
        raise LabError(f"{path}: a file that ends in {' or '.join(known)}, not in {found.suffix!r}")
    return found


def arrow() -> Any:  # noqa: ANN401 - a module
    """Import Arrow, or say what to install."""
    try:
        import pyarrow  # noqa: ICN001, PLC0415 - the extra "lab"; needed to write these files alone
    except ImportError:
        raise LabError("Parquet and CSV are written by Arrow: pip install 'croupier[lab]'") from None
    return pyarrow


@contextmanager
def rows_file(path: str | Path) -> Iterator[WriteRows]:
    """Open a file of rows: ``session, bankroll, spins, staked, ending``, Parquet or CSV by its name."""
    found = check_suffix(path, SUFFIXES)
    schema = _schema(arrow())
    try:
        writer = _writer(found, schema)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror or error}") from None
    with writer:
        yield lambda first, sessions: writer.write_table(_table(schema, first, sessions))


def _schema(pa: Any) -> Any:  # noqa: ANN401 - Arrow has no types
    whole = pa.int64()
    ending = pa.dictionary(pa.uint8(), pa.string())
    return pa.schema([("session", whole), ("bankroll", whole), ("spins", whole), ("staked", whole), ("ending", ending)])


def _writer(path: Path, schema: Any) -> Any:  # noqa: ANN401 - the same
    if path.suffix == ".csv":
        from pyarrow.csv import CSVWriter  # noqa: PLC0415 - see above

        return CSVWriter(path, schema)
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415 - see above

    return ParquetWriter(path, schema)


def _table(schema: Any, first: int, sessions: Sessions) -> Any:  # noqa: ANN401 - the same
    pa = arrow()
    numbers = np.arange(first, first + len(sessions.bankroll), dtype=np.int64)
    endings = pa.DictionaryArray.from_arrays(sessions.ending, [ending.value for ending in ENDINGS])
    columns = [numbers, sessions.bankroll, sessions.spins, sessions.staked, endings]
    return pa.table(columns, schema=schema)
