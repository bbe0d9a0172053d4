"""What is impossible about the Cutiecorn of a position (BS-CUTIE)."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.record.position.fields import force_sizes
from bloodstones.games.bloodstones.record.position.notation import GONE, ON_MAP
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import CUTIE_RECYCLE_OUT_OF_GAME

WHERE: Final = "position"


def check_cutiecorn(game: Playthrough, head: Entry, faults: Faults) -> None:
    """Note everything impossible about the Cutiecorn."""
    s, t = game.state, game.tables
    standing = np.argwhere(s.units[:, :, Unit.CUTIECORN]).tolist()
    count = int(s.units[:, :, Unit.CUTIECORN].sum())
    place = head.values.get("cutiecorn")
    if place is None:
        if count:
            faults.note(WHERE, "no cutiecorn among the units without cutiecorn=map", "one")
        if t.cutiecorn:
            faults.note(WHERE, "the key cutiecorn in the variant (BS-CUTIE-01)", "none")
        return
    if not head.sound("cutiecorn"):
        return
    if count != (place == ON_MAP):
        expected = f"{int(place == ON_MAP)} cutiecorn among the units with cutiecorn={place}"
        faults.add(WHERE, expected, count)
    if place == GONE and t.cutie_recycle != CUTIE_RECYCLE_OUT_OF_GAME:
        faults.note(WHERE, "a Cutiecorn that can be built again (AMB-50)", "one that is gone")
    for seat, area in standing:
        if force_sizes(s)[seat, area] == 1 and s.total[area] > 1:
            expected = f"another unit of seat {seat} beside the Cutiecorn (BS-CUTIE-06)"
            faults.note(f"area {area}", expected, "others alone")
    _check_loser(game, faults)


def _check_loser(game: Playthrough, faults: Faults) -> None:
    """A loser hands it over before the casualty or, if it may be one, the retreat (AMB-49)."""
    s, point = game.state, Point(int(game.state.point))
    passed = point is Point.RETREAT or (point is Point.CASUALTY and not game.tables.cutie_casualty)
    if passed and s.units[s.decider, s.battle_area, Unit.CUTIECORN]:
        faults.note(WHERE, "a loser without the Cutiecorn (BS-CUTIE-08)", "one with it")
