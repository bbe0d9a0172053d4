"""Cards: between hands, piles and decks, on battle lines, converted, kept and paid with."""
