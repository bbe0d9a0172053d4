"""Positions for tests: a turn of seat 0 on a bare board, with the cards that a test gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bloodstones.core.contract.game import Number
from bloodstones.games.battalia.engine.decisions import Decision, Kind
from bloodstones.games.battalia.engine.game_setup import GameSetup
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import FIRST_ITEM, ITSELF, NOTHING, Point, Square
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.boards import WIDTH, square_name
from bloodstones.games.battalia.rules.names import Build, Faction, Great, card_ids
from bloodstones.games.battalia.rules.names import Kind as Card
from bloodstones.games.battalia.rules.reading import load_ruleset
from bloodstones.games.battalia.rules.register import read_options

CARDS = card_ids()
SHORT = {"o": "orsari", "l": "lagorai", "a": "ardei", "n": "nembolari"}
BY_SQUARE = (Kind.START, Kind.UPGRADE, Kind.HIRE)
BY_CARD = (Kind.AMBUSH, Kind.HOLD, Kind.LIMBO, Kind.ROOM, Kind.TAKE, Kind.DRAW, Kind.DEAL)
BY_HERO = (Kind.WALK, Kind.RIDE, Kind.GALLOP, Kind.WINGS)
BY_GREAT = (Kind.SPOIL, Kind.LUCKY_SPOIL)
SIDES = "NESW"
STALE = -1  # what fills the list of decisions before it is written: nothing of it may be left


def card_of(name: str) -> int:
    """Return a card: `o friman`, `supply`, `hammer`."""
    first, _, rest = name.partition(" ")
    return CARDS.index(f"{SHORT[first]}_{rest}" if rest else name)


def short(card: int) -> str:
    faction, mark, kind = CARDS[card].partition("_")
    return f"{faction[0]} {kind}" if mark else faction


def square(name: str) -> int:
    """Return a square written as column.row from 1."""
    column, row = name.split(".")
    return (int(row) - 1) * WIDTH + int(column) - 1


class Scene:
    """A playthrough at step 1 of the first turn: seat 0 of faction orsari, seat 1 of lagorai, …

    Nobody has cards, the board is empty but for the ruins, nothing is lit or paired.
    """

    def __init__(
        self, players: int = 2, overrides: Mapping[str, Number] | None = None, **options: object
    ) -> None:
        rules = load_ruleset(overrides=overrides or {})
        factions = [faction.id for faction in Faction][:players]
        readings = read_options({name: _spelled(value) for name, value in options.items()})
        self.game = Playthrough(
            GameSetup(rules, factions, readings=readings), 1, scripted_chance=True
        )
        self.events: list[tuple[str, tuple[int, ...]]] = []
        while self.s.turn == 0:
            codes = self.game.weighted_outcomes()[0] if self.game.is_chance else None
            self.game.apply_code(int((self.game.legal_codes() if codes is None else codes)[0]))
        s, t = self.s, self.t
        s.cohort = 0
        s.lit = NOTHING
        s.paired = 0
        for zone in (s.draw, s.hand, s.discard, s.known, s.seen):
            zone[:] = 0
        s.pool[:] = t.copies
        s.owner[:] = NOTHING
        s.level[:] = 0
        s.terrain[:] = NOTHING
        s.build[:] = NOTHING
        s.map_left[:] = t.map_copies
        for seat in range(players):
            s.tokens[seat] = t.tokens
        for q in range(WIDTH * WIDTH):
            if s.what[q] == Square.CITY:
                s.what[q] = Square.EMPTY
                s.exits[q] = 0
                s.empty += 1

    @property
    def s(self) -> Any:
        return self.game.state

    @property
    def t(self) -> Any:
        return self.game.tables

    # --- cards ----------------------------------------------------------------------------------

    def give(self, zone: Any, seat: int, text: str) -> Scene:
        """Put cards of the pool into a zone: `o friman*3, supply*2`."""
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, number = part.partition("*")
            card = card_of(name.strip())
            for _ in range(int(number or 1)):
                zone[seat, card] += 1
                self.s.pool[card] -= 1
                assert self.s.pool[card] >= 0, f"no {name} left"
        self.s.known[seat] = self.s.draw[seat] + self.s.hand[seat] + self.s.ambush[seat]
        self.s.seen[seat] = self.s.discard[seat]
        self.s.known[seat] += self.s.seen[seat]
        return self

    def hand(self, text: str, seat: int = 0) -> Scene:
        return self.give(self.s.hand, seat, text)

    def pile(self, text: str, seat: int = 0) -> Scene:
        return self.give(self.s.draw, seat, text)

    def discarded(self, text: str, seat: int = 0) -> Scene:
        return self.give(self.s.discard, seat, text)

    def lying(self, text: str, seat: int = 0) -> Scene:
        """Put cards in ambush."""
        return self.give(self.s.ambush, seat, text)

    def without(self, text: str) -> Scene:
        """Take all of these cards out of the pool: `o chief, l chief`."""
        for part in text.split(","):
            self.s.limbo[card_of(part.strip())] += self.s.pool[card_of(part.strip())]
            self.s.pool[card_of(part.strip())] = 0
        return self

    def lit(self, kind: str) -> Scene:
        self.s.lit = Card[kind.upper()]
        return self

    def paired(self, *kinds: str) -> Scene:
        for kind in kinds:
            self.s.paired |= 1 << Card[kind.upper()]
        return self

    # --- the board ------------------------------------------------------------------------------

    def lay(self, name: str, build: str, exits: str = "NESW", terrain: str = "orsari") -> Scene:
        """Put a map card on a square."""
        q, kind = square(name), Build[build.upper()]
        self.s.what[q] = Square.CITY if kind <= Build.CITY_END else Square.ROAD
        self.s.exits[q] = sum(1 << SIDES.index(side) for side in exits)
        self.s.build[q] = kind
        faction = Faction[terrain.upper()] if kind <= Build.CITY_END else NOTHING
        self.s.terrain[q] = faction
        self.s.map_left[kind, max(0, faction)] -= 1
        self.s.empty -= 1
        return self

    def city(
        self,
        name: str,
        seat: int = 0,
        level: int = 1,
        exits: str = "NESW",
        terrain: str = "orsari",
    ) -> Scene:
        """Put a city on a square; seat -1: a neutral one."""
        kinds = {4: "city_cross", 3: "city_tee", 1: "city_end"}
        straight = exits in ("NS", "EW")
        two = "city_straight" if straight else "city_curve"
        self.lay(name, kinds.get(len(exits), two), exits, terrain)
        q = square(name)
        self.s.level[q] = level
        self.s.owner[q] = seat
        if seat >= 0:
            self.s.tokens[seat, level] -= 1
        return self

    def road(self, name: str, exits: str = "NESW") -> Scene:
        kinds = {4: "road_cross", 3: "road_tee"}
        two = "road_straight" if exits in ("NS", "EW") else "road_curve"
        return self.lay(name, kinds.get(len(exits), two), exits)

    def hero(self, name: str, seat: int = 0, number: int = 0) -> Scene:
        self.s.hero[seat, number] = square(name)
        return self

    # --- going on -------------------------------------------------------------------------------

    def go(self) -> Scene:
        """Leave step 1 for the actions."""
        self.s.surveyed = 0
        return self.play("go_on")

    def play(self, *words: str) -> Scene:
        """Carry out decisions and outcomes written as in `legal`."""
        for text in words:
            self.take(self.read(text))
        return self

    def take(self, decision: Decision) -> Scene:
        self.game.apply(decision)
        values = self.s.log[: int(self.s.log_size)].tolist()
        for at in range(0, len(values), 5):
            code = values[at]
            self.events.append((Event(code).id, tuple(values[at + 2 : at + 5])))
        return self

    def luck(self) -> Scene:
        """Let chance move until somebody decides."""
        while self.game.is_chance:
            self.take(self.game.draw())
        return self

    def possible(self) -> list[Decision]:
        if self.game.is_chance:
            return [outcome for outcome, _ in self.game.chance_outcomes()]
        self.game.buffer[:] = STALE
        return self.game.legal()

    def legal(self, *kinds: str) -> list[str]:
        """What can happen now, in words; of these kinds alone if any are named."""
        told = [self.write(each) for each in self.possible()]
        return [text for text in told if not kinds or text.split()[0] in kinds]

    def read(self, text: str) -> Decision:
        for decision in self.possible():
            if self.write(decision) == text:
                return decision
        raise AssertionError(f"{text} is none of {self.legal()}")

    def write(self, decision: Decision) -> str:
        kind, x, y = decision
        told = [kind.id, *self.words(kind, x, y)]
        return " ".join(str(word) for word in told)

    def words(self, kind: Any, x: int, y: int) -> list[object]:
        if kind in BY_SQUARE:
            return [square_name(x)]
        if kind in BY_CARD:
            return [short(x)]
        if kind in BY_HERO:
            return [x, square_name(y)]
        if kind in BY_GREAT:
            return [Great(x).id]
        if kind is Kind.FIGHT:
            target = f"seat{y // 4 - 1}" if y >= 4 else "card"
            return [square_name(x), target, y % 4]
        if kind in (Kind.PAY, Kind.PLAY, Kind.TENT):
            return [self.source(x), *(["double"] if y and kind is Kind.PLAY else ["tool"] * y)]
        if kind is Kind.USE:
            return [self.source(x), "as", Card(y).id]
        if kind is Kind.TARGET:
            scroll = self.s.by_kind == Card.SCROLL
            return [self.source(x), *([Faction(y).id] if scroll else [y] if y else [])]
        if kind is Kind.GAIN:
            return [Card(x).id, *([Faction(y - 1).id] if y else [])]
        if kind is Kind.CITY:
            return [x, Build(y).id]
        if kind is Kind.ROAD:
            return [Build(x).id]
        if kind is Kind.PLACE:
            return [square_name(x), exits_of(y)]
        if kind is Kind.RETREAT:
            return [f"horse_{Faction(x - 4).id}" if x >= 4 else x, square_name(y)]
        if kind is Kind.FILL:
            return [x, *([] if y == ITSELF else [self.source(y)])]
        if kind in (Kind.TOP, Kind.CITY_TOP):
            return [Faction(y).id]
        if kind is Kind.FACTION:
            return [Faction(x).id]
        if kind in (Kind.START_CITY, Kind.NEUTRAL_CITY):
            return [square_name(x), Faction(y).id]
        return [x] if kind in (Kind.DIE, Kind.JOIN, Kind.LIFT, Kind.FIRST, Kind.EMPTY) else []

    def source(self, x: int) -> str:
        if x == ITSELF:
            return "itself"
        if x >= FIRST_ITEM:
            return f"#{x - FIRST_ITEM}"
        return short(x)

    # --- looking --------------------------------------------------------------------------------

    def cards(self, zone: Any, seat: int = 0) -> dict[str, int]:
        """The cards of a zone, by name."""
        return {short(card): int(n) for card, n in enumerate(zone[seat]) if n}

    def held(self, seat: int = 0) -> dict[str, int]:
        return self.cards(self.s.hand, seat)

    def gained(self, seat: int = 0) -> dict[str, int]:
        return self.cards(self.s.gained, seat)

    def played(self, seat: int = 0) -> dict[str, int]:
        return self.cards(self.s.played, seat)

    def at(self, name: str) -> tuple[int, int]:
        """Owner and level of a city."""
        return int(self.s.owner[square(name)]), int(self.s.level[square(name)])

    def heroes(self, seat: int = 0) -> list[str]:
        return [square_name(int(q)) if q >= 0 else "" for q in self.s.hero[seat]]

    def told(self, name: str) -> list[tuple[int, ...]]:
        return [values for event, values in self.events if event == name]

    @property
    def point(self) -> Point:
        return Point(int(self.s.point))


def exits_of(mask: int) -> str:
    return "".join(side for bit, side in enumerate(SIDES) if mask >> bit & 1)


def _spelled(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
