"""Commands as sentences: how a round file writes what people do, and how it is read back.

Each command has one or more templates. A sentence is read by the first that
fits it and written by the first that names every field the command has set, so
reading what was written gives the same command.
"""

from __future__ import annotations

import re
import typing
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NamedTuple, cast

from croupier.table import commands
from croupier.table.commands import By, Command

_TEMPLATES: dict[type[Any], tuple[str, ...]] = {
    commands.OpenTable: ("opens the table",),
    commands.CloseTable: ("closes the table",),
    commands.TakeSeat: ("seats {player}", "seats {player} in seat {seat}"),
    commands.LeaveSeat: ("unseats {player}",),
    commands.BuyIn: (
        "sells {player} {amount} in {chips}",
        "sells {player} {amount} in {chips} {color}",
        "sells {player} {amount} in {chips} {color} at {chip_value}",
        "sells {player} {amount} in {chips} {color} at {chip_value} with marker {marker}",
    ),
    commands.CashOut: (
        "redeems {amount} in {chips} from {player}",
        "redeems {amount} in {chips} {color} from {player}",
    ),
    commands.PermitValueChips: ("permits {player} value chips", "permits {player} value chips of {color}"),
    commands.RemoveChips: ("sees {player} take {amount} away",),
    commands.BringBackChips: ("sees {player} bring {amount} back",),
    commands.CollectDebt: ("collects {amount} that {player} owes",),
    commands.ApproveRedemption: ("approves redemption for {player}", "approves redemption of {amount} for {player}"),
    commands.OpenBetting: ("opens betting",),
    commands.PlaceWager: (
        "bets {stake} on {position} as {wager}",
        "bets {stake} on {position} as {wager} in round {round}",
        "lays {stake} on {position} as {wager} for {player}",
    ),
    commands.RetractWager: ("takes back {wager}", "takes back {stake} of {wager}"),
    commands.MoveWager: ("moves {wager} to {position}, accident {accident}",),
    commands.MarkUnclear: ("calls {wager} unclear", "calls {wager} unclear at {point}"),
    commands.SpinBall: ("spins the ball {ball}, the wheel {wheel}",),
    commands.UndoSpin: ("says that no ball was spun",),
    commands.CountRevolutions: ("counts {completed} revolutions",),
    commands.CallNoMoreBets: (
        "calls no more bets",
        "calls no more bets, bell {bell}",
        "calls no more bets, wave {wave}",
        "calls no more bets, bell {bell}, wave {wave}",
    ),
    commands.AuthorizeEarlyClose: ("authorizes closing before the spin",),
    commands.ReportIrregularity: ("reports {kind}", "reports {kind}: {note}"),
    commands.CallNoSpin: (
        "calls no spin",
        "calls no spin for {reason}",
        "calls no spin, suspected {suspected}",
        "calls no spin for {reason}, suspected {suspected}",
    ),
    commands.DeclareOutcome: ("declares {pocket}",),
    commands.ConfirmOutcome: ("confirms {pocket}",),
    commands.PlaceDolly: ("puts the dolly on {pocket}",),
    commands.LiftDolly: ("lifts the dolly", "lifts the dolly off {pocket}"),
    commands.RuleOnWager: (
        "rules that {wager} shall {treatment}",
        "rules that {wager} shall {treatment} to {position}",
        "rules that {wager} shall {treatment}: {reason}",
        "rules that {wager} shall {treatment} to {position}: {reason}",
    ),
    commands.RuleOnIrregularity: ("rules {ruling}: {reason}",),
    commands.Settle: ("settles",),
    commands.CorrectOutcome: ("corrects round {round} to {pocket}: {reason}",),
    commands.ApproveCorrection: ("approves correcting round {round} to {pocket}",),
    commands.FailPower: ("sees the power fail, ball dropped {ball_dropped}",),
    commands.RestorePower: ("sees the power return",),
}
"""``set-limits`` and lists of wagers have no sentence: a round file sets limits in its head and bets one by one."""


class _Template(NamedTuple):
    command: type[Any]
    text: str
    names: frozenset[str]
    pattern: re.Pattern[str]


@cache
def _templates() -> tuple[_Template, ...]:
    """Compile every template, the most detailed first, so that a shorter one never swallows a longer sentence."""
    found = []
    for command, texts in _TEMPLATES.items():
        for text in texts:
            names = re.findall(r"\{(\w+)\}", text)
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text))
            found.append(_Template(command, text, frozenset(names), re.compile(pattern)))
    return tuple(sorted(found, key=lambda template: -len(template.names)))


def read_phrase(by: By, sentence: str) -> Command:
    """Read what somebody does. Raises ValueError if no template fits."""
    for template in _templates():
        match = template.pattern.fullmatch(sentence)
        if match is None:
            continue
        values = _values(template.command, match.groupdict())
        if values is None:
            continue
        if "player" in _fields(template.command) and "player" not in values:
            values["player"] = by.name
        return cast("Command", template.command(by=by, **values))
    raise ValueError(f"no command reads {sentence!r}")


def write_phrase(command: Command) -> str:
    """Write what somebody does."""
    given = {
        field.name
        for field in fields(command)
        if field.name != "by" and (field.default is MISSING or getattr(command, field.name) != field.default)
    }
    if isinstance(command, commands.PlaceWager) and command.player == command.by.name:
        given.discard("player")
    for template in reversed(_templates()):
        if isinstance(command, template.command) and template.names == given:
            return str(template.text.format_map({name: _word(getattr(command, name)) for name in given}))
    raise ValueError(f"no sentence for {command}")


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _fields(command: type) -> dict[str, Any]:
    return typing.get_type_hints(command)


def _values(command: type, words: dict[str, str]) -> dict[str, Any] | None:
    values = {}
    for name, word in words.items():
        hint = _fields(command)[name]
        inner = next((arg for arg in typing.get_args(hint) if arg is not type(None)), hint)
        try:
            values[name] = _read(inner, word)
        except (KeyError, ValueError):
            return None
    return values


def _read(hint: Any, word: str) -> Any:  # noqa: ANN401 - a type, and what it describes
    if hint is bool:
        return {"yes": True, "no": False}[word]
    if hint is int:
        return int(word)
    return hint(word)
