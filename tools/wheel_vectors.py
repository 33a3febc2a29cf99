"""Known answers of the random wheel, 100 for each size: ``python -m tools.wheel_vectors`` writes them anew.

The secrets are SHA-256 digests of a label and a number, so that nobody has to
believe they were not picked. What is picked is said in ``case``: each pocket
once, the edges of the byte map, draws with rejected bytes, and the rest as
they come. ``conformance/wheel`` is locked: the tests compare it with this file's
output and with ``openssl``.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import croupier
from croupier.rules.ruleset import Ruleset
from croupier.wheels.draw import commitment
from croupier.wheels.verify import Claim, Verdict, verify

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("conformance", "wheel")
LABEL = "croupier/wheel-vectors/1"
VECTORS = 100
REFS = {37: "mbs-roulette/3", 38: "us-double-zero/1", 39: "mbs-sands-roulette/1"}
TABLES = ("T1", "Table 7", "", "Salle privée", "輪盤", "a:b", "0123456789" * 13)
"""Of every length and script: the framing counts bytes, not letters. The long one fills more than one SHA block."""


def verdicts(size: int) -> Iterator[Verdict]:
    """Return draw after draw from numbered secrets, each with a table and a round of its own."""
    ruleset = croupier.rulebook(REFS[size])
    number = 0
    while True:
        yield verify(claim(ruleset, size, number))
        number += 1


def claim(ruleset: Ruleset, size: int, number: int) -> Claim:
    """Make the claim with this number."""
    secret = hashlib.sha256(f"{LABEL} {size} {number}".encode()).digest()
    table, round_id = TABLES[number % len(TABLES)], str(number)
    committed = commitment(secret, table=table, round_id=round_id)
    return Claim(table, round_id, ruleset.digest, ruleset.pockets, secret, committed)


def wanted(size: int) -> list[tuple[str, Callable[[Verdict], bool]]]:
    """List what the vectors must show, in order; the rest of them are draws as they come."""
    limit = 6 * size
    return [
        *((f"pocket {pocket}", partial(_is, _pocket, pocket)) for pocket in croupier.rulebook(REFS[size]).pockets),
        *((f"byte {byte} is taken", partial(_is, _last, byte)) for byte in (0, size - 1, size, limit - 1)),
        *((f"byte {byte} is rejected", partial(_is, _first, byte)) for byte in (limit, 255)),
        *((f"{count} rejected", partial(_is, _rejected, count)) for count in (1, 1, 1, 2, 2, 2, 3, 3)),
    ]


def _is(what: Callable[[Verdict], object], value: object, found: Verdict) -> bool:
    return what(found) == value


def _pocket(found: Verdict) -> str:
    return found.pocket


def _first(found: Verdict) -> int:
    return found.steps[0].byte


def _last(found: Verdict) -> int:
    return found.steps[-1].byte


def _rejected(found: Verdict) -> int:
    return len(found.steps) - 1


def vectors(size: int) -> list[dict[str, Any]]:
    """Make the vectors of one wheel."""
    draws, cases = verdicts(size), wanted(size)
    found = [{"case": case, **_plain(next(one for one in draws if fits(one)))} for case, fits in cases]
    return found + [{"case": "as it comes", **_plain(next(draws))} for _ in range(VECTORS - len(found))]


def _plain(found: Verdict) -> dict[str, Any]:
    return {
        "table": found.claim.table,
        "round": found.claim.round,
        "secret": found.claim.secret.hex(),
        "commitment": found.commitment,
        "rejected": [step.byte for step in found.steps[:-1]],
        "byte": found.steps[-1].byte,
        "pocket": found.pocket,
    }


def document(size: int) -> str:
    """Write the file of one wheel, a vector per line."""
    ruleset = croupier.rulebook(REFS[size])
    head = {"ruleset": ruleset.ref, "digest": ruleset.digest, "pockets": ruleset.pockets}
    lines = ",\n".join(f"  {_dumped(vector)}" for vector in vectors(size))
    stated = "".join(f" {json.dumps(key)}: {_dumped(value)},\n" for key, value in head.items())
    return f'{{\n{stated} "vectors": [\n{lines}\n ]\n}}\n'


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def files() -> dict[Path, str]:
    """Return every file with its content."""
    return {FOLDER / f"{size}.json": document(size) for size in REFS}


def main() -> None:
    """Write the folder."""
    (ROOT / FOLDER).mkdir(parents=True, exist_ok=True)
    for path, text in files().items():
        (ROOT / path).write_text(text, "utf-8")
        print(path)


if __name__ == "__main__":
    main()
