"""What a roll does: pure functions for exact odds, and for kernels as `compiled` has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.games.battlelore.rules.names import Ability, Face

if TYPE_CHECKING:
    from bloodstones.core.kernels.layout import Array


def dice_of(attack: int, cap: int, exactly: int, more: int, least: int) -> int:
    """Return the number of dice (BL-ATTACK-19).

    Parameters
    ----------
    attack
        The figure of the unit.
    cap
        The most that forest allows, 0 without forest; the number itself if `exactly` (AMB-10).
    more
        Sum of all pluses and minuses.
    least
        Fewest dice (AMB-11).
    """
    dice = attack
    if cap > 0:
        dice = cap if exactly else min(attack, cap)
    return max(least, dice + more)


def hits_of(roll: Array, ranged: int, weak: int, fury: int, blade: int, poisoned: int) -> int:
    """Return the damage of a roll before abilities and prevention (BL-ATTACK-09 to -11, -14).

    Parameters
    ----------
    roll
        Counts of faces.
    fury, blade
        Whether the cards count cleaves in any case, or strike, cleave and heroic.
    poisoned
        Whether the target has the token, perhaps by this roll (BL-TOKEN-01).
    """
    hits = 0
    if ranged:
        hits += int(roll[Face.PIERCE])
    if blade:
        hits += int(roll[Face.STRIKE]) + int(roll[Face.CLEAVE]) + int(roll[Face.HEROIC])
    else:
        if not ranged:
            hits += int(roll[Face.STRIKE])
        if fury or (not ranged and not weak):
            hits += int(roll[Face.CLEAVE])
    if poisoned:
        hits += int(roll[Face.LORE])
    return hits


def uses_of(ability: int, heroic: int, limited: int, figures: int) -> int:
    """Return how many heroic faces may be spent: a token needs one (BL-ATTACK-14, -15, AMB-46)."""
    if ability < 0:
        return 0
    if ability != Ability.FRENZY:
        return min(1, heroic)
    return min(heroic, figures) if limited else heroic
