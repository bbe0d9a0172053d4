"""The header: format, map, tiles, seats and options, and the position it opens with."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_schema import ShapeError, is_int
from tests.oracle.record_state import Area, Check, Seat, State, Tile

KEYS = {"format", "version", "game", "rules_version", "options", "map", "tiles", "seats"} | {
    "first_seat",
    "seed",
}
ABSENT_MEANS_EMPTY = {"options", "overrides"}
Problems = list[tuple[str, str]]


def open_record(header: dict[str, Any]) -> Check:
    """Return a reader's start from the header; raise when it is too broken to go on."""
    problems: Problems = []
    _envelope(header, problems)
    areas = _areas(header.get("map"), problems)
    overrides = header.get("overrides", {})
    factions = _factions(header.get("seats"), problems)
    options = _options(header.get("options", {}), problems)
    numbers, modifiers = _overrides(overrides, problems)
    tables = _tiles(header.get("tiles"), factions, problems)
    if not overrides and options.get("tile_table") is None:
        _anchors(tables, problems)
    if options.get("faction_count_limits") != "advise":
        for faction in factions:
            if len(factions) < rules.MIN_PLAYERS.get(faction, 0):
                problems.append(("BS-SETUP-05", f"{faction} with {len(factions)} players"))
    first: Any = header.get("first_seat")
    if not is_int(first) or not 0 <= first < len(factions):
        raise ShapeError("RECORD-HEADER", f"first_seat is no seat: {first!r}")
    state = State(areas, [], first, options, numbers, modifiers)
    state.cutiecorn = "beside" if state.option("cutiecorn") else "box"
    for seat, faction in enumerate(factions):
        state.seats.append(Seat(faction, tables[faction], 0, 0, 0))
        _stock(state, seat)
    check = Check(state)
    turn_order = [(first + i) % len(factions) for i in range(len(factions))]
    check.order = [s for s in reversed(turn_order) if factions[s] != rules.CHAOS]
    check.order += [s for s in turn_order if factions[s] == rules.CHAOS]
    for clause, reason in problems:
        check.fault(clause, reason)
    return check


def _stock(state: State, seat: int) -> None:
    own = state.seats[seat]
    own.bag = Counter({u: t.count for u, t in own.tiles.items() if t.count})
    own.pool = state.number(seat, "villages")
    own.undead_supply = state.number(seat, "undead")
    own.vp = state.number(seat, "starting_vp")


def _envelope(header: dict[str, Any], problems: Problems) -> None:
    for key, value in (("format", "bloodstones-record"), ("version", 1), ("game", "bloodstones")):
        if header.get(key) != value or isinstance(header.get(key), bool):
            problems.append(("RECORD-HEADER", f"{key} is {header.get(key)!r}, not {value!r}"))
    if missing := KEYS - header.keys() - ABSENT_MEANS_EMPTY:
        problems.append(("RECORD-HEADER", f"the header lacks {sorted(missing)}"))
    if extra := header.keys() - KEYS - {"overrides"}:
        problems.append(("RECORD-HEADER", f"keys outside the format: {sorted(extra)}"))
    if not isinstance(header.get("rules_version", ""), str):
        problems.append(("RECORD-HEADER", "rules_version is no string"))
    if not is_int(header.get("seed", 0)):
        problems.append(("RECORD-HEADER", "seed is no integer"))


def _areas(board: Any, problems: Problems) -> dict[int, Area]:
    try:
        rows = [(a["id"], a["terrain"], a["neighbours"], set(a)) for a in board["areas"]]
        ids = [row[0] for row in rows]
        good = isinstance(board["id"], str) and set(board) == {"id", "areas"} and bool(rows)
        good = good and all(keys == {"id", "terrain", "neighbours"} for *_, keys in rows)
        good = good and all(is_int(i) for i in ids) and len(set(ids)) == len(ids)
        good = good and all(set(n) <= set(ids) and len(set(n)) == len(n) for _, _, n, _ in rows)
        good = good and all(terrain in rules.TERRAIN_NAMES for _, terrain, _, _ in rows)
    except (TypeError, KeyError) as error:
        raise ShapeError("RECORD-HEADER", f"the map cannot be read: {error!r}") from error
    if not good:
        raise ShapeError("RECORD-HEADER", "the map has wrong keys, ids, terrains or neighbours")
    areas = {i: Area(rules.TERRAIN_NAMES[t], frozenset(n)) for i, t, n, _ in rows}
    for i, area in areas.items():
        if i in area.neighbours or any(i not in areas[n].neighbours for n in area.neighbours):
            problems.append(("BS-MAP-05", f"the borders of area {i} are not symmetric"))
    return areas


def _factions(seats: Any, problems: Problems) -> list[str]:
    try:
        factions = [seat["faction"] for seat in seats]
        good = all(f in rules.FACTIONS for f in factions)
        named = all(
            set(seat) == {"faction", "strategy"} and isinstance(seat["strategy"], str)
            for seat in seats
        )
    except (TypeError, KeyError) as error:
        raise ShapeError("RECORD-HEADER", f"the seats cannot be read: {error!r}") from error
    if not good:
        raise ShapeError("RECORD-HEADER", f"unknown faction among {factions}")
    if not named:
        problems.append(("RECORD-HEADER", "a seat has keys other than faction and strategy"))
    if not 2 <= len(factions) <= 6 or len(set(factions)) < len(factions):
        problems.append(("BS-GEN-01", f"2 to 6 different factions expected, got {factions}"))
    return factions


def _tiles(table: Any, factions: list[str], problems: Problems) -> dict[str, dict[str, Tile]]:
    try:
        tables = {
            faction: {
                unit: Tile(row["count"], row.get("cost"), row["pips"])
                for unit, row in rows.items()
                if unit not in rules.OUTSIDE_THE_BAG
            }
            for faction, rows in table.items()
        }
        kinds = [(f, u, t) for f, rows in tables.items() for u, t in rows.items()]
        good = set(factions) <= set(tables) <= set(rules.FACTIONS)
        good = good and all(u in rules.UNITS and is_int(t.count) for _, u, t in kinds)
        good = good and all(is_int(t.pips) and t.count >= 0 for _, _, t in kinds)
        good = good and all(
            is_int(t.cost) or (u == rules.BLANK and t.cost is None) for _, u, t in kinds
        )
    except (TypeError, KeyError, AttributeError) as error:
        raise ShapeError("RECORD-HEADER", f"the tiles cannot be read: {error!r}") from error
    if not good:
        raise ShapeError("RECORD-HEADER", "the tiles have wrong factions, units or numbers")
    return tables


def _anchors(tables: dict[str, dict[str, Tile]], problems: Problems) -> None:
    """Check the printed table: counts (section 17) and the anchors of BS-TILE-07 and -08."""
    for faction, rows in tables.items():
        counts = {unit: tile.count for unit, tile in rows.items() if tile.count}
        if sum(counts.values()) != rules.TILES_PER_FACTION:
            problems.append(("BS-COMP-02", f"{faction} has {sum(counts.values())} tiles"))
        if counts != rules.COUNTS[faction]:
            problems.append(("BS-COMP-07", f"the counts of {faction} differ from section 17"))
        for unit, tile in rows.items():
            blocks = 0 if tile.cost is None else tile.cost
            if not (0 <= blocks <= rules.MOST_BLOCKS and 1 <= tile.pips <= rules.MOST_PIPS):
                problems.append(("BS-TILE-01", f"{faction} {unit}: cost or pips out of range"))
        for reason in _anchor_slips(faction, rows):
            problems.append(("BS-TILE-07", f"{faction}: {reason}"))


def _anchor_slips(faction: str, rows: dict[str, Tile]) -> list[str]:
    def differs(unit: str, cost: int | None, pips: int | None = None) -> bool:
        tile = rows.get(unit)
        if tile is None:
            return False
        return (cost is not None and tile.cost != cost) or (pips is not None and tile.pips != pips)

    slips = [f"{u} costs {c}" for u, c in (("skirmisher", 0), ("ship", 1)) if differs(u, c)]
    if faction != rules.HILL_FOLK and differs("castle", 2):
        slips.append("castle costs 2")
    if faction == rules.HILL_FOLK and differs("castle", 0) and differs("castle", 1):
        slips.append("castle costs less than 2")
    if faction == rules.CHAOS and differs("cavalry", 0) and differs("cavalry", 1):
        slips.append("cavalry costs less than 2")
    if faction == "horse_lords" and differs("ship", None, 4):
        slips.append("ship has 4 pips")
    if faction == rules.NECROMANCERS and differs("necromancer", None, 5):
        slips.append("necromancer has 5 pips")
    pair = [rows[unit].pips for unit in ("castle", "cavalry") if unit in rows]
    if faction == "dragon_riders" and sum(pair) != 7:
        slips.append("castle and cavalry have 7 pips together")
    return slips


def _options(options: Any, problems: Problems) -> dict[str, Any]:
    if not isinstance(options, dict):
        raise ShapeError("RECORD-HEADER", "options is no object")
    for name, value in options.items():
        if name == "tile_table":
            continue
        known = rules.OPTIONS.get(name)
        if known is None:
            problems.append(("RECORD-UNMODELLED", f"option {name} is unknown to this reader"))
        elif not any(value == k and type(value) is type(k) for k in known):
            problems.append(("RECORD-HEADER", f"option {name} has no reading {value!r}"))
        elif value == known[0]:
            problems.append(("RECORD-HEADER", f"option {name} is listed with its default"))
    return dict(options)


def _overrides(overrides: Any, problems: Problems) -> tuple[dict[str, int], dict[str, int]]:
    numbers = dict(rules.NUMBERS)
    modifiers = {unit: value for unit, (value, _) in rules.MODIFIERS.items()}
    if not isinstance(overrides, dict):
        raise ShapeError("RECORD-HEADER", "overrides is no object")
    for name, value in overrides.items():
        unit, _, what = name.rpartition(".")
        if what in {"cost", "pips", "count"} and name not in numbers:
            continue  # shown by the tile table in force
        if what == "modifier" and unit in modifiers and is_int(value):
            modifiers[unit] = value
        elif is_int(value) and _known(name):
            if name not in rules.PIECES or name in rules.NUMBERS:
                numbers[name] = value
            for other, known in rules.NUMBERS.items():  # a number of all factions
                without = what in rules.PIECES and not known
                if other.endswith(f".{name}") and other not in overrides and not without:
                    numbers[other] = value
        else:
            problems.append(("RECORD-UNMODELLED", f"override {name} is unknown to this reader"))
    return numbers, modifiers


def _known(name: str) -> bool:
    """Tell whether a number of the rules is meant: one of the game, of all factions or of one."""
    what = name.rpartition(".")[2]
    return any(known in (name, what) or known.endswith(f".{name}") for known in rules.NUMBERS)
