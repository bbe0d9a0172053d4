"""What reports say of BattleLore alone: its words, boards and typical games (`game_report`),
and its own sections, one a file (`game_sections` lists them).

Stands at the height of `report`, and imports it; start with `game_report`.
"""
