"""Playing a game: notation, seeded matches, records, scenes and their tests."""
