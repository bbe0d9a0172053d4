"""How BattleLore looks: its terrains."""

from __future__ import annotations

from typing import Final

from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.glyphs import glyphs_for
from bloodstones.kit.pictures.scene import Look

# Fills differ in greyscale, too.
LOOKS: Final = {
    Terrain.CLEAR.id: Look("#f1ebcf", "#41462f", "clear", tile="meadow"),
    Terrain.HILL.id: Look("#d0a061", "#6a5026", "hill", tile="hills"),
    Terrain.FOREST.id: Look("#6fa576", "#274a30", "forest", tile="woods"),
    Terrain.BUILDING.id: Look("#a8737a", "#5b3a40", "building", tile="houses"),
    "tent": Look("#efd9c0", "#6b513a", "tent", tile="tents"),
    Terrain.RIVER.id: Look("#9ccbe3", "#1f4560", "river", tile="stream"),
    Terrain.LAKE.id: Look("#7fb2d6", "#17364f", "lake", tile="waters"),
    Terrain.BRIDGE.id: Look("#c9c3bb", "#6a6258", "bridge", tile="planks"),
    "ford": Look("#bcdcec", "#35576a", "ford", tile="stones"),
}
GLYPHS: Final = glyphs_for(__file__)
# The glyphs of units and of the cards of a deployment.
UNITS: Final = {
    "yeoman_archers": "bow",
    "citadel_guard": "guard",
    "riverwatch_riders": "horse",
    "rune_golem": "golem",
    "roc_warrior": "bird",
    "blood_harvesters": "claws",
    "viper_legion": "snake",
    "flesh_ripper_brutes": "wolf",
    "obscenes": "maw",
    "chaos_lord": "demon",
    "tent": "tent",
    "decoy": "unknown",
}
COMMANDS: Final = {
    **{f"{order}_left": "arrow_left" for order in ("patrol", "attack", "assault")},
    **{f"{order}_center": "arrow_up" for order in ("patrol", "attack", "assault")},
    **{f"{order}_right": "arrow_right" for order in ("patrol", "attack", "assault")},
    "line_advance": "arrows",
    "wedge": "spear",
    "pincer": "arrow_pair",
    "onslaught": "swords",
    "battle_march": "flag",
    "darken_the_skies": "bow",
    "mounted_charge": "horse",
    "heavy_advance": "hammer",
    "battlelore": "star",
}
LORE: Final = {
    "battle_cry": "cry",
    "rune_blade": "magic_sword",
    "runic_barrier": "wall",
    "take_to_the_skies": "wings",
    "shield_wall": "shield",
    "hold_the_line": "spears",
    "arrow_storm": "bow",
    "rune_ward": "rune",
    "rally": "flag",
    "foresight": "eye",
    "fury_of_yllan": "flame",
    "overrun": "claws",
    "portal": "portal",
    "unstoppable": "club",
    "dark_sacrifice": "skull",
    "venom": "snake",
    "demon_hide": "magic_shield",
    "terror": "ghost",
    "savage_charge": "wolf",
    "blood_price": "drop",
}
STATES: Final = {"poison": "drop", "stun": "star", "ordered": "flag"}
BOARD: Final = BoardLooks(LOOKS, GLYPHS)
