"""Playing a world on, from one candidate to the horizon."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.state import OVER, GameState
from bloodstones.games.bloodstones.strategies.choosing import choose_by_plan
from bloodstones.games.bloodstones.strategies.search.judging import judge
from bloodstones.games.bloodstones.strategies.search.knobs import HORIZON, Bench
from bloodstones.games.bloodstones.tables import RuleTables
from bloodstones.games.bloodstones.turn import apply, legal_decisions


@kernel
def play_on(
    s: GameState, t: RuleTables, policies: Array, seat: int, proposer: int, knobs: Array, b: Bench
) -> None:
    """Play to the end, or for `HORIZON` turns (0: to the end), and judge in `b.utility`.

    Everybody plays by the first policy; `seat` goes on by that of the proposer to the end of the
    turn if it is its own.
    """
    turn = s.turn if s.active == seat else -1
    horizon = int(knobs[HORIZON])
    until = s.turn + horizon if horizon > 0 else t.turn_limit + t.turn_limit
    while s.point != OVER and s.turn < until:
        n = legal_decisions(s, t, b.legal)
        index = 0
        if n > 1:
            own = s.decider == seat and s.turn == turn
            index = choose_by_plan(s, t, policies[proposer if own else 0], b.legal, n)
        apply(s, t, b.legal[index], b.legal)
    judge(s, t, knobs, b.utility)


@kernel
def take(s: GameState, t: RuleTables, b: Bench, candidate: int) -> None:
    """Carry out a candidate with its plan."""
    s.memory[s.decider, :] = b.plan[candidate, :]
    apply(s, t, b.code[candidate], b.legal)
