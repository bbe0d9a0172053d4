"""A little of every game, played as people would."""

from __future__ import annotations

import random
from typing import Any

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.kit.table.options import options_of, world_of
from bloodstones.kit.table.people import HUMAN
from bloodstones.kit.table.session import CannotTakeBackError, Session

DECISIONS = 60
EVERY = 9  # decisions: the words of one are looked at in another world
SEATS = {
    "bloodstones": ("dragon_riders", "horse_lords"),
    "wizard_kings": ("eldryn", "jurak"),
    "bellum_magica": ("c1", "c2"),
    "battlelore": ("daqan", "uthuk"),
    "battalia": ("orsari", "lagorai"),
}


def seated(game_commands: GameCommands, seed: int) -> Session:
    seats = tuple(Seat(role, HUMAN) for role in SEATS[game_commands.id])
    session = Session(
        game_commands.game, game_commands.voice(), Setup(game_commands.default_board, seats), seed
    )
    session.go_on()
    return session


def words(session: Session, play: Any) -> list[str]:
    options = options_of(play, session.voice, session.names)
    return [option.words for option in options]


def walked(game_id: str) -> dict[str, Any]:
    """Return what is odd in the words of a walk, what was heard, and what was taken back."""
    session, luck = seated(game_commands_of(game_id), 3), random.Random(3)
    twice, bare, told_by_hidden, refused = [], [], [], set()
    heard: list[list[str]] = [[], []]
    went_back = 0
    for number in range(DECISIONS):
        if session.over:
            break
        seat, options = session.seat, session.options()
        known = [option.words for option in options]
        twice += [text for text in known if known.count(text) > 1]
        bare += [text for text in known if not text or text.startswith("(")]
        bare += [o.words for o in options if f"({session.play.engine.unpack(o.code)})" in o.words]
        if number % EVERY == 0:
            world = world_of(session.play, seat, number, "hidden", 1)
            told_by_hidden += sorted({*known} ^ {*words(session, world)})
        before, option = session.digest(), luck.choice(options)
        session.choose(option.code)
        session.go_on()
        after = session.digest()
        if number % EVERY == 1 and not session.over and session.seat == seat:
            try:
                session.take_back()
            except CannotTakeBackError as error:
                refused.add(error.message)
                if session.marks[-1].turn == session.play.state.turn:
                    session.take_back(anyway=True)
            if session.digest() != after:
                went_back += 1
                assert session.digest() == before
                session.choose(option.code)
                session.go_on()
                assert session.digest() == after
        for each in (0, 1):
            heard[each] += session.listen(each)
        assert session.voice.question(session.play)
        assert all(session.voice.board(session.play, each, session.names) for each in (0, 1))
    return {
        "twice": twice,
        "bare": bare,
        "told_by_hidden": told_by_hidden,
        "went_back": went_back,
        "refused": sorted(refused),
        "heard": heard,
    }
