"""A game in time: notation, seeded matches, records, scenes and their tests."""
