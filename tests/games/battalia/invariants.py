"""What holds at every point of every playthrough."""

from __future__ import annotations

import numpy as np

from bloodstones.games.battalia.engine.cards import deck_total
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ITEMS,
    NOTHING,
    SEATS,
    TENTS,
    GameState,
    Life,
    Point,
    Square,
    Status,
)
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    CITY_BUILDS,
    FACTIONS,
    FIRST_GREAT,
    RANKS,
)


def check(s: GameState, t: RuleTables) -> None:
    """Cards and tokens are conserved, decks large enough, the board well formed."""
    assert s.status == Status.OK
    check_cards(s, t)
    check_knowledge(s, t)
    check_board(s, t)
    for seat in range(int(t.players)):
        if s.turn > 0 and not t.deck_floor:
            least = min(int(t.deck_least), int(t.dealt.sum() + t.start_supply))
            assert deck_total(s, t, seat) + (s.point == Point.TARGET) >= least
        assert s.ambush[seat].sum() <= max(t.slots, 0)
    if s.point == Point.OVER:
        points = [points_of(s, seat) for seat in range(int(t.players))]
        best = [seat for seat in range(int(t.players)) if s.rank[seat] == 1]
        assert all(points[seat] == max(points) for seat in best)


def on_table(s: GameState, seat: int) -> np.ndarray:
    """The open cards of a seat: discarded, played, gained, tents, items."""
    counts = s.discard[seat] + s.played[seat] + s.gained[seat]
    for tent in range(TENTS):
        for card in (s.tent[seat, tent], *s.held[seat, tent]):
            if card != NOTHING:
                counts[card] += 1
    for item in range(ITEMS):
        if s.item_kind[item] != NOTHING and s.item_owner[item] == seat:
            converting = (Point.TARGET, Point.DIE, Point.TOP, Point.ROOM)
            assert s.item_copies[item] > 0 or s.point in converting
            assert s.item_half[item] == (s.item_card[item] == NOTHING) or s.point == Point.TOP
            if s.item_card[item] != NOTHING:
                counts[s.item_card[item]] += 1
    if s.ambushing != NOTHING and seat == s.decider:
        counts[s.ambushing] += 1
    return counts


def check_cards(s: GameState, t: RuleTables) -> None:
    """Every card is in one place."""
    total = s.pool + s.limbo + s.blocks
    for zone in (s.draw, s.hand, s.ambush, s.discard, s.played, s.gained):
        assert (zone >= 0).all()
        assert (zone[int(t.players) :] == 0).all()
    assert (s.pool >= 0).all()
    for seat in range(int(t.players)):
        table = on_table(s, seat)
        assert (table == s.seen[seat]).all()
        total = total + table + s.draw[seat] + s.hand[seat] + s.ambush[seat]
        great = table[FIRST_GREAT:] + s.draw[seat, FIRST_GREAT:] + s.hand[seat, FIRST_GREAT:]
        assert great.sum() + s.ambush[seat, FIRST_GREAT:].sum() <= 1
    assert (total == t.copies).all()
    for rank in range(RANKS):
        size = int(s.bottom_size[rank])
        for faction in range(FACTIONS):
            below = int((s.bottom[rank, :size] == faction).sum())
            assert below <= s.pool[rank * FACTIONS + faction]
    if s.point not in (Point.TARGET, Point.DIE, Point.TOP):
        assert s.item_life.max() <= Life.LAST


def check_knowledge(s: GameState, t: RuleTables) -> None:
    """What is known for certain is true."""
    players = int(t.players)
    owned = s.draw + s.hand + s.ambush + s.seen
    assert (s.known[:players] >= s.seen[:players]).all()
    assert (s.known[:players] <= owned[:players]).all()
    assert (s.open >= 0).all()
    assert (s.open <= s.hand).all()
    assert (s.shown >= 0).all()
    assert (s.shown <= s.ambush).all()
    assert (s.draw[:players] <= s.stock[:players]).all()


def check_board(s: GameState, t: RuleTables) -> None:
    """Roads match, cities are never side by side unless set up so, tokens are conserved."""
    laid = np.zeros_like(t.map_copies)
    starts = {int(square) for square in t.starts[: int(t.players)]} | {
        int(square) for square in t.neutral[: int(t.neutrals)]
    }
    tokens = s.tokens.copy()
    for square in range(SQUARES):
        what = s.what[square]
        assert (what == Square.OFF) == (not t.on[square])
        if what in (Square.ROAD, Square.CITY):
            assert t.turned[s.build[square], s.exits[square]]
            assert (what == Square.CITY) == (s.build[square] < CITY_BUILDS)
            laid[s.build[square], max(0, s.terrain[square])] += 1
        if s.owner[square] != NOTHING:
            assert what == Square.CITY
            assert s.reverted[square] == 0
            tokens[s.owner[square], s.level[square]] += 1
        for direction in range(4):
            beyond = int(t.neighbour[square, direction])
            if beyond == NOTHING:
                continue
            cards = (Square.ROAD, Square.CITY, Square.RUINS)
            if what in cards and s.what[beyond] in cards:
                back = (direction + 2) % 4
                assert s.exits[square] >> direction & 1 == s.exits[beyond] >> back & 1
            if what == Square.CITY and s.what[beyond] == Square.CITY:
                assert square in starts
                assert beyond in starts
    if s.turn > 0 and not t.dead_square:
        check_ends_of_roads(s, t)
    assert (laid + s.map_left == t.map_copies).all()
    assert s.empty == (s.what == Square.EMPTY).sum()
    assert s.blocks.sum() <= (s.what == Square.DEAD).sum()
    assert (s.tokens >= 0).all()
    for seat in range(int(t.players)):
        assert (tokens[seat] == t.tokens).all()
    for seat in range(SEATS):
        for square in s.hero[seat]:
            assert square == NOTHING or s.what[square] in (Square.ROAD, Square.CITY, Square.RUINS)


def check_ends_of_roads(s: GameState, t: RuleTables) -> None:
    """To every group of empty squares side by side some road leads (AMB-19)."""
    left = {square for square in range(SQUARES) if s.what[square] == Square.EMPTY}
    while left:
        edge, led_to = [left.pop()], False
        for square in edge:
            for direction in range(4):
                beyond = int(t.neighbour[square, direction])
                if beyond in left:
                    left.remove(beyond)
                    edge.append(beyond)
                cards = (Square.ROAD, Square.CITY, Square.RUINS)
                meets = beyond != NOTHING and s.what[beyond] in cards
                led_to |= meets and bool(s.exits[beyond] >> (direction + 2) % 4 & 1)
        assert led_to
