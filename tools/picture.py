"""A picture of the command line at work, for the README: real commands, run and recorded."""

import io
import re
from unittest.mock import patch

from rich.console import Console

from croupier.cli import output
from croupier.cli.app import app

WIDTH = 104
COMMANDS = (
    ("settle", "mbs-roulette/3", "--outcome", "0", "--stakes", "0/1/2=500,17=500,red=1000"),
    ("odds", "mbs-roulette/3", "us-double-zero/1", "mbs-sands-roulette/1"),
)


def picture() -> str:
    """Return the recorded terminal as SVG."""
    recorder = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    with patch.object(output, "console", lambda: recorder):
        for command in COMMANDS:
            words = " ".join(f'"{word}"' if "=" in word else word for word in command)
            recorder.print(f"$ croupier {words}", style="bold green", highlight=False)
            app.main(list(command), standalone_mode=False)
    svg = recorder.export_svg(title="croupier", unique_id="croupier")
    # The exported picture asks another host for its font; the reader's own monospace does as well.
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "ui-monospace")
