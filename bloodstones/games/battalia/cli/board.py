"""The table as a seat sees it, in words: all open information, and the seat's cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from bloodstones.core.text import amount, with_article
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import DEFENDER, ITEMS, NOTHING
from bloodstones.games.battalia.engine.state import Square as Lies
from bloodstones.games.battalia.engine.view import View, visible
from bloodstones.games.battalia.record.forms import CARD, CARDS, with_capitals
from bloodstones.games.battalia.rules.boards import exits_text, square_name
from bloodstones.games.battalia.rules.names import (
    DECKS,
    FIRST_GREAT,
    LEVELS,
    SUPPLY,
    Build,
    Faction,
    Great,
    Kind,
)
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.records.templates import counted

OWN: Final = {"hand": "Your hand", "draw": "To draw, in any order", "ambush": "In ambush"}
LYING: Final = {"played": "played", "gained": "gained", "discard": "discarded"}


def tell_table(play: Playthrough, seat: int, names: Names) -> Iterator[str]:
    """Yield the view of a seat in words: standing, fight, its cards, oracle, pool, squares."""
    return map(with_capitals, _table(play, seat, names))


def _table(play: Playthrough, seat: int, names: Names) -> Iterator[str]:
    seen = visible(play.state, seat)
    people = names[SEATS]
    yield f"Turn {seen.table['turn']}; {people[seen.table['active']]} at play. {_oracle(seen)}"
    if seen.table["fighting"]:
        yield _fight(seen, names)
    for number, name in enumerate(people):
        yield _standing(play, seen, number, name)
        yield from _on_table(seen, number, name)
    for field, title in OWN.items():
        yield f"{title}: {_counted(getattr(seen, field))}."
    yield from _pool(seen)
    yield from _squares(play, seen, names)


def _counted(counts: Any) -> str:
    numbers = np.asarray(counts).tolist()
    every = [CARDS[card] for card, number in enumerate(numbers) for _ in range(number)]
    return counted(every, CARD.plural_of)


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts).replace("_", " ") or "nothing"


def _oracle(seen: View) -> str:
    """Return which artifact is lit and which are paired (BA-ORACLE-02, BA-ORACLE-03)."""
    lit, paired = seen.table["lit"], seen.table["paired"]
    if not seen.table["turn"]:
        return "The oracle has not turned yet."
    kinds = [Kind(kind).id for kind in range(DECKS) if paired >> kind & 1]
    return f"Lit: {Kind(lit).id if lit != NOTHING else 'nothing'}; paired: {_joined(kinds)}."


def _fight(seen: View, names: Names) -> str:
    """Return who fights whom with what so far (BA-FIGHT-03)."""
    table, people = seen.table, names[SEATS]
    against = table["against"]
    what = "a hero" if table["at_hero"] else "the city"
    target = f"{what} of {people[against]}" if against != NOTHING else "what is neutral there"
    sides = (
        f"{table['strength'][side]} in the line of the {name}, heroes {table['heroes'][side]}"
        for side, name in enumerate(("attacker", "defender"))
        if side != DEFENDER or against != NOTHING
    )
    attacker = people[table["active"]]
    return f"Fight in {square_name(table['square'])}: {attacker} at {target}; {'; '.join(sides)}."


def _standing(play: Playthrough, seen: View, seat: int, name: str) -> str:
    """Return the points of a seat, its cards, tokens and heroes in stock."""
    hand, pile, ambush = (int(number) for number in seen.sizes[seat])
    leads, great = int(seen.table["faction"][seat]), int(seen.table["great"][seat])
    faction = f", leads {Faction(leads).id}" if leads != NOTHING else ""
    tokens = ", ".join(
        f"{int(seen.table['tokens'][seat][level])} of level {level}" for level in range(1, LEVELS)
    )
    stock = int((np.asarray(seen.table["hero"][seat]) == NOTHING).sum())
    points = amount(int(play.scores[seat]), "point")
    gained = f", has gained the {Great(great).id}" if great != NOTHING else ""
    return (
        f"{name}{' (you)' if seat == seen.seat else ''}{faction}: {points}, "
        f"cards: {hand} in hand, {pile} to draw, {ambush} in ambush; tokens left: {tokens}; "
        f"heroes in stock: {stock}{gained}."
    )


def _on_table(seen: View, seat: int, name: str) -> Iterator[str]:
    """Yield the open cards of a seat, but for kinds of places without any."""
    table = seen.table
    lines = [
        f"{title} {_counted(table[field][seat])}"
        for field, title in LYING.items()
        if np.asarray(table[field][seat]).any()
    ]
    for number, tent in enumerate(table["tent"][seat].tolist()):
        if tent != NOTHING:
            held = [CARDS[card] for card in table["held"][seat][number].tolist() if card != NOTHING]
            lines.append(f"tent {number + 1} with {_joined(held)}")
    for item in range(ITEMS):
        kind = int(table["item_kind"][item])
        if kind != NOTHING and int(table["item_owner"][item]) == seat:
            lines.append(f"converted card {item + 1}: {_item(seen, item, kind)}")
    if lines:
        yield f"{name}: {'; '.join(lines)}."


def _item(seen: View, item: int, kind: int) -> str:
    """Return a converted card with its copies, or the second half of a lit one."""
    if seen.table["item_half"][item]:
        return f"the second half of {with_article(Kind(kind).id)}"
    card = int(seen.table["item_card"][item])
    cards = counted([CARDS[card]] * int(seen.table["item_copies"][item]), CARD.plural_of)
    return f"{cards} under a six" if seen.table["item_joker"][item] else cards


def _pool(seen: View) -> Iterator[str]:
    """Yield the size of every deck of the pool, its open card, and limbo."""
    sizes = seen.deck_sizes.tolist()
    decks = [f"{Kind(deck).id} {_deck(seen, deck, size)}" for deck, size in enumerate(sizes)]
    yield f"Pool: {_joined([*decks, f'supply {int(seen.others[0])}'])}."
    left = np.asarray(seen.table["map_left"]).sum(axis=1).tolist()
    builds = (
        f"{build.id} {_deck(seen, DECKS + build, size)}"
        for build, size in zip(Build, left, strict=True)
    )
    yield f"Map cards: {_joined(builds)}."
    greats = [Great(n).id for n in range(len(Great)) if seen.others[FIRST_GREAT - SUPPLY + n]]
    yield f"Great artifacts: {_joined(greats)}. Limbo: {_counted(seen.table['limbo'])}."


def _deck(seen: View, deck: int, size: int) -> str:
    """Return the size of a deck, with the faction of a card that lies open on it."""
    tops = seen.table["top"]
    top = int(tops[deck]) if deck < len(tops) else NOTHING
    return f"{size} ({Faction(top).id} on top)" if top != NOTHING and size else str(size)


def _squares(play: Playthrough, seen: View, names: Names) -> Iterator[str]:
    """Yield every square with something on it, then the empty ones."""
    table, people = seen.table, names[SEATS]
    empty = []
    for square, what in enumerate(table["what"].tolist()):
        if what == Lies.EMPTY:
            empty.append(square_name(square))
        if what in (Lies.OFF, Lies.EMPTY):
            continue
        parts = [_lies(play, seen, square, names)]
        if what != Lies.DEAD:
            parts.append(f"exits {exits_text(int(table['exits'][square]))}")
        heroes = [
            people[seat]
            for seat in range(len(people))
            for hero in table["hero"][seat].tolist()
            if hero == square
        ]
        parts += [f"heroes: {counted(heroes)}"] if heroes else []
        yield f"{square_name(square)}: {'; '.join(parts)}"
    yield f"Empty squares: {_joined(empty)}."


def _lies(play: Playthrough, seen: View, square: int, names: Names) -> str:
    """Return the content of a square in words: a city with owner, level and terrain."""
    table = seen.table
    what, level = int(table["what"][square]), int(table["level"][square])
    if what == Lies.RUINS:
        return f"ruins, level {int(play.tables.ruins_level)}"
    if what != Lies.CITY:
        return "blocked" if what == Lies.DEAD else "road"
    owner, terrain = int(table["owner"][square]), Faction(int(table["terrain"][square])).id
    if owner != NOTHING:
        return f"city of {names[SEATS][owner]}, level {level}, {terrain} terrain"
    if table["reverted"][square]:
        return f"neutral city without a token, level {level}, {terrain} terrain"
    if not level:
        return f"start city of nobody yet, {terrain} terrain"
    return f"neutral city, level {level}, {terrain} terrain"
