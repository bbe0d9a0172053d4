"""When wanted creatures turn up, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    Answer,
    Aside,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
)
from bloodstones.core.questions.parameters import Type, choice, param, ref, whole
from bloodstones.core.questions.question import check
from bloodstones.games.bellum_magica.odds.offers import HIRED, pile_of, piles_with, showing_words
from bloodstones.games.bellum_magica.questions.common import OfBellumMagica, creatures, is_tuple
from bloodstones.games.bellum_magica.rules.names import Deck
from bloodstones.games.bellum_magica.rules.reading import Ruleset

MOST_REFILLS: Final = 80
CHANCES: Final = "chances"
COLUMNS: Final = (Column("refills", "Refills", COUNT), Column("p", "Chance", CHANCE))
PILES: Final = {deck.id: deck for deck in HIRED}


def _read_words(text: str, where: str, rules: Ruleset) -> tuple[str, ...]:
    faults, shown = Faults(), showing_words(rules)
    words = [word.strip().lower().replace(" ", "_") for word in text.split(",") if word.strip()]
    if not words:
        faults.note(where, "something wanted", "nothing")
    for word in words:
        if word not in shown:
            faults.add(where, "a creature, a bonus token or an icon", word, nearest(word, shown))
    faults.raise_if_any()
    return tuple(words)


WORDS: Final = Type(
    "WORDS",
    _read_words,
    "tuple[str, ...]",
    is_tuple,
    ", ".join,
    lambda: {
        "WORDS": "ids, names (rat_pack), bonus tokens (reroll) or icons (thief); commas mean "
        "any of them"
    },
)
PILE: Final = choice(
    "PILE", "a pile of creatures", lambda: PILES, grammar=lambda: {"PILE": tuple(PILES)}
)
SEEN: Final = creatures("the id of an evil or most evil creature", HIRED)


class Draws(OfBellumMagica):
    """Exact chance that wanted creatures appear within N refills.

    The two cards at the start of the game also count, unless you name the cards that you have seen.
    """

    name = "draws"
    examples = ({"want": "ogre", "refills": "6"}, {"want": "reroll, thief", "pile": "evil"})

    asides: ClassVar[Mapping[str, str]] = {CHANCES: "the chance after each number of refills"}

    want: tuple[str, ...] = param(WORDS, "Creatures you want.")
    refills: int = param(
        whole(0, MOST_REFILLS), "Number of cards revealed by purchases.", default=0
    )
    at_least: int = param(whole(1, metavar="K"), "Number of wanted creatures you need.", default=1)
    seen: tuple[str, ...] | None = param(
        SEEN, "Cards that are no longer in the pile.", default=None
    )
    pile: str | None = param(
        PILE, "The pile, if both piles contain wanted creatures.", default=None
    )

    @check("want", "pile")
    def one_pile(self, faults: Faults) -> None:
        """Check that one pile is meant."""
        if self.pile is None and len(piles_with(self.rules, self.want)) > 1:
            faults.note(ref("want"), f"creatures of one pile, or {ref('pile')}", "some of both")

    def solve(self) -> Answer:
        """Return the chance after each number of refills."""
        pile = pile_of(self.rules, self.want, self.seen or (), self._deck())
        first = self.rules.numbers["setup.face_up"] if self.seen is None else 0
        chances = [pile.chance(first + n, self.at_least) for n in range(self.refills + 1)]
        asked = {
            "want": list(self.want),
            "pile": pile.deck.id,
            "wanted": [card.id for card in pile.wanted],
            "cards_in_pile": pile.size,
            "at_least": self.at_least,
            "refills": self.refills,
        }
        rows = [
            Fact("", f"after {n} refill{'s' * (n != 1)}", p, CHANCE) for n, p in enumerate(chances)
        ]
        rows[-1] = Fact("p_success", rows[-1].label, chances[-1], CHANCE, "first")
        lines = [*enumerate(chances)]
        title = f"{self.at_least} or more of {len(pile.wanted)} wanted cards of {pile.size}"
        parts: list[Part] = [
            Data(asked),
            Facts(rows, title, bars=True),
            Data({"by_refill": [str(each) for each in chances]}),
            Aside(CHANCES, lambda: Table(COLUMNS, lines, title, CHANCES), main=True),
        ]
        return Answer(", ".join(self.want), parts)

    def _deck(self) -> Deck:
        """Return the pile that is meant."""
        return PILES[self.pile] if self.pile else min(piles_with(self.rules, self.want))


QUESTION: Final = Draws
