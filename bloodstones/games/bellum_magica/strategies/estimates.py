"""What plans make of a position: worths of creatures, targets and rows, in points of chests."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bellum_magica.engine.attacking import barrel_room, chests_of, defence
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import KINDS, NOTHING, GameState
from bloodstones.games.bellum_magica.rules.cards import ROWS
from bloodstones.games.bellum_magica.rules.compiled import beats
from bloodstones.games.bellum_magica.rules.names import Icon, Resource, Side, Token
from bloodstones.games.bellum_magica.strategies.policy import Policy, Weight

BEHIND: Final = 0.3  # share of a treasure card's worth where another has more of them
TIED: Final = 0.6
ENOUGH_SWORDS: Final = 3.0  # beside a thief


@kernel
def progress(s: GameState, t: RuleTables) -> float:
    """Return how near the game is to its end by chests, 0 to 1."""
    most = 0
    for seat in range(t.players):
        most = max(most, chests_of(s, seat))
    return min(1.0, most / t.end_chests)


@kernel
def treasure_factor(s: GameState, t: RuleTables, seat: int, row: int, added: int) -> float:
    """Return how much a treasure card is worth in a row, given those of others."""
    most = 0
    for other in range(t.players):
        if other != seat:
            most = max(most, int(s.troop[other, row, Icon.TREASURE]))
    treasures = int(s.troop[seat, row, Icon.TREASURE]) + added
    if treasures > most:
        return 1.0
    return TIED if treasures == most else BEHIND


@kernel
def left_worth(s: GameState, t: RuleTables, p: Policy, seat: int, card: int) -> float:
    """Return what a creature is worth on the left."""
    w = p.weight[seat]
    kept = 1.0 - w[Weight.FADE] * progress(s, t)
    total = 0.0
    for row in range(ROWS):
        icons = t.icons[card, Side.LEFT, row]
        troop = s.troop[seat, row]
        if icons[Icon.FOOD] > 0:
            full = 1.0 + w[Weight.FULL_LEFT] * troop[Icon.FOOD]
            total += kept * w[Weight.FOOD] * icons[Icon.FOOD] / full
        if icons[Icon.GLYPH] > 0:
            full = 1.0 + w[Weight.FULL_LEFT] * troop[Icon.GLYPH]
            total += kept * w[Weight.GLYPH] * icons[Icon.GLYPH] / full
        if icons[Icon.TREASURE] > 0:
            factor = treasure_factor(s, t, seat, row, icons[Icon.TREASURE])
            total += w[Weight.TREASURE] * icons[Icon.TREASURE] * factor
    return total


@kernel
def right_worth(s: GameState, t: RuleTables, p: Policy, seat: int, card: int) -> float:
    """Return what a creature is worth on the right."""
    w = p.weight[seat]
    total = 0.0
    for row in range(ROWS):
        icons = t.icons[card, Side.RIGHT, row]
        troop = s.troop[seat, row]
        swords = int(troop[Icon.SWORD]) + int(troop[Icon.MAGIC_SWORD])
        full = 1.0 + w[Weight.FULL_RIGHT] * swords
        total += w[Weight.SWORD] * icons[Icon.SWORD] / full
        total += w[Weight.MAGIC_SWORD] * icons[Icon.MAGIC_SWORD] / full
        if icons[Icon.THIEF] > 0:
            swords += int(icons[Icon.SWORD]) + int(icons[Icon.MAGIC_SWORD])
            total += w[Weight.THIEF] * icons[Icon.THIEF] * min(1.0, swords / ENOUGH_SWORDS)
    return total


@kernel
def token_worth(s: GameState, t: RuleTables, p: Policy, seat: int, card: int) -> float:
    """Return what the bonus token of a creature is worth, 0 without one."""
    token = t.bonus[card]
    if token == NOTHING or s.token_supply[token] == 0:
        return 0.0
    if token == Token.SHIELD:
        return float(p.weight[seat, Weight.SHIELD])
    weight = Weight.MAGIC_SHIELD if token == Token.MAGIC_SHIELD else Weight.REROLL
    return float(p.weight[seat, weight])


@kernel
def loot_worth(s: GameState, t: RuleTables, p: Policy, seat: int, place: int) -> float:
    """Return what the loot of a location or the tavern is worth."""
    w = p.weight[seat]
    loot = t.loot[place]
    total = w[Weight.FOOD_PRICE] * loot[Resource.FOOD]
    total += w[Weight.GLYPH_PRICE] * loot[Resource.GLYPH]
    barrels = min(int(loot[Resource.BARREL]), barrel_room(s, t, seat))
    total += w[Weight.BARREL_PRICE] * barrels
    for kind in range(KINDS):
        number = min(int(loot[KINDS + kind]), int(s.stack_size[kind]))
        total += w[Weight.LOOT] * p.mean[kind] * number
    return float(total)


@kernel
def stolen_worth(s: GameState, p: Policy, victim: int, thieves: int) -> float:
    """Return the value that thieves find by expectation, the best kinds first."""
    total = 0.0
    for kind in range(KINDS - 1, -1, -1):
        number = min(thieves, int(s.chest_count[victim, kind]))
        total += p.mean[kind] * number
        thieves -= number
    return total


@kernel
def theft_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, victim: int, thieves: int
) -> float:
    """Return what robbing a castle is worth."""
    w = p.weight[seat]
    near = min(1.0, chests_of(s, victim) / t.end_chests)
    worth = stolen_worth(s, p, victim, thieves)
    return float(worth * w[Weight.THEFT] * (1.0 + w[Weight.RIVAL] * near))


@kernel
def expected_worth(s: GameState, p: Policy, seat: int) -> float:
    """Return what the chests of another seat are worth by their kinds."""
    total = 0.0
    for kind in range(KINDS):
        total += p.mean[kind] * s.chest_count[seat, kind]
    return total


@kernel
def closing_cost(
    s: GameState, t: RuleTables, p: Policy, seat: int, chests: int, value: float
) -> float:
    """Return the cost of ending the game by gaining this many chests of a value."""
    if chests_of(s, seat) + chests < t.end_chests:
        return 0.0
    best = 0.0
    for other in range(t.players):
        if other != seat:
            best = max(best, expected_worth(s, p, other))
    if worth_of(s, seat) + value >= best + p.weight[seat, Weight.LEAD]:
        return 0.0
    return float(p.weight[seat, Weight.CLOSING])


@kernel
def best_attack(s: GameState, t: RuleTables, p: Policy, seat: int, row: int) -> float:
    """Return the worth of the best attack that a seat could make if a row were active."""
    troop = s.troop[seat, row]
    swords = troop[Icon.SWORD]
    magic = troop[Icon.MAGIC_SWORD]
    best = 0.0
    for slot in range(t.players):
        place = s.shown[slot]
        if place != NOTHING and beats(swords, magic, t.shields[place], t.magic_shields[place]):
            best = max(best, loot_worth(s, t, p, seat, place))
    tavern = t.locations
    if beats(swords, magic, t.shields[tavern], t.magic_shields[tavern]):
        best = max(best, loot_worth(s, t, p, seat, tavern))
    thieves = int(troop[Icon.THIEF])
    if thieves > 0:
        for other in range(t.players):
            if other != seat and beats(swords, magic, *defence(s, t, other)):
                best = max(best, theft_worth(s, t, p, seat, other, thieves))
    return best


@kernel
def row_worth(s: GameState, t: RuleTables, p: Policy, seat: int, row: int) -> float:
    """Return what a row brings a seat today."""
    w = p.weight[seat]
    troop = s.troop[seat, row]
    total = w[Weight.FOOD_PRICE] * troop[Icon.FOOD] + w[Weight.GLYPH_PRICE] * troop[Icon.GLYPH]
    if troop[Icon.TREASURE] > 0:
        factor = treasure_factor(s, t, seat, row, 0)
        if factor > BEHIND:
            total += p.mean[1 if factor > TIED else 0]
    return float(total + best_attack(s, t, p, seat, row))


@kernel
def roll_worth(s: GameState, t: RuleTables, p: Policy, row: int) -> float:
    """Return the value of a row to the decider: its gain less a share of the rivals' gain."""
    seat = s.decider
    total = row_worth(s, t, p, seat, row)
    rivalry = p.weight[seat, Weight.RIVALRY]
    if rivalry > 0.0:
        share = rivalry / (t.players - 1)
        for other in range(t.players):
            if other != seat:
                # by the decider's own worths: those of others are theirs alone
                total -= share * rival_row_worth(s, t, p, seat, other, row)
    return total


@kernel
def rival_row_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, other: int, row: int
) -> float:
    """Return a rival's gain from a row as `seat` sees it: icons weighed by its prices."""
    w = p.weight[seat]
    troop = s.troop[other, row]
    swords = int(troop[Icon.SWORD]) + int(troop[Icon.MAGIC_SWORD])
    total = w[Weight.FOOD_PRICE] * troop[Icon.FOOD] + w[Weight.GLYPH_PRICE] * troop[Icon.GLYPH]
    total += w[Weight.SWORD] * swords + w[Weight.THIEF] * troop[Icon.THIEF]
    return float(total + w[Weight.TREASURE] * troop[Icon.TREASURE])
