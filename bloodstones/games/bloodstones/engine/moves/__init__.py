"""Move actions, ship routes and raids (BS-MOVE, BS-RAID).

Imports the rules and the modules of the engine below `turn`. Start reading in `movement`.
"""
