"""What a side fought with, from its draw: the swap that it tells of, or the one of its model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.odds.battle import BattleOdds, SideOdds
from bloodstones.games.bloodstones.odds.fight import NO_TILE, Swap, Tiles, sum_with_swap
from bloodstones.games.bloodstones.odds.swaps.fight import ATTACKER, DEFENDER, Sight
from bloodstones.odds.bag import best_sum

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.options import Floats, Options
    from bloodstones.games.bloodstones.odds.swaps.play import Play

CERTAIN = 1 - 1e-9
NAMES = "attacker", "defender"

Draw = tuple[int, ...]


class Fought(NamedTuple):
    """Pips of the tile swapped in (0 for none) and the sum that then counts."""

    spent: int
    total: int


def fought_with(
    odds: BattleOdds, draws: Sequence[Draw], told: Sequence[int | None], tiles: Tiles
) -> tuple[Fought, Fought]:
    """Return what both sides fought with in a first fight, attacker first.

    Parameters
    ----------
    odds
        The battle before it.
    draws
        The combat tiles drawn by each side, ascending.
    told
        Pips of the tile that each side swapped in for its lowest, 0 for none; None: as its model
        does with that draw.
    tiles
        The tile rules in force.

    Raises
    ------
    InputError
        If a side does not have the tile told of, or its model swaps by chance and nothing is told.
    """
    sides = odds.attacker, odds.defender
    known = [
        None if spent is None else _told(side, draw, spent, tiles, name)
        for side, draw, spent, name in zip(sides, draws, told, NAMES, strict=True)
    ]
    if not odds.solved:
        found = [
            each or _by_habit(side, draw, tiles)
            for each, side, draw in zip(known, sides, draws, strict=True)
        ]
        return found[ATTACKER], found[DEFENDER]
    assert odds.solution is not None
    play = odds.solution.play(odds.solution.hands)
    options = play.fight.attacker, play.fight.defender
    first = ATTACKER if play.fight.battle.attacker_leads else DEFENDER
    second = 1 - first
    lead = known[first] or _played(options[first], play.plan, draws[first], NAMES[first])
    reply = known[second] or _played(
        options[second],
        play.replies[_signal(play, options[first], draws[first], lead, NAMES[second])],
        draws[second],
        NAMES[second],
    )
    return (lead, reply) if first == ATTACKER else (reply, lead)


def _told(side: SideOdds, draw: Draw, spent: int, tiles: Tiles, name: str) -> Fought:
    if spent == NO_TILE:
        return Fought(NO_TILE, best_sum(draw, tiles.counted))
    if spent not in side.hand:
        held = " ".join(map(str, side.hand)) or "no tile"
        raise expected(f"a hand tile of the {name} ({held})", spent, f"{name}_swapped")
    return Fought(spent, best_sum((*draw[1:], spent), tiles.counted))


def _by_habit(side: SideOdds, draw: Draw, tiles: Tiles) -> Fought:
    best = side.hand[0] if side.hand and side.swap is Swap.GREEDY else NO_TILE
    total, swapped = sum_with_swap(tiles, draw, best)
    return Fought(best if swapped else NO_TILE, total)


def _span(options: Options, draw: Draw) -> slice:
    """Return the options with a draw."""
    number = next(n for n, one in enumerate(options.classes) if draw in one.draws)
    return options.spans[number]


def _played(options: Options, chances: Floats, draw: Draw, name: str) -> Fought:
    """Return the option that is surely taken with a draw."""
    span = _span(options, draw)
    row = span.start + int(chances[span].argmax())
    if chances[row] < CERTAIN:
        tip = f"best play swaps by chance here: --{name}-swapped 4, or none"
        raise InputError(f"expected how the {name} swapped, got nothing ({name}_swapped)", tip)
    return Fought(int(options.spent[row]), int(options.total[row]))


def _signal(play: Play, options: Options, draw: Draw, lead: Fought, name: str) -> int:
    """Return the number of what the second side saw of the first."""
    span = _span(options, draw)
    for row in range(span.start, span.stop):
        if (options.spent[row], options.total[row]) == lead:
            return int(play.sees[row])
    sight = Sight.SWAPPED if lead.spent else Sight.KEPT
    if sight in play.signals:
        return play.signals.index(sight)
    if len(play.signals) == 1:
        return 0
    tip = f"best play has no answer to what the enemy did: --{name}-swapped 4, or none"
    raise InputError(f"expected how the {name} swapped, got nothing ({name}_swapped)", tip)
