"""The battles at hand at a table: the one that is about to be fought, and those of each attack.

Forces in an area are seen by all. Hands are left out, so the odds are those without swaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, Point
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit, title
from bloodstones.kit.playthrough import Playthrough as AnyPlaythrough
from bloodstones.kit.table.at_hand import AtHand

ODDS: Final = "odds"
YES: Final = "yes"
BEFORE_DRAWING: Final = (Point.WITHDRAW, Point.KEEP_OUT)


def questions(play: AnyPlaythrough, seat: int) -> tuple[AtHand, ...]:
    """Return the battles that a seat which decides can ask about, see `kit.table.at_hand`."""
    return tuple(_battles(cast(Playthrough, play), seat))


def _battles(play: Playthrough, seat: int) -> Iterator[AtHand]:
    state = play.state
    if int(state.point) in BEFORE_DRAWING:
        sides = [int(state.side_seat[side]) for side in (ATTACKER, DEFENDER)]
        yield _battle(play, sides[0], sides[1], int(state.battle_area), None)
    elif int(state.point) in (Point.MAIN, Point.FINAL):
        for code in play.legal_codes().tolist():
            decision = Decision.unpack(code)
            if decision.kind is Kind.ATTACK:
                yield _battle(play, seat, decision.y, decision.x, code)


def _battle(play: Playthrough, attacker: int, defender: int, area: int, code: int | None) -> AtHand:
    """Return the battle of two seats in an area."""
    terrain = play.board.areas[area].terrain
    arguments = {
        "attacker": str(_force(play, attacker, area)),
        "defender": str(_force(play, defender, area)),
        "terrain": terrain.id,
    }
    if int(play.state.units[attacker, area, Unit.CITADEL]):
        arguments["at_citadel"] = YES
    if _lands(play, attacker, area):
        arguments["corsair_ship"] = YES
    names = [title(play.line_up[seat]) for seat in (attacker, defender)]
    return AtHand(f"{' against '.join(names)} in {area} ({terrain.id})", ODDS, arguments, code)


def _force(play: Playthrough, seat: int, area: int) -> Force:
    counts = play.state.units[seat, area]
    return Force(play.line_up[seat], {unit: int(counts[unit]) for unit in Unit if counts[unit]})


def _lands(play: Playthrough, seat: int, area: int) -> bool:
    """Whether Corsairs attack a land area next to one of their ships (BS-CORSAIR-06, AMB-23)."""
    state: Any = play.state
    here = play.board.areas[area]
    if play.line_up[seat] is not Faction.CORSAIRS or here.terrain is Terrain.SEA:
        return False
    seas = [near for near in here.neighbours if play.board.areas[near].terrain is Terrain.SEA]
    return any(
        state.units[seat, sea, Unit.SHIP]
        and (
            play.tables.corsair_contested_ship_counts
            or state.total[sea] == state.force_size[seat, sea]
        )
        for sea in seas
    )
