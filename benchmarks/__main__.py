"""Run the measurements: ``python -m benchmarks [NAME…] [--quick] [--long] [--json]``. Exits with 1 if a gate fails."""

import argparse
import sys
from functools import partial

from benchmarks import importing, lab, record, rulebook, service, settle, table
from benchmarks.report import as_json, as_text, passed

MEASURES = {
    "importing": importing.measure,
    "lab": lab.measure,
    "record": record.measure,
    "rulebook": rulebook.measure,
    "service": service.measure,
    "settle": settle.measure,
    "table": table.measure,
}

LONG = {"record": partial(record.measure, large=True), "service": partial(service.measure, long=True)}
"""Those that measure more if there is time for it."""


def main(arguments: list[str]) -> int:
    """Measure what is named, or everything, and print the figures last."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and hold the gates.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(MEASURES)}; all of them if none is named")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: figures to look at, not to keep")
    parser.add_argument("--long", action="store_true", help=f"the long form of {' and '.join(LONG)}")
    parser.add_argument("--json", action="store_true", help="one JSON document, times in seconds")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in MEASURES]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are {', '.join(MEASURES)}")
    reports = []
    for name in given.names or MEASURES:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        measure = LONG.get(name, MEASURES[name]) if given.long else MEASURES[name]
        reports.append(measure(quick=given.quick))
    print(as_json(reports) if given.json else as_text(reports))
    return 0 if passed(reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
