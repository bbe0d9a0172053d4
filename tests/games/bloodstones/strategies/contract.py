"""What every strategy must keep to; a test class inherits `StrategyContract` and names one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import WORDS, game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    SCRATCH,
    STRATEGY_STREAM,
    GameState,
    Point,
    Status,
)
from bloodstones.games.bloodstones.engine.view import visible
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.kit import playing
from bloodstones.kit.courses import new_course
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import MOST_COST, Cost
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.strategies.hidden import (
    WORD,
    dealt_anew,
    enemy_side,
    shown,
    with_other_tiles,
)

Choose = Callable[[GameState, RuleTables, Policy, Array, int], int]

MAP = "tyrants_lament"
RIVALS = ("warlord", "random", "builder")
DEALS = 1
MORE_AT_THREE = 2
STRIDE = 7  # whole states are compared at every so many decisions
JUNK = -7
TIMED = 3
LONG_ENOUGH = 0.1
CHOICES: tuple[dict[str, object], ...] = (
    {"all_units_fight": False},
    {"undead_recycle": "discard"},
    {"overpay": "free"},
)


def seating_of(line_up: tuple[Faction, ...], names: tuple[str, ...], **options: object) -> Seating:
    """The strategies of a line-up, ready to decide; `options`: rule options."""
    seats = tuple(Seat(faction.id, name) for faction, name in zip(line_up, names, strict=True))
    readings: dict[str, Any] = options
    return GAME.seat(Setup(MAP, seats, readings))


@dataclass(frozen=True)
class Place:
    """Where the strategy sits: the factions in seat order and its own seat."""

    line_up: tuple[Faction, ...]
    seat: int

    def __str__(self) -> str:
        rivals = [f.id for place, f in enumerate(self.line_up) if place != self.seat]
        return f"{self.line_up[self.seat].id}-against-{'-and-'.join(rivals)}"


def places() -> list[Place]:
    """A table of two for every faction, a larger one where it must be and for some more."""
    least = {faction: rules.min_players for faction, rules in load_ruleset().factions.items()}
    at_two = [faction for faction in Faction if least[faction] <= 2]
    larger = {faction: max(least[faction], 3) for faction in Faction if faction not in at_two}
    larger |= dict.fromkeys(at_two[:MORE_AT_THREE], 3)
    return [
        *(_place(at_two, faction, 2) for faction in at_two),
        *(
            _place([each for each in Faction if least[each] <= players], faction, players)
            for faction, players in larger.items()
        ),
    ]


def _place(factions: list[Faction], own: Faction, players: int) -> Place:
    """The faction with the next ones around it; its seat differs from faction to faction."""
    seat = int(own) % players
    first = factions.index(own) - seat
    line_up = (factions[(first + place) % len(factions)] for place in range(players))
    return Place(tuple(line_up), seat)


class Table:
    """A place at which one strategy meets the rivals."""

    def __init__(self, place: Place, strategy: str, **options: object) -> None:
        self.seat = place.seat
        names = list(RIVALS[: len(place.line_up) - 1])
        names.insert(self.seat, strategy)
        self.seating = seating_of(place.line_up, tuple(names), **options)
        self.tables, self.policy = self.seating.tables, self.seating.policy
        self.buffer = decision_buffer()

    def key(self, replicate: int) -> Array:
        """The key of one playthrough."""
        return game_key(11, "contract", replicate)

    def play_out(self, replicate: int) -> GameState:
        """A whole playthrough inside the kernels."""
        state = GameState.new()
        key = self.key(replicate)
        if self.seating.compiled:
            playing.play_out(state, self.tables, self.policy, key, self.buffer, new_course())
        else:
            self.seating.play_out(state, key, self.buffer)
        return state

    def walk(self, replicate: int, stride: int = 1) -> Iterator[tuple[GameState, int]]:
        """Step through a playthrough: the state and how many decisions are legal in `buffer`.

        Given are this seat's decisions with a choice, every `stride`-th of them, before they are
        made.
        """
        asked = 0
        state = self.state = GameState.new()
        turn.start(state, self.tables, self.key(replicate), self.buffer)
        turn.settle_chance(state, self.tables, self.buffer)
        while state.point != Point.OVER:
            count = turn.legal_decisions(state, self.tables, self.buffer)
            assert count > 0
            if state.decider == self.seat and count > 1:
                if asked % stride == 0:
                    yield state, count
                asked += 1
            index = self.seating.index(state, self.buffer, count)
            assert 0 <= index < count
            turn.apply(state, self.tables, self.buffer[index], self.buffer)
            turn.settle_chance(state, self.tables, self.buffer)
            assert state.status == Status.OK

    def index(self, state: GameState, count: int, choosing: Choose | None = None) -> int:
        """What is chosen in a state among the decisions in `buffer`; the state may change."""
        if choosing is None:
            return self.seating.index(state, self.buffer, count)
        return int(choosing(state, self.tables, self.policy, self.buffer, count))


def changed_fields(before: GameState, after: GameState, seat: int) -> list[str]:
    """The fields that differ, but for the seat's own stream and memory and the scratch fields."""
    names = []
    for name in GameState.fields():
        if name in SCRATCH:
            continue
        old, new = np.array(field(before, name)), np.array(field(after, name))
        if name == "streams":
            old[STRATEGY_STREAM + seat] = new[STRATEGY_STREAM + seat]
        elif name == "memory":
            old[seat] = new[seat]
        if not np.array_equal(old, new):
            names.append(name)
    return names


def leaks(table: Table, replicate: int, choosing: Choose | None = None) -> list[str]:
    """Where the choice, or what is legal, depends on something that the seat cannot see."""
    rng = np.random.default_rng(replicate)
    other_buffer = decision_buffer()
    leaking = []
    for state, count in table.walk(replicate):
        wanted = table.index(GameState.copy(state), count, choosing)
        for _ in range(DEALS):
            twin = dealt_anew(state, table.tables, table.seat, rng)
            where = f"turn {int(state.turn)}, point {int(state.point)}"
            if looks_other(state, twin, table):
                leaking.append(f"{where}: another view")
            legal = turn.legal_decisions(twin, table.tables, other_buffer)
            if not np.array_equal(other_buffer[:legal], table.buffer[:count]):
                leaking.append(f"{where}: other decisions are legal")
                continue
            index = table.index(twin, count, choosing)
            if index != wanted:
                leaking.append(f"{where}: {index} instead of {wanted}")
    return leaking


def looks_other(state: GameState, twin: GameState, table: Table) -> bool:
    """Whether the seat sees a difference; looked at in every battle, else in every seventh turn."""
    if state.point != Point.SWAP and state.turn % STRIDE:
        return False
    tables, seat = table.tables, table.seat
    return visible(state, tables, seat) != visible(twin, tables, seat)


class StrategyContract:
    """The contract; every test plays whole games of two and three seats."""

    strategy: str
    tried: Sequence[Place] = places()  # a test module parametrizes `place` with them

    @pytest.fixture
    def table(self, place: Place) -> Table:
        return Table(place, self.strategy)

    def test_chooses_legal_decisions_until_the_game_ends(self, table: Table) -> None:
        asked = 0
        for _, count in table.walk(0):
            assert count > 1
            asked += 1
        assert asked > 0
        assert table.state.point == Point.OVER
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
        for state, count in table.walk(4, STRIDE):
            before = GameState.copy(state)
            legal = table.buffer.copy()
            twin = GameState.copy(state)
            table.index(twin, count)
            assert changed_fields(before, twin, table.seat) == []
            assert np.array_equal(table.buffer, legal)

    @pytest.mark.rule("BS-GEN-12")
    def test_chooses_the_same_whatever_is_hidden_from_it(self, table: Table) -> None:
        assert leaks(table, 5) == []

    @pytest.mark.rule("BS-COMBAT-18")
    def test_the_combat_tiles_of_the_enemy_stay_with_the_enemy(self, table: Table) -> None:
        rng = np.random.default_rng(6)
        for state, count in table.walk(6):
            if state.point == Point.SWAP and not shown(state, table.tables, table.seat):
                legal = table.buffer[:count].copy()
                twin = with_other_tiles(state, table.tables, enemy_side(state, table.seat), rng)
                wanted = table.index(GameState.copy(state), count)
                assert turn.legal_decisions(twin, table.tables, table.buffer) == count
                assert np.array_equal(table.buffer[:count], legal)
                assert table.index(twin, count) == wanted

    @pytest.mark.rule("BS-GEN-12", "BS-COMBAT-22", "AMB-18", "swap_announced")
    def test_chooses_the_same_whether_or_not_an_unannounced_swap_was_made(
        self, place: Place
    ) -> None:
        assert leaks(Table(place, self.strategy, swap_announced=False), 6) == []

    @pytest.mark.parametrize("options", CHOICES, ids=str)
    def test_plays_legally_under_readings_with_choices_of_their_own(
        self, place: Place, options: dict[str, object]
    ) -> None:
        table = Table(place, self.strategy, **options)
        for _, count in table.walk(7):
            assert count > 1
        assert table.state.point == Point.OVER

    def test_is_deterministic_if_it_says_so(self, place: Place) -> None:
        table, luck = Table(place, self.strategy), np.random.default_rng(0)
        differs = False
        for state, count in table.walk(8):
            twin = GameState.copy(state)
            twin.streams[STRATEGY_STREAM + table.seat] = luck.integers(0, WORD, WORDS)
            differs |= table.index(twin, count) != table.index(GameState.copy(state), count)
        if find_strategy(self.strategy, "test").traits.deterministic:
            assert not differs

    @pytest.mark.benchmark_suite
    def test_thinks_no_longer_than_its_cost_class_allows(self, place: Place) -> None:
        strategy = find_strategy(self.strategy, "test")
        allowed = MOST_COST[strategy.traits.cost]
        if strategy.traits.cost is Cost.SEARCH:
            allowed *= strategy.weights["simulations"]
        own, usual = Table(place, self.strategy), Table(place, RIVALS[0])
        assert seconds(own) <= allowed * seconds(usual)


def seconds(table: Table) -> float:
    """Processor time of one playthrough, the best of several where they are short.

    Before them comes one that is not timed: it loads the kernels.
    """
    table.play_out(TIMED)
    times = []
    for replicate in range(TIMED):
        began = time.thread_time()
        table.play_out(replicate)
        times.append(time.thread_time() - began)
        if sum(times) > LONG_ENOUGH:
            break
    return min(times)
