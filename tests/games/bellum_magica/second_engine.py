"""The game a second time: one plain generator that shares no code with the engine.

It reads the data files by itself and yields what must happen next, `("decide", seat, options)` or
`("chance", {outcome: weight})`, and is sent the choice;
whose chance it is stands behind the outcomes where it is somebody's.
Options and outcomes are tuples (name, x, y).
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "bloodstones" / "games" / "bellum_magica" / "data"
CHESTS = ["wood", "metal", "gold"]
Move = tuple[str, int, int]
Request = tuple[Any, ...]
PASS: Move = ("pass", 0, 0)


def shipped(name: str) -> list[dict[str, str]]:
    with (DATA / name).open() as file:
        return list(csv.DictReader(file))


def shipped_rules() -> dict[str, Any]:
    return tomllib.loads((DATA / "rules.toml").read_text())


def in_order(lines: list[dict[str, str]], key: str, order: list[str]) -> list[dict[str, str]]:
    return [line for name in order for line in lines if line[key] == name]


class SecondGame:
    """One playthrough; `run` yields requests. `tables` stand in place of the shipped files."""

    def __init__(
        self,
        castles: list[str],
        options: Mapping[str, Any],
        tables: Mapping[str, Any] | None = None,
    ) -> None:
        def table(name: str) -> list[dict[str, str]]:
            return shipped(name) if tables is None else list(tables[name])

        rules = shipped_rules() if tables is None else tables["rules.toml"]
        self.opt = options
        self.seats = range(len(castles))
        self.n = len(castles)
        self.wanted = castles
        self.boards = table("castles.csv")
        decks = ["goblin", "evil", "most_evil"]
        self.cards = in_order(table("creatures.csv"), "deck", decks)
        kinds = ["farm", "village", "town", "tavern"]
        self.places = in_order(table("locations.csv"), "kind", kinds)
        self.price = rules["price"]
        self.number = rules["setup"] | rules["play"]
        unlimited = 10**6
        self.supply = {
            name: unlimited
            if options.get(
                "resource_supply" if name in ("food", "glyph", "barrel") else "bonus_supply"
            )
            == "unlimited"
            else count
            for name, count in rules["supply"].items()
        }
        self.stacks: dict[str, list[int]] = {kind: [] for kind in CHESTS}
        for line in table("chests.csv"):
            self.stacks[line["kind"]] += [int(line["value"])] * int(line["count"])
        self.to_come = dict(zip(kinds, rules["locations"][str(self.n)], strict=False))
        self.unseen = {k: [i for i, p in enumerate(self.places) if p["kind"] == k] for k in kinds}
        self.discards: list[int] = []
        self.mixed: list[int] = []
        self.piles = {d: [i for i, c in enumerate(self.cards) if c["deck"] == d] for d in decks}
        self.offers: dict[str, list[int]] = {"evil": [], "most_evil": []}
        self.open: list[int] = []
        self.board: list[int | None] = [None] * self.n
        self.left: list[list[int]] = [[] for _ in self.seats]
        self.right: list[list[int]] = [[] for _ in self.seats]
        self.goods = [
            dict.fromkeys(["food", "glyph", "barrel", "shield", "magic_shield", "reroll"], 0)
            for _ in self.seats
        ]
        self.used = 0
        self.chests: list[dict[str, list[int]]] = [{k: [] for k in CHESTS} for _ in self.seats]
        self.captain = 0
        self.day = 0
        self.row = 0
        self.quiet = 0
        self.gained = False
        self.end = ""

    def icons(self, seat: int, letter: str) -> int:
        left = letter in "FGT"
        column = ("L" if left else "R") + str(self.row + 1)
        board = self.board[seat]
        assert board is not None
        cards = self.left[seat] if left else self.right[seat]
        lines = [self.boards[board], *(self.cards[card] for card in cards)]
        return sum(line[column].count(letter) for line in lines)

    def round(self, first: int | None = None) -> list[int]:
        start = self.captain if first is None else first
        return [(start + k) % self.n for k in self.seats]

    def held(self, seat: int) -> int:
        return sum(len(chests) for chests in self.chests[seat].values())

    def run(self) -> Generator[Request, Move, None]:
        yield from self.set_up()
        while True:
            self.day += 1
            if self.day > 1:
                self.captain = (self.captain + 1) % self.n
            self.gained = False
            self.used = 0
            yield from self.roll()
            self.gather()
            yield from self.scouts()
            for seat in self.round():
                yield from self.attack(seat)
            if self.is_over():
                return
            yield from self.recruiting()
            yield from self.refill()

    def set_up(self) -> Generator[Request, Move, None]:
        if self.opt.get("first_captain") != "first_seat":
            _, self.captain, _ = yield "chance", {("first_captain", s, 0): 1 for s in self.seats}
        names = [line["id"] for line in self.boards]
        for seat, name in enumerate(self.wanted):
            if name:
                self.board[seat] = names.index(name)
        for seat in self.round():
            free = [b for b in range(len(names)) if b not in self.board]
            if self.board[seat] is not None:
                continue
            if self.opt.get("castle_choice") == "turn_order":
                _, got, _ = yield "decide", seat, [("castle", b, 0) for b in free]
            else:
                _, got, _ = yield "chance", {("deal_castle", b, 0): 1 for b in free}, seat
            self.board[seat] = got
        hands: dict[int, list[int]] = {}
        for seat in self.round():
            hands[seat] = []
            for _ in range(self.number["goblins"]):
                _, card, _ = yield (
                    "chance",
                    {("deal_goblin", c, 0): 1 for c in self.piles["goblin"]},
                    seat,
                )
                self.piles["goblin"].remove(card)
                hands[seat].append(card)
        chosen = []
        for seat in self.round():
            for card in sorted(hands[seat]):
                _, _, side = yield ("decide", seat, [("goblin", card, 0), ("goblin", card, 1)])
                chosen.append((seat, card, side))
        for seat, card, side in chosen:
            (self.right if side else self.left)[seat].append(card)
        yield from self.refill()
        for deck in ("evil", "most_evil"):
            while len(self.offers[deck]) < self.number["face_up"]:
                yield from self.turn_up(deck)

    def refill(self) -> Generator[Request, Move, None]:
        while len(self.open) < self.n:
            kind = next((k for k, number in self.to_come.items() if number), None)
            if kind is None and not self.mixed:
                if self.opt.get("location_reshuffle") is not True or not self.discards:
                    return
                self.mixed, self.discards = self.discards, []
            cards = self.mixed if kind is None else self.unseen[kind]
            _, card, _ = yield "chance", {("open_location", c, 0): 1 for c in cards}
            cards.remove(card)
            if kind is not None:
                self.to_come[kind] -= 1
            self.open.append(card)

    def turn_up(self, deck: str) -> Generator[Request, Move, None]:
        _, card, _ = yield "chance", {("open_creature", c, 0): 1 for c in self.piles[deck]}
        self.piles[deck].remove(card)
        self.offers[deck].append(card)

    def roll(self) -> Generator[Request, Move, None]:
        wanted = True
        last = self.opt.get("reroll_order") == "captain_last"
        while wanted:
            _, self.row, _ = yield "chance", {("roll", r, 0): 1 for r in range(6)}
            wanted = False
            for seat in self.round(self.captain + 1 if last else None):
                can: list[Move] = [PASS]
                if seat == self.captain and self.goods[seat]["reroll"] > self.used:
                    can.append(("spell", 0, 0))
                if self.goods[seat]["barrel"]:
                    can.append(("barrel", 0, 0))
                if len(can) == 1:
                    continue
                name, _, _ = yield "decide", seat, can
                if name == "spell":
                    self.used += 1
                elif name == "barrel":
                    self.goods[seat]["barrel"] -= 1
                    self.supply["barrel"] += 1
                wanted = name != "pass"
                if wanted:
                    break

    def give(self, seat: int, what: str, number: int) -> None:
        number = min(number, self.supply[what])
        self.supply[what] -= number
        self.goods[seat][what] += number

    def gather(self) -> None:
        for what, letter in (("food", "F"), ("glyph", "G")):
            asked = {seat: self.icons(seat, letter) for seat in self.round()}
            short = sum(asked.values()) > self.supply[what]
            if short and self.opt.get("shortage_order") == "nobody":
                continue
            for seat, number in asked.items():
                self.give(seat, what, number)

    def substitute(self, kind: str, number: int) -> str | None:
        place = CHESTS.index(kind)
        order = [kind]
        if self.opt.get("chest_shortage") == "next_kind":
            order += CHESTS[place + 1 :] + CHESTS[:place][::-1]
        return next((k for k in order if len(self.stacks[k]) >= number), None)

    def gain(self, seat: int, kind: str) -> Generator[Request, Move, None]:
        found = self.substitute(kind, 1)
        if found is None:
            return
        stack = self.stacks[found]
        which = CHESTS.index(found)
        _, _, value = yield "chance", {("chest", which, v): stack.count(v) for v in stack}, seat
        stack.remove(value)
        self.chests[seat][found].append(value)
        self.gained = True

    def scouts(self) -> Generator[Request, Move, None]:
        counts = {seat: self.icons(seat, "T") for seat in self.round()}
        best = [s for s in counts if counts[s] == max(counts.values()) > 0]
        kind: str | None = "metal" if len(best) == 1 else "wood"
        if best and self.opt.get("shortage_order") == "nobody":
            assert kind
            kind = self.substitute(kind, len(best))
        for seat in best:
            if kind:
                yield from self.gain(seat, kind)

    def beats(self, seat: int, shields: int, magic: int) -> bool:
        swords, magics = self.icons(seat, "S"), self.icons(seat, "M")
        return magics >= magic and swords + magics >= shields + magic

    def wanted_at(self, seat: int, place: int) -> bool:
        line = self.places[place]
        if not self.beats(seat, int(line["shields"]), int(line["magic_shields"])):
            return False
        if self.opt.get("dry_attack") != "forbid":
            return True
        room = self.number["barrel_limit"] - self.goods[seat]["barrel"]
        gives = any(int(line[r]) and self.supply[r] for r in ("food", "glyph"))
        gives = gives or bool(int(line["barrel"]) and self.supply["barrel"] and room > 0)
        return gives or any(int(line[k]) and self.substitute(k, 1) for k in CHESTS)

    def targets(self, seat: int) -> list[Move]:
        found = [PASS]
        found += [("location", p, 0) for p in self.open if self.wanted_at(seat, p)]
        if self.wanted_at(seat, len(self.places) - 1):
            found.append(("tavern", 0, 0))
        for other in self.seats:
            if other == seat or not self.icons(seat, "X"):
                continue
            if not self.held(other) and self.opt.get("attack_without_chests") != "allow":
                continue
            board = self.board[other]
            assert board is not None
            shields = int(self.boards[board]["shields"]) + self.goods[other]["shield"]
            magic = int(self.boards[board]["magic_shields"]) + self.goods[other]["magic_shield"]
            if self.beats(seat, shields, magic):
                found.append(("raid", other, 0))
        return found

    def attack(self, seat: int) -> Generator[Request, Move, None]:
        targets = self.targets(seat)
        if len(targets) == 1:
            return
        name, x, _ = yield "decide", seat, targets
        if name == "raid":
            yield from self.rob(seat, x)
        elif name != "pass":
            place = len(self.places) - 1 if name == "tavern" else x
            line = self.places[place]
            if name == "location":
                self.open.remove(place)
                self.discards.append(place)
            room = max(0, self.number["barrel_limit"] - self.goods[seat]["barrel"])
            self.give(seat, "food", int(line["food"]))
            self.give(seat, "glyph", int(line["glyph"]))
            self.give(seat, "barrel", min(room, int(line["barrel"])))
            for kind in CHESTS:
                for _ in range(int(line[kind])):
                    yield from self.gain(seat, kind)

    def rob(self, seat: int, victim: int) -> Generator[Request, Move, None]:
        number = min(self.icons(seat, "X"), self.held(victim))
        named: list[int] = []
        while len(named) < number:
            can: list[Move] = [
                ("steal", k, 0)
                for k, kind in enumerate(CHESTS)
                if len(self.chests[victim][kind]) > named.count(k)
            ]
            if named and self.opt.get("thief_use") == "optional":
                can.insert(0, PASS)
            name, kind_number, _ = yield "decide", seat, can
            if name == "pass":
                break
            named.append(kind_number)
        for k in sorted(named):
            held = self.chests[victim][CHESTS[k]]
            if self.opt.get("stolen_pick") == "victim":
                gifts = [("give", k, v) for v in sorted(set(held))]
                _, _, value = yield "decide", victim, gifts, seat
            else:
                _, _, value = yield "chance", {("stolen", k, v): held.count(v) for v in held}, seat
            held.remove(value)
            self.chests[seat][CHESTS[k]].append(value)
            self.gained = True
        if named:
            self.give(victim, "shield", self.number["robbed_shields"])

    def is_over(self) -> bool:
        self.quiet = 0 if self.gained else self.quiet + 1
        stall, limit = self.opt.get("stall_days", 10), self.opt.get("day_limit", 100)
        if max(self.held(seat) for seat in self.seats) >= self.number["end_chests"]:
            self.end = "chests"
        elif stall != "none" and self.quiet >= stall:
            self.end = "stalled"
        elif limit != "none" and self.day >= limit:
            self.end = "day_limit"
        return bool(self.end)

    def purchases(self, seat: int) -> list[Move]:
        food, glyphs = self.goods[seat]["food"], self.goods[seat]["glyph"]
        found = [PASS]
        for card in self.offers["evil"]:
            if food >= self.price["evil_food"]:
                found.append(("recruit", card, 0))
        for card in self.offers["most_evil"]:
            if glyphs >= self.price["most_evil_glyph"] and food >= self.price["most_evil_food"]:
                found.append(("recruit", card, 1))
            if glyphs >= self.price["most_evil_glyphs_alone"]:
                found.append(("recruit", card, 2))
        return found

    def recruiting(self) -> Generator[Request, Move, None]:
        rounds = self.opt.get("recruit_order") == "one_by_one"
        buyers = self.round()
        while buyers:
            seat = buyers.pop(0)
            bought = yield from self.buy(seat)
            if bought:
                buyers.insert(len(buyers) if rounds else 0, seat)

    def buy(self, seat: int) -> Generator[Request, Move, bool]:
        can = self.purchases(seat)
        if len(can) == 1:
            return False
        name, card, how = yield "decide", seat, can
        if name == "pass":
            return False
        paid = [
            {"food": self.price["evil_food"]},
            {"glyph": self.price["most_evil_glyph"], "food": self.price["most_evil_food"]},
            {"glyph": self.price["most_evil_glyphs_alone"]},
        ][how]
        for what, number in paid.items():
            self.goods[seat][what] -= number
            self.supply[what] += number
        line = self.cards[card]
        if line["bonus"]:
            self.give(seat, line["bonus"], 1)
        self.offers[line["deck"]].remove(card)
        if self.piles[line["deck"]]:
            yield from self.turn_up(line["deck"])
        _, _, side = yield "decide", seat, [("place", card, 0), ("place", card, 1)]
        (self.right if side else self.left)[seat].append(card)
        return True

    def ranks(self) -> list[int]:
        marks = [
            (sum(sum(values) for values in self.chests[s].values()), self.held(s))
            for s in self.seats
        ]
        return [1 + sum(other > mark for other in marks) for mark in marks]
