"""Engine and second generator side by side: the same playthrough, told in the same words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import BAG_STREAM, GameState, Point, Source
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import load_register, read_options
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from tests.games.bloodstones.scenario import small_map
from tests.oracle import generator
from tests.oracle.generator_position import Position

# Eighteen areas: a ring of land around three seas that touch, mountains and deserts behind it, so
# that forces meet often, by land and by sea.
RING = "plains forest plains hills " * 3 + "sea sea sea desert mountains desert"
RING_BORDERS = " ".join(
    [f"{n}-{(n + 1) % 12}" for n in range(12)]
    + [f"{n}-{12 + n // 4}" for n in range(12)]
    + ["12-13 13-14 14-12", "15-1 15-2", "16-5 16-6 16-15", "17-9 17-10"]
)
# Islands of three areas each in a chain of seas: everything goes by ship.
ISLES = "plains hills forest " * 4 + "mountains desert " + "sea " * 5
ISLES_BORDERS = " ".join(
    [f"{i}-{i + 1} {i + 1}-{i + 2} {i}-{i + 2}" for i in (0, 3, 6, 9)]
    + ["12-1 13-7 12-14 13-16"]
    + ["14-15 15-16 16-17 17-18 18-14"]
    + ["0-14 1-15 2-18 3-15 4-15 5-16 6-16 7-17 8-17 9-17 10-18 11-18 4-14 8-18"]
)
NEW_MAPS = ("twin_meres", "raven_coast", "scarred_vale", "ember_coast", "sundered_march")
BOARDS: dict[str, BoardMap] = {
    "ring": small_map(RING, RING_BORDERS),
    "isles": small_map(ISLES, ISLES_BORDERS),
    "tyrants_lament": load_map("tyrants_lament"),
    **{name: load_map(name) for name in NEW_MAPS},
    # Four areas in a row: nearly always full, so that losing everything is common.
    "strip": small_map("plains forest hills plains", "0-1 1-2 2-3"),
}
WIDE = ("ring", "isles", "tyrants_lament")
LABEL = "second engine"
FONDNESS = 0.3  # how often a decision about the Cutiecorn is taken where there is one


Options = tuple[tuple[str, object], ...]


def other(*names: str) -> Options:
    """These options with the reading named, `name=value`, or else with their second one."""
    known = load_register().options
    found: list[tuple[str, object]] = []
    for name, equals, value in (text.partition("=") for text in names):
        by_text = {str(reading): reading for reading in known[name].values}
        found.append((name, by_text[value] if equals else known[name].values[1]))
    return tuple(found)


@dataclass(frozen=True)
class Deal:
    """What a playthrough is reproduced from."""

    board: str
    factions: tuple[str, ...]
    seed: int
    options: Options = ()  # readings that differ from the default

    def __str__(self) -> str:
        return f"{self.table()}:{','.join(self.factions)}:{self.seed}"

    def table(self) -> str:
        """Board and options in one word."""
        return "+".join((self.board, *(f"{name}={value}" for name, value in self.options)))

    @classmethod
    def at(cls, table: str, factions: Sequence[str], seed: int) -> Deal:
        """The deal of a word of `table`; an option without a value has its second one."""
        board, *options = table.split("+")
        return cls(board, tuple(factions), seed, other(*options))

    def engine(self) -> Playthrough:
        line_up = [Faction.parse(name, "deal") for name in self.factions]
        readings = read_options(dict(self.options))
        board = BOARDS[self.board]
        return Playthrough(
            GameSetup(load_ruleset(), board, line_up, readings=readings), self.seed, LABEL
        )

    def oracle(self) -> Position:
        areas = BOARDS[self.board].areas
        terrain = [area.terrain.id for area in areas]
        near = [area.neighbours for area in areas]
        options = dict(self.options)
        return generator.start(terrain, near, self.factions, self.seed, LABEL, options=options)

    def luck(self) -> random.Random:
        """The luck of those who decide at random."""
        return random.Random(str(self))


@cache
def name_of(code: int) -> str:
    return str(Decision.unpack(code))


def named(game: Playthrough) -> dict[str, int]:
    """The engine's legal decisions by name, in the order of the names; a name occurs once."""
    codes = game.legal_codes().tolist()
    names = {name_of(code): code for code in codes}
    assert len(names) == len(codes), f"a decision is offered twice: {sorted(codes)}"
    return dict(sorted(names.items()))


def choose(deal: Deal, luck: random.Random, names: list[str]) -> str:
    """A random decision; odd seeds choose its kind first: shorter moves, more battles.

    With the Cutiecorn in the game, decisions about it are taken more often than others.
    """
    about = [name for name in names if "cutiecorn" in name] if deal.options else []
    if about and luck.random() < FONDNESS:
        return luck.choice(about)
    if deal.seed % 2:
        word = luck.choice(sorted({name.split()[0] for name in names}))
        names = [name for name in names if name.split()[0] == word]
    return luck.choice(names)


@dataclass
class Pair:
    """A playthrough of the engine and the second generator's, at the same decision."""

    deal: Deal
    game: Playthrough
    oracle: Position
    luck: random.Random
    decisions: int = 0
    stuck: bool = False  # no site was left for a citadel

    @classmethod
    def of(cls, deal: Deal) -> Pair:
        return cls(deal, deal.engine(), deal.oracle(), deal.luck())

    def step(self) -> bool:
        """Carry out one random decision in both; False when the playthrough is over."""
        names = named(self.game)
        if not names or self.stuck:
            return False
        choice = choose(self.deal, self.luck, list(names))
        try:
            self.game.apply_code(names[choice])
        except RunError:
            self.stuck = True
        generator.apply(self.oracle, choice)
        self.decisions += 1
        return not self.stuck

    def faults(self, whole: bool = True) -> list[str]:
        """What the two do not share: offers, and with `whole` every fact of the position."""
        if self.stuck:
            return [] if self.oracle.point == "no_site" else ["the engine sees no citadel site"]
        offers, own = list(named(self.game)), sorted(generator.legal(self.oracle))
        found = differences(self.game, self.oracle) if whole else []
        if offers != own:
            found.append(f"engine only: {sorted(set(offers) - set(own))}")
            found.append(f"generator only: {sorted(set(own) - set(offers))}")
        return found


def counted(row: Any) -> dict[str, int]:
    return {Unit(unit).id: int(row[unit]) for unit in np.flatnonzero(row).tolist()}


def differences(game: Playthrough, p: Position) -> list[str]:
    """Every fact about the position that the two do not share."""
    s: GameState = game.state
    seats = range(len(p.factions))
    where = np.flatnonzero
    needed = p.needed_regroups()
    facts: dict[str, tuple[Any, Any]] = {
        "point": (Point(int(s.point)).name.lower(), p.point),
        "active": (int(s.active), p.active),
        "decider": (int(s.decider), p.decider),
        "turn": (int(s.turn), p.turn),
        "units": (
            [
                {a: counted(s.units[i, a]) for a in where(s.units[i].any(axis=1)).tolist()}
                for i in seats
            ],
            p.units,
        ),
        "villages": (
            [{a: int(s.villages[i, a]) for a in where(s.villages[i]).tolist()} for i in seats],
            p.villages,
        ),
        "hand": ([counted(s.hand[i]) for i in seats], p.hand),
        "bag": ([counted(s.bag[i]) for i in seats], p.bag),
        "discard": ([counted(s.discard[i]) for i in seats], p.discard),
        "pool": (_numbers(s.pool, seats), p.pool),
        "undead": (_numbers(s.undead_supply, seats), p.undead),
        "regroups": ([min(int(s.regroups[i]), needed) for i in seats], p.regroups),
        "captured": (_numbers(s.captured, seats), p.captured),
        "citadels": (_numbers(s.citadels_taken, seats), p.citadels),
        "vp": (
            [{o.id: int(s.vp[i, o]) for o in Source if s.vp[i, o]} for i in seats],
            [{source: vp for source, vp in own.items() if vp} for own in p.vp],
        ),
        "eliminated": ({i for i in seats if s.eliminated[i]}, p.eliminated),
        "left": (
            {(i, a) for a in where(s.left_area).tolist() for i in seats if s.left_area[a] >> i & 1},
            p.left,
        ),
        "bans": (
            sorted((i, left, Unit(u).id, at, n) for i, left, at, u, n in tallied(s.left_units)),
            sorted((*key, number) for key, number in p.bans.counts.items() if number),
        ),
        "rides": (
            sorted((one, Unit(u).id, at, n) for _, one, at, u, n in tallied(s.rides)),
            sorted((*pair, number) for pair, number in Counter(p.rides.pairs).items()),
        ),
        "cutiecorn": (
            "" if not game.tables.cutiecorn else _where_cutiecorn(s),
            p.cutiecorn,
        ),
        "ranks": ([int(s.rank[i]) for i in seats] if game.over else [], p.ranks),
        "luck": (
            {
                index: [int(word) for word in s.streams[index]]
                for index in range(BAG_STREAM + len(p.factions))
                if index in p.luck.streams
            },
            {index: stream.words for index, stream in p.luck.streams.items()},
        ),
    }
    return [f"{name}: {one}, {other}" for name, (one, other) in facts.items() if one != other]


def _where_cutiecorn(s: GameState) -> str:
    if s.units[:, :, Unit.CUTIECORN].any():
        return "map"
    return "beside" if s.cutiecorn else "gone"


def _forces(units: Any) -> dict[int, dict[str, int]]:
    return {area: counted(units[area]) for area in np.flatnonzero(units.any(axis=1)).tolist()}


def _numbers(array: Any, seats: Sequence[int]) -> list[int]:
    return [int(array[seat]) for seat in seats]
