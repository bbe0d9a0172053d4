"""Positions for tests: a day begins with bare castles, and what a test puts there."""

from __future__ import annotations

from collections.abc import Mapping

from bloodstones.core.contract.game import Number
from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind, Price
from bloodstones.games.bellum_magica.engine.events import entries
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import (
    BOXED,
    IN_PILE,
    KINDS,
    NOTHING,
    OFFERED,
    PLACED,
    SHOWN,
    UNSEEN,
    Point,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Chest, Icon, Resource, Side, Token
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.rules.register import read_options

LETTERS = {
    "F": Icon.FOOD,
    "G": Icon.GLYPH,
    "T": Icon.TREASURE,
    "S": Icon.SWORD,
    "M": Icon.MAGIC_SWORD,
    "X": Icon.THIEF,
}
ROW = 0  # the active row of scenarios, unless they roll another one
STALE = -1  # what fills the list of decisions before it is written: nothing of it may be left


class Scenario:
    """A playthrough at the first roll of the first day; seat 0 is the captain.

    Castles and troops are bare, nothing is owned, only the tavern and what a test shows is open,
    and there is no stack of locations.
    """

    def __init__(
        self,
        players: int = 2,
        options: Mapping[str, object] | None = None,
        overrides: Mapping[str, Number] | None = None,
    ) -> None:
        self.rules = load_ruleset(overrides=overrides or {})
        names = [castle.id for castle in self.rules.castles[:players]]
        readings = read_options(options or {})
        self.game = Playthrough(
            GameSetup(self.rules, names, readings=readings), 1, scripted_chance=True
        )
        self.events: list[tuple[Event, tuple[int, ...]]] = []
        while self.state.turn == 0:
            self.game.apply(next(iter(self.game.outcomes() or self.game.legal())))
        self.cards = [creature.id for creature in self.rules.creatures]
        self.places = [location.id for location in self.rules.locations]
        s, t = self.state, self.tables
        s.troop[:] = 0
        s.location[s.location == SHOWN] = UNSEEN
        s.left[:] = 0
        s.shown[:] = NOTHING
        s.where[: int(t.goblins)] = BOXED

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return self.game.state

    @property
    def tables(self):  # type: ignore[no-untyped-def]
        return self.game.tables

    def troop(self, seat: int, icons: str, row: int = ROW) -> Scenario:
        """Give a seat these icons in a row."""
        for letter, icon in LETTERS.items():
            self.state.troop[seat, row, icon] = icons.count(letter)
        return self

    def own(self, seat: int, **goods: int) -> Scenario:
        """Give a seat resources and bonus tokens out of the supply."""
        s = self.state
        for name, number in goods.items():
            if name in Resource.ids():
                s.resources[seat, Resource[name.upper()]] += number
                s.supply[Resource[name.upper()]] -= number
            else:
                s.tokens[seat, Token[name.upper()]] += number
                s.token_supply[Token[name.upper()]] -= number
        return self

    def chests(self, seat: int, **values: list[int]) -> Scenario:
        """Give a seat chests out of the stacks: `wood=[1, 2]`."""
        s = self.state
        for name, held in values.items():
            for value in held:
                kind = Chest[name.upper()]
                s.chests[seat, kind, value] += 1
                s.chest_count[seat, kind] += 1
                s.stack[kind, value] -= 1
                s.stack_size[kind] -= 1
                s.points[seat, 1] += value
        return self

    def empty(self, kind: str, left: int = 0) -> Scenario:
        """Leave so many chests in a stack; the others are out of the game."""
        s, number = self.state, Chest[kind.upper()]
        for value in range(s.stack.shape[1]):
            take = min(int(s.stack[number, value]), int(s.stack_size[number]) - left)
            s.stack[number, value] -= take
            s.stack_size[number] -= take
        return self

    def show(self, *places: str) -> Scenario:
        """Turn up these locations."""
        s = self.state
        for slot, name in enumerate(places):
            number = self.places.index(name)
            s.shown[slot] = number
            s.location[number] = SHOWN
        return self

    def stack(self) -> Scenario:
        """Put the locations in play into the stack, which is empty else."""
        for place in range(int(self.tables.in_play.shape[0])):
            self.state.left[place] = self.tables.in_play[place]
        return self

    def offer(self, *names: str) -> Scenario:
        """Put these creatures on offer instead of those there: evil ones, then most evil ones."""
        s, t = self.state, self.tables
        for pile in range(2):
            for card in s.offer[pile]:
                if card != NOTHING:
                    s.where[card] = IN_PILE
                    s.pile_size[pile] += 1
        s.offer[:] = NOTHING
        for name in names:
            card = self.cards.index(name)
            pile = int(card >= t.most_evil_first)
            s.offer[pile, int((s.offer[pile] != NOTHING).sum())] = card
            s.where[card] = OFFERED
            s.pile_size[pile] -= 1
        return self

    def no_pile(self) -> Scenario:
        """Take all creatures that are not on offer out of the game."""
        s = self.state
        s.where[s.where == IN_PILE] = BOXED
        s.pile_size[:] = 0
        return self

    def under(self, seat: int, name: str, side: Side) -> Scenario:
        """Put a creature under a castle."""
        card = self.cards.index(name)
        if self.state.where[card] == IN_PILE:
            self.state.pile_size[int(card >= self.tables.most_evil_first)] -= 1
        icons = self.tables.icons[card, side]
        self.state.troop[seat] += icons
        self.state.where[card] = PLACED + 2 * seat + side
        return self

    def castle(self, seat: int) -> Scenario:
        """Let the printed icons of a seat's castle count."""
        self.state.troop[seat] += self.tables.castle_rows[self.state.castle[seat]]
        return self

    def roll(self, number: int = ROW + 1) -> Scenario:
        """Let the die show a number."""
        return self.take(Decision(Kind.ROLL, number - 1))

    def take(self, decision: Decision) -> Scenario:
        """Carry out one decision or outcome."""
        self.game.apply(decision)
        self.events += entries(self.state)
        return self

    def play(self, *words: str) -> Scenario:
        """Carry out decisions and outcomes written as in `legal`."""
        for text in words:
            self.take(self.read(text))
        return self

    def luck(self) -> Scenario:
        """Let chance move until somebody decides, a day begins, or the game is over."""
        while self.game.is_chance and self.point() is not Point.ROLL:
            self.game.apply(self.game.draw())
            self.events += entries(self.state)
        return self

    def read(self, text: str) -> Decision:
        known = self.game.outcomes() or self.game.legal()
        for decision in known:
            if self.write(decision) == text:
                return decision
        raise AssertionError(f"{text} is none of {[self.write(each) for each in known]}")

    def write(self, decision: Decision) -> str:
        kind, x, y = decision
        if kind in (Kind.RECRUIT, Kind.OPEN_CREATURE, Kind.DEAL_GOBLIN, Kind.PLACE, Kind.GOBLIN):
            name = self.cards[x]
            if kind is Kind.RECRUIT:
                return f"recruit {name} {Price(y).id}"
            return f"{kind.id} {name}" + (
                f" {Side(y).id}" if kind in (Kind.PLACE, Kind.GOBLIN) else ""
            )
        if kind in (Kind.LOCATION, Kind.OPEN_LOCATION):
            return f"{kind.id} {self.places[x]}"
        if kind is Kind.STEAL:
            return f"steal {Chest(x).id}"
        if kind in (Kind.CHEST, Kind.STOLEN, Kind.GIVE):
            return f"{kind.id} {Chest(x).id} {y}"
        if kind is Kind.ROLL:
            return f"roll {x + 1}"
        if kind in (Kind.RAID, Kind.FIRST_CAPTAIN, Kind.CASTLE, Kind.DEAL_CASTLE):
            return f"{kind.id} {x}"
        return kind.id

    def legal(self) -> list[str]:
        """What can happen now, in words."""
        self.game.buffer[:] = STALE
        return [self.write(each) for each in self.game.outcomes() or self.game.legal()]

    def counts(self, seat: int) -> list[int]:
        """Chests of a seat by kind."""
        return [int(self.state.chest_count[seat, kind]) for kind in range(KINDS)]

    def goods(self, seat: int) -> list[int]:
        """Food, glyphs and barrels of a seat."""
        return [int(number) for number in self.state.resources[seat]]

    def told(self, event: Event) -> list[tuple[int, ...]]:
        """The values of all events of a kind so far."""
        return [values for code, values in self.events if code is event]

    def point(self) -> Point:
        return Point(int(self.state.point))
