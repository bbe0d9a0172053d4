"""A reader of records that keeps the books of cards, lore, points and units, with no engine code.

It knows the header, the default readings and the clauses, not what may be decided when: what it
finds wrong is wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Line = dict[str, Any]
Place = tuple[int, int]
WATER = ("river", "lake")
NEAR = {1: ((0, 1), (0, -1), (1, -1), (1, 0), (-1, -1), (-1, 0))}  # of odd rows
NEAR[0] = ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, 1))
PARTS = ("left", "centre", "right", "anywhere")
ASIDE = (
    *("decline", "play", "cancelled", "use", "token", "roll", "keep", "reroll", "draw", "put"),
    "prevent",
)


class BadRecordError(Exception):
    """Raised where a record cannot be what the rules make of it."""


def hold(good: bool, what: str) -> None:
    if not good:
        raise BadRecordError(what)


def place_of(text: str) -> Place:
    row, column = text.split(".")
    return int(row), int(column)


def turned(place: Place) -> Place:
    """A hex as the second seat calls it, and back."""
    row, column = place
    return 10 - row, (13 if row % 2 else 12) - column


def neighbours(place: Place) -> set[Place]:
    row, column = place
    found = {(row + dr, column + dc) for dr, dc in NEAR[row % 2]}
    return {(r, c) for r, c in found if 1 <= r <= 9 and 1 <= c <= (12 if r % 2 else 11)}


def distance(a: Place, b: Place) -> int:
    """Steps by cubes: columns become axes at 120 degrees."""
    (ra, ca), (rb, cb) = a, b
    qa, qb = ca - (ra + 1) // 2, cb - (rb + 1) // 2
    rows, across = rb - ra, qb - qa
    # A row further, the columns of the same axis shift by a half.
    return max(abs(rows), abs(across), abs(rows + across))


class Unit:
    """A unit: whose, its kind, where it stands (None: off the board), figures left."""

    def __init__(self, seat: int, name: str, kind: Line) -> None:
        self.seat, self.name, self.kind = seat, name, kind
        self.hex: Place | None = None
        self.figures = self.given = 0
        self.tokens: set[str] = set()
        self.fresh()

    def fresh(self) -> None:
        """Forget what lasts for a turn."""
        self.ordered = False
        self.dice = self.more = self.steps = self.attacks = 0

    def has(self, ability: str) -> int:
        return int(self.kind["abilities"].get(ability, 0))

    @property
    def ranged(self) -> bool:
        return bool(self.kind["attack"] == "ranged")

    @property
    def at(self) -> Place:
        hold(self.hex is not None, f"{self.name} is not on the board")
        assert self.hex is not None
        return self.hex


class Pile:
    """A deck by counts with cards of known order under it, discards, and hands."""

    def __init__(self, copies: Line, seats: int) -> None:
        self.deck, self.under, self.thrown = Counter(copies), list[str](), Counter[str]()
        self.hands = [Counter[str]() for _ in range(seats)]

    def draw(self, seat: int, card: str) -> None:
        if not +self.deck and not self.under:
            self.deck, self.thrown = self.thrown, Counter()
        if +self.deck:
            hold(self.deck[card] > 0, f"no {card} in the deck")
            self.deck[card] -= 1
        else:
            hold(self.under.pop(0) == card, f"{card} is not the next card")
        self.hands[seat][card] += 1

    def leave(self, seat: int, card: str) -> None:
        hold(self.hands[seat][card] > 0, f"no {card} in the hand")
        self.hands[seat][card] -= 1

    def put(self, seat: int, card: str) -> None:
        self.leave(seat, card)
        self.under.append(card)

    def throw(self, seat: int, card: str) -> None:
        self.leave(seat, card)
        self.thrown[card] += 1


class Attack:
    """An attack on its way: dice still to be rolled, faces, and whether its damage is done."""

    def __init__(self, by: Unit, on: Unit, level: int) -> None:
        self.by, self.on, self.level = by, on, level
        self.goal = on.at
        self.close = distance(by.at, on.at) == 1
        self.left = -1  # not yet known
        self.faces: Counter[str] = Counter()
        self.dealt = self.fury = self.blade = False
        self.more = self.used = self.shield = 0


class PlainReader:
    """Reads a record line by line."""

    def __init__(self, lines: list[Line]) -> None:
        self.head, self.lines, self.last = lines[0], lines[1:-1], lines[-1]
        self.numbers = self.head["numbers"]
        self.roles = [seat["role"] for seat in self.head["seats"]]
        self.kinds = {kind["unit"]: kind for kind in self.head["units"]}
        self.cards = {card["card"]: card for card in self.head["commands"]}
        self.prices = {card["card"]: card["cost"] for card in self.head["lore"]}
        self.amounts = {card["card"]: card["amount"] for card in self.head["lore"]}
        self.campaign = self.head["board"] == "campaign"
        self.noted, self.won, self.turns, self.battle = [0, 0], [0, 0], 0, 0
        self._begin()

    def _begin(self) -> None:
        """Clear the table for a battle."""
        copies = {name: card["copies"] for name, card in self.cards.items()}
        self.commands = Pile(copies, 2)
        self.lore_cards = [
            Pile({c["card"]: c["copies"] for c in self.head["lore"] if c["faction"] == role}, 2)
            for role in self.roles
        ]
        self.drawn: list[set[str]] = [set(), set()]
        self.scenario: list[Line] = [{}, {}]
        self.land: dict[Place, str] = {}
        self.banners: dict[Place, int] = {}
        self.army = [Counter[str](), Counter[str]()]
        self.laid: list[dict[Place, str]] = [{}, {}]
        self.units: dict[str, Unit] = {}
        self.lore, self.vp = [0, 0], [0, 0]
        self.first, self.seat, self.turn = -1, -1, 0
        self.fords: set[int] = set()
        self.tents: list[Place | None] = [None, None]
        self.quota, self.who, self.bonus = Counter[str](), "any", (0, 0)
        self.march, self.killed, self.fought = 0, 0, False
        self.played: set[int] = set()
        self.pending: tuple[int, str] | None = None
        self.stack: list[Attack] = []
        self.portals: list[Place] = []
        self.card, self.named = "", ""
        self.riding = self.crossing = ""

    # Reading

    def read(self) -> None:
        """Raise BadRecordError at the first line that does not fit the books."""
        for line in self.lines:
            try:
                self._line(line)
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise BadRecordError(f"{line}: {error!r}") from error
        self._end()

    def _line(self, line: Line) -> None:
        event = line["event"]
        if self.pending and event != "cancelled" and line.get("point") != "barrier":
            self._pay()
        if self.stack and event not in ASIDE:
            self._settled(line)
        getattr(self, f"on_{event}")(line)
        hold(min(self.lore) >= 0, f"{line}: lore")

    def _settled(self, line: Line) -> None:
        """The dice are all rolled, and their damage is recorded first."""
        attack = self.stack[-1]
        hold(attack.left == 0 or attack.blade, f"{line}: {attack.left} dice to be rolled")
        its_own = line["event"] == "damage" and line["unit"] == attack.on.name
        hold(attack.dealt or its_own or self._hits(attack) == 0, f"{line}: damage is left out")

    def _end(self) -> None:
        scores = [vp + noted for vp, noted in zip(self.vp, self.noted, strict=True)]
        ranks, why = self.last["ranks"], self.last["end_reason"]
        winner = self._winner()
        if why == "vp_lead":
            hold(max(self.vp) >= self.numbers["win_vp"] and self.seat == self.first, why)
        elif why == "last_unit":
            hold(min(self._standing()) == 0, why)
        elif why == "campaign_sum":
            self.won[winner] += 1
            scores[winner] += self.won[winner]
            winner = winner if scores[winner] >= scores[1 - winner] else 1 - winner
        if why != "round_limit":
            hold(ranks == [1 + (seat != winner) for seat in range(2)], "ranks")
        hold(self.last["scores"] == scores, f"scores {scores}")
        hold(self.last["turns"] == self.turns, f"turns {self.turns}")

    def _standing(self) -> list[int]:
        return [sum(u.hex is not None and u.seat == s for u in self.units.values()) for s in (0, 1)]

    def _winner(self) -> int:
        standing = self._standing()
        return int(standing[0] == 0) if min(standing) == 0 else int(self.vp[1] > self.vp[0])

    # Before the first turn

    def on_battle(self, line: Line) -> None:
        if line["number"]:
            winner = self._winner()
            self.won[winner] += 1
            self.noted = [a + b for a, b in zip(self.noted, self.vp, strict=True)]
            self._begin()
        hold(line["number"] == self.battle and (not self.battle or self.campaign), "battle")
        self.battle += 1

    def on_dealt_scenario(self, line: Line) -> None:
        mine = self.drawn[line["seat"]]
        hold(line["scenario"] not in mine and len(mine) < self.numbers["scenario_cards"], "deal")
        mine.add(line["scenario"])

    def on_choose(self, line: Line) -> None:
        hold(self.campaign or line["scenario"] in self.drawn[line["seat"]], f"{line}")
        self.drawn[line["seat"]] = {line["scenario"]}

    def on_scenario(self, line: Line) -> None:
        seat, drawn = line["seat"], self.drawn[line["seat"]]
        hold(not drawn or drawn == {line["scenario"]}, f"{line}")
        hold(not self.scenario[seat], f"{line}")
        for card in self.head["scenarios"]:
            if (card["faction"], card["indicator"]) == (self.roles[seat], line["scenario"]):
                self.scenario[seat] = card
        for part, table in (("terrain", self.land), ("banners", self.banners)):
            for text, what in self.scenario[seat][part].items():
                place = place_of(text)
                table[turned(place) if seat else place] = what

    def on_first(self, line: Line) -> None:
        one, other = (card["indicator"] for card in self.scenario)
        hold(one == other or line["seat"] == int(other < one), "first player")
        self.first = line["seat"]

    def on_ford(self, line: Line) -> None:
        seat, place = line["seat"], place_of(line["hex"])
        row = turned(place)[0] if seat else place[0]
        hold(self.land.get(place) == "river" and row <= 5 and seat not in self.fords, f"{line}")
        self.fords.add(seat)
        self.land[place] = "ford"

    def on_take(self, line: Line) -> None:
        seat, kind, count = line["seat"], line["kind"], line["count"]
        most = 1 if kind == "tent" else self.kinds[kind]["units"]
        own = kind == "tent" or self.kinds[kind]["faction"] == self.roles[seat]
        hold(own and kind not in self.army[seat] and 0 <= count <= most, f"{line}")
        self.army[seat][kind] = count
        hold(self._rest(seat) >= 0, f"{line}: too dear")

    def _rest(self, seat: int) -> int:
        """Points not spent."""
        tent, card = self.army[seat]["tent"], self.scenario[seat]
        points = int(self.numbers["tent_budget" if tent else "budget"])
        for kind, count in self.army[seat].items():
            price = 0 if kind == "tent" else self.kinds[kind]["muster"]
            if card["rule"] == "muster_discount" and card["unit"] == kind:
                price = max(1, price - card["amount"])
            points -= price * count
        return points

    def on_lay(self, line: Line) -> None:
        seat, kind, place = line["seat"], line["kind"], place_of(line["hex"])
        row, land = turned(place)[0] if seat else place[0], self.land.get(place, "clear")
        hold(row <= self.scenario[seat]["rows"] and place not in self.laid[seat], f"{line}")
        if kind == "tent":
            hold(land == "clear", f"{line}")
        elif kind != "decoy":
            ability = self.kinds[kind]["abilities"]
            hold(land != "building" or "massive" not in ability, f"{line}")
            hold(land not in WATER or "flying" in ability, f"{line}")
        else:
            hold(land not in WATER, f"{line}")
        self.laid[seat][place] = kind

    def on_reveal(self, line: Line) -> None:
        seat, laid = line["seat"], self.laid[line["seat"]]
        counts = Counter(laid.values())
        decoys = counts.pop("decoy", 0)
        hold(counts == +self.army[seat], f"{line}: other cards than were taken")
        hold(len(laid) == self.numbers["cards"] and decoys <= self.numbers["decoys"], f"{line}")
        tents = [place for place, kind in laid.items() if kind == "tent"]
        for place in tents:
            self.land[place], self.tents[seat] = "tent", place
        rows = {p: turned(p)[0] if seat else p[0] for p in laid}
        for kind in counts:
            for number, place in enumerate(sorted(p for p in laid if laid[p] == kind), 1):
                if kind != "tent":
                    hold(not tents or rows[place] <= rows[tents[0]], "a unit before its tent")
                    unit = Unit(seat, f"{kind} {number}", self.kinds[kind])
                    unit.hex, unit.figures = place, unit.kind["health"]
                    self.units[unit.name] = unit
        self.lore[seat] += min(self._rest(seat), self.numbers["unspent"])
        told = (line["count"], line["lore"])
        hold(told == (self._standing()[seat], self.lore[seat]), f"{line}: {self.lore}")

    # Cards

    def on_draw(self, line: Line) -> None:
        self.commands.draw(line["seat"], line["command"])

    def on_draw_lore(self, line: Line) -> None:
        self.lore_cards[line["seat"]].draw(line["seat"], line["lore_card"])

    def on_put(self, line: Line) -> None:
        self.commands.put(line["seat"], line["command"])

    def on_put_lore(self, line: Line) -> None:
        self.lore_cards[line["seat"]].put(line["seat"], line["lore_card"])

    def on_discard_lore(self, line: Line) -> None:
        self.lore_cards[line["seat"]].throw(line["seat"], line["lore_card"])

    def on_play(self, line: Line) -> None:
        seat, card = line["seat"], line["lore_card"]
        hold(seat not in self.played and self.lore[seat] >= self.prices[card], f"{line}")
        self.lore_cards[seat].throw(seat, card)
        self.played.add(seat)
        self.pending = (seat, card)

    def on_cancelled(self, line: Line) -> None:
        seat = line["seat"]
        assert self.pending is not None
        hold(self.pending == (1 - seat, line["lore_card"]) and seat not in self.played, f"{line}")
        self.lore_cards[seat].throw(seat, "runic_barrier")
        self.played.add(seat)
        self.lore[seat] -= self.prices["runic_barrier"]
        self.pending = None

    def _pay(self) -> None:
        """Let the lore card take effect that nobody cancelled."""
        assert self.pending is not None
        seat, card = self.pending
        self.pending, self.card, self.named = None, card, ""
        self.lore[seat] -= self.prices[card]
        amount = self.amounts[card]
        if card == "blood_price":
            self.lore[seat] += amount
        elif card == "overrun":
            self.riding = self.roles[seat]
        elif card in ("fury_of_yllan", "arrow_storm"):
            self.stack[-1].more += amount
            self.stack[-1].fury = card == "fury_of_yllan"
        elif card == "rune_blade":
            self.stack[-1].blade = True
        elif card in ("shield_wall", "demon_hide"):
            self.stack[-1].shield += amount

    def on_target(self, line: Line) -> None:
        unit, card = self.units[line["target"]], self.card
        amount, mine = self.amounts[card], unit.seat == line["seat"]
        hold(unit.hex is not None, f"{line}")
        if card == "venom":
            unit.tokens.add("poison")
        elif card == "rune_ward":
            unit.tokens.remove(line["token"])
        elif card == "rally":
            unit.figures = min(unit.kind["health"], unit.figures + amount)
        elif card == "savage_charge":
            unit.dice += amount
            unit.more += amount
        elif card == "dark_sacrifice":
            self.lore[line["seat"]] += amount
        elif card == "terror" and not self.named:
            self.named = unit.name
            return
        if card == "terror":
            near = distance(self.units[self.named].at, unit.at) == 1
            hold(near and not mine, f"{line}")
        elif card not in ("take_to_the_skies", "venom"):
            hold(mine, f"{line}")

    def on_place(self, line: Line) -> None:
        place = place_of(line["hex"])
        if self.card == "portal":
            hold(self.land.get(place) not in WATER and place not in self.portals, f"{line}")
            self.portals.append(place)

    # Turns

    def on_turn(self, line: Line) -> None:
        self.seat = self.first if self.turn == 0 else 1 - self.seat
        self.turn += 1
        self.turns += 1
        hold(line["seat"] == self.seat and line["turn"] == self.turn, f"{line}")
        hold(len(self.units) == sum(self._standing()) or self.turn > 1, "units")
        for unit in self.units.values():
            unit.fresh()
        self.played, self.killed, self.fought, self.march = set(), 0, False, 0
        self.stack, self.portals, self.riding, self.crossing = [], [], "", ""
        self.quota, self.who, self.bonus = Counter(), "any", (0, 0)

    def on_capture(self, line: Line) -> None:
        place = self.tents[1 - line["seat"]]
        here = [u for u in self.units.values() if u.hex == place and u.seat == line["seat"]]
        hold(place == place_of(line["hex"]) and len(here) == 1, f"{line}")
        assert place is not None
        self.land[place], self.tents[1 - line["seat"]] = "clear", None
        self.vp[line["seat"]] += self.numbers["tent_vp"]

    def on_command(self, line: Line) -> None:
        hold(line["seat"] == self.seat and not self.quota, f"{line}")
        self.commands.throw(line["seat"], line["command"])
        card = self.cards[line["command"]]
        self.quota = Counter(dict(zip(PARTS, card["orders"], strict=True)))
        self.who, self.bonus, self.march = card["who"], (card["dice"], card["move"]), card["march"]
        self.lore[self.seat] += card["lore"]

    def on_discard(self, line: Line) -> None:
        hold(line["seat"] == self.seat and not self.quota, f"{line}")
        self.commands.throw(line["seat"], line["command"])
        self.quota = Counter({"thrown away": 1})

    def on_order(self, line: Line) -> None:
        unit, part = self.own(line), line["part"]
        row, column = turned(unit.at) if unit.seat else unit.at
        x = 2 * column - row % 2
        inside = {"left": x <= 8, "centre": 8 <= x <= 16, "right": x >= 16}
        level, single = unit.kind["class"], unit.kind["single"]
        meant = {
            "any": True,
            "infantry": level == "infantry",
            "cavalry": level == "cavalry",
            "heavy": level in ("elite", "legend"),
            "ranged": unit.ranged,
            "strong": single or unit.figures > 1,
        }[self.who]
        good = inside.get(part, meant if part == "anywhere" else True)
        hold(good and self.quota[part] > 0 and not unit.ordered, f"{line}")
        self.quota[part] -= 1
        unit.ordered = True
        if part != "thrown away":
            unit.dice += self.bonus[0]
            unit.more += self.bonus[1]

    def on_cure(self, line: Line) -> None:
        unit = self.own(line)
        unit.tokens.remove(line["token"])
        self.lore[unit.seat] -= self.numbers["cure_cost"]
        hold(unit.ordered, f"{line}")

    def own(self, line: Line) -> Unit:
        """The unit of a line; it must be the seat's and on the board."""
        unit = self.units[line["unit"]]
        hold(unit.seat == line["seat"] and unit.hex is not None, f"{line}")
        return unit

    # Movement

    def enter(self, unit: Unit, place: Place, line: Line) -> None:
        land = self.land.get(place, "clear")
        hold(land not in WATER or bool(unit.has("flying")), f"{line}: water")
        hold(land != "building" or not unit.has("massive"), f"{line}: massive")
        hold("stun" not in unit.tokens, f"{line}: stunned")
        unit.hex = place

    def alone(self, unit: Unit, line: Line) -> None:
        here = [each for each in self.units.values() if each.hex == unit.hex]
        hold(len(here) == 1, f"{line}: two units in a hex")

    def on_step(self, line: Line) -> None:
        unit, place = self.own(line), place_of(line["hex"])
        through = {unit.at, place} == set(self.portals) and not self.fought
        hold(place in neighbours(unit.at) or through, f"{line}: too far")
        others = [u for u in self.units.values() if u.hex == place]
        self.enter(unit, place, line)
        unit.steps += 1
        reach = max(unit.has("pursue"), unit.has("mobility"))
        if not self.fought:
            far = unit.kind["move"] + unit.more + unit.has("charge")
            reach = max(far, self.march, unit.has("mobility"))
        hold(unit.ordered and unit.steps <= reach, f"{line}: {unit.steps} steps")
        rides = self.riding == self.roles[unit.seat] and unit.kind["class"] == "cavalry"
        for other in others:
            hold(bool(unit.has("flying")) or (rides and other.seat != unit.seat), f"{line}: held")
            self.crossing = other.name if rides and other.seat != unit.seat else ""

    def on_stop(self, line: Line) -> None:
        unit = self.own(line)
        hold(unit.at == place_of(line["hex"]), f"{line}")
        unit.steps = 0
        self.alone(unit, line)

    def on_pushed(self, line: Line) -> None:
        unit = self.own(line)
        unit.hex = place_of(line["hex"])
        self.alone(unit, line)

    def on_retreat(self, line: Line) -> None:
        unit, place = self.own(line), place_of(line["hex"])
        near = place in neighbours(unit.at) or bool(unit.has("flying"))
        hold(near, f"{line}: too far")
        if self.stack:
            attack = self._of_target(unit)
            hold(attack.faces["morale"] > 0, f"{line}: no morale")
            attack.faces["morale"] -= distance(unit.at, place)
            hold(attack.faces["morale"] >= 0, f"{line}: too far")
        self.enter(unit, place, line)
        self.alone(unit, line)

    def on_advance(self, line: Line) -> None:
        unit, attack = self.own(line), self.stack[0]
        place = place_of(line["hex"])
        good = unit is attack.by and attack.close and place == attack.goal
        hold(good and place in neighbours(unit.at), f"{line}")
        self.enter(unit, place, line)
        self.alone(unit, line)
        unit.steps = 0
        unit.attacks -= int(bool(unit.has("pursue")))

    # Attacks

    def on_attack(self, line: Line) -> None:
        unit, target = self.own(line), self.units[line["target"]]
        hold(line["seat"] == self.seat and unit.ordered, f"{line}")
        rule = self.scenario[unit.seat]
        more = rule["rule"] == "ranged_sight"
        more = more or (rule["rule"] == "hill_range" and self.land.get(unit.at) == "hill")
        reach = unit.kind["range"] + more * rule["amount"] if unit.ranged else 1
        hold(distance(unit.at, target.at) <= reach, f"{line}: too far")
        hold(unit.attacks < 1 + bool(unit.has("double_shot")), f"{line}: once too often")
        unit.attacks += 1
        unit.steps = 0
        self._fight(unit, target, line, 0)

    def on_counter(self, line: Line) -> None:
        unit, target = self.own(line), self.units[line["target"]]
        first = self.stack[0]
        good = (unit, target) == (first.on, first.by) and len(self.stack) == 1
        hold(good and distance(unit.at, target.at) == 1, f"{line}")
        hold(not target.has("vigilant"), f"{line}: vigilant")
        self._fight(unit, target, line, 1)

    def _fight(self, unit: Unit, target: Unit, line: Line, level: int) -> None:
        hold(unit.seat != target.seat and "stun" not in unit.tokens, f"{line}")
        self.fought, self.crossing, self.portals = True, "", []
        self.stack = [*self.stack[:level], Attack(unit, target, level)]

    def _dice(self, attack: Attack) -> int:
        by, on = attack.by, attack.on
        flight = by.has("flying") or on.has("flying")
        lands = (self.land.get(by.at), self.land.get(on.at))
        dice = by.kind["dice"]
        if "forest" in lands and not flight:
            dice = min(dice, self.numbers["forest_dice"])
        if by.has("rage"):
            dice += by.kind["health"] - max(1, by.figures) - by.given
        helped = any(
            u.seat == by.seat and u is not by and u.has("flanking") and u.hex in neighbours(on.at)
            for u in self.units.values()
        )
        dice += int(helped and not by.has("flanking")) + attack.more
        dice -= int(bool(on.has("flying")) and not by.ranged)
        return max(1, int(dice + (by.dice if attack.level == 0 else 0)))

    def on_roll(self, line: Line) -> None:
        faces = Counter(line["faces"])
        if self.crossing and not self.fought:
            hold(len(line["faces"]) == 1, f"{line}")
            if not faces["strike"] + faces["cleave"]:
                self.crossing = ""
            return
        attack = self.stack[-1]
        hold(line["seat"] == attack.by.seat, f"{line}")
        if attack.blade:
            hold(len(line["faces"]) <= self.amounts["rune_blade"], f"{line}")
            return
        if attack.left < 0:
            attack.left = self._dice(attack)
        attack.left -= len(line["faces"])
        hold(attack.left >= 0, f"{line}: too many dice")
        self._take(attack, faces)

    def _take(self, attack: Attack, faces: Counter[str]) -> None:
        attack.faces += faces
        self.lore[attack.by.seat] += faces["lore"]

    def on_keep(self, line: Line) -> None:
        self._take(self.stack[-1], Counter([line["face"]]))
        kept = sum(self.stack[-1].faces.values())
        hold(self.stack[-1].blade and kept <= self.amounts["rune_blade"], f"{line}")

    def on_reroll(self, line: Line) -> None:
        kept = sum(self.stack[-1].faces.values())
        hold(line["dice"] == self.amounts["rune_blade"] - kept, f"{line}")

    def on_use(self, line: Line) -> None:
        self.stack[-1].used = line["count"]
        hold(0 <= line["count"] <= self.stack[-1].faces["heroic"], f"{line}")

    def on_token(self, line: Line) -> None:
        hold(self.stack[-1].used > 0 and bool(self.stack[-1].by.has(line["ability"])), f"{line}")
        self.units[line["unit"]].tokens.add(line["ability"])
        hold(line["unit"] == self.stack[-1].on.name, f"{line}")

    def on_prevent(self, line: Line) -> None:
        attack = self.stack[-1]
        inside = self.land.get(attack.on.at) == "building"
        hold(line["seat"] == self.seat and inside and attack.shield > 0, f"{line}")
        hold(not self._hits(attack) and attack.faces["morale"] > 1, f"{line}: no matter")

    def _hits(self, attack: Attack) -> int:
        """Damage of the dice, what building and cards prevent taken off."""
        by, on, faces = attack.by, attack.on, attack.faces
        strong = by.kind["single"] or by.figures > 1
        hits = faces["pierce"] if by.ranged else 0
        if attack.blade:
            hits += faces["strike"] + faces["cleave"] + faces["heroic"]
            hits -= attack.used if not by.has("frenzy") else 0
        else:
            hits += 0 if by.ranged else faces["strike"]
            hits += faces["cleave"] if attack.fury or (strong and not by.ranged) else 0
            hits += attack.used if by.has("frenzy") else 0
        hits += faces["lore"] if "poison" in on.tokens else 0
        inside = self.land.get(attack.goal) == "building"
        if inside and hits and not by.has("flying") and not on.has("flying"):
            hits -= 1
        return max(0, int(hits) - attack.shield)

    def _of_target(self, unit: Unit) -> Attack:
        """The attack on a unit; a counter that is over is forgotten."""
        if self.stack[-1].on is not unit:
            self.stack.pop()
        hold(bool(self.stack) and self.stack[-1].on is unit, f"{unit.name} is not attacked")
        return self.stack[-1]

    def on_damage(self, line: Line) -> None:
        unit, count = self.units[line["unit"]], line["count"]
        hold(line["seat"] == unit.seat and count >= 1, f"{line}")
        if self.card == "terror" and not self.stack:
            hold(count <= self.amounts["terror"], f"{line}")
        elif not self.fought:
            hold(self.crossing == unit.name and count == 1, f"{line}")
        elif self.stack:
            attack = self._of_target(unit)
            if not attack.dealt:
                wanted = min(unit.figures, self._hits(attack)) or count
                hold(count == wanted, f"{line}: {wanted} by the dice")
                attack.dealt = True
            else:
                hold(count <= attack.faces["morale"], f"{line}: too much for the retreat")
        unit.figures -= count
        hold(unit.figures >= 0, f"{line}")

    def on_figures(self, line: Line) -> None:
        unit = self.own(line)
        unit.figures -= line["count"]
        unit.given += line["count"]
        hold(line["count"] >= 1 and unit.figures >= 0, f"{line}")

    def on_destroyed(self, line: Line) -> None:
        unit, place = self.own(line), place_of(line["hex"])
        hold(unit.figures == 0 and unit.at == place, f"{line}")
        enemy = 1 - unit.seat
        rule = self.scenario[enemy]
        around = {place, *neighbours(place)}
        wet = any(self.land.get(h) in (*WATER, "bridge", "ford") for h in around)
        if rule["rule"] == "kill_near_water_vp" and wet:
            self.vp[enemy] += rule["amount"]
        if rule["rule"] == "kill_vp" and enemy == self.seat and not self.killed:
            self.vp[enemy] += rule["amount"]
        self.killed += int(enemy == self.seat)
        unit.hex, unit.tokens = None, set()

    # What is only told

    def on_decline(self, line: Line) -> None:
        pass

    def on_way(self, line: Line) -> None:
        hold(line["seat"] == self.stack[-1].by.seat, f"{line}")

    def on_ignore(self, line: Line) -> None:
        self.own(line)

    # Upkeep

    def on_score(self, line: Line) -> None:
        seat, rule = line["seat"], self.scenario[line["seat"]]
        mine = [u.hex for u in self.units.values() if u.seat == seat and u.hex is not None]
        banners = sum(self.banners.get(h, 0) for h in mine)
        buildings = sum(self.land.get(h) == "building" for h in mine)
        both = rule["rule"] == "two_buildings_vp" and buildings >= 2
        extra = rule["amount"] if both else 0
        hold((line["banners"], line["extra"], seat) == (banners, extra, self.seat), f"{line}")
        self.vp[seat] += banners + extra

    def on_gain(self, line: Line) -> None:
        hold(line["seat"] == self.seat, f"{line}")
        more = {"lore": "lore_gain", "card and lore": "lore_gain_with_card"}.get(line["option"])
        self.lore[self.seat] += self.numbers[more] if more else 0
