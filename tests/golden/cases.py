"""The games that are recorded: 24 picked ones on Map 1 and a covering design over all the rest.

The design goes round the tables, pairs of a map and a number of players that it takes, and fills
each in turn: of some random candidates it keeps the one that covers most of what is still
uncovered. `wanted` lists what there is to cover: factions and options at every table that they
may come to, pairs of factions, of strategies and, above all, of options. A candidate takes an
option only where its piece or faction is at the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle, islice

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import load_register

MAP = "tyrants_lament"
RIDERS, LORDS, HILL = "dragon_riders", "horse_lords", "hill_folk"
NECRO, CHAOS, CORSAIRS = "necromancers", "chaos_horde", "corsairs"
RANDOM, BUILDER, WARLORD = "random", "builder", "warlord"
STRATEGIES = (RANDOM, BUILDER, WARLORD)

# Factions clockwise, the strategies of the first, second, … seat in turn, seed.
PICKED = (
    ((RIDERS, LORDS), (WARLORD, BUILDER), 7),
    ((RIDERS, HILL), (RANDOM,), 1),
    ((LORDS, HILL), (BUILDER,), 2),
    ((HILL, RIDERS), (WARLORD,), 3),
    ((LORDS, RIDERS), (RANDOM, WARLORD), 4),
    ((HILL, LORDS), (BUILDER, RANDOM), 5),
    ((NECRO, RIDERS), (WARLORD,), 6),
    ((HILL, NECRO), (RANDOM, WARLORD), 8),
    ((RIDERS, LORDS, HILL), (WARLORD,), 9),
    ((HILL, RIDERS, LORDS), (RANDOM,), 10),
    ((LORDS, HILL, RIDERS), (BUILDER,), 11),
    ((RIDERS, HILL, LORDS), (WARLORD, BUILDER, RANDOM), 12),
    ((LORDS, RIDERS, HILL), (RANDOM, WARLORD, BUILDER), 13),
    ((CORSAIRS, RIDERS, LORDS), (WARLORD,), 14),
    ((NECRO, CORSAIRS, HILL), (RANDOM, WARLORD, WARLORD), 15),
    ((LORDS, NECRO, CORSAIRS), (BUILDER, WARLORD, RANDOM), 16),
    ((RIDERS, LORDS, HILL, NECRO), (WARLORD,), 17),
    ((CHAOS, LORDS, RIDERS, HILL), (WARLORD,), 18),
    ((HILL, CHAOS, CORSAIRS, NECRO), (WARLORD, BUILDER), 19),
    ((CORSAIRS, RIDERS, CHAOS, LORDS), (RANDOM,), 20),
    ((NECRO, HILL, CORSAIRS, RIDERS), (RANDOM, WARLORD), 24),
    ((LORDS, CHAOS, NECRO, CORSAIRS), (BUILDER, WARLORD, RANDOM), 22),
    ((RIDERS, CORSAIRS, CHAOS, NECRO), (BUILDER,), 23),
    ((CHAOS, NECRO, HILL, LORDS), (RANDOM, WARLORD), 30),
)

# The design.
DESIGNED = 126
FIRST_SEED = 101
OTHER_SEEDS = {175: 1175}  # where the seed leaves no site for a citadel
CANDIDATES = 24
OPTIONS = (0, 1, 8, 9, 3, 9, 9)  # how many readings are changed, game by game
RIDDEN = 0.7  # how often an option about the Cutiecorn is taken beside them where it is played
CHANGED_EVERY = 9  # every ninth has a rule number changed
MAPS = (MAP, "twin_meres", "raven_coast", "scarred_vale", "ember_coast", "sundered_march")
# Options that do nothing without a faction.
NEEDS = {
    "dragon_route_end_sea": RIDERS,
    "undead_sea_steps": NECRO,
    "undead_sources": NECRO,
    "undead_recycle": NECRO,
    "corsair_reveal": CORSAIRS,
    "corsair_sea_bonus": CORSAIRS,
    "corsair_fort_withdraw": CORSAIRS,
    "corsair_contested_ship_counts": CORSAIRS,
    "chaos_build_contested": CHAOS,
    "chaos_ship_from_ship": CHAOS,
    "chaos_build_desert": CHAOS,
    "chaos_reentry": CHAOS,
    "eliminated_ranks": CHAOS,
}
MOST_PLAYERS = {"start_player_method": 4}  # two combat tiles of one bag for each
CUTIECORN, ABOUT_IT = "cutiecorn", "cutie_"
BY_OVERRIDES, LIMITS = "tile_table", "faction_count_limits"
OVERRIDES: tuple[dict[str, int], ...] = (
    {"dragon.modifier": 3},
    {"hand_limit": 8, "starting_hand": 10},
    {"vp.unit_beaten": 2, "vp.village_at_regroup": 2},
    {"founding_points": 8, "villages": 12},
    {"tiles_more": 5, "tiles_fewer": 4},
    {"citadel.modifier": 3, "castle.modifier": 2, "vp.captured_citadel": 9},
    {"regroups.2": 2, "regroups.3": 1, "regroups.4": 1, "regroups.5": 1, "regroups.6": 1},
)
CUSTOM_TILES = {"ship.cost": 0, "skirmisher.pips": 4, "leader.cost": 1}

Table = tuple[str, int]
Reading = tuple[str, Value]
Item = tuple[object, ...]


@cache
def tables() -> tuple[Table, ...]:
    """Every map with every number of players that it takes, 2 to 6."""
    boards = [load_map(name) for name in MAPS]
    found = [
        (board.id, players)
        for board in boards
        for players in range(max(2, board.min_players), board.max_players + 1)
    ]
    return tuple(sorted(found, key=lambda table: (table[1], table[0])))


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading that is no default."""
    options = load_register().options
    return tuple((name, value) for name in options for value in options[name].values[1:])


def may_join(faction: str, players: int) -> bool:
    """Whether the faction may play in so large a company (BS-SETUP-05)."""
    return load_ruleset().factions[Faction.parse(faction, "case")].min_players <= players


def fits(reading: Reading, players: int) -> bool:
    """Whether a reading can ever matter in a game of so many players."""
    name = reading[0]
    if name == LIMITS:
        return not (may_join(CORSAIRS, players) and may_join(CHAOS, players))
    if players > MOST_PLAYERS.get(name, players):
        return False
    return name not in NEEDS or may_join(NEEDS[name], players)


def ever_meet(one: Reading, other: Reading) -> bool:
    """Whether there is a game in which both readings can matter (two players: two factions)."""
    return any(fits(one, players) and fits(other, players) for _, players in tables())


@cache
def wanted() -> frozenset[Item]:
    """What the design is to cover."""
    items: set[Item] = set()
    for table in tables():
        company = [faction for faction in Faction.ids() if may_join(faction, table[1])]
        items |= {("faction", table, faction) for faction in company}
        items |= {("strategy", table, strategy) for strategy in STRATEGIES}
    for _, players in tables():
        company = [faction for faction in Faction.ids() if may_join(faction, players)]
        pairs = combinations(sorted(company), 2)
        items |= {("factions", players, pair) for pair in pairs}
        items |= {("option", players, reading) for reading in readings() if fits(reading, players)}
    items |= {("played", faction, by) for faction in Faction.ids() for by in STRATEGIES}
    for one, other in combinations(readings(), 2):
        if one[0] != other[0] and ever_meet(one, other):
            items.add(("options", one, other))
    return frozenset(items)


def covered(setup: Setup, chosen: tuple[Reading, ...]) -> set[Item]:
    """What of `wanted` a game covers; `chosen`: its options in the order of `readings`."""
    players = len(setup.seats)
    table = (setup.board, players)
    factions = sorted(seat.role for seat in setup.seats)
    items: set[Item] = {("factions", players, pair) for pair in combinations(factions, 2)}
    for seat in setup.seats:
        items.add(("faction", table, seat.role))
        items.add(("strategy", table, seat.strategy))
        items.add(("played", seat.role, seat.strategy))
    items |= {("option", players, reading) for reading in chosen}
    items |= {("options", one, other) for one, other in combinations(chosen, 2)}
    return items & wanted()


def candidate(luck: random.Random, table: Table, number: int) -> tuple[Setup, tuple[Reading, ...]]:
    """One random game at a table."""
    board, players = table
    changed: dict[str, int] = {}
    if number % CHANGED_EVERY == CHANGED_EVERY - 1:
        changed = OVERRIDES[number // CHANGED_EVERY % len(OVERRIDES)]
    most = OPTIONS[number % len(OPTIONS)]
    pool = [reading for reading in readings() if fits(reading, players)]
    luck.shuffle(pool)
    anyone = (LIMITS, "advise") in pool[:most]
    factions = luck.sample([f for f in Faction.ids() if anyone or may_join(f, players)], players)
    names: dict[str, Value] = {}
    for name, value in pool:
        useful = name not in NEEDS or NEEDS[name] in factions
        if name == LIMITS:
            useful = not all(may_join(faction, players) for faction in factions)
        if useful and len(names) < most and not name.startswith(ABOUT_IT):
            names.setdefault(name, value)
    if CUTIECORN in names:
        names |= {n: v for n, v in pool if n.startswith(ABOUT_IT) and luck.random() < RIDDEN}
    if BY_OVERRIDES in names:
        changed = changed | CUSTOM_TILES
    seats = tuple(Seat(faction, luck.choice(STRATEGIES)) for faction in factions)
    chosen = tuple(reading for reading in readings() if reading in names.items())
    options = {name: str(value).lower() for name, value in chosen}
    return Setup(board, seats, options, changed), chosen


@cache
def design() -> tuple[tuple[Setup, ...], frozenset[Item]]:
    """The games of the covering design, and what of `wanted` none of them covers."""
    rounds = (*tables(), tables()[-1])  # the one table for six twice
    found, left = [], set(wanted())
    for number, table in enumerate(islice(cycle(rounds), DESIGNED)):
        luck = random.Random(f"golden {number}")
        games = [candidate(luck, table, number) for _ in range(CANDIDATES)]
        gains = [len(covered(*game) & left) for game in games]
        best = games[gains.index(max(gains))]
        left -= covered(*best)
        found.append(best[0])
    return tuple(found), frozenset(left)


def picked() -> Iterator[tuple[Setup, int]]:
    """The picked games and their seeds."""
    for factions, strategies, seed in PICKED:
        seats = tuple(
            Seat(faction, strategies[place % len(strategies)])
            for place, faction in enumerate(factions)
        )
        yield Setup(MAP, seats), seed


def designed() -> Iterator[tuple[Setup, int]]:
    """The games of the covering design and their seeds."""
    for number, setup in enumerate(design()[0], start=FIRST_SEED):
        yield setup, OTHER_SEEDS.get(number, number)
