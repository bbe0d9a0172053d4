"""How many games a question about win rates needs, or what games can show, before any is played."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt
from statistics import NormalDist
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data, Fact, Facts, Measure
from bloodstones.core.questions.parameters import QUESTION, param, real, ref, whole
from bloodstones.core.questions.question import Question, check
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

POWER = 0.8
LEVEL = 0.05
CERTAIN_ALREADY = 1e-12


def games_for_half_width(half_width: float, rate: float, confidence: float = CONFIDENCE) -> int:
    """Return the games after which the interval of a rate has a half width.

    Parameters
    ----------
    half_width
        Half of the interval that is wanted, above 0 and below 1.
    rate
        The rate that is expected, above 0 and below 1.
    confidence
        Coverage of the interval, above 0 and below 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> [games_for_half_width(0.01, 1 / players) for players in (2, 3, 4, 5, 6)]
    [9604, 8537, 7203, 6147, 5336]
    """
    _check_rate(rate, "rate")
    if not 0 < half_width < 1:
        raise expected("a half width between 0 and 1", half_width, "half_width")
    z = normal_quantile(confidence)
    return ceil(rate * (1 - rate) * (z / half_width) ** 2 - CERTAIN_ALREADY)


def half_width_of_games(games: int, rate: float, confidence: float = CONFIDENCE) -> float:
    """Return the half width that the interval of a rate has after `games` games.

    Parameters
    ----------
    games
        Independent games, 1 or more.
    rate
        The rate that is expected, above 0 and below 1.
    confidence
        Coverage of the interval, above 0 and below 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(half_width_of_games(7203, 0.25), 4)
    0.01
    """
    _check_rate(rate, "rate")
    _check_games(games)
    return normal_quantile(confidence) * sqrt(rate * (1 - rate) / games)


def games_for_shift(
    shift: float, rate: float, *, power: float = POWER, level: float = LEVEL, tests: int = 1
) -> int:
    """Return the games that a test of a rate against a stated one needs for a given power.

    Parameters
    ----------
    shift
        Difference from `rate` that is to be found, not 0; `rate + shift` is between 0 and 1.
    rate
        The rate when there is nothing to find, such as the fair share.
    power
        Chance of finding it, between `level` and 1.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Examples
    --------
    >>> [games_for_shift(shift, 0.25) for shift in (0.02, 0.03, 0.05)]
    [3736, 1672, 610]
    >>> games_for_shift(0.02, 0.25, tests=6)
    5746
    """
    other = rate + shift
    _check_rate(rate, "rate")
    _check_rate(other, "rate + shift")
    z, strength = _quantiles(shift, power, level, tests)
    spread = z * sqrt(rate * (1 - rate)) + strength * sqrt(other * (1 - other))
    return ceil((spread / shift) ** 2)


def games_for_difference(
    difference: float,
    rate: float,
    *,
    correlation: float = 0.0,
    power: float = POWER,
    level: float = LEVEL,
    tests: int = 1,
) -> int:
    """Return the games of each arm that a test of two arms needs for a given power.

    Parameters
    ----------
    difference, rate
        Rates of the arms are `rate` and `rate + difference`.
    correlation
        Between the arms over the pairs: 0 for independent arms; with the same random numbers, what
        a small study achieved (`paired.PairedDifference.correlation`). Games fall by about 1 -
        correlation.
    power, level, tests
        See `games_for_shift`.

    Examples
    --------
    >>> [games_for_difference(0.02, 0.25, correlation=rho) for rho in (0.0, 0.5, 0.8)]
    [7547, 3775, 1512]
    """
    z, strength = _quantiles(difference, power, level, tests)
    spread = _variance_of_difference(difference, rate, correlation)
    return ceil(spread * ((z + strength) / difference) ** 2)


def power_of_shift(
    games: int, shift: float, rate: float, *, level: float = LEVEL, tests: int = 1
) -> float:
    """Return the power of a test of `rate + shift` against `rate` with `games` games.

    Parameters
    ----------
    games
        Independent games, 1 or more.
    shift, rate
        `rate` is the rate with nothing to find, `rate + shift` the truth; both above 0, below 1.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Returns
    -------
    float
        The power of the test, 0 to 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(power_of_shift(3736, 0.02, 0.25), 3)
    0.8
    """
    other = rate + shift
    _check_rate(rate, "rate")
    _check_rate(other, "rate + shift")
    _check_games(games)
    z = normal_quantile(1 - level / tests) * sqrt(rate * (1 - rate) / games)
    return _beyond(z, shift, sqrt(other * (1 - other) / games))


def power_of_difference(
    games: int,
    difference: float,
    rate: float,
    *,
    correlation: float = 0.0,
    level: float = LEVEL,
    tests: int = 1,
) -> float:
    """Return the power of a comparison of two arms of `games` games each.

    Parameters
    ----------
    games
        Games of each arm, 1 or more.
    difference, rate
        Rates of the arms are `rate` and `rate + difference`, both above 0 and below 1.
    correlation
        Between the arms over the pairs, from -1 to below 1; see `games_for_difference`.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Returns
    -------
    float
        The power of the test, 0 to 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(power_of_difference(3775, 0.02, 0.25, correlation=0.5), 3)
    0.8
    """
    _check_games(games)
    error = sqrt(_variance_of_difference(difference, rate, correlation) / games)
    return _beyond(normal_quantile(1 - level / tests) * error, difference, error)


def _beyond(limit: float, mean: float, error: float) -> float:
    """Return the chance of an estimate farther from 0 than `limit`."""
    normal = NormalDist(abs(mean), error)
    return 1 - normal.cdf(limit) + normal.cdf(-limit)


def _variance_of_difference(difference: float, rate: float, correlation: float) -> float:
    """Return the variance of the difference of one pair."""
    other = rate + difference
    _check_rate(rate, "rate")
    _check_rate(other, "rate + difference")
    if not -1 <= correlation < 1:
        raise expected("a correlation from -1 to below 1", correlation, "correlation")
    first, second = rate * (1 - rate), other * (1 - other)
    return first + second - 2 * correlation * sqrt(first * second)


def _quantiles(difference: float, power: float, level: float, tests: int) -> tuple[float, float]:
    """Return the normal quantiles of the level and of the power."""
    if difference == 0:
        raise expected("a difference other than 0", difference, "difference")
    if tests < 1:
        raise expected("at least 1 test", tests, "tests")
    if not 0 < level < power < 1:
        raise expected("0 < level < power < 1", (level, power), "level, power")
    return normal_quantile(1 - level / tests), NormalDist().inv_cdf(power)


def _check_rate(rate: float, where: str) -> None:
    if not 0 < rate < 1:
        raise expected("a rate between 0 and 1", rate, where)


def _check_games(games: int) -> None:
    if games < 1:
        raise expected("at least 1 game", games, "games")


PERCENT: Final = 100
DEFAULT_POWER: Final = 80.0
FEWEST_PLAYERS: Final = 2
ASKED: Final = ("within", "shift", "difference")
CERTAIN: Final = (
    "what never happens in N games happens in less than 300 / N % of them, with 95 % confidence"
)
POINTS: Final = Measure("{:.3g} points".format, float)
HALF_WIDTH: Final = Measure("± {:.2g} points".format, float)
RATE: Final = Measure("{:.3g} %".format, float)
POWERS: Final = Measure("{:.0f} %".format, float)
GAMES: Final = Measure("{:,}".format, int)


class GamesNeeded(Question):
    """Compute how many games you need for a given precision.

    Ask one of three questions, in points. `within` is the precision of a win rate. `shift` is the
    smallest shift from a stated rate to detect. `difference` is the smallest difference to detect
    between two arms of a what-if. With `games`, the answer is what this number of games can detect.
    The figures are normal approximations with an error of 5 %.
    """

    name = "study games"
    function = "games_needed"
    omits = ("set", "data")
    examples = (
        {"within": "1", "players": "4"},
        {"shift": "5", "rate": "25", "tests": "6"},
        {"difference": "2", "players": "4", "correlation": "0.5", "games": "3000"},
    )

    within: float | None = param(
        real(), "Half the width of the 95 % interval of a win rate, in points.", default=None
    )
    shift: float | None = param(
        real(), "Smallest shift from the stated rate to detect, in points.", default=None
    )
    difference: float | None = param(
        real(), "Smallest difference between two arms to detect, in points.", default=None
    )
    rate: float | None = param(
        real(), f"Win rate in percent (default: the fair share of {ref('players')}).", default=None
    )
    players: int | None = param(
        whole(FEWEST_PLAYERS),
        "Number of players; the win rate is then the fair share.",
        default=None,
    )
    games: int | None = param(
        whole(1), "Number of games (of each arm): show what they can detect.", default=None
    )
    power: float = param(
        real(), "Probability of detecting the difference, in percent.", default=DEFAULT_POWER
    )
    tests: int = param(
        whole(1), "Number of tests that share the error of 5 %.", default=1, rare=True
    )
    correlation: float = param(
        real(),
        "Correlation of two arms that use the same random numbers.",
        default=0.0,
        rare=True,
    )

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> None:
        """Return nothing: no game is asked about."""

    @check("within", "shift", "difference")
    def asks_one_thing(self, faults: Faults) -> None:
        """Check that one of the three questions is asked."""
        asked = [ref(name) for name in ASKED if getattr(self, name) is not None]
        if len(asked) != 1:
            wanted = f"one of {ref('within')}, {ref('shift')} and {ref('difference')}"
            raise expected(wanted, ", ".join(asked) or "none", QUESTION)

    @check("rate", "players")
    def has_one_rate(self, faults: Faults) -> None:
        """Check that there is a rate, of one kind, which can be one."""
        if (self.rate is None) == (self.players is None):
            raise expected(f"one of {ref('rate')} and {ref('players')}", "both or none", QUESTION)
        if self.rate is not None and not 0 < self.rate < PERCENT:
            wanted = "a rate in per cent, above 0 and below 100"
            raise expected(wanted, self.rate, ref("rate"), CERTAIN)

    @check("within", "shift", "difference", "rate", "players")
    def stays_below_certainty(self, faults: Faults) -> None:
        """Check that points are possible, also beside the rate."""
        asked = [name for name in ASKED if getattr(self, name) is not None]
        if len(asked) != 1 or (self.rate is None) == (self.players is None):
            return
        (name,) = asked
        points, rate = float(getattr(self, name)), PERCENT * self.share
        if not 0 < abs(points) < PERCENT or (name == "within" and points < 0):
            raise expected("percentage points above 0 and below 100", points, ref(name))
        if 0 < rate < PERCENT and name != "within" and not 0 < rate + points < PERCENT:
            wanted = f"a rate and a {ref(name)} that make a rate above 0 and below 100 %"
            raise expected(wanted, f"{rate:.3g} and {points:g}", ref(name))

    @check("power")
    def has_a_possible_power(self, faults: Faults) -> None:
        """Check that the power is one."""
        if not 0 < self.power < PERCENT:
            wanted = "a chance in per cent, above 0 and below 100"
            raise expected(wanted, self.power, ref("power"))

    @property
    def question(self) -> str:
        """Which of the three questions is asked."""
        return next(name for name in ASKED if getattr(self, name) is not None)

    @property
    def points(self) -> float:
        """What it asks about, in percentage points."""
        return float(getattr(self, self.question))

    @property
    def share(self) -> float:
        """The rate, from 0 to 1."""
        return (
            1 / self.players
            if self.rate is None and self.players
            else float(self.rate or 0) / PERCENT
        )

    def solve(self) -> Answer:
        """Return the games that are needed, or what games show."""
        arms = " of each arm" if self.question == "difference" else ""
        if self.games is None:
            result = [Fact("games", f"Games needed{arms}", self.needed(), GAMES, "strong")]
        else:
            result = [Fact("games", f"Games{arms}", self.games, GAMES), self.shown()]
        asked = [
            Fact("points", self.question.capitalize(), self.points, POINTS),
            Fact("rate", "Of a rate of", PERCENT * self.share, RATE),
        ]
        title = "What games can show" if self.games else "How many games"
        return Answer(title, [Data({"question": self.question}), Facts([*asked, *result])])

    def needed(self) -> int:
        """Return the games that the question needs."""
        points, tests, power = self.points / PERCENT, self.tests, self.power / PERCENT
        if self.question == "within":
            return games_for_half_width(points, self.share)
        if self.question == "shift":
            return games_for_shift(points, self.share, power=power, tests=tests)
        return games_for_difference(
            points, self.share, correlation=self.correlation, power=power, tests=tests
        )

    def shown(self) -> Fact:
        """Return what the games show: half of an interval, or the power."""
        assert self.games is not None
        points, tests = self.points / PERCENT, self.tests
        if self.question == "within":
            width = PERCENT * half_width_of_games(self.games, self.share)
            return Fact("half_width", "The rate is known to", width, HALF_WIDTH, "strong")
        if self.question == "shift":
            power = power_of_shift(self.games, points, self.share, tests=tests)
        else:
            power = power_of_difference(
                self.games, points, self.share, correlation=self.correlation, tests=tests
            )
        return Fact("power", "It is found in", PERCENT * power, POWERS, "strong")
