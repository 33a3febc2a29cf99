"""A table beside a second, naive one: whatever anyone asks in whatever order, the two agree."""

import json
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import croupier
from croupier import Kind, Limit, Limits
from croupier.rules.limits import NO_LIMITS
from croupier.rules.procedure import Intake, LimitScope
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.evolve import replay
from croupier.table.refusal import Refusal
from croupier.table.session import Session
from croupier.table.state import new_table
from croupier.table.wire import event_json, read_line
from croupier.table.wire_rules import WIRE_RULES
from testkit.table.model import BETWEEN, Model
from testkit.table.scenes import AM, V3
from testkit.table.schema import COMMANDS, IRREGULARITIES, ROLES, is_command

Json = dict[str, Any]

WITHOUT_ACCOUNT, WITH_ACCOUNT = ("ann", "bob"), ("cid", "dot")
PLAYERS = ("ann", *WITHOUT_ACCOUNT, *WITH_ACCOUNT)
POSITIONS = ("17", "17", "17/20", "low", "low", "high", "red", "0")
"""Few, so that many chips come to lie on one bet."""
POCKETS = ("0", "17", "17", "20", "36")
STAKES = (1, 50, 100, 300, 500, 700, 1_000, 1_050)
PEOPLE = {
    "player": PLAYERS,
    "dealer": ("dan", "dee"),
    "pit-supervisor": ("pat",),
    "pit-manager": ("pia",),
    "shift-manager": ("sue", "sid"),
    "floor-manager": ("flo", "fay"),
    "house": ("house",),
    "surveillance": ("sam",),
    "auditor": ("gus",),
}
HIGHEST = {V3: "shift-manager", AM: "floor-manager"}
SPANS = {
    "straight": {"min": 100, "max": 1_000},
    "split": {"min": 100, "max": 900},
    "low": {"min": 500, "max": 1_200},
    "high": {"min": 500, "max": 1_200},
    "red": {"min": 500, "max": 1_000},
}
KINDS = tuple(SPANS)


def limits_of(said: Json, before: Limits = NO_LIMITS) -> Limits:
    """What a command leaves out stays as it was."""
    spans: Mapping[Kind, Limit] = before.by_kind
    if "limits" in said:
        spans = {Kind(kind): Limit(span["min"], span["max"]) for kind, span in said["limits"].items()}
    intake = Intake(said["intake"]) if "intake" in said else before.intake
    return Limits(MappingProxyType(dict(spans)), intake, LimitScope.PLAYER)


chosen_limits = st.fixed_dictionaries(
    {},
    optional={
        "limits": st.sets(st.sampled_from(KINDS), min_size=2).map(
            lambda kinds: {kind: SPANS[kind] for kind in sorted(kinds)}
        ),
        "intake": st.sampled_from(["refuse", "accept", "accept"]),
    },
)


class PlayedTable(RuleBasedStateMachine):
    """One table under one rulebook, beside the model."""

    ref: ClassVar[str]

    @initialize(said=st.none() | chosen_limits)
    def start(self, said: Json | None) -> None:
        self.ruleset = croupier.rulebook(self.ref)
        limits = self.ruleset.limits if said is None else limits_of(said)
        self.fresh = new_table(self.ruleset, limits=limits)
        self.session = Session(self.fresh, self.ruleset)
        self.model = Model(self.ruleset, limits, limits)
        self.happened: list[Event] = []
        self.asked = 0

    # --- asking

    def ask(self, said: Json, *, twice: bool = False) -> Json:
        """Send a command as a line, and hold the answer against the model."""
        self.asked += 1
        line = json.dumps({"id": f"c{self.asked}", **said}).encode()
        assert is_command(line), line
        before, expected = self.session.table, self.model.expects(said)
        decision = decide(before, read_line(line).command, self.ruleset)
        answer = self.session.answer(line)
        told: Json = json.loads(answer)
        if isinstance(decision, Refusal):
            assert expected is not True, f"{said}: {decision}"
            self.refused(told, decision)
            assert self.session.table is before
        else:
            assert expected is not False, f"{said}: {decision}"
            assert told["events"] == json.loads(json.dumps([event_json(event) for event in decision]))
            self.accepted(said, told["events"], decision)
        if twice:
            after = self.session.table
            assert self.session.answer(line) == answer
            assert self.session.table is after
        return told

    def refused(self, told: Json, refusal: Refusal) -> None:
        assert told["refused"]["code"] == refusal.code
        self.check_cited(told["refused"]["clause"])

    def accepted(self, said: Json, events: list[Json], decision: tuple[Event, ...]) -> None:
        self.happened += decision
        if said["do"] == "set-limits":
            self.model.next_limits = limits_of(said, self.model.next_limits)
        live = self.model.live()
        for event in events:
            assert event["clauses"], event
            for clause in event["clauses"]:
                self.check_cited(clause if clause.startswith("wire") else f"{self.ref} §{clause}")
            self.model.hear(event)
            if event["type"] == "outcome-corrected":
                self.check_owed(event)
        self.check_void(events, live)
        if said["do"] == "settle":
            self.check_order(events)
        self.model.check_money() if self.model.outcome is not None else None
        if events[-1]["type"] == "round-closed":
            self.model.remember_small_stakes()
        if self.model.phase in BETWEEN:
            self.model.forget_who_has_gone()

    def check_owed(self, event: Json) -> None:
        """Nobody comes to owe anything while there is something to take."""
        owing: dict[str, int] = {}
        for one in event.get("adjustments", ()):
            owing[one["player"]] = owing.get(one["player"], 0) + one["owed"]
        for player, more in owing.items():
            purse = self.session.table.standing.purses.get(player)
            assert more <= 0 or (purse is not None and purse.cash + purse.colored == 0)

    def check_cited(self, clause: str) -> None:
        book, number = clause.split(" §", 1)
        assert number in (WIRE_RULES if book == "wire" else self.ruleset.clauses), clause
        assert book in ("wire", self.ref)

    def check_void(self, events: list[Json], live: dict[str, Json]) -> None:
        """A void gives back every stake that lay there, and nothing else."""
        if any(event["type"] == "round-voided" for event in events):
            returned = {event["wager"]: event["amount"] for event in events if event["type"] == "wager-returned"}
            assert returned == {name: wager["stake"] for name, wager in live.items()}
            assert not any(event["type"] in ("wager-paid", "wager-collected") for event in events)

    def check_order(self, events: list[Json]) -> None:
        """Losers are collected before winners are paid."""
        money = [event["type"] for event in events if event["type"] in ("wager-paid", "wager-collected")]
        assert money == sorted(money)

    # --- what is asked

    @rule(data=st.data(), times=st.integers(1, 4), twice=st.booleans())
    def go_on(self, data: st.DataObject, times: int, *, twice: bool) -> None:
        """Go on with the round as a dealer does."""
        for _ in range(times):
            phase, dealer = self.model.phase, {"by": {"name": "dan", "role": "dealer"}}
            if not self.model.open:
                said: Json = {"do": "open-table"}
            elif phase in ("closed", "paid", "void"):
                lifting = self.model.dolly is not None and data.draw(st.booleans(), "lift")
                said = {"do": "lift-dolly" if lifting else "open-betting"}
                if not lifting and data.draw(st.integers(0, 3), "new limits") == 0:
                    self.ask({"do": "set-limits", **dealer, **data.draw(chosen_limits, "limits")})
            elif not self.model.spun and phase != "at-rest":
                said = {"do": "spin-ball", "ball": "clockwise", "wheel": "counterclockwise"}
            elif self.model.counted is None:
                said = {"do": "count-revolutions", "completed": data.draw(st.sampled_from([2, 3, 4, 5, 5, 5]))}
            else:
                said = self.later_step(data)
            self.ask({**dealer, **said}, twice=twice)
            if said["do"] == "open-betting" and self.model.phase == "betting-open":
                self.first_bets(data)

    def later_step(self, data: st.DataObject) -> Json:
        if not self.model.called:
            return {"do": "call-no-more-bets", "bell": True}
        if self.model.phase == "no-more-bets":
            return {"do": "declare-outcome", "pocket": data.draw(st.sampled_from(POCKETS), "pocket")}
        if self.model.phase == "at-rest":
            return {"do": "place-dolly", "pocket": self.model.outcome}
        return {"do": "settle"}

    def first_bets(self, data: st.DataObject) -> None:
        """Lay something at once, so that few rounds are played for nothing."""
        for player in data.draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=6), "first bets"):
            self.ask({"by": {"name": player, "role": "player"}, "do": "place-wager", **self.laid(data, player)})

    @precondition(lambda self: self.model.phase in ("betting-open", "ball-in-play", "no-more-bets"))
    @rule(data=st.data(), twice=st.booleans())
    def bet(self, data: st.DataObject, *, twice: bool) -> None:
        player = data.draw(st.sampled_from(PLAYERS), "player")
        laid = [self.laid(data, player) for _ in range(data.draw(st.integers(1, 3), "how many"))]
        by = {"by": {"name": player, "role": "player"}}
        if len(laid) == 1:
            self.ask({**by, "do": "place-wager", **laid[0]}, twice=twice)
        else:
            self.ask({**by, "do": "place-wagers", "wagers": laid}, twice=twice)

    def laid(self, data: st.DataObject, player: str) -> Json:
        number = data.draw(st.integers(0, 40), "wager")
        position, stake = data.draw(st.sampled_from(POSITIONS)), data.draw(st.sampled_from(STAKES))
        return {"wager": f"w{number}", "player": player, "position": position, "stake": stake}

    @precondition(lambda self: self.model.live())
    @rule(data=st.data(), twice=st.booleans())
    def touch_a_wager(self, data: st.DataObject, *, twice: bool) -> None:
        """Take back, move, nudge, mark or rule on a wager, mostly one that is there, mostly by who may."""
        live = self.model.live()
        name = data.draw(st.sampled_from(sorted(live)), "wager")
        owner = live[name]["player"]
        highest = self.highest(data)
        own, dealer = {"name": owner, "role": "player"}, {"name": "dan", "role": "dealer"}
        position = data.draw(st.sampled_from(POSITIONS), "position")
        treatment = data.draw(st.sampled_from(["stand", "relocate", "return"]), "treatment")
        stake = data.draw(st.none() | st.sampled_from(STAKES), "stake")
        acts: list[Json] = [
            {"do": "retract-wager", "by": own, "wager": name, "stake": stake},
            {"do": "retract-wagers", "by": own, "wagers": [name]},
            {"do": "move-wager", "by": own, "wager": name, "position": position, "accident": False},
            {"do": "move-wager", "by": dealer, "wager": name, "position": position, "accident": True},
            {"do": "mark-unclear", "by": dealer, "wager": name},
        ]
        ruling = {"do": "rule-on-wager", "by": highest, "wager": name, "treatment": treatment, "position": position}
        acts += [ruling] * (8 if self.model.phase in ("at-rest", "dolly-down") else 1)
        said: Json = data.draw(st.sampled_from(acts), "said")
        self.ask(said, twice=twice)

    @rule(data=st.data())
    def disturb(self, data: st.DataObject) -> None:
        """Something goes wrong, or somebody rules."""
        highest = self.highest(data)
        by = data.draw(st.sampled_from([{"name": "dan", "role": "dealer"}, highest]), "by")
        said: Json = data.draw(
            st.sampled_from(
                [
                    {"do": "report-irregularity", "kind": data.draw(st.sampled_from(IRREGULARITIES), "kind")},
                    {"do": "report-irregularity", "kind": "unlisted"},
                    {"do": "call-no-spin", "reason": "foreign-object"},
                    {"do": "rule-on-irregularity", "ruling": "void", "reason": "seen"},
                    {"do": "rule-on-irregularity", "ruling": "stand", "reason": "seen"},
                    {"do": "undo-spin"},
                    {"do": "authorize-early-close"},
                    {"do": "call-no-more-bets"},
                    {"do": "settle"},
                ]
            )
        )
        self.ask({"by": by, **said})

    @precondition(lambda self: self.model.outcome is not None)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Say that it was another number; and have somebody agree."""
        wrong = {"round": str(self.model.number), "pocket": data.draw(st.sampled_from(POCKETS), "pocket")}
        self.ask({"do": "correct-outcome", "by": self.highest(data), "reason": "misread", **wrong})
        if self.model.proposed is not None and data.draw(st.booleans(), "approve"):
            agreed = {"round": str(self.model.number), "pocket": self.model.proposed[1]}
            self.ask({"do": "approve-correction", "by": self.highest(data), **agreed})

    def highest(self, data: st.DataObject) -> Json:
        """Somebody in the highest position the rulebook knows, or a dealer."""
        role = HIGHEST.get(self.ref, "dealer")
        role = data.draw(st.sampled_from([role, role, role, "dealer"]), "role")
        return {"name": data.draw(st.sampled_from(PEOPLE[role]), "name"), "role": role}

    @rule(data=st.data())
    def buy_or_sell(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(WITH_ACCOUNT), "player")
        color = {"cid": "blue", "dot": "red"}[player]
        do = data.draw(st.sampled_from(["buy-in", "buy-in", "cash-out", "remove-chips", "bring-back-chips"]), "do")
        said: Json = {"do": do, "by": {"name": player, "role": "player"}, "player": player}
        said["amount"] = data.draw(st.sampled_from([100, 500, 1_000, 5_000]), "amount")
        if do in ("buy-in", "cash-out"):
            said["chips"] = data.draw(st.sampled_from(["cash", "color"]), "chips")
            said["color"] = color
        if do == "buy-in" and said["chips"] == "color":
            said |= {"chip_value": data.draw(st.sampled_from([100, 300]), "value"), "marker": True}
        self.ask(said)

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        """Any command by anyone, however little sense it makes."""
        do = data.draw(st.sampled_from([do for do in COMMANDS if do not in ("set-limits", "permit-value-chips")]), "do")
        role = data.draw(st.sampled_from(ROLES), "role")
        name = data.draw(st.sampled_from(PEOPLE[role]), "name")
        said: Json = {"do": do, "by": {"name": name, "role": role}}
        for one in COMMANDS[do].split():
            field, shape = one.split(":")
            if not field.endswith("?"):
                said[field] = self.value(data, field, shape, name)
        if do == "place-wagers":
            said["wagers"] = [self.laid(data, name if role == "player" else "ann")]
        if do == "buy-in":
            said |= {"player": "cid", "color": "blue", "by": {"name": "cid", "role": "player"}}
        self.ask(said)

    def value(self, data: st.DataObject, field: str, shape: str, name: str) -> Any:
        known = {
            "player": name if name in PLAYERS else "ann",
            "wager": f"w{data.draw(st.integers(0, 40), 'wager')}",
            "position": data.draw(st.sampled_from(POSITIONS), "position"),
            "round": str(self.model.number),
        }
        shapes: Json = {
            "amount": st.sampled_from(STAKES),
            "count": st.integers(0, 6),
            "flag": st.booleans(),
            "sort": st.sampled_from(["cash", "color"]),
            "ball": st.just("clockwise"),
            "wheel": st.sampled_from(["clockwise", "counterclockwise", "still"]),
            "irregularity": st.sampled_from(IRREGULARITIES),
            "treatment": st.sampled_from(["stand", "return"]),
            "ruling": st.sampled_from(["stand", "void"]),
            "pocket": st.sampled_from(POCKETS),
            "text": st.just("because"),
            "words": st.just(["w1", "w2"]),
            "laid": st.just([]),
        }
        return known[field] if field in known else data.draw(shapes[shape], field)

    # --- what holds

    @invariant()
    def the_two_tables_agree(self) -> None:
        table, model = self.session.table, self.model
        assert (table.seq, table.round.phase, table.tray) == (model.seq, model.phase, model.tray)
        assert (table.standing.open, table.round.outcome, table.round.dolly) == (model.open, model.outcome, model.dolly)
        assert table.round.number == model.number
        live = {w.wager: (w.player, w.counts, w.stake, w.held) for w in table.layout.wagers.values() if not w.done}
        assert live == {n: (w["player"], w["counts"], w["stake"], w["held"]) for n, w in model.live().items()}
        assert table.layout.live == len(live)
        assert sorted(table.layout.holds) == sorted(name for name, (*_, held) in live.items() if held)
        assert not live or model.phase not in ("paid", "void", "closed")
        for (player, position), total in table.layout.of_player.items():
            assert total == model.on(player, position)
        for position, total in table.layout.of_area.items():
            assert total == sum(w["stake"] for w in model.live().values() if w["counts"] == position)

    @invariant()
    def what_is_counted_of_wagers_is_what_a_walk_finds(self) -> None:
        table = self.session.table
        wagers = table.layout.wagers.values()
        settled = Counter[tuple[str, str]]()
        for wager in wagers:
            if wager.winnings or wager.collected:
                settled[wager.player, wager.counts] += wager.stake
        assert {bet: stake for bet, stake in table.layout.settled_of.items() if stake} == settled
        assert table.layout.settled == settled.total()
        for player in PLAYERS:
            assert table.layout.stake_of(player) == sum(w.stake for w in wagers if w.player == player and not w.done)
        colors = {purse.color: player for player, purse in table.standing.purses.items() if purse.color is not None}
        assert {color: player for color, player in table.standing.colors.items() if player is not None} == colors

    @invariant()
    def no_chip_is_made_or_lost(self) -> None:
        for player, wealth in self.model.accounts.items():
            purse = self.session.table.standing.purses.get(player)
            assert purse is not None
            laid = sum(w["stake"] for w in self.model.live().values() if w["player"] == player and w["account"])
            assert purse.cash + purse.colored + purse.away + laid == wealth
            parts = (purse.cash, purse.colored, purse.away, purse.tainted, purse.approved, purse.chip_value)
            assert min(parts) >= 0
            assert purse.owed == self.model.claims.get(player, 0)
            assert not purse.chip_value or (purse.colored % purse.chip_value, purse.away % purse.chip_value) == (0, 0)

    def teardown(self) -> None:
        """Replay everything from the start."""
        if hasattr(self, "session"):
            assert replay(self.fresh, self.happened) == self.session.table
            assert [event.seq for event in self.happened] == list(range(1, len(self.happened) + 1))
