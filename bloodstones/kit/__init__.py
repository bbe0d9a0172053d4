"""What every game gets for nothing once it fulfils the contract of `core.contract.game`."""
