"""``croupier export``: one round, or everything, for people who have nothing but the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.output import say
from croupier.cli.source import anchors_for, anchors_option, one_table, opened, source_options, table_option
from croupier.rules.errors import CroupierError

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command()
@click.argument("round_name", metavar="[ROUND]", required=False)
@source_options
@table_option
@anchors_option
@click.option("--all", "everything", is_flag=True, help="The whole record as JSON lines, instead of one round.")
@click.option("--out", metavar="FILE", help="Write to this file; it must not be there yet.")
def export(
    round_name: str | None,
    data: str | None,
    database: str | None,
    table: str | None,
    anchors: str | None,
    everything: bool,
    out: str | None,
) -> None:
    """Write a dispute packet: all that a round can be verified from, offline.

    verifier/croupier_verify.py checks it with nothing but Python. The names of
    all players of the round are in it: the hashes cover them. Secrets of rounds
    that are not over are never exported.

    \b
    Examples:
      croupier export 3 --data DIR --table t1 --out round-3.json
      croupier export --all --data DIR --out record.jsonl
    """
    from croupier.audit.packet import packet, whole_record
    from croupier.storage.chain import canonical

    if everything == (round_name is not None):
        raise CroupierError("give the ROUND to export, or --all for the whole record")
    with opened(data, database) as raw:
        if round_name is None:
            _write(out, whole_record(raw))
        else:
            found = packet(raw, one_table(raw, table), round_name, anchors_for(data, anchors))
            _write(out, [canonical(found)])


def _write(out: str | None, lines: Iterable[str]) -> None:
    if out is None:
        for line in lines:
            click.echo(line)
        return
    try:
        with Path(out).open("x", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except FileExistsError:
        raise CroupierError(f"{out} is there already; name another file") from None
    except OSError as error:
        raise CroupierError(f"{out}: cannot be written: {error.strerror}") from None
    say(f"written to {out}; check it with: python verifier/croupier_verify.py {out}")
