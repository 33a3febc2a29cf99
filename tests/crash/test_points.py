"""A few of the enumerated crash points; ``make soak`` visits every one."""

from pathlib import Path

import pytest

from testkit.crash.points import Way, point, why_not
from testkit.crash.zygote import Zygote

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))


@pytest.mark.parametrize(
    ("way", "number"),
    [
        (Way("fdatasync", "signal=KILL"), 9),
        (Way("sendto", "signal=KILL"), 20),
        (Way("pwrite64", "signal=KILL", opening=True), 11),
        (Way("fdatasync", "error=EIO", again="failed"), 12),
        (Way("pwrite64", "error=ENOSPC", again="stored"), 99),
    ],
    ids=str,
)
def test_a_house_that_ends_at_a_system_call_loses_and_doubles_nothing(
    way: Way, number: int, workers: Zygote, tmp_path: Path
) -> None:
    figures, reached = point(workers, way, number, tmp_path)

    assert reached, "the call was never reached"
    assert figures.findings == []


def test_an_answer_before_the_commit_is_found(workers: Zygote, tmp_path: Path) -> None:
    """At some points nothing was told that is not stored: it takes one at which something was."""
    findings: list[str] = []
    for number in (99, 103, 108, 114):
        folder = tmp_path / str(number)
        folder.mkdir()
        figures, reached = point(workers, Way("pwrite64", "signal=KILL"), number, folder, plant="ack-early")
        assert reached
        findings += figures.findings
        if findings:
            break

    assert any("was told" in finding or "is lost" in finding for finding in findings), findings
