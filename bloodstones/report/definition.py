"""The definition of a report (`report.toml`): which study, which question, which sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Entry, Faults, read_toml
from bloodstones.report.own import own_sections
from bloodstones.report.terms import FACTION, GROUPS
from bloodstones.report.wording import title
from bloodstones.stats.verdicts import BAND

FILE = "report.toml"
STRATEGIES_FILE = "strategies.toml"
# Of every game's report; a game may have sections of its own.
SECTIONS = (
    "factions",
    "match_ups",
    "sensitivity",
    "what_ifs",
    "choices",
    "what_if_seats",
    "what_if_lengths",
    "seats",
    "strategies",
    "points",
    "activity",
    "length",
    "leads",
    "luck",
    "worth",
    "map",
    "maps",
    "on_maps",
    "method",
    "provenance",
)
PERCENT = 100
SMALLEST_BAND = 0.1
LARGEST_PERCENT = 100.0
LARGEST_SEED = 2**31 - 1
ID_PATTERN = "[a-z0-9][a-z0-9_]*"
TIP = f"name the folder of a report, such as reports/bloodstones_faction_balance (with {FILE})"


@dataclass(frozen=True, slots=True)
class StrategyText:
    """What a reader must know about a strategy: its name, what it does and what it lacks."""

    name: str
    does: str
    lacks: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A report as its author defines it.

    Attributes
    ----------
    study
        Id of the study, the name of its folder of results.
    band
        How far from its fair share a rate counts as fair, as a part of the share (0.2: a fifth).
    seed
        Seed of the bootstrap intervals.
    strategy
        Whose games the fairness of factions and seats is read from; None: the one that wins most
        against the others, or where they never meet the last one of the study's levels.
    sections
        What is in the report, in this order.
    strategies
        Texts by strategy id.
    maps
        Names by map id.
    notes
        Paragraphs that the author adds to a section.
    about
        The role that the question is about, of which the answer tells first; "" for none.
    by
        Whose win rates what-ifs, sensitivity and restricted play tell: one of `terms.GROUPS`.
    boards
        Ids of the boards that are drawn; none: all that were played on.
    apart
        Whether players have other aims than to win, so that the summary does not count these games.
    """

    title: str
    study: str
    question: str
    band: float
    seed: int
    strategy: str | None
    sections: tuple[str, ...]
    strategies: Mapping[str, StrategyText]
    maps: Mapping[str, str]
    notes: Mapping[str, tuple[str, ...]]
    about: str = ""
    by: str = FACTION
    boards: tuple[str, ...] = ()
    apart: bool = False

    def map_name(self, map_id: str) -> str:
        """Return the name of a map; by default its id, or that of its file, as a title."""
        return self.maps.get(map_id) or title(Path(map_id).stem)


def read_definition(folder: Path) -> Definition:
    """Read `report.toml` of a report's folder.

    Texts on strategies may stand in `strategies.toml` beside the folder, for all reports there;
    those of the report's own file come first.

    Raises
    ------
    InputError
        If the folder or file is missing, or with every fault of the file.
    """
    if not (folder / FILE).is_file():
        raise expected(f"a folder with {FILE}", str(folder), "DIR", tip=TIP)
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None if top is None else _definition(top, strategy_texts(folder, top))
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


def strategy_texts(folder: Path, top: Entry) -> Mapping[str, StrategyText]:
    """Return the texts on strategies for a report, as `read_definition` tells; faults are noted.

    Parameters
    ----------
    folder
        Of the report.
    top
        The top table of its `report.toml`.
    """
    shared = folder.parent / STRATEGIES_FILE
    known = read_toml(shared, top.faults) if shared.is_file() else None
    texts = {} if known is None else _strategies(known)
    return {**texts, **_strategies(top.table("strategies", optional=True))}


def _definition(top: Entry, strategies: Mapping[str, StrategyText]) -> Definition:
    strategy = top.text("strategy", pattern=ID_PATTERN) if "strategy" in top else None
    maps = top.table("maps", optional=True)
    definition = Definition(
        title=top.text("title"),
        study=top.text("study", pattern=ID_PATTERN, meaning="small letters, digits and _"),
        question=top.text("question"),
        band=_band(top),
        seed=top.integer("seed", low=0, high=LARGEST_SEED, default=0),
        strategy=strategy,
        sections=top.choices("sections", _known(top)),
        strategies=strategies,
        maps={name: maps.text(name) for name in maps.values},
        notes=notes_of(top, _known(top)),
        about=top.text("about", pattern=ID_PATTERN) if "about" in top else "",
        by=top.choice("by", {name: name for name in GROUPS}) if "by" in top else FACTION,
        boards=top.texts("boards") if "boards" in top else (),
        apart=top.flag("apart", default=False),
    )
    if top.sound("sections") and not definition.sections:
        top.fault("sections", "at least one section")
    top.finish(optional=["about", "apart", "band", "boards", "by", "strategy", "maps", "notes"])
    return definition


def _band(top: Entry) -> float:
    """Return the band, which the file tells in per cent of the fair share."""
    if "band" not in top:
        return BAND
    return top.number("band", low=SMALLEST_BAND, high=LARGEST_PERCENT) / PERCENT


def _known(top: Entry) -> Mapping[str, str]:
    """Return the sections that there are; games are asked only for one that not every game has."""
    notes = top.values.get("notes")
    named = [
        *_listed(top.values.get("sections")),
        *(note.get("section") for note in _listed(notes) if isinstance(note, Mapping)),
    ]
    more = () if all(name in SECTIONS for name in named) else own_sections()
    return {name: name for name in (*SECTIONS, *more)}


def _listed(value: object) -> list[Any]:
    """Return a list as it is, nothing for what should be one."""
    return value if isinstance(value, list) else []


def _strategies(texts: Entry) -> Mapping[str, StrategyText]:
    return {name: _strategy(texts.table(name)) for name in texts.values}


def _strategy(entry: Entry) -> StrategyText:
    text = StrategyText(entry.text("name"), entry.text("does"), entry.text("lacks"))
    entry.finish()
    return text


def notes_of(top: Entry, sections: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the paragraphs that the author adds, by section; faults are noted.

    Parameters
    ----------
    top
        The top table of a `report.toml`.
    sections
        Ids of the sections that there are; a paragraph for any other is a fault.
    """
    known = {name: name for name in sections}
    notes: dict[str, tuple[str, ...]] = {}
    for entry in top.tables("notes") if "notes" in top else ():
        section = entry.choice("section", known)
        notes[section] = (*notes.get(section, ()), entry.text("text"))
        entry.finish()
    return notes
