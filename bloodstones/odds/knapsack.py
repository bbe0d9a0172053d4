"""The best choice of things within a budget (bounded knapsack), solved exactly."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bloodstones.core.errors import expected

CACHED_TABLES = 65_536


class Item(NamedTuple):
    """Alike things: cost of each, worth of each and how many there are.

    The worth is a row of numbers compared from the left, so that a later one decides between
    choices that are level in all before it. All items of a choice have rows of one length.

    Attributes
    ----------
    cost
        Of each, at least 0.
    worth
        Of each.
    copies
        How many there are.
    """

    cost: int
    worth: tuple[int, ...]
    copies: int


class Choice(NamedTuple):
    """What is taken: the summed worth, and how many of each item.

    Attributes
    ----------
    worth
        Of all that is taken.
    taken
        How many of each item, in the order of the items.
    """

    worth: tuple[int, ...]
    taken: tuple[int, ...]


def best_choice(budget: int, items: tuple[Item, ...]) -> Choice:
    """Return the choice of most worth among those that cost at most `budget` together.

    Of choices of the same worth, the one that takes fewest of the last item, then of the one before
    it, and so on.

    Parameters
    ----------
    budget
        At least 0.
    items
        At least one, with costs and copies of at least 0.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> best_choice(5, (Item(2, (3,), 2), Item(3, (4,), 1)))
    Choice(worth=(7,), taken=(1, 1))
    """
    if budget < 0:
        raise expected("a budget of at least 0", budget, "knapsack")
    if not items or min(min(item.cost, item.copies) for item in items) < 0:
        raise expected("items with costs and copies of at least 0", items, "knapsack")
    return _table(budget, items)[budget]


@lru_cache(maxsize=CACHED_TABLES)
def _table(budget: int, items: tuple[Item, ...]) -> tuple[Choice, ...]:
    """Return the best choice for every budget from 0; tables of leading items are shared."""
    *first, last = items
    if first:
        before = _table(budget, tuple(first))
    else:
        before = (Choice((0,) * len(last.worth), ()),) * (budget + 1)
    return tuple(_best(before, last, points) for points in range(budget + 1))


def _best(before: tuple[Choice, ...], item: Item, points: int) -> Choice:
    most = min(item.copies, points // item.cost) if item.cost else item.copies
    return max(
        (_with(before[points - n * item.cost], item, n) for n in range(most + 1)),
        key=lambda choice: choice.worth,
    )


def _with(choice: Choice, item: Item, n: int) -> Choice:
    worth = tuple(have + n * more for have, more in zip(choice.worth, item.worth, strict=True))
    return Choice(worth, (*choice.taken, n))
