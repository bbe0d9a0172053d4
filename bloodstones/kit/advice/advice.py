"""The advice of a strategy to a seat: its decision, the chances of winning, the reasons.

The decision is what the strategy would play if it sat there, with the memory and the luck that it
would have (`kit.players.adviser`). Where it searched, the chances are those that it decided by. A
script compares no chances: there, and where a search continues a plan, chances come from playouts,
and the advice says so. Where the seat has left the plan, what looks best in playouts is advised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.names import Name
from bloodstones.kit.advice.chances import OFTEN, Chance, TimeLeft, Trial, WinChance, win_chance_of
from bloodstones.kit.explain.rollouts import Estimate, Playouts, Z
from bloodstones.kit.players.adviser import Adviser, Opinion
from bloodstones.kit.players.strategy import SEARCHING, Family, Strategy
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.search.considered import Candidate

WORLDS: Final = 50  # of a round of playouts, where no time limits them

SEARCHED: Final = (
    "{strategy} compared {count} options in {n:,} simulations, continued by {player}; {values}."
)
JUDGED: Final = "learned values evaluate the positions, calibrated on {games:,} games of {player}"
MEASURED: Final = "the figures are evaluations of the positions, not only chances of winning"
FIRST: Final = "No option was clearly better than the choice of {player}."
LED: Final = "It scores {lead:.1f} (± {error:.1f}) points more than the choice of {player}."
ELSEWHERE: Final = "{strategy} did not compare all of these options."
ONLY: Final = "It is the only option that {strategy} considered."
RULES: Final = "{strategy} follows fixed rules and compares no chances."
PLANNED: Final = "{strategy} does not search here: it follows its plan, as {player} would."
LOST: Final = (
    "{strategy} did not plan the earlier decisions, so it has no plan here. The hint is the option "
    "that does best in playouts."
)
PLAYED_ON: Final = (
    "Chances come from playouts to the end of the game with {player} in every seat; whatever the "
    "player cannot see is drawn at random."
)
MAY_DIFFER: Final = "{strategy} did not use them to decide, so another option may look better."
OTHERWISE: Final = (
    "{strategy} did not use them to decide, so another option may look better: {player} plays "
    "differently from {strategy}."
)
PERCENT: Final = 100


class Basis(Name):
    """What a decision rests on."""

    SEARCH = 0  # the chances that the strategy compared
    PLAN = 1  # the rules of a script, or the plan of a search
    PLAYOUTS = 2  # playouts, as the plan was left


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strategy advises a seat.

    Attributes
    ----------
    strategy, seat
        Who advises whom.
    code
        The decision, packed; `engine.unpack` of the game makes it a decision.
    basis
        What it rests on.
    chances
        Of decisions, the best first; in a search, those that it looked into. The chance of `code`
        is never below another one by more than their errors where `basis` is SEARCH or PLAYOUTS.
        None where one decision is legal alone, or where a strategy in Python decides.
    player
        Who plays on in the simulations.
    wins
        Whether the chances are of winning; False: they are the values that a search without learned
        values gives to positions, from 0 to 1.
    reasons
        Why, and how the chances were found, in sentences.
    """

    strategy: str
    seat: int
    code: int
    basis: Basis
    chances: tuple[Chance, ...]
    player: str
    wins: bool
    reasons: tuple[str, ...]


def with_strategy(setup: Setup, seat: int, strategy: str) -> Setup:
    """Return the setup with a strategy in a seat.

    >>> with_strategy(Setup("", (Seat("", "a"), Seat("", "b"))), 1, "c").seats[1].strategy
    'c'
    """
    seats = list(setup.seats)
    seats[seat] = replace(seats[seat], strategy=strategy)
    return replace(setup, seats=tuple(seats))


class Counsel:
    """A strategy that follows a playthrough behind a seat and advises it.

    Parameters
    ----------
    game
        With `seat` and `finder_for`; with `observer` for chances by learned values.
    setup
        Who sits where; no people, see `kit.table.people.stood_in`.
    strategy, seat
        Who advises whom.
    start
        The playthrough from which on it follows, see `Adviser`.
    seed
        What the luck of playouts is keyed by.

    Raises
    ------
    InputError
        If there is no such strategy, or it cannot play at this table.
    """

    def __init__(
        self, game: Any, setup: Setup, strategy: str, seat: int, start: Playthrough, seed: int = 1
    ) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.strategy: Strategy = game.finder_for(setup.data).find(strategy, "strategy")
        self.adviser = Adviser(game.seat(with_strategy(setup, seat, strategy)), seat, start)

    @property
    def player(self) -> str:
        """The strategy that plays simulations on."""
        searches = self.strategy.family in SEARCHING
        return self.strategy.policies[0] if searches else self.strategy.id

    @property
    def _by_player(self) -> Setup:
        """The table with who plays simulations on in all seats."""
        seats = tuple(Seat(each.role, self.player) for each in self.setup.seats)
        return replace(self.setup, seats=seats)

    @cached_property
    def playouts(self) -> Playouts:
        """Who plays on to the end."""
        return Playouts(self.game.seat(self._by_player), len(self.setup.seats), self.seed)

    @cached_property
    def win_chance(self) -> WinChance | None:
        """The chances of winning that go with learned values; None without."""
        if not (self.strategy.values and hasattr(self.game, "observer")):
            return None
        return win_chance_of(self.game, self._by_player, self.seed, self.strategy)

    def follow(self, codes: Sequence[int]) -> None:
        """Go to the position after these decisions and outcomes, packed, from the start."""
        self.adviser.follow(codes)

    def advise(
        self,
        codes: Sequence[int] = (),
        time_left: TimeLeft = lambda share: True,
        worlds: int = OFTEN,
    ) -> Advice:
        """Return the advice for the position; the seat must decide.

        Parameters
        ----------
        codes
            The legal decisions whose chances are wanted; none: all, or those that a search looked
            into. If it did not look into all of these, they are played on.
        time_left
            `(share) -> bool`, see `Trial`: what playouts may take.
        worlds
            How many they are played in at most.

        Raises
        ------
        InputError
            If the seat does not decide now.
        """
        if not self.adviser.decides:
            raise expected(f"a decision of seat {self.adviser.seat}", "another point", "advise")
        opinion = self.adviser.opinion()
        legal = [int(code) for code in self.adviser.play.legal_codes()]
        looked_into = {each.code for each in opinion.candidates if each.tries}
        if opinion.simulations and looked_into.issuperset(codes):
            return _only(self._searched(opinion), codes)
        choices = legal if opinion.lost or not codes else codes
        chances: tuple[Chance, ...] = ()
        if len(legal) > 1 and self.strategy.family != Family.PYTHON:
            chances = self._played_on(opinion, choices, time_left, worlds)
        if opinion.lost and chances:
            best = chances[0].code
            return _only(self._advice(best, Basis.PLAYOUTS, chances, (LOST, PLAYED_ON)), codes)
        differ = MAY_DIFFER if self.player == self.strategy.id else OTHERWISE
        sentences = (self._not_compared(opinion), *((PLAYED_ON, differ) if chances else ()))
        return self._advice(opinion.code, Basis.PLAN, chances, sentences)

    def _not_compared(self, opinion: Opinion) -> str:
        """Return why the decision does not rest on the chances that are shown."""
        if self.strategy.family not in SEARCHING:
            return RULES
        if opinion.simulations:
            return ELSEWHERE
        return ONLY if opinion.candidates else PLANNED

    def _played_on(
        self, opinion: Opinion, codes: Sequence[int], time_left: TimeLeft, worlds: int
    ) -> tuple[Chance, ...]:
        """Return the chance of winning after decisions by playouts, the best first."""
        play = self.adviser.play.copy()
        self.adviser.sit(play.state)
        trial = Trial(self.playouts, play, opinion.memory_after, time_left, worlds)
        return tuple(trial.chances(codes, opinion.code))

    def _searched(self, opinion: Opinion) -> Advice:
        """Return the advice of a search, with what it decided by."""
        chances = [self._chance(each) for each in _best_by_code(opinion)]
        order = sorted(chances, key=lambda each: (-each.estimate.value, each.code != opinion.code))
        chosen = next(each for each in opinion.candidates if each.chosen)
        values = MEASURED if self.win_chance is None else JUDGED
        led = LED if chosen.lead > 0.0 else FIRST
        points = {"lead": chosen.lead * PERCENT, "error": Z * chosen.lead_error * PERCENT}
        if self.win_chance is not None and chosen.lead > 0.0:
            points = self._points(opinion, chosen)
        return self._advice(
            opinion.code,
            Basis.SEARCH,
            tuple(order),
            (SEARCHED, led),
            values=values.format(games=getattr(self.win_chance, "games", 0), player=self.player),
            count=len(chances),
            n=opinion.simulations,
            **points,
        )

    def _points(self, opinion: Opinion, chosen: Candidate) -> dict[str, float]:
        """Return by how many points of the chance of winning the choice leads, and the error."""
        first = opinion.candidates[0]
        lead = self._of(chosen.worth, 0.0)[0] - self._of(first.worth, 0.0)[0]
        error = self._of(chosen.worth, chosen.lead_error)[1]
        return {"lead": lead * PERCENT, "error": Z * error * PERCENT}

    def _of(self, worth: float, error: float) -> tuple[float, float]:
        """Return the chance of a worth with its error; the worth itself without learned values."""
        return (worth, error) if self.win_chance is None else self.win_chance.of(worth, error)

    def _chance(self, candidate: Candidate) -> Chance:
        chance, error = self._of(candidate.worth, candidate.error)
        low, high = max(0.0, chance - Z * error), min(1.0, chance + Z * error)
        return Chance(candidate.code, Estimate(chance, low, high, candidate.tries), error)

    def _advice(
        self,
        code: int,
        basis: Basis,
        chances: tuple[Chance, ...],
        sentences: Sequence[str],
        **figures: Any,
    ) -> Advice:
        names = {"strategy": self.strategy.id, "player": self.player}
        reasons = tuple(sentence.format(**names, **figures) for sentence in sentences)
        wins = basis != Basis.SEARCH or self.win_chance is not None
        seat = self.adviser.seat
        return Advice(self.strategy.id, seat, code, basis, chances, self.player, wins, reasons)


def advise(
    game: Any,
    setup: Setup,
    start: Playthrough,
    codes: Sequence[int],
    strategy: str,
    worlds: int = WORLDS,
    seed: int = 1,
) -> Advice:
    """Return what a strategy advises who must decide in a playthrough.

    Parameters
    ----------
    game, setup
        What is played, and who sits where.
    start
        The playthrough at its start; see `Adviser` for another position.
    codes
        All that was decided since, packed, in order; and what chance did, where it is scripted in
        `start`.
    strategy
        Who advises: it follows the playthrough in the seat that must decide now.
    worlds
        In how many worlds playouts are played at most, where the chances are not of its search.
    seed
        What the luck of playouts is keyed by.

    Raises
    ------
    InputError
        If nobody must decide, or the strategy is none of the game or cannot play at this table.
    """
    play = start.copy()
    for code in codes:
        play.apply_code(int(code))
    if play.over or play.is_chance:
        raise expected("a point where a seat decides", "the end or chance", "advise")
    counsel = Counsel(game, setup, strategy, play.decider, start, seed)
    counsel.follow(codes)
    return counsel.advise(worlds=worlds)


def _only(advice: Advice, codes: Sequence[int]) -> Advice:
    """Return an advice with the chances of these decisions; none: as it is."""
    if not codes:
        return advice
    return replace(advice, chances=tuple(each for each in advice.chances if each.code in codes))


def _best_by_code(opinion: Opinion) -> list[Candidate]:
    """Return a candidate for each decision that was tried: the chosen one, else the best plan."""
    best: dict[int, Candidate] = {}
    for each in sorted(opinion.candidates, key=lambda each: (each.chosen, each.worth)):
        if each.tries:
            best[each.code] = each
    return list(best.values())
