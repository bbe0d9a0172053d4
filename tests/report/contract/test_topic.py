"""A topic: a finding, which is data, and the template that says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bloodstones.core.errors import InputError, RunError
from bloodstones.report.contract.findings import Cover, Findings
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Paragraph, Picture, Table

TEMPLATE = """
{% macro who(name) %}the {{ name|title }}{% endmacro %}
{% block answer %}
{{ f.sure("most") }}{{ who(f.first) }} win {{ f.rates[f.first]|rate }}
{% endblock %}
{% block findings %}
{% for name in f.rates %}
{{ who(name) }}: {{ f.rates[name]|rate }}
{% endfor %}
{% endblock %}
{% block section %}
Of {{ f.rates|length|of("role") }},
{% for name in f.rates %}{{ who(name) }}{{ loop|sep }}{% endfor %} played.

{% call picture("<svg/>", "rates", alt="Dots.") %}
Rates.
{% endcall %}
{% call table(f.table()) %}Rates again.{% endcall %}
{% endblock %}
"""


@dataclass(eq=False)
class Made(Findings):
    """Findings of two roles."""

    rates: Mapping[str, float] = field(default_factory=dict)

    @property
    def cover(self) -> Cover:
        """Nothing stands around."""
        return Cover("", "", (), {}, {})

    def terms(self, section: str = "") -> Mapping[str, str]:
        """No words of a game."""
        return {}


@dataclass(frozen=True)
class Rates(Finding):
    """Win rates, the first of which is said to be the highest."""

    rates: Mapping[str, float]
    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most": lambda f: f.rates[f.first] == max(f.rates.values())
    }

    @property
    def first(self) -> str:
        """The first role."""
        return next(iter(self.rates))

    def table(self) -> Table:
        """The rates."""
        return Table("", ("role",), ("left",), tuple((name,) for name in self.rates))


def rates_of(findings: Made) -> Rates | None:
    """Return the rates; None without any."""
    return Rates(findings.rates) if findings.rates else None


SECTION = topic("made_up", "Who wins", rates_of)


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    (tmp_path / "made_up.jinja").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def made(templates: Path, **rates: float) -> Made:
    return Made(rates=rates, templates=templates)


def test_a_template_says_the_section_and_the_first_page(templates: Path) -> None:
    found = made(templates, red_army=0.6, blues=0.4)
    blocks, pictures = SECTION.make(found)
    assert blocks == [
        Paragraph("Of two roles, the Red Army and the Blues played."),
        Picture("rates", "Rates.", "Dots."),
        Table("Rates again.", ("role",), ("left",), (("red_army",), ("blues",))),
    ]
    assert pictures == {"rates": "<svg/>"}
    part = SECTION.front(found)
    assert part is not None
    assert part.answer == "the Red Army win 60\N{NO-BREAK SPACE}%"
    assert len(part.findings) == 2
    assert SECTION.make(made(templates)) == ([], {})
    assert SECTION.front(made(templates)) is None


def test_a_claim_that_the_tables_refute_stops_the_report(templates: Path) -> None:
    with pytest.raises(RunError, match=r"expected a true claim.*\(Rates\.most\)"):
        SECTION.front(made(templates, red_army=0.4, blues=0.6))


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{% block answer %}{{ f.nothing }}{% endblock %}", "has no attribute 'nothing'"),
        ("{% block answer %}", r"\(made_up.jinja line 1\)"),
    ],
)
def test_a_template_with_a_fault_gets_one_sentence(
    tmp_path: Path, template: str, sentence: str
) -> None:
    (tmp_path / "made_up.jinja").write_text(template, encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        SECTION.front(made(tmp_path, red_army=0.4))
