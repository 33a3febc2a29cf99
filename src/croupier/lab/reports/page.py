"""The HTML of a report: one self-contained file that fetches nothing, and prints well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

CSS = """
:root { color-scheme: light; --ink: #222; --pale: #666; --line: #d5d5d5; --mark: #0072B2; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 58rem; padding: 2rem 1.25rem 4rem; color: var(--ink); background: #fff;
  font: 1rem/1.55 "DejaVu Sans", Verdana, "Segoe UI", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; }
p { margin: .5rem 0; }
.lead { color: var(--pale); margin-top: 0; }
.said { border-left: 4px solid var(--mark); background: #f3f8fb; padding: .75rem 1rem; margin: 1rem 0; }
figure { margin: 1rem 0; }
figure svg { width: 100%; height: auto; }
figcaption, .small { font-size: .86rem; color: var(--pale); }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .92rem; }
caption { text-align: left; font-weight: bold; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: .88rem/1.45 "DejaVu Sans Mono", Consolas, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f5; padding: .75rem 1rem; margin: .5rem 0; }
.wide { overflow-x: auto; }
@media print {
  @page { margin: 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  figure, tr, .said { break-inside: avoid; }
  .wide { overflow: visible; }
  a { color: inherit; }
}
""".strip()

# Nothing may be fetched: a browser refuses it, whatever else the page says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, pieces: Iterable[str]) -> str:
    """Put pieces of HTML on one page."""
    body = "\n".join(pieces)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{CSS}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def heading(words: str, level: int = 2) -> str:
    """Head a section."""
    return f"<h{level}>{escape(words)}</h{level}>"


def paragraph(words: str, kind: str = "") -> str:
    """Write a paragraph."""
    return f"<p{_class(kind)}>{escape(words)}</p>"


def said(lines: Sequence[str]) -> str:
    """Write what matters most, set apart from the rest."""
    return '<div class="said">' + "".join(paragraph(line) for line in lines) + "</div>"


def ordered(lines: Sequence[str]) -> str:
    """Write a numbered list."""
    return "<ol>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ol>"


def listing(code: str) -> str:
    """Write a command as it is typed."""
    return f"<pre><code>{escape(code)}</code></pre>"


def picture(svg: str, caption: str) -> str:
    """Put a picture on the page; it is our own SVG and is not escaped."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def grid(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[str] = ()) -> str:
    """Write a table; the columns named in ``numbers`` are right-aligned."""
    right = set(numbers)
    kinds = ["number" if column in right else "" for column in columns]
    head = "".join(
        f'<th scope="col"{_class(kind)}>{escape(word)}</th>' for word, kind in zip(columns, kinds, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{_class(k)}>{escape(str(cell))}</td>" for cell, k in zip(row, kinds, strict=True))
        + "</tr>"
        for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<div class="wide"><table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
