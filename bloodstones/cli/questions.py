"""A command made from a question: options, help with grammar and examples, JSON or a panel."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from inspect import cleandoc
from typing import Any, Final

import click

from bloodstones.cli.game.chosen_game import OPTION
from bloodstones.cli.terminal.columns import columns
from bloodstones.cli.terminal.options import data_option
from bloodstones.core.errors import InputError
from bloodstones.core.questions.parameters import FOLDER, Parameter, renamed
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import default_game

JSON_INDENT: Final = 2
LINE: Final = 76
CONTINUED: Final = " " * 5
VERBATIM: Final = "\b"  # click leaves the paragraph below as it is
PROGRAM: Final = "bloodstones"


class QuestionCommand(click.Command):
    """The command that asks a question of a game.

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
        shown = click.Option(["--json", "as_json"], is_flag=True, help="Print the answer as JSON.")
        options = [*map(_option, question.parameters()), shown]
        super().__init__(question.name, params=options, callback=self.run)

    def run(self, as_json: bool, **given: Any) -> None:
        """Ask the question and print the answer."""
        said = {name: value for name, value in given.items() if value not in (None, ())}
        try:
            answer = self.question.ask(said).answer()
        except InputError as error:
            raise renamed(error, self._names()) from None
        if as_json:
            click.echo(json.dumps(answer.data(), indent=JSON_INDENT))
            return
        from bloodstones.cli.terminal.answers import show

        show(answer)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the docstring of the question and the grammar of its parameters."""
        rows = "\n".join(_grammar(self.question))
        said = cleandoc(self.question.__doc__ or "")
        self.help = f"{said}\n\n{VERBATIM}\n{rows}" if rows else said
        super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.question.examples:
            lines = [VERBATIM, "Examples:"]
            for given in self.question.examples:
                lines += _folded(self._example(given))
            self.epilog = "\n".join(lines)
        super().format_epilog(ctx, formatter)

    def _example(self, given: Mapping[str, Any]) -> list[str]:
        """Return the parts of a command line, each to stand in one line."""
        game = [] if self.game_id == default_game() else [f"{OPTION} {self.game_id}"]
        options = {each.name: each for each in self.question.parameters()}
        parts = [self._path, *game]
        return parts + [_said(options[name], value) for name, value in given.items()]

    def _names(self) -> dict[str, str]:
        """Return what a fault calls the parameters, the question, and an example of it."""
        names = {each.name: each.option for each in self.question.parameters()}
        examples = self.question.examples
        example = " ".join(self._example(examples[0])) if examples else f"{self._path} --help"
        return names | {"": self._path, "…": example}

    @property
    def _path(self) -> str:
        return f"{PROGRAM} {self.name}"


def _option(parameter: Parameter) -> click.Parameter:
    """Return the option of a parameter; its text is read by the question."""
    if parameter.type is FOLDER:
        return _of_data()
    names = [parameter.option, parameter.name]
    if parameter.type.flag:
        return click.Option(names, is_flag=True, help=parameter.help)
    default = _default(parameter)
    text = f"{parameter.help} [default: {default}]" if default else parameter.help
    repeated = parameter.type.repeated
    return click.Option(names, metavar=parameter.type.metavar, multiple=repeated, help=text)


def _default(parameter: Parameter) -> str:
    """Return the text of a default value, "" where there is nothing to say."""
    if parameter.needed or parameter.default is None or parameter.type.repeated:
        return ""
    return parameter.type.write(parameter.default)


def _of_data() -> click.Parameter:
    """Return the option `--data` of all commands, which says whose files are used."""

    @data_option
    def options(data: str) -> None:
        """Carry the option."""

    parameters: list[click.Parameter] = vars(options)["__click_params__"]
    return parameters[0]


def _said(parameter: Parameter, value: Any) -> str:
    """Return a parameter with a value as it stands in a command line."""
    if parameter.type.flag:
        return parameter.option
    text = value if isinstance(value, str) else parameter.type.write(value)
    quoted = f'"{text}"' if set(text) & set(" ;*") else text
    return f"{parameter.option} {quoted}"


def _folded(parts: Collection[str]) -> Iterator[str]:
    """Yield the lines of a command line, broken between options."""
    line = " "
    for part in parts:
        if len(line) + 1 + len(part) > LINE and line.strip():
            yield f"{line} \\"
            line = CONTINUED
        line = f"{line} {part}"
    yield line


def _grammar(question: type[Question]) -> Iterator[str]:
    """Yield the rows of the grammar of a question and of its parameters, each once."""
    rows: dict[str, str | Collection[str]] = {}
    for each in question.parameters():
        rows |= each.type.grammar()
    for name, words in {**rows, **question.grammar}.items():
        if isinstance(words, str):
            yield columns(name, words.split(" "), " ")
        else:
            yield columns(name, words)
