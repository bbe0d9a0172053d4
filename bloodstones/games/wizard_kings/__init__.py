"""Wizard Kings: hidden blocks on hexes, dice, spells and armies bought for gold."""
