"""Who sees which field of a state, and what observations show of it (BM-GATHER-02, AMB-25)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
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
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Place, Resource, Side, Token
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown

SIDES: Final = len(Side)


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of fields."""
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


@kernel
def write_where(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write where cards are, seats counted from the observer on."""
    for card in range(t.creatures):
        where = int(s.where[card])
        if where >= PLACED:
            owner, side = (where - PLACED) // SIDES, (where - PLACED) % SIDES
            where = PLACED + SIDES * ((owner - seat) % t.players) + side
        elif where >= HELD:
            where = HELD + (where - HELD - seat) % t.players
        out[at + card] = where
    return at + int(t.creatures)


@kernel
def write_certain(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write the certain knowledge about others' chests."""
    for turned in range(t.players):
        whose = (seat + turned) % t.players
        for chest in range(KINDS):
            for value in range(VALUES):
                out[at] = s.known[seat, whose, chest, value]
                at += 1
    return at


FIELDS: Final = FieldTable(
    GameState,
    sizes,
    (
        Field("point", See.ALL, "kind of decision, a number of `Point`"),
        Field("turn", See.ALL, "the day"),
        Field("row", See.ALL, "active row, 0 to 5"),
        Field("decider", See.ALL, "who decides", each=1),
        Field("active", See.ALL, "whose attack or purchase it is", each=1),
        Field("captain", See.ALL, "the captain", each=1),
        Field("done", See.ALL, "seats that have finished the step"),
        Field("quiet", See.ALL, "days in a row without a chest changing hands"),
        Field("moved", See.ALL, "1 if a chest changed hands today"),
        Field("card", See.ALL, "creature to be placed, -1 if none"),
        Field("gainer", See.ALL, "who gains chests", each=1),
        Field("kind", See.ALL, "chest being drawn or stolen"),
        Field("victim", See.ALL, "who is robbed", each=1),
        Field("thieves", See.ALL, "chests still to be named"),
        Field("named", See.ALL, "chests named for theft", ("chest",)),
        Field("passed", See.ALL, "1 if the seat hires no more today", (SEAT,)),
        Field("castle", See.ALL, "castle board, -1 until dealt", (SEAT,)),
        Field("troop", See.ALL, "icons of castle and cards", (SEAT, "row", "icon")),
        Field("resources", See.ALL, "tokens of food, glyphs, barrels", (SEAT, "resource")),
        Field("tokens", See.ALL, "bonus tokens", (SEAT, "token")),
        Field("spent", See.ALL, "reroll tokens face down", (SEAT,)),
        Field("chest_count", See.ALL, "chests", (SEAT, "chest")),
        Field("due", See.ALL, "chests to be drawn", (SEAT, "chest")),
        Field("supply", See.ALL, "resources in the supply", ("resource",)),
        Field("token_supply", See.ALL, "bonus tokens in the supply", ("token",)),
        Field("stack_size", See.ALL, "chests in the stacks", ("chest",)),
        Field("pile_size", See.ALL, "creatures face down", ("pile",)),
        Field("offer", See.ALL, "creatures on offer, -1 for none", ("pile", "offer")),
        Field(
            "location",
            See.ALL,
            "where locations are: unseen, shown, discarded, reshuffled",
            ("location",),
        ),
        Field("left", See.ALL, "locations in the stack", ("place",)),
        Field("shown", See.ALL, "locations shown", (SEAT,)),
        Field("chests", See.SIZE, "own chests by value", (SEAT, "chest", "value")),
        Field("secret", See.OWN, "own goblins placed in secret: side + 1", (SEAT, "goblin")),
        Field(
            "where",
            See.ALL,
            "0 boxed, 1 pile, 2 offer, 8 + seat, 16 + 2 seat + side",
            ("card",),
            kernel=write_where,
        ),
        Field(
            "known",
            See.KNOWN,
            "chests of others that are certain",
            (SEAT, "chest", "value"),
            kernel=write_certain,
        ),
        *unshown(
            See.ALL,
            """
            first_captain stage status ending rank scouting moves locations_taken tavern_visits
            castle_attacks recruited recruited_left rerolls food_gained glyphs_gained
            """,
        ),
        *unshown(See.OWN, "points memory"),
        *unshown(See.NOBODY, "stack streams log log_size log_open"),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
