"""How BattleLore speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

import numpy as np

from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.playthrough import Playthrough as OwnPlaythrough
from bloodstones.games.battlelore.engine.state import Point
from bloodstones.games.battlelore.record import events
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.SCENARIO: "which scenario do you keep?",
    Point.FORD: "which hex becomes a ford?",
    Point.MUSTER: "how many cards of this kind do you take?",
    Point.DEPLOY: "which card lies where?",
    Point.PUT_COMMAND: "which command card goes under the deck?",
    Point.PUT_LORE: "which lore card goes under the deck?",
    Point.TENT: "do you take the enemy's tent away?",
    Point.COMMAND: "which command card do you play?",
    Point.ORDER: "which unit do you order?",
    Point.ORDER_STEP: "do you order on, free units of tokens, or go on?",
    Point.WINDOW: "do you play a lore card now? You have {lore} lore.",
    Point.TARGET: "whom or what do you name?",
    Point.BARRIER: "which hex do you name?",
    Point.MARCH: "which unit moves?",
    Point.STEP: "where does it go?",
    Point.ATTACK: "who attacks whom?",
    Point.KEEP: "which faces do you keep?",
    Point.HEROIC: "how many heroic faces do you spend?",
    Point.DIRECTION: "which way is the retreat?",
    Point.IMMOVABLE: "does the unit stay?",
    Point.SUPPORT: "does the unit stay, since it is supported?",
    Point.COUNTER: "do you counter?",
    Point.ADVANCE: "does the unit follow?",
    Point.AGAIN: "does the unit attack again?",
    Point.GAIN: "what do you take at the end of your turn?",
    Point.DISCARD_LORE: "which lore card do you throw away?",
    Point.PREVENT: "what prevents damage first?",
}
PASSING: Final[Mapping[int, str]] = {
    Point.TENT: "leave the tent",
    Point.COMMAND: "play no command card",
    Point.ORDER: "order no more units",
    Point.ORDER_STEP: "go on to the moves",
    Point.WINDOW: "play no lore card",
    Point.TARGET: "name nobody",
    Point.BARRIER: "go on without",
    Point.MARCH: "move no more units",
    Point.ATTACK: "attack no more",
    Point.KEEP: "keep no more faces",
    Point.HEROIC: "spend no heroic face",
    Point.IMMOVABLE: "let it retreat",
    Point.SUPPORT: "let it retreat",
    Point.COUNTER: "do not counter",
    Point.ADVANCE: "stay where it is",
    Point.AGAIN: "attack no more with it",
}
SHOWN: Final = 2  # of `shown`: armies lie open


class OwnVoice(voice.Voice):
    """What people at a table of BattleLore hear, are asked and see."""

    questions = QUESTIONS
    secrets: ClassVar[Mapping[str, str]] = {
        "dealt_scenario": "draws a scenario",
        "choose": "keeps a scenario",
        "take": "",
        "lay": "",
        "draw": "draws a command card",
        "draw_lore": "draws a lore card",
        "put": "puts a command card under the deck",
        "put_lore": "puts a lore card under the deck",
    }

    def question(self, play: Playthrough) -> str:
        """Return what is asked of the decider now."""
        return super().question(play).format(lore=int(play.state.lore[play.decider]))

    def option(self, play: Playthrough, code: int) -> str:
        """Return what doing nothing means here, "" for the rest."""
        if play.engine.unpack(code).kind is not Kind.PASS:
            return ""
        return PASSING.get(int(play.state.point), "")

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the standing, the own cards, and what lies and stands on the board."""
        own = cast(OwnPlaythrough, play)
        return [*_seats(own, seat, names), *_cards(own, seat, names), *_hexes(own, seat, names)]


def _seats(play: OwnPlaythrough, seat: int, names: Names) -> Iterator[str]:
    state = play.state
    yield f"Turn {int(state.turn)}."
    for other, name in enumerate(names[SEATS]):
        held = int(np.sum(state.command_hand[other])), int(np.sum(state.lore_hand[other]))
        yield (
            f"{name}{' (you)' if other == seat else ''}: {int(state.vp[other])} VP, "
            f"{int(state.lore[other])} lore, {held[0]} command and {held[1]} lore cards."
        )


def _cards(play: OwnPlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield the own cards."""
    state, rules = play.state, play.chosen.rules
    own = [card for card in rules.lore if card.faction is play.chosen.factions[seat]]
    lore = [
        f"{own[place].card.id.replace('_', ' ')} (costs {own[place].cost})"
        for place, number in enumerate(state.lore_hand[seat].tolist())
        for _ in range(number)
    ]
    commands = _many(names[events.COMMANDS], state.command_hand[seat])
    yield f"Your command cards: {', '.join(commands) or 'none'}."
    yield f"Your lore cards: {', '.join(lore) or 'none'}."


def _many(names: Sequence[str], counts: Any) -> list[str]:
    return [
        names[place] for place, number in enumerate(np.asarray(counts).tolist())
        for _ in range(number)
    ]  # fmt: skip


def _hexes(play: OwnPlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield every hex that is not plain or empty."""
    state = play.state
    for h, name in enumerate(names[events.HEXES]):
        told = []
        if int(state.terrain[h]):
            told.append(Terrain(int(state.terrain[h])).id.replace("_", " "))
        if int(state.banner[h]):
            told.append(f"banner of {int(state.banner[h])}")
        unit = int(state.at[h])
        if unit >= 0:
            whose = f" of {names[SEATS][0 if unit < SLOTS else 1]}"
            marks = [
                word for word in ("poison", "stun", "ordered") if int(getattr(state, word)[unit])
            ]
            more = f", {', '.join(marks)}" if marks else ""
            unit_name = names[events.UNITS][unit].replace("_", " ")
            told.append(f"{unit_name}{whose} ({int(state.figures[unit])} health{more})")
        laid = int(state.laid[seat, h])
        if laid and int(state.shown) < SHOWN:
            told.append(f"your card {_kind(play, seat, laid - 1)}")
        if told:
            yield f"{name}: {', '.join(told)}"


def _kind(play: OwnPlaythrough, seat: int, kind: int) -> str:
    units = play.chosen.rules.units_of(play.chosen.factions[seat])
    return units[kind].unit if kind < len(units) else "a tent or decoy"
