"""What reports say of BattleLore alone."""
