"""What a hand out of a deck brings, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    EXACT_MEAN,
    Answer,
    Aside,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
)
from bloodstones.core.questions.parameters import param, ref, text_type, whole
from bloodstones.core.questions.question import check
from bloodstones.games.battalia.odds import decks
from bloodstones.games.battalia.odds.decks import MOST_HAND, SIZES, HandChances, hand_chances
from bloodstones.games.battalia.questions.common import CARDS, OfBattalia


def _read_wanted(text: str, where: str, _: object) -> str:
    faults = Faults()
    decks.read_wanted(text, where, faults)
    faults.raise_if_any()
    return text


WORDS: Final = text_type(
    "WORDS",
    _read_wanted,
    grammar=lambda: {
        "WORDS": "kinds (weapon), factions (orsari), cards (orsari lord); commas mean any of them"
    },
)


COHORTS: Final = "cohorts"
BEFORE, AFTER = "before", "after"
COLUMNS: Final = (
    Column("deck", "Deck"),
    Column("size", "Size", COUNT),
    Column("p", "Chance", CHANCE),
)


class Draws(OfBattalia):
    """Exact chances of cohorts and wanted cards in a hand drawn from a deck."""

    name = "draws"
    examples = (
        {"deck": "orsari: friman*3; supply*5", "hand": "6"},
        {"deck": "orsari: friman*3; supply*5", "gain": "orsari: lord", "want": "lord"},
    )

    asides: ClassVar[Mapping[str, str]] = {
        COHORTS: "the chance of each size of the largest cohort, before and after a change"
    }

    deck: decks.Deck = param(CARDS, "Cards in the draw pile.")
    hand: int = param(whole(1, MOST_HAND), "Number of cards drawn.", default=6)
    cohort: int = param(
        whole(SIZES[0], SIZES[-1], "SIZE"), "Smallest cohort to count.", default=SIZES[0]
    )
    want: str | None = param(WORDS, "Cards you want; one of them is enough.", default=None)
    gain: decks.Deck = param(CARDS, "Compare: cards added to the deck.", default={})
    thin: decks.Deck = param(CARDS, "Compare: cards removed from the deck.", default={})

    @check("deck", "gain", "thin")
    def has_what_is_lost(self, faults: Faults) -> None:
        """Check that the cards lost are in the deck."""
        decks.thinned(decks.joined(self.deck, self.gain), self.thin, ref("thin"), faults)

    def solve(self) -> Answer:
        """Return the chances of the deck, and of the deck before a change."""
        faults = Faults()
        changed = decks.thinned(decks.joined(self.deck, self.gain), self.thin, ref("thin"), faults)
        wanted = frozenset[int]()
        if self.want is not None:
            wanted = decks.read_wanted(self.want, ref("want"), faults)
        chances = hand_chances(self.rules, changed, self.hand, wanted)
        cards = sum(changed.values())
        asked = {
            "deck": decks.names_of(changed),
            "cards": cards,
            "hand": self.hand,
            "cohort": self.cohort,
        }
        is_changed = bool(self.gain or self.thin)
        lines = [(AFTER if is_changed else "", *line) for line in chances.largest.items()]
        title = "After the change" if is_changed else ""
        parts: list[Part] = [Data(asked), Facts([*self._facts(chances)], title, bars=True)]
        if self.want is not None:
            parts.append(Data({"want": self.want}))
        if is_changed:
            before = hand_chances(self.rules, self.deck, self.hand, wanted)
            rows = [Fact("deck", "", decks.names_of(self.deck), COUNT), *self._facts(before)]
            parts.append(Facts(rows, "Before the change", bars=True, key="before"))
            lines += [(BEFORE, *line) for line in before.largest.items()]
        title = "The largest cohort of a hand"
        parts.append(Aside(COHORTS, lambda: Table(COLUMNS, lines, title, COHORTS), main=True))
        return Answer(f"A hand of {self.hand} of {cards} cards", parts)

    def _facts(self, chances: HandChances) -> Iterator[Fact]:
        """Yield the chances of a deck."""
        least = chances.at_least(self.cohort)
        yield Fact("p_cohort", f"A cohort of {self.cohort} or more", least, CHANCE, "first")
        for size, value in chances.largest.items():
            more = " or more" if size == SIZES[-1] else ""
            yield Fact(f"p_cohort_{size}", f"  largest of {size}{more}", value, CHANCE)
        yield Fact("expected_cohort_draw", "Cards drawn for cohorts", chances.drawn, EXACT_MEAN)
        if chances.wanted is not None:
            yield Fact("p_want", "A wanted card or more", chances.wanted, CHANCE, "second")


QUESTION: Final = Draws
