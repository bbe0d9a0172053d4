"""What is hidden from who decides makes no difference, in any game (see `kit.testing.hidden`).

Each game has a dealer of its own here, which knows the rules of what is shown to whom by itself. It
uses nothing of what the game deals worlds or shows views by.
"""
