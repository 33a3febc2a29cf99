"""Lines that an examiner ran against the documents, and the answers that the documents give.

Each evening is a few lines of ``croupier table``: who, what, and what has to come of it, as
``type`` of the events with their clauses, or ``!code`` with the clause of the refusal.
"""

import json
from dataclasses import dataclass

import pytest

import croupier
from croupier.table.session import Session
from croupier.table.state import new_table

V2, V3, RWS, US = "mbs-roulette/2", "mbs-roulette/3", "rws-roulette-360/1", "us-double-zero/1"
SANDS = "mbs-sands-roulette/1"
ROLES = {
    "dan": "dealer",
    "sam": "shift-manager",
    "pam": "pit-manager",
    "flo": "floor-manager",
    "ann": "player",
    "bob": "player",
}


@dataclass(frozen=True)
class Evening:
    """What is done at a table, line by line, and what follows."""

    name: str
    ref: str
    clause: str
    lines: tuple[tuple[str, str, dict[str, object], str], ...]
    banked: bool = False

    def __str__(self) -> str:
        return f"{self.ref} §{self.clause}: {self.name}"


def does(who: str, act: str, then: str, **fields: object) -> tuple[str, str, dict[str, object], str]:
    return who, act, fields, then


def bets(who: str, wager: str, position: str, stake: int, then: str = "") -> tuple[str, str, dict[str, object], str]:
    return does(who, "place-wager", then, wager=wager, player=who, position=position, stake=stake)


OPEN = (does("dan", "open-table", ""), does("dan", "open-betting", "betting-opened"))
SPIN = does("dan", "spin-ball", "ball-spun", ball="clockwise", wheel="counterclockwise")
COUNT = does("dan", "count-revolutions", "", completed=9)
CALL = does("dan", "call-no-more-bets", "no-more-bets-called", bell=True, wave=True)
SETTLED = (does("dan", "place-dolly", "dolly-placed", pocket="17"), does("dan", "settle", ""))
SAID = "passing", "against_rules"
"""What else of an answer is compared, if it is expected."""


def rests(pocket: str, then: str = "outcome-declared") -> tuple[str, str, dict[str, object], str]:
    return does("dan", "declare-outcome", then, pocket=pocket)


PLAYED = (SPIN, CALL, COUNT, rests("17"), SETTLED[0])

EVENINGS = [
    Evening(
        "amounts that a document states are not widened",
        US,
        "L",
        (
            OPEN[0],
            does("dan", "set-limits", "!limits-invalid L", limits={"straight": {"min": 1, "max": 100_000}}),
            does("dan", "set-limits", "!limits-invalid L", intake="accept"),
            OPEN[1],
            bets("ann", "w1", "straight:17", 100_000, "!above-maximum L"),
        ),
    ),
    Evening(
        "a wager on the number that was announced",
        US,
        "G4",
        (
            *OPEN,
            bets("ann", "w0", "straight:18", 500),
            SPIN,
            COUNT,
            rests("17", "outcome-declared R3 G4"),
            bets("ann", "w1", "straight:17", 1_000, "!betting-closed G4"),
            does("dan", "call-no-more-bets", "!too-late G4"),
            *SETTLED,
        ),
    ),
    Evening(
        "a wager on the number that was announced is referred",
        V2,
        "3.6",
        (
            *OPEN,
            SPIN,
            COUNT,
            rests("17", "irregularity-reported wire §3.4, outcome-declared 3.7"),
            bets("ann", "w1", "straight:17", 1_000, "!betting-closed 3.6"),
            does("dan", "place-dolly", "dolly-placed", pocket="17"),
            does("dan", "settle", "!ruling-needed wire §3.4"),
            does("dan", "rule-on-irregularity", "irregularity-ruled", ruling="stand", reason="seen by all"),
            does("dan", "settle", "round-closed"),
        ),
    ),
    Evening(
        "a wager on the number that was announced before anybody had counted",
        US,
        "G4",
        (
            *OPEN,
            bets("ann", "w0", "straight:18", 500),
            SPIN,
            rests("17", "betting-ended G4 P4"),
            bets("ann", "w1", "straight:17", 1_000, "!betting-closed G4"),
            does("ann", "retract-wager", "!withdrawal-referred G4", wager="w0"),
            does("flo", "rule-on-wager", "!too-late G4", wager="w0", treatment="return"),
            does("dan", "call-no-more-bets", "!too-late G4"),
            does("dan", "call-no-spin", "!too-late I1", reason="foreign-object"),
            rests("17", "!not-counted R1"),
            COUNT,
            rests("18", "!wrong-pocket R3"),
            rests("17", "outcome-declared R3 G4"),
            *SETTLED,
        ),
    ),
    *(
        Evening(
            "a wager on the number that was announced before anybody had counted is referred",
            ref,
            call,
            (
                *OPEN,
                SPIN,
                rests("17", f"betting-ended {call}"),
                bets("ann", "w1", "straight:17", 1_000, f"!betting-closed {call}"),
                does("dan", "call-no-more-bets", f"!too-late {call}", bell=True),
                rests("17", f"!not-counted {spun}"),
                COUNT,
                rests("17", f"irregularity-reported {open_to}, outcome-declared {rest}"),
                does("dan", "place-dolly", "dolly-placed", pocket="17"),
                does("dan", "settle", f"!ruling-needed {open_to}"),
            ),
        )
        for ref, call, spun, rest, open_to in (
            (V2, "3.6", "3.5", "3.7", "wire §3.4"),
            (V3, "3.7", "3.6", "3.8", "6.2"),
            (RWS, "3.5", "3.4", "3.6", "wire §3.4"),
            (SANDS, "3.6", "3.5", "3.7", "wire §3.4"),
        )
    ),
    Evening(
        "a pocket declared with too few revolutions afterwards",
        V3,
        "5.3",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            SPIN,
            rests("17", "betting-ended 3.7"),
            does("dan", "count-revolutions", "", completed=2),
            rests("17", "irregularity-reported 5.3, round-voided 5.3, wager-returned 5.3"),
        ),
    ),
    Evening(
        "one maximum for everybody on an area",
        V3,
        "5.16",
        (
            OPEN[0],
            does(
                "dan",
                "set-limits",
                "limits-set",
                limits={"straight": {"min": 5, "max": 100}},
                intake="accept",
                limit_scope="area",
            ),
            OPEN[1],
            bets("ann", "w1", "straight:17", 100),
            bets("bob", "w2", "straight:17", 100),
            SPIN,
            CALL,
            COUNT,
            rests("17"),
            does("dan", "place-dolly", "", pocket="17"),
            does("dan", "settle", "wager-returned 4.1 5.16, wager-paid 4.1 5.16, round-closed 1.1.4"),
        ),
    ),
    Evening(
        "facts that the record contradicts",
        V3,
        "5.2",
        (
            *OPEN,
            SPIN,
            does("dan", "report-irregularity", "!reason-not-allowed 5.2", kind="not-spun"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.9", kind="wheel-still"),
            does("dan", "call-no-spin", "!reason-not-allowed 5.2", reason="not-spun"),
            does("dan", "call-no-spin", "!reason-not-allowed 5.9", reason="wheel-still"),
            COUNT,
            does("dan", "call-no-spin", "!reason-not-allowed 5.3", reason="too-few-revolutions"),
            does("dan", "fail-power", "power-failed 3.8 3.7", ball_dropped=True),
            does("dan", "report-irregularity", "!reason-not-allowed 5.5", kind="no-compartment"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.5", kind="ball-hangs"),
            does("dan", "call-no-spin", "!reason-not-allowed 5.5", reason="no-compartment"),
            does(
                "dan",
                "call-no-spin",
                "no-spin-called 5.3 5.12, round-voided 5.3 5.12",
                reason="too-few-revolutions",
                suspected=True,
            ),
        ),
    ),
    Evening(
        "facts that the record contradicts, where a call is tied to a fact",
        US,
        "I2",
        (
            *OPEN,
            SPIN,
            does("dan", "call-no-spin", "!reason-not-allowed R1", reason="wheel-still"),
            does("dan", "count-revolutions", "", completed=2),
            does("dan", "report-irregularity", "irregularity-reported I2 R1", kind="too-few-revolutions"),
            does("dan", "count-revolutions", "", completed=3),
            does("dan", "call-no-spin", "!reason-not-allowed I2", reason="too-few-revolutions"),
            does("dan", "count-revolutions", "", completed=2, corrects=True),
            does("dan", "call-no-spin", "no-spin-called I2 R1, round-voided I2 R1", reason="too-few-revolutions"),
        ),
    ),
    Evening(
        "a ball that is known to have dropped",
        V3,
        "3.7",
        (
            *OPEN,
            SPIN,
            COUNT,
            does("dan", "fail-power", "power-failed 3.8 3.7", ball_dropped=True),
            bets("ann", "w1", "straight:17", 1_000, "!betting-closed 3.7"),
            does("dan", "call-no-more-bets", "!too-late 3.7"),
            rests("17", "irregularity-reported 6.2, outcome-declared 3.8"),
            does("dan", "place-dolly", "", pocket="17"),
            does("dan", "settle", "!ruling-needed 6.2"),
        ),
    ),
    Evening(
        "a dealer acting as pit supervisor",
        V3,
        "6.3",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            SPIN,
            CALL,
            COUNT,
            rests("17"),
            does("dan", "mark-unclear", "wager-marked-unclear 3.9", wager="w1"),
            does("dan", "rule-on-wager", "!role-not-allowed 3.9", wager="w1", treatment="stand"),
            does("dan as pit-supervisor", "rule-on-wager", "wager-ruled 3.9 6.3", wager="w1", treatment="stand"),
        ),
    ),
    Evening(
        "chips above the least displayed minimum are marked",
        V3,
        "1.1.1",
        (
            OPEN[0],
            does("dan", "set-limits", "limits-set", limits={"straight": {"min": 5, "max": 100}}),
            does(
                "ann",
                "buy-in",
                "!marker-missing 1.1.1",
                player="ann",
                amount=20_000,
                chips="color",
                color="blue",
                chip_value=1_000,
            ),
            does(
                "ann",
                "buy-in",
                "chips-bought 1.1.1",
                player="ann",
                amount=20_000,
                chips="color",
                color="blue",
                chip_value=5,
            ),
        ),
    ),
    Evening(
        "a fact that voids while a wager waits",
        V3,
        "5.4",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            bets("bob", "w2", "red", 100),
            SPIN,
            CALL,
            COUNT,
            rests("17"),
            does("dan", "mark-unclear", "", wager="w1"),
            does("dan", "place-dolly", "", pocket="17"),
            does("dan", "settle", "wager-collected 4.1"),
            does(
                "dan",
                "report-irregularity",
                "irregularity-reported 5.4, round-voided 5.4, wager-returned 5.4",
                kind="foreign-object",
                found_late=True,
            ),
        ),
    ),
    Evening(
        "a void round is over by the clause that voided it",
        V3,
        "5.7",
        (
            *OPEN,
            SPIN,
            does("dan", "report-irregularity", "irregularity-reported 5.7, round-voided 5.7", kind="ball-broke"),
            does("sam", "correct-outcome", "!round-over 5.7", round="1", pocket="17", reason="camera"),
        ),
    ),
    Evening(
        "each irregularity is ruled on by itself",
        V3,
        "6.2",
        (
            *OPEN,
            SPIN,
            does("dan", "report-irregularity", "irregularity-reported 6.2", kind="unlisted", note="a lamp went out"),
            does("dan", "report-irregularity", "irregularity-reported 6.2", kind="unlisted", note="two balls"),
            does("sam", "rule-on-irregularity", "irregularity-ruled 6.2", ruling="stand", reason="only the lamp"),
            CALL,
            COUNT,
            rests("17"),
            does("dan", "place-dolly", "", pocket="17"),
            does("dan", "settle", "!ruling-needed 6.2"),
        ),
    ),
    Evening(
        "a proposed correction outlives the next opening",
        V3,
        "6.4",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            SPIN,
            CALL,
            COUNT,
            rests("18"),
            does("dan", "place-dolly", "", pocket="18"),
            does("dan", "settle", "wager-collected 4.1, round-closed 1.1.4"),
            does("sam", "correct-outcome", "correction-proposed 3.8 6.4", round="1", pocket="17", reason="camera"),
            does("dan", "open-betting", "betting-opened 3.1"),
            does("pam", "approve-correction", "outcome-corrected 3.8 6.4", round="1", pocket="17"),
            does("sam", "correct-outcome", "!already-done wire §3.2", round="1", pocket="17", reason="camera"),
            does("sam", "correct-outcome", "correction-proposed 3.8 6.4", round="1", pocket="20", reason="again"),
        ),
    ),
    Evening(
        "a power failure that outlasts its round",
        V3,
        "5.11.1",
        (
            *OPEN,
            SPIN,
            does("dan", "fail-power", "power-failed 5.11.1 5.11.2", ball_dropped=False),
            CALL,
            COUNT,
            rests("17", "outcome-declared 3.8 5.11.2"),
            *SETTLED,
            does("dan", "open-betting", ""),
            does("dan", "call-no-spin", "no-spin-called 5.11.1 5.12, round-voided 5.11.1 5.12"),
        ),
    ),
    Evening(
        "staff neither move nor take back a player's wager",
        V3,
        "3.5",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 500),
            does("dan", "move-wager", "!role-not-allowed 3.5", wager="w1", position="straight:18", accident=False),
            does("dan", "retract-wager", "!role-not-allowed 3.5", wager="w1"),
        ),
    ),
    Evening(
        "staff neither move nor take back a player's wager",
        US,
        "P3",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 500),
            does("dan", "move-wager", "!role-not-allowed P3", wager="w1", position="straight:18", accident=False),
            does("dan", "retract-wager", "!role-not-allowed P3", wager="w1"),
        ),
    ),
    Evening(
        "a stake that was neither bought nor permitted, where chips are accounted for",
        US,
        "G2",
        (
            *OPEN,
            bets("bob", "w1", "straight:17", 100, "wager-placed W1"),
            does("ann", "buy-in", "chips-bought G1 G2", player="ann", amount=500, chips="cash"),
            bets("bob", "w2", "straight:17", 100, "!permission-needed G2"),
            does("dan", "permit-value-chips", "value-chips-permitted G2", player="bob", color="gold"),
            bets("bob", "w2", "straight:17", 100, "wager-placed W1"),
        ),
    ),
    Evening(
        "a stake that was not bought, at a table that accounts for chips from the first wager",
        US,
        "G2",
        (*OPEN, bets("bob", "w1", "straight:17", 100, "!not-enough-chips G2")),
        banked=True,
    ),
    Evening(
        "a call without the wave does not cite the clause that asks for it",
        US,
        "P4",
        (*OPEN, SPIN, does("dan", "call-no-more-bets", "no-more-bets-called G5 R2", wave=False)),
    ),
    Evening(
        "a hand on the ball at rest",
        RWS,
        "5.1.9",
        (
            *OPEN,
            SPIN,
            CALL,
            COUNT,
            rests("17"),
            does("dan", "report-irregularity", "!too-late 5.1.9", kind="interference"),
        ),
    ),
    *(
        Evening(
            f"{kind} where nothing was spun",
            ref,
            clause,
            (*OPEN, does("dan", "report-irregularity", f"!not-spun {clause}", kind=kind)),
        )
        for ref, kind, clause in [
            (V2, "too-few-revolutions", "5.3"),
            (V2, "same-direction", "5.1"),
            (V3, "no-compartment", "5.5"),
            (V3, "ball-left-wheel", "5.6"),
            (V3, "wheel-still", "5.9"),
            (V3, "ball-hangs", "5.5"),
            (RWS, "wheel-stopped", "5.1.10"),
            (US, "ball-hangs", "I5"),
        ]
    ),
    Evening(
        "a chip that is no longer there is paid by the clause on withdrawals too",
        V2,
        "5.12",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            SPIN,
            CALL,
            does("ann", "retract-wager", "withdrawal-ignored 5.12", wager="w1"),
            COUNT,
            rests("17"),
            does("dan", "place-dolly", "", pocket="17"),
            does("dan", "settle", "wager-paid 4.1 5.12, round-closed 1.1.4"),
        ),
    ),
    Evening(
        "chips that were off the table are not wagered at their value without the floor manager",
        US,
        "G2",
        (
            OPEN[0],
            does(
                "ann",
                "buy-in",
                "",
                player="ann",
                amount=5_000,
                chips="color",
                color="blue",
                chip_value=500,
                marker=True,
            ),
            does("ann", "remove-chips", "chips-removed G2", player="ann", amount=5_000),
            does("ann", "bring-back-chips", "", player="ann", amount=5_000),
            OPEN[1],
            bets("ann", "w1", "straight:17", 1_000, "!approval-needed G2"),
        ),
    ),
    Evening(
        "a fact that the record contradicts, and a miscount put right",
        V3,
        "5.3",
        (
            *OPEN,
            SPIN,
            COUNT,
            CALL,
            does("dan", "report-irregularity", "!reason-not-allowed 5.3", kind="too-few-revolutions"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.2", kind="not-spun"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.1", kind="same-direction"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.9", kind="wheel-still"),
            rests("17"),
            does("dan", "report-irregularity", "!reason-not-allowed 5.5", kind="no-compartment"),
            does("dan", "count-revolutions", "!too-late wire §3.2", completed=3),
            does(
                "dan",
                "count-revolutions",
                "revolutions-counted 3.6 5.3, irregularity-reported 5.3, round-voided 5.3",
                completed=3,
                corrects=True,
            ),
        ),
    ),
    Evening(
        "directions put right to the same one void by themselves, as if they had been entered first",
        V3,
        "5.1",
        (
            *OPEN,
            SPIN,
            does(
                "dan",
                "spin-ball",
                "ball-spun 3.6, irregularity-reported 5.1, round-voided 5.1",
                ball="clockwise",
                wheel="clockwise",
                corrects=True,
            ),
        ),
    ),
    Evening(
        "a wheel that was entered as still, and is put right, makes a valid spin",
        US,
        "R1",
        (
            *OPEN,
            does("dan", "spin-ball", "ball-spun R1, irregularity-reported R1", ball="clockwise", wheel="still"),
            does("dan", "spin-ball", "ball-spun R1", ball="clockwise", wheel="counterclockwise", corrects=True),
            COUNT,
            CALL,
            rests("17"),
        ),
    ),
    Evening(
        "a wheel that stands still makes no valid spin",
        US,
        "R1",
        (
            *OPEN,
            does("dan", "spin-ball", "ball-spun R1, irregularity-reported R1", ball="clockwise", wheel="still"),
            does("dan", "call-no-spin", "no-spin-called R1, round-voided R1", reason="wheel-still"),
        ),
    ),
    Evening(
        "a small winner who leaves and sits down again is paid once",
        V3,
        "5.15",
        (
            OPEN[0],
            does("dan", "set-limits", "limits-set", limits={"straight": {"min": 100, "max": 1_000}}, intake="accept"),
            OPEN[1],
            bets("ann", "w1", "straight:17", 50),
            *PLAYED,
            does("dan", "settle", "wager-paid 4.1 5.15, round-closed 1.1.4"),
            does("ann", "take-seat", "seat-taken", player="ann"),
            does("ann", "leave-seat", "seat-left", player="ann"),
            OPEN[1],
            bets("ann", "w1", "straight:17", 50),
            *PLAYED,
            does("dan", "settle", "wager-returned 5.15, round-closed 1.1.4"),
        ),
    ),
    *(
        Evening(
            "what happens to the ball at rest",
            ref,
            f"{left} and {broke}",
            (
                *OPEN,
                *PLAYED,
                does("dan", "report-irregularity", f"!too-late {left}", kind="ball-left-wheel"),
                does("dan", "report-irregularity", f"!too-late {broke}", kind="ball-broke"),
                does("dan", "report-irregularity", f"!too-late {touched}", kind="interference"),
                does("dan", "report-irregularity", f"!too-late {stopped}", kind="wheel-stopped"),
            ),
        )
        for ref, left, broke, touched, stopped in (
            (V2, "5.6", "5.7", "5.10", "5.8"),
            (V3, "5.6", "5.7", "5.10", "5.8"),
            (SANDS, "5.6", "5.7", "5.10", "5.8"),
            (RWS, "5.1.5", "5.1.3", "5.1.9", "5.1.10"),
        )
    ),
    Evening(
        "no spin before the spin, and after an early call",
        V3,
        "5.12",
        (
            *OPEN,
            does("dan", "call-no-spin", "no-spin-called 5.12, round-voided 5.12", suspected=True),
            OPEN[1],
            does("pam", "authorize-early-close", "early-close-authorized 6.1"),
            does("dan", "call-no-more-bets", "no-more-bets-called 3.2 6.1"),
            does("pam", "call-no-spin", "no-spin-called 5.12, round-voided 5.12"),
        ),
    ),
    Evening(
        "a misspoken number before the dolly and after it",
        V3,
        "3.8",
        (
            *OPEN,
            SPIN,
            CALL,
            COUNT,
            rests("18"),
            does("dan", "correct-outcome", "outcome-corrected 3.8 6.4", round="1", pocket="17", reason="misspoken"),
            does("dan", "place-dolly", "dolly-placed", pocket="17"),
            does("dan", "correct-outcome", "!role-not-allowed 6.4", round="1", pocket="20", reason="misspoken"),
            does("sam", "correct-outcome", "outcome-corrected 3.8 6.4", round="1", pocket="20", reason="camera"),
        ),
    ),
    Evening(
        "what the floor manager may give back, and until when",
        US,
        "G5",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 500),
            bets("ann", "w2", "straight:18", 500),
            SPIN,
            CALL,
            does("ann", "retract-wager", "!withdrawal-referred G5", wager="w1"),
            does("flo", "rule-on-wager", "wager-ruled G5, wager-returned G5", wager="w1", treatment="return"),
            COUNT,
            rests("17"),
            does("flo", "rule-on-wager", "!too-late G4", wager="w2", treatment="return"),
        ),
    ),
    Evening(
        "a round before the last is corrected by two",
        V3,
        "6.4",
        (
            *OPEN,
            bets("ann", "w1", "straight:17", 100),
            SPIN,
            CALL,
            COUNT,
            rests("18"),
            does("dan", "place-dolly", "", pocket="18"),
            does("dan", "settle", "wager-collected 4.1, round-closed 1.1.4"),
            OPEN[1],
            *PLAYED,
            does("dan", "settle", "round-closed"),
            OPEN[1],
            does("sam", "correct-outcome", "correction-proposed 3.8 6.4", round="1", pocket="17", reason="camera"),
            does("sam", "approve-correction", "!same-person wire §2.5", round="1", pocket="17"),
            does("pam", "approve-correction", "outcome-corrected 3.8 6.4", round="1", pocket="17"),
            does("sam", "correct-outcome", "!round-over 1.1.4", round="9", pocket="17", reason="camera"),
        ),
    ),
    *(
        Evening(
            "a ball that hangs is reported once it is given up",
            ref,
            clause,
            (
                *OPEN,
                does("dan", "report-irregularity", f"!not-spun {clause}", kind="ball-hangs"),
                SPIN,
                does("dan", "report-irregularity", f"irregularity-reported {clause}, {void}", kind="ball-hangs"),
            ),
        )
        for ref, clause, void in (
            (V3, "5.5", "round-voided 5.5"),
            (RWS, "5.1.4", "round-voided 5.1.4 5.1"),
        )
    ),
    Evening(
        "chips that are taken off the table are marked as against the clause",
        US,
        "G2",
        (
            OPEN[0],
            does("ann", "buy-in", "", player="ann", amount=5_000, chips="color", color="blue", chip_value=100),
            does("ann", "remove-chips", "chips-removed G2 against_rules", player="ann", amount=5_000),
        ),
    ),
    Evening(
        "a late wager can be laid again in another round",
        V3,
        "5.13",
        (*OPEN, SPIN, CALL, bets("ann", "w1", "straight:17", 100, "!betting-closed 5.13 passing")),
    ),
]


@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_an_evening_goes_as_the_document_says(evening: Evening) -> None:
    ruleset = croupier.rulebook(evening.ref)
    session = Session(new_table(ruleset, banked=evening.banked), ruleset)
    for number, (who, act, fields, then) in enumerate(evening.lines):
        name, _, acting = who.partition(" as ")
        by = {"name": name, "role": ROLES[name]} | ({"acting": acting} if acting else {})
        line = {"id": str(number), "by": by, "do": act, **fields}
        answer = json.loads(session.answer(json.dumps(line).encode()))
        words = [word for word in SAID if word in then]
        assert " ".join([told(answer, then), *(word for word in words if said(answer, word))]) == then, (line, answer)


def said(answer: dict[str, object], word: str) -> bool:
    """Whether a refusal, or the first event, says so."""
    refused, happened = answer.get("refused"), answer.get("events")
    one = refused if isinstance(refused, dict) else happened[0] if isinstance(happened, list) else {}
    return one.get(word) is True


def told(answer: dict[str, object], then: str) -> str:
    """Write an answer as briefly as what is expected of it: nothing but that it was taken, types, or all clauses."""
    refused, happened = answer.get("refused"), answer.get("events")
    if isinstance(refused, dict):
        own = str(refused["clause"])
        return f"!{refused['code']} {own if own.startswith('wire') else own.partition('§')[2]}"
    assert isinstance(happened, list), answer
    if not then:
        return ""
    if " " not in then:
        return str(happened[0]["type"]) if len(happened) == 1 else str([one["type"] for one in happened])
    return ", ".join(" ".join([one["type"], *one["clauses"]]) for one in happened)
