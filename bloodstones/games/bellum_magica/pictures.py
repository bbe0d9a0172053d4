"""A position of Bellum Magica as a picture: its cards in rows (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from bloodstones.core.text import amount
from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import NOTHING, SHOWN
from bloodstones.games.bellum_magica.engine.view import View, visible
from bloodstones.games.bellum_magica.events import CARD_TITLES, LOCATION_TITLES
from bloodstones.games.bellum_magica.record.header import card_titles, header, titles
from bloodstones.games.bellum_magica.rules.cards import LETTERS
from bloodstones.games.bellum_magica.rules.names import Chest, Icon, Resource, Side, Token, counted
from bloodstones.kit.pictures.glyphs import glyphs_for
from bloodstones.kit.pictures.scene import Card, Look, Row, Scene, spaced
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.positions.editing import Editor
from bloodstones.kit.records.forms import SEATS

LOOKS: Final = {
    "goblin": Look("#cfe3c4", "#2f4a2a"),
    "evil": Look("#e6cfe4", "#4f2f4c"),
    "most_evil": Look("#c9b6d8", "#3b2450"),
    "farm": Look("#f0e2b4", "#57491f"),
    "village": Look("#ead3b0", "#5c4424"),
    "town": Look("#d9c9c0", "#54423a"),
    "tavern": Look("#f2d0c0", "#6a3828"),
    "castle": Look("#d8dde4", "#333a44"),
    "chest": Look("#e3cfa4", "#5a4718"),
}
GLYPHS: Final = glyphs_for(__file__)
# The glyphs of creatures by their names; icons, resources and locations have those of their ids.
CREATURES: Final = {
    "Goblin": "goblin",
    "Imp": "imp",
    "Skeleton": "skull",
    "Orc": "orc",
    "Bandit": "scimitar",
    "Warg": "wolf",
    "Harpy": "bird",
    "Ogre": "ogre",
    "Hag": "witch",
    "Ghoul": "ghost",
    "Rat Pack": "rat",
    "Gargoyle": "gargoyle",
    "Cultist": "staff",
    "Dragon": "dragon",
    "Giant": "giant",
    "Lich": "crown",
    "Vampire": "vampire",
    "Hydra": "hydra",
    "Warlock": "wizard",
    "Minotaur": "minotaur",
    "Basilisk": "basilisk",
    "Shadow King": "hood",
    "Demon": "demon",
}

EDITOR: Final = Editor(
    main=("turn", "point", "active", "decider", "row", "castle", "resources", "tokens", "points")
)
KEY: Final = {icon.id: spaced(icon.id) for icon in (*Icon, *Token)}


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return what a seat sees: offer, locations, castles, its chests; None: what lies open.

    Parameters
    ----------
    play
        The playthrough.
    seat
        From 0.
    """
    s, rules = play.state, play.game_setup.rules
    offer = [
        _creature(play, card)
        for pile in np.asarray(s.offer).tolist()
        for card in pile
        if card != NOTHING
    ]
    places = [
        _location(play, number)
        for number in range(len(rules.locations))
        if int(s.location[number]) == SHOWN
    ]
    names = titles(header(play), play.setup)[SEATS] if play.setup else names_of_seats(play)
    castles = [side for each, name in enumerate(names) for side in _castle(play, each, name)]
    rows = [
        Row("For hire", tuple(offer)),
        Row("To plunder", tuple(places)),
        Row("Castles", tuple(castles)),
    ]
    if seat is not None:
        rows += hand(play, seat)
    day = int(s.turn)
    when = f"on day {day}, row {int(s.row) + 1} active" if day else "before the first day"
    shown = tuple(row for row in rows if row.cards)
    words = f"The table of Bellum Magica {when}"
    return Scene("bellum_magica", words, LOOKS, rows=shown, glyphs=GLYPHS, key=KEY)


def hand(play: Playthrough, seat: int) -> tuple[Row, ...]:
    """Return the chests of a seat with their values."""
    return (Row("Your chests", tuple(_chests(visible(play.state, seat))), seat),)


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a legal decision names in the picture: cards, castles, chests."""
    decision = Decision.unpack(code)
    kind, x, y = decision.kind, decision.x, decision.y
    if kind is Kind.RECRUIT:
        return (f"card-creature-{x}",)
    if kind in (Kind.GOBLIN, Kind.PLACE):
        return (_side_name(play.decider, Side(y)),)
    if kind is Kind.LOCATION:
        return (f"card-location-{x}",)
    if kind is Kind.RAID:
        return tuple(_side_name(x, side) for side in Side)
    if kind is Kind.GIVE:
        return (f"card-chest-{Chest(x).id}-{y}",)
    return ()


def _creature(play: Playthrough, number: int) -> Card:
    card, title = play.game_setup.rules.creatures[number], card_titles(play)[CARD_TITLES][number]
    token = (f":{card.bonus.id}: token",) if card.bonus is not None else ()
    glyph = CREATURES.get(card.name, "")
    lines = (*_rows(card.rows), *token)
    return Card(title, lines, card.deck.id, id=f"creature-{number}", glyph=glyph)


def _rows(rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield what a card shows in each row."""
    for number, row in enumerate(rows, start=1):
        shown = [
            f":{Icon(icon).id}:" if count == 1 else f"{count} :{Icon(icon).id}:"
            for icon, count in enumerate(row)
            if count
        ]
        if shown:
            yield f"{number}: {' '.join(shown)}"


def _location(play: Playthrough, number: int) -> Card:
    location, title = (
        play.game_setup.rules.locations[number],
        card_titles(play)[LOCATION_TITLES][number],
    )
    loot = [
        counted(count, what)
        for count, what in zip(location.loot, (*Resource, *Chest), strict=True)
        if count
    ]
    guards = (
        amount(location.shields, "shield"),
        *((f"{location.magic_shields} magic",) if location.magic_shields else ()),
    )
    return Card(
        title,
        (*guards, *loot),
        location.kind.id,
        id=f"location-{number}",
        glyph=location.kind.id,
    )


def _side_name(seat: int, side: Side) -> str:
    """Return what a picture calls a side of a castle, on which creatures are placed."""
    return f"card-castle-{seat}-{side.id}"


def _castle(play: Playthrough, seat: int, name: str) -> Iterator[Card]:
    """Yield the sides of a seat's castle with its troop; resources and chests are on the left."""
    s = play.state
    have = [
        counted(int(s.resources[seat, each]), each) for each in Resource if s.resources[seat, each]
    ]
    chests = [
        amount(int(s.chest_count[seat, kind]), f"{kind.id} chest")
        for kind in Chest
        if s.chest_count[seat, kind]
    ]
    troop = np.asarray(s.troop[seat]).tolist()
    left = len(LETTERS[Side.LEFT])
    captain = ("captain",) if int(s.captain) == seat else ()
    for side in Side:
        icons = slice(left) if side is Side.LEFT else slice(left, None)
        shown = [
            [n if place in range(*icons.indices(len(row))) else 0 for place, n in enumerate(row)]
            for row in troop
        ]
        more = (*have, *chests, *captain) if side is Side.LEFT else ()
        lines = (*_rows(shown), *more)
        named = _side_name(seat, side).removeprefix("card-")
        yield Card(f"{name}, {side.id}", lines, "castle", id=named, glyph="castle")


def _chests(seen: View) -> Iterator[Card]:
    for kind in Chest:
        for value, number in enumerate(np.asarray(seen.chests)[int(kind)].tolist()):
            if number:
                title = f"{kind.id} chest of {value}"
                named = f"chest-{kind.id}-{value}"
                yield Card(title, (), "chest", number, id=named, glyph="chest")
