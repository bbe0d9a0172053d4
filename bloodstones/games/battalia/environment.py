"""The game as an environment for learners: its actions, and what a seat sees."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.fights.fighting import TARGETS
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    HELD,
    HEROES,
    ITEMS,
    ITSELF,
    NEEDS,
    NOTHING,
    SIDES,
    TENTS,
    GameState,
)
from bloodstones.games.battalia.engine.tables import RuleTables
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    BUILDS,
    CARDS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    GREATS,
    LEVELS,
    RANKS,
    SUPPLY,
)
from bloodstones.games.battalia.rules.names import Kind as Card
from bloodstones.kit.environment.actions import Group, Values, upto
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.sights import SEAT, Field, Told

PILES: Final = 3  # hand, draw pile, ambush
EXITS: Final = 16  # bits of four sides
PRICES: Final = 8  # of a retreat: supplies, or 4 + faction of a horse
OTHERS: Final = CARDS - SUPPLY


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    numbers = (*range(CARDS), *range(FIRST_ITEM, FIRST_ITEM + ITEMS), ITSELF)
    source = Values("source", numbers)
    card, square, hero = upto("card", CARDS), upto("square", SQUARES), upto("hero", HEROES)
    build, tent, both = upto("map card", BUILDS), upto("tent", TENTS), upto("way", 2)
    target = upto("heroes + 4 target", TARGETS * (1 + int(t.players)) + HEROES + 1)
    kind, great = upto("kind", len(Card)), upto("great artifact", GREATS)
    return (
        Group(Move.GO_ON),
        Group(Move.FACTION, upto("faction", FACTIONS)),
        Group(Move.START, square),
        Group(Move.COHORT),
        Group(Move.MULLIGAN),
        Group(Move.USE, source, kind),
        Group(Move.TARGET, source, upto("faction or ranks", FACTIONS)),
        Group(Move.GAIN, kind, upto("faction + 1", FACTIONS + 1)),
        Group(Move.CITY, upto("level", LEVELS), build),
        Group(Move.ROAD, build),
        Group(Move.UPGRADE, square),
        Group(Move.HIRE, square),
        Group(Move.WALK, hero, square),
        Group(Move.RIDE, hero, square),
        Group(Move.GALLOP, hero, square),
        Group(Move.WINGS, hero, square),
        Group(Move.HORN),
        Group(Move.AMBUSH, card),
        Group(Move.TENT, source),
        Group(Move.FILL, tent, source),
        Group(Move.EMPTY, tent),
        Group(
            Move.FIGHT,
            square,
            target,
        ),
        Group(Move.PAY, source, both),
        Group(Move.PLACE, square, upto("exits", EXITS)),
        Group(Move.HOLD, card),
        Group(Move.LIMBO, card),
        Group(Move.ROOM, card),
        Group(Move.TAKE, card),
        Group(Move.STOP),
        Group(Move.PLAY, source, both),
        Group(Move.DONE),
        Group(Move.PASS),
        Group(Move.SURRENDER),
        Group(Move.RETREAT, upto("price", PRICES), square),
        Group(Move.DEFEND),
        Group(Move.JOIN, upto("heroes", HEROES + 1)),
        Group(Move.LIFT, both),
        Group(Move.SPOIL, great),
    )


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of what is seen."""
    return {
        SEAT: int(t.players),
        "card": CARDS,
        "square": SQUARES,
        "hero": HEROES,
        "level": LEVELS,
        "tent": TENTS,
        "held": HELD,
        "item": ITEMS,
        "need": NEEDS,
        "side": SIDES,
        "deck": DECKS,
        "top": DECKS + CITY_BUILDS,
        "rank": RANKS,
        "faction": FACTIONS,
        "pile": PILES,
        "other": OTHERS,
    }


FIELDS: Final = (
    Field("point", "what is decided, a number of `Point`"),
    Field("turn", "turns of all seats so far"),
    Field("decider", "who decides", each=1),
    Field("active", "whose turn it is", each=1),
    Field("first", "who began", each=1),
    Field("offset", "place of the oracle"),
    Field("lit", "kind of card that is lit"),
    Field("paired", "bits of kinds that are paired"),
    Field("act", "action under way"),
    Field("act_x", "its first argument"),
    Field("act_y", "its second argument"),
    Field("needs", "what its line asks for, by kind", ("need",)),
    Field("taken", "cards taken or put down in this line"),
    Field("by_kind", "kind of the card that converts"),
    Field("target", "item that is converted"),
    Field("fighting", "1: a fight is under way"),
    Field("square", "where the fight is"),
    Field("against", "who defends, -1 nobody", each=1),
    Field("at_hero", "1: a hero is the target"),
    Field("side", "the side whose turn of the battle it is"),
    Field("heroes", "heroes that take part", ("side",)),
    Field("strength", "strength so far", ("side",)),
    Field("cards", "cards in the line", ("side",)),
    Field("turns", "turns of the battle finished", ("side",)),
    Field("laid", "cards laid in this turn of the battle"),
    Field("faction", "faction", (SEAT,)),
    Field("great", "great artifact ever gained, -1 for none", (SEAT,)),
    Field("hero", "squares of heroes, -1 in stock", (SEAT, "hero")),
    Field("tokens", "city tokens left", (SEAT, "level")),
    Field("discard", "discarded cards", (SEAT, "card")),
    Field("played", "cards on the table", (SEAT, "card")),
    Field("gained", "cards gained in this turn", (SEAT, "card")),
    Field("tent", "cards that are tents, -1 for none", (SEAT, "tent")),
    Field("held", "cards in tents, -1 for none", (SEAT, "tent", "held")),
    Field("known", "at least so many in the deck", (SEAT, "card")),
    Field("open", "at least so many in the hand", (SEAT, "card")),
    Field("shown", "at least so many ambushed", (SEAT, "card")),
    Field("stock", "at most so many in the draw pile", (SEAT, "card")),
    Field("limbo", "cards in limbo", ("card",)),
    Field("top", "faction of an open top card, -1 for none", ("top",)),
    Field("bottom_size", "cards known under a deck of units", ("rank",)),
    Field("what", "what lies on a square, a number of `Square`", ("square",)),
    Field("exits", "bits of open sides", ("square",)),
    Field("build", "kind of map card", ("square",)),
    Field("terrain", "terrain", ("square",)),
    Field("owner", "whose it is, -1 nobody's", ("square",), each=1),
    Field("level", "level of the city", ("square",)),
    Field("item_kind", "items: kind, -1 for a free place", ("item",)),
    Field("item_card", "items: the card, -1 for a half", ("item",)),
    Field("item_life", "items: how long they wait", ("item",)),
    Field("item_used", "items: 1 used in the line", ("item",)),
    Field("item_owner", "items: whose", ("item",), each=1),
    Field("hand", "own hand", (SEAT, "card"), own=True),
    Field("draw", "own draw pile", (SEAT, "card"), own=True),
    Field("ambush", "own ambushed cards", (SEAT, "card"), own=True),
)

TOLD: Final = (
    Told("sizes", "cards in hand, draw pile and ambush", (SEAT, "pile")),
    Told("pool", "cards of the pool by deck and faction, -1 where unknown", ("deck", "faction")),
    Told("deck_sizes", "cards of the pool by deck", ("deck",)),
    Told("others", "supplies and great artifacts of the pool", ("other",)),
    Told("cohort", "cards that the own hand of step 1 drew or could draw, 0 for others"),
)


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat sees of piles and the pool, as `view.visible` does."""
    at = 0
    for turned in range(t.players):
        other = (seat + turned) % t.players
        out[at] = total(s.hand[other])
        out[at + 1] = total(s.draw[other])
        out[at + 2] = total(s.ambush[other])
        at += PILES
    decks = at + DECKS * FACTIONS
    for deck in range(DECKS):
        size = 0
        for faction in range(FACTIONS):
            left = s.pool[deck * FACTIONS + faction]
            size += left
            out[at] = left if s.sure[seat, deck, faction] > 0 else NOTHING
            at += 1
        out[decks + deck] = size
    for place in range(OTHERS):
        out[decks + DECKS + place] = s.pool[SUPPLY + place]
    out[decks + DECKS + OTHERS] = s.cohort if seat == s.active else 0


@kernel
def total(cards: Array) -> int:
    """Return how many cards a pile has."""
    found = 0
    for card in range(CARDS):
        found += cards[card]
    return found


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the victory points of a seat."""
    return points_of(s, seat)


ENVIRONMENT: Final = Environment(4, "", (), groups, sizes, FIELDS, TOLD, "victory points")
