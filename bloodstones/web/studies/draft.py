"""The few fields that fill a study in: what can be chosen, and the text that they make."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.api.game_parts.commands import game_commands_of, number_of
from bloodstones.core.errors import InputError
from bloodstones.core.rules.rule_numbers import RuleNumber
from bloodstones.core.text import plural
from bloodstones.games.registry import default_game
from bloodstones.web.requests import numbers_in
from bloodstones.web.setup_form import check_board

FEW_ROLES: Final = 6  # of which all are taken
SEATED: Final = 4  # roles that are taken of more
USUAL_GAMES: Final = "100"
RANDOM: Final = "random"
PARTS: Final = re.compile(r"[,\s]+")
ID: Final = "my_study"


@dataclass(frozen=True, slots=True)
class StudyFields:
    """The fields, and what is chosen in them.

    Attributes
    ----------
    game, title, role
        Id and title of the game, and what a seat takes in a word; "" where seats take nothing.
    boards, roles, strategies, numbers
        What can be chosen; strategies with what they do.
    id, board, players, chosen, played_by, games, number, value
        What is: the name, a board, sizes of the table, roles, strategies, games a cell, a number
        of the rules and what it is changed to.
    line_ups
        Line-ups as they are, one a line; they replace sizes and roles.
    """

    game: str
    title: str
    role: str
    boards: Sequence[str]
    roles: Sequence[str]
    strategies: Mapping[str, str]
    numbers: Sequence[RuleNumber]
    id: str
    board: str
    players: str
    chosen: Sequence[str]
    line_ups: str
    played_by: str
    games: str
    number: str
    value: str


def fields_of(sent: Mapping[str, str], roles: Sequence[str]) -> StudyFields:
    """Return the fields with what a page sent, else what is usual.

    Parameters
    ----------
    sent
        Field -> text.
    roles
        Those that are chosen; none: the first ones.

    Raises
    ------
    InputError
        There is no such game.
    """
    game_commands = game_commands_of(sent.get("game") or default_game(), "game")
    game: Any = game_commands.game
    boards = tuple(game.boards())
    board = sent.get("board") or game_commands.default_board or next(iter(boards), "")
    players = sent.get("players") or str(_fewest(game, board, boards))
    sizes = numbers_in(players)
    least, most = min(game.players), max(game.players)
    size = min(max(least, *sizes[:1] or [least]), most)
    listed = tuple(game.roles_for(size)) if game_commands.role else ()
    strategies = game_commands.strategies
    shipped = () if strategies is None else strategies.shipped()
    usual = game_commands.default_strategy or next((each.id for each in shipped), RANDOM)
    few = listed if len(listed) <= FEW_ROLES else listed[: max(SEATED, size)]
    return StudyFields(
        game_commands.id,
        game_commands.title,
        game_commands.role if listed else "",
        boards,
        listed,
        {each.id: each.title for each in shipped},
        game_commands.numbers(),
        sent.get("id") or ID,
        board,
        players,
        tuple(role for role in roles if role in listed) or few,
        sent.get("line_ups", "").strip(),
        sent.get("strategies") or usual,
        sent.get("games") or USUAL_GAMES,
        sent.get("number", ""),
        sent.get("value", ""),
    )


def _fewest(game: Any, board: str, boards: Sequence[str]) -> int:
    """Return the fewest players on a board, those of the game on one that does not come with it."""
    try:
        check_board(board, boards)
        return int(game.players_on(board)[0])
    except InputError:
        return int(min(game.players))


def draft_text(fields: StudyFields) -> str:
    """Return the study that fields ask for as TOML, to be edited; whether it is one, it is read."""
    asked = f"Are the {plural(fields.role or 'seat')} fair?"
    lines = [
        f"id = {json.dumps(fields.id)}",
        f"question = {json.dumps(asked)}",
        f"game = {json.dumps(fields.game)}",
        "seed = 1",
    ]
    if fields.boards:
        lines.append(f"map = {json.dumps(fields.board)}")
    lines += [
        f"strategies = {_list(PARTS.split(fields.played_by.strip()))}",
        f"replicates = {_value(fields.games)}  # games of each line-up, strategy and arm",
        "",
        "[lineups]",
        *_line_ups(fields),
    ]
    if fields.number:
        lines += [
            "",
            "# A rule change, compared with the unchanged game using the same random numbers.",
            "[arms.changed.overrides]",
            f"{json.dumps(fields.number)} = {_value(fields.value)}",
        ]
    return "\n".join(lines) + "\n"


def _line_ups(fields: StudyFields) -> list[str]:
    """Return the lines of the table of line-ups."""
    if fields.line_ups:
        rows = [PARTS.split(line.strip()) for line in fields.line_ups.splitlines() if line.strip()]
        listed = ", ".join(map(_list, rows))
        return [f"explicit = [{listed}]", "rotate_seats = true  # each line-up once per rotation"]
    sizes = [_value(each) for each in PARTS.split(fields.players.strip()) if each]
    players = sizes[0] if len(sizes) == 1 else f"[{', '.join(sizes)}]"
    if not fields.roles:
        return [f"players = {players}"]
    every = tuple(fields.chosen) == tuple(fields.roles)
    named = "" if every else f", factions = {_list(fields.chosen)}"
    return [
        f"sets = [{{ players = {players}{named} }}]",
        "rotate_seats = true  # each line-up once per rotation",
    ]


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(json.dumps(name) for name in names if name)}]"


def _value(text: str) -> str:
    """Return a number, a truth value or a text as TOML writes it."""
    return json.dumps(number_of(text.strip()))
