"""A command made from a question: options, help with grammar and examples, JSON or a panel."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from inspect import cleandoc
from typing import Any, Final

import click

from bloodstones.cli import answer_files
from bloodstones.cli.terminal.compiling import message_if_compiling, message_if_slow
from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import OPTION, data_option
from bloodstones.core.errors import EXIT_BAD_INPUT, InputError
from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.families import asked_by, own_parameters, parameters_of, pick
from bloodstones.core.questions.parameters import (
    EXAMPLE,
    FOLDER,
    QUESTION,
    Parameter,
    ref,
    renamed,
    with_names,
)
from bloodstones.core.questions.question import FILE, Output, Question
from bloodstones.core.text import NAME_WIDTH, columns, plural
from bloodstones.games.registry import default_game

JSON_INDENT: Final = 2
LINE: Final = 76
ASKED_WIDTH: Final = 25  # of what asks a question of a family
CONTINUED: Final = " " * 5
VERBATIM: Final = "\b"  # click leaves the paragraph below as it is
PROGRAM: Final = "bloodstones"


class QuestionCommand(Command):
    """The command that asks a question of a game, or one of its family.

    Parameters
    ----------
    question
        The question.
    game_id
        The game that it is about.
    """

    def __init__(self, question: type[Question], game_id: str) -> None:
        self.question = question
        self.game_id = game_id
        self.parameters = parameters_of(question)
        shown = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")
        names = self._names(question)
        own = {each.name for each in question.parameters()}
        all_of_them = [
            each if each.name in own else replace(each, rare=True) for each in self.parameters
        ]
        early = [_option(each, names) for each in all_of_them if each.first]
        late = [_option(each, names) for each in all_of_them if not each.first]
        options = [*late, *answer_files.options_of(question), *early, shown]
        options.sort(key=lambda each: not isinstance(each, click.Argument))
        said = cleandoc(question.__doc__ or "").partition("\n")[0]
        name = question.name.rpartition(" ")[2]
        super().__init__(name, params=options, callback=self.run, short_help=said)

    def run(self, as_json: bool, pixels: int | None = None, **values: Any) -> int:
        """Ask the question, write the file if one is wanted, print the answer.

        The exit code says whether what was checked has faults.
        """
        over = bool(values.pop("replace", False))
        on = {each.name for each in self.parameters if each.default is True}
        said = {
            name: value
            for name, value in values.items()
            if value not in (None, ()) and value is not (name in on)
        }
        asked = self.question
        try:
            asked, wanted = pick(self.question, said)
            target = self._target(asked, wanted, over, pixels)
            question = asked.ask(wanted)
            with _notice(asked, wanted):
                answer = question.answer()
        except InputError as error:
            raise renamed(error, self._names(asked)) from None
        size = 0 if target is None else target.write(answer)
        if as_json:
            output = answer_files.as_json(answer, asked.file_of(), target, size)
            click.echo(json.dumps(output, indent=JSON_INDENT))
        else:
            _print(answer, asked.file_of(), target, size)
        return EXIT_BAD_INPUT if answer.faulty else 0

    def _target(
        self, asked: type[Question], wanted: dict[str, Any], over: bool, pixels: int | None
    ) -> answer_files.AnswerFile | None:
        """Remove the file options from the values; return the target, None if no file is wanted."""
        output, file = asked.file_of(), wanted.pop(FILE, None)
        if file is not None:
            return answer_files.AnswerFile.of(asked, file, over, pixels)
        if output is not None and output.needed:
            needed = [each.name for each in asked.parameters() if each.needed]
            missing = [ref(name) for name in (*needed, FILE) if name not in wanted]
            raise InputError(f"missing {' and '.join(missing)} ({QUESTION})", EXAMPLE)
        return None

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the docstring of the question, and the questions that options ask."""
        blocks = [cleandoc(self.question.__doc__ or "")]
        if self.question.family:
            lines = "\n".join(_asked(self.question, self._names(self.question)))
            blocks.append(f"{VERBATIM}\n{lines}")
        self.help = "\n\n".join(block for block in blocks if block)
        super().format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the common options, the rare ones, and what the values of both mean."""
        super().format_options(ctx, formatter)
        rows = [*_grammar(self.question)]
        if lists := long_lists(self.question):
            names = " and ".join(plural(name.lower().removesuffix("s")) for name in lists)
            rows.append(f"`{PROGRAM} games {self.game_id}` lists {names}.")
        if rows:
            with formatter.section("Values"), formatter.indentation():
                formatter.dedent()
                formatter.write("".join(f"  {line}\n" for row in rows for line in row.split("\n")))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        lines = [
            line
            for question in (self.question, *self.question.family)
            for example in question.examples
            for line in _folded(self.example(question, example))
        ]
        self.epilog = epilog_of(lines)
        super().format_epilog(ctx, formatter)

    def first_example(self) -> list[str]:
        """Return the lines of the first example of the question itself, none without one."""
        examples = self.question.examples[:1]
        return [line for each in examples for line in _folded(self.example(self.question, each))]

    def example(self, question: type[Question], values: Mapping[str, Any]) -> list[str]:
        """Return an example as the parts of a command line, each on one line."""
        game = [] if self.game_id == default_game() else [f"{OPTION} {self.game_id}"]
        options = {each.name: each for each in self.parameters}
        flag = question is not self.question and not question.asked_by
        asks = [options[question.name].option] if flag else []
        parts = [_said(options[name], value) for name, value in values.items()]
        return [self._path, *game, *parts, *asks, *answer_files.example_of(question)]

    def _asking(self, question: type[Question]) -> str:
        """Return the command, with the option that asks a question of the family."""
        if question is self.question:
            return self._path
        first = asked_by(question)[0]
        return f"{self._path} {next(each.option for each in self.parameters if each.name == first)}"

    def _names(self, asked: type[Question]) -> dict[str, str]:
        """Return the names that errors use for the parameters, the question and an example."""
        names = {each.name: each.option for each in self.parameters}
        examples = asked.examples
        example = f"{self._path} --help"
        if examples:
            example = " ".join(self.example(asked, examples[0]))
        output = asked.file_of()
        if output is not None:
            names[FILE] = output.metavar if output.by_place else output.option
        return names | {"": self._asking(asked), "…": example}

    @property
    def _path(self) -> str:
        return f"{PROGRAM} {self.question.name}"


def epilog_of(lines: Sequence[str]) -> str:
    """Return the end of a help with the lines of examples, nothing for none."""
    return "\n".join([VERBATIM, "Examples:", *lines]) if lines else ""


def _notice(question: type[Question], names: Collection[str]) -> AbstractContextManager[None]:
    """Return a context that reports slow compiling on standard error, if the question compiles."""
    if any(name in names for name in question.compiled_by):
        return message_if_compiling()
    return message_if_slow(question.slow) if question.slow else nullcontext()


def _print(
    answer: Answer, output: Output | None, target: answer_files.AnswerFile | None, size: int
) -> None:
    """Print an answer, or the document that it is, and what file was written."""
    if target is None and output is not None and answer.document is not None:
        click.echo(answer.document.text(), nl=False)
        return
    alone = output is not None and output.needed
    if not alone:
        from bloodstones.core.terminal.answers import show

        show(answer)
    if target is not None:
        click.echo(target.line(answer, size, alone))
    if alone:
        click.echo("".join(f"{note}\n" for note in answer.notes), nl=False)


def _asked(question: type[Question], names: Mapping[str, str]) -> Iterator[str]:
    """Yield what the questions of a family ask, and by which options."""
    options = {each.name: each for each in parameters_of(question)}
    yield "Ask one question at a time:"
    for each in (question, *question.family):
        option = "(nothing)"
        if each is not question:
            option = _asking(options[asked_by(each)[0]])
        elif asking := own_parameters(question):
            option = _asking(asking[0])
        asks = with_names(each.asks, names)
        yield columns(f"  {option}", asks.split(" "), " ", ASKED_WIDTH)


def _asking(parameter: Parameter) -> str:
    """Return a parameter that asks a question, with what stands for its value."""
    return f"{parameter.option} {parameter.type.metavar}".rstrip()


def _option(parameter: Parameter, shown: Mapping[str, str]) -> click.Parameter:
    """Return the option of a parameter; its text is read by the question."""
    if parameter.type is FOLDER:
        return _of_data()
    names = [parameter.option, *parameter.also, parameter.name]
    words = with_names(parameter.help, shown)
    kind = RareOption if parameter.rare else click.Option
    if parameter.type.flag and parameter.default is True:
        option = parameter.option
        both = f"{option}/{option.replace('--', '--no-', 1)}"
        text = with_default(words, option.removeprefix("--"))
        return kind([both, parameter.name], default=True, help=text)
    if parameter.type.flag:
        return kind(names, is_flag=True, help=words)
    text = with_default(words, _default(parameter))
    repeated = parameter.type.repeated
    if parameter.by_place:
        many = -1 if repeated else 1
        metavar = f"{parameter.option}{'...' if repeated else ''}"
        return click.Argument([parameter.name], nargs=many, required=False, metavar=metavar)
    return kind(names, metavar=parameter.type.metavar, multiple=repeated, help=text)


def with_default(words: str, default: str) -> str:
    """Return the text of an option with its default value, if it has one.

    >>> with_default("Random seed.", "1"), with_default("Random seed.", "")
    ('Random seed (default: 1).', 'Random seed.')
    """
    return f"{words.removesuffix('.')} (default: {default})." if default else words


def _default(parameter: Parameter) -> str:
    """Return the text of a default value, "" where there is nothing to say."""
    if parameter.needed or parameter.default is None or parameter.type.repeated:
        return ""
    return parameter.type.write(parameter.default)


def _of_data() -> click.Parameter:
    """Return the option `--data` of all commands, which says whose files are used."""

    @data_option
    def options(data: str) -> None:
        """Return the function with the option added."""

    parameters: list[click.Parameter] = vars(options)["__click_params__"]
    return parameters[0]


def _said(parameter: Parameter, value: Any) -> str:
    """Return a parameter with a value as written in a command line."""
    if parameter.type.flag:
        return parameter.option if value else parameter.option.replace("--", "--no-", 1)
    if isinstance(value, tuple):
        return " ".join(_said(parameter, each) for each in value)
    text = value if isinstance(value, str) else parameter.type.write(value)
    quoted = f'"{text}"' if set(text) & set(" ;*") else text
    return quoted if parameter.by_place else f"{parameter.option} {quoted}"


def _folded(parts: Collection[str]) -> Iterator[str]:
    """Yield the lines of a command line, broken between options."""
    line = " "
    for part in parts:
        if len(line) + 1 + len(part) > LINE and line.strip():
            yield f"{line} \\"
            line = CONTINUED
        line = f"{line} {part}"
    yield line


def _rows(question: type[Question]) -> Mapping[str, str | Collection[str]]:
    """Return the rows of the grammar of a question and of its parameters."""
    rows: dict[str, str | Collection[str]] = {}
    for each in parameters_of(question):
        rows |= each.type.grammar()
    return rows | dict(question.grammar)


def long_lists(question: type[Question]) -> dict[str, Collection[str]]:
    """Return the lists of words, by name, that are too long for a help text."""
    return {
        name: words
        for name, words in _rows(question).items()
        if not isinstance(words, str) and "\n" in columns(name, words)
    }


def _grammar(question: type[Question]) -> Iterator[str]:
    """Yield the rows of the grammar of a question and of its parameters, without long lists."""
    hidden = long_lists(question)
    rows = {name: words for name, words in _rows(question).items() if name not in hidden}
    width = max([NAME_WIDTH, *(len(name) + 1 for name in rows)])
    for name, words in rows.items():
        if isinstance(words, str):
            yield columns(name, words.split(" "), " ", width)
        else:
            yield columns(name, words, name_width=width)
