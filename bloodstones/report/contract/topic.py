"""A topic of a report: a finding, which is data, and the Jinja template that says it.

The template of a topic is beside its module and has the name of its section. It may have these
blocks; a block without text says nothing:

- `answer`: the answer of this topic in one sentence, for the first page; `reply`: "Yes" or "No" for
  a title that asks whether;
- `findings`: for the first page, a sentence a line, the weightiest first; `advice`: what to do;
  `doubt`: what would change the answer;
- `chart`: the caption of the picture of the first page; `chart_alt`: its words for the blind;
- `filler`: a sentence for first pages with room to spare;
- `heading`: over the section, where it depends on the report;
- `section`: the section itself. An empty line ends a paragraph, as in Markdown. Tables and pictures
  are calls, with the caption between them:

      {% call picture(f.drawing(), "win_rates", alt="Dots with whiskers.") %}Win rates.{% endcall %}
      {% call table(f.rates_table()) %}Win rates by seat.{% endcall %}
      {{ block(f.mixes()) }}

A template sees its finding as `f`, and the filters of `language.filters`.
"""

from __future__ import annotations

import inspect
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from bloodstones.core.errors import InputError, RunError
from bloodstones.report.contract.findings import Findings
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.part import Chart, FrontPart
from bloodstones.report.language.filters import FILTERS

if TYPE_CHECKING:
    from jinja2 import Environment, Template

MARK: Final = re.compile(r"\x02(\d+)\x03")
SHARED: Final = Path(__file__).parents[1] / "topics"  # whose macros all templates may import
BLANK: Final = re.compile(r"[ \t\n]+")

F = TypeVar("F", bound=Findings)


class Finding:
    """What a topic found: a subclass holds tables and named facts, and answers in the template.

    Attributes
    ----------
    claims
        Name -> whether it is true of the tables. A sentence that compares ("the closest", "at every
        player type", "no change") is chosen by a claim, or asserts one.
    """

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {}

    def claim(self, name: str) -> bool:
        """Return whether a claim is true; the template says it only then."""
        return bool(self.claims[name](self))

    def sure(self, name: str) -> str:
        """Return nothing; a template asserts with it what the sentence after it says.

        Raises
        ------
        RunError
            The claim is not true: the sentence would be false, so no report is made.
        """
        if not self.claim(name):
            said = f"{type(self).__name__}.{name}"
            raise RunError(f"expected a true claim, got one that its tables refute ({said})")
        return ""

    @property
    def chart(self) -> Chart | None:
        """The picture for the first page; None for none."""
        return None

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Titles and addresses of other reports that the advice rests on."""
        return ()


def topic(
    section: str,
    heading: str,
    finding: Callable[[F], Finding | None],
    **further: Any,
) -> Section[F, Any]:
    """Return a section that a template says.

    Parameters
    ----------
    section
        Its id. The template is `ID.jinja` beside the module of `finding`.
    heading
        Over the section.
    finding
        The input of all sections, with all tables -> what the template says; None where there is
        nothing to say.
    **further
        Of `Section`: `find`, `columns`, `roles`, `applies`, `published`.
    """
    template = Path(inspect.getfile(finding)).with_name(f"{section}.jinja")
    said = partial(_said, template, finding)
    return Section(
        section,
        heading,
        partial(_content, said),
        front=partial(_part, said),
        filler=partial(_filler, said),
        headed=partial(_heading, said),
        **further,
    )


class _Said:
    """A template with its finding, rendered block by block."""

    def __init__(self, template: Template, finding: Finding) -> None:
        self.template, self.finding = template, finding

    def text(self, name: str, /, **calls: Any) -> str:
        """Return a block as text, "" where the template has none."""
        render = self.template.blocks.get(name)
        if render is None:
            return ""
        from jinja2 import TemplateError

        try:
            return self._rendered(render, calls)
        except TemplateError as error:
            raise _unfit(str(self.template.name), error) from None

    def _rendered(self, render: Callable[[Any], Iterable[str]], calls: Mapping[str, Any]) -> str:
        context = self.template.new_context({"f": self.finding, **calls})
        # What stands outside of blocks comes first: macros and values that the blocks share.
        context.blocks = {each: [lambda _: iter(())] for each in self.template.blocks}
        deque(self.template.root_render_func(context), maxlen=0)
        context.blocks = {each: [made] for each, made in self.template.blocks.items()}
        return "".join(render(context)).strip()

    def sentence(self, block: str) -> str:
        """Return a block as one line."""
        return _line(self.text(block))


def _said(path: Path, finding: Callable[[F], Finding | None], findings: F) -> _Said | None:
    found = finding(findings)
    if found is None:
        return None
    return _Said(_template(path, findings.templates), found)


def _template(path: Path, templates: Path | None) -> Template:
    """Return a template, the author's before the shipped one; InputError where it has a fault."""
    from jinja2 import TemplateError

    try:
        return environment(templates, path.parent, SHARED).get_template(path.name)
    except TemplateError as error:
        raise _unfit(path.name, error) from None


def _unfit(name: str, error: Exception) -> InputError:
    """Return what is wrong with a template, in one sentence."""
    line = getattr(error, "lineno", None)
    where = name if line is None else f"{name} line {line}"
    return InputError(f"expected a template that can be filled in, got: {error} ({where})")


@cache
def environment(*folders: Path | None) -> Environment:
    """Return how topics are rendered: templates are looked for in these folders, in their order."""
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder for folder in folders if folder is not None]),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # what is made is text; the document escapes it
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(FILTERS)
    return made


def _content(said: Callable[[F], _Said | None], findings: F) -> Content:
    """Return the blocks of a section, and its pictures."""
    here = said(findings)
    return ([], {}) if here is None else _parsed(here)


def _parsed(said: _Said) -> Content:
    blocks: list[Block] = []
    pictures: dict[str, str] = {}

    def keep(made: Sequence[Block]) -> str:
        marks = [f"\n\n\x02{len(blocks) + number}\x03\n\n" for number in range(len(made))]
        blocks.extend(made)
        return "".join(marks)

    def picture(svg: str, name: str, alt: str, caller: Callable[[], str], **how: Any) -> str:
        pictures[name] = svg
        return keep([Picture(name, _line(caller()), alt, **how)])

    def table(made: Table, caller: Callable[[], str]) -> str:
        return keep([replace(made, caption=_line(caller()))])

    def block(made: Block | Sequence[Block], drawn: Mapping[str, str] | None = None) -> str:
        pictures.update(drawn or {})
        return keep(list(made) if isinstance(made, Sequence) else [made])

    text = said.text("section", picture=picture, table=table, block=block)
    shown: list[Block] = []
    for part in re.split(r"\n\s*\n", text):
        mark = MARK.fullmatch(part.strip())
        if mark is not None:
            shown.append(blocks[int(mark[1])])
        elif line := _line(part):
            shown.append(Paragraph(line))
    return shown, pictures


def _line(text: str) -> str:
    """Return a text on one line; spaces that keep words together stay.

    >>> _line("Two\\n  words.")
    'Two words.'
    """
    return BLANK.sub(" ", text).strip(" ")


def _part(said: Callable[[F], _Said | None], findings: F) -> FrontPart | None:
    """Return what a topic has for the first page; None where its template says nothing there."""
    here = said(findings)
    if here is None:
        return None
    answer, found = here.sentence("answer"), here.text("findings")
    if not answer and not found:
        return None
    return FrontPart(
        answer,
        tuple(line for each in found.splitlines() if (line := _line(each))),
        here.sentence("reply"),
        here.sentence("advice"),
        here.sentence("doubt"),
        _chart(here),
        here.finding.links,
    )


def _chart(said: _Said) -> Chart | None:
    """Return the picture for the first page, with the caption of the template if it has one."""
    made = said.finding.chart
    caption = said.sentence("chart")
    if made is None or not caption:
        return made
    return replace(made, caption=caption, alt=said.sentence("chart_alt") or made.alt)


def block_of(path: Path, finding: Finding, block: str, templates: Path | None = None) -> str:
    """Return a block of a template that several topics say.

    Parameters
    ----------
    path
        Of the template.
    templates
        The folder of the author's templates.
    """
    return _Said(_template(path, templates), finding).sentence(block)


def _filler(said: Callable[[F], _Said | None], findings: F) -> FrontPart | None:
    """Return a sentence for first pages with room; None where the template has none."""
    here = said(findings)
    text = "" if here is None else here.sentence("filler")
    return FrontPart("", (text,)) if text else None


def _heading(said: Callable[[F], _Said | None], findings: F) -> str:
    """Return the heading of a section in this report; "" where its template has none."""
    here = said(findings)
    return "" if here is None else here.sentence("heading")
