"""The flow of a game: set-up, rounds, turns, actions, challenges, moves, rolls, returns."""
