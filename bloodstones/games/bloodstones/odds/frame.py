"""Odds of a whole data frame of battles in one call, the rules applied once per pair of forces.

Examples
--------
>>> import pandas as pd
>>> frame = pd.DataFrame({
...     "terrain": ["plains", "hills"],
...     "attacker": ["dragon_riders: cavalry, lizardman*2, leader", "corsairs: axeman*4"],
...     "defender": ["horse_lords: swordsman, shieldbearer", "hill_folk: giant"],
...     "attacker_hand": ["", "5,4"],
... })
>>> score_battles(frame)[["p_attacker", "can_withdraw"]].round(4)
   p_attacker  can_withdraw
0      0.8939         False
1      0.9977          True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.errors import InputError, UnmodelledRuleError, expected, near_matches
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.force import (
    COUNT_DIGITS,
    Force,
    check_owned,
    parse_force,
    parse_terrain,
)
from bloodstones.games.bloodstones.odds.hands import (
    Hand,
    Swap,
    check_hand,
    check_held,
    choose_swap,
    most_held,
)
from bloodstones.games.bloodstones.odds.table import odds_table, whole_numbers
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS

if TYPE_CHECKING:
    import pandas as pd

SIDES = ("attacker", "defender")
UNIT_NAMES = tuple(Unit.ids())
MOST_COUNT = 10**COUNT_DIGITS - 1
PIPS = f"pips from {MIN_PIPS} to {MAX_PIPS} (0 for no tile)"
TIP = "see bloodstones.games.bloodstones.odds.frame.score_battles for the columns"

Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DistinctValues:
    """What the rows of a frame hold, each different thing once.

    Attributes
    ----------
    codes
        The thing of each row, by place in `things`; shape (rows,).
    things
        The different things.
    first
        The first row of each; shape (things,).
    """

    codes: Codes
    things: Sequence[Any]
    first: Codes


def score_battles(frame: pd.DataFrame, ruleset: Ruleset | None = None) -> pd.DataFrame:
    """Return the exact odds of every row of a frame, each row one battle.

    Parameters
    ----------
    frame
        Columns, where SIDE is `attacker` and `defender`:

        - `terrain`: a terrain's name.
        - `SIDE`: a force as text, "hill_folk: giant, raider*2"; or instead `SIDE_faction`, a
          faction's name, and `SIDE_UNIT` for any units (`attacker_cavalry`), how many there are.
        - `SIDE_hand` (optional): pips as text, "5,3", or nothing; or instead `SIDE_hand_1`,
          `SIDE_hand_2`, … up to a starting hand, the pips of one tile each, 0 for none.
        - `SIDE_swap` (optional): "never" or "greedy"; by default a side with a hand is greedy.
        - `corsair_ship` (optional): whether Corsairs attack next to a ship of theirs.
        - `at_citadel` (optional): whether the attacker's own citadel may be among its units.
    ruleset
        The rules in force; the shipped ones by default.

    Returns
    -------
    pandas.DataFrame
        With the index of `frame`: `p_attacker` and `p_defender` (float64, nearest to the exact
        fractions), `can_withdraw` (a destination given), `attacker_draws`, `defender_draws`,
        `lead` (the attacker's modifiers less the defender's), `defender_wins_ties`, and
        `attacker_expected_vp`, `defender_expected_vp`.

    Raises
    ------
    InputError
        If a column is missing or unknown, or a value or a battle cannot be: with the column and
        the first row (counted from 0).
    """
    rules = ruleset or load_ruleset()
    _check_columns(frame, rules)
    terrain = _texts(frame, "terrain", parse_terrain)
    forces = [_forces(frame, side, rules) for side in SIDES]
    ship, home = _flags(frame, "corsair_ship"), _flags(frame, "at_citadel")
    pairs = _together([forces[0], forces[1], terrain, ship, home])
    battles = [_odds(pair, row, rules) for pair, row in zip(pairs.things, pairs.first, strict=True)]
    bare = _columns(battles, pairs.codes)
    hands = [_hands(frame, side, rules) for side in SIDES]
    for side, force, hand in zip(SIDES, forces, hands, strict=True):
        if hand is not None:
            _check_held(force, hand, side, rules)
    p = odds_table(
        bare["attacker_draws"],
        bare["defender_draws"],
        bare["lead"],
        bare["defender_wins_ties"],
        attacker_hand=hands[0],
        defender_hand=hands[1],
        ruleset=rules,
    )
    return _result(frame, p, bare)


def _check_columns(frame: pd.DataFrame, rules: Ruleset) -> None:
    """Raise InputError for a column that is missing, unknown or given in two forms."""
    named = {"terrain", "corsair_ship", "at_citadel"}
    needed = ["terrain"]
    for side in SIDES:
        units = {f"{side}_{unit}" for unit in UNIT_NAMES}
        tiles = set(_tile_columns(side, rules))
        named |= {side, f"{side}_faction", f"{side}_hand", f"{side}_swap", *units, *tiles}
        _one_form(frame, {side}, {f"{side}_faction", *units})
        _one_form(frame, {f"{side}_hand"}, tiles)
        needed.append(f"{side}_faction" if _held(frame, units) else side)
    for column in needed:
        if column not in frame and f"{column}_faction" not in frame:
            raise InputError(f"expected a column {column!r}, got none (frame)", TIP)
    for column in frame.columns:
        if column not in named:
            tip = near_matches(str(column), named) or TIP
            raise expected("a known column", column, "frame", tip)
        if list(frame.columns).count(column) > 1:
            raise expected("each column once", column, "frame")


def _one_form(frame: pd.DataFrame, one: set[str], other: set[str]) -> None:
    """Raise InputError if a frame has the same thing in both forms."""
    if _held(frame, one) and _held(frame, other):
        both = _held(frame, one)[0], _held(frame, other)[0]
        raise expected(
            "only one of two columns with the same meaning", " and ".join(both), "frame", TIP
        )


def _tile_columns(side: str, rules: Ruleset) -> list[str]:
    return [f"{side}_hand_{number}" for number in range(1, rules.starting_hand + 1)]


def _held(frame: pd.DataFrame, names: set[str]) -> list[str]:
    return [column for column in frame.columns if column in names]


def _kinds(codes: Codes, things: Callable[[int], Any]) -> DistinctValues:
    """Number the different codes in order of their first rows; `things`: first row -> thing."""
    import pandas as pd

    places, _ = pd.factorize(codes)
    first = np.flatnonzero(_news(places))
    return DistinctValues(places, [things(int(row)) for row in first], first)


def _news(places: Codes) -> NDArray[np.bool_]:
    """Whether each place, numbered in order of appearance, appears for the first time."""
    highest = np.maximum.accumulate(places)
    return np.diff(highest, prepend=-1) > 0


def _texts(frame: pd.DataFrame, column: str, read: Callable[[str, str], Any]) -> DistinctValues:
    """Return what the texts of a column mean; nothing is read as an empty text."""
    import pandas as pd

    places, _ = pd.factorize(frame[column], use_na_sentinel=False)

    def thing(row: int) -> Any:
        text = _cell(frame, column, row)
        if pd.api.types.is_scalar(text) and pd.isna(text):
            text = ""
        if not isinstance(text, str):
            raise expected("a text", text, f"{column}, row {row}")
        return read(text, f"{column}, row {row}")

    return _kinds(places, thing)


def _flags(frame: pd.DataFrame, column: str) -> DistinctValues:
    """Return a column of True and False; without the column, all False."""
    if column not in frame:
        return _kinds(np.zeros(len(frame), np.int64), lambda row: False)
    values = _numbers(frame, column, 1, "True or False")
    return _kinds(values, lambda row: bool(values[row]))


def _numbers(frame: pd.DataFrame, column: str, most: int, what: str) -> Codes:
    """Return a column of whole numbers from 0 to `most`."""
    values = whole_numbers(frame[column].to_numpy(), column)
    bad = np.flatnonzero((values < 0) | (values > most))
    if bad.size:
        row = int(bad[0])
        raise expected(what, _cell(frame, column, row), f"{column}, row {row}")
    return values


def _cell(frame: pd.DataFrame, column: str, row: int) -> Any:
    """Return a value as Python shows it."""
    value = frame[column].iloc[row]
    return value.item() if isinstance(value, np.generic) else value


def _forces(frame: pd.DataFrame, side: str, rules: Ruleset) -> DistinctValues:
    """Return the forces of a side, from a text or from a faction and counts."""
    if side in frame:
        return _texts(frame, side, lambda text, where: parse_force(text, where, rules))
    factions = _texts(frame, f"{side}_faction", Faction.parse)
    codes, columns = factions.codes, {}
    for unit in Unit:
        column = f"{side}_{unit.id}"
        if column not in frame:
            continue
        counts = _numbers(frame, column, MOST_COUNT, "a count of units")
        columns[unit] = counts
        codes = _joined(codes, counts)

    def force(row: int) -> Force:
        held = {unit: int(counts[row]) for unit, counts in columns.items() if counts[row]}
        where = f"{side}, row {row}"
        if not held:
            raise InputError(f"expected at least one unit, got none ({where})")
        parsed = Force(factions.things[factions.codes[row]], held)
        check_owned(parsed, where, rules)
        return parsed

    return _kinds(codes, force)


def _joined(codes: Codes, more: Codes) -> Codes:
    """Return one small code for each pair of codes that are at least 0."""
    import pandas as pd

    if not more.any():
        return codes
    return pd.factorize(codes * (int(more.max()) + 1) + more)[0]


def _together(parts: Sequence[DistinctValues]) -> DistinctValues:
    """Return the combinations of things that occur, as tuples."""
    codes = parts[0].codes
    for part in parts[1:]:
        codes = _joined(codes, part.codes)
    return _kinds(codes, lambda row: tuple(part.things[part.codes[row]] for part in parts))


def _odds(pair: tuple[Force, Force, Terrain, bool, bool], row: int, rules: Ruleset) -> BattleOdds:
    """Return the odds of a pair of forces without hands."""
    attacker, defender, terrain, ship, home = pair
    try:
        battle = Battle(
            attacker, defender, terrain, corsair_ship=ship, at_citadel=home, rules=rules
        )
        return battle.odds
    except InputError as fault:
        head, _, where = fault.message.rpartition(" (")
        raise InputError(f"{head} ({where.removesuffix(')')}, row {row})", fault.tip) from None


def _columns(battles: Sequence[BattleOdds], codes: Codes) -> dict[str, NDArray[Any]]:
    """Return the numbers of the battles without hands, row by row."""
    columns: dict[str, list[Hashable]] = {
        "can_withdraw": [odds.can_withdraw for odds in battles],
        "attacker_draws": [odds.attacker.draws for odds in battles],
        "defender_draws": [odds.defender.draws for odds in battles],
        "lead": [odds.numbers.lead for odds in battles],
        "defender_wins_ties": [odds.defender_wins_ties for odds in battles],
        "attacker_vp": [odds.attacker.vp for odds in battles],
        "defender_vp": [odds.defender.vp for odds in battles],
    }
    flags = {"can_withdraw", "defender_wins_ties"}
    return {
        name: np.array(values, bool if name in flags else np.int64)[codes]
        for name, values in columns.items()
    }


def _hands(frame: pd.DataFrame, side: str, rules: Ruleset) -> NDArray[np.int64] | None:
    """Return the pips of the tiles that a side swaps greedily, 0 for none; shape (rows, tiles)."""
    column, swap = f"{side}_hand", f"{side}_swap"
    tiles = [tile for tile in _tile_columns(side, rules) if tile in frame]
    if column in frame:
        kinds = _texts(frame, column, lambda text, where: _hand(text, where, rules))
        width = max((len(hand) for hand in kinds.things), default=0)
        packed = np.zeros((len(kinds.things), max(width, 1)), np.int64)
        for row, hand in zip(packed, kinds.things, strict=True):
            row[: len(hand)] = hand
        pips = packed[kinds.codes]
    elif tiles:
        pips = np.stack([_numbers(frame, tile, MAX_PIPS, PIPS) for tile in tiles], axis=1)
    else:
        pips = None
    if swap not in frame:
        return pips
    models = _texts(frame, swap, _swap)
    if pips is None:
        return None
    greedy = np.array([model is Swap.GREEDY for model in models.things], bool)
    return np.where(greedy[models.codes][:, None], pips, 0)


def _check_held(
    forces: DistinctValues, hands: NDArray[np.int64], side: str, rules: Ruleset
) -> None:
    """Raise InputError for the first row whose side cannot hold its hand beside its force."""
    excess = np.zeros(len(hands), bool)
    for pips in range(MIN_PIPS, MAX_PIPS + 1):
        most = [most_held(force.faction, pips, force.counts, rules) for force in forces.things]
        excess |= (hands == pips).sum(axis=1) > np.array(most)[forces.codes]
    for row in np.flatnonzero(excess)[:1].tolist():
        force: Force = forces.things[forces.codes[row]]
        hand = hands[row][hands[row] > 0].tolist()
        check_held(hand, force.faction, force.counts, f"{side} hand, row {row}", rules)


def _swap(name: str, where: str) -> Swap:
    """Return the swap model of a side with a hand."""
    model = choose_swap(name or None, (MIN_PIPS,), where)
    if model.solved:
        what = "swaps never or greedily in a data frame"
        raise UnmodelledRuleError(f"expected {what}, got {model.value!r} ({where})")
    return model


def _hand(text: str, where: str, rules: Ruleset) -> Hand:
    """Return the hand that a text describes."""
    if not text.strip():
        return ()
    items = [item.strip() for item in text.split(",")]
    if not all(len(item) == 1 and item.isascii() and item.isdigit() for item in items):
        raise expected("pips like 5,3", text, where)
    return check_hand([int(item) for item in items], where, rules)


def _result(frame: pd.DataFrame, p: NDArray[Any], bare: dict[str, NDArray[Any]]) -> pd.DataFrame:
    import pandas as pd

    vp = bare.pop("attacker_vp"), bare.pop("defender_vp")
    return pd.DataFrame(
        {
            "p_attacker": p,
            "p_defender": 1 - p,
            **bare,
            "attacker_expected_vp": p * vp[0],
            "defender_expected_vp": (1 - p) * vp[1],
        },
        index=frame.index,
    )
