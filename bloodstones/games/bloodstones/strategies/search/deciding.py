"""One decision of a searching strategy: the kit's search with the kernels of this game."""

from __future__ import annotations

from bloodstones.core.kernel import entry
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
)
from bloodstones.games.bloodstones.strategies.barring import keep_allowed
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.features import describe
from bloodstones.games.bloodstones.strategies.search.candidates import is_searched, nature_of
from bloodstones.games.bloodstones.strategies.search.judging import judge
from bloodstones.games.bloodstones.strategies.search.worlds import deal_world
from bloodstones.kit.search import deciding
from bloodstones.kit.search.knobs import Bench


@entry
def decide(
    family: int,
    states: Array,
    t: RuleTables,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    n: int,
    root: Bench,
    b: Bench,
) -> int:
    """Return the index of the decider's choice, see `kit.search.deciding.decide`.

    What its policies are barred from is no candidate.
    """
    n = keep_allowed(states[0], t, policies[0], out, n)
    return deciding.decide(
        apply,
        legal_decisions,
        is_chance,
        draw_outcome,
        choose,
        deal_world,
        judge,
        describe,
        is_searched,
        nature_of,
        STRATEGY_STREAM,
        family,
        states,
        t,
        policies,
        knobs,
        values,
        out,
        n,
        root,
        b,
    )
