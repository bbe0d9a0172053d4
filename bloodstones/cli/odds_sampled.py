"""Exact odds checked by battles fought at random."""

from __future__ import annotations

from typing import Any

from bloodstones.games.bloodstones.battle_odds import BattleOdds
from bloodstones.games.bloodstones.ruleset import Ruleset


def sampled(odds: BattleOdds, samples: int, seed: int, rules: Ruleset) -> dict[str, Any]:
    """Return what so many battles fought at random gave, with the Wilson interval of their rate."""
    from bloodstones.cli.compiling import told_if_slow
    from bloodstones.games.bloodstones.sampling import sample_odds
    from bloodstones.stats.intervals import CONFIDENCE, wilson_interval

    with told_if_slow():
        won = sample_odds(odds, samples, seed, rules)
    low, high = wilson_interval(won, samples)
    return {
        "n": samples,
        "seed": seed,
        "attacker_wins": won,
        "p_attacker": won / samples,
        "low": low,
        "high": high,
        "confidence": CONFIDENCE,
        "holds_p_attacker": low <= odds.p_attacker <= high,
    }


def sampled_line(check: dict[str, Any]) -> str:
    """Return the samples as one line, with no decimal beyond their error.

    >>> sampled_line({"n": 1000, "p_attacker": 0.89, "low": 0.869, "high": 0.908,
    ...               "confidence": 0.95, "holds_p_attacker": True})
    'Sampled: the attacker won 89 % (87–91 %) of 1,000 battles; the 95 % interval holds ...'
    """
    from bloodstones.stats.rounding import PERCENT, show_percent

    rate = show_percent(check["p_attacker"], check["low"], check["high"])
    interval = f"{check['confidence'] * PERCENT:.0f} % interval"
    verdict = "holds" if check["holds_p_attacker"] else "misses"
    return (
        f"Sampled: the attacker won {rate} of {check['n']:,} battles; "
        f"the {interval} {verdict} the exact odds"
    )
