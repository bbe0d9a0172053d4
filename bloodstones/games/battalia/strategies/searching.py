"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernel import entry
from bloodstones.core.layout import Array
from bloodstones.games.battalia.engine.state import STRATEGY_STREAM
from bloodstones.games.battalia.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
)
from bloodstones.games.battalia.engine.worlds import deal_world
from bloodstones.games.battalia.strategies.choosing import choose
from bloodstones.kit.search import deciding
from bloodstones.kit.search.candidates import ordinary, search_everything
from bloodstones.kit.search.judging import judge_by_rank
from bloodstones.kit.values.judging import nothing_to_describe


@entry
def decide(
    family: int,
    states: Array,
    t: Any,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    n: int,
    root: Any,
    b: Any,
) -> int:
    """Return the index of the choice, see `kit.search.deciding.decide`."""
    return deciding.decide(
        apply,
        legal_decisions,
        is_chance,
        draw_outcome,
        choose,
        deal_world,
        judge_by_rank,
        nothing_to_describe,
        search_everything,
        ordinary,
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
