"""``croupier doctor``: whether this machine can run a house."""

from __future__ import annotations

import click

from croupier.cli.output import say


@click.command()
@click.option("--data", metavar="DIR", help="The folder of the house.  [croupier-data]")
@click.option("--host", metavar="ADDRESS", help="Where it would listen.  [127.0.0.1]")
@click.option("--port", type=int, metavar="N", help="The port.  [8360]")
@click.option("--config", "file", metavar="FILE", help="A TOML file with settings.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def doctor(ctx: click.Context, /, file: str | None, as_json: bool, **flags: object) -> None:
    """Check whether this machine can run a house: folder, disk, record, key, port.

    Every table of the record is audited, which takes a while where it is long.
    Nothing is changed. Ends with status 1 where something needs attention,
    and says what would be right.

    \b
    Examples:
      croupier doctor
      croupier doctor --data night --port 8080
    """
    from croupier.cli.output import print_json
    from croupier.cli.source import telling, told_enough
    from croupier.web.doctor import examine
    from croupier.web.settings import read_settings

    found = list(examine(read_settings(flags, file=file), telling("looking at")))
    told_enough()
    if as_json:
        print_json([one._asdict() for one in found])
    else:
        for one in found:
            say(f"{('well ' if one.there else 'new  ') if one.well else 'LOOK '} {one.what:<8} {one.found}")
            if not one.well:
                say(f"      {'':<8} {one.right}", style="yellow")
    ctx.exit(0 if all(one.well for one in found) else 1)
