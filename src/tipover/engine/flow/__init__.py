"""What the rules do by themselves: set-up, rounds, turns, actions, challenges, returns, each a frame on the stack."""
