"""What learned values read of each seat: numbers of a position, see features.toml.

They are read from a whole state. A search gives them worlds that were dealt from what its seat may
see, so nothing hidden comes through.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.battlelore.engine.decks import total
from bloodstones.games.battlelore.engine.ordering import is_meant
from bloodstones.games.battlelore.engine.pieces import has, is_weak, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import reach_of
from bloodstones.games.battlelore.engine.state import (
    ANYWHERE,
    NO_CARD,
    NOBODY,
    NOWHERE,
    SEATS,
    GameState,
)
from bloodstones.games.battlelore.rules.board import HEXES, SECTIONS
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Rule, Terrain
from bloodstones.games.battlelore.strategies.valuation import hits_a_die

FAR: Final = 20.0  # hexes: nobody is nearer


class Feature(Name):
    """A number that is read of each seat, in the order of features.toml."""

    POINTS = 0
    UNITS = 1
    FIGURES = 2
    WORTH = 3
    WEAK = 4
    HITS = 5
    SHOTS = 6
    SPEED = 7
    POISONED = 8
    STUNNED = 9
    COVERED = 10
    CLOSED_UP = 11
    LEFT = 12
    CENTRE = 13
    RIGHT = 14
    BANNERS = 15
    BANNERS_SAFE = 16
    BANNERS_NEXT = 17
    BANNERS_NEARER = 18
    SCENARIO = 19
    TENT = 20
    TENT_REACHED = 21
    LORE = 22
    LORE_CARDS = 23
    COMMANDS = 24
    ORDERS = 25
    BEST_ORDERS = 26
    CARD_GAINS = 27
    PREY_NOW = 28
    PREY_NEXT = 29
    DOOMED = 30
    DAMAGE_NEXT = 31
    TO_MOVE = 32
    ROUND = 33


FEATURES: Final = len(Feature)


@entry
def features(s: GameState, t: RuleTables, out: Array) -> None:
    """Write the features of all seats: float64 array over seats and features."""
    for seat in range(SEATS):
        out[seat, :FEATURES] = 0.0
        army(s, t, seat, out[seat])
        ground(s, t, seat, out[seat])
        cards(s, t, seat, out[seat])
        prey(s, t, seat, out[seat])
        out[seat, Feature.POINTS] = s.vp[seat]
        out[seat, Feature.LORE] = s.lore[seat]
        out[seat, Feature.TO_MOVE] = int(s.active == seat)
        out[seat, Feature.ROUND] = s.battle_turn / SEATS


@kernel
def strike(s: GameState, t: RuleTables, u: int) -> float:
    """Return about the damage of an attack of a unit on open ground."""
    dice = float(t.attack[t.kind[u]])
    if has(t, u, Ability.RAGE):
        dice += float(t.health[t.kind[u]] - s.figures[u])
    return dice * hits_a_die(s, t, u)


@kernel
def army(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat's units are and how they stand."""
    for u in range(seat * SLOTS, (seat + 1) * SLOTS):
        h = s.hex[u]
        if h < 0:
            continue
        kind = t.kind[u]
        hits = strike(s, t, u)
        out[Feature.UNITS] += 1.0
        out[Feature.FIGURES] += s.figures[u]
        out[Feature.WORTH] += t.muster[kind] * s.figures[u] / max(1, t.health[kind])
        out[Feature.WEAK] += int(is_weak(s, t, u))
        out[Feature.HITS] += hits
        out[Feature.SHOTS] += hits if t.ranged[kind] else 0.0
        out[Feature.SPEED] += t.move[kind]
        out[Feature.POISONED] += s.poison[u]
        out[Feature.STUNNED] += s.stun[u]
        land = s.terrain[h]
        out[Feature.COVERED] += int(land == Terrain.FOREST or land == Terrain.BUILDING)
        out[Feature.CLOSED_UP] += int(neighbours_of(s, t, seat, h) > 1)
        for section in range(SECTIONS):
            out[Feature.LEFT + section] += int((t.section[seat, h] >> section) & 1)


@kernel
def neighbours_of(s: GameState, t: RuleTables, seat: int, h: int) -> int:
    """Count the units of a seat next to a hex."""
    count = 0
    for direction in range(DIRECTIONS):
        beside = t.neighbour[h, direction]
        if beside >= 0 and s.at[beside] != NOBODY and seat_of(s.at[beside]) == seat:
            count += 1
    return count


@kernel
def moves_to(s: GameState, t: RuleTables, seat: int, h: int) -> float:
    """Return how many moves the nearest unit of a seat is from a hex, FAR without units."""
    nearest = FAR
    for u in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.hex[u] >= 0:
            nearest = min(nearest, t.distance[s.hex[u], h] / max(1, t.move[t.kind[u]]))
    return nearest


@kernel
def hits_on(s: GameState, t: RuleTables, seat: int, h: int, moves: int) -> float:
    """Return about the damage that the units of a seat can do in a hex after 0 or 1 moves."""
    hits = 0.0
    for u in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.hex[u] < 0 or s.stun[u]:
            continue
        if t.distance[s.hex[u], h] <= moves * t.move[t.kind[u]] + reach_of(s, t, u):
            hits += strike(s, t, u)
    return hits


@kernel
def ground(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what banners, the scenario and tents promise."""
    enemy = 1 - seat
    for h in range(HEXES):
        if s.banner[h] == 0:
            continue
        points = float(s.banner[h])
        holder = seat_of(s.at[h]) if s.at[h] != NOBODY else NOBODY
        if holder == seat or (t.banner_control and s.holder[h] == seat):
            out[Feature.BANNERS] += points
            kept = holder == seat and hits_on(s, t, enemy, h, 1) < s.figures[s.at[h]]
            out[Feature.BANNERS_SAFE] += points if kept else 0.0
            continue
        way = moves_to(s, t, seat, h)
        out[Feature.BANNERS_NEXT] += points if way <= 1.0 and holder == NOBODY else 0.0
        if way < moves_to(s, t, enemy, h):
            out[Feature.BANNERS_NEARER] += points
    if s.scenario[seat] != NO_CARD and t.sc_rule[seat, s.scenario[seat]] == Rule.TWO_BUILDINGS_VP:
        for u in range(seat * SLOTS, (seat + 1) * SLOTS):
            on_map = s.hex[u] >= 0
            out[Feature.SCENARIO] += int(on_map and s.terrain[s.hex[u]] == Terrain.BUILDING)
    if s.tent[seat] != NOWHERE:
        out[Feature.TENT] = 1.0
        out[Feature.TENT_REACHED] = 1.0 / (1.0 + moves_to(s, t, enemy, int(s.tent[seat])))


@kernel
def cards(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what the cards of a hand let a seat order."""
    out[Feature.LORE_CARDS] = total(s.lore_hand[seat])
    held = total(s.command_hand[seat])
    out[Feature.COMMANDS] = held
    who = s.who
    for card in range(COMMAND_CARDS):
        number = s.command_hand[seat, card]
        if number == 0:
            continue
        s.who = t.who[card]
        meant = 0
        for u in range(seat * SLOTS, (seat + 1) * SLOTS):
            meant += int(s.hex[u] >= 0 and is_meant(s, t, u))
        orders = float(min(int(t.quota[card, ANYWHERE]), meant))
        for section in range(SECTIONS):
            orders += min(float(t.quota[card, section]), out[Feature.LEFT + section])
        orders = min(orders, out[Feature.UNITS])
        out[Feature.ORDERS] += number * orders / held
        out[Feature.BEST_ORDERS] = max(out[Feature.BEST_ORDERS], orders)
        gains = t.card_dice[card] + t.card_move[card] + t.card_lore[card]
        out[Feature.CARD_GAINS] += number * float(gains) / held
    s.who = who


@kernel
def prey(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what of the enemy's units a seat could destroy at once and after a move."""
    for v in range((1 - seat) * SLOTS, (2 - seat) * SLOTS):
        if s.hex[v] < 0:
            continue
        figures = float(s.figures[v])
        out[Feature.PREY_NOW] += min(1.0, hits_on(s, t, seat, int(s.hex[v]), 0) / figures)
        next_hits = hits_on(s, t, seat, int(s.hex[v]), 1)
        out[Feature.PREY_NEXT] += min(1.0, next_hits / figures)
        out[Feature.DOOMED] += int(next_hits >= figures + figures)
        out[Feature.DAMAGE_NEXT] += min(figures, next_hits)
