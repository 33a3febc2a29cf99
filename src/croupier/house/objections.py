"""What a house asks beyond its rulebook: the pit runs the tables, and two people must be independent of each other.

A table knows names and the ladder of roles, but neither a pit nor who appointed
whom. So a table on its own follows the rulebook alone, and a house, where
people answer for each other, is stricter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from croupier.house.appointments import Appointed
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.ball import shown_by, would_void
from croupier.table.commands import (
    ApproveCorrection,
    By,
    CallNoSpin,
    CloseTable,
    Command,
    ConfirmOutcome,
    CorrectOutcome,
    CountRevolutions,
    FailPower,
    MoveWager,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RestorePower,
    RoundRuling,
    RuleOnIrregularity,
    SetLimits,
    SpinBall,
    UndoSpin,
    laid_by,
)
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire

RecentAppointment: TypeAlias = Callable[[str, Sequence[str]], Appointed | None]
"""The appointment, within 24 hours, of a person by anybody, or of one of the others by that person."""


class WagerCaps(NamedTuple):
    """How many wagers a house takes in a round: of one player, and in all. None takes any number."""

    per_player: int | None = None
    per_table: int | None = None


NO_CAPS = WagerCaps()
CAPS = ("wagers_per_player", "wagers_per_table")
"""Under these names a refusal gives what it was made by, one of the two."""


def no_appointments(_name: str, _others: Sequence[str]) -> None:
    """Return no appointment, whoever is asked about."""


ActingIn: TypeAlias = Callable[[str], Role | None]
"""The position in which the house lets somebody act above their own."""


def nobody_acts(_name: str) -> None:
    """Return no position, whoever is asked about."""


@dataclass(frozen=True, slots=True)
class Objections:
    """The house as somebody who objects besides the rulebook, to whatever is asked."""

    recent: RecentAppointment = no_appointments
    caps: WagerCaps = NO_CAPS
    acting_in: ActingIn = nobody_acts

    def __call__(self, table: Table, command: Command, ruleset: Ruleset) -> Refusal | None:
        """Return why the house refuses a command, if it does."""
        if command.by.acting is not None and (no := _not_appointed(command, ruleset, self.acting_in)) is not None:
            return no
        caps = self.caps
        if isinstance(command, PlaceWager):  # first, because nearly all commands are of this type
            return None if caps is NO_CAPS else too_many_wagers(caps, table, {command.player: 1})
        if laid := wagers_laid(table, command):
            return too_many_wagers(caps, table, laid)
        return _of_staff(self.recent, table, command, ruleset)


def _of_staff(recent: RecentAppointment, table: Table, command: Command, ruleset: Ruleset) -> Refusal | None:
    match command:
        case OpenTable() | SetLimits() | CloseTable():
            return _not_the_pit(command, ruleset)
        case ConfirmOutcome():
            return _not_another(recent, table, command)
        case ApproveCorrection():
            return _not_second(recent, table, command, ruleset)
        case RuleOnIrregularity() if command.by.role is not Role.HOUSE:
            return _not_to_void(recent, table, command, ruleset)
        case PlaceDolly() | CorrectOutcome():
            return _frozen(table, command, ruleset)
        case ReportIrregularity() if _has_no_ball(table, command):
            return _irregular(table, command, ruleset)
        case SpinBall() | UndoSpin() | CountRevolutions() | CallNoSpin() | FailPower() | RestorePower() if _has_no_ball(
            table, command
        ):
            return _no_ball(command)
        case _:
            return None


def wagers_laid(table: Table, command: Command) -> Mapping[str, int]:
    """Count the wagers that a command lays, by player. A chip moved by accident was not laid again."""
    if isinstance(command, MoveWager):
        wager = None if command.accident else table.layout.wagers.get(command.wager)
        return {} if wager is None else {wager.player: 1}
    return Counter(one.player for one in laid_by(command))


def too_many_wagers(caps: WagerCaps, table: Table, laid: Mapping[str, int]) -> Refusal | None:
    """Refuse wagers beyond what the house takes in a round; what was taken back since counts too."""
    layout, per_player, per_table = table.layout, caps.per_player, caps.per_table
    if per_player is not None:
        for player, wagers in laid.items():
            if (placed := layout.placed_by.get(player, 0)) + wagers > per_player:
                facts: dict[str, Fact] = {"player": player, "placed": placed, "wagers": wagers}
                return Refusal(Code.TOO_MANY_WAGERS, wire("4.4"), facts | {CAPS[0]: per_player})
    if per_table is not None and layout.placed + (wagers := sum(laid.values())) > per_table:
        facts = {"placed": layout.placed, "wagers": wagers, CAPS[1]: per_table}
        return Refusal(Code.TOO_MANY_WAGERS, wire("4.4"), facts)
    return None


def _has_no_ball(table: Table, command: Command) -> bool:
    """Whether a command is about a ball while the random wheel decides; the house makes the rulebook's calls."""
    return table.random and command.by.role is not Role.HOUSE


def _no_ball(command: Command, **facts: Fact) -> Refusal:
    said: dict[str, Fact] = {"role": str(command.by.role), "needed": str(Role.HOUSE)}
    return Refusal(Code.ROLE_NOT_ALLOWED, wire("2.9"), said | facts)


def _irregular(table: Table, command: ReportIrregularity, ruleset: Ruleset) -> Refusal | None:
    """Refuse what concerns the ball, what would void the round without a second person, and what comes too late."""
    alone = ruleset.procedure.irregularities[command.kind].value is not Treatment.REFERRED
    if command.kind is not Irregularity.UNLISTED or alone:
        return _no_ball(command, kind=str(command.kind))
    return _decided(table)


def _not_to_void(
    recent: RecentAppointment, table: Table, command: RuleOnIrregularity, ruleset: Ruleset
) -> Refusal | None:
    """Refuse to void a round to whoever cannot be the second person, where it takes two."""
    if command.ruling is not RoundRuling.VOID:
        return None
    waiting, name = table.round.spin.questions, command.by.name
    asked = next((one for one in waiting if command.report in (None, one.seq)), None)
    too_late = _decided(table) if table.random else None
    if asked is None or not (table.random or asked.unconfirmed or _takes_two(table, ruleset)):
        return too_late
    if asked.by == name:
        rule = wire("2.9" if table.random else "2.5")
        return Refusal(Code.SAME_PERSON, rule, {"name": name, "reported": str(asked.kind)})
    return _not_independent(name, (asked.by,), recent) or too_late


def _takes_two(table: Table, ruleset: Ruleset) -> bool:
    """Whether nobody alone voids the round: its outcome is known, and there is somebody above the dealer."""
    return _outcome_known(table) and bool(_above_the_dealer(ruleset))


def _outcome_known(table: Table) -> bool:
    """Whether the number is out, declared or said while nobody had counted."""
    return table.round.phase.decided or table.round.spin.rests is not None


def _frozen(table: Table, command: PlaceDolly | CorrectOutcome, ruleset: Ruleset) -> Refusal | None:
    """Refuse to mark or change an outcome while a fact that would void the round waits to be confirmed."""
    waits = next((one for one in table.round.spin.questions if one.unconfirmed), None)
    named = command.round if isinstance(command, CorrectOutcome) else table.round.name
    if waits is None or named != table.round.name:
        return None
    facts: dict[str, Fact] = {"kind": str(waits.kind), "by": _above_the_dealer(ruleset)}
    return Refusal(Code.RULING_NEEDED, wire("2.5"), facts)


def _decided(table: Table) -> Refusal | None:
    if table.round.outcome is None:
        return None
    return Refusal(Code.TOO_LATE, wire("2.9"), {"declared": str(table.round.outcome)})


Fatal: TypeAlias = ReportIrregularity | SpinBall | CountRevolutions
"""What can void a round by itself: a report, and an entry about the spin that is put right."""


def to_be_confirmed(table: Table, command: Fatal, ruleset: Ruleset) -> Fatal:
    """Have a second person confirm what would void a round whose outcome was declared, where there is somebody above.

    Until then the round is frozen. The rulebook alone would void it at once, on the word of one.
    """
    kind = command.kind if isinstance(command, ReportIrregularity) else shown_by(command, ruleset)
    decided = kind is not None and _outcome_known(table) and would_void(table, ruleset, kind)
    wanted = True if decided and _above_the_dealer(ruleset) else None
    return command if command.unconfirmed is wanted else replace(command, unconfirmed=wanted)


def disputing(table: Table, command: ConfirmOutcome) -> ConfirmOutcome:
    """Have a second entry that differs hold the round, where people and not the random wheel decide it.

    The rulebook alone would refuse it, and let the round be paid on the first entry.
    """
    differs = table.round.phase.decided and command.pocket != table.round.outcome
    wanted = True if differs and not table.random else None
    return command if command.disputes is wanted else replace(command, disputes=wanted)


def _not_another(recent: RecentAppointment, table: Table, command: ConfirmOutcome) -> Refusal | None:
    """Refuse whoever entered the outcome before, and whoever confirms it without being independent of the first."""
    name = command.by.name
    if name in table.round.entered_by and table.round.phase.decided:
        return Refusal(Code.SAME_PERSON, wire("2.10"), {"name": name})
    # An entry that differs settles nothing, so anybody may make it.
    return None if command.disputes else _not_independent(name, table.round.declared_by, recent)


def _above_the_dealer(ruleset: Ruleset) -> list[str]:
    ladder = ruleset.procedure.roles.ladder.value
    return [str(role) for role in ladder[ladder.index(Role.DEALER) + 1 :]] if Role.DEALER in ladder else []


def _not_the_pit(command: OpenTable | SetLimits | CloseTable, ruleset: Ruleset) -> Refusal | None:
    """Refuse a dealer the pit's acts, unless a clause has the dealer announce the opening."""
    only_deals = command.by.role is Role.DEALER and command.by.acting in (None, Role.DEALER)
    if not only_deals or not (pit := _above_the_dealer(ruleset)):
        return None
    if isinstance(command, OpenTable) and ruleset.procedure.round.game_opening_announced.value:
        return None
    return Refusal(Code.ROLE_NOT_ALLOWED, wire("7.4"), {"role": str(command.by.role), "needed": pit})


def _not_appointed(command: Command, ruleset: Ruleset, acting_in: ActingIn) -> Refusal | None:
    """Refuse a person who says that they act in a higher position: a house appoints them to it, and can show that."""
    acting, ladder = command.by.acting, ruleset.procedure.roles.ladder.value
    if acting is None or not acts_above(command.by, ruleset):
        return None
    appointed = acting_in(command.by.name)
    if appointed in ladder and ladder.index(acting) <= ladder.index(appointed):
        return None
    return not_appointed(command.by)


def acts_above(by: By, ruleset: Ruleset) -> bool:
    """Whether somebody acts in a position above their own."""
    ladder = ruleset.procedure.roles.ladder.value
    known = by.acting in ladder and by.role in ladder
    return known and by.acting is not None and ladder.index(by.acting) > ladder.index(by.role)


def not_appointed(by: By) -> Refusal:
    """Refuse somebody whom the house has not appointed to act in a position."""
    return Refusal(Code.ACTING_NOT_ALLOWED, wire("7.4"), {"role": str(by.role), "acting": str(by.acting)})


def _not_second(
    recent: RecentAppointment, table: Table, command: ApproveCorrection, ruleset: Ruleset
) -> Refusal | None:
    """Refuse a second person who is not independent of the first."""
    then = table.back_in(command.round)
    if then is None or then.round.proposed is None:
        return None
    said = _declared(then, command, ruleset)
    return said or _not_independent(command.by.name, (then.round.proposed.by,), recent)


def _declared(table: Table, command: ApproveCorrection, ruleset: Ruleset) -> Refusal | None:
    """Refuse whoever ever declared an outcome of the round, unless dealers are alone: there may be nobody else."""
    name = command.by.name
    if name not in table.round.ever_declared or not _above_the_dealer(ruleset):
        return None
    return Refusal(Code.SAME_PERSON, wire("2.5"), {"name": name, "declared": table.round.outcome})


def _not_independent(name: str, others: tuple[str, ...], recent: RecentAppointment) -> Refusal | None:
    found = recent(name, others)
    return None if found is None else appointed_lately(name, found)


def appointed_lately(name: str, made: Appointed) -> Refusal:
    """Refuse a second person who was appointed in the last 24 hours, or has appointed the first."""
    facts = {"name": name, "appointed": made.name, "appointed_by": made.by, "appointed_at": made.at}
    return Refusal(Code.SAME_PERSON, wire("2.5"), dict(facts))
