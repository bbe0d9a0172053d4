"""The game as an environment for learners: its actions, and what a seat sees (BM-GATHER-02)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.ending import standing
from bloodstones.games.bellum_magica.engine.state import (
    FACE_UP,
    GOBLINS,
    HELD,
    KINDS,
    PILES,
    PLACED,
    VALUES,
    GameState,
)
from bloodstones.games.bellum_magica.engine.tables import RuleTables
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Place, Resource, Side, Token
from bloodstones.kit.environment.actions import Group, by_seat, upto
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.sights import SEAT, Field, Told

SIDES: Final = len(Side)


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    card, side = upto("card", t.creatures), upto("side", SIDES)
    chest = upto("chest", KINDS)
    return (
        Group(Kind.PASS),
        Group(Kind.CASTLE, upto("castle", t.castles)),
        Group(Kind.GOBLIN, card, side),
        Group(Kind.SPELL),
        Group(Kind.BARREL),
        Group(Kind.LOCATION, upto("location", t.locations)),
        Group(Kind.TAVERN),
        Group(Kind.RAID, by_seat("seat", t.players)),
        Group(Kind.STEAL, chest),
        Group(Kind.GIVE, chest, upto("value", VALUES)),
        Group(Kind.RECRUIT, card, upto("price", len(Price))),
        Group(Kind.PLACE, card, side),
    )


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of what is seen."""
    return {
        SEAT: int(t.players),
        "row": ROWS,
        "icon": ICONS,
        "resource": len(Resource),
        "token": len(Token),
        "chest": KINDS,
        "value": VALUES,
        "card": int(t.creatures),
        "pile": PILES,
        "offer": FACE_UP,
        "location": int(t.locations) + 1,
        "place": len(Place),
        "goblin": GOBLINS,
    }


FIELDS: Final = (
    Field("point", "what is decided, a number of `Point`"),
    Field("turn", "the day"),
    Field("row", "active row, 0 to 5"),
    Field("decider", "who decides", each=1),
    Field("active", "whose attack or purchase it is", each=1),
    Field("captain", "the captain", each=1),
    Field("done", "seats that the step has passed"),
    Field("quiet", "days running without a moving chest"),
    Field("moved", "1: a chest moved today"),
    Field("card", "creature to be placed, -1 if none"),
    Field("gainer", "who gains chests", each=1),
    Field("kind", "chest being drawn or stolen"),
    Field("victim", "who is robbed", each=1),
    Field("thieves", "chests still to be named"),
    Field("named", "chests named for theft", ("chest",)),
    Field("passed", "1: buys no more today", (SEAT,)),
    Field("castle", "castle board, -1 until dealt", (SEAT,)),
    Field("troop", "icons of castle and cards", (SEAT, "row", "icon")),
    Field("resources", "tokens of food, glyphs, barrels", (SEAT, "resource")),
    Field("tokens", "bonus tokens", (SEAT, "token")),
    Field("spent", "reroll tokens face down", (SEAT,)),
    Field("chest_count", "chests", (SEAT, "chest")),
    Field("due", "chests to be drawn", (SEAT, "chest")),
    Field("supply", "resources in the supply", ("resource",)),
    Field("token_supply", "bonus tokens in the supply", ("token",)),
    Field("stack_size", "chests in the stacks", ("chest",)),
    Field("pile_size", "creatures face down", ("pile",)),
    Field("offer", "creatures on offer, -1 for none", ("pile", "offer")),
    Field("location", "where locations are: unseen, shown, discarded, reshuffled", ("location",)),
    Field("left", "locations in the stack", ("place",)),
    Field("shown", "locations shown", (SEAT,)),
    Field("chests", "own chests by value", (SEAT, "chest", "value"), own=True),
    Field("secret", "own goblins placed in secret: sides + 1", (SEAT, "goblin"), own=True),
)

TOLD: Final = (
    Told(
        "where",
        "0 boxed, 1 pile, 2 offer, 8 + seat, 16 + 2 seat + side",
        ("card",),
    ),
    Told("known", "chests of others that are certain", (SEAT, "chest", "value")),
)


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write where cards are and what is certain of others' chests, told from a seat on."""
    for card in range(t.creatures):
        where = int(s.where[card])
        if where >= PLACED:
            owner, side = (where - PLACED) // SIDES, (where - PLACED) % SIDES
            where = PLACED + SIDES * ((owner - seat) % t.players) + side
        elif where >= HELD:
            where = HELD + (where - HELD - seat) % t.players
        out[card] = where
    at = int(t.creatures)
    for turned in range(t.players):
        whose = (seat + turned) % t.players
        for chest in range(KINDS):
            for value in range(VALUES):
                out[at] = s.known[seat, whose, chest, value]
                at += 1


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the value of a seat's chests."""
    return standing(s, seat)


ENVIRONMENT: Final = Environment(2, "", (), groups, sizes, FIELDS, TOLD, "value of the own chests")
