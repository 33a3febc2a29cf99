"""Facts that the record contradicts. What was entered wrongly is put right first."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.later import Contradicted
from croupier.table.case import Case, before_rest
from croupier.table.commands import CallNoSpin, Turning
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.state import Spin

_FEW = (Irregularity.TOO_FEW_REVOLUTIONS, Irregularity.NOT_SPUN)
_NOT_DOWN = (Irregularity.NO_COMPARTMENT, Irregularity.BALL_HANGS)


def _everywhere(case: Case) -> bool:
    return case.procedure.rulings.contradicted.value is Contradicted.REFUSED_EVERYWHERE


def against(case: Case, kind: Irregularity) -> dict[str, Fact]:
    """Return what the record says against a fact; nothing if it says nothing."""
    spin = case.round.spin
    if kind in _FEW and spin.revolutions is not None and _enough(case):
        return {"completed": spin.revolutions}
    if spin.wheel is not None and (_otherwise_spun(spin, kind) or (_everywhere(case) and _went_round(spin, kind))):
        return {"ball": spin.ball, "wheel": spin.wheel}
    if kind not in _NOT_DOWN:
        return {}
    if case.round.outcome is not None:
        return {"outcome": case.round.outcome}
    return {"ball_dropped": True} if spin.dropped and _everywhere(case) else {}


def _enough(case: Case) -> bool:
    spin = case.round.spin
    return spin.revolutions is not None and spin.revolutions >= case.procedure.spin.revolutions_min.value


def _otherwise_spun(spin: Spin, kind: Irregularity) -> bool:
    if kind is Irregularity.SAME_DIRECTION:
        return str(spin.ball) != str(spin.wheel)
    return kind is Irregularity.WHEEL_STILL and spin.wheel is not Turning.STILL


def _went_round(spin: Spin, kind: Irregularity) -> bool:
    """Whether a ball that is said to have been dropped was entered as spun; a count of 0 puts that right."""
    return kind is Irregularity.NOT_SPUN and spin.revolutions != 0


def reported(case: Case, kind: Irregularity, clauses: tuple[Clause, ...]) -> Refusal | None:
    """Object to a reported fact that the record contradicts."""
    if case.procedure.rulings.contradicted.value is Contradicted.TAKEN:
        return None
    facts = against(case, kind)
    return case.no(Code.REASON_NOT_ALLOWED, clauses, kind=str(kind), **facts) if facts else None


def called_for(case: Case, ask: CallNoSpin, clauses: tuple[Clause, ...], *, tied: bool) -> Refusal | None:
    """Object to a reason for no spin that the record contradicts. A suspicion contradicts nothing.

    After the ball rests it is too late anyway.
    """
    assert ask.reason is not None
    if not before_rest(case.table):
        return None
    if not _everywhere(case):
        return _called_before(case, ask.reason, clauses) if tied else None
    facts = {} if ask.suspected else against(case, ask.reason)
    return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(ask.reason), **facts) if facts else None


def _called_before(case: Case, reason: Irregularity, clauses: tuple[Clause, ...]) -> Refusal | None:
    """Object as texts have it that check a reason only where a call is tied to facts.

    There a reported reason counts as much as the entry it contradicts, and what the
    floor is called for is reported before.
    """
    spin = case.round.spin
    if reason in spin.irregular or case.procedure.irregularities[reason].value is Treatment.CALL_FLOOR:
        return None
    if reason is Irregularity.SAME_DIRECTION and spin.ball is not None:
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(reason), ball=spin.ball, wheel=spin.wheel)
    if reason in _FEW and _enough(case):
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(reason), completed=spin.revolutions)
    return None
