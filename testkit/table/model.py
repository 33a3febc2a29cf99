"""A table kept a second time, naively: plain dicts, filled from the events as they are written on the wire.

What each document asks for stands here once more, by hand. The model says of
most commands whether they must be accepted, knows what every bet must bring,
and keeps the money of everybody in one book.
"""

from dataclasses import dataclass, field
from typing import Any

import croupier
from croupier import Limits, Ruleset
from croupier.rules.narrowing import narrowed
from croupier.rules.procedure import Role
from testkit.table.permitted import MAY
from testkit.table.scenes import AM, R360, REFS, SANDS, V2, V3

Json = dict[str, Any]

BETTING = ("betting-open", "ball-in-play")
BEFORE_REST = (*BETTING, "no-more-bets")
DECIDED = ("at-rest", "dolly-down")
BETWEEN = ("closed", "paid", "void")

VOIDS = frozenset(
    (
        *("same-direction", "not-spun", "too-few-revolutions", "no-compartment", "ball-left-wheel", "ball-broke"),
        *("wheel-still", "interference", "ball-hangs", "foreign-object", "wheel-stopped"),
    )
)
"""What voids a round in the four Asian documents, whoever reports it."""
NO_SPINS = frozenset({"same-direction", "not-spun", "too-few-revolutions", "foreign-object"})
"""What makes an American spin no spin, called or not."""
TIMED = frozenset({"foreign-object", "wheel-stopped", "ball-hangs"})
"""What counts only until the ball rests, or only while it spins, in one document or another."""

REVOLUTIONS = {V2: 4, V3: 4, R360: 4, SANDS: 4, AM: 3}
WITHDRAWN_STANDS = {V2: True, V3: True, R360: False, SANDS: True, AM: False}


@dataclass
class Model:
    """What the events have told so far."""

    ruleset: Ruleset
    limits: Limits
    """Those of the round."""
    next_limits: Limits
    open: bool = False
    seats: set[str] = field(default_factory=set)
    accounts: dict[str, int] = field(default_factory=dict)
    """What each player who bought in has, on the layout or off it."""
    claims: dict[str, int] = field(default_factory=dict)
    """What each player owes because a correction came when the money was gone."""
    tray: int = 0
    seq: int = 0
    number: int = 0
    phase: str = "closed"
    ended: dict[int, int] = field(default_factory=dict)
    """How often each round has ended."""
    under_minimum: dict[str, int] = field(default_factory=dict)
    going: set[str] = field(default_factory=set)
    """Who left while a wager of theirs was live: they are gone when the round is."""
    wagers: dict[str, Json] = field(default_factory=dict)
    settled_in_parts: set[tuple[str, str]] = field(default_factory=set)
    """Bets of which a part was settled, before another that became unclear only later was moved there by a ruling."""
    found_late: set[str] = field(default_factory=set)
    """Whose wagers became unclear when others of theirs were settled."""
    spun: bool = False
    counted: int | None = None
    called: bool = False
    early: bool = False
    facts: set[str] = field(default_factory=set)
    referred: bool = False
    outcome: str | None = None
    said_by: set[str] = field(default_factory=set)
    """Who said what the outcome is."""
    dark: bool = False
    dropped: bool = False
    rests: str | None = None
    dolly: str | None = None
    proposed: tuple[str, str] | None = None
    waiting: int = 0
    """How many irregularities wait for a ruling."""
    past: dict[str, dict[str, Json]] = field(default_factory=dict)
    """The wagers of rounds that were paid."""

    @property
    def ref(self) -> str:
        return self.ruleset.ref

    # --- what is on the layout

    def live(self) -> dict[str, Json]:
        return {name: wager for name, wager in self.wagers.items() if wager["state"] == "live"}

    def on(self, player: str, position: str) -> int:
        """The player's whole stake on a bet."""
        return sum(w["stake"] for w in self.live().values() if (w["player"], w["counts"]) == (player, position))

    def fits(self, position: str, total: int) -> bool:
        """Whether a whole stake is within the limits, where those outside are not taken."""
        limit = self.limits.of(self.ruleset.positions[position].kind)
        if limit is None or self.limits.intake == "accept":
            return True
        return limit.stake_min <= total <= limit.stake_max

    def leaves(self, position: str, left: int) -> bool:
        """Whether what is left of a stake may lie there: nothing, or the minimum."""
        limit = self.limits.of(self.ruleset.positions[position].kind)
        return not left or limit is None or self.limits.intake == "accept" or left >= limit.stake_min

    def settled_before(self) -> bool:
        return any(wager["state"] == "settled" and wager["bets"] for wager in self.wagers.values())

    def owed(self, player: str, position: str, stake: int) -> tuple[int, int, int]:
        """What a whole stake on a bet must bring: winnings, returned, collected."""
        assert self.outcome is not None
        seen = 0 < self.under_minimum.get(player, 0) < self.number
        (line,) = croupier.settle(
            self.ruleset, {position: stake}, self.outcome, limits=self.limits, under_minimum_before=seen
        )
        return line.winnings, line.returned, line.collected

    # --- what must be accepted

    def expects(self, said: Json) -> bool | None:
        """Say whether a command must be accepted or refused; None where this model does not know."""
        do, role = said["do"], Role(said["by"]["role"])
        name = f"{do} by accident" if said.get("accident") else do
        if do == "correct-outcome" and self.phase == "at-rest" and role in MAY["declare-outcome"][self.ref]:
            return None  # until the dolly is placed the dealer may put a wrong word right
        if role not in MAY[name][self.ref]:
            return False
        if do not in ("open-table", "set-limits", "leave-seat", "cash-out", "approve-redemption") and not self.open:
            return False
        judge = getattr(self, "_" + do.replace("-", "_"), None)
        return judge(said) if judge is not None else None

    def _open_table(self, _: Json) -> bool:
        return not self.open

    def _close_table(self, _: Json) -> bool:
        return self.phase in BETWEEN

    def _take_seat(self, said: Json) -> bool:
        return said["player"] not in self.seats

    def _leave_seat(self, said: Json) -> bool:
        return said["player"] in self.seats

    def _open_betting(self, _: Json) -> bool:
        return self.phase in BETWEEN and not (self.ref == AM and self.dolly is not None)

    def _place_wager(self, said: Json) -> bool | None:
        return self._place_wagers({"wagers": [said]})

    def _place_wagers(self, said: Json) -> bool | None:
        if self.phase not in BETTING:
            return False
        names = [laid["wager"] for laid in said["wagers"]]
        if len(set(names)) < len(names) or any(name in self.wagers for name in names):
            return False
        if any(laid["player"] in self.accounts for laid in said["wagers"]) or (self.ref == AM and self.accounts):
            return None
        totals: dict[tuple[str, str], int] = {}
        for laid in said["wagers"]:
            bet = (laid["player"], self.ruleset.position(laid["position"]).name)
            totals[bet] = totals.get(bet, self.on(*bet)) + laid["stake"]
        return all(self.fits(bet[1], total) for bet, total in totals.items())

    def _own(self, said: Json, wager: Json | None) -> bool:
        """Whether there is such a wager, and it is the asker's or the asker is staff."""
        return wager is not None and (said["by"]["role"] != "player" or said["by"]["name"] == wager["player"])

    def _retract_wager(self, said: Json) -> bool | None:
        wager = self.live().get(said["wager"])
        if not self._own(said, wager) or self.phase in BETWEEN:
            return False
        assert wager is not None
        stake = said.get("stake") or wager["stake"]
        if self.phase not in BETTING:
            return WITHDRAWN_STANDS[self.ref] and stake <= wager["stake"]
        if wager["player"] in self.accounts:
            return None
        left = self.on(wager["player"], wager["counts"]) - stake
        return stake <= wager["stake"] and self.leaves(wager["counts"], left)

    def _move_wager(self, said: Json) -> bool:
        wager = self.live().get(said["wager"])
        target = self.ruleset.position(said["position"]).name
        if said["accident"]:
            return wager is not None
        if self.phase not in BETTING or not self._own(said, wager):
            return False
        assert wager is not None
        player, stake = wager["player"], wager["stake"]
        left = self.on(player, wager["counts"]) - stake
        there = self.on(player, target) + stake
        return target != wager["counts"] and self.leaves(wager["counts"], left) and self.fits(target, there)

    def _mark_unclear(self, said: Json) -> bool:
        wager = self.live().get(said["wager"])
        return self.ref == V3 and wager is not None and not wager["held"]

    def _spin_ball(self, _: Json) -> bool:
        return self.phase in BEFORE_REST and not self.spun

    def _undo_spin(self, _: Json) -> bool | None:
        if self.phase != "ball-in-play" or self.counted is not None:
            return False
        # Whether the power failed in this round is not kept here.
        return None if self.facts or self.waiting or self.ref == V3 else True

    def _count_revolutions(self, said: Json) -> bool:
        return self.phase in BEFORE_REST and self.spun and said["completed"] >= (self.counted or 0)

    def _call_no_more_bets(self, said: Json) -> bool:
        ready = self.spun or (self.ref == V3 and self.early)
        return self.phase in BETTING and ready and (self.ref != R360 or said.get("bell") is True)

    def _authorize_early_close(self, _: Json) -> bool:
        return self.phase in BEFORE_REST and not (self.spun or self.called or self.early)

    def _report_irregularity(self, said: Json) -> bool | None:
        if self.phase in ("closed", "paid"):
            return False
        return True if said["kind"] == "unlisted" else None

    def _declare_outcome(self, said: Json) -> bool:
        # With betting open a pocket is taken uncounted too: it ends betting, and is no outcome yet.
        ready = self.phase in BEFORE_REST and self.spun
        if self.counted is None:
            ready = self.phase == "ball-in-play"
        return ready and said["pocket"] in self.ruleset.pockets and self.rests in (None, said["pocket"])

    def _confirm_outcome(self, said: Json) -> bool:
        other = said["by"]["name"] not in self.said_by
        return self.phase in DECIDED and other and said["pocket"] == self.outcome

    def _place_dolly(self, said: Json) -> bool:
        return self.phase == "at-rest" and said["pocket"] == self.outcome

    def _lift_dolly(self, _: Json) -> bool:
        return self.phase in BETWEEN and self.dolly is not None

    def _settle(self, _: Json) -> bool:
        ready = self.phase == "dolly-down" and not self.referred
        return ready and (not self.live() or self.settleable())

    def _rule_on_wager(self, said: Json) -> bool:
        wager = self.live().get(said["wager"])
        if wager is None:
            return False
        if self.ref != AM:
            return self.phase in DECIDED and bool(wager["held"])
        # Before the ball rests a withdrawal is ruled on; afterwards what no clause says: a stake outside the limits.
        limit = self.limits.of(self.ruleset.positions[wager["counts"]].kind)
        there = self.on(wager["player"], wager["counts"])
        outside = limit is not None and not limit.stake_min <= there <= limit.stake_max
        waits = self.phase == "no-more-bets" and self.rests is None
        in_time = waits or (self.phase in (*DECIDED, "no-more-bets") and outside)
        return in_time and said["treatment"] != "relocate"

    def _rule_on_irregularity(self, _: Json) -> bool:
        return self.referred

    def _correct_outcome(self, said: Json) -> bool | None:
        if said["round"] in self.past:
            return None
        known = said["round"] == str(self.number) and self.outcome is not None
        return bool(known and said["pocket"] != self.outcome and said["pocket"] in self.ruleset.pockets)

    def _approve_correction(self, said: Json) -> bool | None:
        if said["round"] in self.past:
            return None
        if self.proposed is None or said["round"] != str(self.number):
            return False
        return bool(self.proposed[0] != said["by"]["name"] and self.proposed[1] == said["pocket"])

    def _fail_power(self, said: Json) -> bool:
        down = self.dropped or self.phase in DECIDED
        possible = self.spun if said["ball_dropped"] else not down
        return self.phase not in BETWEEN and not self.dark and possible

    def _restore_power(self, _: Json) -> bool:
        return self.dark

    # --- what has happened

    def settleable(self) -> bool:
        """Whether something can be settled now: what is clear, unless how it is settled may hang on what is held."""
        clear = {(w["player"], w["counts"]) for w in self.live().values() if not w["held"]}
        return any(self._sure(*bet) for bet in clear)

    def _sure(self, player: str, position: str) -> bool:
        limit = self.limits.of(self.ruleset.positions[position].kind)
        held = sum(w["stake"] for w in self.live().values() if w["held"] and w["player"] == player)
        if limit is None or not held:
            return True
        there = [w for w in self.wagers.values() if (w["player"], w["counts"]) == (player, position)]
        bets = [w for w in there if (w["state"] == "live" and not w["held"]) or (w["state"] == "settled" and w["bets"])]
        least: int = sum(w["stake"] for w in bets)
        most: int = least + held
        return most <= limit.stake_max and (least < limit.stake_min) == (most < limit.stake_min)

    def hear(self, event: Json) -> None:
        """Take an event in."""
        assert event["seq"] == self.seq + 1, "a gap in the record"
        self.seq += 1
        listen = getattr(self, "on_" + event["type"].replace("-", "_"), None)
        if listen is not None:
            listen(event)

    def on_table_opened(self, _: Json) -> None:
        self.open = True

    def on_table_closed(self, _: Json) -> None:
        assert self.phase in BETWEEN
        self.open, self.phase, self.spun = False, "closed", False
        self.facts.clear()

    def on_seat_taken(self, event: Json) -> None:
        self.seats.add(event["player"])
        self.going.discard(event["player"])

    def on_seat_left(self, event: Json) -> None:
        self.seats.remove(event["player"])
        if any(wager["player"] == event["player"] for wager in self.live().values()):
            self.going.add(event["player"])

    def on_chips_bought(self, event: Json) -> None:
        self.accounts[event["player"]] = self.accounts.get(event["player"], 0) + event["amount"]

    def on_chips_redeemed(self, event: Json) -> None:
        self.accounts[event["player"]] -= event["amount"]
        assert self.accounts[event["player"]] >= 0

    def on_betting_opened(self, event: Json) -> None:
        assert self.ended.get(self.number, 0) == (self.number > 0), "the round before has ended once"
        self.number += 1
        assert event["round"] == str(self.number)
        if self.phase == "paid" or self.outcome is not None:
            self.past[str(self.number - 1)] = self.wagers
        self.limits, self.phase = narrowed(self.ruleset, self.next_limits), "betting-open"
        self.waiting = 0
        self.wagers, self.settled_in_parts, self.facts, self.found_late = {}, set(), set(), set()
        self.spun = self.called = self.early = self.referred = False
        self.counted = self.outcome = self.dolly = self.proposed = None
        self.dropped, self.rests, self.said_by = False, None, set()

    def on_wager_placed(self, event: Json) -> None:
        assert self.phase in BETTING, "a wager after the call"
        assert event["wager"] not in self.wagers
        self.wagers[event["wager"]] = {
            "player": event["player"],
            "counts": event["position"],
            "stake": event["stake"],
            "account": event["player"] in self.accounts,
            "held": False,
            "state": "live",
            "bets": False,
        }

    def on_wager_retracted(self, event: Json) -> None:
        assert self.phase in BETTING, "a withdrawal after the call"
        wager = self.wagers[event["wager"]]
        wager["stake"] -= event["stake"]
        assert wager["stake"] >= 0
        if not wager["stake"]:
            wager["state"] = "retracted"

    def on_withdrawal_ignored(self, event: Json) -> None:
        assert self.phase not in BETTING
        assert self.wagers[event["wager"]]["state"] == "live"

    def on_wager_moved(self, event: Json) -> None:
        wager = self.wagers[event["wager"]]
        assert event["accident"] or self.phase in BETTING, "a move after the call"
        still_moves = self.phase in (BEFORE_REST if self.ref == AM else BETTING)
        assert event["counts"] == (event["position"] if still_moves else wager["counts"])
        wager["counts"] = event["counts"]
        wager["held"] = event["accident"] and (wager["held"] or self.ref == V3)
        self._found_late(wager["player"])

    def on_wager_marked_unclear(self, event: Json) -> None:
        wager = self.wagers[event["wager"]]
        wager["held"] = True
        self._found_late(wager["player"])

    def _found_late(self, player: str) -> None:
        if any(w["state"] == "settled" and w["player"] == player for w in self.wagers.values()):
            self.found_late.add(player)

    def on_power_failed(self, event: Json) -> None:
        self.dark, self.dropped = True, self.dropped or event["ball_dropped"]
        if event.get("betting_ended"):
            self.phase = "no-more-bets"

    def on_betting_ended(self, event: Json) -> None:
        assert self.counted is None
        self.phase, self.dropped, self.rests = "no-more-bets", True, event["pocket"]

    def on_power_restored(self, _: Json) -> None:
        self.dark = False

    def on_early_close_authorized(self, _: Json) -> None:
        self.early = True

    def on_ball_spun(self, _: Json) -> None:
        assert not self.spun
        self.spun = True
        self.phase = "no-more-bets" if self.called else "ball-in-play"

    def on_spin_undone(self, _: Json) -> None:
        self.spun, self.phase = False, "betting-open"

    def on_revolutions_counted(self, event: Json) -> None:
        self.counted = event["completed"]

    def on_no_more_bets_called(self, event: Json) -> None:
        assert event["bell"] or self.ref != R360
        self.called, self.phase = True, "no-more-bets"

    def on_irregularity_reported(self, event: Json) -> None:
        self.facts.add(event["kind"])
        if event["treatment"] == "referred" and self.phase not in BETWEEN:
            self.waiting += 1
            self.referred = True

    def on_round_voided(self, event: Json) -> None:
        self._ends(event)
        self.phase, self.referred, self.outcome, self.waiting = "void", False, None, 0
        for one in event.get("adjustments", ()):
            self._changes(self.wagers[one["wager"]], one)
            assert self.wagers[one["wager"]]["money"] == (0, self.wagers[one["wager"]]["stake"], 0)
            self.wagers[one["wager"]]["state"] = "returned"

    def on_wager_returned(self, event: Json) -> None:
        wager = self.wagers[event["wager"]]
        assert wager["state"] == "live"
        assert event["amount"] == wager["stake"], "a stake goes back whole"
        wager |= {"state": "settled" if self.phase == "dolly-down" and not wager["held"] else "returned"}
        wager["money"] = (0, event["amount"], 0)

    def on_outcome_declared(self, event: Json) -> None:
        assert self.counted is not None
        assert self.counted >= REVOLUTIONS[self.ref], "an invalid spin has no outcome"
        self.phase, self.called, self.outcome = "at-rest", True, event["pocket"]
        self.said_by = {event["by"]["name"]}

    def on_dolly_placed(self, event: Json) -> None:
        assert event["pocket"] == self.outcome
        self.dolly, self.phase = event["pocket"], "dolly-down"

    def on_dolly_lifted(self, _: Json) -> None:
        self.dolly = None

    def on_wager_ruled(self, event: Json) -> None:
        wager = self.wagers[event["wager"]]
        assert wager["state"] == "live"
        if event["treatment"] == "return":
            wager["held"] = True
            return
        wager |= {"held": False, "counts": event["position"]}
        bet = (wager["player"], wager["counts"])
        if bet[0] in self.found_late and any(
            w["state"] == "settled" and (w["player"], w["counts"]) == bet for w in self.wagers.values()
        ):
            self.settled_in_parts.add(bet)

    def on_irregularity_ruled(self, _: Json) -> None:
        assert self.referred
        self.waiting -= 1
        self.referred = self.waiting > 0

    def on_wager_collected(self, event: Json) -> None:
        self._settles(event, 0, event["returned"], event["collected"])

    def on_wager_paid(self, event: Json) -> None:
        self._settles(event, event["winnings"], event["returned"], 0)

    def _settles(self, event: Json, winnings: int, returned: int, collected: int) -> None:
        wager = self.wagers[event["wager"]]
        assert self.phase == "dolly-down", "money moves only after the dolly is down"
        assert wager["state"] == "live"
        assert not wager["held"]
        assert event["stake"] == wager["stake"] == returned + collected
        wager |= {"state": "settled", "bets": True, "money": (winnings, returned, collected)}
        self._posts(wager, winnings, collected)

    def _posts(self, wager: Json, winnings: int, collected: int) -> None:
        self.tray += collected - winnings
        if wager["account"]:
            self.accounts[wager["player"]] += winnings - collected

    def on_round_closed(self, event: Json) -> None:
        assert not self.live()
        self._ends(event)
        self.phase = "paid"

    def on_correction_proposed(self, event: Json) -> None:
        if event["round"] == str(self.number):
            self.proposed = (event["by"]["name"], event["pocket"])

    def on_outcome_corrected(self, event: Json) -> None:
        if event["round"] != str(self.number):
            for one in event.get("adjustments", ()):
                self._changes(self.past[event["round"]][one["wager"]], one)
            return
        assert event["before"] == self.outcome
        self.said_by = {event["by"]["name"], *(self.proposed or ())[:1]}
        self.outcome, self.dolly, self.proposed = event["pocket"], None, None
        if self.phase not in BETWEEN:
            self.phase = "at-rest"
        for one in event.get("adjustments", ()):
            self._changes(self.wagers[one["wager"]], one)

    def _changes(self, wager: Json, one: Json) -> None:
        change = (one["winnings"], one["returned"], one["collected"])
        wager["money"] = tuple(a + b for a, b in zip(wager["money"], change, strict=True))
        self._posts(wager, one["winnings"], one["collected"])
        self._owes(wager, one["owed"])

    def _owes(self, wager: Json, owed: int) -> None:
        assert wager["account"] or not owed, "only of those with an account is known what they have"
        player = wager["player"]
        self.tray -= owed
        if wager["account"]:
            self.accounts[player] += owed
            self.claims[player] = self.claims.get(player, 0) + owed
            assert self.claims[player] >= 0

    def _ends(self, event: Json) -> None:
        assert event["round"] == str(self.number)
        self.ended[self.number] = self.ended.get(self.number, 0) + 1
        assert self.ended[self.number] == 1, "a round ends once"

    def check_money(self) -> None:
        """Every bet that is settled has brought what it must, all its parts together."""
        bets: dict[tuple[str, str], list[Json]] = {}
        for wager in self.wagers.values():
            if wager["state"] == "settled":
                bets.setdefault((wager["player"], wager["counts"]), []).append(wager)
        for bet, parts in bets.items():
            stake = sum(part["stake"] for part in parts)
            assert all(part["stake"] == part["money"][1] + part["money"][2] for part in parts)
            if bet not in self.settled_in_parts:
                brought = tuple(sum(part["money"][place] for part in parts) for place in range(3))
                assert brought == self.owed(*bet, stake), bet

    def remember_small_stakes(self) -> None:
        """Version 3 settles stakes under the minimum once: note whose were settled in the round that was closed."""
        if self.ref != V3:
            return
        for bet in {(w["player"], w["counts"]) for w in self.wagers.values() if w["state"] == "settled"}:
            limit = self.limits.of(self.ruleset.positions[bet[1]].kind)
            parts = [w for w in self.wagers.values() if w["state"] == "settled" and (w["player"], w["counts"]) == bet]
            if limit is not None and sum(w["stake"] for w in parts) < limit.stake_min and any(w["bets"] for w in parts):
                self.under_minimum.setdefault(bet[0], self.number)

    def forget_who_has_gone(self) -> None:
        """Nobody who left in a round, with money in it, and did not come back before its end sits there any more."""
        self.going.clear()


assert set(REVOLUTIONS) == set(REFS)
