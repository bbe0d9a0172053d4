"""The arguments of `odds` as a battle; all faults are told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.core.faults import Faults, nearest
from bloodstones.core.rule_numbers import parse_settings
from bloodstones.games.wizard_kings.odds.battle import BEST, FIRST, Battle, line_up
from bloodstones.games.wizard_kings.rules.armies import Block, read_blocks
from bloodstones.games.wizard_kings.rules.names import Army, Effect, Terrain, Trait
from bloodstones.games.wizard_kings.rules.numbers import with_overrides
from bloodstones.games.wizard_kings.rules.reading import load_ruleset
from bloodstones.games.wizard_kings.rules.ruleset import Ruleset, Spell

LANDS: Final = {land.id: land for land in Terrain}
CHOICES: Final = (BEST, FIRST)
IN_BATTLE: Final = (Effect.DAMAGE, Effect.PANIC, Effect.SWARM)
MOST_THRESHOLD: Final = 99


@dataclass(frozen=True, slots=True)
class Question:
    """A battle and the rule numbers changed for it."""

    battle: Battle
    overrides: Mapping[str, int]


def read_question(asked: Mapping[str, Any]) -> Question:
    """Return the battle that the arguments describe; InputError with every fault.

    >>> asked = {"attacker": "ogre:3", "defender": "ranger:2"}
    >>> [fighter.name for fighter in read_question(asked).battle.fighters]
    ['ogre', 'ranger']
    """
    overrides = parse_settings(asked.get("settings", ()))
    rules = with_overrides(load_ruleset(data=asked.get("data", "")), overrides, "--set")
    faults = Faults()
    forces = [_force(asked[side], rules, f"--{side}", faults) for side in ("attacker", "defender")]
    land = _known(asked.get("terrain", "clear"), LANDS, "--terrain", "a terrain", faults)
    choices = {name: name for name in CHOICES}
    choice = _known(asked.get("choice", BEST), choices, "--choice", "best or first", faults)
    spells = [
        _spell(asked.get(f"{side}_spell"), force, rules, f"--{side}-spell", faults)
        for side, force in zip(("attacker", "defender"), forces, strict=True)
    ]
    limits = [_limit(asked, side, faults) for side in ("attacker", "defender")]
    faults.raise_if_any()
    assert land is not None
    assert choice is not None
    fighters = line_up(forces[0], forces[1], land, rules)
    battle = Battle(fighters, choice, (spells[0], spells[1]), (limits[0], limits[1]))
    return Question(battle, overrides)


def _known(text: str, known: Mapping[str, Any], where: str, what: str, faults: Faults) -> Any:
    if text not in known:
        faults.add(where, what, text, nearest(text, known))
    return known.get(text)


def _limit(asked: Mapping[str, Any], side: str, faults: Faults) -> int:
    limit = asked.get(f"{side}_retreats_at", 0)
    if not 0 <= limit <= MOST_THRESHOLD:
        faults.add(f"--{side}-retreats-at", f"0 to {MOST_THRESHOLD}", limit)
    return int(limit)


def _force(text: str, rules: Ruleset, where: str, faults: Faults) -> tuple[Block, ...]:
    """Return a force; a name that both armies have is that of the army of the others."""
    names = {part.partition(":")[0].strip() for part in text.split(",")}
    own = {army: {u.unit for u in rules.units_of(army)} for army in Army}
    first = max(Army, key=lambda army: len(names & own[army]))
    units = [u for army in (1 - first, first) for u in rules.units_of(Army(army))]
    force = read_blocks(text, units, where, faults)
    wizards = sum(unit.has(Trait.WIZARD) for unit, _ in force)
    if len(force) - wizards > rules.stack or wizards > 1:
        faults.note(
            where, f"at most {rules.stack} units and a wizard (WK-MOVE-03)", f"{len(force)} units"
        )
    return force


def _spell(
    name: str | None, force: tuple[Block, ...], rules: Ruleset, where: str, faults: Faults
) -> Spell | None:
    """Return a spell that the wizard of a force can cast (WK-WIZ-04)."""
    if name is None:
        return None
    known = {spell.spell: spell for spell in rules.spells if spell.effect in IN_BATTLE}
    if name not in known:
        faults.add(where, "a spell of battle", name, nearest(name, known))
        return None
    spell = known[name]
    for unit, strength in force:
        if unit.has(Trait.WIZARD) and unit.army == spell.army and strength > spell.level:
            return spell
    faults.note(where, f"a wizard that can cast {name} at {spell.level + 1} or more", "none")
    return None
