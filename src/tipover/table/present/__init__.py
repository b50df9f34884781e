"""What the table shows: a game, a moment, a question, what happened, as one seat may see it."""
