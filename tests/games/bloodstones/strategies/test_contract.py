"""Every strategy keeps to the contract, and the contract notices who does not."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import NOTHING, GameState, Point
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.finding import find_strategy, shipped
from bloodstones.games.bloodstones.strategies.policy import Policy
from tests.games.bloodstones.strategies.contract import (
    StrategyContract,
    Table,
    changed_fields,
    leaks,
    places,
)
from tests.games.bloodstones.strategies.examples import shown_strategy
from tests.games.bloodstones.strategies.hidden import dealt_anew, enemy_side, with_other_tiles
from tests.soaks import some

OLD_SHARE = 3  # random play and the two first plans share the places among them
OFTEN = 2  # each so manieth of its places in every run; families together still try all of them
SHARE = 6  # families whose plans are presets share the places among them


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try every test of a contract at the places of its strategy."""
    if "place" in metafunc.fixturenames and metafunc.cls is not None:
        metafunc.parametrize("place", some(metafunc.cls.tried, OFTEN), ids=str)


class TestRandom(StrategyContract):
    strategy = "random"
    tried = places()[0::OLD_SHARE]


class TestBuilder(StrategyContract):
    strategy = "builder"
    tried = places()[1::OLD_SHARE]


class TestWarlord(StrategyContract):
    strategy = "warlord"
    tried = places()[2::OLD_SHARE]


class TestGreedy(StrategyContract):
    strategy = "greedy"
    tried = places()[0::SHARE]


class TestRaider(StrategyContract):
    strategy = "raider"
    tried = places()[1::SHARE]


class TestFortress(StrategyContract):
    strategy = "fortress"
    tried = places()[2::SHARE]


class TestAdmiral(StrategyContract):
    strategy = "admiral"
    tried = places()[3::SHARE]


class TestTempo(StrategyContract):
    strategy = "tempo"
    tried = places()[4::SHARE]


class TestOpportunist(StrategyContract):
    strategy = "opportunist"
    tried = places()[5::SHARE]


class TestTuned(StrategyContract):
    """Presets are the same code with other numbers: one stands for all."""

    strategy = "veteran"
    tried = places()[0::SHARE]


@pytest.fixture(scope="module")
def settler(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The strategy that the tutorial brings as an example."""
    return shown_strategy(tmp_path_factory.mktemp("own"))


class SlowContract(StrategyContract):
    """The contract for those who think longer: fewer places."""


class TestPythonStrategyOfTheReadme(SlowContract):
    tried = (places()[0], places()[-1])

    @pytest.fixture(autouse=True)
    def _name(self, settler: str) -> None:
        type(self).strategy = settler


@pytest.mark.soak  # its kernels compile for a minute or two
class TestMonteCarlo(SlowContract):
    strategy = "monte_carlo_4"
    tried = (places()[0],)


@pytest.mark.soak
class TestValue(SlowContract):
    strategy = "value_4"
    tried = (places()[0],)


@pytest.mark.soak
class TestGlance(SlowContract):
    strategy = "glance_4"
    tried = (places()[0],)


@pytest.mark.soak
class TestFocus(SlowContract):
    strategy = "focus_4"
    tried = (places()[0],)


@pytest.mark.soak
class TestAllied(SlowContract):
    strategy = "allied_4"
    tried = (places()[0],)


@pytest.mark.soak
class TestIsmcts(SlowContract):
    strategy = "ismcts_2"
    tried = (places()[-1],)


def test_every_strategy_has_its_test_class() -> None:
    tested = [
        find_strategy(kind.strategy, "test").title
        for base in (StrategyContract, SlowContract)
        for kind in base.__subclasses__()
        if kind.__name__.startswith("Test") and "strategy" in vars(kind)
    ]
    untuned = [each for each in shipped().values() if each.traits.origin != "tuned"]
    assert set(tested) >= {strategy.title for strategy in untuned}


@pytest.fixture
def table() -> Table:
    return Table(places()[0], "warlord")


def rival(table: Table) -> int:
    return 1 - table.seat


def reads_hand(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.hand_pips[1 - s.decider]) % n


def reads_drawn(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    side = enemy_side(s, int(s.decider))
    return int(s.drawn[side].sum()) % n if s.point == Point.SWAP else 0


def reads_swap(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    side = enemy_side(s, int(s.decider))
    hidden = s.point == Point.SWAP and s.swapped[side] != NOTHING
    return int(s.swapped[side]) % n if hidden else 0


def reads_luck(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.streams[0, 0]) % n


def reads_log(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.log.sum()) % n


def reads_plan(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.memory[1 - s.decider].sum()) % n


def reads_discards(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.discard[1 - s.decider].argmax()) % n


def reads_map(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.units[1 - s.decider].argmax()) % n


def counts_bag(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.bag[1 - s.decider].sum()) % n


@pytest.mark.rule("BS-GEN-13", "BS-GEN-14")
@pytest.mark.parametrize("look", [reads_discards, reads_map, counts_bag])
def test_a_strategy_may_look_at_what_is_public(table: Table, look: object) -> None:
    assert leaks(table, 1, look) == []  # type: ignore[arg-type]


@pytest.mark.rule("BS-COMBAT-18")
def test_a_side_sees_its_own_combat_tiles(table: Table) -> None:
    rng = np.random.default_rng(0)
    seen = 0
    for replicate in range(3):
        for state, count in table.walk(replicate):
            if state.point == Point.SWAP:
                legal = table.buffer[:count].copy()
                own = 1 - enemy_side(state, table.seat)
                twin = with_other_tiles(state, table.tables, own, rng)
                total = turn.legal_decisions(twin, table.tables, table.buffer)
                seen += not np.array_equal(table.buffer[:total], legal)
                turn.legal_decisions(state, table.tables, table.buffer)
    assert seen > 0


def reads_whether(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    side = enemy_side(s, int(s.decider))
    return int(s.point == Point.SWAP and s.swaps_done == 1 and s.swapped[side] != NOTHING)


def reads_hand_size(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    return int(s.hand_size[1 - s.decider]) % n if s.point == Point.SWAP else 0


@pytest.mark.rule("BS-COMBAT-22", "AMB-18", "swap_announced")
@pytest.mark.parametrize("reader", [reads_whether, reads_hand_size])
def test_who_watches_for_a_swap_is_caught_where_swaps_are_not_announced(reader: object) -> None:
    for announced in (True, False):
        table = Table(places()[0], "warlord", swap_announced=announced)
        leaked = any(leaks(table, replicate, reader) for replicate in range(4))  # type: ignore[arg-type]
        assert leaked != announced


@pytest.mark.parametrize(
    "cheat", [reads_hand, reads_drawn, reads_swap, reads_luck, reads_log, reads_plan]
)
def test_a_strategy_that_peeks_is_caught(table: Table, cheat: object) -> None:
    assert any(leaks(table, replicate, cheat) for replicate in range(4))  # type: ignore[arg-type]


def test_a_strategy_that_meddles_is_caught(table: Table) -> None:
    state = table.play_out(0)
    twin = GameState.copy(state)
    twin.memory[table.seat] += 1
    assert changed_fields(state, twin, table.seat) == []
    twin.memory[rival(table)] += 1
    twin.streams[0, 0] += 1
    twin.column[0] += 1
    assert changed_fields(state, twin, table.seat) == ["column", "streams", "memory"]


def test_dealing_anew_keeps_all_that_the_seat_sees(table: Table) -> None:
    rng = np.random.default_rng(0)
    hidden = {"hand", "bag", "hand_pips", "drawn", "swapped", "streams", "memory", "log"}
    dealt = set()
    for state, _ in table.walk(1):
        twin = dealt_anew(state, table.tables, table.seat, rng)
        changed = changed_fields(state, twin, table.seat)
        dealt |= set(changed)
        assert hidden.issuperset(changed)
        for name in ("hand", "bag", "hand_pips", "memory"):
            mine = getattr(twin, name)[table.seat]
            assert np.array_equal(mine, getattr(state, name)[table.seat])
        assert twin.hand[rival(table)].sum() == state.hand_size[rival(table)]
        assert twin.bag[rival(table)].sum() == state.bag_size[rival(table)]
        assert _tiles_of(twin, table) == _tiles_of(state, table)
    assert dealt >= {"hand", "bag", "hand_pips", "drawn", "streams"}


def _tiles_of(state: GameState, table: Table) -> list[int]:
    """The rival's tiles that are not on the map or discarded."""
    other = rival(table)
    tiles = (state.hand[other] + state.bag[other]).astype(int)
    side = enemy_side(state, table.seat)
    if state.point == Point.SWAP and state.swapped[side] != NOTHING:
        tiles[int(state.swapped[side])] += 1
    return tiles.tolist()


def test_a_single_legal_decision_is_taken(table: Table) -> None:
    for state, _ in table.walk(0):
        assert choose(state, table.tables, table.policy, table.buffer, 1) == 0
        break
