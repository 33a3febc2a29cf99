"""Those who bet: many players at several tables, who remember what they asked and what they were told."""

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.house.dealing import BY
from croupier.house.desk import DESK, FundWallet
from croupier.rules.procedure import ChipSort, Role
from croupier.table.commands import BuyIn, By, CashOut, Laid, PlaceWager, PlaceWagers, RetractWager
from croupier.table.wire import AnyCommand, command_json

POSITIONS = (
    "straight:17",
    "split:17-20",
    "street:1-2-3",
    "corner:8-9-11-12",
    "column:2",
    "dozen:1",
    "red",
    "even",
    "low",
)
FUNDED = 10**9
BOUGHT = 10**6
STAKE = 500


class Key(NamedTuple):
    """What makes a command one: the table, who asks, and the id."""

    table: str
    who: str
    id: str


class History:
    """What was asked and what was answered: it lives outside of the house, as the clients do."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.asked: dict[Key, str] = {}
        self.pending: dict[Key, None] = {}
        self.acked: dict[Key, str] = {}
        self.findings: list[str] = []
        self.refused: list[str] = []
        self.faults: Counter[str] = Counter()
        self.failed: list[Key] = []
        """Not stored, or nobody knows: to be asked again."""
        self.phases: Counter[str] = Counter()
        self.commitments: dict[tuple[str, str], str] = {}
        self.seqs: dict[str, int] = {}
        self.again = 0
        """Receipts that were given more than once."""

    def told(self, line: str) -> None:
        """Take a line of a worker."""
        head, *rest = line.split("\t", 3)
        if head == "hello":
            self._restored(json.loads(rest[0]))
        elif head == "refused":
            self.refused.append(rest[0])
        elif head != "bye":
            who, ident, answer = rest
            self._answered(Key(head, who, ident), answer)

    def _answered(self, key: Key, answer: str) -> None:
        if answer.startswith("!"):
            self.faults[answer[1:]] += 1
            if key in self.pending:
                self.failed.append(key)
            return
        self.pending.pop(key, None)
        before = self.acked.setdefault(key, answer)
        if before is not answer:
            self.again += 1
            if before != answer:
                self.findings.append(f"{key} was told {before}, and now {answer}")
        for event in json.loads(answer).get("events", ()):
            self.seqs[key.table] = max(self.seqs.get(key.table, 0), event["seq"])
            if event.get("commitment"):
                self._committed(key.table, event["round"], event["commitment"])

    def _restored(self, tables: Mapping[str, Mapping[str, object]]) -> None:
        """Hold a restored table to what its clients know of it."""
        for name, stands in tables.items():
            self.phases[str(stands["phase"])] += 1
            if int(str(stands["seq"])) < self.seqs.get(name, 0):
                self.findings.append(f"{name} was acknowledged up to {self.seqs[name]} and is at {stands['seq']}")
            if stands["commitment"]:
                self._committed(name, str(stands["round"]), str(stands["commitment"]))

    def _committed(self, table: str, round_name: str, commitment: str) -> None:
        before = self.commitments.setdefault((table, round_name), commitment)
        if before != commitment:
            self.findings.append(f"{table} round {round_name} was committed to {before}, and now to {commitment}")


class Clients:
    """Players who ask for one thing after the other, now and then for the same thing again."""

    def __init__(self, history: History, tables: tuple[str, ...], players: int, seed: int) -> None:
        """Seat players at tables."""
        self.history, self._random = history, random.Random(seed)  # noqa: S311 - a test that can be repeated
        self._tables, self._number, self._wagers = tables, 0, list[tuple[str, str, str]]()
        self._first = [
            ask for number in range(players) for table in tables for ask in self._arrival(f"p{number}", table)
        ]
        self._ways: tuple[tuple[int, Callable[[str, str], Key]], ...] = (
            (70, self._place),
            (8, self._place_several),
            (8, self._retract),
            (6, self._buy),
            (4, self._cash_out),
            (4, self._fund),
        )
        self._players = [f"p{number}" for number in range(players)]

    def next(self) -> Key:
        """Ask for the next thing."""
        if self._first:
            return self._first.pop(0)()
        if self.history.acked and self._random.random() < 0.03:
            return self.once_more()
        weights = [weight for weight, _ in self._ways]
        (_, way) = self._random.choices(self._ways, weights)[0]
        return way(self._random.choice(self._players), self._random.choice(self._tables))

    def _arrival(self, player: str, table: str) -> list[Callable[[], Key]]:
        return [lambda: self._fund(player, table), lambda: self._buy(player, table)]

    def once_more(self) -> Key:
        """Ask for something that was asked before, as a client does whose line was cut."""
        return self._random.choice([*self.history.asked][-2_000:])

    def _ask(self, table: str, command: AnyCommand) -> Key:
        self._number += 1
        body = command_json(command)
        key = Key(table, body["by"]["name"], f"c{self._number}")
        self.history.asked[key] = json.dumps(body)
        return key

    def _fund(self, player: str, _: str) -> Key:
        return self._ask(DESK, FundWallet(BY, player, FUNDED, "play money"))

    def _buy(self, player: str, table: str) -> Key:
        return self._ask(table, BuyIn(By(player, Role.PLAYER), player, BOUGHT, ChipSort.CASH))

    def _cash_out(self, player: str, table: str) -> Key:
        return self._ask(table, CashOut(By(player, Role.PLAYER), player, STAKE, ChipSort.CASH))

    def _place(self, player: str, table: str) -> Key:
        wager = f"w{self._number}"
        self._wagers.append((table, player, wager))
        position = self._random.choice(POSITIONS)
        return self._ask(table, PlaceWager(By(player, Role.PLAYER), wager, player, position, STAKE))

    def _place_several(self, player: str, table: str) -> Key:
        laid = tuple(Laid(f"w{self._number}-{n}", self._random.choice(POSITIONS), STAKE) for n in range(3))
        return self._ask(table, PlaceWagers(By(player, Role.PLAYER), laid, player))

    def _retract(self, player: str, table: str) -> Key:
        if not self._wagers:
            return self._place(player, table)
        place, owner, wager = self._random.choice(self._wagers[-50:])
        return self._ask(place, RetractWager(By(owner, Role.PLAYER), wager))
