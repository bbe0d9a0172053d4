"""The equilibrium of a battle with swaps: when to swap which hand tile, and what it is worth.

Both sides play for the zero-sum payoff

    P(attacker wins) - pip_value * attacker's pips spent + pip_value * defender's pips spent

over the whole battle, re-fights included; a tile spent is gone in a re-fight (BS-COMBAT-31), so
smaller hands are solved first. Hands are open to both sides, draws are not.

Of several best plays this takes the one in which each side spends the fewest pips in the fight.

Examples
--------
Even forces, three tiles drawn each, a 4 in the attacker's hand, a 3 in the defender's:

>>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
>>> from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles
>>> numbers = Numbers(Tiles.of(load_ruleset()), 3, 3, 0, False)
>>> battle = SwapBattle(numbers, pip_value=0.02)
>>> solved = solve_swaps(battle, (4,), (3,))
>>> round(solved.value, 4), solved.exploitability < 1e-9
(0.6414, True)
>>> print(solved.words(attacker=True)[0])
with a best-three total of 9 or less, 10 (lowest 2) or 11 to 12: spend the 4; with 10 (lowest 3):
spend the 4 in 69 % of cases; otherwise keep
>>> print(solved.words(attacker=False)[1])
if the attacker swapped: with a best-three total of 10 (lowest 2), 11 (lowest 2) or 12 (lowest 2):
spend the 3; otherwise keep
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.fight import Ends, tiles_held
from bloodstones.games.bloodstones.odds.hands import NO_TILE, Hand, Hands, Swap, check_pip_value
from bloodstones.games.bloodstones.odds.swap_fight import Shown, Sight, Signal, SwapBattle
from bloodstones.games.bloodstones.odds.swap_options import Options
from bloodstones.games.bloodstones.odds.swap_play import Play
from bloodstones.games.bloodstones.odds.swap_values import Values, values_of
from bloodstones.odds.absorbing import Number, chain_ends

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swap_options import Floats


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
    parts = [f"{place}: {action}" for place, action in _placed(rows) if action != "keep"]
    words = f"with a {best} total of " + "; with ".join(parts)
    return f"{words}; otherwise keep" if "keep" in actions else words


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
        aim = "" if total == one.swapped(spent, counted) else f" for a total of {total}"
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


class Outcome(NamedTuple):
    """Expected results of a battle: exact fractions if both sides play pure strategies.

    Attributes
    ----------
    p_attacker
        The attacker's win probability.
    attacker_pips, defender_pips
        Pips that each side spends on average.
    """

    p_attacker: Number
    attacker_pips: Number
    defender_pips: Number


@dataclass(frozen=True, eq=False)
class SwapSolution:
    """A solved battle.

    Attributes
    ----------
    battle
        Its numbers.
    hands
        Attacker's and defender's hand, best tile first.
    """

    battle: SwapBattle
    hands: Hands

    @property
    def value(self) -> float:
        """The attacker's payoff when both sides play so."""
        return self.worth(self.hands)

    @property
    def p_attacker(self) -> Number:
        """The attacker's win probability."""
        return self.outcome.p_attacker

    @property
    def p_defender(self) -> Number:
        """The defender's win probability."""
        return 1 - self.outcome.p_attacker

    def words(self, attacker: bool, hands: Hands | None = None) -> tuple[Advice, ...]:
        """Return how a side swaps in words, one line for each thing that it may see before.

        Parameters
        ----------
        attacker
            Whether the side is the attacker.
        hands
            Hands left over in a re-fight; those of the first fight by default.
        """
        return side_words(self.play(hands or self.hands), attacker)

    @property
    def exploitability(self) -> float:
        """What both sides together gain in the first fight by best responses.

        Computed without a linear program. 0 where a swap model is fixed, since it is no best play.
        """
        if not (self.battle.attacker_swap.solved and self.battle.defender_swap.solved):
            return 0.0
        return self._values.gap(self.hands)

    def worth(self, hands: Hands) -> float:
        """Return the attacker's payoff in a battle that begins with these hands."""
        return self._values.worth(hands)

    def play(self, hands: Hands) -> Play:
        """Return how a fight with these hands is played; hands left over from `hands`."""
        return self._values.play(hands)

    def after(self, hands: Hands) -> SwapSolution:
        """Return the solution of a re-fight with hands left over from `hands`."""
        later = SwapSolution(self.battle, hands)
        later.__dict__["_values"] = self._values
        return later

    @cached_property
    def ends(self) -> Ends:
        """The ends of the battle and their probabilities; exact fractions for pure strategies."""
        values = self._values
        return chain_ends(
            self.hands,
            lambda hands, chance: values.play(hands, float(chance)).round(),
            tiles_held,
            values.unreached,
        )

    @cached_property
    def outcome(self) -> Outcome:
        """Win probability and pips spent on average, over the battle and all its re-fights."""
        p: Number = Fraction()
        ours: Number = Fraction()
        theirs: Number = Fraction()
        held = [sum(hand) for hand in self.hands]
        for end, chance in self.ends.items():
            p += chance * end.attacker_won
            ours += chance * (held[0] - sum(end.attacker_hand))
            theirs += chance * (held[1] - sum(end.defender_hand))
        return Outcome(min(p, Fraction(1)), ours, theirs)

    @cached_property
    def _values(self) -> Values:
        return values_of(self.battle, self.hands)


def solve_swaps(
    battle: SwapBattle, attacker_hand: Sequence[int] = (), defender_hand: Sequence[int] = ()
) -> SwapSolution:
    """Return the solved battle.

    Parameters
    ----------
    battle
        Its numbers, and how each side swaps.
    attacker_hand, defender_hand
        Pips of the hand tiles that the side might swap in.

    Raises
    ------
    InputError
        If a pip value or the models cannot be, the battle can never end, or SciPy is missing where
        both sides choose in the dark.

    Examples
    --------
    Corsairs defend, who see the sum before they decide, against an attacker who never swaps:

    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles
    >>> numbers = Numbers(Tiles.of(load_ruleset()), 3, 3, 0, True)
    >>> battle = SwapBattle(numbers, Swap.NEVER, Swap.INFORMED, pip_value=0.02)
    >>> solved = solve_swaps(battle, (), (5,))
    >>> solved.p_attacker, solved.outcome.defender_pips
    (Fraction(55, 784), Fraction(1355, 784))
    """
    check_pip_value(battle.pip_value, "pip_value")
    if battle.attacker_swap is battle.defender_swap is Swap.INFORMED:
        raise expected(
            "at most one side that is informed", "both", "attacker_swap and defender_swap"
        )
    hands: list[Hand] = [tuple(sorted(h, reverse=True)) for h in (attacker_hand, defender_hand)]
    return SwapSolution(battle, (hands[0], hands[1]))
