"""A map with a value for each area: battles a game."""

import pandas as pd

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
from bloodstones.plots.boards.board import draw_map
from bloodstones.plots.boards.heat import Heat

table = pd.read_csv("reports/bloodstones_faction_balance/tables/areas.csv")
areas = load_map("tyrants_lament").areas
table = table[table["map"] == "tyrants_lament"]
board = {
    "area": [area.id for area in areas],
    "terrain": [area.terrain.id for area in areas],
    "x": [area.x for area in areas],
    "y": [area.y for area in areas],
    "neighbours": [area.neighbours for area in areas],
}
battles = Heat(table.set_index("area")["battles"].to_dict(), "battles a game")
figure = draw_map(board, battles, style=BOARD_STYLE)
