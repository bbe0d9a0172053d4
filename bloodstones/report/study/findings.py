"""What a report is made from: all its tables, computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from bloodstones.report.blocks.resulting_rates import NOTHING, Resulting
from bloodstones.report.contract.game_report import PLAYER, GameReport
from bloodstones.report.language.terms import FACTION
from bloodstones.report.study.definition import Definition
from bloodstones.stats.judgement import MapJudgement
from bloodstones.stats.table import Results

ORDER, SEAT = "turn_order", "seat"


@dataclass(frozen=True)
class LeadFindings:
    """How leads pass, by map and players; wins from behind, by players and faction; comebacks."""

    passing: pd.DataFrame = field(default_factory=pd.DataFrame)
    behind: pd.DataFrame = field(default_factory=pd.DataFrame)
    comebacks: pd.DataFrame = field(default_factory=pd.DataFrame)


@dataclass(frozen=True, slots=True)
class MapFindings:
    """What games tell about maps.

    Attributes
    ----------
    judgements
        In the order of map and player count.
    places
        Columns of areas that seats choose, with labels.
    differences
        Pairs of maps with a player count in common: the columns of `map_pairs.map_differences`
        after `map`, `other` and `players`; the measure `unevenness` is in squared shares.
    others
        Judgements by the other strategies that played all seats.
    """

    judgements: tuple[MapJudgement, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    differences: pd.DataFrame | None = None
    others: Mapping[str, tuple[MapJudgement, ...]] = field(default_factory=dict)

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name."""
        if not self.judgements:
            return {}
        found = {}
        for name in ("seats", "factions", "leads", "contested"):
            parts = [_keyed(getattr(one, name), one.map, one.players) for one in self.judgements]
            found[f"map_{name}"] = pd.concat(parts, ignore_index=True)
        for column, label in self.places.items():
            parts = [_keyed(one.places[column], one.map, one.players) for one in self.judgements]
            found[f"map_{label.replace(' ', '_')}s"] = pd.concat(parts, ignore_index=True)
        found["maps"] = _maps(self.judgements)
        if self.others:
            parts = [_maps(own).assign(strategy=name) for name, own in self.others.items()]
            found["maps_at_other_levels"] = pd.concat(parts, ignore_index=True)
        if self.differences is not None:
            found["map_differences"] = self.differences
        parts = [one.joint.assign(map=one.map) for one in self.judgements]
        found["map_joint_tests"] = pd.concat(parts, ignore_index=True)
        return found


def _maps(judgements: Sequence[MapJudgement]) -> pd.DataFrame:
    """Return a line for each map and player count: the verdict on seats, and unevenness."""
    lines = [
        (one.map, one.players, one.games, one.verdict.value, *_uneven(one)) for one in judgements
    ]
    names = ["map", "players", "games", "seat_advantage", "unevenness", "low", "high"]
    for kind in ("factions", "turn_orders"):
        names += [kind, f"{kind}_low", f"{kind}_high"]
    return pd.DataFrame(lines, columns=names)


@dataclass(frozen=True)
class OnMaps:
    """Win rates of factions and of places, by players, strategy and map; empty without the section.

    Attributes
    ----------
    factions
        Of two factions that only meet each other the first alone: the other's rate is the rest.
    places
        Of the first place alone.
    overall
        Of the same factions by players and strategy, over all maps.
    """

    factions: pd.DataFrame = field(default_factory=pd.DataFrame)
    places: pd.DataFrame = field(default_factory=pd.DataFrame)
    overall: pd.DataFrame = field(default_factory=pd.DataFrame)


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found.

    Attributes
    ----------
    definition, results, own
        What the report is made from, and what the game says of itself.
    strategy
        The strategy whose games speak for factions and seats; None when no strategy ever played
        all seats, and then all games do.
    rows
        The rows of those games.
    factions, seats
        Win rates by players and faction, by players and turn order (of a game without one: by seat,
        clockwise), in those games.
    choices
        Win rates by players, choices and faction in those games; empty where nothing is chosen.
    by_strategy
        Win rates of the factions in the level games of every strategy.
    seats_by_strategy
        Win rates by players, strategy and place in those games.
    joint
        Whether factions, and places, win equally often at all, by players and strategy
        (`stats.joint.joint_tests`), in those games.
    strategies
        Win rates by players and strategy in games where strategies meet; empty without any.
    match_ups
        How often each faction finishes ahead of each other one, by players.
    match_ups_by_strategy
        The same by players and strategy in the level games; empty without the section.
    points, activity, lengths
        Points by source, what factions do, how long games last, in those games.
    what_ifs
        What each arm changes, by players and faction, or by what the report tells instead; empty
        without the section.
    what_ifs_by_strategy
        The same of every strategy that played all seats, if there are several; else empty.
    what_if_seats, what_if_lengths
        The same by players and place in turn order, and of the rounds of a game by players.
    sensitivity
        How much each number of the rules moves each faction; empty without the section.
    leads
        How leads pass in those games, and who wins from behind; empty without the section.
    luck
        What makes the results of a seat differ, over all games; empty without the section.
    luck_of_battles
        What part of a seat's results the luck of battles makes; empty where no study drew it anew.
    worth
        What factions lose without a thing, over all games; empty without the section.
    areas
        What happens in each area, over all games.
    brought
        Tables of the sections that only this game has, by section.
    maps
        Map id -> its table of areas.
    judged
        What those games tell about every map; empty without the section.
    on_maps
        Win rates on every map by every strategy; empty without the section.
    resulting
        What the what-ifs lead to; empty without the section.
    declared
        Strategies that play all seats, in the order of the study's levels.
    """

    definition: Definition
    results: Results
    own: GameReport
    strategy: str | None
    rows: pd.DataFrame
    factions: pd.DataFrame
    seats: pd.DataFrame
    choices: pd.DataFrame
    by_strategy: pd.DataFrame
    seats_by_strategy: pd.DataFrame
    joint: pd.DataFrame
    strategies: pd.DataFrame
    match_ups: pd.DataFrame
    match_ups_by_strategy: pd.DataFrame
    points: pd.DataFrame
    activity: pd.DataFrame
    lengths: pd.DataFrame
    rounds: pd.DataFrame
    what_ifs: pd.DataFrame
    what_ifs_by_strategy: pd.DataFrame
    what_if_seats: pd.DataFrame
    what_if_lengths: pd.DataFrame
    sensitivity: pd.DataFrame
    leads: LeadFindings
    luck: pd.DataFrame
    luck_of_battles: pd.DataFrame
    worth: pd.DataFrame
    areas: pd.DataFrame
    brought: Mapping[str, Mapping[str, pd.DataFrame]]
    maps: Mapping[str, Mapping[str, Sequence[Any]]]
    judged: MapFindings
    on_maps: OnMaps
    resulting: Resulting = NOTHING
    declared: tuple[str, ...] = ()

    @property
    def role(self) -> str:
        """What the game calls what a seat takes, in a word."""
        return next((each.words for each in self.results.columns if each.name == FACTION), FACTION)

    @property
    def levels(self) -> tuple[str, ...]:
        """The strategies that played all seats somewhere, from plain to skilled."""
        played = set(map(str, self.by_strategy["strategy"]))
        named = [name for name in self.declared if name in played]
        return (*sorted(played - set(named)), *named)

    def named(self, section: str) -> Mapping[str, pd.DataFrame]:
        """Return the tables of a section that only this game has, strategies by their names."""
        names = {known: told.name for known, told in self.definition.strategies.items()}
        return {
            name: table.replace({PLAYER: names}) if PLAYER in table else table
            for name, table in self.brought[section].items()
        }

    @property
    def place(self) -> str:
        """The column of `seats` that tells the place of a seat."""
        return ORDER if ORDER in self.seats else SEAT

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name; a section that there is not has none."""
        sections = {
            "leads": self.leads.passing,
            "wins_from_behind": self.leads.behind,
            "comebacks": self.leads.comebacks,
            "luck": self.luck,
            "luck_of_battles": self.luck_of_battles,
            "worth": self.worth,
            "win_rates_by_choice": self.choices,
            "win_rates_by_strategy_and_place": self.seats_by_strategy,
            "joint_tests": self.joint,
            "win_rates_by_strategy_and_match_up": self.match_ups_by_strategy,
            "what_ifs": self.what_ifs,
            "what_ifs_by_strategy": self.what_ifs_by_strategy,
            "what_if_seats": self.what_if_seats,
            "what_if_lengths": self.what_if_lengths,
            "rule_sensitivity": self.sensitivity,
            "win_rates_on_maps": self.on_maps.factions,
            "win_rates_on_maps_by_place": self.on_maps.places,
            "win_rates_over_maps": self.on_maps.overall,
        }
        return {
            "win_rates_by_faction": self.factions,
            "win_rates_by_turn_order": self.seats,
            "win_rates_by_strategy_and_faction": self.by_strategy,
            "win_rates_by_strategy": self.strategies,
            "win_rates_by_match_up": self.match_ups,
            "points_by_source": self.points,
            "activity_by_faction": self.activity,
            "game_lengths": self.lengths,
            "areas": self.areas,
            **{name: table for name, table in sections.items() if not table.empty},
            **self.resulting.tables,
            **self.judged.tables,
            **{name: table for each in self.brought.values() for name, table in each.items()},
        }


def _keyed(table: pd.DataFrame, name: str, players: int) -> pd.DataFrame:
    table = table.drop(columns=["map", "players"], errors="ignore")
    return table.assign(map=name, players=players)[["map", "players", *table.columns]]


def _uneven(one: MapJudgement) -> tuple[float, ...]:
    told = one.unevenness
    factions = (told.factions, *told.factions_ends)
    return told.total, told.low, told.high, *factions, told.turn_orders, *told.turn_orders_ends
