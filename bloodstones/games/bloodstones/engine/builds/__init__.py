"""Units and villages that come on the map (BS-SETUP, BS-BUILD, BS-VILLAGE, BS-CHAOS, BS-UNDEAD)."""
