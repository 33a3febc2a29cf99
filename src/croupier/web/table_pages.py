"""Tables over HTTP: the lobby, snapshots, events, results, rounds retold; commands for programs without a socket."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec

from croupier.house.faults import HouseFault, StaleRecordError
from croupier.house.host import Host
from croupier.house.house import Broken
from croupier.house.seating import CHIP_VALUE, COLORS, free_color, taken_colors
from croupier.house.setup import set_up
from croupier.rulebooks import REFS, published
from croupier.rules import plain
from croupier.rules.procedure import Role
from croupier.rules.telling import tell
from croupier.table import events
from croupier.table.events import Event
from croupier.table.retell import retell
from croupier.table.state import Phase
from croupier.web import shapes
from croupier.web.buckets import Buckets
from croupier.web.command_shapes import command_schemas
from croupier.web.desk import FrontOffice
from croupier.web.frames import frame_id, read_asked
from croupier.web.operations import Asking, Handler, Operation
from croupier.web.problems import Problem, ProblemError, refused
from croupier.web.views import sees_all, snapshot, told, without_debts

EXAMPLE = {"table": "mbs-3", "round": "1"}
TABLE = "{table:[a-z0-9-]+}"


class TablePages:
    """Everything about tables."""

    def __init__(self, office: FrontOffice, commands: Buckets) -> None:
        """Show the tables of a house, and take so many commands from each session."""
        self._office, self._commands = office, commands

    def operations(self) -> list[Operation]:
        """List what can be asked."""
        return [*self._to_look_at(), *self._to_act_on()]

    def _to_look_at(self) -> list[Operation]:
        of, one = f"/tables/{TABLE}", dict[str, Any]
        return [
            Operation("GET", "/tables", "listTables", "Every table.", self.listed, list[shapes.TableTold]),
            Operation(
                "POST",
                "/tables",
                "addTable",
                "Set up a table.",
                self.add,
                shapes.TableTold,
                body=shapes.TableAsked,
                signed=True,
                status=201,
                problems=(404, 409),
            ),
            self._get(of, "showTable", "A table as whoever asks may see it.", self.shown, one),
            self._get(
                of + "/events", "listEvents", "Its events in order.", self.events, shapes.EventsTold, shapes.Since
            ),
            self._get(
                of + "/results", "listResults", "Its last results.", self.results, shapes.ResultsTold, shapes.Last
            ),
            self._get(of + "/chips", "showChips", "What chips can be bought here.", self.chips, shapes.ChipsTold),
            self._get(of + "/rounds/{round:[0-9]+}", "showRound", "A round retold.", self.round, shapes.RoundTold),
        ]

    def _to_act_on(self) -> list[Operation]:
        of, one = f"/tables/{TABLE}", dict[str, Any]
        return [
            Operation(
                "GET",
                of + "/history",
                "listHistory",
                "One's own last rounds.",
                self.history,
                list[shapes.PlayedTold],
                signed=True,
                problems=(404,),
                examples=EXAMPLE,
            ),
            Operation(
                "GET",
                of + "/refusals",
                "listRefusals",
                "The last refusals, for staff.",
                self.refusals,
                list[shapes.RefusalTold],
                query=shapes.Last,
                signed=True,
                problems=(404,),
                examples=EXAMPLE,
            ),
            Operation(
                "POST",
                of + "/commands",
                "askTable",
                "Ask a table for something, as over the socket.",
                self.ask,
                one,
                body=one,
                described={"oneOf": [*command_schemas().values()]},
                signed=True,
                problems=(404, 409),
                examples=EXAMPLE,
            ),
        ]

    def _get(
        self, path: str, name: str, summary: str, handler: Handler, gives: object, query: type | None = None
    ) -> Operation:
        return Operation("GET", path, name, summary, handler, gives, query=query, problems=(404,), examples=EXAMPLE)

    def _host(self, asking: Asking) -> Host:
        return self._office.house.host(asking.path["table"])

    async def listed(self, _: Asking) -> object:
        """List the tables."""
        house = self._office.house
        return [*map(table_told, house.hosts.values()), *map(broken_told, house.broken.values())]

    async def add(self, asking: Asking) -> object:
        """Set up a table; the owner's to do."""
        assert asking.who is not None
        if not asking.who.owner:
            raise ProblemError(403, "role-not-allowed", "the owner sets up tables")
        ruleset = self._office.rules.find(asking.body.rulebook)
        setup = set_up(asking.body.table, ruleset, random=asking.body.automatic)
        try:
            host = await self._office.add_table(setup, ruleset.text)
        except StaleRecordError:
            raise ProblemError(409, "name-taken", f"there is a table {setup.table!r}") from None
        except HouseFault as fault:
            raise ProblemError(400, "bad-name", str(fault)) from None
        return table_told(host)

    async def shown(self, asking: Asking) -> object:
        """Show a table."""
        host = self._host(asking)
        return snapshot(host, self._office.doors.by(asking.who, host), self._office.due(host.name))

    async def events(self, asking: Asking) -> object:
        """Read on in a record."""
        host, query = self._host(asking), asking.query
        by = self._office.doors.by(asking.who, host)
        found: list[Any] = []
        if query.after <= host.table.seq:
            async for entry, event in self._office.house.record.read(host.name, query.after):
                found.append(json.loads(told(entry, event, by)))
                if len(found) >= query.limit:
                    break
        return shapes.EventsTold(found, host.table.seq)

    async def results(self, asking: Asking) -> object:
        """Give the last results, and counts beside what chance would give."""
        host = self._host(asking)
        colors = {pocket: color for color, cited in host.ruleset.colors.items() for pocket in cited.value}
        last = [shapes.ResultTold(one.round, one.pocket, list(one.clauses)) for one in list(host.results.last)][
            -asking.query.last :
        ]
        counts = host.results.counts()
        told_counts = [
            shapes.CountTold(one.pocket, colors.get(one.pocket, "green"), one.seen, str(one.expected)) for one in counts
        ]
        shown = host.ruleset.procedure.outcome.wrong_display
        says, clauses = tell("outcome.wrong_display", shown), plain.numbers(shown.clauses)
        return shapes.ResultsTold(last, sum(one.seen for one in counts), told_counts, says, clauses)

    async def chips(self, asking: Asking) -> object:
        """Give the chips that can be bought, and whose color is whose: colors lie on the cloth for all to see."""
        host = self._host(asking)
        rules, table = host.ruleset.procedure, host.table
        owners = taken_colors(table)
        shown = dict.fromkeys((*COLORS, *owners, free_color(table)))
        default, least = rules.chips.color_value_default, table.house.limits.chip_value_min
        return shapes.ChipsTold(
            [str(sort) for sort in rules.wagers.chips.value],
            plain.numbers(rules.wagers.chips.clauses),
            [shapes.ColorTold(color, owners.get(color)) for color in shown],
            plain.numbers(rules.chips.exclusive.clauses),
            plain.numbers(rules.chips.color_value.clauses),
            least,
            default.value if default is not None else max(CHIP_VALUE, least or 0),
        )

    async def history(self, asking: Asking) -> object:
        """Give one's own last rounds."""
        assert asking.who is not None
        rounds = self._host(asking).results.history(asking.who.name)
        return [
            shapes.PlayedTold(one.round, one.pocket, msgspec.convert(one.bets, list[shapes.BetTold])) for one in rounds
        ]

    async def refusals(self, asking: Asking) -> object:
        """Give the last refusals to staff."""
        host = self._host(asking)
        if not sees_all(self._office.doors.by(asking.who, host)):
            raise ProblemError(403, "role-not-allowed", "refusals are shown to dealer, pit and auditor")
        found = []
        async for receipt in self._office.house.record.refusals(host.name, asking.query.last):
            command, no = json.loads(receipt.command), json.loads(receipt.refused or "{}")
            found.append(shapes.RefusalTold(receipt.at, receipt.who, receipt.id, command, no))
        return found

    async def round(self, asking: Asking) -> object:
        """Retell a round, with what proves it."""
        host, wanted = self._host(asking), asking.path["round"]
        by = self._office.doors.by(asking.who, host)
        story = shapes.RoundTold(host.name, wanted, host.ruleset.ref, host.ruleset.digest)
        start = await self._office.round_start(host, wanted)
        if start is None:
            raise ProblemError(404, "unknown-round", f"table {host.name} has no round {wanted!r:.40}")
        async for entry, happened in self._office.house.record.read(host.name, start - 1):
            event = cast("Event", happened)
            if isinstance(event, events.BettingOpened) and event.round != wanted:
                break
            data = json.loads(told(entry, event, by))
            if data["type"] == "undisclosed":
                continue
            if isinstance(event, events.OutcomeCorrected):
                event = without_debts(event, by)
            line = shapes.RetoldLine(
                entry.seq, data["at"], retell(event, written), list(event.clauses), event.type, event.by.name
            )
            story.lines.append(line)
            _prove(story, event)
        return story

    async def ask(self, asking: Asking) -> object:
        """Pass a command on, and answer with its receipt or with the problem."""
        assert asking.who is not None
        host = self._host(asking)
        by = self._office.doors.by(asking.who, host)
        if by is None or by.role in (Role.AUDITOR, Role.SURVEILLANCE):
            raise ProblemError(403, "role-not-allowed", "you look on at this table and ask for nothing")
        if not self._commands.take(asking.who.session, self._office.clock()):
            raise ProblemError(429, "too-many", "more commands than one may send; wait a moment")
        data = dict(asking.body)
        ident = frame_id(data)
        receipt: dict[str, Any] = msgspec.json.decode(await self._office.ask(host, ident, read_asked(data, by)))
        if "refused" in receipt:
            raise RefusedProblemError(refused(receipt["refused"]))
        return receipt


class RefusedProblemError(ProblemError):
    """A refusal on its way out as a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.status, problem.code, problem.detail)
        self.problem = problem


def written(amount: int) -> str:
    """Write an amount for the eye, as the pages do: a hundred of the smallest unit make one."""
    whole, rest = divmod(amount, 100)
    return f"{whole:,}".replace(",", " ") + (f".{rest:02}" if rest else "")


def _prove(story: shapes.RoundTold, event: Event) -> None:
    """Keep what a verifier needs of a round."""
    match event:
        case events.BettingOpened():
            story.commitment, story.digest = event.commitment, event.digest
        case events.RoundClosed():
            story.secret, story.pocket = event.secret, event.pocket
        case events.RoundVoided():
            story.secret, story.pocket, story.void = event.secret, None, True
        case events.OutcomeDeclared() | events.OutcomeCorrected():
            story.pocket = event.pocket
        case _:
            pass


def table_told(host: Host) -> shapes.TableTold:
    """Show a table in the lobby."""
    table = host.table
    limits = msgspec.convert(plain.limits(table.house.limits), shapes.LimitsTold)
    return shapes.TableTold(
        host.name,
        host.ruleset.ref,
        host.ruleset.title,
        host.ruleset.house,
        host.setup.random,
        table.house.open,
        table.round.phase,
        table.round.name,
        sum(1 for seated in table.house.seats.values() if seated),
        limits,
        [one.pocket for one in list(host.results.last)[-10:]],
        host.results.pace(),
        host.fault,
    )


def broken_told(broken: Broken) -> shapes.TableTold:
    """Show a table in the lobby whose record does not hold: its name, and that it is out of service."""
    setup = broken.setup
    ref = setup.rulebook
    title, house = (published(ref).title, published(ref).house) if ref in REFS else (ref, None)
    return shapes.TableTold(
        setup.table,
        ref,
        title,
        house,
        setup.random,
        open=False,
        phase=Phase.CLOSED,
        round=None,
        seats=0,
        limits=None,
        last=[],
        pace=None,
        fault=broken.why,
    )
