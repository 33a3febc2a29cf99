"""The API keeps what its OpenAPI document says, whatever it is asked: Schemathesis asks."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from croupier.table.strict import LIST_MAX
from croupier.table.wire import LINE_MAX
from croupier.web.access.names import NAME_MAX
from croupier.web.access.sign_in import Who
from croupier.web.api import tables
from testkit.shares import count
from testkit.web.running import STILL, Running, come_in, play, running, running_apart

EXAMPLES = count(4, 100)
"""For each operation, kind of data and person who asks."""

ADDRESS_MAX = 8_190
"""Bytes of an address; a longer one is refused by what reads HTTP, before it reaches the service."""

Operation = APIOperation[Any, Any, Any, Any]


class Served:
    """A house, its document, and fresh people to ask."""

    def __init__(self, house: Running, loop: asyncio.AbstractEventLoop) -> None:
        self.house, self._loop = house, loop
        self.schema: BaseSchema = schemathesis.openapi.from_url(f"{house.base}/api/v1/openapi.json")
        self.owner = self.run(house.service.office.sign_in.redeem(house.owner_code or ""))[1]

    def run(self, work: Coroutine[object, object, tuple[Who, str]]) -> tuple[Who, str]:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def guest(self) -> str:
        return str(self.run(self.house.service.office.sign_in.admit(f"g{secrets.token_hex(6)}"))[1])

    def operations(self) -> list[Operation]:
        return [found.ok() for found in self.schema.get_all_operations() if isinstance(found, Ok)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running_apart(tmp_path_factory.mktemp("house"), **STILL) as (house, loop):
        yield Served(house, loop)


OPERATIONS = (
    *(
        "comeIn",
        "showMe",
        "refill",
        "goOut",
        "invite",
        "redeem",
        "dismiss",
        "listAlerts",
        "acknowledge",
        "listDecisions",
    ),
    *("listTables", "addTable", "showTable", "listEvents", "listResults", "showRound", "listHistory", "listRefusals"),
    *("askTable", "listRulebooks", "showRulebook", "showFelt", "listPositions", "listClauses", "listReadings"),
    *("textOfRulebook", "bringRulebook"),
    *("showOdds", "compareOdds", "diffRulebooks", "listWireRules", "showChips", "listStaff", "listChecks"),
    *("listPrecedents", "startTimer", "takeCash", "returnCash", "showWallets", "callPit", "appointActing", "endActing"),
    "testReader",
    *("listPresets", "nameTable", "setTableAside", "putTableBack", "removeTable", "giveSeatCode"),
    *("listRefused", "listRulings", "auditTable", "checkRound", "settleAgain", "showPacket"),
    *("showLab", "afterSpins", "showRuin", "showSystem", "showFan", "showReach", "testWheel", "testTableWheel"),
)


def test_the_operations_below_are_all_there_are(served: Served) -> None:
    assert {one.name for one in served.house.service.operations} == set(OPERATIONS)


def test_every_schema_says_by_its_name_which_way_it_goes(served: Served) -> None:
    schemas = served.schema.raw_schema["components"]["schemas"]
    shapes = [name for name, schema in schemas.items() if schema.get("type") == "object"]

    # The name is from RFC 9457.
    assert {name for name in shapes if not name.endswith(("In", "Out"))} == {"Problem"}


def unsaid(case: Case[Any], response: Response) -> list[Any]:
    """Return the checks that cannot be made of an answer, because its rule is none that a JSON Schema could say."""
    asked, status = response.request.body, response.status_code
    if status == 413 and isinstance(asked, bytes | str) and len(asked) > LINE_MAX:
        # A schema counts items and characters; the bound of a body is in bytes, and it is looked at first.
        return [positive_data_acceptance, negative_data_rejection]
    if status == 400 and response.json()["code"] == "wrong-number" and has_fraction(case.body):
        # To a JSON Schema 5.0 is an integer; to the wire it is none: amounts are never written as fractions.
        return [positive_data_acceptance]
    if status == 201 and isinstance(case.body, dict) and not str(case.body.get("name", "")).isascii():
        # The pattern of a name is of ASCII: no pattern says which letters are of one alphabet.
        return [negative_data_rejection]
    return []


def has_fraction(part: object) -> bool:
    if isinstance(part, dict | list):
        return any(map(has_fraction, part.values() if isinstance(part, dict) else part))
    return isinstance(part, float)


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
            if len(response.request.path_url) > ADDRESS_MAX:
                assert response.status_code == 400
                return
            case.validate_response(response, excluded_checks=unsaid(case, response))

    ask()


def test_an_answer_that_is_not_as_the_document_says_is_found(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness counts once it has caught a planted fault."""
    monkeypatch.setattr(tables, "table_out", lambda host, *_: {"table": len(host.name)})

    with pytest.raises(FailureGroup, match="violates schema"):
        test_an_operation_keeps_what_the_document_says(served, "listTables", GenerationMode.POSITIVE)


def test_a_list_that_is_too_long_is_a_wrong_body_as_long_as_its_bytes_are_within_the_bound(tmp_path: Path) -> None:
    wager = {"wager": "w", "position": "0", "stake": 1}
    body = {"id": "c", "do": "place-wagers", "player": "ann", "wagers": [wager] * (LIST_MAX + 1)}
    short, long = json.dumps(body, separators=(",", ":")), json.dumps(body)
    assert len(short) <= LINE_MAX < len(long)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            headers = {"Authorization": f"Bearer {await come_in(house, 'ann')}", "Content-Type": "application/json"}
            address = f"{house.base}/api/v1/tables/mbs-3/commands"
            for text, status, code in ((short, 400, "wrong-type"), (long, 413, "too-long")):
                async with http.post(address, data=text, headers=headers) as answer:
                    assert (answer.status, (await answer.json(content_type=None))["code"]) == (status, code)

    play(scene())


@pytest.mark.parametrize(
    ("stakes", "status", "code"),
    [("0", 400, "wrong-stakes"), ("17=0", 400, "wrong-stakes"), ("moon=5", 404, "unknown-position"), ("17=5", 200, "")],
)
def test_stakes_that_the_document_does_not_allow_are_refused_and_a_position_that_is_not_there_is_not_found(
    tmp_path: Path, stakes: str, status: int, code: str
) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            document = await (await http.get(f"{house.base}/api/v1/openapi.json")).json()
            asked = document["paths"]["/rulebooks/{ref}/odds"]["get"]["parameters"][1]["schema"]
            async with http.get(f"{house.base}/api/v1/rulebooks/mbs-roulette/3/odds?stakes={stakes}") as answer:
                assert (answer.status, (await answer.json(content_type=None)).get("code", "")) == (status, code)
            assert jsonschema_rs.is_valid(asked, stakes) == (status != 400)

    play(scene())


@pytest.mark.parametrize("name", ["a", "Ann-Marie 2", "x" * NAME_MAX, "x" * (NAME_MAX + 1), "-a", "a--b", "a/b", ""])
def test_a_name_is_taken_where_the_document_allows_it(tmp_path: Path, name: str) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            document = await (await http.get(f"{house.base}/api/v1/openapi.json")).json()
            asked = document["components"]["schemas"]["GuestIn"]
            async with http.post(f"{house.base}/api/v1/guests", json={"name": name}) as answer:
                assert answer.status == (201 if jsonschema_rs.is_valid(asked, {"name": name}) else 400)

    play(scene())


@pytest.mark.parametrize(("length", "media"), [(8_190, "application/problem+json"), (8_191, "text/plain")])
def test_an_address_that_is_too_long_is_refused_in_plain_text(tmp_path: Path, length: int, media: str) -> None:
    """It never reaches the service, so the document can only say so."""

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            path = "/api/v1/me?x="
            async with http.get(house.base + path + "x" * (length - len(path))) as answer:
                assert answer.content_type == media
                assert answer.status == (400 if media == "text/plain" else 401)

    play(scene())
