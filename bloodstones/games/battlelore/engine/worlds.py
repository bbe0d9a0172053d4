"""Redrawing what a seat cannot see: hands, decks, scenario cards, armies face down (for search)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battlelore.engine.decks import place_of, total
from bloodstones.games.battlelore.engine.mustering import (
    SHOWN,
    legal_lays,
    legal_takes,
    lies,
    tent_row,
)
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.setup import OPEN
from bloodstones.games.battlelore.engine.state import (
    COMMAND_STREAM,
    LORE_STREAM,
    NO_CARD,
    SCENARIO_STREAM,
    SCENARIOS,
    STRATEGY_STREAM,
    TYPES,
    GameState,
)
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS
from bloodstones.kit.search.worlds import open_world


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Deal a world as the seat may think it to be; streams are keyed anew.

    What it put under the deck, and what of that the other has drawn since, it knows.
    """
    open_world(s, seat, key, number)
    other = 1 - seat
    if s.shown < OPEN:
        deal_scenarios(s, t, other)
    elif s.shown < SHOWN and (s.mustered[other] > 0 or total(s.army[other]) > 0):
        deal_army(s, t, seat)
    deal_commands(s, seat)
    deal_lore(s, other)


@kernel
def deal_scenarios(s: GameState, t: RuleTables, other: int) -> None:
    """Let the other seat hold any scenario cards, and have chosen any of them."""
    held = total(s.scenario_hand[other])
    if t.campaign or held == 0:
        return
    chosen = s.scenario[other] != NO_CARD
    for card in range(SCENARIOS):
        s.scenario_deck[other, card] = 1
        s.scenario_hand[other, card] = 0
    for _ in range(held):
        left = total(s.scenario_deck[other])
        number = next_below(s.streams, SCENARIO_STREAM + other, left)
        card = place_of(s.scenario_deck[other], number)
        s.scenario_deck[other, card] = 0
        s.scenario_hand[other, card] = 1
    if chosen:
        number = next_below(s.streams, SCENARIO_STREAM + other, held)
        s.scenario[other] = place_of(s.scenario_hand[other], number)


@kernel
def deal_commands(s: GameState, seat: int) -> None:
    """Shuffle the other's hand, the deck and what the other put under it, but known cards."""
    other = 1 - seat
    held = 0
    for card in range(COMMAND_CARDS):
        unknown = s.command_hand[other, card] - s.known[seat, card]
        held += int(unknown)
        s.command_deck[card] += unknown
        s.command_hand[other, card] = s.known[seat, card]
    for place in range(s.command_unders):
        if s.under_owner[place] == other:
            s.command_deck[s.command_under[place]] += 1
    for _ in range(held):
        card = draw_at_random(s, s.command_deck, COMMAND_STREAM)
        s.command_hand[other, card] += 1
    for place in range(s.command_unders):
        if s.under_owner[place] == other:
            s.command_under[place] = draw_at_random(s, s.command_deck, COMMAND_STREAM)


@kernel
def deal_lore(s: GameState, other: int) -> None:
    """Shuffle the other's lore hand, its deck and what lies under it."""
    held = total(s.lore_hand[other])
    for card in range(LORE_CARDS):
        s.lore_deck[other, card] += s.lore_hand[other, card]
        s.lore_hand[other, card] = 0
    for place in range(s.lore_unders[other]):
        s.lore_deck[other, s.lore_under[other, place]] += 1
    for _ in range(held):
        card = draw_at_random(s, s.lore_deck[other], LORE_STREAM + other)
        s.lore_hand[other, card] += 1
    for place in range(s.lore_unders[other]):
        card = draw_at_random(s, s.lore_deck[other], LORE_STREAM + other)
        s.lore_under[other, place] = card


@kernel
def draw_at_random(s: GameState, cards: Array, stream: int) -> int:
    """Take a card out of counts."""
    card = place_of(cards, next_below(s.streams, stream, total(cards)))
    cards[card] -= 1
    return card


@kernel
def deal_army(s: GameState, t: RuleTables, seat: int) -> None:
    """Muster and lay the other's cards at random, as many as it has done so far.

    Where the other's places are seen (AMB-24), the new cards lie there.
    """
    other = 1 - seat
    decider = s.decider
    point = s.point
    mustered = int(s.mustered[other])
    to_lay = total(s.left[other])
    laid = 0
    for h in range(HEXES):
        s.mark[h] = int(s.laid[other, h] > 0)
        laid += s.mark[h]
        s.laid[other, h] = 0
    for kind in range(TYPES):
        s.army[other, kind] = 0
        s.left[other, kind] = 0
    s.mustered[other] = 0
    s.decider = other
    out = s.codes
    for _ in range(mustered):
        n = legal_takes(s, t, out)
        code = out[next_below(s.streams, STRATEGY_STREAM + other, n)]
        s.army[other, x_of(code)] = y_of(code)
        s.mustered[other] += 1
    if laid + to_lay > 0:
        finish_army(s, t, other)
    if t.deploy_order:
        lay_where_seen(s, t, other)
    else:
        lay_by_lot(s, t, other, laid, out)
    s.decider = decider
    s.point = point


@kernel
def lay_by_lot(s: GameState, t: RuleTables, seat: int, number: int, out: Array) -> None:
    """Lay so many cards of the decider's new army anywhere."""
    for _ in range(number):
        n = legal_lays(s, t, out)
        code = out[next_below(s.streams, STRATEGY_STREAM + seat, n)]
        s.laid[seat, y_of(code)] = x_of(code) + 1
        s.left[seat, x_of(code)] -= 1


@kernel
def lay_where_seen(s: GameState, t: RuleTables, seat: int) -> None:
    """Lay cards of a new army on the hexes that `mark` names, those that may lie there if any."""
    for h in range(HEXES):
        if s.mark[h] == 0:
            continue
        row = tent_row(s, t, seat)
        chosen = 0
        fitting = 0
        for strict in (True, False):
            for kind in range(TYPES):
                count = int(s.left[seat, kind])
                if count == 0 or (strict and not lies(s, t, seat, kind, h, row)):
                    continue
                fitting += count
                if next_below(s.streams, STRATEGY_STREAM + seat, fitting) < count:
                    chosen = kind
            if fitting > 0:
                break
        s.laid[seat, h] = chosen + 1
        s.left[seat, chosen] -= 1


@kernel
def finish_army(s: GameState, t: RuleTables, seat: int) -> None:
    """Fill an army up with decoys, all cards still to be laid."""
    others = 0
    for kind in range(TYPES - 1):
        others += int(s.army[seat, kind])
    s.army[seat, TYPES - 1] = t.cards - others
    for kind in range(TYPES):
        s.left[seat, kind] = s.army[seat, kind]
