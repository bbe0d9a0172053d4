"""How Wizard Kings looks: terrains, and what lies along the sides of hexes."""

from __future__ import annotations

from typing import Final

from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.glyphs import glyphs_for
from bloodstones.kit.pictures.scene import Look

# Fills of terrains differ in greyscale, too.
LOOKS: Final = {
    Terrain.CLEAR.id: Look("#efe3a4", "#4a4632", "clear", tile="meadow"),
    Terrain.FOREST.id: Look("#6fa576", "#2c4a33", "forest", tile="woods"),
    Terrain.SWAMP.id: Look("#8d9a8f", "#3d4442", "swamp", tile="fen"),
    Terrain.DESERT.id: Look("#f8efdc", "#6a6147", "desert", tile="sands"),
    Terrain.SEA.id: Look("#9ccbe3", "#22414f", "sea", below=True, tile="waters"),
    "water_border": Look("#f4fafd", "#6f93a5", width=0.0022, dashes=(4, 2.4), below=True),
    "coast": Look("#3a2f22", "#8fb9cf", width=0.0026),
    "mountain": Look("#7b5a3a", "#a98a63", "mountain side", 0.006),
    "pass": Look("#b9864f", "#c9a878", "pass", 0.004),
    "river": Look(
        *("#2f7fb5", "#5fb0dd", "river", 0.005), rim=0.008, rim_light="#f4fafd", rim_dark="#22414f"
    ),
    "bridge": Look("#8e6f3e", "#d0b079", "bridge", 0.005),
    "waterfall": Look("#1f5f8f", "#9fd4f2", "waterfall", 0.008, dashes=(0.4, 0.6)),
    "shoal": Look("#8a5a17", "#d9a860", "shoal", 0.006, dashes=(0.5, 0.6)),
    "road": Look("#a08a5a", "#8d7c55", "road", 0.002),
}
GLYPHS: Final = glyphs_for(__file__)
# The glyphs of units; those that are not listed have one of their own name.
SIGNS: Final = {
    "wicana": "wizard",
    "shakla": "witch",
    "ranger": "bow",
    "treek": "treant",
    "glader": "spear",
}
BOARD: Final = BoardLooks(LOOKS, GLYPHS, water=Terrain.SEA.id, landmark="city (GP)")
