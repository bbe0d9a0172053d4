"""What a game declares for reports: words, boards and typical games, each with a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bloodstones.games import registry
from bloodstones.report.language.phrases import number_text

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.kit.pictures.boards import BoardLooks

MODULE: Final = "sections.game_report"  # beside the game's module, and what it holds
NAME: Final = "GAME_REPORT"
Line = tuple[str, ...]


def no_printed_value(_: str) -> int | None:
    """Return that the printed value of a number is not known."""
    return None


@dataclass(frozen=True, slots=True)
class Offers:
    """What the areas of a map offer to a seat that chooses one.

    Attributes
    ----------
    among
        After "that were chosen most", such as ", of 24 legal sites".
    cells
        Area -> what to call it, then a cell for each heading.
    """

    among: str
    cells: Mapping[int, Line]


@dataclass(frozen=True, slots=True)
class AreaWords:
    """How reports describe the areas that seats choose.

    Attributes
    ----------
    header, words
        Headings of the cells of `Offers`, and what they mean, for the caption.
    offers
        Map id -> what its areas offer.
    """

    header: Line
    words: str
    offers: Callable[[str], Offers]


@dataclass(frozen=True, slots=True)
class Openings:
    """How a ladder's report describes openings.

    Attributes
    ----------
    table
        Name of the table's file.
    find
        Rows of the results -> one row a number of players; empty if they do not show it.
    lines
        That table and the numbers of players -> lines of the table of games.
    words
        For its caption.
    """

    table: str
    find: Callable[[pd.DataFrame], pd.DataFrame]
    lines: Callable[[pd.DataFrame, Sequence[int]], Sequence[Line]]
    words: str


@dataclass(frozen=True, slots=True)
class CourseWords:
    """How the report of a ladder describes typical games.

    Attributes
    ----------
    figures
        Rows of one number of players -> figures by name.
    groups
        The table with these figures, one row a number of players -> groups of lines.
    openings
        How games begin, if the results show it.
    """

    figures: Callable[[pd.DataFrame], Mapping[str, float]]
    groups: Callable[[pd.DataFrame], Sequence[Sequence[Line]]]
    openings: Openings | None = None


def course_of_means(means: Mapping[str, str]) -> CourseWords:
    """Return a description of typical games in which a line is the mean of a column over seats.

    Parameters
    ----------
    means
        Column -> what its line says.

    Examples
    --------
    >>> import pandas as pd
    >>> course = course_of_means({"score": "points, a player"})
    >>> figures = course.figures(pd.DataFrame({"score": [1, 2]}))
    >>> course.groups(pd.DataFrame([figures]))
    ([('points, a player', '1.5')],)
    """

    def figures(rows: pd.DataFrame) -> Mapping[str, float]:
        return {name: float(rows[name].mean()) for name in means}

    def groups(course: pd.DataFrame) -> Sequence[Sequence[Line]]:
        return (
            [(words, *(f"{mean:.1f}" for mean in course[name])) for name, words in means.items()],
        )

    return CourseWords(figures, groups)


def spelled_out(thing: str, _: str) -> str:
    """Return a thing as it is written, whichever side goes without it.

    >>> spelled_out("long_bow", "north")
    'long bow'
    """
    return thing.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Restriction:
    """How restricted strategies are called.

    Attributes
    ----------
    mark
        Between the name of the free strategy and the thing.
    thing_of
        Thing in the name and faction -> what the faction goes without, "" if it has none of it.
    """

    mark: str
    thing_of: Callable[[str, str], str] = spelled_out


@dataclass(frozen=True, slots=True)
class GameText:
    """How texts that all reports share speak of this game; sentences end with a full stop.

    Attributes
    ----------
    chance, dealt, drawn, alike, battles
        What luck is ("the draws of tiles"), what a deal is of (" of tiles"), what is drawn
        ("tiles"), what games with the same random numbers share, what the luck of battles is.
    end
        What did not happen before a playthrough was stopped.
    dashed, rivers, waterfalls, shoals
        Of a map: what dashed lines are, what these do at sides.
    activity, duels, fewest
        Sentences on counts, on who cannot play duels, on the fewest players.
    terms
        Words of the texts that all reports share -> this game's, one form at a time: "faction",
        "factions", "round", "start player". See `report.language.terms`.
    number
        Name of a number of the rules -> what it is called.
    """

    chance: str = "chance"
    dealt: str = ""
    drawn: str = "luck"
    alike: str = "chance fell alike"
    battles: str = "the luck of battles"
    end: str = "the rules ended them"
    dashed: str = ""
    rivers: str = ""
    waterfalls: str = ""
    shoals: str = ""
    activity: str = ""
    duels: str = ""
    fewest: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)
    number: Callable[[str], str] = number_text


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of HTML to be used at the table: its name in files, its title, how it is made."""

    name: str
    title: str
    make: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Profiled:
    """A table of a report of which the profile of each role shows its own rows.

    Attributes
    ----------
    caption, header
        Of the table in the profile.
    line
        A row -> its cells.
    order
        The column of which the largest value comes first.
    """

    caption: str
    header: Line
    line: Callable[[Any], Line]
    order: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """All that a game declares for reports.

    Attributes
    ----------
    board_looks
        How its boards look; None is plain.
    printed
        Name of a number of the rules -> its printed value; None of several or an unknown one.
    pages
        To be used at the table.
    profiled
        Tables for the profiles of roles, by the name of their files; they have a column `faction`.
    glossary
        Terms of the game -> what they mean.
    """

    words: GameText = GameText()
    board_looks: BoardLooks | None = None
    places: AreaWords | None = None
    course: CourseWords | None = None
    restriction: Restriction | None = None
    printed: Callable[[str], int | None] = no_printed_value
    pages: tuple[TablePage, ...] = ()
    profiled: Mapping[str, Profiled] = field(default_factory=dict)
    glossary: Mapping[str, str] = field(default_factory=dict)


def game_report_of(game_id: str) -> GameReport:
    """Return the declaration of a game for reports; all defaults for a game without one."""
    module = registry.find_part(game_id, MODULE)
    declared: GameReport = GameReport() if module is None else getattr(module, NAME)
    return declared
