"""Several defenders in one area, fought one after the other (BS-COMBAT-03).

What carries over from battle to battle is the attacker's: hand tiles swapped in are gone, dragons
leave after the first victory (BS-DRAGON-05), undead may rise and fight on (BS-NECRO-04, -07). An
attacker who loses a battle leaves the area, so the chain ends there. Every defender stands; the
attacker does nothing else between the battles (though BS-COMBAT-45 would let it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from bloodstones.core.errors import UnmodelledRuleError, expected
from bloodstones.games.bloodstones.battle_odds import BattleOdds, battle_odds
from bloodstones.games.bloodstones.fight_ends import battle_ends
from bloodstones.games.bloodstones.fight_odds import Hand, Swap, Tiles
from bloodstones.games.bloodstones.force import Force
from bloodstones.games.bloodstones.losses import casualties
from bloodstones.games.bloodstones.names import Terrain, Unit
from bloodstones.games.bloodstones.rulesdata import load_ruleset
from bloodstones.games.bloodstones.ruleset import Ruleset
from bloodstones.games.bloodstones.withdrawal import Withdrawal

Number = Fraction | float
HABITS = (Swap.NEVER, Swap.GREEDY)


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
    corsair_ship
        Corsairs attack next to a ship of theirs (BS-CORSAIR-06).
    cornered
        Beaten defenders have no legal retreat, so that all their units are removed; more undead may
        rise.
    """

    terrain: Terrain
    rules: Ruleset
    corsair_ship: bool = False
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
        Pips of the hand tiles that the attacker is ready to swap in over all battles, and how:
        "never" or "greedy".
    corsair_ship
        Corsairs attack next to a ship of theirs (BS-CORSAIR-06).
    cornered
        Beaten defenders have no legal retreat.
    ruleset
        The rules in force; the shipped ones by default.

    Raises
    ------
    InputError
        If a force, hand or swap model cannot be, or two enemies are of one faction.
    UnmodelledRuleError
        With a Cutiecorn in the area, which changes hands between battles.

    Examples
    --------
    The dragon burns the castle first and is gone after it:

    >>> from bloodstones.games.bloodstones.force import parse_force
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
    setting = Setting(terrain, rules, corsair_ship, cornered)
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
    if any(Unit.CUTIECORN in force.counts for force in (attacker, *(e.force for e in enemies))):
        raise UnmodelledRuleError(
            "expected battles in a row without a cutiecorn, got one (sides of the battles)",
            "it changes hands after a battle (BS-CUTIE-08): ask for each battle alone",
        )


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
        self.swap = swap or (Swap.GREEDY if hand else Swap.NEVER)
        self.enemies = enemies
        self.setting = setting
        self._known: dict[tuple[_Host, int], tuple[BattleOdds, dict[_Host, Number]]] = {}

    def fight(self, host: _Host, number: int) -> tuple[BattleOdds, Mapping[_Host, Number]]:
        """Return the battle against an enemy, and the chance of each host after winning it."""
        if (host, number) not in self._known:
            odds = self._odds(host, number)
            after: dict[_Host, Number] = {}
            ends = battle_ends(odds, Tiles.of(self.setting.rules))
            for end, chance in ends.items():
                if end.attacker_won:
                    left = self._after(host, odds.defender.force, end.attacker_hand)
                    after[left] = after.get(left, Fraction()) + chance
            self._known[host, number] = odds, after
        return self._known[host, number]

    def spent(self, host: _Host, number: int) -> Number:
        """Return the hand tiles that the attacker swaps in on average, won or lost."""
        odds = self._odds(host, number)
        ends = battle_ends(odds, Tiles.of(self.setting.rules))
        return sum(
            (chance * (len(host.hand) - len(end.attacker_hand)) for end, chance in ends.items()),
            Fraction(),
        )

    def _odds(self, host: _Host, number: int) -> BattleOdds:
        enemy = self.enemies[number]
        odds = battle_odds(
            Force(self.faction, dict(host.units)),
            enemy.force,
            self.setting.terrain,
            attacker_hand=host.hand,
            attacker_swap=self.swap,
            defender_hand=enemy.hand,
            defender_swap=enemy.swap,
            corsair_ship=self.setting.corsair_ship,
            ruleset=self.setting.rules,
        )
        for side in (odds.attacker, odds.defender):
            if side.swap not in HABITS:
                tip = "what a tile is worth in the next battle is not part of the solution"
                raise expected(
                    "a swap model never or greedy", side.swap.value, "battles in a row", tip
                )
        return odds

    def _after(self, host: _Host, beaten: Force, hand: Hand) -> _Host:
        """Return the host after a victory (BS-COMBAT-40, -41)."""
        rules = self.setting.rules
        raises = any(rules.units[unit].raises_undead for unit, _ in host.units)
        removed = beaten.units if self.setting.cornered else casualties(beaten, rules)
        risen = min(host.undead, removed) if raises else 0
        units = {
            unit: count for unit, count in host.units if not rules.units[unit].leaves_after_victory
        }
        if risen:
            units[Unit.UNDEAD] = units.get(Unit.UNDEAD, 0) + risen
        return _Host(tuple(sorted(units.items())), hand, host.undead - risen)


def _chain(fights: _Fights, start: _Host, order: Sequence[int]) -> Chain:
    """Return the battles in one order."""
    hosts: dict[_Host, Number] = {start: Fraction(1)}
    steps: list[Step] = []
    units: Number = Fraction()
    tiles: Number = Fraction()
    rules = fights.setting.rules
    for number in order:
        able = {host: chance for host, chance in hosts.items() if host.units}
        after: dict[_Host, Number] = {}
        enemy_vp: Number = Fraction()
        for host, chance in able.items():
            odds, won = fights.fight(host, number)
            enemy_vp += chance * odds.defender.expected_vp
            units += chance * odds.p_defender * casualties(odds.attacker.force, rules)
            tiles += chance * fights.spent(host, number)
            for left, share in won.items():
                after[left] = after.get(left, Fraction()) + chance * share
                units += chance * share * _leaving(host, rules)
        likeliest = max(able, key=lambda host: able[host]) if able else None
        first = fights.fight(likeliest, number)[0] if likeliest else None
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
