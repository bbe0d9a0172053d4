"""Reading the definition of a study's report from its file, `report.toml`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import Entry, Faults, read_toml
from bloodstones.kit.players.strategy import LEARNED
from bloodstones.report.contract.section import (
    TEMPLATES,
    Section,
    all_game_sections,
    notes_of,
    templates_of,
)
from bloodstones.report.document.files import FILE, STRATEGIES_FILE
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import FACTION, GROUPS, KINDS
from bloodstones.stats.changes import LEAST
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.table import Results
from bloodstones.stats.verdicts import BAND

FAIR: Final = "fair"
DEPENDS: Final = "depends"


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy as readers need it.

    Attributes
    ----------
    name, does, lacks
        Its name, what it does and what it lacks.
    level
        What kind of player it is, one of `language.levels.KINDS`; "": its id shows it.
    """

    name: str
    does: str
    lacks: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Advantage:
    """What some arms of a study give to a role, as the report asks what it is worth.

    Attributes
    ----------
    what
        In words that a sentence begins with, such as "moving first in every turn".
    arms
        Id of an arm -> the role that has it there.
    """

    what: str
    arms: Mapping[str, str]


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
        The role that the question is about, which the answer names first; "" for none.
    by
        What win rates of what-ifs, sensitivity and restricted play are grouped by: one of
        `language.groups.GROUPS`.
    boards
        Ids of the boards that are drawn; none: all that were played on.
    apart
        Whether players have other aims than to win, so that the summary does not count these games.
    asks
        What the title asks of the roles: whether they are `FAIR`, or whether that `DEPENDS` on the
        player type.
    standard
        The strategy that others challenge in the section `exploiter`; "" for the one whose games
        speak.
    baseline
        What the games start from, in words, where that is not the printed game: "custom armies".
    arms
        Titles of changes by the ids of their arms; by default those of the study.
    worth
        What the arms of a study give to a role, if the report asks what that is worth.
    least
        The least gain that is worth a change of the rules, a part of all games (0.02: two points).
    templates
        The folder of the author's templates; None for none.
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
    asks: str = FAIR
    standard: str = ""
    baseline: str = ""
    arms: Mapping[str, str] = field(default_factory=dict)
    worth: tuple[Advantage, ...] = ()
    least: float = LEAST
    templates: Path | None = None

    def map_name(self, map_id: str) -> str:
        """Return the name of a map; by default its id, or that of its file, as a title."""
        return self.maps.get(map_id) or title(Path(map_id).stem)


@dataclass(frozen=True, slots=True)
class Draft:
    """A report without a definition of an author's.

    Attributes
    ----------
    definition
        What is in it.
    left_out
        Sections that the study asks for, but that its games do not give, with the reason.
    """

    definition: Definition
    left_out: Mapping[str, str] = field(default_factory=dict)


START: Final = "start"  # in the provenance: the position that all games begin at
# Sections of such a study: others ask whether a game is fair, or count from its first turn.
AT_A_POSITION: Final = (
    "from_here",
    "points",
    "activity",
    "length",
    "endings",
    "map",
    "method",
    "provenance",
)
LACKS: Final = "is a computer player whose strength against people was not measured"
HEAD: Final = "# The report of a study. `bloodstones report FOLDER` makes it from this file.\n\n"


def draft_study(
    results: Results, titles: Mapping[str, str], sections: Sequence[Section[Any, Any]]
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
        if START in provenance and section.id not in AT_A_POSITION:
            continue
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


def definition_text(draft: Draft, sections: Sequence[Section[Any, Any]]) -> str:
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
        "# The least gain that is worth a change of the rules, in points.\n# least = 2\n\n",
        "# What the games start from, where that is not the printed game.\n"
        '# baseline = "custom armies"\n\n',
        "# Seed of the intervals that resample.\n",
        f"seed = {definition.seed}\n\n",
        _sections(definition, named, draft.left_out),
        '\n# What to call maps.\n# [maps]\n# map_id = "Its name"\n',
        "\n# What to call changes; by default as the study does.\n"
        '# [arms]\n# arm_id = "its title"\n',
        '\n# For a question such as "What is initiative worth?": what arms give, and to whom.\n'
        '# [[worth]]\n# what = "moving first"\n# arms = { arm_id = "role" }\n',
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


OPTIONAL = (
    *("about", "apart", "arms", "asks", "band", "boards", "by", "worth"),
    *("strategy", "standard", "maps", "notes", "baseline", "least", TEMPLATES),
)
SMALLEST_BAND = 0.1
LARGEST_PERCENT = 100.0
LARGEST_SEED = 2**31 - 1
ID_PATTERN = "[a-z0-9][a-z0-9_]*"
TIP = f"name the folder of a report, such as reports/bloodstones_faction_balance (with {FILE})"


def read_definition(folder: Path, sections: Collection[str]) -> Definition:
    """Read `report.toml` of a report's folder.

    Texts on strategies may be in `strategies.toml` beside the folder, for all reports there; those
    of the report's own file come first.

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
    definition = (
        None if top is None else _definition(top, folder, strategy_texts(folder, top), sections)
    )
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
    top: Entry, folder: Path, strategies: Mapping[str, StrategyText], sections: Collection[str]
) -> Definition:
    strategy = top.text("strategy", pattern=ID_PATTERN) if "strategy" in top else None
    offered = _offered(top, sections)
    shown = top.choices("sections", offered)
    maps, arms = (top.table(name, optional=True) for name in ("maps", "arms"))
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
        baseline=top.text("baseline") if "baseline" in top else "",
        arms={name: arms.text(name) for name in arms.values},
        worth=tuple(map(_advantage, top.tables("worth") if "worth" in top else ())),
        least=least_of(top),
        templates=templates_of(top, folder),
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


def least_of(top: Entry) -> float:
    """Return the least gain that is worth a change of the rules, which the file has in points."""
    if "least" not in top:
        return LEAST
    return top.number("least", low=0.0, high=LARGEST_PERCENT) / PERCENT


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


def _advantage(entry: Entry) -> Advantage:
    arms = entry.table("arms")
    advantage = Advantage(entry.text("what"), {arm: arms.text(arm) for arm in arms.values})
    entry.finish()
    return advantage


def _strategies(texts: Entry) -> Mapping[str, StrategyText]:
    return {name: _read_strategy(texts.table(name)) for name in texts.values}


def _read_strategy(entry: Entry) -> StrategyText:
    level = entry.choice("level", {kind: kind for kind in KINDS}) if "level" in entry else ""
    text = StrategyText(entry.text("name"), entry.text("does"), entry.text("lacks"), level)
    entry.finish(optional=["level"])
    return text
