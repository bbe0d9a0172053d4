"""The kernels of a game, bound to its state once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.dispatch import bind


def bind_game(engine: Engine, kernels: Mapping[str, Callable[..., Any]]) -> None:
    """Bind the kernels of a game to its state, those of its engine and others, see `kit.kernels`.

    Raises
    ------
    TypeError
        For a name that no generic kernel has, and a kernel that takes other arguments.
    """
    bind(
        engine.state,
        start=engine.start,
        legal_decisions=engine.legal,
        apply=engine.apply,
        is_chance=engine.is_chance,
        draw_outcome=engine.draw,
        **kernels,
    )
