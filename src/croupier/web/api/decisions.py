"""What waits for somebody at a table, with what they have to see: held wagers, questions, stakes outside limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime

from croupier.house.desk import OWNER
from croupier.house.host import Host
from croupier.house.tables import LiveTables
from croupier.rules.clause import Cited
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.later import Remembered
from croupier.rules.limits import Limit
from croupier.rules.procedure import OverMaximum, Role, UnderMinimum
from croupier.table.commands import ApproveCorrection, By
from croupier.table.decide import decide
from croupier.table.events import Adjustment, OutcomeCorrected
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Proposal, Round
from croupier.table.wire_rules import wire
from croupier.web.api import decision_shapes
from croupier.web.api.meanings import meanings, unclear


def waiting(house: LiveTables, host: Host) -> list[decision_shapes.DecisionOut]:
    """List what waits for a decision at a table."""
    now, rules = host.table.round, host.ruleset.procedure
    found = list(_held(host))
    found += _questions(host)
    found += _disputed(host)
    found += [] if now.ended else _floor_called(host)
    for one in (*(past.round for past in now.past), now):
        if one.proposed is not None and _in_reach(host, one, one.proposed):
            found.append(_correction(house, host, one, one.proposed))
    owed = now.reason_owed if now.phase is Phase.VOID and not now.spin.power_failed else None
    if owed is not None and rules.no_spin.callers:
        found.append(_decision(host, "reason", _above_the_dealer(rules.no_spin.callers), owed))
    return found


def _questions(host: Host) -> Iterator[decision_shapes.DecisionOut]:
    """Describe what is to be ruled on first. The next position above the dealer confirms a fact."""
    question, rules = host.table.round.spin.question, host.ruleset.procedure
    if question is None:
        return
    if question.unconfirmed:
        ladder = rules.roles.ladder.value
        by = Cited(ladder[ladder.index(Role.DEALER) + 1], rules.irregularities[question.kind].clauses)
        decision = _decision(host, "confirmation", by, question.seq, position=str(question.kind))
        decision.not_by = [question.by]
    else:
        decision = _decision(host, "irregularity", rules.rulings.unlisted_by, question.seq)
    decision.player, decision.reason, decision.report = question.by, question.note, question.seq
    yield decision


def _disputed(host: Host) -> Iterator[decision_shapes.DecisionOut]:
    """Tell of two pockets that were entered for one spin: the declared one is in ``was``."""
    now, dispute = host.table.round, host.table.round.dispute
    if dispute is None:
        return
    by = Cited(host.ruleset.procedure.rulings.correction_by.value, (wire("2.10"),))
    waits = _decision(host, "dispute", by, dispute.seq, position=dispute.pocket)
    waits.was, waits.player, waits.by = now.outcome, dispute.by, ", ".join(now.declared_by)
    waits.not_by = list(dict.fromkeys((*now.declared_by, *now.entered_by)))
    yield waits


def _correction(house: LiveTables, host: Host, one: Round, proposed: Proposal) -> decision_shapes.DecisionOut:
    """Describe a correction that waits for a second person, whether its round is over or not."""
    # Any position may approve it, although not every one may propose it.
    anybody = Cited(host.ruleset.procedure.roles.ladder.value[0], (wire("2.5"),))
    decision = _decision(host, "correction", anybody, proposed.seq, position=proposed.pocket)
    decision.round, decision.player, decision.reason = one.name, proposed.by, proposed.reason
    decision.outcome, decision.entered_by = one.outcome, sorted(one.ever_declared)
    decision.changes = [decision_shapes.AdjustmentOut(**asdict(change)) for change in _changes(host, one, proposed)]
    decision.not_by = list(_not_second(house, host, one, proposed))
    return decision


def _approval(host: Host, one: Round, proposed: Proposal) -> ApproveCorrection:
    """Let a second person approve: anybody who is not one of those at the table."""
    assert one.name is not None
    return ApproveCorrection(By("", host.ruleset.procedure.roles.ladder.value[-1]), one.name, proposed.pocket)


def _in_reach(host: Host, one: Round, proposed: Proposal) -> bool:
    """Whether a round can still be corrected; where only the current one can be, its proposal ends with it."""
    refusal = host.objection(_approval(host, one, proposed))
    return refusal is None or refusal.code is not Code.NOTHING_TO_RULE


def _changes(host: Host, one: Round, proposed: Proposal) -> tuple[Adjustment, ...]:
    """Work out what changes hands if a second person approves."""
    decided = decide(host.table, _approval(host, one, proposed), host.ruleset)
    if isinstance(decided, Refusal):
        return ()
    return next((event.adjustments for event in decided if isinstance(event, OutcomeCorrected)), ())


def _held(host: Host) -> Iterator[decision_shapes.DecisionOut]:
    rules = host.ruleset.procedure
    by = rules.wagers.unclear_by or rules.wagers.withdrawal_to or rules.rulings.unlisted_by
    for wager in host.table.layout.wagers.values() if host.table.layout.held else ():
        if wager.hold is None or wager.done:
            continue
        decision = _decision(host, "wager", by, wager.hold.seq, wager.wager, wager.lies)
        decision.player, decision.stake, decision.counts = wager.player, wager.stake, wager.counts
        case = unclear(host.ruleset, host.table, wager)
        decision.point, decision.was, decision.by = list(case.point), wager.hold.was, wager.hold.by
        decision.readings = meanings(host.ruleset, case, seen_before=_seen(host, wager.player))
        yield decision


def moment() -> datetime:
    """Return the current time, in the record's time zone."""
    return datetime.now(UTC)


def _above_the_dealer(callers: Mapping[Role, Cited[tuple[Irregularity, ...]]]) -> Cited[Role]:
    """Return the caller to whom the dealer owes a reason: the next position above, if there is one."""
    role = next((role for role in callers if role is not Role.DEALER), Role.DEALER)
    return Cited(role, callers[role].clauses)


def _decision(
    host: Host, kind: str, by: Cited[Role], began: int, wager: str | None = None, position: str | None = None
) -> decision_shapes.DecisionOut:
    """Tell what has waited since an event of the round."""
    clauses = [clause.written(host.ruleset.ref) for clause in by.clauses]
    named = host.table.round.name
    decision = decision_shapes.DecisionOut(host.name, kind, wager, position, named, str(by.value), clauses)
    since = host.results.since(began)
    if since is not None:
        decision.waits = max(0, int((moment() - since).total_seconds()))
    return decision


def _not_second(house: LiveTables, host: Host, one: Round, proposed: Proposal) -> Iterator[str]:
    """Return the staff of a table who cannot approve what was proposed there, as the judge would decide."""
    ladder = host.ruleset.procedure.roles.ladder.value
    assert one.name is not None
    staff = [By(OWNER, ladder[-1])]
    for name, person in house.desk.people.items():
        if person.here and person.role in ladder and person.table in (None, host.name):
            staff.append(By(name, person.role))
    for by in staff:
        refusal = host.objection(ApproveCorrection(by, one.name, proposed.pocket))
        if refusal is not None and refusal.code is Code.SAME_PERSON:
            yield by.name


def _floor_called(host: Host) -> Iterator[decision_shapes.DecisionOut]:
    """Tell what was reported in this round that a higher position has to look at, and which."""
    rules = host.ruleset.procedure
    for kind, seq, *_ in host.table.round.spin.reports:
        rule = rules.irregularities[kind]
        if rule.value is Treatment.CALL_FLOOR:
            callers = [role for role, cited in rules.no_spin.callers.items() if kind in cited.value]
            by = Cited(callers[0] if callers else rules.rulings.unlisted_by.value, rule.clauses)
            yield _decision(host, "call-floor", by, seq, position=str(kind))


def _seen(host: Host, player: str) -> bool:
    """Whether a stake under the minimum was settled for a player in an earlier round of this sitting."""
    settled_in = host.table.standing.under_minimum.get(player, 0)
    if host.ruleset.procedure.limits.remembered.value is Remembered.FOR_GOOD:
        settled_in = abs(settled_in)
    return 0 < settled_in < host.table.round.number


def outside_limits(host: Host) -> list[decision_shapes.CheckOut]:
    """List the stakes on the layout that are outside the limits, and what the rulebook does with each."""
    table = host.table
    found = []
    for (player, name), stake in table.layout.of_player.items():
        limit = table.round.limits.of(host.ruleset.positions[name].kind)
        if stake and limit is not None and not limit.stake_min <= stake <= limit.stake_max:
            found.append(_check(host, player, name, stake, limit))
    return found


def _check(host: Host, player: str, name: str, stake: int, limit: Limit) -> decision_shapes.CheckOut:
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
    return decision_shapes.CheckOut(player, name, stake, limit.stake_min, limit.stake_max, treatment, numbers)
