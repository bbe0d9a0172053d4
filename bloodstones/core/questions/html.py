"""An answer as a fragment of HTML: for notebooks and for pages, in light and dark.

It knows the parts of an answer by the names of their classes, since `answer` uses it for notebooks.
The fragment needs `STYLE` once on its page. It follows the colours of the reader's system; a class
`light` or `dark` on it, or on an element around it, fixes them.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.svg import Svg

BAR_WIDTH: Final = 100
BAR_HEIGHT: Final = 10
LONG_FRACTION: Final = 17  # letters of an exact fraction that is shown beside its value
STRONG: Final = "strong"
LIGHT: Final = (
    "--paper:#ffffff;--ink:#1d1d1f;--dim:#636366;--line:#d2d2d7;--first:#8f6400;--second:#0b6b8a;"
)
DARK: Final = (
    "--paper:#1c1c1e;--ink:#f2f2f2;--dim:#a7a7ac;--line:#48484a;--first:#e6b84d;--second:#5cc3e6;"
)
STYLE: Final = f"""
.answer,.question{{{LIGHT}--bar:var(--dim);color:var(--ink);background:var(--paper);
 color-scheme:light;padding:.2rem .6rem;
 font:1rem/1.45 system-ui,sans-serif;max-width:46rem}}
@media (prefers-color-scheme:dark){{.answer,.question{{{DARK}color-scheme:dark}}}}
:is(.answer,.question).light,.light :is(.answer,.question){{{LIGHT}color-scheme:light}}
:is(.answer,.question).dark,.dark :is(.answer,.question){{{DARK}color-scheme:dark}}
.answer table{{border-collapse:collapse;margin:.6rem 0;color:inherit}}
.answer .wide{{overflow-x:auto}}
.answer caption,.answer h3{{font-weight:600;text-align:left;margin:0}}
.answer th,.answer td{{padding:.15rem .9rem .15rem 0;text-align:left;font-weight:400;
 vertical-align:baseline;background:none;border:0}}
.answer thead :is(th,td){{color:var(--dim);border-bottom:1px solid var(--line)}}
.answer .number{{text-align:right;font-variant-numeric:tabular-nums}}
.answer .fraction,.answer .note{{color:var(--dim)}}
.answer .first{{color:var(--first);--bar:var(--first)}}
.answer .second{{color:var(--second);--bar:var(--second)}}
.answer .strong,.answer .strong td{{font-weight:600}}
.answer .bar{{width:9rem;height:.7em;fill:var(--bar)}}
.answer img{{max-width:100%;height:auto;background:#fff}}
""".strip()


def answer_html(answer: Any, pictures: bool = True) -> str:
    """Return an answer as a fragment of HTML, all texts escaped.

    Parameters
    ----------
    pictures
        Whether its pictures are drawn, too. Where what draws them is not installed, the fragment
        says what is missing.
    """
    return "".join(["<section class=answer>", *_lines(answer, pictures), "</section>"])


def notebook_html(answer: Any) -> str:
    """Return an answer as a notebook shows it: with its style."""
    return f"<style>{STYLE}</style>{answer_html(answer)}"


def notebook_table(table: Any) -> str:
    """Return a table as a notebook shows it: with its style."""
    return f"<style>{STYLE}</style><section class=answer>{''.join(_table(table))}</section>"


def _lines(answer: Any, pictures: bool) -> Iterator[str]:
    yield f"<h3>{escape(answer.title)}</h3>"
    for part in answer.parts:
        yield from _part(part, pictures)
    for note in answer.notes:
        yield f"<p class=note>{escape(note)}</p>"


def _part(part: Any, pictures: bool) -> Iterator[str]:
    """Yield a part of an answer; nothing where people see nothing of it."""
    kind = type(part).__name__
    if kind == "Facts":
        yield from _facts(part)
    elif kind == "Table":
        yield from _table(part)
    elif kind == "Picture" and pictures:
        yield _picture(part)


def _facts(facts: Any) -> Iterator[str]:
    """Yield facts as rows: label, value, fraction, bar."""
    shown = [row for row in facts.rows if row.label]
    if not shown:
        return
    yield "<div class=wide><table class=facts>"
    yield _caption(facts.title)
    for row in shown:
        kind = "number" if facts.bars else ""
        yield _opened("tr", [row.tone])
        yield _tag("th scope=row", [], row.label)
        yield _tag("td", [kind], row.measure.words(row.value))
        fraction = fraction_of(row)
        if facts.bars:
            yield _tag("td", ["number", "fraction"], fraction)
            yield f"<td>{bar(row.value) if row.measure.share else ''}</td>"
        elif fraction:
            yield _tag("td", ["fraction"], fraction)
        yield "</tr>"
    yield "</table></div>"


def _table(table: Any) -> Iterator[str]:
    """Yield a table; the head is left out where no column has one."""
    if not table.rows:
        yield f"<p class=note>{escape(table.empty)}</p>" if table.empty else ""
        return
    yield "<div class=wide><table>"
    yield _caption(table.title)
    yield from _across(table) if table.heads else _down(table)
    yield "</table></div>"


def _head(column: Any) -> str:
    """Return the heading of a column; who hears a page is told of none where there is none."""
    return _tag("th scope=col" if column.label else "td", _kinds(column), column.label)


def _down(table: Any) -> Iterator[str]:
    """Yield the lines of a table with a line a row, its bars last."""
    bars = [number for number, column in enumerate(table.columns) if column.bar]
    if any(column.label for column in table.columns):
        heads = [_head(each) for each in table.columns]
        yield f"<thead><tr>{''.join(heads)}{'<td></td>' * len(bars)}</tr></thead>"
    before = [] if table.reference is None else [(STRONG, table.reference)]
    rows = ((table.tone(number), row) for number, row in enumerate(table.rows))
    for tone, row in [*before, *rows]:
        cells = [
            _tag("td", _kinds(column), words)
            for column, words in zip(table.columns, table.words(row), strict=True)
        ]
        drawn = (f"<td class='{table.columns[n].tone}'>{bar(row[n] or 0)}</td>" for n in bars)
        yield f"{_opened('tr', [tone])}{''.join(cells)}{''.join(drawn)}</tr>"


def _across(table: Any) -> Iterator[str]:
    """Yield the lines of a table whose rows stand beside each other."""
    heads = [
        _tag("th scope=col", [table.tone(number)], head) for number, head in enumerate(table.heads)
    ]
    yield f"<thead><tr><td></td>{''.join(heads)}</tr></thead>"
    for column, *words in zip(table.columns, *map(table.words, table.rows), strict=True):
        cells = "".join(_tag("td", [column.tone], each) for each in words)
        yield f"<tr>{_tag('th scope=row', [], column.label)}{cells}</tr>"


def _kinds(column: Any) -> list[str]:
    """Return the classes of the cells of a column."""
    return ["number" if column.measure.number else "", column.tone]


def _opened(tag: str, classes: Iterable[str]) -> str:
    """Return an opened element with the classes that are none of them empty."""
    joined = " ".join(filter(None, classes))
    return f"<{tag} class='{joined}'>" if joined else f"<{tag}>"


def _tag(tag: str, classes: Iterable[str], text: str) -> str:
    """Return an element that holds a text; `tag` may have attributes."""
    lines = escape(text).replace("\n", "<br>")
    return f"{_opened(tag, classes)}{lines}</{tag.partition(' ')[0]}>"


def _caption(title: str) -> str:
    return f"<caption>{escape(title)}</caption>" if title else ""


def fraction_of(row: Any) -> str:
    """Return the fraction of an exact value that is short enough to read and says more."""
    if not row.measure.exact or row.value in (0, 1) or not isinstance(row.value, Fraction):
        return ""
    text = str(row.value)
    return text if len(text) <= LONG_FRACTION else ""


def bar(share: Fraction | float) -> str:
    """Return a share as a bar that needs no script and no style of its own.

    >>> bar(Fraction(1, 4))
    "<svg class=bar viewBox='0 0 100 10' preserveAspectRatio=none aria-hidden=true>\
<rect width=25 height=10 /></svg>"
    """
    box = f"viewBox='0 0 {BAR_WIDTH} {BAR_HEIGHT}' preserveAspectRatio=none aria-hidden=true"
    width = f"{float(share) * BAR_WIDTH:.3g}"
    return f"<svg class=bar {box}><rect width={width} height={BAR_HEIGHT} /></svg>"


def _picture(picture: Any) -> str:
    """Return a picture as an image that stands in the page itself."""
    try:
        figure = picture.figure()
    except InputError as error:
        return f"<p class=note>{escape(picture.words)}: {escape(str(error))}</p>"
    if isinstance(figure, Svg):
        content = figure.text.encode()
    else:
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
        content = drawn.getvalue()
    data = base64.b64encode(content).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(picture.words)}">'
