"""How many games a question about win rates needs, or what games can show, before any is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data, Fact, Facts, Measure
from bloodstones.core.questions.parameters import QUESTION, param, real, ref, whole
from bloodstones.core.questions.question import Question, check
from bloodstones.stats.inference import planning

PERCENT: Final = 100
POWER: Final = 80.0
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
    """Say how many games a question about win rates needs, before any is played.

    One of three questions, in percentage points: an interval of a rate `within` so much either
    way; a rate that differs from a stated one by a `shift`; two arms of a what-if that differ by a
    `difference`. With `games` the answer is what so many games can show. Normal approximations,
    at an error of 5 %.
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
        real(), "Half of the 95 % interval of a rate, in percentage points.", default=None
    )
    shift: float | None = param(
        real(), "Points from the stated rate that are to be found.", default=None
    )
    difference: float | None = param(
        real(), "Points between two arms that are to be found.", default=None
    )
    rate: float | None = param(
        real(), f"The rate in per cent (25 is one in four); else {ref('players')}.", default=None
    )
    players: int | None = param(
        whole(FEWEST_PLAYERS),
        "Seats: the rate is the fair share, one win in so many games.",
        default=None,
    )
    games: int | None = param(
        whole(1), "Say what so many games (of each arm) can show.", default=None
    )
    power: float = param(real(), "Chance of finding it, in per cent.", default=POWER)
    tests: int = param(whole(1), "Questions that share the error.", default=1)
    correlation: float = param(real(), "Of two arms on the same luck.", default=0.0)

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
            return planning.games_for_half_width(points, self.share)
        if self.question == "shift":
            return planning.games_for_shift(points, self.share, power=power, tests=tests)
        return planning.games_for_difference(
            points, self.share, correlation=self.correlation, power=power, tests=tests
        )

    def shown(self) -> Fact:
        """Return what the games show: half of an interval, or the power."""
        assert self.games is not None
        points, tests = self.points / PERCENT, self.tests
        if self.question == "within":
            width = PERCENT * planning.half_width_of_games(self.games, self.share)
            return Fact("half_width", "The rate is known to", width, HALF_WIDTH, "strong")
        if self.question == "shift":
            power = planning.power_of_shift(self.games, points, self.share, tests=tests)
        else:
            power = planning.power_of_difference(
                self.games, points, self.share, correlation=self.correlation, tests=tests
            )
        return Fact("power", "It is found in", PERCENT * power, POWERS, "strong")
