"""A user's own data files in place of shipped ones: `data = "my_cards"` in a study, `--data DIR`.

The folder has files named as those of the game (`cards.csv`, `maps/island.toml`), of the same
form; what is not in it is read from the shipped ones. What a game does:

- `DataSource.of(SHIPPED, data)` checks the folder and returns a hashable `DataSource`;
  reading goes through `source.file(name)`, and a loader `@lru_cache def load(source: DataSource)`
  reads each content once, since a `DataSource` is known by the hashes of the files.
- `data_hashes(data)` of the game returns `DataSource.of(SHIPPED, data).hashes`, for provenance.
- `assumed(data)` of the game returns `assumed_in(source, NAMES)`: what is marked as a value that no
  public source gives, by `assumed = true` in a TOML table, `assumed = ["key", …]` for some of its
  keys, or a CSV column `assumed` (true, or the names of what is) or `confidence` (assumed).
  `core.files.entry` takes these marks for known in every data file.

What a command does with its `--data DIR`: `Setup(..., data=own_folder(DIR, "--data"))`, then
`game.check(setup)`, which reads the files and reports every fault. `require_data(game, where)`
refuses a folder for a game that reads no own data; `user_data_hashes(game, data)` is what a result
records.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol, Self, cast

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.entry import ASSUMED, CONFIDENCE
from bloodstones.core.files.parsing import toml_of
from bloodstones.core.files.writing import is_folder

MOST_ENTRIES: Final = 10_000  # under a folder of data files
ENDINGS: Final = (".toml", ".csv", ".json")
TRUE: Final = ("true", "yes", "1")
FALSE: Final = ("", "false", "no", "0")
NUMBER: Final = re.compile(r"[+-]?[0-9]*\.?[0-9]*")  # or nothing


class TakesData(Protocol):
    """A game that reads a user's own data files."""

    def data_hashes(self, data: str) -> Mapping[str, str]:
        """The user's files that replace shipped ones: name -> SHA-256, hexadecimal."""

    def assumed(self, data: str) -> tuple[str, ...]:
        """What its data marks as assumed, of the shipped files and of the user's."""


@dataclass(frozen=True, slots=True)
class DataSource:
    """Where a game's data is read from; equal and hashed by what the user's files hold.

    Attributes
    ----------
    shipped
        The folder of the game.
    user_folder
        The user's folder, "" without one.
    files
        The user's files: name and SHA-256, in the order of the names.
    """

    shipped: Path
    user_folder: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, shipped: Path, user_folder: str = "", names: Sequence[str] | None = None) -> Self:
        """Return the source of a user's folder before a shipped one.

        Parameters
        ----------
        shipped
            The folder of the game.
        user_folder
            The user's folder, "" without one.
        names
            The files that may be replaced; by default every data file of the shipped folder.
            `maps/*.toml` is any such file, of a name that the game has or of a new one.

        Raises
        ------
        InputError
            `user_folder` is no folder, has none of these files, or has others; all faults are
            reported at once.
        """
        if not user_folder:
            return cls(shipped)
        folder = Path(own_folder(user_folder, "data"))
        allowed = tuple(data_files(shipped)) if names is None else tuple(names)
        faults, files = Faults(), []
        for name in data_files(folder):
            if any(fnmatchcase(name, form) for form in allowed):
                files.append((name, hashlib.sha256((folder / name).read_bytes()).hexdigest()))
            else:
                faults.add(
                    user_folder,
                    "files with the names that the game uses",
                    name,
                    nearest(name, allowed),
                )
        faults.raise_if_any()
        if not files:
            tip = f"the game has: {', '.join(allowed)}"
            raise expected("a folder with data files of the game", user_folder, "data", tip)
        return cls(shipped, user_folder, tuple(files))

    def file(self, name: str) -> Path:
        """Return the file to read under a name: the user's, else the shipped one."""
        is_replaced = any(name == changed for changed, _ in self.files)
        return Path(self.user_folder) / name if is_replaced else self.shipped / name

    @property
    def hashes(self) -> dict[str, str]:
        """The user's files: name -> SHA-256, hexadecimal."""
        return dict(self.files)


def own_folder(data: str, where: str, base: Path | None = None, tip: str | None = None) -> str:
    """Return the path of a user's folder, taken from `base` when it is relative; "" stays "".

    Parameters
    ----------
    data
        A path, "" without one.
    where
        The option or key that it comes from, for the error.
    base
        The folder from which a relative path is seen; None: the working folder.
    tip
        What to do about a fault.

    Raises
    ------
    InputError
        It is no folder.
    """
    if not data:
        return ""
    path = Path(data) if base is None else base / data
    if not is_folder(str(path)):
        raise expected("a folder of data files", str(path), where, tip)
    return str(path)


def data_files(folder: Path) -> Iterator[str]:
    """Yield the names of the data files under a folder, with slashes, in alphabetical order.

    Raises
    ------
    InputError
        More than `MOST_ENTRIES` files and folders are under it: it is no folder of data files.
    """
    entries = list(islice(folder.rglob("*"), MOST_ENTRIES + 1))
    if len(entries) > MOST_ENTRIES:
        message = f"expected a folder of at most {MOST_ENTRIES:,} files, got one of more ({folder})"
        raise InputError(message, "name the folder that contains only the data files")
    files = (path for path in entries if path.suffix in ENDINGS and path.is_file())
    yield from sorted(path.relative_to(folder).as_posix() for path in files)


def takes_data(game: object) -> bool:
    """Whether a game reads a user's own data files."""
    return hasattr(game, "data_hashes")


def require_data(game: object, where: str) -> None:
    """Raise InputError unless a game reads a user's own data files.

    Parameters
    ----------
    game
        That shall read it.
    where
        The option or key that names the folder, for the error.
    """
    if not takes_data(game):
        name = getattr(game, "id", type(game).__name__)
        raise expected("a game that reads own data files", name, where)


def user_data_hashes(game: object, data: str) -> dict[str, str]:
    """Return the user's files that a game reads instead of shipped ones.

    Parameters
    ----------
    game
        That reads them.
    data
        The user's folder, "" without one.

    Returns
    -------
    dict
        File name -> SHA-256, hexadecimal; {} for a game that reads no data files.
    """
    return dict(cast(TakesData, game).data_hashes(data)) if data and takes_data(game) else {}


def assumed_values(game: object, data: str) -> list[str]:
    """Return what the data of a game marks as assumed; nothing of a game that marks nothing."""
    return list(cast(TakesData, game).assumed(data)) if hasattr(game, "assumed") else []


def assumed_in(source: DataSource, names: Sequence[str]) -> tuple[str, ...]:
    """Return the values of some data files that are marked as assumed.

    Files that cannot be read are passed over: reading them reports their faults.

    Parameters
    ----------
    source
        Where the files are.
    names
        Of TOML and CSV files.

    Returns
    -------
    tuple of str
        `file: table.key` or `file: first cells of the line`, in the order of the files.
    """
    assumed: list[str] = []
    for name in names:
        try:
            text = source.file(name).read_text(encoding="utf-8-sig")
            marked = assumed_lines(text) if name.endswith(".csv") else assumed_keys(text)
            assumed += [f"{name}: {part}" for part in marked]
        except (OSError, ValueError, csv.Error):
            continue
    return tuple(assumed)


def assumed_keys(text: str) -> list[str]:
    """Return the tables and keys of a TOML text that are marked as assumed.

    >>> assumed_keys("[imp]\\nassumed = true\\n[ogre]\\nmove = 1\\nassumed = ['move']\\n")
    ['imp', 'ogre.move']
    """
    return list(_marked(toml_of(text), ()))


def _marked(value: Any, place: tuple[str, ...]) -> Iterator[str]:
    """Yield what is marked in a table or list, by its place in the file."""
    if isinstance(value, Mapping):
        mark = value.get(ASSUMED)
        if mark is True:
            yield ".".join(place) or "everything"
        elif isinstance(mark, list):
            yield from (".".join((*place, str(key))) for key in mark)
        for key, inner in value.items():
            yield from _marked(inner, (*place, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            name = inner.get("id", number) if isinstance(inner, Mapping) else number
            yield from _marked(inner, (*place, str(name)))


def assumed_lines(text: str) -> list[str]:
    """Return the lines of a CSV text that are marked as assumed, each by its cells before a number.

    A mark may name what of the line is assumed.

    >>> assumed_lines("army,card,cost,assumed\\nred,imp,2,true\\nred,ogre,3,\\nred,elf,1,cost\\n")
    ['red imp', 'red elf (cost)']
    """
    lines = []
    for line in csv.DictReader(io.StringIO(text, newline="")):
        mark = str(line.get(ASSUMED) or "").lower().strip()
        name = " ".join(_name(list(line.values())))
        if mark in TRUE or line.get(CONFIDENCE) == ASSUMED:
            lines.append(name)
        elif mark not in FALSE:
            lines.append(f"{name} ({', '.join(mark.split())})")
    return lines


def _name(cells: Sequence[str | None]) -> list[str]:
    """Return the cells of a line before its first number, at least the first one."""
    filled = [cell or "" for cell in cells]
    numbers = (place for place, cell in enumerate(filled) if place and NUMBER.fullmatch(cell))
    return filled[: next(numbers, len(filled))]
