"""The ideas that a search asks a plan for, one kind of action each."""

from __future__ import annotations

from collections import Counter

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.strategies.campaign import Idea
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.kit.players.searchers import find_searcher
from bloodstones.kit.search.candidates import IDEA

LEAST_SEEN = 5
MARCHES = (Idea.ATTACK, Idea.POST, Idea.ADVANCE, Idea.SAIL)


def test_each_idea_is_an_action_of_its_kind_and_all_are_found() -> None:
    seats = (Seat("dragon_riders", "champion"), Seat("horse_lords", "champion"))
    seating = GAME.seat(Setup("tyrants_lament", seats))
    engine = seating.deciders.engine
    ideas: Counter[Idea] = Counter()

    def look() -> None:
        if state.point != Point.MAIN or engine.is_chance(state):
            return
        n = engine.legal(state, seating.tables, legal)
        if n == 1 or kind_of(legal[0]) == Kind.ATTACK:
            return  # owed battles come before any idea
        for idea in set(Idea) - {Idea.ANY}:
            twin = GameState.copy(state)
            twin.memory[int(state.decider), IDEA] = idea
            kind = kind_of(legal[seating.index(twin, legal, n)])
            wanted = Kind.COLUMN if idea in MARCHES else Kind.BUILD
            assert kind in (wanted, Kind.PASS)
            ideas[idea] += kind == wanted

    for replicate in range(2):
        state, legal = GameState.new(), decision_buffer()
        seating.play_out(state, game_key(4, "ideas", replicate), np.zeros_like(legal), look)
    assert all(ideas[idea] >= LEAST_SEEN for idea in set(Idea) - {Idea.ANY})


def test_a_search_asks_for_every_idea() -> None:
    value = find_searcher(PLANS, "value", "here")
    assert value is not None
    assert value.weights["ideas"] == len(Idea) - 1
