"""The end of a turn and of the game (WK-WIN)."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import Ending, GameState, Point
from bloodstones.games.wizard_kings.events import Event


@kernel
def team_gp(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the GP of the cities of a seat's team (WK-TERRAIN-11)."""
    total = 0
    for other in range(t.players):
        if s.team[other] == s.team[seat]:
            total += s.income[other]
    return total


@entry
def standing(s: GameState, seat: int) -> int:
    """Return the GP of the cities that a seat holds, its allies' aside."""
    return int(s.income[seat])


@kernel
def end_turn(s: GameState, t: RuleTables) -> None:
    """See whether a side has reached the goal, else whether the last turn is over (AMB-17).

    See WK-WIN-01, -03.
    """
    best = 0
    for seat in range(t.players):
        best = max(best, team_gp(s, t, seat))
    teams_at_best = 0
    seen = -1
    for seat in range(t.players):
        if team_gp(s, t, seat) == best and s.team[seat] != seen:
            first = True
            for other in range(seat):
                first = first and s.team[other] != s.team[seat]
            teams_at_best += int(first)
            seen = s.team[seat]
    if t.goal > 0 and best >= t.goal and teams_at_best == 1:
        s.ending = Ending.GOAL
    elif s.turn >= t.turns:
        s.ending = Ending.TURN_LIMIT
    else:
        s.point = Point.NEXT_TURN
        return
    for seat in range(t.players):
        rank = 1
        for other in range(t.players):
            rank += int(team_gp(s, t, other) > team_gp(s, t, seat))
        s.rank[seat] = rank
        if rank == 1:
            tell_two(s, Event.GOAL, seat, best, s.ending)
    s.point = Point.OVER
