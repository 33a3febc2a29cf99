"""Limits that all players on an area share: what was settled by them is checked by their total."""

import subprocess
import sys
from pathlib import Path

from croupier.audit.audit import audit
from croupier.audit.packet import packet
from croupier.house.desk import AppointStaff
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.storage.chain import canonical
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from croupier.table import commands as c
from testkit.audit.houses import ANN, BOB, DEALER, OWN, SEAL, added, opened
from testkit.storage.stores import live

VERIFIER = Path(__file__).parents[2] / "verifier" / "croupier_verify.py"
SHIFT, MANAGER = c.By("gia", Role.SHIFT_MANAGER), c.By("max", Role.PIT_MANAGER)


async def shared_area(path: Path) -> SqliteRaw:
    """Let two players stake more on one area than is allowed there, and correct the outcome afterwards."""
    house = await opened(path)
    play = await added(house, "t1", banked=False)
    for by in (DEALER, SHIFT, MANAGER):
        await house.ask(f"in {by.name}", AppointStaff(OWN, by.name, by.role))
    limits = {"straight": c.StakeRange(50, 100)}
    await play.do(c.OpenTable(OWN), c.SetLimits(OWN, limits, "accept", "area"), c.OpenBetting(DEALER))
    await play.wagers((ANN, "17", 80), (BOB, "17", 50), (ANN, "18", 30), (BOB, "18", 30))
    await play.spun("17")
    await play.do(c.CorrectOutcome(SHIFT, "1", Pocket("18"), "camera"))
    await play.do(c.ApproveCorrection(MANAGER, "1", Pocket("18")))
    await house.close()
    return open_raw_sqlite(path)


def verified(path: Path) -> str:
    done = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


class TestASharedArea:
    @live
    async def test_is_settled_corrected_audited_and_verified(self, tmp_path: Path) -> None:
        raw = await shared_area(tmp_path / "h.sqlite")

        report = audit(raw, seal=SEAL)

        assert report.findings == []
        lines = [entry["line"] for entry in packet(raw, "t1", "1")["entries"]]
        assert sum('"type":"outcome-corrected"' in line for line in lines) == 1
        evidence = tmp_path / "packet.json"
        evidence.write_text(canonical(packet(raw, "t1", "1")) + "\n", encoding="utf-8")
        assert "ann on straight:17" in verified(evidence)  # together outside the limits, so not judged there

    @live
    async def test_pays_up_to_the_maximum_what_was_laid_first(self, tmp_path: Path) -> None:
        raw = await shared_area(tmp_path / "h.sqlite")
        lines = [entry["line"] for entry in packet(raw, "t1", "1")["entries"]]
        paid = [line for line in lines if '"type":"wager-paid"' in line]

        assert ['"winnings":2800' in paid[0], '"winnings":700' in paid[1]] == [True, True]
