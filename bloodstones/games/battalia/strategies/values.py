"""What plans make of a position: worths of cards, what an attack could reach, pulls of targets."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.engine import battle_lines, board, cards
from bloodstones.games.battalia.engine.paying import TOOL_FRIMAN
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ATTACKER,
    ITEMS,
    NOTHING,
    GameState,
    Square,
)
from bloodstones.games.battalia.rules.boards import SQUARES, WIDTH
from bloodstones.games.battalia.rules.names import CARDS, DECKS, FACTIONS, SUPPLY, Kind
from bloodstones.games.battalia.strategies.policy import Policy, Weight

GREAT_WORTH: Final = 4.0
PULL: Final = 3  # the row of `work` with the pulls of targets
SCALE: Final = 1000.0  # pulls are whole numbers
NUMERATOR: Final = 3
DENOMINATOR: Final = 4  # what is left of a pull a square further
NEEDED_FRIMAN: Final = 3  # for a city of level 1


@kernel
def owned(s: GameState, seat: int, card: int) -> int:
    """Return how many of a card a seat has, but for converted and tented ones."""
    return int(
        s.draw[seat, card]
        + s.hand[seat, card]
        + s.discard[seat, card]
        + s.played[seat, card]
        + s.gained[seat, card]
        + s.ambush[seat, card]
    )


@kernel
def main_faction(s: GameState, seat: int) -> int:
    """Return the faction of most units and artifacts of a seat's deck."""
    best = 0
    most = -1
    for faction in range(FACTIONS):
        number = owned_faction(s, seat, faction)
        if number > most:
            most = number
            best = faction
    return best


@kernel
def owned_faction(s: GameState, seat: int, faction: int) -> int:
    """Return how many units and artifacts of a faction a seat has, see `owned`."""
    number = 0
    for kind in range(DECKS):
        number += owned(s, seat, kind * FACTIONS + faction)
    return number


@kernel
def card_worth(s: GameState, p: Policy, seat: int, card: int, main: int) -> float:
    """Return what a card is worth in a seat's deck whose main faction is `main`."""
    kind = cards.kind_of_card(card)
    if kind == Kind.GREAT:
        return GREAT_WORTH
    worth = float(p.weight[seat, kind])
    if card < SUPPLY and card % FACTIONS == main:
        worth += p.weight[seat, Weight.HARMONY]
    return worth


@kernel
def hand_worth(s: GameState, p: Policy, seat: int) -> float:
    """Return the mean value of the cards of a hand, by the seat's weights."""
    total = 0.0
    number = 0
    for card in range(CARDS):
        if s.hand[seat, card] > 0:
            total += s.hand[seat, card] * card_worth(s, p, seat, card, NOTHING)
            number += s.hand[seat, card]
    return total / max(1, number)


@kernel
def owned_kind(s: GameState, seat: int, kind: int) -> int:
    """Return how many cards of a kind with factions a seat has, see `owned`."""
    number = 0
    for faction in range(FACTIONS):
        number += owned(s, seat, kind * FACTIONS + faction)
    return number


@kernel
def labour(s: GameState, seat: int) -> int:
    """Return how many friman a seat's friman and tools are in all."""
    return owned_kind(s, seat, Kind.FRIMAN) + TOOL_FRIMAN * owned_kind(s, seat, Kind.TOOL)


@kernel
def is_staple(s: GameState, p: Policy, seat: int, card: int) -> bool:
    """Whether a seat without the card could no longer hire, or no longer build roads and cities.

    A deck without supplies or friman builds nothing any more, and a game in which all decks are
    such has no end.
    """
    kind = cards.kind_of_card(card)
    if kind == Kind.SUPPLY:
        return bool(owned(s, seat, SUPPLY) <= p.weight[seat, Weight.RESERVE])
    if kind in (Kind.FRIMAN, Kind.TOOL):
        less = 1 if kind == Kind.FRIMAN else TOOL_FRIMAN
        return bool(labour(s, seat) - less < NEEDED_FRIMAN)
    return False


@kernel
def worst_card(s: GameState, p: Policy, seat: int, main: int) -> int:
    """Return the card of a hand that is worth least in the deck; NOTHING of staples alone."""
    worst = NOTHING
    least = 0.0
    for card in range(CARDS):
        if s.hand[seat, card] > 0 and not is_staple(s, p, seat, card):
            worth = card_worth(s, p, seat, card, main)
            if worst == NOTHING or worth < least:
                worst = card
                least = worth
    return worst


@kernel
def kinds_held(s: GameState, seat: int, kind: int) -> int:
    """Return how many cards of a kind a seat has in hand and as items."""
    total = 0
    if kind == Kind.SUPPLY:
        return int(s.hand[seat, SUPPLY])
    for faction in range(FACTIONS):
        total += s.hand[seat, kind * FACTIONS + faction]
    for item in range(ITEMS):
        if s.item_kind[item] == kind and s.item_owner[item] == seat:
            total += s.item_copies[item]
    return total


@kernel
def reach(s: GameState, t: RuleTables, heroes: int) -> int:
    """Return how strong an attack of the decider can be with its cards as they are."""
    side = s.side
    s.side = ATTACKER
    every, matching = battle_lines.weigh(s, t)
    s.side = side
    best = every
    if matching > 0:
        best = max(best, matching + (min(1, heroes) if t.hero_bonus else heroes))
    return int(best)


@kernel
def target_worth(s: GameState, p: Policy, seat: int, square: int) -> float:
    """Return the value to a seat of beating the card on a square."""
    weight = p.weight[seat]
    if s.what[square] == Square.RUINS:
        return float(weight[Weight.RUINS]) if s.great[seat] == NOTHING else 0.0
    if s.what[square] != Square.CITY or s.owner[square] == seat:
        return 0.0
    if s.owner[square] == NOTHING:
        return float(weight[Weight.NEUTRAL])
    return float(weight[Weight.CONQUEST] * s.level[square])


@kernel
def spread_pulls(s: GameState, t: RuleTables, p: Policy, seat: int) -> None:
    """Write into `work` how targets pull heroes along roads, weaker square by square."""
    pulls = s.work[PULL]
    for square in range(SQUARES):
        pulls[square] = int(SCALE * target_worth(s, p, seat, square))
    roads = s.work[board.QUEUE]
    for square in range(SQUARES):
        roads[square] = board.roads_from(s, t, square)
    changed = True
    while changed:
        changed = False
        for square in range(SQUARES):
            left = pulls[square] * NUMERATOR // DENOMINATOR
            if left == 0:
                continue
            sides = int(roads[square])
            while sides:
                beyond = t.neighbour[square, least_of(sides)]
                sides &= sides - 1
                if pulls[beyond] < left:
                    pulls[beyond] = left
                    changed = True


@kernel
def pull_at(s: GameState, square: int) -> float:
    """Return how strong targets pull on a square."""
    return float(s.work[PULL, square]) / SCALE


@kernel
def nearness(s: GameState, p: Policy, seat: int, square: int) -> float:
    """Return how near, as the crow flies, a square is to targets, weighed by their worths."""
    total = 0.0
    for other in range(SQUARES):
        worth = target_worth(s, p, seat, other)
        if worth > 0.0:
            apart = abs(other % WIDTH - square % WIDTH) + abs(other // WIDTH - square // WIDTH)
            total += worth / (1.0 + apart)
    return total
