"""What a position of Wizard Kings says, see `kit.positions.form`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.wizard_kings.engine.rule_tables import SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    DIRECTIONS,
    GONE,
    SEATS,
    Ending,
    Mode,
    Opened,
    Point,
)
from bloodstones.games.wizard_kings.record.header import hex_name
from bloodstones.games.wizard_kings.rules.names import Letter, Terrain
from bloodstones.kit.fields import SEAT
from bloodstones.kit.positions.form import Axis, Form, Row, rows

BLOCK: Final = (SEAT, "block")
MOST: Final = 99
OFF_MAP: Final = ((GONE, "gone"),)


def axes(tables: RuleTables, game_setup: Any) -> dict[str, Axis]:
    """Return the names of hexes, blocks and spells."""
    rules, width = game_setup.rules, game_setup.board.width
    blocks = []
    for seat in range(int(tables.players)):
        counts: dict[str, int] = {}
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            unit = rules.units[int(tables.kind[block])].unit
            counts[unit] = counts.get(unit, 0) + 1
            blocks.append(f"{seat}.{unit}_{counts[unit]}")
    return {
        "block": tuple(blocks),
        "hex": tuple(hex_name(h, width) for h in range(int(tables.hexes))),
        "spell": tuple(spell.spell for spell in rules.spells)[:SPELLS],
        "direction": DIRECTIONS,
        "side": ("attacking", "defending"),
        "opened": Opened.ids(),
        "place": int(tables.players),
    }


def complete(s: Any, t: RuleTables) -> None:
    """Count blocks and wizards by hex."""
    s.count[:] = 0
    s.wizards[:] = 0
    for block in range(int(t.players) * BLOCKS):
        h = int(s.hex[block])
        if h >= 0:
            s.count[h, block // BLOCKS] += 1
            s.wizards[h, block // BLOCKS] += t.wizard[t.kind[block]]
    for seat in range(int(t.players)):
        s.team[seat] = t.team[seat]
        s.order[seat] = seat


def check(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note blocks that cannot be as strong or where they are, and a phase that cannot be."""
    players, on_way = int(t.players), int(s.mover)
    for block in range(players * BLOCKS):
        seat, h, strength = block // BLOCKS, int(s.hex[block]), int(s.strength[block])
        kind, where = int(t.kind[block]), f"seat {seat}, block {block % BLOCKS + 1}"
        if h >= 0:
            where += f" in hex {hex_name(h, int(t.width))}"
        if h < 0:
            if strength and s.turn > 0:
                faults.add(where, "no strength off the map", strength)
            if h == GONE and not t.wizard[kind]:
                faults.note(where, "a wizard, as it is gone for good (WK-WIZ-09)", "another unit")
            continue
        if not 1 <= strength <= int(t.most[kind]):
            faults.add(where, f"a strength from 1 to {int(t.most[kind])} (WK-UNIT-06)", strength)
        if block == on_way:
            continue
        wet = t.coastal[h] or t.river[h] or t.land[h] == Terrain.SEA
        if t.aquatic[kind] and not wet:
            faults.note(where, "a hex with water for an aquatic unit (WK-UNIT-16)", "dry land")
        elif t.land[h] == Terrain.SEA and s.attacker[h] < 0 and not t.aquatic[kind]:
            faults.note(where, "land, as there is no battle in the hex (WK-UNIT-15)", "sea")
    _check_hexes(s, t, faults)
    point = Point(int(s.point))
    setting_up = point in (Point.BUY, Point.PLACE)
    if point is not Point.OVER and setting_up != (int(s.turn) == 0):
        faults.note("position, turn", f"a turn for the point {point.id}", str(int(s.turn)))
    if sorted(s.order[:players].tolist()) != list(range(players)):
        faults.note("position, order", "each seat once", "others")


def _check_hexes(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note enemies that share a hex without a battle, and hexes with too many blocks."""
    players = int(t.players)
    passing = int(s.hex[s.mover]) if s.mover >= 0 else -1
    for h in np.flatnonzero(np.asarray(s.count).any(axis=1)).tolist():
        here = [seat for seat in range(players) if s.count[h, seat]]
        enemies = any(s.team[here[0]] != s.team[other] for other in here[1:])
        if enemies and s.attacker[h] < 0 and h != passing:
            faults.note(
                f"hex {hex_name(h, int(t.width))}", "a battle where enemies meet (attacker)", "none"
            )
        for seat in here:
            units = int(s.count[h, seat] - s.wizards[h, seat])
            if units > int(t.stack) + (h == passing) and not (s.fighting or s.building):
                wanted = f"at most {int(t.stack)} units in a hex (WK-MOVE-03)"
                place = hex_name(h, int(t.width))
                faults.add(f"seat {seat}, hex {place}", wanted, units)


FORM: Final = Form(
    rows=(
        Row("turn"),
        Row("point", of=Point, empty=-1, needed=True),
        *rows("active decider", of=SEAT, empty=-1, needed=True),
        Row("place", most=SEATS),
        *rows("fighting building", most=1),
        Row("order", ("place",), of=SEAT, empty=-1, derived=True),
        Row("control", ("hex",), of=SEAT, empty=-1),
        Row("attacker", ("hex",), of=SEAT, empty=-1),
        Row("side", ("hex", SEAT), most=2),
        Row("crossed", ("side", "hex", "direction"), most=MOST),
        Row("hex", BLOCK, of="hex", besides=OFF_MAP, empty=-1, split=BLOCKS),
        Row("strength", BLOCK, split=BLOCKS, most=9),
        *rows(
            "moved pinned casts acted regrouped raised gave got fresh",
            *BLOCK,
            split=BLOCKS,
            most=15,
        ),
        Row("shown", BLOCK, split=BLOCKS, most=(1 << SEATS) - 1),
        *rows("last_seen walked berth", *BLOCK, split=BLOCKS, most=9),
        *rows("gold income", SEAT, most=999),
        Row("out", (SEAT,), most=1),
        Row("rolled", (SEAT,), least=-MOST, most=MOST, empty=0),
        Row("rolling", (SEAT,), most=1),
        Row("team", (SEAT,), most=7, derived=True),
        Row("opened", ("opened", "block"), least=-2, most=319),
        Row("seen", ("hex", SEAT), most=15),
        Row("count", ("hex", SEAT), most=15, derived=True),
        Row("wizards", ("hex", SEAT), most=15, derived=True),
        Row("next_block", of="block", empty=-1),
        Row("mover", of="block", empty=-1),
        Row("mode", of=Mode),
        *rows("steps reach on_road leads transit", most=MOST),
        Row("came", least=-1, most=DIRECTIONS - 1),
        Row("resume", of=Point),
        *rows("caster target dispeller", of="block", empty=-1),
        Row("spell", of="spell", empty=0),
        Row("asked", most=(1 << SEATS) - 1),
        *rows("dice hits", most=MOST),
        Row("rating", most=6),
        Row("roller", of=SEAT, empty=0),
        *rows("fight_hex remove_hex", of="hex", empty=-1),
        Row("fled", ("side", "direction"), most=MOST),
        Row("letter", of=Letter),
        *rows("half quiet forced winner", most=2),
        Row("regroup_place", most=MOST),
        Row("switched", most=(1 << SEATS) - 1),
        Row("remove_seat", of=SEAT, empty=-1),
        Row("after_removal", of=Point),
        Row("ending", of=Ending),
        Row("rank", (SEAT,), most=SEATS),
    ),
    axes=axes,
    left_out="""
        streams memory log log_size log_open status fought won lost_steps bought_steps spells
        hex_battles stamp mark far queue
        """,
    points=tuple(point for point in Point if Point.OVER < point < Point.ROLL_INITIATIVE),
    complete=complete,
    check=check,
)
