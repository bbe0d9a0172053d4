"""What reports say of Bellum Magica alone: its words, boards and typical games (`game_report`).

Stands at the height of `report`, and imports it; start with `game_report`.
"""
