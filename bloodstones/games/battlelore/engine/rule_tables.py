"""The rules of one setup, packed for kernels: one read-only record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.battlelore.engine.state import ANYWHERE, SCENARIOS, SEATS, UNITS
from bloodstones.games.battlelore.rules.board import (
    HEXES,
    ON_LINE,
    PLACES,
    distances,
    neighbours,
    seat_hex,
    section_bits,
    sight,
)
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, KINDS, LORE_CARDS, NAMED, SLOTS
from bloodstones.games.battlelore.rules.names import WINDOW_OF, Ability, Faction, Lore
from bloodstones.games.battlelore.rules.register import Readings, packed
from bloodstones.games.battlelore.rules.ruleset import Ruleset, Scenario, UnitType

ALL_KINDS: Final = SEATS * KINDS
ABILITIES: Final = len(Ability)
EFFECTS: Final = len(Lore)


class RuleTables(Layout):
    """Rules of one setup; a kind of unit is `seat * KINDS + place` among those of its faction."""

    fixed: Annotated[Array, np.int8, (SEATS,)]  # scenario, -1 where it is drawn
    players: Annotated[int, np.int64]  # two, for the kernels that all games share
    campaign: Annotated[int, np.int64]
    faction: Annotated[Array, np.int8, (SEATS,)]

    win_vp: Annotated[int, np.int64]
    cards: Annotated[int, np.int64]
    decoys: Annotated[int, np.int64]
    budget: Annotated[int, np.int64]
    tent_budget: Annotated[int, np.int64]
    unspent: Annotated[int, np.int64]
    scenario_cards: Annotated[int, np.int64]
    command_deal: Annotated[int, np.int64]
    command_back: Annotated[int, np.int64]
    lore_deal: Annotated[int, np.int64]
    lore_back: Annotated[int, np.int64]
    lore_hand: Annotated[int, np.int64]
    lore_gain: Annotated[int, np.int64]
    lore_gain_with_card: Annotated[int, np.int64]
    cure_cost: Annotated[int, np.int64]
    tent_vp: Annotated[int, np.int64]
    two_dice: Annotated[int, np.int64]  # in forest

    neighbour: Annotated[Array, np.int16, (HEXES, DIRECTIONS)]
    distance: Annotated[Array, np.int8, (HEXES, HEXES)]
    line: Annotated[Array, np.int8, (HEXES, HEXES, 2, ON_LINE)]
    split: Annotated[Array, np.int8, (HEXES, HEXES)]
    back: Annotated[Array, np.int8, (HEXES, HEXES, 2)]
    section: Annotated[Array, np.int8, (SEATS, HEXES)]  # 1 left, 2 centre, 4 right
    row: Annotated[Array, np.int8, (SEATS, HEXES)]  # from the own edge, from 1

    kind: Annotated[Array, np.int8, (UNITS,)]
    units: Annotated[Array, np.int8, (ALL_KINDS,)]
    unit_class: Annotated[Array, np.int8, (ALL_KINDS,)]
    ranged: Annotated[Array, np.int8, (ALL_KINDS,)]
    range: Annotated[Array, np.int8, (ALL_KINDS,)]
    move: Annotated[Array, np.int8, (ALL_KINDS,)]
    attack: Annotated[Array, np.int8, (ALL_KINDS,)]
    health: Annotated[Array, np.int8, (ALL_KINDS,)]
    single: Annotated[Array, np.int8, (ALL_KINDS,)]
    muster: Annotated[Array, np.int8, (ALL_KINDS,)]
    ability: Annotated[Array, np.int8, (ALL_KINDS, ABILITIES)]
    named: Annotated[Array, np.int8, (EFFECTS,)]  # kind that a lore card speaks of, -1

    command_copies: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    quota: Annotated[Array, np.int8, (COMMAND_CARDS, ANYWHERE + 1)]
    who: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    card_dice: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    card_move: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    card_lore: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    card_march: Annotated[Array, np.int8, (COMMAND_CARDS,)]
    lore_copies: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]
    lore_cost: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]
    lore_card: Annotated[Array, np.int8, (SEATS, LORE_CARDS)]  # names.Lore
    amount: Annotated[Array, np.int8, (EFFECTS,)]
    window: Annotated[Array, np.int8, (EFFECTS,)]

    # Scenarios, on the hexes of the board
    sc_terrain: Annotated[Array, np.int8, (SEATS, SCENARIOS, HEXES)]
    sc_banner: Annotated[Array, np.int8, (SEATS, SCENARIOS, HEXES)]
    sc_rows: Annotated[Array, np.int8, (SEATS, SCENARIOS)]
    sc_rule: Annotated[Array, np.int8, (SEATS, SCENARIOS)]
    sc_amount: Annotated[Array, np.int8, (SEATS, SCENARIOS)]
    sc_kind: Annotated[Array, np.int8, (SEATS, SCENARIOS)]  # place of the kind, -1

    equal_initiative: Annotated[int, np.int64]
    dead_ends: Annotated[int, np.int64]
    support_check: Annotated[int, np.int64]
    counter_scope: Annotated[int, np.int64]
    tent_capture: Annotated[int, np.int64]
    double_shot_target: Annotated[int, np.int64]
    kill_vp: Annotated[int, np.int64]
    banner_control: Annotated[int, np.int64]
    poison_lore: Annotated[int, np.int64]
    forest_dice: Annotated[int, np.int64]
    minimum_dice: Annotated[int, np.int64]
    empty_deck: Annotated[int, np.int64]
    pass_friends: Annotated[int, np.int64]
    rune_blade_hits: Annotated[int, np.int64]
    token_removal: Annotated[int, np.int64]
    immovable_use: Annotated[int, np.int64]
    building_shield: Annotated[int, np.int64]
    unspent_base: Annotated[int, np.int64]
    deploy_order: Annotated[int, np.int64]
    deploy_impassable: Annotated[int, np.int64]
    single_order: Annotated[int, np.int64]
    order_fewer: Annotated[int, np.int64]
    win_check: Annotated[int, np.int64]
    round_limit: Annotated[int, np.int64]
    corner_touch: Annotated[int, np.int64]
    corner_retreat: Annotated[int, np.int64]
    flying_end_impassable: Annotated[int, np.int64]
    flying_terrain: Annotated[int, np.int64]
    lore_on_counter: Annotated[int, np.int64]
    vigilant_scope: Annotated[int, np.int64]
    flanking_by_flankers: Annotated[int, np.int64]
    rage_counts: Annotated[int, np.int64]
    unstoppable_strength: Annotated[int, np.int64]
    pursue_terrain: Annotated[int, np.int64]
    flying_retreat: Annotated[int, np.int64]
    battle_cry_turn: Annotated[int, np.int64]
    overrun_stop: Annotated[int, np.int64]
    frenzy_limit: Annotated[int, np.int64]
    ferocity_retreat: Annotated[int, np.int64]
    double_shot_split: Annotated[int, np.int64]


def pack(
    rules: Ruleset,
    factions: Sequence[Faction],
    fixed: Sequence[int],
    campaign: bool,
    readings: Readings,
) -> RuleTables:
    """Pack the rules of a setup.

    Parameters
    ----------
    factions
        By seat.
    fixed
        By seat the number of its scenario, -1 where it is drawn.
    campaign
        Whether four battles are played.
    """
    t = RuleTables.new()
    for name, number in packed(readings).items():
        setattr(t, name, number)
    for name, number in rules.numbers.items():
        setattr(t, "two_dice" if name == "forest_dice" else name, number)
    t.fixed[:], t.faction[:] = fixed, factions
    t.players = SEATS
    t.campaign = int(campaign)
    _pack_board(t)
    _pack_commands(t, rules)
    t.named[:] = -1
    t.window[:] = WINDOW_OF
    for seat, faction in enumerate(factions):
        units = rules.units_of(faction)
        for place, unit in enumerate(units):
            _pack_unit(t, seat * KINDS + place, unit)
        of_slot = [place for place, unit in enumerate(units) for _ in range(unit.units)]
        t.kind[seat * SLOTS : (seat + 1) * SLOTS] = [seat * KINDS + place for place in of_slot]
        names = [unit.unit for unit in units]
        for place, card in enumerate(rules.lore_of(faction)):
            t.lore_copies[seat, place], t.lore_cost[seat, place] = card.copies, card.cost
            t.lore_card[seat, place], t.amount[card.card] = card.card, card.amount
            if card.card in NAMED:
                t.named[card.card] = seat * KINDS + names.index(NAMED[card.card])
        for number, scenario in enumerate(rules.scenarios_of(faction)):
            _pack_scenario(t, seat, number, scenario, names)
    return t


def _pack_board(t: RuleTables) -> None:
    t.neighbour[:], t.distance[:] = neighbours(), distances()
    t.line[:], t.split[:], t.back[:] = sight(bool(t.corner_touch))
    for seat in range(SEATS):
        for h in range(HEXES):
            mine = seat_hex(seat, h)
            t.section[seat, h] = section_bits(mine)
            t.row[seat, h] = PLACES[mine][0] + 1


def _pack_commands(t: RuleTables, rules: Ruleset) -> None:
    for place, card in enumerate(rules.commands):
        t.command_copies[place], t.who[place] = card.copies, card.who
        t.quota[place] = card.left, card.centre, card.right, card.anywhere
        t.card_dice[place], t.card_move[place] = card.dice, card.move
        t.card_lore[place], t.card_march[place] = card.lore, card.march


def _pack_unit(t: RuleTables, kind: int, unit: UnitType) -> None:
    t.units[kind], t.unit_class[kind], t.ranged[kind] = unit.units, unit.kind, unit.attack
    t.range[kind], t.move[kind], t.attack[kind] = unit.range, unit.move, unit.dice
    t.health[kind], t.single[kind], t.muster[kind] = unit.health, unit.single, unit.muster
    for ability, amount in unit.abilities.items():
        t.ability[kind, ability] = amount


def _pack_scenario(
    t: RuleTables, seat: int, number: int, scenario: Scenario, names: Sequence[str]
) -> None:
    for h, land in scenario.terrain.items():
        t.sc_terrain[seat, number, seat_hex(seat, h)] = land
    for h, points in scenario.banners.items():
        t.sc_banner[seat, number, seat_hex(seat, h)] = points
    t.sc_rows[seat, number], t.sc_rule[seat, number] = scenario.rows, scenario.rule
    t.sc_amount[seat, number] = scenario.amount
    t.sc_kind[seat, number] = names.index(scenario.unit) if scenario.unit in names else -1
