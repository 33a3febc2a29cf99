"""The procedure in words: for each value of each key, one sentence in the present tense, and whom it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from croupier.rules.procedure import Grounded, IrregularityRule, Until


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
    "spin.direction": (
        Audience.DEALER,
        {"opposite": "The ball must be spun against the rotation of the wheel."},
    ),
    "spin.revolutions_min": (
        Audience.DEALER,
        {"": "The ball must complete at least {value} revolutions for a valid spin."},
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
    "wagers.unclear": (
        Audience.PIT,
        {
            "ruling": "Unclear or accidentally moved wagers wait for a ruling after the ball is at rest.",
            "players-risk": "An unclear or moved wager is the player's risk: it counts where it lies.",
            "unaddressed": "Unclear or moved wagers are not spoken of.",
        },
    ),
    "wagers.unclear_by": (Audience.PIT, {"": "The {value} or above rules on unclear and moved wagers."}),
    "chips.color_value": (
        Audience.PLAYER,
        {
            "player-sets": "The player sets the value of color chips when buying them.",
            "default": "Color chips have a standard value unless they are denominated.",
            "unaddressed": "Who sets the value of color chips is not said.",
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
            "unaddressed": "Color chips of another table are not spoken of.",
        },
    ),
    "chips.off_table": (
        Audience.PIT,
        {
            "approval": "Color chips stay at the table; once away, they need approval to be worth more than standard.",
            "unaddressed": "Chips taken off the table are not spoken of.",
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
    "power.failure": (
        Audience.PIT,
        {
            "no-spin-decides": 'A power failure while the ball turns voids the round only if "no spin" was called.',
            "unaddressed": "A power failure is not spoken of.",
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
    "rulings.unlisted_by": (Audience.PIT, {"": "The {value} decides irregularities that are not listed."}),
    "rulings.correction_by": (Audience.PIT, {"": "The {value} orders the correction of a wrong number."}),
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


def audience(key: str) -> Audience:
    """Say whom a key concerns most."""
    if key.startswith(("irregularities.", "no_spin.")):
        return Audience.DEALER
    return _SAYS[key][0]


def tell(key: str, ground: Grounded) -> str:
    """Say in one sentence what a value means."""
    if isinstance(ground, IrregularityRule):
        what = _IRREGULAR[key.partition(".")[2]]
        return f"If {what}{_UNTIL[ground.until]}, {_THEN[ground.value]}."
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
