"""A reader of records that knows the second engine and the record alone, nothing of the first."""

from __future__ import annotations

from typing import Any

from tests.games.bellum_magica.second_engine import CHESTS, SecondGame

Line = dict[str, Any]
PRICES = ["food", "glyph_and_food", "glyphs"]
GOODS = {"food": "food", "glyphs": "glyph", "barrels": "barrel"}
REROLLS = ("roll", "spell", "barrel", "refuse")
FOLLOWS = ("day", "gather", "shield", "reshuffle")  # by the rules, with nothing to choose or draw


class BadRecordError(Exception):
    """Raised where a record is not what the rules make of it."""


def require(holds: bool, line: Line) -> None:
    if not holds:
        raise BadRecordError(str(line))


def typed(text: str) -> Any:
    """The value of an option as the second engine takes it."""
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


class PlainReader:
    """Reads a record line by line: what moves, and what follows from it."""

    def __init__(self, lines: list[Line]) -> None:
        first, self.lines, self.last = lines[0], lines[1:-1], lines[-1]
        options = {name: typed(text) for name, text in first["options"].items()}
        castles = [seat["role"].upper() for seat in first["seats"]]
        self.game = SecondGame(castles, options, first["tables"])
        self.cards = [line["id"] for line in self.game.cards]
        self.places = [line["id"] for line in self.game.places]
        self.boards = [line["id"] for line in self.game.boards]
        self.goods = [dict(goods) for goods in self.game.goods]
        self.scouting = False
        self.days = 0
        self.gathered = -1  # place in the turn order of who took goods last
        self.named: list[int] = []
        self.victim = -1

    def read(self) -> None:
        """Raise BadRecordError at the first line that is not legal."""
        try:
            self._read()
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise BadRecordError(repr(error)) from error

    def _read(self) -> None:
        run = self.game.run()
        request: tuple[Any, ...] | None = next(run)
        for number, line in enumerate(self.lines):
            if self._named_castle(line):
                continue
            if line["event"] in FOLLOWS:
                self._follow(line)
                continue
            require(request is not None, line)
            assert request is not None
            self._check_goods(line, number)
            moves = list(request[1]) if request[0] == "chance" else request[2]
            move = self._move(line, moves[0][0])
            require(move in moves, line)
            require(line["seat"] == self._mover(request, line), line)
            self._note(line, move)
            try:
                request = run.send(move)
            except StopIteration:
                request = None
        require(request is None, self.last)
        self._check_goods(self.last, len(self.lines))
        require(len(self.named) == sum(map(bool, self.game.wanted)), self.last)
        self._check_end()

    def _named_castle(self, line: Line) -> bool:
        """Whether a line tells the board that the setup gave a seat, for the first time."""
        seat = line["seat"]
        wanted = self.game.wanted[seat]
        if line["event"] != "castle" or not wanted or line["castle"] != wanted:
            return False
        require(seat not in self.named, line)
        self.named.append(seat)
        return True

    def _move(self, line: Line, wanted: str) -> tuple[str, int, int]:
        """The choice that a line tells, where one of a kind is wanted."""
        event, side = line["event"], {"left": 0, "right": 1}[line.get("side", "left")]
        chest = CHESTS.index(line["kind"]) if "kind" in line else 0
        if event in ("refuse", "pass", "enough", "done"):
            return "pass", 0, 0
        if event in ("spell", "barrel", "tavern"):
            return event, 0, 0
        return {
            "captain": ("first_captain", line["seat"], 0),
            "castle": (wanted, self.boards.index(line.get("castle", "C1")), 0),
            "deal": ("deal_goblin", self.cards.index(line.get("card", "G01")), 0),
            "goblin": ("goblin", self.cards.index(line.get("card", "G01")), side),
            "open_location": ("open_location", self.places.index(line.get("location", "F01")), 0),
            "offer": ("open_creature", self.cards.index(line.get("card", "G01")), 0),
            "roll": ("roll", line.get("row", 1) - 1, 0),
            "chest": ("chest", chest, line.get("value", 0)),
            "plunder": ("location", self.places.index(line.get("location", "F01")), 0),
            "raid": ("raid", line.get("victim", 0), 0),
            "name": ("steal", chest, 0),
            "stolen": (wanted, chest, line.get("value", 0)),
            "recruit": (
                *("recruit", self.cards.index(line.get("card", "G01"))),
                PRICES.index(line.get("price", "food")),
            ),
            "place": ("place", self.cards.index(line.get("card", "G01")), side),
        }[event]

    def _mover(self, request: tuple[Any, ...], line: Line) -> int:
        """The seat that a line must name."""
        event = line["event"]
        if event == "captain":
            return int(line["seat"])
        if event in ("roll", "open_location", "offer"):
            return self.game.captain
        if event == "stolen":
            require(line["victim"] == self.victim, line)
        return int(request[-1] if request[0] == "chance" or event == "stolen" else request[1])

    def _note(self, line: Line, move: tuple[str, int, int]) -> None:
        """Enter what a move gives into the ledger."""
        seat, event = line["seat"], line["event"]
        if event == "raid":
            self.victim = line["victim"]
        if event in ("plunder", "tavern"):
            for key, what in GOODS.items():
                self.goods[seat][what] += line[key]
        elif event == "barrel":
            self.goods[seat]["barrel"] -= 1
        elif event == "recruit":
            price = self.game.price
            food = (price["evil_food"], price["most_evil_food"], 0)[move[2]]
            self.goods[seat]["food"] -= food
            glyphs = (0, price["most_evil_glyph"], price["most_evil_glyphs_alone"])[move[2]]
            self.goods[seat]["glyph"] -= glyphs
            bonus = self.game.cards[move[1]]["bonus"]
            require(bool(bonus) or not line["token"], line)
            if bonus:
                self.goods[seat][bonus] += line["token"]
        elif event == "roll":
            require(self.days == self.game.day, line)
            self.scouting, self.gathered = True, -1
        elif event == "chest":
            require(line["scouted"] == int(self.scouting), line)
        if event in ("pass", "plunder", "tavern", "raid"):
            self.scouting = False

    def _follow(self, line: Line) -> None:
        """Enter what follows without a choice."""
        seat, event = line["seat"], line["event"]
        if event == "gather":
            place = self.game.round().index(seat)
            require(place > self.gathered and line["food"] + line["glyphs"] > 0, line)
            self.gathered = place
            self.goods[seat]["food"] += line["food"]
            self.goods[seat]["glyph"] += line["glyphs"]
        elif event == "shield":
            require(line["count"] > 0 and seat == self.victim, line)
            self.goods[seat]["shield"] += line["count"]
        elif event == "day":
            require(seat == self.game.captain, line)
            self.days += 1
            require(self.days == self.game.day, line)

    def _check_goods(self, line: Line, number: int) -> None:
        """Compare the ledger with the second engine, which stands before a line."""
        after = self.lines[number - 1]["event"] if number else ""
        if after in ("barrel", "spell", "roll", "refuse") and line["event"] in REROLLS:
            return  # the second engine may have gathered already
        require(self.goods == self.game.goods, line)

    def _check_end(self) -> None:
        worth = [sum(sum(held) for held in chests.values()) for chests in self.game.chests]
        wanted = {
            "event": "end",
            "scores": worth,
            "ranks": self.game.ranks(),
            "end_reason": self.game.end,
            "turns": self.game.day,
        }
        require(self.last == wanted, self.last)
