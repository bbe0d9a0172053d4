"""The pictures of all games: from any position, for any seat, small, whole, with a full key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.registry import GAMES, load_game, module_of
from bloodstones.kit.pictures.scene import SIGN, Scene
from bloodstones.kit.pictures.svg import to_svg

STEPS, EVERY = 400, 25
MOST_BYTES = 150_000
LEAST = 10  # pieces and cards
LEAST_KINDS = 3
NUMBERED = re.compile(r"\bseat \d|^c\d\b", re.IGNORECASE)  # or the code of a castle board
BOARDS = {"wizard_kings": "westmarch+eastfen"}


def positions(game_id: str, every: int = EVERY) -> Iterator[Any]:
    """Positions of one playthrough with random decisions, one in so many."""
    game: Any = load_game(game_id)
    board = BOARDS.get(game_id) or next(iter(game.boards()), "")
    players = game.players_on(board)[0]
    roles = (game.roles_for(players) or ("",) * players)[:players]
    seats = tuple(Seat(role, "random") for role in roles)
    play = game.playthrough(Setup(board, seats), 5)
    luck = np.random.default_rng(5)
    for step in range(STEPS):
        if step % every == 0:
            yield play
        if play.over:
            break
        play.apply_code(int(luck.choice(play.legal_codes())))


def faults(scene: Scene) -> Iterator[str]:
    """What is wrong with a scene: parts that name what is not there."""
    looks = {part.look for part in (*scene.areas, *scene.lines)}
    looks |= {card.look for row in scene.rows for card in row.cards if card.look}
    yield from (f"no look {look}" for look in looks - set(scene.looks))
    areas = {area.id for area in scene.areas}
    yield from (f"no area {piece.area}" for piece in scene.pieces if piece.area not in areas)
    if len({piece.id for piece in scene.pieces}) < len(scene.pieces):
        yield "two pieces of one id"
    for piece in scene.pieces:
        signs = [piece.glyph] if piece.glyph else [piece.text.rstrip("0123456789?")]
        for sign in (*signs, piece.body):
            if sign and sign not in scene.key:
                yield f"no key for {sign}"
        drawn = (piece.glyph, piece.body, *piece.states)
        yield from (f"no glyph {each}" for each in drawn if each and each not in scene.glyphs)
        if not 0 <= piece.steps <= piece.most:
            yield f"{piece.steps} of {piece.most} steps of {piece.id}"
    for card in (card for row in scene.rows for card in row.cards):
        signs = [card.glyph, *(found[1] for line in card.lines for found in SIGN.finditer(line))]
        yield from (f"no glyph {each}" for each in signs if each and each not in scene.glyphs)


def written(scene: Scene) -> Iterator[str]:
    """All that a picture writes, and all that a pointer over it reads."""
    for part in (*scene.areas, *scene.pieces):
        yield part.note
    for row in scene.rows:
        yield row.heading
        for card in row.cards:
            yield from (card.title, *card.lines, card.note)


def named(scene: Scene) -> set[str]:
    """All that a decision may name in a scene."""
    areas = {f"area-{area.id}" for area in scene.areas}
    cards = {f"card-{card.id}" for row in scene.rows for card in row.cards if card.id}
    return areas | {f"piece-{piece.id}" for piece in scene.pieces} | cards


@pytest.mark.parametrize("game_id", GAMES)
def test_what_decisions_name_is_in_the_picture_of_the_decider(game_id: str) -> None:
    pictures = import_module(module_of(game_id, "pictures"))
    kinds, without = set(), set()
    for play in positions(game_id, every=1):
        there = named(pictures.scene(play, play.decider))
        for code in play.legal_codes().tolist():
            kind = play.engine.unpack(code).kind
            targets = pictures.targets(play, code)
            missing = set(targets) - there
            assert not missing, f"{play.engine.unpack(code)} names {missing}"
            (kinds if targets else without).add(kind)
    assert len(kinds) >= LEAST_KINDS
    unnamed = {kind.id for kind in kinds & without}
    assert unnamed <= {"use", "target"}, "some decisions of a kind name nothing"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_position_is_a_whole_small_picture_for_every_seat(game_id: str) -> None:
    scene = import_module(module_of(game_id, "pictures")).scene
    pieces = set()
    for play in positions(game_id):
        for seat in (None, *range(play.seats)):
            drawn = scene(play, seat)
            assert list(faults(drawn)) == []
            numbered = [text for text in written(drawn) if NUMBERED.search(text)]
            assert numbered == [], "seats have names"
            svg = to_svg(drawn)
            ElementTree.fromstring(svg)
            assert len(svg) < MOST_BYTES
            pieces |= {piece.id for piece in drawn.pieces} | {
                card.title for row in drawn.rows for card in row.cards
            }
    assert len(pieces) >= LEAST, "the pictures show hardly anything"


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    scene = import_module(module_of("bloodstones", "pictures")).scene
    play = next(positions("bloodstones"))
    assert scene(play, None).rows == ()
    hands = [scene(play, seat).rows[0] for seat in range(play.seats)]
    for seat, row in enumerate(hands):
        shown = sum(card.count for card in row.cards)
        assert (row.seat, shown) == (seat, int(play.state.hand[seat].sum()))


def test_blocks_of_others_stand_face_down() -> None:
    scene = import_module(module_of("wizard_kings", "pictures")).scene
    plays = [play for play in positions("wizard_kings") if play.state.count[:, 1].sum()]
    for play in plays:
        state = play.state
        if state.fighting or state.caster >= 0:
            continue
        for piece in scene(play, 0).pieces:
            assert (piece.text == "?") == (piece.seat != 0)
        blocks = [piece for piece in scene(play, None).pieces if piece.text == "?"]
        assert blocks == []
