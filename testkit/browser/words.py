"""The sentences of the pages, from their own catalogue: a test says what is told, and the catalogue how."""

from __future__ import annotations

import json
import subprocess
from functools import cache

from testkit.browser import chromium

PROGRAM = """
const [, name, given] = process.argv;
const words = Object.assign({}, ...await Promise.all(
  ["#words/staff.ts", "#words/play.ts", "#words/games.ts", "./src/words/said.ts", "./src/words/words.ts"].map(
    (one) => import(one))));
process.stdout.write(words[name](...JSON.parse(given)));
"""


def refusal(code: str, **facts: object) -> str:
    """Return why a command is refused, in the words of the page."""
    return _said("refusalWords", json.dumps([code, facts]))


def event(kind: str, **fields: object) -> str:
    """Return what happened, in the words of the page."""
    told = {"seq": 1, "type": kind, "round": "1", "clauses": [], **fields}
    return _said("eventWords", json.dumps([told, "place-your-bets"]))


def said(name: str, *given: object) -> str:
    """Return what a function of the catalogue says."""
    return _said(name, json.dumps(given))


@cache
def _said(name: str, given: str) -> str:
    command = [chromium.node(), "--input-type=module", "-e", PROGRAM, "--", name, given]
    return subprocess.run(command, cwd=chromium.FRONTEND, check=True, capture_output=True, text=True).stdout
