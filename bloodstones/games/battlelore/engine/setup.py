"""Beginning a battle: scenario cards, the first player, terrain, fords (BL-SETUP)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import place_of, total
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import begin_turn_marks
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    NO_CARD,
    NOBODY,
    NOWHERE,
    SCENARIO_STREAM,
    SCENARIOS,
    SEATS,
    TYPES,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HALF_ROWS, HEXES
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS
from bloodstones.games.battlelore.rules.drawn import make_lakes
from bloodstones.games.battlelore.rules.names import Terrain

OPEN: Final = 1  # of `shown`


@kernel
def begin_battle(s: GameState, t: RuleTables) -> None:
    """Clear the table for a battle (BL-CAMPAIGN-06, BL-SETUP-11)."""
    for h in range(HEXES):
        s.terrain[h] = Terrain.CLEAR
        s.banner[h] = 0
        s.holder[h] = NOBODY
        s.at[h] = NOBODY
    for u in range(UNITS):
        s.hex[u] = NOWHERE
        s.figures[u] = 0
        s.given[u] = 0
        s.poison[u] = 0
        s.stun[u] = 0
    for card in range(COMMAND_CARDS):
        s.command_deck[card] = t.command_copies[card]
        s.command_discard[card] = 0
    s.command_unders = 0
    for seat in range(SEATS):
        clear_seat(s, t, seat)
    s.portal[:] = NOWHERE
    s.first = NOBODY
    s.loser = NOBODY
    s.lead = NOBODY
    s.asked = 0
    s.shown = 0
    s.battle_turn = 0
    s.card = NO_CARD
    s.command = NO_CARD
    s.roll_for = NOBODY
    s.level = 0
    begin_turn_marks(s)
    s.terror = 0
    tell(s, Event.BATTLE, NOBODY, s.battle, 0)
    s.point = Point.NEXT_SETUP


@kernel
def clear_seat(s: GameState, t: RuleTables, seat: int) -> None:
    """Clear what a seat has before a battle; name its scenario if it is given."""
    for card in range(COMMAND_CARDS):
        s.command_hand[seat, card] = 0
        s.known[seat, card] = 0
    for card in range(LORE_CARDS):
        s.lore_hand[seat, card] = 0
        s.lore_discard[seat, card] = 0
        s.lore_deck[seat, card] = t.lore_copies[seat, card]
    s.lore_unders[seat] = 0
    for kind in range(TYPES):
        s.army[seat, kind] = 0
        s.left[seat, kind] = 0
    for h in range(HEXES):
        s.laid[seat, h] = 0
    s.mustered[seat] = 0
    s.units[seat] = 0
    s.vp[seat] = 0
    s.lore[seat] = 0
    s.tent[seat] = NOWHERE
    s.scenario[seat] = t.fixed[seat]
    for card in range(SCENARIOS):
        s.scenario_deck[seat, card] = 1
        s.scenario_hand[seat, card] = 0
    if t.campaign:
        letter_cards(s, seat)


@kernel
def letter_cards(s: GameState, seat: int) -> None:
    """Give a seat the cards of the campaign's next battle (BL-CAMPAIGN-01, BL-CAMPAIGN-03)."""
    number_one = 0 if s.battle == 0 else 2 * s.battle - 1
    if s.battle > 0 and s.last_winner == seat:
        s.scenario_hand[seat, number_one] = 1
        s.scenario_hand[seat, number_one + 1] = 1
    else:
        s.scenario[seat] = number_one


@kernel
def next_setup(s: GameState, t: RuleTables) -> None:
    """Draw scenario cards, let seats choose, find the first player, lay the terrain."""
    for seat in range(SEATS):
        wanted = 0 if t.campaign else t.scenario_cards
        if s.scenario[seat] == NO_CARD and total(s.scenario_hand[seat]) < wanted:
            s.drawer = seat
            s.point = Point.DEAL_SCENARIO
            return
    for seat in range(SEATS):
        if s.scenario[seat] == NO_CARD:
            s.decider = seat
            s.point = Point.SCENARIO
            return
    if s.first == NOBODY:
        reveal_scenarios(s, t)
        if s.first == NOBODY:
            s.point = Point.DEAL_FIRST
            return
    lay_terrain(s, t)
    s.asked = 0
    s.point = Point.NEXT_FORD


@kernel
def reveal_scenarios(s: GameState, t: RuleTables) -> None:
    """Show both cards; the earlier one's owner is first (BL-SETUP-04, AMB-02)."""
    s.shown = OPEN
    for seat in range(SEATS):
        tell(s, Event.SCENARIO, seat, int(s.scenario[seat]), 0)
    if s.scenario[0] != s.scenario[1]:
        s.first = int(s.scenario[1] < s.scenario[0])
    elif t.equal_initiative and not (t.campaign and s.battle == 0):
        s.first = 0
    if s.first != NOBODY:
        tell(s, Event.FIRST, s.first, 0, 0)


@kernel
def begin_by_lot(s: GameState, seat: int) -> None:
    """Store the seat that begins by lot."""
    s.first = seat
    tell(s, Event.FIRST, seat, 0, 0)
    s.point = Point.NEXT_SETUP


@kernel
def lay_terrain(s: GameState, t: RuleTables) -> None:
    """Lay terrain and banners, the first player's on top (BL-SETUP-05, -06, AMB-01).

    See BL-BOARD-12.
    """
    owner = s.far  # scratch
    for place in range(SEATS):
        seat = (s.first + 1 + place) % SEATS
        card = s.scenario[seat]
        for h in range(HEXES):
            if t.sc_terrain[seat, card, h] != Terrain.CLEAR:
                s.terrain[h] = t.sc_terrain[seat, card, h]
                owner[h] = seat
            if t.sc_banner[seat, card, h] > 0:
                s.banner[h] = t.sc_banner[seat, card, h]
    make_lakes(s.terrain, owner, t.neighbour, int(t.dead_ends), s.queue)


@kernel
def drawn_scenario(s: GameState, out: Array, weights: Array) -> int:
    """Write the scenario cards that may be drawn."""
    n = 0
    for card in range(SCENARIOS):
        if s.scenario_deck[s.drawer, card] > 0:
            out[n] = encode(Kind.DEALT_SCENARIO, card, 0)
            weights[n] = 1
            n += 1
    return n


@kernel
def scenario_stream(s: GameState) -> int:
    """Return the stream of the drawer's scenario deck."""
    return int(SCENARIO_STREAM + s.drawer)


@kernel
def nth_scenario(s: GameState, number: int) -> int:
    """Return the card at a place in the deck of the drawer."""
    return place_of(s.scenario_deck[s.drawer], number)


@kernel
def dealt_scenario(s: GameState, card: int) -> None:
    """Take a scenario card into the hand."""
    s.scenario_deck[s.drawer, card] -= 1
    s.scenario_hand[s.drawer, card] += 1
    tell(s, Event.DEALT_SCENARIO, s.drawer, card, 0)
    s.point = Point.NEXT_SETUP


@kernel
def legal_scenarios(s: GameState, out: Array) -> int:
    """Write the scenario cards of the decider's hand."""
    n = 0
    for card in range(SCENARIOS):
        if s.scenario_hand[s.decider, card] > 0:
            out[n] = encode(Kind.CHOOSE, card, 0)
            n += 1
    return n


@kernel
def choose_scenario(s: GameState, card: int) -> None:
    """Keep a scenario card (BL-SETUP-03); it is shown when both are."""
    s.scenario[s.decider] = card
    tell(s, Event.CHOOSE, s.decider, card, 0)
    s.point = Point.NEXT_SETUP


@kernel
def next_ford(s: GameState, t: RuleTables) -> None:
    """Ask each seat with a river for its ford, the first player before the other (AMB-23)."""
    for place in range(SEATS):
        seat = (s.first + place) % SEATS
        if (s.asked >> seat) & 1:
            continue
        s.asked |= 1 << seat
        for h in range(HEXES):
            if t.row[seat, h] <= HALF_ROWS and s.terrain[h] == Terrain.RIVER:
                s.decider = seat
                s.point = Point.FORD
                return
    s.point = Point.NEXT_MUSTER


@kernel
def legal_fords(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the river hexes of the decider's half."""
    n = 0
    for h in range(HEXES):
        if t.row[s.decider, h] <= HALF_ROWS and s.terrain[h] == Terrain.RIVER:
            out[n] = encode(Kind.FORD, h, 0)
            n += 1
    return n


@kernel
def lay_ford(s: GameState, h: int) -> None:
    """Make a river hex a ford (BL-SETUP-07)."""
    s.terrain[h] = Terrain.FORD
    tell(s, Event.FORD, s.decider, h, 0)
    s.point = Point.NEXT_FORD
