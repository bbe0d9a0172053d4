from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.names import Name
from bloodstones.kit.environment.actions import (
    ActionSpace,
    Group,
    Values,
    by_seat,
    of_decider,
    upto,
)

Kind = Name("Kind", {"PASS": 0, "GO": 2, "RAID": 5, "PAY": 6})
SOURCES = Values("source", (0, 7, 255))


def space(players: int) -> ActionSpace:
    block = by_seat("block", players, 3)
    return ActionSpace(
        (
            Group(Kind.PASS),
            Group(Kind.GO, of_decider("block", 3), upto("area", 5)),
            Group(Kind.RAID, block, by_seat("seat", players)),
            Group(Kind.PAY, SOURCES),
        ),
        players,
    )


@given(players=st.integers(2, 5), data=st.data())
def test_every_action_is_one_decision_of_a_seat_and_back(players: int, data: st.DataObject) -> None:
    actions = space(players)
    seat = data.draw(st.integers(0, players - 1))
    codes = actions.codes[seat]
    assert len(set(codes.tolist())) == actions.size
    assert actions.numbers(seat, codes).tolist() == list(range(actions.size))


@given(players=st.integers(2, 5), data=st.data())
def test_an_action_means_the_same_to_every_seat(players: int, data: st.DataObject) -> None:
    actions = space(players)
    block, whom, turned = (
        data.draw(st.integers(0, n - 1)) for n in (3 * players, players, players)
    )
    owner, place = divmod(block, 3)
    moved = (owner + turned) % players * 3 + place
    code = encode(int(Kind.RAID), block, whom)
    other = encode(int(Kind.RAID), moved, (whom + turned) % players)
    assert actions.number(0, code) == actions.number(turned, other)


def test_a_decision_that_nothing_declares_is_refused() -> None:
    for code in (encode(1, 0, 0), encode(9, 0, 0), encode(6, 8, 0), encode(2, 3, 0)):
        with pytest.raises(InputError, match="decisions of the action space"):
            space(2).number(0, code)


def test_values_need_not_be_a_range() -> None:
    actions = space(2)
    assert actions.describe(actions.size - 1) == "pay source 255"
    assert actions.code(1, actions.size - 1) == encode(6, 255, 0)
    with pytest.raises(InputError, match="an action below"):
        actions.describe(actions.size)


def test_the_space_counts_its_groups() -> None:
    actions = space(3)
    assert actions.size == sum(group.size for group in actions.groups) == 1 + 15 + 27 + 3
    assert actions.first == {"pass": 0, "go": 1, "raid": 16, "pay": 43}
    assert np.unique(actions.codes[2]).size == actions.size
