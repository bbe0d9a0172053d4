"""The odds page in a browser: it says what the library says, however the battle got there."""

from __future__ import annotations

import json
import random
import re
import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bloodstones.cli import main
from bloodstones.core.questions.answer import percent
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds, battle_odds
from bloodstones.games.bloodstones.odds.force import Force, parse_force
from bloodstones.games.bloodstones.odds.page import CONDITIONS, START
from bloodstones.games.bloodstones.odds.sides import Modifier
from bloodstones.games.bloodstones.rules.names import Faction, Terrain
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from tests.games.bloodstones.odds.test_battle import random_battle, random_hand

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

RULES = load_ruleset()
RANDOM_BATTLES = 200
CHANGED_BATTLES = 40
SEED = 20261121
CHANGES = {
    "dragon.modifier": 2,
    "tiles_more": 6,
    "tiles_fewer": 4,
    "siege_engine.modifier": -1,
    "cavalry.modifier": 0,
    "vp.unit_beaten": 3,
    "corsairs.sea_battle_modifier": 2,
}
EXAMPLE = f"#{START}"
EMPTY = "#terrain=plains&attacker=dragon_riders:&defender=horse_lords:"
PHONE = {"width": 360, "height": 740}
FINGER = 44  # CSS pixels, the least side of what one taps
GO_TO = "hash => new Promise(done => { addEventListener('hashchange', done, {once: true}); \
location.hash = hash; }).then(() => undefined)"
READ = """() => {
    const texts = {};
    for (const {id, textContent} of document.querySelectorAll("[id]:not(script)")) {
        texts[id] = textContent.replace(/\\s+/g, " ").trim();
    }
    for (const role of ["attacker", "defender"]) {
        const lines = document.querySelectorAll(`.side.${role} .lines li:not(.total)`);
        texts[`${role}-lines`] = [...lines].map(line => [...line.children].map(e => e.textContent));
        texts[`${role}-bar`] = document.querySelector(`#bar .${role}`).style.width;
    }
    return texts;
}"""
READ_EACH = f"""async hashes => {{
    const found = [];
    for (const hash of hashes) {{
        await ({GO_TO})(hash);
        found.push(({READ})());
    }}
    return found;
}}"""


@pytest.fixture(scope="session")
def odds_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pages") / "odds.html"
    assert main(["odds-page", str(file)]) == 0
    return file


def address(
    attacker: Force, defender: Force, terrain: Terrain, more: Mapping[str, Any], *changed: str
) -> str:
    """The page's address of a battle, by the names of the command's options."""
    parts = [f"terrain={terrain.id}"]
    for role, force in (("attacker", attacker), ("defender", defender)):
        parts.append(f"{role}={str(force).replace(' ', '')}")
        if more[f"{role}_hand"]:
            parts.append(f"{role}-hand={','.join(map(str, more[f'{role}_hand']))}")
        if more.get(f"{role}_swap") == "never":
            parts.append(f"{role}-swap=never")
    flags = [name.replace("_", "-") for name in ("at_citadel", "corsair_ship") if more.get(name)]
    return "#" + "&".join([*parts, *flags])


def line_told(line: Modifier) -> list[str]:
    """How the page tells a source of modifiers: its number, then what and why."""
    name = line.source.replace("_", " ").capitalize()
    condition = {**CONDITIONS, "sea": "the faction's own"}[line.condition]
    reason = "" if condition == "always" else f" ({'' if line.each else 'only '}{condition})"
    number = f"{line.total:+d}".replace("-", "−") if line.each else "0"
    return [number, name + (f" ×{line.count}" if line.count > 1 else "") + reason]


def told(odds: BattleOdds) -> dict[str, Any]:
    """What the page must show of a battle."""
    ties = (
        "The defender wins: a shieldbearer defends BS-COMBAT-29"
        if odds.defender_wins_ties
        else "Fought again with full bags BS-COMBAT-30"
    )
    verdict = "Yes, to a legal area" if odds.can_withdraw else "No"
    texts: dict[str, Any] = {
        "ties": ties,
        "withdrawal": f"{verdict}: {odds.withdrawal.reason} {odds.withdrawal.clause}",
    }
    for role, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        p = side.win_probability
        assert isinstance(p, Fraction)
        mean = round(p * side.vp, 2)  # of the fraction, halves to even
        texts[f"{role}-percent"] = percent(p)
        texts[f"{role}-exact"] = str(p)
        texts[f"{role}-fraction"] = str(p) if len(str(p)) <= 17 else ""
        texts[f"{role}-lines"] = [line_told(line) for line in side.modifiers]
        texts[f"{role}-modifier"] = f"{side.modifier:+d}".replace("-", "−").replace("+0", "0")
        texts[f"{role}-vp"] = str(side.vp)
        texts[f"{role}-mean-vp"] = f"{float(mean):.2f}"
    return texts


def battles(number: int, seed: int) -> list[tuple[Force, Force, Terrain, dict[str, Any]]]:
    """Random battles, hands swapped greedily or never; some hands are long."""
    rng = random.Random(seed)
    found = []
    for place in range(number):
        attacker, defender, terrain, more = random_battle(rng)
        if place % 20 == 0:
            more["attacker_hand"] = random_hand(rng, attacker, RULES.starting_hand)
        found.append((attacker, defender, terrain, more))
    return found


Told = tuple[Force, Force, Terrain, dict[str, Any]]


def check_all(page: Page, tried: Sequence[Told], rules: Ruleset) -> None:
    """Go to the battles one after the other, and compare what the page shows of each."""
    for battle, shown in zip(tried, shown_of(page, tried), strict=True):
        check(battle, shown, rules)


def shown_of(page: Page, tried: Sequence[Told]) -> list[dict[str, Any]]:
    """What the page shows of the battles, by one call."""
    found: list[dict[str, Any]] = page.evaluate(READ_EACH, [address(*battle) for battle in tried])
    return found


def check(battle: Told, shown: Mapping[str, Any], rules: Ruleset) -> None:
    attacker, defender, terrain, more = battle
    odds = battle_odds(Battle(attacker, defender, terrain, rules=rules, **more))
    expected = told(odds)
    assert {name: shown[name] for name in expected} == expected, address(*battle)
    for side in (odds.attacker, odds.defender):
        role = "attacker" if side is odds.attacker else "defender"
        assert shown[f"{role}-tiles"].startswith(f"best {odds.tiles_counted} of {side.draws} (")
        width = float(shown[f"{role}-bar"].removesuffix("%"))
        assert width == pytest.approx(100 * float(side.win_probability), abs=0.006)


def test_200_random_battles_are_those_of_the_library(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file)
    tried = battles(RANDOM_BATTLES, SEED)
    check_all(page, tried, RULES)
    assert {attacker.faction for attacker, *_ in tried} == set(Faction)
    assert {defender.faction for _, defender, *_ in tried} == set(Faction)
    assert {terrain for _, _, terrain, _ in tried} == set(Terrain)
    assert {more.get("corsair_ship") for *_, more in tried} == {None, False, True}
    assert {len(more["defender_hand"]) for *_, more in tried} == {0, 1, 2, 3}


def test_changed_rules_are_shown_and_followed(open_page: OpenPage, tmp_path: Path) -> None:
    file = tmp_path / "changed.html"
    settings = [part for name, n in CHANGES.items() for part in ("--set", f"{name}={n}")]
    assert main(["odds-page", str(file), *settings]) == 0
    page = open_page(file)
    told_so = page.locator("#changes").inner_text()
    assert told_so == "With changed rules: " + ", ".join(f"{k} = {v}" for k, v in CHANGES.items())
    check_all(page, battles(CHANGED_BATTLES, SEED + 1), with_overrides(RULES, CHANGES))


def test_a_first_battle_that_changed_rules_forbid_is_cut_down(
    open_page: OpenPage, tmp_path: Path
) -> None:
    file = tmp_path / "no_leader.html"
    settings = ["dragon_riders.leader.count=0", "dragon_riders.lizardman.count=1"]
    settings += ["dragon_riders.blank.count=6"]
    assert main(["odds-page", str(file), *(p for s in settings for p in ("--set", s))]) == 0
    assert "attacker=dragon_riders:cavalry,lizardman&" in open_page(file).url


def test_a_battle_that_cannot_end_has_no_odds(open_page: OpenPage, tmp_path: Path) -> None:
    file = tmp_path / "endless.html"
    settings = ["tiles_more=8", "tiles_fewer=8", "tiles_counted=8"]
    assert main(["odds-page", str(file), *(p for s in settings for p in ("--set", s))]) == 0
    forces = "#terrain=hills&attacker=corsairs:axeman&defender=horse_lords:swordsman"
    page = open_page(file, forces)
    shown = page.evaluate(READ)
    assert (shown["status"], shown["attacker-percent"]) == ("No odds: every fight is a tie.", "–")
    page.evaluate(GO_TO, forces.replace("axeman", "axeman*2"))
    assert page.evaluate(READ)["attacker-percent"] == "100 %"


def test_the_command_shown_gives_the_same_odds(
    open_page: OpenPage, odds_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page(odds_file)
    tried = 0
    for shown in shown_of(page, battles(20, SEED + 2)):
        name, *args = shlex.split(shown["command"])
        tried += 1
        capsys.readouterr()
        assert (name, main([*args, "--json"])) == ("bloodstones", 0)
        assert json.loads(capsys.readouterr().out)["p_attacker_fraction"] == shown["attacker-exact"]
    assert tried == 20


def more_of(page: Page, unit: str, role: str) -> Locator:
    return page.get_by_role("button", name=f"One {unit} more, {role}")


def test_a_battle_is_tapped_together(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EMPTY, viewport=PHONE, has_touch=True)
    assert page.evaluate(READ)["status"] == "Add at least one unit to each side."
    for unit in ("cavalry", "lizardman", "lizardman", "leader"):
        more_of(page, unit, "attacker").tap()
    for unit in ("swordsman", "shieldbearer", "skirmisher"):
        more_of(page, unit, "defender").tap()
    page.get_by_role("button", name="One skirmisher fewer, defender").tap()
    shown = page.evaluate(READ)
    assert (shown["attacker-percent"], shown["attacker-fraction"]) == ("89.4 %", "219/245")
    assert (shown["defender-percent"], shown["defender-fraction"]) == ("10.6 %", "26/245")
    assert page.url.endswith(EXAMPLE)
    page.get_by_role("button", name="Add a tile of 4 to the attacker's hand").tap()
    page.get_by_role("button", name="Add a tile of 5 to the attacker's hand").tap()
    forces = parse_force("dragon_riders: cavalry, lizardman*2, leader", "attacker")
    enemy = parse_force("horse_lords: swordsman, shieldbearer", "defender")
    odds = battle_odds(Battle(forces, enemy, Terrain.PLAINS, attacker_hand=(5, 4)))
    assert page.evaluate(READ)["attacker-exact"] == str(odds.p_attacker)
    page.get_by_role("button", name="Remove a tile of 5").tap()
    assert page.url.endswith("&attacker-hand=4&defender=horse_lords:swordsman,shieldbearer")


def test_nobody_has_more_units_or_tiles_than_there_are(
    open_page: OpenPage, odds_file: Path
) -> None:
    page = open_page(odds_file, EMPTY)
    dragons = more_of(page, "dragon", "attacker")
    for _ in range(4):
        dragons.click(force=True)
    assert dragons.get_attribute("aria-disabled") == "true"
    more_of(page, "cutiecorn", "attacker").click()
    more_of(page, "cutiecorn", "defender").click(force=True)
    assert more_of(page, "cutiecorn", "defender").get_attribute("aria-disabled") == "true"
    for _ in range(RULES.starting_hand + 1):
        page.get_by_role("button", name="Add a tile of 3 to the defender's hand").click(force=True)
    assert page.url.endswith(
        "attacker=dragon_riders:dragon*2,cutiecorn&defender=horse_lords:"
        f"&defender-hand={','.join('3' * RULES.starting_hand)}"
    )


@pytest.mark.rule("BS-COMBAT-02")
def test_units_that_cannot_be_there_are_set_aside(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE)
    page.get_by_text("Sea", exact=True).click()
    aside = page.locator(".side.attacker .aside")
    assert "cannot be in sea: 1 cavalry, 2 lizardman, 1 leader" in aside.inner_text()
    assert not more_of(page, "cavalry", "attacker").is_visible()
    more_of(page, "ship", "attacker").click()
    more_of(page, "ship", "defender").click()
    assert page.evaluate(READ)["attacker-percent"] == "50.0 %"
    page.get_by_text("Mountains", exact=True).click()
    assert "None of its units" not in page.locator(".side.attacker .aside").inner_text()
    page.get_by_text("Plains", exact=True).click()
    assert page.evaluate(READ)["attacker-exact"] == "219/245"


@pytest.mark.rule("BS-CORSAIR-06")
def test_the_ship_next_to_the_attack_is_asked_for_where_it_matters(
    open_page: OpenPage, odds_file: Path
) -> None:
    page = open_page(odds_file, "#terrain=hills&attacker=corsairs:axeman&defender=hill_folk:giant")
    ship = page.get_by_label("An own ship is next to the area")
    assert page.evaluate(READ)["withdrawal"].startswith("Yes, to a legal area: cavalry 0 against 0")
    ship.check()
    shown = page.evaluate(READ)["withdrawal"]
    assert shown == "No: cavalry 0 against 1 (1 for the ship) BS-CORSAIR-07"
    page.get_by_text("Sea", exact=True).click()
    assert not ship.is_visible()
    page.get_by_text("Hills", exact=True).click()
    page.get_by_label("Faction of the attacker").select_option("dragon_riders")
    assert not ship.is_visible()


@pytest.mark.rule("BS-MOVE-11")
def test_a_citadel_attacks_only_where_it_stands(open_page: OpenPage, odds_file: Path) -> None:
    hash_ = "#terrain=hills&attacker=hill_folk:giant,citadel&defender=horse_lords:swordsman"
    page = open_page(odds_file, hash_)
    assert page.url.endswith("attacker=hill_folk:giant&defender=horse_lords:swordsman")
    assert not more_of(page, "citadel", "attacker").is_visible()
    page.get_by_label("It attacks where its own citadel stands").check()
    more_of(page, "citadel", "attacker").click()
    assert page.url.endswith("swordsman&at-citadel")
    assert page.evaluate(READ)["attacker-modifier"] == "+2"
    page.get_by_label("It attacks where its own citadel stands").uncheck()
    aside = page.locator(".side.attacker .aside").inner_text()
    assert aside == "Set aside, never moves: 1 citadel"
    more_of(page, "citadel", "defender").click()
    assert page.url.endswith("attacker=hill_folk:giant&defender=horse_lords:swordsman,citadel")


def test_a_hand_may_be_kept_and_the_address_says_so(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE)
    habit = page.get_by_label("How the attacker swaps")
    assert not habit.is_visible()
    page.get_by_role("button", name="Add a tile of 5 to the attacker's hand").click()
    assert page.evaluate(READ)["attacker-exact"] != "219/245"
    habit.select_option("never")
    assert page.evaluate(READ)["attacker-exact"] == "219/245"
    assert "attacker-swap=never" in page.url
    page.reload()
    assert habit.input_value() == "never"


@pytest.mark.rule("BS-COMP-07", "BS-TILE-05")
def test_a_hand_holds_no_more_than_the_faction_has_beside_its_units(
    open_page: OpenPage, odds_file: Path
) -> None:
    hand = "attacker-hand=5,5,5,5,5"
    hash_ = f"#terrain=hills&attacker=hill_folk:giant*2&{hand}&defender=corsairs:axeman"
    page = open_page(odds_file, hash_)
    assert "attacker-hand=5,5,5&" in page.url
    five = page.get_by_role("button", name="Add a tile of 5 to the attacker's hand")
    assert five.get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="One giant fewer, attacker").click()
    five.click()
    assert "attacker-hand=5,5,5,5&" in page.url
    more_of(page, "giant", "attacker").click()
    assert "attacker-hand=5,5,5&" in page.url
    assert not page.get_by_role("button", name="Add a tile of 1 to").first.is_visible()


def test_swapping_sides_and_resetting(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE + "&defender-hand=5")
    page.get_by_role("button", name="Swap sides").click()
    assert page.url.endswith(
        "attacker=horse_lords:swordsman,shieldbearer&attacker-hand=5"
        "&defender=dragon_riders:cavalry,lizardman*2,leader"
    )
    page.get_by_role("button", name="Reset forces").click()
    assert page.url.endswith("#terrain=plains&attacker=horse_lords:&defender=dragon_riders:")


def test_an_address_is_the_battle(open_page: OpenPage, odds_file: Path) -> None:
    for battle in battles(3, SEED + 3):
        first = open_page(odds_file, address(*battle))
        texts = first.evaluate(READ)
        again = open_page(odds_file, "#" + first.url.partition("#")[2])
        assert again.evaluate(READ) == texts
        again.reload()
        assert again.evaluate(READ) == texts


@pytest.mark.parametrize(
    ("fragment", "kept"),
    [
        ("", EXAMPLE),
        ("#", EXAMPLE),
        ("#nonsense", EMPTY),
        ("#terrain=moon&attacker=elves:archer&defender=corsairs:axeman*99,dragon,axeman*x",
         "#terrain=plains&attacker=dragon_riders:&defender=corsairs:axeman*12"),
        ("#attacker=corsairs:axeman&defender=corsairs:axeman",
         "#terrain=plains&attacker=corsairs:axeman&defender=dragon_riders:"),
        ("#attacker=horse_lords:cutiecorn&defender=hill_folk:cutiecorn&attacker-hand=6,2,x,-1,5",
         "#terrain=plains&attacker=horse_lords:cutiecorn&attacker-hand=5,2&defender=hill_folk:"),
        ("#terrain=__proto__&attacker=constructor:toString&defender=horse_lords:constructor",
         EMPTY),
    ],
)  # fmt: skip
def test_what_cannot_be_in_an_address_is_left_out(
    fragment: str, kept: str, open_page: OpenPage, odds_file: Path
) -> None:
    assert open_page(odds_file, fragment).url.endswith(f"odds.html{kept}")


def test_the_keyboard_is_enough(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE)
    page.get_by_label("Plains").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "attacker-faction"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name == "One skirmisher more, attacker"
    page.get_by_role("button", name="Add a tile of 2 to the attacker's hand").press("Enter")
    page.get_by_role("button", name="Remove a tile of 2").press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    assert page.url.endswith(
        "#terrain=forest&attacker=dragon_riders:skirmisher*2,cavalry,lizardman*2,leader"
        "&defender=horse_lords:swordsman,shieldbearer"
    )


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_runs_over_the_edge(width: int, open_page: OpenPage, odds_file: Path) -> None:
    size = {"width": width, "height": 740}
    long_hand = "&attacker-hand=" + ",".join("5" * 9) + "&defender-hand=" + ",".join("4" * 9)
    page = open_page(odds_file, EXAMPLE + long_hand, viewport=size)
    page.get_by_text("Exact numbers").click()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_what_one_taps_is_large_enough_and_named(open_page: OpenPage, odds_file: Path) -> None:
    fragment = "#terrain=hills&attacker=corsairs:axeman&attacker-hand=1&defender=hill_folk:giant"
    page = open_page(odds_file, fragment, viewport=PHONE)
    controls = page.locator("button:visible, select:visible, label:visible, summary:visible")
    assert controls.count() > 40
    for control in controls.all():
        box = control.bounding_box()
        name = control.get_attribute("aria-label") or control.inner_text()
        assert box
        assert name.strip()
        is_link = control.get_attribute("data-show") is not None
        assert box["height"] >= (32 if is_link else FINGER), name
        assert box["width"] >= FINGER, name


def test_the_odds_stay_in_sight(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE, viewport=PHONE)
    page.get_by_role("button", name="Defender wins").click()
    assert page.evaluate("document.activeElement.id") == "defender-title"
    title, odds = page.locator("#defender-title"), page.locator(".odds")
    above, below = odds.bounding_box(), title.bounding_box()
    assert above
    assert below
    assert above["y"] == 0
    assert above["height"] <= below["y"] < PHONE["height"] / 2


def luminance(colour: str) -> float:
    """Relative luminance of an rgb() colour (WCAG 2)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(
    scheme: str, open_page: OpenPage, odds_file: Path
) -> None:
    page = open_page(odds_file, EXAMPLE + "&attacker-hand=5", color_scheme=scheme)
    style = (
        "element => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]"
    )
    ground = luminance(page.locator("body").evaluate(style)[1])
    assert (ground > 0.5) == (scheme == "light")
    card = page.locator(".card").evaluate(style)[1]
    held = page.locator(".held button").first.evaluate(style)
    pairs = [held] + [
        (page.locator(each).first.evaluate(style)[0], card)
        for each in (".side h2", ".defender h2", ".name small", ".name b", ".clause", "dt", "dd")
    ]
    for ink, behind in pairs:
        low, high = sorted((luminance(ink), luminance(behind)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, behind)


@pytest.mark.parametrize(
    "p", ["0", "1", "1/2", "1/16", "3/16", "1/3000", "2999/3000", "1/2001", "1999/2001", "2/3"]
)
def test_percents_are_rounded_as_the_command_does(
    p: str, open_page: OpenPage, odds_file: Path
) -> None:
    chance = Fraction(p)
    numbers = [f"{chance.numerator}n", f"{chance.denominator}n"]
    shown = open_page(odds_file).evaluate(f"percent([{','.join(numbers)}])")
    assert shown == percent(chance)


def test_a_unit_tells_what_it_adds_here(open_page: OpenPage, odds_file: Path) -> None:
    page = open_page(odds_file, EXAMPLE)
    engine = page.locator(".side.attacker [data-unit=siege_engine] small")
    assert engine.inner_text() == "0, only against a castle or citadel · of 2"
    more_of(page, "castle", "defender").click()
    assert engine.inner_text() == "+2 · of 2"
    cavalry = page.locator(".side.attacker [data-unit=cavalry] small")
    assert cavalry.inner_text() == "+1 · of 4"
    page.get_by_text("Hills", exact=True).click()
    assert cavalry.inner_text() == "0, only in plains · of 4"
