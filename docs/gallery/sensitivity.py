"""The numbers of the rules that change win rates, and by how much."""

import pandas as pd

from bloodstones.plots.sensitivity import draw_sensitivity

table = pd.read_csv("reports/bloodstones_rule_sensitivity/tables/rule_sensitivity.csv")
table = table[table["faction"].isin(sorted(set(table["faction"]))[:2])]
table = table.rename(columns={"faction": "panel"})
factions = {name: name.replace("_", " ").title() for name in table["panel"]}
numbers = {name: name.replace("_", " ") for name in table["knob"]}
figure = draw_sensitivity(table, factions, numbers, "change of the win rate")
