"""Computing all tables of a report from the results of a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.definition import FILE, SECTIONS, Definition
from bloodstones.report.findings import ORDER, SEAT, Findings, LeadFindings, MapFindings, OnMaps
from bloodstones.report.leads import find_leads
from bloodstones.report.luck import find_luck
from bloodstones.report.maps import by_map, find_maps, judge_maps
from bloodstones.report.on_maps import NAME, Rates, find_on_maps
from bloodstones.report.own import Own, own_of
from bloodstones.report.resulting import NOTHING, Resulting, find_resulting
from bloodstones.report.sensitivity import find_sensitivity, study_of
from bloodstones.report.terms import FACTION, TURN_ORDER, regrouped
from bloodstones.report.what_ifs import changed_rows, find_lengths, find_what_ifs
from bloodstones.report.worth import find_worth
from bloodstones.stats.balance import match_ups, strategy_rates, win_rates
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.luck import battle_shares
from bloodstones.stats.summary import activity, area_rates, game_lengths, points_by_source
from bloodstones.stats.table import (
    BASE,
    PROVENANCE_FILE,
    Results,
    base_rows,
    level_games,
    mixed_games,
    one_row_a_game,
    rounds,
)
from bloodstones.stats.unevenness import FEWEST_GAMES

LENGTH = ("game_turns",)
CHOICES = ("choices",)
NEEDED: Mapping[str, Sequence[str]] = {
    "maps": (ORDER,),
    "luck": (ORDER,),
    "length": LENGTH,
    "choices": CHOICES,
    "what_if_seats": (ORDER,),
    "what_if_lengths": LENGTH,
}
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


def find(definition: Definition, results: Results) -> Findings:
    """Compute all tables of a report.

    Raises
    ------
    InputError
        If the definition does not fit the results: another study, a strategy that did not play,
        a strategy without a text, a section that the game has no figures for.
    """
    brings = own_of(str(results.provenance.get("game")))
    _check_fit(definition, results, brings)
    columns, measures = results.columns, results.measures
    rows, band, seed = base_rows(results.rows), definition.band, definition.seed
    stopping = results.provenance.get("stopping")
    rates = partial(win_rates, band=band, seed=seed, stopping=stopping)
    level, mixed = level_games(rows), mixed_games(rows)
    strategies = strategy_rates(rates(mixed, ["players", "strategy"]))
    strategy = definition.strategy or _strongest(level, strategies, results.provenance)
    own = _speaking(rows, strategy)
    games = one_row_a_game(own)
    provenance = results.provenance
    place, by = place_of(own), ["players", "strategy"]
    by_strategy = rates(level, [*by, "faction"])
    seats_by_strategy = rates(level, [*by, place])
    met = partial(match_ups, level, by, band=band, stopping=stopping)
    return Findings(
        definition,
        results,
        brings,
        strategy,
        own,
        factions=rates(own, ["players", "faction"]),
        seats=rates(own, ["players", place]),
        choices=_having(own, CHOICES, lambda: rates(own, ["players", *CHOICES, "faction"])),
        by_strategy=by_strategy,
        seats_by_strategy=seats_by_strategy,
        joint=_joint(level, ((by_strategy, FACTION), (seats_by_strategy, place)), band),
        strategies=strategies,
        match_ups=match_ups(own, band=band, stopping=stopping),
        match_ups_by_strategy=_section(definition, "match_ups", met),
        points=points_by_source(own, ["players", "faction"], columns.names(Role.POINTS), seed=seed),
        activity=activity(own, ["players", "faction"], columns.names(Role.ACTIVITY)),
        lengths=_having(own, LENGTH, lambda: game_lengths(own, ["players"], seed=seed)),
        rounds=_having(own, LENGTH, lambda: _rounds(games)),
        leads=find_leads(own, seed) if "leads" in definition.sections else LeadFindings(),
        luck=_section(definition, "luck", lambda: find_luck(rows, seed)),
        luck_of_battles=_section(definition, "luck", lambda: _battles(results, seed)),
        areas=area_rates(rows, results.areas, [column.name for column in measures]),
        brought=_brought(definition, brings, results),
        maps=_maps(definition, results),
        judged=_judged(definition, own, level, results),
        on_maps=_on_maps(definition, level, rates, provenance),
        resulting=_resulting(definition, results, strategy, brings),
        declared=tuple(_declared(study_table(provenance))),
        **_compared(definition, results, strategy, brings),
    )


def _rounds(games: pd.DataFrame) -> pd.DataFrame:
    """Return how many rounds games took."""
    return pd.DataFrame({"players": games["players"], "rounds": rounds(games)})


def _on_maps(
    definition: Definition, level: pd.DataFrame, rates: Rates, provenance: Mapping[str, Any]
) -> OnMaps:
    """Return who wins on which map, if the report tells it."""
    if NAME not in definition.sections:
        return OnMaps()
    return find_on_maps(level, place_of(level), rates, _declared(study_table(provenance)))


def _resulting(
    definition: Definition, results: Results, strategy: str | None, brings: Own
) -> Resulting:
    """Return what the what-ifs lead to, if the report tells them."""
    if "what_ifs" not in definition.sections:
        return NOTHING
    names = {name: text.name for name, text in definition.strategies.items()}
    rows = regrouped(_speaking(results.rows, strategy), definition.by, names)
    return find_resulting(changed_rows(rows), results.provenance, brings)


def place_of(rows: pd.DataFrame) -> str:
    """Return the column that tells the place of a seat: in turn order, or else clockwise."""
    return ORDER if ORDER in rows else SEAT


def _compared(
    definition: Definition, results: Results, strategy: str | None, brings: Own
) -> dict[str, pd.DataFrame]:
    """Return the tables of the sections that compare games on the same luck."""
    names = {name: text.name for name, text in definition.strategies.items()}
    by, rows = definition.by, _speaking(results.rows, strategy)
    told = regrouped(rows, by, names)
    study = partial(study_of, results.provenance)
    makers: Mapping[str, Callable[[], pd.DataFrame]] = {
        "what_ifs": lambda: find_what_ifs(changed_rows(told)),
        "what_ifs_by_strategy": lambda: _by_level(definition, results.rows),
        "what_if_seats": lambda: find_what_ifs(regrouped(rows, TURN_ORDER, names)),
        "what_if_lengths": lambda: find_lengths(rows),
        "sensitivity": lambda: find_sensitivity(told, study(), definition.seed),
        "worth": lambda: find_worth(
            regrouped(base_rows(results.rows), by, names), brings.restriction
        ),
    }
    wanted = {"what_ifs_by_strategy": "what_ifs"}
    return {
        name: _section(definition, wanted.get(name, name), make) for name, make in makers.items()
    }


def _joint(
    level: pd.DataFrame, compared: Sequence[tuple[pd.DataFrame, str]], band: float
) -> pd.DataFrame:
    """Return the joint tests of some tables of win rates by players, strategy and a column."""
    by = ("players", "strategy")
    tests = [joint_tests(level, table, what, by, band) for table, what in compared]
    return pd.concat(tests, ignore_index=True)


def _battles(results: Results, seed: int) -> pd.DataFrame:
    """Return what the luck of battles makes, where arms of the study draw it anew."""
    arms = study_table(results.provenance).get("arms", {})
    again = [name for name, arm in arms.items() if arm.get("redraw")]
    if not again:
        return pd.DataFrame()
    rows = results.rows[results.rows["arm"].isin([BASE, *again])]
    return battle_shares(level_games(rows), seed=seed)


def _by_level(definition: Definition, rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes for every strategy that played all seats, if several did."""
    level = level_games(rows)
    played = sorted(level["strategy"].unique())
    if definition.by != FACTION or len(played) <= 1 or "what_ifs" not in definition.sections:
        return pd.DataFrame()
    parts = [
        find_what_ifs(changed_rows(level[level["strategy"] == name])).assign(strategy=name)
        for name in played
    ]
    return pd.concat(parts, ignore_index=True)


def _section(definition: Definition, name: str, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
    """Return the table of a section if the report has it."""
    return make() if name in definition.sections else pd.DataFrame()


def _having(
    rows: pd.DataFrame, columns: Sequence[str], make: Callable[[], pd.DataFrame]
) -> pd.DataFrame:
    """Return a table if there are the columns that it needs; not every game has them."""
    return make() if all(name in rows for name in columns) else pd.DataFrame()


def _speaking(rows: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the rows that speak for factions: those in which the strategy played every seat."""
    if strategy is None:
        return rows
    level = level_games(rows)
    return level[level["strategy"] == strategy]


def _check_fit(definition: Definition, results: Results, brings: Own) -> None:
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
    for section in definition.sections:
        absent = [name for name in NEEDED.get(section, ()) if name not in results.rows]
        if absent:
            faults.note(FILE, f"the column {absent[0]} for the section {section}", "none")
        if section == "points" and not results.columns.of(Role.POINTS):
            faults.note(FILE, "sources of points for the section points", "none")
        if section == "activity" and not results.columns.of(Role.ACTIVITY):
            faults.note(FILE, "columns of activity for the section activity", "none")
        if section not in (*SECTIONS, *brings.sections):
            faults.note(FILE, f"a section that {results.provenance['game']} has", section)
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
        declared = _declared(study_table(provenance))
        return str(max(alone, key=lambda name: declared.index(name) if name in declared else -1))
    wins = met.groupby("strategy")[["wins", "seats"]].sum()
    return str((wins["wins"] / wins["seats"]).idxmax())


def _declared(study: Mapping[str, Any]) -> list[str]:
    """Return the strategies that play all seats, in the order of the study's levels."""
    levels = study.get("levels", {"": study.get("strategies", ())}).values()
    mixes = [[mix] if isinstance(mix, str) else mix for level in levels for mix in level]
    return [mix[0] for mix in mixes if len(mix) == 1]


def study_table(provenance: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the study file that the results come from; InputError if it is no TOML."""
    try:
        return toml_of(str(provenance["study_file"]))
    except ValueError as error:
        raise InputError(
            f"expected the study file as TOML, got: {error} ({PROVENANCE_FILE})"
        ) from None


def _brought(
    definition: Definition, brings: Own, results: Results
) -> Mapping[str, Mapping[str, pd.DataFrame]]:
    """Return the tables of the sections that only this game has, of those that the report has."""
    wanted = {
        name: brings.sections[name] for name in definition.sections if name in brings.sections
    }
    if not wanted:
        return {}
    study, rows = study_table(results.provenance), base_rows(results.rows)
    return {
        name: {**section.find(study), **section.count(rows)} for name, section in wanted.items()
    }


def _maps(definition: Definition, results: Results) -> Mapping[str, Mapping[str, Sequence[Any]]]:
    """Return the maps that were played on, if the report shows them."""
    if not {"map", "maps"} & set(definition.sections):
        return {}
    game = load_game(str(results.provenance["game"]), "game of the study")
    played = set(results.rows["map"]) - {""}
    for name in definition.boards:
        if name not in played:
            raise expected("a board that was played on", name, f"{FILE} boards")
    return {name: game.board_table(name) for name in definition.boards or sorted(played)}


def _judged(
    definition: Definition, own: pd.DataFrame, level: pd.DataFrame, results: Results
) -> MapFindings:
    """Return what the games of one strategy each tell about the maps, if the report judges them."""
    if "maps" not in definition.sections:
        return MapFindings()
    found = find_maps(own, results, definition.band)
    if not found.judgements:
        wanted = f"at least {FEWEST_GAMES} games on some map"
        raise expected(wanted, len(one_row_a_game(own)), f"{FILE}, section maps")
    spoken = set(own["strategy"])
    others = {
        str(name): judge_maps(by_map(rows), results, definition.band)
        for name, rows in level.groupby("strategy", sort=True)
        if name not in spoken
    }
    return replace(found, others=others)
