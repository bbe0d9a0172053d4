"""The rules of a line-up as one read-only record for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.battalia.engine.state import NEEDS, NOTHING, SEATS
from bloodstones.games.battalia.rules.boards import MOST_NEUTRALS, SQUARES, WIDTH
from bloodstones.games.battalia.rules.names import (
    ARTIFACTS,
    BUILDS,
    CARDS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    FIRST_GREAT,
    LEVELS,
    RANKS,
    SUPPLY,
    Build,
    Faction,
    Great,
    Kind,
)
from bloodstones.games.battalia.rules.reading import PRICES, Ruleset
from bloodstones.games.battalia.rules.register import DEFAULTS, Readings, packed

TURN_LIMIT: Final = 600
DIRECTIONS: Final = 4
MASKS: Final = 1 << DIRECTIONS
COHORTS: Final = 7  # sizes 0 to 6
FIRST_COHORT: Final = 3

# Rows of `cost`: units and artifacts by kind, then these.
CITY_COST: Final = DECKS - 1  # + level
UPGRADE_COST: Final = CITY_COST + LEVELS - 2  # + level reached, from 2 on
ROAD_COST: Final = UPGRADE_COST + LEVELS - CITY_BUILDS  # + kind of map card
HIRE_COST: Final = ROAD_COST + BUILDS
TENT_COST: Final = HIRE_COST + 1
RIDE_COST: Final = TENT_COST + 1
COSTS: Final = RIDE_COST + 1


class RuleTables(Layout):
    """The constants of a playthrough; options under their own names."""

    players: Annotated[int, np.int64]
    seat_faction: Annotated[Array, np.int64, (SEATS,)]  # NOTHING: the seat picks one
    on: Annotated[Array, np.int64, (SQUARES,)]
    neighbour: Annotated[Array, np.int64, (SQUARES, DIRECTIONS)]  # N, E, S, W; NOTHING off board
    ruins: Annotated[int, np.int64]
    starts: Annotated[Array, np.int64, (SEATS,)]
    neutrals: Annotated[int, np.int64]
    neutral: Annotated[Array, np.int64, (MOST_NEUTRALS,)]
    turned: Annotated[Array, np.int64, (BUILDS, MASKS)]  # 1: exits of the kind in some rotation
    # By the sides that must have a road and those that must not: the exits that fit, as bits of
    # masks, and the kinds of map cards that have any, as bits.
    fitting: Annotated[Array, np.int32, (BUILDS, MASKS, MASKS)]
    builds_fitting: Annotated[Array, np.int32, (MASKS, MASKS)]
    meeting: Annotated[Array, np.int64, (MASKS,)]  # exits with any of these sides, as bits
    copies: Annotated[Array, np.int64, (CARDS,)]
    map_copies: Annotated[Array, np.int64, (BUILDS, FACTIONS)]
    attack: Annotated[Array, np.int64, (CARDS,)]
    defence: Annotated[Array, np.int64, (CARDS,)]
    cost: Annotated[Array, np.int64, (COSTS, NEEDS)]
    tokens: Annotated[Array, np.int64, (LEVELS,)]
    dealt: Annotated[Array, np.int64, (RANKS,)]
    start_supply: Annotated[int, np.int64]
    hand_size: Annotated[int, np.int64]
    cohort_draw: Annotated[Array, np.int64, (COHORTS,)]
    deck_least: Annotated[int, np.int64]
    slots: Annotated[int, np.int64]
    ride: Annotated[int, np.int64]
    joker: Annotated[int, np.int64]
    neutral_level: Annotated[int, np.int64]
    ruins_level: Annotated[int, np.int64]
    end_cities: Annotated[int, np.int64]
    lit: Annotated[Array, np.int64, (ARTIFACTS,)]  # by offset
    paired: Annotated[Array, np.int64, (ARTIFACTS,)]  # by offset, bits of kinds
    step: Annotated[int, np.int64]
    turn_limit: Annotated[int, np.int64]
    neutral_squares: Annotated[int, np.int64]
    build_link: Annotated[int, np.int64]
    build_without_token: Annotated[int, np.int64]
    ambush_cost: Annotated[int, np.int64]
    fourth_ambush: Annotated[int, np.int64]
    deck_floor: Annotated[int, np.int64]
    hero_bonus: Annotated[int, np.int64]
    reverted_city: Annotated[int, np.int64]
    defender_refill: Annotated[int, np.int64]
    retreat_price: Annotated[int, np.int64]
    retreat_barred: Annotated[int, np.int64]
    city_hero_survives: Annotated[int, np.int64]
    reverted_city_bonus: Annotated[int, np.int64]
    great_artifact_choice: Annotated[int, np.int64]
    oracle_turn: Annotated[int, np.int64]
    dead_square: Annotated[int, np.int64]
    fifth_city: Annotated[int, np.int64]
    converted_card: Annotated[int, np.int64]
    cohort_hand: Annotated[int, np.int64]
    fork_wait: Annotated[int, np.int64]
    unit_without_supply: Annotated[int, np.int64]
    copied_card: Annotated[int, np.int64]
    standin_tent: Annotated[int, np.int64]
    lit_joker: Annotated[int, np.int64]
    tent_timing: Annotated[int, np.int64]
    fight_opener: Annotated[int, np.int64]
    horn_in_battle: Annotated[int, np.int64]
    pass_enemies: Annotated[int, np.int64]
    city_helps_hero: Annotated[int, np.int64]
    failed_neutral_attack: Annotated[int, np.int64]
    lit_weapon_defence: Annotated[int, np.int64]
    lit_horse_split: Annotated[int, np.int64]
    blocked_side: Annotated[int, np.int64]
    pool_tops: Annotated[int, np.int64]
    older_tent: Annotated[int, np.int64]


def pack(
    rules: Ruleset,
    factions: Sequence[str],
    readings: Readings = DEFAULTS,
    first_corner: int = 0,
    turn_limit: int = TURN_LIMIT,
) -> RuleTables:
    """Pack the rules of a table of players.

    Parameters
    ----------
    factions
        By seat the id of the faction, "" where the seat picks one.
    first_corner
        The start corner that is listed first, which changes no rule.
    turn_limit
        Turns (of all seats) after which the playthrough stops unfinished.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> t = pack(load_ruleset(), ["", "ardei"])
    >>> t.seat_faction[:2].tolist(), t.starts[:2].tolist(), t.cost[Kind.WEAPON, :2].tolist()
    ([-1, 2], [8, 40], [2, 1])
    >>> [Kind(kind).id for kind in t.lit][:3], t.turned[Build.CITY_STRAIGHT].sum()
    (['tool', 'weapon', 'amulet'], np.int64(2))
    """
    t = RuleTables.new()
    t.players = len(factions)
    t.seat_faction[:] = NOTHING
    for seat, name in enumerate(factions):
        t.seat_faction[seat] = Faction[name.upper()] if name else NOTHING
    for name, number in packed(readings).items():
        setattr(t, name, number)
    t.turn_limit = turn_limit
    _pack_board(t, rules)
    t.starts[: t.players] = np.roll(t.starts[: t.players], -first_corner)
    _pack_cards(t, rules)
    _pack_costs(t, rules)
    _pack_numbers(t, rules)
    _pack_oracle(t, rules)
    return t


def _pack_board(t: RuleTables, rules: Ruleset) -> None:
    board = rules.boards[t.players]
    t.neighbour[:] = NOTHING
    t.on[list(board.on)] = 1
    for square in board.on:
        row, column = divmod(square, WIDTH)
        around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for direction, (r, c) in enumerate(around):
            inside = 0 <= r < WIDTH and 0 <= c < WIDTH
            if inside and t.on[r * WIDTH + c]:
                t.neighbour[square, direction] = r * WIDTH + c
    t.ruins = board.ruins
    t.starts[: len(board.starts)] = board.starts
    neutrals = board.edges if t.neutral_squares else board.neutrals  # AMB-02
    t.neutrals = len(neutrals)
    t.neutral[: len(neutrals)] = neutrals
    for build, exits in zip(Build, rules.exits, strict=True):
        mask = exits
        for _ in range(DIRECTIONS):
            t.turned[build, mask] = 1
            mask = (mask << 1 | mask >> (DIRECTIONS - 1)) & (MASKS - 1)
    _pack_fitting(t)


def _pack_fitting(t: RuleTables) -> None:
    """Pack which exits fit where (BA-BUILD-04, -05)."""
    masks = np.arange(MASKS)
    must, must_not = masks[:, np.newaxis, np.newaxis], masks[:, np.newaxis]
    fits = (masks & must == must) & (masks & must_not == 0)
    bits = 1 << masks
    t.fitting[:] = ((t.turned[:, np.newaxis, np.newaxis] > 0) & fits) @ bits
    kinds = 1 << np.arange(BUILDS)
    t.builds_fitting[:] = np.tensordot(kinds, t.fitting > 0, axes=1)
    t.meeting[:] = (masks & masks[:, np.newaxis] > 0) @ bits


def _pack_cards(t: RuleTables, rules: Ruleset) -> None:
    numbers = rules.numbers
    for kind in range(DECKS):
        first, name = kind * FACTIONS, Kind(kind).id
        t.copies[first : first + FACTIONS] = numbers[f"{name}.copies"]
        t.attack[first : first + FACTIONS] = numbers[f"{name}.strength"]
        t.defence[first : first + FACTIONS] = numbers[f"{name}.strength"]
    t.copies[SUPPLY] = numbers["supply.cards"]
    t.copies[FIRST_GREAT:] = 1
    for great in Great:
        t.attack[FIRST_GREAT + great] = numbers[f"{great.id}.attack"]
        t.defence[FIRST_GREAT + great] = numbers[f"{great.id}.defence"]
    for build in Build:
        copies = numbers[f"{build.id}.copies"]
        if build < CITY_BUILDS:
            t.map_copies[build] = copies
        else:  # whose a road is makes no difference to any rule
            t.map_copies[build, 0] = copies * FACTIONS


def _pack_costs(t: RuleTables, rules: Ruleset) -> None:
    numbers = rules.numbers
    columns = [Kind[name.upper()] for name in PRICES]
    for kind in range(DECKS):
        for name, column in zip(PRICES, columns, strict=True):
            t.cost[kind, column] = numbers[f"{Kind(kind).id}.{name}"]
    for level in range(1, LEVELS):
        t.cost[CITY_COST + level, level - 1] = numbers["city.units"]
        if level > 1:
            t.cost[UPGRADE_COST + level, level - 1] = numbers["city.upgrade_units"]
    for build in range(CITY_BUILDS, BUILDS):
        t.cost[ROAD_COST + build, Kind.FRIMAN] = numbers[f"{Build(build).id}.friman"]
        t.cost[ROAD_COST + build, Kind.SUPPLY] = numbers[f"{Build(build).id}.supply"]
    t.cost[HIRE_COST, Kind.WEAPON] = numbers["hero.weapons"]
    t.cost[HIRE_COST, Kind.SUPPLY] = numbers["hero.supplies"]
    t.cost[TENT_COST, Kind.SUPPLY] = 1
    t.cost[RIDE_COST, Kind.HORSE] = 1


def _pack_numbers(t: RuleTables, rules: Ruleset) -> None:
    numbers = rules.numbers
    for level in range(1, LEVELS):
        t.tokens[level] = numbers[f"tokens.level_{level}"]
    for rank in range(RANKS - 1):
        t.dealt[rank] = numbers[f"start.{Kind(rank).id}"]
    for size, name in enumerate(("small", "middle", "big", "great"), FIRST_COHORT):
        t.cohort_draw[size] = numbers[f"cohort.{name}"]
    t.start_supply = numbers["start.supply"]
    t.hand_size = numbers["hand.size"]
    t.deck_least = numbers["deck.least"]
    t.slots = numbers["ambush.slots"]
    t.ride = numbers["hero.ride"]
    t.joker = numbers["fight.joker"]
    t.neutral_level = numbers["neutral.level"]
    t.ruins_level = numbers["neutral.ruins"]
    t.end_cities = numbers["end.cities"]


def _pack_oracle(t: RuleTables, rules: Ruleset) -> None:
    """Read off the rings what each offset lights and pairs (BA-ORACLE-02, BA-ORACLE-03)."""
    t.step = rules.numbers["oracle.step"]
    ray = rules.inner.index(Kind.TOOL)
    for offset in range(ARTIFACTS):
        t.lit[offset] = rules.outer[(ray + offset) % ARTIFACTS]
        for place, kind in enumerate(rules.inner):
            if rules.outer[(place + offset) % ARTIFACTS] == kind:
                t.paired[offset] |= 1 << kind
