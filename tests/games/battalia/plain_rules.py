"""A second generator of decisions, in plain Python: every way is tried, nothing is counted up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any

from bloodstones.games.battalia.engine.decisions import Decision
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.state import Point, Square
from bloodstones.games.battalia.rules.boards import WIDTH
from bloodstones.games.battalia.rules.names import (
    CITY_BUILDS,
    HAMMER,
    HORN,
    SHIELD,
    SUPPLY,
    SWORD,
    WINGS,
    Build,
    Kind,
)

Purse = tuple[tuple[str, int], ...]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
COST = {
    Kind.FRIMAN: {Kind.SUPPLY: 2},
    Kind.CHIEF: {Kind.SUPPLY: 3},
    Kind.PRIEST: {Kind.SUPPLY: 4},
    Kind.LORD: {Kind.SUPPLY: 5},
    Kind.TOOL: {Kind.FRIMAN: 3},
    Kind.WEAPON: {Kind.CHIEF: 1, Kind.FRIMAN: 2},
    Kind.AMULET: {Kind.PRIEST: 1, Kind.FRIMAN: 2},
    Kind.TITLE: {Kind.LORD: 1, Kind.FRIMAN: 2},
    Kind.SCROLL: {Kind.FRIMAN: 1, Kind.CHIEF: 1, Kind.PRIEST: 1},
    Kind.TENT: {Kind.CHIEF: 1, Kind.FRIMAN: 1, Kind.SUPPLY: 1},
    Kind.HORSE: {Kind.CHIEF: 1, Kind.SUPPLY: 2},
}


def kind_of(card: int) -> Kind:
    return Kind.GREAT if card > SUPPLY else Kind.SUPPLY if card == SUPPLY else Kind(card // 4)


class Plain:
    """The rules as this module reads them in one position; default readings only."""

    def __init__(self, s: Any, t: Any) -> None:
        self.s, self.t, self.seat = s, t, int(s.decider)

    # --- what there is ----------------------------------------------------------------------------

    def hand(self) -> list[int]:
        return [card for card in range(50) for _ in range(int(self.s.hand[self.seat, card]))]

    def items(self) -> list[int]:
        s = self.s
        return [i for i in range(48) if s.item_kind[i] >= 0 and s.item_owner[i] == self.seat]

    def lit(self, item: int, kind: Kind) -> bool:
        return bool(kind == self.s.lit and not self.s.item_half[item])

    def purse(self, hiring: bool) -> Purse:
        """Everything that may pay: what it is, and how many friman it is as a tool."""
        found: list[tuple[str, int]] = []
        for card in self.hand():
            kind = kind_of(card)
            double = 4 if self.s.lit == Kind.TOOL else 2
            if card in (SWORD, SHIELD):
                found += [("weapon", 0)] if hiring else []
            elif card == HAMMER:
                found.append(("hammer", 2))
            elif kind is not Kind.GREAT:
                found.append((kind.id, double if kind is Kind.TOOL else 0))
        for item in self.items():
            kind = Kind(int(self.s.item_kind[item]))
            copies = int(self.s.item_copies[item])
            double = 4 if self.lit(item, Kind.TOOL) else 2
            if self.s.item_joker[item]:
                found += [("joker", double)] * copies
            elif kind is Kind.TOOL:
                found += [("tool", double)] * copies
            else:
                found += [(kind.id, 0)] * copies
        return tuple(sorted(found))

    def affords(self, cost: dict[Kind, int], hiring: bool = False) -> bool:
        needs = tuple(sorted((kind.id, n) for kind, n in cost.items()))
        return covers(self.purse(hiring), needs)

    # --- the board --------------------------------------------------------------------------------

    def beside(self, q: int) -> Iterator[tuple[int, int]]:
        column, row = q % WIDTH, q // WIDTH
        for side, (dx, dy) in enumerate(STEPS):
            x, y = column + dx, row + dy
            if 0 <= x < WIDTH and 0 <= y < WIDTH and self.t.on[y * WIDTH + x]:
                yield side, y * WIDTH + x

    def is_card(self, q: int) -> bool:
        return self.s.what[q] in (Square.ROAD, Square.CITY, Square.RUINS)

    def open_to(self, q: int, side: int) -> bool:
        return bool(self.s.exits[q] & 1 << side)

    def roads(self, q: int) -> list[int]:
        return [
            n
            for side, n in self.beside(q)
            if self.is_card(n) and self.open_to(q, side) and self.open_to(n, (side + 2) % 4)
        ]

    def reachable(self, start: int) -> dict[int, int]:
        found, edge = {start: 0}, [start]
        while edge:
            ways = [(n, found[q] + 1) for q in edge for n in self.roads(q) if n not in found]
            edge = list(dict(ways))
            found |= dict(ways)
        return found

    def own(self) -> list[int]:
        return [q for q in range(49) if self.s.owner[q] == self.seat]

    def places(self, build: int) -> set[tuple[int, int]]:
        linked = set(chain.from_iterable(self.reachable(q) for q in self.own()))
        found = set()
        for q in range(49):
            if self.s.what[q] != Square.EMPTY:
                continue
            for exits in range(16):
                if self.t.turned[build, exits] and self.fits(q, build, exits, linked):
                    found.add((q, exits))
        return found

    def fits(self, q: int, build: int, exits: int, linked: set[int]) -> bool:
        touches = joins = False
        for side, n in self.beside(q):
            if not self.is_card(n):
                continue
            touches = True
            meets = self.open_to(n, (side + 2) % 4)
            if meets != bool(exits & 1 << side):
                return False
            if build < CITY_BUILDS and self.s.what[n] == Square.CITY:
                return False
            joins |= meets and n in linked
        homeless = not self.own() and build < CITY_BUILDS
        return touches and (joins or homeless)

    # --- actions ----------------------------------------------------------------------------------

    def actions(self) -> set[Decision]:
        found = {Decision(Move.GO_ON)}
        found |= set(self.gains()) | set(self.builds()) | set(self.moves()) | set(self.fights())
        if self.s.hand[self.seat, HORN]:
            found.add(Decision(Move.HORN))
        price = {Kind.WEAPON: 1, Kind.SUPPLY: 2}
        if any(q < 0 for q in self.s.hero[self.seat]) and self.affords(price, hiring=True):
            found |= {Decision(Move.HIRE, q) for q in self.own()}
        found |= {Decision(Move.AMBUSH, card) for card in self.ambushes()}
        return found

    def gains(self) -> Iterator[Decision]:
        for kind, cost in COST.items():
            if self.s.pool[4 * kind : 4 * kind + 4].sum() and self.affords(cost):
                yield Decision(Move.GAIN, kind)
                if self.s.paired & 1 << kind:
                    yield from (Decision(Move.GAIN, kind, 1 + f) for f in range(4))

    def builds(self) -> Iterator[Decision]:
        s = self.s
        for build in Build:
            if not s.map_left[build].sum() or not self.places(build):
                continue
            if build >= CITY_BUILDS:
                simple = build in (Build.ROAD_STRAIGHT, Build.ROAD_CURVE)
                if self.affords({Kind.FRIMAN: 1 if simple else 2, Kind.SUPPLY: 1}):
                    yield Decision(Move.ROAD, build)
                continue
            for level in range(1, 5):
                if s.tokens[self.seat, level] and self.affords({Kind(level - 1): 3}):
                    yield Decision(Move.CITY, level, build)
        for q in self.own():
            level = int(s.level[q]) + 1
            if level < 5 and s.tokens[self.seat, level] and self.affords({Kind(level - 1): 2}):
                yield Decision(Move.UPGRADE, q)

    def heroes(self) -> dict[int, int]:
        """Squares with own heroes -> the first of them."""
        found: dict[int, int] = {}
        for hero, q in enumerate(self.s.hero[self.seat].tolist()):
            if q >= 0:
                found.setdefault(q, hero)
        return found

    def moves(self) -> Iterator[Decision]:
        supplies = [n for n in range(1, 30) if self.affords({Kind.SUPPLY: n})]
        whole = [c for c in self.hand() if kind_of(c) is Kind.HORSE and self.s.lit == Kind.HORSE]
        whole += [
            i
            for i in self.items()
            if self.lit(i, Kind.HORSE)
            and (self.s.item_joker[i] or self.s.item_kind[i] == Kind.HORSE)
        ]
        ride = 3 if self.affords({Kind.HORSE: 1}) else 0
        for q, hero in self.heroes().items():
            for there, far in self.reachable(q).items():
                if far == 0:
                    continue
                if far in supplies:
                    yield Decision(Move.WALK, hero, there)
                if far <= ride:
                    yield Decision(Move.RIDE, hero, there)
                elif far <= 6 and whole:
                    yield Decision(Move.GALLOP, hero, there)
            if self.s.hand[self.seat, WINGS]:
                cards = (there for there in range(49) if self.is_card(there) and there != q)
                yield from (Decision(Move.WINGS, hero, there) for there in cards)

    def fights(self) -> Iterator[Decision]:
        s = self.s
        weapons = [c for c in self.hand() if kind_of(c) is Kind.WEAPON]
        weapons += [i for i in self.items() if s.item_kind[i] == Kind.WEAPON]
        if not weapons:
            return
        for q in self.heroes():
            targets = []
            ruins = s.what[q] == Square.RUINS and s.great[self.seat] < 0
            city = s.what[q] == Square.CITY and s.owner[q] != self.seat
            if (ruins or city) and (s.owner[q] >= 0 or not s.vain):
                targets.append(0)
            for other in range(int(self.t.players)):
                if other != self.seat and q in s.hero[other].tolist():
                    targets.append(1 + other)
            for number in range(1, s.hero[self.seat].tolist().count(q) + 1):
                yield from (Decision(Move.FIGHT, q, number + 4 * each) for each in targets)

    def ambushes(self) -> set[int]:
        s, seat = self.s, self.seat
        zones = (s.draw, s.hand, s.discard, s.played, s.gained, s.ambush)
        total = sum(int(zone[seat].sum()) for zone in zones)
        total += sum(s.item_card[i] >= 0 for i in self.items())
        total += int((s.tent[seat] >= 0).sum() + (s.held[seat] >= 0).sum())
        if total <= 10 or s.ambush[seat].sum() >= 3 or len(self.hand()) < 2:
            return set()
        return set(self.hand())

    # --- battle -----------------------------------------------------------------------------------

    def pieces(self) -> list[tuple[int, int, bool, bool, int]]:
        """What may go into the line: source, strength, whether it matches, opens, double."""
        s, found = self.s, []
        attacks = s.side == 0
        mine = int(s.faction[self.seat])
        for card in self.hand():
            kind = kind_of(card)
            if card in (SWORD, SHIELD):
                found.append(
                    (
                        card,
                        int((self.t.attack if attacks else self.t.defence)[card]),
                        True,
                        False,
                        0,
                    )
                )
                continue
            if kind > Kind.LORD and kind not in (Kind.WEAPON, Kind.HORSE):
                continue
            lit = kind == s.lit and kind in (Kind.WEAPON, Kind.HORSE)
            worth = (kind + 1 if kind <= Kind.LORD else 1) * (2 if lit else 1)
            alike, opens = card % 4 == mine, kind is Kind.WEAPON
            found.append((card, worth, alike, opens, int(lit)))
            if lit and opens and attacks:
                found.append((card, 1, alike, opens, 0))
        return found

    def plays(self) -> set[Decision]:
        """What may be played where no items are on the table."""
        s = self.s
        attacks = s.side == 0
        hand = [piece for piece in self.pieces() if not (piece[4] == 0 and self.halves(piece))]
        singles = [piece for piece in self.pieces() if piece[4] == 0 and self.halves(piece)]
        first = attacks and s.cards[0] == 0
        found = set()
        for number, piece in enumerate(hand):
            if first and not piece[3]:
                continue
            rest = hand[:number] + hand[number + 1 :]
            if self.can_reach([piece], rest):
                found.add(Decision(Move.PLAY, piece[0], piece[4]))
        for piece in singles:
            if first and not piece[3]:
                continue
            whole = hand.index((piece[0], 2, piece[2], piece[3], 1))
            half = (piece[0], 1, piece[2], piece[3], 0)
            if self.can_reach([piece], [*hand[:whole], *hand[whole + 1 :], half]):
                found.add(Decision(Move.PLAY, piece[0], 0))
        return found

    def halves(self, piece: tuple[int, int, bool, bool, int]) -> bool:
        return kind_of(piece[0]) is Kind.WEAPON and self.s.lit == Kind.WEAPON

    def can_reach(self, laid: list[Any], rest: list[Any]) -> bool:
        s = self.s
        for size in range(len(rest) + 1):
            for more in combinations(rest, size):
                line = [*laid, *more]
                worth = int(s.strength[s.side]) + sum(piece[1] for piece in line)
                if s.pure[s.side] and all(piece[2] for piece in line):
                    worth += int(s.heroes[s.side])
                if worth >= self.needed():
                    return True
        return False

    def standing(self, side: int) -> int:
        s = self.s
        loyal = s.cards[side] > 0 and s.pure[side]
        return int(s.strength[side] + (s.heroes[side] if loyal else 0))

    def needed(self) -> int:
        """The strength that the side in turn needs of cards and heroes."""
        s = self.s
        q = int(s.square)
        if s.against < 0:
            if s.reverted[q]:
                return 0
            return 9 if s.what[q] == Square.RUINS else int(s.level[q]) + 1
        wall = int(s.level[q]) if not s.at_hero else 0
        if s.side == 0:
            return self.standing(1) + wall + 1
        return self.standing(0) - wall

    def legal(self) -> tuple[set[Decision], set[int]]:
        """The decisions of the kinds that this generator knows here, and those kinds."""
        point = Point(int(self.s.point))
        if point is Point.ACTION:
            known = (
                *(Move.GO_ON, Move.GAIN, Move.CITY, Move.ROAD, Move.UPGRADE, Move.HIRE, Move.WALK),
                *(Move.RIDE, Move.GALLOP, Move.WINGS, Move.HORN, Move.AMBUSH, Move.FIGHT),
            )
            return self.actions(), set(known)
        if point is Point.PLACE:
            places = self.places(int(self.s.act_y))
            return {Decision(Move.PLACE, q, exits) for q, exits in places}, {Move.PLACE}
        if point is Point.BATTLE and not self.items():
            return self.plays(), {Move.PLAY}
        return set(), set()


@cache
def covers(purse: Purse, needs: tuple[tuple[str, int], ...]) -> bool:
    """Whether some of the purse pay the needs: the first need is tried with every source."""
    left = [(kind, n) for kind, n in needs if n > 0]
    if not left:
        return True
    (kind, number), rest = left[0], left[1:]
    for source in dict.fromkeys(purse):
        name, friman = source
        pays = 0
        if name in (kind, "joker") or (name == "hammer" and kind in ("weapon", "horse")):
            pays = 1
        if kind == "friman" and friman:
            pays = friman
        if pays:
            smaller = list(purse)
            smaller.remove(source)
            if covers(tuple(smaller), ((kind, max(0, number - pays)), *rest)):
                return True
    return False
