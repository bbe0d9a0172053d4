"""What a strategy advises the seat to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.questions.answer import (
    COUNT,
    SHARE,
    YES_NO,
    Answer,
    Column,
    Fact,
    Facts,
    Table,
)
from bloodstones.core.questions.values import Rows
from bloodstones.kit.advice.advice import Counsel
from bloodstones.kit.table.options import Option
from bloodstones.kit.table.people import stood_in
from bloodstones.kit.table.session import Session

if TYPE_CHECKING:
    from bloodstones.core.contract.game import Setup
    from bloodstones.kit.playthrough import Playthrough


SEARCHERS: Final = ("value_64", "monte_carlo_64")  # the best first


def adviser_for(game_commands: GameCommands, session: Session, seat: int) -> Counsel:
    """Return the strongest engine of a game behind the seat of a person, see `adviser_at`.

    It begins where those who sit there began, and follows what was `played` since.
    """
    setup = stood_in(session.setup)
    return adviser_at(game_commands, setup, session.opening(), seat, session.seed)


def adviser_at(
    game_commands: GameCommands, setup: Setup, start: Playthrough, seat: int, seed: int
) -> Counsel:
    """Return the strongest engine of a game behind a seat.

    That is a search by learned values where the game has them for so many players, else a search by
    playouts, else a tuned strategy.

    Parameters
    ----------
    setup
        Who sits where; no people.
    start
        The playthrough from which on it follows.
    seed
        Random seed of the playouts.

    Raises
    ------
    DamagedFileError
        If the learned values of the game are there but damaged: no weaker engine replaces it.
    """
    from bloodstones.api.explanations.judge import tuned_of

    game: Any = game_commands.game
    for each in SEARCHERS:
        try:
            return Counsel(game, setup, each, seat, start, seed)
        except DamagedFileError:
            raise
        except InputError:  # no such strategy, or nothing learned for so many players
            continue
    return Counsel(game, setup, tuned_of(game_commands), seat, start, seed)


SHOWN: Final = 8
WORLDS: Final = 50  # that playouts are played in at most


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The advice of a strategy to a seat.

    Attributes
    ----------
    strategy, seat
        The strategy that advises, and the seat that it advises.
    choice
        The decision that it advises, as `Playthrough.apply` takes it.
    chances
        The decisions that were compared, the best first: `decision`, `chance` of winning with its
        95 % interval `low` to `high`, `n`, and whether it was `looked into` again. Empty if only
        one decision is legal, or if a Python strategy decides.
    reasons
        Sentences that explain the advice and how the chances were computed.
    """

    strategy: str
    seat: int
    choice: Option
    chances: Rows = field(compare=False)
    reasons: tuple[str, ...]

    def answer(self) -> Answer:
        """Return the advice as an answer, which prints itself and has a table."""
        facts = Facts([Fact("", f"{self.strategy} would", self.choice.words, tone="strong")])
        return Answer("Advice", [facts, self.chances.table], self.reasons)

    def __repr__(self) -> str:
        return repr(self.answer())

    def _repr_html_(self) -> str:
        """Return the advice as a notebook shows it."""
        return self.answer()._repr_html_()


def advice_for(
    commands: GameCommands,
    session: Session,
    options: Sequence[Option],
    strategy: str | None,
    worlds: int,
) -> Advice:
    """Return the advice for the seat to move.

    Parameters
    ----------
    options
        Its legal decisions.
    strategy
        The strategy that advises; None: the strongest engine of the game.
    worlds
        Largest number of worlds for playouts, if the strategy does not search.
    """
    seat = session.seat
    if strategy is None:
        counsel = adviser_for(commands, session, seat)
    else:
        setup, start = stood_in(session.setup), session.opening()
        counsel = Counsel(commands.game, setup, strategy, seat, start, session.seed)
    counsel.follow(session.played)
    told = counsel.advise(worlds=worlds)
    by_code = {option.code: option for option in options}
    rows = [
        (by_code[each.code].words, *_numbers(each.estimate), each.again) for each in told.chances
    ]
    columns = [
        Column("decision", "Decision"),
        Column("chance", "Chance of winning" if told.wins else "Worth", SHARE, bar=True),
        *(Column("low", "From", SHARE), Column("high", "To", SHARE)),
        *(Column("n", "n", COUNT), Column("again", "Tried again", YES_NO)),
    ]
    return Advice(
        told.strategy,
        seat,
        by_code[told.code],
        Rows(Table(columns, rows, most=SHOWN)),
        told.reasons,
    )


def _numbers(estimate: object) -> tuple[float, ...]:
    return tuple(getattr(estimate, name) for name in ("value", "low", "high", "n"))
