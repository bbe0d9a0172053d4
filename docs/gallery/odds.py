"""The attacker's win probability by difference of modifiers, for tiles drawn on each side."""

import pandas as pd

from bloodstones.plots.battle import draw_odds

table = pd.read_csv("reports/bloodstones_faction_balance/tables/combat_odds.csv")
shown = table["tiles"].unique()[:4]
figure = draw_odds(table[table["tiles"].isin(shown) & ~table["defender_wins_ties"]])
