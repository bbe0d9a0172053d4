"""A report's definition as a commented file, to be edited."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bloodstones.report.compose import MAKERS
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.study.definition import PERCENT, Definition, StrategyText
from bloodstones.report.study.draft import Draft

HEAD: Final = "# The report of a study. `bloodstones report FOLDER` makes it from this file.\n\n"


def definition_text(draft: Draft, game_id: str) -> str:
    """Return the TOML of a report's definition, with what else it may say in comments."""
    told = draft.definition
    named = {name: heading for name, (heading, _) in MAKERS.items()}
    named |= {name: section.heading for name, section in game_report_of(game_id).sections.items()}
    lines = [
        f"title = {_text(told.title)}\n",
        f"study = {_text(told.study)}\n",
        f"question = {_text(told.question)}\n\n",
        "# The strategy whose games say how fair seats and roles are. Without this line it is the\n"
        "# one that wins most against the others.\n",
        f"# strategy = {_text(next(iter(told.strategies)))}\n\n",
        "# Fair means: for certain within so many per cent of the fair share.\n",
        f"band = {told.band * PERCENT:g}\n\n",
        "# Seed of the intervals that resample.\n",
        f"seed = {told.seed}\n\n",
        _sections(told, named, draft.left_out),
        '\n# What to call maps.\n# [maps]\n# map_id = "Its name"\n',
        "\n# Who played. Sentences go on after the name: it does this, and it lacks that.\n",
        *(_strategy(name, text) for name, text in told.strategies.items()),
        "# A paragraph of yours at the end of a section.\n",
        f'# [[notes]]\n# section = {_text(told.sections[0])}\n# text = "What I make of it."\n',
    ]
    return HEAD + "".join(lines)


def _sections(told: Definition, named: Mapping[str, str], left_out: Mapping[str, str]) -> str:
    """Return the list of sections; those that the study gives no games for are commented out."""
    lines = ["# Those marked # are other sections; not every study has the games for each.\n"]
    lines.append("sections = [\n")
    for name in (*told.sections, *(name for name in named if name not in told.sections)):
        mark = "" if name in told.sections else "# "
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
