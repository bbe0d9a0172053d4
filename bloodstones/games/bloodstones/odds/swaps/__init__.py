"""The hidden choice of swapping tiles, solved."""
