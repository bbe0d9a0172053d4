"""What a finished playthrough tells in numbers: by seat and by area."""

from __future__ import annotations

import numpy as np

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.lead import (
    BUILT,
    CHANGES,
    LED,
    OWN_TURNS,
    SCORED,
    SINCE,
    at_first_regroup,
    points_behind,
)
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOWHERE,
    Ending,
    GameState,
    Source,
)


def add_areas(sums: dict[str, Array], state: GameState, placed: Array) -> None:
    """Add what a finished playthrough counted by area to the sums, arrays over areas.

    `placed`: the areas where the citadels were placed, see `figures`.
    """
    areas = len(sums["citadels"])
    for area in placed[placed != NOWHERE]:
        sums["citadels"][area] += 1
    sums["battles"] += state.area_battles[:areas]
    sums["villages_built"] += state.area_built[:areas]
    sums["villages_captured"] += state.area_captured[:areas]


def figures(state: GameState, course: Array, placed: Array) -> dict[str, Array]:
    """Return the numeric columns of one finished playthrough, one value per seat.

    `course` is who led, `placed` are the areas where the citadels were placed, NOWHERE for none.
    """
    players = len(placed)
    seats = np.arange(players)
    winners = int((state.rank[:players] == 1).sum())
    first = at_first_regroup(course, players)
    by_seat = {
        "seat": seats,
        "turn_order": (seats - int(state.first_seat)) % players,
        "score": state.vp[:players].sum(axis=1),
        "vp_start": state.vp[:players, Source.START],
        "vp_battles": state.vp[:players, Source.BATTLES],
        "vp_villages": state.vp[:players, Source.VILLAGES],
        "vp_captured_villages": state.vp[:players, Source.CAPTURED_VILLAGES],
        "vp_captured_citadels": state.vp[:players, Source.CAPTURED_CITADELS],
        "citadel_area": placed,
        "villages": state.village_count[:players],
        "villages_built": state.villages_built[:players],
        "villages_lost": state.villages_lost[:players],
        "villages_captured": state.captured[:players],
        "citadels_captured": state.citadels_taken[:players],
        "battles_attacking": state.battles[ATTACKER, :players],
        "battles_defending": state.battles[DEFENDER, :players],
        "battles_won": state.battles_won[:players],
        "withdrawals": state.withdrawals[:players],
        "units_built": state.units_built[:players],
        "units_lost": state.units_lost[:players],
        "regroups": state.regroups[:players],
        "first_regroup_turns": first[:, OWN_TURNS],
        "first_regroup_built": first[:, BUILT],
        "first_regroup_villages": first[:, SCORED],
        "turns": state.turns[:players],
        "game_turns": np.full(players, state.turn),
        "lead_changes": np.full(players, course[CHANGES]),
        "lead_since": np.full(players, course[SINCE]),
        "turns_led": course[LED : LED + players],
        **{
            name: points_behind(course, round(moment * int(state.turn)), players)
            for name, moment in MOMENTS.items()
        },
        "rank": state.rank[:players],
        "win_credit": (state.rank[:players] == 1) / winners,
        "finished": np.full(players, state.ending != Ending.TURN_LIMIT),
        "ending": np.full(players, state.ending),
    }
    return {name: np.array(values) for name, values in by_seat.items()}
