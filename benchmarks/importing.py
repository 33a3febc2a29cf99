"""What ``import croupier`` takes in a fresh process, in processor time, beside parts of the standard library."""

from benchmarks.report import Figure, Gate, Report
from benchmarks.timing import FreshProcess, fresh_process

PEER = "argparse, dataclasses, fractions, tomllib, json"
STATEMENTS = {
    f"import {PEER}": f"import {PEER}",
    "import json": "import json",
    "import dataclasses": "import dataclasses",
    "import croupier": "import croupier",
}
NOT_KEPT = "import croupier, no bytecode yet"
MS_MOST = 150
ROUNDS = 10
ROUNDS_QUICK = 3


def measure(*, quick: bool) -> Report:
    """Time the imports alone: the interpreter's own start is not in the figures."""
    rounds = ROUNDS_QUICK if quick else ROUNDS
    with fresh_process() as process:
        taken = {what: process.median(statement, rounds=rounds) for what, statement in STATEMENTS.items()}
    taken[NOT_KEPT] = FreshProcess(None).median("import croupier", rounds=1 if quick else 3)
    reference = taken[f"import {PEER}"]
    figures = [Figure(what, seconds, reference) for what, seconds in taken.items()]
    return Report("importing", f"import {PEER}", figures, [gate_of(taken["import croupier"])])


def gate() -> Gate:
    """Hold the import to its limit, without its peers."""
    with fresh_process() as process:
        return gate_of(process.median("import croupier", rounds=ROUNDS_QUICK))


def gate_of(seconds: float) -> Gate:
    return Gate("import croupier, median", seconds * 1e3, MS_MOST, "ms", at_most=True)
