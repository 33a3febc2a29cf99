"""Finds rulebooks and limits: by ref among the published ones, or by path among a house's own files."""

from __future__ import annotations

from os import PathLike, fspath

from croupier.rulebooks import REFS, digests, published, text_of
from croupier.rules.errors import LimitsError, Problem, RulebookError, UnknownRulebookError
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset


def rulebook(ref: str | PathLike[str]) -> Ruleset:
    """Return a ruleset by its ref, or read a house's own from the path of a ``.toml`` file."""
    ref = fspath(ref)
    if ref in REFS:
        return published(ref)
    if not is_path(ref):
        raise UnknownRulebookError(
            f"no rulebook {ref!r:.80}; there are {', '.join(REFS)}, and the path of a .toml file works as well"
        )
    from croupier.rules.rulebook import parse  # noqa: PLC0415 - needed only to read a file

    ruleset = parse(rulebook_text(ref), ref)
    taken = ref_taken(ruleset)
    if taken is not None:
        raise RulebookError(ref, [taken])
    return ruleset


def ref_taken(ruleset: Ruleset) -> Problem | None:
    """Say what is wrong with a rulebook that has the ref of a published edition but is not that edition.

    Records name a round's rules by ref and digest: one ref with two meanings
    would make every round that cites it doubtful.
    """
    if ruleset.ref not in REFS or digests()[ruleset.ref] == ruleset.digest:
        return None
    message = f"{ruleset.ref} is a published edition with other content; give your rulebook a ref of its own"
    return Problem("ref-taken", "ref", message)


def rulebooks() -> tuple[Ruleset, ...]:
    """Return every published ruleset."""
    return tuple(published(ref) for ref in REFS)


def rulebook_text(ref: str) -> str:
    """Return the text of a rulebook, by ref or path."""
    if ref in REFS:
        return text_of(ref)
    try:
        return _read(ref)
    except (OSError, ValueError) as error:
        raise RulebookError(ref, [Problem("unreadable", "", _why(error), malformed=True)]) from None


def limits_file(path: str) -> Limits:
    """Read a table's limits from a file."""
    from croupier.rules.limits_file import read_limits  # noqa: PLC0415 - see above

    try:
        text = _read(path)
    except (OSError, ValueError) as error:
        raise LimitsError(f"{path}: {_why(error)}") from None
    return read_limits(text, path)


def is_path(ref: str) -> bool:
    """Whether the argument is a path rather than a ref."""
    return ref.endswith(".toml")


def _read(path: str) -> str:
    """Read a file, but never more of it than a rulebook may have: one byte more shows that it is too large."""
    from pathlib import Path  # noqa: PLC0415 - see above

    from croupier.rules.toml import BYTES_MAX  # noqa: PLC0415 - see above

    if Path(path).is_fifo():
        raise ValueError("it is a pipe, and a pipe may never end")
    with Path(path).open("rb") as file:
        found = file.read(BYTES_MAX + 1)
    if len(found) > BYTES_MAX:
        raise ValueError(f"it has more than {BYTES_MAX} bytes, and no more are read")
    return found.decode("utf-8")


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 text: byte {error.start} cannot be read; save the file as UTF-8"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or type(error).__name__}"
    return f"cannot be read: {error}"
