"""Maps: their files, their checks, their figures, and making new ones (`making`).

Imports the rules of the game and `core`; never the engine. Start reading in `reading`, then
`faults`.
"""
