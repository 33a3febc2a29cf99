"""``croupier serve``: a house that people can walk into."""

from __future__ import annotations

import click

from croupier.cli.output import printable


@click.command()
@click.option("--data", metavar="DIR", help="The folder of the house; made if it is not there.  [croupier-data]")
@click.option("--host", metavar="ADDRESS", help="Where to listen.  [127.0.0.1]")
@click.option("--port", type=int, metavar="N", help="The port; 0 takes a free one.  [8360]")
@click.option("--config", "file", metavar="FILE", help="A TOML file with settings.")
@click.option("--play-money", type=int, metavar="N", help="What a guest gets, in the smallest unit.  [100000]")
@click.option("--betting", type=float, metavar="S", help="Seconds of betting at automatic tables.  [20]")
@click.option("--log", metavar="LEVEL", help="debug, info, warning or error.  [info]")
@click.option("--owner-link", is_flag=True, help="Print a new link for the owner, and end the owner's old sessions.")
def serve(file: str | None, owner_link: bool, **flags: object) -> None:
    """Open a house: tables that anyone can join from a browser or a program.

    The first start sets up one automatic table per rulebook and one that a
    dealer runs, and prints the owner's link, good for one use. An owner who
    lost the way in starts the house with --owner-link. Every setting can also
    come from the environment (CROUPIER_PORT) or from a TOML file; flags go
    first, then the environment, then the file.

    \b
    Examples:
      croupier serve
      croupier serve --data night --port 8080
      croupier serve --data night --owner-link
    """
    from croupier.web.serving import serve as serve_house
    from croupier.web.settings import read_settings

    # A link must come out whole, however narrow the terminal is.
    serve_house(read_settings(flags, file=file), lambda text: click.echo(printable(text)), owner_anew=owner_link)
