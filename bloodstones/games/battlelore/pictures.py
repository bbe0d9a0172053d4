"""A position of BattleLore as a picture (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.names import Name
from bloodstones.games.battlelore import events
from bloodstones.games.battlelore.board_looks import (
    COMMANDS,
    GLYPHS,
    LOOKS,
    LORE,
    STATES,
    UNITS,
)
from bloodstones.games.battlelore.engine.decisions import Kind, unpack
from bloodstones.games.battlelore.engine.effects import names_a_hex
from bloodstones.games.battlelore.engine.mustering import SHOWN
from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.engine.setup import OPEN
from bloodstones.games.battlelore.engine.state import NO_CARD
from bloodstones.games.battlelore.record.header import names
from bloodstones.games.battlelore.rules.board import HEXES, beside, name
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.drawn import board_table
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.rule_texts import (
    command_text,
    effect_of,
    rule_of,
    scenario_text,
)
from bloodstones.kit.pictures.scene import (
    Area,
    Card,
    Piece,
    Row,
    Scene,
    areas_of,
    counted,
    letters_of,
    spaced,
)
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.positions.editing import Editor, Put

# What the arguments of a decision are, by its kind.
CARDS_NAMED: Final[Mapping[Name, str]] = {
    **dict.fromkeys((Kind.COMMAND, Kind.DISCARD, Kind.PUT), "command"),
    **dict.fromkeys((Kind.PLAY, Kind.DISCARD_LORE, Kind.PUT_LORE), "lore"),
}
UNIT_FIRST: Final = frozenset({Kind.ORDER, Kind.CURE})
FIGHTS: Final = {"attack": "target", "counter": "target"}
CARDS: Final = ("tent", "decoy")  # of a deployment, beside units
WIDE: Final = 0.54  # of a hex that a piece takes
BOARD_WIDE: Final = 12  # hexes
LETTERING: Final = 0.016


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return what a seat sees on the board, and its cards; None: the board as it lies open.

    Parameters
    ----------
    play
        The playthrough.
    seat
        0 or 1.
    """
    units = [unit.unit for unit in play.game_setup.rules.units]
    letters = letters_of([*units, *CARDS])
    areas = tuple(_areas(play))
    pieces = [*_units(play, letters), *(() if seat is None else _laid(play, seat, letters))]
    used = sorted({piece.note.partition(":")[0] for piece in pieces})
    return Scene(
        "battlelore",
        f"The battlefield of BattleLore in turn {int(play.state.turn)}",
        LOOKS,
        areas,
        pieces=pieces,
        rows=() if seat is None else hand(play, seat),
        standings=(counted("Units", play.seats, (piece.seat for piece in pieces)),),
        key={_sign(letters, each.replace(" ", "_")): each for each in used},
        glyphs=GLYPHS,
        lettering=LETTERING,
        height=max(y for area in areas for ring in area.outline for _, y in ring),
        size=WIDE / BOARD_WIDE / 2,
    )


def hand(play: Playthrough, seat: int) -> tuple[Row, ...]:
    """Return the scenarios that a seat knows and its cards."""
    return tuple(_cards(play, seat))


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a legal decision names in the picture: units, hexes, cards."""
    decision, s = unpack(code), play.state
    kind, x, y = decision.kind, int(decision.x), int(decision.y)
    if kind in CARDS_NAMED:
        return (f"card-{CARDS_NAMED[kind]}-{x}",)
    if kind is Kind.FORD:
        return (f"area-{x}",)
    if kind is Kind.LAY:
        return (f"area-{y}",)
    if kind is Kind.TARGET:
        return (f"area-{x}",) if names_a_hex(s) else (f"piece-{x}",)
    if kind is Kind.GO:
        here = int(s.hex[x])
        ends = [int(h) for h in s.portal]
        there = beside(here)[y] if y < DIRECTIONS else sum(ends) - here
        return (f"piece-{x}", f"area-{there}")
    if kind is Kind.ATTACK:
        return (f"piece-{x}", f"piece-{y}")
    if kind is Kind.WAY:
        return (f"area-{beside(int(s.goal[int(s.level)]))[x]}",)
    return (f"piece-{x}",) if kind in UNIT_FIRST else ()


def _areas(play: Playthrough) -> Iterator[Area]:
    """Yield the hexes as they are now, named by the points of their banners."""
    s = play.state
    for area in areas_of(board_table("drawn")):
        terrain = Terrain(int(s.terrain[area.id])).id
        points = int(s.banner[area.id])
        banner = f"{points} VP" if points else ""
        note = f"{name(area.id)}, {spaced(terrain)}{f', banner of {banner}' if banner else ''}"
        yield replace(area, look=terrain, name=banner, note=note, called=name(area.id))


def _units(play: Playthrough, letters: Mapping[str, str]) -> Iterator[Piece]:
    """Yield the units in their hexes with their health."""
    s, named, setup = play.state, names(play)[events.UNITS], play.game_setup
    most = [
        {unit.unit: unit.health for unit in setup.rules.units_of(faction)}
        for faction in setup.factions
    ]
    for h in range(HEXES):
        unit = int(s.at[h])
        if unit >= 0:
            kind, _, number = named[unit].rpartition(" ")
            health = int(s.figures[unit])
            states = [state for state in STATES if int(getattr(s, state)[unit])]
            note = ", ".join((f"{spaced(kind)}: {health} health", *states))
            side = int(unit >= SLOTS)
            yield Piece(
                f"{unit}",
                h,
                letters[kind],
                side,
                f"{note} (unit {number})",
                glyph=UNITS.get(kind, ""),
                called=named[unit],
                steps=health,
                most=max(health, most[side].get(kind, 0)),
                states=tuple(STATES[state] for state in states),
            )


def _laid(play: Playthrough, seat: int, letters: Mapping[str, str]) -> Iterator[Piece]:
    """Yield the cards that a seat has laid face down, until armies are shown."""
    s, units = play.state, play.game_setup.rules.units_of(play.game_setup.factions[seat])
    kinds = [*(unit.unit for unit in units), *CARDS]
    if int(s.shown) < SHOWN:
        for h in range(HEXES):
            if int(s.laid[seat, h]):
                kind = kinds[int(s.laid[seat, h]) - 1]
                note, glyph = f"{spaced(kind)}: your card", UNITS.get(kind, "")
                yield Piece(f"laid-{h}", h, letters[kind], seat, note, glyph=glyph)


def _sign(letters: Mapping[str, str], kind: str) -> str:
    """Return what stands for a unit or card in the key: its glyph, or letters without one."""
    return UNITS.get(kind, letters[kind])


def _cards(play: Playthrough, seat: int) -> Iterator[Row]:
    """Yield the scenarios that a seat knows and its cards."""
    s, setup, seats = play.state, play.game_setup, names_of_seats(play)
    scenarios = []
    for other, faction in enumerate(setup.factions):
        card = int(s.scenario[other])
        if card != NO_CARD and (other == seat or int(s.shown) >= OPEN):
            scenario = setup.rules.scenarios_of(faction)[card]
            told = rule_of(scenario) or scenario_text(scenario)
            scenarios.append(
                Card(scenario.name, (f"of {seats[other]}",), note=told, glyph="scroll")
            )
    commands = [
        Card(
            spaced(setup.rules.commands[card].card),
            count=count,
            note=command_text(setup.rules.commands[card]),
            id=f"command-{card}",
            glyph=COMMANDS.get(setup.rules.commands[card].card, ""),
        )
        for card, count in _held(s.command_hand[seat])
    ]
    lore = setup.rules.lore_of(setup.factions[seat])
    spells = [
        Card(
            spaced(lore[card].card.id),
            (f"{lore[card].cost} lore",),
            count=count,
            note=effect_of(lore[card], setup.readings),
            id=f"lore-{card}",
            glyph=LORE.get(lore[card].card.id, ""),
        )
        for card, count in _held(s.lore_hand[seat])
    ]
    rows = {"Scenarios": scenarios, "Command cards": commands, "Lore cards": spells}
    yield from (Row(heading, tuple(cards), seat) for heading, cards in rows.items() if cards)


def _held(counts: object) -> list[tuple[int, int]]:
    """Return the cards held and how many of each."""
    return [(card, count) for card, count in enumerate(np.asarray(counts).tolist()) if count]


def _health(play: Playthrough, seat: int, unit: str) -> Mapping[str, int]:
    """Return the figures of a unit that comes into play."""
    kind = unit.rpartition("_")[0]
    units = play.game_setup.rules.units_of(play.game_setup.factions[seat])
    return {"figures": next(each.health for each in units if each.unit == kind)}


EDITOR: Final = Editor(
    puts=(
        Put(
            "hex",
            r"(?P<index>\d+)",
            sign=lambda unit: UNITS.get(unit.rpartition("_")[0], ""),
            beside=_health,
        ),
    ),
    marks=("terrain", "banner", "holder"),
    main=("turn", "point", "active", "decider", "lore", "vp", "command_hand", "lore_hand"),
    area_name=lambda play, area: name(area),
)
