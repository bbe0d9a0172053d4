"""Blunders of plans, counted over playthroughs: how often one could be made, how often it was.

`python -m tests.games.bloodstones.strategies.blunders champion veteran --players 4 --games 400`
prints them for each strategy, which plays all seats, with 95 % intervals by playthrough.
`--set pooling=1 --set thrift=1` changes parameters for all seats.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.battle import side_modifier
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOWHERE, GameState, Point
from bloodstones.games.bloodstones.game import GAME, put
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.kit.players.seating import Seating

SEED = 6
MAP = "tyrants_lament"
STACK = 5  # units and VP: what a dragon's victory over so many brings
Z = 1.96
ABLE = ("dragon_riders", "horse_lords", "hill_folk", "necromancers")
LINE_UPS = {
    2: tuple(permutations(ABLE, 2)),
    4: (
        ("chaos_horde", "horse_lords", "dragon_riders", "hill_folk"),
        ("necromancers", "chaos_horde", "corsairs", "horse_lords"),
        ("hill_folk", "corsairs", "dragon_riders", "necromancers"),
        ("corsairs", "dragon_riders", "chaos_horde", "necromancers"),
        ("horse_lords", "hill_folk", "corsairs", "chaos_horde"),
        ("dragon_riders", "necromancers", "horse_lords", "hill_folk"),
    ),
}


class Blunder(Name):
    """What is counted; `WORDS` say of what."""

    PASSED_BY = 0
    RISEN = 1
    WITHDRAWN = 2
    DRAGON_ON_ONE = 3
    LONE_VICTIM = 4
    PIPS_LOST = 5
    TILES_LEFT = 6
    STACK_BEATEN = 7
    RAIDED_BESIDE_HORDE = 8
    HORDE_WINS = 9
    OUTMATCHED = 10


WORDS = {
    Blunder.PASSED_BY: "undead phases, with undead, that end past a village next door",
    Blunder.RISEN: "undead risen a playthrough with Necromancers",
    Blunder.WITHDRAWN: "attacks from which the defender withdraws",
    Blunder.DRAGON_ON_ONE: "victories of attacking dragons over a single unit",
    Blunder.LONE_VICTIM: "victories over a single unit",
    Blunder.PIPS_LOST: "pips paid for marches that are lost",
    Blunder.TILES_LEFT: "tiles left in hand after the main actions",
    Blunder.STACK_BEATEN: f"victories of dragons over {STACK} units or more a playthrough",
    Blunder.RAIDED_BESIDE_HORDE: "villages others take from each other beside the Chaos Horde",
    Blunder.HORDE_WINS: "win rate of the Chaos Horde",
    Blunder.OUTMATCHED: "fights of an attacker with the lower modifier",
}


def passed_by(s: GameState, t: RuleTables, legal: Array) -> bool:
    """Whether an undead that may move stands next to more villages than it would leave.

    `legal`: the decisions of the undead phase, the pass first.
    """
    for code in legal[1:]:
        area = x_of(int(code))
        prey = int(s.village_total[area]) - int(s.villages[s.active, area])
        left = prey if s.force_size[s.active, area] == 1 else 0
        for place in range(int(t.degree[area])):
            near = int(t.adjacent[area, place])
            prey = int(s.village_total[near]) - int(s.villages[s.active, near])
            if s.total[near] == 0 and prey > left:
                return True
    return False


def count_blunders(seating: Seating, seed: int, games: range) -> NDArray[np.float64]:
    """Play and count.

    Parameters
    ----------
    seating
        The table.
    seed, games
        What the random streams are keyed by, and the replicates.

    Returns
    -------
    NDArray
        Shape (games, blunders, 2): how often each was made, and out of how many.
    """
    counts = np.zeros((len(games), len(Blunder), 2))
    for row, replicate in enumerate(games):
        count(seating, game_key(seed, "blunders", replicate), counts[row])
    return counts


def count(seating: Seating, key: Array, counts: NDArray[np.float64]) -> None:
    """Play once and count into `counts`, zeros of shape (blunders, 2)."""
    engine, t, legal = seating.deciders.engine, seating.tables, decision_buffer()
    s: Any = GameState.new()
    engine.start(s, t, key, legal)
    factions = t.faction[: t.players].tolist()
    counts[Blunder.RISEN, 1] = Faction.NECROMANCERS in factions
    counts[Blunder.STACK_BEATEN, 1] = 1
    horde = factions.index(Faction.CHAOS_HORDE) if Faction.CHAOS_HORDE in factions else None
    while s.point != Point.OVER:
        if engine.is_chance(s):
            note_fight(s, t, counts)
            code: Any = np.int32(engine.draw(s, t))
        else:
            n = engine.legal(s, t, legal)
            code = legal[seating.index(s, legal, n)]
            note_decision(s, t, int(code), legal[:n], counts)
        won = s.battles_won.sum()
        attacker = s.side_seat[ATTACKER]
        dragons = s.battle_area != NOWHERE and s.units[attacker, s.battle_area, Unit.DRAGON] > 0
        engine.apply(s, t, code, legal)
        if s.battles_won.sum() > won:
            note_victory(s, bool(dragons and s.loser_side == DEFENDER), counts)
    check_status(s, MAP)
    if horde is not None:
        won = s.rank[: t.players] == 1
        counts[Blunder.HORDE_WINS] = won[horde] / won.sum(), 1
        counts[Blunder.RAIDED_BESIDE_HORDE, 1] = 1


def note_decision(
    s: GameState, t: RuleTables, code: int, legal: Array, counts: NDArray[np.float64]
) -> None:
    """Count what a decision is that is about to be carried out."""
    kind = kind_of(code)
    if kind == Kind.PASS and s.point == Point.UNDEAD:
        stands = s.units[s.active, :, Unit.UNDEAD].any()
        counts[Blunder.PASSED_BY] += passed_by(s, t, legal), stands
    elif kind == Kind.PASS and s.point == Point.MAIN:
        counts[Blunder.TILES_LEFT] += s.hand_size[s.active], 1
    elif kind == Kind.RAISE:
        counts[Blunder.RISEN, 0] += x_of(code)
    elif kind == Kind.ATTACK:
        counts[Blunder.WITHDRAWN, 1] += 1
    elif kind == Kind.WITHDRAW:
        counts[Blunder.WITHDRAWN, 0] += 1
    elif kind == Kind.PAY:
        pips = int(t.pips[s.active, x_of(code)])
        counts[Blunder.PIPS_LOST] += max(0, pips - int(s.due)), pips
    elif kind == Kind.RAID_VILLAGE and raids_beside_horde(s, t):
        counts[Blunder.RAIDED_BESIDE_HORDE, 0] += 1


def raids_beside_horde(s: GameState, t: RuleTables) -> bool:
    """Whether a raid is that of another faction though the Chaos Horde is at the table."""
    factions = t.faction[: t.players]
    return Faction.CHAOS_HORDE in factions and factions[s.active] != Faction.CHAOS_HORDE


@entry
def lead_of_attacker(s: GameState, t: RuleTables) -> int:
    """Return how much higher the attacker's modifiers are than the defender's."""
    return int(side_modifier(s, t, ATTACKER) - side_modifier(s, t, DEFENDER))


def note_fight(s: GameState, t: RuleTables, counts: NDArray[np.float64]) -> None:
    """Count what a fight is before its first combat tile is drawn."""
    if s.point == Point.COMBAT_TILE and not s.drawn.any():
        counts[Blunder.OUTMATCHED] += lead_of_attacker(s, t) < 0, 1


def note_victory(s: GameState, dragons: bool, counts: NDArray[np.float64]) -> None:
    """Count a victory just won; `dragons`: they attacked and won."""
    alone = s.beaten == 1
    counts[Blunder.LONE_VICTIM] += alone, 1
    if dragons:
        counts[Blunder.DRAGON_ON_ONE] += alone, 1
        counts[Blunder.STACK_BEATEN, 0] += s.beaten >= STACK


def rates(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each blunder's rate and half of its interval: shape (blunders, 2).

    The ratio of two sums over playthroughs, linearized (Cochran, Sampling Techniques, 6.4); not a
    number where it could not be made.

    >>> rates(np.array([[[1.0, 2.0]], [[1.0, 2.0]], [[1.0, 2.0]]])).tolist()
    [[0.5, 0.0]]
    """
    made, chances = counts.sum(axis=0).T
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = made / chances
        rest = ((counts[:, :, 0] - rate * counts[:, :, 1]) ** 2).sum(axis=0)
        return np.stack(
            [rate, Z * np.sqrt(rest * len(counts) / (len(counts) - 1)) / chances], axis=1
        )


def blunders_of(
    strategy: str, players: int, games: int, changed: Mapping[str, float], seed: int = SEED
) -> NDArray[np.float64]:
    """Return the counts of at least so many playthroughs in which a strategy plays all seats.

    `changed`: parameters that it plays with otherwise.
    """
    line_ups = LINE_UPS[players]
    each = -(-games // len(line_ups))
    parts = []
    for number, line_up in enumerate(line_ups):
        seating = GAME.seat(Setup(MAP, tuple(Seat(faction, strategy) for faction in line_up)))
        policy = seating.deciders.policy.copy(seating.policy)
        for seat, faction in enumerate(line_up):
            put(policy, seat, faction, changed)
        counts = count_blunders(replace(seating, policy=policy), seed + number, range(each))
        parts.append(counts)
    return np.concatenate(parts)


def main(arguments: list[str]) -> None:
    """Count and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("strategies", nargs="+")
    parser.add_argument("--players", type=int, choices=tuple(LINE_UPS), default=2)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=X")
    asked = parser.parse_args(arguments)
    changed = {name: float(x) for name, _, x in (pair.partition("=") for pair in asked.set)}
    for strategy in asked.strategies:
        blunders = blunders_of(strategy, asked.players, asked.games, changed)
        print(f"{strategy}, {asked.players} players, {len(blunders)} playthroughs")
        for blunder, (rate, half) in zip(Blunder, rates(blunders), strict=True):
            chances = blunders[:, blunder, 1].sum()
            if chances > 0:
                print(f"  {rate:7.3f} ± {half:.3f} of {chances:6.0f}  {WORDS[blunder]}")


if __name__ == "__main__":
    main(sys.argv[1:])
