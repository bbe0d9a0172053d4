"""Writing a position in the one-line notation of `position.notation`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.rule_tables import DEFAULT_TURN_LIMIT
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    NOTHING,
    NOWHERE,
    SIDES,
    Ending,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.record.position.changes import format_changes
from bloodstones.games.bloodstones.record.position.notation import (
    ACTION_KEYS,
    BESIDE,
    BUILD,
    GONE,
    MARCHING,
    NONE,
    ON_MAP,
    REENTER,
    most_supply,
)
from bloodstones.games.bloodstones.record.position.pairs import pairs_by_area
from bloodstones.games.bloodstones.rules.names import Unit

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough


def format_position(game: Playthrough) -> str:
    """Return the position of a playthrough in one line.

    Equal positions give equal lines, whatever led to them. `reader.parse_position` reads
    the line again.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.names import Faction
    >>> from bloodstones.games.bloodstones.engine.game_setup import GameSetup
    >>> from bloodstones.games.bloodstones.engine.playthrough import Playthrough
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> line_up = [Faction.HILL_FOLK, Faction.HORSE_LORDS]
    >>> game = Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up), 7)
    >>> format_position(game).split(" | ")[0]
    'tyrants_lament hill_folk,horse_lords turn=0 first=0 active=1 point=citadel'
    """
    players = range(len(game.line_up))
    table = f"{game.board.id} {','.join(faction.id for faction in game.line_up)}"
    head = _words(_head(game))
    seats = [f"{seat}: {_words(_seat(game, seat))}" for seat in players]
    return " | ".join([f"{table} {head}", *seats, *format_changes(game)])


def _words(values: Mapping[str, object]) -> str:
    """Return keys with their values; one without a value, "", is left out."""
    return " ".join(f"{key}={value}" for key, value in values.items() if value != "")


def _head(game: Playthrough) -> dict[str, object]:
    s, t = game.state, game.tables
    point = Point(int(s.point))
    final, over = s.finisher != NOBODY, point is Point.OVER
    return {
        "turn": int(s.turn),
        "first": int(s.first_seat),
        "active": int(s.active),
        "point": point.name.lower(),
        "decider": int(s.decider) if s.decider != s.active else "",
        "limit": int(t.turn_limit) if t.turn_limit != DEFAULT_TURN_LIMIT else "",
        "raided": 1 if s.raided and not (final or over) else "",
        "again": 1 if s.restarting else "",
        "cutiecorn": _cutiecorn(s) if t.cutiecorn else "",
        "final": f"{int(s.finisher)}:{int(s.final_steps)}" if final else "",
        "ending": Ending(int(s.ending)).id if over else "",
        **{key: _ACTION[key](s) for key in ACTION_KEYS.get(point, ())},
        "rides": pairs_text(s.rides) if point in MARCHING and s.rides.any() else "",
    }


def _cutiecorn(s: GameState) -> str:
    if s.units[:, :, Unit.CUTIECORN].any():
        return ON_MAP
    return BESIDE if s.cutiecorn else GONE


def _seat(game: Playthrough, seat: int) -> dict[str, object]:
    s, t = game.state, game.tables
    over = s.point == Point.OVER
    citadel, home = int(s.citadel[seat]), int(s.home[seat])
    undead = int(s.undead_supply[seat])
    left = () if over else np.flatnonzero((s.left_area >> seat) & 1)
    gone = not over and pairs_by_area(s.left_units, seat)
    return {
        "citadel": citadel if citadel != NOWHERE else "",
        "home": home if home not in (NOWHERE, citadel) else "",
        "units": _units(s, seat),
        "villages": areas_text(s.villages[seat]) if s.villages[seat].any() else "",
        "hand": tiles_text(s.hand[seat]),
        "discard": tiles_text(s.discard[seat]) if s.discard[seat].any() else "",
        "pool": int(s.pool[seat]) if t.pool[seat] > 0 else "",
        "undead": undead if undead != most_supply(s, t, seat) else "",
        "captured": int(s.captured[seat]) or "",
        "citadels": int(s.citadels_taken[seat]) or "",
        "vp": _row(s.vp[seat], "/"),
        "regroups": int(s.regroups[seat]),
        "left": _row(left, ",") if len(left) > 0 else "",
        "gone": pairs_text(s.left_units, seat) if gone else "",
        "eliminated": 1 if s.eliminated[seat] else "",
    }


def _units(s: GameState, seat: int) -> str:
    """Return the forces of a seat without its citadel."""
    forces = s.units[seat].copy()
    forces[:, Unit.CITADEL] = 0
    areas = np.flatnonzero(forces.any(axis=1)).tolist()
    return ";".join(f"{area}:{tiles_text(forces[area])}" for area in areas)


def tiles_text(counts: Array) -> str:
    """Return tiles or units in the notation: integer array over unit types.

    >>> counts = np.zeros(len(Unit), int)
    >>> counts[[Unit.LEADER, Unit.CAVALRY]] = 1, 2
    >>> tiles_text(counts), tiles_text(counts * 0)
    ('cavalry*2+leader', '-')
    """
    kinds = np.flatnonzero(counts).tolist()
    return "+".join(_times(Unit(unit).id, int(counts[unit])) for unit in kinds) or NONE


def areas_text(counts: Array) -> str:
    """Return areas in the notation: integer array over areas.

    >>> areas_text(np.array([0, 1, 2])), areas_text(np.array([0]))
    ('1,2*2', '-')
    """
    areas = np.flatnonzero(counts).tolist()
    return ",".join(_times(str(area), int(counts[area])) for area in areas) or NONE


def pairs_text(tally: Array, seat: int = 0) -> str:
    """Return what a seat has in a tally in the notation.

    >>> from bloodstones.games.bloodstones.engine.tally import tally_of
    >>> pairs_text(tally_of([(0, 3, 5, Unit.CAVALRY, 2), (0, 3, 5, Unit.LEADER, 1)], 2))
    '3>5:cavalry*2+leader'
    """
    pairs = pairs_by_area(tally, seat)
    return ";".join(f"{one}>{other}:{tiles_text(counts)}" for (one, other), counts in pairs.items())


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name}*{count}"


def _row(numbers: Iterable[int], between: str) -> str:
    return between.join(str(int(number)) for number in numbers)


def _drawn(s: GameState) -> str:
    sides = (s.drawn[side][s.drawn[side] > 0] for side in range(SIDES))
    return "/".join(_row(tiles, ".") for tiles in sides)


def _swapped(s: GameState) -> str:
    tiles = (int(s.swapped[side]) for side in range(SIDES))
    return "/".join(NONE if tile == NOTHING else Unit(tile).id for tile in tiles)


def _kept_out(s: GameState) -> str:
    return "/".join(map(tiles_text, s.kept_out)) if s.kept_out.any() else ""


def _battle(s: GameState) -> str:
    return f"{int(s.battle_area)}:{int(s.side_seat[ATTACKER])}v{int(s.side_seat[DEFENDER])}"


def _last(s: GameState) -> str:
    first = NOTHING if s.point == Point.PAY else 0  # nothing chosen yet
    return NONE if s.last_unit == first else Unit(int(s.last_unit)).id


_ACTION: Final[Mapping[str, Callable[[GameState], object]]] = {
    "points": lambda s: int(s.points_left),
    "pips": lambda s: int(s.pips_left),
    "picked": lambda s: int(s.picked),
    "due": lambda s: int(s.due),
    "last": _last,
    "for": lambda s: REENTER if s.after_cost == Point.START_MAIN else BUILD,
    "column": lambda s: f"{int(s.column_area)}:{tiles_text(s.column)}",
    "cost": lambda s: int(s.move_cost),
    "ready": lambda s: areas_text(s.undead_ready),
    "from": lambda s: int(s.undead_area),
    "at": lambda s: int(s.column_area),
    "steps": lambda s: int(s.steps_left),
    "battle": _battle,
    "by_ship": lambda s: int(s.only_by_ship),
    "drawn": _drawn,
    "swapped": _swapped,
    "swaps": lambda s: int(s.swaps_done),
    "removed": lambda s: int(s.removed),
    "kept_out": _kept_out,
}
