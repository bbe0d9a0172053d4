"""Whole playthroughs with searching strategies: the kit's loop with the kernels of this game."""

from __future__ import annotations

from bloodstones.core.kernel import loop
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.lead import follow
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
)
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.features import describe
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.search.deciding import decide
from bloodstones.kit.search import noting, playing
from bloodstones.kit.search.knobs import Bench


@loop
def search_on(
    choosers: Array,
    family: int,
    states: Array,
    t: RuleTables,
    p: Policy,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    root: Bench,
    b: Bench,
    course: Array,
) -> int:
    """Play on by kernels and one search, see `kit.search.playing.play_on`."""
    return playing.play_on(
        legal_decisions,
        apply,
        is_chance,
        draw_outcome,
        choose,
        decide,
        follow,
        choosers,
        family,
        states,
        t,
        p,
        policies,
        knobs,
        values,
        out,
        root,
        b,
        course,
    )


@loop
def note_on(
    choosers: Array,
    family: int,
    states: Array,
    t: RuleTables,
    p: Policy,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    root: Bench,
    b: Bench,
    notes: Array,
    progress: Array,
    strays: int,
) -> None:
    """Play on by kernels and one search and note the turns, see `kit.search.noting.note_on`."""
    noting.note_on(
        legal_decisions,
        apply,
        is_chance,
        draw_outcome,
        choose,
        decide,
        describe,
        STRATEGY_STREAM,
        choosers,
        family,
        states,
        t,
        p,
        policies,
        knobs,
        values,
        out,
        root,
        b,
        notes,
        progress,
        strays,
    )
