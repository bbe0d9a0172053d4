"""How Dare looks: its terrains."""

from __future__ import annotations

from typing import Final

from bloodstones.kit.pictures.scene import Look
from tests.toy.rules.board import Terrain

LOOKS: Final = {
    Terrain.FIELD.id: Look("#dfe3b0", "#41462f", "field"),
    Terrain.HILL.id: Look("#d3a96a", "#6a5026", "hill"),
}
