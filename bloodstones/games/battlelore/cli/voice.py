"""How BattleLore speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from bloodstones.games.battlelore import events
from bloodstones.games.battlelore.cli import mustering
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.mustering import SHOWN
from bloodstones.games.battlelore.engine.playthrough import Playthrough as GamePlaythrough
from bloodstones.games.battlelore.engine.setup import OPEN
from bloodstones.games.battlelore.engine.state import NO_CARD, Point
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.board import name as hex_name
from bloodstones.games.battlelore.rules.board import seat_hex as own_hex
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.rule_texts import (
    command_text,
    effect_of,
    rule_of,
    scenario_text,
    sections_of,
    spaced,
    window_of,
)
from bloodstones.games.battlelore.rules.ruleset import LoreCard
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.SCENARIO: "which scenario do you keep?",
    Point.FORD: "which hex becomes a ford?",
    Point.MUSTER: "{muster}",
    Point.DEPLOY: "which card do you place, and where?",
    Point.PUT_COMMAND: "which command card goes under the deck?",
    Point.PUT_LORE: "which lore card goes under the deck?",
    Point.TENT: "do you take the enemy's tent?",
    Point.COMMAND: "which command card do you play?",
    Point.ORDER: "which unit do you order?",
    Point.ORDER_STEP: "do you order more units, remove tokens from units, or continue?",
    Point.WINDOW: "do you play a lore card now? You have {lore} lore.",
    Point.TARGET: "what do you choose?",
    Point.BARRIER: "do you cancel the card that the enemy plays? You have {lore} lore.",
    Point.MARCH: "which unit moves?",
    Point.STEP: "where does it go?",
    Point.ATTACK: "which unit attacks which enemy?",
    Point.KEEP: "which faces do you keep?",
    Point.HEROIC: "how many heroic faces do you spend?",
    Point.DIRECTION: "in which direction is the retreat?",
    Point.IMMOVABLE: "does the unit stay?",
    Point.SUPPORT: "does the unit stay, since it is supported?",
    Point.COUNTER: "do you counter?",
    Point.ADVANCE: "does the unit follow?",
    Point.AGAIN: "does the unit attack again?",
    Point.GAIN: "what do you take at the end of your turn?",
    Point.DISCARD_LORE: "which lore card do you discard?",
    Point.PREVENT: "what prevents damage first?",
}
PASSING: Final[Mapping[int, str]] = {
    Point.TENT: "leave the tent",
    Point.COMMAND: "play no command card",
    Point.ORDER: "order no more units",
    Point.ORDER_STEP: "continue to the moves",
    Point.WINDOW: "play no lore card",
    Point.TARGET: "name nobody",
    Point.BARRIER: "let it take effect",
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


CARDS: Final = ("tent", "decoy")


class GameVoice(voice.Voice):
    """The voice of BattleLore at a table: questions, options and the board in words."""

    questions = QUESTIONS

    def question(self, play: Playthrough) -> str:
        """Return the question that the decider faces now."""
        game = cast(GamePlaythrough, play)
        asks = int(play.state.point) == Point.MUSTER
        muster = mustering.question(game) if asks else ""
        return super().question(play).format(lore=int(play.state.lore[play.decider]), muster=muster)

    def names_at(self, play: Playthrough, line: Line, names: Names) -> Names:
        """Return names that say where units are, for a line that does not say it."""
        if "hex" in line or not {"unit", "target"} & line.keys():
            return names
        state, units = cast(GamePlaythrough, play).state, names[events.UNITS]
        places = {units[int(state.at[h])]: h for h in range(HEXES) if int(state.at[h]) >= 0}
        titles = [
            f"{spaced(unit)} ({hex_name(places[unit])})" if unit in places else spaced(unit)
            for unit in units
        ]
        return {**names, events.UNIT_TITLES: titles}

    def option(self, play: Playthrough, code: int) -> str:
        """Return the text of passing, and of cards with their effects; "" for the rest."""
        return self._option(play, code).removesuffix(".")

    def _option(self, play: Playthrough, code: int) -> str:
        decision = play.engine.unpack(code)
        game = cast(GamePlaythrough, play)
        game_setup, seat, x = game.game_setup, game.decider, int(decision.x)
        faction = game_setup.factions[seat]
        if decision.kind is Kind.PASS:
            return PASSING.get(int(play.state.point), "")
        if decision.kind is Kind.TAKE:
            return mustering.option(game, x, int(decision.y))
        if decision.kind is Kind.CHOOSE:
            scenario = game_setup.rules.scenarios_of(faction)[x]
            return f"keep {scenario.indicator.id} {scenario.name}: {scenario_text(scenario)}"
        if decision.kind is Kind.PLAY:
            card = game_setup.rules.lore_of(faction)[x]
            return f"play {_costing(card)}: {effect_of(card, game_setup.readings)}"
        if decision.kind is Kind.COMMAND:
            command = game_setup.rules.commands[x]
            return f"play {spaced(command.card)}: {command_text(command)}"
        return ""

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the standing, the seat's cards, and the content of the board."""
        game = cast(GamePlaythrough, play)
        lines = [*_seats(game, seat, names), *_scenarios(game, seat, names)]
        if int(game.state.shown) < SHOWN:
            lines += mustering.prices(game, seat)
        return [*lines, *_cards(game, seat, names), *_hexes(game, seat, names)]


def _scenarios(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield the scenarios that a seat knows, with their rules."""
    state, game_setup = play.state, play.game_setup
    for other, name in enumerate(names[SEATS]):
        card = int(state.scenario[other])
        if card == NO_CARD or not (other == seat or int(state.shown) >= OPEN):
            continue
        scenario = game_setup.rules.scenarios_of(game_setup.factions[other])[card]
        rule = rule_of(scenario) or "no rule of its own"
        yield f"{name}'s scenario: {scenario.indicator.id} {scenario.name}; {rule}"


def _costing(card: LoreCard) -> str:
    return f"{spaced(card.card.id)} ({card.cost} lore)"


def _seats(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    state = play.state
    yield f"Turn {int(state.turn)}." if int(state.battle_turn) else "Before the first turn."
    for other, name in enumerate(names[SEATS]):
        held = int(np.sum(state.command_hand[other])), int(np.sum(state.lore_hand[other]))
        yield (
            f"{name}{' (you)' if other == seat else ''}: {int(state.vp[other])} VP, "
            f"{int(state.lore[other])} lore, {held[0]} command and {held[1]} lore cards."
        )


def _cards(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield the seat's cards with their effects."""
    state, game_setup = play.state, play.game_setup
    lore = game_setup.rules.lore_of(game_setup.factions[seat])
    held = _held(state.command_hand[seat]), _held(state.lore_hand[seat])
    yield f"Your command cards: {_many(names[events.COMMANDS], held[0])}."
    for place in held[0]:
        card = game_setup.rules.commands[place]
        yield f"{spaced(card.card)}: {command_text(card)}"
    yield f"Your lore cards: {_many([spaced(card.card.id) for card in lore], held[1])}."
    for place in held[1]:
        effect = effect_of(lore[place], game_setup.readings)
        yield f"{_costing(lore[place])}, {window_of(lore[place])}: {effect}"


def _held(counts: Any) -> Mapping[int, int]:
    """Return the places of cards held -> how many."""
    return {place: count for place, count in enumerate(np.asarray(counts).tolist()) if count}


def _many(names: Sequence[str], held: Mapping[int, int]) -> str:
    each = [spaced(names[place]) for place, count in held.items() for _ in range(count)]
    return ", ".join(each) or "none"


def _hexes(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield every hex that is not plain or empty, with its sections as the seat calls them."""
    state = play.state
    for h, name in enumerate(names[events.HEXES]):
        parts = []
        if int(state.terrain[h]):
            parts.append(Terrain(int(state.terrain[h])).id.replace("_", " "))
        if int(state.banner[h]):
            parts.append(f"banner of {int(state.banner[h])}")
        unit = int(state.at[h])
        if unit >= 0:
            whose = f" of {names[SEATS][0 if unit < SLOTS else 1]}"
            marks = [
                word for word in ("poison", "stun", "ordered") if int(getattr(state, word)[unit])
            ]
            more = f", {', '.join(marks)}" if marks else ""
            unit_name = names[events.UNITS][unit].replace("_", " ")
            parts.append(f"{unit_name}{whose} ({int(state.figures[unit])} health{more})")
        laid = int(state.laid[seat, h])
        if laid and int(state.shown) < SHOWN:
            parts.append(f"your card {_kind(play, seat, laid - 1)}")
        if parts:
            yield f"{name} ({sections_of(own_hex(seat, h))}): {', '.join(parts)}"


def _kind(play: GamePlaythrough, seat: int, kind: int) -> str:
    units = play.game_setup.rules.units_of(play.game_setup.factions[seat])
    return spaced(units[kind].unit) if kind < len(units) else CARDS[kind - len(units)]
