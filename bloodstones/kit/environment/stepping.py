"""Many playthroughs of one setup, a decision further in all of them with one call.

A learner sits in one seat, or in all of them; kernels decide for the others. A playthrough that has
ended is followed by the next one at once, keyed by the stream of its place.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.streams import KEY_WORDS, next_word
from bloodstones.kit.environment.actions import action_of
from bloodstones.kit.environment.observations import copy_fields
from bloodstones.kit.kernels import (
    apply,
    choose,
    draw_outcome,
    is_chance,
    legal_decisions,
    observe,
    score,
    start,
)

EVERY_SEAT: Final = -1  # the learner decides for all of them
FINE: Final = -1
STOPPED: Final = -2  # less the number of the playthrough
UNNUMBERED: Final = -1  # a status: a decision that the action space lacks
SEATS: Final = 8
SETTINGS: Final = 7  # of a room, before what a step writes


class Terms(Layout):
    """What holds for all playthroughs of an environment.

    Attributes
    ----------
    players
        How many sit at the table.
    learner
        The seat of the learner in the first playthrough, EVERY_SEAT for all.
    turns
        1: it sits one seat further in each playthrough that follows.
    passes_by
        1: a decision without an alternative is carried out without asking.
    shaped
        What a point more is worth, beside the win credit at the end.
    computed
        Where in an observation what `kernels.observe` writes begins.
    """

    players: Annotated[int, np.int64]
    learner: Annotated[int, np.int64]
    turns: Annotated[int, np.int64]
    passes_by: Annotated[int, np.int64]
    shaped: Annotated[float, np.float64]
    computed: Annotated[int, np.int64]


class Place(Layout):
    """One of the playthroughs, beside its state.

    Attributes
    ----------
    seat
        Who decides now.
    learner
        The seat of the learner, EVERY_SEAT for all.
    count
        How many actions are legal.
    decisions
        Decisions of all seats since the environment was made.
    ended
        1: the last step ended a playthrough.
    status
        What stopped the engine, 0 for nothing.
    credit
        By seat the win credit of the playthrough that ended last.
    points
        By seat the points that the learner was rewarded for so far.
    """

    seat: Annotated[int, np.int64]
    learner: Annotated[int, np.int64]
    count: Annotated[int, np.int64]
    decisions: Annotated[int, np.int64]
    ended: Annotated[int, np.int64]
    status: Annotated[int, np.int64]
    credit: Annotated[Array, np.float64, (SEATS,)]
    points: Annotated[Array, np.float64, (SEATS,)]


class Room(NamedTuple):
    """All that a step reads and writes, but for rules, strategies and actions.

    Kernels are handed it as a plain tuple, whose type Numba knows sooner.

    Attributes
    ----------
    states, views
        The states and their bytes, see `copy_plan.views_of`.
    terms
        A record of `Terms`.
    places
        Records of `Place`.
    space
        The arrays `kinds`, `places` and `codes` of an `actions.ActionSpace`.
    plan
        Of `observations.Observations`.
    streams
        int64 array of shape (playthroughs, 4): what the keys of those to come are drawn from.
    observations, last
        int16 arrays of shape (playthroughs, size): what the decider sees; the final observation of
        the seat that decided last, where a playthrough has ended.
    masks, listed
        int8 and int32 arrays: 1 for legal actions, and their numbers, in the order of the game.
    rewards
        float64 array by playthrough: of the seat that has decided.
    out
        int32 array of the engine's `most_decisions`.
    """

    states: Array
    views: tuple[Array, Array, Array, Array]
    terms: Any
    places: Array
    space: tuple[Array, Array, Array]
    plan: Array
    streams: Array
    observations: Array
    last: Array
    masks: Array
    listed: Array
    rewards: Array
    out: Array


@entry
def step_all(t: Any, p: Any, room: Any, actions: Array) -> int:
    """Carry out an action in every playthrough, or begin all of them; return FINE.

    An action that is not legal changes nothing anywhere: the number of its playthrough is returned.
    For a playthrough that the engine has stopped, STOPPED less its number is.

    Parameters
    ----------
    t, p
        Packed rules and strategies.
    room
        A tuple of what `Room` has.
    actions
        int64 array by playthrough; an empty one begins all of them.
    """
    states, _, terms, places, space, _, _ = room[:SETTINGS]
    observations, last, masks, listed, rewards, out = room[SETTINGS:]
    wrong = first_illegal(actions, masks)
    if wrong != FINE:
        return wrong
    key = np.zeros(KEY_WORDS, np.int64)
    for place in range(len(states)):
        s, here = states[place], places[place]
        seat = here.seat
        rewards[place] = 0.0
        here.ended = 0
        fresh = len(actions) == 0
        if fresh:
            here.learner = (terms.learner + terms.turns * place) % terms.players
            here.learner = EVERY_SEAT if terms.learner == EVERY_SEAT else here.learner
            here.count = 0
            masks[place, :] = 0
            begin(room, place, s, t, here, key, out)
        else:
            out[0] = space[2][seat, actions[place]]
            apply(s, t, out[0], out)
            here.decisions += 1
        while True:
            n = go_on(s, t, p, terms, here, out)
            if not fresh:
                rewards[place] = reward(s, t, terms, here)
                if s.point == 0:
                    write_observation(room, place, s, t, seat, last)
                fresh = True
            if s.point != 0 or here.status != 0:
                break
            here.learner = (here.learner + terms.turns) % terms.players if here.learner >= 0 else -1
            begin(room, place, s, t, here, key, out)
        offer(space, s, here, masks[place], listed[place], out, n)
        write_observation(room, place, s, t, here.seat, observations)
        if here.status != 0:
            wrong = STOPPED - place
    return wrong


@entry
def choose_by_lot(lots: Array, places: Array, listed: Array, out: Array) -> None:
    """Write a legal action for each playthrough; `lots`: float64 array, each in 0..1."""
    for place in range(len(lots)):
        out[place] = listed[place, int(lots[place] * places[place].count)]


@kernel
def first_illegal(actions: Array, masks: Array) -> int:
    """Return the first playthrough whose action is not legal, FINE if there is none."""
    for place in range(len(actions)):
        action = actions[place]
        if action < 0 or action >= masks.shape[1] or masks[place, action] == 0:
            return place
    return FINE


@kernel
def offer(space: Any, s: Any, here: Any, mask: Array, listed: Array, out: Array, n: int) -> None:
    """Write which actions the decider has, in place of those that were legal before."""
    for number in range(here.count):
        mask[listed[number]] = 0
    here.count = n
    here.seat = s.decider
    for number in range(n):
        action = action_of(space[0], space[1], s.decider, out[number])
        if action < 0:
            here.status = UNNUMBERED
            action = 0
        listed[number] = action
        mask[action] = 1


@kernel
def reward(s: Any, t: Any, terms: Any, here: Any) -> float:
    """Return what the seat that has decided gets, and note the end of a playthrough."""
    seat = here.seat
    gained = 0.0
    if s.point == 0:
        end(s, terms, here)
        gained += here.credit[seat]
    if terms.shaped != 0.0:
        points = float(score(s, t, seat))
        gained += terms.shaped * (points - here.points[seat])
        here.points[seat] = points
    return gained


@kernel
def write_observation(room: Any, place: int, s: Any, t: Any, seat: int, out: Array) -> None:
    """Write what a seat sees of a playthrough into its row of `out`."""
    _, views, terms, _, _, plan, _ = room[:SETTINGS]
    one, two, four, eight = views
    players = terms.players
    copy_fields(plan, players, seat, one[place], two[place], four[place], eight[place], out[place])
    observe(s, t, seat, out[place, terms.computed :])


@kernel
def begin(room: Any, place: int, s: Any, t: Any, here: Any, key: Array, out: Array) -> None:
    """Begin the next playthrough of a place, its state zeroed; `key`: scratch."""
    _, views, _, _, _, _, streams = room[:SETTINGS]
    words = views[-1]
    words[place][:] = 0
    for word in range(KEY_WORDS):
        key[word] = next_word(streams, place)
    here.points[:] = 0.0
    start(s, t, key, out)


@kernel
def go_on(s: Any, t: Any, p: Any, terms: Any, here: Any, out: Array) -> int:
    """Play on until the learner must decide or all is over; return how many decisions it has."""
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)
            apply(s, t, out[0], out)
            continue
        n = legal_decisions(s, t, out)
        asked = here.learner < 0 or s.decider == here.learner
        if asked and (n > 1 or not terms.passes_by):
            return int(n)
        if not asked:
            out[0] = out[choose(s, t, p, out, n)]
        apply(s, t, out[0], out)
        here.decisions += 1
    if s.status != 0:
        here.status = s.status
    return 0


@kernel
def end(s: Any, terms: Any, here: Any) -> None:
    """Note that a playthrough has ended and what every seat has won."""
    winners = 0
    for seat in range(terms.players):
        if s.rank[seat] == 1:
            winners += 1
    for seat in range(terms.players):
        here.credit[seat] = 1.0 / winners if s.rank[seat] == 1 and winners > 0 else 0.0
    here.ended = 1
