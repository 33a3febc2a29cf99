"""What must hold of a store after any number of crashes, read from its rows by a second reader.

Only replaying a table is done by the house's own code: the chain, the receipts,
the sums and the draws are computed here once more.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

import croupier
from croupier.house.desk import DESK
from croupier.house.ledger import Posting, postings, touched
from croupier.house.meters import metered
from croupier.house.setup import TableSetUp, fresh_table
from croupier.rules.pocket import ordered
from croupier.storage.codec import read_stored
from croupier.table.evolve import evolve
from testkit.crash import wheel
from testkit.crash.clients import History, Key
from testkit.crash.stores import EventRow, ReceiptRow, Rows

GENESIS = "0" * 64
BY_THE_WHEEL = ("open-betting", "declare-outcome")
"""Commands that the wheel completes."""
ENDINGS = ("round-closed", "round-voided")


def check_record(rows: Rows, history: History) -> list[str]:
    """List everything that does not hold."""
    return [
        *lost_or_doubled(rows, history),
        *unasked(rows, history),
        *broken_chains(rows),
        *misplaced_receipts(rows),
        *unbalanced(rows),
        *unlike_a_replay(rows),
        *rounds_and_draws(rows),
    ]


# --- what the clients were told -----------------------------------------------------------------------------------


def lost_or_doubled(rows: Rows, history: History) -> Iterator[str]:
    """Hold the record to every receipt that was given: the same bytes, once."""
    events = {(row.table, row.seq): row.line for row in rows.events}
    found: dict[Key, list[str]] = defaultdict(list)
    for row in rows.receipts:
        found[Key(row.table, row.who, row.id)].append(written(row, events))
    for key, lines in found.items():
        if len(lines) > 1:
            yield f"{key} is doubled"
    for key, line in history.acked.items():
        if key not in found:
            yield f"{key} was acknowledged and is lost"
        elif line not in found[key]:
            yield f"{key} was told {line}, and the record has {found[key]}"
    for key in history.pending:
        yield f"{key} was never answered"


def unasked(rows: Rows, history: History) -> Iterator[str]:
    """See that what was stored under an id is what was asked under it."""
    for row in rows.receipts:
        command = history.asked.get(Key(row.table, row.who, row.id))
        if command is None or json.loads(command)["do"] in BY_THE_WHEEL:
            continue
        if json.loads(command) != json.loads(row.command):
            yield f"{row.table} receipt {row.place} is not of what was asked"


def written(row: ReceiptRow, events: dict[tuple[str, int], str]) -> str:
    """Write a receipt as its client got it."""
    ident = json.dumps(row.id, ensure_ascii=False)
    kept = f'"receipt":"{row.hash}"'
    if row.refused is not None:
        return f'{{"id":{ident},"refused":{row.refused},{kept}}}'
    lines = [events.get((row.table, row.after + number + 1), "?") for number in range(row.events)]
    return f'{{"id":{ident},"events":[{",".join(lines)}],{kept}}}'


# --- the chain ----------------------------------------------------------------------------------------------------


def plain(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def broken_chains(rows: Rows) -> Iterator[str]:
    """Follow both chains of every table from their beginnings to the head."""
    ends: dict[str, list[Any]] = {table: [-1, GENESIS, 0, GENESIS, ""] for table in rows.heads}
    for event in rows.events:
        end = ends[event.table]
        whole = {"event": json.loads(event.line), "prev": end[1], "table": event.table, "tag": event.tag}
        end[1] = sha256(plain(whole).encode()).hexdigest()
        end[0] += 1
        at = json.loads(event.line)["at"]
        if event.seq != end[0] or event.hash != end[1] or at < end[4]:
            yield f"{event.table} event {event.seq} does not follow the one before"
        end[4] = at
    for receipt in rows.receipts:
        end = ends[receipt.table]
        end[2] += 1
        end[3] = _receipt_hash(receipt, end[3])
        if receipt.place != end[2] or receipt.hash != end[3]:
            yield f"{receipt.table} receipt {receipt.place} does not follow the one before"
    for table, head in rows.heads.items():
        if list(head[:4]) != ends[table][:4]:
            yield f"{table} ends at {ends[table]}, and its head says {head}"


def _receipt_hash(row: ReceiptRow, prev: str) -> str:
    whole = {
        "after": row.after,
        "at": row.at,
        "command": json.loads(row.command),
        "events": row.events,
        "id": row.id,
        "place": row.place,
        "prev": prev,
        "refused": None if row.refused is None else json.loads(row.refused),
        "table": row.table,
        "who": row.who,
    }
    return sha256(plain(whole).encode()).hexdigest()


def misplaced_receipts(rows: Rows) -> Iterator[str]:
    """See that every event belongs to one receipt, in order."""
    after: Counter[str] = Counter()
    for row in rows.receipts:
        if row.after != after[row.table]:
            yield f"{row.table} receipt {row.place} stands after {row.after}, not after {after[row.table]}"
        after[row.table] = row.after + row.events
    for table, head in rows.heads.items():
        if after[table] != head[0]:
            yield f"{table} has receipts for {after[table]} events of {head[0]}"


# --- money --------------------------------------------------------------------------------------------------------


def unbalanced(rows: Rows) -> Iterator[str]:
    """Add everything up."""
    of_event: Counter[tuple[str, int]] = Counter()
    of_account: Counter[str] = Counter()
    for table, seq, account, amount in rows.ledger:
        of_event[table, seq] += amount
        of_account[account] += amount
    for (table, seq), total in of_event.items():
        if total:
            yield f"{table} event {seq} is off by {total}"
    for account in of_account | rows.accounts:
        if of_account[account] != rows.accounts.get(account, 0):
            yield f"{account} has {rows.accounts.get(account)}, and its postings say {of_account[account]}"
    for account, balance in rows.accounts.items():
        if balance < 0 and not account.startswith(("issued", "tray:", "outside:")):
            yield f"{account} is below zero: {balance}"


def unlike_a_replay(rows: Rows) -> Iterator[str]:
    """Play every table again from its events; the ledger and the meters must come out the same."""
    stored: dict[tuple[str, int], list[Posting]] = defaultdict(list)
    for place, seq, account, amount in rows.ledger:
        stored[place, seq].append(Posting(seq, account, amount))
    for name, events in by_table(rows).items():
        happened = [read_stored(row.tag, row.line) for row in events]
        setup: Any = happened.pop(0)
        assert isinstance(setup, TableSetUp)
        meters = {meter: value for (at, meter), value in rows.meters.items() if at == name}
        if meters != metered(happened):  # type: ignore[arg-type]
            yield f"{name} has other meters than its events: {meters}"
        if name == DESK:
            continue
        table = fresh_table(setup, croupier.rulebook(setup.rulebook))
        for event in happened:
            was = touched(table, event)  # type: ignore[arg-type]
            table = evolve(table, event)  # type: ignore[arg-type]
            moved = sorted(postings(name, event, was, table))  # type: ignore[arg-type]
            if moved != sorted(stored.get((name, event.seq), [])):
                yield f"{name} event {event.seq} moved {moved}, and the ledger has {stored.get((name, event.seq))}"


def by_table(rows: Rows) -> dict[str, list[EventRow]]:
    found: dict[str, list[EventRow]] = defaultdict(list)
    for row in rows.events:
        found[row.table].append(row)
    return found


# --- rounds -------------------------------------------------------------------------------------------------------


def rounds_and_draws(rows: Rows) -> Iterator[str]:
    """See that every round ends once, and that its pocket is what its commitment promised."""
    for name, events in by_table(rows).items():
        if name == DESK:
            continue
        setup, *lines = [json.loads(row.line) for row in events]
        rounds: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for line in lines:
            if line["round"] is not None:
                rounds[line["round"]].append(line)
        numbers = [int(number) for number in rounds]
        if any(later != number + 1 for number, later in pairwise(sorted(numbers))):
            yield f"{name} has rounds {sorted(numbers)}"
        for number, happened in rounds.items():
            yield from _round(setup, name, number, happened)
        if any(table == name for table, _ in rows.sealed):
            yield f"{name} keeps secrets of rounds that are over: {rows.sealed}"


def _round(setup: dict[str, Any], table: str, number: str, happened: list[dict[str, Any]]) -> Iterator[str]:
    sorts = Counter(event["type"] for event in happened)
    where = f"{table} round {number}"
    if sorts["betting-opened"] != 1 or sum(sorts[ending] for ending in ENDINGS) != 1:
        yield f"{where} is opened {sorts['betting-opened']} times and ended {[sorts[end] for end in ENDINGS]} times"
        return
    promised = next(event["commitment"] for event in happened if event["type"] == "betting-opened")
    secret = bytes.fromhex(next(event["secret"] for event in happened if event["type"] in ENDINGS))
    if wheel.commitment(secret, table, number) != promised:
        yield f"{where} reveals another secret than it promised"
    pockets = ordered(croupier.rulebook(setup["rulebook"]).wheel.order)
    drawn = wheel.pocket(secret, table, number, setup["digest"], pockets)
    declared = [event["pocket"] for event in happened if event["type"] == "outcome-declared"]
    if declared not in ([], [drawn]) or (not declared and sorts["round-closed"]):
        yield f"{where} drew {drawn}, and {declared} was declared"
    placed = {event["wager"] for event in happened if event["type"] == "wager-placed"}
    if len(placed) != sorts["wager-placed"]:
        yield f"{where} has a wager twice"
