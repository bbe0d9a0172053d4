"""Nothing on a first page is contradicted by a table: figures and orders, worked out again.

Tables are read as plain rows; no code of `stats` or of first pages is used to work them out.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, exp, isinf, sqrt
from pathlib import Path

import pytest

from tests.report.front.said import PERCENT, POINTS, QUOTED, plain
from tests.report.front.test_first_pages import FOLDERS, page, texts_of

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
SIZE = re.compile(rf"with ({'|'.join(NUMBERS)}) players|of ({'|'.join(NUMBERS)}) (?:to move|seats)")
SHARES = ("rate", "base", "other", "share", "high", "low", "r2", "effect", "edge")
WHO = ("faction", "strategy", "map", "thing", "opponent", "knob", "factor", "arm")
BAND = 0.2
NUMBER = re.compile(r"-?[0-9.]+(?:e-?[0-9]+)?")
TRUE = "True"
each_report = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@cache
def rows_of(folder: Path, name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table beside a report; none where there is no such table."""
    path = folder / "tables" / f"{name}.csv"
    if not path.is_file():
        return ()
    with path.open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def those_with(name: str) -> list[Path]:
    """The reports that have a table."""
    return [folder for folder in FOLDERS if rows_of(folder, name)]


def by_report(name: str):
    return pytest.mark.parametrize("folder", those_with(name), ids=lambda folder: folder.name)


def subject(folder: Path) -> str:
    """The first section of a report."""
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    return top.get("sections", [top.get("kind")])[0]


def about(name: str) -> list[Path]:
    """The reports whose subject is a section."""
    return [folder for folder in FOLDERS if subject(folder) == name]


def led_by(name: str):
    return pytest.mark.parametrize("folder", about(name), ids=lambda folder: folder.name)


def of_roles_on_maps(folder: Path) -> bool:
    """Whether a report tells what roles win, and on which maps."""
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    return subject(folder) == "factions" and "on_maps" in top["sections"]


of_maps = pytest.mark.parametrize(
    "folder", list(filter(of_roles_on_maps, FOLDERS)), ids=lambda folder: folder.name
)


def shown(share: float) -> str:
    return f"{share * 100:.0f}"


def every_row(folder: Path) -> Iterator[dict[str, str]]:
    for path in sorted((folder / "tables").glob("*.csv")):
        yield from rows_of(folder, path.stem)


def values(row: dict[str, str]) -> Iterator[float]:
    """The shares of a row, and how far they are from fair and apart, in parts of 1."""
    found = [float(row[name]) for name in SHARES if NUMBER.fullmatch(row.get(name) or "")]
    yield from found
    if "fair_share" in row:
        yield float(row["rate"]) - float(row["fair_share"])
    if NUMBER.fullmatch(row.get("base") or "") and NUMBER.fullmatch(row.get("other") or ""):
        yield float(row["other"]) - float(row["base"])


def spoken_of(row: dict[str, str], text: str) -> bool:
    """Whether a sentence may speak of a row: its table, and no role of another table's."""
    sizes = {NUMBERS[one or other] for one, other in SIZE.findall(text)}
    return (
        not sizes or not (row.get("players") or "").isdigit() or int(row["players"]) in sizes | {0}
    )


def called(row: dict[str, str]) -> list[str]:
    """The roles of a row, as sentences write them."""
    names = [row[name] for name in ("faction", "opponent") if row.get(name, "all") != "all"]
    return [name.replace("_", " ").title() if name.islower() else name for name in names]


@each_report
def test_every_figure_stands_in_a_row_of_who_is_named(folder: Path) -> None:
    """A rate of a role is one of that role's rows, at the number of players that is said."""
    made = page(folder)
    folders = [folder, *((folder / address).resolve().parent for _, address in made.front.links)]
    every = [row for one in folders for row in every_row(one)]
    roles = {name for row in every for name in called(row)}
    for text in (plain(each) for each in (*made.answer, *made.front.advice.split(". "))):
        bare = QUOTED.sub("", text)
        named = {role for role in roles if role in bare}
        rows = [row for row in every if spoken_of(row, bare)]
        if named:
            rows = [row for row in rows if not called(row) or named & set(called(row))]
        known = {shown(abs(value)) for row in rows for value in values(row)}
        known |= derived(folder)
        for low, high in PERCENT.findall(bare):
            assert {low, high or low} <= known | {"1", "99"}, text
        for size in POINTS.findall(bare):
            assert size in known, text


@cache
def derived(folder: Path) -> frozenset[str]:
    """Figures that are worked out over several rows: means, roots and sums, in per cent."""
    found: set[float] = set()
    for name in ("what_ifs", "what_if_seats"):
        for players, group in grouped(rows_of(folder, name), "players", "arm"):
            found |= {distance(group, side) / int(players[0]) for side in ("base", "other")}
    for linked in FOLDERS:
        search = json.loads((linked / "provenance.json").read_text(encoding="utf-8"))
        if search.get("balance"):
            for key, group in grouped(rows_of(linked, "win_rates"), "players", "arm"):
                far = [abs(float(row["rate"]) * int(key[0]) - 1) for row in group]
                found.add(sum(far) / len(far) / int(key[0]))
        else:
            for name in ("what_ifs", "what_if_seats"):
                for players, group in grouped(rows_of(linked, name), "players", "arm"):
                    found |= {distance(group, s) / int(players[0]) for s in ("base", "other")}
    for row in rows_of(folder, "maps"):
        for kind in ("factions", "turn_orders"):
            found.add(sqrt(max(0.0, float(row[kind]))) / int(row["players"]))
    found |= distances_after_changes()
    found |= {float(row["value"]) for row in rows_of(folder, "target_figures")}
    found |= {float(row["gain"]) for row in rows_of(folder, "presets") if row.get("gain")}
    for players, group in grouped(rows_of(folder, "luck"), "players"):
        of = {row["factor"]: float(row["share"]) for row in group}
        found.add(of["own"] + of["others"])
        assert players
    ranked = strengths(folder)
    for group in ranked.values():
        first, second = group[0][0], group[1][0]
        found.add(1 / (1 + exp(second - first)))
    for row in rows_of(folder, "maps_by_feature"):
        assert row["uneven_factions"]
    maps = [float(row["uneven_factions"]) for row in rows_of(folder, "maps_by_feature")]
    if maps:
        found.add(sqrt(sum(maps) / len(maps)))
    source = rows_of(folder, "points_by_source")
    for column in source[0] if source else ():
        if column not in ("players", "faction", "games", "score", "low", "high"):
            total = sum(float(row["score"]) * float(row["games"]) for row in source)
            found.add(sum(float(row[column]) * float(row["games"]) for row in source) / total)
    return frozenset(shown(abs(value)) for value in found)


@cache
def distances_after_changes() -> frozenset[float]:
    """Average distances from the fair share with every change of every report, by player type."""
    found: set[float] = set()
    for folder in those_with("distances"):
        for name, keys in (("win_rates", ("arm",)), ("win_rates_by_level", ("arm", "level"))):
            for _, group in grouped(rows_of(folder, name), *keys):
                by_size = grouped(group, "players")
                means = [sum(off(row) for row in rows) / len(rows) for _, rows in by_size]
                found |= {*means, sum(means) / len(means)}
    for folder in those_with("what_ifs_by_strategy"):
        rows = rows_of(folder, "what_ifs_by_strategy")
        for key, group in grouped(rows, "players", "arm", "strategy"):
            found |= {distance(group, side) / int(key[0]) for side in ("base", "other")}
    return frozenset(found)


def off(row: dict[str, str]) -> float:
    """How far a win rate is from the fair share."""
    return abs(float(row["rate"]) - 1 / int(row["players"]))


def grouped(rows: Sequence[dict[str, str]], *keys: str):
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    return groups.items()


def distance(group: Sequence[dict[str, str]], side: str) -> float:
    """The mean distance of rates from fair, in fair shares."""
    players = int(group[0]["players"])
    return sum(abs(float(row[side]) * players - 1) for row in group) / len(group)


def strengths(folder: Path) -> dict[int, list[tuple[float, str]]]:
    """Strengths and strategies at each number of players, the strongest first."""
    ranked = defaultdict(list)
    for row in rows_of(folder, "ratings"):
        ranked[int(row["players"])].append((float(row["strength"]), row["strategy"]))
    return {size: sorted(group, reverse=True) for size, group in ranked.items()}


def by_level(folder: Path, name: str, *keys: str):
    """Distances from fair, in fair shares, at all levels by keys."""
    far = defaultdict(list)
    for row in rows_of(folder, name):
        key = tuple(row[each] for each in keys)
        far[key].append(float(row["rate"]) / float(row["fair_share"]) - 1)
    return far


@led_by("factions")
def test_who_is_called_unfair_first_is_furthest_off_at_the_level_that_is_kindest(folder) -> None:
    answer = plain(page(folder).answer[0])
    if " at every level" not in answer or "on the level of play" in answer:
        return
    verdicts = defaultdict(set)
    for row in rows_of(folder, "win_rates_by_strategy_and_faction"):
        verdicts[row["players"], row["faction"]].add(row["verdict"])
    far = by_level(folder, "win_rates_by_strategy_and_faction", "players", "faction")
    unfair = [key for key, found in verdicts.items() if found == {"unfair"}]
    players, faction = max(unfair, key=lambda key: min(map(abs, far[key])))
    assert faction.replace("_", " ").title() in answer
    sizes = {int(row["players"]) for row in rows_of(folder, "win_rates_by_strategy_and_faction")}
    assert len(sizes) == 1 or NUMBERS[SIZE.search(answer)[1]] == int(players)


@led_by("seats")
def test_the_place_that_is_called_furthest_off_is(folder: Path) -> None:
    texts = [plain(text) for text in page(folder).answer if "is furthest off" in plain(text)]
    far = [
        (abs(float(row["rate"]) - float(row["fair_share"])), row)
        for row in rows_of(folder, "win_rates_by_strategy_and_place")
    ]
    largest, row = max(far, key=lambda pair: pair[0])
    for text in texts:
        assert f"{shown(float(row['rate']))} %" in text or shown(1 - float(row["rate"])) in text
    claims = [plain(text) for text in page(folder).answer if "at most" in plain(text)]
    for text in claims:
        assert f"{ceil(100 * largest - 1e-6)} point" in text


@led_by("sensitivity")
def test_numbers_are_named_from_the_largest_effect_down(folder: Path) -> None:
    effects = defaultdict(float)
    sure = set()
    for row in rows_of(folder, "rule_sensitivity"):
        if row["knob"] != "map":
            best = max(effects[row["knob"]], float(row["effect"]))
            if best > effects[row["knob"]]:
                effects[row["knob"]] = best
                (sure.add if row["above_noise"] == TRUE else sure.discard)(row["knob"])
    ordered = sorted((effects[name] for name in sure), reverse=True)
    said = [
        int(POINTS.search(plain(text))[1])
        for text in page(folder).answer
        if "matters most" in text or "next largest effect" in text.lower()
    ]
    assert said == [round(100 * effect) for effect in ordered[: len(said)]]
    assert bool(said) == bool(sure)


@led_by("ladder")
def test_the_strongest_player_has_the_largest_strength(folder: Path) -> None:
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    names, answer = top.get("names", {}), plain(page(folder).answer[0])
    best = {group[0][1] for group in strengths(folder).values()}
    shown_names = [names.get(one, one.replace("_", " ").title()).replace(", ", " ") for one in best]
    everywhere = re.search("no player (leads|is strongest) at every table", answer.lower()) is None
    assert all(name in answer for name in shown_names) or not everywhere


@led_by("ladder")
def test_the_strongest_is_called_so_where_the_lead_is_significant_everywhere(folder: Path) -> None:
    answer = plain(page(folder).answer[0])
    if "beats the standard player" in answer:
        return
    sizes = grouped(rows_of(folder, "ratings"), "players")
    sure = [group[0]["sure"] == TRUE or isinf(float(group[1]["strength"])) for _, group in sizes]
    assert ("strongest" in answer) == all(sure)
    assert ("not every lead is significant" in answer) == (any(sure) and not all(sure))
    nowhere = "no lead is significant" in answer or "but not significantly" in answer
    assert nowhere == (not any(sure))


@led_by("ladder")
def test_no_opponent_does_better_in_direct_games_than_the_hardest(folder: Path) -> None:
    said = [plain(text) for text in page(folder).answer if text.startswith("In direct games")]
    top = strengths(folder)[min(strengths(folder))][0][1]
    duels = [row for row in rows_of(folder, "duels") if top in (row["first"], row["second"])]
    won = [float(row["rate"]) if row["first"] == top else 1 - float(row["rate"]) for row in duels]
    for text in said:
        assert int(PERCENT.search(text)[1]) <= round(100 * min(won, default=1))


@led_by("match_ups")
def test_the_pair_for_an_even_game_is_the_most_even_of_the_smallest_tables(folder: Path) -> None:
    far = by_level(folder, "win_rates_by_strategy_and_match_up", "players", "faction", "opponent")
    fewest = min(int(players) for players, _, _ in far)
    pairs = {key: max(map(abs, each)) for key, each in far.items() if int(key[0]) == fewest}
    _, first, second = min(pairs, key=pairs.__getitem__)
    advice = page(folder).front.advice
    assert {name.replace("_", " ").title() in advice for name in (first, second)} == {True}


@of_maps
def test_the_map_for_an_even_game_is_the_nearest_for_roles_and_the_first_seat(folder) -> None:
    if page(folder).front.advice.startswith(("No tested change", "No rule change")):
        return  # changes were tested, which comes first
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    worst = defaultdict(float)
    for name in ("win_rates_on_maps", "win_rates_on_maps_by_place"):
        for (board,), far in by_level(folder, name, "map").items():
            if name == "win_rates_on_maps" or board in worst:
                worst[board] = max(worst[board], *map(abs, far))
    best = min(worst, key=worst.__getitem__)
    advice = page(folder).front.advice
    assert top["maps"][best] in advice
    assert ("No map is even" in advice) == (worst[best] > BAND)


@of_maps
def test_the_furthest_map_is_on_the_page_or_the_first_seat_with_its_extremes(folder: Path) -> None:
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    verdicts = defaultdict(set)
    for row in rows_of(folder, "win_rates_on_maps"):
        verdicts[row["map"]].add(row["verdict"])
    least = {
        board: min(map(abs, far))
        for (board,), far in by_level(folder, "win_rates_on_maps", "map").items()
        if verdicts[board] == {"unfair"}
    }
    if least:
        named = top["maps"][max(least, key=least.__getitem__)]
        assert any(f"On {named}, " in one for one in page(folder).answer)
        return
    rates = [float(row["rate"]) for row in rows_of(folder, "win_rates_on_maps_by_place")]
    texts = [plain(one) for one in page(folder).answer]
    over_maps = [one for one in texts if one.endswith(", on average over the maps.")]
    for text in over_maps:  # no map is unfair with every player type
        places = rows_of(folder, "win_rates_by_strategy_and_place")
        most = max(abs(float(row["rate"]) - float(row["fair_share"])) for row in places)
        assert text.startswith(f"No place is more than {ceil(100 * most - 1e-6)} point")
        assert any("None of" in one and "maps is fair or unfair" in one for one in texts)
    if not over_maps:
        text = next(one for one in texts if "irst" in one and " wins " in one)
        assert f"{shown(min(rates))} %" in text
        assert f"{shown(max(rates))} %" in text


@led_by("maps")
def test_the_most_and_the_least_even_maps_are_so_in_points(folder: Path) -> None:
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    groups = grouped(rows_of(folder, "map_factions"), "map", "players")
    away = {key: sum(map(off, rows)) / len(rows) for key, rows in groups}
    for words, pick in (("Factions are closest to fair", min), ("Factions are furthest", max)):
        board, players = pick(away, key=away.__getitem__)
        text = next(plain(one) for one in page(folder).answer if one.startswith(words))
        assert top["maps"].get(board, board.replace("_", " ").title()) in text
        assert NUMBERS[SIZE.search(text)[1]] == int(players)
        assert POINTS.findall(text) == [shown(away[board, players])]


@led_by("worth")
def test_what_is_worth_most_is_named_first_or_was_asked_for(folder: Path) -> None:
    top = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    answer = plain(page(folder).answer[0])
    if top.get("about"):
        assert "worth" in answer
        return
    rows = [row for row in rows_of(folder, "worth") if float(row["holm"]) <= 0.05]
    shown_rates = {
        (shown(float(row["base"])), shown(float(row["other"]))): float(row["difference"])
        for row in rows
    }
    without, with_it = re.findall(r"(\d+) %", answer)
    speaker = {row["strategy"] for row in rows_of(folder, "worth")}
    largest = max(
        float(row["difference"]) for row in rows if row["strategy"] == sorted(speaker)[-1]
    )
    found = shown_rates.get((without, with_it))
    assert found == largest or "under" in answer


@led_by("luck")
def test_the_shares_of_luck_sum_to_one_at_each_table(folder: Path) -> None:
    together = {}
    for key, group in grouped(rows_of(folder, "luck"), "players", "first", "second"):
        assert sum(float(row["share"]) for row in group) == pytest.approx(1, abs=0.01)
        (together[int(key[0])],) = (
            float(row["share"]) for row in group if row["factor"] == "residual"
        )
    said = f"The remaining {shown(together[min(together)])} % has no single cause"
    assert any(said in plain(text) for text in texts_of(folder))


@led_by("citadel_sites")
def test_the_best_and_the_worst_site_are_so_at_every_level(folder: Path) -> None:
    by_area = defaultdict(list)
    for row in rows_of(folder, "citadel_sites_by_level"):
        by_area[row["area"]].append(float(row["edge"]))
    levels = max(map(len, by_area.values()))
    edges = {row["area"]: float(row["edge"]) for row in rows_of(folder, "citadel_sites")}
    steady = {
        area: edges[area]
        for area, each in by_area.items()
        if area in edges and len(each) == levels and (min(each) > 0 or max(each) < 0)
    }
    said = page(folder).answer
    assert levels > 1
    best, worst = (choose(steady, key=steady.__getitem__) for choose in (max, min))
    assert said[0].startswith(
        f"Of the sites that every strategy chose often, area {best} is the best:"
    )
    assert any(f"worst of these sites is area {worst}:" in text for text in said)


@each_report
def test_a_change_that_is_recommended_acts_at_its_table(folder: Path) -> None:
    """A number of a role that does not sit at a table is not recommended for it."""
    top = page(folder)
    for change, words in re.findall(
        rf"(“[^”]*”) with ({'|'.join(NUMBERS)}) players", top.front.advice
    ):
        linked = [(folder / address).resolve().parent for _, address in top.front.links]
        for one in [*linked, folder]:
            table = rows_of(one, "win_rates") or rows_of(one, "what_ifs")
            here = {row["faction"] for row in table if row.get("players") == str(NUMBERS[words])}
            every = {row["faction"] for row in table if "faction" in row}
            idle = [name.replace("_", " ").title() for name in every - here] if here else []
            assert not [name for name in idle if name in change]


def targets_reports() -> list[Path]:
    """The reports of searches for changes with targets."""
    return those_with("target_figures")


each_target = pytest.mark.parametrize("folder", targets_reports(), ids=lambda folder: folder.name)


def gap_of(row: dict[str, str]) -> float:
    return abs(float(row["gap"]))


def arm_of(folder: Path) -> str:
    """The arm that a page recommends, by the number of changes of its answer."""
    number = re.match(r"(One|Two|Three) changes? brings?", plain(page(folder).answer[0]))
    return f"changes_{('One', 'Two', 'Three').index(number[1]) + 1}" if number else "base"


@each_target
def test_the_distance_falls_as_the_table_has_it(folder: Path) -> None:
    found = {r["arm"]: f"{float(r['distance']):.2f}" for r in rows_of(folder, "distances")}
    answer, advice = plain(page(folder).answer[0]), plain(page(folder).front.advice)
    arm = arm_of(folder)
    if arm == "base":
        assert "no answer of this study helps with its strongest player type" in answer.lower()
        return
    said = f"from {found['base']} to {found[arm]}"
    assert said in answer
    assert said in advice or "confirming" not in advice


@each_target
def test_what_is_recommended_gains_with_the_strongest_player_type(folder: Path) -> None:
    study = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))["study_file"]
    last = list(tomllib.loads(study)["levels"])[-1]
    means = {}
    for key, group in grouped(rows_of(folder, "distances_by_level"), "arm", "level"):
        means[key] = sum(float(row["distance"]) for row in group) / len(group)
    arm = arm_of(folder)
    if arm != "base":
        assert means["base", last] - means[arm, last] >= 0.02


@each_target
def test_the_figure_that_is_called_furthest_off_has_the_largest_gap(folder: Path) -> None:
    rows = [row for row in rows_of(folder, "target_figures") if row["arm"] == "base"]
    row = max((row for row in rows if float(row["share"]) > 0), key=gap_of)
    said = "Furthest from its goal as printed"
    text = next(plain(one) for one in page(folder).answer if said in one)
    value = float(row["value"])
    parts = {"win_rate", "first_seat", "draws", "skill"}
    said = f"{shown(value)} %" if row["target"] in parts else f"{value:.3g}"
    assert said in text
    if row["role"]:
        assert row["role"].replace("_", " ").title() in text


@each_target
def test_what_is_most_mended_gains_most_and_what_is_harmed_loses_most(folder: Path) -> None:
    keys = ("target", "level", "players", "role")
    arms: dict[str, dict[tuple[str, ...], dict[str, str]]] = defaultdict(dict)
    for row in rows_of(folder, "target_figures"):
        arms[row["arm"]][tuple(row[key] for key in keys)] = row
    before, after = arms["base"], arms[arm_of(folder)]
    gains = {
        key: gap_of(row) - gap_of(after[key])
        for key, row in before.items()
        if float(row["share"]) > 0
    }
    for words, pick in (("Largest improvement", max), ("Largest harm", min)):
        for text in (plain(one) for one in page(folder).answer if words in one):
            key = pick(gains, key=gains.__getitem__)
            ends = (shown(float(rows[key]["value"])) for rows in (after, before))
            assert ", not ".join(ends) in text.replace(" %", "")


@each_target
def test_how_many_predictions_held_is_counted_in_the_table(folder: Path) -> None:
    claims = rows_of(folder, "claims")
    held = sum(row["holds"] == TRUE for row in claims)
    doubt = plain(page(folder).front.doubt)
    every = f"All {len(claims)} predictions"
    assert (every if held == len(claims) else f"Of {len(claims)} predictions") in doubt
    assert f", {held} held" in doubt or held == len(claims)
