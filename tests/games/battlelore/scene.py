"""Positions of two factions, set up and played by names, for tests of single rules."""

from __future__ import annotations

from typing import Any

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.state import (
    ANYWHERE,
    LEVELS,
    NOBODY,
    SINGLE,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.board import HEXES, NOWHERE, hex_of, name
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.dice import BASE, GROUP, RANK
from bloodstones.games.battlelore.rules.names import Face, Lore, Terrain
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.kit.decision import Decision
from bloodstones.kit.playthrough import Playthrough

DAQAN, UTHUK = 0, 1
RULES = load_ruleset()
CARDS = {card.card: place for place, card in enumerate(RULES.commands)}
STALE = -1  # what fills the list of decisions before it is written: nothing of it may be left


def setup(
    board: str = "a1+a1",
    seats: tuple[str, str] = ("daqan", "uthuk"),
    overrides: dict[str, Any] | None = None,
    strategies: tuple[str, str] = ("random", "random"),
    **options: Any,
) -> Setup:
    """Return a setup, of two random players if nothing else is said."""
    told = {key: str(value).lower() for key, value in options.items()}
    table = tuple(Seat(role, plan) for role, plan in zip(seats, strategies, strict=False))
    return Setup(board, table, told, overrides or {})


def first_turn(game: Playthrough) -> Playthrough:
    """Play whatever comes first until the first turn."""
    while game.state.battle_turn == 0:
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply_code(int(game.legal_codes()[0]))
    return game


class Scene:
    """An empty board in the order step of a seat; hands are empty, scenarios A1."""

    def __init__(self, active: int = DAQAN, board: str = "a1+a1", **given: Any) -> None:
        self.game = first_turn(GAME.playthrough(setup(board, **given), 1, scripted_chance=True))
        self.s: GameState = self.game.state
        self.t = self.game.tables
        s = self.s
        for h in range(HEXES):
            s.terrain[h], s.banner[h], s.at[h], s.holder[h] = 0, 0, NOBODY, NOBODY
        for u in range(UNITS):
            s.hex[u], s.figures[u] = NOWHERE, 0
        for seat in range(2):
            s.units[seat] = 0
            s.lore[seat] = 0
            s.command_hand[seat] = 0
            s.lore_hand[seat] = 0
            s.tent[seat] = NOWHERE
        s.active, s.decider, s.point = active, active, int(Point.ORDER)
        s.quota[ANYWHERE], s.who, s.command = 9, 0, NOBODY
        self.names: dict[str, int] = {}

    # Setting up

    def land(self, terrain: str, *places: str) -> Scene:
        """Lay terrain."""
        for place in places:
            self.s.terrain[hex_of(place)] = Terrain.parse(terrain, "test")
        return self

    def put(self, unit: str, place: str, figures: int = 0, seat: int = -1) -> int:
        """Put a unit on the board, at full health or with some figures; return its number."""
        kind = RULES.unit(unit)
        seats = [int(f) for f in self.t.faction]
        owner = seats.index(int(kind.faction)) if seat < 0 else seat
        first = owner * SLOTS
        for other in RULES.units_of(kind.faction):
            if other.unit == unit:
                break
            first += other.units
        for u in range(first, first + kind.units):
            if self.s.hex[u] == NOWHERE:
                h = hex_of(place)
                assert self.s.at[h] == NOBODY
                self.s.hex[u], self.s.at[h] = h, u
                self.s.holder[h] = owner
                self.s.figures[u] = figures or int(self.t.health[self.t.kind[u]])
                self.s.units[owner] += 1
                return u
        raise AssertionError(f"no more {unit}")

    def spare(self) -> Scene:
        """Put units in the far corners, so that nobody loses a last unit."""
        self.put("riverwatch_riders", "1.12")
        self.put("flesh_ripper_brutes", "9.12")
        return self

    def banner(self, place: str, points: int = 1) -> Scene:
        """Lay a banner."""
        self.s.banner[hex_of(place)] = points
        return self

    def card(self, seat: int, card: str, lore: int = 9) -> Scene:
        """Give a seat a lore card and lore."""
        place = self.t.lore_card[seat].tolist().index(Lore.parse(card, "test"))
        self.s.lore_hand[seat, place] += 1
        self.s.lore[seat] = lore
        return self

    def command_card(self, seat: int, card: str) -> Scene:
        """Give a seat a command card."""
        self.s.command_hand[seat, CARDS[card]] += 1
        return self

    # What is so

    def codes(self) -> set[tuple[str, int, int]]:
        """What is legal, or may happen, as (kind, x, y)."""
        if self.game.is_chance:
            found = [outcome for outcome, _ in self.game.chance_outcomes()]
        else:
            self.game.buffer[:] = STALE
            found = self.game.legal()
        return {(d.kind.id, d.x, d.y) for d in found}

    def kinds(self) -> set[str]:
        """The kinds of what is legal."""
        return {kind for kind, _, _ in self.codes()}

    @property
    def point(self) -> str:
        """What must happen next."""
        return Point(int(self.s.point)).id

    @property
    def dice(self) -> int:
        """How many dice are still to be rolled."""
        assert self.point == "roll"
        return int(self.s.dice[self.s.level])

    def dice_now(self) -> int:
        """How many dice are thrown at once."""
        return max(x for kind, x, _ in self.codes() if kind == "rolled")

    def where(self, u: int) -> str:
        """The hex of a unit, "" off the board."""
        h = int(self.s.hex[u])
        return name(h) if h >= 0 else ""

    def figures(self, u: int) -> int:
        """The health left of a unit."""
        return int(self.s.figures[u])

    def ways(self, u: int) -> set[str]:
        """The hexes that a unit may go to next."""
        portals = [int(h) for h in self.s.portal]
        around = self.t.neighbour[self.s.hex[u]].tolist()
        around.append(sum(portals) - int(self.s.hex[u]))
        return {name(around[y]) for kind, x, y in self.codes() if kind == "go" and x == u}

    def targets(self, u: int) -> set[int]:
        """The units that a unit may attack."""
        return {y for kind, x, y in self.codes() if kind == "attack" and x == u}

    def sees(self, u: int) -> set[int]:
        """The units that a unit could attack if it were ordered, from where it stands."""
        self.s.point, self.s.ordered[u], self.s.attacks[u] = int(Point.ATTACK), 1, 1
        return self.targets(u)

    # What is done

    def do(self, kind: str, x: int = 0, y: int = 0) -> Scene:
        """Carry out a decision or an outcome."""
        self.game.apply(Decision(Kind.parse(kind, "test"), int(x), int(y)))
        return self

    def order(self, *units: int) -> Scene:
        """Order units, and go on to what comes after the orders."""
        for u in units:
            self.do("order", u, ANYWHERE)
        if self.point == "order":
            self.do("pass")
        return self

    def go(self, u: int, *places: str) -> Scene:
        """Take steps; the movement may end by itself."""
        for place in places:
            to = hex_of(place)
            direction = self.t.neighbour[self.s.hex[u]].tolist()
            self.do("go", u, direction.index(to) if to in direction else len(direction))
        return self

    def to(self, point: str) -> Scene:
        """Pass, or draw what chance gives, until a point is reached."""
        for _ in range(200):
            if self.point == point:
                return self
            if self.game.over:
                break
            if self.game.is_chance:
                self.game.apply(self.game.draw())
            elif ("pass", 0, 0) in self.codes():
                self.do("pass")
            else:
                self.game.apply_code(int(self.game.legal_codes()[0]))
        raise AssertionError(f"{point} is not reached, but {self.point}")

    def ready(self, *units: int) -> Scene:
        """Order units and let them stay; the attacks come next."""
        return self.order(*units).to("attack")

    def attack(self, u: int, v: int) -> Scene:
        """Begin an attack."""
        return self.do("attack", u, v)

    def roll(self, *faces: str) -> Scene:
        """Let the dice show faces, as many as are rolled."""
        left = list(faces)
        while left:
            now, left = left[:GROUP], left[GROUP:]
            shown = [Face.parse(face, "test") for face in now]
            code = sum(BASE**face for face in shown if face != Face.HEROIC)
            self.do("rolled", len(now), int(RANK[len(now), code]))
        return self

    def hit(self, u: int, v: int, *faces: str) -> Scene:
        """Attack with dice that show these faces, filled up with what does nothing."""
        self.attack(u, v)
        return self.fill(*faces)

    def fill(self, *faces: str) -> Scene:
        """Roll all dice: these faces, and for the others pierce or, at range, strike."""
        ranged = self.t.ranged[self.t.kind[self.s.attacker[self.s.level]]]
        nothing = "strike" if ranged else "pierce"
        return self.roll(*faces, *(nothing for _ in range(self.dice - len(faces))))

    def order_again(self, u: int) -> Scene:
        """Go on to the active seat's next turn, and order a unit by a card thrown away."""
        self.next_turn().next_turn()
        card = next(x for kind, x, _ in self.codes() if kind == "discard")
        return self.do("discard", card).do("order", u, SINGLE)

    def next_turn(self) -> Scene:
        """Go on to the command of the other seat."""
        turn = int(self.s.turn)
        while self.s.turn == turn and not self.game.over:
            if self.game.is_chance:
                self.game.apply(self.game.draw())
            elif ("pass", 0, 0) in self.codes():
                self.do("pass")
            else:
                self.game.apply_code(int(self.game.legal_codes()[0]))
        return self


assert LEVELS == 2
