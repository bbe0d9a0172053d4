"""Who sees which field of a state; `view` tells what it shows of those seen in part."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.visibility import table

VISIBILITY: Final = table(
    everybody="""
    sure discard played gained tent held bottom bottom_size top map_left limbo blocks known seen
    open shown stock what exits build terrain owner level reverted hero tokens empty placeable
    surveyed point decider active first turn stage picked faction start_square great offset lit
    paired status ending rank draw_seat draw_left after item_kind item_card item_copies item_joker
    item_life item_new item_used item_half item_from item_doom item_owner item_fight act act_x
    act_y needs deck terrain_drawn taken vain by_kind by_card by_item by_lit by_doom target
    ambushing fighting square against at_hero side heroes strength cards pure turns laid converted
    fought_back tally gains
    """,
    own="memory",
    size="draw hand ambush",
    part="pool cohort",
    nobody="streams log log_size work funds",
)
