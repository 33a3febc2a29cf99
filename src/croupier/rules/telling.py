"""The procedure in words: for each value of each key, one sentence in the present tense, and whom it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from croupier.rules.irregularities import IrregularityRule, Until
from croupier.rules.later import Since
from croupier.rules.procedure import Grounded


class Audience(StrEnum):
    """Who has to know."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT = "pit"


_YES, _NO = "True", "False"

_SAYS: Mapping[str, tuple[Audience, Mapping[str, str]]] = {
    "roles.ladder": (Audience.PIT, {"": "Staff the document knows, in rising authority: {value}."}),
    "roles.acting": (
        Audience.PIT,
        {
            _YES: "Whoever acts in a position, or holds a higher one, may do what that position may.",
            _NO: "Only the position that is named may do a thing; nobody acts for another.",
        },
    ),
    "roles.acting_upwards": (
        Audience.PIT,
        {
            _YES: "A person acting in a position does what that position does, whatever their own is.",
            _NO: "Nobody acts in a position above their own.",
        },
    ),
    "round.opening": (
        Audience.DEALER,
        {
            "place-your-bets": 'Betting opens when the dealer calls "Place your bets, please".',
            "board-open": "Betting opens when the dealer announces that the board is open.",
        },
    ),
    "round.game_opening_announced": (
        Audience.DEALER,
        {
            _YES: "When a table is opened, the dealer announces the opening of the game.",
            _NO: "Opening a table needs no announcement.",
        },
    ),
    "round.betting_after_spin": (
        Audience.PLAYER,
        {_YES: "Betting goes on while the ball turns, until the call.", _NO: "Betting ends when the ball is spun."},
    ),
    "round.ends": (
        Audience.DEALER,
        {
            "paid": "The next round may open once losers are collected and winners paid.",
            "dolly-lifted": "The next round may open only after the dolly is taken off.",
        },
    ),
    "round.void": (
        Audience.PLAYER,
        {"stakes-returned": "A void round is neither won nor lost: every stake goes back, nothing is carried over."},
    ),
    "round.voidable_until": (
        Audience.PIT,
        {
            "settlement": "Once something was collected or paid, no irregularity voids the round.",
            "round-over": "An irregularity that voids the round does so until the round is over; payments are undone.",
        },
    ),
    "spin.direction": (
        Audience.DEALER,
        {"opposite": "The ball must be spun against the rotation of the wheel."},
    ),
    "spin.revolutions_min": (
        Audience.DEALER,
        {
            "1": "The ball must complete at least 1 revolution for a valid spin.",
            "": "The ball must complete at least {value} revolutions for a valid spin.",
        },
    ),
    "closing.call_closes": (
        Audience.PLAYER,
        {_YES: 'Betting is closed from the moment the dealer calls "No more bets".', _NO: "No call closes betting."},
    ),
    "closing.moment": (
        Audience.DEALER,
        {
            "ball-rotating": 'The dealer calls "No more bets" while the ball is still rotating.',
            "ball-slowing": 'The dealer calls "No more bets" as the ball slows down.',
        },
    ),
    "closing.bell": (
        Audience.DEALER,
        {_YES: 'The dealer rings the bell with "No more bets".', _NO: "No bell is rung."},
    ),
    "closing.wave": (
        Audience.DEALER,
        {_YES: "The dealer waves a hand over the layout with the call.", _NO: "No hand signal goes with the call."},
    ),
    "closing.before_spin": (
        Audience.PIT,
        {
            "never": '"No more bets" cannot be called before the ball is spun.',
            "authorized": '"No more bets" may be called before the ball is spun, if it was authorized.',
        },
    ),
    "closing.before_spin_by": (Audience.PIT, {"": "The {value} authorizes closing before the spin."}),
    "closing.ball_at_rest": (
        Audience.DEALER,
        {
            "call-alone": "Only the call ends betting, even if the ball is known to be at rest.",
            "ends-betting": "A ball known to be at rest, or to have dropped, ends betting, called or not, if it was "
            "counted.",
            "ends-betting-at-once": "A ball known to be at rest, or to have dropped, ends betting at once, called or "
            "not, counted or not.",
        },
    ),
    "outcome.determined": (
        Audience.DEALER,
        {
            "rest": "The pocket in which the ball comes to rest is the outcome.",
            "rest-and-dolly": "The outcome stands when the ball is at rest and the dolly is on the number.",
        },
    ),
    "outcome.dolly": (
        Audience.DEALER,
        {_YES: "The dealer announces the number and puts the dolly on it.", _NO: "No dolly is used."},
    ),
    "outcome.unclosed": (
        Audience.DEALER,
        {
            "refused": "If the ball rests before the call, no outcome is taken until betting is closed.",
            "referred": "If the ball rests before the call, whoever decides unlisted irregularities decides.",
            "decided": "If the ball rests before the call, what lies on the layout at that moment is settled.",
        },
    ),
    "outcome.wrong_display": (
        Audience.PLAYER,
        {"pocket-decides": "A display, call or dolly that shows a wrong number changes nothing: the pocket decides."},
    ),
    "settlement.position_fixed": (
        Audience.PLAYER,
        {
            "no-more-bets": 'A wager counts where it lies when "No more bets" is called.',
            "rest": "A wager counts where it lies when the ball comes to rest.",
        },
    ),
    "settlement.order": (
        Audience.DEALER,
        {"collect-then-pay": "Losing wagers are collected before winning ones are paid."},
    ),
    "settlement.only_zero_bets_win": (
        Audience.PLAYER,
        {"": "On {value} only bets that cover it win; every other wager loses."},
    ),
    "settlement.final": (
        Audience.PLAYER,
        {
            _YES: "What was paid or collected in an earlier round is settled for good.",
            _NO: "Settled rounds can be reopened.",
        },
    ),
    "settlement.citing": (
        Audience.PIT,
        {
            "price": "A payment cites the clause of its price.",
            "every-clause": "A payment also cites the clause by which the wager stands or counts elsewhere.",
            "what-decides": "A payment also cites the clause by which the wager stands or counts elsewhere; what waits "
            "for a second person cites the clause of the reported fact.",
        },
    ),
    "wagers.chips": (Audience.PLAYER, {"": "Wagers are made with these chips: {value}."}),
    "wagers.placed_by_staff": (
        Audience.PLAYER,
        {
            "()": "Staff place no wagers for players.",
            "": "On request, these may place a wager for a player before the call: {value}.",
        },
    ),
    "wagers.responsibility": (
        Audience.PLAYER,
        {
            "player": "The player answers for where a chip lies, even if staff placed it.",
            "unaddressed": "Who answers for where a chip lies is not said.",
        },
    ),
    "wagers.late": (
        Audience.PLAYER,
        {
            "refused": "A wager made after the call is refused.",
            "past-posting": "A wager made after the call is past posting: it is given back at once; the spin stands.",
        },
    ),
    "wagers.late_increase": (
        Audience.PLAYER,
        {"increase-refused": "Of a wager raised after the call only the increase is refused."},
    ),
    "wagers.withdrawal": (
        Audience.PLAYER,
        {
            "stands": "A wager taken back after the call is won or lost all the same.",
            "refused": "A wager cannot be taken back after the call; the dealer refuses it.",
            "referred": "Whether a wager can be taken back after the call is decided case by case.",
        },
    ),
    "wagers.withdrawal_to": (Audience.PIT, {"": "The {value} decides on wagers taken back after the call."}),
    "wagers.handled_by_staff": (
        Audience.PLAYER,
        {
            "()": "Staff neither take back nor move a player's wager; only the player does.",
            "": "On request, these may take back or move a wager for a player before the call: {value}.",
        },
    ),
    "wagers.unclear": (
        Audience.PIT,
        {
            "ruling": "Unclear or accidentally moved wagers wait for a ruling after the ball is at rest.",
            "players-risk": "An unclear or moved wager is the player's risk: it counts where it lies.",
            "unaddressed": "The document does not mention unclear or moved wagers.",
        },
    ),
    "wagers.unclear_by": (Audience.PIT, {"": "The {value} or above rules on unclear and moved wagers."}),
    "chips.color_value": (
        Audience.PLAYER,
        {
            "player-sets": "The player sets the value of color chips when buying them.",
            "default": "Color chips have a standard value unless they are denominated.",
            "unaddressed": "The document does not say who sets the value of color chips.",
        },
    ),
    "chips.color_value_default": (Audience.PLAYER, {"": "A color chip without denomination is worth {value}."}),
    "chips.marker": (
        Audience.DEALER,
        {
            "above-minimum": "Color chips worth more than the minimum are marked with their value.",
            "above-default": "Color chips worth more than the standard value are denominated.",
            "none": "Color chips carry no marker.",
        },
    ),
    "chips.value_min": (
        Audience.DEALER,
        {
            "set-by-table": "The least value of a color chip is the one the table sets, if it sets one.",
            "displayed": "If the table sets no least chip value, it is the least minimum that the table displays.",
        },
    ),
    "chips.exclusive": (
        Audience.PLAYER,
        {
            "color": "A color belongs to one player at the table.",
            "color-and-cash": "No two players may use chips alike in color and design, value chips included.",
        },
    ),
    "chips.foreign_table": (
        Audience.DEALER,
        {
            "refused": "Color chips of another table are refused.",
            "unaddressed": "The document does not mention color chips of another table.",
        },
    ),
    "chips.off_table": (
        Audience.PIT,
        {
            "approval": "Color chips stay at the table; once away, they need approval to be worth more than standard.",
            "approval-to-use": "Color chips stay at the table; once away, they are neither redeemed nor wagered at "
            "another value than the standard one without approval.",
            "unaddressed": "The document does not mention chips taken off the table.",
        },
    ),
    "chips.off_table_by": (Audience.PIT, {"": "The {value} approves the redemption of chips taken off the table."}),
    "chips.outside_cash": (
        Audience.PLAYER,
        {
            "permission": "Value chips from elsewhere need the dealer's permission first.",
            "free": "Cash chips need no permission.",
        },
    ),
    "chips.unbought": (
        Audience.PLAYER,
        {
            "free": "A stake need not have been bought at the table.",
            "refused": "Where chips are accounted for, a stake that was neither bought nor permitted is no wager.",
        },
    ),
    "no_spin.suspicion": (
        Audience.DEALER,
        {_YES: "A mere suspicion is enough for the call.", _NO: "A mere suspicion is not enough for the call."},
    ),
    "no_spin.until": (
        Audience.DEALER,
        {
            "outcome-declared": '"No spin" may be called until the outcome is announced.',
            "never": 'There is no call of "no spin".',
        },
    ),
    "no_spin.since": (
        Audience.DEALER,
        {
            "opening": '"No spin" may be called as soon as betting is open.',
            "spin": '"No spin" may be called once the ball is spun.',
        },
    ),
    "power.failure": (
        Audience.PIT,
        {
            "no-spin-decides": 'A power failure while the ball turns voids the round only if "no spin" was called.',
            "unaddressed": "The document does not mention power failures.",
        },
    ),
    "power.ball_dropped": (
        Audience.PIT,
        {"outcome-stands": "If the ball had dropped before the power failed, the outcome stands."},
    ),
    "power.interruption": (
        Audience.PIT,
        {"resumes": "A round that a stopped machine interrupted goes on from where its record ends."},
    ),
    "power.lasting": (
        Audience.PIT,
        {
            "its-round": "A power failure concerns the round in which it begins.",
            "until-restored": "A power failure concerns every round until the power is back.",
        },
    ),
    "rulings.unlisted_by": (Audience.PIT, {"": "The {value} decides irregularities that are not listed."}),
    "rulings.correction_by": (Audience.PIT, {"": "The {value} orders the correction of a wrong number."}),
    "rulings.misspoken_by": (
        Audience.DEALER,
        {"": "The {value} may put the announced number right until the dolly is placed."},
    ),
    "rulings.one_by_one": (
        Audience.PIT,
        {
            _YES: "Each irregularity that is referred is decided by itself: the round is void, or it stands.",
            _NO: "One decision covers all irregularities that are referred.",
        },
    ),
    "rulings.correction_of": (
        Audience.PIT,
        {
            "current-round": "A wrong number can be corrected until the next round opens.",
            "previous-rounds": "A wrong number of a paid round can still be corrected later, by two people.",
        },
    ),
    "rulings.contradicted": (
        Audience.DEALER,
        {
            "taken": "A reported fact counts even if the record says otherwise.",
            "refused": "A reported fact that the record contradicts is refused; a wrong entry is put right first.",
            "refused-everywhere": "A fact that the record contradicts is refused, in a report and as the reason for no "
            "spin, unless it is only suspected; a wrong entry is put right first.",
        },
    ),
    "limits.source": (
        Audience.PLAYER,
        {
            "displayed": "Wagers must lie within the limits displayed at the table.",
            "stated": "Wagers must lie within the limits the document states for each kind.",
            "house": "The house sets the limits of each table.",
        },
    ),
    "limits.scope": (
        Audience.PLAYER,
        {
            "player": "Limits apply to each player's own wager.",
            "area": "All players on one area share its limits.",
        },
    ),
    "limits.intake": (
        Audience.DEALER,
        {
            "refuse": "A wager outside the limits is not taken.",
            "accept": "A wager outside the limits is taken and dealt with at settlement.",
        },
    ),
    "limits.under_minimum": (
        Audience.PLAYER,
        {
            "once-then-returned": "Wagers under the minimum are settled once; later ones are returned, win or lose.",
            "unaddressed": "What becomes of a wager under the minimum is not said.",
        },
    ),
    "limits.over_maximum": (
        Audience.PLAYER,
        {
            "maximum-only": "A wager over the maximum is paid and collected to the maximum only; the rest is returned.",
            "unaddressed": "What becomes of a wager over the maximum is not said.",
        },
    ),
    "limits.same_bet": (
        Audience.PLAYER,
        {"one-wager": "All of a player's chips on one bet count as one wager."},
    ),
    "limits.table_amounts": (
        Audience.PIT,
        {
            "any": "A table may set its own limits.",
            "narrower": "A table may narrow the stated limits, never widen them or switch them off.",
        },
    ),
    "limits.area": (
        Audience.PIT,
        {
            "intake": "Where all players on an area share its limits, its maximum applies as wagers are taken.",
            "settlement": "Where all players on an area share its limits, their total is what has to lie within them, "
            "as wagers are taken and as they are settled: over the maximum, what was laid first counts.",
        },
    ),
    "limits.remembered": (
        Audience.PLAYER,
        {
            "sitting": "That a player's wager under the minimum was settled is remembered as long as the player sits.",
            "for-good": "That a player's wager under the minimum was settled is remembered for good.",
        },
    ),
}

_IRREGULAR: Mapping[str, str] = {
    "same-direction": "the ball is spun the way the wheel turns",
    "not-spun": "the ball is dropped without being spun round",
    "too-few-revolutions": "the ball completes too few revolutions",
    "foreign-object": "a foreign object gets into the wheel",
    "no-compartment": "the ball falls into no pocket",
    "ball-left-wheel": "the ball leaves the wheel",
    "ball-broke": "the ball breaks",
    "wheel-stopped": "the wheel stops",
    "wheel-still": "the wheel is still when the ball is spun",
    "interference": "somebody interferes with ball or wheel",
    "ball-hangs": "the ball hangs on the rim",
    "unlisted": "something happens that is not listed",
}
_THEN: Mapping[str, str] = {
    "void": "the round is void",
    "no-spin": 'the dealer calls "no spin", and the spin does not count',
    "call-floor": "the dealer calls the floor; if the ball falls before a call of no spin, the spin counts",
    "referred": "it is referred for a decision",
}
_UNTIL: Mapping[Until, str] = {
    Until.ANY_TIME: "",
    Until.SPINNING: " while the ball is spinning",
    Until.REST: " before the ball is at rest",
}
_SINCE: Mapping[Since, str] = {Since.OPENING: "", Since.SPIN: ", the ball having been spun"}


def audience(key: str) -> Audience:
    """Say whom a key concerns most."""
    if key.startswith(("irregularities.", "no_spin.")):
        return Audience.DEALER
    return _SAYS[key][0]


def tell(key: str, ground: Grounded) -> str:
    """Say in one sentence what a value means."""
    if isinstance(ground, IrregularityRule):
        what = _IRREGULAR[key.partition(".")[2]]
        return f"If {what}{_UNTIL[ground.until]}{_SINCE[ground.since]}, {_THEN[ground.value]}."
    if key.startswith("no_spin.callers."):
        role = key.rpartition(".")[2].replace("-", " ")
        reasons = [_IRREGULAR[reason] for reason in ground.value]
        why = f"if {' or '.join(reasons)}" if reasons else "for any irregularity of these rules"
        return f'The {role} may call "no spin" {why}.'
    sentences = _SAYS[key][1]
    sentence = sentences.get(str(ground.value), sentences.get("", ""))
    return sentence.format(value=_words(ground.value))


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_words(item) for item in value)
    return str(value).replace("-", " ") if isinstance(value, StrEnum) else str(value)
