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
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from bloodstones.core.errors import expected
from bloodstones.core.notebook import chance_text, html_table, mean_text
from bloodstones.games.bloodstones.odds.battle import BattleOdds, battle_odds
from bloodstones.games.bloodstones.odds.ends import Ends, battle_ends
from bloodstones.games.bloodstones.odds.fight import Hand, Tiles, choose_swap
from bloodstones.games.bloodstones.odds.force import CUTIECORNS, Force
from bloodstones.games.bloodstones.odds.losses import casualties
from bloodstones.games.bloodstones.odds.swaps.values import MOST_SOLVED_IN_FULL, pairs_left
from bloodstones.games.bloodstones.odds.withdrawal import Withdrawal
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

Number = Fraction | float
Order = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Enemy:
    """One defender: its units, the hand tiles it might swap in, and how (None: by default)."""

    force: Force
    hand: Hand = ()
    swap: str | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for all battles of a chain.

    Attributes
    ----------
    terrain
        Where they are.
    rules
        The rules in force.
    corsair_ship, at_citadel, pip_value, swap_announced
        As in `battle_odds`.
    cornered
        Beaten defenders have no legal retreat, so that all their units are removed; more undead may
        rise.
    """

    terrain: Terrain
    rules: Ruleset
    corsair_ship: bool = False
    at_citadel: bool = False
    pip_value: float = 0.0
    swap_announced: bool = True
    cornered: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One battle of a chain, seen from before the first one.

    Attributes
    ----------
    enemy
        Its number in the list of enemies.
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


def battle_orders(
    attacker: Force,
    enemies: Sequence[Enemy],
    terrain: Terrain,
    *,
    attacker_hand: Sequence[int] = (),
    attacker_swap: str | None = None,
    corsair_ship: bool = False,
    at_citadel: bool = False,
    pip_value: float = 0.0,
    swap_announced: bool = True,
    cornered: bool = False,
    ruleset: Ruleset | None = None,
) -> tuple[Chain, ...]:
    """Return the battles in every order, the best first: likeliest to beat all, then most VP.

    Parameters
    ----------
    attacker
        The active player's units in the area.
    enemies
        The other players there, each of another faction.
    terrain
        Where they are.
    attacker_hand, attacker_swap
        Pips of the hand tiles that the attacker is ready to swap in over all battles, and how.
    corsair_ship, at_citadel, pip_value, swap_announced
        As in `battle_odds`.
    cornered
        Beaten defenders have no legal retreat.
    ruleset
        The rules in force; the shipped ones by default.

    Raises
    ------
    InputError
        If a force, hand or swap model cannot be, two enemies are of one faction, there is more than
        one Cutiecorn, or the hands are too large for best play in a row of battles.

    Examples
    --------
    The dragon burns the castle first and is gone after it:

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> host = parse_force("dragon_riders: dragon, swordsman*3", "--attacker")
    >>> texts = "hill_folk: castle, raider", "horse_lords: swordsman"
    >>> enemies = [Enemy(parse_force(text, "--also")) for text in texts]
    >>> for chain in battle_orders(host, enemies, Terrain.PLAINS):
    ...     print(chain.order, f"{float(chain.p_all):.4f}", f"{float(chain.vp):.3f}")
    (0, 1) 0.9498 2.943
    (1, 0) 0.7533 2.507
    """
    rules = ruleset or load_ruleset()
    _check_enemies(attacker, enemies)
    start = _host(attacker, attacker_hand, rules)
    setting = Setting(terrain, rules, corsair_ship, at_citadel, pip_value, swap_announced, cornered)
    fights = _Fights(attacker, start.hand, attacker_swap, enemies, setting)
    chains = [_chain(fights, start, order) for order in permutations(range(len(enemies)))]
    return tuple(sorted(chains, key=lambda chain: (-chain.p_all, -chain.vp, chain.order)))


def _host(attacker: Force, hand: Sequence[int], rules: Ruleset) -> _Host:
    undead = rules.factions[attacker.faction].undead - attacker.counts.get(Unit.UNDEAD, 0)
    return _Host(tuple(attacker.counts.items()), tuple(sorted(hand, reverse=True)), undead)


def _check_enemies(attacker: Force, enemies: Sequence[Enemy]) -> None:
    """Raise InputError unless there are enemies, each of a faction of its own."""
    if not enemies:
        raise expected("at least one defender", 0, "enemies")
    factions = [attacker.faction, *(enemy.force.faction for enemy in enemies)]
    for faction in factions:
        if factions.count(faction) > 1:
            raise expected("factions that are all different", faction.id, "sides of the battles")
    forces = attacker, *(enemy.force for enemy in enemies)
    cutiecorns = sum(force.counts.get(Unit.CUTIECORN, 0) for force in forces)
    if cutiecorns > CUTIECORNS:
        raise expected("the only cutiecorn on one side", cutiecorns, "sides of the battles")


class _Fights:
    """The battles that can come up in a chain, each worked out once."""

    def __init__(
        self,
        attacker: Force,
        hand: Hand,
        swap: str | None,
        enemies: Sequence[Enemy],
        setting: Setting,
    ) -> None:
        self.faction = attacker.faction
        self.swap = choose_swap(swap, hand, "attacker_swap", attacker.faction)
        self.enemies = enemies
        self.setting = setting
        self._known: dict[tuple[_Host, Order], tuple[BattleOdds, Ends]] = {}
        self._spoils: dict[tuple[_Host, Order], Callable[[Hand], float]] = {}
        for enemy in enemies:
            self._check_hands(hand, enemy)

    def _check_hands(self, hand: Hand, enemy: Enemy) -> None:
        """Raise InputError if too many fights would have to be solved for best play."""
        pairs = pairs_left((hand, tuple(enemy.hand)))
        if self._solved(enemy) and pairs > MOST_SOLVED_IN_FULL:
            tip = "fewer tiles, or the swap model greedy"
            what = f"hands with at most {MOST_SOLVED_IN_FULL} ways to be spent"
            raise expected(what, pairs, "best swaps in battles in a row", tip)

    def _solved(self, enemy: Enemy) -> bool:
        theirs = choose_swap(enemy.swap, tuple(enemy.hand), "defender_swap", enemy.force.faction)
        return self.swap.solved or theirs.solved

    def fight(self, host: _Host, order: Order) -> tuple[BattleOdds, Ends]:
        """Return the battle against the first enemy of an order, and how it ends."""
        enemy = self.enemies[order[0]]
        key = host, order if self._solved(enemy) else order[:1]
        if key not in self._known:
            setting = self.setting
            odds = battle_odds(
                Force(self.faction, dict(host.units)),
                enemy.force,
                setting.terrain,
                attacker_hand=host.hand,
                attacker_swap=self.swap,
                defender_hand=enemy.hand,
                defender_swap=enemy.swap,
                corsair_ship=setting.corsair_ship,
                at_citadel=setting.at_citadel,
                ruleset=setting.rules,
                pip_value=setting.pip_value,
                swap_announced=setting.swap_announced,
                spoils=self._later(host, order) if self._solved(enemy) else None,
            )
            self._known[key] = odds, battle_ends(odds, Tiles.of(setting.rules))
        return self._known[key]

    def _later(self, host: _Host, order: Order) -> Callable[[Hand], float] | None:
        """Return what a victory over the first enemy is worth, by the attacker's hand after it."""
        if len(order) == 1:
            return None
        key = host._replace(hand=()), order
        if key not in self._spoils:
            beaten = self.enemies[order[0]].force

            def spoils(hand: Hand) -> float:
                return 1 + self.worth(self.after(host, beaten, hand, len(order) > 1), order[1:])

            self._spoils[key] = lru_cache(maxsize=None)(spoils)
        return self._spoils[key]

    def worth(self, host: _Host, order: Order) -> float:
        """Return the attacker's payoff in the battles of an order."""
        if not order or not host.units:
            return 0.0
        odds, ends = self.fight(host, order)
        if odds.solved:
            assert odds.solution is not None
            return odds.solution.value
        worth = 0.0
        for end, chance in ends.items():
            ours = sum(host.hand) - sum(end.attacker_hand)
            theirs = sum(odds.defender.hand) - sum(end.defender_hand)
            payoff = self.setting.pip_value * (theirs - ours)
            if end.attacker_won:
                left = self.after(host, odds.defender.force, end.attacker_hand, len(order) > 1)
                payoff += 1 + self.worth(left, order[1:])
            worth += float(chance) * payoff
        return worth

    def after(self, host: _Host, beaten: Force, hand: Hand, enemies_left: bool) -> _Host:
        """Return the host after a victory (BS-COMBAT-40, -41, BS-CUTIE-06, -08)."""
        rules = self.setting.rules
        taken = beaten.counts.get(Unit.CUTIECORN, 0)
        raises = any(rules.units[unit].raises_undead for unit, _ in host.units)
        removed = (beaten.units if self.setting.cornered else casualties(beaten, rules)) - taken
        risen = min(host.undead, removed) if raises else 0
        units = Counter(
            {unit: n for unit, n in host.units if not rules.units[unit].leaves_after_victory}
        )
        units[Unit.UNDEAD] += risen
        units[Unit.CUTIECORN] += taken
        if enemies_left and set(+units) == {Unit.CUTIECORN}:
            units.clear()  # alone among enemies it is theirs
        return _Host(tuple(sorted((+units).items())), hand, host.undead - risen)


def _chain(fights: _Fights, start: _Host, order: Sequence[int]) -> Chain:
    """Return the battles in one order."""
    hosts: dict[_Host, Number] = {start: Fraction(1)}
    steps: list[Step] = []
    units: Number = Fraction()
    tiles: Number = Fraction()
    rules = fights.setting.rules
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
                    units += chance * share * _leaving(host, rules)
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


def _leaving(host: _Host, rules: Ruleset) -> int:
    return sum(count for unit, count in host.units if rules.units[unit].leaves_after_victory)
