"""What a step more or less would make of the odds of a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bloodstones.games.wizard_kings.odds.battle import Battle
from bloodstones.games.wizard_kings.odds.solve import solve
from bloodstones.games.wizard_kings.rules.ruleset import MOST_STRENGTH


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
