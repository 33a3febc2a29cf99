"""A game as people know it: by its zeros, its house and year, and what the house keeps."""

from __future__ import annotations

import re
from functools import lru_cache

from croupier.rulebooks import HOUSES
from croupier.rules.odds import odds
from croupier.rules.ruleset import Ruleset
from croupier.web.api.shapes import GameOut

PLAIN = ("", "roulette")
"""Names that say no more than what everything here is."""


@lru_cache
def game_out(ruleset: Ruleset) -> GameOut:
    """Describe a game from its rulebook."""
    edges = [one.edge for one in odds(ruleset)]
    name = re.sub(r" *\(.*?\)|,.*", "", ruleset.title).strip()
    return GameOut(
        name=None if name.lower() in PLAIN else name,
        pockets=len(ruleset.pockets),
        zeros=sum(pocket[0] not in "123456789" for pocket in ruleset.pockets),
        house=HOUSES.get(ruleset.house or "", ruleset.house),
        effective=ruleset.effective.isoformat() if ruleset.effective else None,
        edge=str(min(edges)),
        edge_max=str(max(edges)),
    )
