"""A second, slow and plain generator of legal decisions, to hold the engine to.

    p = start(terrain, near, factions, seed, label, replicate)
    while names := legal(p):
        apply(p, names[0])

A decision is named as the engine names it ("build ship 35", "march 12 by ship"); which decisions
there are and in which order parts of one are named follows the engine's documented grammar, what is
legal and what follows is worked out from the clauses of the rules digest. Nothing comes from the
package; the luck is the documented one, so both play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tests.oracle import generator_battles as battles
from tests.oracle import generator_cutiecorn as cutiecorn
from tests.oracle import generator_moves as moves
from tests.oracle import generator_turns as turns
from tests.oracle import generator_villages as villages
from tests.oracle import generator_waste as waste
from tests.oracle.generator_luck import Luck
from tests.oracle.generator_position import Position, new_position

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def start(
    terrain: Sequence[str],
    near: Sequence[Sequence[int]],
    factions: Sequence[str],
    seed: int,
    label: str = "",
    replicate: int = 0,
    turn_limit: int = 600,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Position:
    """The first decision of a playthrough; `options`: readings that differ from the default."""
    luck = Luck(seed, label, replicate)
    p = new_position(terrain, near, factions, luck, turn_limit)
    p.options = dict(options)
    cutiecorn.open_variant(p, options)
    turns.deal(p)
    return p


def main_actions(p: Position) -> list[str]:
    """BS-TURN-05, BS-TURN-06, BS-CHAOS-07."""
    fights = battles.attacks(p)
    raids = raid_tiles(p) if p.is_horde(p.active) and not p.raided else []
    return (fights or ["pass"]) + raids + villages.builds(p) + moves.columns(p)


def raid_tiles(p: Position) -> list[str]:
    """BS-RAID-02, AMB-10."""
    return villages.raid_tiles(p) or waste.wasted(p, "raid_tile")


def settle_tiles(p: Position) -> list[str]:
    """BS-VILLAGE-01, AMB-10."""
    return villages.settle_tiles(p) or waste.wasted(p, "settle_tile")


LEGAL: dict[str, Callable[[Position], list[str]]] = {
    "citadel": turns.citadels,
    "found": turns.foundings,
    "raid": lambda p: ["pass", *raid_tiles(p)],
    "raid_village": villages.raids,
    "undead": moves.undead,
    "undead_step": moves.undead_steps,
    "reenter": villages.reentries,
    "main": main_actions,
    "build_cost": villages.discards,
    "select": moves.selections,
    "marched": moves.continuations,
    "pay": moves.payments,
    "withdraw": battles.withdrawals,
    "keep_out": battles.keep_outs,
    "swap": battles.swaps,
    "casualty": battles.casualties,
    "retreat": battles.retreats,
    "raise": battles.risings,
    "settle": lambda p: ["pass", *settle_tiles(p)],
    "settle_area": villages.settlements,
    "resettle": villages.resettlements,
    "final": lambda p: battles.attacks(p) or ["pass"],
    "over": lambda p: [],
    "no_site": lambda p: [],
}

PASS: dict[str, Callable[[Position], None]] = {
    "found": turns.end_founding,
    "raid": turns.end_raid,
    "raid_village": lambda p: leave_raid(p),
    "undead": lambda p: go_to(p, "main"),
    "undead_step": lambda p: go_to(p, "undead"),
    "reenter": lambda p: go_to(p, "main"),
    "main": turns.end_main,
    "withdraw": lambda p: battles.choose_fighters(p, 0),
    "keep_out": battles.end_keeping_out,
    "swap": battles.keep,
    "settle": turns.end_settling,
    "settle_area": turns.end_settling,
    "resettle": turns.end_settling,
    "final": turns.end_final_step,
}


def go_to(p: Position, point: str) -> None:
    p.point = point


def leave_raid(p: Position) -> None:
    """The Chaos Horde's raid is one of its main actions."""
    if p.is_horde(p.active):
        p.pips, p.picked, p.point = 0, 0, "main"
    else:
        turns.end_raid(p)


def retreat(p: Position, goal: int, by_ship: bool) -> None:
    battles.flee(p, goal, by_ship)
    battles.after_retreat(p)


def withdraw(p: Position, goal: int, by_ship: bool) -> None:
    battles.flee(p, goal, by_ship)
    battles.end(p)


APPLY: dict[str, Callable[[Position, list[str]], None]] = {
    "pass": lambda p, _: PASS[p.point](p),
    "citadel": lambda p, a: turns.place_citadel(p, int(a[0])),
    "home": lambda p, a: turns.choose_home(p, int(a[0])),
    "found": lambda p, a: turns.found_unit(p, a[0], int(a[1])),
    "raid_tile": lambda p, a: villages.spend_on_raid(p, a[0]),
    "raid_village": lambda p, a: villages.raid(p, int(a[0]), int(a[1])),
    "undead": lambda p, a: moves.set_out(p, int(a[0])),
    "undead_step": lambda p, a: moves.undead_step(p, int(a[0]), "cutiecorn" in a),
    "reenter": lambda p, a: villages.place(p, a[0], int(a[1]), "main"),
    "build": lambda p, a: villages.place(p, a[0], int(a[1]), "main"),
    "discard": lambda p, a: villages.discard(p, a[0]),
    "column": lambda p, a: moves.form_column(p, int(a[0])),
    "select": lambda p, a: select(p, a[0]),
    "march": lambda p, a: moves.march(p, int(a[0])),
    "end_move": lambda p, _: moves.end_move(p),
    "pay": lambda p, a: moves.pay(p, a[0]),
    "attack": lambda p, a: battles.attack(p, int(a[0]), int(a[1])),
    "withdraw": lambda p, a: withdraw(p, int(a[0]), len(a) > 1),
    "swap": lambda p, a: battles.swap(p, int(a[0]), a[1]),
    "keep_out": lambda p, a: battles.keep_out(p, a[0]),
    "casualty": lambda p, a: battles.casualty(p, a[0]),
    "retreat": lambda p, a: retreat(p, int(a[0]), len(a) > 1),
    "raise": lambda p, a: battles.rise(p, int(a[0])),
    "settle_tile": lambda p, a: villages.spend_on_villages(p, a[0]),
    "settle": lambda p, a: villages.settle(p, int(a[0])),
    "resettle": lambda p, a: villages.settle(p, int(a[0])),
}


def select(p: Position, unit: str) -> None:
    p.column[unit] = p.column.get(unit, 0) + 1
    p.last = unit


def legal(p: Position) -> list[str]:
    """The legal decisions of `p.decider` by name; none when the playthrough is over."""
    return LEGAL[p.point](p)


def apply(p: Position, decision: str) -> None:
    """Carry out a legal decision and go on to the next one; changes the position."""
    word, *arguments = decision.split()
    APPLY[word](p, arguments)
    cutiecorn.settle(p)


def count_sequences(p: Position, depth: int) -> int:
    """The number of sequences of `depth` decisions from here; one that ends sooner counts once."""
    names = legal(p)
    if depth == 1 or not names:
        return max(1, len(names))
    total = 0
    for name in names:
        twin = p.copy()
        apply(twin, name)
        total += count_sequences(twin, depth - 1)
    return total
