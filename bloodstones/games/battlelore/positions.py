"""What a position of BattleLore says, see `kit.positions.form`."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.battlelore.engine.mustering import SHOWN
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    BOTTOM,
    LEVELS,
    NO_CARD,
    NOBODY,
    NOWHERE,
    PORTALS,
    QUOTAS,
    SEATS,
    UNITS,
    Ending,
    Mode,
    Point,
)
from bloodstones.games.battlelore.rules.board import HEXES, name
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import (
    Ability,
    Face,
    Indicator,
    Lore,
    Terrain,
    Who,
    Window,
)
from bloodstones.kit.fields import SEAT
from bloodstones.kit.positions.form import Axis, Form, Row, rows

UNIT: Final = (SEAT, "unit")
MOST: Final = 99


def axes(tables: Any, game_setup: Any) -> dict[str, Axis]:
    """Return the names of hexes, units and cards."""
    rules, units, kinds, lore = game_setup.rules, [], [], []
    for seat, faction in enumerate(game_setup.factions):
        for unit in rules.units_of(faction):
            units += [f"{seat}.{unit.unit}_{n}" for n in range(1, unit.units + 1)]
        kinds += [f"{seat}.{unit.unit}" for unit in rules.units_of(faction)]
        kinds += [f"{seat}.tent", f"{seat}.decoy"]
        lore += [f"{seat}.{card.card.id}" for card in rules.lore_of(faction)]
    return {
        "hex": tuple(map(name, range(HEXES))),
        "unit": tuple(units),
        "kind": kinds,
        "scenario": Indicator.ids(),
        "command": tuple(card.card for card in rules.commands),
        "lore": lore,
        "under": BOTTOM,
        "quota": ("left", "centre", "right", "anywhere", "single")[:QUOTAS],
        "portal": PORTALS,
        "level": LEVELS,
        "face": Face.ids(),
    }


def complete(s: Any, t: RuleTables) -> None:
    """Compute the decks, and which unit is in a hex."""
    commands = np.array(t.command_copies, np.int64) - s.command_discard - s.command_hand.sum(axis=0)
    for card in s.command_under[: int(s.command_unders)].tolist():
        commands[card] -= 1
    s.command_deck[:] = np.clip(commands, -100, 100)
    lore = np.array(t.lore_copies, np.int64) - s.lore_discard - s.lore_hand
    for seat in range(SEATS):
        for card in s.lore_under[seat, : int(s.lore_unders[seat])].tolist():
            lore[seat, card] -= 1
    s.lore_deck[:] = np.clip(lore, -100, 100)
    s.at[:] = NOBODY
    for u in range(UNITS):
        if s.hex[u] != NOWHERE:
            s.at[s.hex[u]] = u
    s.units[:] = (np.asarray(s.hex).reshape(SEATS, SLOTS) != NOWHERE).sum(axis=1)
    s.battle_turn = s.turn


def check(s: Any, t: RuleTables, faults: Faults) -> None:
    """Note cards that do not exist, units that cannot stand where they are, and false phases."""
    for deck, what in ((s.command_deck, "command"), (s.lore_deck, "lore")):
        if (np.asarray(deck) < 0).any():
            wanted = f"no more copies of a {what} card than there are"
            faults.note("position", wanted, "more")
    point = Point(int(s.point))
    for u in range(UNITS):
        h, where = int(s.hex[u]), f"seat {u // SLOTS}, unit {u % SLOTS + 1}"
        kind = int(t.kind[u])
        if h != NOWHERE:
            where += f" in hex {name(h)}"
        if h == NOWHERE:
            if s.figures[u] or s.ordered[u]:
                faults.note(where, "no figures of a unit off the board", "some")
            continue
        most = int(t.health[kind])
        if s.figures[u] + s.given[u] > most or s.figures[u] < 0:
            faults.add(where, f"at most {most} figures", int(s.figures[u]))
        land = Terrain(int(s.terrain[h]))
        flyer, massive = (t.ability[kind, each] for each in (Ability.FLYING, Ability.MASSIVE))
        wet = land in (Terrain.RIVER, Terrain.LAKE) and not flyer
        if (wet or (land == Terrain.BUILDING and massive)) and not t.deploy_impassable:
            faults.add(where, "a unit that may stand on its hex", land.id)
    crowded = Counter(h for h in s.hex.tolist() if h != NOWHERE)
    if max(crowded.values(), default=0) > 1 and point not in (Point.STEP, Point.WINDOW):
        for h in (h for h, units in crowded.items() if units > 1):
            faults.note(f"hex {name(h)}", "one unit in a hex (BL-BOARD-03)", "two")
    for seat in range(SEATS):
        if s.shown and s.scenario[seat] == NO_CARD:
            faults.note(f"seat {seat}, scenario", "a scenario (BL-SETUP-03)", "none")
    mustering = (Point.SCENARIO, Point.FORD, Point.MUSTER, Point.DEPLOY)
    if point is not Point.OVER and (point in mustering) == (int(s.shown) == SHOWN):
        faults.note("position, shown", f"what lies open at the point {point.id}", str(int(s.shown)))


PLAYED: Final = tuple(point for point in Point if Point.OVER < point < Point.DEAL_SCENARIO)
FORM: Final = Form(
    rows=(
        Row("turn"),
        Row("point", of=Point, empty=-1, needed=True),
        *rows("active decider", of=SEAT, empty=-1, needed=True),
        Row("first", of=SEAT, empty=-1),
        Row("shown", most=SHOWN),
        Row("resume", of=Point),
        Row("battle", most=3),
        Row("battle_turn", derived=True),
        Row("last_winner", of=SEAT, empty=-1),
        Row("loser", of=SEAT, empty=-1),
        Row("terrain", ("hex",), of=Terrain),
        Row("banner", ("hex",), most=MOST),
        Row("holder", ("hex",), of=SEAT, empty=-1),
        Row("portal", ("portal",), of="hex", empty=-1),
        Row("command_discard", ("command",), most=MOST),
        Row("command_under", ("under",), of="command", empty=-1, length="command_unders"),
        Row("under_owner", ("under",), of=SEAT, empty=-1, length="command_unders"),
        Row("scenario", (SEAT,), of="scenario", empty=-1),
        *rows("scenario_deck scenario_hand", SEAT, "scenario", most=MOST),
        Row("tent", (SEAT,), of="hex", empty=-1),
        *rows("army left", SEAT, "kind", own=True, most=MOST),
        Row("mustered", (SEAT,), most=6),
        Row("laid", (SEAT, "hex"), most=7),
        Row("hex", UNIT, of="hex", empty=-1, split=SLOTS),
        *rows("figures given poison stun ordered by_card", *UNIT, split=SLOTS, most=15),
        *rows("marched moved attacks shots pursued", *UNIT, split=SLOTS, most=15),
        *rows("extra_dice extra_move", *UNIT, split=SLOTS, most=15),
        Row("aim", UNIT, of="unit", empty=-1, split=SLOTS),
        *rows("noted_vp battles_won vp lore banner_vp scenario_vp tent_vp kill_vp", SEAT),
        *rows("played overrun", SEAT, most=1),
        Row("command_hand", (SEAT, "command"), most=MOST),
        Row("known", (SEAT, "command"), most=MOST),
        *rows("lore_hand lore_discard", SEAT, "lore", own=True, most=MOST),
        Row("lore_under", (SEAT, "under"), of="lore", own=True, empty=-1, length="lore_unders"),
        Row("units", (SEAT,), derived=True, most=SLOTS),
        Row("at", ("hex",), of="unit", empty=-1, derived=True),
        Row("command_deck", ("command",), derived=True, most=MOST),
        Row("lore_deck", (SEAT, "lore"), own=True, derived=True, most=MOST),
        *rows("killed to_draw to_put", most=MOST),
        Row("drawer", of=SEAT, empty=0),
        *rows("draw_point card_point counter_point", of=Point),
        Row("command", of="command", empty=-1),
        Row("quota", ("quota",), least=-MOST, most=MOST),
        Row("who", of=Who),
        Row("march", most=9),
        Row("window", of=Window),
        Row("asked", most=9),
        Row("card", of=Lore, empty=-1),
        Row("card_seat", of=SEAT, empty=0),
        Row("card_step", most=9),
        Row("card_x", least=-1, most=HEXES - 1),
        Row("mover", of="unit", empty=-1),
        Row("mode", of=Mode),
        *rows("steps halted", most=MOST),
        Row("origin", of="hex", empty=-1),
        Row("passed", ("hex",), most=1),
        Row("level", most=LEVELS - 1),
        *rows("attacker target", "level", of="unit", empty=0),
        *rows("source goal", "level", of="hex", empty=0),
        *rows("roll loose", "level", "face", least=-MOST, most=MOST),
        *rows("dice keeping fury card_dice shield sheltered hold", "level", least=-1, most=MOST),
        *rows("used was open owed gone failed vacated", "level", least=-1, most=MOST),
        Row("way", ("level",), least=-1, most=5),
        *rows("dying countered terror", most=2),
        *rows("roll_for follow", of="unit", empty=-1),
        Row("ending", of=Ending),
        Row("rank", (SEAT,), most=SEATS),
    ),
    axes=axes,
    left_out="""
        streams memory log log_size status kills fought counters damage retreats cards_played
        lore_gained hex_fights lead_since lead lead_changes stamp mark far queue codes
        """,
    points=PLAYED,
    complete=complete,
    check=check,
)
