"""The definition of a report of games that people played."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import PEOPLE, Faults, read_toml
from bloodstones.core.text import plural
from bloodstones.report.contract.section import TEMPLATES, notes_of, templates_of
from bloodstones.report.document.files import FILE
from bloodstones.stats.league.games import League
from bloodstones.stats.verdicts import BAND

LARGEST_SEED: Final = 2**31 - 1
OPTIONAL: Final = ("band", "notes", "question", "seed", TEMPLATES)
TIP: Final = "`bloodstones report --games FILE.csv --out DIR` reads a list of games"
QUESTION: Final = "Which {things} do people win with, and how sure is that?"


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of games that people played.

    Attributes
    ----------
    study
        Id of the list: the name of its file.
    band
        How far from its fair share a rate counts as fair, as a part of the share.
    seed
        Of the intervals that draw at random.
    notes
        Paragraphs that the author adds, by section.
    templates
        The folder of the author's templates; None for none.
    """

    title: str
    study: str
    question: str
    band: float = BAND
    seed: int = 0
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    templates: Path | None = None


def study_of(name: str) -> str:
    """Return the id of a list of games from the name of its file.

    >>> study_of("Winter League (2).csv"), study_of("2026.csv"), study_of("ü.csv")
    ('winter_league_2', '2026', 'games')
    """
    stem = re.sub(r"[^a-z0-9]+", "_", Path(name).stem.lower()).strip("_")
    return stem or "games"


def draft_league(league: League, study: str, band: float = BAND) -> Definition:
    """Return a report of a list of games."""
    named = league.names.title or "this game"
    asked = league.has("role") or league.has("seat")
    title = f"Is {named} fair when people play it?" if asked else f"Who wins {named}?"
    things = plural(league.word) if league.has("role") else "seats"
    question = QUESTION.format(things=things) if asked else "Who wins most, and how sure is that?"
    return Definition(title, study, question, band)


def refuse_results(definition: Definition, source: Path) -> Any:
    """Raise InputError: the games come from a list, which a folder of results is not."""
    raise expected(
        f"the tables of {definition.study} beside {FILE}", f"results in {source}", "--results", TIP
    )


def read_definition(folder: Path, sections: Collection[str]) -> Definition:
    """Read `report.toml`; raises InputError with every fault of it.

    Parameters
    ----------
    sections
        Ids of those that the report can have.
    """
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None
    if top is not None:
        top.choice("kind", {PEOPLE: PEOPLE})
        definition = Definition(
            title=top.text("title"),
            study=top.text("study"),
            question=top.text("question") if "question" in top else "",
            band=top.number("band", low=1, high=100) / 100 if "band" in top else BAND,
            seed=top.integer("seed", low=0, high=LARGEST_SEED, default=0),
            notes=notes_of(top, sections),
            templates=templates_of(top, folder),
        )
        top.finish(optional=OPTIONAL)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition
