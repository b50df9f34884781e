"""Content: packs, cards, maps and scenarios as data; knows no state of a game."""
