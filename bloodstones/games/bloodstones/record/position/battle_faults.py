"""What is impossible about the battle under way in a position."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOTHING, GameState, Point
from bloodstones.games.bloodstones.record.position.fields import force_sizes
from bloodstones.games.bloodstones.record.position.notation import NONE
from bloodstones.games.bloodstones.rules.battle import tiles_drawn
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import ATTACKER_CASTLE_LOSS_EXTRA_CASUALTY

FULL_BATTLE: Final = frozenset({Point.WITHDRAW, Point.KEEP_OUT, Point.SWAP, Point.CASUALTY})
WHERE: Final = "position"


def check_battle(game: Playthrough, point: Point, faults: Faults) -> None:
    """Who fights and who decides (BS-TURN-08, BS-COMBAT-14, -35)."""
    s, t = game.state, game.tables
    area = int(s.battle_area)
    attacker, defender = (int(seat) for seat in s.side_seat)
    if attacker != s.active or defender == attacker or defender >= t.players:
        held = f"{attacker}v{defender}"
        faults.add(WHERE, f"a battle of the active seat {int(s.active)} and another", held)
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
    extra = (  # AMB-24: they fall with the unit that the attacker chooses
        point is Point.CASUALTY
        and t.attacker_castle_loss == ATTACKER_CASTLE_LOSS_EXTRA_CASUALTY
        and s.decider == attacker
    )
    if point in (Point.CASUALTY, Point.RETREAT) and walls and not extra:
        held = "a castle or citadel"
        faults.note(WHERE, "a loser whose fortifications are removed (BS-COMBAT-36)", held)


def fighting(game: Playthrough, side: int) -> Array:
    """Return the units of a side that fight: int64 array over unit types."""
    s = game.state
    present = s.units[int(s.side_seat[side]), int(s.battle_area)].astype(np.int64)
    force: Array = present - s.kept_out[side]
    return force


def check_kept_out(game: Playthrough, point: Point, faults: Faults) -> None:
    """Some unit of each side fights, its fortifications too (BS-COMBAT-04, AMB-14)."""
    s, t = game.state, game.tables
    if t.all_units_fight and (point is Point.KEEP_OUT or s.kept_out.any()):
        faults.note(WHERE, "a battle of all units (BS-COMBAT-04)", "some kept out")
        return
    deciding = ATTACKER if s.decider == s.side_seat[ATTACKER] else DEFENDER
    for side, name in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
        kept, force = s.kept_out[side], fighting(game, side)
        gone = side == deciding if point is Point.RETREAT else side != deciding
        beaten = point in (Point.RETREAT, Point.RAISE) and gone
        if (force < 0).any() or (kept * t.fortification).any():
            faults.add(WHERE, f"units that the {name} may keep out of the battle", str(kept))
        elif not (force.any() or beaten):
            faults.note(WHERE, f"a unit of the {name} that fights", "none")
        if kept.any() and (point is Point.RAISE and gone):
            faults.note(WHERE, f"no units of the beaten {name} kept out", "some")
        if point is Point.KEEP_OUT:
            _check_order(s, side, deciding, faults)


def _check_order(s: GameState, side: int, deciding: int, faults: Faults) -> None:
    """The attacker chooses first, unit types in rising order."""
    kept = np.flatnonzero(s.kept_out[side]).tolist()
    if side > deciding and kept:
        faults.note(WHERE, "nothing kept out by the defender yet", "something")
    if side == deciding and s.last_unit != max(kept, default=0):
        last = Unit(max(kept)).id if kept else NONE
        faults.add(WHERE, f"last={last}, the last unit kept out", Unit(int(s.last_unit)).id)


def check_swaps(game: Playthrough, faults: Faults) -> None:
    """Combat tiles come from one bag, one of them swapped at most (BS-COMBAT-15 to -23)."""
    s, t = game.state, game.tables
    first = DEFENDER if t.swaps_last[s.side_seat[ATTACKER]] else ATTACKER
    deciding = first if s.swaps_done == 0 else 1 - first
    if s.decider != s.side_seat[deciding]:
        expected = f"decider={int(s.side_seat[deciding])} with swaps={int(s.swaps_done)}"
        faults.add(WHERE, expected, int(s.decider))
    for side, name in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
        count = _tiles_due(game, side)
        drawn = [int(value) for value in s.drawn[side] if value]
        if len(drawn) != count:
            faults.add(WHERE, f"{count} combat tiles of the {name}", drawn)
        left = Counter(drawn)
        if s.swapped[side] != NOTHING:
            left -= Counter([int(t.pips[int(s.side_seat[side]), s.swapped[side]])])
            if side == deciding or s.swaps_done == 0 or left.total() == len(drawn):
                tile = Unit(int(s.swapped[side])).id
                faults.add(WHERE, f"no tile swapped by the {name} or its pips drawn", tile)
        if left - Counter(t.combat_tile[: t.combat_tiles].tolist()):
            faults.add(WHERE, f"combat tiles of one bag for the {name}", drawn)


def _tiles_due(game: Playthrough, side: int) -> int:
    """Return how many combat tiles a side draws (BS-COMBAT-15, -17)."""
    t, force = game.tables, fighting(game, side)
    return tiles_drawn(
        int(force.sum()),
        int(fighting(game, 1 - side).sum()),
        bool((force * t.draws_more).any()),
        int(t.tiles_more),
        int(t.tiles_fewer),
    )
