"""A report of any finished study, and its definition as a commented file to be edited.

Its sections are chosen from the columns and the factors of the results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.kit.players.strategy import LEARNED
from bloodstones.report.contract.section import Section
from bloodstones.report.language.wording import title
from bloodstones.report.study.definition import Definition, Draft, StrategyText
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.table import Results
from bloodstones.stats.verdicts import BAND

LACKS: Final = "is a computer player whose strength against people was not measured"
HEAD: Final = "# The report of a study. `bloodstones report FOLDER` makes it from this file.\n\n"


def draft_study(
    results: Results, titles: Mapping[str, str], sections: Sequence[Section[Any]]
) -> Draft:
    """Return a report with every section that fits the results of a study.

    Parameters
    ----------
    titles
        What strategies do, in a few words, by id; others are known by their names alone.
    sections
        Those that every game's report can have, in the order of the document.
    """
    provenance, left_out = results.provenance, {}
    chosen = []
    for section in sections:
        try:
            if not section.lacking(results) and section.applies(results):
                chosen.append(section.id)
        except InputError as error:
            left_out[section.id] = error.message
    played = sorted(map(str, results.rows["strategy"].unique()))
    definition = Definition(
        title=title(str(provenance["study"])),
        study=str(provenance["study"]),
        question=str(provenance["question"]),
        band=BAND,
        seed=0,
        strategy=None,
        sections=tuple(chosen),
        strategies={name: _strategy_text(name, titles.get(name, "")) for name in played},
        maps={},
        notes={},
    )
    return Draft(definition, left_out)


def _strategy_text(name: str, words: str) -> StrategyText:
    does = f"plays this way: {words}" if words else f"is the strategy {name}"
    base, learned, folder = name.partition(LEARNED)
    shown = title(base if learned else Path(name.rpartition(":")[2]).stem)
    if learned:
        shown += f" ({Path(folder).name})"
    return StrategyText(shown, does, LACKS)


def definition_text(draft: Draft, sections: Sequence[Section[Any]]) -> str:
    """Return the TOML of a report's definition, with what else it may say in comments.

    Parameters
    ----------
    sections
        Those that the report can have.
    """
    definition = draft.definition
    named = {section.id: section.heading for section in sections}
    lines = [
        f"title = {_text(definition.title)}\n",
        f"study = {_text(definition.study)}\n",
        f"question = {_text(definition.question)}\n\n",
        "# The strategy whose games say how fair seats and roles are. Without this line it is the\n"
        "# one that wins most against the others.\n",
        f"# strategy = {_text(next(iter(definition.strategies)))}\n\n",
        "# The strategy that others challenge in the section exploiter; by default the same one.\n",
        f"# standard = {_text(next(iter(definition.strategies)))}\n\n",
        "# Fair means: for certain within so many per cent of the fair share.\n",
        f"band = {definition.band * PERCENT:g}\n\n",
        "# Seed of the intervals that resample.\n",
        f"seed = {definition.seed}\n\n",
        _sections(definition, named, draft.left_out),
        '\n# What to call maps.\n# [maps]\n# map_id = "Its name"\n',
        "\n# Who played. Sentences go on after the name: it does this, and it lacks that.\n",
        *(_strategy(name, text) for name, text in definition.strategies.items()),
        "# A paragraph of yours at the end of a section.\n",
        f"# [[notes]]\n# section = {_text(definition.sections[0])}\n"
        '# text = "What I make of it."\n',
    ]
    return HEAD + "".join(lines)


def _sections(definition: Definition, named: Mapping[str, str], left_out: Mapping[str, str]) -> str:
    """Return the list of sections; those that the study gives no games for are commented out."""
    lines = ["# Those marked # are other sections; not every study has the games for each.\n"]
    lines.append("sections = [\n")
    for name in (
        *definition.sections,
        *(name for name in named if name not in definition.sections),
    ):
        mark = "" if name in definition.sections else "# "
        why = f"; {left_out[name]}" if name in left_out else ""
        lines.append(f"    {mark}{_text(name)},  # {named[name]}{why}\n")
    return "".join([*lines, "]\n"])


def _strategy(name: str, text: StrategyText) -> str:
    pairs = (("name", text.name), ("does", text.does), ("lacks", text.lacks))
    shown = "".join(f"{key} = {_text(value)}\n" for key, value in pairs)
    return f"[strategies.{_text(name)}]\n{shown}\n"


def _text(value: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
