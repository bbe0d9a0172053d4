"""The game itself: state, decisions and chance, compiled."""
