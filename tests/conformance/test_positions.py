"""Positions of every game: what they say, the same futures, and what damaged ones say."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.parts import Notation
from bloodstones.kit.positions.begin import Begin
from bloodstones.kit.positions.form import Form, covered
from bloodstones.kit.positions.line import read_line

EVERY = 19  # decisions between the positions looked at
ONWARD = 12  # decisions that both playthroughs go on
DAMAGED = 60
SIGNS = "|:;,=*+?/-Z é"
VALUES = (None, True, -1, 3.5, [], {}, "x y", "|", "?99", 10**30, [[1]], {"a": {"b": {"c": 1}}}, "")

BLOODSTONES = (
    "bloodstones tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant*2 hand=skirmisher*2+leader villages=2 vp=0/3/0/0/0 regroups=1"
    " | 1: citadel=30 units=30:swordsman;2:cavalry hand=?5 villages=31 vp=0/0/2/0/0 regroups=1"
)

each_game = pytest.mark.parametrize("game_id", GAMES)


def playthroughs(game_id: str, count: int) -> Iterator[tuple[Any, Any]]:
    """Yield a game with a playthrough of random decisions, again and again on its way."""
    setup = game_commands_of(game_id).bench_setups(None)["random"]
    game: Any = load_game(game_id)
    play, luck = game.playthrough(setup, 5), random.Random(5)
    for number in range(count * EVERY):
        if play.over:
            return
        if number % EVERY == 0:
            yield game, play.copy()
        play.apply_code(luck.choice(play.legal_codes().tolist()))


@cache
def lines(game_id: str) -> list[str]:
    """Return the positions on the way of a playthrough."""
    return [game.line_of(play).text() for game, play in playthroughs(game_id, 12)]


@each_game
def test_a_position_says_all_of_a_state_that_makes_a_difference(game_id: str) -> None:
    game: Any = load_game(game_id)
    if isinstance(game.notation, Notation):
        return  # a reader of its own, see tests/games/bloodstones/record/position
    assert isinstance(game.notation, Form)
    assert covered(game.notation, game.engine.state) == ([], [])


@each_game
def test_a_position_as_text_and_as_a_table_has_the_same_future(game_id: str) -> None:
    for number, (game, play) in enumerate(playthroughs(game_id, 12)):
        line = game.line_of(play)
        twin = game.position(line.table(game.counted) if number % 2 else line.text())
        assert game.line_of(twin).text() == line.text()
        twin.state.streams[:] = play.state.streams
        twin.state.memory[:] = play.state.memory
        luck = random.Random(number)
        for _ in range(ONWARD):
            if play.over:
                break
            codes = play.legal_codes().tolist()
            assert twin.legal_codes().tolist() == codes
            code = luck.choice(codes)
            play.apply_code(code)
            twin.apply_code(code)
        assert game.line_of(twin).text() == game.line_of(play).text()
        assert (twin.state.streams == play.state.streams).all()


def damaged_text(luck: random.Random, text: str, others: list[str]) -> str:
    """Return a position with a letter, a number, a name or a word that does not belong there."""
    kind, words, at = luck.randrange(7), text.split(), luck.randrange(len(text))
    if kind == 0:
        return text[:at] + luck.choice(SIGNS) + text[at + 1 :]
    if kind == 1:
        return text[:at]
    if kind == 2:
        del words[luck.randrange(len(words))]
    elif kind == 3:
        place = luck.choice([*re.finditer(r"\d+", text)])
        number = luck.choice(("0", "1", "7", "99", "255", "-1", "1000000000000"))
        return text[: place.start()] + number + text[place.end() :]
    elif kind == 4:
        one, other = (luck.choice([*re.finditer("[a-z_]{3,}", text)]) for _ in range(2))
        return text[: one.start()] + other.group() + text[one.end() :]
    elif kind == 5:
        words.insert(luck.randrange(len(words)), luck.choice(words))
    else:
        place_of = luck.choice([n for n, word in enumerate(words) if "=" in word])
        key = words[place_of].partition("=")[0]
        found = [word for word in luck.choice(others).split() if word.startswith(f"{key}=")]
        words[place_of] = found[0] if found else words[place_of]
    return " ".join(words)


def damaged_table(luck: random.Random, table: dict[str, Any]) -> dict[str, Any]:
    """Return a table in which a value is missing, strange or of an unknown name."""
    table = deepcopy(table)
    part = luck.choice([table, *table["seats"]])
    key = luck.choice([*part] or ["turn"])
    kind = luck.randrange(3)
    if kind == 0:
        part.pop(key, None)
    elif kind == 1 and isinstance(part.get(key), dict) and part[key]:
        part[key][luck.choice([*part[key], "nobody"])] = luck.choice(VALUES)
    else:
        part[luck.choice((key, "zzz", "point"))] = luck.choice(VALUES)
    return table


@each_game
def test_a_damaged_position_is_refused_with_sentences_or_can_be_played(game_id: str) -> None:
    game: Any = load_game(game_id)
    refused = 0
    for number in range(DAMAGED):
        luck = random.Random(number)
        text = luck.choice(lines(game_id))
        table = read_line(text, [game_id]).table(game.counted)
        whole: Any = table if number % 3 == 0 else text
        broken = (
            damaged_table(luck, whole)
            if number % 3 == 0
            else damaged_text(luck, whole, lines(game_id))
        )
        try:
            play = game.position(broken)
        except InputError:  # anything else fails the test
            refused += 1
        else:
            assert play.over or len(play.legal_codes()) > 0
    assert refused > DAMAGED // 3


@each_game
def test_all_faults_of_a_position_are_reported_at_once(game_id: str) -> None:
    game: Any = load_game(game_id)
    text = lines(game_id)[-1]
    broken = text.replace(" turn=", " trun=").replace(" 1:", " 1: nothing=1")
    with pytest.raises(InputError, match=r"(?s)trun.*nothing"):
        game.position(broken)


@each_game
def test_a_point_that_no_position_has_is_named(game_id: str) -> None:
    game: Any = load_game(game_id)
    broken = re.sub(r"point=\w+", "point=tea_time", lines(game_id)[-1])
    with pytest.raises(InputError, match=r"point.*tea_time"):
        game.position(broken)


def open_position(held: int) -> str:
    """A position of Battalia in which the hand of seat 1 is open."""
    sections = lines("battalia")[-1].split(" | ")
    words = [word for word in sections[2].split() if not word.startswith(("hand=", "open="))]
    return " | ".join((*sections[:2], " ".join((*words, f"hand=?{held}")), *sections[3:]))


def test_an_open_hand_is_dealt_from_the_cards_that_are_left() -> None:
    game: Any = load_game("battalia")
    held = 2
    open_ = open_position(held)
    one, other = game.position(open_, luck=(1, "", 0)), game.position(open_, luck=(1, "", 0))
    assert one.state.hand[1].sum() == held
    assert game.line_of(one).text() == game.line_of(other).text()
    with pytest.raises(InputError, match=r"seat 1, hand: expected at most the .* cards of draw"):
        game.position(open_.replace(f"hand=?{held}", "hand=?99"))


@each_game
def test_playthroughs_of_a_study_begin_at_a_position(game_id: str) -> None:
    game: Any = load_game(game_id)
    setup = game_commands_of(game_id).bench_setups(None)["random"]
    line = lines(game_id)[5]
    begun = replace(setup, position=line)
    whole, first, rest = (
        game.simulate(begun, 3, "here", replicates)
        for replicates in (range(6), range(2), range(2, 6))
    )
    seats = len(setup.seats)
    for name, values in whole.rows.items():
        assert list(values) == [*first.rows[name], *rest.rows[name]]
    turn = int(game.position(line).state.turn)
    scale = seats if game.rounds else 1
    assert min(whole.rows["game_turns"]) >= turn * scale
    assert whole.rows != game.simulate(setup, 3, "here", range(6)).rows
    if "lead_since" in whole.rows:  # who leads there leads since the turn before
        assert set(whole.rows["lead_since"]) - {0} == {
            each for each in whole.rows["lead_since"] if each >= (turn - 1) * scale
        } - {0}


@each_game
def test_a_setup_and_its_position_must_agree(game_id: str) -> None:
    game: Any = load_game(game_id)
    setup = game_commands_of(game_id).bench_setups(None)["random"]
    line = read_line(lines(game_id)[5], (game_id,))
    other = replace(line, roles=[*line.roles[1:], "nobody"])
    with pytest.raises(InputError, match="expected the roles"):
        game.check(replace(setup, position=other.text()))


def test_open_hands_are_dealt_again_for_each_playthrough() -> None:
    for position in (open_position(4), BLOODSTONES):
        game: Any = load_game(position.split()[0])
        play = game.position(position)
        begin, hands = Begin(play), set()
        for number in range(12):
            state = begin(game_key(1, "x", number))
            again = game.position(position, luck=(1, "x", number))
            hand = np.asarray(state.hand)[1]
            assert hand.tolist() == np.asarray(again.state.hand)[1].tolist()
            play.state = state
            assert game.line_of(play).text() == game.line_of(again).text()
            hands.add(tuple(hand.tolist()))
        assert len(hands) > 1
