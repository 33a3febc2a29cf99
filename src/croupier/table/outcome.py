"""From the ball at rest to the last payment: outcome, dolly, settlement, rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.rules.clause import Cited, Clause
from croupier.rules.limits import Limit
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.procedure import (
    Irregularity,
    OverMaximum,
    PowerFailure,
    Role,
    Treatment,
    Unclear,
    Unclosed,
    UnderMinimum,
    Withdrawal,
)
from croupier.rules.settle import Settlement, settle_bet
from croupier.table import events
from croupier.table.ball import end_void, irregular, void
from croupier.table.case import (
    Case,
    Decision,
    first,
    grounds,
    needs,
    needs_open_table,
    needs_staff,
    strange_pocket,
)
from croupier.table.commands import (
    ConfirmOutcome,
    DeclareOutcome,
    LiftDolly,
    PlaceDolly,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    Settle,
    WagerTreatment,
)
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Wager
from croupier.table.wagers import on_layout, position_named, too_much_on_one
from croupier.table.wire_rules import wire

_DECIDED = (Phase.AT_REST, Phase.DOLLY_DOWN)


def declare_outcome(case: Case, ask: DeclareOutcome) -> Decision:
    """Say in which pocket the ball rests; a spin that was not valid voids the round instead."""
    rule = case.procedure.outcome.determined
    uncounted = case.round.spin.revolutions is None
    objection = first(
        _may_declare(case, rule.clauses),
        needs_open_table(case),
        _not_turning(case),
        case.no(Code.NOT_COUNTED, grounds(case.procedure.spin.revolutions_min, "3.3")) if uncounted else None,
        strange_pocket(case, ask.pocket),
    )
    if objection is not None:
        return objection
    invalid = _invalid(case)
    if invalid:
        _call_it_void(case, invalid)
        return case.done()
    if not case.round.called:
        irregular(case, Irregularity.UNLISTED, "the ball came to rest before the call")
    case.happens(events.OutcomeDeclared, (*rule.clauses, *_concluded_by(case)), pocket=ask.pocket)
    return case.done()


def _concluded_by(case: Case) -> tuple[Clause, ...]:
    """After a power failure without a call of no spin, a clause of its own says that the round is concluded."""
    rule = case.procedure.power.failure
    decides = case.round.spin.power_failed and rule.value is PowerFailure.NO_SPIN_DECIDES
    return rule.clauses[1:] if decides else ()


def _may_declare(case: Case, clauses: tuple[Clause, ...]) -> Refusal | None:
    if not case.table.random:
        return needs(case, Role.DEALER, clauses)
    if case.by.role is Role.HOUSE:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, wire("2.6"), role=str(case.by.role), needed=str(Role.HOUSE))


def _not_turning(case: Case) -> Refusal | None:
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    rule = case.procedure.outcome.unclosed
    if not case.round.called and rule.value is Unclosed.REFUSED:
        return case.no(Code.BETTING_OPEN, case.procedure.closing.moment.clauses, phase=case.phase)
    if case.round.spin.ball is None:
        return case.no(Code.NOT_SPUN, case.procedure.spin.direction.clauses, phase=case.phase)
    if case.phase in _DECIDED:
        return case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)
    return None


def _invalid(case: Case) -> tuple[Irregularity, ...]:
    """List why the spin does not count: too few revolutions, or facts that make it no spin whether called or not."""
    rules, spin = case.procedure, case.round.spin
    assert spin.revolutions is not None
    found = [kind for kind in spin.irregular if rules.irregularities[kind].value is Treatment.NO_SPIN]
    short = spin.revolutions < rules.spin.revolutions_min.value
    if short and Irregularity.TOO_FEW_REVOLUTIONS not in found:
        found.append(Irregularity.TOO_FEW_REVOLUTIONS)
    return tuple(found)


def _call_it_void(case: Case, invalid: tuple[Irregularity, ...]) -> None:
    rules = case.procedure.irregularities
    for kind in invalid:
        if kind not in case.round.spin.irregular:
            rule = rules[kind]
            case.happens(events.IrregularityReported, rule.clauses, kind=kind, treatment=str(rule.value), note=None)
    clauses = tuple(dict.fromkeys(clause for kind in invalid for clause in rules[kind].clauses))
    void(case, clauses)


def confirm_outcome(case: Case, ask: ConfirmOutcome) -> Decision:
    """Enter the outcome a second time, by a second person."""
    rule = case.procedure.outcome.determined
    alone = case.by.name in case.round.declared_by
    objection = first(
        needs_staff(case),
        case.no(Code.SAME_PERSON, wire("2.5"), name=case.by.name) if alone else None,
        needs_open_table(case),
        _no_outcome(case),
        strange_pocket(case, ask.pocket),
        _elsewhere(case, ask.pocket, rule.clauses),
    )
    if objection is not None:
        return objection
    case.happens(events.OutcomeConfirmed, rule.clauses, pocket=ask.pocket)
    return case.done()


def _elsewhere(case: Case, pocket: Pocket, clauses: tuple[Clause, ...]) -> Refusal | None:
    if pocket == case.round.outcome:
        return None
    return case.no(Code.WRONG_POCKET, clauses, pocket=pocket, outcome=case.round.outcome)


def _no_outcome(case: Case) -> Refusal | None:
    if case.phase in _DECIDED:
        return None
    code = Code.BETTING_CLOSED if case.phase.between_rounds else Code.NO_OUTCOME
    return case.no(code, case.procedure.outcome.determined.clauses, phase=case.phase)


def place_dolly(case: Case, ask: PlaceDolly) -> Decision:
    """Put the dolly on the number in which the ball rests, and on no other."""
    rule, dolly = case.procedure.outcome.dolly, case.round.dolly
    objection = first(
        needs(case, Role.DEALER, rule.clauses),
        needs_open_table(case),
        _no_outcome(case),
        None if dolly is None else case.no(Code.DOLLY_DOWN, rule.clauses, pocket=dolly),
        strange_pocket(case, ask.pocket),
        _elsewhere(case, ask.pocket, case.procedure.outcome.wrong_display.clauses or rule.clauses),
    )
    if objection is not None:
        return objection
    case.happens(events.DollyPlaced, rule.clauses, pocket=ask.pocket)
    return case.done()


def lift_dolly(case: Case, ask: LiftDolly) -> Decision:
    """Take the dolly off, once everything is paid."""
    rule = case.procedure.round.ends
    objection = first(needs(case, Role.DEALER, grounds(rule, "3.2")), needs_open_table(case), _unliftable(case, ask))
    if objection is not None:
        return objection
    case.happens(events.DollyLifted, grounds(rule, "3.2"), pocket=case.round.dolly)
    return case.done()


def _unliftable(case: Case, ask: LiftDolly) -> Refusal | None:
    dolly = case.round.dolly
    if not case.round.ended:
        clauses = grounds(case.procedure.round.ends, "3.2")
        return case.no(Code.ROUND_OPEN, clauses, phase=case.phase, held=case.table.layout.held)
    if dolly is None:
        return case.no(Code.NO_DOLLY, case.procedure.outcome.dolly.clauses, phase=case.phase)
    if ask.pocket is None or ask.pocket == dolly:
        return None
    return strange_pocket(case, ask.pocket) or case.no(Code.WRONG_POCKET, wire("3.5"), pocket=ask.pocket, dolly=dolly)


def settle(case: Case, _: Settle) -> Decision:
    """Collect what lost, then pay what won. A held wager waits for its ruling, and blocks only what hangs on that."""
    rules, layout = case.procedure, case.table.layout
    dealer = needs(case, Role.DEALER, grounds(rules.settlement.order, "3.2"))
    objection = first(dealer, needs_open_table(case), _not_ready(case))
    if objection is not None:
        return objection
    assert case.round.outcome is not None
    clear = tuple(wager for wager in layout.wagers.values() if wager.done or not wager.held)
    unsure = _unsure(case)
    waiting = [
        (wager, line)
        for wager, line in lines(case, case.round.outcome, clear)
        if not wager.done and (wager.player, wager.counts) not in unsure
    ]
    if not waiting and layout.held:
        return case.no(Code.RULING_NEEDED, grounds(rules.wagers.unclear, "3.4"), held=layout.held)
    collected = [one for one in waiting if one[1].collected]
    given_back = [one for one in waiting if not one[1].collected and not one[1].winnings]
    paid = [one for one in waiting if one[1].winnings]
    for wager, line in (*collected, *given_back, *paid):
        _settled(case, wager, line)
    if layout.live == len(waiting):
        case.happens(events.RoundClosed, grounds(rules.round.ends, "3.2"), pocket=case.round.outcome)
    return case.done()


def _unsure(case: Case) -> set[tuple[str, str]]:
    """Find the bets that a ruling may still settle otherwise: what is held of the same player may come to count there.

    It does only if it brings them up to the minimum, or over the maximum.
    """
    layout = case.table.layout
    held: dict[str, int] = {}
    without: dict[tuple[str, str], int] = {}
    for wager in layout.wagers.values() if layout.held else ():
        bet = (wager.player, wager.counts)
        if wager.held and not wager.done:
            held[wager.player] = held.get(wager.player, 0) + wager.stake
        elif wager.winnings or wager.collected or not wager.done:
            without[bet] = without.get(bet, 0) + wager.stake
    return {bet for bet, stake in without.items() if bet[0] in held and _turns(case, bet[1], stake, held[bet[0]])}


def _turns(case: Case, position: str, stake: int, more: int) -> bool:
    limit = case.round.limits.of(case.ruleset.positions[position].kind)
    if limit is None:
        return False
    return stake < limit.stake_min <= stake + more or stake + more > limit.stake_max


def _not_ready(case: Case) -> Refusal | None:
    dolly = case.procedure.outcome.dolly
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    if case.round.spin.referred:
        clauses = grounds(case.procedure.rulings.unlisted_by, "3.4")
        return case.no(Code.RULING_NEEDED, clauses, by=str(case.procedure.rulings.unlisted_by.value))
    if case.phase not in _DECIDED:
        return case.no(Code.NO_OUTCOME, case.procedure.outcome.determined.clauses, phase=case.phase)
    if case.round.dolly is None:
        return case.no(Code.NO_DOLLY, dolly.clauses, phase=case.phase)
    return None


def _settled(case: Case, wager: Wager, line: Settlement) -> None:
    under = case.procedure.limits.under_minimum
    flagged = under.value is UnderMinimum.ONCE_THEN_RETURNED and any(c in under.clauses for c in line.clauses)
    if line.collected:
        case.happens(
            events.WagerCollected,
            line.clauses,
            wager=wager.wager,
            player=wager.player,
            position=wager.counts,
            stake=wager.stake,
            collected=line.collected,
            returned=line.returned,
            under_minimum=flagged,
            note=line.note or None,
        )
    elif line.winnings:
        case.happens(
            events.WagerPaid,
            line.clauses,
            wager=wager.wager,
            player=wager.player,
            position=wager.counts,
            stake=wager.stake,
            winnings=line.winnings,
            returned=line.returned,
            under_minimum=flagged,
            note=line.note or None,
        )
    else:
        case.happens(events.WagerReturned, line.clauses, wager=wager.wager, player=wager.player, amount=line.returned)


def lines(case: Case, outcome: Pocket, wagers: tuple[Wager, ...]) -> Iterator[tuple[Wager, Settlement]]:
    """Settle each wager as its share of the player's whole stake on the bet.

    A stake over the maximum counts up to it in the order in which it was laid;
    what is settled already comes first, and a later ruling adds to it.
    """
    totals: dict[tuple[str, str], int] = {}
    standing = [wager for wager in wagers if wager.winnings or wager.collected]
    standing += [wager for wager in wagers if not wager.done]
    for wager in standing:
        key = (wager.player, wager.counts)
        totals[key] = totals.get(key, 0) + wager.stake
    whole: dict[tuple[str, str], Settlement] = {}
    counted: dict[tuple[str, str], int] = {}
    for wager in standing:
        key = (wager.player, wager.counts)
        if key not in whole:
            whole[key] = _whole(case, key, totals[key], outcome)
            counted[key] = _counted(whole[key])
        share = min(wager.stake, counted[key])
        counted[key] -= share
        yield wager, _share(whole[key], wager.stake, share)


def _whole(case: Case, key: tuple[str, str], stake: int, outcome: Pocket) -> Settlement:
    player, name = key
    position: Position = case.ruleset.positions[name]
    limit: Limit | None = case.round.limits.of(position.kind)
    settled_in = case.table.house.under_minimum.get(player, 0)
    seen = 0 < settled_in < case.round.number
    return settle_bet(case.ruleset, position, stake, outcome, limit, seen_before=seen)


def _counted(whole: Settlement) -> int:
    """How much of a stake was at risk."""
    return whole.collected or (whole.winnings // whole.position.pays)


def _share(whole: Settlement, stake: int, counted: int) -> Settlement:
    """Cut one wager's part out of the settlement of the whole stake."""
    if stake == whole.stake:
        return whole
    won = bool(whole.winnings)
    return replace(
        whole,
        stake=stake,
        winnings=counted * whole.position.pays if won else 0,
        returned=stake if won else stake - counted,
        collected=0 if won else counted,
    )


def rule_on_wager(case: Case, ask: RuleOnWager) -> Decision:
    """Rule on a wager: one that is held after the rest, or one that a player wants back after the call."""
    rules = case.procedure.wagers
    if rules.unclear.value is Unclear.RULING and rules.unclear_by is not None:
        return _rule_on_unclear(case, ask, rules.unclear_by)
    if rules.withdrawal.value is Withdrawal.REFERRED and rules.withdrawal_to is not None:
        return _rule_on_withdrawal(case, ask, rules.withdrawal_to)
    return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))


def _rule_on_unclear(case: Case, ask: RuleOnWager, by: Cited[Role]) -> Decision:
    """A held wager stands, counts elsewhere, or goes back, once the ball is at rest."""
    objection = first(needs(case, by.value, by.clauses), needs_open_table(case), _not_at_rest(case, by.clauses))
    wager = on_layout(case, ask.wager) if objection is None else objection
    if isinstance(wager, Refusal):
        return wager
    if not wager.held:
        return case.no(Code.NOTHING_TO_RULE, by.clauses, wager=wager.wager)
    return _rule(case, ask, wager, by.clauses)


def _rule_on_withdrawal(case: Case, ask: RuleOnWager, by: Cited[Role]) -> Decision:
    """A withdrawal is allowed or not, as long as nobody knows what the wager will bring.

    Afterwards only what is outside the limits is left to be ruled on, if the
    document does not say what follows from that. Where a chip counts is nobody's to rule.
    """
    rules = case.procedure
    clauses = grounds(rules.wagers.withdrawal, "2.1")
    objection = first(needs(case, by.value, clauses), needs_open_table(case), _past_withdrawing(case, ask.wager))
    wager = on_layout(case, ask.wager) if objection is None else objection
    if isinstance(wager, Refusal):
        return wager
    if ask.treatment is WagerTreatment.RELOCATE:
        return case.no(Code.COUNTS_WHERE_IT_LIES, grounds(rules.wagers.unclear, "2.1"), wager=wager.wager)
    return _rule(case, ask, wager, grounds(rules.limits.source, "4.2") if case.phase in _DECIDED else clauses)


def _past_withdrawing(case: Case, name: str) -> Refusal | None:
    rules = case.procedure
    if case.phase.betting:
        return case.no(Code.BETTING_OPEN, grounds(rules.closing.call_closes, "3.2"), phase=case.phase)
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, rules.round.opening.clauses, phase=case.phase)
    if case.phase in _DECIDED and not _left_open(case, name):
        return case.no(Code.TOO_LATE, grounds(rules.settlement.position_fixed, "3.2"), phase=case.phase)
    return None


def _left_open(case: Case, name: str) -> bool:
    """Whether a wager's bet is outside the limits in a way of which the document does not say what follows."""
    wager = case.table.layout.wagers.get(name)
    if wager is None or wager.done:
        return False
    limit = case.round.limits.of(case.ruleset.positions[wager.counts].kind)
    stake = case.table.layout.of_player.get((wager.player, wager.counts), 0)
    if limit is None or limit.stake_min <= stake <= limit.stake_max:
        return False
    rules = case.procedure.limits
    if stake < limit.stake_min:
        return rules.under_minimum.value is UnderMinimum.UNADDRESSED
    return rules.over_maximum.value is OverMaximum.UNADDRESSED


def _rule(case: Case, ask: RuleOnWager, wager: Wager, clauses: tuple[Clause, ...]) -> Decision:
    position = wager.counts
    if ask.treatment is WagerTreatment.RELOCATE:
        found = position_named(case, ask.position or "")
        refused = found if isinstance(found, Refusal) else too_much_on_one(case, wager, found)
        if refused is not None:
            return refused
        assert isinstance(found, Position)
        position = found.name
    case.happens(
        events.WagerRuled, clauses, wager=wager.wager, treatment=ask.treatment, position=position, reason=ask.reason
    )
    if ask.treatment is WagerTreatment.RETURN:
        case.happens(events.WagerReturned, clauses, wager=wager.wager, player=wager.player, amount=wager.stake)
    return case.done()


def _not_at_rest(case: Case, clauses: tuple[Clause, ...]) -> Refusal | None:
    if case.phase in _DECIDED:
        return None
    return case.no(Code.NOT_AT_REST, clauses, phase=case.phase)


def rule_on_irregularity(case: Case, ask: RuleOnIrregularity) -> Decision:
    """Decide what the rulebook leaves open: the round is void, or it stands."""
    by = case.procedure.rulings.unlisted_by
    clauses = grounds(by, "3.4")
    objection = first(needs(case, by.value, clauses), needs_open_table(case))
    if objection is None and not case.round.spin.referred:
        objection = case.no(Code.NOTHING_TO_RULE, clauses, phase=case.phase)
    if objection is not None:
        return objection
    case.happens(events.IrregularityRuled, clauses, ruling=ask.ruling, reason=ask.reason)
    if ask.ruling is RoundRuling.VOID:
        end_void(case, clauses)
    return case.done()
