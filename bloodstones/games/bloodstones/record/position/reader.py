"""Reading a position in the notation of `position.notation`; all faults are reported together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.entry import Entry
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.engine.game_setup import GameSetup, check_line_up
from bloodstones.games.bloodstones.engine.pieces import list_pieces
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import AREAS, NOWHERE, SEATS, GameState
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.position.changes import take_changes
from bloodstones.games.bloodstones.record.position.cutiecorn_faults import check_cutiecorn
from bloodstones.games.bloodstones.record.position.fields import (
    MOST_TILES,
    SeatWords,
    complete,
    count_tiles,
    read_head,
    read_seat,
)
from bloodstones.games.bloodstones.record.position.piece_faults import check_pieces
from bloodstones.games.bloodstones.record.position.play_faults import check_play, conclude_position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import DEFAULTS, Readings, load_register
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.kit.positions.form import OPEN, OpenPile, deal_piles, open_number
from bloodstones.kit.positions.line import NONE, Line

WHERE: Final = "position"
DEALS: Final = 64  # kept, as packing the rules takes far longer than reading a position


def parse_position(
    text: str,
    rules: Ruleset | None = None,
    board: BoardMap | None = None,
    seed: int = 0,
    label: str = "",
    replicate: int = 0,
    readings: Readings = DEFAULTS,
) -> Playthrough:
    """Return a playthrough that stands at the position described.

    Parameters
    ----------
    text
        The notation of `position.notation`; any blanks, line ends too, part its words. Its section
        `rules` changes what is in force.
    rules, board
        The rules in force and the map; left out, the shipped rules and the shipped map named.
    seed, label, replicate
        What the random streams are keyed by; they stand as after the deal of a new playthrough.
    readings
        The rule options that differ from the default; the Cutiecorn's is set if the line names it.

    Raises
    ------
    InputError
        With every fault of form and everything that is impossible in the position.

    Examples
    --------
    >>> game = parse_position(
    ...     "tyrants_lament hill_folk,horse_lords turn=1 first=0 active=0 point=main"
    ...     " | 0: citadel=1 units=1:giant hand=leader | 1: citadel=30"
    ... )
    >>> [str(decision) for decision in game.legal()]
    ['pass', 'column 1']
    >>> parse_position("tyrants_lament hil_folk turn=1 first=0 active=0 point=main | 0: hand=-")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: position: expected a faction, got 'hil_folk' (did you ...
    """
    faults = Faults()
    luck = seed, label, replicate
    game, head, seats = _read(text, rules, board, luck, readings, faults)
    _check(game, head, seats, faults)
    return game


def _read(
    text: str,
    rules: Ruleset | None,
    board: BoardMap | None,
    luck: tuple[int, str, int],
    readings: Readings,
    faults: Faults,
) -> tuple[Playthrough, Entry, list[SeatWords]]:
    """Return a playthrough with what was read of a position, before the rules check it.

    Raises
    ------
    InputError
        There is no board or line-up to play with.
    """
    sections = [section.split() for section in text.split("|")]
    rules = load_ruleset() if rules is None else rules
    rules, readings = take_changes(sections, rules, readings, faults)
    line_up, board = _table(sections[0], rules, board, readings, faults)
    areas = AREAS if board is None else len(board.areas)
    state = GameState.new()
    state.citadel[:] = state.home[:] = state.memory[:] = NOWHERE
    head = _entry(sections[0][2:], WHERE, faults)
    limit = read_head(head, state, areas, len(line_up))
    by_seat = _seat_entries(sections[1:], len(line_up), faults)
    hands = [_open_hand(entry, faults) for entry in by_seat]
    entries = enumerate(by_seat)
    seats = [read_seat(entry, state, seat, areas) for seat, entry in entries]
    readings = _with_variant(head, readings)
    setup = GameSetup(rules, _require_board(board, faults), tuple(line_up), readings, limit)
    game = _dealt(setup, *luck)
    state.streams[:] = game.state.streams
    complete(state, game.tables, seats)
    piles = _deal_open(game, state, hands, faults)
    game.deal = partial(_deal, game.tables, piles) if piles else None
    game.state = state
    return game, head, seats


def draft_position(
    line: str, board: str, data: str
) -> tuple[Playthrough | None, InputError | None]:
    """Return a playthrough as far as a position can be read, see `kit.parts.Notation`."""
    found = find_board(board, data) if board else None
    faults = Faults()
    game = None
    try:
        game, head, seats = _read(
            line, load_ruleset(data=data), found, (0, "", 0), DEFAULTS, faults
        )
        _check(game, head, seats, faults)
    except InputError as error:
        return game, error
    return game, None


def _open_hand(entry: Entry, faults: Faults) -> int:
    """Return how many tiles an open hand has (`hand=?5`), and make it an empty one."""
    text = str(entry.values.get("hand", ""))
    if not text.startswith(OPEN):
        return 0
    entry.values = {**entry.values, "hand": NONE}
    return open_number(text, MOST_TILES, f"{entry.where}, hand", faults)


def _deal_open(
    game: Playthrough, s: GameState, hands: Sequence[int], faults: Faults
) -> list[OpenPile]:
    """Deal open hands from what is left in the bags; return them."""
    piles = []
    for seat, number in enumerate(hands):
        left = int(s.bag[seat].sum())
        if number > left:
            faults.add(f"seat {seat}, hand", f"at most the {left} tiles of the bag", number)
        elif number:
            piles.append(OpenPile("bag", True, "hand", seat, number))
    _deal(game.tables, piles, s)
    return piles


def _deal(t: RuleTables, piles: Sequence[OpenPile], s: GameState) -> None:
    """Deal open hands, those dealt before back in the bags first."""
    for pile in piles:
        pile.put_back(s)
    deal_piles(s, piles)
    if piles:
        list_pieces(s)
        count_tiles(s, t)


def read_position(
    line: str, board: str, data: str, luck: tuple[int, str, int] = (0, "", 0)
) -> Playthrough:
    """Return a playthrough that stands at a position, see `kit.parts.Notation`."""
    found = find_board(board, data) if board else None
    return parse_position(line, load_ruleset(data=data), found, *luck)


def setup_of(line: Line, board: str, data: str) -> Setup:
    """Return what a position is played with, see `kit.parts.Notation`."""
    registered = load_register().options
    options = {name: value for name, value in line.rules.items() if name in registered}
    overrides = {name: int(value) for name, value in line.rules.items() if name not in registered}
    if "cutiecorn" in line.head:
        options["cutiecorn"] = "true"
    seats = tuple(Seat(role, "") for role in line.roles)
    return Setup(board or line.board, seats, options, overrides, data=data)


def with_rules(line: Line, setup: Setup) -> Line:
    """Return a line with the rules of a setup, see `kit.parts.Notation`."""
    changes = {**setup.options, **setup.overrides}
    return replace(line, rules={name: spelling(value) for name, value in changes.items()})


def _check(game: Playthrough, head: Entry, seats: Sequence[SeatWords], faults: Faults) -> None:
    """Raise with everything impossible in the position; a finished game is scored."""
    check_pieces(game, seats, faults)
    check_cutiecorn(game, head, faults)
    check_play(game, head, faults)
    faults.raise_if_any()
    conclude_position(game, faults)
    faults.raise_if_any()


def _require_board(board: BoardMap | None, faults: Faults) -> BoardMap:
    """Return the map; without one there is a fault, which is raised."""
    if board is None:
        faults.raise_if_any()
    assert board is not None
    return board


def _with_variant(head: Entry, readings: Readings) -> Readings:
    """Return the rule options in force: a position that names the Cutiecorn is of its variant."""
    return {**readings, "cutiecorn": True} if "cutiecorn" in head else readings


def _dealt(setup: GameSetup, seed: int, label: str, replicate: int) -> Playthrough:
    """Return a new playthrough; with the shipped rules, a copy of one dealt before."""
    if setup.rules is load_ruleset():
        options = tuple(setup.readings.items())
        table = (setup.board, tuple(setup.line_up), options, setup.turn_limit)
        return _dealt_before(*table, seed, label, replicate).copy()
    return Playthrough(setup, seed, label, replicate)


@lru_cache(maxsize=DEALS)
def _dealt_before(
    board: BoardMap,
    line_up: tuple[Faction, ...],
    options: tuple[tuple[str, Value], ...],
    limit: int,
    seed: int,
    label: str,
    replicate: int,
) -> Playthrough:
    setup = GameSetup(load_ruleset(), board, line_up, dict(options), limit)
    return Playthrough(setup, seed, label, replicate)


def _table(
    words: Sequence[str],
    rules: Ruleset,
    board: BoardMap | None,
    readings: Readings,
    faults: Faults,
) -> tuple[list[Faction], BoardMap | None]:
    """Return line-up and map of the first two words; no map if one of them has a fault."""
    factions = {faction.id: faction for faction in Faction}
    before = len(faults.sentences)
    name = words[0] if words else ""
    names = words[1].split(",") if len(words) > 1 else [""]
    for place, faction in enumerate(names):
        if faction not in factions:
            faults.add(WHERE, "a faction", faction, nearest(faction, factions))
        elif faction in names[:place]:
            faults.note(WHERE, "different factions (BS-GEN-01)", f"{faction} again")
    line_up = [factions.get(faction, Faction.DRAGON_RIDERS) for faction in names[:SEATS]]
    try:
        board = load_map(name) if board is None else board
        if board.id != name:
            faults.add(WHERE, f"the map {board.id}", name)
        if len(faults.sentences) == before:
            check_line_up([factions[faction] for faction in names], rules, board, readings)
    except InputError as error:
        tip = f" ({error.tip})" if error.tip else ""
        faults.sentences.append(f"{WHERE}: {error.message}{tip}")
    return line_up, board if len(faults.sentences) == before else None


def _entry(words: Sequence[str], where: str, faults: Faults) -> Entry:
    values: dict[str, str] = {}
    for item in words:
        key, _, value = item.partition("=")
        if not (key and value):
            faults.add(where, "key=value", item)
        elif key in values:
            faults.note(where, f"the key {key} once", "it again")
        else:
            values[key] = value
    return Entry(values, where, faults)


def _seat_entries(sections: Sequence[Sequence[str]], players: int, faults: Faults) -> list[Entry]:
    """Return the keys of every seat of the line-up; missing and further seats are faults."""
    entries = []
    for seat in range(players):
        words = sections[seat] if seat < len(sections) else []
        if not words:
            faults.note(WHERE, f"'| {seat}: ...' for seat {seat}", "none")
        elif words[0] != f"{seat}:":
            faults.add(WHERE, f"'{seat}:' at the beginning of seat {seat}", words[0])
        entries.append(_entry(words[1:], f"seat {seat}", faults))
    if len(sections) > players:
        faults.note(WHERE, f"{players} seats", str(len(sections)))
    return entries
