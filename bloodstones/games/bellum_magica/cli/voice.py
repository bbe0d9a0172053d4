"""How Bellum Magica speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from bloodstones.core.text import amount
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough as GamePlaythrough
from bloodstones.games.bellum_magica.engine.state import NOTHING, SHOWN, Point
from bloodstones.games.bellum_magica.engine.view import View, visible
from bloodstones.games.bellum_magica.events import (
    CARD_TITLES,
    CASTLE_TITLES,
    LOCATION_TITLES,
)
from bloodstones.games.bellum_magica.record.header import card_titles
from bloodstones.games.bellum_magica.rules.cards import LETTERS
from bloodstones.games.bellum_magica.rules.names import Chest, Icon, Resource, Side, counted
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.CASTLE: "which castle board is yours?",
    Point.GOBLIN: "which goblin do you put on which side of your castle?",
    Point.REROLL: "row {row} was rolled: keep it, or pay for another roll?",
    Point.ATTACK: "row {row} fights: what do you attack?",
    Point.STEAL: "which kind of chest does your thief take?",
    Point.GIVE: "which chest do you give?",
    Point.RECRUIT: "which creature do you hire?",
    Point.PLACE: "on which side of your castle do you put it?",
}


class GameVoice(voice.Voice):
    """The voice of Bellum Magica at a table: questions, options and the board in words."""

    questions = QUESTIONS

    def question(self, play: Playthrough) -> str:
        """Return the question that the decider faces now."""
        return super().question(play).format(row=int(play.state.row) + 1)

    def scores_seen(self, play: Playthrough, seat: int) -> Sequence[int | None]:
        """Return the seat's score: of others' the values of chests are unknown (BM-GATHER-02)."""
        known = range(play.seats) if play.over else (seat,)
        return [score if place in known else None for place, score in enumerate(self.scores(play))]

    def option(self, play: Playthrough, code: int) -> str:
        """Return purchases, places and targets with what their cards show, "" for the rest."""
        decision = play.engine.unpack(code)
        game = cast(GamePlaythrough, play)
        if decision.kind is Kind.RECRUIT:
            price = Price(decision.y).id.replace("_", " ")
            return f"hire {_creature(game, decision.x)}; for {price}"
        if decision.kind is Kind.LOCATION:
            return f"plunder {_location(game, decision.x)}"
        if decision.kind in (Kind.GOBLIN, Kind.PLACE):
            return _placed(game, decision.x, Side(decision.y))
        return ""

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return the open information and the seat's chests."""
        game = cast(GamePlaythrough, play)
        view = visible(game.state, seat)
        return [*_open(game, names), *_seats(game, view, names)]


def _open(play: GamePlaythrough, named: Names) -> Iterator[str]:
    """Yield the day, the offer and the locations."""
    state, rules = play.state, play.game_setup.rules
    captain = named[SEATS][int(state.captain)]
    if int(state.turn) == 0:
        yield f"Setting up, before the first day; {captain} is the first captain."
    else:
        yield f"Day {int(state.turn)}; {captain} is captain; row {int(state.row) + 1} is active."
    for pile in np.asarray(state.offer).tolist():
        for card in pile:
            if card != NOTHING:
                yield f"For hire: {_creature(play, card)}"
    for number in range(len(rules.locations)):
        if int(state.location[number]) == SHOWN:
            yield f"To plunder: {_location(play, number)}"


def _rows(rows: Sequence[Sequence[int]]) -> str:
    """Return what a card shows in each row."""
    texts = [
        f"row {number}: {', '.join(counted(count, Icon(icon)) for icon, count in shown)}"
        for number, row in enumerate(rows, start=1)
        if (shown := [(icon, count) for icon, count in enumerate(row) if count])
    ]
    return "; ".join(texts)


def _creature(play: GamePlaythrough, number: int) -> str:
    card, title = play.game_setup.rules.creatures[number], card_titles(play)[CARD_TITLES][number]
    token = f"; a {card.bonus.id.replace('_', ' ')} token" if card.bonus is not None else ""
    return f"{title} ({card.deck.id.replace('_', ' ')}): {_rows(card.rows)}{token}"


def _placed(play: GamePlaythrough, number: int, side: Side) -> str:
    """Return what a creature shows on the side where it is placed (BM-RECRUIT-05)."""
    card, title = play.game_setup.rules.creatures[number], card_titles(play)[CARD_TITLES][number]
    left, none = len(LETTERS[Side.LEFT]), [0] * len(LETTERS[Side.LEFT])
    on_left = side is Side.LEFT
    rows = [row[:left] if on_left else (*none, *row[left:]) for row in card.rows]
    return f"place {title} on the {side.id}: {_rows(rows) or 'no icons'}"


def _location(play: GamePlaythrough, number: int) -> str:
    location = play.game_setup.rules.locations[number]
    loot = [
        counted(count, what)
        for count, what in zip(location.loot, (*Resource, *Chest), strict=True)
        if count
    ]
    guard = amount(location.shields, "shield")
    if location.magic_shields:
        guard += f", {amount(location.magic_shields, 'magic shield')}"
    return f"{card_titles(play)[LOCATION_TITLES][number]} ({guard}): {', '.join(loot) or 'nothing'}"


def _seats(play: GamePlaythrough, view: View, named: Names) -> Iterator[str]:
    """Yield what everyone has; of chests the values only to their owner."""
    state = play.state
    for seat, name in enumerate(named[SEATS]):
        have = [amount(int(state.resources[seat, each]), each.id) for each in Resource]
        chests = [amount(int(state.chest_count[seat, kind]), f"{kind.id} chest") for kind in Chest]
        castle = int(state.castle[seat])
        title = named[CASTLE_TITLES][castle] if castle != NOTHING else name
        board = "" if title == name else f" ({title})"
        yield f"{name}{board}: {', '.join([*have, *chests])}."
        if castle != NOTHING:
            yield f"{name}'s troop: {_rows(np.asarray(state.troop[seat]).tolist())}."
    lines = [
        amount(int(number), f"{kind.id} chest") + f" worth {value}"
        for kind in Chest
        for value, number in enumerate(cast(Any, view.chests)[int(kind)])
        if number
    ]
    yield f"Your chests: {', '.join(lines) or 'none'}."
