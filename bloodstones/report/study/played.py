"""The games of a study, from which the sections of its report find their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.batch.study.definition import Study, parse_study
from bloodstones.core.contract.study_files import player_types_of
from bloodstones.report.contract.findings import study_table
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.language.terms import SEAT, TURN_ORDER, kind_of_player, regrouped, searches
from bloodstones.report.study.definition import Definition
from bloodstones.stats.balance import strategy_rates, win_rates
from bloodstones.stats.ratings.mixture import MIXTURE
from bloodstones.stats.table import Results, base_rows, level_games, mixed_games

MIXED: Final = "Best mix of plans"


@dataclass(eq=False)
class StudyInput:
    """What the games of a study and the findings from them share.

    Attributes
    ----------
    definition, provenance
        Of the report, and of the games.
    game
        What the game declares for its reports.
    """

    definition: Definition
    provenance: Mapping[str, Any]
    game: GameReport

    @cached_property
    def study_file(self) -> Mapping[str, Any]:
        """The study file that the results come from, as it is written."""
        return study_table(self.provenance)

    @cached_property
    def study(self) -> Study:
        """The study that the results come from."""
        return parse_study(
            str(self.provenance["study_file"]),
            Path(f"{self.provenance['study']}.toml"),
            recorded=True,
            start=self.provenance.get("start"),
        )

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
        """The plans whose best mix is a player type; none where the study has no such."""
        return tuple(map(str, self.study_file.get("mixture", ())))

    @property
    def names(self) -> Mapping[str, str]:
        """Names of the strategies by id."""
        mixed = {MIXTURE: MIXED} if self.mixture else {}
        return mixed | {name: text.name for name, text in self.definition.strategies.items()}


@dataclass(eq=False)
class PlayedStudy(StudyInput):
    """The games of a study.

    Attributes
    ----------
    results
        The tables of all games.
    """

    results: Results

    @classmethod
    def of(cls, definition: Definition, results: Results) -> PlayedStudy:
        """Return the games of a report's study."""
        game = game_report_of(str(results.provenance.get("game")))
        return cls(definition, results.provenance, game, results)

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


def place_of(rows: pd.DataFrame) -> str:
    """Return the column with the place of a seat: in turn order, or else clockwise."""
    return TURN_ORDER if TURN_ORDER in rows else SEAT


def strategies_of(study: Mapping[str, Any]) -> list[str]:
    """Return the strategies that play all seats, in the order of a study's levels."""
    levels = (player_types_of(study) or {"": study.get("strategies", ())}).values()
    mixes = [[mix] if isinstance(mix, str) else mix for level in levels for mix in level]
    return [mix[0] for mix in mixes if len(mix) == 1]


def _strongest(played: PlayedStudy) -> str | None:
    """Return the strategy with level games that wins most against the others.

    Where they never met it is the last one that the study names: levels of skill ascend.
    """
    alone = sorted(played.level["strategy"].unique())
    if len(alone) <= 1:
        return next(iter(alone), None)
    rates = played.strategy_rates
    meetings = rates[rates["strategy"].isin(alone)]
    if meetings.empty:
        order = played.level_strategies
        return str(max(alone, key=lambda name: order.index(name) if name in order else -1))
    wins = meetings.groupby("strategy")[["wins", "seats"]].sum()
    return str((wins["wins"] / wins["seats"]).idxmax())
