"""How Bloodstones looks: terrains, borders and pieces.

The fills of terrains differ in every kind of colour vision and in greyscale, their marks by their
shapes.
"""

from __future__ import annotations

from typing import Final

from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.glyphs import glyphs_for
from bloodstones.kit.pictures.scene import Look

CITADEL: Final = "citadel"
VILLAGE: Final = "hamlet"  # the glyph of a village that has an owner
# The glyphs of units, see `glyphs.svg` here and in `kit.pictures`.
SIGNS: Final = {
    Unit.SKIRMISHER: "bow",
    Unit.SWORDSMAN: "sword",
    Unit.AXEMAN: "axe",
    Unit.SHIELDBEARER: "shield",
    Unit.CAVALRY: "horse",
    Unit.LIZARDMAN: "lizard",
    Unit.GOBLIN: "goblin",
    Unit.RAIDER: "scimitar",
    Unit.HORDE: "spears",
    Unit.SIEGE_ENGINE: "catapult",
    Unit.LEADER: "crown",
    Unit.SHIP: "ship",
    Unit.CASTLE: "castle",
    Unit.DRAGON: "dragon",
    Unit.GIANT: "giant",
    Unit.NECROMANCER: "hood",
    Unit.BLANK: "blank",
    Unit.CITADEL: "tower",
    Unit.UNDEAD: "skull",
    Unit.CUTIECORN: "unicorn",
}
LOOKS: Final = {
    Terrain.SEA.id: Look(
        "#9ccbe3", "#1d3b4a", "sea", strewn="wave", spacing=0.075, grain=0.0136, below=True
    ),
    Terrain.PLAINS.id: Look(
        "#e7d67f", "#57501f", "plains", strewn="grass", spacing=0.038, grain=0.0075
    ),
    Terrain.FOREST.id: Look(
        "#6fa576", "#244a2c", "forest", strewn="tree", spacing=0.027, grain=0.0105
    ),
    Terrain.HILLS.id: Look(
        "#d08e4b", "#6b4418", "hills", strewn="hill", spacing=0.034, grain=0.0136
    ),
    Terrain.MOUNTAINS.id: Look(
        "#8d8a91", "#4b4950", "mountains", strewn="mountain", spacing=0.04, grain=0.016
    ),
    Terrain.DESERT.id: Look(
        "#f8efdc", "#6a6147", "desert", strewn="dune", spacing=0.045, grain=0.0136
    ),
    "shallows": Look(
        *("#d9eef7", "#2f5a70"),
        width=0.0125,
        rim=0.0245,
        rim_light="#b9dcee",
        rim_dark="#264a5c",
        below=True,
    ),
    "water_border": Look("#f4fafd", "#6f93a5", width=0.0025, dashes=(4, 2.4), below=True),
    "border": Look(
        *("#4f402b", "#1a160f"),
        width=0.002,
        rim=0.0115,
        rim_light="#2b1d0822",
        rim_dark="#00000033",
    ),
    "river": Look(
        *("#2f7fb5", "#5fb0dd"), width=0.0054, rim=0.0092, rim_light="#f4fafd", rim_dark="#1d3b4a"
    ),
    "coast": Look("#3a2f22", "#8fb9cf", width=0.0038),
    "frame": Look("#3b3226", "#0e0d0c", width=0.0033),
    "tile": Look("#efe4cb", "#453c2b"),
}
BOARD: Final = BoardLooks(LOOKS, glyphs_for(__file__), water=Terrain.SEA.id, by_hand=True)
