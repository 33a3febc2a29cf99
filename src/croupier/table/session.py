"""A table that answers lines: decides, folds, and gives the same receipt for the same id."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from croupier.rules.ruleset import Ruleset
from croupier.table.commands import Command
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire import Json, WireError, command_json, dumped, error_json, event_json, read_line, refusal_json
from croupier.table.wire_rules import wire

RECEIPTS_KEPT = 10_000
"""How many receipts a session keeps in memory; older ones are moved out, and none is forgotten."""

Key = tuple[str, str]
"""The asker and the id."""


class Older(Protocol):
    """Where older receipts are kept: by key, the command and the answer."""

    def get(self, key: Key, /) -> tuple[str, str] | None: ...

    def put(self, key: Key, kept: tuple[str, str], /) -> None: ...


class InMemory(dict[Key, tuple[str, str]]):
    """Older receipts in a dict."""

    put = dict.__setitem__


class Session:
    """One table and its receipts, driven line by line."""

    __slots__ = ("_older", "_receipts", "ruleset", "table")

    def __init__(self, table: Table, ruleset: Ruleset, older: Older | None = None) -> None:
        self.table, self.ruleset = table, ruleset
        self._older = InMemory() if older is None else older
        self._receipts: OrderedDict[Key, tuple[Command, str]] = OrderedDict()

    def answer(self, line: bytes) -> str:
        """Answer one line with one line. Never raises because of what a line says."""
        try:
            asked = read_line(line)
        except WireError as error:
            return dumped(error_json(error))
        key = (asked.command.by.name, asked.id)
        known = self._receipts.get(key)
        if known is not None:
            return known[1] if known[0] == asked.command else self._reused(asked.id)
        put_away = self._older.get(key)
        if put_away is not None:
            return put_away[1] if put_away[0] == _text(asked.command) else self._reused(asked.id)
        receipt = dumped({"id": asked.id, **self._play(asked.command)})
        self._receipts[key] = (asked.command, receipt)
        if len(self._receipts) > RECEIPTS_KEPT:
            oldest, (command, answered) = self._receipts.popitem(last=False)
            self._older.put(oldest, (_text(command), answered))
        return receipt

    def _play(self, command: Command) -> Json:
        decision = decide(self.table, command, self.ruleset)
        if isinstance(decision, Refusal):
            return {"refused": refusal_json(decision)}
        self.table = replay(self.table, decision)
        return {"events": [event_json(event) for event in decision]}

    def _reused(self, ident: str) -> str:
        refusal = Refusal(Code.ID_REUSED, wire("1.1"), {"id": ident})
        return dumped({"id": ident, "refused": refusal_json(refusal)})


def _text(command: Command) -> str:
    return dumped(command_json(command))
