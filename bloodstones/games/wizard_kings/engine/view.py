"""What a seat may see: its own blocks, how many stand where, and what was laid open (AMB-47)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.wizard_kings.engine.pieces import friends, seat_of
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import ALL, BLOCKS, GONE, NOBODY, GameState, Opened
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.options import SEAT_ORDER


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
    """Return what a seat sees in a state; nothing in it is shared with the state."""
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


@entry
def lies_open(s: GameState, t: RuleTables, block: int, seat: int) -> bool:
    """Tell whether a seat sees what a block is now: the one rule of it (AMB-47, AMB-48).

    It sees the blocks of its team; those in the hex of a battle until that is won; of a spell that
    is carried out the wizard, the unit that it works on, and all that damage or Panic may fall on;
    and wizards that are out of the game, those lost in building when the phase is over (AMB-44).
    """
    h = s.hex[block]
    if friends(s, seat_of(block), seat):
        return True
    if h == GONE:
        return bool(not s.building or s.opened[Opened.HEX, block] == GONE)
    if h < 0:
        return False
    if s.caster != NOBODY:
        if block == s.caster or block == s.target:
            return True
        effect = t.spell_effect[s.spell]
        if h == s.fight_hex and (effect == Effect.DAMAGE or effect == Effect.PANIC):
            return True
    return bool(s.fighting and s.winner == 0 and h == s.fight_hex)


def public_count(s: GameState, t: RuleTables, h: int, owner: int, seat: int) -> int:
    """Return how many blocks of an owner a seat counts: setup and building are unseen (AMB-44)."""
    if owner == seat:
        return int(s.count[h, owner])
    if s.building:
        return int(s.seen[h, owner])
    if s.turn == 0 and t.setup_order != SEAT_ORDER:
        return 0
    return int(s.count[h, owner])
