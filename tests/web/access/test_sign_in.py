# ruff: noqa: RUF001 - letters that look alike are the point
"""Who comes in: names, guests, invitations, dismissal, signing out; and what is kept of it."""

from __future__ import annotations

import asyncio
import base64
import re
import secrets
from pathlib import Path

import aiohttp
import pytest
from structlog.testing import capture_logs

from croupier.client import AnsweredError, HouseClient
from croupier.house.desk import OWNER
from croupier.house.tables import LiveTables
from croupier.web.access import guests, sign_in
from croupier.web.access.names import clean_name, likeness
from croupier.web.api.problems import ProblemError
from croupier.web.live.usher import Usher
from testkit.web.running import STILL, Running, come_in, opened, play, running, socket, staff


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("ann", "ann"),
        ("  Ann  ", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("O'Neil", "O'Neil"),
        ("Анна", "Анна"),
        ("李小龙", "李小龙"),
        ("ひろカタ漢", "ひろカタ漢"),
        ("தமிழ்", "தமிழ்"),
        ("สมชาย", "สมชาย"),
        ("player 7", "player 7"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_brought_to_one_form(wanted: str, shown: str) -> None:
    assert clean_name(wanted) == shown


@pytest.mark.parametrize(
    "wanted",
    [
        *(
            "",
            " ",
            "x" * 25,
            "-",
            "'",
            "a  b",
            "a--b",
            "a\tb",
            "a\nb",
            "a\u200bb",
            "a\u202eb",
            "\u2066a",
            "a\x00",
            "\ufeffa",
        ),
        *("аnn", "αnn", "Aлиса", "раypal", "a\u0336", "z\u0300\u0301\u0302", "\u0301a"),
        *("<b>ann</b>", '"><script>alert(1)</script>', "javascript:alert(1)", "a&b", "a/b", "../a", "a\\b", "{{7*7}}"),
        *("a:b", "a;DROP TABLE", "a%00", "$(x)", "`x`", "😀", "✔ann", "★dealer", "®", "\ud800", "\U000e0041"),
    ],
    ids=ascii,
)
def test_a_hostile_name_is_refused(wanted: str) -> None:
    with pytest.raises(ProblemError) as refused:
        clean_name(wanted)

    assert refused.value.problem.code == "bad-name"


@pytest.mark.parametrize(
    "wanted",
    [
        "house",
        "House",
        "ＯＷＮＥＲ",
        "dealer",
        "Dealer-1",
        "dea1er",
        "d e a l e r",
        "pit_manager",
        "Pit Manager",
        "0wner",
        "ѕtаff",
    ],
)
def test_the_houses_own_names_are_nobodys(wanted: str) -> None:
    with pytest.raises(ProblemError) as refused:
        clean_name(wanted)

    assert refused.value.problem.code in {"name-taken", "bad-name"}


def test_whoever_is_appointed_may_be_called_what_they_are_but_not_the_house() -> None:
    assert clean_name("Dealer-1", of_staff=True) == "Dealer-1"
    with pytest.raises(ProblemError, match="house's own"):
        clean_name("House", of_staff=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "Ann"),
        ("ann", "ANN"),
        ("bill", "bi11"),
        ("joe", "j0e"),
        ("a.b", "a-b"),
        ("jose", "José"),
        ("сора", "copa"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert likeness(clean_name(one)) == likeness(clean_name(other))


def test_a_taken_name_is_given_to_the_next_with_a_number(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as client:
            names = [(await client.come_in(name))["name"] for name in ("dora", "dora", "Dora", "d0ra", None)]

            assert names[0] == "dora"
            assert all(re.fullmatch(r"(dora|Dora|d0ra)-\d{4}", name) for name in names[1:4])
            assert names[4].startswith("guest-")
            assert len(set(map(likeness, names))) == 5

    play(scene())


def test_a_guest_has_play_money_and_no_role_but_the_players(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as ann:
            welcome = await ann.come_in("ann")
            me = await ann.call("GET", "/me")

            assert (welcome["role"], welcome["owner"], me["wallet"]) == ("player", False, 100_000)
            for method, path, body in (
                ("POST", "/invitations", {"name": "eve", "role": "dealer"}),
                ("DELETE", "/people/dora", None),
                ("POST", "/tables", {"table": "mine", "rulebook": "mbs-roulette/3"}),
                ("GET", "/alerts", None),
                ("GET", "/inbox", None),
                ("GET", "/tables/mbs-3/refusals", None),
            ):
                assert await code(ann, method, path, body) == "role-not-allowed"

    play(scene())


async def code(client: HouseClient, method: str, path: str, body: object = None) -> str:
    """Call something that is refused, and give the code."""
    with pytest.raises(AnsweredError) as refused:
        await client.call(method, path, body)
    return refused.value.code


def test_an_invitation_lets_one_in_once_however_many_come_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            for number in range(5):
                told = await owner.call("POST", "/invitations", {"name": f"dora{number}", "role": "dealer"})
                assert told["link"].endswith(f"/#join={told['code']}")

                async def redeem(wanted: str = told["code"]) -> str:
                    async with house.client() as client:
                        try:
                            return str((await client.redeem(wanted))["role"])
                        except AnsweredError as error:
                            return error.code

                came = await asyncio.gather(*(redeem() for _ in range(8)))
                assert sorted(came) == ["dealer", *["invitation-over"] * 7]

    play(scene())


def test_an_invitation_is_over_after_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            told = await owner.call("POST", "/invitations", {"name": "dora", "role": "dealer"})
            monkeypatch.setattr(sign_in, "_now", lambda: "9999-01-01T00:00:00+00:00")

            assert await code(owner, "POST", "/invitations/redeem", {"code": told["code"]}) == "invitation-over"
            assert await code(owner, "POST", "/invitations/redeem", {"code": "x" * 32}) == "invitation-over"

    play(scene())


def test_the_owners_link_works_once_and_is_given_anew_until_then(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            unused = house.owner_code
        async with running(tmp_path) as house, house.client() as owner:
            assert house.owner_code not in (None, unused)
            await house.owner(owner)
            assert (await owner.call("GET", "/me"))["owner"]
        async with running(tmp_path) as house:
            assert house.owner_code is None

    play(scene())


def test_an_owner_who_lost_the_token_gets_a_new_link_and_the_old_token_is_nobodys(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            dora = await staff(house, owner, "dora", "dealer", "dealt-1")
        async with running(tmp_path, owner_anew=True) as house, house.client() as again:
            again.token = owner.token
            assert await code(again, "GET", "/me") == "wrong-token"
            again.token = None
            await house.owner(again)
            assert (await again.call("GET", "/me"))["owner"]
            async with socket(house, "dealt-1", dora) as (_, welcome):
                assert welcome["you"] == {"name": "dora", "role": "dealer"}
        async with running(tmp_path) as house:
            assert house.owner_code is None

    play(scene())


def test_a_link_that_was_asked_for_anew_makes_older_ones_nobodys(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            older = house.owner_code
        async with running(tmp_path, owner_anew=True) as house, house.client() as client:
            assert await code(client, "POST", "/invitations/redeem", {"code": older}) == "invitation-over"
            await house.owner(client)

    play(scene())


def test_a_house_is_full_of_those_who_are_in_it_and_not_of_those_who_were(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, guests_max=3) as house:
            for number in range(5):
                async with house.client() as guest:
                    await guest.come_in(f"guest{number}")
                    await guest.call("DELETE", "/me")
            stayed = [await come_in(house, f"stays{number}") for number in range(3)]
            async with house.client() as late:
                assert await code(late, "POST", "/guests", {"name": "late"}) == "house-full"
        async with running(tmp_path, guests_max=3) as house, house.client() as late, house.client() as one:
            assert await code(late, "POST", "/guests", {"name": "late"}) == "house-full"
            one.token = stayed[0]
            await one.call("DELETE", "/me")
            assert (await late.come_in("late"))["name"] == "late"

    play(scene())


def test_an_owners_link_of_an_earlier_start_is_worthless(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            first = house.owner_code
        async with running(tmp_path) as house, house.client() as client:
            assert await code(client, "POST", "/invitations/redeem", {"code": first}) == "invitation-over"
            third = await house.service.office.sign_in._code(OWNER, owner=True)
            await house.owner(client)
            assert await code(client, "POST", "/invitations/redeem", {"code": third}) == "invitation-over"

    play(scene())


def test_whoever_tries_wrong_codes_does_not_keep_the_owner_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, guests_per_second=0.1) as house, house.client() as client:
            tried = [await code(client, "POST", "/invitations/redeem", {"code": "x"}) for _ in range(6)]
            assert set(tried) == {"invitation-over", "too-many"}
            await house.owner(client)

    play(scene())


def test_guests_who_never_sat_make_room_after_minutes_and_first_at_their_own_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with running(tmp_path, guests_max=3, guests_per_address=2, **STILL) as house, house.client() as late:
            await house.service.office.sign_in.admit("far", "192.0.2.7")
            sat = await come_in(house, "sat")
            async with socket(house, "mbs-3", sat):
                await opened(house)
            await come_in(house, "idle")
            assert await code(late, "POST", "/guests", {"name": "late"}) == "too-many"
            monkeypatch.setattr(guests, "LOOKER_FOR", 0.2)
            await asyncio.sleep(0.3)
            assert (await late.come_in("late"))["name"] == "late"
            assert house.service.office.sign_in.guests.names() == {"far", "sat", "late"}

    play(scene())


async def sign_out(client: HouseClient) -> None:
    await client.call("DELETE", "/me")
    client.token = None


def test_a_guest_who_never_comes_to_a_table_leaves_nothing_behind(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            tables = house.service.office.tables
            before = tables.desk.seq
            for _ in range(3):
                assert (await ann.come_in("ann"))["name"] == "ann"
                assert (await ann.call("GET", "/me"))["wallet"] == 100_000
                await sign_out(ann)
            assert tables.desk.seq == before
            stays = await come_in(house, "ann")
        async with running(tmp_path, **STILL) as house, house.client() as other, house.client() as ann:
            assert (await other.come_in("Ann"))["name"] != "Ann"
            ann.token = stays
            assert (await ann.call("GET", "/me"))["wallet"] == 100_000
            async with socket(house, "mbs-3", stays), socket(house, "mbs-2", stays) as (_, welcome):
                assert welcome["you"] == {"name": "ann", "role": "player"}
            tables = house.service.office.tables
            assert "ann" in people(tables)
            assert (await ann.call("GET", "/me"))["wallet"] == await tables.wallet("ann") == 100_000
            await sign_out(ann)
            assert (await ann.come_in("ann"))["name"] != "ann"

    play(scene())


def test_an_address_brings_no_more_players_in_a_day_than_may_be_in_at_a_time(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, guests_per_address=2, **STILL) as house, house.client() as ann:
            for number in range(2):
                await ann.come_in(f"ann{number}")
                async with socket(house, "mbs-3", ann.token) as (_, welcome):
                    assert welcome["you"] is not None
                await sign_out(ann)
            await ann.come_in("ann3")
            async with socket(house, "mbs-3", ann.token) as (_, welcome):
                assert welcome["error"]["code"] == "too-many"
            wager = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann3", "position": "17", "stake": 500}
            assert await code(ann, "POST", "/tables/mbs-3/commands", wager) == "too-many"
            assert "ann3" not in people(house.service.office.tables)

    play(scene())


def test_nobody_is_appointed_under_the_name_of_a_guest_who_is_in(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as eve:
            await house.owner(owner)
            await eve.come_in("eve")
            assert await code(owner, "POST", "/invitations", {"name": "eve", "role": "dealer"}) == "name-taken"
            assert (await eve.call("GET", "/me"))["role"] == "player"

    play(scene())


@pytest.mark.parametrize("name", ["\u3164", "김민수\u3164", "7777\u115f", "ខ\u17b5", "ꓓꓰꓮꓡꓰꓣ", "ᏚᎳᎪᎩ"])
def test_a_name_has_no_letter_that_is_not_seen_or_only_looks_latin(name: str) -> None:
    with pytest.raises(ProblemError, match="letters"):
        clean_name(name)


@pytest.mark.parametrize("name", ["ᴅᴇᴀʟᴇʀ", "ᴏᴡɴᴇʀ", "ʜᴏᴜsᴇ", "đealer", "deɑler", "øwner"])
def test_nobody_is_drawn_like_staff_with_variants_of_latin_letters(name: str) -> None:
    with pytest.raises(ProblemError, match="the house's own"):
        clean_name(name)


@pytest.mark.parametrize("name", ["サッカー", "Øyvind", "Łukasz", "Đorđe", "김민수"])
def test_everyday_names_of_other_alphabets_are_taken(name: str) -> None:
    assert clean_name(name) == name


def test_two_look_alikes_who_come_at_the_same_moment_get_different_names(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            admit = house.service.office.sign_in.admit
            came = await asyncio.gather(*(admit(name) for name in ("bella", "be1la", "bel1a", "BELLA")))
            assert len({likeness(who.name) for who, _ in came}) == 4

    play(scene())


def test_in_a_full_house_whoever_is_long_gone_makes_room_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with running(tmp_path, guests_max=3) as house, house.client() as late:
            gone, sits, asks = [await come_in(house, name) for name in ("gone", "sits", "asks")]
            async with socket(house, "mbs-3", sits), house.client() as one:
                one.token = asks
                assert await code(late, "POST", "/guests", {"name": "late"}) == "house-full"
                monkeypatch.setattr(guests, "GUEST_FOR", 0.3)
                await asyncio.sleep(0.4)
                await one.call("GET", "/me")
                assert (await late.come_in("late"))["name"] == "late"
                assert await code(late, "POST", "/guests", {"name": "later"}) == "house-full"
                for token, held in ((gone, False), (sits, True), (asks, True)):
                    one.token = token
                    if held:
                        await one.call("GET", "/me")
                    else:
                        assert await code(one, "GET", "/me") == "wrong-token"

    play(scene())


@pytest.mark.parametrize(
    ("table", "role", "known"),
    [
        ("mbs-2", "pit-manager", "dealer, surveillance, auditor"),
        ("us-00", "pit-manager", "dealer, floor-manager, surveillance, auditor"),
        ("mbs-3", "floor-manager", "dealer, pit-supervisor, pit-manager, shift-manager, surveillance, auditor"),
    ],
)
def test_nobody_is_invited_to_a_table_in_a_role_that_its_rulebook_does_not_know(
    tmp_path: Path, table: str, role: str, known: str
) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            with pytest.raises(AnsweredError) as refused:
                await owner.call("POST", "/invitations", {"name": "pia", "role": role, "table": table})
            assert (refused.value.code, refused.value.problem["status"]) == ("role-not-in-rulebook", 409)
            assert refused.value.problem["detail"].endswith(f"knows {known}")
            assert "pia" not in people(house.service.office.tables)
            for number, one in enumerate(known.split(", ")):
                await staff(house, owner, f"pia{number}", one, table)
            await staff(house, owner, "pia", role)

    play(scene())


def test_dismissal_closes_the_sockets_at_once_and_takes_the_role_away(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner, house.client() as dora:
            await house.owner(owner)
            dora.token = await staff(house, owner, "dora", "dealer", "dealt-1")
            async with socket(house, "dealt-1", dora.token) as (line, welcome):
                assert welcome["you"] == {"name": "dora", "role": "dealer"}
                await owner.call("DELETE", "/people/dora")
                await line.ended()
            assert await code(dora, "GET", "/me") == "wrong-token"
            assert await code(owner, "DELETE", "/people/dora") == "unknown-person"
            assert await code(owner, "DELETE", "/people/nobody") == "unknown-person"

    play(scene())


def test_somebody_appointed_anew_comes_in_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner, house.client() as old:
            await house.owner(owner)
            old.token = await staff(house, owner, "dora", "dealer", "dealt-1")
            async with socket(house, "dealt-1", old.token) as (line, _):
                token = await staff(house, owner, "dora", "pit-manager")
                await line.ended()
            assert await code(old, "GET", "/me") == "wrong-token"
            async with socket(house, "mbs-3", token) as (_, welcome):
                assert welcome["you"] == {"name": "dora", "role": "pit-manager"}

    play(scene())


def test_signing_out_ends_the_session_and_its_sockets_and_no_other(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann, house.client() as bob:
            await ann.come_in("ann")
            await bob.come_in("bob")
            async with socket(house, "mbs-3", ann.token) as (line, _), socket(house, "mbs-3", bob.token) as (other, _):
                await ann.call("DELETE", "/me")
                await line.ended()
                assert (await other.answer({"id": "p", "do": "ping"}))["pong"]
            assert await code(ann, "GET", "/me") == "wrong-token"
            async with socket(house, "mbs-3", ann.token) as (_, welcome):
                assert welcome["error"]["code"] == "wrong-token"

    play(scene())


def test_a_session_that_ends_while_somebody_comes_in_lets_nobody_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            seat = Usher.seat

            async def slow(usher: Usher, player: str) -> None:
                await ann.call("DELETE", "/me")
                return await seat(usher, player)

            monkeypatch.setattr(Usher, "seat", slow)
            async with socket(house, "mbs-3", ann.token) as (line, _):
                await line.ended()
                assert not house.service.office.attendance.broadcasts["mbs-3"].subscribers

    play(scene())


async def told_everything(house: Running, ann: HouseClient) -> bytes:
    """Gather what an open round tells over the socket and over HTTP."""
    texts = []
    async with socket(house, "mbs-3", ann.token) as (line, welcome):
        await opened(house)
        wager = {"id": "c1", "do": "place-wager", "wager": "w1", "player": ann.name, "position": "17", "stake": 500}
        texts += [str(welcome), str(await line.answer(wager)), str(line.events)]
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {ann.token}"}) as http:
        paths = ["/api/v1/tables/mbs-3", "/api/v1/tables/mbs-3/events", "/api/v1/tables/mbs-3/rounds/1", "/api/v1/me"]
        for path in [*paths, "/metrics", "/healthz", "/api/v1/tables/mbs-3/rounds/zero", "/api/v1/nothing"]:
            async with http.get(house.base + path) as response:
                texts.append(await response.text())
    return "\n".join(texts).encode()


def kept_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def forms(secret: bytes) -> list[bytes]:
    """Return the forms in which a secret could be written."""
    return [
        *(secret, secret.hex().encode(), secret.hex().upper().encode(), str(int.from_bytes(secret)).encode()),
        *(base64.b64encode(secret), base64.urlsafe_b64encode(secret).rstrip(b"="), repr(secret)[2:-1].encode()),
    ]


def test_tokens_codes_and_secrets_are_in_no_file_log_or_frame(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as ann:
            await house.owner(owner)
            invited = (await owner.call("POST", "/invitations", {"name": "dora", "role": "dealer"}))["code"]
            await ann.come_in("ann")
            told = await told_everything(house, ann)
            secret = house.service.office.tables.host("mbs-3")._secret
            assert secret is not None
            assert len(secret) == 32
            kept = kept_in(tmp_path)

            assert b"wager-placed" in told
            assert b"wager-placed" in kept
            for form in forms(secret):
                assert form not in told
                assert form not in kept
            for word in (ann.token, owner.token, invited, house.owner_code):
                assert word is not None
                assert word.encode() not in kept
                assert word.encode() not in told

    with capture_logs() as logs:
        play(scene())
    words = str(logs)
    assert "house-opened" in words
    assert not re.search(r"[A-Za-z0-9_-]{32,}", words)


def test_a_secret_in_the_open_would_be_found(tmp_path: Path) -> None:
    """A harness counts once it has caught a planted fault."""
    canary = secrets.token_bytes(32)
    (tmp_path / "dump").write_text(f"secret {canary.hex()}")

    assert any(form in (tmp_path / "dump").read_bytes() for form in forms(canary))


def test_the_front_desk_is_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            dora, ann = await staff(house, owner, "dora", "dealer", "dealt-1"), await come_in(house, "ann")
            before = people(house.service.office.tables)
        async with running(tmp_path) as house:
            assert people(house.service.office.tables) == before
            async with socket(house, "dealt-1", dora) as (_, welcome):
                assert welcome["you"] == {"name": "dora", "role": "dealer"}
            async with socket(house, "mbs-3", dora) as (_, welcome):
                assert welcome["you"] is None
            async with socket(house, "mbs-3", ann) as (_, welcome):
                assert welcome["you"] == {"name": "ann", "role": "player"}

    play(scene())


def people(house: LiveTables) -> dict[str, object]:
    return dict(house.desk.people.items())
