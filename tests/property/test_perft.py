"""Numbers of decision sequences: stored ones, the engine's and the second generator's agree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bloodstones.core.kernels.kernel import JIT
from tests.oracle import generator
from tests.oracle.generator_position import Position
from tests.property.perft import FILE, Stored, counts_of, read
from tests.property.second_engine import Deal, Pair
from tests.soaks import some

STORED = read(FILE.read_text(encoding="utf-8"))
FEWEST_POSITIONS = 200
NODES = 45  # sequences that the slow generator goes through one by one in the normal suite
SOAK_NODES = 3000
GROUPS = 8


def group(number: int) -> list[Deal]:
    return list(STORED)[number::GROUPS]


def visit(deals: list[Deal]) -> Iterator[tuple[Stored, Pair]]:
    """Play both to every stored position of the deals."""
    for deal in deals:
        pair = Pair.of(deal)
        for stored in STORED[deal]:
            while pair.decisions < stored.decisions:
                assert pair.step()
            assert pair.oracle.point == stored.point
            yield stored, pair


def check_generator(stored: Stored, p: Position, most_nodes: int) -> int:
    """Compare the second generator's counts while few enough nodes are gone through."""
    nodes, depth = 1, 0
    while depth < len(stored.counts) and nodes <= most_nodes:
        expected = stored.counts[depth]
        depth += 1
        found = generator.count_sequences(p, depth)
        assert found == expected, f"{stored.line()}: {found} at depth {depth}"
        nodes = expected
    return depth


def test_enough_positions_of_every_kind_of_decision_are_stored() -> None:
    positions = [stored for found in STORED.values() for stored in found]
    assert len(positions) == len(set(positions)) >= FEWEST_POSITIONS
    asked = set(generator.LEGAL) - {"over", "no_site", "final"}  # final battles leave no choice
    assert {stored.point for stored in positions} >= asked
    assert {len(stored.deal.factions) for stored in positions} == {2, 3, 4, 5, 6}
    assert all(len(stored.counts) > 1 for stored in positions)


@pytest.mark.parametrize("number", some(range(GROUPS), 4))
def test_the_engine_and_the_second_generator_count_as_many_sequences_as_are_stored(
    number: int,
) -> None:
    for stored, pair in visit(group(number)):
        if JIT:  # so many sequences take compiled kernels
            assert counts_of(pair.game) == stored.counts, stored.line()
        assert check_generator(stored, pair.oracle, NODES) > 0


@pytest.mark.soak
@pytest.mark.parametrize("number", range(GROUPS))
def test_the_second_generator_counts_as_many_sequences_deeper(number: int) -> None:
    for stored, pair in visit(group(number)):
        assert check_generator(stored, pair.oracle, SOAK_NODES) > 0
