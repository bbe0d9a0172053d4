"""How lucky a fight was: where its draws and its margin stand among all that could have come.

What a side fought with follows from its draw: by the swap that is stated, or as its model swaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.core.errors import InputError, expected
from bloodstones.core.html_tables import chance_text, html_table
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.ends import first_fight
from bloodstones.games.bloodstones.odds.fight import Tiles, sum_with_swap
from bloodstones.games.bloodstones.odds.hands import NO_TILE
from bloodstones.games.bloodstones.odds.sides import SideOdds
from bloodstones.games.bloodstones.odds.swap_fight import ATTACKER, DEFENDER, Sight
from bloodstones.games.bloodstones.rules.battle import clash_outcome
from bloodstones.odds.bag import Bag, best_sum

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swap_options import Floats, Options
    from bloodstones.games.bloodstones.odds.swap_play import Play

CERTAIN = 1 - 1e-9
NAMES = "attacker", "defender"

Draw = tuple[int, ...]  # ascending


class Place(NamedTuple):
    """Shares of what could have come that are worse than, as good as and better than what came."""

    worse: Fraction
    level: Fraction
    better: Fraction

    @property
    def percentile(self) -> Fraction:
        """The share that is worse and half of what is level, 0 to 1; the average is 1/2."""
        return self.worse + self.level / 2


@dataclass(frozen=True, slots=True)
class SideLuck:
    """One side's draw.

    Attributes
    ----------
    drew
        Its combat tiles, best first.
    total
        The sum that they count without a swap.
    place
        Where that sum stands among all draws of as many tiles, for this side.
    swapped
        Pips of the hand tile swapped in, 0 for none.
    strength
        What it fought with: sum, swap and modifiers.
    """

    drew: tuple[int, ...]
    total: int
    place: Place
    swapped: int
    strength: int


@dataclass(frozen=True, slots=True)
class Luck:
    """A fight that took place beside all that could have.

    Attributes
    ----------
    attacker, defender
        The draws.
    margin
        The attacker's strength less the defender's.
    margin_place
        Where the margin stands among those of all pairs of draws, for the attacker.
    outcome
        1 if the attacker won, -1 if the defender did, 0 if it is fought again.
    """

    attacker: SideLuck
    defender: SideLuck
    margin: int
    margin_place: Place
    outcome: int

    def _repr_html_(self) -> str:
        """Return both draws and where they stand for a notebook."""
        rows = [
            (
                name,
                " ".join(map(str, side.drew)),
                str(side.total),
                str(side.swapped or "–"),
                str(side.strength),
                chance_text(side.place.percentile),
            )
            for name, side in (("attacker", self.attacker), ("defender", self.defender))
        ]
        header = ("side", "drew", "sum", "swapped in", "strength", "percentile of the sum")
        place = chance_text(self.margin_place.percentile)
        return html_table(f"Margin {self.margin:+d}, percentile {place}", header, rows)


def how_lucky(
    battle: Battle,
    attacker_drew: Sequence[int],
    defender_drew: Sequence[int],
    *,
    attacker_swapped: int | None = None,
    defender_swapped: int | None = None,
) -> Luck:
    """Return how lucky both sides were in a first fight.

    Parameters
    ----------
    battle
        The battle before it. The draws stand among all draws; the margin stands among all that
        these swap models make of them.
    attacker_drew, defender_drew
        The combat tiles that came, before any swap.
    attacker_swapped, defender_swapped
        Pips of the hand tile that the side swapped in for its lowest, 0 for none. By default what
        its swap model does with that draw.

    Raises
    ------
    InputError
        If a draw or a swap cannot be, or the swap is missing where a model plays a mixed strategy.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("corsairs: axeman", "horse_lords: swordsman")]
    >>> luck = how_lucky(Battle(*sides, Terrain.HILLS), (5, 5, 4), (2, 3, 3))
    >>> luck.margin, luck.attacker.place.better, luck.margin_place.percentile
    (6, Fraction(0, 1), Fraction(781, 784))
    """
    odds = battle.odds
    tiles = odds.numbers.tiles
    draws = (
        _check_draw(attacker_drew, odds.attacker.draws, tiles, "attacker_drew"),
        _check_draw(defender_drew, odds.defender.draws, tiles, "defender_drew"),
    )
    fought = _fought_with(battle, draws, (attacker_swapped, defender_swapped))
    ours = _side(odds.attacker, draws[0], fought[0], tiles)
    theirs = _side(odds.defender, draws[1], fought[1], tiles)
    margin = ours.strength - theirs.strength
    chances = first_fight(battle).margin
    worse = sum((Fraction(p) for other, p in chances.items() if other < margin), Fraction())
    level = Fraction(chances.get(margin, 0))
    return Luck(
        ours,
        theirs,
        margin,
        Place(worse, level, 1 - worse - level),
        clash_outcome(ours.strength, theirs.strength, odds.defender_wins_ties),
    )


def _side(side: SideOdds, draw: Draw, fought: _Fought, tiles: Tiles) -> SideLuck:
    total = best_sum(draw, tiles.counted)
    sums = Bag(tiles.bag).best_sum(side.draws, tiles.counted)
    level = sums.probability(total)
    better = sums.at_least(total) - level
    place = Place(1 - level - better, level, better)
    return SideLuck(draw[::-1], total, place, fought.spent, fought.total + side.modifier)


def _check_draw(drew: Sequence[int], count: int, tiles: Tiles, where: str) -> Draw:
    """Return a draw, ascending, or raise InputError if the bag cannot give it (BS-COMBAT-15)."""
    shown = ",".join(map(str, drew))
    if len(drew) != count:
        raise InputError(f"expected {count} combat tiles drawn, got {shown!r} ({where})")
    held = Counter(tiles.bag)
    for tile, copies in Counter(drew).items():
        if copies > held[tile]:
            bag = " ".join(map(str, tiles.bag))
            what = f"combat tiles of the bag {bag}"
            raise InputError(f"expected {what}, got {shown!r} ({where})")
    return tuple(sorted(drew))


class _Fought(NamedTuple):
    """Pips of the tile swapped in (0 for none) and the sum that then counts."""

    spent: int
    total: int


def _fought_with(
    battle: Battle, draws: Sequence[Draw], swapped: Sequence[int | None]
) -> tuple[_Fought, _Fought]:
    """Return what both sides fought with, attacker first.

    `swapped`: pips swapped in by each side, `NO_TILE` for none; None leaves it to the swap model.
    """
    odds = battle.odds
    tiles = odds.numbers.tiles
    sides = odds.attacker, odds.defender
    stated = [
        None if spent is None else _with_swap(side, draw, spent, tiles, name)
        for side, draw, spent, name in zip(sides, draws, swapped, NAMES, strict=True)
    ]
    if not odds.solved:
        fought = [
            each or _by_habit(side, draw, tiles)
            for each, side, draw in zip(stated, sides, draws, strict=True)
        ]
        return fought[ATTACKER], fought[DEFENDER]
    play = odds.solved.play(odds.solved.hands)
    options = play.fight.attacker, play.fight.defender
    first = ATTACKER if play.fight.battle.attacker_leads else DEFENDER
    second = 1 - first
    lead = stated[first] or _played(options[first], play.plan, draws[first], NAMES[first])
    reply = stated[second] or _played(
        options[second],
        play.replies[_signal(play, options[first], draws[first], lead, NAMES[second])],
        draws[second],
        NAMES[second],
    )
    return (lead, reply) if first == ATTACKER else (reply, lead)


def _with_swap(side: SideOdds, draw: Draw, spent: int, tiles: Tiles, name: str) -> _Fought:
    if spent == NO_TILE:
        return _Fought(NO_TILE, best_sum(draw, tiles.counted))
    if spent not in side.hand:
        held = " ".join(map(str, side.hand)) or "no tile"
        raise expected(f"a hand tile of the {name} ({held})", spent, f"{name}_swapped")
    return _Fought(spent, best_sum((*draw[1:], spent), tiles.counted))


def _by_habit(side: SideOdds, draw: Draw, tiles: Tiles) -> _Fought:
    best = side.greedy_hand[0] if side.greedy_hand else NO_TILE
    total, swapped = sum_with_swap(tiles, draw, best)
    return _Fought(best if swapped else NO_TILE, total)


def _span(options: Options, draw: Draw) -> slice:
    """Return the options with a draw."""
    number = next(n for n, one in enumerate(options.classes) if draw in one.draws)
    return options.spans[number]


def _played(options: Options, chances: Floats, draw: Draw, name: str) -> _Fought:
    """Return the option that is surely taken with a draw."""
    span = _span(options, draw)
    row = span.start + int(chances[span].argmax())
    if chances[row] < CERTAIN:
        tip = f"best play swaps by chance here: {name}_swapped 4, or none"
        raise InputError(f"expected how the {name} swapped, got nothing ({name}_swapped)", tip)
    return _Fought(int(options.spent[row]), int(options.total[row]))


def _signal(play: Play, options: Options, draw: Draw, lead: _Fought, name: str) -> int:
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
    tip = f"best play has no answer to what the enemy did: {name}_swapped 4, or none"
    raise InputError(f"expected how the {name} swapped, got nothing ({name}_swapped)", tip)
