"""The strengths of strategies in the Plackett-Luce model, strongest first."""

import pandas as pd

from bloodstones.plots.players.ladder import draw_ladder

table = pd.read_csv("reports/battalia_skill_ladder/tables/ratings.csv")
table = table[table["players"] == table["players"].min()]
figure = draw_ladder(table, {name: name.replace("_", " ") for name in table["strategy"]})
