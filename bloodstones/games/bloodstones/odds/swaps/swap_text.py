"""A mixed strategy in words for a player: "with a best-three of 9 or less spend the 4, else keep".

The words say what the strategy does in whole percent, for every draw: draws treated alike are put
together, and nothing is left out but chances that round to nothing. A tile spent replaces the
lowest one drawn unless the words name the sum that it is to give.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.games.bloodstones.odds.hands import NO_TILE
from bloodstones.games.bloodstones.odds.swaps.fight import Shown, Sight, Signal
from bloodstones.games.bloodstones.odds.swaps.options import Options
from bloodstones.games.bloodstones.odds.swaps.play import Play

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.options import Floats

PERCENT = 100
COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
UNSEEN = 1e-9
SIGHTS = {
    Sight.NOTHING: "",
    Sight.KEPT: "if the attacker kept: ",
    Sight.SWAPPED: "if the attacker swapped: ",
}


class Advice(NamedTuple):
    """What a side does at something that it sees of the enemy.

    Attributes
    ----------
    seen
        What it sees, as the beginning of a sentence; empty for nothing or anything.
    words
        What it does then.
    reached
        Whether the enemy, playing well, ever lets it see that.
    """

    seen: str
    words: str
    reached: bool

    def __str__(self) -> str:
        return f"{self.seen}{self.words}"


class Case(NamedTuple):
    """Something that a player may hold or see: a sum and, where that matters, a detail of it."""

    total: int
    detail: str


def plan_words(play: Play) -> tuple[Advice, ...]:
    """Return what the side that decides first does in a fight: one line."""
    return (Advice("", options_words(_first(play), play.plan, _counted(play)), True),)


def reply_words(play: Play) -> tuple[Advice, ...]:
    """Return what the side that decides second does in a fight, one line for each sight.

    Sights that it treats alike are one line.
    """
    second = play.fight.defender if play.fight.battle.attacker_leads else play.fight.attacker
    chance = _first(play).chance * play.plan
    reached = [bool(chance[play.sees == n].sum() > UNSEEN) for n in range(len(play.signals))]
    words = [options_words(second, reply, _counted(play)) for reply in play.replies]
    lines = list(zip(play.signals, words, reached, strict=True))
    if len(set(words)) == 1:
        return (Advice("", words[0], True),)
    if not isinstance(play.signals[0], Shown):
        return tuple(Advice(signal_words(seen), text, came) for seen, text, came in lines)
    return tuple(
        Advice(f"against {place}: ", text, came)
        for came in (True, False)
        for place, text in _placed(
            (Case(seen.total, _swapped_in(seen)), text)
            for seen, text, here in lines
            if here == came and isinstance(seen, Shown)
        )
    )


def side_words(play: Play, attacker: bool) -> tuple[Advice, ...]:
    """Return what the attacker or the defender does in a fight."""
    return plan_words(play) if attacker is play.fight.battle.attacker_leads else reply_words(play)


def options_words(options: Options, chances: Floats, counted: int) -> str:
    """Return what is done with each draw.

    Parameters
    ----------
    options
        What a side may do.
    chances
        Shape (options,): the chance of each, given the draw.
    counted
        How many tiles count.
    """
    rows = []
    apart = any(len(one.draws) > 1 for one in options.classes)
    for one, span in zip(options.classes, options.spans, strict=True):
        detail = f"lowest {one.lowest}" if apart else " ".join(map(str, one.draws[0]))
        rows.append((Case(one.kept, detail), _action(options, span, chances, counted)))
    actions = list(dict.fromkeys(action for _, action in rows))
    if len(actions) == 1:
        return f"always {actions[0]}"
    best = f"best-{COUNTS[counted] if counted < len(COUNTS) else counted}"
    parts = [f"{place} {action}" for place, action in _placed(rows) if action != "keep"]
    words = f"with a {best} of " + "; with ".join(parts)
    return f"{words}, else keep" if "keep" in actions else words


def _action(options: Options, span: slice, chances: Floats, counted: int) -> str:
    """Return what is done with a class of draws, in whole percent."""
    one = options.classes[int(options.group[span.start])]
    parts = []
    for spent, total, chance in zip(
        options.spent[span].tolist(), options.total[span].tolist(), chances[span], strict=True
    ):
        percent = round(float(chance) * PERCENT)
        if spent == NO_TILE or not percent:
            continue
        aim = "" if total == one.swapped(spent, counted) else f" for a sum of {total}"
        share = "" if percent == PERCENT else f" in {percent} % of cases"
        parts.append(f"spend the {spent}{aim}{share}")
    return " and ".join(parts) or "keep"


def _placed(rows: Iterable[tuple[Case, str]]) -> list[tuple[str, str]]:
    """Return (where, what) with all places of the same what together, in order of appearance."""
    ordered = list(rows)
    by_total = [
        (total, list(group)) for total, group in groupby(ordered, key=lambda row: row[0].total)
    ]
    cells: list[tuple[int, int, str, str]] = []  # number of the sum, sum, detail, what
    for number, (total, group) in enumerate(by_total):
        if len({what for _, what in group}) > 1:
            cells += [(number, total, case.detail, what) for case, what in group]
        else:
            cells.append((number, total, "", group[0][1]))
    places: dict[str, list[str]] = {}
    numbers = [total for total, _ in by_total]
    for (detailed, what), run in groupby(cells, key=lambda cell: (bool(cell[-2]), cell[-1])):
        several = list(run)
        if detailed:
            where = [f"{total} ({detail})" for _, total, detail, _ in several]
        else:
            where = [_range(numbers, several[0][0], several[-1][0])]
        places.setdefault(what, []).extend(where)
    return [(_or(where), what) for what, where in places.items()]


def _range(numbers: Sequence[int], first: int, last: int) -> str:
    """Return a run of the numbers in words.

    >>> [_range([6, 7, 8, 9], *run) for run in ((0, 1), (2, 2), (1, 2), (3, 3), (2, 3))]
    ['7 or less', '8', '7 to 8', '9', '8 or more']
    """
    if first == last:
        return str(numbers[first])
    if first == 0:
        return f"{numbers[last]} or less"
    if last == len(numbers) - 1:
        return f"{numbers[first]} or more"
    return f"{numbers[first]} to {numbers[last]}"


def _or(places: Sequence[str]) -> str:
    return ", ".join(places[:-1]) + (" or " if len(places) > 1 else "") + places[-1]


def signal_words(seen: Signal) -> str:
    """Return what a side sees of the enemy's swap, as the beginning of a sentence.

    >>> signal_words(Sight.SWAPPED), signal_words(Shown(11, 4))
    ('if the attacker swapped: ', 'against 11 (with a 4 swapped in): ')
    """
    if isinstance(seen, Sight):
        return SIGHTS[seen]
    return f"against {seen.total} ({_swapped_in(seen)}): "


def _swapped_in(seen: Shown) -> str:
    return f"with a {seen.spent} swapped in" if seen.spent else "as drawn"


def _first(play: Play) -> Options:
    return play.fight.attacker if play.fight.battle.attacker_leads else play.fight.defender


def _counted(play: Play) -> int:
    return play.fight.battle.numbers.tiles.counted
