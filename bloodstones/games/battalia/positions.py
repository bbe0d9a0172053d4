"""What a position of Battalia says, see `kit.positions.form`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.battalia.engine import board
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.setup import PLENTY
from bloodstones.games.battalia.engine.state import (
    BOTTOM,
    HELD,
    HEROES,
    ITEMS,
    NEEDS,
    NOTHING,
    SIDES,
    TENTS,
    Ending,
    Life,
    Point,
    Square,
)
from bloodstones.games.battalia.rules.boards import SQUARES, square_name
from bloodstones.games.battalia.rules.names import (
    CITY_BUILDS,
    FIRST_GREAT,
    LEVELS,
    RANKS,
    Build,
    Faction,
    Kind,
    card_ids,
)
from bloodstones.kit.fields import SEAT
from bloodstones.kit.positions.form import Axis, Form, Row, rows

DECKS: Final = tuple(kind.id for kind in Kind if kind < Kind.SUPPLY)
BOARD: Final = "position, board"
DIRECTIONS: Final = 4
MOST_CARDS: Final = 100


def axes(tables: Any, game_setup: Any) -> dict[str, Axis]:
    """Return the names of cards, squares and the rest."""
    return {
        "card": card_ids(),
        "square": tuple(map(square_name, range(SQUARES))),
        "faction": Faction.ids(),
        "great": (*card_ids()[FIRST_GREAT:],),
        "hero": HEROES,
        "level": LEVELS,
        "tent": TENTS,
        "held": HELD,
        "deck": DECKS,
        "top": (*DECKS, *Build.ids()[:CITY_BUILDS]),
        "rank": DECKS[:RANKS],
        "place": BOTTOM,
        "item": ITEMS,
        "need": NEEDS,
        "side": ("attacker", "defender")[:SIDES],
        "build": Build.ids(),
        "kind": Kind.ids(),
    }


def empty_board(t: Any) -> Any:
    """Return what lies on the squares before any card is laid."""
    what = np.where(np.asarray(t.on) > 0, int(Square.EMPTY), int(Square.OFF))
    what[t.ruins] = Square.RUINS
    return what


def complete(s: Any, t: RuleTables) -> None:
    """Compute what lies open of each seat, what the pool has left, and what squares hold."""
    players = int(t.players)
    rest = np.array(t.copies) - s.limbo - s.blocks
    for seat in range(players):
        s.seen[seat] = on_table(s, seat)
        rest = rest - s.seen[seat] - s.draw[seat] - s.hand[seat] - s.ambush[seat]
    s.pool[:] = np.clip(rest, -100, 100)
    laid, tokens = np.zeros_like(t.map_copies), np.zeros((players, LEVELS), np.int64)
    for square in range(SQUARES):
        if s.what[square] in (Square.ROAD, Square.CITY) and s.build[square] != NOTHING:
            laid[s.build[square], max(0, s.terrain[square])] += 1
        if 0 <= s.owner[square] < players:
            tokens[s.owner[square], s.level[square]] += 1
    s.map_left[:] = t.map_copies - laid
    s.tokens[:players] = np.array(t.tokens) - tokens
    s.empty = int((np.asarray(s.what) == Square.EMPTY).sum())
    board.survey(s, t)


def on_table(s: Any, seat: int) -> Any:
    """Return the open cards of a seat: discarded, played, gained, tents, items."""
    counts = np.array(s.discard[seat] + s.played[seat] + s.gained[seat])
    cards = [*s.tent[seat].tolist(), *s.held[seat].ravel().tolist()]
    for item in range(ITEMS):
        if s.item_kind[item] != NOTHING and s.item_owner[item] == seat:
            cards.append(int(s.item_card[item]))
    if seat == s.decider:
        cards.append(int(s.ambushing))
    for card in cards:
        if card != NOTHING:
            counts[card] += 1
    return counts


def check(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note cards and tokens that do not exist, and a board that cannot be."""
    names = card_ids()
    for card in np.flatnonzero(np.asarray(s.pool) < 0).tolist():
        most = int(t.copies[card])
        faults.add("position", f"at most {most} {names[card]}", most - int(s.pool[card]))
    for build, faction in np.argwhere(np.asarray(s.map_left) < 0).tolist():
        name = f"{Build(build).id} of {Faction(faction).id}"
        faults.note(BOARD, f"at most {int(t.map_copies[build, faction])} {name}", "more")
    players = int(t.players)
    for seat, level in np.argwhere(np.asarray(s.tokens[:players]) < 0).tolist():
        wanted = f"at most {int(t.tokens[level])} cities of level {level} (BA-BUILD-13)"
        faults.note(f"seat {seat}", wanted, "more")
    if s.turn > 0:
        for seat in range(players):
            if s.faction[seat] == NOTHING:
                faults.note(f"seat {seat}, faction", "a faction (BA-SETUP-12)", "none")
    _check_board(s, t, faults)
    _check_point(s, t, faults)


def _check_board(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note squares whose cards do not fit, and heroes that stand where they cannot."""
    cards = (Square.ROAD, Square.CITY, Square.RUINS)
    for square in range(SQUARES):
        what, name = int(s.what[square]), square_name(square)
        if (what == Square.OFF) == bool(t.on[square]):
            wanted = "a square of the board" if t.on[square] else "no square of the board"
            faults.add(f"{BOARD}, {name}", wanted, Square(what).id)
            continue
        if what in (Square.ROAD, Square.CITY):
            build = int(s.build[square])
            if build == NOTHING or (what == Square.CITY) != (build < CITY_BUILDS):
                faults.note(f"{BOARD}, {name}", "a map card of its kind (build)", "another")
            elif not t.turned[build, s.exits[square]]:
                wanted = f"exits of a {Build(build).id}"
                faults.add(f"{BOARD}, {name}", wanted, int(s.exits[square]))
            if what == Square.CITY and s.terrain[square] == NOTHING:
                faults.note(f"{BOARD}, {name}", "the terrain of the city", "none")
        if s.owner[square] != NOTHING and what != Square.CITY:
            faults.note(f"{BOARD}, {name}", "a city, as it has an owner", Square(what).id)
        for direction in range(DIRECTIONS):
            beyond = int(t.neighbour[square, direction])
            if beyond == NOTHING or what not in cards or int(s.what[beyond]) not in cards:
                continue
            back = (direction + 2) % DIRECTIONS
            if (s.exits[square] >> direction ^ s.exits[beyond] >> back) & 1:
                wanted = f"roads that meet those of {square_name(beyond)}"
                faults.note(f"{BOARD}, {name}", wanted, "others")
    for seat in range(int(t.players)):
        for square in s.hero[seat].tolist():
            if square != NOTHING and int(s.what[square]) not in cards:
                where = f"seat {seat}, hero"
                faults.add(where, "a road, a city or the ruins", square_name(square))


def _check_point(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note a phase that cannot be."""
    point = Point(int(s.point))
    setting_up = point in (Point.FACTION, Point.START)
    if point is not Point.OVER and setting_up != (int(s.turn) == 0):
        faults.note("position, turn", f"a turn for the point {point.id}", str(int(s.turn)))
    fights = (Point.BATTLE, Point.RESPOND, Point.JOIN, Point.AMBUSHED)
    if point in fights and not s.fighting:
        faults.note("position, fighting", f"a fight at the point {point.id}", "none")


FIGHT: Final = "heroes strength cards pure turns"
FORM: Final = Form(
    rows=(
        Row("turn"),
        Row("point", of=Point, empty=-1, needed=True),
        *rows("active decider", of=SEAT, empty=-1, needed=True),
        Row("first", of=SEAT, empty=-1),
        Row("stage", most=7),
        Row("picked", most=64),
        Row("offset", most=64),
        Row("lit", of="kind", empty=-1),
        Row("paired", most=1 << 13),
        Row("cohort", most=MOST_CARDS),
        Row("what", ("square",), of=Square, base=empty_board),
        Row("exits", ("square",), most=15),
        Row("build", ("square",), of="build", empty=-1),
        Row("terrain", ("square",), of="faction", empty=-1),
        Row("owner", ("square",), of=SEAT, empty=-1),
        Row("level", ("square",), most=LEVELS - 1),
        Row("reverted", ("square",), most=1),
        Row("limbo", ("card",), most=MOST_CARDS),
        Row("blocks", ("card",), most=MOST_CARDS),
        Row("top", ("top",), of="faction", empty=-1),
        Row("bottom", ("rank", "place"), of="faction", empty=-1, length="bottom_size"),
        Row("faction", (SEAT,), of="faction", empty=-1),
        Row("start_square", (SEAT,), of="square", empty=-1),
        Row("great", (SEAT,), of="great", empty=-1),
        Row("hero", (SEAT, "hero"), of="square", empty=-1),
        Row("hand", (SEAT, "card"), most=MOST_CARDS, dealt="draw"),
        *rows("draw", SEAT, "card", most=MOST_CARDS),
        Row("ambush", (SEAT, "card"), most=MOST_CARDS, dealt="draw"),
        *rows("discard played gained", SEAT, "card", most=MOST_CARDS),
        Row("tent", (SEAT, "tent"), of="card", empty=-1),
        Row("held", (SEAT, "tent", "held"), of="card", empty=-1),
        *rows("known open shown", SEAT, "card", most=MOST_CARDS),
        Row("stock", (SEAT, "card"), absent=PLENTY, most=PLENTY),
        Row("sure", (SEAT, "deck", "faction"), most=1),
        Row("seen", (SEAT, "card"), derived=True, most=MOST_CARDS),
        Row("tokens", (SEAT, "level"), derived=True, most=MOST_CARDS),
        Row("pool", ("card",), derived=True, most=MOST_CARDS),
        Row("map_left", ("build", "faction"), derived=True, most=MOST_CARDS),
        Row("empty", derived=True, most=SQUARES),
        *rows("draw_seat", of=SEAT, empty=0),
        Row("draw_left", most=MOST_CARDS),
        Row("after", of=Point),
        Row("item_kind", ("item",), of="kind", empty=-1),
        Row("item_card", ("item",), of="card", empty=-1),
        Row("item_owner", ("item",), of=SEAT, empty=0),
        Row("item_life", ("item",), of=Life),
        Row("item_from", ("item",), of="card", empty=-1),
        *rows("item_copies", "item", least=-64, most=64),
        *rows("item_new item_used item_half item_doom item_fight item_joker", "item", most=64),
        Row("act", least=-1, most=64, empty=-1),
        *rows("act_x act_y", least=-1, most=255),
        Row("needs", ("need",), least=-MOST_CARDS, most=MOST_CARDS),
        Row("deck", least=-1, most=16),
        Row("terrain_drawn", least=-1, most=4),
        *rows("taken vain", most=MOST_CARDS),
        Row("by_kind", of="kind", empty=0),
        Row("by_card", of="card", empty=-1),
        Row("by_item", of="item", empty=-1),
        *rows("by_lit by_doom", least=-1, most=64),
        Row("target", of="item", empty=-1),
        Row("ambushing", of="card", empty=-1),
        *rows("fighting at_hero converted fought_back", most=1),
        Row("square", of="square", empty=0),
        Row("against", of=SEAT, empty=-1),
        Row("side", of="side", empty=0),
        Row("laid", most=MOST_CARDS),
        *rows(FIGHT, "side", most=999),
        Row("ending", of=Ending),
        Row("rank", (SEAT,), most=4),
    ),
    axes=axes,
    left_out="streams memory log log_size tally gains work funds status surveyed placeable",
    points=tuple(point for point in Point if Point.OVER < point < Point.CHANCE),
    complete=complete,
    check=check,
)
