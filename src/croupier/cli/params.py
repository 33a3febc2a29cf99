"""What commands take: rulebooks by ref or path, stakes as people write them."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

from croupier.rulebooks import REFS
from croupier.rules.errors import CroupierError
from croupier.rules.limits import Limits
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import read_stakes
from croupier.shelf import limits_file, rulebook


class RulesetParam(click.ParamType[Ruleset]):
    """A rulebook by ref or path, read when the command starts."""

    name = "ref"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Ruleset:
        """Read the rulebook; its errors are reported as they are."""
        if isinstance(value, Ruleset):
            return value
        return rulebook(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(ref) for ref in REFS if ref.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


class LimitsParam(click.ParamType[Limits]):
    """A limits file."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Limits:
        return value if isinstance(value, Limits) else limits_file(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


def fitting(limits: Limits | None, ruleset: Ruleset) -> Limits | None:
    """Return the limits of a file if the rulebook has their kinds and allows them, as ``set-limits`` requires."""
    from croupier.rules.limits_file import check_limits
    from croupier.rules.narrowing import check_narrower

    if limits is None:
        return None
    check_narrower(ruleset, limits)
    return check_limits(limits, ruleset, "--limits")


RULESET = RulesetParam()
LIMITS = LimitsParam()

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of a table.")


def parse_stakes(texts: tuple[str, ...]) -> list[tuple[str, int]]:
    """Read ``17=500,red=1000`` from each use of the option."""
    return [stake for text in texts for stake in read_stakes(text)]


def complete_pockets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Offer the pockets of the rulebook named so far."""
    # An option without its value stops click's parser: the ref before it is left unparsed.
    ruleset = ctx.params.get("ruleset")
    try:
        ruleset = ruleset if isinstance(ruleset, Ruleset) else rulebook("".join(ctx.args[:1]))
    except CroupierError:
        return []
    return [pocket for pocket in ruleset.pockets if pocket.startswith(incomplete)]
