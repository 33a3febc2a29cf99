"""A hand that taps anywhere, often twice, on a dealer's page: at random, with a seed."""

from __future__ import annotations

import pytest

from testkit.browser.clicking import sit_down
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import V2, V3
from testkit.browser.visits import Visits

TAPS = 250
"""At each of two tables."""


@pytest.mark.parametrize(("ref", "size"), [(V3, (1180, 820)), (V2, (820, 1180))], ids=["sideways", "upright"])
def test_a_hand_that_taps_anything_voids_closes_and_announces_nothing_by_accident(
    ref: str, size: tuple[int, int], house: Served, visits: Visits
) -> None:
    """`make soak ARGS=clicks` taps ten thousand times."""
    clicker = sit_down(Dealt(house, ref), visits, 16, size)
    while clicker.taps < TAPS:
        clicker.tap()
    wrong = list(clicker.wrong())
    assert not wrong, "\n".join(wrong)
