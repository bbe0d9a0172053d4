"""Exact odds checked by battles fought at random."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.battle import Battle

LARGEST_SEED: Final = 2**63 - 1


def sampled(battle: Battle, samples: int, seed: int) -> dict[str, Any]:
    """Return what so many battles fought at random gave, as JSON shows it.

    `samples` tells how they were fought, `sampled` the rate of the attacker's victories and whether
    its interval holds the exact odds.
    """
    from bloodstones.cli.terminal.compiling import told_if_compiling
    from bloodstones.games.bloodstones.cli.sampled_rate import sampled_rate
    from bloodstones.games.bloodstones.odds.sampling import sample_battle

    if not 0 <= seed <= LARGEST_SEED:
        raise expected(f"a seed from 0 to {LARGEST_SEED}", seed, "--seed")
    with told_if_compiling():
        rate = sampled_rate(sample_battle(battle, samples, seed), samples)
    rate["holds_p_attacker"] = rate["low"] <= battle.odds.p_attacker <= rate["high"]
    return {"samples": {"n": samples, "seed": seed}, "sampled": rate}


def sampled_line(rate: dict[str, Any]) -> str:
    """Return the rate of the samples as one line.

    >>> from bloodstones.games.bloodstones.cli.sampled_rate import sampled_rate
    >>> sampled_line(sampled_rate(890, 1000) | {"holds_p_attacker": True})
    'Sampled: the attacker won 89 % (87 to 91 %) of 1,000 battles; the 95 % interval holds ...'
    """
    from bloodstones.games.bloodstones.cli.sampled_rate import rate_words
    from bloodstones.stats.inference.rounding import PERCENT

    interval = f"{rate['confidence'] * PERCENT:.0f} % interval"
    verdict = "holds" if rate["holds_p_attacker"] else "misses"
    return (
        f"Sampled: the attacker won {rate_words(rate)} of {rate['n']:,} battles; "
        f"the {interval} {verdict} the exact odds"
    )
