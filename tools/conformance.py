"""The conformance folder: every golden round as JSON lines, for implementations in any language.

    python -m tools.conformance      write ``conformance/`` anew

Each file is one table. Its first line names the ruleset, the digest and the
limits; every other line is ``{"in": command, "out": answer}``, in order, as
``croupier table`` takes and gives them.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.rules import plain
from croupier.table.rounds import acts, read_rounds
from croupier.table.session import Session
from croupier.table.state import new_table
from croupier.table.wire import command_json

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = ROOT / "tests" / "rounds"
TABLE = "this"


def files() -> dict[Path, str]:
    """Return every file of the folder with its content."""
    made = {}
    for file in sorted(ROUNDS.glob("*/*.round")):
        path = Path("conformance", file.parent.name, f"{file.stem}.jsonl")
        made[path] = "".join(f"{line}\n" for line in _lines(file))
    return made


def _lines(file: Path) -> Iterator[str]:
    told = read_rounds(file.read_text("utf-8"), file.name)
    ruleset = croupier.rulebook(told.ref)
    limits = ruleset.limits if told.limits is None else told.limits
    head = {"ruleset": told.ref, "digest": ruleset.digest, "table": TABLE, "limits": plain.limits(limits)}
    yield _dumped(head)
    session = Session(new_table(ruleset, limits=told.limits, name=TABLE), ruleset)
    for number, command in enumerate(acts(told), start=1):
        asked = {"id": f"c{number}", **command_json(command)}
        answer = json.loads(session.answer(_dumped(asked).encode()))
        yield _dumped({"in": asked, "out": answer})


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    """Write the folder."""
    for path, text in files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")
    print(f"{len(files())} files")


if __name__ == "__main__":
    main()
