"""What every game gets for nothing once it is declared, see `kit.game.Game`."""
