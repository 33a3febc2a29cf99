"""Write the list of characters that look alike: Unicode's own (UTS #39), as the package confusable-homoglyphs has it.

    pip download confusable-homoglyphs --no-deps && unzip confusable_homoglyphs-*.whl
    python -m tools.confusables confusable_homoglyphs/confusables.json

Only letters and digits are kept: names have no others. The package lists both directions
of each pair without saying which is Unicode's prototype, so of two that are alike only
to each other the first is taken; which of them stands for both makes no difference.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent / "src" / "croupier" / "web" / "access" / "confusables.json"
SOURCE = {
    "source": "Unicode confusables.txt (UTS #39), by way of confusable-homoglyphs 3.3.1",
    "licence": "data: Unicode License v3; package: MIT",
}


def prototypes(alike: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """Return for each letter or digit what stands for it and all that look like it."""
    found: dict[str, str] = {}
    for character, others in alike.items():
        if len(character) != 1 or not character.isalnum() or len(others) != 1:
            continue
        (other,) = (one["c"] for one in others)
        mutual = [one["c"] for one in alike.get(other, [])] == [character]
        if not mutual or other < character:
            found[character] = other
    return dict(sorted(found.items()))


def main(path: str) -> None:
    """Read the package's list and write ours."""
    alike = prototypes(json.loads(Path(path).read_text("utf-8")))
    text = json.dumps({**SOURCE, "alike": alike}, ensure_ascii=True, indent=0, separators=(",", ":"))
    HERE.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
