"""What the numbers of the rules mean, in words, and the clause of each."""

from __future__ import annotations

from typing import Final

# Number of the rules -> clause and meaning; cells of cards (C1.shields, E07.R1) can be set as well.
MEANINGS: Final = {
    "supply.food": ("BM-COMP-06", "food tokens"),
    "supply.glyph": ("BM-COMP-06", "glyph tokens"),
    "supply.barrel": ("BM-COMP-06", "barrels"),
    "supply.shield": ("BM-COMP-05", "shield tokens"),
    "supply.reroll": ("BM-COMP-05", "reroll tokens (confusion spells)"),
    "supply.magic_shield": ("BM-COMP-05", "magic shield tokens"),
    "setup.goblins": ("BM-SETUP-02", "goblins dealt to each player"),
    "setup.face_up": ("BM-SETUP-08", "open creatures of each pile"),
    "price.evil_food": ("BM-RECRUIT-02", "food for an evil creature"),
    "price.most_evil_glyph": ("BM-RECRUIT-03", "glyphs for a most evil creature, with food"),
    "price.most_evil_food": ("BM-RECRUIT-03", "food beside them"),
    "price.most_evil_glyphs_alone": ("BM-RECRUIT-03", "glyphs for one without food"),
    "play.barrel_limit": ("BM-ATTACK-08", "most barrels of a player"),
    "play.robbed_shields": ("BM-ATTACK-13", "shield tokens of whoever is robbed"),
    "play.end_chests": ("BM-ATTACK-14", "chests of a player that end the game"),
}
