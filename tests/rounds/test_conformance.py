"""The conformance folder is fresh, and this implementation conforms to it."""

import json
from pathlib import Path

import pytest

import croupier
from croupier.table.session import Session
from croupier.table.state import new_table
from testkit.table.conformance import FILES, limits
from tools.conformance import ROOT, files


def test_the_folder_is_fresh() -> None:
    assert {path: (ROOT / path).read_text("utf-8") for path in files()} == files(), "run make docs"
    assert {file.relative_to(ROOT) for file in FILES} == set(files())


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_table_answers_as_the_folder_says(file: Path) -> None:
    head, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    ruleset = croupier.rulebook(head["ruleset"])
    session = Session(new_table(ruleset, limits=limits(head["limits"]), name=head["table"]), ruleset)

    assert ruleset.digest == head["digest"]
    for line in lines:
        assert json.loads(session.answer(json.dumps(line["in"]).encode())) == line["out"]
