"""Tables over HTTP: the lobby, snapshots, events, results, rounds retold; commands for programs without a socket."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from croupier.house.desk_tables import Listed
from croupier.house.faults import HouseFault, StaleRecordError
from croupier.house.host import Host
from croupier.house.ports import Entry
from croupier.house.purchase import sort_of
from croupier.house.seating import CHIP_VALUE, COLORS, free_color, taken_colors
from croupier.house.setup import set_up
from croupier.house.tables import Broken
from croupier.rulebooks import REFS, published
from croupier.rules import plain
from croupier.rules.limits import Limits
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.rules.telling import tell
from croupier.table import events
from croupier.table.commands import By
from croupier.table.events import Event
from croupier.table.opening import limits_to_come
from croupier.table.retell import retell
from croupier.table.state import Phase, Purse
from croupier.web.access.buckets import Buckets
from croupier.web.api import shapes
from croupier.web.api.command_shapes import command_schemas
from croupier.web.api.examine_shapes import RoundIn
from croupier.web.api.games import game_out
from croupier.web.api.operations import Asking, Handler, Operation
from croupier.web.api.problems import Problem, ProblemError, refused
from croupier.web.api.rulebook_shapes import UnexpressedOut
from croupier.web.displayed import limits_for, presets
from croupier.web.live.frames import frame_id, read_asked, wagers_of
from croupier.web.live.views import sees_all, snapshot, visible_line, without_debts
from croupier.web.office import Office
from croupier.wheels.draw import WHEEL_SIZES

EXAMPLE = {"table": "mbs-3", "round": "1"}
WEIGHT = 20
"""What a request about a whole round counts as: at the default limits ten a second."""
CORRECTED_WITHIN = 500
"""Events after the end of a round among which its corrections are looked for, if it is told in pages."""
AT_ONCE = 100
"""Events that are read and told for a stranger before others have their turn."""
PAID_EACH = 100
"""Events that count as one request more when they are listed."""
TABLE = "{table:[a-z0-9-]+}"
AS_SET_UP = Listed()
"""How a table is listed whose name nobody has changed."""


class TableOperations:
    def __init__(self, office: Office, commands: Buckets) -> None:
        """Show the tables of a house, and limit how many commands a session may send."""
        self._office, self._commands = office, commands

    def operations(self) -> list[Operation]:
        return [*self._to_look_at(), *self._to_act_on()]

    def _to_look_at(self) -> list[Operation]:
        of, one = f"/tables/{TABLE}", dict[str, Any]
        return [
            Operation(
                "GET",
                "/tables",
                "listTables",
                "Every table, or the one that is asked for.",
                self.listed,
                list[shapes.TableOut],
                query=shapes.TablesIn,
            ),
            Operation(
                "POST",
                "/tables",
                "addTable",
                "Set up a table.",
                self.add,
                shapes.TableOut,
                body=shapes.TableIn,
                signed=True,
                status=201,
                problems=(404, 409),
            ),
            self._get(of, "showTable", "A table as whoever asks may see it.", self.shown, one),
            Operation(
                "GET",
                of + "/events",
                "listEvents",
                "Its events in order.",
                self.events,
                shapes.EventsOut,
                query=shapes.EventsIn,
                problems=(404,),
                examples=EXAMPLE,
                weigh=lambda query: 1 + query.limit // PAID_EACH,
            ),
            self._get(
                of + "/results", "listResults", "Its last results.", self.results, shapes.ResultsOut, shapes.LastIn
            ),
            self._get(of + "/chips", "showChips", "What chips can be bought here.", self.chips, shapes.ChipsOut),
            Operation(
                "GET",
                of + "/rounds/{round:[0-9]+}",
                "showRound",
                "A round retold, in pages if it is long.",
                self.round,
                shapes.RoundOut,
                query=RoundIn,
                problems=(404,),
                weight=WEIGHT,
                examples=EXAMPLE,
            ),
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
                list[shapes.PlayedOut],
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
                list[shapes.RefusalOut],
                query=shapes.LastIn,
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
            Operation(
                "POST",
                of + "/timer",
                "startTimer",
                "Show everybody at a dealt table how long bets are still taken, for staff; it closes nothing.",
                self.start_timer,
                shapes.ClosingOut,
                body=shapes.TimerIn,
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
        return self._office.tables.host(asking.path["table"])

    async def listed(self, asking: Asking) -> object:
        live, due, only = self._office.tables, self._office.due, asking.query.table
        listed = {name: live.desk.listed(name) for name in live.hosts}
        hosts = [
            table_out(host, due(name), listed[name])
            for name, host in live.hosts.items()
            if (only is None and not listed[name].removed) or only == name
        ]
        broken = [broken_table_out(one) for name, one in live.broken.items() if only in (None, name)]
        return [*hosts, *broken]

    async def add(self, asking: Asking) -> object:
        """Set up a table; for the owner only."""
        assert asking.who is not None
        if not asking.who.owner:
            raise ProblemError(403, "role-not-allowed", "the owner sets up tables")
        ruleset = self._office.rules.find(asking.body.rulebook)
        if asking.body.automatic and len(ruleset.pockets) not in WHEEL_SIZES:
            least, most, has = WHEEL_SIZES[0], WHEEL_SIZES[-1], len(ruleset.pockets)
            says = f"the random wheel has {least} to {most} pockets, and {ruleset.ref} has {has}; let a dealer deal it"
            raise ProblemError(409, "no-random-wheel", says)
        limits = limits_for(ruleset) if asking.body.preset is None else _preset(ruleset, asking.body.preset)
        setup = set_up(asking.body.table, ruleset, random=asking.body.automatic, limits=limits)
        try:
            host = await self._office.add_table(setup, ruleset.text)
        except StaleRecordError:
            raise ProblemError(409, "name-taken", f"there is a table {setup.table!r}") from None
        except HouseFault as fault:
            raise ProblemError(400, "bad-name", str(fault)) from None
        return table_out(host)

    async def shown(self, asking: Asking) -> object:
        host = self._host(asking)
        return snapshot(host, self._office.sign_in.by(asking.who, host), self._office.due(host.name))

    async def events(self, asking: Asking) -> object:
        """Read further events of a record."""
        host, query = self._host(asking), asking.query
        by = self._office.sign_in.by(asking.who, host)
        found: list[Any] = []
        if query.after <= host.table.seq:
            async for entry, event in host.stream.read(query.after, min(query.limit, AT_ONCE)):
                found.append(json.loads(visible_line(entry, event, by)))
                if len(found) >= query.limit:
                    break
        return shapes.EventsOut(found, host.table.seq)

    async def results(self, asking: Asking) -> object:
        """Return the last results, and counts beside what chance would give."""
        host = self._host(asking)
        colors = {pocket: color for color, cited in host.ruleset.colors.items() for pocket in cited.value}
        last = [shapes.ResultOut(one.round, one.pocket, list(one.clauses)) for one in list(host.results.last)][
            -asking.query.last :
        ]
        counts = host.results.counts()
        pockets = [
            shapes.CountOut(one.pocket, colors.get(one.pocket, "green"), one.seen, str(one.expected)) for one in counts
        ]
        shown = host.ruleset.procedure.outcome.wrong_display
        says, clauses = tell("outcome.wrong_display", shown), plain.numbers(shown.clauses)
        return shapes.ResultsOut(last, sum(one.seen for one in counts), pockets, says, clauses)

    async def chips(self, asking: Asking) -> object:
        """Return the chips that can be bought, and who has which color: colors lie on the cloth for all to see."""
        host = self._host(asking)
        rules, table = host.ruleset.procedure, host.table
        owners = taken_colors(table)
        shown = dict.fromkeys((*COLORS, *owners, free_color(table)))
        default, least = rules.chips.color_value_default, table.standing.limits.chip_value_min
        purse = None if asking.who is None else table.standing.purses.get(asking.who.name)
        seats = [player for player, seated in table.standing.seats.items() if seated]
        people = self._office.tables.desk.people
        staff = sees_all(self._office.sign_in.by(asking.who, host))
        return shapes.ChipsOut(
            [str(sort) for sort in rules.wagers.chips.value],
            plain.numbers(rules.wagers.chips.clauses),
            [shapes.ColorOut(color, owners.get(color)) for color in shown],
            plain.numbers(rules.chips.exclusive.clauses),
            plain.numbers(rules.chips.color_value.clauses),
            least,
            default.value if default is not None else max(CHIP_VALUE, least or 0),
            shapes.FirstChipsOut(*sort_of(table, host.ruleset, purse or Purse())),
            seats,
            [one for one in seats if staff and (person := people.get(one)) is not None and person.walk_up == host.name],
            {player: place for player, place in table.standing.places.items() if place},
        )

    async def history(self, asking: Asking) -> object:
        """Return the asker's own last rounds."""
        assert asking.who is not None
        rounds = self._host(asking).results.history(asking.who.name)
        return [
            shapes.PlayedOut(one.round, one.pocket, msgspec.convert(one.bets, list[shapes.BetOut])) for one in rounds
        ]

    async def refusals(self, asking: Asking) -> object:
        """Return the last refusals to staff."""
        host = self._host(asking)
        if not sees_all(self._office.sign_in.by(asking.who, host)):
            raise ProblemError(403, "role-not-allowed", "refusals are shown to dealer, pit and auditor")
        found = []
        async for receipt in host.stream.refusals(asking.query.last):
            command, no = json.loads(receipt.command), json.loads(receipt.refused or "{}")
            found.append(shapes.RefusalOut(receipt.at, receipt.who, receipt.id, command, no))
        return found

    async def round(self, asking: Asking) -> object:
        """Retell a round, with its proof."""
        host, wanted = self._host(asking), asking.path["round"]
        by = self._office.sign_in.by(asking.who, host)
        story = shapes.RoundOut(host.name, wanted, host.ruleset.ref, host.ruleset.digest)
        first, last = span_of(host, wanted)
        page = asking.query
        begin = max(first, page.after + 1)
        if last is None or begin <= last:
            if begin > first:
                await _prove_from(story, host, first, 1)
            story.after = await self._retell(story, host, by, begin, page.limit)
            if story.after is None:
                for seq in host.results.corrected_later(wanted):
                    entry, event = await anext(host.stream.read(seq - 1))
                    _tell_line(story, entry, event, by)
            end = host.results.end(wanted)
            if end is not None and (story.after is not None or begin > end):
                await _prove_from(story, host, end, CORRECTED_WITHIN)
        return story

    async def _retell(self, story: shapes.RoundOut, host: Host, by: By | None, begin: int, limit: int) -> int | None:
        """Retell a page of a round; returns the seq after which the next page begins, if there is one."""
        read = 0
        async for entry, event in host.stream.read(begin - 1, AT_ONCE):
            if isinstance(event, events.BettingOpened) and event.round != story.round:
                return None
            if read == limit:
                return entry.seq - 1
            read += 1
            _tell_line(story, entry, event, by)
        return None

    async def ask(self, asking: Asking) -> object:
        """Submit a command, and answer with its receipt or with a problem."""
        assert asking.who is not None
        host = self._host(asking)
        by = self._office.sign_in.by(asking.who, host)
        if by is None or by.role in (Role.AUDITOR, Role.SURVEILLANCE):
            raise ProblemError(403, "role-not-allowed", "you are a spectator at this table and cannot send commands")
        if not self._commands.take(asking.who.session, self._office.clock()):
            raise ProblemError(429, "too-many", "too many commands; wait a moment")
        data = dict(asking.body)
        ident = frame_id(data)
        command = host.in_position(read_asked(data, by))
        more = wagers_of(command) - 1
        if more and not self._commands.take(asking.who.session, self._office.clock(), more):
            raise ProblemError(429, "too-many", "too many wagers; wait a moment")
        answer = await self._office.ask(host, ident, command)
        if answer.refusal is not None:
            raise RefusedProblemError(refused(answer.refusal))
        return msgspec.Raw(answer.line.encode())

    async def start_timer(self, asking: Asking) -> object:
        """Start the timer of a dealt table; for those who may make its calls."""
        host = self._host(asking)
        by = self._office.sign_in.by(asking.who, host)
        if by is None or by.role not in host.ruleset.procedure.roles.ladder.value:
            raise ProblemError(403, "role-not-allowed", "the dealer starts the timer")
        if host.setup.random:
            raise ProblemError(409, "automatic-table", "an automatic table has its pace")
        if not host.table.round.phase.betting:
            raise ProblemError(409, "betting-closed", "no bets are taken now")
        return self._office.start_timer(host, asking.body.seconds)


def _tell_line(story: shapes.RoundOut, entry: Entry, event: Event, by: By | None) -> None:
    """Retell one event, as far as somebody may see it."""
    data = json.loads(visible_line(entry, event, by))
    if data["type"] == "undisclosed":
        return
    seen = without_debts(event, by) if isinstance(event, events.OutcomeCorrected) else event
    line = shapes.RetoldEventOut(
        entry.seq, data["at"], retell(seen, written), list(event.clauses), event.type, event.by.name
    )
    story.lines.append(line)
    if event.round in (None, story.round):
        _prove(story, event)


async def _prove_from(story: shapes.RoundOut, host: Host, first: int, count: int) -> None:
    """Collect the proof from events that are not on the page that was asked for."""
    async for entry, event in host.stream.read(first - 1):
        if entry.seq >= first + count or (isinstance(event, events.BettingOpened) and event.round != story.round):
            return
        if event.round in (None, story.round):
            _prove(story, event)


def span_of(host: Host, wanted: str) -> tuple[int, int | None]:
    """Return the first and the last event of a round, None for the last while no other has begun.

    Raises ProblemError.
    """
    span = host.results.span(wanted)
    if span is None:
        raise ProblemError(404, "unknown-round", f"table {host.name} has no round {wanted!r:.40}")
    return span


class RefusedProblemError(ProblemError):
    """A refusal, to be sent as a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.status, problem.code, problem.detail)
        self.problem = problem


def written(amount: int) -> str:
    """Write an amount for display, as the front end does: a hundred of the smallest unit make one."""
    whole, rest = divmod(amount, 100)
    return f"{whole:,}" + (f".{rest:02}" if rest else "")


def _prove(story: shapes.RoundOut, event: Event) -> None:
    """Collect what a verifier needs of a round."""
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


def _preset(ruleset: Ruleset, name: str) -> Limits:
    """Return the limits of a preset. Raises ProblemError."""
    known = presets(ruleset)
    if name not in known:
        there = ", ".join(known) or "none"
        raise ProblemError(409, "unknown-preset", f"no preset {name!r:.80} fits {ruleset.ref}; there are {there}")
    return known[name]


def table_out(host: Host, due: dict[str, Any] | None = None, listed: Listed = AS_SET_UP) -> shapes.TableOut:
    """Describe a table for the lobby; ``due`` is the next call of an automatic one."""
    table = host.table
    limits = msgspec.convert(plain.limits(limits_to_come(table, host.ruleset)), shapes.LimitsOut)
    return shapes.TableOut(
        host.name,
        host.ruleset.ref,
        host.ruleset.title,
        host.ruleset.house,
        host.setup.random,
        table.standing.open,
        table.round.phase,
        table.round.name,
        sum(1 for seated in table.standing.seats.values() if seated),
        limits,
        [one.pocket for one in list(host.results.last)[-10:]],
        host.results.pace(),
        host.fault,
        game_out(host.ruleset),
        None if due is None else msgspec.convert(due, shapes.DueOut),
        [UnexpressedOut(**plain.unexpressed(one)) for one in host.ruleset.unexpressed],
        listed.name,
        listed.aside,
    )


def broken_table_out(broken: Broken) -> shapes.TableOut:
    """Describe a table whose record is broken for the lobby: its name, and that it is out of service."""
    setup = broken.setup
    ref = setup.rulebook
    ruleset = published(ref) if ref in REFS else None
    return shapes.TableOut(
        setup.table,
        ref,
        ref if ruleset is None else ruleset.title,
        None if ruleset is None else ruleset.house,
        setup.random,
        open=False,
        phase=Phase.CLOSED,
        round=None,
        seats=0,
        limits=None,
        last=[],
        pace=None,
        fault=broken.why,
        game=None if ruleset is None else game_out(ruleset),
    )
