"""What an insider plants in a record: the audit finds it in the store, and the verifier in the exported record.

After each edit everything that can be recomputed is made right again: hashes,
heads and balances. So only what the record *says* gives it away.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.audit.packet import whole_record
from croupier.house.desk import AdmitGuest, AppointStaff, FundWallet
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from croupier.table import commands as c
from testkit.audit.houses import ANN, DEALER, OWN, PIT, SEAL, SHIFT, added, in_memory, opened
from testkit.audit.insider import all_anew
from testkit.audit.verifying import verified

Edit = Callable[[sqlite3.Connection], object]


def changed(table: str, kind: str, old: str, new: str, *, also: str = "") -> Edit:
    """Replace words in the first event of a kind."""

    def edit(connection: sqlite3.Connection) -> None:
        done = connection.execute(
            "UPDATE events SET line = replace(line, :old, :new) WHERE table_id = :table AND seq = (SELECT min(seq) "
            "FROM events WHERE table_id = :table AND tag = :tag AND instr(line, :old) AND instr(line, :also))",
            {"old": old, "new": new, "table": table, "tag": f"{kind}/1", "also": also},
        )
        assert done.rowcount == 1

    return edit


def asked(table: str, do: str, old: str, new: str) -> Edit:
    """Replace words in the first command of a kind."""

    def edit(connection: sqlite3.Connection) -> None:
        done = connection.execute(
            "UPDATE receipts SET command = replace(command, :old, :new) WHERE table_id = :table AND place = (SELECT "
            "min(place) FROM receipts WHERE table_id = :table AND instr(command, :do) AND instr(command, :old))",
            {"old": old, "new": new, "table": table, "do": f'"do":"{do}"'},
        )
        assert done.rowcount == 1

    return edit


def sql(*words: str) -> Edit:
    def edit(connection: sqlite3.Connection) -> None:
        assert sum(connection.execute(one).rowcount for one in words)

    return edit


def posted(table: str, kind: str, **amounts: int) -> Edit:
    """Add postings to the first event of a kind, which has none."""

    def edit(connection: sqlite3.Connection) -> None:
        for account, amount in amounts.items():
            done = connection.execute(
                "INSERT INTO ledger SELECT table_id, min(seq), ?, ? FROM events WHERE table_id = ? AND tag = ?",
                (account.replace("__", ":"), amount, table, f"{kind}/1"),
            )
            assert done.rowcount == 1

    return edit


def both(*edits: Edit) -> Edit:
    return lambda connection: [edit(connection) for edit in edits]


def without(table: str) -> Edit:
    """Take a whole table away."""
    return sql(
        *(f"DELETE FROM {name} WHERE table_id = '{table}'" for name in ("events", "receipts", "ledger", "meters")),
        f"DELETE FROM tables WHERE table_id = '{table}'",
        "DELETE FROM rulebooks WHERE digest NOT IN (SELECT json_extract(line, '$.digest') FROM events WHERE seq = 0)",
    )


LAST_ORDERS = (
    "INSERT INTO events SELECT table_id, seq + 1, 'power-restored/1', json_set(line, '$.seq', seq + 1, '$.type', "
    "'power-restored'), prev, hash FROM events WHERE table_id = 't2' AND seq = (SELECT seq FROM tables WHERE "
    "table_id = 't2')"
)

EDITS = {
    "money from the tray to a wallet": posted("t1", "dolly-placed", tray__t1=-500, wallet__ann=500),
    "winnings on another's account": sql(
        "UPDATE ledger SET account = 'cash:r1:bob' WHERE table_id = 'r1' AND account = 'cash:r1:ann' AND amount > 500"
    ),
    "a purchase out of another's wallet": sql(
        "UPDATE ledger SET account = 'wallet:bob' WHERE table_id = 'r1' AND account = 'wallet:ann'"
    ),
    "a purchase that also feeds another wallet": posted("t1", "chips-bought", tray__t1=-700, wallet__bob=700),
    "winnings taken outside": sql(
        "UPDATE ledger SET account = 'outside:r1' WHERE table_id = 'r1' AND account = 'cash:r1:ann' AND amount > 500"
    ),
    "play money from nothing": posted("house", "staff-appointed", wallet__ann=9_000, issued=-9_000),
    "more play money than was given": sql(
        "UPDATE ledger SET amount = amount + 7 * sign(amount) WHERE table_id = 'house' AND seq = 2"
    ),
    "postings of a table that is none": sql(
        "INSERT INTO ledger VALUES ('t9', 1, 'wallet:ann', 500), ('t9', 1, 'tray:t9', -500)"
    ),
    "meters of a table that is none": sql("INSERT INTO meters VALUES ('t9', 'rounds', 1)"),
    "postings of an event that is none": sql(
        "INSERT INTO ledger VALUES ('t1', 900, 'wallet:ann', 500), ('t1', 900, 'tray:t1', -500)"
    ),
    "another meter": sql("UPDATE meters SET value = value + 1 WHERE table_id = 't1' AND meter = 'collected'"),
    "a meter gone": sql("DELETE FROM meters WHERE table_id = 't1' AND meter = 'voids'"),
    "a table taken away": without("t2"),
    "another pocket in round-closed": changed("r1", "round-closed", '"pocket":"16"', '"pocket":"28"'),
    "another pocket under the dolly": changed("t1", "dolly-placed", '"pocket":"17"', '"pocket":"18"'),
    "another outcome": changed("r1", "outcome-declared", '"pocket":"16"', '"pocket":"28"'),
    "another secret": changed("r1", "round-closed", '"secret":"ad', '"secret":"ae'),
    "another commitment": changed("r1", "betting-opened", '"commitment":"2', '"commitment":"3'),
    "higher winnings": changed("r1", "wager-paid", '"winnings":500', '"winnings":600'),
    "a smaller stake": changed("r1", "wager-placed", '"stake":500', '"stake":400'),
    "a wager on another bet": changed("r1", "wager-placed", '"position":"red"', '"position":"black"'),
    "another corrected outcome": changed("t1", "outcome-corrected", '"pocket":"20"', '"pocket":"22"'),
    "a correction of another outcome": changed("t1", "outcome-corrected", '"before":"18"', '"before":"16"'),
    "a refusal made an acceptance": sql(
        "UPDATE receipts SET refused = NULL WHERE table_id = 'r1' AND place = (SELECT min(place) FROM receipts "
        "WHERE table_id = 'r1' AND refused IS NOT NULL)"
    ),
    "a role nobody gave": both(
        changed("house", "staff-appointed", '"name":"pia"', '"name":"ria"'),
        asked("house", "appoint-staff", '"name":"pia"', '"name":"ria"'),
    ),
    "another role than was given": both(
        changed("house", "staff-appointed", '"role":"pit-manager"', '"role":"surveillance"'),
        asked("house", "appoint-staff", '"role":"pit-manager"', '"role":"surveillance"'),
    ),
    "an act of somebody else's": changed("t1", "no-more-bets-called", '"name":"dan"', '"name":"pia"'),
    "a receipt of somebody else's": sql("UPDATE receipts SET who = 'eve' WHERE table_id = 'r1' AND place = 4"),
    "a command of another time": sql(
        "UPDATE receipts SET at = substr(at, 1, 20) || '000009Z' WHERE table_id = 't2' AND place = 2"
    ),
    "an event without a command": sql(LAST_ORDERS),
    "an event taken away": sql("DELETE FROM events WHERE table_id = 't1' AND tag = 'chips-redeemed/1'"),
    "another rulebook's text": sql("UPDATE rulebooks SET text = replace(text, 'to_one = 35', 'to_one = 36')"),
    "a rulebook that nothing names": sql(
        "INSERT INTO rulebooks SELECT 'a' || substr(digest, 2), text FROM rulebooks LIMIT 1"
    ),
}


def exported(raw: SqliteRaw) -> bytes:
    return b"".join(line.encode() + b"\n" for line in whole_record(raw))


@pytest.mark.parametrize("planted", EDITS)
def test_what_the_audit_finds_the_verifier_finds_too(
    stored: Path, tmp_path: Path, planted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = in_memory(stored)
    EDITS[planted](connection)
    all_anew(connection)
    raw = SqliteRaw(connection, "the copy")

    assert [one for one in audit(raw, seal=SEAL).findings if one.check != "store"]
    assert verified(exported(raw), tmp_path) == 1
    assert "cannot be read any further" not in capsys.readouterr().out
    connection.close()


def test_making_everything_right_again_changes_nothing_in_a_sound_record(stored: Path, tmp_path: Path) -> None:
    connection = in_memory(stored)
    all_anew(connection)
    raw = SqliteRaw(connection, "the copy")

    assert audit(raw, seal=SEAL).findings == []
    assert verified(exported(raw), tmp_path) == 0
    connection.close()


def test_a_record_of_an_earlier_version_lists_no_tables_and_is_not_judged_by_them(stored: Path, tmp_path: Path) -> None:
    connection = in_memory(stored)
    unlist(connection)
    without("t2")(connection)
    all_anew(connection)
    raw = SqliteRaw(connection, "the copy")

    assert audit(raw, seal=SEAL).findings == []
    assert verified(exported(raw), tmp_path) == 0
    connection.close()


def unlist(connection: sqlite3.Connection) -> None:
    """Make the front desk's record end before it lists the first table, as in an earlier version."""
    (first,) = connection.execute("SELECT min(seq) FROM events WHERE tag = 'table-added/1'").fetchone()
    at, asked_at = connection.execute(
        "SELECT at, min(place) FROM receipts WHERE table_id = 'house' AND \"after\" = ?", (first - 1,)
    ).fetchone()
    connection.execute("DELETE FROM events WHERE table_id = 'house' AND seq >= ?", (first,))
    connection.execute("DELETE FROM receipts WHERE table_id = 'house' AND place >= ?", (asked_at,))
    connection.execute(
        "UPDATE tables SET at = (SELECT max(at) FROM receipts WHERE table_id = 'house') WHERE table_id = 'house'"
    )
    assert at


async def _corrected_late(path: Path) -> None:
    """Let an outcome be corrected after the next round has begun."""
    house = await opened(path)
    await house.ask("in", AdmitGuest(OWN, "ann"))
    await house.ask("money", FundWallet(OWN, "ann", 100_000, "welcome"))
    for by in (DEALER, PIT, SHIFT):
        await house.ask(f"staff {by.name}", AppointStaff(OWN, by.name, by.role))
    play = await added(house, "t1")
    await play.do(c.OpenTable(PIT), c.TakeSeat(ANN, "ann"), c.BuyIn(DEALER, "ann", 50_000, ChipSort.CASH))
    await play.do(c.OpenBetting(DEALER))
    await play.wagers((ANN, "17", 500), (ANN, "18", 300))
    await play.spun("17")
    await play.do(c.LiftDolly(DEALER), c.OpenBetting(DEALER))
    await play.wagers((ANN, "red", 500))
    answers = await play.do(
        c.CorrectOutcome(SHIFT, "1", Pocket("18"), "the dolly was a row off"),
        c.ApproveCorrection(PIT, "1", Pocket("18")),
    )
    assert all("refused" not in line for line in answers)
    await house.close()


def test_a_correction_after_the_next_round_has_begun_belongs_to_its_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.sqlite"
    asyncio.run(_corrected_late(path))

    assert verified(exported(open_raw_sqlite(path)), tmp_path, quiet=False) == 0
    assert "t1, round 1: 2 wagers, pocket 18, settled right" in capsys.readouterr().out


async def _idle(path: Path) -> None:
    """Set up tables at which nothing happens, before and after one at which something does."""
    house = await opened(path)
    await house.ask("staff", AppointStaff(OWN, DEALER.name, DEALER.role))
    await house.ask("money", FundWallet(OWN, "ann", 100_000, "welcome"))
    for name in ("a1", "m1", "z1"):
        play = await added(house, name)
        if name == "m1":
            await play.do(c.OpenTable(OWN), c.BuyIn(DEALER, "ann", 5_000, ChipSort.CASH), c.OpenBetting(DEALER))
            await play.wagers((ANN, "17", 500))
    await house.close()


def test_tables_at_which_nothing_happened_are_no_finding(tmp_path: Path) -> None:
    path = tmp_path / "home.sqlite"
    asyncio.run(_idle(path))
    raw = open_raw_sqlite(path)

    assert audit(raw, seal=SEAL).findings == []
    assert verified(exported(raw), tmp_path) == 0
