"""Who sees which field of a state (AMB-48, AMB-24).

What is seen in part of a field `view` tells.
"""

from __future__ import annotations

from typing import Final

from bloodstones.kit.visibility import table

VISIBILITY: Final = table(
    everybody="""
    point decider active turn battle_turn first status ending loser rank resume battle noted_vp
    battles_won last_winner shown terrain banner holder tent at portal hex figures given poison
    stun ordered by_card marched moved attacks shots aim pursued extra_dice extra_move units vp lore
    played killed command_discard known under_owner command_unders lore_discard lore_unders to_draw
    drawer to_put draw_point command quota who march window asked card card_seat card_step card_x
    card_point overrun mover mode steps halted origin passed level attacker target source goal
    dice roll loose keeping fury card_dice shield sheltered hold used dying was open owed way gone
    failed vacated countered counter_point terror roll_for follow banner_vp scenario_vp tent_vp
    kill_vp kills fought counters damage retreats cards_played lore_gained hex_fights lead_since
    lead lead_changes
    """,
    own="scenario_deck lore_under memory",
    size="scenario_hand command_hand lore_hand",
    part="scenario army left laid mustered command_under",
    nobody="command_deck lore_deck streams log log_size stamp mark far queue codes",
)
