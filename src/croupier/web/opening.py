"""Opening a house: its folder, its record, its seal, the tables of the first start, and the owner's link."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from croupier.house.desk import OWNER
from croupier.house.house import House, open_house
from croupier.house.judge import RandomWheel
from croupier.house.setup import set_up
from croupier.rulebooks import published
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.storage.sessions import StoredSessions
from croupier.storage.sqlite import SqliteRecord, open_sqlite
from croupier.web.desk import FrontOffice
from croupier.web.doors import Doors
from croupier.web.folder import HeldFolder
from croupier.web.settings import Settings
from croupier.wheels.random_wheel import RandomWheel as Draws
from croupier.wheels.seal import KeyedSeal, key_file

FIRST_TABLES = (
    ("mbs-3", "mbs-roulette/3", True),
    ("mbs-2", "mbs-roulette/2", True),
    ("rws-360", "rws-roulette-360/1", True),
    ("sands", "mbs-sands-roulette/1", True),
    ("us-00", "us-double-zero/1", True),
    ("dealt-1", "mbs-roulette/3", False),
)
OUTSIDE = frozenset(
    {Kind.COLUMN, Kind.DOZEN, Kind.LOW, Kind.HIGH, Kind.ODD, Kind.EVEN, Kind.RED, Kind.BLACK, Kind.GREEN}
)
INSIDE_LIMIT = Limit(100, 20_000)
OUTSIDE_LIMIT = Limit(500, 100_000)


class Opened(NamedTuple):
    """A house that is open, and the code that lets its owner in if nobody is yet."""

    office: FrontOffice
    owner_code: str | None


async def open_office(settings: Settings, *, owner_anew: bool = False) -> Opened:
    """Open the house of a folder, or found it; if asked, with a new link for an owner who lost the way in.

    Raises HouseFault.
    """
    held = HeldFolder(Path(settings.data))
    try:
        record, seal = _open_folder(Path(settings.data))
        wheel = RandomWheel(Draws(), seal)
        house = await open_house(record, lambda text: parse(text, "a rulebook of the record"), wheel)
    except BaseException:
        held.let_go()
        raise
    sessions = StoredSessions(record)
    doors = Doors(house, sessions, play_money=settings.play_money, guests_max=settings.guests_max)
    await doors.count_guests()
    founded = await sessions.has_owner()
    if not founded:
        # Until the owner has come nobody can set up a table: what is missing is missing because a start was cut short.
        await _set_up_first_tables(house)
    if owner_anew:
        await doors.sign_out_everywhere(OWNER)
    code = await doors.invite_owner() if owner_anew or not founded else None
    office = FrontOffice(house, doors, settings.pace)
    office.on_close = held.let_go
    return Opened(office, code)


async def _set_up_first_tables(house: House) -> None:
    for name, ref, automatic in FIRST_TABLES:
        if name not in house.hosts and name not in house.broken:
            ruleset = published(ref)
            await house.add(set_up(name, ruleset, random=automatic, limits=limits_for(ruleset)), ruleset.text)


def _open_folder(folder: Path) -> tuple[SqliteRecord, KeyedSeal]:
    seal = key_file(folder / SEAL_KEY, new=not (folder / RECORD).exists())
    return open_sqlite(folder / RECORD), seal


def limits_for(ruleset: Ruleset) -> Limits | None:
    """Give the limits to display at a table whose rulebook leaves them to the house."""
    if ruleset.limits.by_kind:
        return None
    by_kind = {kind: OUTSIDE_LIMIT if kind in OUTSIDE else INSIDE_LIMIT for kind in ruleset.prices}
    return Limits(by_kind, Intake.REFUSE, LimitScope.PLAYER, None)
