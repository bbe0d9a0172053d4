"""How Battalia speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

import numpy as np

from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.games.battalia.engine.fighting import TARGETS
from bloodstones.games.battalia.engine.playthrough import Playthrough as OwnPlaythrough
from bloodstones.games.battalia.engine.state import NOTHING, Point
from bloodstones.games.battalia.engine.state import Square as Lies
from bloodstones.games.battalia.engine.view import View, visible
from bloodstones.games.battalia.record.events import CARDS, SOURCE
from bloodstones.games.battalia.rules import names as ranks
from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.games.battalia.rules.names import Build, Faction
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.records.templates import counted
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.FACTION: "which faction do you lead?",
    Point.START: "from which city do you start?",
    Point.STEP_ONE: "announce a cohort, change your hand, or go on?",
    Point.ACTION: "what do you do? Several actions are possible; going on ends them.",
    Point.PAY: "what pays?",
    Point.TARGET: "what is converted?",
    Point.PLACE: "where does it lie, with which exits?",
    Point.HOLD: "which card goes on the tent?",
    Point.LIMBO: "which card goes to limbo?",
    Point.MORE: "which card more?",
    Point.ROOM: "which card gives up its place?",
    Point.HORN: "which card do you take?",
    Point.BATTLE: "which card do you play in the fight?",
    Point.RESPOND: "you are attacked: fight back, retreat or surrender?",
    Point.JOIN: "how many heroes take part?",
    Point.AMBUSHED: "do you take up the ambushed cards?",
    Point.SPOILS: "which great artifact do you choose?",
}
SIDES: Final = ("north", "east", "south", "west")
MARCHES: Final = (Kind.WALK, Kind.RIDE, Kind.GALLOP, Kind.WINGS)
SEEN: Final = ("hand", "draw", "ambush")


class OwnVoice(voice.Voice):
    """What people at a table of Battalia hear, are asked and see."""

    questions = QUESTIONS
    secrets: ClassVar[Mapping[str, str]] = {
        "deal": "is dealt a card",
        "draw": "draws a card",
        "ambush": "puts a card in ambush",
    }

    def option(self, play: Playthrough, code: int) -> str:
        """Return decisions whose events tell too little, "" for the rest."""
        decision = play.engine.unpack(code)
        x, y = int(decision.x), int(decision.y)
        if decision.kind is Kind.GAIN:
            card = ranks.Kind(x).id
            wanted = f"search for a {Faction(y - 1).id} {card}" if y else f"take the top {card}"
            return f"gain: {wanted}"
        if decision.kind is Kind.CITY:
            return f"build a city of level {x}: {Build(y).id.replace('_', ' ')}"
        if decision.kind is Kind.PLACE:
            open_to = ", ".join(side for bit, side in enumerate(SIDES) if y >> bit & 1)
            return f"lay it on {square_name(x)}, open to {open_to or 'no side'}"
        if decision.kind is Kind.FIGHT:
            return f"attack {_attacked(play, x, y)}"
        if decision.kind is Kind.TARGET:
            return f"convert {SOURCE.ids[x].replace('_', ' ')}{_way(play, y)}"
        if decision.kind in MARCHES:
            return f"{decision.kind.id} with hero {x + 1} to {square_name(y)}"
        return ""

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the standing, the own cards, and the squares in use."""
        own = cast(OwnPlaythrough, play)
        seen = visible(own.state, seat)
        return [*_seats(own, seen, names), *_cards(seen), *_squares(own, names)]


def _way(play: Playthrough, way: int) -> str:
    """Return how a card is converted: to which faction, by how many ranks."""
    kind = int(play.state.by_kind)
    if kind == ranks.Kind.SCROLL:
        return f" to {Faction(way).id}"
    return f", {way} rank{'s' if way > 1 else ''} up" if kind == ranks.Kind.TITLE else ""


def _attacked(play: Playthrough, square: int, target: int) -> str:
    """Return what is attacked, and with how many heroes."""
    seats, heroes = divmod(target, TARGETS)
    what = "the city" if seats == 0 else f"the heroes of seat {seats - 1}"
    return f"{what} in {square_name(square)} with {heroes} hero{'es' if heroes > 1 else ''}"


def _seats(play: OwnPlaythrough, seen: View, names: Names) -> Iterator[str]:
    state = play.state
    yield f"Turn {int(state.turn)}; {names[SEATS][int(state.active)]} at play."
    for seat, name in enumerate(names[SEATS]):
        hand, pile, ambush = (int(number) for number in seen.sizes[seat])
        leads = int(state.faction[seat])
        faction = f", leads {Faction(leads).id}" if leads != NOTHING else ""
        yield (
            f"{name}{' (you)' if seat == seen.seat else ''}{faction}: {play.scores[seat]} points, "
            f"cards: {hand} in hand, {pile} to draw, {ambush} in ambush."
        )


def _cards(seen: View) -> Iterator[str]:
    """Yield the own cards."""
    for name in SEEN:
        where = {"hand": "Your hand", "draw": "To draw, in any order", "ambush": "In ambush"}[name]
        yield f"{where}: {_counted(getattr(seen, name))}."


def _counted(counts: Any) -> str:
    numbers = np.asarray(counts).tolist()
    return counted([CARDS[card] for card, number in enumerate(numbers) for _ in range(number)])


def _squares(play: OwnPlaythrough, names: Names) -> Iterator[str]:
    """Yield every square with something on it."""
    state = play.state
    for square in range(len(state.what)):
        what = int(state.what[square])
        heroes = [
            name
            for seat, name in enumerate(names[SEATS])
            for hero in state.hero[seat]
            if int(hero) == square
        ]
        if what in (Lies.OFF, Lies.EMPTY) and not heroes:
            continue
        told = [Lies(what).id.replace("_", " ")]
        if int(state.owner[square]) != NOTHING and int(state.level[square]):
            owner = int(state.owner[square])
            whose = f" of {names[SEATS][owner]}" if 0 <= owner < len(names[SEATS]) else ""
            told.append(f"level {int(state.level[square])}{whose}")
        if heroes:
            told.append(f"hero of {', '.join(heroes)}")
        yield f"{square_name(square)}: {', '.join(told)}"
