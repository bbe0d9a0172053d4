"""Who sees which field of a state (BS-GEN-12 to -14).

What is seen in part of a field `view` tells.
"""

from __future__ import annotations

from typing import Final

from bloodstones.kit.visibility import table

VISIBILITY: Final = table(
    everybody="""
    units force_size total held areas_held kinds villages village_total citadel discard bag_size
    discard_size drawer draw_goal after_draw vp regroups pool village_count captured
    citadels_taken undead_supply cutiecorn point decider active first_seat turn placed finisher
    final_steps status ending rank eliminated raided left_area left_units points_left restarting
    pips_left picked due last_unit after_cost column_area column_size column move_cost rides
    undead_ready undead_area steps_left battle_area side_seat draws_due swaps_done loser_side
    only_by_ship beaten removed kept_out battles battles_won withdrawals units_built units_lost
    villages_built villages_lost turns home area_battles area_built area_captured
    """,
    own="hand hand_pips memory",
    size="bag",
    part="hand_size drawn swapped",
    nobody="streams log log_size log_open stamp mark queue worths",
)
