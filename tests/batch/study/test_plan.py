import itertools
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.batch.study.definition import StudyFile, parse_study
from bloodstones.batch.study.factors import Lineups, Sets
from bloodstones.batch.study.lineups import assignments, lineups
from bloodstones.batch.study.plan import check_plan, make_plan
from bloodstones.core.errors import InputError, UnmodelledRuleError
from bloodstones.core.kernels.streams import redrawn
from bloodstones.games.bloodstones.game import GAME as BLOODSTONES
from tests.batch.conftest import STUDY
from tests.batch.dice_race import DiceRace

NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True)


@given(NAMES, st.data())
def test_rotation_puts_each_faction_in_each_seat_equally_often(
    names: list[str], data: st.DataObject
) -> None:
    players = data.draw(st.integers(1, len(names)))
    table = Lineups(sets=(Sets(players=(players,), factions=tuple(names)),))
    seated = Counter((seat, name) for line in lineups(table) for seat, name in enumerate(line))
    assert len(set(seated.values())) == 1
    assert set(seated) == {(seat, name) for seat in range(players) for name in names}


def test_line_up_that_arises_twice_is_played_once() -> None:
    table = Lineups(explicit=(("a", "b"), ("b", "a")))
    assert lineups(table) == (("a", "b"), ("b", "a"))


def test_line_ups_stay_as_written_without_rotation() -> None:
    assert lineups(Lineups(explicit=(("b", "a"),), rotate_seats=False)) == (("b", "a"),)


@given(NAMES.filter(lambda names: len(names) <= 3), st.integers(3, 4))
def test_mix_gives_every_assignment_in_which_each_strategy_plays(
    mix: list[str], seats: int
) -> None:
    found = assignments([mix], seats)
    assert len(set(found)) == len(found)
    assert all(set(seated) == set(mix) and len(seated) == seats for seated in found)
    surjections = {
        (1, 3): 1, (2, 3): 6, (3, 3): 6, (1, 4): 1, (2, 4): 14, (3, 4): 36,
    }  # fmt: skip
    assert len(found) == surjections[len(mix), seats]


def test_mix_of_more_strategies_than_seats_is_refused() -> None:
    with pytest.raises(InputError, match="at most 1 strategies at a table of 1, got 2: a, b"):
        assignments([("a", "b")], 1)


def test_cells_are_named_after_map_line_up_and_strategies(file: StudyFile) -> None:
    ids = [cell.id for cell in make_plan(file.study).cells]
    assert ids[:4] == [
        "track/red+blue/bold",
        "track/red+blue/steady",
        "track/red+blue/bold+steady",
        "track/red+blue/steady+bold",
    ]
    assert len(set(ids)) == len(ids) == 6 * 4 + 3 * (2 + 6)


def test_arms_share_the_label_of_their_line_up(file: StudyFile) -> None:
    plan = make_plan(file.study)
    changed = make_plan(parse_study(STUDY + "[rules.overrides]\ngoal = 30\n", Path("x.toml")))
    for cell, other in zip(plan.cells, changed.cells, strict=True):
        assert cell.label == other.label == cell.id.rsplit("/", 1)[0]
        assert other.setup.overrides == {"goal": 30}
    assert plan.sha256 != changed.sha256


def test_quick_and_given_replicates(file: StudyFile) -> None:
    assert make_plan(file.study).replicates == 11
    assert make_plan(file.study, quick=True).replicates == 3
    assert make_plan(file.study, quick=True, replicates=5).replicates == 5
    assert make_plan(file.study, replicates=2).games == 48 * 2


def test_replicates_below_one_are_refused(file: StudyFile) -> None:
    with pytest.raises(InputError, match=r"expected at least 1, got 0 \(--replicates\)"):
        make_plan(file.study, replicates=0)


def test_quick_needs_its_table() -> None:
    study = parse_study(STUDY[: STUDY.index("[quick]")], Path("x.toml"))
    with pytest.raises(InputError, match=r"a table \[quick\] in the study file, got none"):
        make_plan(study, quick=True)


def test_everything_that_the_game_refuses_is_told_once() -> None:
    text = STUDY.replace('"red", "blue"', '"redd", "blue"').replace('["bold", "st', '["old", "st')
    plan = make_plan(parse_study(text, Path("x.toml")))
    with pytest.raises(InputError, match="got 2:") as caught:
        check_plan(plan, DiceRace(), "x.toml")
    assert str(caught.value).count("'redd' (lineups) (did you mean red?)") == 1
    assert str(caught.value).count("expected a strategy, got 'old' (strategies)") == 1


def test_faults_of_readings_numbers_seats_and_map_are_told_together() -> None:
    rules = "[rules.options]\noverpai = true\noverpay = 1\n[rules.overrides]\nhand_limit = 99\n"
    text = STUDY.replace('"track"', '"trak"').replace('["bold", "steady", [', '["warlrd", [')
    plan = make_plan(parse_study(text + rules, Path("x.toml")))
    with pytest.raises(InputError, match="expected data without faults") as caught:
        check_plan(plan, BLOODSTONES, "x.toml")
    told = str(caught.value)
    for fault in (
        *("got 'overpai' (did you mean overpay?)", "a value of overpay, got '1'"),
        *("hand_limit from 1 to", "got 99", "got 'trak'", "a faction, got 'red'"),
        "'warlrd' (seat 1) (did you mean warlord, warlord_tuned?)",
    ):
        assert told.count(fault) == 1, fault


def test_unmodelled_rule_is_told_as_such() -> None:
    plan = make_plan(parse_study(STUDY + '[rules.options]\nweather = "rain"\n', Path("x.toml")))
    with pytest.raises(UnmodelledRuleError, match="without weather"):
        check_plan(plan, DiceRace(), "x.toml")


LEVELS = STUDY.replace(
    'strategies = ["bold", "steady", ["bold", "steady"]]',
    'player_types = { novice = ["bold"], strong = ["steady", ["bold", "steady"]] }',
)
FILE = Path("x.toml")
MAPS = STUDY.replace('map = "track"', 'maps = ["track", "lane"]')


def test_levels_name_the_cells_of_their_strategies() -> None:
    plan = make_plan(parse_study(LEVELS, Path("x.toml")))
    assert {cell.level for cell in plan.cells if cell.mix == ("bold",)} == {"novice"}
    assert {cell.level for cell in plan.cells if "steady" in cell.mix} == {"strong"}
    same = make_plan(parse_study(STUDY, Path("x.toml")))
    assert [cell.id for cell in plan.cells] == [cell.id for cell in same.cells]


def test_games_are_those_of_each_board_table_size_level_and_arm() -> None:
    text = LEVELS.replace("replicates = 11", "games = { novice = 13, strong = 6 }")
    plan = make_plan(parse_study(f"{text}[arms.far]\noverrides = {{ goal = 30 }}\n", FILE))
    for group in plan.groups:
        assert len(group.cells) % 2 == 0
        own = len(group.cells) // 2  # the other half plays the arm
        wanted = 13 if group.level == "novice" else 6
        assert wanted <= own * group.rounds[-1] < wanted + own
    study = parse_study(STUDY.replace("replicates = 11", "games = 9"), FILE)
    alike = make_plan(study)
    long = make_plan(study.model_copy(update={"games": {"every": {"every": 2000}}}))
    assert {len(group.rounds) for group in long.groups} == {3, 4}  # rounds of 500 games at least
    assert {group.rounds[-1] for group in alike.groups if len(group.cells) == 6} == {2}
    sizes = parse_study(STUDY.replace("replicates = 11", "games = { every = { 2 = 12 } }"), FILE)
    with pytest.raises(InputError, match=r"expected games with 3 players, got none \(games"):
        make_plan(sizes)
    assert {group.rounds[-1] for group in make_plan(study, quick=True).groups} == {3}


def test_line_ups_are_played_on_the_maps_that_take_them() -> None:
    plan = make_plan(parse_study(MAPS, Path("x.toml")), DiceRace())
    sizes = {board: set[int]() for board in ("track", "lane")}
    for cell in plan.cells:
        sizes[cell.setup.board].add(len(cell.lineup))
    assert sizes == {"track": {2, 3}, "lane": {2}}
    assert plan.left_out == {("lane", 3): 3}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"track", "lane"', '"lane"', "expected a map for 3 players, got none"),
        ("players = 2,", "players = 3,", "expected line-ups that fit map lane, got none"),
        ('"lane"', '"lain"', "expected a map, got 'lain'"),
    ],
)
def test_maps_that_do_not_fit_are_told(old: str, new: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        make_plan(parse_study(MAPS.replace(old, new, 1), Path("x.toml")), DiceRace())


def test_sets_take_all_factions_of_the_game_and_several_player_counts() -> None:
    text = STUDY.replace(
        "players = 2, factions = [", "players = [2, 3] }, { players = 1, factions = ["
    )
    seated = lineups(parse_study(text, Path("x.toml")).lineups, DiceRace().roles_for)
    assert {len(lineup) for lineup in seated} == {1, 2, 3}
    assert len([lineup for lineup in seated if len(lineup) == 2]) == 6
    with pytest.raises(InputError, match="expected the game of the study, got none"):
        make_plan(parse_study(text, Path("x.toml")))


def test_more_players_than_factions_are_refused() -> None:
    text = STUDY.replace('players = 2, factions = ["red", "blue", "green"]', "players = 4")
    with pytest.raises(InputError, match="expected at most 3 players, got 4"):
        make_plan(parse_study(text, Path("x.toml")), DiceRace())


def test_shipped_game_seats_its_factions_by_their_least_players() -> None:
    assert [len(BLOODSTONES.roles_for(players)) for players in (2, 3, 4)] == [4, 5, 6]
    assert BLOODSTONES.players_on("ember_coast") == range(4, 6)


def test_all_orders_are_every_permutation() -> None:
    names = ("a", "b", "c", "d")
    table = Lineups(explicit=(names,), all_orders=True)
    assert sorted(lineups(table)) == sorted(itertools.permutations(names))


def test_arms_change_the_rules_of_the_same_cells_with_the_same_luck() -> None:
    text = STUDY + "[rules]\noverrides = { goal = 25 }\n[arms.far]\noverrides = { goal = 30 }\n"
    text += "[arms.wet]\noptions = { pause = true }\n"
    plan = make_plan(parse_study(text, Path("x.toml")))
    arms = {arm: [cell for cell in plan.cells if cell.arm == arm] for arm in ("base", "far", "wet")}
    for base, far, wet in zip(*arms.values(), strict=True):
        assert base.label == far.label == wet.label
        assert (far.id, wet.id) == (f"{base.id}/far", f"{base.id}/wet")
        assert base.setup.overrides == wet.setup.overrides == {"goal": 25}
        assert far.setup.overrides == {"goal": 30}
        assert wet.setup.options == {"pause": "true"}
    assert all(len(group.cells) % 3 == 0 for group in plan.groups)


class Brawl(DiceRace):
    """A race whose second stream is that of battles."""

    battle_streams = range(1, 2)


def test_an_arm_may_draw_the_luck_of_battles_anew_and_nothing_else() -> None:
    text = STUDY + "[arms.again]\nredraw = 1\n"
    file = parse_study(text, Path("x.toml"))
    plan = make_plan(file, Brawl())
    cells = {arm: [cell for cell in plan.cells if cell.arm == arm] for arm in ("base", "again")}
    for base, again in zip(*cells.values(), strict=True):
        assert again.label == base.label == base.luck(Brawl())
        assert again.luck(Brawl()) == redrawn(base.label, range(1, 2), 1)
        assert again.setup == base.setup
    with pytest.raises(
        InputError, match="expected a game with a separate random stream for battles"
    ):
        check_plan(plan, DiceRace(), "x.toml")


def test_the_last_strategy_of_a_list_may_sit_alone() -> None:
    found = assignments([("a",), ("a", "b")], 3, last_alone=True)
    assert found == (("a", "a", "a"), ("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a"))
    assert len(assignments([("a",), ("a", "b")], 3)) == 7
    assert assignments([("a", "b", "c")], 3, last_alone=True) == assignments([("a", "b", "c")], 3)


def test_strategies_in_order_sit_as_their_list_says() -> None:
    mixes = [("a",), ("b", "a", "b")]
    assert assignments(mixes, 3, in_order=True) == (("a", "a", "a"), ("b", "a", "b"))
    with pytest.raises(InputError, match="expected one strategy per seat, so 3, got 2: b, a"):
        assignments([("b", "a")], 3, in_order=True)


def test_a_level_of_no_games_at_a_size_is_not_played_there() -> None:
    text = LEVELS.replace("replicates = 11", "games = { novice = 6, strong = { 2 = 6, 3 = 0 } }")
    cells = make_plan(parse_study(text, FILE)).cells
    assert {(cell.level, len(cell.setup.seats)) for cell in cells} == {
        ("novice", 2),
        ("novice", 3),
        ("strong", 2),
    }


def test_the_pairs_of_a_mixture_are_played_as_often_as_its_level_says() -> None:
    games = "games = { novice = 6, strong = 6, mixture = 12 }"
    text = LEVELS.replace("replicates = 11", games).replace(
        "player_types =", 'mixture = ["bold", "shy"]\nplayer_types ='
    )
    groups = [each for each in make_plan(parse_study(text, FILE)).groups if each.level == "mixture"]
    assert {each.mix for each in groups} == {("shy",), ("bold", "shy")}
    assert all(12 <= each.games < 12 + len(each.cells) for each in groups)
