"""What every strategy must keep to; a test class inherits `StrategyContract` and names one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones import playing, turn
from bloodstones.games.bloodstones.game import MODELLED
from bloodstones.games.bloodstones.maps import load_map
from bloodstones.games.bloodstones.names import Faction
from bloodstones.games.bloodstones.playthrough import decision_buffer
from bloodstones.games.bloodstones.rulesdata import load_ruleset
from bloodstones.games.bloodstones.state import OVER, SCRATCH, STRATEGY_STREAM, GameState, Status
from bloodstones.games.bloodstones.strategies import policy
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.policy import Family, Policy
from bloodstones.games.bloodstones.tables import RuleTables, pack
from tests.games.bloodstones.strategies.hidden import dealt_anew

Choose = Callable[[GameState, RuleTables, Policy, Array, int], int]

MAP = "tyrants_lament"
RIVALS = ("warlord", "random")
DEALS = 2
STRIDE = 7  # whole states are compared at every so many decisions
JUNK = -7


def tables_of(line_up: tuple[Faction, ...], names: tuple[str, ...]) -> tuple[RuleTables, Policy]:
    """The packed rules and strategies of a line-up."""
    rules, board = load_ruleset(), load_map(MAP)
    seats = [policy.find_strategy(name, "test") for name in names]
    return pack(rules, board, line_up), policy.pack_policy(rules, board, seats)


def line_ups() -> list[tuple[Faction, ...]]:
    """Every modelled faction first in a line-up of two and of three, where the rules allow it."""
    factions = sorted(MODELLED)
    rules = load_ruleset()
    found = []
    for players in (2, 3):
        able = [f for f in factions if rules.factions[f].min_players <= players]
        found += [
            tuple(able[(first + place) % len(able)] for place in range(players))
            for first in range(len(able))
        ]
    return found


def name_of(line_up: tuple[Faction, ...]) -> str:
    """The factions in the id of a test."""
    return "-".join(faction.id for faction in line_up)


class Table:
    """A line-up at which one strategy meets the rivals; it moves on from seat to seat."""

    def __init__(self, line_up: tuple[Faction, ...], strategy: str) -> None:
        self.seat = int(line_up[0]) % len(line_up)
        names = list(RIVALS[: len(line_up) - 1])
        names.insert(self.seat, strategy)
        self.tables, self.policy = tables_of(line_up, tuple(names))
        self.buffer = decision_buffer()

    def key(self, replicate: int) -> Array:
        """The key of one playthrough."""
        return game_key(11, "contract", replicate)

    def play_out(self, replicate: int) -> GameState:
        """A whole playthrough inside the kernels."""
        state = GameState.new()
        playing.play_out(state, self.tables, self.policy, self.key(replicate), self.buffer)
        return state

    def walk(self, replicate: int, stride: int = 1) -> Iterator[tuple[GameState, int]]:
        """Step through a playthrough: the state and how many decisions are legal in `buffer`.

        Given are this seat's decisions with a choice, every `stride`-th of them, before they are
        made.
        """
        asked = 0
        state = self.state = GameState.new()
        turn.start(state, self.tables, self.key(replicate), self.buffer)
        while state.point != OVER:
            count = turn.legal_decisions(state, self.tables, self.buffer)
            assert count > 0
            if state.decider == self.seat and count > 1:
                if asked % stride == 0:
                    yield state, count
                asked += 1
            index = choose(state, self.tables, self.policy, self.buffer, count)
            assert 0 <= index < count
            turn.apply(state, self.tables, self.buffer[index], self.buffer)
            assert state.status == Status.OK

    def index(self, state: GameState, count: int, choosing: Choose = choose) -> int:
        """What is chosen in a state among the decisions in `buffer`; the state may change."""
        return int(choosing(state, self.tables, self.policy, self.buffer, count))


def changed_fields(before: GameState, after: GameState, seat: int) -> list[str]:
    """The fields that differ, but for the seat's own stream and memory and the scratch fields."""
    found = []
    for name in GameState.fields():
        if name in SCRATCH:
            continue
        old, new = np.array(getattr(before, name)), np.array(getattr(after, name))
        if name == "streams":
            old[STRATEGY_STREAM + seat] = new[STRATEGY_STREAM + seat]
        elif name == "memory":
            old[seat] = new[seat]
        if not np.array_equal(old, new):
            found.append(name)
    return found


def leaks(table: Table, replicate: int, choosing: Choose = choose) -> list[str]:
    """Where the choice, or what is legal, depends on something that the seat cannot see."""
    rng = np.random.default_rng(replicate)
    other_buffer = decision_buffer()
    found = []
    for state, count in table.walk(replicate):
        wanted = table.index(GameState.copy(state), count, choosing)
        for _ in range(DEALS):
            twin = dealt_anew(state, table.tables, table.seat, rng)
            where = f"turn {int(state.turn)}, point {int(state.point)}"
            legal = turn.legal_decisions(twin, table.tables, other_buffer)
            if not np.array_equal(other_buffer[:legal], table.buffer[:count]):
                found.append(f"{where}: other decisions are legal")
                continue
            index = table.index(twin, count, choosing)
            if index != wanted:
                found.append(f"{where}: {index} instead of {wanted}")
    return found


class StrategyContract:
    """The contract; every test plays whole games of two and three seats."""

    strategy: str

    @pytest.fixture(params=line_ups(), ids=name_of)
    def table(self, request: pytest.FixtureRequest) -> Table:
        return Table(request.param, self.strategy)

    def test_chooses_legal_decisions_until_the_game_ends(self, table: Table) -> None:
        asked = 0
        for state, count in table.walk(0):
            asked += 1
            assert 0 <= table.index(GameState.copy(state), count) < count
        assert asked > 0
        assert table.state.point == OVER
        assert GameState.to_bytes(table.state) == GameState.to_bytes(table.play_out(0))

    def test_same_key_gives_the_same_game_and_another_key_another(self, table: Table) -> None:
        first = GameState.to_bytes(table.play_out(0))
        assert GameState.to_bytes(table.play_out(0)) == first
        assert GameState.to_bytes(table.play_out(1)) != first

    def test_a_copied_state_chooses_the_same(self, table: Table) -> None:
        for state, count in table.walk(2, STRIDE):
            one, other = GameState.copy(state), GameState.copy(state)
            assert table.index(one, count) == table.index(other, count)
            assert GameState.to_bytes(one) == GameState.to_bytes(other)

    def test_what_is_left_in_buffer_and_scratch_does_not_matter(self, table: Table) -> None:
        for state, count in table.walk(3):
            table.buffer[count:] = 0
            wanted = table.index(GameState.copy(state), count)
            twin = GameState.copy(state)
            twin.queue[:] = JUNK
            table.buffer[count:] = JUNK
            assert table.index(twin, count) == wanted

    def test_changes_nothing_but_its_own_stream_and_memory(self, table: Table) -> None:
        streams = self._streams_it_may_use()
        for state, count in table.walk(4, STRIDE):
            before = GameState.copy(state)
            legal = table.buffer.copy()
            twin = GameState.copy(state)
            table.index(twin, count)
            assert changed_fields(before, twin, table.seat) == []
            assert np.array_equal(table.buffer, legal)
            if not streams:
                assert np.array_equal(twin.streams, before.streams)

    @pytest.mark.rule("BS-GEN-12")
    def test_chooses_the_same_whatever_is_hidden_from_it(self, table: Table) -> None:
        assert leaks(table, 5) == []

    def _streams_it_may_use(self) -> bool:
        return policy.strategies()[self.strategy].family is Family.RANDOM
