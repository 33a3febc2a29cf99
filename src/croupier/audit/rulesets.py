"""The rulebooks of a record: each text fits its digest, and every table's rulebook is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from croupier.audit.findings import Findings, shown
from croupier.audit.rows import typed_rows
from croupier.house.desk import DESK, RulebookKept
from croupier.house.setup import TableSetUp
from croupier.rulebooks import REFS, published
from croupier.rules.errors import CroupierError
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.storage.raw import RawRecord
from croupier.table.events import BettingOpened


@dataclass(slots=True)
class StoredRulesets:
    """The stored rulesets, by digest, and those that a table uses."""

    kept: dict[str, Ruleset | None] = field(default_factory=dict)
    """None if a text does not fit its digest."""
    used: set[str] = field(default_factory=set)

    def of(self, setup: TableSetUp, findings: Findings) -> Ruleset | None:
        """Return the ruleset of a table; if its text is lost, the published one if that is the same."""
        self.used.add(setup.digest)
        report = findings.of("rulebooks", setup.table)
        ruleset = self.kept.get(setup.digest)
        if setup.digest not in self.kept:
            report.add(f"rulebook {shown(setup.digest)}", "is not kept", f"the text of {shown(setup.rulebook)}")
        if ruleset is None and setup.rulebook in REFS and published(setup.rulebook).digest == setup.digest:
            ruleset = published(setup.rulebook)
        if ruleset is not None and ruleset.ref != setup.rulebook:
            report.add("event 0", f"names {shown(setup.rulebook)}", f"{ruleset.ref}, by the rulebook's own words")
            return None
        return ruleset

    def keep(self, event: RulebookKept, findings: Findings) -> None:
        """Check that the text of a rulebook that was brought into the house is kept, and is what was said."""
        self.used.add(event.digest)
        ruleset, report = self.kept.get(event.digest), findings.of("rulebooks", DESK)
        if event.digest not in self.kept:
            report.add(f"rulebook {shown(event.digest)}", "is not kept", f"the text of {shown(event.rulebook)}")
        elif ruleset is not None and ruleset.ref != event.rulebook:
            report.add(f"event {event.seq}", f"names {shown(event.rulebook)}", f"{ruleset.ref}, by its own words")

    def taken(self, setup: TableSetUp, opened: BettingOpened, findings: Findings) -> Ruleset | None:
        """Return the ruleset that a round names: a corrected text of the table's, which the record keeps as well."""
        self.used.add(opened.digest)
        ruleset, where = self.kept.get(opened.digest), f"event {opened.seq}"
        report = findings.of("rulebooks", setup.table)
        if ruleset is None:
            report.add(where, f"opens round {opened.round} under {shown(opened.digest)}", "a text that is kept")
        elif ruleset.ref != setup.rulebook:
            report.add(where, f"opens round {opened.round} under {ruleset.ref}", f"the table's {shown(setup.rulebook)}")
            return None
        return ruleset

    def check_used(self, findings: Findings) -> None:
        """Report texts that no table uses."""
        for digest in sorted(self.kept.keys() - self.used):
            findings.of("rulebooks", None).add(f"rulebook {shown(digest)}", "is kept for no table", "none")


@lru_cache(maxsize=16)
def _parsed(text: str, where: str) -> Ruleset:
    """Parse a text once, however often a record is audited."""
    return parse(text, where)


def read_rulesets(raw: RawRecord, findings: Findings) -> StoredRulesets:
    """Read every stored rulebook, and check it against its digest."""
    rulesets, report = StoredRulesets(), findings.of("rulebooks", None)
    for digest, text in typed_rows(raw, "rulebooks", None, findings):
        where = f"rulebook {shown(digest)}"
        rulesets.kept[digest] = None
        try:
            ruleset = _parsed(text, where)
        except CroupierError as error:
            report.add(where, f"its text cannot be read: {shown(str(error))}")
            continue
        except Exception as error:  # noqa: BLE001 - whatever a broken text leads to is a finding
            report.add(where, f"its text cannot be read: {error!r:.120}")
            continue
        if ruleset.digest != digest:
            report.add(where, f"its text has the digest {ruleset.digest}", digest)
        else:
            rulesets.kept[digest] = ruleset
    return rulesets
