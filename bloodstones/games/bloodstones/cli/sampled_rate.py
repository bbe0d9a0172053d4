"""A share of a sample beside an exact chance: the same keys and the same words everywhere."""

from __future__ import annotations

from typing import Any

from bloodstones.stats.inference.intervals import CONFIDENCE, wilson_interval


def sampled_rate(hits: int, n: int) -> dict[str, Any]:
    """Return how many of `n` samples it was, their share and its Wilson interval, as in JSON.

    >>> rate = sampled_rate(890, 1000)
    >>> list(rate)
    ['hits', 'n', 'p', 'low', 'high', 'confidence']
    >>> rate["p"], round(rate["low"], 3), round(rate["high"], 3), rate["confidence"]
    (0.89, 0.869, 0.908, 0.95)
    """
    low, high = wilson_interval(hits, n)
    return {"hits": hits, "n": n, "p": hits / n, "low": low, "high": high, "confidence": CONFIDENCE}


def rate_words(rate: dict[str, Any]) -> str:
    """Return a share with its interval, with no decimal beyond its error, in plain ASCII.

    >>> rate_words(sampled_rate(890, 1000))
    '89 % (87 to 91 %)'
    """
    from bloodstones.stats.inference.rounding import show_percent

    return show_percent(rate["p"], rate["low"], rate["high"]).replace("–", " to ")
