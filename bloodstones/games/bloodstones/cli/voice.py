"""The questions, options and boards that people at a table of Bloodstones read.

See `kit.table.voice`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from bloodstones.core.text import amount
from bloodstones.games.bloodstones.engine.decisions import (
    BY_SHIP,
    WITH_CUTIECORN,
    Decision,
    Kind,
)
from bloodstones.games.bloodstones.engine.playthrough import Playthrough as EnginePlaythrough
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOTHING, Point
from bloodstones.games.bloodstones.engine.view import SWAPPED, View, visible
from bloodstones.games.bloodstones.record.sentences import counted_units
from bloodstones.games.bloodstones.rules.names import Unit, title
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.CITADEL: "where do you place your citadel?",
    Point.FOUND: "which unit do you found, and where? Points left: {points_left}.",
    Point.RAID: "raid enemy villages under your units? One tile pays.",
    Point.RAID_VILLAGE: "which village do you raid? Pips left: {pips_left}.",
    Point.MAIN: "build, move or attack, or end the main phase?",
    Point.BUILD_COST: "which tile pays? Tiles still due: {due}.",
    Point.SELECT: "which units march? Choose them one by one, then where they go.",
    Point.MARCHED: "march on, or end the move? It costs {move_cost} so far.",
    Point.PAY: "which tile pays for the move? Pips still due: {due}.",
    Point.WITHDRAW: "you are attacked: stand, or withdraw?",
    Point.SWAP: "swap a combat tile for one from your hand?",
    Point.CASUALTY: "which unit do you lose?",
    Point.RETREAT: "where do you retreat?",
    Point.SETTLE: "which tile pays for villages?",
    Point.SETTLE_AREA: "where do you build a village? Pips left: {pips_left}.",
    Point.RESETTLE: "where do you start again?",
    Point.FINAL: "which final battle do you fight?",
    Point.UNDEAD: "which undead moves?",
    Point.UNDEAD_STEP: "where does the undead go?",
    Point.RAISE: "how many undead do you raise?",
    Point.REENTER: "with which unit do you return, and where?",
    Point.KEEP_OUT: "which units do not fight?",
}
PASSING: Final[Mapping[int, str]] = {
    Point.FOUND: "found no more",
    Point.RAID: "raid nothing",
    Point.RAID_VILLAGE: "raid no more",
    Point.MAIN: "end the main phase",
    Point.WITHDRAW: "stand and fight",
    Point.SWAP: "keep your combat tiles",
    Point.SETTLE: "build no villages",
    Point.SETTLE_AREA: "build no more villages",
    Point.FINAL: "fight no more",
    Point.UNDEAD: "move no more undead",
    Point.UNDEAD_STEP: "stop here",
    Point.KEEP_OUT: "fight with all the others",
}
DUE: Final[Mapping[Kind, tuple[Point, ...]]] = {
    Kind.BUILD: (Point.MAIN,),
    Kind.COLUMN: (Point.MAIN, Point.MARCHED),
    Kind.ATTACK: (Point.MAIN, Point.FINAL),
    Kind.MARCH: (Point.SELECT, Point.MARCHED),
    Kind.SETTLE_TILE: (Point.SETTLE,),
}


class GameVoice(voice.Voice):
    """The texts of a table of Bloodstones: events, questions, options, the board."""

    questions = QUESTIONS
    passing = frozenset({Kind.PASS, Kind.END_MOVE})
    in_any_order = frozenset({Kind.SELECT, Kind.PAY, Kind.DISCARD, Kind.KEEP_OUT, Kind.UNDEAD})

    def question(self, play: Playthrough) -> str:
        """Return what is asked of the decider now."""
        state = play.state
        text = super().question(play)
        numbers = ("points_left", "pips_left", "due", "move_cost")
        return text.format(**{name: int(getattr(state, name)) for name in numbers})

    def option(self, play: Playthrough, code: int) -> str:
        """Return a legal decision in words."""
        price = ""
        if Decision.unpack(code).kind is Kind.MARCH:
            price = f": {_price(play, code)}"
        return f"{self.name(play, code)}{price}"

    def name(self, play: Playthrough, code: int) -> str:
        """Return any decision in words, also one that is not legal now."""
        decision = Decision.unpack(code)
        if decision.kind is Kind.PASS:
            return PASSING.get(int(play.state.point), "pass")
        return WORDS[decision.kind](_NamedDecision(cast(EnginePlaythrough, play), decision))

    def outcome(self, play: Playthrough, code: int) -> str:
        """Return which seat starts in words; its events describe any other outcome."""
        decision = Decision.unpack(code)
        if decision.kind is not Kind.FIRST_SEAT:
            return ""
        return f"{title(cast(EnginePlaythrough, play).line_up[decision.x])} start"

    def is_due(self, play: Playthrough, code: int) -> bool:
        """Return whether decisions of this kind are made here, if perhaps not this one."""
        points = DUE.get(Decision.unpack(code).kind)
        return super().is_due(play, code) if points is None else int(play.state.point) in points

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the standing, the tiles of the seat, the battle under way, every area in use."""
        game = cast(EnginePlaythrough, play)
        view = visible(game.state, game.tables, seat)
        return [*_standing(game, view, names), *_battle(game, view, names), *_areas(game, names)]


class _NamedDecision:
    """A decision with the names of its arguments."""

    def __init__(self, play: EnginePlaythrough, decision: Decision) -> None:
        self.play = play
        self.decision = decision

    @property
    def unit(self) -> str:
        """The unit in x."""
        return Unit(self.decision.x).id.replace("_", " ")

    @property
    def tile(self) -> str:
        """The tile in x, with its pips."""
        return _tile(self.play, self.play.decider, self.decision.x)

    @property
    def here(self) -> str:
        """The area in x."""
        return _area(self.play, self.decision.x)

    @property
    def there(self) -> str:
        """The area in y."""
        return _area(self.play, self.decision.y)

    @property
    def ship(self) -> str:
        """Whether it goes by ship."""
        rides = self.decision.kind is Kind.UNDEAD_STEP and self.decision.y & WITH_CUTIECORN
        by_ship = " by ship" if self.decision.y & BY_SHIP else ""
        return f"{by_ship}{' with the Cutiecorn' if rides else ''}"

    @property
    def other(self) -> str:
        """The seat in y."""
        return title(self.play.line_up[self.decision.y])

    @property
    def force(self) -> str:
        """The units of the decider in the area in x."""
        return _force(self.play, self.play.decider, self.decision.x)

    @property
    def enemies(self) -> str:
        """The units of the seat in y in the area in x."""
        return _force(self.play, self.decision.y, self.decision.x)


WORDS: Final[Mapping[Kind, Callable[[_NamedDecision], str]]] = {
    Kind.CITADEL: lambda named: f"place the citadel in {named.here}",
    Kind.HOME: lambda named: f"start in {named.here}",
    Kind.FOUND: lambda named: f"found {named.unit} in {named.there}",
    Kind.RAID_TILE: lambda named: f"raid with {named.tile}",
    Kind.RAID_VILLAGE: lambda named: f"raid the village of {named.other} in {named.here}",
    Kind.BUILD: lambda named: f"build {named.unit} in {named.there}",
    Kind.DISCARD: lambda named: f"discard {named.tile}",
    Kind.COLUMN: lambda named: f"move from {named.here}: {named.force}",
    Kind.SELECT: lambda named: f"take {named.unit}",
    Kind.MARCH: lambda named: f"march to {named.here}{named.ship}",
    Kind.END_MOVE: lambda named: "end the move",
    Kind.PAY: lambda named: f"pay with {named.tile}",
    Kind.ATTACK: lambda named: f"attack {named.other} in {named.here}: {named.enemies}",
    Kind.WITHDRAW: lambda named: f"withdraw to {named.here}{named.ship}",
    Kind.SWAP: lambda named: (
        f"swap the {named.decision.x} for {_tile(named.play, named.play.decider, named.decision.y)}"
    ),
    Kind.CASUALTY: lambda named: f"lose {named.unit}",
    Kind.RETREAT: lambda named: f"retreat to {named.here}{named.ship}",
    Kind.SETTLE_TILE: lambda named: f"pay for villages with {named.tile}",
    Kind.SETTLE: lambda named: f"build a village in {named.here}",
    Kind.RESETTLE: lambda named: f"start again in {named.here}",
    Kind.UNDEAD: lambda named: f"move an undead from {named.here}",
    Kind.UNDEAD_STEP: lambda named: f"go to {named.here}{named.ship}",
    Kind.RAISE: lambda named: f"raise {named.decision.x} undead",
    Kind.REENTER: lambda named: f"return with {named.unit} in {named.there}",
    Kind.KEEP_OUT: lambda named: f"keep {named.unit} out",
}


def _price(play: Playthrough, code: int) -> str:
    """Return what a march costs, and the move with it."""
    after = play.copy()
    after.apply_code(code)
    before, due = int(play.state.move_cost), int(after.state.move_cost)
    return amount(due - before, "pip") + (f", {due} in total" if before else "")


def _area(play: EnginePlaythrough, number: int) -> str:
    area = play.board.areas[number]
    return f"{area.id} ({area.terrain.id})"


def _tile(play: EnginePlaythrough, seat: int, unit: int, number: int = 1) -> str:
    """Return a tile or several of a kind, with the pips of each."""
    pips, name = amount(int(play.tables.pips[seat, unit]), "pip"), Unit(unit).id
    if number > 1:
        return f"{counted_units([name] * number)} ({pips} each)"
    return f"{name.replace('_', ' ')} ({pips})"


def _counted(counts: Any) -> str:
    every = [Unit(unit).id for unit in range(len(counts)) for _ in range(int(counts[unit]))]
    return counted_units(every)


def _force(play: EnginePlaythrough, seat: int, area: int) -> str:
    return _counted(play.state.units[seat, area])


def _standing(play: EnginePlaythrough, view: View, names: Names) -> Iterator[str]:
    """Yield the standing of every seat and the tiles of the viewing seat."""
    state = play.state
    yield f"Turn {int(state.turn)}, {names[SEATS][int(state.active)]} at play."
    for seat, name in enumerate(names[SEATS]):
        villages = amount(int(state.village_count[seat]), "village")
        yield (
            f"{name}{' (you)' if seat == view.seat else ''}: {play.scores[seat]} VP, "
            f"{villages}, regroups {int(state.regroups[seat])} of "
            f"{int(play.tables.regroups)}, tiles: {int(view.hand_sizes[seat])} in hand, "
            f"{int(state.bag_size[seat])} in the bag, {int(state.discard_size[seat])} discarded."
        )
    tiles = [
        _tile(play, view.seat, unit, number)
        for unit, number in enumerate(view.hand.tolist())
        if number
    ]
    yield f"Your hand: {', '.join(tiles) or 'nothing'}."
    yield f"Your bag: {_counted(view.bag)}."


def _battle(play: EnginePlaythrough, view: View, names: Names) -> Iterator[str]:
    """Yield the battle under way, as far as the viewing seat sees it."""
    state = play.state
    if int(state.point) not in (Point.SWAP, Point.WITHDRAW, Point.KEEP_OUT, Point.RETREAT):
        return
    attacker, defender = (int(state.side_seat[side]) for side in (ATTACKER, DEFENDER))
    area = int(state.battle_area)
    yield (
        f"Battle in {_area(play, area)}: {names[SEATS][attacker]} "
        f"({_force(play, attacker, area)}) attack {names[SEATS][defender]} "
        f"({_force(play, defender, area)})."
    )
    for side, seat in ((ATTACKER, attacker), (DEFENDER, defender)):
        drawn = [str(value) for value in view.drawn[side].tolist() if value]
        if drawn:
            yield f"Combat tiles of {names[SEATS][seat]}: {', '.join(drawn)}."
        if view.swaps[side] == SWAPPED:
            yield f"{names[SEATS][seat]} swapped."
    if view.swapped_in != NOTHING:
        yield f"You swapped {_tile(play, view.seat, view.swapped_in)} in."


def _areas(play: EnginePlaythrough, names: Names) -> Iterator[str]:
    """Yield every area with something in it, and where it leads."""
    state = play.state
    for number, area in enumerate(play.board.areas):
        held = []
        for seat, name in enumerate(names[SEATS]):
            pieces = [_force(play, seat, number)] if np.any(state.units[seat, number]) else []
            if int(state.citadel[seat]) == number and not pieces:
                pieces.append("citadel")
            villages = int(state.villages[seat, number])
            if villages:
                pieces.append(amount(villages, "village"))
            if pieces:
                held.append(f"{name}: {', '.join(pieces)}")
        if held:
            next_to = ", ".join(map(str, area.neighbours))
            yield f"{area.id} ({area.terrain.id}; next to {next_to}) {'; '.join(held)}"
