"""Win probabilities of a rulebook's hints, and the numbers that confirm or refute the hints."""

import pandas as pd

from bloodstones.plots.players.advice import draw_advice

table = pd.read_csv("reports/bloodstones_rulebook_advice/tables/advice.csv")
chances = table[table["unit"] == "chance"]
figure = draw_advice(chances.assign(hint=chances["hint"].str.replace("_", " ").str.capitalize()))
