"""What a defender could reach at best: whether it may fight back, and whether it may pass.

Who fights back plays cards up to the attacker's strength (BA-FIGHT-07). What counts is the hand,
tents and, as long as they can be taken up, ambushed cards, with amulets, titles and scrolls at
their best luck: nothing is ruled out that the seat cannot know, so factions in the pool do not
matter. It is an upper bound. All strength counts exactly, save that decks of units are not taken to
run out by raising; the bonus of heroes counts for an amulet beside titles or scrolls even where it
would take the same card twice.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.engine import battle_lines, cards, decks
from bloodstones.games.battalia.engine.paying import is_lit
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import DEFENDER, HELD, ITEMS, NOTHING, TENTS, GameState
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, FIRST_GREAT, HORN, RANKS, Kind

LOT: Final = 3  # row of `work`: all cards that can come to hand
TREBLED: Final = 3  # the most copies that an amulet makes of one (BA-ART-07)
PAIR: Final = 2
MANY: Final = 8  # uses of amulets, more than any attack can stand against


@kernel
def must_go_on(s: GameState, t: RuleTables) -> bool:
    """Whether the side in turn has just fought back and can still reach the attacker."""
    if s.side != DEFENDER or s.turns[DEFENDER] > 0:
        return False
    return could_reach(s, t, int(s.heroes[DEFENDER]), False)


@kernel
def could_reach(s: GameState, t: RuleTables, heroes: int, lifted: bool) -> bool:
    """Whether the defender could reach the attacker's strength with so many heroes.

    `lifted`: the ambushed cards may be taken up.
    """
    collect(s, t, lifted)
    needed = battle_lines.required(s, t) - battle_lines.wall(s, t)
    bonus = battle_lines.bonus_of(t, heroes)
    every, matching, strangers, least = weigh(s, t)
    if every >= needed or (matching > 0 and matching + bonus >= needed):
        return True
    uses = amulet_uses(s, t)
    titles = min(uses_of(s, t, Kind.TITLE), room_of(s, t, top_rank(s), False)[0])
    changes = titles + uses_of(s, t, Kind.SCROLL)
    if uses + changes == 0:
        return False
    if uses >= MANY:
        return True
    most = every + gain(s, t, uses, titles, False)
    if most >= needed:
        return True
    if changes > 0:  # strangers that cannot be changed stay out of the line
        return most > 0 and most + bonus - least * max(0, strangers - changes) >= needed
    loyal = matching + gain(s, t, uses, titles, True)
    return loyal > 0 and loyal + bonus >= needed


@kernel
def collect(s: GameState, t: RuleTables, lifted: bool) -> None:
    """Count all cards that can come to the decider's hand into `work`."""
    seat = s.decider
    lot = s.work[LOT]
    for card in range(CARDS):
        lot[card] = s.hand[seat, card] + (s.ambush[seat, card] if lifted else 0)
    for tent in range(TENTS):
        for place in range(HELD):
            held = s.held[seat, tent, place]
            if s.tent[seat, tent] != NOTHING and held != NOTHING:
                lot[held] += 1
    if t.horn_in_battle and lot[HORN] > 0:
        for card in range(CARDS):
            lot[card] += s.draw[seat, card]


@kernel
def weigh(s: GameState, t: RuleTables) -> tuple[int, int, int, int]:
    """Return the strength of all cards, of those that match, how many do not, the least of these.

    Cards without strength do not count among those that do not match.
    """
    lot = s.work[LOT]
    every = 0
    matching = 0
    strangers = 0
    least = MANY
    for card in range(CARDS):
        if lot[card] > 0:
            worth = battle_lines.in_hand(s, t, card)
            every += lot[card] * worth
            if battle_lines.matches(s, NOTHING, card):
                matching += lot[card] * worth
            elif worth > 0:
                strangers += lot[card]
                least = min(least, worth)
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING or s.item_owner[item] != s.decider:
            continue
        worth = s.item_copies[item] * battle_lines.each_copy(s, t, item)
        every += worth
        if battle_lines.matches(s, item, s.item_card[item]):
            matching += worth
        elif worth > 0:
            strangers += 1
            least = min(least, worth)
    return every, matching, strangers, int(least)


# --- converting artifacts at their best ---------------------------------------------------------


@kernel
def serves_owner(s: GameState, item: int, kind: int) -> bool:
    """Whether an item is the decider's, serves as a kind and does not lie under a six."""
    held = s.item_kind[item] == kind and s.item_owner[item] == s.decider
    return bool(held and s.item_joker[item] == 0)


@kernel
def in_lot(s: GameState, kind: int) -> int:
    """Return how many cards of a kind can come to hand."""
    count = 0
    for faction in range(FACTIONS):
        count += s.work[LOT, kind * FACTIONS + faction]
    return count


@kernel
def uses_of(s: GameState, t: RuleTables, kind: int) -> int:
    """Return how often the decider can use converting artifacts of a kind."""
    uses = in_lot(s, kind) * (2 if kind == s.lit else 1)
    for item in range(ITEMS):
        if serves_owner(s, item, kind):
            uses += s.item_copies[item] * (2 if is_lit(s, t, item, kind) else 1)
    return int(uses)


@kernel
def count_amulets(s: GameState) -> int:
    """Return how many amulets could be put on one another; halves are none."""
    count = in_lot(s, Kind.AMULET)
    for item in range(ITEMS):
        if serves_owner(s, item, Kind.AMULET) and s.item_half[item] == 0:
            count += 1
    return int(count)


@kernel
def amulet_uses(s: GameState, t: RuleTables) -> int:
    """Return how often amulets can be put on one card, amulets multiplied before.

    Of two, one trebles the other; with more uses than that they multiply each other without end,
    as a lit amulet and its own half do.
    """
    uses = uses_of(s, t, Kind.AMULET)
    wholes = count_amulets(s)
    if wholes >= PAIR:
        return TREBLED if uses == PAIR else MANY
    if wholes == 1 and s.lit == Kind.AMULET and uses > PAIR:
        return MANY
    return uses


@kernel
def gain(s: GameState, t: RuleTables, uses: int, titles: int, loyal: bool) -> int:
    """Return the strength that conversions could add at best.

    The amulets all multiply one card, which titles have raised before; further titles raise others.
    `loyal`: only cards that match the heroes are of use.
    """
    top = top_rank(s)
    room, each = room_of(s, t, top, loyal)
    best = each * min(titles, room)
    if uses == 0:
        return best
    for card in range(FIRST_GREAT):
        if s.work[LOT, card] > 0 and (not loyal or battle_lines.matches(s, NOTHING, card)):
            kind = cards.kind_of_card(card)
            number = amulets_on(s, kind, uses)
            rise = min(titles, max(0, top - kind)) if kind < RANKS else 0
            added = multiplied(t, number, 1, battle_lines.in_hand(s, t, card), kind, rise)
            best = max(best, added + each * min(titles - rise, room - rise))
    for item in range(ITEMS):
        if is_object(s, item, loyal):
            kind = s.item_kind[item]
            joker = s.item_joker[item] > 0
            number = uses if joker else amulets_on(s, kind, uses)
            rise = min(titles, max(0, top - kind)) if kind < RANKS and not joker else 0
            copies = int(s.item_copies[item])
            added = multiplied(t, number, copies, battle_lines.each_copy(s, t, item), kind, rise)
            best = max(best, added + each * min(titles - rise, room - rise))
    return best


@kernel
def top_rank(s: GameState) -> int:
    """Return the highest rank of which the pool has units, 0 without."""
    rank = RANKS - 1
    while rank > 0 and decks.deck_size(s, rank) == 0:
        rank -= 1
    return rank


@kernel
def room_of(s: GameState, t: RuleTables, top: int, loyal: bool) -> tuple[int, int]:
    """Return by how many ranks all units could be raised, and the most that one rank adds."""
    room = 0
    copies = 1
    for card in range(RANKS * FACTIONS):
        if not loyal or battle_lines.matches(s, NOTHING, card):
            room += s.work[LOT, card] * max(0, top - card // FACTIONS)
    for item in range(ITEMS):
        if is_object(s, item, loyal) and s.item_kind[item] < top and s.item_joker[item] == 0:
            room += top - s.item_kind[item]
            copies = max(copies, s.item_copies[item])
    step = 0
    for rank in range(top):
        step = max(step, t.attack[(rank + 1) * FACTIONS] - t.attack[rank * FACTIONS])
    return room, int(copies * step)


@kernel
def is_object(s: GameState, item: int, loyal: bool) -> bool:
    """Whether an item of the decider is a card on which an amulet can be put."""
    if s.item_kind[item] == NOTHING or s.item_owner[item] != s.decider:
        return False
    if s.item_card[item] == NOTHING:
        return False
    return not loyal or battle_lines.matches(s, item, s.item_card[item])


@kernel
def amulets_on(s: GameState, kind: int, uses: int) -> int:
    """Return how many of the uses of amulets can be put on a card of a kind: on an amulet one."""
    if kind != Kind.AMULET:
        return uses
    return 1 if count_amulets(s) >= PAIR else 0


@kernel
def multiplied(t: RuleTables, uses: int, copies: int, strength: int, kind: int, rise: int) -> int:
    """Return what so many amulets on one card, all copies alike, could add at best.

    `rise`: ranks by which titles raise it before. One of the amulets may show a six instead.
    """
    raised = strength
    for rank in range(kind + 1, kind + rise + 1):
        raised = max(raised, t.attack[rank * FACTIONS])
    times = TREBLED**uses
    six = times // TREBLED * t.joker if uses > 0 else 0
    return int(copies * (max(times * raised, six) - strength))
