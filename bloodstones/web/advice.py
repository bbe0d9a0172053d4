"""What a strategy advises a seat, as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bloodstones.kit.advice.advice import Advice

SECONDS: Final = 3.0  # for playouts of one hint


def advice_data(advice: Advice, words: Mapping[int, str]) -> dict[str, Any]:
    """Return an advice as data for JSON.

    Parameters
    ----------
    advice
        Of a strategy to a seat.
    words
        Of the legal decisions, by code.

    Returns
    -------
    dict
        `strategy`, `code` and `words` of what it would do; `wins`, whether chances are of winning;
        `reasons`; `chances` of what was compared, the best first: `code`, `words`, `chance` with
        its interval `low` to `high`, and `n`.
    """
    return {
        "strategy": advice.strategy,
        "code": advice.code,
        "words": words[advice.code],
        "wins": advice.wins,
        "reasons": list(advice.reasons),
        "chances": [
            {
                "code": each.code,
                "words": words[each.code],
                "chance": each.estimate.value,
                "low": each.estimate.low,
                "high": each.estimate.high,
                "n": each.estimate.n,
            }
            for each in advice.chances
            if each.again
        ],
    }
