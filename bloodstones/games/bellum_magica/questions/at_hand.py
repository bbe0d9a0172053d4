"""The battles at hand at a table: what another roll of the day's die would let an army plunder.

Rerolls that others may pay for are left out, as the question leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import NOTHING, PLACED, Point
from bloodstones.games.bellum_magica.events import LOCATION_TITLES
from bloodstones.games.bellum_magica.odds.army import MOST_REROLLS, army_of, target_of
from bloodstones.games.bellum_magica.questions.odds import TOKENS
from bloodstones.games.bellum_magica.record.header import card_titles
from bloodstones.games.bellum_magica.rules.names import Place, Resource, Side, Token
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
AGAIN: Final = (Kind.SPELL, Kind.BARREL)
BESIDE: Final = "Without rerolls of others."


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return what a seat that may roll again can ask about, see `kit.table.at_hand`."""
    game = cast(Playthrough, play)
    return tuple(_rolled_again(game, seat)) if int(game.state.point) == Point.REROLL else ()


def _rolled_again(play: Playthrough, seat: int) -> Iterator[AtHand]:
    """Yield a question for each target that some row of the seat's army takes."""
    rules, state = play.game_setup.rules, play.state
    decisions = (Decision.unpack(code) for code in play.legal_codes().tolist())
    again = next(decision for decision in decisions if decision.kind in AGAIN)
    castle = rules.castles[int(state.castle[seat])].id
    titles = _titles(play)
    sides = {side.id: _creatures(play, seat, side) for side in Side}
    army = army_of(rules, castle, *sides.values())
    ready = int(state.resources[seat, Resource.BARREL])
    if seat == state.captain:  # BM-TROOP-03
        ready += int(state.tokens[seat, Token.REROLL] - state.spent[seat])
    common = {"castle": castle, "rerolls": str(min(ready - 1, MOST_REROLLS))}
    common |= {side: ", ".join(names) for side, names in sides.items() if names}
    for name, tokens in _targets(play, seat):
        target = target_of(rules, name, tokens)
        falls = [target.falls_to(row) for row in army.rows]
        if any(falls):
            protected = ", ".join(f"{token.id}*{number}" for token, number in tokens.items())
            asked = common | {"target": name} | ({"tokens": protected} if protected else {})
            shown = f"Row {int(state.row) + 1} {'takes' if falls[state.row] else 'leaves'} it."
            words = f"{titles[castle]} against {titles[name]}, rolled again"
            yield AtHand(words, ODDS, asked, again.pack(), f"{shown} {BESIDE}")


def _titles(play: Playthrough) -> dict[str, str]:
    """Return what people call castle boards and locations, by id."""
    rules = play.game_setup.rules
    places = zip(rules.locations, card_titles(play)[LOCATION_TITLES], strict=True)
    return {board.id: board.name for board in rules.castles} | {
        place.id: title for place, title in places
    }


def _creatures(play: Playthrough, seat: int, side: Side) -> list[str]:
    """Return the ids of the creatures on a side of a seat's castle."""
    place = PLACED + len(Side) * seat + side
    cards = enumerate(play.game_setup.rules.creatures)
    return [card.id for number, card in cards if play.state.where[number] == place]


def _targets(play: Playthrough, seat: int) -> Iterator[tuple[str, dict[Token, int]]]:
    """Yield open locations, the tavern, and others' castles with chests and their tokens."""
    rules, state = play.game_setup.rules, play.state
    for place in state.shown[: play.seats].tolist():
        if place != NOTHING:
            yield rules.locations[place].id, {}
    yield next(each.id for each in rules.locations if each.kind is Place.TAVERN), {}
    for other in range(play.seats):
        if other != seat and state.chest_count[other].any():
            tokens = {token: int(state.tokens[other, token]) for token in TOKENS.values()}
            held = {token: number for token, number in tokens.items() if number}
            yield rules.castles[int(state.castle[other])].id, held
