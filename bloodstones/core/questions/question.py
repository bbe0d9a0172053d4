"""What can be asked: a class with typed parameters, made from texts or values, that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Self, TypeVar, dataclass_transform

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, parts, raise_together
from bloodstones.core.questions.answer import Answer, Data
from bloodstones.core.questions.parameters import (
    EXAMPLE,
    FOLDER,
    KEY,
    QUESTION,
    SETTINGS,
    Parameter,
    param,
    places_marked,
    ref,
)

FILE: Final = "plot"  # what asks for the file among the parameters that are given


@dataclass(frozen=True, slots=True)
class Output:
    """The file of an answer, which has one `Picture` or one `Document`.

    Attributes
    ----------
    help
        What is written, for help.
    option, also
        What asks for it in a command line; without a leading hyphen it is positional.
    metavar
        The placeholder for its name in help.
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
        """Whether its name is positional in a command line."""
        return not self.option.startswith("-")


F = TypeVar("F", bound=Callable[..., None])
ABOUT: Final = "about"  # the parameters that a check is about


def check(*about: str) -> Callable[[F], F]:
    """Mark a method `(self, faults)` of a question that checks parameters against each other.

    It notes faults, or raises InputError with a tip. It runs once all parameters of `about` are
    read, even where another one is wrong.
    """

    def mark(method: F) -> F:
        setattr(method, ABOUT, about)
        return method

    return mark


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(param,))
@dataclass(frozen=True, kw_only=True)
class Question:
    """A question about a game: its docstring is its help, each field a parameter (`param`).

    Attributes
    ----------
    name
        What it is called in commands, and in Python with low lines for blanks.
    function
        What it is called in Python where that is another name.
    examples
        Some askings: parameter -> value, as text.
    grammar
        Rows of the help beside those of the parameters: a name and its meaning.
    family
        Questions that one command asks too, each about what this one is about (`families`).
    asks, asked_by
        Of a question of a family: what it asks in a few words, and the parameters that ask it;
        without any its name does.
    pictures
        The pictures that an answer has: name -> what it shows. A command draws the first.
    asides
        The tables that an answer has in Python alone (`answer.Aside`): name -> what it holds.
    output
        How a command writes the file that an answer has, where it is no picture of an answer
        that is shown, see `file_of`.
    slow
        What takes long, in words for those who wait; "" if nothing does.
    compiled_by
        The parameters whose use needs compiled code, which may have to be compiled first.
    omits
        Parameters of the questions that it is made from which it does not take.
    set, data
        Changed rule numbers, and a folder of data files: questions take them if they do not say
        otherwise.
    """

    name: ClassVar[str]
    function: ClassVar[str] = ""
    examples: ClassVar[Sequence[Mapping[str, Any]]] = ()
    grammar: ClassVar[Mapping[str, str]] = {}
    family: ClassVar[Sequence[type[Question]]] = ()
    asks: ClassVar[str] = ""
    asked_by: ClassVar[Sequence[str]] = ()
    pictures: ClassVar[Mapping[str, str]] = {}
    asides: ClassVar[Mapping[str, str]] = {}
    output: ClassVar[Output | None] = None
    omits: ClassVar[Sequence[str]] = ()
    slow: ClassVar[str] = ""
    compiled_by: ClassVar[Sequence[str]] = ()

    set: Mapping[str, Number] = param(
        SETTINGS,
        "Change a rule number; `bloodstones rules numbers` lists them.",
        default={},
        first=True,
        rare=True,
    )
    data: str = param(
        FOLDER,
        "Folder whose data files replace the shipped files of the same names.",
        default="",
        first=True,
        rare=True,
    )

    def __init_subclass__(cls) -> None:
        """Make a frozen dataclass of a question."""
        dataclass(frozen=True, kw_only=True)(cls)

    def __post_init__(self) -> None:
        """Check the parameters of a question that is made from values."""
        raise_together(self._faults({each.name for each in self.parameters()}))

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Any:
        """Return the rules of a folder of data files ("": the shipped ones), numbers changed.

        Parameters
        ----------
        data
            The user's folder of data files; "": the shipped ones.
        changes
            Rule number -> value.
        where
            What the changes come from, for errors.

        Raises
        ------
        InputError
            With every fault of the files and of the changes.
        """
        raise NotImplementedError

    def solve(self) -> Answer:
        """Return the answer by the rules in force, `self.rules`."""
        raise NotImplementedError

    @cached_property
    def rules(self) -> Any:
        """The rules in force."""
        return self.load(self.data, self.set, ref("set"))

    def answer(self) -> Answer:
        """Return the answer, which says what rule numbers were changed.

        An error that names parameters as Python does comes with their marks.
        """
        try:
            solved = self.solve()
        except InputError as error:
            raise places_marked(error, [each.name for each in self.parameters()]) from None
        if not self.set:
            return solved
        parts = [*solved.parts, Data({"overrides": dict(self.set)})]
        return replace(solved, parts=parts, notes=[*solved.notes, self.changes_in_words()])

    def changes_in_words(self) -> str:
        """Return what rule numbers were changed."""
        changed = ", ".join(f"{name} = {value}" for name, value in self.set.items())
        return f"With changed rules: {changed}"

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """Return the parameters: needed ones, others, those that are read first."""
        return tuple(each for each in cls._declared() if each.name not in cls.omits)

    @classmethod
    def _declared(cls) -> Sequence[Parameter]:
        """Return the parameters of a question, those that it does not take among them."""
        parameters = []
        for each in fields(cls):
            meaning = each.metadata[KEY]
            default = each.default
            if each.default_factory is not MISSING:
                default = each.default_factory()
            option = meaning.option or f"--{each.name.replace('_', '-')}"
            how = (meaning.goes_with, meaning.first, meaning.label, meaning.rare)
            rest = (option, meaning.also, *how)
            parameters.append(Parameter(each.name, meaning.type, meaning.help, default, *rest))
        return sorted(parameters, key=lambda each: (each.first, not each.needed))

    @classmethod
    def file_of(cls) -> Output | None:
        """Return how a command writes the file of an answer, None if an answer has none."""
        if cls.output is not None or not cls.pictures:
            return cls.output
        shown = next(iter(cls.pictures.values()))
        return Output(f"Draw {shown} as svg, png or pdf.")

    @classmethod
    def ask(cls, arguments: Mapping[str, Any]) -> Self:
        """Return the question with these parameters, each a text or a value.

        Raises
        ------
        InputError
            A needed parameter is missing, or some have faults: all are listed. Parameters are
            named by their marks (`parameters.ref`).
        """
        parameters = cls.parameters()
        cls._refuse_gaps(parameters, arguments)
        errors: list[InputError] = []
        values = {each.name: each.default for each in cls._declared() if each.name in cls.omits}
        early = [each for each in parameters if each.first]
        late = [each for each in parameters if not each.first]
        cls._read(early, arguments, None, values, errors)
        rules = None
        with gathering(errors):
            if all(each.name in values for each in early):
                rules = cls.load(values["data"], values["set"], ref("set"))
        if rules is None:
            rules = cls.load("", {}, "")
        cls._read(late, arguments, rules, values, errors)
        asked = object.__new__(cls)
        asked.__dict__.update(values, rules=rules)
        errors += asked._faults(values.keys())
        names = [each.name for each in parameters]
        faults = [part for error in errors for part in parts(error)]
        raise_together(places_marked(fault, names) for fault in faults)
        return asked

    @staticmethod
    def _refuse_gaps(parameters: Sequence[Parameter], arguments: Mapping[str, Any]) -> None:
        """Raise InputError for a parameter that lacks the one it goes with, or is needed itself."""
        for each in parameters:
            if each.name in arguments and each.goes_with not in {"", *arguments}:
                wanted = f"{ref(each.goes_with)} with {ref(each.name)}"
                raise InputError(f"expected {wanted}, got none ({QUESTION})")
        missing = [
            ref(each.name) for each in parameters if each.needed and each.name not in arguments
        ]
        if missing:
            raise InputError(f"missing {' and '.join(missing)} ({QUESTION})", EXAMPLE)

    @staticmethod
    def _read(
        parameters: Sequence[Parameter],
        arguments: Mapping[str, Any],
        rules: Any,
        values: dict[str, Any],
        errors: list[InputError],
    ) -> None:
        """Put the values of parameters into `values`, and what is wrong with others in `errors`."""
        for each in parameters:
            if each.name in arguments:
                with gathering(errors):
                    values[each.name] = each.value(arguments[each.name], rules)
            else:
                values[each.name] = each.default

    def _faults(self, readable: AbstractSet[str]) -> list[InputError]:
        """Return what the checks find that are about parameters which are known."""
        errors: list[InputError] = []
        for name in dir(type(self)):
            method = getattr(type(self), name)
            about = getattr(method, ABOUT, None)
            if about is not None and readable >= frozenset(about):
                faults = Faults()
                with gathering(errors):
                    method(self, faults)
                errors += [InputError(sentence) for sentence in faults.sentences]
        return errors
