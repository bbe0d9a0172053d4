"""Who sees which field of a state (BM-GATHER-02, AMB-25)."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.visibility import table

VISIBILITY: Final = table(
    everybody="""
    castle troop resources tokens spent chest_count supply token_supply stack_size where pile_size
    offer location left shown point decider active captain first_captain stage turn row done
    passed quiet moved status ending rank card due gainer kind scouting victim thieves named moves
    locations_taken tavern_visits castle_attacks recruited recruited_left rerolls food_gained
    glyphs_gained
    """,
    own="points secret memory",
    size="chests",
    known="known",
    nobody="stack streams log log_size log_open",
)
