"""How a round is run under each of the five documents, written down a second time.

The rulebook files say it in TOML. This table was typed from the documents, key
by key, before the files were looked at, and imports nothing of the engine: the
words are the words of the files, as text. Where the two differed, the document
was read again, and one of them gave way.

``says`` is for what the text states, with the clauses that state it. ``read``
is for what somebody had to decide: the document is silent (no clause), or it
has clauses that point that way without saying so.

Clause numbers are the documents' own; for `us-double-zero/1`, whose document is
only partly numbered, G are the paragraphs of its rules of the game, R rotation of
wheel and ball, P placement of bets, I irregularities, W its list of wagers, L
their amounts and E the equipment.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = bool | int | str | tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """What one document gives for one key. Only irregularities count until some moment."""

    value: Value
    clauses: tuple[str, ...]
    stated: bool
    until: str | None = None
    since: str = "opening"


@dataclass(frozen=True)
class Wheel:
    """Where the order of the pockets comes from: no document prints it."""

    basis: str
    clauses: tuple[str, ...]
    verified: bool


Book: TypeAlias = Mapping[str, Cell]


def says(value: Value, *clauses: str, until: str | None = None, since: str = "opening") -> Cell:
    return Cell(value, clauses, stated=True, until=until, since=since)


def read(value: Value, *clauses: str, until: str | None = None, since: str = "opening") -> Cell:
    return Cell(value, clauses, stated=False, until=until, since=since)


YES, NO = True, False
NOBODY: tuple[str, ...] = ()
ANY: tuple[str, ...] = ()
"""A caller of "no spin" tied to no irregularity may call it for every one."""

# ── mbs-roulette/2 ────────────────────────────────────────────────────────────

MBS_2: Book = {
    "roles.ladder": says(("dealer",), "3.1"),
    "roles.acting": read(NO),
    "round.opening": says("place-your-bets", "3.1"),
    "round.game_opening_announced": read(NO),
    "round.betting_after_spin": says(YES, "3.6"),
    "round.ends": says("paid", "1.1.4"),
    "round.void": read("stakes-returned"),
    "spin.direction": says("opposite", "3.5"),
    "spin.revolutions_min": says(4, "3.5", "5.3"),
    "closing.call_closes": says(YES, "3.2"),
    "closing.moment": says("ball-rotating", "3.6"),
    "closing.bell": read(NO),
    "closing.wave": read(NO),
    "closing.before_spin": says("never", "3.6"),
    "outcome.determined": says("rest", "3.7"),
    "outcome.dolly": says(YES, "3.7"),
    "outcome.unclosed": read("referred"),
    "outcome.wrong_display": read("pocket-decides", "3.7"),
    "settlement.position_fixed": read("no-more-bets", "5.11", "5.12"),
    "settlement.order": read("collect-then-pay", "1.1.4"),
    "settlement.final": read(YES, "1.1.4"),
    "wagers.chips": says(("cash", "color"), "3.3"),
    "wagers.placed_by_staff": read(NOBODY),
    "wagers.responsibility": read("unaddressed"),
    "wagers.late": says("refused", "5.11"),
    "wagers.late_increase": says("increase-refused", "5.11"),
    "wagers.withdrawal": says("stands", "5.12"),
    "wagers.unclear": read("unaddressed"),
    "chips.color_value": read("unaddressed"),
    "chips.marker": read("none"),
    "chips.exclusive": read("color", "1.1.1"),
    "chips.foreign_table": read("unaddressed"),
    "chips.off_table": read("unaddressed"),
    "chips.outside_cash": read("free"),
    "irregularities.same-direction": says("void", "5.1", until="any-time", since="spin"),
    "irregularities.not-spun": says("void", "5.2", until="any-time"),
    "irregularities.too-few-revolutions": says("void", "5.3", until="any-time", since="spin"),
    "irregularities.foreign-object": says("void", "5.4", until="rest"),
    "irregularities.no-compartment": says("void", "5.5", until="any-time", since="spin"),
    "irregularities.ball-left-wheel": read("void", "5.6", until="rest", since="spin"),
    "irregularities.ball-broke": read("void", "5.7", until="rest"),
    "irregularities.wheel-stopped": says("void", "5.8", until="spinning"),
    "irregularities.wheel-still": says("void", "5.9", until="any-time", since="spin"),
    "irregularities.interference": read("void", "5.10", until="rest"),
    "irregularities.ball-hangs": read("void", "5.5", until="any-time", since="spin"),
    "irregularities.unlisted": read("referred", until="any-time"),
    "no_spin.suspicion": read(NO),
    "no_spin.until": read("never"),
    "power.failure": read("unaddressed"),
    "power.ball_dropped": read("outcome-stands", "3.7"),
    "power.interruption": read("resumes"),
    "rulings.unlisted_by": read("dealer"),
    "rulings.correction_by": read("dealer"),
    "limits.source": read("house"),
    "limits.scope": read("player"),
    "limits.intake": read("refuse"),
    "limits.under_minimum": read("unaddressed"),
    "limits.over_maximum": read("unaddressed"),
    "limits.same_bet": read("one-wager"),
    "roles.acting_upwards": read(NO),
    "round.voidable_until": read("round-over", "1.1.4"),
    "closing.ball_at_rest": read("ends-betting-at-once", "3.6"),
    "settlement.citing": read("what-decides"),
    "chips.value_min": read("set-by-table"),
    "chips.unbought": read("free"),
    "no_spin.since": read("spin"),
    "power.lasting": read("its-round"),
    "rulings.one_by_one": read(YES),
    "rulings.correction_of": read("previous-rounds", "3.7"),
    "rulings.contradicted": read("refused-everywhere"),
    "limits.table_amounts": read("any"),
    "limits.area": read("settlement"),
    "limits.remembered": read("for-good"),
}

# ── mbs-roulette/3 ────────────────────────────────────────────────────────────

MBS_3: Book = {
    "roles.ladder": read(("dealer", "pit-supervisor", "pit-manager", "shift-manager"), "3.5", "3.9", "6.2", "6.3"),
    "roles.acting": says(YES, "6.3"),
    "round.opening": says("place-your-bets", "3.1"),
    "round.game_opening_announced": read(NO),
    "round.betting_after_spin": says(YES, "3.7"),
    "round.ends": says("paid", "1.1.4"),
    "round.void": read("stakes-returned"),
    "spin.direction": says("opposite", "3.6"),
    "spin.revolutions_min": says(4, "3.6", "5.3"),
    "closing.call_closes": says(YES, "3.2"),
    "closing.moment": says("ball-rotating", "3.7"),
    "closing.bell": read(NO),
    "closing.wave": read(NO),
    "closing.before_spin": says("authorized", "6.1"),
    "closing.before_spin_by": says("pit-manager", "6.1"),
    "outcome.determined": says("rest", "3.8"),
    "outcome.dolly": says(YES, "3.8"),
    "outcome.unclosed": read("referred", "6.2"),
    "outcome.wrong_display": says("pocket-decides", "3.8", "6.4"),
    "settlement.position_fixed": says("no-more-bets", "4.3"),
    "settlement.order": read("collect-then-pay", "1.1.4"),
    "settlement.only_zero_bets_win": says(("0",), "4.2"),
    "settlement.final": read(YES, "1.1.4", "5.17"),
    "wagers.chips": says(("cash", "color"), "3.3"),
    "wagers.placed_by_staff": says(("dealer", "pit-supervisor", "pit-manager"), "3.5"),
    "wagers.responsibility": says("player", "3.5", "3.9"),
    "wagers.late": says("refused", "5.13"),
    "wagers.late_increase": says("increase-refused", "5.13"),
    "wagers.withdrawal": says("stands", "5.14"),
    "wagers.unclear": says("ruling", "3.9"),
    "wagers.unclear_by": says("pit-supervisor", "3.9"),
    "chips.color_value": says("player-sets", "1.1.1"),
    "chips.marker": read("above-minimum", "1.1.1"),
    "chips.exclusive": read("color", "1.1.1"),
    "chips.foreign_table": read("unaddressed"),
    "chips.off_table": read("unaddressed"),
    "chips.outside_cash": read("free"),
    "irregularities.same-direction": says("void", "5.1", until="any-time", since="spin"),
    "irregularities.not-spun": says("void", "5.2", until="any-time"),
    "irregularities.too-few-revolutions": says("void", "5.3", until="any-time", since="spin"),
    "irregularities.foreign-object": says("void", "5.4", until="rest"),
    "irregularities.no-compartment": says("void", "5.5", until="any-time", since="spin"),
    "irregularities.ball-left-wheel": read("void", "5.6", until="rest", since="spin"),
    "irregularities.ball-broke": read("void", "5.7", until="rest"),
    "irregularities.wheel-stopped": says("void", "5.8", until="spinning"),
    "irregularities.wheel-still": says("void", "5.9", until="any-time", since="spin"),
    "irregularities.interference": read("void", "5.10", until="rest"),
    "irregularities.ball-hangs": read("void", "5.5", until="any-time", since="spin"),
    "irregularities.unlisted": says("referred", "6.2", until="any-time"),
    "no_spin.callers.dealer": says(ANY, "5.12"),
    "no_spin.callers.pit-supervisor": says(ANY, "5.12"),
    "no_spin.callers.pit-manager": says(ANY, "5.12"),
    "no_spin.suspicion": says(YES, "5.12"),
    "no_spin.until": read("outcome-declared", "5.12"),
    "power.failure": says("no-spin-decides", "5.11.1", "5.11.2"),
    "power.ball_dropped": read("outcome-stands", "3.8"),
    "power.interruption": read("resumes", "5.11.2"),
    "rulings.unlisted_by": says("shift-manager", "6.2"),
    "rulings.correction_by": read("shift-manager", "6.4"),
    "limits.source": says("displayed", "3.3.1"),
    "limits.scope": read("player", "3.3.1"),
    "limits.intake": read("refuse", "3.3.1"),
    "limits.under_minimum": read("once-then-returned", "5.15"),
    "limits.over_maximum": read("maximum-only", "5.16"),
    "limits.same_bet": read("one-wager", "3.3.1"),
    "roles.acting_upwards": says(YES, "6.3"),
    "round.voidable_until": read("round-over", "1.1.4"),
    "closing.ball_at_rest": read("ends-betting-at-once", "3.7"),
    "settlement.citing": read("what-decides"),
    "chips.value_min": read("displayed", "1.1.1", "3.3.1"),
    "chips.unbought": read("free"),
    "no_spin.since": read("opening", "5.12"),
    "power.lasting": says("until-restored", "5.11.1", "5.11.2"),
    "rulings.one_by_one": read(YES, "6.2"),
    "rulings.correction_of": says("previous-rounds", "6.4"),
    "rulings.contradicted": read("refused-everywhere"),
    "limits.table_amounts": read("any", "3.3.1"),
    "limits.area": read("settlement", "3.3.1"),
    "limits.remembered": says("for-good", "5.15"),
    "wagers.handled_by_staff": read(NOBODY, "3.5"),
    "rulings.misspoken_by": read("dealer", "3.8"),
}

# ── rws-roulette-360/1 ────────────────────────────────────────────────────────

RWS: Book = {
    "roles.ladder": says(("dealer",), "3.1"),
    "roles.acting": read(NO),
    "round.opening": says("place-your-bets", "3.1"),
    "round.game_opening_announced": read(NO),
    "round.betting_after_spin": says(YES, "3.5"),
    "round.ends": read("paid"),
    "round.void": read("stakes-returned", "5.1"),
    "spin.direction": says("opposite", "3.4"),
    "spin.revolutions_min": says(4, "3.4", "5.1.2"),
    "closing.call_closes": says(YES, "3.2"),
    "closing.moment": says("ball-slowing", "3.5"),
    "closing.bell": read(YES, "3.5"),
    "closing.wave": read(NO),
    "closing.before_spin": says("never", "3.5"),
    "outcome.determined": says("rest-and-dolly", "3.6"),
    "outcome.dolly": says(YES, "3.6"),
    "outcome.unclosed": read("referred"),
    "outcome.wrong_display": read("pocket-decides", "3.6"),
    "settlement.position_fixed": read("no-more-bets", "5.2"),
    "settlement.order": read("collect-then-pay"),
    "settlement.final": read(YES),
    "wagers.chips": says(("cash", "color"), "3.3"),
    "wagers.placed_by_staff": read(NOBODY),
    "wagers.responsibility": read("unaddressed"),
    "wagers.late": says("refused", "5.2"),
    "wagers.late_increase": read("increase-refused", "5.2"),
    "wagers.withdrawal": says("refused", "5.2"),
    "wagers.unclear": read("unaddressed"),
    "chips.color_value": read("unaddressed"),
    "chips.marker": read("none"),
    "chips.exclusive": read("color"),
    "chips.foreign_table": read("refused", "1 Colour chips"),
    "chips.off_table": read("unaddressed"),
    "chips.outside_cash": read("free"),
    "irregularities.same-direction": says("void", "5.1.7", until="any-time", since="spin"),
    "irregularities.not-spun": says("void", "5.1.1", until="any-time"),
    "irregularities.too-few-revolutions": says("void", "5.1.2", until="any-time", since="spin"),
    "irregularities.foreign-object": says("void", "5.1.8", until="rest"),
    "irregularities.no-compartment": says("void", "5.1.4", until="any-time", since="spin"),
    "irregularities.ball-left-wheel": read("void", "5.1.5", until="rest", since="spin"),
    "irregularities.ball-broke": read("void", "5.1.3", until="rest"),
    "irregularities.wheel-stopped": says("void", "5.1.10", until="rest", since="spin"),
    "irregularities.wheel-still": says("void", "5.1.6", until="any-time", since="spin"),
    "irregularities.interference": read("void", "5.1.9", until="spinning"),
    "irregularities.ball-hangs": read("void", "5.1.4", until="any-time", since="spin"),
    "irregularities.unlisted": read("referred", until="any-time"),
    "no_spin.suspicion": read(NO),
    "no_spin.until": read("never"),
    "power.failure": read("unaddressed"),
    "power.ball_dropped": read("outcome-stands", "3.6"),
    "power.interruption": read("resumes"),
    "rulings.unlisted_by": read("dealer"),
    "rulings.correction_by": read("dealer"),
    "limits.source": read("house"),
    "limits.scope": read("player"),
    "limits.intake": read("refuse"),
    "limits.under_minimum": read("unaddressed"),
    "limits.over_maximum": read("unaddressed"),
    "limits.same_bet": read("one-wager"),
    "roles.acting_upwards": read(NO),
    "round.voidable_until": read("round-over", "5.1"),
    "closing.ball_at_rest": read("ends-betting-at-once", "3.5"),
    "settlement.citing": read("what-decides"),
    "chips.value_min": read("set-by-table"),
    "chips.unbought": read("free"),
    "no_spin.since": read("spin"),
    "power.lasting": read("its-round"),
    "rulings.one_by_one": read(YES),
    "rulings.correction_of": read("previous-rounds", "3.6"),
    "rulings.contradicted": read("refused-everywhere"),
    "limits.table_amounts": read("any"),
    "limits.area": read("settlement"),
    "limits.remembered": read("for-good"),
}

# ── mbs-sands-roulette/1 ──────────────────────────────────────────────────────

SANDS: Book = {
    "roles.ladder": says(("dealer",), "3.1"),
    "roles.acting": read(NO),
    "round.opening": says("place-your-bets", "3.1"),
    "round.game_opening_announced": read(NO),
    "round.betting_after_spin": says(YES, "3.6"),
    "round.ends": says("paid", "1.1.5"),
    "round.void": read("stakes-returned"),
    "spin.direction": says("opposite", "3.5"),
    "spin.revolutions_min": says(4, "3.5", "5.3"),
    "closing.call_closes": says(YES, "3.2"),
    "closing.moment": says("ball-rotating", "3.6"),
    "closing.bell": read(NO),
    "closing.wave": read(NO),
    "closing.before_spin": says("never", "3.6"),
    "outcome.determined": says("rest", "3.7"),
    "outcome.dolly": says(YES, "3.7"),
    "outcome.unclosed": read("referred"),
    "outcome.wrong_display": read("pocket-decides", "3.7"),
    "settlement.position_fixed": read("no-more-bets", "5.11", "5.12"),
    "settlement.order": read("collect-then-pay", "1.1.5"),
    "settlement.final": read(YES, "1.1.5"),
    "wagers.chips": says(("cash", "color"), "3.3"),
    "wagers.placed_by_staff": read(NOBODY),
    "wagers.responsibility": read("unaddressed"),
    "wagers.late": says("refused", "5.11"),
    "wagers.late_increase": says("increase-refused", "5.11"),
    "wagers.withdrawal": says("stands", "5.12"),
    "wagers.unclear": read("unaddressed"),
    "chips.color_value": read("unaddressed"),
    "chips.marker": read("none"),
    "chips.exclusive": read("color", "1.1.1"),
    "chips.foreign_table": read("unaddressed"),
    "chips.off_table": read("unaddressed"),
    "chips.outside_cash": read("free"),
    "irregularities.same-direction": says("void", "5.1", until="any-time", since="spin"),
    "irregularities.not-spun": says("void", "5.2", until="any-time"),
    "irregularities.too-few-revolutions": says("void", "5.3", until="any-time", since="spin"),
    "irregularities.foreign-object": says("void", "5.4", until="rest"),
    "irregularities.no-compartment": says("void", "5.5", until="any-time", since="spin"),
    "irregularities.ball-left-wheel": read("void", "5.6", until="rest", since="spin"),
    "irregularities.ball-broke": read("void", "5.7", until="rest"),
    "irregularities.wheel-stopped": says("void", "5.8", until="spinning"),
    "irregularities.wheel-still": says("void", "5.9", until="any-time", since="spin"),
    "irregularities.interference": read("void", "5.10", until="rest"),
    "irregularities.ball-hangs": read("void", "5.5", until="any-time", since="spin"),
    "irregularities.unlisted": read("referred", until="any-time"),
    "no_spin.suspicion": read(NO),
    "no_spin.until": read("never"),
    "power.failure": read("unaddressed"),
    "power.ball_dropped": read("outcome-stands", "3.7"),
    "power.interruption": read("resumes"),
    "rulings.unlisted_by": read("dealer"),
    "rulings.correction_by": read("dealer"),
    "limits.source": read("house"),
    "limits.scope": read("player"),
    "limits.intake": read("refuse"),
    "limits.under_minimum": read("unaddressed"),
    "limits.over_maximum": read("unaddressed"),
    "limits.same_bet": read("one-wager"),
    "roles.acting_upwards": read(NO),
    "round.voidable_until": read("round-over", "1.1.5"),
    "closing.ball_at_rest": read("ends-betting-at-once", "3.6"),
    "settlement.citing": read("what-decides"),
    "chips.value_min": read("set-by-table"),
    "chips.unbought": read("free"),
    "no_spin.since": read("spin"),
    "power.lasting": read("its-round"),
    "rulings.one_by_one": read(YES),
    "rulings.correction_of": read("previous-rounds", "3.7"),
    "rulings.contradicted": read("refused-everywhere"),
    "limits.table_amounts": read("any"),
    "limits.area": read("settlement"),
    "limits.remembered": read("for-good"),
}

# ── us-double-zero/1 ──────────────────────────────────────────────────────────

US: Book = {
    "roles.ladder": read(("dealer", "floor-manager"), "G5", "I5"),
    "roles.acting": read(NO),
    "round.opening": says("board-open", "P2"),
    "round.game_opening_announced": says(YES, "P1"),
    "round.betting_after_spin": says(YES, "P4"),
    "round.ends": read("dolly-lifted", "P2"),
    "round.void": read("stakes-returned"),
    "spin.direction": says("opposite", "R1"),
    "spin.revolutions_min": says(3, "R1", "I2"),
    "closing.call_closes": says(YES, "G5"),
    "closing.moment": says("ball-slowing", "R2"),
    "closing.bell": read(NO),
    "closing.wave": says(YES, "P4"),
    "closing.before_spin": says("never", "R2"),
    "outcome.determined": says("rest", "R3"),
    "outcome.dolly": says(YES, "R3"),
    "outcome.unclosed": says("decided", "G4"),
    "outcome.wrong_display": read("pocket-decides", "R3"),
    "settlement.position_fixed": says("rest", "G4"),
    "settlement.order": says("collect-then-pay", "R4"),
    "settlement.final": read(YES, "P2"),
    "wagers.chips": read(("cash", "color"), "G1", "G2"),
    "wagers.placed_by_staff": says(("dealer",), "G3", "P3"),
    "wagers.responsibility": says("player", "G3", "P3"),
    "wagers.late": says("past-posting", "G5", "I4"),
    "wagers.late_increase": read("increase-refused", "G5", "I4"),
    "wagers.withdrawal": read("referred", "G5"),
    "wagers.withdrawal_to": read("floor-manager"),
    "wagers.unclear": says("players-risk", "G3", "G4"),
    "chips.color_value": read("default", "G2"),
    "chips.color_value_default": read(100, "G2"),
    "chips.marker": read("above-default", "E"),
    "chips.exclusive": says("color-and-cash", "G2"),
    "chips.foreign_table": read("unaddressed"),
    "chips.off_table": says("approval-to-use", "G2"),
    "chips.off_table_by": says("floor-manager", "G2"),
    "chips.outside_cash": says("permission", "G2"),
    "irregularities.same-direction": says("no-spin", "I1", "R1", until="any-time", since="spin"),
    "irregularities.not-spun": read("no-spin", "I2", "R1", until="any-time"),
    "irregularities.too-few-revolutions": says("no-spin", "I2", "R1", until="any-time", since="spin"),
    "irregularities.foreign-object": says("no-spin", "I3", until="rest"),
    "irregularities.no-compartment": read("referred", until="any-time"),
    "irregularities.ball-left-wheel": read("referred", until="any-time"),
    "irregularities.ball-broke": read("referred", until="any-time"),
    "irregularities.wheel-stopped": read("referred", until="any-time"),
    "irregularities.wheel-still": read("no-spin", "R1", until="any-time", since="spin"),
    "irregularities.interference": read("referred", until="any-time"),
    "irregularities.ball-hangs": says("call-floor", "I5", until="rest", since="spin"),
    "irregularities.unlisted": read("referred", until="any-time"),
    "no_spin.callers.dealer": read(
        ("same-direction", "not-spun", "too-few-revolutions", "foreign-object", "wheel-still"), "I1", "I2", "I3", "R1"
    ),
    "no_spin.callers.floor-manager": says(("ball-hangs",), "I5"),
    "no_spin.suspicion": read(NO),
    "no_spin.until": read("outcome-declared", "I1", "I2", "I3", "I5"),
    "power.failure": read("unaddressed"),
    "power.ball_dropped": read("outcome-stands", "R3"),
    "power.interruption": read("resumes"),
    "rulings.unlisted_by": read("floor-manager"),
    "rulings.correction_by": read("floor-manager"),
    "limits.source": says("stated", "L"),
    "limits.scope": read("player", "L"),
    "limits.intake": read("refuse", "L"),
    "limits.under_minimum": read("unaddressed"),
    "limits.over_maximum": read("unaddressed"),
    "limits.same_bet": read("one-wager", "L", "W2"),
    "roles.acting_upwards": read(NO),
    "round.voidable_until": read("round-over", "P2"),
    "closing.ball_at_rest": says("ends-betting-at-once", "G4", "P4"),
    "settlement.citing": read("what-decides"),
    "chips.value_min": read("set-by-table"),
    "chips.unbought": says("refused", "G2", "G1"),
    "no_spin.since": says("spin", "I1", "I2", "I3", "I5"),
    "power.lasting": read("its-round"),
    "rulings.one_by_one": read(YES),
    "rulings.correction_of": read("previous-rounds", "R3"),
    "rulings.contradicted": read("refused-everywhere"),
    "limits.table_amounts": says("narrower", "L"),
    "limits.area": read("settlement", "L"),
    "limits.remembered": read("for-good"),
    "wagers.handled_by_staff": read(NOBODY, "P3", "G3"),
    "rulings.misspoken_by": read("dealer", "R3"),
}

BOOKS: Mapping[str, Book] = {
    "mbs-roulette/2": MBS_2,
    "mbs-roulette/3": MBS_3,
    "rws-roulette-360/1": RWS,
    "mbs-sands-roulette/1": SANDS,
    "us-double-zero/1": US,
}

# Only the American document prints amounts, in dollars and one line per kind ("Per Straight: $1 - $10");
# here they are in cents, as everywhere.
INSIDE_LIMIT, OUTSIDE_LIMIT = (100, 1000), (500, 1000)
AMOUNTS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "us-double-zero/1": {
        "straight": INSIDE_LIMIT,
        "split": INSIDE_LIMIT,
        "street": INSIDE_LIMIT,
        "corner": INSIDE_LIMIT,
        "first-five": INSIDE_LIMIT,
        "six-line": INSIDE_LIMIT,
        "column": OUTSIDE_LIMIT,
        "dozen": OUTSIDE_LIMIT,
        "red": OUTSIDE_LIMIT,
        "black": OUTSIDE_LIMIT,
        "odd": OUTSIDE_LIMIT,
        "even": OUTSIDE_LIMIT,
        "low": OUTSIDE_LIMIT,
        "high": OUTSIDE_LIMIT,
    },
}
AMOUNT_CLAUSES = ("L",)

WHEELS: Mapping[str, Wheel] = {
    "mbs-roulette/2": Wheel("convention", (), verified=True),
    "mbs-roulette/3": Wheel("convention", (), verified=True),
    # Its series boxes are runs of wheel neighbors, several of them misprinted in our copy.
    "rws-roulette-360/1": Wheel("reconstructed", ("App. B",), verified=True),
    # Nobody has published the order of this wheel.
    "mbs-sands-roulette/1": Wheel("our-reading", ("1.1.3",), verified=False),
    "us-double-zero/1": Wheel("convention", (), verified=True),
}
