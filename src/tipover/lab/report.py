"""The report page: one self-contained file in light or dark, with tables, plots and the command that made it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

from tipover.engine.core.version import __version__
from tipover.lab.journal import FILE, write_file
from tipover.lab.plots import Plot, save
from tipover.lab.result_tables import ResultTable
from tipover.lab.runner import RunSummary

PAGE = "report.html"


class Section(NamedTuple):
    """A section of the page: plots first, then tables."""

    title: str
    words: str = ""
    plots: tuple[Plot, ...] = ()
    tables: tuple[ResultTable, ...] = ()


STYLE = """
:root { color-scheme: light dark; --ink: #231e2c; --soft: #5a5365; --edge: #c9c2cf; --paper: #fffdf8; --ground: #f2ede4;
  --above: #0b7461; --below: #bf3f0a; --even: #857c8c; }
@media (prefers-color-scheme: dark) { :root { --ink: #f7f2e8; --soft: #bab1c6; --edge: #4a4356; --paper: #221d2b; --ground: #16131c;
  --above: #56ddbb; --below: #ff9c62; --even: #9d93ad; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0.5rem 0; } h2 { font-size: 1.25rem; margin: 2.2rem 0 0.5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
p, figcaption, li, dd { max-width: 68ch; } .soft, figcaption { color: var(--soft); font-size: 0.9rem; }
figure, .box { margin: 1rem 0; padding: 0.8rem; background: var(--paper); border: 1px solid var(--edge); border-radius: 10px; overflow-x: auto; }
figure svg { width: 100%; height: auto; display: block; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--soft); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0; } dt { color: var(--soft); } dd { margin: 0; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
"""


def write(folder: Path, kind: str, command: str, seed: str, course: RunSummary, sections: list[Section], lead: str = "") -> Path:
    """Write the plots and the page of a finished run; returns the path of the page."""
    body: list[str] = []
    for section in sections:
        body.append(f"<section><h2>{escape(section.title)}</h2>")
        body += [f"<p>{escape(section.words)}</p>"] if section.words else []
        for plot in section.plots:
            body.append(f"<figure>{save(plot, folder)}<figcaption>{escape(plot.caption)}</figcaption></figure>")
        body += [_table(table) for table in section.tables]
        body.append("</section>")
    title = f"Tipover lab: {kind}"
    page = "\n".join([
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>", "</head>", "<body>", "<main>", f"<h1>{escape(title)}</h1>",
        *([f"<p>{escape(lead)}</p>"] if lead else []), *body, _made(command, seed, course), "</main>", "</body>", "</html>", "",
    ])  # fmt: skip
    path = folder / PAGE
    write_file(path, page.encode())
    return path


def _table(table: ResultTable) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    note = f'<p class="soft">{escape(table.note)}</p>' if table.note else ""
    return f'<h3>{escape(table.title)}</h3><div class="box"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{note}'


def _made(command: str, seed: str, course: RunSummary) -> str:
    """How the page was made, so that it can be reproduced."""
    took = (
        f"{told_time(course.seconds)} for {course.played:,} of them in this run with {course.jobs} at work"
        if course.played
        else "all were there before"
    )
    parts = [
        ("command", f"<code>{escape(command)}</code>"), ("seed", f"<code>{escape(seed)}</code>"), ("games", f"{course.games:,}"),
        ("time", escape(took)), ("date", escape(course.began)), ("machine", escape(course.machine)),
        ("engine", f"Tipover {escape(__version__)}"),
    ]  # fmt: skip
    told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in parts)
    return (
        f'<section><h2>How this was made</h2><div class="box"><dl>{told}</dl></div>'
        f'<p class="soft">Every game is a line of {FILE} beside this page. The same command, seed and packs give the same lines but for their times.</p></section>'
    )


def told_time(seconds: float) -> str:
    """`1 h 5 min`, `12 min`, `3.4 s`."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
