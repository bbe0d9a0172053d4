"""Nothing that a seat cannot know changes what it sees, may do, reads or chooses; in no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Final

import pytest

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.environments.game_table import declared_by
from bloodstones.games.registry import GAMES, load_game, module_of
from bloodstones.kit.fields import See
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.hidden import LeakError, Sense, check_declared, check_senses
from tests.hidden.leaks import (
    DOORS,
    PLANTED,
    SPOILT,
    UNCLEAN,
    Peek,
    block_at_work,
    in_view,
    in_which_it_differs,
    not_cleared,
    positions,
    unclean,
    walk,
)
from tests.hidden.playing import (
    RANDOM,
    SCRIPTED,
    SEARCHING,
    STYLES,
    Looks,
    Watch,
    kinds_of_game,
    play,
)
from tests.hidden.tables import DEALERS, Table, tables

Door = Callable[[Table, Peek], Sense]
LEAKS: Final = [(game_id, leak) for game_id, leaks in PLANTED.items() for leak in leaks]
compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")
GAMES_WATCHED: Final = 204  # of each game in a soak, a third in each style
MOST: Final = 1500  # decisions of one of them
SEEN, ONE_IN = 100, 10  # decisions of each kind in each style, and one in so many others
SAMPLE: Final = {  # playthroughs in every run, which offer all kinds of decisions so soon
    "bloodstones": ((4, SCRIPTED, 120), (16, RANDOM, 350), (57, RANDOM, 30), (103, RANDOM, 540)),
    "wizard_kings": ((11, RANDOM, 880), (18, SCRIPTED, 110), (26, RANDOM, 70)),
    "bellum_magica": ((1, RANDOM, 300), (8, SCRIPTED, 200)),
    "battlelore": ((1, SCRIPTED, 140), (8, SCRIPTED, 130), (54, RANDOM, 70), (209, RANDOM, 220)),
    "battalia": (
        (0, SEARCHING, 100),
        (2, SEARCHING, 160),
        (9, SEARCHING, 130),
        (27, RANDOM, 60),
        (31, SCRIPTED, 40),
        (50, SCRIPTED, 470),
    ),
}
HIDDEN: Final = {
    "bloodstones": "hand",
    "wizard_kings": "strength",
    "bellum_magica": "stack",
    "battlelore": "command_deck",
    "battalia": "pool",
}
SHORT: Final = 40  # decisions of a playthrough at each table, styles in turn
MORE: Final = range(300, 330)  # at random, should a kind be missing
MOST_SAMPLED: Final = 500
MOST_SPOILT: Final = 24  # playthroughs until a field that is not cleared is caught


def senses(table: Table, *names: str) -> list[Sense]:
    """Some senses of a table."""
    return [sense for sense in table.watched.senses if sense.name in names]


def test_every_game_has_a_dealer() -> None:
    assert set(DEALERS) == set(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_observations_follow_from_the_fields_of_the_state(game_id: str) -> None:
    fields = declared_by(game_id).fields
    assert fields is import_module(module_of(game_id, "fields")).FIELDS
    assert fields.layout is load_game(game_id).seat(tables(game_id)[0].setup).deciders.engine.state


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hidden_field_that_is_shown_is_refused(game_id: str) -> None:
    fields = declared_by(game_id).fields
    hidden = [row for row in fields.rows if row.see is See.NOBODY]
    assert hidden
    for row in hidden:
        shown = replace(row, meaning="what nobody sees")
        rows = tuple(shown if each is row else each for each in fields.rows)
        with pytest.raises(RunError, match=f"{row.name} is shown, though nobody sees it"):
            replace(fields, rows=rows)


@compiled
@pytest.mark.parametrize(("game_id", "name"), HIDDEN.items())
def test_a_hidden_field_that_is_declared_as_open_is_found(game_id: str, name: str) -> None:
    fields = declared_by(game_id).fields
    rows = tuple(replace(row, see=See.ALL) if row.name == name else row for row in fields.rows)
    shown_open = replace(fields, rows=rows)

    def note(table: Table, play: Playthrough, twin: Playthrough) -> None:
        check_declared(play, twin, play.decider, shown_open)

    with pytest.raises(LeakError, match=f"dealt anew is what is declared open: {name}"):
        walk(tables(game_id)[0], 0, MOST_SAMPLED, note)


@pytest.mark.parametrize("game_id", GAMES)
def test_tables_have_all_numbers_of_players(game_id: str) -> None:
    game = load_game(game_id)
    most = max(game.players_on(board)[-1] for board in game.boards() or ("",))
    numbers = {len(table.setup.seats) for table in tables(game_id)}
    assert numbers >= set(range(2, most + 1))


@compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_hidden_makes_no_difference_at_any_kind_of_decision(game_id: str) -> None:
    looks, watch = Looks(each=2, some=25, plans=2), Watch()
    known = kinds_of_game(tables(game_id)[0])
    short = [(at, STYLES[at % len(STYLES)], SHORT) for at in range(len(tables(game_id)))]
    more = [(number, RANDOM, MOST_SAMPLED) for number in MORE]
    for place, (number, style, most) in enumerate([*short, *SAMPLE[game_id], *more]):
        if place >= len(short) + len(SAMPLE[game_id]) and known <= set(watch.offered):
            break
        table = tables(game_id)[number % len(tables(game_id))]
        watch.add(play(table, style, number, looks, most))
    assert known - set(watch.offered) == set()
    assert watch.otherwise > sum(watch.points.values()) // 2, "little was hidden"


@compiled
@pytest.mark.soak
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_hidden_makes_no_difference_in_hundreds_of_games(game_id: str, style: str) -> None:
    looks, watch = Looks(each=SEEN, some=ONE_IN), Watch()
    for number in range(GAMES_WATCHED // len(STYLES)):
        table = tables(game_id)[number % len(tables(game_id))]
        watch.add(play(table, style, number, looks, MOST))
    print(f"{game_id} {style}: {watch.games} games, {sum(watch.points.values())} decisions, "
          f"{watch.otherwise} dealt otherwise; {dict(watch.offered)}")  # fmt: skip
    assert watch.games == GAMES_WATCHED // len(STYLES)


@compiled
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
@pytest.mark.parametrize(("game_id", "leak"), LEAKS)
def test_a_planted_leak_is_caught(game_id: str, leak: str, door: Door) -> None:
    peek = PLANTED[game_id][leak]
    for table, one, twin, seat in in_which_it_differs(game_id, peek):
        try:
            check_senses(one, twin, seat, [door(table, peek)])
        except LeakError:
            return
    pytest.fail(f"{leak} is not caught")


@compiled
@pytest.mark.parametrize(
    ("game_id", "leak"), [(game_id, leak) for game_id in SPOILT for leak in SPOILT[game_id]]
)
def test_a_field_that_is_not_cleared_is_caught(game_id: str, leak: str) -> None:
    def note(table: Table, play: Playthrough, twin: Playthrough) -> None:
        check_senses(play, twin, play.decider, senses(table, "the view", "the observation"))

    def watch() -> None:
        for number in range(MOST_SPOILT):
            table = tables(game_id)[number % len(tables(game_id))]
            walk(table, number, 500, note, SPOILT[game_id][leak])

    with pytest.raises(LeakError, match=r"tells of what is hidden|than (it|was) (saw|seen)"):
        watch()


@compiled
@pytest.mark.parametrize(
    ("game_id", "leak"), [(game_id, leak) for game_id in UNCLEAN for leak in UNCLEAN[game_id]]
)
def test_a_kernel_of_a_game_that_lets_something_out_is_caught(game_id: str, leak: str) -> None:
    def watch() -> None:
        for table, one, twin, seat in positions(game_id):
            check_senses(one, twin, seat, senses(table, sense))

    name, leaky = UNCLEAN[game_id][leak]
    sense = {"observe": "the observation", "deal_world": "the worlds"}[name]
    watch()
    with unclean(game_id, name, leaky), pytest.raises(LeakError, match=f"{sense} tells"):
        watch()


@compiled
@pytest.mark.parametrize("name", ["mover", "caster", "target"])
def test_a_view_that_tells_of_a_stale_block_is_caught(name: str) -> None:
    def note(table: Table, play: Playthrough, twin: Playthrough) -> None:
        check_senses(play, twin, play.decider, [in_view(table, block_at_work(name))])

    def watch() -> None:
        for number in range(12):
            walk(tables("wizard_kings")[number % 4], number, 300, note, not_cleared(name))

    with pytest.raises(LeakError, match="the view tells of what is hidden"):
        watch()


@compiled
def test_a_dealer_that_deals_what_is_open_is_caught() -> None:
    table, play, twin, seat = positions("bellum_magica")[-1]
    twin.state.resources[0, 0] += 1
    with pytest.raises(LeakError, match="dealt anew is what is declared open: resources"):
        check_declared(play, twin, seat, table.watched.fields)
