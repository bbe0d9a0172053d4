"""What a step more or less would make of the odds of a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bloodstones.games.wizard_kings.odds.battle import Battle, Fighter
from bloodstones.games.wizard_kings.odds.solve import solve
from bloodstones.games.wizard_kings.rules.ruleset import MOST_STRENGTH


def changes(battle: Battle) -> list[dict[str, Any]]:
    """Return the odds with each unit a step stronger, a step weaker and away, best first."""
    chance = float(solve(battle).chance())
    gains = []
    for words, fighters in _variants(battle.fighters):
        changed = float(solve(replace(battle, fighters=fighters)).chance())
        gains.append({"change": words, "p_attacker": changed, "gain": changed - chance})
    return sorted(gains, key=lambda change: -change["gain"])


def _variants(fighters: tuple[Fighter, ...]) -> list[tuple[str, tuple[Fighter, ...]]]:
    variants: dict[str, tuple[Fighter, ...]] = {}
    for place, fighter in enumerate(fighters):
        who = f"{('attacking', 'defending')[fighter.side]} {fighter.name}:{fighter.strength}"
        for step, words in ((1, "a step stronger"), (-1, "a step weaker")):
            strength = fighter.strength + step
            if 1 <= strength <= MOST_STRENGTH:
                changed = replace(fighter, strength=strength)
                variants[f"{who} {words}"] = (*fighters[:place], changed, *fighters[place + 1 :])
        if sum(other.side == fighter.side for other in fighters) > 1:
            variants[f"{who} away"] = fighters[:place] + fighters[place + 1 :]
    return list(variants.items())
