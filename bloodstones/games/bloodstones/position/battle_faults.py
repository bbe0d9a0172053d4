"""What is impossible about the battle under way in a position."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bloodstones.core.faults import Faults
from bloodstones.games.bloodstones.battle_rules import tiles_drawn
from bloodstones.games.bloodstones.names import Unit
from bloodstones.games.bloodstones.playthrough import Playthrough
from bloodstones.games.bloodstones.position.fields import force_sizes
from bloodstones.games.bloodstones.state import ATTACKER, DEFENDER, NOTHING, Point

FULL_BATTLE: Final = frozenset({Point.WITHDRAW, Point.SWAP, Point.CASUALTY})
WHERE: Final = "position"


def check_battle(game: Playthrough, point: Point, faults: Faults) -> None:
    """Who fights and who decides (BS-TURN-08, BS-COMBAT-14, -35)."""
    s, t = game.state, game.tables
    area = int(s.battle_area)
    attacker, defender = (int(seat) for seat in s.side_seat)
    if attacker != s.active or defender == attacker or defender >= t.players:
        found = f"{attacker}v{defender}"
        faults.add(WHERE, f"a battle of the active seat {int(s.active)} and another", found)
        return
    sides = {ATTACKER: attacker, DEFENDER: defender}
    who = {Point.WITHDRAW: (defender,)}.get(point, (attacker, defender))
    if s.decider not in who:
        seats = " or ".join(map(str, who))
        faults.add(WHERE, f"decider {seats} at {point.name.lower()}", int(s.decider))
        return
    if point not in FULL_BATTLE:
        sides = {ATTACKER: int(s.decider)}  # of the loser who retreats, of the winner who raises
        if s.removed < 1:
            faults.add(WHERE, "at least 1 unit removed from the loser", int(s.removed))
    for seat in sides.values():
        if force_sizes(s)[seat, area] == 0:
            faults.note(WHERE, f"units of seat {seat} in the battle in area {area}", "none")
    walls = (s.units[s.decider, area] * t.fortification).any()
    if point in (Point.CASUALTY, Point.RETREAT) and walls:
        found = "a castle or citadel"
        faults.note(WHERE, "a loser whose fortifications are removed (BS-COMBAT-36)", found)


def check_swaps(game: Playthrough, faults: Faults) -> None:
    """Combat tiles come from one bag, one of them swapped at most (BS-COMBAT-15 to -23)."""
    s, t = game.state, game.tables
    area = int(s.battle_area)
    first = DEFENDER if t.swaps_last[s.side_seat[ATTACKER]] else ATTACKER
    deciding = first if s.swaps_done == 0 else 1 - first
    if s.decider != s.side_seat[deciding]:
        expected = f"decider={int(s.side_seat[deciding])} with swaps={int(s.swaps_done)}"
        faults.add(WHERE, expected, int(s.decider))
    for side, name in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
        seat, enemy = int(s.side_seat[side]), int(s.side_seat[1 - side])
        count = tiles_drawn(
            int(force_sizes(s)[seat, area]),
            int(force_sizes(s)[enemy, area]),
            bool((s.units[seat, area] * t.draws_more).any()),
            int(t.tiles_more),
            int(t.tiles_fewer),
        )
        drawn = [int(value) for value in s.drawn[side] if value]
        if len(drawn) != count:
            faults.add(WHERE, f"{count} combat tiles of the {name}", drawn)
        left = Counter(drawn)
        if s.swapped[side] != NOTHING:
            left -= Counter([int(t.pips[seat, s.swapped[side]])])
            if side == deciding or s.swaps_done == 0 or left.total() == len(drawn):
                tile = Unit(int(s.swapped[side])).id
                faults.add(WHERE, f"no tile swapped by the {name} or its pips drawn", tile)
        if left - Counter(t.combat_tile[: t.combat_tiles].tolist()):
            faults.add(WHERE, f"combat tiles of one bag for the {name}", drawn)
