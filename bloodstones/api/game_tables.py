"""What a game has, as tables: roles, boards, strategies, numbers, readings, rules, questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import Any, Final

from bloodstones.api.game_parts.commands import GameCommands, lacks
from bloodstones.api.game_parts.facts import LookupEntry
from bloodstones.api.game_parts.lookup import find_numbers, look_up, section_id
from bloodstones.api.game_parts.questions import methods_of, question_of
from bloodstones.api.game_parts.strategies import as_dict
from bloodstones.api.game_parts.summaries import Summary
from bloodstones.core.questions.answer import (
    COUNT,
    LIST,
    Answer,
    Aside,
    Column,
    Data,
    Fact,
    Facts,
    Measure,
    Table,
)
from bloodstones.core.questions.values import Rows
from bloodstones.core.rules.rulebook import (
    Ambiguity,
    Clause,
    ClauseStatus,
    Example,
    Item,
    Register,
    RuleOption,
    RuleSection,
)
from bloodstones.core.text import plural, span
from bloodstones.games.registry import game_entry

NUMBERS: Final = "a list of its numbers"
OTHERS: Final = (
    "Some roles have other values: `by_faction`, and `crowded` with three and more players."
)
REGISTER: Final = "a register of its rules"
SECTION_COLUMNS: Final = ("id", "title", "count", *(status.value for status in ClauseStatus))


def _count(values: Sequence[Any]) -> str:
    return str(len(values)) if values else "-"


HOW_MANY: Final = Measure(_count, list)  # shown as a number, a list in data


def table(title: str, columns: Iterable[Column | str], rows: Iterable[Sequence[Any]]) -> Rows:
    """Return a table; a column of text may be named alone."""
    named = [
        each if isinstance(each, Column) else Column(each, _head(each), whole=number == 0)
        for number, each in enumerate(columns)
    ]
    return Rows(Table(named, [tuple(row) for row in rows], title, empty="nothing"))


def _head(key: str) -> str:
    return key.replace("_", " ").capitalize() if key != "id" else "Id"


def number(key: str) -> Column:
    """Return a column of whole numbers."""
    return Column(key, _head(key), COUNT)


def games_table(games: Iterable[Summary]) -> Rows:
    """Return the games, a row each."""
    columns: list[Column | str] = [
        *("id", "title", "players"),
        *(Column(key, _head(key), HOW_MANY) for key in ("roles", "boards")),
        number("clauses"),
        Column("questions", "Questions", LIST),
    ]
    rows = [
        (
            *(each.id, each.title),
            span(None if each.players is None else range(each.players[0], each.players[1] + 1)),
            *(each.roles, each.boards, each.clauses),
            tuple(each.commands),
        )
        for each in games
    ]
    return table("Games", columns, rows)


def roles_table(commands: GameCommands, players: int | None, data: str = "") -> Rows:
    """Return the roles that seats may take, with the numbers of players at whose tables."""
    game = commands.game
    counts = commands.players() or game.players_on(commands.default_board, data)
    at: dict[str, list[int]] = {role: [] for role in game.roles_for(counts[-1], data)}
    for count in counts:
        for role in game.roles_for(count, data):
            at[role].append(count)
    rows = [
        (role, span(range(found[0], found[-1] + 1)))
        for role, found in at.items()
        if players is None or players in found
    ]
    return table(plural(commands.role or "role").capitalize(), ("role", "players"), rows)


def boards_table(commands: GameCommands, players: int | None, data: str = "") -> Rows:
    """Return the boards, with the numbers of players and of areas."""
    game, rows = commands.game, []
    for board in commands.boards():
        counts = game.players_on(board, data)
        if players is None or players in counts:
            areas = game.board_table(board, data).get("area", ())
            rows.append((board, counts[0], counts[-1], len(areas)))
    columns: list[Column | str] = ["id", *map(number, ("min_players", "max_players", "areas"))]
    return table("Boards", columns, rows)


def strategies_table(commands: GameCommands, data: str = "") -> Rows:
    """Return the strategies that come with a game."""
    strategies = commands.strategies
    if strategies is None:
        raise lacks(commands.id, "a list of strategies", "strategies()", ())
    rows = []
    for each in strategies.shipped(data):
        shown = as_dict(each)
        origin = str(shown["traits"].get("origin", ""))
        rows.append((shown["id"], shown["family"], origin, each.cost, shown["title"]))
    return table("Strategies", ("id", "family", "origin", "cost", "title"), rows)


def strategy_answer(commands: GameCommands, name: str, data: str = "") -> Answer:
    """Return a strategy: what it is, its parameters, in which range they lie and what they mean."""
    strategies = commands.strategies
    if strategies is None:
        raise lacks(commands.id, "a list of strategies", "strategy()", ())
    info = strategies.find(name, "name=", data)
    shown = [("Family", info.family), ("Cost", info.cost)]
    shown += [("Asks", ", ".join(info.policies))] if info.policies else []
    rows = [
        (parameter, info.parameters.get(parameter, each.default), each.low, each.high, each.meaning)
        for parameter, each in info.ranges.items()
    ]
    plain = COUNT.said("{:g}".format)
    numbers = [Column(key, _head(key), plain) for key in ("value", "low", "high")]
    columns: list[Column | str] = ["parameter", *numbers, "meaning"]
    parameters = table("Parameters", columns, rows).table
    return Answer(
        f"{info.id}: {info.title}",
        [
            Facts([Fact("", label, words) for label, words in shown]),
            replace(parameters, key=""),
            Aside("parameter_table", lambda: parameters, main=True),
            Data(as_dict(info)),
        ],
        [OTHERS] if info.by_role or info.crowded else [],
    )


def numbers_table(commands: GameCommands, pattern: str, data: str = "") -> Rows:
    """Return the numbers of the rules whose name, meaning or clause holds every word."""
    numbers = commands.numbers(data)
    if not numbers:
        raise lacks(commands.id, NUMBERS, "numbers()", ())
    keys = ("name", "meaning", "values", "low", "high", "clause")
    found = (
        each.data() for each in find_numbers(numbers, pattern.split(), "pattern=", "numbers()")
    )
    columns = (
        *("name", "meaning"),
        Column("values", "Value", LIST.said(_either)),
        *(number("low"), number("high"), "clause"),
    )
    return table("Numbers of the rules", columns, [[each[key] for key in keys] for each in found])


def _either(values: Sequence[int]) -> str:
    return " or ".join(map(str, values))


def readings_table(commands: GameCommands) -> Rows:
    """Return the readings of the rules that can be chosen; the first value is the default."""
    options = _register(commands, "readings()").options.values()
    columns = ("name", Column("values", "Values", LIST), "meaning", Column("clauses", "For", LIST))
    rows = [(each.name, each.spellings, each.meaning, each.clauses) for each in options]
    return table("Readings", columns, rows)


def rules_table(commands: GameCommands, query: str) -> Rows:
    """Return the sections of the rules, the clauses of one, or what an id or words refer to.

    A clause comes with its examples, ambiguities and readings.
    """
    register = _register(commands, "rules()")
    if not query.strip():
        sections = [_section(register, each) for each in register.sections.values()]
        counts = [number(name) for name in SECTION_COLUMNS[2:]]
        return table(f"Rules of {commands.title}", ("id", "title", *counts), sections)
    things = commands.lookup_entries()
    found = look_up(register, query.strip(), things, "clause_or_text=")
    if isinstance(found, RuleSection):
        items: Iterable[Item | LookupEntry] = register.clauses_in(found.id)
        title = f"{section_id(register, found)} {found.title}"
    elif isinstance(found, tuple):
        items, title = found, f"Rules: {query.strip()}"
    else:
        items, title = _with_what_it_cites(register, found), f"Rules: {query.strip()}"
    rows = [_item(each) for each in items]
    return table(title, ("id", "kind", "text", "status"), rows)


def _section(register: Register, section: RuleSection) -> tuple[Any, ...]:
    statuses = [clause.status for clause in register.clauses_in(section.id)]
    counts = [sum(each is status for each in statuses) for status in ClauseStatus]
    return section_id(register, section), section.title, len(statuses), *counts


def _with_what_it_cites(register: Register, item: Item) -> Iterator[Item]:
    """Yield an item; a clause with its readings, open points and examples."""
    yield item
    if isinstance(item, Clause):
        yield from register.options_of(item.id)
        yield from (register.ambiguities[name] for name in item.ambiguities)
        yield from register.examples_of(item.id)


def _item(item: Item | LookupEntry) -> tuple[str, str, str, str]:
    """Return an item of the rules as a row: id, kind, text, status."""
    if isinstance(item, LookupEntry):
        return item.name, item.kind, item.text, ""
    if isinstance(item, RuleOption):
        return item.name, "option", f"{item.meaning} ({', '.join(item.spellings)})", ""
    kind = type(item).__name__.lower()
    if isinstance(item, Example):
        return item.id, kind, f"{item.given} {item.expected}", item.status.value
    if isinstance(item, Ambiguity):
        return item.id, kind, f"{item.question} {item.reading}", item.status.value
    return item.id, kind, item.text, item.status.value


def questions_table(commands: GameCommands) -> Rows:
    """Return the questions about a game: what each is called as a method, and what it asks."""
    entry = game_entry(commands.id)
    rows = []
    for method, name in methods_of(commands.home, commands.id).items():
        question = question_of(entry, name)
        needed = tuple(each.name for each in question.parameters() if each.needed)
        says = " ".join(cleandoc(question.__doc__ or "").partition("\n\n")[0].split())
        rows.append((method, needed, says, tuple(each.name for each in question.family)))
    columns = ("question", Column("needs", "Needs", LIST), "asks", Column("further", "And", LIST))
    return table("Questions", columns, rows)


def _register(commands: GameCommands, where: str) -> Register:
    register = commands.register()
    if register is None:
        raise lacks(commands.id, REGISTER, where, ())
    return register
