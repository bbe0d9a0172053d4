"""A reader of records that keeps the books of strength, blocks and GP, with no code of the engine.

It knows the header and the clauses, not what may be decided when: what it finds wrong is wrong.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
FOLK = {"forest": "forest", "desert": "desert", "swamp": "amphibian"}  # land -> trait
ROWS = {0: ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))}
ROWS[1] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (1, 1))


class BadRecordError(Exception):
    """Raised where a record cannot be what the rules make of it."""


class Block:
    """A block: whose, its unit, where it stands (None: in the pool) and how strong."""

    def __init__(self, seat: int, unit: Line) -> None:
        self.seat, self.unit = seat, unit
        self.hex: str | None = None
        self.strength = 0
        self.gone = False

    def has(self, trait: str) -> bool:
        return trait in self.unit["traits"]

    def leave(self, for_good: bool) -> None:
        self.gone = for_good and self.has("wizard")
        self.hex, self.strength = None, 0


class PlainReader:
    """Reads a record line by line."""

    def __init__(self, lines: list[Line]) -> None:
        self.head, self.lines, self.last = lines[0], lines[1:-1], lines[-1]
        self.options = self.head["options"]
        self.numbers = self.head["numbers"]
        self.seats = len(self.head["seats"])
        self.land = {place["hex"]: place for place in self.head["map"]["hexes"]}
        self.spells = {spell["spell"]: spell for spell in self.head["spells"]}
        names = self.head["names"]["blocks"]
        each = len(names) // self.seats
        roles = [seat["role"] for seat in self.head["seats"]]
        units = {(unit["army"], unit["unit"]): unit for unit in self.head["units"]}
        self.blocks = [
            Block(number // each, units[roles[number // each], name.rpartition(" ")[0]])
            for number, name in enumerate(names)
        ]
        self.gold = [self.numbers["budget"]] * self.seats
        self.income = [0] * self.seats
        self.turn = 0
        self.dice = 0
        self.left = 0  # hits to be given out
        self.totals: dict[int, int] = {}
        self.die = (0, "")
        self.caster = 0
        self.dispelled = False
        self._arm()

    def _arm(self) -> None:
        """Give the seats the armies of the header."""
        for seat, army in enumerate(self.head["armies"]):
            for name, strength in army or ():
                own = (b for b in self.blocks if b.seat == seat and not b.strength)
                next(b for b in own if b.unit["unit"] == name).strength = strength

    def read(self) -> None:
        """Raise BadRecordError at the first line that does not fit the books."""
        for line in self.lines:
            try:
                holds = getattr(self, f"on_{line['event']}", self._nothing)(line)
            except (KeyError, IndexError, StopIteration, TypeError, ValueError) as error:
                raise BadRecordError(f"{line}: {error!r}") from error
            if holds is False or not self._sound():
                raise BadRecordError(str(line))
        teams = self.head["teams"]
        gp = [sum(g for g, t in zip(self.income, teams, strict=True) if t == own) for own in teams]
        if "break" not in {line["event"] for line in self.lines}:
            ranks = [1 + sum(other > own for other in gp) for own in gp]
            if self.last["ranks"] != ranks:
                raise BadRecordError(str(self.last))
        if self.last["scores"] != self.income or self.last["turns"] != self.turn:
            raise BadRecordError(str(self.last))

    def _sound(self) -> bool:
        """Whether strengths are within bounds and no purse is overdrawn."""
        return min(self.gold) >= 0 and all(
            0 <= block.strength <= block.unit["max"] for block in self.blocks
        )

    def _nothing(self, line: Line) -> None:
        """Lines that change nothing in the books."""

    def own(self, line: Line) -> Block:
        """The block of a line; it must be the seat's."""
        block = self.blocks[line["block"]]
        if block.seat != line["seat"]:
            raise ValueError("another seat's block")
        return block

    def next_to(self, one: str, other: str) -> bool:
        column, row = (int(part) - 1 for part in one.split("."))
        steps = ROWS[row % 2]
        return any(f"{column + dc + 1}.{row + dr + 1}" == other for dr, dc in steps)

    def cost(self, block: Block, place: str) -> int:
        henge = block.has("wizard") and self.land[place].get("henge", False)
        return int(self.numbers["henge_cost"] if henge else block.unit["cost"])

    def on_buy(self, line: Line) -> bool:
        block = self.own(line)
        free = not block.strength
        block.strength = line["strength"]
        self.gold[line["seat"]] -= block.strength * block.unit["cost"]
        return free and block.strength > 0

    def on_place(self, line: Line) -> bool:
        block, place = self.own(line), self.land[line["hex"]]
        fresh = block.hex is None and block.strength > 0
        block.hex = line["hex"]
        return fresh and "city" in place and place["home"] == line["seat"]

    def on_turn(self, line: Line) -> bool:
        self.turn += 1
        self.totals = {}
        if self.turn == 1:
            if any(block.strength and block.hex is None for block in self.blocks):
                return False
            for name, place in self.land.items():
                held = any(b.hex == name and b.seat == place["home"] for b in self.blocks)
                if "city" in place and not held:
                    return False
        return bool(line["turn"] == self.turn <= self.numbers["turns"])

    def on_initiative(self, line: Line) -> bool:
        self.totals[line["seat"]] = line["total"]
        return bool(2 <= line["total"] <= 12)

    def on_order(self, line: Line) -> bool:
        return self.totals[line["seat"]] == line["total"] == max(self.totals.values())

    def on_pick(self, line: Line) -> bool:
        block = self.own(line)
        return block.hex is not None and not block.has("castle")

    def on_step(self, line: Line) -> bool:
        block = self.own(line)
        assert block.hex is not None
        near = self.next_to(block.hex, line["hex"]) and line["hex"] in self.land
        block.hex = line["hex"]
        return near and not block.has("castle")

    def on_ship(self, line: Line) -> bool:
        block = self.own(line)
        moved = block.hex not in (None, line["hex"])
        block.hex = line["hex"]
        return moved and "city" in self.land[line["hex"]] and not block.has("castle")

    def on_cast(self, line: Line) -> bool:
        block, spell = self.own(line), self.spells[line["spell"]]
        block.strength -= spell["level"]
        self.caster, self.dice, self.dispelled = line["block"], spell["dice"], False
        known = spell["army"] == block.unit["army"] and spell["effect"] != "dispel"
        return known and block.has("wizard") and block.strength > 0

    def on_target(self, line: Line) -> bool:
        return self.blocks[self.caster].seat == line["seat"]

    def on_dispel(self, line: Line) -> bool:
        block, spell = self.own(line), self.spells[line["spell"]]
        dear = self.options.get("dispel_cost") == "target_level"
        block.strength -= spell["level"] if dear else self.spells["dispel"]["level"]
        self.dispelled = True
        return block.has("wizard") and block.strength > 0

    def on_die(self, line: Line) -> bool:
        self.die = (line["die"], line["spell"])
        return bool(1 <= line["die"] <= 6)

    def on_cancelled(self, line: Line) -> bool:
        die, spell = self.die
        enough = die - self.spells[spell]["level"] >= self.numbers["dispel_least"]
        return self.dispelled and enough and line["block"] == self.caster

    def on_summon(self, line: Line) -> bool:
        block = self.own(line)
        if block.hex is None:
            block.strength = 1
        block.hex = line["hex"]
        return bool(block.unit["chaos"]) and self.blocks[self.caster].hex == line["hex"]

    def on_fire(self, line: Line) -> bool:
        block = self.own(line)
        self.dice = block.strength
        trait = FOLK.get(self.land[str(block.hex)]["terrain"], "")
        bonus = self.numbers["folk_bonus"] * block.has(trait)
        rating = min(6, block.unit["hits"] + bonus)
        return bool(line["rating"] == rating and block.unit["hits"] and block.strength)

    def on_hits(self, line: Line) -> bool:
        self.left = line["hits"]
        return bool(line["dice"] == self.dice and 0 <= line["hits"] <= self.dice)

    def on_loss(self, line: Line) -> bool:
        block = self.own(line)
        on_map = block.hex is not None
        block.strength -= 1
        self.left -= 1
        told = line["left"] == block.strength
        if block.strength == 0:
            block.leave(for_good=True)
        return on_map and told and self.left >= 0

    def on_removed(self, line: Line) -> bool:
        block = self.own(line)
        there = block.hex == line["hex"]
        block.leave(for_good=True)
        return there

    def here(self, line: Line) -> bool:
        return self.own(line).hex == line["hex"]

    on_pin = on_retreat = on_rest = on_leave = here

    def on_come(self, line: Line) -> bool:
        block = self.own(line)
        near = self.next_to(str(block.hex), line["hex"])
        block.hex = line["hex"]
        return near

    def on_treasury(self, line: Line) -> bool:
        seat = line["seat"]
        self.income[seat] = self.gold[seat] = sum(
            place["city"]["gp"]
            for name, place in self.land.items()
            if "city" in place and self.holder(name) == seat
        )
        return bool(line["gp"] == self.income[seat])

    def holder(self, name: str) -> int:
        """Who controls a city hex as units stand (WK-MOVE-06, AMB-49)."""
        home = int(self.land[name]["home"])
        here = [block.seat for block in self.blocks if block.hex == name]
        if not here or home in here:
            return home
        return max(range(self.seats), key=lambda seat: (here.count(seat), -seat))

    def on_gain(self, line: Line) -> bool:
        block = self.blocks[line["block"]]
        block.strength += 1
        self.gold[line["seat"]] -= self.cost(block, str(block.hex))
        return bool(block.hex and block.strength == line["strength"])

    def on_new(self, line: Line) -> bool:
        block = self.own(line)
        free = block.hex is None and not block.strength and not block.gone
        block.hex, block.strength = line["hex"], 1
        self.gold[line["seat"]] -= self.cost(block, line["hex"])
        return free

    def on_shift(self, line: Line) -> bool:
        block, other = self.own(line), self.blocks[line["to"]]
        alike = block.unit is other.unit and block.hex == other.hex and block.hex is not None
        block.strength -= 1
        other.strength += 1
        if block.strength == 0:
            block.leave(for_good=False)
        return alike and block is not other and block.seat == other.seat

    def on_disband(self, line: Line) -> bool:
        block = self.own(line)
        there = block.hex == line["hex"]
        block.leave(for_good=self.options.get("disbanded_wizard_returns") == "false")
        return there
