"""What reports say of Wizard Kings alone: its words, boards and typical games (`game_report`).

Stands at the height of `report`, and imports it; start with `game_report`.
"""
