"""The course of a playthrough for studies: the rules do not read it.

Who leads after each turn, and what each seat had at its first regroup.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.ending import final_score
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.games.bloodstones.engine.turn import is_chance
from bloodstones.kit.courses import NOTES, NOW, OWN, note_lead
from bloodstones.kit.playing import TURN

# Of the game's own notes by seat (`courses.OWN`): what stood at its first regroup.
OWN_TURNS: Final = 0
BUILT: Final = 1
SCORED: Final = 2


@kernel
def note_first_regroups(s: GameState, t: RuleTables, course: Array) -> None:
    """Note what stood at first regroups; called after a turn, in which a seat regroups once.

    Villages are not built between a regroup and the end of the turn, so what stands then stood at
    the regroup; so far it alone has scored villages (BS-REGROUP-03).
    """
    for seat in range(t.players):
        at = OWN + NOTES * seat
        if s.regroups[seat] > 0 and course[at + OWN_TURNS] == 0:
            course[at + OWN_TURNS] = s.turns[seat]
            course[at + BUILT] = s.villages_built[seat]
            worth = max(1, int(t.vp_per_village))
            course[at + SCORED] = s.vp[seat, Source.VILLAGES] // worth


@kernel
def standing_points(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the VP that a seat has in sight: scored ones and captures at their final worth.

    Captures score at the end only (BS-END-09); everyone sees them before.
    """
    if s.vp[seat, Source.CAPTURED_VILLAGES] + s.vp[seat, Source.CAPTURED_CITADELS] > 0:
        return final_score(s, seat)
    villages = int(s.captured[seat]) * int(t.vp_per_captured_village[seat])
    return final_score(s, seat) + villages + int(s.citadels_taken[seat]) * int(t.vp_per_citadel)


@entry
def follow(s: GameState, t: RuleTables, course: Array) -> None:
    """Note the course if a turn has ended, when a seat must decide again or the game is over."""
    if (s.turn == course[TURN] and s.point != Point.OVER) or is_chance(s):
        return
    ended = course[TURN]
    course[TURN] = s.turn
    note_first_regroups(s, t, course)
    for seat in range(t.players):
        course[NOW + seat] = standing_points(s, t, seat)
    note_lead(course, ended, t.players)
