"""Battle lines: what a line is worth, which cards may go into it, putting them there.

A card is legal only if with it and the cards left the line can still become strong enough
(BA-FIGHT-06, AMB-33); all copies made in the fight count together, others one by one (AMB-24).
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import cards
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.decks import add_half, use_copies
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.paying import is_lit
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ATTACKER,
    DEFENDER,
    FIRST_ITEM,
    ITEMS,
    NOTHING,
    GameState,
    Square,
)
from bloodstones.games.battalia.rules.compiled import fights, is_doubled
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, SHIELD, SWORD, Kind

SINGLE: Final = 0
DOUBLE: Final = 1


@kernel
def bonus(s: GameState, t: RuleTables, side: int, pure: bool) -> int:
    """Return what heroes add to a line that is not empty (BA-FIGHT-04, AMB-11, BA-FIGHT-05)."""
    return bonus_of(t, int(s.heroes[side])) if pure else 0


@kernel
def bonus_of(t: RuleTables, heroes: int) -> int:
    """Return what so many heroes add to a line of cards that match them."""
    return min(1, heroes) if t.hero_bonus else heroes


@kernel
def total(s: GameState, t: RuleTables, side: int) -> int:
    """Return the strength of a side (BA-FIGHT-03)."""
    strength = int(s.strength[side])
    if s.cards[side] > 0:
        strength += bonus(s, t, side, s.pure[side] > 0)
    if side == DEFENDER:
        strength += wall(s, t)
    return strength


@kernel
def wall(s: GameState, t: RuleTables) -> int:
    """Return what the card on the square adds to its defence (AMB-32)."""
    if s.against == NOTHING:
        ruins = s.what[s.square] == Square.RUINS
        return int(t.ruins_level if ruins else s.level[s.square])
    at_home = s.owner[s.square] == s.against
    if at_home and (not s.at_hero or t.city_helps_hero):
        return int(s.level[s.square])
    return 0


@kernel
def required(s: GameState, t: RuleTables) -> int:
    """Return what the side in turn has to reach (BA-FIGHT-06, BA-NEUT-01, BA-NEUT-02).

    See BA-NEUT-05.
    """
    if s.side == DEFENDER:
        return total(s, t, ATTACKER)
    if s.against == NOTHING and s.reverted[s.square] and not t.reverted_city:  # BA-NEUT-02, AMB-12
        return 0
    return total(s, t, DEFENDER) + 1


@kernel
def worth_of(s: GameState, t: RuleTables, card: int, kind: int) -> int:
    """Return the strength of a card of the hand that serves as it is, not lit.

    See BA-CARD-08, BA-GREAT-02, -03.
    """
    if kind == Kind.GREAT:
        return int(t.attack[card] if s.side == ATTACKER else t.defence[card])
    return int(t.attack[card])


@kernel
def lit_worth(s: GameState, t: RuleTables, strength: int, kind: int) -> int:
    """Return the strength of a lit weapon or horse that fights once (BA-ORACLE-06, -11)."""
    if kind == Kind.WEAPON and s.side == DEFENDER and t.lit_weapon_defence:  # BA-ORACLE-06, AMB-36
        return strength
    return 2 * strength


@kernel
def splits(s: GameState, t: RuleTables, kind: int) -> bool:
    """Whether half of a lit card may fight alone: an attacker's weapon, a horse if allowed."""
    if s.side == DEFENDER:
        return False
    return bool(kind == Kind.WEAPON or (kind == Kind.HORSE and t.lit_horse_split))


@kernel
def in_hand(s: GameState, t: RuleTables, card: int) -> int:
    """Return what one card of the hand can add to the line of the side in turn, at most."""
    kind = cards.kind_of_card(card)
    if not fights(kind) or (kind == Kind.GREAT and card not in (SWORD, SHIELD)):
        return 0
    strength = worth_of(s, t, card, kind)
    return lit_worth(s, t, strength, kind) if is_doubled(kind, s.lit) else strength


@kernel
def each_copy(s: GameState, t: RuleTables, item: int) -> int:
    """Return what a copy of an item adds to the line of the side in turn, at most."""
    kind = s.item_kind[item]
    if s.item_joker[item]:
        return int(t.joker)
    if not fights(kind) or (s.item_half[item] and not splits(s, t, kind)):
        return 0
    if s.item_half[item]:
        return int(t.attack[kind * FACTIONS])
    strength = worth_of(s, t, s.item_card[item], kind)
    return lit_worth(s, t, strength, kind) if is_lit(s, t, item, kind) else strength


@kernel
def matches(s: GameState, item: int, card: int) -> bool:
    """Whether a source is of the faction of the heroes of the side in turn (AMB-11).

    `item`: NOTHING for a card of the hand; of half a lit card the whole one counts.
    """
    if item != NOTHING and s.item_half[item]:
        card = s.item_from[item]
        if card == NOTHING:
            return False
    faction = cards.faction_of_card(card)
    return bool(faction == s.faction[s.decider] or faction == cards.ANY_FACTION)


@kernel
def opens(s: GameState, t: RuleTables, item: int, card: int) -> bool:
    """Whether a source may be the first card of an attacker's line (BA-FIGHT-21)."""
    if item != NOTHING:
        return bool(s.item_kind[item] == Kind.WEAPON)
    if t.fight_opener and card in (SWORD, SHIELD):
        return True
    return cards.kind_of_card(card) == Kind.WEAPON


@kernel
def weigh(s: GameState, t: RuleTables) -> tuple[int, int]:
    """Return what the side in turn can still add: by all it has, and by matching cards alone."""
    every = 0
    matching = 0
    seat = s.decider
    for card in range(CARDS):
        number = s.hand[seat, card]
        if number > 0:
            worth = number * in_hand(s, t, card)
            every += worth
            if matches(s, NOTHING, card):
                matching += worth
    for item in range(ITEMS):
        if s.item_kind[item] != NOTHING and s.item_owner[item] == seat:
            worth = s.item_copies[item] * each_copy(s, t, item)
            every += worth
            if matches(s, item, s.item_card[item]):
                matching += worth
    return every, matching


@kernel
def is_enough(s: GameState, t: RuleTables) -> bool:
    """Whether the line of the side in turn reaches the required strength."""
    return total(s, t, s.side) >= required(s, t)


@kernel
def list_plays(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write the cards that may go into the line now behind `n` other decisions."""
    every, matching = weigh(s, t)
    first = s.side == ATTACKER and s.cards[ATTACKER] == 0
    seat = s.decider
    for card in range(CARDS):
        worth = in_hand(s, t, card) if s.hand[seat, card] > 0 else 0
        if worth == 0 or (first and not opens(s, t, NOTHING, card)):
            continue
        kind = cards.kind_of_card(card)
        alike = matches(s, NOTHING, card)
        lit = is_doubled(kind, s.lit)
        if leads_on(s, t, worth, alike, every, matching):
            out[n] = encode(Move.PLAY, card, DOUBLE if lit else SINGLE)
            n += 1
        single = worth_of(s, t, card, kind)
        if lit and splits(s, t, kind) and leads_on(s, t, single, alike, every, matching):
            out[n] = encode(Move.PLAY, card, SINGLE)
            n += 1
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING or s.item_owner[item] != seat:
            continue
        worth = each_copy(s, t, item)
        if worth == 0 or (first and not opens(s, t, item, 0)):
            continue
        n = list_item(s, t, out, n, item, worth, every, matching)
    return n


@kernel
def list_item(
    s: GameState,
    t: RuleTables,
    out: Array,
    n: int,
    item: int,
    worth: int,
    every: int,
    matching: int,
) -> int:
    """Write how an item may go into the line: all copies made in this fight, else one."""
    alike = matches(s, item, s.item_card[item])
    kind = s.item_kind[item]
    lit = s.item_joker[item] == 0 and is_lit(s, t, item, kind) and is_doubled(kind, s.lit)
    copies = s.item_copies[item] if s.item_fight[item] else 1
    if leads_on(s, t, worth * copies, alike, every, matching):
        out[n] = encode(Move.PLAY, FIRST_ITEM + item, DOUBLE if lit else SINGLE)
        n += 1
    if lit and copies == 1 and splits(s, t, kind):
        single = t.attack[kind * FACTIONS]
        if leads_on(s, t, single, alike, every, matching):
            out[n] = encode(Move.PLAY, FIRST_ITEM + item, SINGLE)
            n += 1
    return n


@kernel
def leads_on(
    s: GameState, t: RuleTables, worth: int, alike: bool, every: int, matching: int
) -> bool:
    """Whether the line can be made strong enough once a source of that worth is in it."""
    side = s.side
    walls = wall(s, t) if side == DEFENDER else 0
    needed = required(s, t) - walls
    if s.strength[side] + every >= needed:
        return True
    if not (alike and s.pure[side]):
        return False
    return bool(s.strength[side] + matching + bonus(s, t, side, True) >= needed)


@kernel
def lay(s: GameState, t: RuleTables, source: int, double: int) -> None:
    """Put a source into the battle line."""
    seat = s.decider
    side = s.side
    tell(s, Move.PLAY, seat, source, double)
    if source < FIRST_ITEM:
        kind = cards.kind_of_card(source)
        alike = matches(s, NOTHING, source)
        lit = is_doubled(kind, s.lit)
        worth = in_hand(s, t, source) if double or not lit else worth_of(s, t, source, kind)
        number = 1
        cards.play(s, seat, source)
        if lit and not double:
            add_half(s, t, seat, kind, source, True)
    else:
        item = source - FIRST_ITEM
        kind = s.item_kind[item]
        alike = matches(s, item, s.item_card[item])
        lit = s.item_joker[item] == 0 and is_lit(s, t, item, kind) and is_doubled(kind, s.lit)
        number = s.item_copies[item] if s.item_fight[item] else 1
        worth = number * each_copy(s, t, item)
        if lit and not double:
            worth = t.attack[kind * FACTIONS]
            add_half(s, t, seat, kind, int(s.item_card[item]), True)
        use_copies(s, item, number)
    s.strength[side] += worth
    s.cards[side] += number
    if not alike:
        s.pure[side] = 0
    s.laid += 1
