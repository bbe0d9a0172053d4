"""How Wizard Kings speaks to people at its table (see `kit.table.voice`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from bloodstones.games.wizard_kings.engine.playthrough import Playthrough as GamePlaythrough
from bloodstones.games.wizard_kings.engine.state import BLOCKS, NOBODY, Point
from bloodstones.games.wizard_kings.engine.view import View, view
from bloodstones.games.wizard_kings.events import BLOCKS as BLOCKS_NAMED
from bloodstones.games.wizard_kings.events import HEXES
from bloodstones.games.wizard_kings.record.header import hex_name, names
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table import voice

QUESTIONS: Final[Mapping[int, str]] = {
    Point.BUY: "what do you buy for your first army? You have {gold} GP.",
    Point.PLACE: "where do you place {next}?",
    Point.PIN: "which of your blocks is pinned in {fight}?",
    Point.MOVE: "which block moves, sails or casts?",
    Point.STEP: "where does {mover} go?",
    Point.DECLARE: "on which side do you fight?",
    Point.TARGET: "which block is the target of {spell}?",
    Point.DISPEL: "does one of your wizards dispel {spell}?",
    Point.BATTLE: "which battle is fought next?",
    Point.ACT: "what does a block do in {fight}?",
    Point.HIT: "which block takes the hit?",
    Point.SWARM: "which block of the swarm fires next in {fight}?",
    Point.REGROUP: "which block regroups?",
    Point.REMOVE: "which block leaves {remove}?",
    Point.BUILD: "what do you build? You have {gold} GP.",
}


class GameVoice(voice.Voice):
    """The voice of Wizard Kings at a table: questions, options and the board in words."""

    questions = QUESTIONS

    def names_at(self, play: Playthrough, line: Line, names: Names) -> Names:
        """Return names that say where blocks are, for a line that does not say it."""
        if "hex" in line or ("block" not in line and "to" not in line):
            return names
        game = cast(GamePlaythrough, play)
        hexes = names[HEXES]
        blocks = [
            f"{name} ({hexes[int(h)]})" if int(h) >= 0 else name
            for name, h in zip(names[BLOCKS_NAMED], game.state.hex, strict=False)
        ]
        return {**names, BLOCKS_NAMED: blocks}

    def shown(self, play: Playthrough, line: Line, seat: int) -> Line:
        """Return a line that names the city of its hex, with its GP."""
        if "hex" not in line:
            return line
        board = cast(GamePlaythrough, play).game_setup.board
        cities = {hex_name(c.hex, board.width): f"{c.name}, {c.value} GP" for c in board.cities}
        city = cities.get(line["hex"])
        return line if city is None else {**line, "hex": f"{line['hex']} ({city})"}

    def question(self, play: Playthrough) -> str:
        """Return the question that the decider faces now."""
        state, named = play.state, names(play)
        blocks, hexes, spells = named[BLOCKS_NAMED], named[HEXES], named["spells"]

        def name(listed: Sequence[str], number: int) -> str:
            return listed[number] if 0 <= number < len(listed) else "it"

        return (
            super()
            .question(play)
            .format(
                gold=int(state.gold[play.decider]),
                next=name(blocks, int(state.next_block)),
                mover=name(blocks, int(state.mover)),
                spell=name(spells, int(state.spell)),
                fight=name(hexes, int(state.fight_hex)),
                remove=name(hexes, int(state.remove_hex)),
            )
        )

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return money, and what stands in every hex in use."""
        game = cast(GamePlaythrough, play)
        return [*_seats(game, seat, names), *_hexes(game, seat, names)]


def _seats(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    state = play.state
    yield f"Turn {int(state.turn)}."
    for other, name in enumerate(names[SEATS]):
        gold = f", {int(state.gold[seat])} GP to spend" if other == seat else ""
        yield f"{name}: cities of {int(state.income[other])} GP{gold}."


def _hexes(play: GamePlaythrough, seat: int, names: Names) -> Iterator[str]:
    """Yield the cities with their owners, and every hex where blocks stand."""
    state, board = play.state, play.game_setup.board
    seen = view(play, seat)
    cities = {city.hex: city for city in board.cities}
    for h in range(len(board.terrain)):
        here = [f"{names[SEATS][o]}: {_blocks(seen, h, o, names)}"
                for o in range(play.seats) if (h, o) in seen.counts]  # fmt: skip
        about = board.terrain[h].id.replace("_", " ")
        if h in cities:
            holder = int(state.control[h])
            whose = names[SEATS][holder] if holder != NOBODY else "nobody"
            about += f"; {cities[h].name}, {cities[h].value} GP, controlled by {whose}"
        if here or h in cities:
            yield f"{names[HEXES][h]} ({about}) {'; '.join(here)}".rstrip()


def _blocks(seen: View, h: int, owner: int, names: Names) -> str:
    """Return the blocks of an owner in a hex, those that a seat sees by name."""
    blocks = [
        f"{names[BLOCKS_NAMED][block]} at {each.strength}"
        for block, each in seen.blocks.items()
        if each.hex == h and block // BLOCKS == owner
    ]
    hidden = seen.counts[h, owner] - len(blocks)
    if hidden > 0:
        blocks.append(f"{hidden} unknown")
    return ", ".join(Counter(blocks))
