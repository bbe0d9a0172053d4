"""The current battle at a table: at a unit's turn, and where the last of some hits is given.

Blocks in the hex of a battle lie open. Spells, retreats and units that change sides are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, cast

from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import (
    ATTACKING,
    BLOCKS,
    DEFENDING,
    NOBODY,
    Point,
)
from bloodstones.games.wizard_kings.record.header import hex_name
from bloodstones.games.wizard_kings.rules.names import Letter, Terrain
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
SIDES: Final = {ATTACKING: "attacker", DEFENDING: "defender"}
BESIDE: Final = "To the death: without spells and retreats."


class Fighting(NamedTuple):
    """A block in the battle: a unit by its name, its strength, whether it has had its turn."""

    block: int
    side: int
    letter: Letter
    name: str
    strength: int
    acted: bool


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return what a seat which decides can ask about a battle, see `kit.table.at_hand`."""
    game = cast(Playthrough, play)
    state = game.state
    if not state.fighting or state.winner or state.forced:
        return ()
    return tuple(_asked(game))


def _asked(play: Playthrough) -> Iterator[AtHand]:
    """Yield the battle at a unit's turn, and after each unit that may take the last of the hits."""
    state, fighting = play.state, _fighting(play)
    if int(state.point) == Point.ACT:
        yield from _question(play, fighting, "", None)
    elif int(state.point) == Point.HIT and state.hits == 1 and state.target == NOBODY:
        for code in play.legal_codes().tolist():
            decision = Decision.unpack(code)
            if decision.kind is Kind.HIT:
                after = [_weaker(each, each.block == decision.x) for each in fighting]
                taken = next(each for each in fighting if each.block == decision.x)
                words = f", {taken.name} {taken.block} hit"
                yield from _question(play, [each for each in after if each.strength], words, code)


def _weaker(each: Fighting, hit: bool) -> Fighting:
    return each._replace(strength=each.strength - 1) if hit else each


def _fighting(play: Playthrough) -> list[Fighting]:
    """Return the blocks in the battle: of a letter those first that have had their turn."""
    state, tables, units = play.state, play.tables, play.game_setup.rules.units
    blocks = []
    for block in range(play.seats * BLOCKS):
        if state.hex[block] == state.fight_hex:
            unit = units[int(tables.kind[block])]
            side = int(state.side[state.fight_hex, block // BLOCKS])
            acted, strength = bool(state.acted[block]), int(state.strength[block])
            blocks.append(Fighting(block, side, unit.letter, unit.unit, strength, acted))
    return sorted(blocks, key=lambda each: (each.letter, -each.side, not each.acted))


def _question(
    play: Playthrough, fighting: Sequence[Fighting], words: str, code: int | None
) -> Iterator[AtHand]:
    """Yield the battle of two seats, if who had a turn had it in the order of fire."""
    turns = [each.acted for each in fighting]
    seats = {each.block // BLOCKS for each in fighting}
    of_side = {side: [each for each in fighting if each.side == side] for side in SIDES}
    in_order = turns == sorted(turns, reverse=True)
    if not in_order or len(seats) != len(SIDES) or not all(of_side.values()):
        return
    done = 0 if all(turns) else sum(turns)
    h = int(play.state.fight_hex)
    land = Terrain(int(play.tables.land[h]))
    asked = {
        name: ", ".join(f"{each.name}:{each.strength}" for each in of_side[side])
        for side, name in SIDES.items()
    }
    armies = [play.game_setup.armies[of_side[side][0].block // BLOCKS].id.title() for side in SIDES]
    where = f"{hex_name(h, play.game_setup.board.width)} ({land.id})"
    yield AtHand(
        f"{' against '.join(armies)} in {where}{words}",
        ODDS,
        asked | {"terrain": land.id, "turns_done": str(done)},
        code,
        BESIDE,
    )
