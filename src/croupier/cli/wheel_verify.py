"""``croupier wheel verify``: check one draw of a random wheel, step by step."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from croupier.cli.output import add_row, print_json, say, show, table
from croupier.cli.params import RULESET, json_option
from croupier.cli.wheel_packet import PACKET, ClaimError, round_in
from croupier.rulebooks import digests
from croupier.rules.pocket import is_label
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import short
from croupier.shelf import rulebook
from croupier.table.wire import WireError, read_json
from croupier.wheels.draw import SECRET_BYTES
from croupier.wheels.verify import Claim, Verdict
from croupier.wheels.verify import verify as verify_claim

NOT_VERIFIED = 1
FILE_BYTES_MAX = 16 * 1024 * 1024
"""A packet contains every event of its round, and every refusal."""

_FIELDS = ("table", "round", "digest", "pockets", "commitment", "secret", "pocket")
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SHAPE = f"the shape is {{{', '.join(_FIELDS)}}}, the pocket left out or null where none was declared"


class Check(NamedTuple):
    """One thing that was checked."""

    name: str
    passed: bool
    says: str


Given = Mapping[str, str | None]


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--table", "table_name", metavar="NAME", help="The table's name, as the record has it.")
@click.option("--round", "round_id", metavar="ROUND", help="The round's id, as the record has it.")
@click.option("--rules", "ruleset", type=RULESET, metavar="REF", help="The rulebook that was in force.")
@click.option("--digest", metavar="HEX", help="Its digest instead, if it is one of the published.")
@click.option("--secret", metavar="HEX", help="The secret that was revealed.")
@click.option("--commitment", metavar="HEX", help="The commitment you saw before betting opened.")
@click.option("--pocket", metavar="POCKET", help="The pocket you saw declared.")
@json_option
@click.pass_context
def verify(
    ctx: click.Context, /, file: str | None, ruleset: Ruleset | None, as_json: bool, **given: str | None
) -> None:
    """Verify a draw: the secret is the one committed to, and the pocket follows from it.

    FILE is a packet that ``croupier export`` wrote, or holds a round as JSON:
    table, round, digest, pockets, commitment, secret and pocket; ``-`` reads
    it from standard input. The same can be given as options instead. Beside a FILE, --commitment and --pocket are
    what you saw yourself and --rules the rulebook you know: they must agree.

    Ends with 0 if the draw is verified, 1 if it is not, 2 if it cannot be
    checked.

    \b
    Examples:
      croupier wheel verify round.json
      croupier wheel verify round.json --rules mbs-roulette/3 --pocket 17
    """
    claim = _from_options(ruleset, given) if file is None else _from_file(file, given)
    verdict = verify_claim(claim)
    known = ruleset or _published(claim.digest)
    checks = list(_checks(verdict, known, given))
    verified = all(check.passed for check in checks)
    if as_json:
        print_json(_plain(verdict, known, checks, verified=verified))
    else:
        _tell(verdict, known, checks, verified=verified)
    ctx.exit(0 if verified else NOT_VERIFIED)


def _from_options(ruleset: Ruleset | None, given: Given) -> Claim:
    if (ruleset is None) == (given["digest"] is None):
        raise click.UsageError("give a FILE, or --rules or --digest with the other options; one of the two is enough")
    missing = [name for name, key in _NEEDED.items() if given[key] is None]
    if missing:
        raise click.UsageError(f"without a FILE, {', '.join(missing)} must be given as well")
    known = ruleset or _published(given["digest"] or "")
    if known is None:
        raise ClaimError(
            f"--digest {short(given['digest'])} is of no published rulebook, so its pockets are unknown; "
            "give --rules with the rulebook's .toml file, or a FILE that lists the pockets"
        )
    return Claim(
        table=given["table_name"] or "",
        round=given["round_id"] or "",
        digest=known.digest,
        pockets=known.pockets,
        secret=bytes.fromhex(_hex(given["secret"], "--secret")),
        commitment=_hex(given["commitment"], "--commitment"),
        pocket=None if given["pocket"] is None else known.pocket(given["pocket"]),
    )


_NEEDED = {"--table": "table_name", "--round": "round_id", "--secret": "secret", "--commitment": "commitment"}


def _from_file(file: str, given: Given) -> Claim:
    doubled = [name for name, key in _IN_FILE.items() if given[key] is not None]
    if doubled:
        raise click.UsageError(f"{', '.join(doubled)} stands in the FILE; give one or the other")
    if given["commitment"] is not None:
        _hex(given["commitment"], "--commitment")
    stated = _read(file)
    if stated.get("format") == PACKET:
        stated = round_in(stated, file)
    strange = [key for key in stated if key not in _FIELDS]
    if strange:
        raise ClaimError(f"{file}: {short(strange[0])} is unknown; {_SHAPE}")
    pocket = stated.get("pocket")
    return Claim(
        table=_text(stated, "table", file),
        round=_text(stated, "round", file),
        digest=_hex(_text(stated, "digest", file), f"{file}: digest"),
        pockets=_pockets(stated, file),
        secret=bytes.fromhex(_hex(_text(stated, "secret", file), f"{file}: secret")),
        commitment=_hex(_text(stated, "commitment", file), f"{file}: commitment"),
        pocket=None if pocket is None else _text(stated, "pocket", file),
    )


_IN_FILE = {"--table": "table_name", "--round": "round_id", "--digest": "digest", "--secret": "secret"}


def _read(file: str) -> dict[str, Any]:
    try:
        if file == "-":
            found = sys.stdin.buffer.read(FILE_BYTES_MAX + 1)
        else:
            with Path(file).open("rb") as opened:
                found = opened.read(FILE_BYTES_MAX + 1)
        return read_json(found, limit=FILE_BYTES_MAX)
    except (OSError, ValueError) as error:
        raise ClaimError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except WireError as error:
        says = f"expected an object; {_SHAPE}" if error.code == "wrong-type" else error.message
        raise ClaimError(f"{file}: {says}") from None


def _text(stated: dict[str, Any], key: str, file: str) -> str:
    if key not in stated:
        raise ClaimError(f"{file}: {key} is missing; {_SHAPE}")
    if not isinstance(stated[key], str):
        raise ClaimError(f"{file}: {key} is text in quotes, not {short(stated[key])}")
    return str(stated[key])


def _hex(value: str | None, where: str) -> str:
    if value is None or _HEX.fullmatch(value) is None:
        raise ClaimError(f"{where}: {short(value)} is not of {2 * SECRET_BYTES} digits, each of 0-9 and a-f")
    return value


def _pockets(stated: dict[str, Any], file: str) -> tuple[str, ...]:
    found = stated.get("pockets")
    if not isinstance(found, list) or not all(isinstance(label, str) and is_label(label) for label in found):
        raise ClaimError(f'{file}: pockets is a list of labels in quotes, such as ["0", "1", "2"], not {short(found)}')
    return tuple(found)


def _published(digest: str) -> Ruleset | None:
    """Find the published rulebook that has this digest."""
    return next((rulebook(ref) for ref, known in digests().items() if known == digest), None)


def _checks(verdict: Verdict, known: Ruleset | None, given: Given) -> Iterator[Check]:
    claim = verdict.claim
    if known is not None:
        same = known.digest == claim.digest
        yield Check("rulebook", same, f"the digest is {'' if same else 'not '}that of {known.ref}")
        same = known.pockets == verdict.pockets
        yield Check("pockets", same, f"the pockets are {'' if same else 'not '}those of {known.ref}")
    same = verdict.commitment_matches
    yield Check("commitment", same, f"the secret is {'' if same else 'not '}the one that was committed to")
    if claim.pocket is not None:
        same = verdict.pocket == claim.pocket
        yield Check("pocket", same, f"{claim.pocket} was declared and {verdict.pocket} was drawn")
    if given["commitment"] not in (None, claim.commitment):
        yield Check("commitment seen", passed=False, says="the commitment you saw is not the one in the file")
    if given["pocket"] not in (None, verdict.pocket):
        yield Check("pocket seen", passed=False, says=f"you saw {given['pocket']} and {verdict.pocket} was drawn")


def _plain(verdict: Verdict, known: Ruleset | None, checks: list[Check], *, verified: bool) -> dict[str, object]:
    claim = verdict.claim
    return {
        "verified": verified,
        "table": claim.table,
        "round": claim.round,
        "rulebook": None if known is None else known.ref,
        "digest": claim.digest,
        "pockets": list(verdict.pockets),
        "commitment": {
            "given": claim.commitment,
            "computed": verdict.commitment,
            "matches": verdict.commitment_matches,
        },
        "limit": verdict.limit,
        "steps": [
            {"block": step.block, "place": step.place, "byte": step.byte, "pocket": step.pocket}
            for step in verdict.steps
        ],
        "pocket": {"given": claim.pocket, "drawn": verdict.pocket, "matches": verdict.pocket_matches},
        "checks": [check._asdict() for check in checks],
    }


def _tell(verdict: Verdict, known: Ruleset | None, checks: list[Check], *, verified: bool) -> None:
    claim, size = verdict.claim, len(verdict.pockets)
    say(f"Table {claim.table}, round {claim.round}", style="bold")
    say(f"rulebook    {claim.digest}" + ("" if known is None else f" ({known.ref})"))
    say(f"committed   {claim.commitment}")
    say(f"computed    {verdict.commitment}")
    made = table("", ("block", "byte", "value", "what follows"), right=("block", "byte", "value"))
    for step in verdict.steps:
        rejected = f"{verdict.limit} or more: rejected, the next byte counts"
        taken = f"mod {size}, the place in the order S, 00, 0, 1…36 counted from 0: pocket {step.pocket}"
        add_row(made, step.block, step.place, step.byte, rejected if step.pocket is None else taken)
    show(made)
    if known is None:
        say("The digest is of no published rulebook, so the pockets are the file's own: give --rules to check them.")
    for check in checks:
        say(f"{'yes' if check.passed else 'NO ':4}{check.says}", style="" if check.passed else "bold red")
    if claim.pocket is None:
        say(f"    no pocket was declared; {verdict.pocket} follows from the secret")
    say("Verified." if verified else "NOT verified.", style="bold green" if verified else "bold red")
