"""Fights: targets, battle turns, the defender's first answer.

A battle turn is conversions, then cards until the line is strong enough (BA-FIGHT-06), or a pass
(AMB-33). A defender that fights back does not pass while it could still reach the attacker
(BA-FIGHT-07, see `reaching`).
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import (
    ambush_and_tents,
    board,
    cards,
    cities,
    converting,
    resolving,
)
from bloodstones.games.battalia.engine.battle_lines import is_enough, list_plays
from bloodstones.games.battalia.engine.decisions import HORSE_PRICE, MOST_SUPPLIES, TARGETS
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.reaching import could_reach, must_go_on
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ATTACKER,
    DEFENDER,
    HEROES,
    ITEMS,
    NOTHING,
    GameState,
    Point,
    Square,
    Tally,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    CARDS,
    FACTIONS,
    FIRST_GREAT,
    HORN,
    SHIELD,
    SUPPLY,
    SWORD,
    Kind,
)

FEWEST_SUPPLIES: Final = 2


# --- beginning ----------------------------------------------------------------------------------


@kernel
def can_open(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether a seat has a card that may open a fight (BA-FIGHT-02, AMB-29).

    See BA-FIGHT-20, BA-ART-05.
    """
    for faction in range(FACTIONS):
        if s.hand[seat, Kind.WEAPON * FACTIONS + faction] > 0:
            return True
    for item in range(ITEMS):
        if s.item_kind[item] == Kind.WEAPON and s.item_owner[item] == seat:
            return True
    return bool(t.fight_opener and s.hand[seat, SWORD] + s.hand[seat, SHIELD] > 0)


@kernel
def heroes_on(s: GameState, seat: int, square: int) -> int:
    """Return how many heroes of a seat stand on a square."""
    count = 0
    for hero in range(HEROES):
        if s.hero[seat, hero] == square:
            count += 1
    return count


@kernel
def list_fights(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write whom the active seat may attack, with how many heroes, behind `n` decisions.

    See BA-FIGHT-01, -20.
    """
    seat = s.decider
    if not can_open(s, t, seat):
        return n
    for hero in range(HEROES):
        square = s.hero[seat, hero]
        if square == NOTHING or (hero > 0 and square == s.hero[seat, 0]):
            continue
        committed = heroes_on(s, seat, square)
        if attackable(s, t, seat, square):
            n = list_target(square, 0, committed, out, n)
        for other in range(t.players):
            if other != seat and heroes_on(s, other, square) > 0:
                n = list_target(square, 1 + other, committed, out, n)
    return n


@kernel
def list_target(square: int, target: int, committed: int, out: Array, n: int) -> int:
    """Write the attacks on one target (BA-FIGHT-14)."""
    for number in range(1, committed + 1):
        out[n] = encode(Move.FIGHT, square, number + TARGETS * target)
        n += 1
    return n


@kernel
def attackable(s: GameState, t: RuleTables, seat: int, square: int) -> bool:
    """Whether the card on a square can be the target of a seat (AMB-17)."""
    if s.what[square] == Square.RUINS:
        if s.vain or s.great[seat] != NOTHING:
            return False
        for card in range(FIRST_GREAT, CARDS):
            if s.pool[card] > 0:
                return True
        return False
    if s.what[square] != Square.CITY or s.owner[square] == seat:
        return False
    return bool(s.owner[square] != NOTHING or not s.vain)


@kernel
def begin(s: GameState, t: RuleTables, square: int, how: int) -> None:
    """Declare an attack."""
    seat = s.active
    tell(s, Move.FIGHT, seat, square, how)
    target = how // TARGETS
    s.fighting = 1
    s.square = square
    s.at_hero = 1 if target > 0 else 0
    s.against = target - 1 if target > 0 else s.owner[square]
    s.converted = 0
    s.fought_back = 0
    s.laid = 0
    s.side = ATTACKER
    for side in (ATTACKER, DEFENDER):
        s.heroes[side] = 0
        s.strength[side] = 0
        s.cards[side] = 0
        s.pure[side] = 1
        s.turns[side] = 0
    s.heroes[ATTACKER] = how % TARGETS
    if s.against != NOTHING:
        s.heroes[DEFENDER] = s.at_hero
        s.tally[seat, Tally.FIGHTS] += 1
        s.tally[s.against, Tally.DEFENCES] += 1
    s.point = Point.BATTLE


# --- a battle turn ------------------------------------------------------------------------------


@kernel
def list_battle(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the side in turn may do: convert and play cards, or pass (BA-FIGHT-09)."""
    n = 0
    if s.laid == 0:
        if not must_go_on(s, t):
            out[0] = encode(Move.PASS, 0, 0)
            n = 1
        n = converting.list_uses(s, t, out, n)
        if t.horn_in_battle and s.hand[s.decider, HORN] > 0:  # AMB-30
            out[n] = encode(Move.HORN, 0, 0)
            n += 1
    elif is_enough(s, t):
        out[0] = encode(Move.DONE, 0, 0)
        n = 1
    n = list_plays(s, t, out, ambush_and_tents.list_tented(s, out, n))
    if n == 0:
        out[0] = encode(Move.PASS, 0, 0)
        n = 1
    return n


@kernel
def end_battle_turn(s: GameState) -> None:
    """The side in turn is strong enough and leaves it at that."""
    tell(s, Move.DONE, s.decider, 0, 0)
    s.turns[s.side] += 1
    s.laid = 0
    s.point = Point.NEXT_SIDE


@kernel
def next_side(s: GameState, t: RuleTables) -> None:
    """The other side is in turn; against neutral cards the fight is won."""
    if s.against == NOTHING:
        resolving.win_neutral(s, t)
        return
    s.side = DEFENDER if s.side == ATTACKER else ATTACKER
    s.decider = s.against if s.side == DEFENDER else s.active
    first = s.side == DEFENDER and s.turns[DEFENDER] == 0
    s.point = Point.RESPOND if first else Point.BATTLE


@kernel
def give_up(s: GameState, t: RuleTables) -> None:
    """The side in turn passes and has lost (BA-FIGHT-09, AMB-33)."""
    tell(s, Move.PASS, s.decider, 0, 0)
    if s.side == DEFENDER:
        resolving.win_fight(s, t)
    elif s.against == NOTHING:
        if t.failed_neutral_attack:
            cities.disband(s, s.active, s.square, s.heroes[ATTACKER])
        elif not s.converted:
            s.vain = 1
        tell(s, Event.CALLED_OFF, s.active, s.square, 0)
        resolving.over(s)
    elif s.cards[ATTACKER] == 0 and not can_open(s, t, s.active):
        tell(s, Event.CALLED_OFF, s.active, s.square, 0)  # AMB-29
        resolving.over(s)
    else:
        resolving.lose_fight(s, t)


# --- the defender's first battle turn -----------------------------------------------------------


@kernel
def list_responses(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the defender may do first (BA-FIGHT-07, BA-FIGHT-15)."""
    seat = s.decider
    out[0] = encode(Move.SURRENDER, 0, 0)
    n = 1
    if could_reach(s, t, heroes_on(s, seat, s.square), True):
        out[n] = encode(Move.DEFEND, 0, 0)
        n += 1
    n = ambush_and_tents.list_tented(s, out, n)
    if not s.at_hero:
        return n
    board.measure(s, t, seat, s.square, s.active)
    fewest = 1 if t.retreat_price else FEWEST_SUPPLIES
    for price in range(fewest, MOST_SUPPLIES + 1):
        if s.hand[seat, SUPPLY] >= price:
            n = list_retreats(s, out, n, price, price)
    for faction in range(FACTIONS):
        if s.hand[seat, Kind.HORSE * FACTIONS + faction] > 0:
            reach = t.ride * (2 if s.lit == Kind.HORSE else 1)
            n = list_retreats(s, out, n, HORSE_PRICE + faction, reach)
    return n


@kernel
def list_retreats(s: GameState, out: Array, n: int, price: int, reach: int) -> int:
    """Write where one price brings a retreating hero (AMB-14)."""
    far = s.work[board.DISTANCE]
    for square in range(SQUARES):
        if 0 < far[square] <= reach and not board.barred(s, s.decider, s.active, square):
            out[n] = encode(Move.RETREAT, price, square)
            n += 1
    return n


@kernel
def retreat(s: GameState, t: RuleTables, price: int, square: int) -> None:
    """Pay a retreat and move the hero that was the target (BA-FIGHT-16)."""
    seat = s.decider
    tell(s, Move.RETREAT, seat, price, square)
    if price >= HORSE_PRICE:
        cards.play(s, seat, Kind.HORSE * FACTIONS + price - HORSE_PRICE)
    else:
        for _ in range(price):
            cards.play(s, seat, SUPPLY)
    hero = 0 if s.hero[seat, 0] == s.square else 1
    s.hero[seat, hero] = square
    s.tally[seat, Tally.RETREATS] += 1
    resolving.finish(s, t)


@kernel
def surrender(s: GameState, t: RuleTables) -> None:
    """Lose the fight without a card (BA-FIGHT-22)."""
    tell(s, Move.SURRENDER, s.decider, 0, 0)
    resolving.win_fight(s, t)


@kernel
def defend(s: GameState) -> None:
    """Fight back: first which heroes take part, then the ambushed cards (BA-FIGHT-08)."""
    tell(s, Move.DEFEND, s.decider, 0, 0)
    s.fought_back = 1
    if heroes_on(s, s.decider, s.square) > s.at_hero:
        s.point = Point.JOIN
    else:
        ask_ambushed(s)


@kernel
def list_joins(s: GameState, t: RuleTables, out: Array) -> int:
    """Write how many heroes may take part in the defence (BA-FIGHT-17, BA-FIGHT-18, AMB-34)."""
    n = 0
    for number in range(s.at_hero, heroes_on(s, s.decider, s.square) + 1):
        if could_reach(s, t, number, True):
            out[n] = encode(Move.JOIN, number, 0)
            n += 1
    return n


@kernel
def join(s: GameState, number: int) -> None:
    """So many heroes defend."""
    tell(s, Move.JOIN, s.decider, number, 0)
    s.heroes[DEFENDER] = number
    ask_ambushed(s)


@kernel
def ask_ambushed(s: GameState) -> None:
    """Ask whether the ambushed cards are taken up, if there are any."""
    s.point = Point.AMBUSHED if cards.ambushed(s, s.decider) > 0 else Point.BATTLE


@kernel
def list_lifts(s: GameState, t: RuleTables, out: Array) -> int:
    """Write whether the ambushed cards are taken up; they must be if nothing else will do."""
    n = 0
    if could_reach(s, t, int(s.heroes[DEFENDER]), False):
        out[0] = encode(Move.LIFT, 0, 0)
        n = 1
    out[n] = encode(Move.LIFT, 1, 0)
    return n + 1


@kernel
def lift(s: GameState, yes: int) -> None:
    """Take up the ambushed cards or leave them for good."""
    tell(s, Move.LIFT, s.decider, yes, 0)
    if yes:
        cards.lift_ambush(s, s.decider)
    s.point = Point.BATTLE
