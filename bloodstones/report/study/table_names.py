"""The names of the tables that a study's report publishes, each in a CSV file of that name."""

from __future__ import annotations

from enum import StrEnum


class StudyTable(StrEnum):
    """The name of a table: of its file, and of what sections find.

    Tables of win rates have the columns of `stats.balance.win_rates` after those they are by.
    """

    FACTIONS = "win_rates_by_faction"  # by players, in the games that speak
    PLACES = "win_rates_by_turn_order"  # by players, or by seat where a game has no turn order
    CHOICES = "win_rates_by_choice"  # by players, choices and faction
    FACTIONS_BY_STRATEGY = "win_rates_by_strategy_and_faction"  # in all level games
    PLACES_BY_STRATEGY = "win_rates_by_strategy_and_place"  # in all level games
    FACTION_MIXES = "mixes_by_faction"  # the plans of the best mix, of each faction
    PLACE_MIXES = "mixes_by_place"  # likewise, of each place in turn order
    JOINT_TESTS = "joint_tests"  # whether factions, and places, win equally often at all
    STRATEGIES = "win_rates_by_strategy"  # by players, in games where strategies meet
    MATCH_UPS = "win_rates_by_match_up"  # how often each faction finishes ahead of each other one
    MATCH_UPS_BY_STRATEGY = "win_rates_by_strategy_and_match_up"
    LINE_UPS = "win_rates_by_line_up"  # by players, faction and line-up, of three players on
    LINE_UP_TESTS = "line_up_tests"  # whether a faction wins alike in all of its line-ups
    OPPONENTS = "effects_of_opponents"  # what each other faction at the table adds or takes
    POINTS = "points_by_source"  # by players and faction
    ACTIVITY = "activity_by_faction"
    LENGTHS = "game_lengths"  # by players
    ENDINGS = "endings"  # why games end, by players and strategy
    USAGE = "usage"  # how many seats do each thing, and how those fare
    DECIDED = "decided"  # from when on the lead is final, by players and strategy
    LEADS = "leads"  # how the lead passes, by map and players
    BEHIND = "wins_from_behind"  # by players and faction
    COMEBACKS = "comebacks"  # by players, moment and points behind
    MEETINGS = "win_rates_by_opponent"  # of strategies, where exactly two meet
    EXPLOITERS = "exploiters"  # who beats the standard strategy, and what answers each
    PLANS = "plan_differences"  # the numbers of the best of them beside those of the standard
    STYLES = "win_rates_by_style"  # by players, faction and strategy, and how far from the best
    LUCK = "luck"  # what makes the results of a seat differ
    LUCK_OF_BATTLES = "luck_of_battles"
    WORTH = "worth"  # what a seat loses without a thing
    WHAT_IFS = "what_ifs"  # what each arm changes, by players and group
    WHAT_IFS_BY_STRATEGY = "what_ifs_by_strategy"
    WHAT_IFS_BY_STYLE = "what_ifs_by_style"  # by players, strategy of all seats and faction
    WHAT_IF_SEATS = "what_if_seats"  # by players and place in turn order
    WHAT_IF_LENGTHS = "what_if_lengths"  # rounds of a game, by players
    WHAT_IF_RATES = "what_if_rates"  # win rates that result of each arm
    WHAT_IF_DISTANCES = "what_if_distances"  # their distance from fair
    DOSES = "dose_curves"  # of numbers that several arms change, each alone
    SENSITIVITY = "rule_sensitivity"  # how much each number moves each group
    FROM_HERE = "win_rates_from_position"  # by arm, strategy of all seats and faction
    FROM_HERE_CHANGES = "changes_from_position"  # what each arm changes, likewise
    ON_MAPS = "win_rates_on_maps"  # by players, strategy, map and faction
    PLACES_ON_MAPS = "win_rates_on_maps_by_place"  # of the first place alone
    OVER_MAPS = "win_rates_over_maps"
    GAMES = "games"  # a line: all games, those that speak, and by which strategy
    PLAYED = "played"  # the strategies and maps that were played, with their games
    ORDERS = "seating_orders"  # by players: those of the line-ups that were played, and possible
    ROUNDS = "rounds"  # by players: how many games took so many
    AREAS = "areas"  # what happens in each area, over all games
