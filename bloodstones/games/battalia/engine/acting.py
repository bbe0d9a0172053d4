"""The action step: the lines that the active seat can begin, and their effects once paid."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import (
    ambush_and_tents,
    board,
    cards,
    cities,
    converting,
    decks,
    fighting,
)
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.paying import (
    JOKERS,
    affords,
    begin_line,
    count_funds,
    gallops,
)
from bloodstones.games.battalia.engine.rule_tables import (
    CITY_COST,
    HIRE_COST,
    RIDE_COST,
    ROAD_COST,
    UPGRADE_COST,
    RuleTables,
)
from bloodstones.games.battalia.engine.state import (
    HEROES,
    NOTHING,
    GameState,
    Point,
    Tally,
)
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    BUILDS,
    CARDS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    HORN,
    LEVELS,
    RANKS,
    SUPPLY,
    WINGS,
    Kind,
)


@kernel
def list_actions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the actions of the active seat (BA-ACT-04); the first is to end the step.

    See BA-ACT-01.
    """
    out[0] = encode(Move.GO_ON, 0, 0)
    n = ambush_and_tents.list_tented(s, out, 1)
    if cards.size_of(s, s.decider) == 0 and not has_items(s):
        return n
    n = converting.list_uses(s, t, out, n)
    n = ambush_and_tents.list_tents(s, t, out, n)
    if ambush_and_tents.may_ambush(s, t):
        n = ambush_and_tents.list_hand(s, Move.AMBUSH, CARDS, out, n)
    if s.hand[s.decider, HORN] > 0:
        out[n] = encode(Move.HORN, 0, 0)
        n += 1
    n = list_wings(s, out, n)
    count_funds(s, t)
    n = list_gains(s, t, out, n)
    n = list_builds(s, t, out, n)
    n = list_hires(s, t, out, n)
    n = list_moves(s, t, out, n)
    return fighting.list_fights(s, t, out, n)


@kernel
def has_items(s: GameState) -> bool:
    """Whether the decider has an item on the table."""
    for item in range(s.item_kind.shape[0]):
        if s.item_kind[item] != NOTHING and s.item_owner[item] == s.decider:
            return True
    return False


@kernel
def list_gains(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write the cards that could be gained behind `n` other decisions (BA-GAIN-01, BA-GAIN-03).

    See BA-CARD-11, BA-GAIN-05, BA-ACT-06.
    """
    for kind in range(DECKS):
        if decks.deck_size(s, kind) == 0 or not affords(s, t, kind, False):
            continue
        if kind < RANKS and s.pool[SUPPLY] == 0 and not t.unit_without_supply:  # AMB-25
            continue
        out[n] = encode(Move.GAIN, kind, 0)
        n += 1
        if s.paired >> kind & 1:
            for faction in range(FACTIONS):
                out[n] = encode(Move.GAIN, kind, 1 + faction)
                n += 1
    return n


@kernel
def list_builds(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write cities, roads and upgrades that could be built behind `n` other decisions.

    See BA-BUILD-08, -09, -11, -12.
    """
    seat = s.decider
    for level in range(1, LEVELS):
        token = cities.token_for(s, seat, level, t.build_without_token > 0)
        if token == 0 or not affords(s, t, CITY_COST + level, False):
            continue
        for build in range(CITY_BUILDS):
            if s.placeable >> build & 1 and board.cards_left(s, build) > 0:
                out[n] = encode(Move.CITY, level, build)
                n += 1
    for build in range(CITY_BUILDS, BUILDS):
        left = s.placeable >> build & 1 and board.cards_left(s, build) > 0
        if left and affords(s, t, ROAD_COST + build, False):
            out[n] = encode(Move.ROAD, build, 0)
            n += 1
    for level in range(2, LEVELS):
        if s.tokens[seat, level] == 0 or not affords(s, t, UPGRADE_COST + level, False):
            continue
        for square in range(SQUARES):
            if s.level[square] == level - 1 and cities.can_upgrade(s, seat, square):
                out[n] = encode(Move.UPGRADE, square, 0)
                n += 1
    return n


@kernel
def list_hires(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write the cities where a hero could be hired (BA-HERO-02, BA-HERO-07, BA-ART-05)."""
    seat = s.decider
    if hero_in_stock(s, seat) == NOTHING or not affords(s, t, HIRE_COST, True):
        return n
    for square in range(SQUARES):
        if s.owner[square] == seat:
            out[n] = encode(Move.HIRE, square, 0)
            n += 1
    return n


@kernel
def hero_in_stock(s: GameState, seat: int) -> int:
    """Return a hero that is off the board, NOTHING if there is none (BA-HERO-01)."""
    for hero in range(HEROES):
        if s.hero[seat, hero] == NOTHING:
            return hero
    return NOTHING


@kernel
def is_second_of_two(s: GameState, seat: int, hero: int) -> bool:
    """Whether the seat's other hero, listed before, stands on the same square."""
    return bool(hero > 0 and s.hero[seat, hero] == s.hero[seat, 0])


@kernel
def list_moves(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write where heroes could go by supplies or a horse (BA-HERO-03, BA-ART-18, BA-HERO-06)."""
    seat = s.decider
    steps = supplies(s)
    rides = affords(s, t, RIDE_COST, False)
    whole = gallops(s, t)
    if steps == 0 and not rides:
        return n
    for hero in range(HEROES):
        start = s.hero[seat, hero]
        if start == NOTHING or is_second_of_two(s, seat, hero):
            continue
        board.measure(s, t, seat, start, NOTHING)
        for square in range(SQUARES):
            far = s.work[board.DISTANCE, square]
            if far == 0 or far == board.FAR:
                continue
            if far <= steps:
                out[n] = encode(Move.WALK, hero, square)
                n += 1
            if rides and far <= t.ride:
                out[n] = encode(Move.RIDE, hero, square)
                n += 1
            elif whole and far <= 2 * t.ride:
                out[n] = encode(Move.GALLOP, hero, square)
                n += 1
    return n


@kernel
def supplies(s: GameState) -> int:
    """Return how many supplies the funds can pay."""
    return int(s.funds[Kind.SUPPLY] + s.funds[JOKERS])


@kernel
def list_wings(s: GameState, out: Array, n: int) -> int:
    """Write where the Wings could bring a hero (BA-GREAT-04, AMB-08)."""
    seat = s.decider
    if s.hand[seat, WINGS] == 0:
        return n
    for hero in range(HEROES):
        start = s.hero[seat, hero]
        if start == NOTHING or is_second_of_two(s, seat, hero):
            continue
        for square in range(SQUARES):
            if square != start and board.has_card(s, square):
                out[n] = encode(Move.WINGS, hero, square)
                n += 1
    return n


@kernel
def act(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Begin the line of an action that is paid with cards."""
    tell(s, kind, s.decider, x, y)
    row = NOTHING
    if kind == Move.GAIN:
        row = x
    elif kind == Move.CITY:
        row = CITY_COST + x
    elif kind == Move.ROAD:
        row = ROAD_COST + x
        y = x
    elif kind == Move.UPGRADE:
        row = UPGRADE_COST + s.level[x] + 1
    elif kind == Move.HIRE:
        row = HIRE_COST
    elif kind in (Move.RIDE, Move.GALLOP):
        row = RIDE_COST
    begin_line(s, t, kind, x, y, row)
    if kind == Move.WALK:
        board.measure(s, t, s.decider, s.hero[s.decider, x], NOTHING)
        s.needs[Kind.SUPPLY] = s.work[board.DISTANCE, y]


@kernel
def carry_out(s: GameState, t: RuleTables) -> None:
    """Do what the line that is paid does."""
    seat = s.decider
    kind = s.act
    if kind == Move.GAIN:
        gain(s, t)
    elif kind == Move.CITY:
        decks.need_top(s, DECKS + s.act_y)
    elif kind == Move.ROAD:
        s.terrain_drawn = NOTHING
        s.point = Point.PLACE
    elif kind == Move.UPGRADE:
        cities.upgrade(s, t, s.act_x)
    elif kind == Move.HIRE:
        s.hero[seat, hero_in_stock(s, seat)] = s.act_x
        s.tally[seat, Tally.HEROES] += 1
        s.point = Point.CLOSE_LINE
    elif kind == Move.TENT:
        s.point = Point.HOLD
    else:
        go(s, seat, s.act_x, s.act_y)


@kernel
def go(s: GameState, seat: int, hero: int, square: int) -> None:
    """Put a hero on another square."""
    s.hero[seat, hero] = square
    s.tally[seat, Tally.STEPS] += 1
    s.point = Point.CLOSE_LINE


@kernel
def fly(s: GameState, hero: int, square: int) -> None:
    """Move a hero with the Wings."""
    seat = s.decider
    tell(s, Move.WINGS, seat, hero, square)
    cards.play(s, seat, WINGS)
    go(s, seat, hero, square)


@kernel
def gain(s: GameState, t: RuleTables) -> None:
    """Gain the card that was paid for: the top one, or of a paired type one searched for.

    See BA-ACT-06.
    """
    seat = s.decider
    deck = s.act_x
    if s.act_y > 0:
        faction = s.act_y - 1
        if decks.search(s, seat, deck, faction):
            gained(s, decks.pull(s, deck, faction))
            return
    decks.need_top(s, deck)


@kernel
def gained(s: GameState, card: int) -> None:
    """Set a gained card beside the line; with a unit comes a supply (BA-GAIN-02).

    See BA-GAIN-04, BA-NEUT-07.
    """
    seat = s.decider
    decks.receive(s, seat, card)
    s.gains[seat, s.act_x] += 1
    if s.act_x < RANKS:
        s.tally[seat, Tally.UNITS] += 1
        if s.pool[SUPPLY] > 0:
            s.pool[SUPPLY] -= 1
            decks.receive(s, seat, SUPPLY)
    s.point = Point.CLOSE_LINE


@kernel
def got_top(s: GameState, t: RuleTables) -> None:
    """The top card that was needed is known: go on with what needed it."""
    deck = s.deck
    if s.act == Move.GAIN:
        card = decks.remove(s, deck, int(s.top[deck]))
        if s.act_y > 0:
            decks.shuffle(s, deck)
        gained(s, card)
    elif s.act == Move.CITY:
        s.terrain_drawn = s.top[deck]
        s.top[deck] = NOTHING
        s.point = Point.PLACE
    elif s.act == Move.TARGET:
        converting.take_top_unit(s, t)
    else:
        s.point = Point.NEXT_ACTION  # a top card was turned up (AMB-40)
