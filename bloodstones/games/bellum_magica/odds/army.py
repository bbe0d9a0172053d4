"""An army's icons by row, and its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.parameters import ref
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS, Castle, Creature
from bloodstones.games.bellum_magica.rules.names import Deck, Icon, Side, Token
from bloodstones.games.bellum_magica.rules.reading import Ruleset
from bloodstones.games.bellum_magica.rules.strength import beats

MOST_REROLLS = 99


@dataclass(frozen=True, slots=True)
class RollPlan:
    """The best use of rerolls for a worth of each row.

    Attributes
    ----------
    expected
        Expected worth with 0, 1, … rerolls left before a roll.
    rolled_again
        For 1, 2, … rerolls left: the rows (from 1) that are rolled again.
    final
        Chance that each row is the active one in the end, with all rerolls.
    """

    expected: tuple[Fraction, ...]
    rolled_again: tuple[tuple[int, ...], ...]
    final: tuple[Fraction, ...]

    def mean(self, worths: Sequence[int | Fraction]) -> Fraction:
        """Return the expectation of something else of the rows under this plan."""
        return sum(
            (chance * worth for chance, worth in zip(self.final, worths, strict=True)), Fraction(0)
        )


def best_rolls(worths: Sequence[int | Fraction], rerolls: int) -> RollPlan:
    """Return the plan that makes the worth of the active row greatest by expectation.

    A row is rolled again only if that is worth more than to keep it.

    Parameters
    ----------
    worths
        Of each face of the die, which are equally likely.
    rerolls
        0 to 99.

    Examples
    --------
    Two of six rows are good, and one reroll is there:

    >>> plan = best_rolls([1, 0, 0, 1, 0, 0], 1)
    >>> plan.expected, plan.rolled_again
    ((Fraction(1, 3), Fraction(5, 9)), ((2, 3, 5, 6),))
    >>> best_rolls([1, 0], 100)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected 0 to 99 rerolls, got 100 (⟨rerolls⟩)
    """
    if not 0 <= rerolls <= MOST_REROLLS:
        raise expected(f"0 to {MOST_REROLLS} rerolls", rerolls, ref("rerolls"))
    faces = len(worths)
    values = [Fraction(sum(worths, Fraction(0))) / faces]
    again: list[tuple[int, ...]] = []
    final: tuple[Fraction, ...] = (Fraction(1, faces),) * faces
    for _ in range(rerolls):
        later = values[-1]
        rows = tuple(row for row in range(faces) if worths[row] < later)
        share = Fraction(len(rows), faces)
        values.append(sum((Fraction(max(worth, later)) for worth in worths), Fraction(0)) / faces)
        again.append(tuple(row + 1 for row in rows))
        kept = [Fraction(0) if row in rows else Fraction(1, faces) for row in range(faces)]
        final = tuple(share * old + now for old, now in zip(final, kept, strict=True))
    return RollPlan(tuple(values), tuple(again), final)


@dataclass(frozen=True, slots=True)
class Army:
    """A castle with the creatures left and right of it."""

    castle: Castle
    left: tuple[Creature, ...]
    right: tuple[Creature, ...]

    def row(self, number: int) -> tuple[int, ...]:
        """Return the counts by `Icon` of a row, 0 to 5 (BM-TROOP-01)."""
        half = ICONS // len(Side)
        counts = list(self.castle.rows[number])
        for icon in range(ICONS):
            side = self.left if icon < half else self.right
            counts[icon] += sum(card.rows[number][icon] for card in side)
        return tuple(counts)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """All rows."""
        return tuple(self.row(number) for number in range(ROWS))


@dataclass(frozen=True, slots=True)
class Target:
    """What is attacked: a location, the tavern, or a castle, which takes a thief."""

    id: str
    shields: int
    magic_shields: int
    thief: bool

    def falls_to(self, row: Sequence[int]) -> bool:
        """Whether a row beats it (BM-ATTACK-03, BM-ATTACK-10)."""
        if self.thief and not row[Icon.THIEF]:
            return False
        swords, magic = row[Icon.SWORD], row[Icon.MAGIC_SWORD]
        return beats(swords, magic, self.shields, self.magic_shields)


def names_in(text: str) -> list[str]:
    """Return the names of a list written with commas, in capital letters.

    >>> names_in("g01, E07")
    ['G01', 'E07']
    """
    return [part.strip().upper() for part in text.split(",") if part.strip()]


def army_of(rules: Ruleset, castle: str, left: Sequence[str], right: Sequence[str]) -> Army:
    """Return the army of a castle board and creatures, all by their ids.

    Parameters
    ----------
    rules
        The rules in force.
    castle
        Id of a board.
    left, right
        Ids of the creatures on each side of the castle.

    Raises
    ------
    KeyError
        For an unknown id.
    """
    boards = {each.id: each for each in rules.castles}
    cards = {card.id: card for card in rules.creatures}
    return Army(boards[castle], *(tuple(cards[name] for name in side) for side in (left, right)))


def check_castle(rules: Ruleset, castle: str, faults: Faults) -> None:
    """Collect a fault for an unknown castle board."""
    boards = {each.id for each in rules.castles}
    if castle not in boards:
        faults.add(ref("castle"), "a castle board", castle, nearest(castle, boards))


def check_creatures(rules: Ruleset, names: Sequence[str], faults: Faults) -> None:
    """Collect a fault for creatures that cannot stand at a castle together."""
    goblins = {card.id for card in rules.creatures if card.deck is Deck.GOBLIN}
    sides = f"{ref('left')}, {ref('right')}"
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.note(sides, f"{name} once", f"it {names.count(name)} times")
    dealt, goblins_named = rules.numbers["setup.goblins"], len(goblins & set(names))
    if goblins_named > dealt:
        faults.note(sides, f"at most {dealt} goblins (BM-SETUP-02)", str(goblins_named))


def target_of(rules: Ruleset, name: str, tokens: Mapping[Token, int]) -> Target:
    """Return a target; tokens add to the shields of a castle.

    Parameters
    ----------
    rules
        The rules in force.
    name
        Id of a location, the tavern or a castle board.
    tokens
        On a castle; they add to its shields.
    """
    boards = {each.id: each for each in rules.castles}
    if name in boards:
        board = boards[name]
        shields = board.shields + tokens.get(Token.SHIELD, 0)
        return Target(name, shields, board.magic_shields + tokens.get(Token.MAGIC_SHIELD, 0), True)
    place = next(each for each in rules.locations if each.id == name)
    return Target(name, place.shields, place.magic_shields, False)


def check_target(
    rules: Ruleset, name: str, tokens: Mapping[Token, int], castle: str, faults: Faults
) -> None:
    """Collect a fault for a target that the board `castle` cannot attack, and for idle tokens.

    Parameters
    ----------
    rules
        The rules in force.
    name
        As in `target_of`.
    tokens
        As in `target_of`; idle beside a location.
    castle
        Id of the attacker's board, which it cannot attack.
    faults
        Collects what is wrong.
    """
    places = [each.id for each in rules.locations]
    boards = [each.id for each in rules.castles if each.id != castle]
    if name not in (*places, *boards):
        wanted = "the id of a location, the tavern or another castle"
        faults.add(ref("target"), wanted, name, nearest(name, [*places, *boards]))
    elif tokens and name in places:
        faults.note(ref("tokens"), "tokens of a castle that is attacked", f"some of {name}")
