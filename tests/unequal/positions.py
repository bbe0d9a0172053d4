"""Games between unequal players, and the chances between equals that `explain` gives on their way.

Tables are drawn as those of a game's ladder: roles and strategies by lot, every table played with
its strategies turned round it. At some turns each position is judged as `explain` judges it: by the
same judge, whose plans have followed the game in every seat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from bloodstones.api.explanations.judge import Judge, judge_for
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.batch.ladder.definition import Ladder, Pool
from bloodstones.batch.ladder.random_tables import LadderTable, draw_tables
from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.fading import SeenPositions
from bloodstones.kit.players.adviser import Adviser

ANALYSIS = Path(__file__).parents[2] / "analysis"
SEED = 39
PLAYOUTS = 40  # of a position, to the end
LOOKS = 8  # of a position, by learned values
MOMENTS = 7  # of a game, about
REPLICATES = 3  # of a table with each seating
QUICK = 8  # simulations of a search that plays here, at most
BUDGET = re.compile(r"_(\d+)$")


def players_of(strengths: Mapping[str, float]) -> list[str]:
    """Return the rated strategies that are quick enough to play here."""
    budgets = {name: BUDGET.search(name) for name in strengths}
    return [name for name, found in budgets.items() if not found or int(found[1]) <= QUICK]


def tables_of(
    ladder: Ladder, strategies: list[str], players: int, tables: int
) -> tuple[LadderTable, ...]:
    """Return tables as a ladder has them, of other strategies and other luck."""
    pool = Pool(
        name="unequal",
        strategies=tuple(strategies),
        players=(players,),
        tables=tables,
        replicates=REPLICATES,
    )
    drawn = ladder.model_copy(update={"pools": (pool,), "seed": SEED, "quick": None})
    return draw_tables(drawn, game_commands_of(ladder.game).game)  # type: ignore[arg-type]


def seen(
    ladder: Ladder, strengths: Mapping[str, float], players: int, tables: int
) -> SeenPositions:
    """Play the tables and return what was seen at some turns of their games."""
    commands = game_commands_of(ladder.game)
    game: Any = commands.game
    game.warm_up()
    parts: list[SeenPositions] = []
    every, games = 0, 0
    for number, table in enumerate(tables_of(ladder, players_of(strengths), players, tables)):
        judge = judge_for(commands, table.seatings[0].setup, None, SEED)
        for seating, replicate in product(table.seatings, table.replicates):
            luck = (table.label, replicate)
            positions, won, length = _played(game, seating.setup, luck, judge, every)
            every = every or -(-length // MOMENTS)
            chances = np.array([chances for _, chances in positions])
            turns = np.array([turn for turn, _ in positions], np.int64)
            rated = [strengths[seat.strategy] for seat in seating.setup.seats]
            parts.append(
                SeenPositions(
                    chances,
                    np.tile(rated, (len(turns), 1)),
                    np.tile(won, (len(turns), 1)),
                    turns,
                    np.full(len(turns), games),
                    np.full(len(turns), number),
                )
            )
            games += 1
    return SeenPositions.together(parts)


def _played(
    game: Any, setup: Setup, luck: tuple[str, int], judge: Judge, every: int
) -> tuple[list[tuple[int, Array]], Array, int]:
    """Play a game; return turns with the chances as they began, who won, and how many turns."""
    label, replicate = luck
    play = game.playthrough(setup, SEED, label, replicate, scripted_chance=True)
    seating = game.seat(setup)
    advisers = [Adviser(judge.playouts.seating, seat, play) for seat in range(play.seats)]
    turn, kept = -1, []
    while not play.over:
        now = int(play.state.turn)
        if now != turn and not (every and now % every):
            state = play.engine.state.copy(play.state)
            for adviser in advisers:
                adviser.sit(state)
            kept.append((now, state))
        turn = now
        if play.is_chance:
            code = int(play.draw().pack())
        else:
            count = play.engine.legal(play.state, play.tables, play.buffer)
            code = int(play.buffer[seating.index(play.state, play.buffer, count)])
        for adviser in advisers:
            adviser.take(code)
        play.apply_code(code)
    if not every:
        kept = kept[:: max(1, len(kept) // MOMENTS)]
    judged = [(now, _chances(judge, state, len(setup.seats))) for now, state in kept]
    return judged, np.array(play.returns()), turn + 1


def _chances(judge: Judge, state: Any, players: int) -> Array:
    """Return the chances of a position between equals; none is 0, since playouts are few."""
    if judge.calibration is not None:
        return np.asarray(judge.playouts.credits(state, range(LOOKS)).mean(axis=0))
    credits = judge.playouts.credits(state, range(PLAYOUTS))
    chances: Array = (credits.sum(axis=0) + 1.0 / players) / (len(credits) + 1.0)
    return chances
