"""What a step more or less would make of the odds of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm, prod
from operator import attrgetter
from typing import Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.questions.parameters import QUESTION, ref
from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    BEST,
    BITS,
    DEFENDER,
    DIGIT,
    Battle,
    Strengths,
    fewest_ways,
    strength_of,
    total,
    weaker,
)
from bloodstones.games.wizard_kings.odds.solution import Rest, Row, Solution, aimed_counts
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE, MOST_STRENGTH

MOST_STATES: Final = 6000
MOST_WITH_CHOICES: Final = 12_000  # where wizards choose: about two seconds
HITS: Final = tuple(tuple(range(dice)) for dice in range(DIGIT + 1))  # further ones, by dice

_Step = tuple[int, int, int, list[int]] | None  # a turn; None where units leave, pass or cast


def solve(battle: Battle) -> Solution:
    """Return the exact solution of a battle; InputError if it has too many states."""
    solution = Solution(battle)
    deciding = any(map(battle.decides, battle.order))
    after = _reached_with_choices(battle) if deciding else {}
    solution.states = sorted(after or _reachable(battle), key=total, reverse=True)
    forces: tuple[dict[Strengths, _Force], ...] = {}, {}
    pairs: list[tuple[Strengths, _Force, _Force]] = []
    attackers, defenders = battle.masks
    for s in solution.states:
        sides = s & attackers, s & defenders
        if all(sides):
            for side, key in enumerate(sides):
                if key not in forces[side]:
                    forces[side][key] = _Force.of(battle, key, side)
            pairs.append((s, forces[ATTACKER][sides[0]], forces[DEFENDER][sides[1]]))
    if deciding:
        solution.scale = _scale_with_choices(battle, pairs, after)
    else:
        solution.scale = _scale(*(each.values() for each in forces))
    ends = [[[end] * DIGIT] * len(battle.order) for end in (0, solution.scale)]
    for s, first, second in reversed(pairs):
        lots = (
            [solution.values[s - hit] for hit in first.hits] or ends[:1],
            [solution.values[s - hit] for hit in second.hits] or ends[1:],
        )
        solution.values[s] = _settle(solution, s, first, second, lots)
    return solution


def _too_many(battle: Battle, most: int) -> InputError:
    tip = f"{ref('choice')} first asks" if battle.choice == BEST else "fewer units ask"
    what = f"a battle of at most {most:,} states"
    return expected(what, f"more than {most:,}", QUESTION, f"{tip} less")


def _reachable(battle: Battle) -> set[Strengths]:
    """Return all strengths that hits and retreats can lead to."""
    # What happens to one side does not depend on the other.
    sides = [_weakened(battle, battle.start & battle.masks[side], side) for side in (0, 1)]
    if len(sides[0]) * len(sides[1]) > MOST_STATES:
        raise _too_many(battle, MOST_STATES)
    return {a | d for a in sides[0] for d in sides[1]} - {0}


def _reached_with_choices(battle: Battle) -> dict[Strengths, tuple[Strengths, ...]]:
    """Return all strengths that hits, retreats and spells lead to, each with what may follow."""
    after: dict[Strengths, tuple[Strengths, ...]] = {}
    todo = [battle.start]
    while todo:
        s = todo.pop()
        if s in after:
            continue
        after[s] = tuple({t for t in _next(battle, s) if t != s and battle.over(t) is None})
        if len(after) > MOST_WITH_CHOICES:
            raise _too_many(battle, MOST_WITH_CHOICES)
        todo += after[s]
    return after


def _next(battle: Battle, s: Strengths) -> Iterator[Strengths]:
    """Yield the strengths that a hit, a retreat or a spell can make of some."""
    for side in (ATTACKER, DEFENDER):
        yield from (weaker(s, unit) for unit in battle.strongest(s, side))
    for unit in battle.order:
        strength = strength_of(s, unit)
        if not strength:
            continue
        if battle.leaves(s, unit) or (battle.decides(unit) and not battle.wizard_pass):
            yield weaker(s, unit, strength)
        spell = battle.casts(s, unit)
        if spell is not None:
            paid = weaker(s, unit, spell.level)
            yield paid
            if spell.targeted or spell.effect == Effect.PANIC:
                for target in battle.targets(paid, battle.fighters[unit].side, spell):
                    for lost in aimed_counts(spell, strength_of(paid, target)):
                        yield weaker(paid, target, lost)


def _weakened(battle: Battle, start: Strengths, side: int) -> list[Strengths]:
    """Return what hits and retreats can make of one side's strengths, to the last."""
    reached, units = [start], battle.side(side)
    seen = set(reached)
    for s in reached:
        after = [weaker(s, unit) for unit in battle.strongest(s, side)] if s else []
        leaving = [unit for unit in units if strength_of(s, unit) and battle.leaves(s, unit)]
        after += [weaker(s, unit, strength_of(s, unit)) for unit in leaving]
        new = [each for each in dict.fromkeys(after) if each not in seen]
        seen.update(new)
        reached += new
        if len(reached) > MOST_STATES:
            break
    return reached


# One unit's turn of a round: its place there, the side it fires at, its dice, the ways of them
# with 1, 2, … hits (see `fewest_ways`), those without a hit, all of them, and what its side loses
# by it if it leaves instead.
_Shot = tuple[int, int, int, tuple[int, ...], int, int, Strengths]


@dataclass(frozen=True, slots=True)
class _Force:
    """One side's strengths, as a round sees them.

    Attributes
    ----------
    hits
        What a hit takes from them, by the unit that may take it; none if it is their end.
    leavings
        What those take along who leave in the round.
    every, quiet
        Ways of the dice of a round, and those without a hit.
    turns
        By place from the last turn back, None for who does nothing.
    deciding
        Wizards with a choice.
    """

    strengths: Strengths
    total: int
    hits: tuple[Strengths, ...]
    leavings: tuple[Strengths, ...]
    every: int
    quiet: int
    turns: tuple[_Shot | None, ...]
    deciding: Rest

    @classmethod
    def of(cls, battle: Battle, s: Strengths, side: int) -> _Force:
        """Return that of some strengths of a side."""
        shots = [_shot(battle, s, place) for place in range(len(battle.order))]
        fired = [shot for shot in shots if shot is not None]
        return cls(
            s,
            total(s),
            () if s in battle.last else tuple(1 << BITS * i for i in battle.strongest(s, side)),
            tuple(leaving for *_, leaving in fired if leaving),
            prod(every for *_, every, _ in fired),
            prod(quiet for *_, quiet, _, _ in fired),
            tuple(shots[::-1]),
            tuple(
                unit
                for unit in battle.sides[side]
                if strength_of(s, unit) and battle.decides(unit) and not battle.leaves(s, unit)
            ),
        )


def _shot(battle: Battle, s: Strengths, place: int) -> _Shot | None:
    """Return what the unit at a place of a round does there, if anything."""
    unit = battle.order[place]
    fighter, strength = battle.fighters[unit], strength_of(s, unit)
    if not strength:
        return None
    if battle.leaves(s, unit):
        return place, 1 - fighter.side, 0, (), 0, 1, strength << BITS * unit
    if not fighter.hits:
        return None
    quiet, *counts = fewest_ways(strength, fighter.hits)
    return place, 1 - fighter.side, strength, tuple(counts), quiet, quiet + sum(counts), 0


def _scale(attackers: Iterable[_Force], defenders: Iterable[_Force]) -> int:
    """Return a number that makes every chance of the battle whole.

    Of A ways of the dice in a round M are without a hit. A chance of a round follows from those of
    weaker states once round: beside theirs it has the denominator A - M. So each state needs that
    and the numbers of the states that may come after it; attackers of the same total are taken
    together.
    """
    dice: dict[int, set[tuple[int, int]]] = {}
    for force in attackers:
        dice.setdefault(force.total, set()).add((force.every, force.quiet))
    weakest_first = sorted(defenders, key=attrgetter("total"))
    scales: dict[Strengths, int] = {}  # by defenders, against the attackers that came last
    for _, rolls in sorted(dice.items()):
        for force in weakest_first:
            s = force.strengths
            loops = [every * force.every - quiet * force.quiet for every, quiet in rolls]
            after = [scales[s - lost] for lost in force.hits + force.leavings if lost < s]
            scales[s] = lcm(*filter(None, loops)) * lcm(scales.get(s, 1), *after)
    return lcm(*scales.values())


def _scale_with_choices(
    battle: Battle,
    pairs: Sequence[tuple[Strengths, _Force, _Force]],
    after: Mapping[Strengths, tuple[Strengths, ...]],
) -> int:
    """Return a number that makes every chance of a battle with wizards' choices whole.

    As in `_scale`, but a round may also end by a spell: then its chances have the denominator A.
    A spell adds that of its dice, or, if it is Swarm, of the dice of the round.
    """
    scales: dict[Strengths, int] = {}
    for s, first, second in reversed(pairs):
        every, quiet = first.every * second.every, first.quiet * second.quiet
        loop = lcm(every, every - quiet) if every > quiet else every
        scales[s] = loop * lcm(*(scales[later] for later in after[s]))
    dice = 0
    for unit in filter(battle.decides, battle.order):
        fighter = battle.fighters[unit]
        spell = battle.spells[fighter.side]
        if spell is not None:
            of_one = total(battle.start) if spell.effect == Effect.SWARM else spell.dice
            dice += of_one * ((fighter.strength - 1) // spell.level)
    return scales[battle.start] * int(DIE**dice)


def _settle(
    solution: Solution,
    s: Strengths,
    ours: _Force,
    theirs: _Force,
    lots: tuple[list[Row], list[Row]],
) -> Row:
    """Return the chances in a round with such strengths; `lots`: those after a hit, by side."""
    # From the last turn back: the chance before it is (hit + quiet * chance after it) / every, and
    # that before the round (a + b * itself) / beyond. Wizards, who act first, pass here.
    steps: list[_Step] = []
    a, b, beyond = 0, 1, 1
    for mine, other in zip(ours.turns, theirs.turns, strict=True):
        shot = mine or other
        if shot is None:
            steps.append(None)
            continue
        place, enemy, dice, counts, quiet, every, leaving = shot
        rows = lots[enemy]
        # What further hits make was settled when the same dice were thrown at fewer.
        best = rows[0][place][:dice]
        for row in rows[1:]:
            other_way = row[place]
            for n in HITS[dice]:
                chance = other_way[n]
                if (chance > best[n]) != enemy:  # who is hit chooses
                    best[n] = chance
        if leaving:
            hit = solution.value(s - leaving, place + 1)
        else:
            hit = counts[0] * best[0]
            for n in HITS[dice][1:]:
                hit += counts[n] * best[n]
        a = beyond * hit + quiet * a
        b *= quiet
        beyond *= every
        steps.append((hit, quiet, every, best))
    now = a // (beyond - b) if beyond > b else 0  # nobody fires: the attackers leave (AMB-35)
    deciding = ours.deciding + theirs.deciding
    if deciding:
        return _decided(solution, s, now, steps, deciding, stalemate=beyond == b)
    return _onward(now, steps[::-1]) if b else _back(now, steps)


def _decided(
    solution: Solution,
    s: Strengths,
    now: int,
    steps: list[_Step],
    deciding: Rest,
    stalemate: bool,
) -> Row:
    """Return the chances in a round in which wizards choose, and keep what they do.

    Parameters
    ----------
    solution, s
        Of the battle; the strengths.
    now
        The chance at the start of a round in which all of them pass.
    steps
        The turns of the round, the last one first.
    deciding
        The wizards.
    stalemate
        Whether nobody fires.
    """
    order = solution.battle.order
    places = range(len(order) - 1, -1, -1)
    others = {
        place: list(solution.alternatives(s, order[place:]))
        for place in places
        if order[place] in deciding
    }
    # The chance at the start: that of the choices of those who act first, given the later ones.
    for place, step in zip(places, steps, strict=True):
        if place in others:
            _, now = solution.best(order[place], others[place], now, stalemate)
        elif step is not None and place < max(others):
            now = step[0]  # a wizard leaves
    ways = []
    for place, step in zip(places, steps, strict=True):
        if place in others:
            ways.append([now])
            deed, now = solution.best(order[place], others[place], now, stalemate)
            solution.deeds[s, order[place:]] = deed
        elif step is None:
            ways.append([now])
        else:
            hit, quiet, every, best = step
            ways.append([now, *best])
            now = (hit + quiet * now) // every
    return ways[::-1]


def _onward(now: int, steps: list[_Step]) -> Row:
    """Return the chances from that before the first turn on: most divisors are powers of 2 then."""
    ways = []
    for step in steps:
        if step is None:
            ways.append([now])
            continue
        hit, quiet, every, best = step
        now = every * now - hit
        if quiet & (quiet - 1):
            now //= quiet
        elif quiet > 1:
            now >>= quiet.bit_length() - 1
        ways.append([now, *best])
    return ways


def _back(now: int, steps: list[_Step]) -> Row:
    """Return the chances from that after the last turn back, past units that leave."""
    ways = []
    for step in steps:
        if step is None:
            ways.append([now])
            continue
        hit, quiet, every, best = step
        ways.append([now, *best])
        now = (hit + quiet * now) // every
    return ways[::-1]


def changes(battle: Battle) -> list[dict[str, Any]]:
    """Return the odds with each unit a step stronger, a step weaker and away, best first."""
    chance = float(solve(battle).chance())
    gains = []
    for words, varied in _variants(battle).items():
        changed = float(solve(varied).chance())
        gains.append({"change": words, "p_attacker": changed, "gain": changed - chance})
    return sorted(gains, key=lambda change: -change["gain"])


def _variants(battle: Battle) -> dict[str, Battle]:
    """Return the battles with one unit changed, by the change in words."""
    variants: dict[str, Battle] = {}
    fighters = battle.fighters
    for place, fighter in enumerate(fighters):
        who = f"{('attacking', 'defending')[fighter.side]} {fighter.name}:{fighter.strength}"
        for step, words in ((1, "a step stronger"), (-1, "a step weaker")):
            strength = fighter.strength + step
            if 1 <= strength <= MOST_STRENGTH:
                changed = (*fighters[:place], replace(fighter, strength=strength))
                changed += fighters[place + 1 :]
                variants[f"{who} {words}"] = replace(battle, fighters=changed)
        if sum(other.side == fighter.side for other in fighters) > 1:
            left = fighters[:place] + fighters[place + 1 :]
            had_turn = battle.order.index(place) < battle.done
            variants[f"{who} away"] = replace(battle, fighters=left, done=battle.done - had_turn)
    return variants
