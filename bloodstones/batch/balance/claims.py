"""Claims: what the search says of its answers, written before the games that confirm or refute it.

Claims come from the games of the finalists. Each claim has the interval in which the figure of the
confirming games should lie; 95 of 100 should hold, fewer where the best of many finalists owed its
place to luck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.figures import Floats, Outputs, SettingFigures
from bloodstones.batch.balance.finished import DISTANCE, GAIN, Setting, text_of
from bloodstones.batch.balance.settings import PRINTED
from bloodstones.batch.study.plan import Cell
from bloodstones.core.files.writing import write_atomically

BLOCKS: Final = 40
CONFIDENCE: Final = 0.95
MOMENTS: Final = 3  # how many values there are, their sum, and that of their squares
Ints = NDArray[np.int64]
Interval = tuple[float, float, float]  # estimate, low, high


def lucks_of(outputs: Outputs, cells: Sequence[Cell], replicates: Sequence[range]) -> list[Ints]:
    """Return by output the number of the luck of each of its values.

    Cells with the same label share the luck of each replicate.

    Parameters
    ----------
    outputs
        The figures that are measured.
    cells, replicates
        That they are measured in, and the playthroughs of each.
    """
    ends: dict[str, int] = {}
    for cell, span in zip(cells, replicates, strict=True):
        ends[cell.label] = max(ends.get(cell.label, 0), span.stop)
    labels = sorted(ends)
    sizes = [ends[label] for label in labels]
    firsts = dict(zip(labels, np.cumsum([0, *sizes[:-1]]).tolist(), strict=True))
    numbers = [
        firsts[cell.label] + np.asarray(span) for cell, span in zip(cells, replicates, strict=True)
    ]
    return [np.concatenate([numbers[cell] for cell, _ in seats]) for seats in outputs.seats]


@dataclass(frozen=True)
class Sampled:
    """The figures of one setting without each block of games in turn.

    Attributes
    ----------
    measured
        With all games.
    lucks
        By output the number of the luck of each value, see `lucks_of`.
    """

    measured: SettingFigures
    lucks: Sequence[Ints]

    @cached_property
    def blocks(self) -> int:
        """Number of blocks: no more than there are lucks."""
        return min(BLOCKS, len(set().union(*(set(each.tolist()) for each in self.lucks))))

    @cached_property
    def _moments(self) -> tuple[Floats, Floats, Floats]:
        """Count, mean and its variance, with all games first: shape (1 + blocks, outputs)."""
        sums = np.zeros((MOMENTS, self.blocks, len(self.lucks)))
        for output, (values, lucks) in enumerate(
            zip(self.measured.values, self.lucks, strict=True)
        ):
            block = lucks % self.blocks
            for power in range(MOMENTS):
                np.add.at(sums[power, :, output], block, values**power)
        whole = sums.sum(axis=1, keepdims=True)
        count, first, second = np.concatenate([whole, whole - sums], axis=1)
        count = np.maximum(count, 2)
        mean = first / count
        variance = np.maximum(second / count - mean**2, 0.0) / (count - 1)
        return count, mean, variance

    def squared(self, shares: Floats) -> Floats:
        """Return squared distances, with all games first: shape (1 + blocks,).

        Parameters
        ----------
        shares
            What each output weighs, 1 together: shape (outputs,).
        """
        outputs, (_, mean, variance) = self.measured.outputs, self._moments
        gaps = mean * outputs.scales - outputs.lows
        noise = variance * outputs.scales**2 * outputs.counted(gaps)
        return np.asarray((outputs.outside(gaps) ** 2 - noise) @ shares)

    def distance(self, shares: Floats | None = None, spread: float = 1.0) -> Interval:
        """Return the distance from the targets with its 95 % interval.

        Parameters
        ----------
        shares
            What each output weighs; by default as in the study.
        spread
            By how much the interval of the squared distance is widened.
        """
        weights = self.measured.outputs.shares if shares is None else shares
        squared = self.squared(weights)
        whole = float(squared[0])
        half = float(np.hypot(self._half(squared), self._least_half(weights))) * spread
        ends = (whole, whole - half, max(whole, 0.0) + half)
        distance, low, high = (float(np.sqrt(max(0.0, each))) for each in ends)
        return distance, low, high

    def gain(self, base: Sampled, shares: Floats | None = None, spread: float = 1.0) -> Interval:
        """Return how much closer to the targets it is than a base with the same random numbers.

        Parameters
        ----------
        base
            The printed rules.
        shares, spread
            As of `distance`.
        """
        outputs = self.measured.outputs
        mine, theirs = (
            np.sqrt(np.maximum(each.squared(outputs.shares if shares is None else shares), 0.0))
            for each in (self, base)
        )
        gains = theirs - mine
        half = self._half(gains) * spread
        return float(gains[0]), float(gains[0]) - half, float(gains[0]) + half

    def _least_half(self, shares: Floats) -> float:
        """Return half of the interval of the squared distance of figures that meet their goals.

        There the square hardly moves with the figure, which the jackknife takes for certainty; the
        square of a figure with variance v has the variance 2 v². Figures may all hang together.
        """
        variance = self._moments[2][0] * self.measured.outputs.scales**2
        return self._quantile * float(np.sqrt(2.0) * (variance @ shares))

    def _half(self, estimates: Floats) -> float:
        """Return half of the interval of an estimate, from those without each block."""
        if self.blocks <= 1:
            return float("inf")
        return self._quantile * float(np.sqrt((self.blocks - 1) * np.var(estimates[1:])))

    @cached_property
    def _quantile(self) -> float:
        """How many standard errors half of an interval is."""
        from scipy.stats import t

        return float(t.ppf((1 + CONFIDENCE) / 2, max(1, self.blocks - 1)))


def part_of(outputs: Outputs, wanted: Sequence[bool]) -> Floats:
    """Return what each of some outputs weighs, 1 together; the others 0.

    Outputs of a target without weight count alike, so that their own distance can be computed.

    Parameters
    ----------
    outputs
        All of them.
    wanted
        Which: shape (outputs,).
    """
    chosen = np.array(wanted, float)
    shares = outputs.shares * chosen
    total = float(shares.sum())
    return np.asarray(shares / total if total > 0 else chosen / max(1.0, float(chosen.sum())))


FORMAT: Final = "bloodstones-claims"
DIGITS: Final = 6
JSON_INDENT: Final = 2
Lines = list[dict[str, Any]]


@dataclass(frozen=True)
class Predicted:
    """The figures behind a claim or a verdict: every setting, the printed first.

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
