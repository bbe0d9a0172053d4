"""Exact chances of a faction's draws: tiles held by a turn, pips in hand, turns a regroup takes.

A turn at a stated rate: some tiles are built and stay on the map, others are discarded, and the
hand is refilled (BS-REGROUP-01); when a tile is needed from an empty bag, the discards go back
(BS-REGROUP-02). Tiles that are wanted are kept. Of the others, those with a unit type leave the
hand before blank ones, and lower pips before higher ones. No unit on the map is lost.

Examples
--------
>>> from bloodstones.games.bloodstones.rules.names import Faction
>>> dragon = frozenset({Unit.DRAGON})
>>> float(chance_within(Faction.DRAGON_RIDERS, dragon, 9))
0.442857...
>>> chances = chances_by_turn(Faction.DRAGON_RIDERS, dragon, 4, Plan(spend=5))
>>> [f"{float(chance):.3f}" for chance in chances]
['0.573', '0.737', '0.862', '0.946']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.draws.opening import (
    Founding,
    founded_hands,
    hand_kinds,
)
from bloodstones.games.bloodstones.draws.tiles import Kind, check_want, owned
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.bag import Counts, sums, wanted_drawn
from bloodstones.odds.distribution import Distribution
from bloodstones.odds.draw_cycle import Piles, Spending, Weights, refill, start, turn

MOST_TURNS = 60
MOST_STATES = 150_000  # of a chain that a turn goes on from: some seconds
NEVER = 0  # turn of a regroup that does not come within `MOST_TURNS`


class TooManyStatesError(InputError):
    """A question that goes on so long that not all that can happen is counted."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a seat spends its tiles.

    Attributes
    ----------
    spend
        Tiles that leave the hand each turn, fewer if there are not as many to spend.
    build
        How many of them become units and stay on the map.
    founding
        How the starting hand is founded.

    Raises
    ------
    InputError
        If a number is out of its range.

    Examples
    --------
    >>> Plan(spend=2, build=3)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected 0 to 2 tiles built of those spent, got 3 (build)
    """

    spend: int
    build: int = 0
    founding: Founding = field(default_factory=Founding)

    def __post_init__(self) -> None:
        if self.spend < 0:
            raise expected("at least 0 tiles spent per turn", self.spend, "spend")
        check_built(self.spend, self.build, "build")


def check_built(spend: int, build: int, where: str) -> None:
    """Raise InputError unless so many of the tiles that are spent can be built."""
    if not 0 <= build <= spend:
        raise expected(f"0 to {spend} tiles built of those spent", build, where)


def check_spent(faction: Faction, spend: int, rules: Ruleset, where: str) -> None:
    """Raise InputError where more tiles are spent a turn than a full hand has."""
    limit = rules.factions[faction].hand_limit
    if spend > limit:
        raise expected(f"0 to {limit} tiles spent per turn, a full hand", spend, where)


def chance_within(
    faction: Faction,
    want: frozenset[Unit],
    draws: int,
    at_least: int = 1,
    ruleset: Ruleset | None = None,
) -> Fraction:
    """Return the chance of `at_least` wanted tiles among `draws` tiles from the full bag.

    Parameters
    ----------
    faction
        Whose bag.
    want
        Kinds of tiles; any of them counts.
    draws
        Tiles drawn without putting back, 0 to all of the bag.
    at_least
        Wanted tiles among them, 1 or more.
    ruleset
        The rules in force; None: as printed.

    Raises
    ------
    InputError
        If the faction does not have as many tiles.
    """
    rules = ruleset or load_ruleset()
    check_want(faction, want, at_least, rules, "at_least")
    size = rules.tiles_per_faction
    if not 0 <= draws <= size:
        raise expected(f"0 to {size} tiles drawn", draws, "draws")
    copies = owned(faction, want, rules)
    return wanted_drawn(copies, size - copies, draws).at_least(at_least)


def chances_by_turn(
    faction: Faction,
    want: frozenset[Unit],
    turns: int,
    plan: Plan,
    at_least: int = 1,
    ruleset: Ruleset | None = None,
) -> tuple[Fraction, ...]:
    """Return the chances of `at_least` wanted tiles in hand when turns 1, 2, … `turns` begin.

    Turn 1 begins after the founding and its refill (BS-SETUP-23). Wanted tiles are kept, so what
    is held at the start of a turn is held ever after: the chances never fall.

    Parameters
    ----------
    faction
        Whose hand.
    want
        Kinds of tiles; any of them counts.
    turns
        The last of the faction's turns that is asked for, from 1.
    plan
        What is founded, spent and built.
    at_least
        Wanted tiles in hand, 1 or more.
    ruleset
        The rules in force; None: as printed.

    Raises
    ------
    InputError
        If the faction does not have as many tiles, or the turns or tiles spent are out of range.
    """
    rules = ruleset or load_ruleset()
    check_want(faction, want, at_least, rules, "at_least")
    _check_turns(turns)
    chain = _chain(faction, plan, rules, want, horizon=turns)
    return tuple(_share(chain.kinds, next(chain.states), at_least) for _ in range(turns))


def pips_in_hand(
    faction: Faction, turn_number: int, plan: Plan, ruleset: Ruleset | None = None
) -> Distribution:
    """Return the pips in hand when the faction's turn of this number begins, 1 or later.

    Parameters
    ----------
    faction
        Whose hand.
    turn_number
        Of the faction's turns, from 1.
    plan
        What is founded, spent and built.
    ruleset
        The rules in force; None: as printed.

    Raises
    ------
    InputError
        If the turn or the tiles spent are out of range.
    TooManyStatesError
        If the turn is so late that too much can have happened to count it all.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.names import Faction
    >>> f"{float(pips_in_hand(Faction.CORSAIRS, 1, Plan(0)).mean()):.2f}"
    '24.64'
    """
    rules = ruleset or load_ruleset()
    _check_turns(turn_number)
    chain = _chain(faction, plan, rules, by_pips=True, horizon=turn_number)
    weights: Weights = {}
    for _ in range(turn_number):
        weights = next(chain.states)
    pips = [kind.pips for kind in chain.kinds]
    return sums(
        (sum(n * each for n, each in zip(piles.hand, pips, strict=True)), weight)
        for piles, weight in weights.items()
    ).simplify()


def regroup_turns(
    faction: Faction, plan: Plan, ruleset: Ruleset | None = None
) -> tuple[Distribution, ...]:
    """Return the turn in which each regroup that may count comes, first to last (BS-REGROUP-05).

    Outcome 0 (`NEVER`) stands for none within `MOST_TURNS` turns: all tiles are on the map or in
    hand.

    Parameters
    ----------
    faction
        Whose bag.
    plan
        What is founded, spent and built; it must spend at least a tile a turn.
    ruleset
        The rules in force; None: as printed.

    Raises
    ------
    InputError
        If no tile is spent, or more than a full hand.
    """
    rules = ruleset or load_ruleset()
    if plan.spend == 0:
        raise expected("at least 1 tile spent per turn", plan.spend, "spend")
    chain = _chain(faction, plan, rules, horizon=MOST_TURNS)
    most = max(rules.regroups.values())
    done = _regrouped(next(chain.states), most)
    turns: list[dict[int, Fraction]] = [{} for _ in done]
    for number in range(1, MOST_TURNS + 1):
        before, done = done, _regrouped(next(chain.states), most)
        for chances, old, new in zip(turns, before, done, strict=True):
            if new > old:
                chances[number] = new - old
        if min(done) == 1:
            break
    for chances, new in zip(turns, done, strict=True):
        chances[NEVER] = 1 - new
    return tuple(Distribution(_over_one_denominator(chances)) for chances in turns)


@dataclass(frozen=True, slots=True)
class _Chain:
    """The kinds that a chain distinguishes and its states when turns 1, 2, 3, … begin."""

    kinds: tuple[Kind, ...]
    states: Iterator[Weights]


def _chain(
    faction: Faction,
    plan: Plan,
    rules: Ruleset,
    want: frozenset[Unit] = frozenset(),
    *,
    by_pips: bool = False,
    horizon: int,
) -> _Chain:
    """Return the chain up to the turn `horizon`."""
    check_spent(faction, plan.spend, rules, "spend")
    apart = plan.build > 0 or (by_pips and not _blanks_are_spent_last(faction, rules))
    in_hand = hand_kinds(faction, plan.founding, rules, want, by_pips=by_pips, blanks_apart=apart)
    kinds = tuple(sorted({each.kind for each in in_hand}))
    places = [kinds.index(each.kind) for each in in_hand]
    first: dict[Piles, int] = {}
    for founded in founded_hands(faction, in_hand, plan.founding, rules):
        piles = start(*(_merged(tiles, places) for tiles in (founded.hand, founded.bag)))
        first[piles] = first.get(piles, 0) + founded.ways
    return _Chain(
        kinds, _turns(first, _spending(kinds, plan), rules.factions[faction].hand_limit, horizon)
    )


def _blanks_are_spent_last(faction: Faction, rules: Ruleset) -> bool:
    tiles = rules.factions[faction].tiles.values()
    blank = [tile.pips for tile in tiles if tile.cost is None]
    return not blank or min(blank) >= max(tile.pips for tile in tiles)


def _turns(first: Weights, spending: Spending, limit: int, horizon: int) -> Iterator[Weights]:
    weights: Weights = refill(first, limit)
    needed = spending.tiles * (horizon - 1)
    enough = min(sum(piles.bag) for piles in weights) >= needed  # no regroup comes
    while True:
        yield weights
        if len(weights) > MOST_STATES:
            sentence = f"expected a turn with at most {MOST_STATES} states, got more (draws)"
            raise TooManyStatesError(sentence, "an earlier turn, or fewer tiles a turn")
        weights = turn(weights, spending, limit, forget=enough)


def _spending(kinds: tuple[Kind, ...], plan: Plan) -> Spending:
    order = tuple(place for place, kind in enumerate(kinds) if not kind.wanted)
    placeable = frozenset(place for place in order if not kinds[place].blank)
    return Spending(plan.spend, plan.build, order, placeable)


def _merged(tiles: Counts, places: list[int]) -> Counts:
    """Return the tiles by the kinds whose `places` those of a starting hand have."""
    merged = [0] * (max(places) + 1)
    for place, n in zip(places, tiles, strict=True):
        merged[place] += n
    return tuple(merged)


def _share(kinds: tuple[Kind, ...], weights: Weights, at_least: int) -> Fraction:
    wanted = [place for place, kind in enumerate(kinds) if kind.wanted]
    held = sums(
        (sum(piles.hand[place] for place in wanted), weight) for piles, weight in weights.items()
    )
    return held.at_least(at_least)


def _regrouped(weights: Weights, most: int) -> list[Fraction]:
    """Return the chances of at least 1, 2, … `most` regroups so far."""
    so_far = sums((piles.reshuffles, weight) for piles, weight in weights.items())
    return [so_far.at_least(number) for number in range(1, most + 1)]


def _over_one_denominator(chances: Mapping[int, Fraction]) -> dict[int, int]:
    """Return the chances as integer weights over their least common denominator."""
    common = lcm(*(chance.denominator for chance in chances.values()))
    return {
        outcome: chance.numerator * (common // chance.denominator)
        for outcome, chance in chances.items()
    }


def _check_turns(turns: int) -> None:
    if not 1 <= turns <= MOST_TURNS:
        raise expected(f"a turn from 1 to {MOST_TURNS}", turns, "turn")
