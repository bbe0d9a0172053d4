"""The rules register in at most 80 columns, in colour on a terminal, else as plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.api.game_parts.facts import EventInfo, LookupEntry
from bloodstones.core.rules.rule_numbers import RuleNumber
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
from bloodstones.core.terminal.console import narrow_console
from bloodstones.core.terminal.text_tables import TextTable

INDENT = (0, 0, 0, 4)
STATUS_WORDS = {
    ClauseStatus.EXECUTABLE: "the program carries it out",
    ClauseStatus.DATA: "a number or a definition",
}


def show(
    game_commands: GameCommands,
    register: Register,
    query: str,
    matches: Register | RuleSection | Item | tuple[Item | LookupEntry, ...],
) -> None:
    """Print the matches of `query` in the rules of a game; without a query, an overview."""
    console = narrow_console()
    if isinstance(matches, Register):
        _overview(console, game_commands, register)
    elif isinstance(matches, RuleSection):
        _title(console, f"{register.code}-{matches.id}", matches.title)
        console.print(_listing(register.clauses_in(matches.id)))
    elif isinstance(matches, tuple):
        _title(console, f"{len(matches)} matches" if len(matches) > 1 else "1 match", f"of {query}")
        console.print(_listing(matches))
    else:
        _one(console, register, matches)


def show_numbers(title: str, numbers: Sequence[RuleNumber]) -> None:
    """Print numbers of the rules: value and range, what each is, its clause."""
    console = narrow_console()
    count = f"{len(numbers)} numbers" if len(numbers) > 1 else "1 number"
    _title(console, f"Numbers of {title}", count)
    lines: list[Text | Padding] = []
    for number in numbers:
        values = " or ".join(map(str, number.values))
        text = f"{values}   from {number.low} to {number.high}"
        lines += _item(number.name, (text, "bold"), number.meaning, number.clause)
    console.print(Group(*lines))
    console.print(f"\nTo change a number: --set NAME=N, such as --set {numbers[0].name}=N")


def show_events(events: Sequence[EventInfo]) -> None:
    """Print the events that records have."""
    lines: list[Text | Padding] = []
    for event in events:
        keys = ", ".join(event.keys) or "no keys"
        lines += _item(event.name, (keys, "dim"), event.meaning, event.clause)
    narrow_console().print(Group(*lines))


def _item(name: str, styled: tuple[str, str], meaning: str, clause: str) -> tuple[Text, Padding]:
    """Return a name with its styled text and, indented below, its meaning and clause."""
    below = f"{meaning} ({clause})" if clause else meaning
    return Text.assemble((name, "cyan"), "  ", styled), Padding(Text(below), INDENT, expand=False)


def _overview(console: Console, game_commands: GameCommands, register: Register) -> None:
    _title(console, f"Rules of {game_commands.title}", f"{len(register.clauses)} clauses")
    console.print(_sections(register))
    console.print()
    _title(console, "Options", "the first value is the default")
    console.print(_options(register))
    clause = register.clauses[game_commands.example_clause or next(iter(register.clauses))]
    section = f"{register.code}-{clause.section}"
    kinds = Counter(thing.kind for thing in game_commands.lookup_entries())
    if kinds:
        counts = ", ".join(f"{kind} ({count})" for kind, count in kinds.items())
        console.print(f"\nYou can also look up by name or kind: {counts}")
    console.print(f"\nTo look one up: bloodstones rules {clause.id}, or a section: {section}")


def _sections(register: Register) -> TextTable:
    table = TextTable(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("Section", style="bold", no_wrap=True)
    table.add_column("")
    for heading in ("clauses", "executable", "data", "n/a"):
        table.add_column(heading, justify="right")
    for section in register.sections.values():
        statuses = [clause.status for clause in register.clauses_in(section.id)]
        table.add_row(f"{register.code}-{section.id}", section.title, *_counts(statuses))
    examples = [example.status for example in register.examples.values()]
    table.add_row("EX, DX", "Worked examples", *_counts(examples))
    points = [ambiguity.status for ambiguity in register.ambiguities.values()]
    table.add_row("AMB", "Rules the rulebook leaves open", *_counts(points))
    return table


def _counts(statuses: list[ClauseStatus]) -> list[str]:
    counts = [len(statuses), *(statuses.count(status) for status in ClauseStatus)]
    return [str(count or "") for count in counts]


def _options(register: Register) -> TextTable:
    table = TextTable(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("Option", style="bold", no_wrap=True)
    table.add_column("Values")
    table.add_column("Decides", no_wrap=True)
    for option in register.options.values():
        table.add_row(option.name, _values(option), option.ambiguity or "variant")
    return table


def _values(option: RuleOption) -> Text:
    default, *others = option.spellings
    return Text.assemble((default, "green"), *(f", {other}" for other in others))


def _one(console: Console, register: Register, item: Item) -> None:
    if isinstance(item, Clause):
        _clause(console, register, item)
    elif isinstance(item, Example):
        _title(console, item.id, "worked example")
        console.print(_pairs([("Given", item.given), ("Expected", item.expected), _status(item)]))
        _related(console, "Clauses", [register.clauses[name] for name in item.clauses])
    elif isinstance(item, Ambiguity):
        _title(console, item.id, "left open by the rulebook")
        lines = [("Question", item.question), ("Reading", item.reading), ("Why", item.why)]
        fixed = [("Option", "none, this reading is fixed")] if item.fixed else []
        console.print(_pairs([*lines, *fixed, _status(item)]))
        _related(console, "Options", register.options_of(item.id))
        _related(console, "Clauses", [register.clauses[name] for name in item.clauses])
    else:
        _option(console, register, item)


def _clause(console: Console, register: Register, clause: Clause) -> None:
    _title(console, clause.id, register.sections[clause.section].title)
    factions = ", ".join(clause.roles)
    lines = [("Rule", clause.text), *([("Factions", factions)] if factions else [])]
    console.print(_pairs([*lines, _status(clause)]))
    _related(console, "Options", register.options_of(clause.id))
    points = [register.ambiguities[name] for name in clause.ambiguities]
    _related(console, "Readings where the rulebook is silent", points)
    _related(console, "Worked examples", register.examples_of(clause.id))


def _option(console: Console, register: Register, option: RuleOption) -> None:
    _title(console, option.name, "option")
    lines = [
        ("Meaning", option.meaning),
        ("Default", option.spellings[0]),
        ("Values", ", ".join(option.spellings)),
    ]
    console.print(_pairs(lines))
    if option.ambiguity is not None:
        _related(console, "Decides", [register.ambiguities[option.ambiguity]])
    _related(console, "Clauses", [register.clauses[name] for name in option.clauses])


def _status(item: Clause | Example | Ambiguity) -> tuple[str, str]:
    word = item.status.value.replace("_", " ")
    return "Status", f"{word}: {item.reason or STATUS_WORDS[item.status]}"


def _title(console: Console, name: str, what: str) -> None:
    console.print(Text.assemble((name, "bold yellow"), "  ", (what, "dim")))


def _related(console: Console, heading: str, items: Sequence[Item]) -> None:
    if items:
        console.print()
        console.print(Text(heading, style="bold"))
        console.print(_listing(items))


def _listing(items: Iterable[Item | LookupEntry]) -> TextTable:
    return _pairs([(_name(item), _text_of(item)) for item in items])


def _name(item: Item | LookupEntry) -> str:
    return item.name if isinstance(item, LookupEntry) else item.id


def _text_of(item: Item | LookupEntry) -> str:
    if isinstance(item, LookupEntry):
        return f"{item.kind}: {item.text} ({item.clause})"
    if isinstance(item, Clause):
        return item.text
    if isinstance(item, Example):
        return f"{item.given} -> {item.expected}"
    if isinstance(item, Ambiguity):
        return f"{item.question} -> {item.reading}"
    default, *others = item.spellings
    return f"{item.meaning} {default} (default), {', '.join(others)}"


def _pairs(lines: Iterable[tuple[str, str]]) -> TextTable:
    table = TextTable.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for name, text in lines:
        table.add_row(f"  {name}", Text(text))
    return table
