"""The rounds of the conformance folder, and the limits that their heads state."""

from pathlib import Path
from typing import Any

from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "conformance").glob("*/*.jsonl"))


def limits(stated: dict[str, Any]) -> Limits:
    """Read the limits as a file of the folder states them."""
    spans = {Kind(kind): Limit(span["min"], span["max"]) for kind, span in stated["limits"].items()}
    return Limits(spans, Intake(stated["intake"]), LimitScope(stated["limit_scope"]), stated["chip_value_min"])
