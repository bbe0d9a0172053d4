"""A little of every game, played as people would."""

from __future__ import annotations

import random
from typing import Any

from bloodstones.cli.game.commands import Desk, desk_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.kit.table.options import options_of, world_of
from bloodstones.kit.table.people import HUMAN
from bloodstones.kit.table.session import CannotTakeBackError, Sitting

DECISIONS = 60
EVERY = 9  # decisions: the words of one are looked at in another world
SEATS = {
    "bloodstones": ("dragon_riders", "horse_lords"),
    "wizard_kings": ("eldryn", "jurak"),
    "bellum_magica": ("c1", "c2"),
    "battlelore": ("daqan", "uthuk"),
    "battalia": ("orsari", "lagorai"),
}


def seated(desk: Desk, seed: int) -> Sitting:
    seats = tuple(Seat(role, HUMAN) for role in SEATS[desk.id])
    sitting = Sitting(desk.game, desk.voice(), Setup(desk.default_board, seats), seed)
    sitting.go_on()
    return sitting


def words(sitting: Sitting, play: Any) -> list[str]:
    options = options_of(play, sitting.voice, sitting.names)
    return [option.words for option in options]


def walked(game_id: str) -> dict[str, Any]:
    """Return what is odd in the words of a walk, what was heard, and what was taken back."""
    sitting, luck = seated(desk_of(game_id), 3), random.Random(3)
    twice, bare, told_by_hidden, refused = [], [], [], set()
    heard: list[list[str]] = [[], []]
    went_back = 0
    for number in range(DECISIONS):
        if sitting.over:
            break
        seat, options = sitting.seat, sitting.options()
        known = [option.words for option in options]
        twice += [text for text in known if known.count(text) > 1]
        bare += [text for text in known if not text or text.startswith("(")]
        bare += [o.words for o in options if f"({sitting.play.engine.unpack(o.code)})" in o.words]
        if number % EVERY == 0:
            world = world_of(sitting.play, seat, number, "hidden", 1)
            told_by_hidden += sorted({*known} ^ {*words(sitting, world)})
        before, option = sitting.digest(), luck.choice(options)
        sitting.choose(option.code)
        sitting.go_on()
        after = sitting.digest()
        if number % EVERY == 1 and not sitting.over and sitting.seat == seat:
            try:
                sitting.take_back()
            except CannotTakeBackError as error:
                refused.add(error.message)
                if sitting.marks[-1].turn == sitting.play.state.turn:
                    sitting.take_back(anyway=True)
            if sitting.digest() != after:
                went_back += 1
                assert sitting.digest() == before
                sitting.choose(option.code)
                sitting.go_on()
                assert sitting.digest() == after
        for each in (0, 1):
            heard[each] += sitting.listen(each)
        assert sitting.voice.question(sitting.play)
        assert all(sitting.voice.board(sitting.play, each, sitting.names) for each in (0, 1))
    return {
        "twice": twice,
        "bare": bare,
        "told_by_hidden": told_by_hidden,
        "went_back": went_back,
        "refused": sorted(refused),
        "heard": heard,
    }
