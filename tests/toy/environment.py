"""Dare as an environment for learners: its actions, and its points."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.kit.environment.actions import Group, upto
from bloodstones.kit.environment.spaces import Environment
from tests.toy.fields import FIELDS
from tests.toy.rules.board import AREAS
from tests.toy.state import VALUES, Kind, Rules, State


def groups(t: Rules) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    return Group(Kind.PASS), Group(Kind.PLAY, upto("card", VALUES), upto("area", AREAS))


@entry
def score(s: State, t: Rules, seat: int) -> int:
    """Return the points of a seat."""
    return s.score[seat]  # type: ignore[no-any-return]


ENVIRONMENT: Final = Environment(2, "isle", (), groups, FIELDS, "points")
