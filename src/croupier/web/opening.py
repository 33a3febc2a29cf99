"""Opening a house: its folder, record and seal, the tables of the first start, and the owner's link."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from croupier import __version__
from croupier.house.desk import DESK, OWNER
from croupier.house.faults import HouseFault, StaleRecordError
from croupier.house.judge import SealedWheel
from croupier.house.setup import desk_set_up, set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.house.texts import parse_stored
from croupier.rulebooks import published
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.storage.sessions import StoredSessions
from croupier.storage.stores import LiveRecord, OnNew, OpenStore, store_of
from croupier.web.access.guests import GuestLimits
from croupier.web.access.sign_in import Refill, SignIn
from croupier.web.anchoring import AnchorFile, Anchoring
from croupier.web.displayed import limits_for
from croupier.web.folder import HeldFolder
from croupier.web.house_rulebooks import bring
from croupier.web.live.attendance import Attendance
from croupier.web.office import Office
from croupier.web.settings import Settings
from croupier.web.software import check_approved, installed, record_opening
from croupier.web.timekeeping import Timekeeper
from croupier.wheels.random_wheel import RandomWheel
from croupier.wheels.seal import KeyedSeal, key_file

FIRST_TABLES = (
    ("mbs-3", "mbs-roulette/3", True),
    ("mbs-2", "mbs-roulette/2", True),
    ("rws-360", "rws-roulette-360/1", True),
    ("sands", "mbs-sands-roulette/1", True),
    ("us-00", "us-double-zero/1", True),
    ("dealt-1", "mbs-roulette/3", False),
)


class Opened(NamedTuple):
    """An open house, and the code that signs its owner in, if nobody has yet."""

    office: Office
    owner_code: str | None
    lost: asyncio.Event
    """Set when another process has taken the record over, so that this one must stop."""


class Store(NamedTuple):
    """The open record of a house, the seal of its secrets, and how to give both up."""

    record: LiveRecord
    seal: KeyedSeal
    lost: asyncio.Event
    let_go: Callable[[], None]


async def open_office(settings: Settings, *, owner_anew: bool = False) -> Opened:
    """Open the house in a folder, or create it; if asked, with a new link for an owner who cannot sign in.

    Raises HouseFault.
    """
    here = installed()
    if settings.approved:
        check_approved(settings.approved, here)
    anchors = AnchorFile(settings.anchor_to) if settings.anchor_to else None
    store = await _open_store(settings)
    try:
        wheel = SealedWheel(RandomWheel(), store.seal)
        tables = await open_tables(
            store.record, parse_stored, wheel, settings.sitting, settings.caps, code=here.digest("code")
        )
        await Timekeeper(tables).note()  # before anybody can be appointed
        await record_opening(tables, here, __version__)
        notices = await bring(tables, settings.rulebooks)
    except BaseException:
        store.let_go()
        raise
    sessions = StoredSessions(store.record)
    attendance = Attendance(tables, settings, asyncio.get_running_loop().time)
    sign_in = SignIn(
        tables,
        sessions,
        play_money=settings.play_money,
        guests=GuestLimits(settings.guests_max, settings.guests_per_address),
        refill=Refill(settings.refill, settings.refill_below),
        connected=attendance.names,
        on_sign_out=attendance.end,
    )
    await sign_in.count_guests()
    founded = await sessions.has_owner()
    if not founded:
        # Before the owner has signed in nobody can set up a table: what is missing, an interrupted start left out.
        await _set_up_first_tables(tables)
    if owner_anew:
        await sign_in.sign_out_everywhere(OWNER)
    code = await sign_in.invite_owner() if owner_anew or not founded else None
    anchoring = None if anchors is None else Anchoring(tables, anchors)
    office = Office(tables, sign_in, attendance, settings.pace, store.let_go, anchoring)
    notices += readable_by_others(Path(settings.data))
    office.notices = [*notices, *(f"{ref} is out of use: {why}" for ref, why in tables.unreadable.items())]
    return Opened(office, code, store.lost)


async def _set_up_first_tables(tables: LiveTables) -> None:
    for name, ref, automatic in FIRST_TABLES:
        if name not in tables.hosts and name not in tables.broken:
            ruleset = published(ref)
            await tables.add(set_up(name, ruleset, random=automatic, limits=limits_for(ruleset)), ruleset.text)


async def _open_store(settings: Settings) -> Store:
    """Open the record in its store, and the seal's key, which is in the folder either way. Raises HouseFault."""
    folder = Path(settings.data)
    held = HeldFolder(folder)
    where = "the database" if settings.database else str(folder / RECORD)

    def check_there(new: bool) -> None:  # noqa: FBT001 - called by the store with what it found
        if new and (folder / SEAL_KEY).exists():
            raise _record_gone(folder, where)

    try:
        store = await _opened(settings, check_there)
    except BaseException:
        held.let_go()
        raise

    def let_go() -> None:
        store.let_go()
        held.let_go()

    try:
        seal = await _seal(store.record, folder, where)
    except BaseException:
        let_go()
        raise
    return Store(store.record, seal, store.lost, let_go)


def _opened(settings: Settings, on_new: OnNew) -> Awaitable[OpenStore]:
    kind, place = store_of(settings.data, settings.database)
    return kind.open_live(place, on_new)


async def _seal(record: LiveRecord, folder: Path, where: str) -> KeyedSeal:
    """Read the key of a house, or make one for a new house. Raises HouseFault.

    The front desk of a new house is recorded before the key is made. So a key
    beside a record without one means that the record is gone, and not that a
    first start was interrupted.
    """
    key = folder / SEAL_KEY
    named = {setup.table for setup in await record.tables()}
    if not named and key.exists():
        raise _record_gone(folder, where)
    if not named:
        with suppress(StaleRecordError):  # another worker opens the same record, and was first
            await record.begin(desk_set_up(DESK), "")
    return key_file(key, new=named <= {DESK})


def _record_gone(folder: Path, where: str) -> HouseFault:
    return HouseFault(
        f"{folder / SEAL_KEY} is the key of a house, and {where} holds none: its record is gone. Put the record back,"
        f" or restore a backup with croupier restore; to open a new house here, move {SEAL_KEY} away first"
    )


def readable_by_others(folder: Path) -> list[str]:
    """Say which files of a house other users of the machine can read."""
    if os.name == "nt":
        return []
    there = [path for path in (folder / SEAL_KEY, folder / RECORD) if path.exists() and path.stat().st_mode & 0o077]
    return [f"{path} can be read by other users of this machine: chmod 600 {path}" for path in there]
