"""Learning: self-play, a fit of values, a match; round for round until nothing is gained."""
