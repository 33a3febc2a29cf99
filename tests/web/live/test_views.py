"""What somebody else owes says what they have left, so a correction tells it to nobody else."""

from __future__ import annotations

import json

from croupier.house.ports import Entry
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.events import Adjustment, OutcomeCorrected
from croupier.table.wire import dumped, event_json
from croupier.web.live.views import is_private, visible_line, without_debts

PIA = By("pia", Role.PIT_MANAGER)
CHANGES = (Adjustment("w1", "ann", -17_500, 0, 500, 16_000), Adjustment("w2", "bob", -3_500, 0, 100, 20))
CORRECTED = OutcomeCorrected(9, "1", PIA, ("6.4",), Pocket("17"), Pocket("20"), "misread", CHANGES)


def debts(by: By | None) -> dict[str, int]:
    line = visible_line(Entry(9, "outcome-corrected", dumped(event_json(CORRECTED)), "", ""), CORRECTED, by)
    return {one["player"]: one["owed"] for one in json.loads(line)["adjustments"]}


def test_each_is_told_their_own_and_staff_all() -> None:
    assert debts(By("ann", Role.PLAYER)) == {"ann": 16_000, "bob": 0}
    assert debts(By("bob", Role.PLAYER)) == {"ann": 0, "bob": 20}
    assert debts(None) == {"ann": 0, "bob": 0}
    assert debts(PIA) == {"ann": 16_000, "bob": 20}


def test_so_it_is_retold() -> None:
    assert [one.owed for one in without_debts(CORRECTED, By("bob", Role.PLAYER)).adjustments] == [0, 20]
    assert without_debts(CORRECTED, PIA) == CORRECTED


def test_a_correction_without_debts_is_everybodys_to_see() -> None:
    assert not is_private(OutcomeCorrected(9, "1", PIA, ("6.4",), Pocket("17"), Pocket("20"), "misread", ()))
