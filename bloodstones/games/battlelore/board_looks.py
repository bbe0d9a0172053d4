"""How BattleLore looks: its terrains."""

from __future__ import annotations

from typing import Final

from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.scene import Look

# Fills differ in greyscale, too.
LOOKS: Final = {
    Terrain.CLEAR.id: Look("#f1ebcf", "#41462f", "clear"),
    Terrain.HILL.id: Look("#d0a061", "#6a5026", "hill"),
    Terrain.FOREST.id: Look("#6fa576", "#274a30", "forest"),
    Terrain.BUILDING.id: Look("#a8737a", "#5b3a40", "building"),
    "tent": Look("#efd9c0", "#6b513a", "tent"),
    Terrain.RIVER.id: Look("#9ccbe3", "#1f4560", "river"),
    Terrain.LAKE.id: Look("#7fb2d6", "#17364f", "lake"),
    Terrain.BRIDGE.id: Look("#c9c3bb", "#6a6258", "bridge"),
    "ford": Look("#bcdcec", "#35576a", "ford"),
}
BOARD: Final = BoardLooks(LOOKS)
