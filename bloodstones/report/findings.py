"""All tables that a report is made from, computed once from the results."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.games.bloodstones.sections.odds import odds_table
from bloodstones.games.registry import load_game
from bloodstones.report.definition import FILE
from bloodstones.report.leads import LeadFindings, find_leads
from bloodstones.report.luck import find_luck
from bloodstones.report.maps import MapFindings, find_maps
from bloodstones.report.sensitivity import find_sensitivity, study_of
from bloodstones.report.what_ifs import find_what_ifs
from bloodstones.report.worth import find_worth
from bloodstones.stats.balance import match_ups, win_rates
from bloodstones.stats.summary import activity, area_rates, game_lengths, points_by_source
from bloodstones.stats.table import (
    PROVENANCE_FILE,
    Results,
    base_rows,
    level_games,
    mixed_games,
    one_row_a_game,
    rounds,
)
from bloodstones.stats.unevenness import FEWEST_GAMES

if TYPE_CHECKING:
    from bloodstones.report.definition import Definition

PROVENANCE_KEYS = (
    "areas_hash",
    "cells",
    "game",
    "games",
    "question",
    "quick",
    "replicates",
    "seed",
    "sources_sha256",
    "study",
    "study_file",
    "study_sha256",
    "table_hash",
    "versions",
)


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found.

    Attributes
    ----------
    definition, results
        What the report is made from.
    strategy
        The strategy whose games speak for factions and seats; None when no strategy ever played
        all seats, and then all games do.
    rows
        The rows of those games.
    factions, seats
        Win rates by players and faction, by players and turn order, in those games.
    by_strategy
        Win rates of the factions in the level games of every strategy.
    strategies
        Win rates by players and strategy in games where strategies meet; empty without any.
    match_ups
        How often each faction finishes ahead of each other one, by players.
    points, activity, lengths
        Points by source, what factions do, how long games last, in those games.
    what_ifs
        What each arm changes, by players and faction; empty without the section.
    sensitivity
        How much each number of the rules moves each faction; empty without the section.
    leads
        How leads pass in those games, and who wins from behind; empty without the section.
    luck
        What makes the results of a seat differ, over all games; empty without the section.
    worth
        What factions lose without a thing, over all games; empty without the section.
    areas
        What happens in each area, over all games.
    odds
        The attacker's win probability by tiles drawn and difference of modifiers.
    maps
        Map id -> its table of areas.
    judged
        What those games tell about every map; empty without the section.
    """

    definition: Definition
    results: Results
    strategy: str | None
    rows: pd.DataFrame
    factions: pd.DataFrame
    seats: pd.DataFrame
    by_strategy: pd.DataFrame
    strategies: pd.DataFrame
    match_ups: pd.DataFrame
    points: pd.DataFrame
    activity: pd.DataFrame
    lengths: pd.DataFrame
    rounds: pd.DataFrame
    what_ifs: pd.DataFrame
    sensitivity: pd.DataFrame
    leads: LeadFindings
    luck: pd.DataFrame
    worth: pd.DataFrame
    areas: pd.DataFrame
    odds: pd.DataFrame
    maps: Mapping[str, Mapping[str, Sequence[Any]]]
    judged: MapFindings

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name; a section that there is not has none."""
        sections = {
            "leads": self.leads.passing,
            "wins_from_behind": self.leads.behind,
            "comebacks": self.leads.comebacks,
            "luck": self.luck,
            "worth": self.worth,
            "what_ifs": self.what_ifs,
            "rule_sensitivity": self.sensitivity,
            "combat_odds": self.odds,
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
            **self.judged.tables,
        }


def find(definition: Definition, results: Results) -> Findings:
    """Compute all tables of a report.

    Raises
    ------
    InputError
        If the definition does not fit the results: another study, a strategy that did not play,
        a strategy without a text.
    """
    _check_fit(definition, results)
    rows, band, seed = base_rows(results.rows), definition.band, definition.seed
    stopping = results.provenance.get("stopping")
    rates = partial(win_rates, band=band, seed=seed, stopping=stopping)
    level, mixed = level_games(rows), mixed_games(rows)
    strategies = rates(mixed, ["players", "strategy"])
    strategy = definition.strategy or _strongest(level, strategies, results.provenance)
    own, told = _speaking(rows, strategy), _speaking(results.rows, strategy)
    games = one_row_a_game(own)
    provenance = results.provenance
    return Findings(
        definition,
        results,
        strategy,
        own,
        factions=rates(own, ["players", "faction"]),
        seats=rates(own, ["players", "turn_order"]),
        by_strategy=rates(level, ["players", "strategy", "faction"]),
        strategies=strategies,
        match_ups=match_ups(own, band=band, stopping=stopping),
        points=points_by_source(own, ["players", "faction"], seed=seed),
        activity=activity(own, ["players", "faction"]),
        lengths=game_lengths(own, ["players"], seed=seed),
        rounds=pd.DataFrame({"players": games["players"], "rounds": rounds(games)}),
        what_ifs=_section(definition, "what_ifs", lambda: find_what_ifs(told)),
        sensitivity=_section(
            definition,
            "sensitivity",
            lambda: find_sensitivity(told, study_of(provenance), seed),
        ),
        leads=find_leads(own, seed) if "leads" in definition.sections else LeadFindings(),
        luck=_section(definition, "luck", lambda: find_luck(rows, seed)),
        worth=_section(definition, "worth", lambda: find_worth(rows)),
        areas=area_rates(rows, results.areas),
        odds=_odds(definition, provenance),
        maps=_maps(definition, results),
        judged=_judged(definition, own, results),
    )


def _section(definition: Definition, name: str, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
    """Return the table of a section if the report has it."""
    return make() if name in definition.sections else pd.DataFrame()


def _speaking(rows: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the rows that speak for factions: those in which the strategy played every seat."""
    if strategy is None:
        return rows
    level = level_games(rows)
    return level[level["strategy"] == strategy]


def _check_fit(definition: Definition, results: Results) -> None:
    faults = Faults()
    for key in PROVENANCE_KEYS:
        if key not in results.provenance:
            faults.note(PROVENANCE_FILE, f"the key {key}", "none")
    told = results.provenance.get("study")
    if told != definition.study:
        faults.add(FILE, f"a study with results of its own, {definition.study!r}", told)
    played = sorted(results.rows["strategy"].unique())
    if definition.strategy is not None and definition.strategy not in played:
        faults.add(FILE, f"strategy among {', '.join(played)}", definition.strategy)
    for name in played:
        if name not in definition.strategies:
            faults.note(FILE, f"a table [strategies.{name}] (it played)", "none")
    faults.raise_if_any()


def _strongest(
    level: pd.DataFrame, strategies: pd.DataFrame, provenance: Mapping[str, Any]
) -> str | None:
    """Return the strategy with level games that wins most against the others.

    Where they never met it is the last one that the study names: levels of skill ascend.
    """
    alone = sorted(level["strategy"].unique())
    if len(alone) <= 1:
        return next(iter(alone), None)
    met = strategies[strategies["strategy"].isin(alone)]
    if met.empty:
        declared = _declared(_study_file(provenance))
        return str(max(alone, key=lambda name: declared.index(name) if name in declared else -1))
    wins = met.groupby("strategy")[["wins", "seats"]].sum()
    return str((wins["wins"] / wins["seats"]).idxmax())


def _declared(study: Mapping[str, Any]) -> list[str]:
    """Return the strategies that play all seats, in the order of the study's levels."""
    levels = study.get("levels", {"": study.get("strategies", ())}).values()
    mixes = [[mix] if isinstance(mix, str) else mix for level in levels for mix in level]
    return [mix[0] for mix in mixes if len(mix) == 1]


def _study_file(provenance: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the study file that the results come from; InputError if it is no TOML."""
    try:
        return tomllib.loads(str(provenance["study_file"]))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"expected the study file as TOML, got: {error} ({PROVENANCE_FILE})"
        ) from None


def _odds(definition: Definition, provenance: Mapping[str, Any]) -> pd.DataFrame:
    """Return the combat odds under the rules of the study, if the report has them."""
    if "odds" not in definition.sections:
        return pd.DataFrame()
    return odds_table(_study_file(provenance).get("rules", {}).get("overrides", {}))


def _maps(definition: Definition, results: Results) -> Mapping[str, Mapping[str, Sequence[Any]]]:
    """Return the maps that were played on, if the report shows them."""
    if not {"map", "maps"} & set(definition.sections):
        return {}
    game = load_game(str(results.provenance["game"]), "game of the study")
    return {name: game.board_table(name) for name in sorted(results.rows["map"].unique())}


def _judged(definition: Definition, rows: pd.DataFrame, results: Results) -> MapFindings:
    """Return what the games of one strategy tell about the maps, if the report judges them."""
    if "maps" not in definition.sections:
        return MapFindings()
    found = find_maps(rows, results.areas, definition.band)
    if not found.judgements:
        wanted = f"at least {FEWEST_GAMES} games on some map"
        raise expected(wanted, len(one_row_a_game(rows)), f"{FILE}, section maps")
    return found
