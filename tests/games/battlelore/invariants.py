"""What holds at every point of every playthrough."""

from __future__ import annotations

from bloodstones.games.battlelore.engine.state import NOBODY, UNITS, Point
from bloodstones.games.battlelore.rules.board import HEXES, NOWHERE
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Terrain
from bloodstones.kit.playthrough import Playthrough

ON_WAY = (Point.STEP, Point.ROLL)


def check(game: Playthrough) -> None:
    """Assert what holds in every position."""
    check_board(game)
    check_cards(game)


def check_board(game: Playthrough) -> None:
    """Assert every invariant of a state."""
    s, t = game.state, game.tables
    standing = [0, 0]
    for u in range(UNITS):
        h, figures = int(s.hex[u]), int(s.figures[u])
        if h == NOWHERE:
            assert figures == 0
            assert not s.ordered[u]
            continue
        standing[u // SLOTS] += 1
        kind = t.kind[u]
        assert figures + s.given[u] <= t.health[kind]
        passing = int(s.point) in ON_WAY and int(s.mover) == u
        assert figures > 0 or s.level == 1 or int(s.point) in (Point.WINDOW, Point.BARRIER)
        assert s.at[h] == u or passing
        land = int(s.terrain[h])
        if not t.deploy_impassable:
            flyer = t.ability[kind, Ability.FLYING]
            assert land not in (Terrain.RIVER, Terrain.LAKE) or flyer
            assert land != Terrain.BUILDING or not t.ability[kind, Ability.MASSIVE]
    assert standing == [int(n) for n in s.units] or s.shown < 2
    for h in range(HEXES):
        assert s.at[h] == NOBODY or s.hex[s.at[h]] == h
    assert all(int(n) >= 0 for n in (*s.vp, *s.lore))
    sources = s.banner_vp + s.scenario_vp + s.tent_vp + s.kill_vp
    if not t.campaign:
        assert sources.tolist() == s.vp.tolist()


def check_cards(game: Playthrough) -> None:
    """Assert that no card is lost or made."""
    s, t = game.state, game.tables
    commands = s.command_deck + s.command_discard + s.command_hand.sum(axis=0)
    for place in range(int(s.command_unders)):
        commands[s.command_under[place]] += 1
    assert commands.tolist() == t.command_copies.tolist()
    lore = s.lore_deck + s.lore_discard + s.lore_hand
    for seat in range(2):
        for place in range(int(s.lore_unders[seat])):
            lore[seat, s.lore_under[seat, place]] += 1
        assert (s.known[seat] <= s.command_hand[1 - seat]).all()
    assert lore.tolist() == t.lore_copies.tolist()
    assert min(s.command_deck.min(), s.command_hand.min(), s.lore_hand.min()) >= 0
