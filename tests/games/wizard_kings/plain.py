"""Legal decisions generated a second time, in plain Python from rules, board and positions.

It reads the rules' data and the board, never the packed tables, and shares no code with the engine.
From the state it takes what a player sees on the table: where blocks are, their strength, markers.
"""

from __future__ import annotations

from typing import Any

from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.rules.boards import Board
from bloodstones.games.wizard_kings.rules.names import Effect, Letter, Side, Terrain, Trait
from bloodstones.games.wizard_kings.rules.register import load_register
from bloodstones.games.wizard_kings.rules.ruleset import Spell, UnitType
from tests.games.wizard_kings.listed import Listed

Code = tuple[str, int, int]
FOLK = {Terrain.FOREST: Trait.FOREST, Terrain.DESERT: Trait.DESERT, Terrain.SWAMP: Trait.AMPHIBIAN}
RIVER = (Side.RIVER, Side.BRIDGE)
ANY_ON, ROAD_ON, WATER_ON = 1, 2, 4  # what leads on, as the state marks it

# Steps, reach, all road so far, what leads on, direction of the last step.
Way = tuple[int, int, bool, int, int]


def port(board: Board, at: int) -> bool:
    """Whether a city there would be a port (WK-TERRAIN-11)."""
    return board.coastal[at] or board.river(at)


def rivers(board: Board) -> dict[frozenset[int], int]:
    """The river of each river side, a side being its two hexes; falls part rivers."""
    sides = {
        frozenset((h, board.neighbours[h][d]))
        for h, row in enumerate(board.sides)
        for d, side in enumerate(row)
        if side in RIVER
    }
    found: dict[frozenset[int], int] = {}
    for number, first in enumerate(sides):
        todo = [first] if first not in found else []
        while todo:
            side = todo.pop()
            found[side] = number
            for other in sides - found.keys():
                here, there = side - other, other - side
                if len(side & other) == 1 and min(there) in board.neighbours[min(here)]:
                    todo.append(other)
    return found


class Plain:
    """A position as plain Python sees it."""

    def __init__(self, game: Playthrough) -> None:
        self.s: Any = Listed(game.state)
        self.rules = game.game_setup.rules
        self.board = game.game_setup.board
        self.seats = range(len(game.game_setup.armies))
        self.units: dict[int, UnitType] = {}
        for seat, army in enumerate(game.game_setup.armies):
            block = 28 * seat
            for unit in self.rules.units_of(army):
                for _ in range(unit.blocks):
                    self.units[block] = unit
                    block += 1
        self.rivers = rivers(self.board)
        known = load_register().options
        self.options = {n: game.game_setup.readings.get(n, o.default) for n, o in known.items()}

    def legal(self) -> set[Code]:
        """All decisions of the decider."""
        names = {
            1: self.buy,
            2: self.place,
            3: self.pin,
            4: self.move,
            5: self.step,
            6: self.declare,
            7: self.target,
            8: self.dispel,
            9: self.battle,
            10: self.act,
            11: self.hit,
            12: self.swarm,
            13: self.regroup,
            14: self.remove,
            15: self.build,
        }
        return names[int(self.s.point)]()

    # What stands where

    def at(self, h: int) -> list[int]:
        return [b for b in self.units if self.s.hex[b] == h]

    def own(self, seat: int) -> list[int]:
        return [b for b in self.units if b // 28 == seat]

    def pool(self, seat: int, unit: UnitType) -> list[int]:
        return [
            b
            for b in self.own(seat)
            if self.s.hex[b] == -1 and not self.s.strength[b] and self.units[b] == unit
        ]

    def has(self, block: int, trait: Trait) -> bool:
        return trait in self.units[block].traits

    def allied(self, a: int, b: int) -> bool:
        return a == b or self.s.team[a] == self.s.team[b]

    def against(self, h: int, a: int, b: int) -> bool:
        sides = self.s.side[h][a], self.s.side[h][b]
        return bool(sides[0] != sides[1]) if all(sides) else not self.allied(a, b)

    def enemies(self, h: int, seat: int) -> list[int]:
        return [b for b in self.at(h) if self.against(h, seat, b // 28)]

    def fought(self, h: int) -> bool:
        return bool(self.s.attacker[h] >= 0)

    def holder(self, h: int) -> int:
        if self.options["control_timing"] == "building":
            return int(self.s.control[h])
        here = [b // 28 for b in self.at(h)]
        city = [c for c in self.board.cities if c.hex == h]
        if not here:
            return city[0].home if city else -1
        if city and city[0].home in here:
            return city[0].home
        return min(set(here), key=lambda seat: (-here.count(seat), seat))

    def foreign(self, h: int, seat: int) -> bool:
        owner = self.holder(h)
        return owner >= 0 and not self.allied(owner, seat)

    def room(self, h: int, seat: int, side: int, wizard: bool) -> bool:
        mates = [
            b
            for b in self.at(h)
            if b // 28 == seat
            or (self.s.side[h][b // 28] == side if side else self.allied(seat, b // 28))
            if not (self.s.transit and b == self.s.mover and b // 28 == seat)
        ]
        wizards = [b for b in mates if self.has(b, Trait.WIZARD)]
        return not wizards if wizard else len(mates) - len(wizards) < self.rules.stack

    def overstack(self) -> bool:
        return self.options["voluntary_overstack"] == "removed"

    def limit(self, a: int, direction: int) -> int:
        b = self.board.neighbours[a][direction]
        clear = self.board.terrain[b] == Terrain.CLEAR
        if self.options["hexside_terrain"] == "both_clear":
            clear = clear and self.board.terrain[a] == Terrain.CLEAR
        plain = self.board.sides[a][direction] == Side.LAND and clear
        return self.rules.clear_side if plain else self.rules.other_side

    # Ways

    def flies(self, block: int, mode: int) -> bool:
        return self.has(block, Trait.FLYER) or mode == 1

    def open_side(self, block: int, mode: int, a: int, direction: int) -> bool:
        side = self.board.sides[a][direction]
        if self.has(block, Trait.AQUATIC):
            return self.water(a, direction) and not self.shoal(a, direction)
        allowed = {Side.LAND, Side.PASS, Side.BRIDGE}
        if self.has(block, Trait.MOUNTAIN):
            allowed.add(Side.MOUNTAIN)
        if self.has(block, Trait.AMPHIBIAN) or mode == 2:
            allowed.add(Side.RIVER)
        return side in allowed

    def water(self, a: int, direction: int) -> bool:
        """Whether a side has water that is no waterfall."""
        return self.board.sides[a][direction] in (Side.SEA, *RIVER)

    def shoal(self, a: int, direction: int) -> bool:
        """Whether a side, or the hex beyond, is a shoal."""
        return (
            self.board.shallows[a][direction]
            or self.board.shoal[self.board.neighbours[a][direction]]
        )

    def one_water(self, h: int, came_from: int, direction: int) -> bool:
        """Whether the water at two sides of a hex is the same, or the sea."""
        if Side.SEA in (self.board.sides[h][came_from], self.board.sides[h][direction]):
            return True
        a, b = (frozenset((h, self.board.neighbours[h][d])) for d in (came_from, direction))
        return a not in self.rivers or self.rivers[a] == self.rivers.get(b)

    def stays(self, block: int, h: int) -> bool:
        sea = self.board.terrain[h] == Terrain.SEA
        if self.has(block, Trait.AQUATIC):
            return (sea or port(self.board, h)) and not self.board.shoal[h]
        return not sea

    def joins(self, block: int, mode: int, h: int, came: int) -> list[int]:
        """The sides of the battle in a hex that a unit may enter, over the side it came."""
        seat = block // 28
        if self.s.side[h][seat]:
            sides = [int(self.s.side[h][seat])]
        elif not self.fought(h):
            sides = [1]
        else:
            mates = {
                int(self.s.side[h][o])
                for o in self.seats
                if o != seat and self.s.side[h][o] and self.allied(o, seat)
            }
            sides = sorted(mates) if len(mates) == 1 else [1, 2]
        back = (came + 3) % 6
        wizard = self.has(block, Trait.WIZARD)
        return [
            side
            for side in sides
            if (self.overstack() or self.room(h, seat, side, wizard))
            and (
                self.flies(block, mode)
                or self.s.crossed[side - 1][h][back]
                < self.limit(self.board.neighbours[h][back], came)
            )
        ]

    def rests(self, block: int, mode: int, h: int, came: int) -> bool:
        seat, wizard = block // 28, self.has(block, Trait.WIZARD)
        contested = bool(self.enemies(h, seat)) or self.fought(h)
        if mode == 5:
            return self.stays(block, h) and self.room(h, seat, self.s.side[h][seat], wizard)
        if mode in (3, 4):
            if contested or h == self.s.fight_hex or not self.stays(block, h):
                return False
            if self.foreign(h, seat):
                return False
            if not self.overstack() and not self.room(h, seat, 0, wizard):
                return False
            if mode == 4 or self.flies(block, mode):
                return True
            origin = self.board.neighbours[h][(came + 3) % 6]
            side = self.s.side[origin][seat]
            return bool(self.s.fled[side - 1][came] < self.limit(origin, came))
        if not self.stays(block, h):
            others = [b for b in self.enemies(h, seat) if not self.has(b, Trait.AQUATIC)]
            any_of_them = self.options["flyers_attack_sea"] == "any"
            if not contested or not self.flies(block, mode) or not (any_of_them or others):
                return False
        if contested:
            return bool(self.joins(block, mode, h, came))
        return self.overstack() or self.room(h, seat, 0, wizard)

    def onward(
        self, block: int, mode: int, a: int, direction: int, way: Way
    ) -> tuple[bool, int] | None:
        """None if the step is closed; else (all road so far, what leads on)."""
        steps, reach, all_road, leads, came = way
        b = self.board.neighbours[a][direction]
        if b < 0:
            return None
        if self.flies(block, mode):
            return (False, ANY_ON) if steps < reach else None
        if not self.open_side(block, mode, a, direction):
            return None
        marching, aquatic = mode in (0, 2), self.has(block, Trait.AQUATIC)
        road = marching and self.board.roads[a][direction] and not aquatic
        whole = road and all_road
        swims_on = came < 0 or self.one_water(a, (came + 3) % 6, direction)
        swims_on = swims_on and self.water(a, direction)
        on = leads & ANY_ON or (leads & ROAD_ON and road) or (leads & WATER_ON and swims_on)
        if steps >= reach + whole or not on:
            return None
        seat = block // 28
        if not marching or self.enemies(b, seat) or self.foreign(b, seat):
            return whole, 0
        if aquatic:
            return whole, WATER_ON
        land = self.board.terrain[b]
        amphibian = self.has(block, Trait.AMPHIBIAN) or mode == 2
        free = land == Terrain.CLEAR or self.has(block, FOLK[land])
        if free or (amphibian and land == Terrain.SWAMP):
            return whole, ANY_ON
        leads = 0
        if whole or (road and self.options["road_no_stop"] == "road_part"):
            leads |= ROAD_ON
        if amphibian and self.board.sides[a][direction] in RIVER:
            leads |= WATER_ON
        return whole, leads

    def reaches(self, block: int, mode: int, a: int, direction: int, way: Way) -> bool:
        found = self.onward(block, mode, a, direction, way)
        if found is None:
            return False
        road, leads = found
        b = self.board.neighbours[a][direction]
        if self.rests(block, mode, b, direction):
            return True
        if not leads:
            return False
        if self.flies(block, mode):
            return self.flight(block, mode, b, way[1] - way[0] - 1)
        after = (way[0] + 1, way[1], road, leads, direction)
        return any(self.reaches(block, mode, b, d, after) for d in range(6))

    def flight(self, block: int, mode: int, h: int, left: int) -> bool:
        seen, ring = {h}, [h]
        for _ in range(left):
            steps = [(self.board.neighbours[a][d], d) for a in ring for d in range(6)]
            steps = [(b, d) for b, d in steps if b >= 0 and b not in seen]
            if any(self.rests(block, mode, b, d) for b, d in steps):
                return True
            ring = list({b for b, _ in steps})
            seen.update(ring)
        return False

    def goes(self, block: int, mode: int, reach: int) -> bool:
        h = int(self.s.hex[block])
        return any(self.reaches(block, mode, h, d, self.start(block, reach)) for d in range(6))

    def start(self, block: int, reach: int) -> Way:
        """The way of a unit at rest; an aquatic is still in the water that it came by."""
        if not self.has(block, Trait.AQUATIC):
            return 0, reach, True, ANY_ON, -1
        berth = int(self.s.berth[block])
        return 0, reach, True, WATER_ON, (berth + 2) % 6 if berth else -1

    def reach(self, block: int) -> int:
        return self.units[block].move if self.has(block, Trait.FLYER) else 1

    # Ships

    def port(self, h: int, seat: int) -> bool:
        city = any(c.hex == h for c in self.board.cities)
        owner = self.holder(h)
        return city and port(self.board, h) and owner >= 0 and self.allied(owner, seat)

    def ships(self, block: int) -> set[Code]:
        seat, start = block // 28, int(self.s.hex[block])
        if self.has(block, Trait.CASTLE) or not self.port(start, seat):
            return set()
        far: dict[tuple[int, int], int] = {}  # hex and side by which a ship comes into it
        ring = [(start, -1)]
        for steps in range(1, self.rules.sea_hexes + 1):
            beyond = [
                (self.board.neighbours[a][d], (d + 3) % 6)
                for a, came_from in ring
                for d in range(6)
                if self.afloat(a, d) and (came_from < 0 or self.one_water(a, came_from, d))
            ]
            ring = [
                at
                for at in dict.fromkeys(beyond)
                if at not in far and at[0] != start and self.sails(at[0], seat)
            ]
            far.update(dict.fromkeys(ring, steps))
        extra = int(self.options["sea_transport_count"] == "all_hexes")
        found: set[Code] = set()
        for number, city in enumerate(self.board.cities):
            if city.hex == start or not self.lands(block, city.hex):
                continue
            sides = [
                d
                for d in range(6)
                if self.voyage(far, start, city.hex, d) + extra <= self.rules.sea_hexes
            ]
            if not self.fought(city.hex):
                found |= {("ship", number, 6)} if sides else set()
                continue
            for d in sides:
                most = self.limit(self.board.neighbours[city.hex][d], (d + 3) % 6)
                if self.flies(block, 0) or self.s.crossed[1][city.hex][d] < most:
                    found.add(("ship", number, d))
        return found

    def voyage(self, far: dict[tuple[int, int], int], start: int, h: int, d: int) -> int:
        """The hexes on the way of a ship that comes to a port over one of its sides."""
        before = self.board.neighbours[h][d]
        if before < 0 or not self.afloat(before, (d + 3) % 6):
            return 99
        if before == start:
            return 0
        ways = [
            steps
            for (a, came_from), steps in far.items()
            if a == before and self.one_water(a, came_from, (d + 3) % 6)
        ]
        return min(ways, default=99)

    def afloat(self, a: int, direction: int) -> bool:
        closed = self.options["sea_transport_shoal"] == "closed"
        return self.water(a, direction) and not (closed and self.shoal(a, direction))

    def sails(self, h: int, seat: int) -> bool:
        water = self.board.terrain[h] == Terrain.SEA or self.board.river(h)
        return water and not self.enemies(h, seat) and not self.foreign(h, seat)

    def lands(self, block: int, h: int) -> bool:
        seat, wizard = block // 28, self.has(block, Trait.WIZARD)
        if not self.port(h, seat) or not self.stays(block, h):
            return False
        if self.fought(h) or self.enemies(h, seat):
            defends = self.s.side[h][seat] == 2 or (
                self.s.side[h][seat] == 0
                and any(self.s.side[h][o] == 2 and self.allied(o, seat) for o in self.seats)
                and 2 in self.sides_with_friends(h, seat)
            )
            if not self.options["sea_transport_into_battle"] or not defends:
                return False
            return self.overstack() or self.room(h, seat, 2, wizard)
        return self.overstack() or self.room(h, seat, 0, wizard)

    def sides_with_friends(self, h: int, seat: int) -> set[int]:
        sides = {
            int(self.s.side[h][o])
            for o in self.seats
            if o != seat and self.s.side[h][o] and self.allied(o, seat)
        }
        return sides if len(sides) == 1 else {1, 2}

    # Setting up

    def buy(self) -> set[Code]:
        seat = int(self.s.active)
        chosen = [b for b in self.own(seat) if self.s.strength[b]]
        cities = sum(city.home == seat for city in self.board.cities)
        spare = sorted((self.units[b].cost, b) for b in self.own(seat) if not self.s.strength[b])
        found: set[Code] = {("pass", 0, 0)} if len(chosen) >= cities else set()
        for number, unit in enumerate(self.rules.units):
            free = [b for b in self.own(seat) if self.units[b] == unit and not self.s.strength[b]]
            if not free:
                continue
            rest = [cost for cost, b in spare if b != free[0]]
            missing = max(0, cities - len(chosen) - 1)
            for strength in range(1, unit.most + 1):
                if unit.cost * strength + sum(rest[:missing]) <= self.s.gold[seat]:
                    found.add(("buy", number, strength))
        return found

    def place(self) -> set[Code]:
        seat = int(self.s.active)
        waiting = [b for b in self.own(seat) if self.s.strength[b] and self.s.hex[b] == -1]
        for trait in (Trait.AQUATIC, Trait.WIZARD):
            if any(self.has(b, trait) for b in waiting):
                first = min(b for b in waiting if self.has(b, trait))
                break
        else:
            first = min(waiting)
        home = [(n, c.hex) for n, c in enumerate(self.board.cities) if c.home == seat]
        empty = [h for _, h in home if not self.at(h)]
        wizard = self.has(first, Trait.WIZARD)
        return {
            ("place", first, n)
            for n, h in home
            if self.stays(first, h)
            and self.room(h, seat, 0, wizard)
            and (len(waiting) > len(empty) or h in empty)
        }

    # Moving

    def namable(self, block: int) -> bool:
        if self.s.pinned[block]:
            return False
        if self.has(block, Trait.CASTLE) and not self.options["castle_pinnable"]:
            return False
        return bool(self.options["wizards_pin"]) or not self.has(block, Trait.WIZARD)

    def pin(self) -> set[Code]:
        here = [b for b in self.at(int(self.s.fight_hex)) if b // 28 == self.s.active]
        return {("pin", b, 0) for b in here if self.namable(b)}

    def move(self) -> set[Code]:
        seat = int(self.s.active)
        found: set[Code] = {("pass", 0, 0)}
        for b in self.own(seat):
            if self.s.hex[b] < 0 or self.has(b, Trait.CASTLE):
                continue
            if self.s.moved[b] or self.s.pinned[b] or self.s.casts[b]:
                continue
            if self.goes(b, 0, self.units[b].move) or self.ships(b):
                found.add(("pick", b, 0))
        for b in self.own(seat):
            if self.s.hex[b] < 0 or not self.has(b, Trait.WIZARD):
                continue
            if self.s.moved[b] and not self.options["cast_after_move"]:
                continue
            if self.s.casts[b] and self.options["movement_casts"] == "one":
                continue
            found |= self.casts(b)
        teams_last = self.options["alliances"] == "fixed_teams"
        for other in self.seats:
            bound = teams_last and self.s.team[seat] == self.s.team[other]
            if other != seat and self.allied(seat, other) and not bound:
                found.add(("break", other, 0))
        return found

    def step(self) -> set[Code]:
        b, s = int(self.s.mover), self.s
        h, mode = int(s.hex[b]), int(s.mode)
        way = (int(s.steps), int(s.reach), bool(s.on_road), int(s.leads), int(s.came))
        found: set[Code] = {("go", d, 0) for d in range(6) if self.reaches(b, mode, h, d, way)}
        if s.steps and self.rests(b, mode, h, int(s.came)):
            found.add(("stop", 0, 0))
        if not s.steps and mode in (1, 2):
            found.add(("stop", 0, 0))
        if not s.steps and mode == 0:
            found |= self.ships(b)
        return found

    def declare(self) -> set[Code]:
        b = int(self.s.mover)
        sides = self.joins(b, int(self.s.mode), int(self.s.hex[b]), int(self.s.came))
        return {("declare", side, 0) for side in sides}

    # Spells

    def casts(self, block: int) -> set[Code]:
        army = self.units[block].army
        return {
            ("cast", block, n)
            for n, spell in enumerate(self.rules.spells)
            if spell.army == army and self.s.strength[block] > spell.level
            if self.timely(block, spell)
        }

    def timely(self, block: int, spell: Spell) -> bool:
        h, seat = int(self.s.hex[block]), block // 28
        if spell.effect in (Effect.FLY, Effect.TROLL_TRACK):
            return not self.s.fighting and bool(self.objects(block, spell))
        if spell.effect == Effect.SUMMON:
            return bool(self.objects(block, spell))
        if spell.effect == Effect.SWARM:
            mates = [b for b in self.at(h) if b // 28 == seat and not self.s.acted[b]]
            mates = [b for b in mates if not self.has(b, Trait.WIZARD)]
            return bool(self.s.fighting) and bool(mates)
        if not self.s.fighting and self.options["damage_spell_phase"] != "both":
            return False
        if spell.effect == Effect.PANIC and self.s.fighting:
            return bool(self.objects(block, spell))
        return bool(self.enemies(h, seat))

    def objects(self, caster: int, spell: Spell) -> list[int]:
        h, seat = int(self.s.hex[caster]), caster // 28
        if spell.effect == Effect.SUMMON:
            return [b for b in self.own(seat) if self.units[b].chaos and self.comes(caster, b)]
        if spell.effect in (Effect.FLY, Effect.TROLL_TRACK):
            free = spell.effect == Effect.FLY and not self.options["fly_is_move"]
            tracked = spell.effect == Effect.TROLL_TRACK
            return [
                b
                for b in self.at(h)
                if self.allied(seat, b // 28)
                and not self.has(b, Trait.CASTLE)
                and not (tracked and self.has(b, Trait.AQUATIC))
                and not self.s.pinned[b]
                and (free or not self.s.moved[b])
            ]
        panic = spell.effect == Effect.PANIC
        return [b for b in self.enemies(h, seat) if not (panic and self.has(b, Trait.CASTLE))]

    def comes(self, caster: int, block: int) -> bool:
        h, at, seat = int(self.s.hex[caster]), int(self.s.hex[block]), caster // 28
        if at == h or not self.stays(block, h):
            return False
        if at < 0 and not (self.options["summon_from_pool"] and at == -1):
            return False
        if at >= 0 and (self.s.pinned[block] or self.enemies(at, seat)):
            return False
        return bool(self.s.fighting) or self.room(h, seat, self.s.side[h][seat], wizard=False)

    def target(self) -> set[Code]:
        spell = self.rules.spells[int(self.s.spell)]
        return {("target", b, 0) for b in self.objects(int(self.s.caster), spell)}

    def dispel(self) -> set[Code]:
        caster = int(self.s.caster)
        price = 1
        if self.options["dispel_cost"] == "target_level":
            price = self.rules.spells[int(self.s.spell)].level
        found: set[Code] = {("pass", 0, 0)}
        for b in self.own(int(self.s.decider)):
            if self.s.hex[b] < 0 or not self.has(b, Trait.WIZARD) or self.s.strength[b] <= price:
                continue
            near = self.s.hex[b] == self.s.hex[caster] or self.options["dispel_range"] == "any"
            if near and self.against(int(self.s.hex[caster]), caster // 28, b // 28):
                found.add(("dispel", b, 0))
        return found

    # Battles

    def battle(self) -> set[Code]:
        hexes = range(len(self.board.terrain))
        count = sum(self.s.attacker[h] == self.s.active for h in hexes)
        return {("fight", n, 0) for n in range(count)}

    def act(self) -> set[Code]:
        seat, h = int(self.s.decider), int(self.s.fight_hex)
        found: set[Code] = set()
        for b in self.at(h):
            turn = self.s.forced or self.units[b].letter == Letter(int(self.s.letter))
            if b // 28 != seat or self.s.acted[b] or not turn:
                continue
            own: set[Code] = set()
            if not self.s.forced:
                wizard = self.has(b, Trait.WIZARD)
                own |= self.casts(b) if wizard else {("fire", b, 0)}
            if not self.has(b, Trait.CASTLE) and self.goes(b, 3, self.reach(b)):
                own.add(("retreat", b, 0))
            idle = self.has(b, Trait.WIZARD) and not self.s.forced
            if idle and (self.options["wizard_pass"] or not own):
                own.add(("rest", b, 0))
            found |= own
        if not self.s.forced and self.may_switch(seat, h):
            found.add(("switch", 0, 0))
        return found

    def may_switch(self, seat: int, h: int) -> bool:
        mates = [o for o in self.seats if o != seat and self.s.side[h][o] == self.s.side[h][seat]]
        present = any(b // 28 in mates for b in self.at(h))
        bound = self.options["alliances"] == "fixed_teams" and any(
            self.s.team[o] == self.s.team[seat] for o in mates
        )
        return present and not bound and not (int(self.s.switched) >> seat) & 1

    def hit(self) -> set[Code]:
        foes = self.enemies(int(self.s.fight_hex), int(self.s.roller))
        top = max(int(self.s.strength[b]) for b in foes)
        return {("hit", b, 0) for b in foes if self.s.strength[b] == top}

    def swarm(self) -> set[Code]:
        return {
            ("fire", b, 0)
            for b in self.at(int(self.s.fight_hex))
            if b // 28 == self.s.decider and not self.s.acted[b] and not self.has(b, Trait.WIZARD)
        }

    def regroup(self) -> set[Code]:
        seat, h = int(self.s.decider), int(self.s.fight_hex)
        one = self.options["regroup_flyers"] == "one_hex"
        found: set[Code] = set()
        stuck = True
        for b in self.own(seat):
            if self.s.regrouped[b] or self.has(b, Trait.CASTLE) or self.s.hex[b] < 0:
                continue
            if self.s.hex[b] == h:
                if self.goes(b, 4, 1 if one else self.reach(b)):
                    found.add(("leave", b, 0))
                    stuck = stuck and self.stays(b, h)
            elif not self.fought(int(self.s.hex[b])) or self.options["regroup_from_battle"]:
                at = int(self.s.hex[b])
                for d in range(6):
                    if self.board.neighbours[at][d] != h or not self.rests(b, 5, h, d):
                        continue
                    if self.flies(b, 5) or self.open_side(b, 5, at, d):
                        found.add(("come", b, 0))
        return found | {("pass", 0, 0)} if stuck else found

    def remove(self) -> set[Code]:
        seat, h = int(self.s.decider), int(self.s.remove_hex)
        side = self.s.side[h][seat]
        mates = [
            b
            for b in self.at(h)
            if b // 28 == seat
            or (self.s.side[h][b // 28] == side if side else self.allied(seat, b // 28))
        ]
        units = [b for b in mates if not self.has(b, Trait.WIZARD)]
        mine = [b for b in units if b // 28 == seat]
        if len(units) <= self.rules.stack or not mine:
            mine = [b for b in mates if b // 28 == seat and self.has(b, Trait.WIZARD)]
        return {("remove", b, 0) for b in mine}

    # Building

    def first_step(self, unit: UnitType, h: int) -> int:
        henge = Trait.WIZARD in unit.traits and self.board.henge[h]
        return self.rules.henge_cost if henge else unit.cost

    def build(self) -> set[Code]:
        seat = int(self.s.active)
        gold = int(self.s.gold[seat])
        found: set[Code] = {("pass", 0, 0)}
        for b, unit in self.units.items():
            h = int(self.s.hex[b])
            if h < 0 or not self.allied(seat, b // 28) or self.s.strength[b] >= unit.most:
                continue
            if (b // 28 != seat and self.s.fresh[b]) or self.first_step(unit, h) > gold:
                continue
            castle = Trait.CASTLE in unit.traits
            if not castle or self.s.raised[b] < self.rules.castle_growth:
                found.add(("gain", b, 0))
        types = {self.units[b] for b in self.own(seat)}
        for number, unit in enumerate(self.rules.units):
            if unit not in types or not self.pool(seat, unit):
                continue
            for place, city in enumerate(self.board.cities):
                mine = city.home == seat and self.s.control[city.hex] == seat
                stands = self.stays(self.pool(seat, unit)[0], city.hex)
                paid = self.first_step(unit, city.hex) <= gold
                if mine and stands and paid and self.fits(unit, city.hex, seat):
                    found.add(("new", number, place))
        return found | self.forts(seat, gold) | self.shifts(seat)

    def fits(self, unit: UnitType, h: int, seat: int) -> bool:
        return self.overstack() or self.room(h, seat, 0, Trait.WIZARD in unit.traits)

    def forts(self, seat: int, gold: int) -> set[Code]:
        castle = next(u for b, u in self.units.items() if b // 28 == seat and u.unit == "castle")
        found: set[Code] = set()
        if not self.pool(seat, castle) or castle.cost > gold:
            return found
        cities = {c.hex: c.home for c in self.board.cities}
        for h in {int(self.s.hex[b]) for b in self.own(seat)} - {-1, -2}:
            land = self.board.terrain[h] != Terrain.SEA and self.s.control[h] == seat
            taken = h in cities and cities[h] != seat
            if h in cities and not (taken and self.options["castle_in_captured_city"]):
                continue
            if land and self.fits(castle, h, seat):
                found.add(("fort", min(b for b in self.at(h) if b // 28 == seat), 0))
        return found

    def shifts(self, seat: int) -> set[Code]:
        found: set[Code] = set()
        for b in self.own(seat):
            if self.s.hex[b] < 0:
                continue
            found.add(("disband", b, 0))
            for o in self.own(seat):
                same = o != b and self.units[o] == self.units[b]
                if same and self.s.hex[o] == self.s.hex[b]:
                    full = self.s.strength[o] >= self.units[o].most
                    if not (self.s.got[b] or self.s.gave[o] or full):
                        found.add(("shift", b, o))
        return found
