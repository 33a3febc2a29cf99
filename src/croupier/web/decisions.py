"""What waits for somebody at a table, with what they have to see: held wagers, questions, stakes outside limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from croupier.house.desk import OWNER
from croupier.house.host import Host
from croupier.house.house import House
from croupier.house.ports import Entry
from croupier.house.told import written_at
from croupier.rules.clause import Cited
from croupier.rules.limits import Limit
from croupier.rules.procedure import Irregularity, OverMaximum, Role, Treatment, UnderMinimum
from croupier.table import events
from croupier.table.commands import ApproveCorrection, By
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Wager
from croupier.table.wire_rules import wire
from croupier.web import shapes
from croupier.web.readings import Point, Unclear, point_of, readings


@dataclass(slots=True)
class _Told:
    """What the record says about a round, as far as a decision needs it."""

    since: dict[str, datetime] = field(default_factory=dict)
    """When what waits began to wait, by its kind and what it is about."""
    points: dict[str, str] = field(default_factory=dict)
    """Where unclear wagers were said to lie, as they were touched."""
    reported: tuple[str | None, str | None] = (None, None)
    """Who reported what waits for a ruling, and what they said happened."""
    reason_owed: bool = False
    """Whether "no spin" was called and nobody has said why."""


async def waiting(house: House, host: Host, start: int | None) -> list[shapes.DecisionTold]:
    """List what waits for a decision at a table; ``start`` is where the record of its round begins."""
    table, rules = host.table, host.ruleset.procedure
    found: list[shapes.DecisionTold] = []
    unclear = rules.wagers.unclear_by or rules.wagers.withdrawal_to or rules.rulings.unlisted_by
    held = [wager for wager in table.layout.wagers.values() if wager.held and not wager.done]
    floor = [] if table.round.ended else list(_floor_called(host))
    asks = held or floor or table.round.spin.referred or table.round.proposed or table.round.phase is Phase.VOID
    of = await _read(house, host, start) if asks and start is not None else _Told()
    for wager in held:
        told = _decision(host, of, "wager", unclear, wager.wager, wager.lies)
        told.player, told.stake, told.counts = wager.player, wager.stake, wager.counts
        point = point_of(host.ruleset, wager.lies, of.points.get(wager.wager))
        told.point, told.readings = list(point), _readings(host, wager, point)
        found.append(told)
    if table.round.spin.referred:
        told = _decision(host, of, "irregularity", rules.rulings.unlisted_by)
        told.player, told.reason = of.reported
        found.append(told)
    found += [_decision(host, of, "call-floor", by, position=str(kind)) for kind, by in floor]
    if table.round.proposed is not None:
        name, pocket, reason = table.round.proposed
        # The second half is any position's, though the first is not.
        anybody = Cited(rules.roles.ladder.value[0], (wire("2.5"),))
        told = _decision(host, of, "correction", anybody, position=pocket)
        told.player, told.reason, told.not_by = name, reason, list(_not_second(house, host))
        found.append(told)
    if of.reason_owed and rules.no_spin.callers:
        found.append(_decision(host, of, "reason", _above_the_dealer(rules.no_spin.callers)))
    return found


async def _read(house: House, host: Host, start: int) -> _Told:
    """Read a round once for all that its decisions need."""
    told = _Told()
    async for entry, event in house.record.read(host.name, start - 1):
        match event:
            case events.WagerMarkedUnclear():
                told.since[f"wager {event.wager}"] = _at(entry)
                if event.point is not None:
                    told.points[event.wager] = event.point
            case events.IrregularityReported():
                told.since[f"call-floor {event.kind}"] = _at(entry)
                told.reason_owed = False
                if event.treatment == Treatment.REFERRED:
                    told.reported, told.since["irregularity"] = (event.by.name, event.note), _at(entry)
            case events.CorrectionProposed():
                told.since[f"correction {event.pocket}"] = _at(entry)
            case events.NoSpinCalled():
                told.reason_owed = event.reason is None and not host.table.round.spin.power_failed
                told.since["reason"] = _at(entry)
            case _:
                pass
    return told


def moment() -> datetime:
    """Give the time, as the record has it."""
    return datetime.now(UTC)


def _at(entry: Entry) -> datetime:
    return datetime.fromisoformat(written_at(entry.line))


def _above_the_dealer(callers: Mapping[Role, Cited[tuple[Irregularity, ...]]]) -> Cited[Role]:
    """Give who of those who may call asks for a reason that the dealer owes: the next above, if there is one."""
    role = next((role for role in callers if role is not Role.DEALER), Role.DEALER)
    return Cited(role, callers[role].clauses)


def _decision(
    host: Host, of: _Told, kind: str, by: Cited[Role], wager: str | None = None, position: str | None = None
) -> shapes.DecisionTold:
    clauses = [clause.number if clause.ref == host.ruleset.ref else str(clause) for clause in by.clauses]
    told = shapes.DecisionTold(host.name, kind, wager, position, host.table.round.name, str(by.value), clauses)
    since = of.since.get(f"{kind} {wager or position or ''}".strip())
    if since is not None:
        told.waits = max(0, int((moment() - since).total_seconds()))
    return told


def _not_second(house: House, host: Host) -> Iterator[str]:
    """Give who works at a table and cannot approve what was proposed there: whoever the judge would tell so."""
    ladder, proposed = host.ruleset.procedure.roles.ladder.value, host.table.round.proposed
    assert host.table.round.name is not None
    assert proposed is not None
    staff = [By(OWNER, ladder[-1])]
    for name, person in house.desk.people.items():
        if person.here and person.role in ladder and person.table in (None, host.name):
            staff.append(By(name, person.role))
    for by in staff:
        answer = host.judged(ApproveCorrection(by, host.table.round.name, proposed[1]))
        if isinstance(answer, Refusal) and answer.code is Code.SAME_PERSON:
            yield by.name


def _floor_called(host: Host) -> Iterator[tuple[Irregularity, Cited[Role]]]:
    """Give what was reported in this round that a higher position has to look at, and which."""
    rules = host.ruleset.procedure
    for kind in host.table.round.spin.irregular:
        rule = rules.irregularities[kind]
        if rule.value is Treatment.CALL_FLOOR:
            callers = [role for role, cited in rules.no_spin.callers.items() if kind in cited.value]
            yield kind, Cited(callers[0] if callers else rules.rulings.unlisted_by.value, rule.clauses)


def _readings(host: Host, wager: Wager, point: Point) -> list[shapes.ReadingTold]:
    table = host.table
    case = Unclear(wager.stake, wager.counts, point, table.round.outcome, table.round.limits)
    return readings(host.ruleset, case, seen_before=_seen(host, wager.player))


def _seen(host: Host, player: str) -> bool:
    """Whether a stake under the minimum was settled for a player in an earlier round of this sitting."""
    return 0 < host.table.house.under_minimum.get(player, 0) < host.table.round.number


def outside_limits(host: Host) -> list[shapes.CheckTold]:
    """List the stakes on the layout that are outside the limits, and what the rulebook does with each."""
    table = host.table
    found = []
    for (player, name), stake in table.layout.of_player.items():
        limit = table.round.limits.of(host.ruleset.positions[name].kind)
        if stake and limit is not None and not limit.stake_min <= stake <= limit.stake_max:
            found.append(_check(host, player, name, stake, limit))
    return found


def _check(host: Host, player: str, name: str, stake: int, limit: Limit) -> shapes.CheckTold:
    rules = host.ruleset.procedure.limits
    if stake < limit.stake_min:
        treatment = "returned" if _seen(host, player) else "settled-once"
        if rules.under_minimum.value is UnderMinimum.UNADDRESSED:
            treatment = "unaddressed"
        clauses = rules.under_minimum.clauses
    else:
        treatment = "unaddressed" if rules.over_maximum.value is OverMaximum.UNADDRESSED else "counts-to-maximum"
        clauses = rules.over_maximum.clauses
    numbers = [clause.number for clause in clauses]
    return shapes.CheckTold(player, name, stake, limit.stake_min, limit.stake_max, treatment, numbers)
