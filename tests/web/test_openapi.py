"""The API keeps what its OpenAPI document says, whatever it is asked: Schemathesis asks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from croupier.web import table_pages
from croupier.web.doors import Who
from tests.web.running import STILL, Running, running_apart

EXAMPLES = 10
"""For each operation, kind of data and person who asks."""

UNSAID = {"bad-name", "wrong-stakes", "wrong-number"}
"""Rules that no schema can say: which letters go together in a name, what people write for stakes, that 5.0 is no 5."""
LINE_MAX = 8_000
"""Bytes of an address; a longer one is refused before it reaches the service."""

Operation = APIOperation[Any, Any, Any, Any]


class Served:
    """A house, its document, and fresh people to ask."""

    def __init__(self, house: Running, loop: asyncio.AbstractEventLoop) -> None:
        self.house, self._loop = house, loop
        self.schema: BaseSchema = schemathesis.openapi.from_url(f"{house.base}/api/v1/openapi.json")
        self.owner = self.run(house.service.office.doors.redeem(house.owner_code or ""))[1]

    def run(self, work: Coroutine[object, object, tuple[Who, str]]) -> tuple[Who, str]:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def guest(self) -> str:
        return str(self.run(self.house.service.office.doors.admit(f"g{secrets.token_hex(6)}"))[1])

    def operations(self) -> list[Operation]:
        return [found.ok() for found in self.schema.get_all_operations() if isinstance(found, Ok)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running_apart(tmp_path_factory.mktemp("house"), **STILL) as (house, loop):
        yield Served(house, loop)


OPERATIONS = (
    *("comeIn", "showMe", "goOut", "invite", "redeem", "dismiss", "listAlerts", "acknowledge", "listDecisions"),
    *("listTables", "addTable", "showTable", "listEvents", "listResults", "showRound", "listHistory", "listRefusals"),
    *("askTable", "listRulebooks", "showRulebook", "showFelt", "listPositions", "listClauses", "listReadings"),
    *("showOdds", "compareOdds", "diffRulebooks", "listWireRules", "showChips", "listStaff", "listChecks"),
    "listPrecedents",
    *("listRefused", "listRulings", "auditTable", "checkRound", "settleAgain", "showPacket"),
)


def test_the_operations_below_are_all_there_are(served: Served) -> None:
    assert {one.name for one in served.house.service.operations} == set(OPERATIONS)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: str(mode.value))
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_keeps_what_the_document_says(served: Served, name: str, mode: GenerationMode) -> None:
    operation = next(one for one in served.operations() if one.definition.raw["operationId"] == name)
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.path_parameters):
        pytest.skip("there is nothing that could be wrong")

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        for token in (served.owner, served.guest()):
            if name == "goOut" and token == served.owner:
                continue
            response = case.call(headers={"Authorization": f"Bearer {token}"})
            if len(response.request.url or "") > LINE_MAX:
                assert response.status_code == 400
                return
            unsaid = response.status_code == 400 and response.json()["code"] in UNSAID
            case.validate_response(response, excluded_checks=[positive_data_acceptance] if unsaid else [])

    ask()


def test_an_answer_that_is_not_as_the_document_says_is_found(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness counts once it has caught a planted fault."""
    monkeypatch.setattr(table_pages, "table_told", lambda host: {"table": len(host.name)})

    with pytest.raises(FailureGroup, match="violates schema"):
        test_an_operation_keeps_what_the_document_says(served, "listTables", GenerationMode.POSITIVE)
