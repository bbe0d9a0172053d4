"""Who sees which field of a state, and what observations show of it."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    HELD,
    HEROES,
    ITEMS,
    NEEDS,
    NOTHING,
    SIDES,
    TENTS,
    GameState,
)
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    CARDS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    LEVELS,
    RANKS,
    SUPPLY,
)
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown

PILES: Final = 3  # hand, draw pile, ambush
OTHERS: Final = CARDS - SUPPLY


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of fields."""
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


@kernel
def write_sizes(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write how many cards hand, draw pile and ambush of each seat have."""
    for turned in range(t.players):
        other = (seat + turned) % t.players
        out[at] = total(s.hand[other])
        out[at + 1] = total(s.draw[other])
        out[at + 2] = total(s.ambush[other])
        at += PILES
    return at


@kernel
def total(cards: Array) -> int:
    """Return how many cards a pile has."""
    count = 0
    for card in range(CARDS):
        count += cards[card]
    return count


@kernel
def write_decks(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write a seat's knowledge of the pool's decks by faction, then their sizes."""
    sizes = at + DECKS * FACTIONS
    for deck in range(DECKS):
        size = 0
        for faction in range(FACTIONS):
            left = s.pool[deck * FACTIONS + faction]
            size += left
            out[at] = left if s.sure[seat, deck, faction] > 0 else NOTHING
            at += 1
        out[sizes + deck] = size
    return sizes + DECKS


@kernel
def write_others(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write the supplies and great artifacts of the pool."""
    for place in range(OTHERS):
        out[at + place] = s.pool[SUPPLY + place]
    return at + OTHERS


@kernel
def write_cohort(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write the cards that step 1 draws, 0 for a seat that is not active."""
    out[at] = s.cohort if seat == s.active else 0
    return at + 1


FIELDS: Final = FieldTable(
    GameState,
    sizes,
    (
        Field("point", See.ALL, "kind of decision, a number of `Point`"),
        Field("turn", See.ALL, "turns of all seats so far"),
        Field("decider", See.ALL, "who decides", each=1),
        Field("active", See.ALL, "whose turn it is", each=1),
        Field("first", See.ALL, "who began", each=1),
        Field("offset", See.ALL, "place of the oracle"),
        Field("lit", See.ALL, "kind of card that is lit"),
        Field("paired", See.ALL, "bits of kinds that are paired"),
        Field("act", See.ALL, "action in progress"),
        Field("act_x", See.ALL, "first argument of the action"),
        Field("act_y", See.ALL, "second argument of the action"),
        Field("needs", See.ALL, "what the line needs, by kind", ("need",)),
        Field("taken", See.ALL, "cards taken or put down in this line"),
        Field("by_kind", See.ALL, "kind of the card that converts"),
        Field("target", See.ALL, "item that is converted"),
        Field("fighting", See.ALL, "1 during a fight"),
        Field("square", See.ALL, "where the fight is"),
        Field("against", See.ALL, "defender, -1 for nobody", each=1),
        Field("at_hero", See.ALL, "1 if a hero is the target"),
        Field("side", See.ALL, "the side whose turn of the battle it is"),
        Field("heroes", See.ALL, "heroes in the fight", ("side",)),
        Field("strength", See.ALL, "strength so far", ("side",)),
        Field("cards", See.ALL, "cards in the line", ("side",)),
        Field("turns", See.ALL, "finished turns of the battle", ("side",)),
        Field("laid", See.ALL, "cards laid in this turn of the battle"),
        Field("faction", See.ALL, "faction", (SEAT,)),
        Field("great", See.ALL, "great artifact ever gained, -1 for none", (SEAT,)),
        Field("hero", See.ALL, "squares of heroes, -1 in stock", (SEAT, "hero")),
        Field("tokens", See.ALL, "city tokens left", (SEAT, "level")),
        Field("discard", See.ALL, "discarded cards", (SEAT, "card")),
        Field("played", See.ALL, "cards on the table", (SEAT, "card")),
        Field("gained", See.ALL, "cards gained in this turn", (SEAT, "card")),
        Field("tent", See.ALL, "cards that are tents, -1 for none", (SEAT, "tent")),
        Field("held", See.ALL, "cards in tents, -1 for none", (SEAT, "tent", "held")),
        Field("known", See.ALL, "minimum number in the deck", (SEAT, "card")),
        Field("open", See.ALL, "minimum number in the hand", (SEAT, "card")),
        Field("shown", See.ALL, "minimum number in ambush", (SEAT, "card")),
        Field("stock", See.ALL, "maximum number in the draw pile", (SEAT, "card")),
        Field("limbo", See.ALL, "cards in limbo", ("card",)),
        Field("top", See.ALL, "faction of an open top card, -1 for none", ("top",)),
        Field("bottom_size", See.ALL, "cards known under a deck of units", ("rank",)),
        Field("what", See.ALL, "contents of a square, a number of `Square`", ("square",)),
        Field("exits", See.ALL, "bits of open sides", ("square",)),
        Field("build", See.ALL, "kind of map card", ("square",)),
        Field("terrain", See.ALL, "terrain", ("square",)),
        Field("owner", See.ALL, "owner, -1 for nobody", ("square",), each=1),
        Field("level", See.ALL, "level of the city", ("square",)),
        Field("item_kind", See.ALL, "items: kind, -1 for a free place", ("item",)),
        Field("item_card", See.ALL, "items: the card, -1 for a half", ("item",)),
        Field("item_life", See.ALL, "items: how long they stay available", ("item",)),
        Field("item_used", See.ALL, "items: 1 if used in the line", ("item",)),
        Field("item_owner", See.ALL, "items: owner", ("item",), each=1),
        Field("hand", See.SIZE, "own hand", (SEAT, "card")),
        Field("draw", See.SIZE, "own draw pile", (SEAT, "card")),
        Field("ambush", See.SIZE, "own ambushed cards", (SEAT, "card")),
        Field(
            "sizes",
            See.ALL,
            "cards in hand, draw pile and ambush",
            (SEAT, "pile"),
            kernel=write_sizes,
        ),
        Field(
            "pool",
            See.PART,
            "cards of the pool by deck and faction, -1 where unknown",
            ("deck", "faction"),
            kernel=write_decks,
        ),
        Field("deck_sizes", See.ALL, "cards of the pool by deck", ("deck",), kernel=write_decks),
        Field(
            "others",
            See.ALL,
            "supplies and great artifacts of the pool",
            ("other",),
            kernel=write_others,
        ),
        Field(
            "cohort",
            See.PART,
            "cards that the cohort drew or could draw, 0 for other seats",
            kernel=write_cohort,
        ),
        *unshown(
            See.ALL,
            """
            sure bottom map_left blocks seen reverted empty placeable surveyed stage picked
            start_square status ending rank draw_seat draw_left after item_copies item_joker
            item_new item_half item_from item_doom item_fight deck terrain_drawn vain by_card
            by_item by_lit by_doom ambushing pure converted fought_back tally gains
            """,
        ),
        *unshown(See.OWN, "memory"),
        *unshown(See.NOBODY, "streams log log_size work funds"),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
