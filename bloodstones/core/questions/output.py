"""The file that an answer can be written to, and how a command asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FILE: Final = "plot"  # what asks for the file among the parameters that are given


@dataclass(frozen=True, slots=True)
class Output:
    """The file of an answer, which has one `Picture` or one `Document`.

    Attributes
    ----------
    help
        What is written, for help.
    option, also
        What asks for it in a command line; without a hyphen in front it stands there by its place.
    metavar
        What stands for its name in help.
    ending
        Of the name of a document, "" for any.
    needed
        Whether the file is all of the answer that people get: without a name of it nothing can
        be asked. Else the answer is shown, and a document for which there is no file in its place.
    key
        Where JSON has its name, "" where it has not. JSON of a needed file has its `bytes`, too.
    example
        A name of it, for examples; "" for a file that examples leave out.
    pixels
        Whether the width of a picture of pixels can be chosen.
    """

    help: str
    option: str = "--plot"
    also: Sequence[str] = ()
    metavar: str = "FILE"
    ending: str = ""
    needed: bool = False
    key: str = ""
    example: str = ""
    pixels: bool = False

    @property
    def by_place(self) -> bool:
        """Whether its name stands in a command line without an option."""
        return not self.option.startswith("-")
