"""Forms of the keys of a record: read from the log, checked in a file, put into words."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from bloodstones.core.errors import InputError, near_matches
from bloodstones.core.faults import SHOWN
from bloodstones.core.names import Name
from bloodstones.core.text import plural
from bloodstones.kit.records.templates import counted, fill

Names = Mapping[str, Sequence[str]]  # what a header numbers ("seats", "areas"): names for people
Numbers = deque[int]  # what is left of a log entry

LARGEST: Final = 1_000_000  # no number of a record comes near
SEATS: Final = "seats"


def bad(what: str, got: object, where: str, tip: str | None = None) -> InputError:
    """Return the error for a value of a file: expected <what>, got <value> (<where>).

    Parameters
    ----------
    what
        Was expected, without "expected".
    got
        The value; a long one is shortened.
    where
        The file and line.
    tip
        What to do about it.
    """
    return InputError(f"expected {what}, got {SHOWN.repr(got)} ({where})", tip)


def whole(value: Any, low: int, high: int) -> bool:
    """Whether a value of a file is a whole number from `low` to `high`."""
    return type(value) is int and low <= value <= high


def named(names: Names, among: str, where: str) -> Sequence[str]:
    """Return the names of what the header numbers; InputError if it does not."""
    if among not in names:
        raise bad(f"a header that names its {among}", ", ".join(names), where)
    return names[among]


class KeyForm:
    """What a key may hold."""

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        raise NotImplementedError

    def read(self, numbers: Numbers, names: Names) -> Any:
        """Return the value of the next numbers of a log entry.

        Parameters
        ----------
        numbers
            What is left of the log entry; what the value takes is removed from its left end.
        names
            Those of the header.
        """
        raise NotImplementedError

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless a value of a file has the form; absent lists are filled in.

        Parameters
        ----------
        value
            As JSON has it. Lists and objects are changed in place where a list in them is absent.
        names
            Those of the header.
        where
            The file and line, for the error.
        """
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return the value without what means nothing, such as the order of drawn tiles."""
        return value

    def shown(self, value: Any) -> str:
        """Return the value as in a record, for faults."""
        return "none" if value is None else str(value)

    def tell(self, value: Any, names: Names) -> str:
        """Return the value in words."""
        return str(value)

    def named(self, value: Any) -> Iterator[str]:
        """Yield what the value names, as the record writes it: areas, units, cards; no seats."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Whole(KeyForm):
    """A whole number.

    Attributes
    ----------
    signed
        Whether words give its sign: `+2`.
    """

    signed: bool = False

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return "number"

    def read(self, numbers: Numbers, names: Names) -> int:
        """Return the next number."""
        return numbers.popleft()

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless it is a whole number."""
        if not whole(value, -LARGEST, LARGEST):
            raise bad("a whole number", value, where)

    def tell(self, value: Any, names: Names) -> str:
        """Return the number in digits."""
        return f"{value:+d}" if self.signed else str(value)


class YesOrNo(Whole):
    """1 for yes, 0 for no."""

    def tell(self, value: Any, names: Names) -> str:
        """Return yes or no."""
        return "yes" if value else "no"


YES_OR_NO: Final = YesOrNo()


@dataclass(frozen=True, slots=True)
class NumberOf(KeyForm):
    """The number of something that the header numbers: a seat, an area.

    Attributes
    ----------
    called
        What it is: "seat", "area".
    among
        Where its names are.
    plain_number
        Written as the number, not as its name.
    """

    called: str
    among: str
    plain_number: bool = False

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return self.called

    def read(self, numbers: Numbers, names: Names) -> int:
        """Return the next number."""
        return numbers.popleft()

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless the header has so many."""
        last = len(named(names, self.among, where)) - 1
        if not whole(value, 0, last):
            article = "an" if self.called[0] in "aeiou" else "a"
            raise bad(f"{article} {self.called} from 0 to {last}", value, where)

    def tell(self, value: Any, names: Names) -> str:
        """Return its name, or its number."""
        return str(value) if self.plain_number else names[self.among][value]

    def named(self, value: Any) -> Iterator[str]:
        """Yield its number, unless it is a seat."""
        if self.among != SEATS:
            yield str(value)


@dataclass(frozen=True, slots=True)
class NameOf(KeyForm):
    """The name of something that the header numbers, kept as its number in the log: a card.

    Attributes
    ----------
    called
        What it is: "card", "hex".
    among
        Where its names are, each once.
    titles
        Where what people read in their place is; "" for the names.
    """

    called: str
    among: str
    titles: str = ""

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return self.called

    def read(self, numbers: Numbers, names: Names) -> str:
        """Return the name of the next number."""
        return names[self.among][numbers.popleft()]

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless the header has it."""
        allowed = named(names, self.among, where)
        if not isinstance(value, str) or value not in allowed:
            article = "an" if self.called[0] in "aeiou" else "a"
            tip = near_matches(value, allowed) if isinstance(value, str) else None
            raise bad(f"{article} {self.called} of the header", value, where, tip)

    def tell(self, value: Any, names: Names) -> str:
        """Return the title, or the name with blanks."""
        if self.titles in names and value in names[self.among]:
            return names[self.titles][names[self.among].index(value)]
        return str(value).replace("_", " ")

    def named(self, value: Any) -> Iterator[str]:
        """Yield its name."""
        yield str(value)


@dataclass(frozen=True, slots=True)
class OneNameOf(KeyForm):
    """A name out of a list, kept as a number in the log.

    Attributes
    ----------
    called
        What it is, in the printed table.
    ids
        Number -> name.
    wanted
        What is expected, for errors; "" lists the names.
    plurals
        Name -> plural, where it is irregular.
    """

    called: str
    ids: Mapping[int, str]
    wanted: str = ""
    plurals: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, names: type[Name], called: str, wanted: str = "", but: Sequence[int] = ()) -> Self:
        """Return the form of the ids of an enumeration, without the members `but`."""
        return cls(called, {int(n): n.id for n in names if n not in but}, wanted)

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return self.called

    def read(self, numbers: Numbers, names: Names) -> str:
        """Return the name of the next number."""
        return self.ids[numbers.popleft()]

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless it is one of the names."""
        if not isinstance(value, str) or value not in self.ids.values():
            wanted = self.wanted or f"one of {', '.join(self.ids.values())}"
            raise bad(wanted, value, where)

    def tell(self, value: Any, names: Names) -> str:
        """Return the name with blanks."""
        return str(value).replace("_", " ")

    def plural_of(self, name: str) -> str:
        """Return the plural of a name."""
        return self.plurals.get(name.replace(" ", "_")) or plural(name)

    def named(self, value: Any) -> Iterator[str]:
        """Yield the name."""
        yield str(value)


@dataclass(frozen=True, slots=True)
class OrNull(KeyForm):
    """A value or null; `null` is its number in the log."""

    item: KeyForm
    null: int = -1

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return f"{self.item.text} or null"

    def read(self, numbers: Numbers, names: Names) -> Any:
        """Return the value of the next number."""
        number = numbers.popleft()
        return None if number == self.null else self.item.read(deque([number]), names)

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless it is null or has the form."""
        if value is not None:
            self.item.check(value, names, where)

    def tell(self, value: Any, names: Names) -> str:
        """Return the value in words."""
        return "none" if value is None else self.item.tell(value, names)

    def named(self, value: Any) -> Iterator[str]:
        """Yield what the value names."""
        if value is not None:
            yield from self.item.named(value)


@dataclass(frozen=True, slots=True)
class ListOf(KeyForm):
    """A list.

    Attributes
    ----------
    item
        The form of each.
    ordered
        Whether the order means something.
    length_first
        The log has how many there are, then the items; else they are the rest of the entry.
    joined
        Put between the items in words; "" writes names with counts, `2 orcs, 1 ogre`.
    said
        Written in place of the items.
    """

    item: KeyForm
    ordered: bool = True
    length_first: bool = False
    joined: str = ""
    said: str = ""

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return f"[{self.item.text}, …]"

    def read(self, numbers: Numbers, names: Names) -> list[Any]:
        """Return the items: as many as the first number says, or all that are left."""
        if self.length_first:
            return [self.item.read(numbers, names) for _ in range(numbers.popleft())]
        items = []
        while numbers:
            items.append(self.item.read(numbers, names))
        return items

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless it is a list of such items."""
        if not isinstance(value, list):
            raise bad("a list", value, where)
        for item in value:
            self.item.check(item, names, where)

    def plain(self, value: Any) -> Any:
        """Return the items, sorted if their order means nothing."""
        items = [self.item.plain(item) for item in value]
        return items if self.ordered else sorted(items, key=json.dumps)

    def shown(self, value: Any) -> str:
        """Return the items as in a record."""
        return ", ".join(self.item.shown(item) for item in value) or "none"

    def tell(self, value: Any, names: Names) -> str:
        """Return the items in words."""
        if self.said:
            return self.said
        words = [self.item.tell(item, names) for item in value]
        if isinstance(self.item, OneNameOf):
            return self.joined.join(words) if self.joined else counted(words, self.item.plural_of)
        return (self.joined or ", ").join(words) or "nothing"

    def named(self, value: Any) -> Iterator[str]:
        """Yield what the items name."""
        for item in value:
            yield from self.item.named(item)


@dataclass(frozen=True, slots=True)
class GroupOf(KeyForm):
    """Counts of things by their names, `{"orc": 2}`; in the log a number for every name."""

    item: OneNameOf

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return f"{{{self.item.called}: count, …}}"

    def read(self, numbers: Numbers, names: Names) -> dict[str, int]:
        """Return the counts that are not 0."""
        counts = [(name, numbers.popleft()) for name in self.item.ids.values()]
        return {name: count for name, count in counts if count}

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless every name is known and every count at least 1."""
        if not isinstance(value, dict) or not value:
            raise bad(f"{self.item.called}s with their counts", value, where)
        allowed = self.item.ids.values()
        for name, count in value.items():
            if name not in allowed:
                raise bad(f"a {self.item.called}", name, where, near_matches(name, allowed))
            if not whole(count, 1, LARGEST):
                raise bad(f"a count of {name} of at least 1", count, where)

    def shown(self, value: Any) -> str:
        """Return the counts as in a record."""
        return "(" + ", ".join(f"{name} {count}" for name, count in value.items()) + ")"

    def tell(self, value: Any, names: Names) -> str:
        """Return the names with their counts."""
        every = [name for name, count in value.items() for _ in range(count)]
        return counted(every, self.item.plural_of)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an event or of an object in it.

    Attributes
    ----------
    name, form
        Its name and what it may hold.
    optional
        A list that may be absent, which means that it is empty.
    compared
        Whether the rules give it: False for what is checked where it is used.
    """

    name: str
    form: KeyForm
    optional: bool = False
    compared: bool = True

    @property
    def text(self) -> str:
        """The key in the printed table of events."""
        form = "" if self.form.text == self.name else f": {self.form.text}"
        return f"{self.name}{form}{' (optional)' if self.optional else ''}"


@dataclass(frozen=True, slots=True)
class ObjectOf(KeyForm):
    """An object whose keys have forms.

    Attributes
    ----------
    keys
        In the order of the log.
    words
        What it says, as a template of the keys.
    by_name
        The same keys by name.
    """

    keys: tuple[Key, ...]
    words: str
    by_name: dict[str, Key] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {key.name: key for key in self.keys})

    @property
    def text(self) -> str:
        """The form in the printed table of events."""
        return "{" + ", ".join(key.text for key in self.keys) + "}"

    def read(self, numbers: Numbers, names: Names) -> dict[str, Any]:
        """Return the object, its keys taken from the numbers in their order."""
        return {key.name: key.form.read(numbers, names) for key in self.keys}

    def check(self, value: Any, names: Names, where: str) -> None:
        """Raise InputError unless it has its keys."""
        if not isinstance(value, dict):
            raise bad("an object", value, where)
        check_keys(value, self.keys, names, where)

    def plain(self, value: Any) -> Any:
        """Return what is compared of the object."""
        compared = {}
        for name, item in value.items():
            if self.by_name[name].compared:
                compared[name] = self.by_name[name].form.plain(item)
        return compared

    def shown(self, value: Any) -> str:
        """Return what is compared, as in a record."""
        items = [(self.by_name[name], item) for name, item in value.items()]
        parts = [f"{key.name} {key.form.shown(item)}" for key, item in items if key.compared]
        return f"({', '.join(parts)})"

    def tell(self, value: Any, names: Names) -> str:
        """Return the object in words."""
        return tell_keys(self.words, value, self.by_name, names)

    def named(self, value: Any) -> Iterator[str]:
        """Yield what its keys name."""
        for name, item in value.items():
            yield from self.by_name[name].form.named(item)


def check_keys(
    value: dict[str, Any], keys: Sequence[Key], names: Names, where: str, first: str = ""
) -> None:
    """Raise InputError unless an object has these keys; absent lists are filled in.

    Parameters
    ----------
    value
        The object, changed in place where a list is absent.
    keys
        Those that it must have, and no others.
    names
        Those of the header.
    where
        The file and line, for the error.
    first
        A key that is checked already.
    """
    allowed = ([first] if first else []) + [key.name for key in keys]
    for key in keys:
        if key.optional:
            value.setdefault(key.name, [])
    for name in value:
        if name not in allowed:
            raise bad(f"the keys {', '.join(allowed)}", name, where)
    for key in keys:
        if key.name not in value:
            raise InputError(f"expected the key {key.name}, got none ({where})")
        key.form.check(value[key.name], names, f"{key.name} of {where}")


def tell_keys(words: str, values: Mapping[str, Any], keys: Mapping[str, Key], names: Names) -> str:
    """Return a template filled with the keys of an object in words."""
    return fill(words, values, lambda name: keys[name].form.tell(values[name], names))


SEAT: Final = NumberOf("seat", SEATS)
SEAT_KEY: Final = Key("seat", SEAT)
