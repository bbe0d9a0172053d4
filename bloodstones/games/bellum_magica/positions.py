"""What a position of Bellum Magica says, see `kit.positions.form`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    FACE_UP,
    GOBLINS,
    HELD,
    IN_PILE,
    NOTHING,
    OFFERED,
    PILES,
    PLACED,
    SEATS,
    SHOWN,
    VALUES,
    Ending,
    Point,
    Source,
)
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Chest, Deck, Place, Resource, Side, Token
from bloodstones.kit.fields import SEAT
from bloodstones.kit.positions.form import Axis, Form, Row, rows

SIDES: Final = len(Side)
PLACES: Final = (
    *("boxed", "pile", "offered", *(f"-{code}" for code in range(OFFERED + 1, HELD))),
    *(f"held.{seat}" for seat in range(PLACED - HELD)),
    *(f"{side.id}.{seat}" for seat in range(SEATS) for side in Side),
)


def axes(tables: RuleTables, game_setup: Any) -> dict[str, Axis]:
    """Return the names of castles, cards and the rest."""
    rules = game_setup.rules
    return {
        "castle": tuple(castle.id.lower() for castle in rules.castles),
        "creature": tuple(creature.id for creature in rules.creatures),
        "location": tuple(location.id for location in rules.locations),
        "where": PLACES,
        "row": ROWS,
        "icon": ICONS,
        "resource": Resource.ids(),
        "token": Token.ids(),
        "chest": Chest.ids(),
        "value": VALUES,
        "pile": Deck.ids()[1:][:PILES],
        "offer": FACE_UP,
        "place": Place.ids(),
        "goblin": GOBLINS,
        "source": Source.ids(),
    }


def complete(s: Any, t: RuleTables) -> None:
    """Compute troops, piles, stacks and supplies from who has what."""
    creatures = int(t.creatures)
    where = np.asarray(s.where)[:creatures]
    first, most_evil = int(t.goblins), int(t.most_evil_first)
    for pile, (low, high) in enumerate(((first, most_evil), (most_evil, creatures))):
        s.pile_size[pile] = int((where[low:high] == IN_PILE).sum())
    s.troop[:] = 0
    for seat in range(int(t.players)):
        if s.castle[seat] == NOTHING:
            continue
        s.troop[seat] = t.castle_rows[s.castle[seat]]
        for side in range(SIDES):
            for card in np.flatnonzero(where == PLACED + SIDES * seat + side).tolist():
                s.troop[seat] += t.icons[card, side].astype(s.troop.dtype)
    s.supply[:] = t.supply - np.asarray(s.resources).sum(axis=0)
    s.token_supply[:] = t.token_supply - np.asarray(s.tokens).sum(axis=0)
    s.chest_count[:] = np.asarray(s.chests).sum(axis=2)
    s.stack[:] = t.chests - np.asarray(s.chests).sum(axis=0, dtype=int)
    s.stack_size[:] = np.asarray(s.stack).sum(axis=1)


def check(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note tokens, chests and cards that do not exist or are in two places."""
    for kind, value in np.argwhere(np.asarray(s.stack) < 0).tolist():
        wanted = f"at most {int(t.chests[kind, value])} {Chest(kind).id} chests of {value}"
        faults.note("position", f"{wanted} (BM-COMP-04)", "more")
    for names, left, clause in (
        (Resource, s.supply, "BM-COMP-06"),
        (Token, s.token_supply, "BM-COMP-05"),
    ):
        for kind in np.flatnonzero(np.asarray(left) < 0).tolist():
            faults.note("position", f"no more {names(kind).id} than there are ({clause})", "more")
    players = int(t.players)
    castles = [castle for castle in s.castle[:players].tolist() if castle != NOTHING]
    if len(set(castles)) < len(castles):
        faults.note("position", "each castle board once (BM-SETUP-01)", "one twice")
    for seat in range(players):
        own = int(t.seat_castle[seat])
        if s.castle[seat] == NOTHING and s.turn > 0:
            faults.note(f"seat {seat}, castle", "a castle board (BM-SETUP-01)", "none")
        if own not in (NOTHING, int(s.castle[seat])) and s.turn > 0:
            faults.note(f"seat {seat}, castle", "the castle board of the role", "another")
        if s.resources[seat, Resource.BARREL] > t.barrel_limit:
            wanted_barrels = f"at most {int(t.barrel_limit)} barrels"
            faults.add(f"seat {seat}, resources", wanted_barrels, int(s.resources[seat, 2]))
        if s.spent[seat] > s.tokens[seat, Token.REROLL]:
            faults.note(f"seat {seat}, spent", "no more than its reroll tokens", "more")
    _check_cards(s, t, faults)


def _check_cards(s: Any, t: RuleTables, faults: Faults) -> None:
    where = np.asarray(s.where)[: int(t.creatures)]
    offered = sorted(card for card in s.offer.ravel().tolist() if card != NOTHING)
    if offered != np.flatnonzero(where == OFFERED).tolist():
        faults.note("position, offer", "each creature that is offered in its place", "others")
    bounds = (int(t.goblins), int(t.most_evil_first), int(t.creatures))
    for pile in range(PILES):
        for card in s.offer[pile].tolist():
            if card != NOTHING and not bounds[pile] <= card < bounds[pile + 1]:
                faults.note("position, offer", "creatures of the deck", "others")
    others = (where > OFFERED) & (where < HELD)
    seats = np.where(where >= PLACED, (where - PLACED) // SIDES, where - HELD)
    if others.any() or (seats[where >= HELD] >= int(t.players)).any():
        faults.note("position, where", "creatures of seats at the table", "others")
    held = np.flatnonzero((where >= HELD) & (where < PLACED)).tolist()
    if s.turn > 0 and held != ([] if s.card == NOTHING else [int(s.card)]):
        faults.note("position, card", "the creature that is held, to be placed", "another")
    shown = sorted(place for place in s.shown[: int(t.players)].tolist() if place != NOTHING)
    open_now = np.flatnonzero(np.asarray(s.location) == SHOWN).tolist()
    if shown != [place for place in open_now if place <= int(t.locations)]:
        faults.note("position, shown", "the locations that are shown", "others")
    point = Point(int(s.point))
    setting_up = point in (Point.CASTLE, Point.GOBLIN)
    if point is not Point.OVER and setting_up != (int(s.turn) == 0):
        faults.note("position, turn", f"a day for the point {point.id}", str(int(s.turn)))


LOCATIONS: Final = ("unseen", "shown", "discarded", "reshuffled")
FORM: Final = Form(
    rows=(
        Row("turn"),
        Row("point", of=Point, empty=-1, needed=True),
        *rows("active decider captain first_captain", of=SEAT, empty=-1, needed=True),
        Row("stage", most=2),
        Row("row", least=-1, most=ROWS - 1, empty=-1),
        Row("done", most=64),
        *rows("quiet moved", most=999),
        Row("where", ("creature",), of="where", empty=IN_PILE),
        Row("offer", ("pile", "offer"), of="creature", empty=-1),
        Row("location", ("location",), most=len(LOCATIONS) - 1),
        Row("left", ("place",), most=32),
        Row("card", of="creature", empty=-1),
        Row("gainer", of=SEAT, empty=0),
        Row("kind", of="chest", empty=0),
        Row("scouting", most=1),
        Row("victim", of=SEAT, empty=0),
        Row("thieves", most=32),
        Row("named", ("chest",), most=32),
        Row("castle", (SEAT,), of="castle", empty=-1),
        Row("shown", (SEAT,), of="location", empty=-1),
        Row("resources", (SEAT, "resource"), most=999),
        Row("tokens", (SEAT, "token"), most=99),
        Row("spent", (SEAT,), most=99),
        Row("chests", (SEAT, "chest", "value"), most=99),
        Row("known", (SEAT, SEAT, "chest", "value"), most=99),
        Row("passed", (SEAT,), most=1),
        Row("secret", (SEAT, "goblin"), most=SIDES),
        Row("due", (SEAT, "chest"), most=32),
        Row("points", (SEAT, "source"), least=-9999, most=9999),
        Row("troop", (SEAT, "row", "icon"), derived=True, most=99),
        Row("chest_count", (SEAT, "chest"), derived=True, most=99),
        Row("supply", ("resource",), derived=True),
        Row("token_supply", ("token",), derived=True),
        Row("stack", ("chest", "value"), derived=True, most=99),
        Row("stack_size", ("chest",), derived=True, most=99),
        Row("pile_size", ("pile",), derived=True, most=99),
        Row("ending", of=Ending),
        Row("rank", (SEAT,), most=SEATS),
    ),
    axes=axes,
    left_out="""
        streams memory log log_size log_open status moves locations_taken tavern_visits
        castle_attacks recruited recruited_left rerolls food_gained glyphs_gained
        """,
    points=tuple(point for point in Point if Point.OVER < point < Point.CHANCE),
    complete=complete,
    check=check,
)
