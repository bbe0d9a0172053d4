"""Successive halving: the best goes on, games double, every round is measured afresh."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bloodstones.games.bloodstones.maps.making.halving import halve


@given(values=st.lists(st.floats(0, 1), min_size=1, max_size=40), games=st.integers(1, 500))
def test_without_noise_the_best_wins_and_games_double(values: list[float], games: int) -> None:
    rounds = halve(values, games, lambda items, each, number: items)
    winner = rounds[-1].ranked[0]
    assert values[winner] == min(values)
    assert values.index(min(values)) == winner
    for number, one in enumerate(rounds):
        assert one.games == games * 2**number
        if number:
            assert len(one.places) == -(-len(rounds[number - 1].places) // 2)
            assert set(one.places) <= set(rounds[number - 1].places)
    assert len(rounds[-1].places) <= 2


def test_each_round_is_measured_with_its_own_number_and_games() -> None:
    asked = []

    def measure(items, games, number):
        asked.append((len(items), games, number))
        return [abs(item - 3) + (number == 0) * item for item in items]

    rounds = halve(range(8), 100, measure)
    assert asked == [(8, 100, 0), (4, 200, 1), (2, 400, 2)]
    assert rounds[-1].ranked == (3, 2)
