"""A map with a value for each area: battles a game."""

import pandas as pd

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.questions.maps.figures import map_picture
from bloodstones.kit.pictures.scene import Heat

table = pd.read_csv("reports/bloodstones_faction_balance/tables/areas.csv")
table = table[table["map"] == "tyrants_lament"]
battles = Heat(table.set_index("area")["battles"].to_dict(), "battles a game")
figure = map_picture(load_map("tyrants_lament"), battles)
