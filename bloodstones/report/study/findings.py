"""The findings of a study's report from the tables beside it: its games are not there any more.

All that a first page says is in these tables, so it can be made anew without any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.batch.result_files.result import declared_by
from bloodstones.batch.study.definition import Study, parse_study
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.games.registry import load_game
from bloodstones.kit.pictures.boards import BoardLooks, board_scene, plain_looks
from bloodstones.kit.pictures.scene import Heat, Scene
from bloodstones.report.contract.findings import (
    KEPT,
    Cover,
    Findings,
    Tables,
    facts_of,
    study_table,
)
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.document.files import FILE
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import (
    FACTION,
    MIXED_PLANS,
    SEAT,
    TURN_ORDER,
    Terms,
    kind_of_player,
    level_names,
    regrouped,
    searches,
    speak,
    terms_of,
)
from bloodstones.report.study.definition import Definition, StrategyText
from bloodstones.report.study.judged_maps import JudgedMaps, judge_all
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import strategy_rates, win_rates
from bloodstones.stats.ratings.mixture import MIXTURE
from bloodstones.stats.table import (
    Results,
    base_rows,
    level_games,
    measures_of,
    mixed_games,
    one_row_a_game,
)

MIXED: Final = "Best mix of plans"
PLAYER: Final = "player"  # a column of a game's tables: strategies, by their names
BOARD: Final = "map"  # among the numbers of a screen


@dataclass(eq=False)
class StudyFindings(Findings):
    """The input of the sections of a study's report.

    Attributes
    ----------
    definition, results
        What the report is made from.
    game
        What the game declares for its reports.
    """

    definition: Definition
    results: Results
    game: GameReport

    @classmethod
    def blank(cls, definition: Definition, results: Results) -> StudyFindings:
        """Return findings without any table of a section."""
        game = game_report_of(str(results.provenance.get("game")))
        return cls(definition, results, game)

    # What the results are of.

    @property
    def provenance(self) -> Mapping[str, Any]:
        """The provenance of the results."""
        return self.results.provenance

    @cached_property
    def study_file(self) -> Mapping[str, Any]:
        """The study file that the results come from, as it is written."""
        return study_table(self.provenance)

    @cached_property
    def study(self) -> Study:
        """The study that the results come from."""
        return parse_study(
            str(self.provenance["study_file"]), Path(f"{self.provenance['study']}.toml")
        )

    @property
    def arm_titles(self) -> dict[str, str]:
        """What each arm of the study is called, in the order of its file."""
        arms = self.study_file.get("arms", {})
        return {name: arm.get("title", title(name)) for name, arm in arms.items()}

    @property
    def level_strategies(self) -> list[str]:
        """The strategies that play all seats, in the order of levels; a mixture before search."""
        listed = strategies_of(self.study_file)
        if not self.mixture:
            return listed
        texts = self.definition.strategies
        kinds = [
            kind_of_player(name, texts[name].level if name in texts else "") for name in listed
        ]
        place = next((at for at, kind in enumerate(kinds) if searches(kind)), len(listed))
        return [*listed[:place], MIXTURE, *listed[place:]]

    @property
    def mixture(self) -> tuple[str, ...]:
        """The plans of which the best mix is a level of play; none where the study has no such."""
        return tuple(map(str, self.study_file.get("mixture", ())))

    # Games.

    @cached_property
    def base(self) -> pd.DataFrame:
        """Rows of the games under the rules of the study, without the arms."""
        return base_rows(self.results.rows)

    @cached_property
    def level(self) -> pd.DataFrame:
        """Rows of the base games in which one strategy plays all seats, as a level of the study."""
        rows = level_games(self.base)
        only_mixed = set(self.mixture) - set(strategies_of(self.study_file))
        return rows[~rows["strategy"].isin(only_mixed)] if only_mixed else rows

    @cached_property
    def strategy_rates(self) -> pd.DataFrame:
        """Win rates by players and strategy in games where strategies meet; empty without any."""
        return strategy_rates(self.rates(mixed_games(self.base), ["players", "strategy"]))

    @cached_property
    def strategy(self) -> str | None:
        """The strategy whose games speak for factions and seats.

        None when no strategy ever played all seats, and then all games do.
        """
        return self.definition.strategy or _strongest(self)

    @cached_property
    def rows(self) -> pd.DataFrame:
        """Rows of the base games that speak for factions and seats."""
        return self.speaking(self.base)

    def speaking(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Return the rows in which the strategy that speaks played every seat."""
        if self.strategy is None:
            return rows
        level = level_games(rows)
        return level[level["strategy"] == self.strategy]

    def regrouped(self, rows: pd.DataFrame, by: str = "") -> pd.DataFrame:
        """Return rows with a column of what the report groups its figures by."""
        return regrouped(rows, by or self.definition.by, self.names)

    def rates(self, rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
        """Return win rates by some columns, against the band of the report."""
        rates = partial(win_rates, band=self.definition.band, seed=self.definition.seed)
        return rates(rows, list(by), stopping=self.provenance.get("stopping"))

    @property
    def place(self) -> str:
        """The column that has the place of a seat: in turn order, or else clockwise."""
        return place_of(self.base)

    @cached_property
    def boards(self) -> Mapping[str, Mapping[str, Sequence[Any]]]:
        """Map id -> its table of areas, of the maps that were played on or that are asked for."""
        game = load_game(str(self.provenance["game"]), "game of the study")
        played = set(self.results.rows["map"]) - {""}
        for name in self.definition.boards:
            if name not in played:
                raise expected("a board that was used in the study", name, f"{FILE} boards")
        return {name: game.board_table(name) for name in self.definition.boards or sorted(played)}

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
        scene = board_scene(str(self.results.provenance["game"]), table, looks, words=words)
        return replace(scene, heat=heat)

    @cached_property
    def judged(self) -> JudgedMaps:
        """The judgements on maps, for each strategy that plays all seats."""
        return judge_all(self.rows, self.level, self.results, self.definition.band)

    # Words.

    @property
    def role(self) -> str:
        """What the game calls what a seat takes, in a word."""
        return next((each.words for each in self.results.columns if each.name == FACTION), FACTION)

    @property
    def names(self) -> Mapping[str, str]:
        """Names of the strategies by id."""
        mixed = {MIXTURE: MIXED} if self.mixture else {}
        return mixed | {name: text.name for name, text in self.definition.strategies.items()}

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
    def games_text(self) -> str:
        """The games that speak for factions and seats, in words."""
        games = len(one_row_a_game(self.rows))
        if self.strategy is None:
            return f"all {games:,} games, whatever strategies met in them,"
        return f"the {games:,} games in which {self.names[self.strategy]} played every seat"

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
    def cover(self) -> Cover:
        """What stands around the sections."""
        quick = (("run", "quick"),) if self.provenance["quick"] else ()
        return Cover(
            self.definition.title,
            self.definition.question,
            (*facts_of(self.provenance), *quick),
            self.provenance,
            self.definition.notes,
            self.names,
            "Other players could change this.",
            tuple(self.level_names[name] for name in self.levels),
        )

    # Tables.

    def used_sources(self) -> dict[str, str]:
        """Return the sources of points that gave any, with their names."""
        used = self.table(StudyTable.POINTS)
        sources = self.results.columns.labels(Role.POINTS)
        return {source: name for source, name in sources.items() if used[source].abs().sum() > 0}

    def named(self, section: str) -> Tables:
        """Return the tables of a section, with strategies in a column `player` by their names."""
        return {
            name: table.replace({PLAYER: self.names}) if PLAYER in table else table
            for name, table in self.tables_by_section[section].items()
        }


def has_roles(results: Results) -> bool:
    """Whether several roles sat at the tables, so that they can be compared."""
    return bool(results.rows[FACTION].nunique() > 1)


def place_of(rows: pd.DataFrame) -> str:
    """Return the column that tells the place of a seat: in turn order, or else clockwise."""
    return TURN_ORDER if TURN_ORDER in rows else SEAT


def strategies_of(study: Mapping[str, Any]) -> list[str]:
    """Return the strategies that play all seats, in the order of a study's levels."""
    levels = study.get("levels", {"": study.get("strategies", ())}).values()
    mixes = [[mix] if isinstance(mix, str) else mix for level in levels for mix in level]
    return [mix[0] for mix in mixes if len(mix) == 1]


def _strongest(findings: StudyFindings) -> str | None:
    """Return the strategy with level games that wins most against the others.

    Where they never met it is the last one that the study names: levels of skill ascend.
    """
    alone = sorted(findings.level["strategy"].unique())
    if len(alone) <= 1:
        return next(iter(alone), None)
    rates = findings.strategy_rates
    meetings = rates[rates["strategy"].isin(alone)]
    if meetings.empty:
        order = findings.level_strategies
        return str(max(alone, key=lambda name: order.index(name) if name in order else -1))
    wins = meetings.groupby("strategy")[["wins", "seats"]].sum()
    return str((wins["wins"] / wins["seats"]).idxmax())


@dataclass(eq=False)
class KeptFindings(StudyFindings):
    """Findings of a study without its games: their tables alone."""

    @cached_property
    def strategy(self) -> str | None:
        """The strategy whose games speak, as the tables tell it."""
        if self.definition.strategy is not None:
            return self.definition.strategy
        alone = list(self.levels)
        met = self.table(StudyTable.STRATEGIES)
        meetings = met[met["strategy"].isin(alone)] if len(met) else met
        if len(alone) <= 1 or meetings.empty:
            return alone[-1] if alone else None
        wins = meetings.groupby("strategy")[["wins", "seats"]].sum()
        return str((wins["wins"] / wins["seats"]).idxmax())

    @property
    def games_text(self) -> str:
        """The games that speak, in words; how many they were, no table says for all sections."""
        if self.strategy is None:
            return "all games, whatever strategies met in them,"
        return f"the games in which {self.names[self.strategy]} played every seat"

    def named(self, section: str) -> Tables:
        """Return all tables, with strategies in a column `player` by their names."""
        self.tables_by_section[section] = self.tables_by_section[KEPT]
        found = super().named(section)
        del self.tables_by_section[section]
        return found


def kept_findings(
    definition: Definition, provenance: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]
) -> KeptFindings:
    """Return the findings of a study from its tables.

    Parameters
    ----------
    tables
        Those beside its report, by the names of their files.
    """
    game = str(provenance.get("game"))
    declared = declared_by(load_game(game, "game of the study"))
    nothing = pd.DataFrame()
    results = Results(nothing, nothing, provenance, declared.rows, measures_of(declared.areas))
    return KeptFindings(definition, results, game_report_of(game), tables_by_section={KEPT: tables})
