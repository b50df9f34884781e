"""The data of a game: ids, frames, set-up, state, decisions, events, numbers, rules. Knows nothing of the flow of a game."""
