"""Dare as the laboratory plays it: what it is made of, see `kit.game.Game`."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.game import Column, Role
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.columns import PlayedGames
from bloodstones.kit.game import COLUMNS, Game
from bloodstones.kit.parts import Boards, Recording, Strategies
from tests.toy import environment, fields
from tests.toy.events import EVENTS
from tests.toy.rules.board import AREAS, BOARD, board_table, players_on
from tests.toy.rules.numbers import PLAYERS
from tests.toy.setup import read_setup
from tests.toy.state import NOBODY
from tests.toy.strategies.choosing import choose, deal_world, view_of
from tests.toy.strategies.policy import FINDER, Policy, pack_policy
from tests.toy.turn import ENGINE


def areas_of(played: PlayedGames) -> Array:
    """Return the areas of each seat at the end: shape (playthroughs, seats)."""
    owners = played.field("owner")[:, np.newaxis]
    owned: Array = (owners == np.arange(played.seats)[:, np.newaxis]).sum(axis=2)
    return owned


def claims(played: PlayedGames) -> Array:
    """Return which areas are claimed at the end: shape (playthroughs, areas)."""
    return np.not_equal(played.field("owner"), NOBODY)


GAME: Final = Game(
    id="dare",
    title="Dare",
    home=__name__,
    version="1",
    players=PLAYERS,
    engine=ENGINE,
    kernels={
        "choose": choose,
        "deal_world": deal_world,
        "observe": fields.observe,
        "score": environment.score,
    },
    environment=environment.__name__,
    read=read_setup,
    columns=(*COLUMNS, Column("areas", "int8", "areas at the end", source=areas_of)),
    boards_of=Boards(
        lambda: (BOARD,),
        players_on,
        board_table,
        lambda tables: AREAS,
        (Column("claims", "int64", "areas claimed", Role.PLACE, source=claims),),
    ),
    strategies=Strategies(
        policy=Policy,
        finder_for=lambda data: FINDER,
        pack=lambda game_setup, roles, strategies: pack_policy(strategies),
        view_for=lambda game_setup, tables: view_of,
    ),
    recording=Recording(EVENTS),
)
