"""How Battalia speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from bloodstones.core.text import amount, with_article
from bloodstones.games.battalia.cli.board import tell_table
from bloodstones.games.battalia.engine.decisions import TARGETS, Kind
from bloodstones.games.battalia.engine.playthrough import Playthrough as GamePlaythrough
from bloodstones.games.battalia.engine.state import Point
from bloodstones.games.battalia.record.forms import SOURCE
from bloodstones.games.battalia.rules import names as ranks
from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.games.battalia.rules.names import Build, Faction
from bloodstones.kit.pictures.seats import names_of_seats
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.FACTION: "which faction do you play?",
    Point.START: "from which city do you start?",
    Point.STEP_ONE: "announce a cohort, replace your hand, or continue?",
    Point.ACTION: "what do you do? You can take several actions; continue to end them.",
    Point.PAY: "which card pays?",
    Point.TARGET: "which card do you convert?",
    Point.PLACE: "where do you place the card, and with which exits?",
    Point.HOLD: "which card do you put on the tent?",
    Point.LIMBO: "which card goes to limbo?",
    Point.MORE: "which other card?",
    Point.ROOM: "which ambushed card do you discard?",
    Point.HORN: "which card do you take?",
    Point.BATTLE: "which card do you play in the fight?",
    Point.RESPOND: "you are attacked: fight back, retreat or surrender?",
    Point.JOIN: "how many heroes take part?",
    Point.AMBUSHED: "do you take up the ambushed cards?",
    Point.SPOILS: "which great artifact do you choose?",
}
SIDES: Final = ("north", "east", "south", "west")
MARCHES: Final = (Kind.WALK, Kind.RIDE, Kind.GALLOP, Kind.WINGS)


class GameVoice(voice.Voice):
    """The voice of Battalia at a table: questions, options and the board in words."""

    questions = QUESTIONS

    def option(self, play: Playthrough, code: int) -> str:
        """Return the text of decisions whose events say too little, "" for the rest."""
        decision = play.engine.unpack(code)
        x, y = int(decision.x), int(decision.y)
        if decision.kind is Kind.GAIN:
            card = ranks.Kind(x).id
            if not y:
                return f"gain: take the top {card}"
            return f"gain: search for {with_article(f'{Faction(y - 1).id.capitalize()} {card}')}"
        if decision.kind is Kind.CITY:
            return f"build a city of level {x}: {Build(y).id.replace('_', ' ')}"
        if decision.kind is Kind.PLACE:
            open_to = ", ".join(side for bit, side in enumerate(SIDES) if y >> bit & 1)
            return f"place it on {square_name(x)}, with roads to {open_to or 'no side'}"
        if decision.kind is Kind.FIGHT:
            return f"attack {_attacked(play, x, y)}"
        if decision.kind is Kind.TARGET:
            return f"convert {SOURCE.tell(SOURCE.ids[x], {})}{_way(play, y)}"
        if decision.kind in MARCHES:
            return f"{decision.kind.id} with hero {x + 1} to {square_name(y)}"
        return ""

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the open information and the seat's cards."""
        return list(tell_table(cast(GamePlaythrough, play), seat, names))


def _way(play: Playthrough, way: int) -> str:
    """Return how a card is converted: to which faction, by how many ranks."""
    kind = int(play.state.by_kind)
    if kind == ranks.Kind.SCROLL:
        return f" to {Faction(way).id.capitalize()}"
    return f", {amount(way, 'rank')} up" if kind == ranks.Kind.TITLE else ""


def _attacked(play: Playthrough, square: int, target: int) -> str:
    """Return what is attacked, and with how many heroes."""
    seats, heroes = divmod(target, TARGETS)
    what = "the city" if seats == 0 else f"the heroes of {names_of_seats(play)[seats - 1]}"
    return f"{what} in {square_name(square)} with {amount(heroes, 'hero')}"
