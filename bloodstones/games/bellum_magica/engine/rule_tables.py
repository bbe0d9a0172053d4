"""The rules of a line-up as one read-only record for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.bellum_magica.engine.state import (
    CASTLES,
    CREATURES,
    KINDS,
    LOCATIONS,
    NOTHING,
    SEATS,
    VALUES,
)
from bloodstones.games.bellum_magica.rules.cards import ICONS, LOOT, ROWS
from bloodstones.games.bellum_magica.rules.names import Chest, Place, Resource, Side, Token
from bloodstones.games.bellum_magica.rules.reading import STACKED, Ruleset
from bloodstones.games.bellum_magica.rules.register import DEFAULTS, Readings, packed

TURN_LIMIT: Final = 2000
PLENTY: Final = 20_000  # tokens of an unlimited supply
SIDES: Final = len(Side)


class RuleTables(Layout):
    """The constants of a playthrough; options under their own names."""

    players: Annotated[int, np.int64]
    seat_castle: Annotated[Array, np.int8, (SEATS,)]  # NOTHING: left to the rules (AMB-17)
    castles: Annotated[int, np.int64]
    castle_rows: Annotated[Array, np.int8, (CASTLES, ROWS, ICONS)]
    castle_shields: Annotated[Array, np.int8, (CASTLES,)]
    castle_magic: Annotated[Array, np.int8, (CASTLES,)]
    creatures: Annotated[int, np.int64]
    goblins: Annotated[int, np.int64]  # the first creatures are goblins
    most_evil_first: Annotated[int, np.int64]  # number of the first most evil creature
    icons: Annotated[Array, np.int8, (CREATURES, SIDES, ROWS, ICONS)]
    bonus: Annotated[Array, np.int8, (CREATURES,)]  # a `Token`, NOTHING for none
    locations: Annotated[int, np.int64]  # without the tavern, which comes next
    location_kind: Annotated[Array, np.int8, (LOCATIONS,)]
    shields: Annotated[Array, np.int8, (LOCATIONS,)]
    magic_shields: Annotated[Array, np.int8, (LOCATIONS,)]
    loot: Annotated[Array, np.int8, (LOCATIONS, len(LOOT))]
    in_play: Annotated[Array, np.int16, (len(STACKED),)]
    chests: Annotated[Array, np.int8, (KINDS, VALUES)]
    chest_mean: Annotated[Array, np.float64, (KINDS,)]  # value of a chest of the kind
    supply: Annotated[Array, np.int16, (len(Resource),)]
    token_supply: Annotated[Array, np.int16, (len(Token),)]
    dealt_goblins: Annotated[int, np.int64]
    face_up: Annotated[int, np.int64]
    evil_food: Annotated[int, np.int64]
    most_evil_glyph: Annotated[int, np.int64]
    most_evil_food: Annotated[int, np.int64]
    most_evil_glyphs_alone: Annotated[int, np.int64]
    barrel_limit: Annotated[int, np.int64]
    robbed_shields: Annotated[int, np.int64]
    end_chests: Annotated[int, np.int64]
    turn_limit: Annotated[int, np.int64]
    first_captain: Annotated[int, np.int64]
    reroll_order: Annotated[int, np.int64]
    attack_without_chests: Annotated[int, np.int64]
    stolen_pick: Annotated[int, np.int64]
    resource_supply: Annotated[int, np.int64]
    chest_shortage: Annotated[int, np.int64]
    recruit_order: Annotated[int, np.int64]
    bonus_supply: Annotated[int, np.int64]
    stall_days: Annotated[int, np.int64]
    castle_choice: Annotated[int, np.int64]
    goblin_placement: Annotated[int, np.int64]
    shortage_order: Annotated[int, np.int64]
    thief_use: Annotated[int, np.int64]
    dry_attack: Annotated[int, np.int64]
    day_limit: Annotated[int, np.int64]
    location_reshuffle: Annotated[int, np.int64]


def pack(rules: Ruleset, castles: Sequence[str], readings: Readings = DEFAULTS) -> RuleTables:
    """Pack the rules of a table of players.

    Parameters
    ----------
    castles
        By seat the id of the castle board, "" to leave it to the rules.

    Examples
    --------
    >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
    >>> tables = pack(load_ruleset(), ["", "C2"])
    >>> int(tables.players), tables.seat_castle[:2].tolist(), tables.in_play.tolist()
    (2, [-1, 1], [3, 3, 10])
    """
    t = RuleTables.new()
    t.players = len(castles)
    names = [castle.id for castle in rules.castles]
    t.seat_castle[:] = NOTHING
    for seat, name in enumerate(castles):
        t.seat_castle[seat] = names.index(name) if name else NOTHING
    t.in_play[:] = rules.in_play[len(castles)]
    for name, number in {**_last_names(rules), **packed(readings)}.items():
        setattr(t, name, number)
    t.turn_limit = TURN_LIMIT
    _pack_cards(t, rules)
    _pack_supplies(t, rules)
    return t


def _last_names(rules: Ruleset) -> dict[str, int]:
    """Return the prices and limits by their names in the tables."""
    return {
        name.partition(".")[2]: number
        for name, number in rules.numbers.items()
        if name.startswith(("price.", "play."))
    }


def _pack_cards(t: RuleTables, rules: Ruleset) -> None:
    t.castles = len(rules.castles)
    for number, castle in enumerate(rules.castles):
        t.castle_rows[number] = castle.rows
        t.castle_shields[number] = castle.shields
        t.castle_magic[number] = castle.magic_shields
    t.creatures = len(rules.creatures)
    decks = [creature.deck for creature in rules.creatures]
    t.goblins = decks.count(decks[0].GOBLIN)
    t.most_evil_first = t.goblins + decks.count(decks[0].EVIL)
    for number, creature in enumerate(rules.creatures):
        rows = np.array(creature.rows)
        for side in Side:
            first = ICONS // SIDES * side
            last = first + ICONS // SIDES
            t.icons[number, side, :, first:last] = rows[:, first:last]
        t.bonus[number] = NOTHING if creature.bonus is None else creature.bonus
    t.locations = sum(location.kind is not Place.TAVERN for location in rules.locations)
    for number, location in enumerate(rules.locations):
        t.location_kind[number] = location.kind
        t.shields[number] = location.shields
        t.magic_shields[number] = location.magic_shields
        t.loot[number] = location.loot


def _pack_supplies(t: RuleTables, rules: Ruleset) -> None:
    for kind in Chest:
        for value, count in rules.chests[kind].items():
            t.chests[kind, value] = count
        t.chest_mean[kind] = rules.mean_of(kind)
    for resource in Resource:
        number = rules.numbers[f"supply.{resource.id}"]
        t.supply[resource] = PLENTY if t.resource_supply else number
    for token in Token:
        number = rules.numbers[f"supply.{token.id}"]
        t.token_supply[token] = PLENTY if t.bonus_supply else number
    t.dealt_goblins = rules.numbers["setup.goblins"]
    t.face_up = rules.numbers["setup.face_up"]
