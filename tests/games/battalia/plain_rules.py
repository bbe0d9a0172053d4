"""A second generator of decisions, in plain Python: every way is tried, nothing is counted up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

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
ITEM = 64  # the first item as a source
ITSELF = 255
CONVERTERS = (Kind.AMULET, Kind.TITLE, Kind.SCROLL)
CARDS_ON = (int(Square.ROAD), int(Square.CITY), int(Square.RUINS))
ASKED = (
    *(Kind.WEAPON, Kind.HORSE, Kind.LORD, Kind.PRIEST, Kind.CHIEF, Kind.SUPPLY, Kind.FRIMAN),
)  # the order in which cards are paid
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


class Piece(NamedTuple):
    """What may go into a battle line."""

    source: int
    worth: int
    alike: bool
    opens: bool
    lit: bool
    half: int  # strength of half of it


def kind_of(card: int) -> Kind:
    return Kind.GREAT if card > SUPPLY else Kind.SUPPLY if card == SUPPLY else Kind(card // 4)


class Plain:
    """The rules as this module reads them in one position; default readings only."""

    def __init__(self, s: Any, t: Any) -> None:
        self.s, self.t, self.seat = s, t, int(s.decider)
        what, self.exits = s.what.tolist(), s.exits.tolist()
        self.cards = {q for q in range(49) if what[q] in CARDS_ON}
        self.cities = {q for q in range(49) if what[q] == Square.CITY}
        self.empty = [q for q in range(49) if what[q] == Square.EMPTY]
        self.own = [q for q, owner in enumerate(s.owner.tolist()) if owner == self.seat]
        self.around = {q: list(self.beside(q)) for q in range(49)}

    # --- what there is ----------------------------------------------------------------------------

    def hand(self) -> list[int]:
        return [card for card in range(50) for _ in range(int(self.s.hand[self.seat, card]))]

    def items(self) -> list[int]:
        s = self.s
        return [i for i in range(48) if s.item_kind[i] >= 0 and s.item_owner[i] == self.seat]

    def lit(self, item: int, kind: Kind) -> bool:
        return bool(kind == self.s.lit and not self.s.item_half[item])

    def coins(self, hiring: bool) -> Iterator[tuple[int, tuple[str, int]]]:
        """Everything that may pay: its source, what it is, how many friman it is as a tool."""
        tool = 4 if self.s.lit == Kind.TOOL else 2
        for card in self.hand():
            kind = kind_of(card)
            if card in (SWORD, SHIELD):
                yield from [(card, ("weapon", 0))] if hiring else []
            elif card == HAMMER:
                yield card, ("hammer", 2)
            elif kind is not Kind.GREAT:
                yield card, (kind.id, tool if kind is Kind.TOOL else 0)
        for item in self.items():
            kind = Kind(int(self.s.item_kind[item]))
            double = 4 if self.lit(item, Kind.TOOL) else 2
            joker = self.s.item_joker[item]
            coin = ("joker" if joker else kind.id, double if joker or kind is Kind.TOOL else 0)
            yield from [(ITEM + item, coin)] * int(self.s.item_copies[item])

    def purse(self, hiring: bool) -> Purse:
        return tuple(sorted(coin for _, coin in self.coins(hiring)))

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

    def open_to(self, q: int, side: int) -> bool:
        return bool(self.exits[q] & 1 << side)

    def roads(self, q: int) -> list[int]:
        return [
            n
            for side, n in self.around[q]
            if n in self.cards and self.open_to(q, side) and self.open_to(n, (side + 2) % 4)
        ]

    def reachable(self, start: int) -> dict[int, int]:
        found, edge = {start: 0}, [start]
        while edge:
            ways = [(n, found[q] + 1) for q in edge for n in self.roads(q) if n not in found]
            edge = list(dict(ways))
            found |= dict(ways)
        return found

    def places(self, build: int) -> set[tuple[int, int]]:
        linked = set(chain.from_iterable(self.reachable(q) for q in self.own))
        found = set()
        turned = self.t.turned[build].tolist()
        for q in self.empty:
            for exits in range(16):
                if turned[exits] and self.fits(q, build, exits, linked):
                    found.add((q, exits))
        return found

    def fits(self, q: int, build: int, exits: int, linked: set[int]) -> bool:
        touches = joins = False
        for side, n in self.around[q]:
            if n not in self.cards:
                continue
            touches = True
            meets = self.open_to(n, (side + 2) % 4)
            if meets != bool(exits & 1 << side):
                return False
            if build < CITY_BUILDS and n in self.cities:
                return False
            joins |= meets and n in linked
        homeless = not self.own and build < CITY_BUILDS
        return touches and (joins or homeless)

    # --- actions ----------------------------------------------------------------------------------

    def actions(self) -> set[Decision]:
        found = {Decision(Move.GO_ON)}
        found |= set(self.gains()) | set(self.builds()) | set(self.moves()) | set(self.fights())
        if self.s.hand[self.seat, HORN]:
            found.add(Decision(Move.HORN))
        price = {Kind.WEAPON: 1, Kind.SUPPLY: 2}
        if any(q < 0 for q in self.s.hero[self.seat]) and self.affords(price, hiring=True):
            found |= {Decision(Move.HIRE, q) for q in self.own}
        found |= {Decision(Move.AMBUSH, card) for card in self.ambushes()}
        return found | self.uses() | set(self.tents()) | self.empties()

    def spots(self) -> set[Decision]:
        return {Decision(Move.PLACE, *spot) for spot in self.places(int(self.s.act_y))}

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
        for q in self.own:
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
        whole += [i for i in self.items() if self.is_whole_horse(i)]
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
                cards = (there for there in range(49) if there in self.cards and there != q)
                yield from (Decision(Move.WINGS, hero, there) for there in cards)

    def is_whole_horse(self, item: int) -> bool:
        serves = self.s.item_joker[item] or self.s.item_kind[item] == Kind.HORSE
        return bool(serves) and self.lit(item, Kind.HORSE)

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

    # --- conversions and what is kept ------------------------------------------------------------

    def uses(self) -> set[Decision]:
        """What may be laid out as a converting artifact, and has something to convert."""
        s, found = self.s, set()
        for kind in CONVERTERS:
            for card in set(self.hand()):
                hammer = card == HAMMER and not s.fighting
                lit = kind == s.lit and card != HAMMER
                if (hammer or kind_of(card) is kind) and self.targets(kind, lit, card, None):
                    found.add(Decision(Move.USE, card, kind))
            for i in self.items():
                stands_in = s.item_joker[i] and not s.fighting
                is_one = not s.item_joker[i] and s.item_kind[i] == kind
                if (stands_in or is_one) and self.targets(kind, self.lit(i, kind), None, i):
                    found.add(Decision(Move.USE, ITEM + i, kind))
        return found

    def targets(self, kind: Kind, lit: bool, card: int | None, item: int | None) -> set[Decision]:
        """What a converter, a card of the hand or an item, could convert and how."""
        hand, s = self.hand(), self.s
        own = card
        if card is not None:
            hand.remove(card)
        elif item is not None:
            halved = s.item_half[item]
            own = int(s.item_from[item] if halved else s.item_card[item])
            own = None if s.item_joker[item] else own
        return self.ways(kind, lit, hand, item, own)

    def ways(
        self, kind: Kind, lit: bool, hand: list[int], item: int | None, own: int | None
    ) -> set[Decision]:
        """The conversions of hand cards, of all items but the converter, of a scroll itself."""
        s = self.s
        objects = [(card, card) for card in hand]
        objects += [
            (ITEM + i, int(s.item_card[i]))
            for i in self.items()
            if i != item and s.item_card[i] >= 0
        ]
        found = set()
        for source, card in objects:
            if kind is Kind.AMULET and card <= SUPPLY:
                found.add(Decision(Move.TARGET, source))
            elif kind is Kind.SCROLL and card < SUPPLY:
                found |= {Decision(Move.TARGET, source, f) for f in range(4)}
            elif kind is Kind.TITLE:
                for ranks in (1, 2) if lit else (1,):
                    rank = card // 4 + ranks
                    if rank <= Kind.LORD and s.pool[4 * rank : 4 * rank + 4].sum():
                        found.add(Decision(Move.TARGET, source, ranks))
        if kind is Kind.SCROLL and own is not None and own >= 0 and kind_of(own) is Kind.SCROLL:
            found |= {Decision(Move.TARGET, ITSELF, f) for f in range(4)}
        return found

    def laid_out(self) -> set[Decision]:
        """What the converter on the table may convert."""
        s = self.s
        item = int(s.by_item) if s.by_item >= 0 else None
        own = int(s.by_card)
        if item is not None:
            own = -1 if s.item_joker[item] else int(s.item_card[item])
        return self.ways(Kind(int(s.by_kind)), bool(s.by_lit), self.hand(), item, own)

    def tents(self) -> Iterator[Decision]:
        """What may be pitched, and older tents that may be filled up by the light of tents."""
        s = self.s
        hand = [card for card in self.hand() if card <= SUPPLY]
        for card in set(self.hand()):
            if kind_of(card) is Kind.TENT or card == HAMMER:
                rest = list(hand)
                if card in rest:
                    rest.remove(card)
                if self.feeds(rest, None):
                    yield Decision(Move.TENT, card)
        for i in self.items():
            serves = s.item_joker[i] or s.item_kind[i] == Kind.TENT
            if serves and not s.item_half[i] and self.feeds(hand, i):
                yield Decision(Move.TENT, ITEM + i)
        if s.lit == Kind.TENT and hand:
            for tent, cards in enumerate(s.held[self.seat].tolist()):
                if s.tent[self.seat, tent] >= 0 and cards[1] < 0:
                    yield Decision(Move.FILL, tent, ITSELF)

    def feeds(self, hand: list[int], without: int | None) -> bool:
        """Whether a supply can be paid and a card of the hand is left to be held."""
        s = self.s
        by_item = any(
            s.item_joker[i] or s.item_kind[i] == Kind.SUPPLY for i in self.items() if i != without
        )
        return (len(hand) > 1 and SUPPLY in hand) or (len(hand) > 0 and by_item)

    def empties(self) -> set[Decision]:
        return {Decision(Move.EMPTY, n) for n in range(24) if self.s.tent[self.seat, n] >= 0}

    # --- paying -----------------------------------------------------------------------------------

    def payments(self) -> set[Decision]:
        """What may pay the card that is asked for so that the others can still be paid."""
        s = self.s
        needs = {Kind(kind): int(n) for kind, n in enumerate(s.needs[:12]) if n > 0}
        asked = next(kind for kind in ASKED if kind in needs)
        if s.act == Move.GALLOP:
            found = {card for card in self.hand() if kind_of(card) is Kind.HORSE}
            found |= {ITEM + i for i in self.items() if self.is_whole_horse(i)}
            return {Decision(Move.PAY, source) for source in found}
        purse, found = self.purse(s.act == Move.HIRE), set()
        for source, (name, friman) in self.coins(s.act == Move.HIRE):
            pays = name in (asked.id, "joker")
            pays |= name == "hammer" and asked in (Kind.WEAPON, Kind.HORSE)
            if s.act == Move.TENT and source == SUPPLY:
                pays &= sum(card <= SUPPLY for card in self.hand()) > 1
            if pays and self.rest_is_paid(purse, (name, friman), needs, asked, 1, None):
                found.add(Decision(Move.PAY, source))
            left = ("tool", 2) if friman == 4 else None
            tool = asked is Kind.FRIMAN and friman
            if tool and self.rest_is_paid(purse, (name, friman), needs, asked, 2, left):
                found.add(Decision(Move.PAY, source, 1))
        return found

    def rest_is_paid(
        self,
        purse: Purse,
        coin: tuple[str, int],
        needs: dict[Kind, int],
        asked: Kind,
        pays: int,
        left: tuple[str, int] | None,
    ) -> bool:
        smaller = list(purse)
        smaller.remove(coin)
        smaller += [left] if left else []
        rest = {**needs, asked: max(0, needs[asked] - pays)}
        return covers(tuple(sorted(smaller)), tuple(sorted((k.id, n) for k, n in rest.items())))

    # --- the rarer points -------------------------------------------------------------------------

    def step_one(self) -> set[Decision]:
        hand = self.hand()
        found = {Decision(Move.GO_ON)} | ({Decision(Move.MULLIGAN)} if hand else set())
        greats = sum(card > SUPPLY for card in hand)
        sizes = [sum(card < SUPPLY and card % 4 == f for card in hand) for f in range(4)]
        return found | ({Decision(Move.COHORT)} if max(sizes) + greats > 2 else set())

    def holds(self) -> set[Decision]:
        stop = {Decision(Move.STOP)} if self.s.taken and self.s.act == Move.TENT else set()
        return stop | {Decision(Move.HOLD, card) for card in self.hand() if card <= SUPPLY}

    def answers(self) -> set[Decision]:
        """The first answer of a defender."""
        s = self.s
        found = {Decision(Move.SURRENDER)} | self.empties()
        if self.reaches(s.hero[self.seat].tolist().count(int(s.square)), lifted=True):
            found.add(Decision(Move.DEFEND))
        if not s.at_hero:
            return found
        enemy = s.hero[int(s.active)].tolist()
        ways = self.flights(int(s.square), enemy)
        prices = {n: n for n in (2, 3) if s.hand[self.seat, SUPPLY] >= n}
        horses = {card % 4 for card in self.hand() if kind_of(card) is Kind.HORSE}
        prices |= {4 + f: 6 if s.lit == Kind.HORSE else 3 for f in horses}
        return found | {
            Decision(Move.RETREAT, price, q)
            for price, reach in prices.items()
            for q, far in ways.items()
            if 0 < far <= reach
        }

    def flights(self, start: int, enemy: list[int]) -> dict[int, int]:
        """Squares to which a hero may retreat -> how far they are."""
        found, edge = {start: 0}, [start]
        while edge:
            ways = {}
            for q in edge:
                for n in self.roads(q):
                    foreign = self.s.owner[n] >= 0 and self.s.owner[n] != self.seat
                    if n not in found and n not in enemy and not foreign:
                        ways[n] = found[q] + 1
            edge = list(ways)
            found |= ways
        return found

    def joins(self) -> set[Decision]:
        s = self.s
        there = s.hero[self.seat].tolist().count(int(s.square))
        numbers = range(int(s.at_hero), there + 1)
        return {Decision(Move.JOIN, n) for n in numbers if self.reaches(n, lifted=True)}

    def lifts(self) -> set[Decision]:
        left = self.reaches(int(self.s.heroes[1]), lifted=False)
        return {Decision(Move.LIFT, n) for n in ((0, 1) if left else (1,))}

    def cards_in(self, zone: Any, kind: Move) -> set[Decision]:
        return {Decision(kind, card) for card in range(50) if zone[self.seat, card]}

    # --- battle -----------------------------------------------------------------------------------

    def battle(self) -> set[Decision]:
        s = self.s
        found = self.plays() | self.empties()
        if s.laid == 0:
            found |= self.uses()
            bound = s.side == 1 and s.turns[1] == 0 and self.reaches(int(s.heroes[1]), lifted=False)
            return found if bound and found else found | {Decision(Move.PASS)}
        now = int(s.strength[s.side]) + (int(s.heroes[s.side]) if s.pure[s.side] else 0)
        return found | ({Decision(Move.DONE)} if now >= self.needed() else set())

    def pieces(self) -> list[Piece]:
        """Everything of the side in turn that has strength in this fight."""
        s, found = self.s, []
        attacks = s.side == 0
        for card in self.hand():
            worth = self.strength_of(card)
            kind = kind_of(card)
            lit = kind == s.lit and kind in (Kind.WEAPON, Kind.HORSE)
            half = 1 if lit and kind is Kind.WEAPON and attacks else 0
            if worth:
                worth *= 2 if lit else 1
                found.append(Piece(card, worth, self.is_mine(card), kind is Kind.WEAPON, lit, half))
        for i in self.items():
            kind = Kind(int(s.item_kind[i]))
            card = int(s.item_from[i] if s.item_half[i] else s.item_card[i])
            alike = card >= 0 and self.is_mine(card)
            opens = kind is Kind.WEAPON
            lit = self.lit(i, kind) and kind in (Kind.WEAPON, Kind.HORSE) and not s.item_joker[i]
            if s.item_half[i]:
                worth = 1 if opens and attacks else 0
            else:
                worth = 4 if s.item_joker[i] else self.strength_of(card) * (2 if lit else 1)
            copies = int(s.item_copies[i])
            together = copies if s.item_fight[i] else 1
            half = 1 if lit and opens and attacks and together == 1 else 0
            if worth:
                piece = Piece(ITEM + i, worth * together, alike, opens, lit, half)
                found += [piece] * (copies // together)
        return found

    def strength_of(self, card: int) -> int:
        kind = kind_of(card)
        if card in (SWORD, SHIELD):
            return int((self.t.attack if self.s.side == 0 else self.t.defence)[card])
        if kind in (Kind.WEAPON, Kind.HORSE):
            return 1
        return kind + 1 if kind <= Kind.LORD else 0

    def is_mine(self, card: int) -> bool:
        return card > SUPPLY or (card < SUPPLY and card % 4 == self.s.faction[self.seat])

    def plays(self) -> set[Decision]:
        s, pieces = self.s, self.pieces()
        first = s.side == 0 and s.cards[0] == 0
        found = set()
        for number, piece in enumerate(pieces):
            if first and not piece.opens:
                continue
            rest = pieces[:number] + pieces[number + 1 :]
            if self.can_reach(piece, rest):
                found.add(Decision(Move.PLAY, piece.source, int(piece.lit)))
            single = piece._replace(worth=piece.half)
            if piece.half and self.can_reach(single, [*rest, single]):
                found.add(Decision(Move.PLAY, piece.source, 0))
        return found

    def can_reach(self, laid: Piece, rest: list[Piece]) -> bool:
        """Whether the line meets what is needed with this piece and any of the others."""
        s = self.s
        lines = {(int(s.strength[s.side]) + laid.worth, bool(s.pure[s.side]) and laid.alike)}
        for piece in rest:
            lines |= {(worth + piece.worth, pure and piece.alike) for worth, pure in lines}
        bonus = int(s.heroes[s.side])
        return any(worth + (bonus if pure else 0) >= self.needed() for worth, pure in lines)

    def reaches(self, heroes: int, lifted: bool) -> bool:
        """Whether a defender could reach the attacker, every conversion tried with every luck."""
        s, seat = self.s, self.seat
        hand = Counter({card: int(n) for card, n in enumerate(s.hand[seat]) if n})
        for tent in range(24):
            if s.tent[seat, tent] >= 0:
                hand.update(int(card) for card in s.held[seat, tent] if card >= 0)
        if lifted:
            hand.update({card: int(n) for card, n in enumerate(s.ambush[seat]) if n})
        lots = [Lot(card, n, True) for card, n in hand.items()]
        for i in self.items():
            half, card = bool(s.item_half[i]), int(s.item_card[i])
            card = int(s.item_kind[i]) * 4 if half else card
            lots.append(Lot(card, int(s.item_copies[i]), False, bool(s.item_joker[i]), half))
        tops = tuple(bool(s.pool[4 * rank : 4 * rank + 4].sum()) for rank in range(4))
        kit = Kit(int(s.lit), int(s.faction[seat]), heroes, tops, tuple(self.t.defence.tolist()))
        return could_reach(kit, tuple(sorted(lots)), self.needed())

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

    def legal(self) -> set[Decision]:
        """All decisions of the position."""
        s = self.s
        point = Point(int(s.point))
        started = s.start_square[: int(self.t.players)].tolist()
        listed = {
            Point.ACTION: self.actions,
            Point.PLACE: self.spots,
            Point.PAY: self.payments,
            Point.TARGET: self.laid_out,
            Point.BATTLE: self.battle,
            Point.RESPOND: self.answers,
            Point.STEP_ONE: self.step_one,
            Point.HOLD: self.holds,
            Point.JOIN: self.joins,
            Point.LIMBO: lambda: self.cards_in(s.hand, Move.LIMBO),
            Point.ROOM: lambda: self.cards_in(s.ambush, Move.ROOM),
            Point.HORN: lambda: self.cards_in(s.draw, Move.TAKE) | {Decision(Move.STOP)},
            Point.AMBUSHED: self.lifts,
            Point.SPOILS: lambda: {Decision(Move.SPOIL, n) for n in range(5) if s.pool[45 + n]},
            Point.FACTION: lambda: {
                Decision(Move.FACTION, f) for f in range(4) if f not in s.faction.tolist()
            },
            Point.START: lambda: {
                Decision(Move.START, int(q))
                for q in self.t.starts[: int(self.t.players)]
                if q not in started
            },
        }
        return listed[point]()


class Lot(NamedTuple):
    """Cards of a defender that are alike: in hand, or one converted with its copies."""

    card: int
    number: int
    in_hand: bool
    joker: bool = False
    half: bool = False


class Kit(NamedTuple):
    """What matters besides for how strong a defender can become."""

    lit: int
    own: int
    heroes: int
    tops: tuple[bool, ...]  # ranks of which the pool has units
    defence: tuple[int, ...]

    def worth(self, lot: Lot) -> int:
        kind = kind_of(lot.card)
        if lot.joker:
            return 4
        if kind is Kind.GREAT:
            return self.defence[lot.card]
        if kind in (Kind.WEAPON, Kind.HORSE):
            return 2 if kind == self.lit else 1
        return 0 if lot.half or kind > Kind.LORD else kind + 1

    def stands(self, lots: tuple[Lot, ...], needed: int) -> bool:
        """Whether the cards are enough as they lie."""
        worths = [(self.worth(lot) * lot.number, lot.card) for lot in lots if self.worth(lot)]
        if sum(worth for worth, _ in worths) >= needed:
            return True
        mine = [
            n for n, card in worths if card > SUPPLY or (card < SUPPLY and card % 4 == self.own)
        ]
        return bool(mine) and sum(mine) + self.heroes >= needed


@cache
def could_reach(kit: Kit, lots: tuple[Lot, ...], needed: int) -> bool:
    """Whether some conversions with some luck bring the strength; the pool may have any faction."""
    if kit.stands(lots, needed):
        return True
    if not any(kind_of(lot.card) in CONVERTERS and not lot.joker for lot in lots):
        return False
    return any(could_reach(kit, after, needed) for after in converted(kit, lots))


def converted(kit: Kit, lots: tuple[Lot, ...]) -> Iterator[tuple[Lot, ...]]:
    """Everything that one use of an artifact can lead to."""
    for by in lots:
        kind = kind_of(by.card)
        if by.joker or kind not in CONVERTERS:
            continue
        rest = [lot for lot in lots if lot is not by]
        back = [by._replace(number=by.number - 1)] if by.number > 1 else []
        doubled = kind == kit.lit and not by.half
        half = [Lot(4 * kind, 1, False, half=True)] if doubled else []
        # Further copies of the same item are not converted by it, further cards are.
        objects = [*rest, *(back if by.in_hand else [])]
        for lot in objects:
            if lot.half or lot.card > SUPPLY:
                continue
            one = lot._replace(number=1 if lot.in_hand else lot.number, in_hand=False)
            others = [each for each in [*rest, *back] if each is not lot]
            if lot.in_hand and lot.number > 1:
                others.append(lot._replace(number=lot.number - 1))
            for new, halved in outcomes(kit, kind, one, doubled):
                yield tuple(sorted([*others, *new, *(half if halved else [])]))


def outcomes(kit: Kit, kind: Kind, one: Lot, doubled: bool) -> Iterator[tuple[list[Lot], bool]]:
    """What an artifact can make of a card, and whether its second half is left."""
    if kind is Kind.AMULET:
        yield [one._replace(joker=True)], True
        yield [one._replace(number=3 * one.number)], True
    elif kind is Kind.SCROLL:
        if one.card < SUPPLY and one.card % 4 != kit.own:
            yield [one._replace(card=one.card // 4 * 4 + kit.own)], True
    else:
        for ranks in (1, 2) if doubled else (1,):
            rank = one.card // 4 + ranks
            if rank <= Kind.LORD and kit.tops[rank]:
                for faction in {one.card % 4, kit.own}:
                    yield [one._replace(card=4 * rank + faction)], ranks == 1


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
