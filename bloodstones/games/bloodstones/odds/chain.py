"""Several defenders in one area, fought one after the other (BS-COMBAT-03).

What carries over from battle to battle is the attacker's: hand tiles swapped in are gone, dragons
leave after the first victory (BS-DRAGON-05), undead may rise and fight on (BS-NECRO-04, -07), a
Cutiecorn taken fights on for its new master (BS-CUTIE-08). An attacker who loses a battle leaves
the area, so the chain ends there. Every defender stands; the attacker does nothing else between the
battles (though BS-COMBAT-45 would let it).

A side that plays best weighs what a tile is worth later: the payoff of a chain is the sum of the
payoffs of its battles (`swaps`), so that a victory is worth 1 and what the battles after it are
worth with the hand left. It is the attacker's, and what the defenders together play against: the
attacker gets at least as much if some of them care for themselves alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from bloodstones.core.errors import expected
from bloodstones.core.html_tables import chance_text, html_table, mean_text
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import battle_ends
from bloodstones.games.bloodstones.odds.fight import Ends
from bloodstones.games.bloodstones.odds.force import CUTIECORNS, Force
from bloodstones.games.bloodstones.odds.hands import Hand, choose_swap
from bloodstones.games.bloodstones.odds.sides import casualties, leaving
from bloodstones.games.bloodstones.odds.swap_values import MOST_SOLVED_IN_FULL, pairs_left
from bloodstones.games.bloodstones.odds.withdrawal import Withdrawal
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.odds.absorbing import Number

Order = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One battle of a chain, seen from before the first one.

    Attributes
    ----------
    enemy
        Its number in the list of battles.
    reached
        The chance that it is fought.
    won
        The chance that it is fought and won.
    vp
        VP of the attacker for winning it.
    enemy_vp
        VP of this defender for winning it, on average over the attacker's forces; 0 if never
        fought.
    withdrawal
        Whether this defender may withdraw before it, from the likeliest force of the attacker;
        None if it is never fought.
    """

    enemy: int
    reached: Number
    won: Number
    vp: int
    enemy_vp: Number
    withdrawal: Withdrawal | None

    @property
    def if_reached(self) -> Number:
        """The chance to win it once it is fought; 0 if it never is."""
        return self.won / self.reached if self.reached else Fraction()


@dataclass(frozen=True, slots=True)
class Chain:
    """The battles in one order.

    Attributes
    ----------
    steps
        One battle each, in the order of fighting.
    vp, enemy_vp
        VP on average: of the attacker and of all defenders together.
    units, tiles
        Units and hand tiles that the attacker loses on average, with a legal retreat; dragons that
        leave count as lost.
    """

    steps: tuple[Step, ...]
    vp: Number
    enemy_vp: Number
    units: Number
    tiles: Number

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the enemies in the order of fighting."""
        return tuple(step.enemy for step in self.steps)

    def _repr_html_(self) -> str:
        """Return the battles in their order for a notebook."""
        rows = [
            (
                str(step.enemy + 1),
                chance_text(step.reached),
                chance_text(step.won),
                str(step.vp),
                mean_text(step.enemy_vp),
            )
            for step in self.steps
        ]
        header = ("enemy", "fought", "won", "VP for it", "VP of the enemy, mean")
        caption = f"Battles in order: {mean_text(self.vp)} VP on average"
        return html_table(caption, header, rows)

    @property
    def p_all(self) -> Number:
        """The chance to beat all."""
        return self.steps[-1].won


class _Host(NamedTuple):
    """What the attacker has at some point of a chain."""

    units: tuple[tuple[Unit, int], ...]
    hand: Hand
    undead: int


def battle_orders(battles: Sequence[Battle], *, cornered: bool = False) -> tuple[Chain, ...]:
    """Return the battles in every order, the best first: likeliest to beat all, then most VP.

    Parameters
    ----------
    battles
        One battle against each defender in the area, each of another faction; all but what is the
        defender's is the same.
    cornered
        Beaten defenders have no legal retreat, so that all their units are removed; more undead may
        rise.

    Raises
    ------
    InputError
        If a force, hand or swap model cannot be, two enemies are of one faction, there is more than
        one Cutiecorn, the battles differ in more than their defenders, or the hands are too large
        for best play in a row of battles.

    Examples
    --------
    The dragon burns the castle first and is gone after it:

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> host = parse_force("dragon_riders: dragon, swordsman*3", "--attacker")
    >>> texts = "hill_folk: castle, raider", "horse_lords: swordsman"
    >>> battles = [Battle(host, parse_force(text, "--also"), Terrain.PLAINS) for text in texts]
    >>> for chain in battle_orders(battles):
    ...     print(chain.order, f"{float(chain.p_all):.4f}", f"{float(chain.vp):.3f}")
    (0, 1) 0.9498 2.943
    (1, 0) 0.7533 2.507
    """
    _check_defenders(battles)
    fights = _Fights(battles, cornered)
    chains = [_chain(fights, order) for order in permutations(range(len(battles)))]
    return tuple(sorted(chains, key=lambda chain: (-chain.p_all, -chain.vp, chain.order)))


def _check_defenders(battles: Sequence[Battle]) -> None:
    """Raise InputError unless there are defenders, each of a faction of its own."""
    if not battles:
        raise expected("at least one defender", 0, "enemies")
    forces = battles[0].attacker, *(battle.defender for battle in battles)
    factions = [force.faction for force in forces]
    for faction in factions:
        if factions.count(faction) > 1:
            raise expected("different factions", faction.id, "sides of the battles")
    cutiecorns = sum(force.counts.get(Unit.CUTIECORN, 0) for force in forces)
    if cutiecorns > CUTIECORNS:
        raise expected("one cutiecorn at most, on one side", cutiecorns, "sides of the battles")
    for battle in battles:
        if battle.against(battles[0]) != battles[0]:
            what = "battles that differ only in their defenders"
            raise expected(what, str(battle.defender), "sides of the battles")


class _Fights:
    """The battles that can come up in a chain, each worked out once."""

    def __init__(self, battles: Sequence[Battle], cornered: bool) -> None:
        first = battles[0]
        attacker, hand, rules = first.attacker, first.attacker_hand, first.rules
        swap = choose_swap(first.attacker_swap, hand, "attacker_swap", attacker.faction)
        self.battles = [replace(each, attacker_swap=swap) for each in battles]
        self.solved = [swap.solved or _solves(each) for each in battles]
        self.rules, self.cornered = rules, cornered
        undead = rules.factions[attacker.faction].undead - attacker.counts.get(Unit.UNDEAD, 0)
        tiles = tuple(sorted(hand, reverse=True))
        self.start = _Host(tuple(attacker.counts.items()), tiles, undead)
        self._results: dict[tuple[_Host, Order], tuple[BattleOdds, Ends]] = {}
        self._worths: dict[tuple[_Host, Order], Callable[[Hand], float]] = {}
        for battle, solved in zip(battles, self.solved, strict=True):
            pairs = pairs_left((tiles, tuple(battle.defender_hand)))
            if solved and pairs > MOST_SOLVED_IN_FULL:
                tip = "fewer tiles, or the swap model greedy"
                what = f"hands with at most {MOST_SOLVED_IN_FULL} ways to be spent"
                raise expected(what, pairs, "optimal swaps in a chain of battles", tip)

    def fight(self, host: _Host, order: Order) -> tuple[BattleOdds, Ends]:
        """Return the battle against the first enemy of an order, and how it ends."""
        first = order[0]
        key = host, order if self.solved[first] else order[:1]
        if key not in self._results:
            battle = replace(
                self.battles[first],
                attacker=Force(self.battles[first].attacker.faction, dict(host.units)),
                attacker_hand=host.hand,
                victory_worth=self._victory_worth(host, order) if self.solved[first] else None,
            )
            self._results[key] = battle.odds, battle_ends(battle)
        return self._results[key]

    def _victory_worth(self, host: _Host, order: Order) -> Callable[[Hand], float] | None:
        """Return what a victory over the first enemy is worth, by the attacker's hand after it."""
        if len(order) == 1:
            return None
        key = host._replace(hand=()), order
        if key not in self._worths:
            beaten = self.battles[order[0]].defender

            def worth(hand: Hand) -> float:
                return 1 + self.worth(self.after(host, beaten, hand, len(order) > 1), order[1:])

            self._worths[key] = lru_cache(maxsize=None)(worth)
        return self._worths[key]

    def worth(self, host: _Host, order: Order) -> float:
        """Return the attacker's payoff in the battles of an order."""
        if not order or not host.units:
            return 0.0
        odds, ends = self.fight(host, order)
        if odds.solved:
            return odds.solved.value
        worth = 0.0
        for end, chance in ends.items():
            ours = sum(host.hand) - sum(end.attacker_hand)
            theirs = sum(odds.defender.hand) - sum(end.defender_hand)
            payoff = self.battles[0].pip_value * (theirs - ours)
            if end.attacker_won:
                left = self.after(host, odds.defender.force, end.attacker_hand, len(order) > 1)
                payoff += 1 + self.worth(left, order[1:])
            worth += float(chance) * payoff
        return worth

    def after(self, host: _Host, beaten: Force, hand: Hand, enemies_left: bool) -> _Host:
        """Return the host after a victory (BS-COMBAT-40, -41, BS-CUTIE-06, -08)."""
        rules = self.rules
        taken = beaten.counts.get(Unit.CUTIECORN, 0)
        raises = any(rules.units[unit].raises_undead for unit, _ in host.units)
        removed = (beaten.units if self.cornered else casualties(beaten, rules)) - taken
        risen = min(host.undead, removed) if raises else 0
        units = Counter(
            {unit: n for unit, n in host.units if not rules.units[unit].leaves_after_victory}
        )
        units[Unit.UNDEAD] += risen
        units[Unit.CUTIECORN] += taken
        if enemies_left and set(+units) == {Unit.CUTIECORN}:
            units.clear()  # alone among enemies it is theirs
        return _Host(tuple(sorted((+units).items())), hand, host.undead - risen)


def _solves(battle: Battle) -> bool:
    """Whether the defender swaps by a solution."""
    name, hand, faction = battle.defender_swap, battle.defender_hand, battle.defender.faction
    return choose_swap(name, tuple(hand), "defender_swap", faction).solved


def _chain(fights: _Fights, order: Sequence[int]) -> Chain:
    """Return the battles in one order."""
    hosts: dict[_Host, Number] = {fights.start: Fraction(1)}
    steps: list[Step] = []
    units: Number = Fraction()
    tiles: Number = Fraction()
    rules = fights.rules
    for place, number in enumerate(order):
        left = tuple(order[place:])
        able = {host: chance for host, chance in hosts.items() if host.units}
        after: dict[_Host, Number] = {}
        enemy_vp: Number = Fraction()
        for host, chance in able.items():
            odds, ends = fights.fight(host, left)
            enemy_vp += chance * odds.defender.expected_vp
            units += chance * odds.p_defender * casualties(odds.attacker.force, rules)
            for end, share in ends.items():
                tiles += chance * share * (len(host.hand) - len(end.attacker_hand))
                if end.attacker_won:
                    beaten = odds.defender.force
                    later = fights.after(host, beaten, end.attacker_hand, len(left) > 1)
                    after[later] = after.get(later, Fraction()) + chance * share
                    units += chance * share * leaving(odds.attacker.force, rules)
        likeliest = max(able, key=lambda host: able[host]) if able else None
        first = fights.fight(likeliest, left)[0] if likeliest else None
        steps.append(
            Step(
                number,
                sum(able.values(), Fraction()),
                sum(after.values(), Fraction()),
                first.attacker.vp if first else 0,
                enemy_vp,
                first.withdrawal if first else None,
            )
        )
        hosts = after
    vp = sum((step.won * step.vp for step in steps), Fraction())
    return Chain(tuple(steps), vp, sum((step.enemy_vp for step in steps), Fraction()), units, tiles)
