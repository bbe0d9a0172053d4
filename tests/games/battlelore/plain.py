"""A second, plain generator of legal decisions: slow, from the words of the rules.

It shares no code with the engine's: hexes are (row, column) pairs, movement is a search over whole
ways, lines of sight are drawn anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bloodstones.games.battlelore.engine.state import Mode, Point
from bloodstones.games.battlelore.rules.names import Ability, Lore, Rule, Terrain, Window
from bloodstones.kit.playthrough import Playthrough

Hex = tuple[int, int]
Code = tuple[str, int, int]

ROWS = [(row, column) for row in range(1, 10) for column in range(1, 13 if row % 2 else 12)]
INDEX = {place: number for number, place in enumerate(ROWS)}
STOPPING = {Terrain.FOREST, Terrain.BUILDING, Terrain.TENT, Terrain.FORD}
BLOCKING = {Terrain.HILL, Terrain.FOREST, Terrain.BUILDING, Terrain.TENT}
WATER = {Terrain.RIVER, Terrain.LAKE}


def step(place: Hex, direction: int) -> Hex | None:
    """The neighbour to the right, near right, near left, left, far left, far right."""
    row, column = place
    left, right = (column - 1, column) if row % 2 else (column, column + 1)
    way = [
        (row, column + 1),
        (row - 1, right),
        (row - 1, left),
        (row, column - 1),
        (row + 1, left),
        (row + 1, right),
    ][direction]
    return way if way in INDEX else None


def centre(place: Hex) -> tuple[int, int]:
    return 2 * place[1] - place[0] % 2, 3 * place[0]


def distance(a: Hex, b: Hex) -> int:
    """Steps by a search in rings."""
    seen, ring, far = {a}, {a}, 0
    while b not in seen:
        ring = {n for h in ring for d in range(6) if (n := step(h, d)) and n not in seen}
        seen |= ring
        far += 1
    return far


def crossed(a: Hex, b: Hex, shift: int, touch: bool) -> list[Hex]:
    """Hexes between two others on a line, nearest first; on its sides by the shift."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    dx, dy = bx - ax, by - ay
    found = []
    for h in ROWS:
        x, y = centre(h)
        signs = set()
        for cx, cy in ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)):
            side = dx * (y + cy - ay) - dy * (x + cx - ax)
            signs.add((side > 0) - (side < 0) or (9 if touch else -shift))
        along = 3 * dx * (x - ax) + dy * (y - ay)
        inside = {-1, 1} <= signs or (touch and 9 in signs)
        if inside and 0 < along < 3 * dx * dx + dy * dy and h not in (a, b):
            found.append((along, h))
    return [h for _, h in sorted(found)]


def along_side(a: Hex, b: Hex) -> bool:
    (ax, ay), (bx, by) = centre(a), centre(b)
    return ax == bx or abs(ax - bx) == abs(ay - by)


class Plain:
    """The position of a playthrough, and what may be decided in it."""

    def __init__(self, game: Playthrough) -> None:
        self.s: Any = game.state
        self.t: Any = game.tables
        self.seat = game.decider
        at = [int(u) for u in self.s.at]
        self.units = {ROWS[h]: u for h, u in enumerate(at) if u >= 0}
        self.where = {u: ROWS[int(h)] for u, h in enumerate(self.s.hex) if h >= 0}
        self.land = {place: Terrain(int(self.s.terrain[n])) for n, place in enumerate(ROWS)}

    def has(self, u: int, ability: Ability) -> int:
        return int(self.t.ability[self.t.kind[u], ability])

    def owner(self, u: int) -> int:
        return int(u >= 17)

    def legal(self) -> set[Code]:
        """All legal decisions as (kind, x, y)."""
        name = f"at_{Point(int(self.s.point)).id}"
        return set(getattr(self, name)())

    # Movement

    def reach(self, u: int) -> tuple[int, int]:
        kind, mode = self.t.kind[u], int(self.s.mode)
        if mode == Mode.MOVE:
            base = int(self.t.move[kind] + self.s.extra_move[u])
            return base, base + self.has(u, Ability.CHARGE)
        if mode == Mode.ONSLAUGHT:
            far = int(self.s.march) if self.s.by_card[u] else 0
            return far, far
        ability = Ability.MOBILITY if mode == Mode.MOBILITY else Ability.PURSUE
        return self.has(u, ability), self.has(u, ability)

    def portals(self) -> list[Hex]:
        if int(self.s.mode) != Mode.MOVE or self.s.portal[0] < 0:
            return []
        return [ROWS[int(h)] for h in self.s.portal]

    def enters(self, u: int, place: Hex, by_portal: bool) -> bool | None:
        """Whether it must stop there; None if it may not go there."""
        land, flyer = self.land[place], bool(self.has(u, Ability.FLYING))
        if land in WATER and not flyer:
            return None
        if land == Terrain.BUILDING and self.has(u, Ability.MASSIVE):
            return None
        if INDEX[place] == int(self.s.origin):
            return None
        stops = land in STOPPING and not flyer and place not in self.portals()
        if int(self.s.mode) == Mode.PURSUIT and self.t.pursue_terrain:
            stops = False
        other = self.units.get(place)
        if other is None or other == u:
            return stops
        if by_portal:
            return None
        if flyer:
            return False
        if self.owner(other) == self.owner(u):
            return False if self.t.pass_friends and not stops else None
        riding = self.s.overrun[self.owner(u)] and self.t.unit_class[self.t.kind[u]] == 1
        if stops and self.t.overrun_stop and land in (Terrain.TENT, Terrain.FORD):
            stops = False
        return False if riding and not stops else None

    def good_end(self, u: int, place: Hex, steps: int) -> bool:
        if self.units.get(place, u) != u:
            return False
        if self.land[place] in WATER and not self.t.flying_end_impassable:
            return False
        near = any(
            (n := step(place, d)) in self.units and self.owner(self.units[n]) != self.owner(u)
            for d in range(6)
        )
        return steps <= self.reach(u)[0] or near

    def ways(self, u: int, place: Hex, steps: int) -> Iterator[tuple[int, Hex, bool]]:
        if steps >= self.reach(u)[1]:
            return
        for direction in range(6):
            to = step(place, direction)
            if to is not None and (stops := self.enters(u, to, False)) is not None:
                yield direction, to, stops
        portals = self.portals()
        if place in portals:
            to = portals[1 - portals.index(place)]
            if (stops := self.enters(u, to, True)) is not None:
                yield 6, to, stops

    def can_finish(self, u: int, place: Hex, steps: int, stopped: bool) -> bool:
        if self.good_end(u, place, steps):
            return True
        if stopped:
            return False
        return any(
            self.can_finish(u, to, steps + 1, end) for _, to, end in self.ways(u, place, steps)
        )

    def go(self, u: int, steps: int) -> Iterator[Code]:
        for direction, to, stops in self.ways(u, self.where[u], steps):
            if self.can_finish(u, to, steps + 1, stops):
                yield "go", u, direction

    def at_march(self) -> Iterator[Code]:
        yield "pass", 0, 0
        for u in self.where:
            ready = self.s.ordered[u] and not self.s.marched[u] and not self.s.stun[u]
            if self.owner(u) == self.seat and ready and self.reach(u)[0] > 0:
                yield from self.go(u, 0)

    def at_step(self) -> Iterator[Code]:
        u, steps = int(self.s.mover), int(self.s.steps)
        if not self.s.halted:
            yield from self.go(u, steps)
        if self.good_end(u, self.where[u], steps):
            yield "stop", 0, 0

    # Attacks

    def sees(self, u: int, v: int) -> bool:
        a, b = self.where[u], self.where[v]
        flyers = [bool(self.has(x, Ability.FLYING)) for x in (u, v)]
        counts = not flyers[0] if self.t.flying_terrain else not any(flyers)
        over = self.land[a] == Terrain.HILL and counts
        rule = int(self.t.sc_rule[self.owner(u), self.s.scenario[self.owner(u)]])
        for shift in (-1, 1):
            through = rule == Rule.RANGED_SIGHT
            touch = bool(self.t.corner_touch) and not along_side(a, b)
            line = crossed(a, b, shift if along_side(a, b) else 0, touch)
            blocked = False
            for h in line:
                if h in self.units and not over:
                    blocked = True
                if self.land[h] in BLOCKING:
                    blocked = blocked or not through
                    through = False
            if not blocked:
                return True
        return False

    def attacks_of(self, u: int) -> Iterator[Code]:
        if u not in self.where or self.s.stun[u] or self.s.attacks[u] <= 0:
            return
        kind, seat = self.t.kind[u], self.owner(u)
        rule = int(self.t.sc_rule[seat, self.s.scenario[seat]])
        on_hill = self.land[self.where[u]] == Terrain.HILL
        far = int(self.t.range[kind])
        if rule == Rule.RANGED_SIGHT or (rule == Rule.HILL_RANGE and on_hill):
            far += int(self.t.sc_amount[seat, self.s.scenario[seat]])
        for v, place in self.where.items():
            if self.owner(v) == seat:
                continue
            if self.t.double_shot_target and self.s.shots[u] and self.s.aim[u] != v:
                continue
            gap = distance(self.where[u], place)
            if gap == 1 or (self.t.ranged[kind] and gap <= far and self.sees(u, v)):
                yield "attack", u, v

    def at_attack(self) -> Iterator[Code]:
        yield "pass", 0, 0
        for u in self.where:
            if self.owner(u) == self.seat and self.s.ordered[u]:
                yield from self.attacks_of(u)

    def at_again(self) -> Iterator[Code]:
        yield "pass", 0, 0
        yield from self.attacks_of(int(self.s.follow))

    def at_heroic(self) -> Iterator[Code]:
        level = int(self.s.level)
        u, faces = int(self.s.attacker[level]), int(self.s.roll[level, 5])
        if not self.has(u, Ability.FRENZY):
            faces = min(1, faces)
        elif self.t.frenzy_limit:
            dying = level == 1 and self.s.dying == 2
            figures = self.s.figures[u] if not dying else 1
            if dying and self.t.unstoppable_strength:
                figures = self.s.was[0]
            faces = min(faces, int(figures))
        for count in range(faces + 1):
            yield "use", count, 0

    def at_keep(self) -> Iterator[Code]:
        level = int(self.s.level)
        for face, count in enumerate(self.s.loose[level]):
            if count:
                yield "keep", face, 0
        if self.s.keeping[level] == 2:
            yield "reroll", 0, 0

    def at_direction(self) -> Iterator[Code]:
        level = int(self.s.level)
        a, b = ROWS[int(self.s.source[level])], ROWS[int(self.s.goal[level])]
        for direction in range(6):
            back = step(b, (direction + 3) % 6)
            (ax, ay), (bx, by) = centre(a), centre(b)
            if back is None:
                x, y = centre(b)
                ex, ey = ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3))[direction]
                back_centre = (x - ex, y - ey)
            else:
                back_centre = centre(back)
            # The side by which one comes in: its neighbour is nearest to the attacker.
            near = 3 * (back_centre[0] - ax) ** 2 + (back_centre[1] - ay) ** 2
            whole = 3 * (bx - ax) ** 2 + (by - ay) ** 2
            aside = abs((bx - ax) * (back_centre[1] - by) - (by - ay) * (back_centre[0] - bx))
            if near < whole and aside == max(2 * abs(bx - ax), abs(by - ay) + abs(bx - ax)):
                yield "way", direction, 0

    def at_prevent(self) -> Iterator[Code]:
        assert self.seat == self.s.active
        yield "prevent", 0, 0
        yield "prevent", 1, 0

    # Answers

    def yes_or_no(self, kind: str) -> Iterator[Code]:
        yield "pass", 0, 0
        yield kind, 0, 0

    def at_tent(self) -> Iterator[Code]:
        return self.yes_or_no("capture")

    def at_immovable(self) -> Iterator[Code]:
        return self.yes_or_no("ignore")

    at_support = at_immovable

    def at_counter(self) -> Iterator[Code]:
        return self.yes_or_no("counter")

    def at_advance(self) -> Iterator[Code]:
        return self.yes_or_no("advance")

    # Cards

    def at_command(self) -> Iterator[Code]:
        hand = [c for c, n in enumerate(self.s.command_hand[self.seat]) if n]
        if self.s.command >= 0:
            yield "pass", 0, 0
            yield from (("discard", c, 0) for c in hand)
            return
        yield from (("command", c, 0) for c in hand)
        if not self.t.single_order:
            yield from (("discard", c, 0) for c in hand)

    def orders(self, ordered: set[int], quota: list[int]) -> Iterator[tuple[int, int]]:
        for u, (row, column) in self.where.items():
            if self.owner(u) != self.seat or u in ordered:
                continue
            if self.seat:
                row, column = 10 - row, (13 if row % 2 else 12) - column
            x = 2 * column - row % 2
            inside = (x <= 8, 8 <= x <= 16, x >= 16)
            kind = self.t.kind[u]
            level = int(self.t.unit_class[kind])
            weak = self.s.figures[u] == 1 and not self.t.single[kind]
            meant = [True, level == 0, level == 1, level >= 2, self.t.ranged[kind], not weak]
            for part, good in enumerate((*inside, meant[int(self.s.who)], True)):
                if good and quota[part] > 0:
                    yield u, part

    def most(self, ordered: set[int], quota: list[int]) -> int:
        """Most orders that can be given, by trying all ways."""
        able: dict[int, set[int]] = {}
        for u, part in self.orders(ordered, quota):
            able.setdefault(u, set()).add(part)
        units = sorted(able, key=lambda u: len(able[u]))
        best = {tuple(quota): 0}
        for u in units:
            more = dict(best)
            for left, count in best.items():
                for part in able[u]:
                    if left[part]:
                        now = tuple(n - (k == part) for k, n in enumerate(left))
                        more[now] = max(more.get(now, 0), count + 1)
            best = more
        return max(best.values())

    def at_order(self) -> Iterator[Code]:
        ordered = {u for u in self.where if self.s.ordered[u]}
        quota = [int(n) for n in self.s.quota]
        found = list(self.orders(ordered, quota))
        if not self.t.order_fewer:
            yield "pass", 0, 0
            yield from (("order", u, part) for u, part in found)
            return
        most = self.most(ordered, quota)
        for u, part in found:
            rest = [n - (k == part) for k, n in enumerate(quota)]
            if self.most(ordered | {u}, rest) == most - 1:
                yield "order", u, part

    def cards(self, window: Window) -> Iterator[Code]:
        if self.s.played[self.seat]:
            return
        level = int(self.s.level)
        for place, count in enumerate(self.s.lore_hand[self.seat]):
            card = Lore(int(self.t.lore_card[self.seat, place]))
            cost = self.t.lore_cost[self.seat, place]
            good = count > 0 and self.t.window[card] == window and cost <= self.s.lore[self.seat]
            if card == Lore.BATTLE_CRY:
                mine = self.seat == self.s.active
                good = good and self.t.battle_cry_turn != (1 if mine else 2)
            if card == Lore.ARROW_STORM:
                good = good and self.t.ranged[self.t.kind[self.s.attacker[level]]]
            if card == Lore.TAKE_TO_THE_SKIES:
                good = good and self.t.kind[self.s.mover] == self.t.named[card]
            if card == Lore.UNSTOPPABLE and good:
                by, of = int(self.s.attacker[level]), int(self.s.target[level])
                good = level == 0 and by in self.where
                good = good and distance(self.where[by], self.where[of]) == 1
            if good:
                yield "play", place, 0

    def at_order_step(self) -> Iterator[Code]:
        yield "pass", 0, 0
        for u in self.where:
            mine = self.owner(u) == self.seat and self.s.ordered[u]
            if not mine or self.s.lore[self.seat] < self.t.cure_cost:
                continue
            if self.s.poison[u]:
                yield "cure", u, 0
            if self.s.stun[u] and not (self.t.token_removal and self.s.poison[u]):
                yield "cure", u, 1
        yield from self.cards(Window.ORDER_STEP)

    def at_window(self) -> Iterator[Code]:
        yield "pass", 0, 0
        window = Window(int(self.s.window))
        attacker = self.owner(int(self.s.attacker[self.s.level]))
        if window == Window.BEFORE_ROLL and attacker != self.seat:
            window = Window.ATTACKED_BEFORE_ROLL
        yield from self.cards(window)

    def at_barrier(self) -> Iterator[Code]:
        yield "pass", 0, 0
        yield from self.cards(Window.ENEMY_CARD)

    def at_target(self) -> Iterator[Code]:
        card, mover = Lore(int(self.s.card)), int(self.s.mover)
        second = bool(self.s.card_step)
        amount = int(self.t.amount[card])
        if card == Lore.PORTAL:
            for place in ROWS:
                foe = place in self.units and self.owner(self.units[place]) != self.seat
                first = ROWS[int(self.s.portal[0])]
                near = not second or (place != first and distance(place, first) <= amount)
                if not foe and self.land[place] not in WATER and near:
                    yield "target", INDEX[place], 0
            return
        if card == Lore.TAKE_TO_THE_SKIES and second:
            lifted = int(self.s.card_x)
            for place in ROWS:
                wet = self.land[place] in WATER and not self.has(lifted, Ability.FLYING)
                shut = self.land[place] == Terrain.BUILDING and self.has(lifted, Ability.MASSIVE)
                near = distance(place, self.where[mover]) <= amount
                if near and place not in self.units and not wet and not shut:
                    yield "target", INDEX[place], 0
            return
        for u, place in self.where.items():
            mine, kind = self.owner(u) == self.seat, self.t.kind[u]
            around = [self.units.get(step(place, d) or (0, 0)) for d in range(6)]
            foes = [v for v in around if v is not None and self.owner(v) != self.owner(u)]
            if card == Lore.RUNE_WARD:
                tokens = (self.s.poison[u], self.s.stun[u])
                yield from (("target", u, n) for n, on in enumerate(tokens) if mine and on)
                continue
            good = {
                Lore.BATTLE_CRY: mine,
                Lore.RALLY: mine and self.s.ordered[u] and self.s.figures[u] < self.t.health[kind],
                Lore.DARK_SACRIFICE: mine and self.s.ordered[u] and not self.t.single[kind],
                Lore.SAVAGE_CHARGE: mine and self.s.ordered[u],
                Lore.TAKE_TO_THE_SKIES: u != mover and self.s.passed[INDEX[place]],
                Lore.VENOM: not mine
                and any(
                    self.t.kind[v] == self.t.named[card] and distance(place, at) <= amount
                    for v, at in self.where.items()
                ),
                Lore.TERROR: (not mine and int(self.s.card_x) in foes)
                if second
                else (mine and self.t.unit_class[kind] >= 2 and bool(foes)),
            }[card]
            if good:
                yield "target", u, 0

    def at_put_command(self) -> Iterator[Code]:
        return (("put", c, 0) for c, n in enumerate(self.s.command_hand[self.seat]) if n)

    def at_put_lore(self) -> Iterator[Code]:
        return (("put_lore", c, 0) for c, n in enumerate(self.s.lore_hand[self.seat]) if n)

    def at_discard_lore(self) -> Iterator[Code]:
        return (("discard_lore", c, 0) for c, n in enumerate(self.s.lore_hand[self.seat]) if n)

    def at_gain(self) -> Iterator[Code]:
        return (("gain", option, 0) for option in range(3))

    def at_scenario(self) -> Iterator[Code]:
        return (("choose", c, 0) for c, n in enumerate(self.s.scenario_hand[self.seat]) if n)

    def at_ford(self) -> Iterator[Code]:
        for place in ROWS:
            near = place[0] >= 5 if self.seat else place[0] <= 5
            if near and self.land[place] == Terrain.RIVER:
                yield "ford", INDEX[place], 0

    # Deployment

    def may_lie(self, kind: int, place: Hex, laid: dict[Hex, int]) -> bool:
        """Whether a card may lie on a hex, by itself: 0 to 4 units, 5 the tent, 6 decoys."""
        row, land = 10 - place[0] if self.seat else place[0], self.land[place]
        if place in laid or row > int(self.t.sc_rows[self.seat, self.s.scenario[self.seat]]):
            return False
        if kind == 5:
            return land == Terrain.CLEAR
        if self.t.deploy_impassable:
            return True
        ability = self.t.ability[self.seat * 5 + kind] if kind < 5 else [0] * len(Ability)
        if land in WATER:
            return bool(ability[Ability.FLYING])
        return land != Terrain.BUILDING or not ability[Ability.MASSIVE]

    def finds_room(self, laid: dict[Hex, int], left: list[int]) -> bool:
        """Whether all cards left can be laid: the tent anywhere, then the others by matching."""
        if left[5]:
            rest = [*left[:5], 0, left[6]]
            return any(
                self.finds_room({**laid, place: 5}, rest)
                for place in ROWS
                if self.may_lie(5, place, laid)
            )
        rows = {place: 10 - place[0] if self.seat else place[0] for place in ROWS}
        last = min((rows[place] for place, kind in laid.items() if kind == 5), default=9)
        if any(rows[place] > last for place, kind in laid.items() if kind < 5):
            return False
        cards = [kind for kind, count in enumerate(left) for _ in range(count)]
        held: dict[Hex, int] = {}
        rooms = {
            kind: [
                place
                for place in ROWS
                if self.may_lie(kind, place, laid) and (kind == 6 or rows[place] <= last)
            ]
            for kind in set(cards)
        }

        def seated(card: int, tried: set[Hex]) -> bool:
            for place in rooms[cards[card]]:
                if place in tried:
                    continue
                tried.add(place)
                if place not in held or seated(held[place], tried):
                    held[place] = card
                    return True
            return False

        return all(seated(card, set()) for card in range(len(cards)))

    def at_deploy(self) -> Iterator[Code]:
        left = [int(n) for n in self.s.left[self.seat]]
        own = self.s.laid[self.seat]
        laid = {place: int(own[n]) - 1 for place, n in INDEX.items() if own[n]}
        any_card = int(self.t.deploy_order) == 2
        ability = [self.t.ability[self.seat * 5 + kind] for kind in range(5)]
        # The tent first, then who has the least choice: massive ones, walkers, flyers, decoys.
        walkers = [kind for kind in range(5) if not ability[kind][Ability.FLYING]]
        walkers.sort(key=lambda kind: (not ability[kind][Ability.MASSIVE], kind))
        flyers = [kind for kind in range(5) if ability[kind][Ability.FLYING]]
        kinds = [kind for kind in (5, *walkers, *flyers, 6) if left[kind]]
        for kind in kinds if any_card else kinds[:1]:
            rest = [n - (k == kind) for k, n in enumerate(left)]
            for place in ROWS:
                fits = self.may_lie(kind, place, laid)
                if fits and self.finds_room({**laid, place: kind}, rest):
                    yield "lay", kind, INDEX[place]

    def at_muster(self) -> Iterator[Code]:
        decided = int(self.s.mustered[self.seat])
        if decided == 0:
            yield "take", 5, 0
            yield "take", 5, 1
            return
        army = [int(n) for n in self.s.army[self.seat]]
        card = int(self.s.scenario[self.seat])
        rule = int(self.t.sc_rule[self.seat, card])
        prices, counts = [], []
        for kind in range(5):
            price = int(self.t.muster[self.seat * 5 + kind])
            if rule == Rule.MUSTER_DISCOUNT and self.t.sc_kind[self.seat, card] == kind:
                price = max(1, price - int(self.t.sc_amount[self.seat, card]))
            prices.append(price)
            counts.append(int(self.t.units[self.seat * 5 + kind]))
        limit = int(self.t.tent_budget if army[5] else self.t.budget)
        fewest = int(self.t.cards - self.t.decoys)
        kind = decided - 1
        for count in range(counts[kind] + 1):
            taken = [*army[:kind], count]
            cost = sum(n * price for n, price in zip(taken, prices, strict=False))
            rest = sorted(p for k in range(kind + 1, 5) for p in [prices[k]] * counts[k])
            missing = max(1, fewest - army[5]) - sum(taken)
            enough = missing <= 0 or (len(rest) >= missing)
            if enough and cost + sum(rest[: max(0, missing)]) <= limit:
                yield "take", kind, count
