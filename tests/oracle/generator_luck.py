"""The luck of the second generator: its own keyed streams, in plain Python."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from tests.core.sfc32 import Sfc32

START, COMBAT, BAGS = 0, 1, 3  # streams: start player, two combat bags, six faction bags
COMBAT_BAG = (2, 2, 3, 3, 4, 4, 5, 5)  # BS-COMP-05


class Luck:
    """One stream for each source of chance of a playthrough."""

    def __init__(self, seed: int, label: str, replicate: int) -> None:
        text = f"{seed}\x1f{label}\x1f{replicate}".encode()
        digest = hashlib.blake2b(text, digest_size=12).digest()
        self.key = [int.from_bytes(digest[at : at + 4], "little") for at in (0, 4, 8)]
        self.streams: dict[int, Sfc32] = {}

    def copy(self) -> Luck:
        twin = object.__new__(Luck)
        twin.key = self.key
        twin.streams = {index: Sfc32(*stream.words) for index, stream in self.streams.items()}
        return twin

    def below(self, index: int, bound: int) -> int:
        if index not in self.streams:
            self.streams[index] = Sfc32.keyed(self.key, index)
        return self.streams[index].below(bound)

    def start_player(self, players: int) -> int:
        return self.below(START, players)

    def tile(self, seat: int, bag: Mapping[str, int], types: tuple[str, ...]) -> str:
        """A tile of the bag, the tiles lying in the order of their types."""
        tiles = [unit for unit in types for _ in range(bag.get(unit, 0))]
        return tiles[self.below(BAGS + seat, len(tiles))]

    def combat_tiles(self, side: int, count: int) -> list[int]:
        """Combat tiles from a full bag, in rising order (BS-COMBAT-05)."""
        bag = list(COMBAT_BAG)
        return sorted(bag.pop(self.below(COMBAT + side, len(bag))) for _ in range(count))
