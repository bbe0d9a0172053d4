"""A position of Battalia as a picture (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from bloodstones.core.text import with_article
from bloodstones.games.battalia.board_looks import (
    CARD_SIGNS,
    CITY,
    GLYPHS,
    HERO,
    LETTERING,
    LOOKS,
    MOST_LEVEL,
    PIECE,
    ROOM,
    Window,
    square,
    ways,
    window_of,
)
from bloodstones.games.battalia.engine.decisions import Kind, unpack
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    ITEMS,
    ITSELF,
    NOTHING,
    Square,
)
from bloodstones.games.battalia.engine.view import View, visible
from bloodstones.games.battalia.record.forms import CARDS, with_capitals
from bloodstones.games.battalia.rules.boards import SQUARES, square_name
from bloodstones.games.battalia.rules.names import Faction
from bloodstones.games.battalia.rules.names import Kind as Kinds
from bloodstones.kit.pictures.scene import Area, Card, Piece, Row, Scene, counted, spaced
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.positions.editing import Editor, Put

# What the arguments of a decision are, by its kind.
SQUARE_FIRST: Final = frozenset({Kind.START, Kind.UPGRADE, Kind.HIRE, Kind.FIGHT, Kind.PLACE})
MARCHES: Final = frozenset({Kind.WALK, Kind.RIDE, Kind.GALLOP, Kind.WINGS})
TENT_FIRST: Final = frozenset({Kind.FILL, Kind.EMPTY})
SOURCE_FIRST: Final = frozenset(
    {
        *(Kind.USE, Kind.TARGET, Kind.AMBUSH, Kind.TENT, Kind.PAY, Kind.HOLD, Kind.PLAY),
    }
)
FIGHTS: Final = {"fight": "square"}
LYING: Final = ("played", "gained", "discard")
PILES: Final = {"hand": "Your hand", "draw": "Your draw pile", "ambush": "Your ambush"}


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return what a seat sees: the board, and its cards; None: the board alone.

    Parameters
    ----------
    play
        The playthrough.
    seat
        From 0.
    """
    seen = visible(play.state, 0 if seat is None else seat)
    squares = [q for q in range(SQUARES) if seen.table["what"][q] != Square.OFF]
    window = window_of(squares)
    pieces = list(_pieces(play, seen))
    return Scene(
        "battalia",
        f"The board of Battalia in turn {int(seen.table['turn'])}",
        LOOKS,
        [_area(play, seen, q, window) for q in squares],
        [line for q in squares for line in ways(q, window, _exits(seen, q))],
        pieces,
        (*_tables(play, seen, seat), *(() if seat is None else _piles(seen))),
        key={HERO: "hero, by its number", CITY: "city, by its level"},
        glyphs=GLYPHS,
        lettering=LETTERING,
        standings=(
            counted("Cities", play.seats, (piece.seat for piece in pieces if piece.place)),
            counted("Heroes", play.seats, (piece.seat for piece in pieces if not piece.place)),
        ),
        height=window.height,
        size=PIECE / window.columns / 2,
        room=ROOM / window.columns,
    )


def hand(play: Playthrough, seat: int) -> tuple[Row, ...]:
    """Return the cards that a seat alone sees: hand, draw pile, ambush."""
    return tuple(_piles(visible(play.state, seat)))


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a legal decision names in the picture: squares, heroes, cards."""
    decision, seat = unpack(code), play.decider
    kind, x, y = decision.kind, int(decision.x), int(decision.y)
    if kind in SQUARE_FIRST:
        return (f"area-{x}",)
    if kind in MARCHES:
        return (f"piece-hero-{seat}-{x}", f"area-{y}")
    if kind is Kind.RETREAT:
        return (f"area-{y}",)
    if kind in TENT_FIRST:
        return (f"card-tent-{x}",)
    if kind not in SOURCE_FIRST or x == ITSELF:
        return ()
    return (f"card-item-{x - FIRST_ITEM}",) if x >= FIRST_ITEM else (f"card-hand-{x}",)


def _area(play: Playthrough, seen: View, q: int, window: Window) -> Area:
    what, note = Square(int(seen.table["what"][q])), square_name(q)
    look = what.id
    if what is Square.CITY:
        look = Faction(int(seen.table["terrain"][q])).id
        note += f", {_city(play, seen, q)}"
    elif what is Square.RUINS:
        note += f", ruins of level {int(play.tables.ruins_level)}"
    elif what is not Square.EMPTY:
        note += f", {look}"
    return square(q, window, look, note)


def _city(play: Playthrough, seen: View, q: int) -> str:
    owner, level = int(seen.table["owner"][q]), int(seen.table["level"][q])
    if not level:
        return "start city of nobody yet"
    city = "neutral city" if owner == NOTHING else f"city of {names_of_seats(play)[owner]}"
    return f"{city}, level {level}"


def _exits(seen: View, q: int) -> int:
    """Return the sides of a square to which roads lead, as bits."""
    return 0 if seen.table["what"][q] == Square.DEAD else int(seen.table["exits"][q])


def _pieces(play: Playthrough, seen: View) -> Iterator[Piece]:
    """Yield heroes, and cities with their levels."""
    for seat, name in enumerate(names_of_seats(play)):
        for hero, q in enumerate(np.asarray(seen.table["hero"][seat]).tolist()):
            if q != NOTHING:
                note = f"hero {hero + 1} of {name}"
                badge = f"{hero + 1}"
                yield Piece(f"hero-{seat}-{hero}", q, "H", seat, note, glyph=HERO, badge=badge)
    for q in range(SQUARES):
        level = int(seen.table["level"][q])
        if seen.table["what"][q] == Square.CITY and level:
            owner, note = int(seen.table["owner"][q]), _city(play, seen, q)
            yield Piece(
                f"city-{q}",
                q,
                "",
                owner,
                note,
                place=True,
                glyph=CITY,
                steps=level,
                most=MOST_LEVEL,
            )


def _piles(seen: View) -> Iterator[Row]:
    """Yield the cards of the seat: hand, draw pile, ambush."""
    for field, heading in PILES.items():
        cards = tuple(_card(field, *held) for held in _counts(getattr(seen, field)))
        if cards:
            yield Row(heading, cards, seen.seat)


def _tables(play: Playthrough, seen: View, viewer: int | None) -> Iterator[Row]:
    """Yield the open cards of each seat: tents with what they hold, converted cards, others."""
    table = seen.table
    for seat, name in enumerate(names_of_seats(play)):
        cards = [*_tents(table, seat), *_items(table, seat)]
        for field in LYING:
            cards += [_card(f"{field}-{seat}", *held) for held in _counts(table[field][seat])]
        if cards:
            whose = "Your cards" if seat == viewer else f"Cards of {name}"
            yield Row(f"{whose} on the table", tuple(cards), seat)


def _tents(table: Mapping[str, Any], seat: int) -> Iterator[Card]:
    for number, tent in enumerate(np.asarray(table["tent"][seat]).tolist()):
        if tent != NOTHING:
            held = np.asarray(table["held"][seat][number]).tolist()
            lines = tuple(with_capitals(spaced(CARDS[card])) for card in held if card != NOTHING)
            yield Card("tent", lines, id=f"tent-{number}", glyph=CARD_SIGNS["tent"])


def _items(table: Mapping[str, Any], seat: int) -> Iterator[Card]:
    """Yield the converted cards of a seat, and second halves of lit ones."""
    for item in range(ITEMS):
        kind = int(table["item_kind"][item])
        if kind == NOTHING or int(table["item_owner"][item]) != seat:
            continue
        name = f"item-{item}"
        if table["item_half"][item]:
            sign = CARD_SIGNS.get(Kinds(kind).id, "")
            yield Card(f"half of {with_article(Kinds(kind).id)}", id=name, glyph=sign)
        else:
            card = _card("item", int(table["item_card"][item]), int(table["item_copies"][item]))
            yield replace(card, lines=(*card.lines, "converted"), id=name)


def _counts(counts: Any) -> list[tuple[int, int]]:
    return [(card, count) for card, count in enumerate(np.asarray(counts).tolist()) if count]


def _card(pile: str, card: int, count: int) -> Card:
    """Return a card in the colour of its faction."""
    faction, _, kind = CARDS[card].partition("_")
    name = f"{pile}-{card}"
    if faction in Faction.ids():
        sign = CARD_SIGNS.get(kind, "")
        return Card(spaced(kind), (faction.capitalize(),), faction, count, id=name, glyph=sign)
    return Card(spaced(CARDS[card]), count=count, id=name, glyph=CARD_SIGNS.get(CARDS[card], ""))


EDITOR: Final = Editor(
    puts=(Put("hero", r"hero-(?P<seat>\d+)-(?P<index>\d+)", sign=lambda name: HERO),),
    marks=("owner", "level", "what", "build", "terrain", "exits"),
    main=("turn", "point", "active", "decider", "hand", "draw", "discard", "ambush"),
    area_name=lambda play, area: square_name(area),
)
