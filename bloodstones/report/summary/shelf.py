"""The reports of a folder as they are shipped: read from their files, no game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.batch.result_files.provenance_file import read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.errors import DamagedFileError, expected
from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import GAMES
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.card import Card, read_card
from bloodstones.report.document.files import DOCUMENTS, FILE, STRATEGIES_FILE, TABLES, read_table
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import FACTION

WHO_WINS: Final = "factions"  # the section
STUDY_FILE: Final = "study_file"
TIP: Final = "name the folder that holds the folders of reports, such as reports"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A report as it lies in its folder.

    Attributes
    ----------
    id, folder
        The name of its folder, and the folder.
    title, question
        As its first page words them.
    game
        Id of the game that it is about.
    by
        The groups of its win rates, see `report.language.terms.GROUPS`.
    strategy
        Whose games its first page tells, "" where it names none.
    apart
        Whether its players have other aims than to win.
    provenance
        As it stands beside the report.
    names
        Names of strategies and maps by id.
    lacks
        What strategies do not know, by id.
    kinds
        What kind of player strategies are, by id, where a text says so.
    sections
        Ids of its sections, in their order; none where its file does not name them.
    baseline
        What its games start from, in words, where that is not the printed game.
    arm_names
        Titles of changes by the ids of their arms, where they are not those of the study.
    """

    id: str
    folder: Path
    title: str
    question: str
    game: str
    by: str
    strategy: str
    apart: bool
    provenance: Mapping[str, Any] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
    lacks: Mapping[str, str] = field(repr=False)
    kinds: Mapping[str, str] = field(repr=False)
    sections: tuple[str, ...] = ()
    baseline: str = ""
    arm_names: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def games(self) -> int:
        """Games played for it."""
        return int(self.provenance.get("games", 0))

    @property
    def date(self) -> str:
        """The day on which its games were played, as 2026-11-27; "" of an older study."""
        run = self.provenance.get("run")
        return str(run.get("date", "")) if isinstance(run, Mapping) else ""

    @property
    def card(self) -> Card:
        """Its answer and its picture."""
        return read_card(self.folder)

    @property
    def tells_roles(self) -> bool:
        """Whether its win rates are by role, of players who want to win."""
        return self.by == FACTION and not self.apart

    @property
    def asks_who_wins(self) -> bool:
        """Whether its first sections are on who wins: roles, or places in turn order."""
        return WHO_WINS in self.sections[:2]

    @property
    def as_printed(self) -> bool:
        """Whether its games of no arm are those of the rules as they are printed."""
        return not (self.provenance.get("overrides") or self.provenance.get("options"))

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that are there, by file name."""
        return tuple(name for name in DOCUMENTS if (self.folder / name).is_file())

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its tables."""
        return tuple(sorted(path.stem for path in (self.folder / TABLES).glob("*.csv")))

    def table(self, name: str) -> pd.DataFrame:
        """Return one of its tables; an empty one where there is none of this name."""
        path = self.folder / TABLES / f"{name}.csv"
        return read_table(path.read_bytes()) if path.is_file() else pd.DataFrame()

    def name(self, strategy: str) -> str:
        """Return the name of a strategy or map."""
        return self.names.get(strategy) or title(Path(strategy).stem)

    def level(self, strategy: str) -> str:
        """Return the name of a strategy, with what all its games chose before they began."""
        choices: Mapping[str, Sequence[str] | str] = self.provenance.get("choices", {})
        told = [
            f"{title(choice).lower()}: {values if isinstance(values, str) else values[0]}"
            for choice, values in choices.items()
            if isinstance(values, str) or len(values) == 1
        ]
        return f"{self.name(strategy)} ({', '.join(told)})" if told else self.name(strategy)

    def number(self, name: str) -> str:
        """Return what a number of the rules is called."""
        return self.names.get(name) or game_report_of(self.game).words.number(name)

    def arms(self) -> dict[str, str]:
        """Return what the changes of its study are called, in the order of its file."""
        study = toml_of(str(self.provenance.get(STUDY_FILE, "")))
        titles = {n: arm.get("title", title(n)) for n, arm in study.get("arms", {}).items()}
        return {name: self.arm_names.get(name, words) for name, words in titles.items()}


def finished_reports(root: Path) -> tuple[Path, ...]:
    """Return the folders of the finished reports in a folder, which need not be there."""
    folders = sorted(path.parent for path in root.glob(f"*/{FILE}"))
    return tuple(folder for folder in folders if (folder / PROVENANCE).is_file())


def read_shelf(root: Path) -> tuple[Shipped, ...]:
    """Return the finished reports in a folder, in the order of the games and of their names.

    Raises
    ------
    InputError
        If there is none.
    DamagedFileError
        With every fault of their files.
    """
    finished = finished_reports(root)
    if not finished:
        raise expected("a folder with finished reports", str(root), "DIR", TIP)
    faults = Faults()
    shared = root / STRATEGIES_FILE
    top = read_toml(shared, faults) if shared.is_file() else None
    terms = dict(top.values) if top is not None else {}
    shelf = [_shipped(folder, terms, faults) for folder in finished]
    faults.raise_if_any(DamagedFileError)
    order = list(GAMES)
    return tuple(sorted(filter(None, shelf), key=lambda one: (order.index(one.game), one.id)))


def _shipped(folder: Path, shared: Mapping[str, Any], faults: Faults) -> Shipped | None:
    """Return the report in a folder; None with a fault noted, or of no game in this house."""
    top = read_toml(folder / FILE, faults)
    if top is None:
        return None
    provenance, values = read_provenance_file(folder / PROVENANCE), top.values
    named = [name for name in GAMES if folder.name.startswith(name)]
    game = str(provenance.get("game") or "".join(named[:1]))
    if game not in GAMES:
        return None
    texts = {**shared, **_tables(values.get("strategies"))}
    names = {name: str(text["name"]) for name, text in texts.items() if "name" in text}
    kinds = ("maps", "names", "numbers")
    more = {key: text for kind in kinds for key, text in _tables(values.get(kind)).items()}
    question = values.get("question") or provenance.get("question") or ""
    return Shipped(
        id=folder.name,
        folder=folder,
        title=str(values.get("title", title(folder.name))),
        question=str(question),
        game=game,
        by=str(values.get("by", FACTION)),
        strategy=str(values.get("strategy", "")),
        apart=bool(values.get("apart", False)),
        provenance=provenance,
        names={**names, **{name: str(text) for name, text in more.items()}},
        lacks={name: str(text["lacks"]) for name, text in texts.items() if "lacks" in text},
        kinds={name: str(text["level"]) for name, text in texts.items() if "level" in text},
        sections=tuple(map(str, values.get("sections") or ())),
        baseline=str(values.get("baseline", "")),
        arm_names={name: str(text) for name, text in _tables(values.get("arms")).items()},
    )


def _tables(value: object) -> Mapping[str, Any]:
    """Return a table unchanged, an empty one for any other value."""
    return value if isinstance(value, Mapping) else {}
