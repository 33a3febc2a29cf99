"""Shell completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands, refs and pockets.

    \b
    Examples:
      eval "$(croupier completion bash)"
      croupier completion fish > ~/.config/fish/completions/croupier.fish
    """
    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(ctx.find_root().command, {}, "croupier", "_CROUPIER_COMPLETE").source())
