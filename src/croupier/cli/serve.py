"""``croupier serve``: a house that people can join."""

from __future__ import annotations

import sys

import click

from croupier.cli.output import printable


@click.command()
@click.option("--data", metavar="DIR", help="The folder of the house; made if it is not there.  [croupier-data]")
@click.option("--database", metavar="URL", help="A PostgreSQL that keeps the record, instead of the folder.")
@click.option("--host", metavar="ADDRESS", help="Where to listen.  [127.0.0.1]")
@click.option("--port", type=int, metavar="N", help="The port; 0 takes a free one.  [8360]")
@click.option("--config", "file", metavar="FILE", help="A TOML file with settings.")
@click.option("--rulebook", "rulebooks", multiple=True, metavar="FILE", help="A rulebook of your own; repeat for more.")
@click.option("--anchor-to", metavar="FILE", help="Append an anchor to this file whenever a round ends.")
@click.option("--approved", metavar="FILE", help="Open with no software but the one that this file approves.")
@click.option("--play-money", type=int, metavar="N", help="What a guest gets, in the smallest unit.  [100000]")
@click.option("--betting", type=float, metavar="S", help="Seconds of betting at automatic tables.  [20]")
@click.option("--log", metavar="LEVEL", help="debug, info, warning or error.  [info]")
@click.option("--owner-link", is_flag=True, help="Print a new link for the owner, and end the owner's old sessions.")
def serve(file: str | None, owner_link: bool, rulebooks: tuple[str, ...], **flags: object) -> None:
    """Open a house: tables that anyone can join from a browser or a program.

    The first start sets up one automatic table per rulebook and one that a
    dealer runs, and prints the owner's link, good for one use. An owner who
    can no longer sign in starts the house with --owner-link. Every setting can also
    come from the environment (CROUPIER_PORT) or from a TOML file; flags come
    first, then the environment, then the file.

    \b
    Examples:
      croupier serve
      croupier serve --data night --port 8080
      croupier serve --data night --owner-link
      croupier serve --rulebook house.toml --rulebook mini.toml
      croupier serve --data night --anchor-to /mnt/elsewhere/anchors.jsonl
      croupier serve --data night --database postgresql://croupier@localhost/night
    """
    from croupier.cli.exits import RECORD_STOPPED
    from croupier.web.serving import RecordStoppedError
    from croupier.web.serving import serve as serve_house
    from croupier.web.settings import read_settings

    # A link must be printed whole, however narrow the terminal is.
    given = {**flags, "rulebooks": rulebooks or None}
    try:
        serve_house(read_settings(given, file=file), lambda text: click.echo(printable(text)), owner_anew=owner_link)
    except RecordStoppedError as error:
        click.echo(f"Error: {printable(str(error))}", err=True)
        sys.exit(RECORD_STOPPED)
