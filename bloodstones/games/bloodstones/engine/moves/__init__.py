"""Move actions, ship routes and raids (BS-MOVE, BS-RAID)."""
