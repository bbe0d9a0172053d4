"""Who sees which field of a state (AMB-47); `view` tells what it shows of those seen in part."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.visibility import table

VISIBILITY: Final = table(
    everybody="""
    seen control side attacker crossed team out income order rolled rolling rank point
    decider active place turn fighting building status ending mode steps reach on_road leads came
    resume transit spell asked dice rating roller hits fight_hex fled letter half quiet forced
    winner regroup_place switched remove_hex remove_seat after_removal fought won
    spells hex_battles
    """,
    own="gold memory",
    known="shown last_seen",
    part="""
    hex strength moved pinned casts acted regrouped raised gave got fresh walked berth count wizards
    next_block mover caster target dispeller
    """,
    nobody="opened bought_steps lost_steps streams log log_size log_open stamp mark far queue",
)
