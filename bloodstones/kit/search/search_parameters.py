"""What a searching strategy reads beside the state: its parameters; and its working space."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.kit.values.network import MOST_FEATURES, MOST_HIDDEN, MOST_INPUTS


class Knob(Name):
    """The parameters of a searching strategy (parameters.toml)."""

    SIMULATIONS = 0
    WIDTH = 1
    HORIZON = 2
    LEAD = 3
    EXPLORATION = 4
    WIDENING = 5
    WIN_SHARE = 6
    MARGIN = 7
    CERTAINTY = 8
    IDEAS = 9
    LOYALTY = 10
    OPPOSED = 11
    OPPOSITION = 12
    FOCUS = 13
    RETAINED = 14


KNOBS: Final = len(Knob)

# Limits of the kit: one working space serves all games. A state's `memory` has SEATS rows and
# MEMORY places at most, and no more than MOST_DECISIONS are legal at once.
SEATS: Final = 6
MEMORY: Final = 32
MOST_DECISIONS: Final = 4096

MOST_WIDTH: Final = 32
MOST_LOOKS: Final = 64  # noted of a decision
MOST_NODES: Final = 8192
MOST_DEPTH: Final = 64
KEY_WORDS: Final = 3

# What is believed of the spread of utilities before any is seen, and how many tries that is worth:
# so that few alike tries do not look like certainty.
PRIOR_SPREAD: Final = 0.3
PRIOR_TRIES: Final = 4

# The prior spread of differences in the same world: candidates whose difference is not significant
# by it are played on. The fewest worlds before any candidates are compared.
PRIOR_PAIRED_SPREAD: Final = 0.02
FEWEST_WORLDS: Final = 3


class Bench(Layout):
    """What a search goes by, and its working space, which means nothing between decisions."""

    family: Annotated[int, np.int64]  # `strategy.Family`
    knobs: Annotated[Array, np.float64, (KNOBS,)]  # its parameters, by `Knob`

    legal: Annotated[Array, np.int32, (MOST_DECISIONS,)]  # of the simulation under way
    key: Annotated[Array, np.int64, (KEY_WORDS,)]  # of this search's luck
    kept_memory: Annotated[Array, np.int64, (MEMORY,)]
    kept_words: Annotated[Array, np.int64, (4,)]
    utility: Annotated[Array, np.float64, (SEATS,)]
    opposed: Annotated[int, np.int64]  # the seat that the decider holds down, -1 for none
    features: Annotated[Array, np.float64, (SEATS, MOST_FEATURES)]
    inputs: Annotated[Array, np.float32, (MOST_INPUTS,)]
    hidden: Annotated[Array, np.float32, (2, MOST_HIDDEN)]

    # Candidates for a decision: packed decision, its nature, the memory that goes with it, who
    # proposed it
    count: Annotated[int, np.int64]
    code: Annotated[Array, np.int32, (MOST_WIDTH,)]
    nature: Annotated[Array, np.int8, (MOST_WIDTH,)]  # `candidates.Nature`
    plan: Annotated[Array, np.int64, (MOST_WIDTH, MEMORY)]
    proposer: Annotated[Array, np.int64, (MOST_WIDTH,)]
    chosen: Annotated[int, np.int64]  # the candidate of the simulation under way
    simulations: Annotated[int, np.int64]  # made for this decision
    made: Annotated[int, np.int64]  # made so far, for all decisions
    work: Annotated[int, np.int64]  # done so far: moves in simulations, questions to policies

    # Monte Carlo: what the candidates gained, and against the first of them
    rounds: Annotated[int, np.int64]  # still to come
    left: Annotated[int, np.int64]  # simulations still to make
    worlds: Annotated[int, np.int64]  # still to come in this round
    world: Annotated[int, np.int64]  # the one under way
    base: Annotated[float, np.float64]  # gain of the first candidate in it
    looking: Annotated[int, np.int64]  # 1 while candidates are looked at, before simulations
    alive_count: Annotated[int, np.int64]
    alive: Annotated[Array, np.int8, (MOST_WIDTH,)]
    tries: Annotated[Array, np.int64, (MOST_WIDTH,)]
    gain: Annotated[Array, np.float64, (MOST_WIDTH,)]
    gain_squared: Annotated[Array, np.float64, (MOST_WIDTH,)]
    lead: Annotated[Array, np.float64, (MOST_WIDTH,)]
    lead_squared: Annotated[Array, np.float64, (MOST_WIDTH,)]

    # What simulations saw at the end of their first action, and what came of it
    noting: Annotated[int, np.int64]  # 1: it is noted
    noted: Annotated[int, np.int64]
    seen: Annotated[Array, np.float32, (MOST_LOOKS, MOST_INPUTS)]
    reached: Annotated[Array, np.float32, (MOST_LOOKS,)]

    # Tree: one node a decision that was tried; node 0 is the root
    nodes: Annotated[int, np.int64]
    node: Annotated[int, np.int64]  # where the walk is
    depth: Annotated[int, np.int64]
    node_key: Annotated[Array, np.int64, (MOST_NODES,)]
    first_child: Annotated[Array, np.int32, (MOST_NODES,)]
    next_sibling: Annotated[Array, np.int32, (MOST_NODES,)]
    visits: Annotated[Array, np.int32, (MOST_NODES,)]
    available: Annotated[Array, np.int32, (MOST_NODES,)]
    value: Annotated[Array, np.float64, (MOST_NODES,)]
    squared: Annotated[Array, np.float64, (MOST_NODES,)]
    path: Annotated[Array, np.int32, (MOST_DEPTH,)]
    path_seat: Annotated[Array, np.int32, (MOST_DEPTH,)]
