"""What reports say of Bloodstones alone: its words, boards and typical games (`game_report`),
and its own sections, one a file (`game_sections` lists them).

Stands at the level of `report`, and imports it. Start reading in `game_report`.
"""
