"""What can be asked: a class with typed parameters, made from texts or values, that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Final, Self, TypeVar, dataclass_transform

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, raise_together
from bloodstones.core.questions.answer import Answer, Data
from bloodstones.core.questions.parameters import (
    EXAMPLE,
    FOLDER,
    KEY,
    QUESTION,
    SETTINGS,
    Parameter,
    param,
    ref,
)

F = TypeVar("F", bound=Callable[..., None])
ABOUT: Final = "about"  # the parameters that a check is about


def check(*about: str) -> Callable[[F], F]:
    """Mark a method `(self, faults)` of a question that checks parameters against each other.

    It runs once all parameters of `about` are read, even where another one is wrong.
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
        What it is called in commands and Python.
    examples
        Some askings: parameter -> value, as text.
    grammar
        Rows of the help beside those of the parameters: a name and its meaning.
    set, data
        Changed rule numbers, and a folder of data files: every question takes them.
    """

    name: ClassVar[str]
    examples: ClassVar[Sequence[Mapping[str, Any]]] = ()
    grammar: ClassVar[Mapping[str, str]] = {}

    set: Mapping[str, Number] = param(SETTINGS, "Change a rule number.", default={}, first=True)
    data: str = param(
        FOLDER,
        "Take data files from there instead of the shipped ones of their names.",
        default="",
        first=True,
    )

    def __init_subclass__(cls) -> None:
        """Make a frozen dataclass of a question."""
        dataclass(frozen=True, kw_only=True)(cls)

    def __post_init__(self) -> None:
        """Check the parameters of a question that is made from values."""
        faults = Faults()
        self._check({each.name for each in self.parameters()}, faults)
        faults.raise_if_any()

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Any:
        """Return the rules of a folder of data files ("": the shipped ones), numbers changed."""
        raise NotImplementedError

    def solve(self) -> Answer:
        """Return the answer by the rules in force, `self.rules`."""
        raise NotImplementedError

    @cached_property
    def rules(self) -> Any:
        """The rules in force."""
        return self.load(self.data, self.set, ref("set"))

    def answer(self) -> Answer:
        """Return the answer, which says what rule numbers were changed."""
        found = self.solve()
        if not self.set:
            return found
        changed = ", ".join(f"{name} = {value}" for name, value in self.set.items())
        parts = [*found.parts, Data({"overrides": dict(self.set)})]
        return Answer(found.title, parts, [*found.notes, f"With changed rules: {changed}"])

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """Return the parameters: needed ones, others, those that are read first."""
        found = []
        for each in fields(cls):
            meaning = each.metadata[KEY]
            default = each.default
            if each.default_factory is not MISSING:
                default = each.default_factory()
            option = meaning.option or f"--{each.name.replace('_', '-')}"
            rest = (option, meaning.example, meaning.first)
            found.append(Parameter(each.name, meaning.type, meaning.help, default, *rest))
        return tuple(sorted(found, key=lambda each: (each.first, not each.needed)))

    @classmethod
    def ask(cls, given: Mapping[str, Any]) -> Self:
        """Return the question with these parameters, each a text or a value.

        Raises
        ------
        InputError
            A needed parameter is missing, or some have faults: all are listed. Parameters are
            named by their marks (`parameters.ref`).
        """
        parameters = cls.parameters()
        needed = [each.name for each in parameters if each.needed]
        missing = [ref(name) for name in needed if name not in given]
        if missing:
            names = " and ".join(missing)
            raise InputError(f"expected {names}, got nothing ({QUESTION})", EXAMPLE)
        errors: list[InputError] = []
        values: dict[str, Any] = {}
        early = [each for each in parameters if each.first]
        late = [each for each in parameters if not each.first]
        cls._read(early, given, None, values, errors)
        rules = None
        with gathering(errors):
            if len(values) == len(early):
                rules = cls.load(values["data"], values["set"], ref("set"))
        if rules is None:
            rules = cls.load("", {}, "")
        cls._read(late, given, rules, values, errors)
        asked = object.__new__(cls)
        asked.__dict__.update(values, rules=rules)
        faults = Faults()
        asked._check(values.keys(), faults)
        errors += [InputError(sentence) for sentence in faults.sentences]
        raise_together(errors)
        return asked

    @staticmethod
    def _read(
        parameters: Sequence[Parameter],
        given: Mapping[str, Any],
        rules: Any,
        values: dict[str, Any],
        errors: list[InputError],
    ) -> None:
        """Put the values of parameters into `values`, and what is wrong with others in `errors`."""
        for each in parameters:
            if each.name in given:
                with gathering(errors):
                    values[each.name] = each.value(given[each.name], rules)
            else:
                values[each.name] = each.default

    def _check(self, known: AbstractSet[str], faults: Faults) -> None:
        """Run the checks that are about parameters which are known."""
        for name in dir(type(self)):
            method = getattr(type(self), name)
            about = getattr(method, ABOUT, None)
            if about is not None and known >= frozenset(about):
                method(self, faults)
