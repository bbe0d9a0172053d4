"""Hints of a rulebook, and the numbers that decide whether they hold."""

import pandas as pd

from bloodstones.plots.players.advice import draw_advice

table = pd.read_csv("reports/bloodstones_rulebook_advice/tables/advice.csv")
chances = table[table["unit"] == "chance"]
figure = draw_advice(chances.assign(hint=chances["hint"].str.replace("_", " ").str.capitalize()))
