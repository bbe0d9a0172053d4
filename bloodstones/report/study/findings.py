"""The findings of a study's report: the tables beside it, and the words for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import pandas as pd

from bloodstones.batch.result_files.result import declared_by
from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.games.registry import load_game
from bloodstones.kit.pictures.boards import BoardLooks, board_scene, plain_looks
from bloodstones.kit.pictures.scene import Heat, Scene
from bloodstones.report.contract.findings import Cover, Findings, Tables, facts_of
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.files import FILE
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import (
    FACTION,
    MIXED_PLANS,
    SEAT,
    TURN_ORDER,
    Terms,
    level_names,
    speak,
    terms_of,
)
from bloodstones.report.study.definition import Definition, StrategyText
from bloodstones.report.study.played import MIXED, StudyInput
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.ratings.mixture import MIXTURE
from bloodstones.stats.table import Results, measures_of

PLAYER: Final = "player"  # a column of a game's tables: strategies, by their names
BOARD: Final = "map"  # among the numbers of a screen
STRATEGY: Final = "strategy"
AGAIN: Final = "make the report from the results of its study: `--results DIR`"


@dataclass(eq=False)
class StudyFindings(StudyInput, Findings):
    """The input of the sections of a study's report: its tables, and what its game declares.

    Attributes
    ----------
    columns, measures
        Of the results, and of their sums by area.
    """

    columns: Columns
    measures: Columns

    @classmethod
    def of(
        cls, definition: Definition, provenance: Mapping[str, Any], tables: Tables
    ) -> StudyFindings:
        """Return the findings of a study from its tables.

        Parameters
        ----------
        tables
            Those beside its report, by the names of their files.

        Raises
        ------
        InputError
            The definition has another strategy speak than that of the tables.
        """
        name = str(provenance.get("game"))
        declared = declared_by(load_game(name, "game of the study"))
        game, measures = game_report_of(name), measures_of(declared.areas)
        made = cls(definition, provenance, game, declared.rows, measures, tables=tables)
        asked = definition.strategy
        if asked and asked != made.strategy:
            wanted = f"strategy = {made.strategy!r}, of whose games the tables are"
            raise expected(wanted, asked, FILE, AGAIN)
        return made

    # What the results are of.

    @property
    def arm_titles(self) -> dict[str, str]:
        """What each arm of the study is called, in the order of its file."""
        arms = self.study_file.get("arms", {})
        titles = {name: arm.get("title", title(name)) for name, arm in arms.items()}
        return {name: self.definition.arms.get(name, words) for name, words in titles.items()}

    @cached_property
    def strategy(self) -> str | None:
        """The strategy whose games speak for factions and seats.

        None when no strategy ever played all seats, and then all games do.
        """
        return str(self.table(StudyTable.GAMES)[STRATEGY].iloc[0]) or None

    def played(self, what: str) -> list[str]:
        """Return what was played of a kind: ids of strategies or of maps, in alphabetical order."""
        table = self.table(StudyTable.PLAYED)
        return [] if table.empty else list(map(str, table.loc[table["what"] == what, "name"]))

    @property
    def place(self) -> str:
        """The column that has the place of a seat: in turn order, or else clockwise."""
        return TURN_ORDER if TURN_ORDER in self.table(StudyTable.PLACES) else SEAT

    @property
    def has_roles(self) -> bool:
        """Whether seats take roles."""
        table = self.table(StudyTable.FACTIONS)
        return bool(len(table) and (table[FACTION] != "").any())

    @cached_property
    def boards(self) -> Mapping[str, Mapping[str, Sequence[Any]]]:
        """Map id -> its table of areas, of the maps that were played on or that are asked for."""
        game = load_game(str(self.provenance["game"]), "game of the study")
        played = self.played(BOARD)
        for name in self.definition.boards:
            if name not in played:
                raise expected("a board that was used in the study", name, f"{FILE} boards")
        return {name: game.board_table(name) for name in self.definition.boards or played}

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The ends that some rules of the game have; none where the game has no list of them."""
        game: Any = load_game(str(self.provenance["game"]), "game of the study")
        if not hasattr(game, "engine"):
            return ()
        every = tuple(game.engine.endings.ids())[1:]  # without that of a game that goes on
        return tuple(each for each in every if each not in game.stopped)

    @property
    def board_looks(self) -> BoardLooks:
        """How the game's boards look, plain where it does not say."""
        terrains = (str(name) for areas in self.boards.values() for name in areas["terrain"])
        return self.game.board_looks or plain_looks(terrains)

    def board(self, name: str, heat: Heat | None = None) -> Scene:
        """Return a board as a scene, perhaps with values of its areas."""
        words = f"The board {self.definition.map_name(name)}"
        looks, table = self.board_looks, self.boards[name]
        scene = board_scene(str(self.provenance["game"]), table, looks, words=words)
        return replace(scene, heat=heat)

    # Words.

    @property
    def role(self) -> str:
        """What the game calls what a seat takes, in a word."""
        return next((each.words for each in self.columns if each.name == FACTION), FACTION)

    @property
    def levels(self) -> tuple[str, ...]:
        """The strategies that played all seats somewhere, from plain to skilled."""
        table = self.table(StudyTable.FACTIONS_BY_STRATEGY)
        played = set(map(str, table["strategy"])) if len(table) else set()
        named = [name for name in self.level_strategies if name in played]
        return (*sorted(played - set(named)), *named)

    @cached_property
    def level_names(self) -> Mapping[str, str]:
        """The levels of play as a reader names them, by the ids of their strategies."""
        texts = self.definition.strategies
        mixed = {MIXTURE: StrategyText(MIXED, "", "", MIXED_PLANS)} if self.mixture else {}
        return level_names(self.levels, {**texts, **mixed})

    @property
    def speaking_games(self) -> int:
        """How many games speak for factions and seats: those of `strategy`, or all."""
        return int(self.table(StudyTable.GAMES)["speaking"].iloc[0])

    def terms(self, section: str = "") -> Terms:
        """Return the words of a section, of the game or of what its figures are grouped by."""
        return terms_of(self.game.words.terms, self.role, section, self.definition.by)

    def number(self, name: str) -> str:
        """Return what a number of the rules is called, in the words of the game, or the board."""
        if name == BOARD:
            return BOARD
        words = self.game.words
        return speak(words.number(name), words.terms)

    @property
    def started(self) -> tuple[tuple[str, str], ...]:
        """What the games start from, as a fact of the cover; none for the printed game."""
        baseline = self.definition.baseline
        return (("all games with", baseline),) if baseline else ()

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        quick = (("run", "quick"),) if self.provenance["quick"] else ()
        return Cover(
            self.definition.title,
            self.definition.question,
            (*facts_of(self.provenance), *self.started, *quick),
            self.provenance,
            self.definition.notes,
            self.names,
            tuple(self.level_names[name] for name in self.levels),
        )

    # Tables.

    def used_sources(self) -> dict[str, str]:
        """Return the sources of points that gave any, with their names."""
        used = self.table(StudyTable.POINTS)
        sources = self.columns.labels(Role.POINTS)
        return {source: name for source, name in sources.items() if used[source].abs().sum() > 0}

    @property
    def named(self) -> Tables:
        """The tables, with names of strategies in the column `player`; an empty one of others."""
        named = {
            name: table.replace({PLAYER: self.names}) if PLAYER in table else table
            for name, table in self.tables.items()
        }
        return defaultdict(pd.DataFrame, named)


def has_roles(results: Results) -> bool:
    """Whether several roles sat at the tables, so that they can be compared."""
    return bool(results.rows[FACTION].nunique() > 1)
