"""How a house is run: by flags, the environment or one TOML file, every value checked before anything starts."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from croupier.house.automatic import Pace
from croupier.rules.errors import CroupierError
from croupier.rules.stake import STAKE_MAX

PREFIX = "CROUPIER_"
NOT_SETTINGS = frozenset({"CROUPIER_SOAK"})
"""What our own tests are told through the environment."""
_PACE = Pace()


class SettingsError(CroupierError):
    """A setting that is not right: which, where it came from, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Amounts in the smallest unit, times in seconds."""

    data: str = "croupier-data"
    host: str = "127.0.0.1"
    port: int = 8360
    origins: tuple[str, ...] = ()
    """Origins of pages that may use the service beside its own, such as ``https://night.example``."""
    play_money: int = 100_000
    """What a guest gets on coming in."""
    sitting: int = 20_000
    """How much of it is changed into chips on coming to a table."""
    away: float = 120.0
    """How long a player may be gone from an automatic table before the seat is cleared and the chips are redeemed."""
    guests_max: int = 10_000
    connections_max: int = 5_000
    connections_per_address: int = 2_000
    commands_per_second: float = 200.0
    """That one connection may go on sending; it may send four times as many at once."""
    requests_per_second: float = 200.0
    """That one address may go on sending over HTTP; it may send ten times as many at once."""
    guests_per_second: float = 5.0
    """That one address may go on bringing; it may bring forty times as many at once."""
    tick: float = 0.025
    """How long events are gathered before they are told to everybody."""
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
    def pace(self) -> Pace:
        """The pace of automatic tables."""
        return Pace(self.betting, self.ball, self.drop, self.dolly, self.settle, self.pause)


_LEAST: Mapping[str, float] = {
    "connections_max": 1,
    "connections_per_address": 1,
    "commands_per_second": 1,
    "requests_per_second": 1,
    "guests_per_second": 0.1,
}
_MOST: Mapping[str, float] = {"port": 65535, "play_money": STAKE_MAX, "sitting": STAKE_MAX, "tick": 1.0}
_LOGS = ("debug", "info", "warning", "error")


def read_settings(
    flags: Mapping[str, object], *, file: str | None = None, environ: Mapping[str, str] = os.environ
) -> Settings:
    """Join what was set: flags before the environment, that before the file. Raises SettingsError."""
    values: dict[str, Any] = {}
    if file is not None:
        values |= {name: _checked(name, value, f"{file}: {name}") for name, value in _file(file).items()}
    for key, text in environ.items():
        if key.startswith(PREFIX) and key not in NOT_SETTINGS:
            name = key.removeprefix(PREFIX).lower()
            values[name] = _checked(name, _parsed(name, text), key)
    given = {name: value for name, value in flags.items() if value is not None}
    values |= {name: _checked(name, value, f"--{name.replace('_', '-')}") for name, value in given.items()}
    return Settings(**values)


_TYPES: Mapping[str, str] = {field.name: str(field.type) for field in fields(Settings)}


def _file(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None


def _parsed(name: str, text: str) -> object:
    """Read what the environment says, which is always text; what does not fit stays text and is refused."""
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
        if isinstance(value, (list, tuple)) and all(isinstance(one, str) and _is_origin(one) for one in value):
            return tuple(value)
        raise SettingsError(f'{where}: expected a list such as ["https://night.example"], not {value!r:.80}')
    if type(value).__name__ != kind:
        words = {"int": "a whole number", "float": "a number of seconds", "str": "text"}
        raise SettingsError(f"{where}: expected {words[kind]}, not {value!r:.80}")
    if isinstance(value, (int, float)):
        least, most = _LEAST.get(name, 0.0), _MOST.get(name, 1e12)
        if not least <= value <= most:
            raise SettingsError(f"{where}: expected {_plain(least)} to {_plain(most)}, not {value!r:.80}")
    if isinstance(value, str) and (not value or not value.isprintable()):
        raise SettingsError(f"{where}: expected text that can be printed, not {value!r:.80}")
    if name == "log" and value not in _LOGS:
        raise SettingsError(f"{where}: expected one of {', '.join(_LOGS)}, not {value!r:.80}")
    return value
