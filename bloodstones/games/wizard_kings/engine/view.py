"""The view of a seat: its blocks, numbers of others' blocks by hex, open blocks (AMB-47)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import ALL, BLOCKS, GONE, GameState
from bloodstones.games.wizard_kings.fields import lies_open, public_count


@dataclass(frozen=True, slots=True)
class Seen:
    """A block that a seat sees: whose, its kind in `Ruleset.units`, hex and strength."""

    seat: int
    kind: int
    hex: int
    strength: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees.

    Attributes
    ----------
    blocks
        Its team's blocks on the map, and those that lie open in a battle or a spell (`lies_open`).
    counts
        (hex, seat) -> number of blocks standing there.
    gone
        Wizards eliminated, by block.
    gold
        GP that the seat has to spend.
    """

    blocks: Mapping[int, Seen]
    counts: Mapping[tuple[int, int], int]
    gone: tuple[int, ...]
    gold: int


def view(game: Playthrough, seat: int) -> View:
    """Return what a seat sees now."""
    return visible(game.state, game.tables, seat)


def visible(s: GameState, t: RuleTables, seat: int) -> View:
    """Return what a seat sees in a state; nothing in it is shared with the state (WK-SETUP-07)."""
    blocks = {
        block: Seen(block // BLOCKS, int(t.kind[block]), int(s.hex[block]), int(s.strength[block]))
        for block in range(int(t.players) * BLOCKS)
        if s.hex[block] >= 0 and lies_open(s, t, block, seat)
    }
    counts = {}
    for h in range(int(t.hexes)):
        for other in range(int(t.players)):
            number = int(public_count(s, t, h, other, seat))
            if number:
                counts[h, other] = number
    gone = tuple(
        block for block in range(ALL) if s.hex[block] == GONE and lies_open(s, t, block, seat)
    )
    return View(MappingProxyType(blocks), MappingProxyType(counts), gone, int(s.gold[seat]))
