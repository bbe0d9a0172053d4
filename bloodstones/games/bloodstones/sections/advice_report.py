"""The report of an advice study: each hint, the exact numbers, whether it holds; whole games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones import __version__
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.file_kinds import ADVICE
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.advice import (
    FAILS,
    HOLDS,
    HOLDS_IN_PART,
    Advice,
    Hint,
    called,
    measure_advice,
)
from bloodstones.games.bloodstones.sections.advice_games import read_tables, speaking
from bloodstones.games.bloodstones.sections.advice_numbers import CHANCE
from bloodstones.games.bloodstones.sections.advice_wording import finding, in_games
from bloodstones.plots.players.advice import draw_advice
from bloodstones.plots.style import to_svg
from bloodstones.report.document.files import (
    DOCUMENTS,
    FILE,
    report_folder,
    table_files,
    write_report,
)
from bloodstones.report.document.model import Paragraph, Picture, Report, Section, Table
from bloodstones.report.front.page import Basis, page_of
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import amount, listing, number, tight
from bloodstones.report.study.definition import StrategyText, strategy_texts

PICTURE = "advice"
IN_GAMES = "in_games"
TOLD = {HOLDS: "Borne out", HOLDS_IN_PART: "True in part", FAILS: "Corrected"}
JSON_INDENT = 2
NAMED = 2  # hints of the first page


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of advice.

    Attributes
    ----------
    title
        Over the report.
    analysis
        The advice file.
    notes
        Paragraphs on the method.
    worth
        Tables of restricted play that speak to hints, by path as the definition has it.
    strategies
        Texts by strategy id, for those who played.
    games
        The lines of these tables, as of `advice_games.read_tables`.
    """

    title: str
    analysis: Path
    notes: tuple[str, ...]
    worth: Mapping[str, Path]
    strategies: Mapping[str, StrategyText]
    games: pd.DataFrame


def make_advice_report(
    folder: Path,
    wanted: Collection[str] = DOCUMENTS,
    *,
    out: Path | None = None,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report that `folder` defines and return the paths of its documents.

    Writes the documents, `tables/advice.csv`, the card and `provenance.json` into
    `out`, by default into `folder`; and `tables/in_games.csv`, the lines of the tables of
    restricted play that speak to hints, if the definition names such tables. It writes over the
    report of another study only with `replace`.

    Raises
    ------
    InputError
        With every fault of the definition and of the tables that it names, or of the advice file.
    WriteError
        If the files cannot be written.
    """
    definition = _read(folder)
    advice, place = measure_advice(definition.analysis), out or folder
    with report_folder(place, advice.id, wanted, replace=replace):
        table = advice_table(advice)
        played = speaking(advice, definition.games)
        report = compose(definition, advice, table, played)
        provenance = _provenance(definition, advice)
        files = {
            PROVENANCE: f"{json.dumps(provenance, indent=JSON_INDENT)}\n".encode(),
            **table_files({PICTURE: table, **({IN_GAMES: played} if definition.worth else {})}),
        }
        return write_report(place, report, files, wanted, replace=replace)


def advice_table(advice: Advice) -> pd.DataFrame:
    """Return one row a number: hint, what it says, verdict, label, value, unit.

    Where a number decides, `condition` says what is asked of it, `bound` what it is compared with,
    `true` whether it is so.
    """
    rows = []
    for hint in advice.hints:
        decides = {condition.number: condition for condition in hint.conditions}
        for label, measure in hint.numbers.items():
            condition = decides.get(label)
            rows.append(
                {
                    "hint": hint.id,
                    "says": hint.says,
                    "verdict": hint.verdict,
                    "label": label,
                    "value": float(measure.value),
                    "unit": measure.unit,
                    "condition": condition.words if condition else "",
                    "bound": float(condition.bound) if condition else float("nan"),
                    "true": str(condition.holds) if condition else "",
                }
            )
    return pd.DataFrame(rows)


def compose(
    definition: Definition, advice: Advice, table: pd.DataFrame, played: pd.DataFrame
) -> Report:
    """Return the report; the same advice and the same lines of whole games give an equal one."""
    chances = table[table["unit"] == CHANCE]
    drawn = chances.assign(hint=[called(name) for name in chances["hint"]])
    sections = (
        Section("overview", "What holds", (*_overview(advice),)),
        Section("hints", "Hint by hint", tuple(b for hint in advice.hints for b in _blocks(hint))),
        *((in_games(advice, played, definition.strategies),) if definition.worth else ()),
        Section("method", "Method and limits", tuple(Paragraph(text) for text in definition.notes)),
    )
    facts = (
        ("study", advice.id),
        ("hints", str(len(advice.hints))),
        ("rules", load_ruleset().version),
        ("version", __version__),
    )
    pictures = {PICTURE: to_svg(draw_advice(drawn))}
    named = [called(hint.id) for hint in _ranked(advice)[:NAMED]]
    shown = to_svg(draw_advice(drawn[drawn["hint"].isin(named)]))
    page = page_of([front(advice, shown, finding(played))], Basis(definition.title, {}))
    return Report(
        definition.title,
        advice.question,
        page.answer,
        facts,
        sections,
        {**pictures, **page.pictures},
        page.front,
    )


def front(advice: Advice, picture: str, games: str) -> Part:
    """Return the first page: how many hints hold, what is corrected, what may be relied on.

    Parameters
    ----------
    games
        What whole games found; "" if they speak to no hint.
    """
    by_verdict = {
        verdict: [hint for hint in advice.hints if hint.verdict == verdict] for verdict in TOLD
    }
    counts = [
        f"{number(len(hints))} {'is' if len(hints) == 1 else 'are'} {TOLD[verdict].lower()}"
        for verdict, hints in by_verdict.items()
        if hints
    ]
    total = amount(len(advice.hints), "hint", "hints")
    lines = [_hint_text(hint, holds=False) for hint in _ranked(advice)[:NAMED]]
    lines += [games] if games else []
    sound = by_verdict[HOLDS]
    shown = listing([f"“{called(hint.id)}”" for hint in _ranked(advice)[:NAMED]])
    chart = Chart(picture, f"The chances worked out for {shown}.", "Dots.")
    do = (
        f"Play by this hint: {sound[0].says} {_decided(sound[0], holds=True)}."
        if sound
        else "Play by none of these hints without its numbers."
    )
    doubt = (
        "All numbers are exact and none is sampled. "
        "Opponents who hold other hands than the hints suppose could change this."
    )
    return Part(f"of {total}, {listing(counts)}", tuple(lines), "", tight(do), doubt, chart)


def _ranked(advice: Advice) -> list[Hint]:
    """Return the hints that do not hold, then those that hold in part, then the others."""
    order = (FAILS, HOLDS_IN_PART, HOLDS)
    return sorted(advice.hints, key=lambda hint: order.index(hint.verdict))


def _hint_text(hint: Hint, holds: bool) -> str:
    """Return a hint with its verdict and the number that decides it."""
    return tight(f"“{hint.says.rstrip('.')}” {hint.verdict}: {_decided(hint, holds)}")


def _decided(hint: Hint, holds: bool) -> str:
    """Return the number that decides a hint, and what is asked of it."""
    condition = next((each for each in hint.conditions if each.holds == holds), hint.conditions[0])
    measure = hint.numbers[condition.number].text
    return f"“{condition.number}” comes to {measure}, where {condition.words} is asked"


def _overview(advice: Advice) -> tuple[Paragraph | Picture | Table, ...]:
    rows: list[tuple[str, ...]] = []
    starts = []
    for hint in advice.hints:
        starts.append(len(rows))
        for place, condition in enumerate(hint.conditions):
            deciding = tight(hint.numbers[condition.number].text)
            says, verdict = (hint.says, hint.verdict) if not place else ("", "")
            asked = f"{condition.words}: {'yes' if condition.holds else 'no'}"
            rows.append((says, f"{condition.number}: {deciding}", asked, verdict))
    table = Table(
        "Every hint, the numbers that decide, what is asked of them, and the verdict.",
        ("hint", "number that decides", "asked", "verdict"),
        ("left", "left", "left", "left"),
        tuple(rows),
        tuple(starts),
    )
    picture = Picture(
        PICTURE,
        "All chances worked out for the hints. A tick is the bound that a deciding number is "
        "compared with.",
        "Dots along lines: the chance of each number, in groups by hint.",
    )
    return table, picture


def _blocks(hint: Hint) -> tuple[Paragraph | Table, ...]:
    rows = tuple((label, tight(measure.text)) for label, measure in hint.numbers.items())
    caption = f"{called(hint.id)}."
    verdict = Paragraph(f"{hint.says} It {hint.verdict}.")
    return verdict, Table(caption, ("number", "value"), ("left", "left"), rows)


def _provenance(definition: Definition, advice: Advice) -> dict[str, Any]:
    return {
        "study": advice.id,
        "study_sha256": _sha256(definition.analysis),
        "worth_sha256": {name: _sha256(path) for name, path in definition.worth.items()},
        "rules_version": load_ruleset().version,
        "version": __version__,
    }


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(folder: Path) -> Definition:
    """Read `report.toml`; `analysis` and `worth` name files from the folder."""
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None
    if top is not None:
        top.choice("kind", {ADVICE: ADVICE})
        notes = tuple(entry.text("text") for entry in top.tables("notes"))
        named = top.texts("worth") if "worth" in top else ()
        worth = {name: folder / name for name in named}
        definition = Definition(
            title=top.text("title"),
            analysis=folder / top.text("analysis"),
            notes=notes,
            worth=worth,
            strategies=strategy_texts(folder, top),
            games=read_tables(tuple(worth.values()), faults),
        )
        top.finish(optional=["worth"])
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition
