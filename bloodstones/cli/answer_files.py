"""The file of an answer: the options that ask for it, what is checked before, and writing it.

What writes is imported when something is written: most questions write nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from bloodstones.cli.terminal.layout import RareOption
from bloodstones.cli.terminal.options import replace_option
from bloodstones.core.errors import expected
from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.question import FILE, Output, Question

RASTER: Final = "png"


def options_of(question: type[Question]) -> Iterator[click.Parameter]:
    """Yield the options that ask for the file of an answer."""
    output = question.file_of()
    if output is None:
        return
    kind = click.Path(path_type=Path)
    if output.by_place:
        yield click.Argument([FILE], type=kind, required=False, metavar=output.metavar)
    else:
        names = [output.option, *output.also, FILE]
        yield click.Option(names, type=kind, metavar=output.metavar, help=output.help)
    if output.pixels:
        from bloodstones.cli.terminal.pictures import PIXELS
        from bloodstones.cli.terminal.usage import WHOLE_NUMBER

        words = f"Width of a PNG in pixels (default: {PIXELS})."
        yield RareOption(["--pixels"], type=WHOLE_NUMBER, metavar="N", help=words)
    yield _replace()


def example_of(question: type[Question]) -> Iterator[str]:
    """Yield the file option of a question's examples, if they have one."""
    output = question.file_of()
    if output is not None and output.example:
        yield output.example if output.by_place else f"{output.option} {output.example}"


def _replace() -> click.Parameter:
    """Return the option `--replace` of all commands."""

    @replace_option
    def options() -> None:
        """Return the function with the option added."""

    parameters: list[click.Parameter] = vars(options)["__click_params__"]
    return parameters[0]


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """The file that an answer goes to, checked to be writable.

    Attributes
    ----------
    file
        Its path.
    kind
        The format of a picture, "" for a document.
    pixels
        The width of a picture of pixels, None for the usual one.
    """

    file: Path
    kind: str
    pixels: int | None

    @classmethod
    def of(
        cls, question: type[Question], file: Path, replace: bool, pixels: int | None
    ) -> AnswerFile:
        """Return the target of a file that is asked for; InputError where it cannot be written."""
        from bloodstones.cli.terminal.pictures import FEWEST_PIXELS, MOST_PIXELS, picture_format
        from bloodstones.core.files.writing import check_new

        output = question.file_of()
        assert output is not None
        where = output.metavar if output.by_place else output.option
        if not question.pictures:
            if output.ending and file.suffix != output.ending:
                raise expected(f"a file that ends in {output.ending}", str(file), where)
            return cls(check_new(file, where, replace=replace), "", None)
        kind = picture_format(file, where, replace=replace)
        if pixels is not None and not FEWEST_PIXELS <= pixels <= MOST_PIXELS:
            raise expected(f"{FEWEST_PIXELS} to {MOST_PIXELS:_} pixels", pixels, "--pixels")
        if pixels is not None and kind != RASTER:
            raise expected("a .png file with --pixels", str(file), where)
        return cls(file, kind, pixels)

    def write(self, answer: Answer) -> int:
        """Write the file of an answer; return its size in bytes."""
        from bloodstones.cli.terminal.pictures import write_picture
        from bloodstones.core.files.writing import write_atomically

        if self.kind:
            figure = next(iter(answer.pictures.values())).draw()
            return write_picture(figure, self.file, self.kind, self.pixels)
        assert answer.document is not None
        content = answer.document.text().encode()
        write_atomically(self.file, content)
        return len(content)

    def line(self, answer: Answer, size: int, alone: bool) -> str:
        """Return a line about the file; if it is `alone`, the line says what is in it."""
        if not alone:
            return f"{'Picture:' if self.kind else 'Written to'} {self.file}"
        part = next(iter(answer.pictures.values()), None) or answer.document
        assert part is not None
        return f"{self.file} ({size:,} bytes): {part.words}"


def as_json(answer: Answer, output: Output | None, target: AnswerFile | None, size: int) -> Any:
    """Return an answer as JSON, with its file where the question names a key for it."""
    data = answer.as_json()
    if output is None or not output.key:
        return data
    file = None if target is None else str(target.file)
    if not output.needed:
        return {**data, output.key: file}
    return {output.key: file, **data, "bytes": size}
