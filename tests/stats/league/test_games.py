"""Lists of games as people keep them become one tidy table; what is wrong is said in a sentence."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.league.file import table_of
from bloodstones.stats.league.games import GameNames, League, read_league
from tests.stats.league.lists import csv_of, damaged

OURS = GameNames(
    "Duel", {"red_army": "red_army", "blue_army": "blue_army"}, {"hills": "hills"}, "duel"
)
BY_SEAT = """\
Game;Player;Faction;Rank
1;Ann;Red;1
1;Bob;Blue;2
2;Ann;Blue;2
2;Bob;Red;1
"""


def league(text: str | bytes, *, names: GameNames = GameNames(""), **options: object) -> League:  # noqa: B008
    content = text.encode() if isinstance(text, str) else text
    columns = options.pop("columns", {})
    return read_league(table_of(content, "x.csv"), names, columns, "x.csv", **options)  # type: ignore[arg-type]


def credit(found: League, by: str = "strategy") -> dict[tuple[str, str], float]:
    """Win credit by game and player."""
    rows = found.rows
    return {
        (game, who): wins
        for game, who, wins in zip(rows["game"], rows[by], rows["win_credit"], strict=True)
    }


WINS = {("1", "Ann"): 1.0, ("1", "Bob"): 0.0, ("2", "Ann"): 0.0, ("2", "Bob"): 1.0}


def test_a_list_that_begins_with_two_marks_of_its_encoding_keeps_its_first_heading() -> None:
    head, _, rest = BY_SEAT.partition(";")
    found = league(f'\ufeff"{head}";{rest}'.encode("utf-8-sig"))
    assert credit(found) == WINS


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_whatever_its_separator_and_encoding(separator: str, encoding: str) -> None:
    text = BY_SEAT.replace(";", separator).replace("Bob", "Zoë")
    found = league(text.encode(encoding))
    assert credit(found) == {(g, w.replace("Bob", "Zoë")): c for (g, w), c in WINS.items()}
    assert found.word == "faction"
    assert found.rows["players"].tolist() == [2] * 4


@pytest.mark.parametrize(
    "text",
    [
        BY_SEAT,
        BY_SEAT.replace("\n", "\r\n") + "\r\n;;;\r\n",
        BY_SEAT.replace("Rank", "Place").replace(";1\n", ";1st\n").replace(";2\n", ";2nd\n"),
        BY_SEAT.replace("Rank", "Won").replace(";1\n", ";yes\n").replace(";2\n", ";\n"),
        BY_SEAT.replace("Rank", "Winner").replace(";2\n", ";1\n").replace(";1\n", ";{}\n")
        .format("Ann", "Ann", "Bob", "Bob"),
        BY_SEAT.replace("Rank", "VP").replace(";1\n", ";12,5\n").replace(";2\n", ";9\n"),
        BY_SEAT.replace("Rank", "Points").replace(";1\n", ";1.250\n").replace(";2\n", ";1.2\n"),
        BY_SEAT.replace("Ann;Blue", "ANN ;Blue"),
        "Player 1,Faction 1,Score 1,Player 2,Faction 2,Score 2\n"
        "Ann,Red,9,Bob,Blue,7\nAnn,Blue,3,Bob,Red,4\n",
        "Game,P1,P1 faction,P2,P2 faction,Winner\n1,Ann,Red,Bob,Blue,Ann\n2,Ann,Blue,Bob,Red,Red\n",
        "Game,1st,1st faction,2nd,2nd faction\n1,Ann,Red,Bob,Blue\n2,Bob,Red,Ann,Blue\n",
        "Game,Seat 1,Seat 2,Winner\n1,Ann,Bob,Ann\n2,Ann,Bob,Bob\n",
    ],
)  # fmt: skip
def test_all_forms_of_a_list_say_the_same(text: str) -> None:
    found = league(text)
    games = dict.fromkeys(found.rows["game"])
    numbers = {name: str(place + 1) for place, name in enumerate(games)}
    assert {(numbers[g], w): c for (g, w), c in credit(found).items()} == WINS
    assert found.games == 2


def test_seats_come_from_a_column_or_from_the_headings_and_count_from_nought() -> None:
    text = "Game,Seat 1,Seat 2,Seat 3,Winner\n1,Ann,Bob,Cid,Bob\n2,Bob,Ann,,Bob\n"
    rows = league(text).rows
    assert rows["seat"].tolist() == [0, 1, 2, 0, 1]
    assert rows["players"].tolist() == [3, 3, 3, 2, 2]
    text = "game,player,turn order,rank\n1,Ann,2,1\n1,Bob,1,2\n"
    assert league(text).rows["strategy"].tolist() == ["Bob", "Ann"]


def test_ties_share_a_win_and_what_breaks_them_decides() -> None:
    text = "game,player,score\n1,Ann,8\n1,Bob,8\n1,Cid,5\n"
    found = league(text)
    assert found.rows["rank"].tolist() == [1, 1, 3]
    assert found.rows["win_credit"].tolist() == [0.5, 0.5, 0.0]
    broken = "game,player,score,won\n1,Ann,8,no\n1,Bob,8,yes\n1,Cid,5,no\n"
    assert league(broken).rows["rank"].tolist() == [2, 1, 3]
    drawn = "game,player,won\n1,Ann,draw\n1,Bob,draw\n"
    assert league(drawn).rows["win_credit"].tolist() == [0.5, 0.5]
    shared = "game,player 1,player 2,player 3,winner\n1,Ann,Bob,Cid,Ann & Bob\n"
    assert league(shared).rows["win_credit"].tolist() == [0.5, 0.5, 0.0]


def test_the_lowest_score_wins_where_that_is_said() -> None:
    text = "game,player,score\n1,Ann,8\n1,Bob,3\n1,Cid,resigned\n"
    assert league(text).rows["rank"].tolist() == [1, 2, 3]
    assert league(text, lowest_wins=True).rows["rank"].tolist() == [2, 1, 3]


def test_mean_ranks_of_ties_are_ranks_and_who_has_no_rank_was_last() -> None:
    text = "game,player,place\n1,Ann,1.5\n1,Bob,3.0\n1,Cid,1.5\n1,Dot,\n"
    assert league(text).rows["rank"].tolist() == [1, 3, 1, 4]


def test_games_without_a_result_are_left_out_and_counted() -> None:
    text = (
        "game,player,score,finished\n1,Ann,8,yes\n1,Bob,3,yes\n2,Ann,,yes\n2,Bob,,yes\n"
        "3,Ann,4,no\n3,Bob,5,no\n4,Ann,9,yes\n5,Ann,4,yes\n5,Bob,,yes\n"
    )
    found = league(text)
    assert found.games == 1
    assert found.left_out.to_dict("records") == [
        {"reason": "no result", "games": 1, "lines": "4"},
        {"reason": "not finished", "games": 1, "lines": "6"},
        {"reason": "fewer than two players", "games": 1, "lines": "8"},
        {"reason": "a seat without a result", "games": 1, "lines": "9"},
    ]


def test_a_list_in_which_no_game_counts_says_why() -> None:
    with pytest.raises(InputError, match=r"got none: 1 left out .no result."):
        league("game,player,score\n1,Ann,\n1,Bob,\n")


def test_columns_are_named_where_headings_do_not_tell() -> None:
    text = "Runde,Saison,Mensch,Volk,Platz\n1,A,Ann,Rot,1\n1,A,Bob,Blau,2\n"
    text += "1,B,Ann,Rot,2\n1,B,Bob,Blau,1\n"
    with pytest.raises(
        InputError, match=r"expected a column for the player, such as player"
    ) as error:
        league(text)
    assert "which column is it? Name it: --column player=Runde" in str(error.value)
    given = {"player": "mensch", "role": "Volk", "rank": "Platz", "game": "Saison+Runde"}
    found = league(text, columns=given)
    assert found.games == 2
    assert found.word == "volk"
    assert found.used["game"] == ("Saison", "Runde")
    with pytest.raises(InputError, match=r"expected each player once in a game, got 'Ann twice in"):
        league(text, columns={**given, "game": "Runde"})


@pytest.mark.parametrize(
    ("columns", "match"),
    [
        ({"rolle": "Faction"}, r"expected one of game, player.* got 'rolle' \(--column\)"),
        ({"role": "Factoin"}, r"expected a heading of the file, got 'Factoin'.*\n.*mean Faction"),
        ({"role": "Game+Faction"}, r"expected one heading for role; only game can join several"),
    ],
)
def test_a_column_that_cannot_be_is_refused(columns: dict[str, str], match: str) -> None:
    with pytest.raises(InputError, match=match):
        league(BY_SEAT, columns=columns)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", r"expected a CSV file with a heading for each column, got 'a file without text'"),
        (BY_SEAT[:25], r"expected at least one game below the headings"),
        (BY_SEAT.replace("Faction", "Player"), r"different heading for each column, got 'Play"),
        (BY_SEAT.replace("Faction", "Name"), r"expected one column for the player, got 'Pla"),
        (BY_SEAT.replace("Rank", "Mood"), r"expected a column for the rank.*Game, Player, Faction"),
        (BY_SEAT.replace("Blue;2", "Blue;two"), r"expected a rank.* got 'two' \(x.csv line 3"),
        (BY_SEAT + "3;Ann;Red;1;more\n", r"expected at most 4 values.*got 5 \(x.csv line 6\)"),
        (BY_SEAT + ";Ann;Red;1\n", r"expected a game in each line, got 'none' \(x.csv line 6\)"),
        (BY_SEAT + '3;"Ann;Red;1\n', r"unexpected end of data \(x.csv line 6\)"),
        ("game,player,won\n1,Ann,Eve\n1,Bob,Eve\n", r"expected a winner among Ann, Bob, got 'Eve'"),
        ("game,player,seat,rank\n1,A,1,1\n1,B,1,2\n", r"expected each seat once in a game, got"),
        ("game,player,rank\n" + "".join(f"1,p{n},1\n" for n in range(30)), r"at most 20 players"),
        (b"\x00\x01\x02", r"expected a text file, got 'one with control characters'"),
        (b"\xff\xfea", r"expected text in utf-16, got a damaged one"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(text: str | bytes, match: str) -> None:
    with pytest.raises(InputError, match=match):
        league(text)


def test_roles_and_maps_of_a_game_of_the_laboratory_get_their_ids() -> None:
    text = "game,player,role,map,rank\n1,Ann,Red Army,Hills,1\n1,Bob,blue-army,HILLS,2\n"
    rows = league(text, names=OURS).rows
    assert rows["faction"].tolist() == ["red_army", "blue_army"]
    assert rows["map"].tolist() == ["hills", "hills"]
    with pytest.raises(InputError, match=r"expected a role of Duel, got 'Red Amry'.*\n.*redarmy"):
        league(text.replace("Red Army", "Red Amry"), names=OURS)


@pytest.mark.parametrize("number", range(30))
def test_a_damaged_list_is_read_or_refused_in_one_sentence(number: int) -> None:
    said, found = "expected ", None
    try:
        found = league(damaged(number))
    except InputError as error:
        said = error.message
    assert said.startswith("expected ")
    assert "\n" not in said
    if found is not None:
        assert found.rows.groupby("game")["win_credit"].sum().round(9).eq(1).all()


def test_the_sound_list_behind_the_damaged_ones_is_read() -> None:
    found = league(csv_of())
    assert found.games == 12
    assert found.left_out.empty
    assert all(found.has(what) for what in ("player", "role", "seat", "map"))
