"""What commands and the table tell: things by name, armies, cards, scenarios, sections."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.battlelore.cli.game_commands import BattleLoreCommands
from bloodstones.games.battlelore.engine.state import DECOY, TENT_CARD, Point
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.checks import KINDS
from bloodstones.games.battlelore.rules.names import Lore, Rule, Who, Window
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.register import load_register
from bloodstones.games.battlelore.rules.rule_texts import effect_of, lore_text, rule_of, words
from bloodstones.kit.playthrough import Playthrough
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene, setup
from tests.games.battlelore.test_fighting import duel

GUARD = 1  # of the kinds of Daqan


def game_commands() -> BattleLoreCommands:
    return BattleLoreCommands(registry.game_entry(GAME.id))


def voiced(game: Playthrough) -> Sequence[str]:
    """All choices that the table lists, in words where the game has its own."""
    voice = game_commands().voice()
    return [voice.option(game, int(code)) for code in game.legal_codes()]


def board(game: Playthrough, seat: int, **given: Any) -> str:
    voice = game_commands().voice()
    return "\n".join(voice.board(game, seat, voice.names(game, setup(**given))))


# Things by name


def matches(capsys: pytest.CaptureFixture[str], *query: str) -> list[dict[str, str]]:
    assert main(["rules", "--game", GAME.id, *query, "--json"]) == 0
    found: list[dict[str, str]] = json.loads(capsys.readouterr().out)["matches"]
    return found


def test_every_card_rule_and_window_has_words_and_a_clause_of_the_register() -> None:
    told, clauses = words(), load_register().clauses
    assert set(told["lore"]) == set(Lore.ids())
    assert set(told["rules"]) == set(Rule.ids())
    assert set(told["who"]) == set(Who.ids())
    assert {*told["windows"], "none"} == set(Window.ids())
    for each in (*told["lore"].values(), *told["rules"].values()):
        assert each["clause"] in clauses
        for option, texts in each.get("reading", {}).items():
            assert set(texts) == set(load_register().options[option].spellings)
    for thing in game_commands().lookup_entries():
        assert thing.clause in clauses
        assert "{" not in thing.text


def test_a_lore_card_is_found_by_its_name_with_effect_cost_and_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "--game", GAME.id, "terror"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "terror lore card of uthuk: Costs 3 lore; 2 in the deck" in shown
    assert "retreats 1 hex straight away" in shown
    assert "(BL-CARD-10)" in shown
    (found,) = matches(capsys, "take_to_the_skies")
    assert (found["kind"], found["clause"]) == ("lore card of daqan", "BL-CARD-08")
    first, clause, *_ = matches(capsys, "portal")
    assert (first["name"], clause["id"]) == ("portal", "BL-CARD-05")


@pytest.mark.rule("BL-BOARD-11")
def test_scenarios_and_sections_are_shown_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = matches(capsys, "border", "watch")
    assert found["text"] == (
        "Layout: hill 2.4, 2.8; forest 4.3, 4.9; banners 3.6 for 1 VP, 5.4 for 2 VP; cards in "
        "rows 1 to 3."
    )
    scenarios = [each for each in matches(capsys, "scenario") if "name" in each]
    assert len(scenarios) == len(load_ruleset().scenarios)
    (found,) = matches(capsys, "garrison")
    assert "Each citadel guard costs 1 less in the army" in found["text"]
    assert found["clause"] == "BL-MUSTER-02"
    sections = matches(capsys, "sections")[0]
    assert "odd rows left 1 to 4, centre 5 to 8, right 9 to 12" in sections["text"]
    assert "even rows left 1 to 4, centre 4 to 8, right 8 to 11" in sections["text"]


def test_the_overview_says_what_is_shown_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", GAME.id]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "lore card of uthuk (10), command card (18), scenario of daqan (7)" in shown
    assert main(["rules", "--game", GAME.id, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["things"]) == len(
        game_commands().lookup_entries()
    )
    assert main(["rules", "--game", GAME.id, "terrr"]) == 2
    assert "did you mean terror" in capsys.readouterr().err


def test_words_follow_the_numbers_and_the_readings_in_force() -> None:
    def card(name: str, **numbers: int) -> Any:
        changes = {f"{name}.{cell}": value for cell, value in numbers.items()}
        found = load_ruleset(overrides=changes).lore
        return next(each for each in found if each.card.id == name)

    assert "up to 3 hexes" not in effect_of(card("portal"))
    assert "8 hexes apart" in effect_of(card("portal"))
    assert "3 hexes apart" in effect_of(card("portal", amount=3))
    assert lore_text(card("terror", cost=9)).startswith("Costs 9 lore")
    blade = card("rune_blade")
    assert "Each strike, cleave and heroic kept is a damage" in effect_of(blade)
    assert "as in any roll" in effect_of(blade, {"rune_blade_hits": "normal"})
    lesser = load_ruleset(overrides={"uthuk.c2.amount": 2}).scenarios
    assert any("gives 2 VP at once" in rule_of(each) for each in lesser)


# At the table


@pytest.mark.rule("BL-MUSTER-01", "BL-MUSTER-02", "BL-SETUP-03")
@pytest.mark.parametrize("pair", ["c2+c2", "a1+a1"])
def test_a_muster_tells_prices_and_what_is_left_as_the_engine_counts_it(pair: str) -> None:
    game = GAME.playthrough(setup(pair), 2)
    luck, voice, asked = random.Random(4), game_commands().voice(), 0
    while int(game.state.point) != Point.DEPLOY:
        state, tables, seat = game.state, game.tables, game.decider
        if int(game.state.point) == Point.MUSTER and state.mustered[seat]:
            kind, asked = int(state.mustered[seat]) - 1, asked + 1
            prices = [int(tables.muster[seat * KINDS + unit]) for unit in range(KINDS)]
            if pair == "c2+c2" and seat == DAQAN:
                prices[GUARD] -= 1
            each, left = prices[kind], 55 if state.army[seat, TENT_CARD] else 50
            left -= sum(int(state.army[seat, unit]) * prices[unit] for unit in range(KINDS))
            cards = int(tables.cards) - int(state.army[seat, :DECOY].sum())
            told = re.findall(r"\d+", voice.question(game))
            assert [int(number) for number in told] == [each, left, cards]
            for words_of, decision in zip(voiced(game), game.legal(), strict=True):
                count = decision.y
                numbers = [int(number) for number in re.findall(r"\d+", words_of)]
                assert numbers == [count, count * each, left - count * each]
            assert f"Your army: {left} points and {cards} cards left" in board(game, seat)
        elif int(game.state.point) == Point.MUSTER:
            assert "then has 55 points, else 50" in voice.question(game)
        game.apply_code(int(luck.choice(game.legal_codes())))
    assert asked == 10


def test_scenario_and_lore_cards_are_chosen_with_what_they_do() -> None:
    game = GAME.playthrough(setup("drawn"), 3)
    told = voiced(game)
    assert all(each.startswith("keep ") and "Layout: " in each for each in told)
    assert not any(each.endswith(".") for each in told)
    scene, archers, enemy = duel("yeoman_archers", "viper_legion", ("5.4", "5.6"))
    scene.card(DAQAN, "arrow_storm").ready(archers).attack(archers, enemy)
    told = voiced(scene.game)
    assert told[0] == "play no lore card"
    assert told[1] == "play arrow storm (2 lore): A ranged attack of yours has 2 dice more"
    assert "\narrow storm (2 lore), before a roll of yours: A ranged" in board(scene.game, DAQAN)
    assert "arrow storm" not in board(scene.game, UTHUK)


def test_whoever_may_cancel_a_card_is_asked_so() -> None:
    scene, harvesters, guard = duel("blood_harvesters", "citadel_guard")
    scene.card(DAQAN, "runic_barrier", 4).card(UTHUK, "fury_of_yllan")
    scene.ready(harvesters).attack(harvesters, guard)
    scene.game.apply(scene.game.legal()[1])
    assert scene.point == "barrier"
    asked = game_commands().voice().question(scene.game)
    assert asked == "do you cancel the card that the enemy plays? You have 4 lore."
    assert voiced(scene.game)[1].startswith("play runic barrier (3 lore): The card has no effect")


@pytest.mark.rule("BL-BOARD-02", "BL-BOARD-09", "BL-BOARD-11")
def test_the_board_tells_sections_as_each_player_calls_them() -> None:
    scene = Scene()
    scene.put("citadel_guard", "3.2")
    scene.put("obscenes", "8.8")
    mine, theirs = board(scene.game, DAQAN), board(scene.game, UTHUK)
    assert "\n3.2 (left): citadel guard 1 of Daqan" in mine
    assert "\n3.2 (right): citadel guard 1 of Daqan" in theirs
    assert "\n8.8 (centre and right): obscenes" in mine
    assert "\n8.8 (left and centre): obscenes" in theirs


def test_scenarios_are_shown_with_their_rules_once_they_lie_open() -> None:
    game = GAME.playthrough(setup("b1+c2"), 1)
    told = board(game, DAQAN)
    assert "Daqan's scenario: b1 Mustering the Militia; In your victory point step" in told
    assert "Uthuk's scenario: c2 Blood Rite; The first enemy destroyed in each own turn" in told
    assert told.startswith("Before the first turn.")
    drawn = GAME.playthrough(setup("drawn"), 3)
    while int(drawn.state.scenario[drawn.decider]) < 0:
        drawn.apply_code(int(drawn.legal_codes()[0]))
        if drawn.state.shown:
            break
        assert "Daqan's scenario" not in board(drawn, UTHUK)
    assert "'s scenario" in board(drawn, UTHUK)
