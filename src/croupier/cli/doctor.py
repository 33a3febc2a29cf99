"""``croupier doctor``: whether this machine can run a house."""

from __future__ import annotations

import click

from croupier.cli.output import say


@click.command()
@click.option("--data", metavar="DIR", help="The folder of the house.  [croupier-data]")
@click.option("--database", metavar="URL", help="The PostgreSQL that keeps the record, if one does.")
@click.option("--host", metavar="ADDRESS", help="Where it would listen.  [127.0.0.1]")
@click.option("--port", type=int, metavar="N", help="The port.  [8360]")
@click.option("--config", "file", metavar="FILE", help="A TOML file with settings.")
@click.option("--approved", metavar="FILE", help="The software that is approved, to compare with.")
@click.option("--write-approved", metavar="FILE", help="Write the digests of this software to a file, for --approved.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def doctor(ctx: click.Context, /, file: str | None, as_json: bool, write_approved: str | None, **flags: object) -> None:
    """Check whether this machine can run a house: folder, disk, record, key, port, software.

    Every table of the record is audited, which takes a while if it is long.
    Nothing is changed; --write-approved writes the digests of every file of
    the software to a file that croupier serve --approved takes. Ends with status 1 if something needs attention,
    and says what would be right.

    \b
    Examples:
      croupier doctor
      croupier doctor --data night --port 8080
      croupier doctor --write-approved approved.txt
    """
    from croupier.cli.output import print_json
    from croupier.cli.source import end_progress, telling
    from croupier.web.doctor import diagnose
    from croupier.web.settings import read_settings
    from croupier.web.software import installed
    from croupier.web.software import write_approved as write

    if write_approved is not None:
        write(installed(), write_approved)
    found = list(diagnose(read_settings(flags, file=file), telling("looking at")))
    end_progress()
    if as_json:
        print_json([one._asdict() for one in found])
    else:
        for one in found:
            say(f"{('well ' if one.there else 'new  ') if one.well else 'LOOK '} {one.what:<8} {one.found}")
            if not one.well:
                say(f"      {'':<8} {one.right}", style="yellow")
    ctx.exit(0 if all(one.well for one in found) else 1)
