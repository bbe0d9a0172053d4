"""Claims: what the search says of its answers, written before the games that confirm or refute it.

What is claimed is told from the games of the finalists. Each claim has the interval in which the
figure of the confirming games should lie; 95 of 100 should hold, fewer where the best of many
finalists owed its place to luck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.balance.finished import DISTANCE, GAIN, Setting, text_of
from bloodstones.batch.balance.precision import CONFIDENCE, Interval, Sampled, part_of
from bloodstones.batch.balance.settings import PRINTED
from bloodstones.core.files.writing import write_atomically

FORMAT: Final = "bloodstones-claims"
DIGITS: Final = 6
JSON_INDENT: Final = 2
Lines = list[dict[str, Any]]


@dataclass(frozen=True)
class Predicted:
    """The figures from which something is claimed, or judged: every setting, the printed first.

    Attributes
    ----------
    settings
        Setting -> its figures.
    """

    settings: Mapping[Setting, Sampled]

    def figures(self, spread: float = 1.0) -> Lines:
        """Return every figure that is claimed, with its interval.

        Parameters
        ----------
        spread
            By how much intervals are widened.
        """
        return [
            line
            for setting in self.settings
            for line in (*self._distances(setting, spread), *self._gains(setting, spread))
        ]

    def _distances(self, setting: Setting, spread: float) -> Lines:
        """Return the distance of a setting from all targets, and from each of several."""
        sampled = self.settings[setting]
        outputs = sampled.measured.outputs
        targets = list(dict.fromkeys(output.target for output in outputs.every))
        parts = ["", *(targets if len(targets) > 1 else ())]
        return [
            self._line(setting, DISTANCE, part, "", sampled.distance(share, spread))
            for part in parts
            for share in [
                part_of(outputs, [part in ("", output.target) for output in outputs.every])
            ]
        ]

    def _gains(self, setting: Setting, spread: float) -> Lines:
        """Return by how much nearer a setting is than the printed rules: at all, at each level."""
        if setting == PRINTED:
            return []
        sampled, base = self.settings[setting], self.settings[PRINTED]
        outputs = sampled.measured.outputs
        levels = list(dict.fromkeys(output.level for output in outputs.every))
        parts = ["", *(levels if len(levels) > 1 else ())]
        return [
            self._line(setting, GAIN, "", part, sampled.gain(base, share, spread))
            for part in parts
            for share in [
                part_of(outputs, [part in ("", output.level) for output in outputs.every])
            ]
        ]

    @staticmethod
    def _line(
        setting: Setting, what: str, target: str, level: str, interval: Interval
    ) -> dict[str, Any]:
        predicted, low, high = (
            round(each, DIGITS) if isfinite(each) else None for each in interval
        )
        keys = {"change": text_of(setting), "what": what, "target": target, "level": level}
        return {**keys, "predicted": predicted, "low": low, "high": high}


def claims_of(found: Predicted, study: str, games: int, confirming: int) -> dict[str, Any]:
    """Return what is claimed of the confirming games.

    Parameters
    ----------
    found
        The finalists that are answers, and the printed rules.
    study
        Its id.
    games, confirming
        Playthroughs of a setting that the claims are made from, and that they are about.
    """
    spread = sqrt(1 + games / confirming)
    return {
        "format": FORMAT,
        "study": study,
        "confidence": CONFIDENCE,
        "games": games,
        "confirming_games": confirming,
        "claims": found.figures(spread),
    }


def register(path: Path, claims: Mapping[str, Any]) -> str:
    """Write claims before the confirming games are played, and return the hash of the file."""
    text = json.dumps(claims, indent=JSON_INDENT, ensure_ascii=False) + "\n"
    write_atomically(path, text.encode())
    return hashlib.sha256(text.encode()).hexdigest()


def judged(claims: Sequence[Mapping[str, Any]], confirmed: Predicted) -> Lines:
    """Return claims with what the confirming games gave, and whether each holds.

    Parameters
    ----------
    claims
        As they were registered.
    confirmed
        The same figures in the confirming games.

    Returns
    -------
    list of dict
        Each claim with `confirmed` and `holds`: whether that lies in its interval; None of a claim
        that games on one luck alone could give no interval.
    """
    found = [line["predicted"] for line in confirmed.figures()]
    return [
        {**claim, "confirmed": value, "holds": _holds(claim, value)}
        for claim, value in zip(claims, found, strict=True)
    ]


def _holds(claim: Mapping[str, Any], value: float | None) -> bool | None:
    low, high = claim["low"], claim["high"]
    if low is None or high is None or value is None:
        return None
    return bool(low <= value <= high)
