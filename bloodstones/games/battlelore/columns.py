"""The columns of the game's tidy table, and one playthrough as rows."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.contract.game import Column, Role, Setup
from bloodstones.games.battlelore.engine.state import NOBODY, Ending, GameState
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.rules.checks import KINDS
from bloodstones.games.battlelore.rules.names import Indicator

KEY, RESULT, POINTS, COURSE = Role.KEY, Role.RESULT, Role.POINTS, Role.COURSE
CONTEST: Final = Role.ACTIVITY | Role.CONTEST

COLUMNS: Final = (
    Column("players", "int8", "number of players", KEY),
    Column("map", "str", "scenarios, of Daqan and of Uthuk; drawn; campaign", KEY, "scenarios"),
    Column("seat", "int8", "seat, from 0", KEY),
    Column("turn_order", "int8", "0 for the first player of the last battle", KEY),
    Column("faction", "str", "faction id", KEY),
    Column("scenario", "str", "own scenario of the last battle", KEY, for_players=True),
    Column("strategy", "str", "strategy id", KEY),
    Column("score", "int32", "victory points", RESULT, "VP"),
    Column("vp_banners", "int16", "points of banners (BL-TURN-06)", POINTS, "banners", "#c9a227"),
    Column("vp_scenario", "int16", "points of the scenario", POINTS, "scenario", "#4c8a4a"),
    Column("vp_tents", "int16", "points of tents (BL-TERRAIN-07)", POINTS, "tents", "#7a4a8c"),
    Column("vp_kills", "int16", "points of units destroyed", POINTS, "units", "#b04848"),
    Column("vp_battles", "int16", "points of battles won (BL-CAMPAIGN-04)", POINTS, "battles"),
    Column("rank", "int8", "1 for the winner; both without one", RESULT),
    Column("win_credit", "float64", "1 for the winner, a half each without one", RESULT),
    Column("finished", "bool", "whether the rules gave a winner", RESULT),
    Column("end_reason", "str", "vp_lead, last_unit, campaign_sum; round_limit", RESULT),
    Column("game_turns", "int16", "turns of both seats", COURSE, "turns", for_players=True),
    Column("lead_changes", "int16", "times that the lead passed to the other", COURSE),
    Column("lead_since", "int16", "turn from which the last leader led", COURSE),
    Column("attacks", "int16", "attacks and counters made", CONTEST),
    Column("counters", "int16", "of these counters", CONTEST),
    Column("damage", "int16", "damage dealt", CONTEST),
    Column("kills", "int16", "enemy units destroyed", CONTEST),
    Column("driven", "int16", "hexes that enemies retreated", CONTEST),
    Column("lore_cards", "int16", "lore cards played"),
    Column("lore", "int16", "lore gained"),
    Column("units_left", "int8", "units on the board at the end"),
    *(
        Column(
            f"mustered_{kind}",
            "int8",
            f"units of the {place} kind of the faction, mustered for the last battle",
            label=f"{place} kind mustered",
        )
        for kind, place in enumerate(("first", "second", "third", "fourth", "fifth"))
    ),
    Column("tent", "int8", "1 with a command tent"),
)

MEASURES: Final = (Column("fights", "int64", "attacks on a unit in the hex", Role.CONTEST),)


def scores(state: GameState, t: RuleTables) -> list[int]:
    """Return the victory points by seat, of all battles of a campaign."""
    own = [int(points) for points in state.vp]
    noted = [int(points) for points in state.noted_vp]
    over = state.ending == Ending.CAMPAIGN_SUM
    return noted if over else [a + b for a, b in zip(own, noted, strict=True)]


def rows_of(setup: Setup, state: GameState, t: RuleTables) -> list[dict[str, Any]]:
    """Return what the table tells of a playthrough, a row a seat."""
    ranks = [int(rank) for rank in state.rank]
    points = scores(state, t)
    rows = []
    for seat, place in enumerate(setup.seats):
        parts = {
            "vp_banners": int(state.banner_vp[seat]),
            "vp_scenario": int(state.scenario_vp[seat]),
            "vp_tents": int(state.tent_vp[seat]),
            "vp_kills": int(state.kill_vp[seat]),
        }
        rows.append(
            {
                "players": len(ranks),
                "map": setup.board or "drawn",
                "seat": seat,
                "turn_order": int(state.first != seat),
                "faction": place.role,
                "scenario": Indicator(int(state.scenario[seat])).id,
                "strategy": place.strategy,
                "score": points[seat],
                **parts,
                "vp_battles": points[seat] - sum(parts.values()),
                "rank": ranks[seat],
                "win_credit": 1 / ranks.count(1) if ranks[seat] == 1 else 0.0,
                "finished": state.ending != Ending.ROUND_LIMIT,
                "end_reason": Ending(int(state.ending)).id,
                "game_turns": int(state.turn),
                "lead_changes": int(state.lead_changes),
                "lead_since": int(state.lead_since) if state.lead != NOBODY else 0,
                "attacks": int(state.fought[seat]),
                "counters": int(state.counters[seat]),
                "damage": int(state.damage[seat]),
                "kills": int(state.kills[seat]),
                "driven": int(state.retreats[seat]),
                "lore_cards": int(state.cards_played[seat]),
                "lore": int(state.lore_gained[seat]),
                "units_left": int(state.units[seat]),
                **{f"mustered_{kind}": int(state.army[seat, kind]) for kind in range(KINDS)},
                "tent": int(state.army[seat, KINDS]),
            }
        )
    return rows
