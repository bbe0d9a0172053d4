"""Reading the definition of a study's report from its file, `report.toml`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Entry, Faults, read_toml
from bloodstones.report.contract.notes import notes_of
from bloodstones.report.contract.section import all_game_sections
from bloodstones.report.document.files import FILE, STRATEGIES_FILE
from bloodstones.report.language.groups import FACTION, GROUPS
from bloodstones.report.language.levels import KINDS
from bloodstones.report.study.definition import DEPENDS, FAIR, Definition, StrategyText
from bloodstones.stats.verdicts import BAND

OPTIONAL = (
    *("about", "apart", "asks", "band", "boards", "by"),
    *("strategy", "standard", "maps", "notes"),
)
PERCENT = 100
SMALLEST_BAND = 0.1
LARGEST_PERCENT = 100.0
LARGEST_SEED = 2**31 - 1
ID_PATTERN = "[a-z0-9][a-z0-9_]*"
TIP = f"name the folder of a report, such as reports/bloodstones_faction_balance (with {FILE})"


def read_definition(folder: Path, sections: Collection[str]) -> Definition:
    """Read `report.toml` of a report's folder.

    Texts on strategies may stand in `strategies.toml` beside the folder, for all reports there;
    those of the report's own file come first.

    Parameters
    ----------
    sections
        Ids of those that every game's report can have; a game may have some of its own.

    Raises
    ------
    InputError
        If the folder or file is missing, or with every fault of the file.
    """
    if not (folder / FILE).is_file():
        raise expected(f"a folder with {FILE}", str(folder), "DIR", tip=TIP)
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None if top is None else _definition(top, strategy_texts(folder, top), sections)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


def strategy_texts(folder: Path, top: Entry) -> Mapping[str, StrategyText]:
    """Return the texts on strategies for a report, see `read_definition`; faults are collected.

    Parameters
    ----------
    folder
        Of the report.
    top
        The top table of its `report.toml`.
    """
    shared = folder.parent / STRATEGIES_FILE
    shared_file = read_toml(shared, top.faults) if shared.is_file() else None
    texts = {} if shared_file is None else _strategies(shared_file)
    return {**texts, **_strategies(top.table("strategies", optional=True))}


def _definition(
    top: Entry, strategies: Mapping[str, StrategyText], sections: Collection[str]
) -> Definition:
    strategy = top.text("strategy", pattern=ID_PATTERN) if "strategy" in top else None
    offered = _offered(top, sections)
    shown = top.choices("sections", offered)
    maps = top.table("maps", optional=True)
    definition = Definition(
        title=top.text("title"),
        study=top.text("study", pattern=ID_PATTERN, meaning="small letters, digits and _"),
        question=top.text("question"),
        band=_band(top),
        seed=top.integer("seed", low=0, high=LARGEST_SEED, default=0),
        strategy=strategy,
        sections=shown,
        strategies=strategies,
        maps={name: maps.text(name) for name in maps.values},
        notes=notes_of(top, offered, shown if top.sound("sections") else None),
        about=top.text("about", pattern=ID_PATTERN) if "about" in top else "",
        by=top.choice("by", {name: name for name in GROUPS}) if "by" in top else FACTION,
        boards=top.texts("boards") if "boards" in top else (),
        apart=top.flag("apart", default=False),
        asks=top.choice("asks", {FAIR: FAIR, DEPENDS: DEPENDS}) if "asks" in top else FAIR,
        standard=top.text("standard", pattern=ID_PATTERN) if "standard" in top else "",
    )
    if top.sound("sections") and not definition.sections:
        top.fault("sections", "at least one section")
    top.finish(optional=OPTIONAL)
    return definition


def _band(top: Entry) -> float:
    """Return the band, which the file tells in per cent of the fair share."""
    if "band" not in top:
        return BAND
    return top.number("band", low=SMALLEST_BAND, high=LARGEST_PERCENT) / PERCENT


def _offered(top: Entry, sections: Collection[str]) -> Mapping[str, str]:
    """Return the sections that there are; games are asked only for one that not every game has."""
    notes = top.values.get("notes")
    named = [
        *_listed(top.values.get("sections")),
        *(note.get("section") for note in _listed(notes) if isinstance(note, Mapping)),
    ]
    more = () if all(name in sections for name in named) else all_game_sections()
    return {name: name for name in (*sections, *(each.id for each in more))}


def _listed(value: object) -> list[Any]:
    """Return a list unchanged, an empty one for any other value."""
    return value if isinstance(value, list) else []


def _strategies(texts: Entry) -> Mapping[str, StrategyText]:
    return {name: _strategy(texts.table(name)) for name in texts.values}


def _strategy(entry: Entry) -> StrategyText:
    level = entry.choice("level", {kind: kind for kind in KINDS}) if "level" in entry else ""
    text = StrategyText(entry.text("name"), entry.text("does"), entry.text("lacks"), level)
    entry.finish(optional=["level"])
    return text
