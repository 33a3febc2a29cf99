"""How a house is run: by flags, the environment or one TOML file, every value checked before anything starts."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from croupier.house.automatic import Pace
from croupier.house.objections import WagerCaps
from croupier.rules.errors import CroupierError
from croupier.rules.stake import STAKE_MAX
from croupier.shelf import is_path
from croupier.storage.stores import addresses, is_database

PREFIX = "CROUPIER_"
NOT_SETTINGS = frozenset({"CROUPIER_SOAK"})
"""Variables that our own tests set."""
_PACE = Pace()


class SettingsError(CroupierError):
    """A wrong setting: which one, where it came from, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Amounts in the smallest unit, times in seconds."""

    data: str = "croupier-data"
    database: str = ""
    """The address of a PostgreSQL that keeps the record; without one it is a SQLite file in the folder."""
    host: str = "127.0.0.1"
    port: int = 8360
    origins: tuple[str, ...] = ()
    """Origins of pages that may use the service beside its own, such as ``https://night.example``."""
    rulebooks: tuple[str, ...] = ()
    """Files with rulebooks of the house's own; their texts are kept in the record when the house opens."""
    anchor_to: str = ""
    """A file in a second place; an anchor is appended to it whenever a round ends."""
    approved: str = ""
    """A file with the digests of the software that is approved; the house is opened with no other."""
    public_url: str = ""
    """Where people reach the house, such as ``https://night.example``: what invitations link to."""
    play_money: int = 100_000
    """What a guest gets on coming to a table."""
    sitting: int = 20_000
    """How much of it is changed into chips at a time, when a wager needs more than its player has at the table."""
    refill: int = 100_000
    """What a player with almost no play money left gets on asking; 0 for nothing."""
    refill_below: int = 10_000
    """A player with less than this in total, in the wallet and at the tables, may ask for a refill."""
    away: float = 120.0
    """How long a player may be gone from an automatic table before the seat is cleared and the chips are redeemed."""
    wagers_per_player: int = 500
    """How many wagers a player may lay in a round, those included that were taken back."""
    wagers_per_table: int = 25_000
    """How many wagers all players at a table may lay in a round."""
    guests_max: int = 10_000
    guests_per_address: int = 2_000
    connections_max: int = 5_000
    connections_per_address: int = 2_000
    commands_per_second: float = 200.0
    """Sustained rate of one connection; a burst may be four times as large."""
    requests_per_second: float = 200.0
    """Sustained rate of one address over HTTP; a burst may be ten times as large."""
    guests_per_second: float = 5.0
    """Sustained rate of new guests from one address; a burst may be forty times as large."""
    tick: float = 0.025
    """How long events are collected before they are sent to everybody."""
    idle: float = 600.0
    """How long a dealt round may stand still before the pit is alerted."""
    too_soon: float = 1.0
    """How soon after the call that closes betting a result is suspicious."""
    betting: float = _PACE.betting
    ball: float = _PACE.ball
    drop: float = _PACE.drop
    dolly: float = _PACE.dolly
    settle: float = _PACE.settle
    pause: float = _PACE.pause
    log: str = "info"

    @property
    def caps(self) -> WagerCaps:
        """How many wagers are taken in a round."""
        return WagerCaps(self.wagers_per_player, self.wagers_per_table)

    @property
    def pace(self) -> Pace:
        """The pace of automatic tables."""
        return Pace(self.betting, self.ball, self.drop, self.dolly, self.settle, self.pause)


_LEAST: Mapping[str, float] = {
    "wagers_per_player": 1,
    "wagers_per_table": 1,
    "connections_max": 1,
    "connections_per_address": 1,
    "commands_per_second": 1,
    "requests_per_second": 1,
    "guests_per_second": 0.1,
}
_MOST: Mapping[str, float] = {
    "port": 65535,
    **dict.fromkeys(("play_money", "sitting", "refill", "refill_below"), STAKE_MAX),
    "tick": 1.0,
}
_LOGS = ("debug", "info", "warning", "error")


def read_settings(
    flags: Mapping[str, object], *, file: str | None = None, environ: Mapping[str, str] = os.environ
) -> Settings:
    """Merge the settings: flags before the environment, the environment before the file. Raises SettingsError."""
    values: dict[str, Any] = {}
    if file is not None:
        values |= {name: _checked(name, value, f"{file}: {name}") for name, value in _file(file).items()}
    for key, text in environ.items():
        if key.startswith(PREFIX) and key not in NOT_SETTINGS:
            name = key.removeprefix(PREFIX).lower()
            values[name] = _checked(name, _parsed(name, text), key)
    given = {name: value for name, value in flags.items() if value is not None}
    values |= {name: _checked(name, value, _flag(name)) for name, value in given.items()}
    return Settings(**values)


def _flag(name: str) -> str:
    """Write a setting as a flag; one that can be repeated is named after a single value."""
    return f"--{name.removesuffix('s') if name == 'rulebooks' else name.replace('_', '-')}"


_TYPES: Mapping[str, str] = {field.name: str(field.type) for field in fields(Settings)}


def _file(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None


def _parsed(name: str, text: str) -> object:
    """Parse a value from the environment, which is always text; what does not fit stays text and is refused."""
    kind = _TYPES.get(name, "str")
    if kind.startswith("tuple"):
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind == "int" and re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    if kind == "float" and re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", text):
        return float(text)
    return text


def _is_origin(text: str) -> bool:
    """Whether a text is an origin exactly as a browser sends it."""
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and text == f"{parts.scheme}://{host}{port}"


def _is_rulebook(text: str) -> bool:
    return is_path(text) and text.isprintable()


_LISTS: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "origins": (_is_origin, "https://night.example"),
    "rulebooks": (_is_rulebook, "house.toml"),
}


def _plain(bound: float) -> str:
    """Write a bound as somebody would type it: 1000000000000 and not 1e+12."""
    return str(int(bound)) if bound == int(bound) else str(bound)


def _checked(name: str, value: object, where: str) -> object:
    if name not in _TYPES:
        raise SettingsError(f"{where}: no such setting; there are {', '.join(_TYPES)}")
    kind = _TYPES[name]
    if kind == "float" and type(value) is int:
        value = float(value)
    if kind.startswith("tuple"):
        fits, example = _LISTS[name]
        if isinstance(value, (list, tuple)) and all(isinstance(one, str) and fits(one) for one in value):
            return tuple(value)
        raise SettingsError(f'{where}: expected a list such as ["{example}"], not {value!r:.80}')
    if type(value).__name__ != kind:
        words = {"int": "a whole number", "float": "a number of seconds", "str": "text"}
        raise SettingsError(f"{where}: expected {words[kind]}, not {value!r:.80}")
    if isinstance(value, (int, float)):
        least, most = _LEAST.get(name, 0.0), _MOST.get(name, 1e12)
        if not least <= value <= most:
            raise SettingsError(f"{where}: expected {_plain(least)} to {_plain(most)}, not {value!r:.80}")
    if isinstance(value, str):
        _check_text(name, value, where)
    return value


def _check_text(name: str, value: str, where: str) -> None:
    if not value or not value.isprintable():
        raise SettingsError(f"{where}: expected text that can be printed, not {value!r:.80}")
    if name == "database" and not is_database(value):
        # Not repeated: a password could be anywhere in it.
        raise SettingsError(f"{where}: expected {' or '.join(addresses())}")
    if name == "public_url" and not _is_origin(value):
        raise SettingsError(f"{where}: expected an origin such as https://night.example, not {value!r:.80}")
    if name == "log" and value not in _LOGS:
        raise SettingsError(f"{where}: expected one of {', '.join(_LOGS)}, not {value!r:.80}")
