"""The section on what whole games tell of hints, and its finding for the first page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from bloodstones.games.bloodstones.sections.advice import Advice, called
from bloodstones.games.bloodstones.sections.advice_games import (
    LEVEL,
    STUDY,
    by_finding,
    comparisons,
    side,
    sides,
)
from bloodstones.report.blocks.differences import ends, signed
from bloodstones.report.document.model import Paragraph, Section, Table
from bloodstones.report.language.phrases import (
    SURE,
    amount,
    capital,
    count,
    held_text,
    least_to_most,
    listing,
    number,
    tight,
    title,
)
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.definition import StrategyText
from bloodstones.report.topics.worth import RESTRICTED, thing_text
from bloodstones.stats.inference.rounding import PERCENT

Texts = Mapping[str, StrategyText]
LEFT, RIGHT = "left", "right"
STAR: Final = (
    "A comparison is a thing of a faction with a number of players, at each level of play. A star "
    "marks what stands after Holm's correction over all lines of the table that it comes "
    f"from ({FAMILY_ERROR * PERCENT:.0f} % chance of any false one); nothing else is called "
    "significant."
)
LIMITS: Final = (
    "So this tells what a thing is worth at all to a seat that may take it, against everybody who "
    "sat there. A hint about when to use a thing, or against whom, is only partly spoken to: a "
    "thing that is worth much may still be used badly, and one that is worth little on the whole "
    "may be right in the case that the hint means. The verdicts by exact numbers stay as they are."
)


def in_games(advice: Advice, lines: pd.DataFrame, texts: Texts) -> Section:
    """Return the section: a table, a sentence a hint and thing, what it tells and what not.

    Parameters
    ----------
    lines
        As of `advice_games.speaking`.
    texts
        What is known of strategies, by id.
    """
    blocks: list[Paragraph | Table] = []
    if len(lines):
        blocks.append(_table(lines, texts))
    for hint in advice.hints:
        for thing in hint.things:
            thing_lines = lines[(lines["hint"] == hint.id) & (lines["thing"] == thing)]
            if len(thing_lines):
                blocks.append(Paragraph(f"“{hint.says}” {sentence(thing_lines, texts)}"))
    blocks += [Paragraph(text) for text in _unspoken(advice, lines)]
    if len(lines):
        shown_texts = [texts[name] for name in _levels(lines) if name in texts]
        blocks += [Paragraph(f"{each.name} {each.does}. It {each.lacks}.") for each in shown_texts]
        blocks += [Paragraph(f"{RESTRICTED} {tight(STAR)}"), Paragraph(LIMITS)]
    return Section("in_games", "In whole games", tuple(blocks))


def sentence(lines: pd.DataFrame, texts: Texts) -> str:
    """Say of the lines of a thing at which levels of play it is worth something, and how far."""
    parts = comparisons(lines)
    proof = f"({_pairs(lines)}; {_held(parts, lines, texts)})"
    if len(parts) == 1:
        (words,) = by_finding(parts)
        of = f"{thing_text(parts[0].iloc[0], several=True)} {_verb(parts[0])} {words}"
        return tight(f"{capital(of)}: {_figures(parts[0], texts)} {proof}.")
    thing = str(lines["thing"].iloc[0]).replace("_", " ")
    compared = f"Of {count(len(parts), 'comparison')} of play with {thing} and without"
    return tight(f"{compared} {_counted_findings(parts, texts)} {proof}.")


def finding(lines: pd.DataFrame) -> str:
    """Return what the first page says of whole games; "" where none speak to a hint."""
    if lines.empty:
        return ""
    parts = comparisons(lines)
    worth = sum(max(sides(part)) > 0 for part in parts)
    total = amount(len(parts), "comparison", "comparisons")
    verb = "shows" if worth == 1 else "show"
    return f"in whole games, {number(worth)} of {total} {verb} a worth of what the hints name"


def _counted_findings(parts: Sequence[pd.DataFrame], texts: Texts) -> str:
    """Count comparisons by what they find; name what is worth most, and what by levels."""
    counts: list[str] = []
    for words, group in by_finding(parts).items():
        one, many = ("", "") if counts else ("finds it ", "find it ")
        counts.append(count(len(group), f"{one}{words}", f"{many}{words}"))
    clauses = [listing(counts)]
    best = [part for part in parts if max(sides(part)) > 0]
    apart = [part for part in parts if len(sides(part)) > 1]
    if best:
        clauses.append(f"the most is {_compared(best[0], texts)}")
    if apart:
        far = max(apart, key=lambda part: float(np.ptp(part["difference"])))
        clauses.append(f"levels of play differ most on {_compared(far, texts)}")
    return "; ".join(clauses)


def _compared(part: pd.DataFrame, texts: Texts) -> str:
    return f"{thing_text(part.iloc[0], several=True)} ({_figures(part, texts)})"


def _figures(part: pd.DataFrame, texts: Texts) -> str:
    """Return what each level of play makes of a comparison."""
    differ = len(sides(part)) > 1
    figures = []
    for place, (_, row) in enumerate(part.iterrows()):
        unit, interval = ("", "") if place else (" percentage points", "95 % interval ")
        apart = "no significant difference, " if differ and not side(row) else ""
        shown = f"{signed(row)}{unit}, {interval}{ends(row)}"
        figures.append(f"{shown}, {apart}played by {_name(row, texts)}")
    return "; ".join(figures)


def _held(parts: Sequence[pd.DataFrame], lines: pd.DataFrame, texts: Texts) -> str:
    """Say whether the levels of play agree on every comparison."""
    names = _names(lines, texts)
    if len(names) == 1:
        return f"played at one level: {names[0]}"
    return held_text(not any(len(sides(part)) > 1 for part in parts), names)


def _levels(lines: pd.DataFrame) -> list[str]:
    return sorted(set(lines[LEVEL]))


def _names(lines: pd.DataFrame, texts: Texts) -> list[str]:
    return [_name({LEVEL: name}, texts) for name in _levels(lines)]


def _name(row: Any, texts: Texts) -> str:
    name = str(row[LEVEL])
    return texts[name].name if name in texts else title(name)


def _verb(part: pd.DataFrame) -> str:
    return "are" if str(part["thing"].iloc[0]).endswith("s") else "is"


def _pairs(lines: pd.DataFrame) -> str:
    return f"n = {least_to_most(lines['pairs'])} pairs of games a figure"


def _unspoken(advice: Advice, lines: pd.DataFrame) -> list[str]:
    """Name the hints to which no whole games speak, and why."""
    played = set(zip(lines["hint"], lines["thing"], strict=True))
    waiting = [
        f"{called(hint.id)} ({thing.replace('_', ' ')})"
        for hint in advice.hints
        for thing in hint.things
        if (hint.id, thing) not in played
    ]
    silent = [called(hint.id) for hint in advice.hints if not hint.things]
    sentences = []
    if waiting:
        sentences.append(f"Not played with the thing and without: {'; '.join(waiting)}.")
    if silent:
        sentences.append(
            "Whole games here do not speak to the hints that name nothing to have or to go "
            f"without: {'; '.join(silent)}."
        )
    return sentences


def _table(lines: pd.DataFrame, texts: Texts) -> Table:
    studies = sorted(set(lines[STUDY]))
    several = len(studies) > 1
    rows = [
        (
            called(str(row["hint"])),
            str(row["thing"]).replace("_", " "),
            title(str(row["faction"])),
            str(row["players"]),
            _name(row, texts),
            *(str(studies.index(row[STUDY]) + 1),) * several,
            f"{signed(row)}{SURE if side(row) else ''}",
            ends(row),
            f"{row['pairs']:,}",
        )
        for _, row in lines.iterrows()
    ]
    kinds = ("hint", "thing", "faction", "players", "played by", *("games",) * several)
    numbers = ("worth", "95 % interval", "pairs")
    caption = (
        "What the things that hints name are worth to a faction, in percentage points of its win "
        f"rate, on pairs of games with the same luck, of {_numbered(studies)}."
    )
    align = (*(LEFT for _ in kinds), *(RIGHT for _ in numbers))
    return Table.grouped(tight(caption), (*kinds, *numbers), align, rows, named=2)


def _numbered(studies: Sequence[str]) -> str:
    """Name the studies whose games were played, with their number where there are several."""
    if len(studies) == 1:
        return studies[0]
    return listing([f"{name} ({number})" for number, name in enumerate(studies, 1)])
