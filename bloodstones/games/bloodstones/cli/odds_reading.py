"""The arguments of `bloodstones odds`: what is asked, and the battle that it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.force import (
    EXAMPLE,
    Force,
    check_attack,
    check_terrain,
    parse_force,
    parse_terrain,
)
from bloodstones.games.bloodstones.odds.hands import (
    NO_TILE,
    Hand,
    check_hand,
    check_held,
    choose_swap,
    read_pip_value,
)
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

PERCENT = 100
MOST_DIGITS = 9
COMMAND = "bloodstones odds"

# Question -> what asks it (any of these), and the options that go with it besides the battle's.
ASKED_BY: Mapping[str, tuple[str, ...]] = {
    "what_if": ("what_if",),
    "spend": ("spend",),
    "needs": ("needs", "nearby", "tiles"),
    "luck": ("drew", "enemy_drew", "swapped", "enemy_swapped"),
    "order": ("also", "also_hand", "cornered"),
}
GOES_WITH: Mapping[str, tuple[str, ...]] = {
    "odds": ("plot", "samples", "seed"),
    "what_if": ("side",),
    "spend": ("side",),
    "needs": ("side",),
    "luck": (),
    "order": (),
}
OF_THE_BATTLE = (
    "attacker",
    "defender",
    "terrain",
    "attacker_hand",
    "defender_hand",
    "attacker_swap",
    "defender_swap",
    "pip_value",
    "swap_unseen",
    "corsair_ship",
    "at_citadel",
)

Given = Mapping[str, Any]


class Answer(NamedTuple):
    """An answer: the JSON object, and what prints the panel."""

    shown: dict[str, Any]
    panel: Callable[[], None]


def question(given: Given) -> str:
    """Return the question that is asked; raise InputError for two, or options that do not go.

    >>> question({"attacker": "x", "what_if": True}), question({"attacker": "x"})
    ('what_if', 'odds')
    >>> question({"what_if": True, "plot": "x.svg"})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected options that go with --what-if, got --plot ...
    """
    asked = [name for name, by in ASKED_BY.items() if any(each in given for each in by)]
    if len(asked) > 1:
        told = " and ".join(_first(name, given) for name in asked)
        raise InputError(f"expected one question at a time, got {told} ({COMMAND})")
    name = asked[0] if asked else "odds"
    fitting = (*OF_THE_BATTLE, *ASKED_BY.get(name, ()), *GOES_WITH[name])
    for each in given:
        if each not in fitting:
            told = _first(name, given) if asked else "the plain question"
            others = [_asking(other) for other, with_it in GOES_WITH.items() if each in with_it]
            raise InputError(
                f"expected options that go with {told}, got {option(each)} ({COMMAND})",
                f"{option(each)} goes with {' or '.join(others)}" if others else None,
            )
    if "seed" in given and "samples" not in given:
        raise InputError(f"expected --samples with --seed, got none ({COMMAND})")
    return name


def _first(name: str, given: Given) -> str:
    return next(option(each) for each in ASKED_BY[name] if each in given)


def _asking(name: str) -> str:
    """Return what asks a question, in words."""
    return option(ASKED_BY[name][0]) if name in ASKED_BY else "the plain question"


def option(name: str) -> str:
    """Return how an option is written.

    >>> option("also_hand")
    '--also-hand'
    """
    return f"--{name.replace('_', '-')}"


def battle(given: Given, rules: Ruleset) -> Battle:
    """Return the battle that the arguments describe; raise InputError if it cannot be."""
    first = force(given, "attacker", rules)
    second = force(given, "defender", rules)
    where = terrain(given)
    check_attacker(first, given)
    check_terrain(first, where, "--attacker", rules)
    check_terrain(second, where, "--defender", rules)
    ours, theirs = hand(given, "attacker", first, rules), hand(given, "defender", second, rules)
    our_swap, their_swap = (
        choose_swap(given.get(f"{name}_swap"), tiles, f"--{name}-swap", units.faction)
        for name, tiles, units in (("attacker", ours, first), ("defender", theirs, second))
    )
    sides = first, second, where, ours, theirs, our_swap, their_swap
    return Battle(*sides, **terms(given), rules=rules)


class Terms(TypedDict):
    """What the arguments tell of a battle besides its sides, by the names of `Battle`."""

    corsair_ship: bool
    at_citadel: bool
    pip_value: float
    swap_announced: bool


def terms(given: Given) -> Terms:
    """Return what the arguments tell of a battle besides its sides.

    >>> terms({"pip_value": "scarce"})["pip_value"]
    0.03
    """
    return {
        "corsair_ship": "corsair_ship" in given,
        "at_citadel": "at_citadel" in given,
        "pip_value": read_pip_value(given.get("pip_value", "0"), "--pip-value"),
        "swap_announced": "swap_unseen" not in given,
    }


def check_attacker(attacker: Force, given: Given) -> None:
    """Raise InputError if a citadel attacks, or for --at-citadel without one (AMB-24)."""
    if "at_citadel" not in given:
        check_attack(attacker, "--attacker")
    elif Unit.CITADEL not in attacker.counts:
        tip = f"--attacker '{attacker}, {Unit.CITADEL.id}'"
        raise expected("the citadel that stands there", str(attacker), "--at-citadel", tip)


def force(given: Given, role: str, rules: Ruleset) -> Force:
    """Return the force of a side."""
    return parse_force(needed(given, role, EXAMPLE), option(role), rules)


def terrain(given: Given) -> Terrain:
    """Return where the battle is."""
    return parse_terrain(needed(given, "terrain", ", ".join(Terrain.ids())), "--terrain")


def hand(given: Given, role: str, force: Force, rules: Ruleset) -> Hand:
    """Return the hand tiles of a side that has these units, best first."""
    name = f"{role}_hand"
    return hand_of(given[name], force, option(name), rules) if name in given else ()


def hand_of(text: str, force: Force, where: str, rules: Ruleset) -> Hand:
    """Return the hand tiles that a text tells, beside the units of their owner.

    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> hand_of("3,5", parse_force("hill_folk: giant", "--also"), "--also-hand", load_ruleset())
    (5, 3)
    """
    found = check_hand(list(pips(text, where)), where, rules)
    check_held(found, force.faction, force.counts, where, rules)
    return found


def side(given: Given) -> Role:
    """Return the side that asks.

    >>> side({"side": "defender"})
    <Role.DEFENDER: 1>
    """
    return Role.parse(given.get("side", Role.ATTACKER.id).strip().lower(), "--side")


def needed(given: Given, name: str, tip: str) -> str:
    """Return the text of an option, or raise InputError without one."""
    if name not in given:
        told = option(name)
        raise InputError(f"expected {told}, got nothing ({COMMAND})", f"{told} '{tip}'")
    return str(given[name])


def pips(text: str, where: str) -> Iterator[int]:
    """Yield the tiles of a text such as `5,3`.

    >>> list(pips("5, 3", "--drew"))
    [5, 3]
    """
    for item in text.split(","):
        tile = item.strip()
        if not (tile.isascii() and tile.isdigit() and len(tile) == 1):
            raise expected("pips like 5,3", text, where)
        yield int(tile)


def swapped(given: Given, name: str) -> int | None:
    """Return the tile told to be swapped in, 0 for `none`; None if nothing is told.

    >>> [swapped({"swapped": text}, "swapped") for text in ("4", "none")], swapped({}, "swapped")
    ([4, 0], None)
    """
    text = given.get(name)
    if text is None or text == "none":
        return None if text is None else NO_TILE
    tiles = list(pips(text, option(name)))
    if len(tiles) != 1:
        raise expected("one tile like 4, or none", text, option(name))
    return check_hand(tiles, option(name))[0]


def shares(text: str, where: str) -> list[Fraction]:
    """Return percentages such as `80,92.5` as shares.

    >>> shares("80,92.5", "--needs")
    [Fraction(4, 5), Fraction(37, 40)]
    """
    found = []
    for item in text.split(","):
        number = item.strip().removesuffix("%").strip()
        whole, _, part = number.partition(".")
        if not (number.isascii() and (whole + part).isdigit() and len(number) <= MOST_DIGITS):
            raise expected("percentages like 80,90,95", text, where)
        share = Fraction(number) / PERCENT
        if not 0 < share <= 1:
            raise expected("percentages above 0 and at most 100", text, where)
        found.append(share)
    return found
