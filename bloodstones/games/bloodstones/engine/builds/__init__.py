"""Units and villages that enter the map (BS-SETUP, BS-BUILD, BS-VILLAGE, BS-CHAOS, BS-UNDEAD).

Imports the rules and the modules of the engine below `turn`. Start reading in `founding`, then
`building` and `settling`.
"""
