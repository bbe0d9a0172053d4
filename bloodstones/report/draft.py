"""A report of any finished study: its sections are chosen from the columns and the factors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.contract.game import Role
from bloodstones.core.errors import InputError
from bloodstones.games.registry import load_game
from bloodstones.kit.players.strategy import LEARNED
from bloodstones.report.definition import Definition, StrategyText
from bloodstones.report.find import place_of, study_table
from bloodstones.report.findings import ORDER
from bloodstones.report.luck import find_luck
from bloodstones.report.own import own_of
from bloodstones.report.what_ifs import changed_rows, find_what_ifs
from bloodstones.report.wording import title
from bloodstones.report.worth import find_worth
from bloodstones.stats.leads import check_leads
from bloodstones.stats.table import BASE, Results, base_rows, level_games
from bloodstones.stats.unevenness import FEWEST_GAMES
from bloodstones.stats.verdicts import BAND

if TYPE_CHECKING:
    import pandas as pd

LACKS: Final = "is a computer player whose strength against people was not measured"


@dataclass(frozen=True, slots=True)
class Draft:
    """A report that nobody defined.

    Attributes
    ----------
    definition
        What is in it.
    left_out
        Sections that the study asks for, but that its games do not give, with the reason.
    """

    definition: Definition
    left_out: Mapping[str, str] = field(default_factory=dict)


def draft(results: Results, titles: Mapping[str, str]) -> Draft:
    """Return a report of all that a study tells.

    Parameters
    ----------
    titles
        What strategies do, in a few words, by id; others are known by their names alone.
    """
    told, left_out = results.provenance, {}
    chosen = []
    for name, tells in ASKED.items():
        try:
            if tells(results):
                chosen.append(name)
        except InputError as error:
            left_out[name] = error.message
    played = sorted(map(str, results.rows["strategy"].unique()))
    definition = Definition(
        title=title(str(told["study"])),
        study=str(told["study"]),
        question=str(told["question"]),
        band=BAND,
        seed=0,
        strategy=None,
        sections=tuple(chosen),
        strategies={name: _text(name, titles.get(name, "")) for name in played},
        maps={},
        notes={},
    )
    return Draft(definition, left_out)


def has_roles(results: Results) -> bool:
    """Whether several roles sat at the tables, so that they can be compared."""
    return results.rows["faction"].nunique() > 1


def _text(name: str, words: str) -> StrategyText:
    does = f"plays this way: {words}" if words else f"is the strategy {name}"
    known, learned, folder = name.partition(LEARNED)
    shown = title(known if learned else Path(name.rpartition(":")[2]).stem)
    if learned:
        shown += f" ({Path(folder).name})"
    return StrategyText(shown, does, LACKS)


def _arms(results: Results) -> bool:
    arms = set(results.rows.get("arm", ())) - {BASE}
    if not arms or "sensitivity" in study_table(results.provenance):
        return False
    return not find_what_ifs(changed_rows(results.rows)).empty


def _seats(results: Results) -> bool:
    """Whether it can be told what a place is worth: not where a role has one place alone."""
    rows = base_rows(results.rows)
    place = place_of(rows)
    if place == ORDER:
        return True
    games = level_games(rows)
    return bool((games.groupby("faction")["seat"].nunique() > 1).any())


def _leads(results: Results) -> bool:
    columns = results.columns.names(Role.COURSE)
    if "lead_changes" not in columns:
        return False
    check_leads(results.rows, "section leads")
    return True


def _luck(results: Results) -> bool:
    """Whether two strategies each met themselves and the other in every seat."""
    rows = base_rows(results.rows)
    if ORDER not in rows:
        return False
    games = rows.groupby(["cell", "replicate"], sort=False)["strategy"].agg(["first", "nunique"])
    if games["first"].nunique() < len(("own", "other")) or games["nunique"].nunique() < len("12"):
        return False
    try:
        return not find_luck(rows, 0).empty
    except InputError:
        return False  # too few games, or other ones


def _worth(results: Results) -> bool:
    restriction = own_of(str(results.provenance["game"])).restriction
    rows = base_rows(results.rows)
    if restriction is None or not any(restriction.mark in name for name in set(rows["strategy"])):
        return False
    return not find_worth(rows, restriction).empty


def _boards(results: Results) -> bool:
    """Whether there are boards to draw; InputError if one is gone."""
    names = sorted(set(results.rows["map"]) - {""})
    game = load_game(str(results.provenance["game"]), "game of the study")
    for name in names:
        game.board_table(name)
    return bool(names)


def _several_boards(results: Results) -> bool:
    rows = base_rows(results.rows)
    if rows["map"].nunique() < len(("one", "other")) or ORDER not in rows:
        return False
    games = rows.drop_duplicates(["cell", "replicate"]).groupby(["map", "players"]).size()
    return bool((games >= FEWEST_GAMES).any())


def _several_choices(results: Results) -> bool:
    rows: pd.DataFrame = results.rows
    return "choices" in rows and rows["choices"].nunique() > 1


def _always(_: Any) -> bool:
    return True


# Section -> whether a study tells of it, in the order of the document.
ASKED: Final[Mapping[str, Callable[[Results], bool]]] = {
    "what_ifs": _arms,
    "sensitivity": lambda results: "sensitivity" in study_table(results.provenance),
    "worth": _worth,
    "what_if_seats": lambda results: ORDER in results.rows and _arms(results),
    "what_if_lengths": lambda results: "game_turns" in results.rows and _arms(results),
    "factions": has_roles,
    "match_ups": has_roles,
    "choices": _several_choices,
    "seats": _seats,
    "strategies": _always,
    "luck": _luck,
    "points": lambda results: bool(results.columns.of(Role.POINTS)),
    "activity": lambda results: (
        not results.columns.of(Role.POINTS) and bool(results.columns.of(Role.ACTIVITY))
    ),
    "length": lambda results: "game_turns" in results.rows,
    "leads": _leads,
    "maps": _several_boards,
    "map": _boards,
    "method": _always,
    "provenance": _always,
}
